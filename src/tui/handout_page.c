/* handout_page.c: a tour as a page for a browser: its text and questions, equations as MathML,
 * figures as SVG, and a run that the reader steps through with a slider.
 *
 * The run is one of the tour's network with the usual options. Its frames are made here, one for
 * each sub-step: loss, ranking by ONE, map, and the parabola of one entry; the script only chooses
 * which of them is shown.
 */
#include "config.h"

#include "tui/tui.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "project/align.h"
#include "report/json.h"
#include "report/page.h"
#include "session/lesson.h"
#include "session/paths.h"
#include "study/study.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/tour.h"

enum { FRAME_ITERATIONS = 6, FRAME_NODES_MOST = 2000, FRAME_TOP = 10 };

struct page_handout {
	const struct handout_options *how;
	struct page_files files;
	char *equations;
	FILE *out;
	odd_file file;
	bool begun, open; /* open: a section is */
	char shown[200];  /* the figure of the page before */
	char *network;    /* the tour's */
	size_t pages;
};

/* ---- equations ---------------------------------------------------------------------------- */

/* The line of a sub-step in equations.txt: its letter, a tab, MathML. */
static void write_equation(const struct page_handout *h, odd_substep step)
{
	const char letter = odd_substep_get(step)->name[0];
	for (const char *line = h->equations; line != NULL && *line != '\0';) {
		const char *end = strchr(line, '\n');
		if (line[0] == letter && line[1] == '\t')
			fprintf(h->out, "%.*s\n", (int)(end != NULL ? end - line - 2 : 0),
				line + 2);
		line = end != NULL ? end + 1 : NULL;
	}
}

/* ---- frames of a run ---------------------------------------------------------------------- */

struct frame_run {
	struct study study;
	odd_mat map; /* of the frame before, to turn the next one onto it */
	odd_watch watch;
	json_t *frames;
};

static json_t *coordinates(odd_cmat xy, size_t column)
{
	json_t *array = json_array();
	for (size_t i = 0; i < xy.rows; i++)
		json_array_append_new(array, json_real(xy.data[i * xy.stride + column]));
	return array;
}

/* Turned onto the map before, so that nodes move and the whole does not jump. */
static odd_status map_of(json_t **out, struct frame_run *r, const odd_job *job, odd_error *err)
{
	odd_status status = study_project(&r->study, job, err);
	if (status != ODD_OK)
		return status;
	const odd_mat xy = r->study.map->of.xy;
	if (r->map.rows == 0) {
		status = odd_mat_alloc(&r->map, xy.rows, xy.cols, err);
		if (status != ODD_OK)
			return status;
		odd_mat_copy(r->map, odd_mat_const(xy));
		odd_align_upright(r->map, NULL);
	} else {
		odd_alignment turn;
		odd_align_find(&turn, odd_mat_const(xy), odd_mat_const(r->map), false);
		odd_mat_copy(r->map, odd_mat_const(xy));
		odd_align_apply(&turn, r->map);
	}
	*out = json_pack("{s:o, s:o}", "x", coordinates(odd_mat_const(r->map), 0), "y",
		coordinates(odd_mat_const(r->map), 1));
	return ODD_OK;
}

static json_t *top_array(const odd_scores *s)
{
	json_t *array = json_array();
	for (size_t i = 0; i < FRAME_TOP && i < s->n; i++)
		json_array_append_new(array,
			json_pack("[i, o]", (int)s->order[i], json_number(s->total[s->order[i]])));
	return array;
}

