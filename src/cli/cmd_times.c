/* cmd_times.c: a network at several times, each fitted from where the one before came to. */
#include "config.h"

#include <stdlib.h>

#include "cli/work.h"
#include "cli/run.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

static odd_status load(struct run *r, struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	char *path = NULL;
	const odd_times_options options = {
		.load = s->table, .column = s->time, .windows = s->windows};
	if (s->windows != NULL && s->time == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"--windows cuts what --time names: the column of times is missing");
	odd_status status = session_find_network(&path, s->network, err);
	if (status == ODD_OK)
		status = study_load_times(&r->study, path, &options, &w->job, err);
	free(path);
	return status;
}

static odd_status write_into(
	const char *dir, bool figures, const struct run *r, const odd_job *job, odd_error *err)
{
	struct staging staged = {0};
	const struct result *o = &r->result;
	if (dir == NULL)
		return ODD_OK;
	work_hold(true);
	odd_status status = staging_begin(&staged, dir, err);
	if (status == ODD_OK && figures)
		status = figures_write(o, &r->settings->figures, staged.dir, job, err);
	if (status == ODD_OK && !figures)
		status = report_table_save_in(staged.dir, report_table_find("times"), o, job, err);
	if (status == ODD_OK && !figures)
		status = report_table_save_in(staged.dir, report_table_find("became"), o, job, err);
	if (status == ODD_OK && !figures)
		status = json_save_in(staged.dir, "times.json", report_times_object(o), err);
	if (status == ODD_OK)
		status = staging_commit(&staged, err);
	staging_discard(&staged);
	work_hold(false);
	return status;
}

int sub_times(const struct settings *settings)
{
	struct work w;
	struct run r = {0};
	odd_error err;
	bool reading = false;
	work_begin(&w, settings);
	odd_status status = run_init(&r, settings, &err);
	if (status == ODD_OK && settings->output != NULL)
		status = staging_check(settings->output, &err);
	if (status == ODD_OK && settings->figures.dir != NULL)
		status = staging_check(settings->figures.dir, &err);
	if (status == ODD_OK) {
		reading = true;
		status = load(&r, &w, &err);
	}
	if (status == ODD_OK) {
		reading = false;
		status = study_fit_times(&r.study, settings->cold, &w.job, &err);
	}
	if (status == ODD_OK)
		status = run_look(&r, &err);
	if (status == ODD_OK)
		status = write_into(settings->output, false, &r, &w.job, &err);
	if (status == ODD_OK)
		status = write_into(settings->figures.dir, true, &r, &w.job, &err);
	work_end(&w);
	if (status == ODD_OK)
		status = report_result(settings, &r.result, &err);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	if (status == ODD_OK && settings->output != NULL)
		tell(&w, "wrote three files to %s", settings->output);
	if (status == ODD_OK && settings->figures.dir != NULL)
		tell(&w, "wrote 1 figure to %s", settings->figures.dir);
	run_clear(&r);
	return code;
}
