/* run.c: the steps of every subcommand with a study: load, plant, fit, score, report. */
#include "config.h"

#include "cli/run.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/threads.h"
#include "cli/compare.h"
#include "cli/text.h"
#include "cli/view.h"
#include "draw/cells.h"
#include "draw/figures.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

/* ---- the steps ---------------------------------------------------------------------------- */

static odd_status begin(struct run *r, odd_error *err)
{
	study_init(&r->study, &r->settings->run);
	r->study.certainty = r->settings->certainty;
	session_published(&r->published);
	r->command = settings_command(r->settings);
	return r->command != NULL ? ODD_OK : odd_error_nomem(err);
}

static odd_status step(
	odd_status (*run)(struct run *r, odd_error *err), struct run *r, odd_error *err)
{
	return run != NULL ? run(r, err) : ODD_OK;
}

int run_steps(struct run *r, const struct settings *settings, const struct steps *steps)
{
	odd_error err;
	bool reading = false;
	int code = -1;
	r->settings = settings;
	work_begin(&r->work, settings);
	odd_status status = begin(r, &err);
	if (status == ODD_OK)
		status = step(steps->check, r, &err);
	if (status == ODD_OK) {
		status = step(steps->load, r, &err);
		reading = status != ODD_OK && settings->network != NULL;
	}
	if (status == ODD_OK)
		status = step(steps->work, r, &err);
	if (status == ODD_OK)
		status = step(steps->write, r, &err);
	work_end(&r->work);
	if (status == ODD_OK)
		status = step(steps->report != NULL ? steps->report : run_report, r, &err);
	if (status == ODD_OK)
		code = steps->tell != NULL ? steps->tell(r) : DONE;
	else if (steps->fail != NULL)
		code = steps->fail(r, status);
	if (code < 0)
		code = tell_error(&r->work, &err, reading);
	if (steps->clear != NULL)
		steps->clear(r);
	study_clear(&r->study);
	odd_published_clear(&r->published);
	free(r->command);
	return code;
}

/* ---- what steps are made of ---------------------------------------------------------------- */

odd_status run_check_targets(struct run *r, odd_error *err)
{
	const struct settings *s = r->settings;
	odd_status status = ODD_OK;
	const char *target[] = {s->output, s->save_state, s->figures.dir};
	for (size_t i = 0; i < sizeof target / sizeof *target && status == ODD_OK; i++)
		if (target[i] != NULL)
			status = staging_check(target[i], &r->seen[i], err);
	/* A name with a slash is a directory: reading it tells what is wrong with it. */
	if (status == ODD_OK && strchr(s->run.start_dir, '/') == NULL)
		status = run_options_check_start(&s->run, "--init", err);
	if (status == ODD_OK)
		status = run_options_check_weights(&s->run, "--weights", err);
	if (status == ODD_OK)
		status = run_options_check_parts(&s->run, err);
	return status;
}

odd_status run_stage(struct run *r, struct staging *staging, const char *target, odd_error *err)
{
	const struct settings *s = r->settings;
	const size_t at = target == s->output ? 0 : target == s->save_state ? 1 : 2;
	return staging_begin(staging, target, &r->seen[at], err);
}

odd_status run_open(struct run *r, odd_error *err)
{
	odd_network *net;
	odd_status status = load_network(&net, r->settings, &r->work, err);
	if (status == ODD_OK)
		status = study_take(&r->study, net, err);
	return status == ODD_OK ? study_plant(&r->study, &r->work.job, err) : status;
}

static odd_status start(struct run *r, odd_error *err)
{
	struct study *s = &r->study;
	odd_job *job = &r->work.job;
	char bytes[SHEET_NUMBER];
	odd_status status = study_prepare(s, job, err);
	study_stage_done(s, STAGE_PLANT);
	if (status != ODD_OK)
		return status;
	if (s->threads > 0) {
		job->threads = s->threads;
		omp_set_num_threads(s->threads);
		if (s->memory >= 1e9)
			tell(&r->work, "this takes about %s of memory",
				text_bytes(bytes, s->memory));
	}
#ifdef __GLIBC__
	malloc_trim(0); /* loading leaves free pieces that are too small for the run */
#endif
	return study_begin(s, job, err);
}

