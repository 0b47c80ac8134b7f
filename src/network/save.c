/* Writing oddone text. Every file is written to a temporary one first; they take their names only
 * when all of them are complete. */
#include "config.h"

#include "oddone/network.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "network/save.h"
#include "base/number.h"
#include "base/veil.h"
#include "base/file.h"

/* A name as one field: no byte that separates, comments, escapes or is not to be seen. */
static void write_name(FILE *f, const char *name)
{
	if (name[0] == '\0') {
		fputs("%00", f);
		return;
	}
	bool dash = strcmp(name, "-") == 0; /* the mark for "no label" */
	for (const char *p = name; *p != '\0'; p++) {
		unsigned char c = (unsigned char)*p;
		if (c <= ' ' || c == 0x7f || c == '%' || c == '=' || dash ||
			(c == '#' && p == name))
			fprintf(f, "%%%02X", c);
		else
			putc(c, f);
	}
}

static void write_value(FILE *f, double value)
{
	char text[ODD__NUMBER_ROOM];
	fwrite(text, 1, odd__number_format(text, value), f);
}

/* "#! words a b c", a few to a line */
static void write_list(FILE *f, const char *kind, const odd_names *names)
{
	for (size_t i = 0; i < names->count; i++) {
		if (i % 16 == 0)
			fprintf(f, "%s#! %s", i > 0 ? "\n" : "", kind);
		putc(' ', f);
		write_name(f, odd_names_get(names, i));
	}
	if (names->count > 0)
		putc('\n', f);
}

/* "#! missing trade n3 n17", or "#! given" where those are fewer: who has no value in a column. */
static void write_cells(FILE *f, const odd_network *net)
{
	const odd_columns *all = &net->columns;
	odd_csr by_column;
	if (all->cells.rows == 0 ||
		odd_csr_transpose(&by_column, odd_csr_const(all->cells), NULL) != ODD_OK)
		return;
	for (size_t c = 0; c < all->count; c++) {
		size_t from = by_column.ptr[c], to = by_column.ptr[c + 1];
		for (size_t e = from; e < to; e++) {
			if ((e - from) % 16 == 0) {
				fprintf(f, "%s#! %s ", e > from ? "\n" : "",
					all->column[c].seldom ? "given" : "missing");
				write_name(f, all->column[c].name);
			}
			putc(' ', f);
			write_name(f, odd__names_own(&net->ids, by_column.idx[e]));
		}
		if (from == to && all->column[c].seldom) { /* nobody at all */
			fputs("#! given ", f);
			write_name(f, all->column[c].name);
		}
		if (from < to || all->column[c].seldom)
			putc('\n', f);
	}
	odd_csr_clear(&by_column);
}

/* "#! column category trade missing=3" and the words that came of it. Words that are not next to
 * each other have a line of their own. */
static void write_columns(FILE *f, const odd_network *net)
{
	const odd_columns *all = &net->columns;
	for (size_t c = 0; c < all->count; c++) {
		const odd_table_column *column = &all->column[c];
		fprintf(f, "#! column %s ", odd_column_type_name(column->type));
		write_name(f, column->name);
		if (column->missing > 0)
			fprintf(f, " missing=%zu", column->missing);
		if (column->filled_in != 0.0) {
			fputs(" filled=", f);
			write_value(f, column->filled_in);
		}
		fputs(column->skewed ? " skewed\n" : "\n", f);
	}
	for (size_t d = 0; d < net->attributes; d++) {
		bool more = d > 0 && all->of[d] == all->of[d - 1] && d % 16 != 0;
		if (!more) {
			fprintf(f, "%s#! of ", d > 0 ? "\n" : "");
			write_name(f, all->column[all->of[d]].name);
		}
		putc(' ', f);
		write_name(f, odd_names_get(&net->words, d));
	}
	if (net->attributes > 0)
		putc('\n', f);
	write_cells(f, net);
}

static odd_status poll_job(const odd_job *job, size_t i, size_t n, odd_error *err)
{
	if (i % 4096 != 0)
		return ODD_OK;
	if (odd_job_cancelled(job))
		return odd_error_set(err, ODD_ECANCELLED, "stopped while writing the network");
	odd_job_report(job, "writing", (double)i, (double)n);
	return ODD_OK;
}

static void write_head(FILE *f, const odd_network *net)
{
	fputs("#! name ", f);
	write_name(f, net->name);
	putc('\n', f);
	write_list(f, "classes", &net->classes);
	if (net->columns.count > 0)
		write_columns(f, net);
	else
		write_list(f, "words", &net->words);
}

static void write_node(FILE *f, const odd_network *net, size_t i)
{
	odd_ccsr C = odd_csr_const(net->C);
	write_name(f, odd__names_own(&net->ids, i));
	putc('\t', f);
	if (net->label[i] == ODD_NO_LABEL)
		putc('-', f);
	else
		write_name(f, odd_names_get(&net->classes, (size_t)net->label[i]));
	for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++) {
		putc(e == C.ptr[i] ? '\t' : ' ', f);
		write_name(f, odd_names_get(&net->words, C.idx[e]));
		if (odd_csr_value(C, e) != 1.0) {
			putc('=', f);
			write_value(f, C.val[e]);
		}
	}
	putc('\n', f);
}

