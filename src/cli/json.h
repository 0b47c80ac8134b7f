/* json.h: small helpers over jansson. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "oddone/error.h"

/* A number; null for what is not finite. */
json_t *json_number(double x);
json_t *json_count(size_t n);
/* A text; bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *text);

/* Write the object with 17 digits and a final newline. It is given up, also on failure; NULL (out
 * of memory while it was built) is told as such. */
odd_status json_write(FILE *out, json_t *object, odd_error *err);

/* A number, text or truth value and a newline; null is "nan". */
void json_print_scalar(FILE *out, const json_t *value);

/* Lines PREFIX PATH <tab> VALUE for every scalar, also of objects inside ("options.alpha"). Lists
 * are left out. */
void json_flatten(FILE *out, const char *prefix, const char *parent, json_t *object);

/* Lines PREFIX NAME.1 <tab> VALUE, PREFIX NAME.2 … for a list of scalars. */
void json_flatten_list(FILE *out, const char *prefix, const char *name, const json_t *list);

#endif
