/* handout.c: a tour as worksheets: the text of its pages with blanks in place of numbers, the
 * figures that its screens show, questions with boxes, and all answers on the last sheets. */
#include "config.h"

#include "tui/tui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figures.h"
#include "draw/raster.h"
#include "oddone/prepare.h"
#include "tui/explore.h"
#include "tui/lesson.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/tour.h"

/* A4, in points of 1/72 inch, which are the logical pixels of a PDF. */
#define SHEET_W 595
#define SHEET_H 842
#define MARGIN 48.0
#define WIDE (SHEET_W - 2.0 * MARGIN)
#define PARAGRAPH 6.0 /* between paragraphs */
#define INDENT 16.0
#define GAP 12.0 /* between figures beside each other, and below them */
#define BLANK "________"

enum { MOST_BLOCKS = 64, MOST_PANELS = 3 };

/* A paragraph, or panels beside each other. */
struct block {
	char *text; /* on the heap; NULL: panels */
	double indent, height;
	struct pen pen;
	figure_panel *panel[MOST_PANELS];
	const char *title[MOST_PANELS];
	size_t panels;
};

struct handout {
	struct handout_options how;
	struct canvas *pdf;
	double y; /* where the next block begins */
	size_t sheets;
	char *title;
	char shown[200];                 /* the figure that was drawn last */
	struct block block[MOST_BLOCKS]; /* of a page, until its height is known */
	size_t blocks;
	char *answers; /* a paragraph for each line, on the heap */
	size_t answers_size;
	FILE *write_answers;
	struct png_text about[2]; /* lent to the PDF until it is finished */
	char key[2][10], software[40];
};

/* ---- sheets ---------------------------------------------------------------------------------- */

static odd_status begin_sheet(struct handout *h, enum theme theme, odd_error *err)
{
	char number[40];
	const struct pen small = {.role = ROLE_DIM, .flags = PEN_SMALL};
	const double y = SHEET_H - MARGIN + 12.0;
	if (h->pdf == NULL) {
		const struct raster_options options = {.width = SHEET_W,
			.height = SHEET_H,
			.scale = 1.0,
			.theme = theme,
			.format = RASTER_PDF,
			.text = h->about,
			.text_count = 2};
		odd_status status = raster_create(&h->pdf, &options, err);
		if (status != ODD_OK)
			return status;
	} else {
		raster_next_sheet(h->pdf);
	}
	snprintf(number, sizeof number, "%zu", ++h->sheets);
	canvas_text(h->pdf, (struct point){MARGIN, y}, ANCHOR_TOP_LEFT, h->title, small);
	canvas_text(h->pdf, (struct point){SHEET_W - MARGIN, y}, ANCHOR_TOP_RIGHT, number, small);
	h->y = MARGIN;
	return ODD_OK;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static double line_height(const struct handout *h, struct pen pen)
{
	return 1.2 * canvas_text_extent(h->pdf, "0", pen).h;
}

/* Takes over the text. */
static void add_text(struct handout *h, char *text, double indent, struct pen pen)
{
	double lines = 0.0;
	if (h->blocks == MOST_BLOCKS || text == NULL) {
		free(text);
		return;
	}
	for (const char *rest = text; *rest != '\0'; lines++) {
		size_t skip;
		canvas_text_break(h->pdf, rest, WIDE - indent, &skip, pen);
		rest += skip;
	}
	h->block[h->blocks++] = (struct block){.text = text,
		.indent = indent,
		.pen = pen,
		.height = lines * line_height(h, pen) + PARAGRAPH};
}

static void draw_text(struct handout *h, const struct block *b)
{
	for (const char *rest = b->text; *rest != '\0';) {
		size_t skip,
			length = canvas_text_break(h->pdf, rest, WIDE - b->indent, &skip, b->pen);
		char *line = text_make("%.*s", (int)length, rest);
		canvas_text(h->pdf, (struct point){MARGIN + b->indent, h->y}, ANCHOR_TOP_LEFT, line,
			b->pen);
		h->y += line_height(h, b->pen);
		rest += skip;
		free(line);
	}
	h->y += PARAGRAPH;
}

static void draw_panels(struct handout *h, const struct figure_run *run, const struct block *b)
{
	const double each = (WIDE - GAP * (double)(b->panels - 1)) / (double)b->panels;
	for (size_t i = 0; i < b->panels; i++) {
		const struct rect at = {
			MARGIN + (each + GAP) * (double)i, h->y, each, b->height - GAP};
		b->panel[i](run, h->pdf, panel_begin(h->pdf, at, b->title[i], NULL, false));
	}
	h->y += b->height;
}

/* Draws the blocks of a page: together on one sheet, a new one where this has no room. */
static odd_status flush(
	struct handout *h, const struct app *app, const struct figure_run *run, odd_error *err)
{
	double height = 0.0;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < h->blocks; i++)
		height += h->block[i].height;
	if (h->y + height > SHEET_H - MARGIN && h->y > MARGIN)
		status = begin_sheet(h, app->set.theme, err);
	for (size_t i = 0; i < h->blocks; i++) {
		const struct block *b = &h->block[i];
		if (status == ODD_OK && h->y + b->height > SHEET_H - MARGIN && h->y > MARGIN)
			status = begin_sheet(h, app->set.theme, err);
		if (status == ODD_OK && b->text != NULL)
			draw_text(h, b);
		else if (status == ODD_OK)
			draw_panels(h, run, b);
		free(b->text);
	}
	h->blocks = 0;
	h->y += 2.0 * PARAGRAPH;
	return status;
}

