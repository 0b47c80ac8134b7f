/* cmd_compare.c: ONE beside the other methods, on the same planted networks. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compare.h"
#include "base/file.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

/* ---- what to compare ---------------------------------------------------------------------- */

enum { MOST_SEEDS = 10000 };
#define BATTERY_SEEDS "10"

/* The command is `battery`, not `compare`. */
static bool battery(const struct compare *c)
{
	return c->run.settings->command->run == sub_battery;
}

/* Which of the names, NULL behind the last, a list parted by commas has (NULL: all), a bit each.
 * ODD_EUSAGE names all there are. */
static odd_status choose(unsigned *out, const char *list, const char *as,
	const char *(*names)(size_t i), odd_error *err)
{
	const char *name;
	*out = list == NULL ? ~0u : 0;
	while (list != NULL && *list != '\0') {
		size_t length = strcspn(list, ","), i = 0, used = 0;
		char all[200] = "";
		for (; (name = names(i)) != NULL; i++) {
			if (strlen(name) == length && memcmp(list, name, length) == 0)
				break;
			used += (size_t)snprintf(all + used,
				used < sizeof all ? sizeof all - used : 0, "%s%s",
				i > 0 ? ", " : "", name);
		}
		if (name == NULL)
			return odd_error_set(err, ODD_EUSAGE, "%s: \"%.*s\" is none of %s", as,
				(int)(length < 30 ? length : 30), list, all);
		*out |= 1u << i;
		list += length + (list[length] == ',');
	}
	return ODD_OK;
}

/* "5": so many from --seed on; "201-210": these. */
static odd_status read_seeds(struct compare *c, odd_error *err)
{
	const struct settings *s = c->run.settings;
	const char *text = battery(c) && settings_next(s, "seeds", &(size_t){0}) == NULL
				   ? BATTERY_SEEDS
				   : s->seeds;
	const char *dash = strchr(text, '-');
	char first[24] = "";
	uint64_t from = 0, to = 0;
	if (dash == NULL || dash == text) {
		c->options.seed = s->run.one.seed;
		return odd_whole_parse(&c->options.seeds, "--seeds", text, 1, MOST_SEEDS, err);
	}
	if (settings_next(s, "seed", &(size_t){0}) != NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"--seeds %.40s names the first seed, and so does --seed", text);
	snprintf(first, sizeof first, "%.*s", (int)(dash - text), text);
	odd_status status = odd_seed_parse(&from, "--seeds", first, err);
	if (status == ODD_OK)
		status = odd_seed_parse(&to, "--seeds", dash + 1, err);
	if (status == ODD_OK && (to < from || to - from >= MOST_SEEDS))
		return odd_error_set(err, ODD_EUSAGE,
			"--seeds %.40s: the second must not be below the first, and there are at "
			"most %d",
			text, MOST_SEEDS);
	c->options.seed = from;
	c->options.seeds = (size_t)(to - from + 1);
	return status;
}

/* In the order of the table, whatever the order of the list. */
static odd_status read_methods(struct compare *c, odd_error *err)
{
	const struct settings *s = c->run.settings;
	unsigned chosen = 0;
	const odd_method *method;
	odd_status status =
		choose(&chosen, s->methods, "--methods", option_row("methods")->names, err);
	for (size_t i = 0; i < MAX_METHODS && (method = odd_method_get(i)) != NULL; i++)
		if ((chosen & 1u << i) != 0)
			c->method[c->options.methods++] = method;
	if (status == ODD_OK && s->tasks != NULL)
		status = choose(
			&c->options.tasks, s->tasks, "--tasks", option_row("tasks")->names, err);
	return status;
}

/* A row, or one for each number of iterations that was asked for: "one-40". */
static odd_status add_rows(struct compare *c, const odd_method *method, odd_error *err)
{
	const char *text =
		method->score != NULL && method->rounds == 0 ? c->run.settings->rounds : NULL;
	do {
		size_t at = c->options.methods, rounds = 0;
		if (at == MAX_METHODS)
			return odd_error_set(err, ODD_EUSAGE, "at most %d rows", MAX_METHODS);
		c->row[at] = *method;
		c->method[c->options.methods++] = &c->row[at];
		if (text == NULL)
			return ODD_OK;
		char number[24];
		size_t length = strcspn(text, ",");
		snprintf(number, sizeof number, "%.*s", (int)(length < 23 ? length : 23), text);
		odd_status status =
			odd_whole_parse(&rounds, "--iterations", number, 0, 1000000, err);
		if (status != ODD_OK)
			return status;
		snprintf(c->name[at], sizeof c->name[at], "%s-%zu", method->name, rounds);
		c->row[at].name = c->row[at].title = c->name[at];
		c->row[at].rounds = rounds + 1;
		text += length + (text[length] == ',');
	} while (*text != '\0');
	return ODD_OK;
}

