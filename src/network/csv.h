/* csv.h: records of comma-separated cells, quoted as RFC 4180 says: a cell may be put in double
 * quotes and then hold separators, line ends and, doubled, quotes. */
#ifndef ODD_NETWORK_CSV_H
#define ODD_NETWORK_CSV_H

#include "network/reading.h"

typedef struct odd__cell {
	odd__text text;    /* without quotes; blanks around an unquoted cell are left out */
	const char *where; /* in the file, for messages */
	bool quoted;
	bool copied; /* text.at is an offset into the buffer while the record is being read */
} odd__cell;

typedef struct odd__csv {
	odd__reading *r;
	char separator;
	const char *quotes; /* that a cell may be put in */
	long line;          /* in which the current record starts */
	odd__cell *cell;    /* of the current record; lent until the next one */
	size_t count, capacity;
	char *buffer; /* cells that had doubled quotes in them */
	size_t used, room;
} odd__csv;

/* Start on the open file of a reading; separator is one character, or "tab"; NULL: the first line
 * decides between comma, semicolon, tab and |. */
void odd__csv_begin(odd__csv *csv, odd__reading *r, const char *separator);
void odd__csv_clear(odd__csv *csv);

/* Read the first record, past a line "sep=;" as spreadsheets write it for each other, which decides
 * on the separator unless the user did. Also goes back to it. False: there is none, or an error. */
bool odd__csv_header(odd__csv *csv);

/* Go to the next record that is not blank; false at the end of the file or after an error. */
bool odd__csv_next(odd__csv *csv);

#endif