/* The entry that the sub-step to come will change: where it is, and its parabola. */
static odd_status entry_of(json_t **out, struct frame_run *r, const odd_job *job, odd_error *err)
{
	char name[LESSON_ENTRY];
	odd_lesson *lesson = malloc(sizeof *lesson);
	if (lesson == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_lesson_make(lesson, r->study.run, &r->watch, job, err);
	if (status == ODD_OK) {
		lesson_entry_text(name, lesson->step, &r->watch, study_network(&r->study));
		const odd_curve *c = &lesson->curve;
		*out = json_pack("{s:s, s:o, s:o, s:o, s:o, s:b}", "name", name, "old",
			json_number(lesson->old_value), "new", json_number(lesson->value), "above",
			json_number(lesson->above.total), "below", json_number(lesson->below.total),
			"fraction", lesson->fraction);
		if (c->shape == ODD_CURVE_PARABOLA) {
			json_object_set_new(*out, "steep", json_number(c->steep));
			json_object_set_new(*out, "lowest", json_number(c->lowest));
		}
	}
	free(lesson);
	return status;
}

/* One frame: the state now, what led to it, and the entry of the next sub-step. */
static odd_status add_frame(struct frame_run *r, const odd_job *job, odd_error *err)
{
	struct result o;
	json_t *map = NULL, *entry = NULL;
	odd_status status = study_score(&r->study, job, err);
	if (status == ODD_OK)
		status = map_of(&map, r, job, err);
	if (status == ODD_OK)
		status = entry_of(&entry, r, job, err);
	if (status != ODD_OK) {
		json_decref(map);
		return status;
	}
	study_look(&o, &r->study);
	const odd_trace_point *p = &o.trace->point[o.trace->count - 1];
	json_array_append_new(
		r->frames, json_pack("{s:s, s:i, s:[o, o, o, o], s:o, s:o, s:o}", "step",
				   odd_substep_get(p->step)->name, "iteration", (int)p->iteration,
				   "loss", json_number(p->loss), json_number(p->term[0]),
				   json_number(o.used->alpha * p->term[1]),
				   json_number(o.used->beta * p->term[2]), "top",
				   top_array(o.scores), "map", map, "entry", entry));
	return ODD_OK;
}

static json_t *nodes_array(const odd_network *net)
{
	json_t *array = json_array();
	for (size_t i = 0; i < net->nodes; i++)
		json_array_append_new(array,
			json_pack("[o, i, s]", json_text(odd_names_get(&net->ids, i)),
				(int)net->label[i],
				odd_kind_name((odd_kind)(net->has_truth ? net->truth[i] : 0))));
	return array;
}

/* Which node the entries belong to: the first that is known to be odd. */
static size_t node_to_watch(const odd_network *net)
{
	for (size_t i = 0; net->has_truth && i < net->nodes; i++)
		if (net->truth[i] != ODD_ORDINARY)
			return i;
	return 0;
}

static odd_status make_frames(json_t **out, const char *network, const odd_job *job, odd_error *err)
{
	struct frame_run r = {.frames = json_array()};
	struct run_options options;
	char *path = NULL;
	run_options_init(&options);
	options.score = run_options_score_number(odd_score_find("one"));
	study_init(&r.study, &options);
	r.study.explains = true;
	odd_status status = session_find_network(&path, network, err);
	if (status == ODD_OK)
		status = study_load(&r.study, path, &(odd_load_options){0}, job, err);
	if (status == ODD_OK)
		status = study_prepare(&r.study, job, err);
	if (status == ODD_OK)
		status = study_begin(&r.study, job, err);
	*out = NULL;
	if (status == ODD_OK && study_network(&r.study)->nodes <= FRAME_NODES_MOST) {
		r.watch = odd_watch_default(r.study.run, node_to_watch(study_network(&r.study)));
		status = add_frame(&r, job, err);
		for (int i = 0; i < FRAME_ITERATIONS * ODD_SUBSTEPS && status == ODD_OK; i++) {
			status = study_step(&r.study, job, err);
			if (status == ODD_OK)
				status = add_frame(&r, job, err);
		}
		if (status == ODD_OK)
			*out = json_pack("{s:o, s:O, s:o}", "nodes",
				nodes_array(study_network(&r.study)), "frames", r.frames, "network",
				json_text(study_network(&r.study)->name));
	}
	json_decref(r.frames);
	odd_mat_free(&r.map);
	study_clear(&r.study);
	free(path);
	return status;
}

/* ---- sections ----------------------------------------------------------------------------- */

static odd_status begin(struct page_handout *h, const struct app *app, odd_error *err)
{
	const struct tour_file *file = &app->tour->file;
	h->begun = true;
	h->network = text_make("%s", file->network != NULL ? file->network : "town");
	odd_status status = odd_file_open(&h->file, h->how->path, err);
	if (status != ODD_OK)
		return status;
	h->out = h->file.stream;
	page_begin(h->out, file->title, &h->files);
	fputs("<header>\n<h1>", h->out);
	page_text(h->out, file->title);
	fputs("</h1>\n", h->out);
	if (file->about != NULL)
		page_format(h->out, "%s", file->about);
	fputs("\n</header>\n<main class=\"tour\">\n<section id=\"steps\">\n<h2>Step through it</h2>\n"
	      "<p>This is a run on the network of the tour, with the usual options. Move the slider, "
	      "or press the arrow keys on it.</p>\n<div id=\"player\"><noscript>The slider needs "
	      "JavaScript. All text, equations and figures below do not.</noscript></div>\n",
		h->out);
	for (int step = 0; step < ODD_SUBSTEPS; step++) {
		fprintf(h->out, "<div class=\"equation\" id=\"eq-%s\">\n<p><b>Next %s</b>, ",
			odd_substep_get((odd_substep)step)->name,
			odd_substep_get((odd_substep)step)->name);
		page_text(h->out, odd_substep_get((odd_substep)step)->title);
		fputs("</p>\n", h->out);
		write_equation(h, (odd_substep)step);
		fputs("</div>\n", h->out);
	}
	fputs("</section>\n", h->out);
	return ODD_OK;
}

static void end_section(struct page_handout *h)
{
	if (h->open)
		fputs("</section>\n", h->out);
	h->open = false;
}

static odd_status put_text(struct page_handout *h, const struct app *app, const char *element,
	const char *text, odd_error *err)
{
	struct result o;
	char *filled = NULL;
	tour_outcome(&o, app);
	const odd_status status = claim_text(&filled, &o, text, err);
	if (status == ODD_OK) {
		fprintf(h->out, "<%s>", element);
		page_text(h->out, filled);
		fprintf(h->out, "</%s>\n", element);
	}
	free(filled);
	return status;
}

static odd_status put_lines(struct page_handout *h, const struct app *app,
	const struct tour_lines *lines, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < lines->count && status == ODD_OK; i++)
		if (!lines->item[i].screen_only)
			status = put_text(h, app, "p", lines->item[i].text, err);
	return status;
}

