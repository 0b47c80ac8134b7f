/* tour.c: where a tour is: its pages, their commands, questions and claims. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/view.h"
#include "session/xalloc.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"
#include "tui/ui_options.h"

/* ---- pages ---------------------------------------------------------------------------------- */

static odd_status run_lines(struct app *app, const struct tour_lines *lines, odd_error *err)
{
	odd_status status = tour_steps_add(app, lines, err);
	app->tour->settling = true;
	app->tour->here.known = false;
	app->tour->line = 0;
	app->dirty = true;
	return status;
}

/* The commands of a page, and of its question if that has been shown before. */
static odd_status run_page(struct app *app, size_t number, odd_error *err)
{
	struct tour *t = app->tour;
	const struct tour_page *page = &t->file.page[number];
	odd_status status = run_lines(app, &page->run, err);
	t->page = number;
	t->folded = false;
	t->typed[0] = '\0';
	if (status == ODD_OK && t->said[number].shown)
		status = run_lines(app, &page->then, err);
	return status;
}

/* Opens the network of the tour with default options. */
static odd_status restart(struct app *app, odd_error *err)
{
	char *line = text_command("open --plain", app->tour->file.network);
	tour_steps_forget(app);
	app->set.truth = app->tour->truth;
	app_keep_secret(app);
	odd_status status = app_run(app, "screen explore", err);
	if (status == ODD_OK)
		status = app_run(app, line, err);
	free(line);
	/* Without a thread it is known whether there is such a network. */
	if (status == ODD_OK && app->scripted && (app->view->failed || app->view->data == NULL))
		return odd_error_at(err, ODD_EINPUT, app->tour->file.path,
			app->tour->file.network_line, app->tour->file.network_column, "%s",
			app->view->status);
	return status == ODD_OK ? run_page(app, 0, err) : status;
}

/* Replays the tour from its start up to this page. */
static odd_status replay(struct app *app, size_t wanted, odd_error *err)
{
	odd_status status = restart(app, err);
	for (size_t i = 1; i <= wanted && status == ODD_OK; i++)
		status = run_page(app, i, err);
	return status;
}

void tour_end(struct app *app)
{
	if (app->tour == NULL)
		return;
	app->set.truth = app->tour->truth;
	app_keep_secret(app);
	tour_file_clear(&app->tour->file);
	tour_votes_clear(&app->tour->votes);
	free(app->tour->said);
	free(app->tour->steps.line);
	free(app->tour);
	app->tour = NULL;
	app->dirty = true;
}

odd_status tour_begin(struct app *app, const char *name, odd_error *err)
{
	struct tour_file file;
	struct playback as;
	char *path;
	odd_status status = playback_begin(&as, app, name, err);
	if (status != ODD_OK)
		return status;
	as.touring = true;
	status = tour_find(&path, name, err);
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
	app->tour = xgrow(NULL, 1, sizeof *app->tour);
	*app->tour = (struct tour){.file = file, .as = as, .aside = aside, .truth = app->set.truth};
	app->tour->said = xgrow(NULL, file.count, sizeof *app->tour->said);
	memset(app->tour->said, 0, file.count * sizeof *app->tour->said);
	app->hinting = false;
	status = tour_votes_load(&app->tour->votes, app->answers, err);
	if (status == ODD_OK)
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

/* ---- where the learner is ------------------------------------------------------------------- */

/* Once the commands of a page are done, what they led to is the page's place. */
static void settle(struct app *app)
{
	struct tour *t = app->tour;
	const struct session_view *v = app->view;
	if (!t->settling || !tour_at_rest(app) || v->data == NULL)
		return;
	t->settling = false;
	t->here = (struct tour_place){.known = true,
		.opened = v->opened,
		.epoch = v->data->epoch,
		.steps = v->data->steps,
		.wanted = v->wanted};
}

bool tour_away(const struct app *app)
{
	const struct tour_place *here = &app->tour->here;
	const struct session_view *v = app->view;
	if (!here->known || !tour_at_rest(app))
		return false;
	return v->data == NULL || v->opened != here->opened || v->data->epoch != here->epoch ||
	       v->data->steps != here->steps || !run_options_same_run(&v->wanted, &here->wanted) ||
	       !run_options_same_score(&v->wanted, &here->wanted);
}

static odd_status none_under_way(odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE, "no tour is under way; say: tour NAME");
}

