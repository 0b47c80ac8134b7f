#include "config.h"

#include "tui/tour.h"

#include <stdio.h>
#include <stdlib.h>

#include "draw/figures.h"
#include "report/claim.h"
#include "session/memory.h"
#include "session/view.h"
#include "tui/list.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_options.h"

struct tour {
	struct tour_file file;
	size_t page;
	int line;   /* the first line of the text in sight */
	int lines;  /* lines it has, and … */
	int seen;   /* … can be seen, when last drawn */
	bool aside; /* what was open before it is set aside, to come back to */
};

/* ---- pages ---------------------------------------------------------------------------------- */

static odd_status run_page(struct app *app, size_t number, odd_error *err)
{
	const struct tour_page *page = &app->tour->file.page[number];
	odd_status status = ODD_OK;
	for (size_t i = 0; i < page->run.count && status == ODD_OK; i++) {
		odd_error inner = {0};
		const struct tour_line *line = &page->run.item[i];
		status = app_run(app, line->text, &inner);
		if (status != ODD_OK)
			odd_error_at(err, ODD_EINPUT, app->tour->file.path, line->line, 0, "%s",
				inner.message);
		/* Without a thread a fault of the session is at hand, too. */
		if (status == ODD_OK && app->scripted && app->view->failed)
			status = odd_error_at(err, ODD_EINPUT, app->tour->file.path, line->line, 0,
				"%s", app->view->status);
	}
	app->tour->page = number;
	app->tour->line = 0;
	app->dirty = true;
	return status;
}

/* Whatever was set before, a tour begins with the run's options as they are by default. */
static odd_status restart(struct app *app, odd_error *err)
{
	char *line = text_command("open --plain", app->tour->file.network);
	odd_status status = app_run(app, "screen explore", err);
	if (status == ODD_OK)
		status = app_run(app, line, err);
	free(line);
	return status == ODD_OK ? run_page(app, 0, err) : status;
}

void tour_end(struct app *app)
{
	if (app->tour == NULL)
		return;
	tour_file_clear(&app->tour->file);
	free(app->tour);
	app->tour = NULL;
	app->dirty = true;
}

odd_status tour_begin(struct app *app, const char *name, odd_error *err)
{
	struct tour_file file;
	char *path;
	odd_status status = tour_find(&path, name, err);
	if (status != ODD_OK)
		return status;
	status = tour_file_load(&file, path, err);
	free(path);
	if (status != ODD_OK)
		return status;
	/* From one tour to another: what was open before the first is what there is to return to.
	 */
	bool aside = app->tour != NULL && app->tour->aside;
	if (!aside && app->view->data != NULL)
		aside = app_run(app, "push", NULL) == ODD_OK;
	tour_end(app);
	app->tour = memory_grow(NULL, 1, sizeof *app->tour);
	*app->tour = (struct tour){.file = file, .aside = aside};
	app->hinting = false;
	status = restart(app, err);
	if (status != ODD_OK)
		tour_leave(app);
	return status;
}

void tour_leave(struct app *app)
{
	bool aside = app->tour != NULL && app->tour->aside;
	tour_end(app);
	if (aside)
		app_run(app, "pop", NULL);
	else
		app_say(app, "the tour is left; T begins another");
}

