/* view.h: a report as text. A report is one JSON object (report/json.h): --format json prints the
 * object, --format tsv its members, and --format text sentences and tables of the same members.
 */
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A member by a path such as "trace.-1.loss", where a number counts elements of an array and -1 is
 * the last one. NULL when it is missing or null. */
json_t *view_at(const json_t *o, const char *path);
/* The same as a number (NAN: missing), and as a text (missing: ""). */
double view_number(const json_t *o, const char *path);
const char *view_text(const json_t *o, const char *path);

/* A line of text. In the template
 *     {path}            stands for a member
 *     {path:%.3g}       for a number as printf writes it
 *     {path:30}         for a text cut to 30 columns
 *     {path:link|links} for a count and its word
 *     {path:bytes}      for a number of bytes, as in 61 MB; {path:percent} for a share
 *     {path:?}          for nothing, where the member is true; {path:!} where it is not
 *     [ … ]             is left out when one of its members is missing or a count of 0.
 * The whole line is left out when a member outside of brackets is missing. */
void view_line(FILE *out, const json_t *o, const char *template);

/* A column of a table, by the path of a member in each row: a text, a number, a list of numbers, an
 * object {mean, deviation}, or a truth value, which stands there as the head of the column. */
struct view_column {
	const char *head;
	const char *member;
	const char *format; /* of numbers, for printf; "kind": a kind and its mark; NULL: a text */
	double scale;       /* numbers are multiplied by it; 0: 1 */
	int width;          /* at least; 0: as wide as its cells */
	bool leads;         /* the largest value has a star, or is bold on a terminal */
};
/* A row for each of the first `most` elements of an array, in 78 columns: texts are cut where they
 * are too wide, but for one that ends the line. Columns that no row has are left out. Nothing for
 * an empty array. */
void view_table(FILE *out, const json_t *rows, size_t most, const struct view_column *column,
	size_t column_count);

/* A section of bullets: the texts of an array; nothing when it is empty. */
void view_bullets(FILE *out, const char *heading, const json_t *texts);

/* ---- the reports ---- */

/* As text, what report_run_object and the others of report/json.h make. */
void view_run(FILE *out, const json_t *o);
void view_explanations(FILE *out, const json_t *o);
void view_comparison(FILE *out, const json_t *o);
/* The caveats of its methods alone. */
void view_caveats(FILE *out, const json_t *o);
void view_times(FILE *out, const json_t *o);
void view_network(FILE *out, const json_t *o);
void view_new_nodes(FILE *out, const json_t *o);

#endif
