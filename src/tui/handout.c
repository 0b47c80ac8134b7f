#include "config.h"

#include "tui/tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/cells_picture.h"
#include "tui/list.h"
#include "tui/text.h"
#include "tui/tour.h"

/* A4, in points of 1/72 inch, which are the logical pixels of a PDF. */
#define SHEET_W 595
#define SHEET_H 842
#define MARGIN 42.0
#define PARAGRAPH 7.0 /* between paragraphs */
#define INDENT 16.0

struct handout {
	struct handout_options how;
	struct canvas *pdf;
	double y; /* where the next block begins */
	size_t sheets;
	char *title;
	struct png_text about[2]; /* lent to the PDF until it is finished */
	char key[2][10], software[40];
};

/* ---- sheets ---------------------------------------------------------------------------------- */

static void number_sheet(struct handout *h)
{
	char number[40];
	snprintf(number, sizeof number, "%zu", h->sheets);
	const struct pen pen = {.role = ROLE_DIM, .flags = PEN_SMALL};
	const double y = SHEET_H - MARGIN + 8.0;
	canvas_text(h->pdf, (struct point){MARGIN, y}, ANCHOR_TOP_LEFT, h->title, pen);
	canvas_text(h->pdf, (struct point){SHEET_W - MARGIN, y}, ANCHOR_TOP_RIGHT, number, pen);
}

static odd_status begin_sheet(struct handout *h, const struct app *app, odd_error *err)
{
	odd_status status = ODD_OK;
	if (h->pdf == NULL) {
		const struct raster_options options = {.width = SHEET_W,
			.height = SHEET_H,
			.scale = 1.0,
			.theme = app->set.theme,
			.format = RASTER_PDF,
			.text = h->about,
			.text_count = 2};
		status = raster_create(&h->pdf, &options, err);
	} else {
		raster_next_sheet(h->pdf);
	}
	h->y = MARGIN;
	h->sheets += status == ODD_OK;
	if (status == ODD_OK)
		number_sheet(h);
	return status;
}

/* Room for so much on this sheet, or else on the next. */
static odd_status need(struct handout *h, const struct app *app, double height, odd_error *err)
{
	return h->y + height <= SHEET_H - MARGIN ? ODD_OK : begin_sheet(h, app, err);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Lines as wide as the sheet less the indent; values in braces are those of the state. */
static odd_status put_text(struct handout *h, const struct app *app, const char *text,
	double indent, struct pen pen, odd_error *err)
{
	struct result o;
	char *filled = NULL;
	tour_outcome(&o, app);
	odd_status status = claim_text(&filled, &o, text, err);
	const char *rest = filled;
	const double room = SHEET_W - 2.0 * MARGIN - indent;
	while (status == ODD_OK && *rest != '\0') {
		size_t skip, length = canvas_text_break(h->pdf, rest, room, &skip, pen);
		char *line = text_make("%.*s", (int)length, rest);
		const double high = 1.2 * canvas_text_extent(h->pdf, line, pen).h;
		status = need(h, app, high, err);
		canvas_text(
			h->pdf, (struct point){MARGIN + indent, h->y}, ANCHOR_TOP_LEFT, line, pen);
		h->y += high;
		rest += skip;
		free(line);
	}
	free(filled);
	h->y += PARAGRAPH;
	return status;
}

static odd_status put_lines(struct handout *h, const struct app *app,
	const struct tour_lines *lines, struct pen pen, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < lines->count && status == ODD_OK; i++)
		status = put_text(h, app, lines->item[i].text, 0.0, pen, err);
	return status;
}

/* The screen without the card, whose text is on the paper, and without its last row, the keys. */
static odd_status put_screen(struct handout *h, struct app *app, odd_error *err)
{
	app->tour->bare = true;
	app->message[0] = '\0';
	app_draw(app);
	app->tour->bare = false;
	const struct cells_look look = {
		.mono = app->depth == COLOUR_MONO, .caret_x = -1, .caret_y = -1};
	const size_t rows = app->rows > 1 ? app->rows - 1 : app->rows;
	const double wide = SHEET_W - 2.0 * MARGIN;
	const double high =
		wide / ((double)app->columns * CELLS_PICTURE_W) * ((double)rows * CELLS_PICTURE_H);
	odd_status status = need(h, app, high, err);
	if (status != ODD_OK)
		return status;
	const struct rect at = {MARGIN, h->y, wide, high};
	cells_picture_place(h->pdf, at, app->canvas, rows, &look);
	canvas_box(h->pdf, at, pen_of(ROLE_FRAME));
	h->y += high + 2.0 * PARAGRAPH;
	return ODD_OK;
}

