/* tour_draw.c: the card of a page: its text, its question, and what came out. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figures.h"
#include "session/xalloc.h"
#include "tui/explore.h"
#include "tui/list.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/tour.h"

/* Paragraphs on their way to the card. */
struct card {
	struct app *app;
	struct canvas *c; /* NULL: only counted */
	struct rect r;
	size_t from, n; /* the first line in sight, and the next one */
	struct result o;
};

/* The text with dots for its values, on the heap: those of another state would be untrue. */
static char *without_values(const char *text)
{
	char *out = xgrow(NULL, 3 * strlen(text) + 1, 1), *to = out;
	for (bool inside = false; *text != '\0'; text++) {
		if (text[0] == '{' && text[1] == '{') {
			*to++ = *text++;
		} else if (*text == '{' || (*text == '}' && inside)) {
			inside = *text == '{';
			if (inside)
				to = stpcpy(to, "…");
		} else if (!inside) {
			*to++ = *text;
		}
	}
	*to = '\0';
	return out;
}

static void put_text(struct card *card, const char *text, struct pen pen)
{
	char *filled;
	if (tour_away(card->app))
		filled = without_values(text);
	else
		claim_text(&filled, &card->o, text, NULL);
	if (filled != NULL)
		card->n = paint_wrapped(card->c, card->r, filled, pen, card->n, card->from);
	free(filled);
}

static void put_paragraphs(struct card *card, const struct tour_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		card->n += card->n > 0; /* an empty line between paragraphs */
		put_text(card, lines->item[i].text, pen_of(ROLE_TEXT));
	}
}

/* How many of the class gave an answer, where answers are collected. */
static void put_votes(struct card *card, const char *answer)
{
	const struct tour *t = card->app->tour;
	if (t->votes.path == NULL)
		return;
	char *bar = tour_votes_bar(&t->votes, tour_page_of(t)->heading, answer);
	put_text(card, bar, pen_of(ROLE_STRUCTURAL));
	free(bar);
}

static void put_question(struct card *card)
{
	const struct tour *t = card->app->tour;
	const struct tour_page *page = tour_page_of(t);
	const struct tour_vote *vote;
	char number[24];
	card->n += card->n > 0;
	put_text(card, page->ask.text, pen_bold(ROLE_TEXT));
	for (size_t i = 0; i < page->choices; i++) {
		char *line = text_make("  %zu  %s", i + 1, page->choice[i].text);
		put_text(card, line, pen_of(ROLE_TEXT));
		free(line);
		snprintf(number, sizeof number, "%zu", i + 1);
		put_votes(card, number);
	}
	for (size_t at = 0; page->answer.text != NULL &&
			    (vote = tour_votes_next(&t->votes, page->heading, &at)) != NULL;) {
		char *line = text_make("  %s", vote->answer);
		put_text(card, line, pen_of(ROLE_TEXT));
		free(line);
		put_votes(card, vote->answer);
	}
	if (page->answer.text != NULL) {
		char *line = text_make("  Your number: %s_", t->typed);
		put_text(card, line, pen_of(ROLE_TEXT));
		free(line);
	}
}

/* The term that is likely wrong in a number computed by hand; NULL: no usual slip gives it. */
static const char *slip_of(const struct result *o, double said, double within)
{
	static const char *const text[ODD_SLIPS] = {
		"A lost minus sign gives this number: subtract what other dimensions explain.",
		"This comes out without the weights w.",
		"This comes out when the own dimension, q = k, stays in the sum."};
	for (int slip = 0; slip < ODD_SLIPS && o->lesson != NULL; slip++)
		if (fabs(odd_lesson_slip(o->lesson, (odd_slip)slip) - said) <= within)
			return text[slip];
	return NULL;
}

/* "You said 12; it is 3. ✗" */
static void put_verdict(struct card *card)
{
	const struct tour *t = card->app->tour;
	const struct tour_page *page = tour_page_of(t);
	const struct tour_said *said = &t->said[t->page];
	const bool ascii = card->app->set.glyphs == GLYPHS_ASCII;
	char you[40] = "", it[200], line[400];
	put_text(card, page->ask.text, pen_bold(ROLE_TEXT));
	if (!said->judged)
		return;
	if (page->answer.text != NULL) {
		snprintf(it, sizeof it, "%.4g", said->was);
		snprintf(you, sizeof you, "%.4g", said->value);
	} else {
		snprintf(it, sizeof it, "%s",
			said->was_choice >= 0 ? page->choice[said->was_choice].text
					      : "none of these");
		snprintf(you, sizeof you, "%.38s", page->choice[said->choice].text);
	}
	if (!said->given)
		snprintf(line, sizeof line, "Result: %s.", it);
	else if (said->right && page->answer.text == NULL)
		snprintf(line, sizeof line, "You said: %s. %s right.", you, ascii ? "+" : "✓");
	else
		snprintf(line, sizeof line, "You said: %s; the result is %s. %s", you, it,
			said->right ? ascii ? "+ near enough." : "✓ near enough."
			: ascii     ? "x"
				    : "✗");
	const char *slip = said->given && !said->right && page->answer.text != NULL
				   ? slip_of(&card->o, said->value, page->within)
				   : NULL;
	if (slip != NULL)
		text_add(line, sizeof line, " %s", slip);
	size_t all = 0, right = 0;
	const struct tour_vote *vote;
	for (size_t at = 0; (vote = tour_votes_next(&t->votes, page->heading, &at)) != NULL;) {
		const double x = strtod(vote->answer, NULL);
		all += vote->votes;
		if (page->answer.text != NULL ? fabs(x - said->was) <= page->within
					      : (int)x - 1 == said->was_choice)
			right += vote->votes;
	}
	if (all > 0)
		text_add(line, sizeof line, " The class: %zu of %zu right.", right, all);
	put_text(card, line,
		pen_bold(!said->given  ? ROLE_TEXT
			 : said->right ? ROLE_GOOD
				       : ROLE_ALARM));
}

