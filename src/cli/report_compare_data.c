/* report_compare_data.c: a comparison for programs: every cell as a line of a table, or everything
 * as one JSON object. Their names are a contract: add, never rename.
 */
#include "config.h"

#include <stdlib.h>

#include "cli/compare.h"
#include "cli/json.h"
#include "cli/report_json.h"
#include "cli/staging.h"
#include "cli/text.h"
#include "oddone/base/file.h"

static const char *state_name(odd_cell_state state)
{
	switch (state) {
	case ODD_CELL_DONE:
		return "done";
	case ODD_CELL_FAILED:
		return "failed";
	default:
		return "unfinished";
	}
}

/* ---- tsv ---------------------------------------------------------------------------------- */

void report_compare_tsv(FILE *out, const struct compare *c)
{
	char number[TEXT_NUMBER];
	fputs("method\tseed\tstate", out);
	for (size_t m = 0; m < ODD_MEASURES; m++)
		fprintf(out, "\t%s", odd_measure_get(m)->name);
	putc('\n', out);
	for (size_t i = 0; i < c->table.methods * c->table.seeds; i++) {
		const odd_cell *cell = &c->table.cell[i];
		fprintf(out, "%s\t%llu\t%s", c->table.method[cell->method]->name,
			(unsigned long long)cell->seed, state_name(cell->state));
		for (size_t m = 0; m < ODD_MEASURES; m++)
			fprintf(out, "\t%s", text_number(number, cell->value[m]));
		putc('\n', out);
	}
}

/* ---- json --------------------------------------------------------------------------------- */

static json_t *dataset_object(const struct compare *c)
{
	const odd_network *net = c->net;
	const odd_plant_options *p = &c->options.plant;
	return json_pack("{s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:{s:o, s:o, s:o}, s:o}", "name",
		json_text(net->name), "format", json_text(net->format), "directed", net->directed,
		"nodes", json_count(net->nodes), "edges", json_count(net->edges), "attributes",
		json_count(net->attributes), "labels", json_count(net->classes.count), "planted",
		"structural", json_count(p->structural), "attribute", json_count(p->attribute),
		"combined", json_count(p->combined), "checksum", json_checksum(c->checksum));
}

static json_t *options_object(const struct compare *c)
{
	json_t *tasks = json_array();
	for (int task = 0; task < ODD_TASKS; task++)
		if ((c->options.tasks & ODD_TASK_BIT(task)) != 0)
			json_array_append_new(tasks, json_string(odd_task_name((odd_task)task)));
	return json_pack("{s:o, s:o, s:o, s:I, s:o, s:s}", "dims", json_count(c->options.k),
		"tasks", tasks, "seeds", json_count(c->options.seeds), "seed",
		(json_int_t)c->options.seed, "repeats", json_count(c->options.repeats),
		"plant_style", c->options.plant.style == ODD_PLANT_LOCAL ? "local" : "uniform");
}

/* Each setting with the value it had, and that of the public program where it is known. */
static json_t *settings_object(const struct compare *c, const odd_method *method)
{
	json_t *o = json_object();
	for (size_t i = 0; i < method->option_count; i++) {
		const odd_method_option *option = &method->options[i];
		json_object_set_new(o, option->name,
			json_pack("{s:o, s:s?}", "value",
				json_text(odd_compare_setting(&c->options, method, option)),
				"public", option->published));
	}
	return o;
}

static json_t *means_object(const struct compare *c, size_t method)
{
	json_t *o = json_object();
	for (size_t m = 0; m < ODD_MEASURES; m++) {
		size_t count;
		odd_spread s = odd_comparison_spread(&c->table, method, m, &count);
		if (count > 0)
			json_object_set_new(o, odd_measure_get(m)->name,
				json_pack("{s:o, s:o, s:o, s:o}", "mean", json_number(s.mean),
					"deviation", json_number(s.deviation), "seeds",
					json_count(count), "published",
					json_number(compare_published(c, method, m))));
	}
	return o;
}

static json_t *methods_array(const struct compare *c)
{
	static const char *const kind[] = {"structure", "attributed", "control"};
	json_t *array = json_array();
	for (size_t m = 0; m < c->table.methods; m++) {
		const odd_method *method = c->table.method[m];
		json_array_append_new(array,
			json_pack("{s:s, s:s, s:s, s:b, s:o, s:s?, s:o, s:o}", "name", method->name,
				"title", odd_compare_title(&c->options, method), "kind",
				kind[method->kind], "supervised", method->supervised, "public_dims",
				method->published_k > 0 ? json_count(method->published_k)
							: json_null(),
				"note", method->note, "settings", settings_object(c, method),
				"results", means_object(c, m)));
	}
	return array;
}

static json_t *cells_array(const struct compare *c)
{
	json_t *array = json_array();
	for (size_t i = 0; i < c->table.methods * c->table.seeds; i++) {
		const odd_cell *cell = &c->table.cell[i];
		json_t *values = json_object();
		for (size_t m = 0; m < ODD_MEASURES && cell->state == ODD_CELL_DONE; m++)
			json_object_set_new(
				values, odd_measure_get(m)->name, json_number(cell->value[m]));
		json_array_append_new(array,
			json_pack("{s:s, s:I, s:s, s:o, s:o}", "method",
				c->table.method[cell->method]->name, "seed", (json_int_t)cell->seed,
				"state", state_name(cell->state), "error",
				cell->state == ODD_CELL_FAILED ? json_text(cell->error.message)
							       : json_null(),
				"values", values));
	}
	return array;
}

static json_t *notes_array(const struct notes *notes)
{
	json_t *array = json_array();
	for (size_t i = 0; i < notes->count; i++)
		json_array_append_new(array, json_text(notes->text[i]));
	return array;
}

odd_status report_compare_json(FILE *out, const struct compare *c, odd_error *err)
{
	return json_write(out,
		json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:i, s:I}", "oddone",
			VERSION, "command", json_text(c->command), "dataset", dataset_object(c),
			"options", options_object(c), "methods", methods_array(c), "cells",
			cells_array(c), "published_source", ODD_PUBLISHED_SOURCE, "notes",
			notes_array(&c->notes), "seconds", json_number(c->seconds), "cells_at_once",
			c->table.at_once, "peak_memory_bytes", (json_int_t)c->peak_memory),
		err);
}

/* ---- files -------------------------------------------------------------------------------- */

static odd_status write_file(
	const char *dir, const char *name, bool json, const struct compare *c, odd_error *err)
{
	odd_file file;
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK)
		return status;
	if (json)
		status = report_compare_json(file.stream, c, err);
	else
		report_compare_tsv(file.stream, c);
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}

odd_status compare_export(const struct compare *c, odd_error *err)
{
	struct staging staging;
	if (c->settings->output == NULL)
		return ODD_OK;
	odd_status status = staging_begin(&staging, c->settings->output, err);
	if (status != ODD_OK)
		return status;
	status = write_file(staging.dir, "comparison.tsv", false, c, err);
	if (status == ODD_OK)
		status = write_file(staging.dir, "comparison.json", true, c, err);
	if (status == ODD_OK)
		return staging_commit(&staging, err);
	staging_discard(&staging);
	return status;
}
