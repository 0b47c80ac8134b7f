/* report_json.h: outcomes as JSON, as --format json prints them, --format tsv flattens them and
 * --export keeps them. The names are a contract: add, never rename.
 */
#ifndef REPORT_REPORT_JSON_H
#define REPORT_REPORT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "report/outcome.h"

/* A whole object each, to be given to json_write; NULL without memory. */
json_t *report_run_object(const struct outcome *o);
json_t *report_explain_object(const struct outcome *o);
json_t *report_compare_object(const struct outcome *o);

/* A run for awk and R:
 *     # KEY<tab>VALUE      lines: everything but the ranking, under the names of the object;
 *                          recall@5, recall@5.structural … as claims have them
 *     rank … c3            the table of scores
 */
odd_status report_run_tsv(FILE *out, const struct outcome *o, odd_error *err);

/* Parts they share. */
json_t *report_dataset_object(const struct outcome *o);
json_t *report_options_object(const struct outcome *o);
json_t *report_skipped_object(const odd_skipped *s);
json_t *report_notes_array(const struct outcome *o);

/* The options without those that change no number, as one line, on the heap; NULL without memory.
 */
char *report_options_text(const struct outcome *o);

#endif
