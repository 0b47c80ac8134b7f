#include "config.h"

#include "report/tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/picture.h"

/* Now and then: how far it is, and may it go on? */
odd_status report_poll(const odd_job *job, size_t i, size_t n, odd_error *err)
{
	if (i % 4096 != 0)
		return ODD_OK;
	odd_job_report(job, "writing", (double)i, (double)n);
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

static void put_id(struct sheet *s, const struct result *o, size_t node)
{
	sheet_name(s, odd_names_get(&o->net->ids, node));
}

/* "-" is the mark for none, and no name. */
static void put_name_or_none(struct sheet *s, const char *name)
{
	if (name != NULL)
		sheet_name(s, name);
	else
		sheet_word(s, "-");
}

static void put_label(struct sheet *s, const struct result *o, size_t node)
{
	bool none = o->net->label[node] == ODD_NO_LABEL;
	put_name_or_none(s, none ? NULL : result_label(o, node));
}

/* The end of a heading: e1 e2 e3. */
static void put_numbered(struct sheet *s, char letter, size_t count)
{
	for (size_t i = 1; i <= count; i++) {
		char name[24];
		snprintf(name, sizeof name, "%c%zu", letter, i);
		sheet_word(s, name);
	}
	sheet_end(s);
}

/* ---- a run -------------------------------------------------------------------------------- */

static bool is_marked(const struct result *o, size_t node)
{
	size_t at = odd_rising_find(o->mark, 0, o->mark_count, node);
	return at < o->mark_count && o->mark[at] == node;
}

static odd_status write_scores(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_scores *x = o->scores;
	odd_status status = ODD_OK;
	sheet_words(s, "rank id label kind total");
	for (size_t t = 0; t < x->score->count; t++)
		sheet_word(s, x->score->component[t].name);
	if (x->low != NULL)
		sheet_words(s, "equal lowest highest");
	if (o->options.contamination.given)
		sheet_word(s, "odd");
	if (o->mark_count > 0)
		sheet_word(s, "marked");
	if (o->judged != NULL)
		sheet_word(s, "judged");
	if (o->net->columns.titles > 0)
		sheet_word(s, "name");
	sheet_end(s);
	for (size_t i = 0; i < x->n && status == ODD_OK; i++) {
		size_t node = x->order[i];
		if (!result_shown(o, node))
			continue;
		sheet_count(s, x->rank[node]);
		put_id(s, o, node);
		put_label(s, o, node);
		sheet_word(s, result_kind(o, node));
		sheet_number(s, x->total[node]);
		for (size_t t = 0; t < x->score->count; t++)
			sheet_number(s, x->component[t][node]);
		if (x->low != NULL) {
			sheet_word(s, odd_scores_tied(x, node) ? "=" : "-");
			sheet_count(s, x->low[node]);
			sheet_count(s, x->high[node]);
		}
		if (o->options.contamination.given)
			sheet_word(s, i < result_odd(o) ? "yes" : "no");
		if (o->mark_count > 0)
			sheet_word(s, is_marked(o, node) ? "yes" : "-");
		if (o->judged != NULL)
			put_name_or_none(s, judgment_name(judgment_of(o->judged, node)));
		if (o->net->columns.titles > 0)
			sheet_name(s, odd_network_title(o->net, node));
		sheet_end(s);
		status = report_poll(job, i, x->n, err);
	}
	return status;
}

odd_status report_embedding(odd_mat *out, const struct result *o, odd_error *err)
{
	const odd_one_state state = odd_one_look(o->one);
	odd_status status = odd_mat_alloc(out, state.nodes, state.k, err);
	if (status == ODD_OK)
		odd_one_embedding(o->one, *out);
	return status;
}

/* Nine digits: embedding.npy has every bit. named: with a heading and ids. */
static odd_status write_rows(
	struct sheet *s, const struct result *o, bool named, const odd_job *job, odd_error *err)
{
	odd_mat m;
	odd_status status = report_embedding(&m, o, err);
	if (status == ODD_OK && named) {
		sheet_words(s, "id");
		put_numbered(s, 'e', m.cols);
	}
	for (size_t i = 0; i < m.rows && status == ODD_OK; i++) {
		status = report_poll(job, i, m.rows, err);
		if (!result_shown(o, i))
			continue;
		if (named)
			put_id(s, o, i);
		for (size_t k = 0; k < m.cols; k++)
			sheet_brief(s, odd_mat_row(m, i)[k]);
		sheet_end(s);
	}
	odd_mat_free(&m);
	return status;
}

static odd_status write_embedding(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_rows(s, o, true, job, err);
}

/* As the Embedding Projector wants them. */
static odd_status write_vectors(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_rows(s, o, false, job, err);
}

static void tell_projection(FILE *out, const struct result *o)
{
	const odd_projection *p = o->map;
	fprintf(out, "# %s of the %s", odd_projection_method_name(p->method),
		odd_projection_source_name(p->source));
	if (p->method == ODD_PROJECT_PCA)
		fprintf(out, ", explained %.9g %.9g", p->explained[0], p->explained[1]);
	else
		fprintf(out, ", perplexity %.9g, iterations %zu, seed %llu", p->perplexity,
			p->iterations, (unsigned long long)o->used->seed);
	if (p->node != NULL)
		fprintf(out, ", a sample of %zu of %zu nodes", p->xy.rows, o->net->nodes);
	putc('\n', out);
}

/* Nodes that are not in the sample have empty fields. */
static odd_status write_projection(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_projection *p = o->map;
	odd_status status = ODD_OK;
	for (size_t i = 0, at = 0; i < o->net->nodes && status == ODD_OK; i++) {
		bool seen = p->node == NULL || (at < p->xy.rows && p->node[at] == i);
		size_t row = at;
		at += seen;
		if (!result_shown(o, i))
			continue;
		put_id(s, o, i);
		for (size_t d = 0; d < 2; d++)
			if (seen)
				sheet_brief(s, odd_mat_row(p->xy, row)[d]);
			else
				sheet_word(s, "");
		sheet_end(s);
		status = report_poll(job, i, o->net->nodes, err);
	}
	return status;
}

static odd_status write_trace(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	for (size_t i = 0; i < o->trace->count; i++) {
		const odd_trace_point *p = &o->trace->point[i];
		sheet_count(s, p->iteration);
		sheet_word(s, p->changed ? "changed" : odd_substep_get(p->step)->name);
		sheet_number(s, p->loss);
		for (int t = 0; t < 3; t++)
			sheet_number(s, p->term[t]);
		sheet_end(s);
	}
	return report_poll(job, 0, 1, err);
}

static odd_status write_recall(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	sheet_words(s, "top nodes recall");
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		sheet_word(s, odd_kind_name((odd_kind)kind));
	sheet_end(s);
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &o->evaluation->row[i];
		sheet_number(s, row->top);
		sheet_count(s, row->taken);
		sheet_number(s, row->recall);
		for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
			sheet_number(s, row->kind[kind]);
		sheet_end(s);
	}
	return report_poll(job, 0, 1, err);
}

