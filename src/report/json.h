/* json.h: small helpers over jansson, and what is made with them. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "oddone/error.h"
#include "study/result.h"

/* From here on it is remembered whether an allocation for JSON failed: a member without memory is
 * left out of its object, and only this tells. json_lack_memory: another one failed. */
void json_watch_memory(void);
void json_lack_memory(void);
bool json_lacks_memory(void);

/* A number; null for what is not finite. */
json_t *json_number(double x);
json_t *json_count(size_t n);
/* A seed; JSON has no integers above 2^63, so that those are texts. */
json_t *json_seed(uint64_t seed);
/* A checksum as people compare it: 16 hexadecimal digits. */
json_t *json_checksum(uint64_t checksum);
/* A text; bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *text);
json_t *json_text_or_null(const char *text);

/* The members of b behind those of a; both are given up. NULL when one of them is. */
json_t *json_join(json_t *a, json_t *b);

/* Write the object with 17 digits and a final newline. It is given up, also on failure; NULL (out
 * of memory while it was built) is told as such. */
odd_status json_write(FILE *out, json_t *object, odd_error *err);

/* The same into a file of a directory, whole or not at all. */
odd_status json_save_in(const char *dir, const char *name, json_t *object, odd_error *err);

/* Lines PREFIX PATH <tab> VALUE for every scalar, also of objects inside ("options.alpha"), and for
 * every list of numbers, parted by commas ("options.weights"). Other lists are left out. null is
 * "-" in options, where something is off, and elsewhere "nan", for a number not to be had. */
void json_flatten(FILE *out, const char *prefix, const char *parent, json_t *object);

/* ---- outcomes as JSON, as --format json prints them, --format tsv flattens them and --export
 * keeps them. The names are a contract: add, never rename. ---- */

/* The version of these names, told as "schema" in every object; share/oddone/schema has it as JSON
 * Schema. What is only added does not raise it. */
enum { REPORT_SCHEMA = 1 };

/* A whole object each, to be given to json_write; NULL without memory. */
json_t *report_run_object(const struct result *o);
json_t *report_explain_object(const struct result *o);
json_t *report_compare_object(const struct result *o);
json_t *report_times_object(const struct result *o);

/* A run for awk and R:
 *     # KEY<tab>VALUE      lines: everything but the ranking, under the names of the object;
 *                          recall@5, recall@5.structural … as claims have them
 *     rank … c3            the table of scores
 */
odd_status report_run_tsv(FILE *out, const struct result *o, odd_error *err);

/* Parts they share. */
json_t *report_dataset_object(const struct result *o);
json_t *report_options_object(const struct result *o);
json_t *report_skipped_object(const odd_skipped *s);
/* Name, type, missing, attributes and what was done, for each column of the table. */
json_t *report_columns_array(const odd_columns *columns);
json_t *report_notes_array(const struct result *o);
/* Further runs with other K and seeds; null without any. */
json_t *report_certainty_object(const struct result *o);

/* The options without those that change no number, as one line, on the heap; NULL without memory.
 */
char *report_options_text(const struct result *o);

#endif