/* ---- questions ------------------------------------------------------------------------------ */

bool tour_asks(const struct tour *t)
{
	return tour_page_of(t)->ask.text != NULL && !t->said[t->page].shown;
}

/* The choice whose claim holds now; −1: none, or more than one. */
static int right_choice(const struct tour_page *page, const struct result *o)
{
	int found = -1, count = 0;
	for (size_t i = 0; i < page->choices; i++) {
		struct claim_verdict verdict;
		if (claim_test(&verdict, o, page->choice[i].claim, NULL) == ODD_OK &&
			verdict.holds) {
			found = (int)i;
			count++;
		}
	}
	return count == 1 ? found : -1;
}

/* The value that was asked for, as it is now. */
static double answer_now(const struct tour_page *page, const struct result *o)
{
	struct claim_verdict verdict = {.left = NAN};
	char *claim = text_make("%s > 0", page->answer.text);
	claim_test(&verdict, o, claim, NULL);
	free(claim);
	return verdict.left;
}

/* Compares the answer with the outcome, once the commands of `then` are done. */
static void judge(struct app *app)
{
	struct tour *t = app->tour;
	struct tour_said *said = &t->said[t->page];
	const struct tour_page *page = tour_page_of(t);
	struct result o;
	if (!said->shown || said->judged || !t->here.known || app->view->lagging)
		return;
	tour_outcome(&o, app);
	said->judged = true;
	if (page->answer.text != NULL) {
		said->was = answer_now(page, &o);
		said->right = said->given && fabs(said->value - said->was) <= page->within;
	} else {
		said->was_choice = right_choice(page, &o);
		said->right = said->given && said->choice == said->was_choice;
	}
}

static odd_status show(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	t->said[t->page].shown = true;
	return run_lines(app, &tour_page_of(t)->then, err);
}

odd_status tour_answer(struct app *app, const char *text, odd_error *err)
{
	struct tour *t = app->tour;
	if (t == NULL)
		return none_under_way(err);
	const struct tour_page *page = tour_page_of(t);
	struct tour_said said = {.given = true};
	char *end;
	if (!tour_asks(t))
		return odd_error_set(err, ODD_EUSAGE, "this page asks nothing");
	said.value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(said.value))
		return odd_error_set(err, ODD_EUSAGE, "\"%.40s\" is no number", text);
	said.choice = (int)said.value - 1;
	if (page->answer.text == NULL && (said.value != floor(said.value) || said.value < 1.0 ||
						 said.value > (double)page->choices))
		return odd_error_set(err, ODD_EUSAGE, "the choices are 1 to %zu", page->choices);
	app->dirty = true;
	if (t->votes.path != NULL) /* of a class: counted, and shown by Enter */
		return tour_votes_add(&t->votes, page->heading, text, err);
	t->said[t->page] = said;
	return show(app, err);
}

/* ---- going on and back ---------------------------------------------------------------------- */

static void say_end(struct app *app, bool aside, const struct result *o)
{
	char score[60] = "";
	if (o->asked > 0)
		snprintf(
			score, sizeof score, "%zu of %zu answers were right; ", o->right, o->asked);
	app_say(app, "that was the tour; %sits network stays open%s", score,
		aside ? ", and :pop goes back to yours" : ", to be tried on");
}

odd_status tour_next(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	struct result o;
	if (t == NULL)
		return none_under_way(err);
	settle(app);
	if (tour_away(app))
		return replay(app, t->page, err);
	if (t->line + t->seen < t->lines) { /* there is more to this page */
		t->line += t->seen;
		if (t->line > t->lines - t->seen) /* no half-empty card at its end */
			t->line = t->lines - t->seen;
		app->dirty = true;
		return ODD_OK;
	}
	if (tour_asks(t)) /* without an answer the result is shown */
		return show(app, err);
	judge(app);
	if (t->page + 1 < t->file.count)
		return run_page(app, t->page + 1, err);
	bool aside = t->aside;
	tour_outcome(&o, app);
	tour_end(app);
	say_end(app, aside, &o);
	return ODD_OK;
}

