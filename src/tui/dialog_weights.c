/* dialog_weights.c: w, three sliders for the parts of the score.
 *
 * Every change is a command at once, so that list, map and recall follow while one slides. The
 * sliders keep what they were set to; the session makes the three add up to 1. While the worker is
 * still busy with an earlier change a new one waits, and only the latest is run: a key that is held
 * down must not fill the queue.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tui/app.h"
#include "tui/screens.h"
#include "tui/form.h"

enum { SLIDER = 1, SHARE = 4, SAME = 7, KEEP, PRESET, CANCEL };

struct weights_dialog {
	struct form form;
	char before[ODD_OPTION_VALUE + 10]; /* the command that brings back what was */
	double last[3];                     /* before the change that is being made */
	bool touched, follow;               /* follow: show what the preset has, once it is known */
	bool waits;                         /* what is shown has not been run yet */
	unsigned long serial;               /* of the view when the last change was run */
};

static double sum_of(struct weights_dialog *d)
{
	double sum = 0.0;
	for (int t = 0; t < 3; t++)
		sum += form_get(&d->form, SLIDER + t)->amount;
	return sum;
}

static void show(struct weights_dialog *d)
{
	double sum = sum_of(d), weight[3];
	for (int t = 0; t < 3; t++) {
		weight[t] = form_get(&d->form, SLIDER + t)->amount;
		d->last[t] = weight[t];
		form_set_text(form_get(&d->form, SHARE + t), "%3.0f %%", 100.0 * weight[t] / sum);
	}
	if (d->follow)
		form_set_text(form_get(&d->form, SAME), ":weights preset");
	else
		form_set_text(form_get(&d->form, SAME), ":weights %.4g,%.4g,%.4g", weight[0],
			weight[1], weight[2]);
}

static bool worker_lags(const struct weights_dialog *d, const struct app *app)
{
	return app->progress.waiting > 1 ||
	       (d->touched && app->progress.busy && app->view->serial == d->serial);
}

static void run_shown(struct weights_dialog *d, struct app *app, bool now)
{
	char line[FORM_TEXT];
	d->waits = !now && worker_lags(d, app);
	if (d->waits)
		return;
	d->touched = true;
	d->serial = app->view->serial;
	snprintf(line, sizeof line, "%s", form_typed(&d->form, SAME) + 1);
	app_run(app, line, NULL);
}

/* The weights that are in use. */
static bool read_weights(double weight[3], const struct app *app)
{
	const odd_scores *scores = app_scores(app);
	const double *from = app->view->wanted.weighted ? app->view->wanted.weight
			     : scores != NULL           ? scores->weight
							: NULL;
	if (from == NULL)
		return false;
	double sum = from[0] + from[1] + from[2];
	for (int t = 0; t < 3; t++)
		weight[t] = sum > 0.0 ? from[t] / sum : 1.0 / 3.0;
	return true;
}

static void weights_changed(struct form *form, struct app *app, struct field *field)
{
	struct weights_dialog *d = (struct weights_dialog *)form;
	if (!(sum_of(d) > 0.0)) {
		field->amount = d->last[field->id - SLIDER];
		app_say(app, "not all three weights can be 0");
		return;
	}
	d->follow = false;
	show(d);
	run_shown(d, app, false);
}

static void preset(struct weights_dialog *d, struct app *app)
{
	d->follow = true;
	show(d);
	run_shown(d, app, false);
}

static void weights_leave(struct form *form, struct app *app)
{
	struct weights_dialog *d = (struct weights_dialog *)form;
	char line[sizeof d->before];
	bool touched = d->touched; /* what waits has changed nothing yet */
	memcpy(line, d->before, sizeof line);
	app_pop(app);
	if (touched)
		app_run(app, line, NULL);
}

static void weights_keep(struct weights_dialog *d, struct app *app)
{
	if (d->waits)
		run_shown(d, app, true);
	app_pop(app);
}

static void weights_pressed(struct form *form, struct app *app, int id)
{
	struct weights_dialog *d = (struct weights_dialog *)form;
	if (id == KEEP)
		weights_keep(d, app);
	else if (id == PRESET)
		preset(d, app);
	else
		weights_leave(form, app);
}

static bool weights_key(struct form *form, struct app *app, struct key key)
{
	struct weights_dialog *d = (struct weights_dialog *)form;
	if (key.mods != 0 || (key.code != 'p' && key.code != 'w'))
		return false;
	if (key.code == 'p')
		preset(d, app);
	else
		weights_keep(d, app); /* the key that opened it closes it */
	return true;
}

/* The weights of the preset depend on the run: they are known when the view has them. */
static void weights_layout(struct form *form, struct app *app)
{
	struct weights_dialog *d = (struct weights_dialog *)form;
	double weight[3];
	if (d->waits)
		run_shown(d, app, false);
	if (!d->follow || app->view->wanted.weighted || !read_weights(weight, app))
		return;
	for (int t = 0; t < 3; t++)
		form_get(form, SLIDER + t)->amount = weight[t];
	show(d);
}

