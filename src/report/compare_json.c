/* compare_json.c: a comparison as one JSON object. Its names are a contract: add, never rename. */
#include "config.h"

#include "report/json.h"

static json_t *options_object(const struct result *o)
{
	json_t *tasks = json_array();
	for (int task = 0; task < ODD_TASKS; task++)
		if ((o->compared->tasks & ODD_TASK_BIT(task)) != 0)
			json_array_append_new(tasks, json_string(odd_task_name((odd_task)task)));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "dims", json_count(o->compared->k),
		"unlabelled_dims",
		o->compared->unlabelled_k > 0 ? json_count(o->compared->unlabelled_k) : json_null(),
		"tasks", tasks, "seeds", json_count(o->compared->seeds), "seed",
		json_seed(o->compared->seed), "repeats", json_count(o->compared->repeats),
		"plant_style", o->compared->plant.style == ODD_PLANT_LOCAL ? "local" : "uniform");
}

/* Each setting with the value it had, and that of the public program where it is known. */
static json_t *settings_object(const struct result *o, const odd_method *method)
{
	json_t *object = json_object();
	for (size_t i = 0; i < method->option_count; i++) {
		const odd_method_option *option = &method->options[i];
		json_object_set_new(object, option->name,
			json_pack("{s:o, s:s?}", "value",
				json_text(odd_compare_setting(o->compared, method, option)),
				"public", option->published));
	}
	return object;
}

static json_t *means_object(const struct result *o, size_t method)
{
	json_t *object = json_object();
	for (size_t m = 0; m < ODD_MEASURES; m++) {
		size_t count;
		odd_spread s = odd_comparison_spread(o->table, method, m, &count);
		if (count > 0)
			json_object_set_new(object, odd_measure_get(m)->name,
				json_pack("{s:o, s:o, s:o, s:o}", "mean", json_number(s.mean),
					"deviation", json_number(s.deviation), "seeds",
					json_count(count), "published",
					json_number(result_published(o, method, m))));
	}
	return object;
}

static json_t *methods_array(const struct result *o)
{
	static const char *const kind[] = {"structure", "attributed", "control"};
	json_t *array = json_array();
	for (size_t m = 0; m < o->table->methods; m++) {
		const odd_method *method = o->table->method[m];
		json_array_append_new(array,
			json_pack("{s:s, s:s, s:s, s:b, s:o, s:s?, s:o, s:o}", "name", method->name,
				"title", odd_compare_title(o->compared, method), "kind",
				kind[method->kind], "supervised", method->supervised, "public_dims",
				method->published_k > 0 ? json_count(method->published_k)
							: json_null(),
				"note", method->note, "settings", settings_object(o, method),
				"results", means_object(o, m)));
	}
	return array;
}

static json_t *cells_array(const struct result *o)
{
	json_t *array = json_array();
	for (size_t i = 0; i < o->table->methods * o->table->seeds; i++) {
		const odd_cell *cell = &o->table->cell[i];
		json_t *values = json_object();
		for (size_t m = 0; m < ODD_MEASURES && cell->state == ODD_CELL_DONE; m++)
			if (result_measured(o, m))
				json_object_set_new(values, odd_measure_get(m)->name,
					json_number(cell->value[m]));
		json_array_append_new(array,
			json_pack("{s:s, s:o, s:s, s:o, s:o}", "method",
				o->table->method[cell->method]->name, "seed", json_seed(cell->seed),
				"state", result_cell_state(cell), "error",
				cell->state == ODD_CELL_FAILED ? json_text(cell->error.message)
							       : json_null(),
				"values", values));
	}
	return array;
}

json_t *report_compare_object(const struct result *o)
{
	return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:i, s:I}", "oddone",
		VERSION, "schema", REPORT_SCHEMA, "command", json_text(o->command), "dataset",
		report_dataset_object(o), "options", options_object(o), "methods", methods_array(o),
		"cells", cells_array(o), "published_source", ODD_PUBLISHED_SOURCE, "notes",
		report_notes_array(o), "seconds", json_number(o->seconds[STAGE_TOTAL]),
		"cells_at_once", o->table->at_once, "peak_memory_bytes",
		(json_int_t)o->peak_memory);
}