odd_status tour_previous(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	if (t == NULL)
		return none_under_way(err);
	if (t->line > 0) {
		t->line = t->line > t->seen ? t->line - t->seen : 0;
		app->dirty = true;
		return ODD_OK;
	}
	if (t->page == 0)
		return odd_error_set(err, ODD_EUSAGE, "this is the first page");
	return replay(app, t->page - 1, err);
}

/* ---- claims --------------------------------------------------------------------------------- */

void tour_outcome(struct result *out, const struct app *app)
{
	const struct tour *t = app->tour;
	*out = (struct result){.net = NULL};
	if (app->view->scored != NULL)
		session_view_outcome(out, app->view);
	for (size_t i = 0; i < t->file.count; i++) {
		out->asked += t->said[i].given;
		out->right += t->said[i].right;
	}
}

static odd_status test_claims(const struct app *app, const struct tour_lines *claims,
	const struct result *o, size_t *count, odd_error *err)
{
	for (size_t i = 0; i < claims->count; i++) {
		const struct tour_line *claim = &claims->item[i];
		struct claim_verdict verdict;
		odd_status status = claim_test(&verdict, o, claim->text, err);
		if (status != ODD_OK)
			return status;
		if (!verdict.holds) {
			char what[300];
			if (verdict.missing != NULL)
				snprintf(what, sizeof what, "\"%.100s\" cannot be told: %s",
					claim->text, verdict.missing);
			else
				snprintf(what, sizeof what,
					"\"%.100s\" does not hold: %.4g against %.4g", claim->text,
					verdict.left, verdict.right);
			return tour_file_fault(&app->tour->file, claim, 0, what, err);
		}
		if (count != NULL)
			++*count;
	}
	return ODD_OK;
}

odd_status tour_claims(const struct app *app, size_t *count, odd_error *err)
{
	const struct tour *t = app->tour;
	const struct tour_page *page = tour_page_of(t);
	struct result o;
	tour_outcome(&o, app);
	return test_claims(
		app, t->said[t->page].shown ? &page->expect_after : &page->expect, &o, count, err);
}

/* Of a question exactly one choice comes true, or there is a number. */
static odd_status test_question(struct app *app, size_t *count, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	const struct tour_said *said = &app->tour->said[app->tour->page];
	settle(app);
	judge(app);
	if (page->answer.text != NULL ? isnan(said->was) : said->was_choice < 0)
		return tour_file_fault(&app->tour->file,
			page->answer.text != NULL ? &page->answer : &page->ask, 0,
			page->answer.text != NULL ? "the answer has no value"
						  : "not exactly one choice holds",
			err);
	if (count != NULL)
		++*count;
	return ODD_OK;
}

static odd_status visit_page(
	struct app *app, const struct tour_visit *visit, size_t number, odd_error *err)
{
	return visit != NULL ? visit->each(visit->payload, app, number, err) : ODD_OK;
}

/* Tests that every value named in a text exists. */
static odd_status test_texts(const struct app *app, const struct tour_lines *lines, odd_error *err)
{
	struct result o;
	tour_outcome(&o, app);
	for (size_t i = 0; i < lines->count; i++) {
		odd_error inner = {0};
		if (claim_text_test(&o, lines->item[i].text, &inner) != ODD_OK)
			return tour_file_fault(&app->tour->file, &lines->item[i], inner.column,
				inner.message, err);
	}
	return ODD_OK;
}

static odd_status check_page(struct app *app, const struct tour_visit *visit, size_t number,
	size_t *count, odd_error *err)
{
	const struct tour_page *page = tour_page_of(app->tour);
	odd_status status = tour_claims(app, count, err);
	if (status == ODD_OK)
		status = test_texts(app, &page->text, err);
	if (status == ODD_OK && tour_asks(app->tour)) {
		app_draw(app);
		status = visit_page(app, visit, number, err);
		if (status == ODD_OK)
			status = show(app, err);
		if (status == ODD_OK)
			status = test_question(app, count, err);
		if (status == ODD_OK)
			status = tour_claims(app, count, err);
		if (status == ODD_OK)
			status = test_texts(app, &page->after, err);
	}
	app_draw(app);
	return status == ODD_OK ? visit_page(app, visit, number, err) : status;
}