static odd_status put_question(struct handout *h, const struct app *app, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	odd_status status = put_text(h, app, page->ask.text, 0.0, pen_bold(ROLE_TEXT), err);
	for (size_t i = 0; i < page->choices && status == ODD_OK; i++) {
		char *line = text_make("□  %s", page->choice[i].text);
		status = put_text(h, app, line, INDENT, pen_of(ROLE_TEXT), err);
		free(line);
	}
	if (status == ODD_OK && page->answer.text != NULL)
		status = put_text(
			h, app, "Your number: ________________", INDENT, pen_of(ROLE_TEXT), err);
	return status;
}

static odd_status put_answer(struct handout *h, const struct app *app, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	const struct tour_said *said = &app->tour->said[app->tour->page];
	char number[40];
	snprintf(number, sizeof number, "%.4g", said->was);
	char *line = text_make("It came out: %s.", page->answer.text != NULL ? number
						   : said->was_choice >= 0
							   ? page->choice[said->was_choice].text
							   : "none of these");
	odd_status status = put_text(h, app, line, 0.0, pen_bold(ROLE_TEXT), err);
	free(line);
	return status == ODD_OK ? put_lines(h, app, &page->after, pen_of(ROLE_TEXT), err) : status;
}

static odd_status put_notes(struct handout *h, const struct app *app, odd_error *err)
{
	const struct tour_lines *note = &tour_page_of(app->tour)->note;
	const struct pen pen = {.role = ROLE_DIM};
	odd_status status = ODD_OK;
	if (!h->how.notes || note->count == 0)
		return ODD_OK;
	canvas_rule(h->pdf, (struct point){MARGIN, h->y}, (struct point){SHEET_W - MARGIN, h->y},
		pen_of(ROLE_FRAME));
	h->y += PARAGRAPH;
	for (size_t i = 0; i < note->count && status == ODD_OK; i++) {
		char *line = text_make("For the speaker: %s", note->item[i].text);
		status = put_text(h, app, line, 0.0, pen, err);
		free(line);
	}
	return status;
}

/* ---- pages ----------------------------------------------------------------------------------- */

static odd_status put_heading(
	struct handout *h, struct app *app, size_t number, const char *more, odd_error *err)
{
	const struct tour_file *file = &app->tour->file;
	const struct pen title = {.role = ROLE_TEXT, .flags = PEN_TITLE};
	odd_status status = ODD_OK;
	if (h->pdf == NULL) {
		h->title = text_make("%s", file->title);
		h->about[0].value = h->title;
	}
	status = begin_sheet(h, app, err);
	if (status == ODD_OK && h->sheets == 1) {
		status = put_text(h, app, file->title, 0.0, title, err);
		if (status == ODD_OK && file->about != NULL)
			status = put_text(h, app, file->about, 0.0, pen_of(ROLE_DIM), err);
		h->y += PARAGRAPH;
	}
	char *line = text_make("%zu. %s%s", number + 1, tour_page_of(app->tour)->heading, more);
	if (status == ODD_OK)
		status = put_text(h, app, line, 0.0, title, err);
	free(line);
	return status;
}

/* A page as it opens, or, behind its question, as it is then. */
static odd_status visit(void *payload, struct app *app, size_t number, odd_error *err)
{
	struct handout *h = payload;
	const struct tour_page *page = tour_page_of(app->tour);
	const bool asks = tour_asks(app->tour), answers = !asks && page->ask.text != NULL;
	odd_status status = put_heading(h, app, number, answers ? " · what came out" : "", err);
	if (status == ODD_OK)
		status = put_screen(h, app, err);
	if (status == ODD_OK)
		status = answers ? put_answer(h, app, err)
				 : put_lines(h, app, &page->text, pen_of(ROLE_TEXT), err);
	if (status == ODD_OK && asks)
		return put_question(h, app, err);
	return status == ODD_OK ? put_notes(h, app, err) : status;
}

odd_status tui_handout(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, size_t *sheets, odd_error *err)
{
	struct handout h = {
		.how = *how, .key = {"Title", "Software"}, .software = "oddone " VERSION};
	const struct tour_visit each = {visit, &h};
	h.about[0].key = h.key[0];
	h.about[1] = (struct png_text){h.key[1], h.software};
	odd_status status = tui_tour(options, name, &each, count, err);
	if (status == ODD_OK)
		status = raster_save(h.pdf, how->path, err);
	canvas_free(h.pdf);
	free(h.title);
	*sheets = h.sheets;
	return status;
}
