/* cmd_compare.c: ONE beside the other methods, on the same planted networks. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "oddone/base/file.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

/* ---- what the reports ask ----------------------------------------------------------------- */

/* "samples 0: a million, or …": a value that stands for another is explained behind "; " in the
 * words about its option. */
static void write_setting(FILE *out, const odd_method_option *option, const char *value)
{
	char sign[80];
	snprintf(sign, sizeof sign, "; %.70s: ", value);
	const char *meaning = strstr(option->about, sign);
	fprintf(out, "%s %s", option->name, meaning != NULL ? meaning + 2 : value);
}

char *compare_departures(const struct outcome *o, const odd_method *method)
{
	char *text = NULL;
	size_t size, unknown = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	const char *between = "";
	if (method->published_k > 0 && method->published_k != o->compared->k) {
		fprintf(out, "K %zu (public %zu)", o->compared->k, method->published_k);
		between = ", ";
	}
	for (size_t i = 0; i < method->option_count; i++) {
		const odd_method_option *option = &method->options[i];
		const char *value = odd_compare_setting(o->compared, method, option);
		unknown += option->published == NULL;
		if (option->published == NULL || strcmp(value, option->published) == 0)
			continue;
		fputs(between, out);
		write_setting(out, option, value);
		fprintf(out, " (public %s)", option->published);
		between = ", ";
	}
	for (size_t i = 0; i < method->option_count && unknown > 0; i++) {
		const odd_method_option *option = &method->options[i];
		const char *value = odd_compare_setting(o->compared, method, option);
		if (option->published != NULL)
			continue;
		fprintf(out, "%s%s", between,
			between[0] != ',' ? "no public values are known; ours: " : "");
		write_setting(out, option, value);
		if (strcmp(value, option->ours) != 0)
			fprintf(out, " (ours %s)", option->ours);
		between = ", ";
	}
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* ---- what to compare ---------------------------------------------------------------------- */

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

/* Everything that can be seen before the data is. */
static odd_status prepare(struct compare *c, odd_error *err)
{
	const struct settings *s = c->run.settings;
	const char *place[] = {s->output, s->figures.dir};
	odd_status status = ODD_OK;
	c->options = (odd_compare_options)ODD_COMPARE_OPTIONS_INIT;
	c->options.method = c->method;
	c->options.setting = c->setting;
	c->options.seeds = s->seeds;
	c->options.seed = s->run.one.seed;
	c->options.repeats = s->repeats;
	c->options.k = s->run.one.k;
	const char *text;
	for (size_t at = 0; (text = settings_next(s, "set", &at)) != NULL;)
		c->setting[c->options.settings++] = text;
	unsigned chosen = 0;
	const odd_method *method;
	status = choose(&chosen, s->methods, "--methods", option_row("methods")->names, err);
	/* In the order of the table, whatever the order of the list. */
	for (size_t i = 0; i < MAX_METHODS && (method = odd_method_get(i)) != NULL; i++)
		if ((chosen & 1u << i) != 0)
			c->method[c->options.methods++] = method;
	if (status == ODD_OK && s->tasks != NULL)
		status = choose(
			&c->options.tasks, s->tasks, "--tasks", option_row("tasks")->names, err);
	if (status == ODD_OK)
		status = odd_compare_check(&c->options, NULL, err);
	for (size_t i = 0; i < sizeof place / sizeof *place && status == ODD_OK; i++)
		if (place[i] != NULL)
			status = staging_check(place[i], err);
	if (status == ODD_OK && s->output != NULL) {
		c->cache = odd_path_join(s->output, "cells");
		c->options.cache = c->cache;
		status = c->cache != NULL ? ODD_OK : odd_error_nomem(err);
	}
	c->run.command = settings_command(s);
	return status == ODD_OK && c->run.command == NULL ? odd_error_nomem(err) : status;
}

/* ---- the network -------------------------------------------------------------------------- */

/* Outliers that the data knows are enough, unless others are asked for. */
static odd_status resolve_plant(struct compare *c, odd_error *err)
{
	struct run_options o = c->run.settings->run;
	if (!o.plant.given && !c->run.net->has_truth)
		o.plant = (odd_amounts){.given = true, .all = 5.0};
	if (!run_options_plants(&o))
		note(&c->run.notes,
			"nothing was planted: the outliers known from the data count, and "
			"seeds are those of the methods alone");
	return run_options_plant(&c->options.plant, &o, c->run.net->nodes, "--plant", err);
}

/* By --methods or by --set. */
static bool asked_for(const struct compare *c, const odd_method *method)
{
	size_t length = strlen(method->name);
	for (size_t i = 0; i < c->options.settings; i++)
		if (strncmp(c->setting[i], method->name, length) == 0 &&
			c->setting[i][length] == '.')
			return true;
	return c->run.settings->methods != NULL;
}

/* Methods and tasks that nobody asked for by name are left out where the network is not made for
 * them. */
static void leave_out(struct compare *c)
{
	odd_method_request request = {.k = c->options.k};
	size_t kept = 0;
	odd_error why;
	if (c->run.settings->tasks == NULL && c->run.net->classes.count < 2) {
		c->options.tasks = ODD_TASK_BIT(ODD_TASK_OUTLIERS);
		note(&c->run.notes, "no classification and no clustering: the network has not two "
				    "classes of labels");
	}
	for (size_t m = 0; m < c->options.methods; m++) {
		if (asked_for(c, c->method[m]) ||
			odd_method_check(c->method[m], c->run.net, &request, &why) == ODD_OK)
			c->method[kept++] = c->method[m];
		else
			note(&c->run.notes, "left out: %s", why.message);
	}
	c->options.methods = kept;
}

static odd_status open_network(struct compare *c, struct work *w, odd_error *err)
{
	odd_status status = load_network(&c->run.net, c->run.settings, w, err);
	if (status != ODD_OK)
		return status;
	note_skipped(&c->run.notes, &c->run.net->skipped);
	c->run.outcome.checksum = odd_network_checksum(c->run.net);
	status = find_classes(&c->run.groups, c->run.net, c->run.settings, &c->run.notes, w, err);
	if (status == ODD_OK && c->options.k == 0)
		status = choose_k(
			&c->options.k, c->run.net, c->run.groups.count, &c->run.notes, err);
	if (status == ODD_OK)
		status = resolve_plant(c, err);
	if (status == ODD_OK)
		leave_out(c);
	return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static odd_status compare(struct compare *c, struct work *w, odd_error *err)
{
	struct board board;
	size_t used = 0;
	board_init(&board, w);
	odd_compare_watch watch = board_watch(&board);
	double began = odd__clock();
	odd_status status = odd_compare_run(
		&c->table, c->run.net, &c->run.groups, &c->options, &watch, &w->job, err);
	c->run.seconds[STAGE_TOTAL] = odd__clock() - began;
	c->run.outcome.peak_memory = odd__peak_memory();
	work_end(w);
	for (size_t i = 0; i < c->table.methods * c->table.seeds; i++)
		used += c->table.cell[i].cached;
	if (used > 0)
		tell(w, "%zu of %zu cells were there already", used,
			c->table.methods * c->table.seeds);
	return status;
}

/* Everything is there. */
static void describe(struct compare *c)
{
	struct outcome *o = &c->run.outcome;
	*o = (struct outcome){.net = c->run.net,
		.groups = &c->run.groups,
		.table = &c->table,
		.compared = &c->options,
		.published = &c->run.published,
		.checksum = o->checksum,
		.command = c->run.command,
		.again = c->run.command,
		.note = c->run.notes.text,
		.note_count = c->run.notes.count,
		.seconds = c->run.seconds,
		.peak_memory = o->peak_memory};
}

/* Into the directory of --export, or of --figures. */
static odd_status write_files(const struct compare *c, const char *target, bool figures,
	const odd_job *job, odd_error *err)
{
	const struct outcome *o = &c->run.outcome;
	struct staging staging;
	if (target == NULL)
		return ODD_OK;
	odd_status status = staging_begin(&staging, target, err);
	if (status != ODD_OK)
		return status;
	if (figures)
		status = figures_write(o, &c->run.settings->figures, staging.dir, job, err);
	else
		status = report_table_save_in(
			staging.dir, report_table_find("comparison"), o, job, err);
	if (status == ODD_OK && !figures)
		status =
			json_save_in(staging.dir, "comparison.json", report_compare_object(o), err);
	if (status == ODD_OK)
		return staging_commit(&staging, err);
	staging_discard(&staging);
	return status;
}

static int tell_interrupted(const struct compare *c)
{
	fprintf(stderr, "oddone: interrupted: %zu of %zu cells are finished%s\n", c->table.finished,
		c->table.methods * c->table.seeds,
		c->cache != NULL ? "; the same command takes up from there" : "");
	return INTERRUPTED;
}

/* Returns FAILED when a method was: the table has a hole then. */
static int tell_written(struct work *w, const struct compare *c)
{
	const struct settings *s = c->run.settings;
	size_t figures = figures_count(&c->run.outcome, &s->figures);
	if (s->output != NULL)
		tell(w, "wrote comparison.tsv and comparison.json to %s", s->output);
	if (s->figures.dir != NULL)
		tell(w, "wrote %zu %s to %s", figures, plural(figures, "figure", "figures"),
			s->figures.dir);
	for (size_t i = 0; i < c->table.methods * c->table.seeds; i++)
		if (c->table.cell[i].state == ODD_CELL_FAILED)
			return FAILED;
	return DONE;
}

static void clear(struct compare *c)
{
	odd_comparison_clear(&c->table);
	free(c->cache);
	run_clear(&c->run);
}

int sub_compare(const struct settings *settings)
{
	struct work w;
	struct compare c = {.run = {.settings = settings}};
	odd_error err;
	int code = DONE;
	work_begin(&w, settings);
	session_published(&c.run.published);
	odd_status status = prepare(&c, &err);
	bool reading = status == ODD_OK;
	if (status == ODD_OK)
		status = open_network(&c, &w, &err);
	reading = reading && status != ODD_OK;
	if (status == ODD_OK)
		status = compare(&c, &w, &err);
	describe(&c);
	bool stopped = status == ODD_ECANCELLED && c.table.cell != NULL;
	if (status == ODD_OK)
		status = write_files(&c, settings->output, false, &w.job, &err);
	if (status == ODD_OK)
		status = write_files(&c, settings->figures.dir, true, &w.job, &err);
	if (status == ODD_OK)
		status = report_outcome(settings, &c.run.outcome, &err);
	else if (stopped && c.table.finished > 0)
		report_outcome(settings, &c.run.outcome, &err);
	if (stopped)
		code = tell_interrupted(&c);
	else if (status != ODD_OK)
		code = tell_error(&w, &err, reading);
	else
		code = tell_written(&w, &c);
	clear(&c);
	return code;
}