static odd_status write_nodes(
	FILE *f, const odd_network *net, const uint32_t *order, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	write_head(f, net);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		write_node(f, net, order != NULL ? order[i] : i);
		status = poll_job(job, i, net->nodes, err);
	}
	return status;
}

static void write_edge(FILE *f, const odd_network *net, size_t i, size_t e)
{
	const double weight = odd_csr_value(odd_csr_const(net->A), e);
	write_name(f, odd__names_own(&net->ids, i));
	putc('\t', f);
	write_name(f, odd__names_own(&net->ids, net->A.idx[e]));
	if (weight != 1.0) {
		putc('\t', f);
		write_value(f, weight);
	}
	putc('\n', f);
}

static odd_status write_edges(
	FILE *f, const odd_network *net, const uint32_t *order, const odd_job *job, odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A);
	odd_status status = ODD_OK;
	fprintf(f, "%s\n", net->directed ? "#! directed" : "# source, target, weight");
	for (size_t at = 0; at < net->nodes && status == ODD_OK; at++) {
		const size_t i = order != NULL ? order[at] : at;
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			if (net->directed || A.idx[e] >= i)
				write_edge(f, net, i, e);
		}
		status = poll_job(job, at, net->nodes, err);
	}
	return status;
}

static odd_status write_truth(
	FILE *f, const odd_network *net, const uint32_t *order, const odd_job *job, odd_error *err)
{
	(void)order;
	odd_status status = ODD_OK;
	fputs("# node, kind\n", f);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		if (net->truth[i] != ODD_ORDINARY) {
			write_name(f, odd__names_own(&net->ids, i));
			fprintf(f, "\t%s\n", odd_kind_name((odd_kind)net->truth[i]));
		}
		status = poll_job(job, i, net->nodes, err);
	}
	return status;
}

/* dir/NAME.ending, where NAME is the network's name made fit for a file. */
static char *file_path(const char *dir, const char *name, const char *ending)
{
	enum { ROOM = 200 };
	char file[ROOM + 16];
	size_t length = 0;
	for (const char *p = name; *p != '\0' && length < ROOM; p++) {
		unsigned char c = (unsigned char)*p;
		bool unfit = c <= ' ' || c == 0x7f || c == '/' || (c == '.' && p == name);
		file[length++] = unfit ? '_' : (char)c;
	}
	/* A name that is cut must not end inside a character. */
	if (length == ROOM && ((unsigned char)name[length] & 0xc0) == 0x80) {
		while (length > 0 && ((unsigned char)file[length - 1] & 0xc0) == 0x80)
			length--;
		length -= length > 0;
	}
	if (length == 0) {
		strcpy(file, "network");
		length = strlen(file);
	}
	strcpy(file + length, ending);
	return odd_path_join(dir, file);
}

enum { NODES, EDGES, TRUTH, FILES };

typedef odd_status (*writer)(
	FILE *f, const odd_network *net, const uint32_t *order, const odd_job *job, odd_error *err);

/* Get everything onto the disk, and see what could stop the renaming, while the old files stand. */
static odd_status settle(odd_file *file, odd_error *err)
{
	odd_status status = odd_file_check_target(file->path, err);
	return status == ODD_OK ? odd_file_flush(file, err) : status;
}

odd_status odd_network_save(
	const odd_network *net, const char *dir, const odd_job *job, odd_error *err)
{
	return odd__save_in_order(net, NULL, dir, job, err);
}

odd_status odd__save_in_order(const odd_network *net, const uint32_t *order, const char *dir,
	const odd_job *job, odd_error *err)
{
	static const char *const ending[FILES] = {".nodes", ".edges", ".truth"};
	static const writer write[FILES] = {write_nodes, write_edges, write_truth};
	const size_t files = net->has_truth ? FILES : TRUTH;
	odd_file file[FILES] = {{NULL, NULL, NULL}, {NULL, NULL, NULL}, {NULL, NULL, NULL}};
	char *path[FILES] = {NULL, NULL, NULL};
	struct stat info;
	bool made = stat(dir, &info) != 0;
	odd_status status = odd_dir_make(dir, err);
	for (size_t i = 0; i < FILES && status == ODD_OK; i++)
		if ((path[i] = file_path(dir, net->name, ending[i])) == NULL)
			status = odd_error_nomem(err);
	for (size_t i = 0; i < files && status == ODD_OK; i++) {
		status = odd_file_open(&file[i], path[i], err);
		if (status == ODD_OK)
			status = write[i](file[i].stream, net, order, job, err);
		if (status == ODD_OK)
			status = settle(&file[i], err);
	}
	for (size_t i = 0; i < files && status == ODD_OK; i++)
		status = odd_file_commit(&file[i], err);
	/* The truth of an earlier save is not the truth of this network. */
	if (status == ODD_OK && !net->has_truth && unlink(path[TRUTH]) != 0 && errno != ENOENT)
		status = odd_error_errno(err, path[TRUTH], "cannot remove");
	for (size_t i = 0; i < FILES; i++) {
		odd_file_discard(&file[i]);
		free(path[i]);
	}
	if (made && status != ODD_OK) /* with anything in it, it stays */
		rmdir(dir);
	return status;
}