odd_status tour_next(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	if (t == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no tour is under way; say: tour NAME");
	if (t->line + t->seen < t->lines) { /* there is more to this page */
		t->line += t->seen;
		app->dirty = true;
		return ODD_OK;
	}
	if (t->page + 1 < t->file.count)
		return run_page(app, t->page + 1, err);
	bool aside = t->aside;
	tour_end(app);
	app_say(app, "that was the tour; its network stays open%s",
		aside ? ", and :pop goes back to yours" : ", to be tried on");
	return ODD_OK;
}

odd_status tour_previous(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	if (t == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no tour is under way; say: tour NAME");
	if (t->line > 0) {
		t->line = t->line > t->seen ? t->line - t->seen : 0;
		app->dirty = true;
		return ODD_OK;
	}
	if (t->page == 0)
		return odd_error_set(err, ODD_EUSAGE, "this is the first page");
	size_t wanted = t->page - 1;
	odd_status status = restart(app, err);
	for (size_t i = 1; i <= wanted && status == ODD_OK; i++)
		status = run_page(app, i, err);
	return status;
}

/* What claims and texts are about: nothing before it is scored. */
static void outcome_of(struct outcome *out, const struct app *app)
{
	*out = (struct outcome){.net = NULL};
	if (app->view->scored != NULL)
		session_view_outcome(out, app->view);
	out->kept = app->ghost;
	out->kept_count = app->view->ghost_count;
}

/* The first claim of the page that does not hold. */
static odd_status page_claims(const struct app *app, odd_error *err)
{
	const struct tour *t = app->tour;
	const struct tour_lines *claims = &t->file.page[t->page].expect;
	struct outcome o;
	outcome_of(&o, app);
	for (size_t i = 0; i < claims->count; i++) {
		const struct tour_line *claim = &claims->item[i];
		struct claim_verdict verdict;
		odd_status status = claim_test(&verdict, &o, claim->text, err);
		if (status != ODD_OK)
			return status;
		if (!verdict.holds)
			return odd_error_at(err, ODD_EINPUT, t->file.path, claim->line, 0,
				"\"%.100s\" does not hold: %.4g against %.4g", claim->text,
				verdict.left, verdict.right);
	}
	return ODD_OK;
}

odd_status tour_check(struct app *app, const char *name, odd_error *err)
{
	if (!app->scripted)
		return odd_error_set(err, ODD_EUSAGE, "tour check: in scripts only");
	odd_status status = tour_begin(app, name, err);
	for (size_t i = 0; status == ODD_OK && i < app->tour->file.count; i++) {
		if (i > 0)
			status = run_page(app, i, err);
		if (status == ODD_OK)
			status = page_claims(app, err);
		app_draw(app);
	}
	tour_end(app);
	return status;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* Lines of the page's text as wide as r, drawn there from line `from` on; returns how many there
 * are. c NULL: only counted. */
static int put_lines(struct app *app, struct canvas *c, struct rect r, int from)
{
	const struct tour_page *page = &app->tour->file.page[app->tour->page];
	struct outcome o;
	size_t n = 0;
	outcome_of(&o, app);
	for (size_t i = 0; i < page->text.count; i++) {
		char *text;
		claim_text(&text, &o, page->text.item[i].text, NULL);
		if (i > 0)
			n++; /* an empty line between paragraphs */
		if (text != NULL)
			n = paint_wrapped(c, r, text, pen_of(ROLE_TEXT), n, (size_t)from);
		free(text);
	}
	return (int)n;
}

void tour_draw(struct tour *t, struct app *app, struct canvas *c)
{
	const struct tour_page *page = &t->file.page[t->page];
	char note[80];
	int wide = (int)app->columns < 100 ? (int)app->columns : 100;
	int columns = wide - 4, most = (int)(app->rows - 3) / 2;
	int x = ((int)app->columns - wide) / 2;
	if (columns < 20 || most < 4)
		return;
	t->lines = put_lines(app, NULL, (struct rect){.w = columns}, 0);
	t->seen = t->lines < most - 2 ? t->lines : most - 2;
	int h = t->seen + 2;
	int y = page->top ? 1 : (int)app->rows - 2 - h;
	struct rect box = {x, y, wide, h};
	bool more = t->line + t->seen < t->lines;
	snprintf(note, sizeof note, "%s%zu of %zu", more ? "more below · " : "", t->page + 1,
		t->file.count);
	/* A claim that does not hold is no secret. */
	if (worker_idle(app->worker) && page_claims(app, NULL) != ODD_OK)
		snprintf(note, sizeof note, "came out differently · %zu of %zu", t->page + 1,
			t->file.count);
	cells_erase(c, box);
	panel_begin(c, box, page->heading, note, true);
	put_lines(app, c, (struct rect){x + 2, y + 1, columns, t->seen}, t->line);
}

/* ---- keys ----------------------------------------------------------------------------------- */

bool tour_key(struct app *app, struct key key)
{
	odd_error err = {0};
	odd_status status;
	if (key.mods != 0)
		return false;
	if (key.code == K_ENTER || key.code == ' ') {
		/* What the page set going is to be seen before the next one. */
		if (!worker_idle(app->worker)) {
			app_say(app, "one moment: this page is still at work");
			return true;
		}
		status = tour_next(app, &err);
	} else if (key.code == K_BACKSPACE) {
		status = tour_previous(app, &err);
	} else if (key.code == K_ESC) {
		tour_leave(app);
		return true;
	} else {
		return false;
	}
	if (status != ODD_OK)
		app_complain(app, &err);
	return true;
}

/* ---- the tours there are ----------------------------------------------------------------------
 */

/* One that cannot be read is in the list all the same, with its fault. */
static struct choice describe(char *name)
{
	struct tour_file tour;
	odd_error err = {0};
	char *path = NULL, fault[300];
	odd_status status = tour_find(&path, name, &err);
	if (status == ODD_OK)
		status = tour_file_load(&tour, path, &err);
	free(path);
	if (status != ODD_OK)
		return (struct choice){name, memory_string(name),
			memory_string(odd_error_format(&err, fault, sizeof fault))};
	struct choice choice = {name, memory_string(tour.title),
		text_make("%s (%zu pages)", tour.about != NULL ? tour.about : "", tour.count)};
	tour_file_clear(&tour);
	return choice;
}

void tour_menu_open(struct app *app)
{
	size_t count;
	char **names = tour_names(&count);
	struct choice *choice = memory_grow(NULL, count, sizeof *choice);
	for (size_t i = 0; i < count; i++)
		choice[i] = describe(names[i]);
	free(names);
	if (count == 0) {
		free(choice);
		app_say(app, "no tours came with this program");
		return;
	}
	const struct choosing how = {
		"Guided tours", "T", "tour", "Begin", count < 8 ? (int)count : 8, 2};
	choose_open(app, &how, choice, count);
}