/* ---- what a page has --------------------------------------------------------------------------
 */

/* The text with a blank for each value; the values go to the answers. On the heap. */
static char *with_blanks(struct handout *h, const struct app *app, const char *text)
{
	char *out = NULL, *value;
	size_t size;
	struct result o;
	tour_outcome(&o, app);
	FILE *to = open_memstream(&out, &size);
	for (; to != NULL && *text != '\0'; text++) {
		const size_t length = strcspn(text, "}");
		if (*text != '{' || text[1] == '{') {
			putc(*text, to);
			text += *text == '{';
			continue;
		}
		char *braced = text_make("%.*s}", (int)length, text);
		if (claim_text(&value, &o, braced, NULL) == ODD_OK) {
			fputs(BLANK, to);
			fprintf(h->write_answers, " %s;", value);
			free(value);
		}
		free(braced);
		text += length;
	}
	if (to == NULL || fclose(to) != 0) {
		free(out);
		return NULL;
	}
	return out;
}

/* The panels that stand for each figure; the equation of a sub-step has a block of its own. */
static const struct {
	const char *figure;
	figure_panel *panel[MOST_PANELS];
	const char *title[MOST_PANELS];
	double height;
} shown_as[] = {
	{"loss", {figure_panel_loss, figure_panel_map}, {"Loss", "Map"}, 150.0},
	{"map", {figure_panel_loss, figure_panel_map}, {"Loss", "Map"}, 150.0},
	{"recall", {figure_panel_recall}, {"Recall"}, 150.0},
	{"ranking", {figure_panel_ranking}, {"The oddest nodes"}, 165.0},
	{"matrices", {figure_panel_matrices}, {"All eight matrices"}, 460.0},
	{"node", {figure_panel_why}, {"What makes it odd"}, 150.0},
	{"lesson", {figure_panel_effect, figure_panel_parabola},
		{"What the sub-step did", "The loss as it moves"}, 118.0},
};

static void add_panels(struct handout *h, const struct block *like, double height)
{
	if (h->blocks < MOST_BLOCKS) {
		h->block[h->blocks] = *like;
		h->block[h->blocks++].height = height + GAP;
	}
}