static odd_status put_panel(struct page_handout *h, const struct figure_run *run,
	figure_panel *panel, const char *title, const char *note, odd_error *err)
{
	struct canvas *canvas;
	odd_status status = page_canvas_begin(&canvas, h->out, 520.0, 270.0, title, err);
	if (status != ODD_OK)
		return status;
	const struct rect all = {4.0, 4.0, 512.0, 262.0};
	panel(run, canvas, panel_begin(canvas, all, title, note, false));
	return page_canvas_end(canvas, err);
}

/* Two panels, beside each other where there is room: of a lesson what the sub-step did and its
 * parabola, below its equation; else the loss and the map. */
static odd_status put_panels(
	struct page_handout *h, const struct figure_run *run, bool lesson, odd_error *err)
{
	char note[200] = "";
	odd_status status;
	fputs("<div class=\"frame\">\n", h->out);
	if (lesson)
		write_equation(h, run->result->lesson->step);
	else
		figure_map_note(note, sizeof note, run, true);
	fputs("<div class=\"grid\">\n", h->out);
	status =
		lesson ? put_panel(h, run, figure_panel_effect, "Effect of the sub-step", NULL, err)
		       : put_panel(h, run, figure_panel_loss, "Loss", NULL, err);
	if (status == ODD_OK)
		status = lesson ? put_panel(h, run, figure_panel_parabola,
					  "The loss as this entry moves", NULL, err)
				: put_panel(h, run, figure_panel_map, "Map", note, err);
	fputs("</div>\n</div>\n", h->out);
	return status;
}

/* The figure of the screen that the page shows, unless it is that of the page before. */
static odd_status put_figure(struct page_handout *h, struct app *app, odd_error *err)
{
	struct figure_run run;
	char now[sizeof h->shown];
	const char *name = ui_figure_of_screen(app);
	const struct figure *figure = figure_every_find(name);
	struct drawing d = DRAWING_INIT;
	explore_figure_run(&run, explore_of(app), app);
	const struct result *o = run.result;
	if (figure == NULL || o->trace == NULL || o->net == NULL)
		return ODD_OK;
	snprintf(now, sizeof now, "%s %zu %s %.80s", name, o->trace->count, o->net->name,
		o->why_count > 0 ? o->why[0].id : "");
	if (strcmp(now, h->shown) == 0)
		return ODD_OK;
	strcpy(h->shown, now);
	if (strcmp(name, "lesson") == 0)
		return o->lesson != NULL ? put_panels(h, &run, true, err) : ODD_OK;
	if (strcmp(name, "loss") == 0 || strcmp(name, "map") == 0)
		return put_panels(h, &run, false, err);
	d.run = run;
	char *alt = text_make("%s of %s.", figure->title, o->net->name);
	const odd_status status = page_figure(h->out, &d, figure, alt, err);
	free(alt);
	return status;
}