odd_status tour_check(struct app *app, const char *name, const struct tour_visit *visit,
	struct tour_count *count, odd_error *err)
{
	size_t claims = 0, pages = 0;
	if (!app->scripted)
		return odd_error_set(err, ODD_EUSAGE, "tour check: in scripts only");
	odd_status status = tour_begin(app, name, err);
	for (size_t i = 0; status == ODD_OK && i < app->tour->file.count; i++) {
		if (i > 0)
			status = run_page(app, i, err);
		if (status == ODD_OK)
			status = check_page(app, visit, i, &claims, err);
		pages += status == ODD_OK;
		if (status == ODD_OK && app->cancel != NULL && atomic_load(app->cancel))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	if (count != NULL)
		*count = (struct tour_count){pages, claims};
	tour_end(app);
	return status;
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* Digits on a page that asks; false: not a key of the answer. */
static bool answer_key(struct app *app, struct key key, odd_status *status, odd_error *err)
{
	struct tour *t = app->tour;
	const size_t length = strlen(t->typed);
	char one[2] = {(char)key.code, '\0'};
	if (tour_page_of(t)->answer.text == NULL) {
		if (key.code < '1' || key.code >= '1' + tour_page_of(t)->choices)
			return false;
		*status = tour_answer(app, one, err);
		return true;
	}
	if (key.code == K_ENTER && length > 0) {
		*status = tour_answer(app, t->typed, err);
		t->typed[0] = '\0';
		return true;
	}
	if (key.code == K_BACKSPACE && length > 0) {
		t->typed[length - 1] = '\0';
	} else if ((key.code >= '0' && key.code <= '9') || key.code == '.' || key.code == '-') {
		if (length + 1 < sizeof t->typed)
			strcat(t->typed, one);
	} else {
		return false;
	}
	app->dirty = true;
	return true;
}

bool tour_key(struct app *app, struct key key)
{
	odd_error err = {0};
	odd_status status = ODD_OK;
	if (key.mods != 0)
		return false;
	app_update(app); /* keys are meant for the newest state */
	if (app->tour == NULL)
		return false;
	settle(app);
	if (app->tour->folded && key.code == K_ENTER) {
		status = tour_fold(app, &err);
	} else if (tour_asks(app->tour) && !app->tour->folded && tour_at_rest(app) &&
		   !tour_away(app) && answer_key(app, key, &status, &err)) {
		/* answered, or on the way to it */
	} else if (key.code == K_ENTER || key.code == ' ') {
		/* What the page set going is to be seen before the next one. */
		if (!tour_at_rest(app)) {
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

odd_status tour_notes(struct app *app, odd_error *err)
{
	struct tour *t = app->tour;
	if (t == NULL)
		return none_under_way(err);
	t->notes = !t->notes;
	t->line = 0;
	app->dirty = true;
	if (t->notes && tour_page_of(t)->note.count == 0)
		app_say(app, "notes are shown from now on; this page has none");
	return ODD_OK;
}

odd_status tour_fold(struct app *app, odd_error *err)
{
	if (app->tour == NULL)
		return none_under_way(err);
	app->tour->folded = !app->tour->folded;
	app->dirty = true;
	return ODD_OK;
}

const char *tour_footer(const struct app *app)
{
	const struct tour *t = app->tour;
	if (t->folded)
		return "Enter|Show the text;Backspace|Back;Esc|Leave the tour;?|Help";
	if (tour_away(app))
		return "Enter|Return to the page;Backspace|Back;Esc|Leave the tour;?|Help";
	if (!tour_asks(t) && tour_page_of(t)->note.count > 0)
		return "Enter|Go on;Backspace|Back;Esc|Leave the tour;F4|Notes;F5|Hide text;?|Help";
	if (!tour_asks(t))
		return "Enter|Go on;Backspace|Back;Esc|Leave the tour;F5|Hide text;?|Help";
	return tour_page_of(t)->answer.text != NULL
		       ? "0-9|Type a number;Enter|Answer;Esc|Leave the tour;F5|Hide text;?|Help"
		       : "1-9|Choose;Enter|Show me;Backspace|Back;Esc|Leave the tour;F5|Hide text;?|Help";
}

void tour_look(struct app *app)
{
	settle(app);
	judge(app);
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
		return (struct choice){
			name, xstrdup(name), xstrdup(odd_error_format(&err, fault, sizeof fault))};
	struct choice choice = {name, xstrdup(tour.title),
		text_make("%s (%zu pages)", tour.about != NULL ? tour.about : "", tour.count)};
	tour_file_clear(&tour);
	return choice;
}

void tour_menu_open(struct app *app)
{
	size_t count;
	char **names = tour_names(&count);
	struct choice *choice = xgrow(NULL, count, sizeof *choice);
	for (size_t i = 0; i < count; i++)
		choice[i] = describe(names[i]);
	free(names);
	if (count == 0) {
		free(choice);
		app_say(app, "no tours came with this program");
		return;
	}
	const struct choosing how = {
		"Guided tours", "T", "tour", "Begin", count < 10 ? (int)count : 10, 2};
	choose_open(app, &how, choice, count);
}

bool tour_at_rest(const struct app *app)
{
	const struct tour_steps *steps = &app->tour->steps;
	return steps->next == steps->count && worker_rests_at(app->worker, app->view);
}

/* True when a line can be run now. Without a thread all lines before it are done. */
static bool is_due(const struct app *app, const char *line)
{
	char name[40];
	if (app->scripted)
		return true;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \t"), line);
	const struct command_row *command = commands_find(&explorer_commands, name);
	if (command == NULL || !ui_command_posted(command))
		return worker_rests_at(app->worker, app->view);
	struct worker_progress progress;
	worker_look(app->worker, &progress);
	return progress.waiting < WORKER_QUEUE / 2; /* the learner's own keys find room, too */
}

static odd_status run_line(struct app *app, const struct tour_line *line, odd_error *err)
{
	const struct tour_file *file = &app->tour->file;
	odd_error inner = {0};
	odd_status status = playback_run(app, &app->tour->as, line->text, &inner);
	if (status != ODD_OK)
		return tour_file_fault(file, line, 0, inner.message, err);
	/* Without a thread the session has already reported its faults. */
	if (app->scripted && app->view->failed)
		return tour_file_fault(file, line, 0, app->view->status, err);
	return ODD_OK;
}

/* Runs all commands that are due; the first error drops the rest. */
static odd_status go_on(struct app *app, odd_error *err)
{
	struct tour_steps *steps = &app->tour->steps;
	odd_status status = ODD_OK;
	if (steps->running) /* a command looks after the worker, and so comes by here */
		return ODD_OK;
	steps->running = true;
	while (steps->next < steps->count && status == ODD_OK &&
		is_due(app, steps->line[steps->next]->text))
		status = run_line(app, steps->line[steps->next++], err);
	steps->running = false;
	if (status != ODD_OK)
		tour_steps_forget(app);
	app->dirty = true;
	return status;
}

odd_status tour_steps_add(struct app *app, const struct tour_lines *lines, odd_error *err)
{
	struct tour_steps *steps = &app->tour->steps;
	if (steps->next == steps->count)
		steps->next = steps->count = 0;
	steps->line = xgrow(steps->line, steps->count + lines->count + 1, sizeof *steps->line);
	for (size_t i = 0; i < lines->count; i++)
		steps->line[steps->count++] = &lines->item[i];
	return go_on(app, err);
}

void tour_steps_forget(struct app *app)
{
	if (app->tour != NULL)
		app->tour->steps.next = app->tour->steps.count = 0;
}

void tour_steps_look(struct app *app)
{
	odd_error err = {0};
	if (app->tour == NULL || app->tour->steps.next == app->tour->steps.count)
		return;
	if (go_on(app, &err) != ODD_OK)
		app_complain(app, &err);
}
