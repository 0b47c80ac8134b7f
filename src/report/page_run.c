/* page_run.c: a run as a page: ranking, map, explanations, figures, and how to make it again. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "report/json.h"
#include "report/page.h"

/* Rows that a browser sorts and searches without a pause, and points it draws. */
enum { MOST_ROWS = 5000, MOST_POINTS = 5000, PLAIN_ROWS = 20 };

static size_t row_count(const struct result *o)
{
	return o->scores->n < MOST_ROWS ? o->scores->n : MOST_ROWS;
}

/* ---- data for the script ------------------------------------------------------------------ */

/* Names of the classes; a node has an index into them or -1. */
static json_t *classes_array(const odd_network *net)
{
	json_t *array = json_array();
	for (size_t i = 0; i < net->classes.count; i++)
		json_array_append_new(array, json_text(odd_names_get(&net->classes, i)));
	return array;
}

static json_t *parts_array(const odd_scores *s)
{
	json_t *array = json_array();
	for (size_t t = 0; t < s->score->count; t++)
		json_array_append_new(
			array, json_pack("{s:s, s:s}", "name", s->score->component[t].name, "thing",
				       s->score->component[t].thing));
	return array;
}

/* id, class, kind, total, parts: of the nodes by rank. */
static json_t *rows_array(const struct result *o)
{
	const odd_scores *s = o->scores;
	json_t *array = json_array();
	for (size_t i = 0; i < row_count(o); i++) {
		const size_t node = s->order[i];
		json_t *row =
			json_pack("[o, i, s, o]", json_text(odd_names_get(&o->net->ids, node)),
				o->net->label[node] == ODD_NO_LABEL ? -1 : (int)o->net->label[node],
				result_kind(o, node), json_number(s->total[node]));
		for (size_t t = 0; t < s->score->count; t++)
			json_array_append_new(row, json_number(s->part[t][node]));
		json_array_append_new(array, row);
	}
	return array;
}

/* A coordinate as one of a thousand, which a map of this size can show. */
static json_t *coordinates(odd_cmat xy, size_t column, size_t count, const double bounds[4])
{
	const double low = bounds[2 * column], high = bounds[2 * column + 1];
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++) {
		const double x = (xy.data[i * xy.stride + column] - low) / fmax(high - low, 1e-300);
		json_array_append_new(array, json_integer((json_int_t)lround(1000.0 * x)));
	}
	return array;
}

static json_t *map_object(const struct result *o, const struct drawing *d)
{
	const odd_cmat xy = d->run.look.projection.xy;
	const size_t count = xy.rows < MOST_POINTS ? xy.rows : MOST_POINTS;
	char note[200];
	double bounds[4];
	if (o->map == NULL || count == 0)
		return json_null();
	figure_map_bounds(bounds, xy);
	json_t *rank = json_array(), *class = json_array(), *kind = json_array(),
	       *id = json_array();
	for (size_t i = 0; i < count; i++) {
		const size_t node = o->map->node != NULL ? o->map->node[i] : i;
		const int32_t label = (int32_t)o->net->label[node];
		json_array_append_new(rank, json_count(o->scores->rank[node]));
		json_array_append_new(
			class, json_integer(o->net->label[node] == ODD_NO_LABEL ? -1 : label));
		json_array_append_new(kind, json_text(result_kind(o, node)));
		json_array_append_new(id, json_text(odd_names_get(&o->net->ids, node)));
	}
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "note",
		figure_map_note(note, sizeof note, &d->run, false), "x",
		coordinates(xy, 0, count, bounds), "y", coordinates(xy, 1, count, bounds), "rank",
		rank, "class", class, "kind", kind, "id", id);
}

static json_t *data_object(const struct result *o, const struct drawing *d)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "nodes", json_count(o->net->nodes),
		"classes", classes_array(o->net), "parts", parts_array(o->scores), "rows",
		rows_array(o), "map", map_object(o, d), "bars", o->scores->score->ranked);
}

/* ---- sections ----------------------------------------------------------------------------- */

static void write_heading(FILE *out, const struct drawing *d)
{
	const struct result *o = d->run.result;
	char caption[300];
	fputs("<header>\n<h1>", out);
	page_text(out, o->net->name);
	fputs("</h1>\n<p>", out);
	page_text(out, figure_caption(caption, sizeof caption, &d->run, 0));
	fputs("</p>\n", out);
	if (o->evaluation != NULL && o->evaluation->outliers > 0)
		page_format(out, "%zu outliers are known. The area under the ROC curve is %.3f.",
			o->evaluation->outliers, o->evaluation->auc);
	fputs("\n</header>\n<main>\n", out);
}