/* A battery is a comparison of its rows in its own tasks. */
static odd_status read_rows(struct compare *c, odd_error *err)
{
	const struct settings *s = c->run.settings;
	odd_method method;
	unsigned chosen = 0;
	odd_status status =
		choose(&chosen, s->scores, "--scores", option_row("scores")->names, err);
	for (size_t i = 0; i < MAX_METHODS && odd_battery_row(&method, i) && status == ODD_OK; i++)
		if ((chosen & 1u << i) != 0)
			status = add_rows(c, &method, err);
	odd_battery_row(&method, 0);
	if (status == ODD_OK && s->run.without != 0) {
		size_t used = (size_t)snprintf(c->less, sizeof c->less, "evidence-less");
		for (size_t t = 0; t < method.score->count; t++)
			if ((s->run.without >> t & 1u) != 0)
				used += (size_t)snprintf(c->less + used, sizeof c->less - used,
					"-%s", method.score->component[t].name);
		method.without = s->run.without;
		method.name = method.title = c->less;
		status = add_rows(c, &method, err);
	}
	c->options.tasks = ODD_BATTERY_TASKS;
	return status;
}

static odd_status compare_check(struct run *r, odd_error *err)
{
	struct compare *c = (struct compare *)r;
	const struct settings *s = r->settings;
	r->study.as_given = true;
	c->options.method = c->method;
	c->options.setting = c->setting;
	c->options.repeats = battery(c) ? 1 : s->repeats;
	c->options.k = s->run.one.k;
	const char *text;
	for (size_t at = 0; (text = settings_next(s, "set", &at)) != NULL;)
		c->setting[c->options.settings++] = text;
	odd_status status = read_seeds(c, err);
	if (status == ODD_OK)
		status = battery(c) ? read_rows(c, err) : read_methods(c, err);
	if (status == ODD_OK)
		status = odd_compare_check(&c->options, NULL, err);
	if (status == ODD_OK)
		status = run_check_targets(r, err);
	if (status == ODD_OK && s->output != NULL) {
		struct stat info;
		c->made = stat(s->output, &info) != 0;
		c->cache = odd_path_join(s->output, "cells");
		c->options.cache = c->cache;
		status = c->cache != NULL ? ODD_OK : odd_error_nomem(err);
	}
	return status;
}

/* ---- the network -------------------------------------------------------------------------- */

/* Outliers that the data knows are enough, unless others are asked for. */
static odd_status resolve_plant(struct compare *c, odd_error *err)
{
	struct run_options o = c->run.settings->run;
	if ((c->options.tasks & ODD_USUAL_TASKS) == 0)
		return ODD_OK; /* the battery plants by itself */
	if (!o.plant.given && !study_network(&c->run.study)->has_truth)
		o.plant = (odd_amounts){.given = true, .all = 5.0};
	if (!run_options_plants(&o))
		notes_add(&c->run.study.notes,
			"nothing was planted: the outliers known from the data count, and "
			"seeds are those of the methods alone");
	return run_options_plant(
		&c->options.plant, &o, study_network(&c->run.study)->nodes, "--plant", err);
}

/* By --methods or by --set. */
static bool asked_for(const struct compare *c, const odd_method *method)
{
	size_t length = strlen(method->name);
	for (size_t i = 0; i < c->options.settings; i++)
		if (strncmp(c->setting[i], method->name, length) == 0 &&
			c->setting[i][length] == '.')
			return true;
	return c->run.settings->methods != NULL || c->run.settings->scores != NULL;
}

/* Methods and tasks that nobody asked for by name are left out where the network is not made for
 * them. */
static void leave_out(struct compare *c)
{
	odd_method_request request = {.k = c->options.k};
	size_t kept = 0;
	odd_error why;
	if ((c->options.tasks & ODD_USUAL_TASKS) == ODD_USUAL_TASKS &&
		c->run.settings->tasks == NULL && study_network(&c->run.study)->classes.count < 2) {
		c->options.tasks = ODD_TASK_BIT(ODD_TASK_OUTLIERS);
		notes_add(&c->run.study.notes,
			"no classification and no clustering: the network has not two "
			"classes of labels");
	}
	for (size_t m = 0; m < c->options.methods; m++) {
		if (asked_for(c, c->method[m]) ||
			odd_method_check(c->method[m], study_network(&c->run.study), &request,
				&why) == ODD_OK)
			c->method[kept++] = c->method[m];
		else
			notes_add(&c->run.study.notes, "left out: %s", why.message);
	}
	c->options.methods = kept;
}

/* Checks that every network of the battery can be made, before hours of work. */
static odd_status try_battery(struct compare *c, odd_error *err)
{
	odd_status status = ODD_OK;
	if ((c->options.tasks & ODD_BATTERY_TASKS) == 0)
		return ODD_OK;
	for (size_t k = 0; k < ODD_COLUMN_KNOWN && status == ODD_OK; k++) {
		odd_network *net = NULL;
		status = odd_battery_network(&net, study_network(&c->run.study),
			&c->run.study.classes, (odd_column)k, c->options.seed, &c->run.work.job,
			err);
		odd_network_free(net);
	}
	return status;
}