/* The figure of the screen that the page shows, unless it was drawn last. */
static void add_figure(struct handout *h, struct app *app, const struct figure_run *run)
{
	const char *name = ui_figure_of_screen(app);
	const struct result *o = run->result;
	const bool lesson = strcmp(name, "lesson") == 0;
	char now[sizeof h->shown];
	snprintf(now, sizeof now, "%s %zu %s %.80s", name, o->trace != NULL ? o->trace->count : 0,
		o->watched != NULL ? o->watched : "", o->why_count > 0 ? o->why[0].id : "");
	if (strcmp(now, h->shown) == 0 || (lesson && o->lesson == NULL))
		return;
	strcpy(h->shown, now);
	if (lesson)
		add_panels(h,
			&(struct block){.panel = {figure_panel_equation},
				.title = {"The update"},
				.panels = 1},
			118.0);
	for (size_t i = 0; i < sizeof shown_as / sizeof *shown_as; i++) {
		struct block b = {.text = NULL};
		if (strcmp(name, shown_as[i].figure) != 0)
			continue;
		while (b.panels < MOST_PANELS && shown_as[i].panel[b.panels] != NULL) {
			b.panel[b.panels] = shown_as[i].panel[b.panels];
			b.title[b.panels] = shown_as[i].title[b.panels];
			b.panels++;
		}
		add_panels(h, &b, shown_as[i].height);
	}
}

static void add_question(struct handout *h, const struct tour_page *page)
{
	add_text(h, text_make("%s", page->ask.text), 0.0, pen_bold(ROLE_TEXT));
	for (size_t i = 0; i < page->choices; i++)
		add_text(h, text_make("□  %s", page->choice[i].text), INDENT, pen_of(ROLE_TEXT));
	if (page->answer.text != NULL)
		add_text(
			h, text_make("Your number: %s%s", BLANK, BLANK), INDENT, pen_of(ROLE_TEXT));
}

static void add_note(struct handout *h, const struct app *app, const char *text)
{
	struct result o;
	char *filled;
	tour_outcome(&o, app);
	if (claim_text(&filled, &o, text, NULL) != ODD_OK)
		return;
	add_text(h, text_make("For the teacher: %s", filled), 0.0, pen_of(ROLE_DIM));
	free(filled);
}

/* What the question led to goes to the answers. */
static void note_answer(struct handout *h, const struct app *app)
{
	const struct tour_page *page = tour_page_of(app->tour);
	const struct tour_said *said = &app->tour->said[app->tour->page];
	struct result o;
	tour_outcome(&o, app);
	if (page->answer.text != NULL)
		fprintf(h->write_answers, " Result: %.4g.", said->was);
	else if (said->was_choice >= 0)
		fprintf(h->write_answers, " Result: %s.", page->choice[said->was_choice].text);
	for (size_t i = 0; i < page->after.count; i++) {
		char *filled;
		if (page->after.item[i].screen_only ||
			claim_text(&filled, &o, page->after.item[i].text, NULL) != ODD_OK)
			continue;
		fprintf(h->write_answers, " %s", filled);
		free(filled);
	}
}

static odd_status begin(struct handout *h, struct app *app, odd_error *err)
{
	const struct tour_file *file = &app->tour->file;
	h->title = text_make("%s", file->title);
	h->about[0].value = h->title;
	odd_status status = begin_sheet(h, app->set.theme, err);
	if (status != ODD_OK)
		return status;
	add_text(h, text_make("%s", file->title), 0.0,
		(struct pen){.role = ROLE_TEXT, .flags = PEN_TITLE});
	if (file->about != NULL)
		add_text(h, text_make("%s", file->about), 0.0, pen_of(ROLE_DIM));
	return ODD_OK;
}