odd_status run_fit(struct run *r, odd_error *err)
{
	const odd_job *job = &r->work.job;
	odd_status status = ODD_OK;
	if (r->settings->judgments != NULL)
		status = judgments_load(
			&r->study.judged, study_network(&r->study), r->settings->judgments, err);
	if (status == ODD_OK)
		status = start(r, err);
	if (status == ODD_OK)
		status = study_fit(&r->study, NULL, NULL, job, err);
	if (status == ODD_OK)
		status = study_score(&r->study, job, err);
	if (status == ODD_OK && (r->settings->output != NULL || r->settings->html != NULL ||
					figures_need_map(r->settings)))
		status = study_project(&r->study, job, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	return status;
}

odd_status run_look(struct run *r, odd_error *err)
{
	struct result *o = &r->result;
	study_look(o, &r->study);
	o->command = r->command;
	o->again = r->command;
	o->top = r->settings->top;
	o->published = &r->published;
	return notes_check(&r->study.notes, err);
}

/* ---- stdout ------------------------------------------------------------------------------- */

odd_status report_object(enum output_format format, json_t *object,
	void (*view)(FILE *out, const json_t *object), odd_error *err)
{
	if (format == FORMAT_JSON)
		return json_write(stdout, object, err);
	if (object == NULL || json_lacks_memory()) {
		json_decref(object);
		return odd_error_nomem(err);
	}
	if (format == FORMAT_TSV)
		json_flatten(stdout, "", "", object);
	else
		view(stdout, object);
	json_decref(object);
	return json_lacks_memory() ? odd_error_nomem(err) : ODD_OK;
}

/* A report of each sort of result, and the table that is its TSV; NULL: report_run_tsv. */
static const struct report {
	json_t *(*object)(const struct result *o);
	void (*view)(FILE *out, const json_t *object);
	const char *table;
} reports[] = {[TABLE_OF_RUN] = {report_run_object, view_run, NULL},
	[TABLE_OF_EXPLANATION] = {report_explain_object, view_explanations, "explanation"},
	[TABLE_OF_COMPARISON] = {report_compare_object, view_comparison, "comparison"},
	[TABLE_OF_TIMES] = {report_times_object, view_times, "times"}};

odd_status report_result(const struct settings *s, const struct result *o, odd_error *err)
{
	enum table_of of = o->table != NULL     ? TABLE_OF_COMPARISON
			   : o->history != NULL ? TABLE_OF_TIMES
			   : o->why != NULL     ? TABLE_OF_EXPLANATION
						: TABLE_OF_RUN;
	if (s->figures.text) {
		odd_status status = figures_print(stdout, o, &s->figures, err);
		/* The figures leave caveats out where there is little room. */
		return status == ODD_OK && of == TABLE_OF_COMPARISON
			       ? report_object(
					 FORMAT_TEXT, report_compare_object(o), view_caveats, err)
			       : status;
	}
	if (s->format != FORMAT_TSV)
		return report_object(s->format, reports[of].object(o), reports[of].view, err);
	if (reports[of].table == NULL)
		return report_run_tsv(stdout, o, err);
	return report_table_write(
		report_table_find(reports[of].table), stdout, SHEET_TSV, o, NULL, err);
}

odd_status run_report(struct run *r, odd_error *err)
{
	return report_result(r->settings, &r->result, err);
}

/* ---- files -------------------------------------------------------------------------------- */

struct picture_style figures_style(const struct figure_settings *f)
{
	return (struct picture_style){.size = {f->size[0], f->size[1]},
		.scale = f->scale,
		.slide = f->slide,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = f->format};
}

bool figures_need_map(const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	const struct figure *figure;
	for (size_t i = 0; f->dir != NULL && (figure = figure_to_draw(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	for (size_t i = 0; f->text && (figure = figure_to_print(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	return false;
}

/* What goes into files; NULL behind the last. */
static const struct figure *to_draw(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	if (o->history != NULL)
		return i == 0 ? &times_figure : NULL;
	return o->table != NULL ? compare_figure_get(i, o->compared->tasks) : figure_to_draw(f, i);
}

/* What goes to the terminal, likewise. */
static const struct figure *to_print(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	bool own = o->table != NULL || o->history != NULL;
	return own ? to_draw(o, f, i) : figure_to_print(f, i);
}

size_t figures_count(const struct result *o, const struct figure_settings *f)
{
	size_t count = 0;
	while (to_draw(o, f, count) != NULL)
		count++;
	return count;
}

void figures_tell(struct run *r, size_t count)
{
	const char *dir = r->settings->figures.dir;
	if (dir != NULL)
		tell(&r->work, "wrote %zu %s to %s", count, plural(count, "figure", "figures"),
			dir);
}

odd_status figures_write(const struct result *o, const struct figure_settings *f, const char *dir,
	const odd_job *job, odd_error *err)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	const struct picture_style style = figures_style(f);
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	for (size_t i = 0; status == ODD_OK && (figure = to_draw(o, f, i)) != NULL; i++) {
		char name[80];
		odd_job_report(job, "figures", (double)i, (double)figures_count(o, f));
		snprintf(name, sizeof name, "%s.%s", figure->name, ending[f->format]);
		char *path = odd_path_join(dir, name);
		status = path != NULL ? picture_save(&d, figure, o, &style, path, job, err)
				      : odd_error_nomem(err);
		free(path);
	}
	drawing_clear(&d);
	return status;
}

/* ---- characters --------------------------------------------------------------------------- */

/* As wide as the terminal; as high as the figure likes to be, and more when it is wider. */
static void extent_of(size_t size[2], const struct figure *figure, const struct figure_settings *f)
{
	bool pictures = f->dir != NULL; /* then --size is in pixels */
	size[0] = f->size[0] > 0 && !pictures ? f->size[0] : terminal_columns();
	size[1] = figure->rows;
	if (f->size[1] > 0 && !pictures)
		size[1] = f->size[1];
	else if (size[0] > figure->columns)
		size[1] = size[1] * size[0] / figure->columns;
}

static odd_status print_cells(
	FILE *out, struct canvas *canvas, const struct figure_settings *f, odd_error *err)
{
	bool plain;
	enum colour_depth depth = terminal_depth(f->colour, &plain);
	enum theme ground = figure_ground(f, THEME_DARK);
	char *text = NULL;
	odd_status status = canvas_finish(canvas, err);
	if (status == ODD_OK)
		text = plain ? cells_to_text(canvas) : cells_to_ansi(canvas, depth, ground);
	if (status == ODD_OK && text == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		fputs(text, out);
	free(text);
	return status;
}

odd_status figures_print(
	FILE *out, const struct result *o, const struct figure_settings *f, odd_error *err)
{
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	for (size_t i = 0; status == ODD_OK && (figure = to_print(o, f, i)) != NULL; i++) {
		size_t size[2];
		struct canvas *canvas = NULL;
		if (i > 0)
			putc('\n', out);
		extent_of(size, figure, f);
		status = cells_create(&canvas, size[0], size[1], f->screen.glyphs, err);
		if (status == ODD_OK)
			status = drawing_draw(&d, figure, canvas, err);
		if (status == ODD_OK)
			status = print_cells(out, canvas, f, err);
		canvas_free(canvas);
	}
	drawing_clear(&d);
	return status;
}