static void put_count_if(struct sheet *s, bool there, size_t count)
{
	if (there)
		sheet_count(s, count);
	else
		put_name_or_none(s, NULL);
}

/* This run and those beside it. */
static odd_status write_runs(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	static const char *const is[] = {"now", "kept", "published"};
	const struct figure_run run = {.result = o};
	struct figure_run_row *row = malloc((o->kept_count + 2) * sizeof *row);
	if (row == NULL)
		return odd_error_nomem(err);
	size_t n = figure_run_rows(row, o->kept_count + 2, &run);
	for (size_t i = 0; i < n; i++) {
		sheet_name(s, row[i].name);
		sheet_word(s, is[row[i].is]);
		put_count_if(s, row[i].k > 0, row[i].k);
		sheet_number(s, row[i].moment);
		sheet_number(s, row[i].loss);
		sheet_number(s, row[i].recall[0]);
		sheet_number(s, row[i].recall[1]);
		sheet_number(s, row[i].auc);
		sheet_number(s, row[i].odd);
		sheet_number(s, row[i].made);
		sheet_end(s);
	}
	free(row);
	return report_poll(job, 0, 1, err);
}

/* ---- explanations ------------------------------------------------------------------------- */

/* A class by its name, a community that was found by its number from 1. */
static void put_group(struct sheet *s, const odd_explain_group *g)
{
	if (g->name == NULL && g->number != ODD_NO_LABEL)
		sheet_count(s, (unsigned long long)g->number + 1);
	else
		put_name_or_none(s, g->name);
}

