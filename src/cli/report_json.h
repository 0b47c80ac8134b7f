/* report_json.h: the object that --format json prints, --format tsv flattens and --export keeps. */
#ifndef CLI_REPORT_JSON_H
#define CLI_REPORT_JSON_H

#include <jansson.h>

#include "cli/run.h"

/* To be given up with json_decref; NULL without memory. */
json_t *run_object(const struct run *r);
/* Three of its parts. */
json_t *run_dataset_object(const struct run *r);
json_t *run_options_object(const struct run *r, const odd_job *job);
json_t *run_notes_array(const struct run *r);

/* The options without those that change no number, as one line, on the heap; NULL without memory.
 */
char *options_text(const struct run *r);

/* A checksum as people compare it: 16 hexadecimal digits. */
json_t *json_checksum(uint64_t checksum);

#endif