static const struct form_ops weights_ops = {.changed = weights_changed,
	.pressed = weights_pressed,
	.leave = weights_leave,
	.key = weights_key,
	.layout = weights_layout};

/* ---- parts of the panel: on and off ---------------------------------------------------------- */

struct parts_dialog {
	struct form form;
	char before[2 * ODD_OPTION_VALUE]; /* the commands that bring back what was */
};

/* Each tick is a command at once: list, map and recall follow. */
static void parts_changed(struct form *form, struct app *app, struct field *field)
{
	const odd_score *score = app_scores(app)->score;
	char line[FORM_TEXT] = "set evidence=";
	size_t on = 0;
	for (size_t t = 0; t < score->count; t++) {
		if (form_value(form, SLIDER + (int)t) == 0)
			continue;
		size_t used = strlen(line);
		snprintf(line + used, sizeof line - used, "%s%s", on++ > 0 ? "," : "",
			score->component[t].name);
	}
	if (on == 0) {
		field->value = 1;
		app_say(app, "not all parts can be off");
		return;
	}
	app_run(app, on == score->count ? "set evidence=all" : line, NULL);
}

static void parts_pressed(struct form *form, struct app *app, int id)
{
	struct parts_dialog *d = (struct parts_dialog *)form;
	char line[sizeof d->before];
	memcpy(line, d->before, sizeof line);
	app_pop(app);
	if (id == CANCEL)
		app_run(app, line, NULL);
}

static void parts_leave(struct form *form, struct app *app)
{
	parts_pressed(form, app, CANCEL);
}

static void parts_open(struct app *app)
{
	static const struct form_ops ops = {
		.changed = parts_changed, .pressed = parts_pressed, .leave = parts_leave};
	const odd_scores *s = app_scores(app);
	const struct run_options *now = &app->view->wanted;
	int rows = (int)s->score->count;
	struct parts_dialog *d =
		form_create(sizeof *d, "Parts of the evidence", "w", 76, rows + 3, &ops);
	struct form *f = &d->form;
	double room[ODD_COMPONENTS];
	const double *weight = run_options_weight(now, room);
	for (int t = 0; t < rows; t++) {
		char share[24];
		const char *why = odd_scores_why(s, (size_t)t);
		snprintf(share, sizeof share, "%3.0f %%", 100.0 * s->weight[t]);
		form_check(f, SLIDER + t, 1, t, s->score->component[t].name,
			weight == NULL || weight[t] > 0.0);
		form_words(f, 0, 20, t, 6, odd_scores_uses(s, (size_t)t) ? share : "  -");
		form_words(f, 0, 26, t, 49, why)->role = ROLE_DIM;
	}
	form_button(f, KEEP, 0, 0, "Keep");
	form_button(f, CANCEL, 0, 0, "Cancel");
	form_place_buttons(f, rows + 1, f->w);
	f->enter = KEEP;
	f->place = FORM_LOWER_RIGHT;
	f->passes = true;
	f->layer_ops.screen = "explore";
	f->layer_ops.footer = "Space|On, off;Enter|Keep;Esc|As before";
	strcpy(d->before, "set evidence=");
	odd_option_get(d->before + strlen(d->before), run_option_find("evidence", 8), now);
	app_push(app, &f->layer);
}

void weights_open(struct app *app)
{
	if (app_scores(app) != NULL && app_scores(app)->score->surprise) {
		parts_open(app);
		return;
	}
	static const char *const label[3] = {"▲ structure", "■ attributes", "◆ disagreement"};
	static const enum role role[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	static const char *const buttons[] = {"Keep", "Preset", "Cancel", NULL};
	struct weights_dialog *d =
		form_create(sizeof *d, "Score weights", "w", 36, 6, &weights_ops);
	struct form *f = &d->form;
	double weight[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
	read_weights(weight, app);
	for (int t = 0; t < 3; t++) {
		form_words(f, 0, 1, t, 0, label[t])->role = role[t];
		form_slider(f, SLIDER + t, 16, t, 13, weight[t])->role = role[t];
		form_words(f, SHARE + t, 30, t, 5, "");
	}
	form_words(f, SAME, 1, 3, 34, "")->role = ROLE_DIM;
	form_buttons(f, KEEP, 5, buttons);
	f->enter = KEEP;
	f->place = FORM_LOWER_RIGHT;
	f->passes = true;
	f->layer_ops.screen = "explore"; /* the run can be stepped and the list walked meanwhile */
	f->layer_ops.footer = "Left|Less;Right|More;Tab|Next;p|Preset;Enter|Keep;Esc|As before";
	strcpy(d->before, "weights ");
	odd_option_get(
		d->before + strlen(d->before), run_option_find("weights", 7), &app->view->wanted);
	d->follow = !app->view->wanted.weighted;
	show(d);
	app_push(app, &f->layer);
}