static odd_status compare_load(struct run *r, odd_error *err)
{
	odd_network *net;
	struct compare *c = (struct compare *)r;
	struct study *s = &r->study;
	odd_status status = load_network(&net, r->settings, &r->work, err);
	if (status == ODD_OK)
		status = study_take(s, net, err);
	if (status == ODD_OK)
		status = study_find_classes(s, &r->work.job, err);
	if (status == ODD_OK)
		status = study_prepare(s, &r->work.job, err);
	c->options.k = s->one.k;
	if (status == ODD_OK)
		status = resolve_plant(c, err);
	if (status == ODD_OK)
		leave_out(c);
	if (status == ODD_OK)
		if (status == ODD_OK)
			status = try_battery(c, err);
	return status == ODD_OK ? notes_check(&s->notes, err) : status;
}

/* ---- the command -------------------------------------------------------------------------- */

static odd_status compare_work(struct run *r, odd_error *err)
{
	struct compare *c = (struct compare *)r;
	struct result *o = &r->result;
	struct work *w = &r->work;
	struct cell_progress progress = {.work = w};
	odd_compare_watch watch = cell_progress_watch(&progress);
	size_t used = 0;
	double began = odd__clock();
	odd_status status = odd_compare_run(&c->table, study_network(&r->study), &r->study.classes,
		&c->options, &watch, &w->job, err);
	r->study.seconds[STAGE_TOTAL] = odd__clock() - began;
	work_end(w);
	for (size_t i = 0; i < c->table.cells; i++)
		used += c->table.cell[i].cached;
	if (used > 0)
		tell(w, "%zu of %zu cells were there already", used, c->table.cells);
	study_look(o, &r->study);
	o->groups = &r->study.classes;
	o->table = &c->table;
	o->compared = &c->options;
	o->battery_recall = r->settings->recall;
	o->published = &r->published;
	o->command = r->command;
	o->again = r->command;
	return status;
}

/* Into the directory of --export, or of --figures. */
static odd_status write_files(struct run *r, const char *target, bool figures, odd_error *err)
{
	const struct result *o = &r->result;
	const odd_job *job = &r->work.job;
	struct staging staging;
	if (target == NULL)
		return ODD_OK;
	odd_status status = run_stage(r, &staging, target, err);
	if (status != ODD_OK)
		return status;
	if (figures)
		status = figures_write(o, &r->settings->figures, staging.dir, job, err);
	else
		status = report_table_save_in(
			staging.dir, report_table_find("comparison"), o, job, err);
	if (status == ODD_OK && !figures)
		status =
			json_save_in(staging.dir, "comparison.json", report_compare_object(o), err);
	if (status == ODD_OK)
		return staging_commit(&staging, err);
	staging_fault(&staging, status, err);
	staging_discard(&staging);
	return status;
}

static odd_status compare_write(struct run *r, odd_error *err)
{
	odd_status status = write_files(r, r->settings->output, false, err);
	return status == ODD_OK ? write_files(r, r->settings->figures.dir, true, err) : status;
}

/* Returns FAILED when a method has failed: the table has a gap then. */
static int compare_tell(struct run *r)
{
	const struct compare *c = (const struct compare *)r;
	const struct settings *s = r->settings;
	if (s->output != NULL)
		tell(&r->work, "wrote comparison.tsv and comparison.json to %s", s->output);
	figures_tell(r, figures_count(&r->result, &s->figures));
	for (size_t i = 0; i < c->table.cells; i++)
		if (c->table.cell[i].state == ODD_CELL_FAILED)
			return FAILED;
	return DONE;
}

/* Removes directories that were made and are empty. What an interrupted comparison has finished is
 * reported. */
static int compare_fail(struct run *r, odd_status status)
{
	const struct compare *c = (const struct compare *)r;
	odd_error err;
	if (c->cache != NULL)
		rmdir(c->cache);
	if (c->made && r->settings->output != NULL)
		rmdir(r->settings->output);
	if (status != ODD_ECANCELLED || c->table.cell == NULL)
		return -1;
	if (c->table.finished > 0)
		run_report(r, &err);
	fprintf(stderr, "oddone: interrupted: %zu of %zu cells are finished%s\n", c->table.finished,
		c->table.cells, c->cache != NULL ? "; the same command takes up from there" : "");
	return work_ended_by();
}

static void compare_clear(struct run *r)
{
	struct compare *c = (struct compare *)r;
	odd_comparison_clear(&c->table);
	free(c->cache);
}

int sub_compare(const struct settings *settings)
{
	static const struct steps steps = {.check = compare_check,
		.load = compare_load,
		.work = compare_work,
		.write = compare_write,
		.tell = compare_tell,
		.fail = compare_fail,
		.clear = compare_clear};
	struct compare c = {.options = ODD_COMPARE_OPTIONS_INIT};
	return run_steps(&c.run, settings, &steps);
}

int sub_battery(const struct settings *settings)
{
	return sub_compare(settings);
}