static void put_notes(struct card *card, const struct tour_lines *notes)
{
	for (size_t i = 0; i < notes->count; i++) {
		char *line = text_make("Note: %s", notes->item[i].text);
		card->n += card->n > 0;
		put_text(card, line, pen_of(ROLE_DIM));
		free(line);
	}
}

/* What the card says, drawn from line `from` on; returns how many lines there are. */
static int put_card(struct app *app, struct canvas *c, struct rect r, int from)
{
	const struct tour *t = app->tour;
	const struct tour_page *page = tour_page_of(t);
	struct card card = {.app = app, .c = c, .r = r, .from = (size_t)from};
	tour_outcome(&card.o, app);
	if (page->ask.text != NULL && t->said[t->page].shown) {
		put_verdict(&card);
		put_paragraphs(&card, &page->after);
	} else {
		put_paragraphs(&card, &page->text);
		if (page->ask.text != NULL)
			put_question(&card);
	}
	if (t->notes)
		put_notes(&card, &page->note);
	return (int)card.n;
}

/* The card over a body; most: rows it may have. */
static struct rect place_card(struct tour *t, struct app *app, struct rect body, int most)
{
	int wide = (int)body.w < 100 ? (int)body.w : 100, columns = wide - 4;
	if (columns < 20 || most < 4)
		return (struct rect){0};
	t->lines = put_card(app, NULL, (struct rect){.w = columns}, 0);
	t->seen = t->lines < most - 2 ? t->lines : most - 2;
	int h = t->seen + 2;
	return (struct rect){body.x + floor((body.w - wide) / 2.0),
		tour_page_of(t)->top ? body.y : body.y + body.h - h, wide, h};
}

static struct rect body_of(const struct app *app)
{
	struct screen_layout layout;
	screen_layout(&layout, app->columns, app->rows, PANE_LOSS, false);
	return layout.body;
}

/* A screen that is not to be covered keeps this many rows. */
enum { SCREEN_LEAST = 13 };

static int most_rows(const struct app *app, struct rect body)
{
	int half = (int)(app->rows - 3) / 2, left = (int)body.h - SCREEN_LEAST;
	if (tour_asks(app->tour)) /* all of a question is to be seen at once */
		return (int)body.h - 2;
	return app_screen(app)->ops->yields ? left > 5 ? left : 5 : half;
}

struct rect tour_room(struct tour *t, struct app *app, struct rect body)
{
	if (t->folded)
		return body;
	const struct rect card = place_card(t, app, body, most_rows(app, body));
	if (tour_page_of(t)->top)
		body.y += card.h;
	body.h -= card.h;
	return body;
}

void tour_draw(struct tour *t, struct app *app, struct canvas *c)
{
	const struct tour_page *page = tour_page_of(t);
	const struct rect body = body_of(app);
	char note[100];
	tour_look(app);
	if (t->folded)
		return;
	const struct rect box = place_card(t, app, body, most_rows(app, body));
	if (box.h < 3.0)
		return;
	bool more = t->line + t->seen < t->lines;
	snprintf(note, sizeof note, "%s%zu of %zu", more ? "more below · " : "", t->page + 1,
		t->file.count);
	const bool away = tour_away(app);
	/* A claim that does not hold is no secret. */
	if (!away && tour_at_rest(app) && !app->view->lagging &&
		tour_claims(app, NULL, NULL) != ODD_OK)
		snprintf(note, sizeof note, "came out differently · %zu of %zu", t->page + 1,
			t->file.count);
	cells_erase(c, box);
	panel_begin(c, box, away ? "You stepped away; Enter returns" : page->heading, note, true);
	put_card(app, c, (struct rect){box.x + 2, box.y + 1, box.w - 4, t->seen}, t->line);
}
