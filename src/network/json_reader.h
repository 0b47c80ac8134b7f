/* json_reader.h: a file of JSON while it is read (read_json.c). */
#ifndef ODD_NETWORK_JSON_READER_H
#define ODD_NETWORK_JSON_READER_H

#include <jansson.h>

#include "network/graph.h"

typedef struct odd__json_reader {
	odd__graph g;
	const char *at, *end; /* of the text that jansson has not seen yet */
	bool in_text, escaped;
	odd_status stopped;
	odd_error *err;
	char *buffer; /* of a value as text */
	size_t room;
} odd__json_reader;

/* The whole file as one value. *more: it is a value and then there is more; *root is NULL then. */
odd_status odd__json_parse(json_t **root, odd__json_reader *r, bool *more, odd_error *err);
/* The line on which the scan is. */
odd_status odd__json_parse_line(json_t **root, odd__json_reader *r, odd_error *err);

/* A text, a number, true or false. */
bool odd__json_is_scalar(const json_t *value);
/* Into the reader's buffer; items of a list with semicolons between them. *there: it has a text. */
odd_status odd__json_text_of(
	odd__json_reader *r, json_t *value, odd__text *text, bool *there, odd_error *err);

#endif