static odd_status put_question(struct page_handout *h, const struct app *app, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	fputs("<fieldset class=\"frame\">\n", h->out);
	odd_status status = put_text(h, app, "legend", page->ask.text, err);
	for (size_t i = 0; i < page->choices; i++) {
		fprintf(h->out, "<label><input type=\"radio\" name=\"ask-%zu\"> ", h->pages);
		page_text(h->out, page->choice[i].text);
		fputs("</label><br>\n", h->out);
	}
	if (page->answer.text != NULL)
		fprintf(h->out,
			"<label>Your number: <input type=\"number\" step=\"any\" "
			"name=\"ask-%zu\"></label>\n",
			h->pages);
	fputs("</fieldset>\n", h->out);
	return status;
}

static odd_status put_answer(struct page_handout *h, struct app *app, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	const struct tour_said *said = &app->tour->said[app->tour->page];
	fputs("<details class=\"frame\">\n<summary>Answer</summary>\n<p><b>", h->out);
	if (page->answer.text != NULL)
		page_format(h->out, "Result: %.4g.", said->was);
	else
		page_format(h->out, "Result: %s.",
			said->was_choice >= 0 ? page->choice[said->was_choice].text
					      : "none of these");
	fputs("</b></p>\n", h->out);
	odd_status status = put_figure(h, app, err);
	if (status == ODD_OK)
		status = put_lines(h, app, &page->after, err);
	fputs("</details>\n", h->out);
	return status;
}

/* A page as it opens, or, behind its question, as it is then. */
static odd_status visit(void *payload, struct app *app, size_t number, odd_error *err)
{
	struct page_handout *h = payload;
	const struct tour_page *page = tour_page_of(app->tour);
	const bool asks = tour_asks(app->tour), answers = !asks && page->ask.text != NULL;
	odd_status status = h->begun ? ODD_OK : begin(h, app, err);
	if (status == ODD_OK && answers)
		status = put_answer(h, app, err);
	if (status != ODD_OK)
		return status;
	if (!answers) {
		end_section(h);
		h->pages++;
		fprintf(h->out, "<section id=\"page-%zu\">\n<h2>", h->pages);
		h->open = true;
		page_format(h->out, "%zu. %s", number + 1, page->heading);
		fputs("</h2>\n", h->out);
		status = put_figure(h, app, err);
		if (status == ODD_OK)
			status = put_lines(h, app, &page->text, err);
		if (status == ODD_OK && asks)
			status = put_question(h, app, err);
	}
	for (size_t i = 0; h->how->notes && !asks && i < page->note.count; i++) {
		fputs("<aside class=\"dim\">For the teacher: ", h->out);
		page_text(h->out, page->note.item[i].text);
		fputs("</aside>\n", h->out);
	}
	return status;
}

/* ---- the page ----------------------------------------------------------------------------- */

odd_status tui_handout_page(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, odd_error *err)
{
	struct page_handout h = {.how = how};
	const odd_job job = {.cancel = options->cancel};
	const struct tour_visit each = {visit, &h};
	json_t *data = NULL;
	char *dir = session_data_path("page");
	odd_status status = page_files_read(&h.files, dir, "tour.js", err);
	if (status == ODD_OK)
		status = page_text_read(&h.equations, dir, "equations.txt", err);
	if (status == ODD_OK)
		status = tui_tour(options, name, &each, count, err);
	if (status == ODD_OK)
		status = make_frames(&data, h.network, &job, err);
	if (status == ODD_OK) {
		end_section(&h);
		fputs("</main>\n<footer class=\"dim\">Made by oddone " VERSION
		      ": every number on this page was computed when it was made, and every claim of "
		      "the tour was tested.</footer>\n",
			h.out);
		status = page_end(h.out, data != NULL ? data : json_object(), &h.files, err);
	}
	if (status == ODD_OK)
		status = odd_file_commit(&h.file, err);
	else if (h.out != NULL)
		odd_file_discard(&h.file);
	page_files_clear(&h.files);
	free(h.equations);
	free(h.network);
	free(dir);
	return status;
}