/* The first rows; the script puts a table to sort and search in its place. */
static void write_ranking(FILE *out, const struct result *o)
{
	const odd_scores *s = o->scores;
	fputs("<section id=\"ranking\">\n<h2>Ranking</h2>\n<p>", out);
	page_text(out, s->score->about);
	fputs("</p>\n<div id=\"tools\"></div>\n<div class=\"scroll\">\n<table id=\"table\">\n<thead><tr>"
	      "<th>rank</th><th>node</th><th>class</th><th>known as</th><th>total</th>",
		out);
	for (size_t t = 0; t < s->score->count; t++) {
		fputs("<th>", out);
		page_text(out, s->score->component[t].word);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < s->n && i < PLAIN_ROWS; i++) {
		const size_t node = s->order[i];
		fprintf(out, "<tr><td>%zu</td><td>", i + 1);
		page_text(out, odd_names_get(&o->net->ids, node));
		fputs("</td><td>", out);
		page_text(out, result_label(o, node));
		fprintf(out, "</td><td>%s</td><td>%.4g</td>", result_kind(o, node), s->total[node]);
		for (size_t t = 0; t < s->score->count; t++)
			fprintf(out, "<td>%.3f</td>", s->part[t][node]);
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</div>\n", out);
	if (row_count(o) < s->n)
		fprintf(out, "<p>The first %zu of %zu nodes are on this page.</p>\n", row_count(o),
			s->n);
	fputs("</section>\n", out);
}

static void write_map(FILE *out, const struct result *o)
{
	if (o->map != NULL)
		fputs("<section id=\"map\">\n<h2>Map</h2>\n<div id=\"plot\"><noscript>The map needs "
		      "JavaScript.</noscript></div>\n</section>\n",
			out);
}

static void write_reasons(FILE *out, const struct result *o)
{
	if (o->why_count == 0)
		return;
	fputs("<section id=\"why\">\n<h2>Why the oddest nodes are odd</h2>\n", out);
	for (size_t i = 0; i < o->why_count; i++) {
		fprintf(out, "<details%s id=\"why-%zu\">\n<summary>", i == 0 ? " open" : "",
			(size_t)o->why[i].rank);
		page_format(out, "%zu. %s", (size_t)o->why[i].rank, o->why[i].id);
		fputs("</summary>\n<ul>\n", out);
		for (size_t j = 0; j < o->sentences[i].count; j++) {
			fputs("<li>", out);
			page_text(out, o->sentences[i].line[j]);
			fputs("</li>\n", out);
		}
		fputs("</ul>\n</details>\n", out);
	}
	fputs("</section>\n", out);
}

static odd_status write_figures(FILE *out, const struct drawing *d, odd_error *err)
{
	const struct result *o = d->run.result;
	const odd_trace_point *first = &o->trace->point[0];
	const odd_trace_point *last = &o->trace->point[o->trace->count - 1];
	char alt[200];
	fputs("<section id=\"figures\">\n<h2>Loss</h2>\n", out);
	snprintf(alt, sizeof alt, "The loss of ONE over %zu iterations: from %.6g to %.6g.",
		o->iteration, first->loss, last->loss);
	odd_status status = page_figure(out, d, figure_find("loss"), alt, err);
	if (status == ODD_OK && o->evaluation != NULL && o->evaluation->outliers > 0) {
		const odd_recall_row *row = &o->evaluation->row[0];
		fputs("<h2>Recall</h2>\n", out);
		snprintf(alt, sizeof alt,
			"Recall of the %zu known outliers: %.2f in the first %g %%.",
			o->evaluation->outliers, row->recall, row->top);
		status = page_figure(out, d, figure_find("recall"), alt, err);
	}
	fputs("</section>\n", out);
	return status;
}

static void write_provenance(FILE *out, const struct result *o)
{
	fputs("<section id=\"again\">\n<h2>How to make this page again</h2>\n", out);
	if (o->command != NULL) {
		fputs("<pre>", out);
		page_text(out, o->command);
		fputs("</pre>\n", out);
	}
	fprintf(out, "<p>oddone " VERSION ", checksum of the network %016" PRIx64 ".</p>\n",
		o->checksum);
	fputs("<details>\n<summary>Options</summary>\n<table><tbody>\n", out);
	for (size_t i = 0; i < run_option_count; i++) {
		char value[ODD_OPTION_VALUE];
		if ((run_option_rows[i].flags & ODD_OPTION_TOLD) == 0)
			continue;
		fprintf(out, "<tr><th scope=\"row\">%s</th><td>", run_option_rows[i].name);
		page_text(out, odd_option_get(value, &run_option_rows[i], &o->options));
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table>\n</details>\n", out);
	for (size_t i = 0; i < o->note_count; i++) {
		fputs("<p>Note: ", out);
		page_text(out, o->note[i]);
		fputs("</p>\n", out);
	}
	fputs("</section>\n</main>\n", out);
}

/* ---- the page ----------------------------------------------------------------------------- */

static odd_status write_page(
	FILE *out, const struct drawing *d, const struct page_files *files, odd_error *err)
{
	const struct result *o = d->run.result;
	char title[200];
	snprintf(title, sizeof title, "The odd ones out of %.100s", o->net->name);
	page_begin(out, title, files);
	write_heading(out, d);
	write_ranking(out, o);
	fputs("<div class=\"beside\">\n", out);
	write_map(out, o);
	write_reasons(out, o);
	fputs("</div>\n", out);
	odd_status status = write_figures(out, d, err);
	if (status == ODD_OK) {
		write_provenance(out, o);
		status = page_end(out, data_object(o, d), files, err);
	}
	return status;
}

odd_status page_save_run(const char *path, const struct result *o, const struct page_files *files,
	const odd_job *job, odd_error *err)
{
	struct drawing d = DRAWING_INIT;
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	status = drawing_fill(&d, o, err);
	if (status == ODD_OK)
		status = write_page(file.stream, &d, files, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	drawing_clear(&d);
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}
