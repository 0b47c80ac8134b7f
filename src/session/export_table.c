/* export_table.c: tables of the present place, with the columns that oddone run --export has. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/export.h"

/* A name in one field: what would break the table becomes a blank. */
static void put_field(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		putc(*text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text, out);
}

void session_put_number(FILE *out, double x)
{
	char text[40];
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, x);
		if (strtod(text, NULL) == x)
			break;
	}
	fprintf(out, "\t%s", isnan(x) ? "nan" : text);
}

static odd_status poll(const odd_job *job, size_t i, size_t n, odd_error *err)
{
	if (i % 4096 != 0)
		return ODD_OK;
	odd_job_report(job, "writing", (double)i, (double)n);
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

static odd_status write_scores(FILE *out, struct session *s, const odd_job *job, odd_error *err)
{
	const odd_network *net = session_network(s);
	const odd_scores *x = session_scores(s);
	odd_status status = ODD_OK;
	fputs("rank\tid\tlabel\tkind\ttotal\tc1\tc2\tc3\n", out);
	for (size_t i = 0; i < x->n && status == ODD_OK; i++) {
		uint32_t node = x->order[i];
		int32_t label = net->label[node];
		fprintf(out, "%zu\t", i + 1);
		put_field(out, odd_names_get(&net->ids, node));
		putc('\t', out);
		put_field(out,
			label != ODD_NO_LABEL ? odd_names_get(&net->classes, (size_t)label) : "-");
		fprintf(out, "\t%s",
			net->has_truth ? odd_kind_name((odd_kind)net->truth[node]) : "-");
		session_put_number(out, x->total[node]);
		for (int t = 0; t < 3; t++)
			session_put_number(out, x->component[t][node]);
		putc('\n', out);
		status = poll(job, i, x->n, err);
	}
	return status;
}

static odd_status write_embedding(FILE *out, struct session *s, const odd_job *job, odd_error *err)
{
	odd_mat m;
	odd_one_state state = odd_one_look(s->now.epoch->run);
	odd_status status = odd_mat_alloc(&m, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(s->now.epoch->run, m);
	fputs("id", out);
	for (size_t k = 0; k < m.cols; k++)
		fprintf(out, "\te%zu", k + 1);
	putc('\n', out);
	for (size_t i = 0; i < m.rows && status == ODD_OK; i++) {
		put_field(out, odd_names_get(&session_network(s)->ids, i));
		for (size_t k = 0; k < m.cols; k++)
			fprintf(out, "\t%.9g", odd_mat_row(m, i)[k]);
		putc('\n', out);
		status = poll(job, i, m.rows, err);
	}
	odd_mat_free(&m);
	return status;
}

static odd_status write_points(FILE *out, const odd_network *net, const odd_projection *map,
	const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	fprintf(out, "# %s of the %s", odd_projection_method_name(map->method),
		odd_projection_source_name(map->source));
	if (map->method == ODD_PROJECT_PCA)
		fprintf(out, ", explained %.9g %.9g", map->explained[0], map->explained[1]);
	else
		fprintf(out, ", perplexity %.9g, iterations %zu", map->perplexity, map->iterations);
	if (map->node != NULL)
		fprintf(out, ", a sample of %zu of %zu nodes", map->xy.rows, net->nodes);
	fputs("\nid\tx\ty\n", out);
	for (size_t i = 0, at = 0; i < net->nodes && status == ODD_OK; i++) {
		put_field(out, odd_names_get(&net->ids, i));
		if (map->node == NULL || (at < map->xy.rows && map->node[at] == i)) {
			const double *xy = odd_mat_row(map->xy, at++);
			fprintf(out, "\t%.9g\t%.9g\n", xy[0], xy[1]);
		} else {
			fputs("\t\t\n", out); /* not in the sample */
		}
		status = poll(job, i, net->nodes, err);
	}
	return status;
}

static odd_status write_projection(FILE *out, struct session *s, const odd_job *job, odd_error *err)
{
	odd_projection map;
	bool own;
	odd_status status = export_map(&map, &own, s, job, err);
	if (status != ODD_OK)
		return status;
	status = write_points(out, session_network(s), &map, job, err);
	if (own)
		odd_projection_clear(&map);
	return status;
}

static odd_status write_trace(FILE *out, struct session *s, const odd_job *job, odd_error *err)
{
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	fputs("iteration\tstep\tloss\tstructure\tattributes\tdisagreement\n", out);
	for (size_t i = 0; i < trace->count; i++) {
		const odd_trace_point *p = &trace->point[i];
		fprintf(out, "%zu\t%s", p->iteration,
			p->changed ? "changed" : odd_substep_get(p->step)->name);
		session_put_number(out, p->loss);
		for (int t = 0; t < 3; t++)
			session_put_number(out, p->term[t]);
		putc('\n', out);
	}
	return poll(job, 0, 1, err);
}

static odd_status write_recall(FILE *out, struct session *s, const odd_job *job, odd_error *err)
{
	fputs("top\tnodes\trecall\tstructural\tattribute\tcombined\n", out);
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &s->scored->evaluation.row[i];
		fprintf(out, "%g\t%zu", row->top, row->taken);
		session_put_number(out, row->recall);
		for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++)
			session_put_number(out, row->kind[kind]);
		putc('\n', out);
	}
	return poll(job, 0, 1, err);
}

static const struct {
	const char *name;
	export_writer *write;
} tables[] = {{"scores", write_scores}, {"embedding", write_embedding},
	{"projection", write_projection}, {"trace", write_trace}, {"recall", write_recall}};

export_writer *export_table_find(const char *name)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (strcmp(tables[i].name, name) == 0)
			return tables[i].write;
	return NULL;
}

const char *export_table_names(void)
{
	return "embedding|projection|recall|scores|trace";
}

export_writer *export_table_behind(const struct figure *figure)
{
	if (strcmp(figure->name, "loss") == 0)
		return write_trace;
	if (strcmp(figure->name, "map") == 0)
		return write_projection;
	return strcmp(figure->name, "recall") == 0 ? write_recall : write_scores;
}