static odd_status write_explanations(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	sheet_words(s, "rank id label kind looks total");
	for (size_t t = 0; o->why_count > 0 && t < o->why->score->count; t++) {
		char rank[32];
		snprintf(rank, sizeof rank, "rank%zu", t + 1);
		sheet_word(s, o->why->score->component[t].name);
		sheet_word(s, rank);
	}
	sheet_words(s, "links leaving linked words usual usual_there worded links_before "
		       "words_before words_of");
	sheet_end(s);
	for (size_t i = 0; i < o->why_count; i++) {
		const odd_explanation *e = &o->why[i];
		sheet_count(s, e->rank);
		put_id(s, o, e->node);
		put_label(s, o, e->node);
		sheet_word(s, result_kind(o, e->node));
		sheet_word(s, odd_kind_name(e->looks));
		sheet_number(s, e->total);
		for (size_t t = 0; t < e->score->count; t++) {
			sheet_number(s, e->component[t].value);
			sheet_count(s, e->component[t].rank);
		}
		sheet_count(s, e->links.count);
		sheet_count(s, e->place.links_leaving);
		put_group(s, &e->place.linked);
		sheet_count(s, e->attributes.count);
		sheet_count(s, e->place.words_usual);
		sheet_count(s, e->place.words_usual_there);
		put_group(s, &e->place.worded);
		put_count_if(s, e->was.changed && !o->blind, e->was.links);
		put_count_if(s, e->was.changed && !o->blind, e->was.words);
		put_name_or_none(s, o->blind ? NULL : e->was.words_of);
		sheet_end(s);
	}
	return report_poll(job, 0, 1, err);
}

/* ---- a comparison ------------------------------------------------------------------------- */

static odd_status write_comparison(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_comparison *table = o->table;
	sheet_words(s, "method seed state");
	for (size_t m = 0; m < ODD_MEASURES; m++)
		if (result_measured(o, m))
			sheet_word(s, odd_measure_get(m)->name);
	sheet_end(s);
	for (size_t i = 0; i < table->methods * table->seeds; i++) {
		const odd_cell *cell = &table->cell[i];
		sheet_word(s, table->method[cell->method]->name);
		sheet_count(s, cell->seed);
		sheet_word(s, result_cell_state(cell));
		for (size_t m = 0; m < ODD_MEASURES; m++)
			if (result_measured(o, m))
				sheet_number(s, cell->value[m]);
		sheet_end(s);
	}
	return report_poll(job, 0, 1, err);
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct report_table tables[] = {
	{"embedding", TABLE_OF_RUN, NULL, write_embedding, NULL, false, false},
	{"projection", TABLE_OF_RUN, "id x y", write_projection, tell_projection, true, false},
	{"recall", TABLE_OF_RUN, NULL, write_recall, NULL, false, false},
	{"scores", TABLE_OF_RUN, NULL, write_scores, NULL, false, false},
	{"trace", TABLE_OF_RUN, "iteration step loss structure attributes disagreement",
		write_trace, NULL, false, false},
	{"nodes", TABLE_OF_RUN, NULL, report_write_nodes, NULL, true, true},
	{"links", TABLE_OF_RUN, "Source Target Type Weight", report_write_links, NULL, false, true},
	{"vectors", TABLE_OF_RUN, NULL, write_vectors, NULL, false, true},
	{"metadata", TABLE_OF_RUN, NULL, report_write_metadata, NULL, true, true},
	{"runs", TABLE_OF_KEPT, "run is k iterations loss recall5 recall10 auc placebo made",
		write_runs, NULL, false, false},
	{"explanation", TABLE_OF_EXPLANATION, NULL, write_explanations, NULL, false, false},
	{"comparison", TABLE_OF_COMPARISON, NULL, write_comparison, NULL, false, false},
	{"times", TABLE_OF_TIMES, "time id rank nodes total odd became", report_write_times, NULL,
		false, false},
	{"became", TABLE_OF_TIMES, "time id rank nodes before leap until", report_write_became,
		NULL, false, false},
};

const struct report_table *report_table_get(size_t i)
{
	return i < sizeof tables / sizeof *tables ? &tables[i] : NULL;
}

const struct report_table *report_table_find(const char *name)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (strcmp(tables[i].name, name) == 0)
			return &tables[i];
	return NULL;
}

odd_status report_table_write(const struct report_table *table, FILE *out,
	enum sheet_dialect dialect, const struct result *o, const odd_job *job, odd_error *err)
{
	struct sheet s = {out, dialect, false};
	if (table->before != NULL && dialect == SHEET_TSV)
		table->before(out, o);
	if (table->columns != NULL) {
		sheet_words(&s, table->columns);
		sheet_end(&s);
	}
	return table->rows(&s, o, job, err);
}

odd_status report_table_save(const struct report_table *table, const char *path,
	const struct result *o, const odd_job *job, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	status = report_table_write(table, file.stream, sheet_dialect_of(path), o, job, err);
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}

odd_status report_table_save_in(const char *dir, const struct report_table *table,
	const struct result *o, const odd_job *job, odd_error *err)
{
	char name[40];
	snprintf(name, sizeof name, "%s.tsv", table->name);
	char *path = odd_path_join(dir, name);
	odd_status status =
		path != NULL ? report_table_save(table, path, o, job, err) : odd_error_nomem(err);
	free(path);
	return status;
}
