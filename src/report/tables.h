/* tables.h: an outcome as tables, one row of one table of them for each.
 *
 * To add one: a writer and its row in tables.c. `oddone run --export` writes every table of a run,
 * and `export` of a session offers it.
 */
#ifndef REPORT_TABLES_H
#define REPORT_TABLES_H

#include "oddone/job.h"
#include "study/result.h"
#include "report/sheet.h"

/* TABLE_OF_KEPT: of a run beside those that were kept, which only a session does. */
enum table_of {
	TABLE_OF_RUN,
	TABLE_OF_KEPT,
	TABLE_OF_EXPLANATION,
	TABLE_OF_COMPARISON,
	TABLE_OF_TIMES
};
/* Can `export` of a session write it? */
static inline bool table_of_session(enum table_of of)
{
	return of == TABLE_OF_RUN || of == TABLE_OF_KEPT;
}

struct report_table {
	const char *name; /* "scores": of files and of export */
	enum table_of of; /* what the outcome must have */
	const char
		*columns; /* parted by blanks; NULL: they depend on the outcome, rows writes them */
	odd_status (*rows)(
		struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);
	void (*before)(FILE *out, const struct result *o); /* a remark in .tsv; NULL: none */
	bool maps;                                         /* needs the map */
	bool asked; /* not among what --export writes by itself: --export-format names it */
};

/* How far a writer is, now and then, and whether it may go on. */
odd_status report_poll(const odd_job *job, size_t i, size_t n, odd_error *err);

/* The embedding, to be freed by the caller, as it is after an error. */
odd_status report_embedding(odd_mat *out, const struct result *o, odd_error *err);

/* ---- node_tables.c: tables for --export-format ---- */
odd_status report_write_nodes(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);
odd_status report_write_links(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);
odd_status report_write_metadata(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);

/* ---- times_tables.c ---- */
odd_status report_write_times(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);
odd_status report_write_became(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err);

/* ---- the table ---- */

/* Table i; NULL behind the last. */
const struct report_table *report_table_get(size_t i);
/* By its name; NULL when there is none. */
const struct report_table *report_table_find(const char *name);

/* Heading and rows. A failed write is found when the file is closed. */
odd_status report_table_write(const struct report_table *table, FILE *out,
	enum sheet_dialect dialect, const struct result *o, const odd_job *job, odd_error *err);
/* The same into a file, whole or not at all; its ending says which dialect. */
odd_status report_table_save(const struct report_table *table, const char *path,
	const struct result *o, const odd_job *job, odd_error *err);

/* The same as NAME.tsv in a directory. */
odd_status report_table_save_in(const char *dir, const struct report_table *table,
	const struct result *o, const odd_job *job, odd_error *err);

#endif