/* A page as it opens, or, behind its question, as it is then. */
static odd_status visit(void *payload, struct app *app, size_t number, odd_error *err)
{
	struct handout *h = payload;
	const struct tour_page *page = tour_page_of(app->tour);
	const bool asks = tour_asks(app->tour);
	struct lesson_result lesson;
	struct figure_run run;
	odd_status status = h->pdf != NULL ? ODD_OK : begin(h, app, err);
	if (status == ODD_OK && !asks && page->ask.text != NULL) {
		note_answer(h, app);
		return ODD_OK;
	}
	if (status != ODD_OK)
		return status;
	fprintf(h->write_answers, "\n%zu. %s:", number + 1, page->heading);
	explore_figure_run(&run, explore_of(app), app);
	struct result shown = *run.result;
	lesson_result(&lesson, app->view);
	shown.lesson = lesson.of.lesson;
	shown.watched = lesson.of.watched;
	shown.became = lesson.of.became;
	shown.changed = lesson.of.changed;
	shown.changed_count = lesson.of.changed_count;
	run.result = &shown;
	odd_prepared input = {0}; /* links and words as the optimiser has them, for the matrices */
	if (strcmp(ui_figure_of_screen(app), "matrices") == 0 && shown.state.nodes > 0 &&
		odd_prepare(&input, shown.net, shown.used->preset, NULL, NULL) == ODD_OK) {
		shown.A = odd_csr_const(input.A);
		shown.C = odd_csr_const(input.C);
	}
	add_text(h, text_make("%zu. %s", number + 1, page->heading), 0.0,
		(struct pen){.role = ROLE_TEXT, .flags = PEN_TITLE});
	add_figure(h, app, &run);
	for (size_t i = 0; i < page->text.count; i++)
		if (!page->text.item[i].screen_only)
			add_text(h, with_blanks(h, app, page->text.item[i].text), 0.0,
				pen_of(ROLE_TEXT));
	if (asks)
		add_question(h, page);
	for (size_t i = 0; h->how.notes && i < page->note.count; i++)
		add_note(h, app, page->note.item[i].text);
	status = flush(h, app, &run, err);
	odd_prepared_clear(&input);
	return status;
}

/* The answers, on sheets of their own. */
static odd_status put_answers(struct handout *h, enum theme theme, odd_error *err)
{
	odd_status status = begin_sheet(h, theme, err);
	add_text(h, text_make("Answers"), 0.0, (struct pen){.role = ROLE_TEXT, .flags = PEN_TITLE});
	for (const char *line = h->answers; *line != '\0';) {
		const size_t length = strcspn(line, "\n");
		/* A page without a value or question has nothing behind its colon. */
		if (length > 0 && line[length - 1] != ':')
			add_text(h, text_make("%.*s", (int)length, line), 0.0,
				(struct pen){.role = ROLE_TEXT, .flags = PEN_SMALL});
		line += length + (line[length] == '\n');
	}
	for (size_t i = 0; i < h->blocks; i++) {
		if (status == ODD_OK && h->y + h->block[i].height > SHEET_H - MARGIN)
			status = begin_sheet(h, theme, err);
		if (status == ODD_OK)
			draw_text(h, &h->block[i]);
		free(h->block[i].text);
	}
	h->blocks = 0;
	return status;
}

odd_status tui_handout(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, size_t *sheets, odd_error *err)
{
	struct handout h = {
		.how = *how, .key = {"Title", "Software"}, .software = "oddone " VERSION};
	const struct tour_visit each = {visit, &h};
	h.about[0].key = h.key[0];
	h.about[1] = (struct png_text){h.key[1], h.software};
	h.write_answers = open_memstream(&h.answers, &h.answers_size);
	odd_status status = h.write_answers != NULL ? tui_tour(options, name, &each, count, err)
						    : odd_error_nomem(err);
	if (h.write_answers != NULL && fclose(h.write_answers) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = put_answers(&h, options->set.theme, err);
	if (status == ODD_OK)
		status = raster_save(h.pdf, how->path, err);
	canvas_free(h.pdf);
	free(h.title);
	free(h.answers);
	*sheets = h.sheets;
	return status;
}
