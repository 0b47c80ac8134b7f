/* json.h: small helpers over jansson. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "oddone/base/error.h"

/* A number; null for what is not finite. */
json_t *json_number(double x);
json_t *json_count(size_t n);
/* A text; bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *text);

/* Write the object with 17 digits and a final newline. It is given up, also on failure; NULL (out
 * of memory while it was built) is told as such. */
odd_status json_write(FILE *out, json_t *object, odd_error *err);

/* Lines PREFIX PATH <tab> VALUE for every scalar, also of objects inside ("options.alpha"), and for
 * every list of numbers, parted by commas ("options.weights"). Other lists are left out. null is
 * "-" in options, where something is off, and elsewhere "nan", for a number not to be had. */
void json_flatten(FILE *out, const char *prefix, const char *parent, json_t *object);

#endif
