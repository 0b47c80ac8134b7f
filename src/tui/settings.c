#include "config.h"

#include "tui/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/ui_options.h"

void settings_init(struct settings_state *s)
{
	*s = (struct settings_state){.run = {.wanted = ODD_ONE_OPTIONS_INIT}};
	ui_settings_init(&s->ui);
}

/* ---- by name --------------------------------------------------------------------------------- */

bool settings_get(struct setting_row *row, size_t i)
{
	size_t ours = 0;
	while (ui_option_get(ours) != NULL)
		ours++;
	if (i < ours) {
		const struct ui_option *o = ui_option_get(i);
		*row = (struct setting_row){o->name, o->values, o->usual, o->help, false};
		return true;
	}
	const struct session_option *o = session_option_get(i - ours);
	if (o == NULL)
		return false;
	*row = (struct setting_row){o->name, o->values, NULL, o->help, true};
	return true;
}

/* The directory of `init=DIRECTORY` is lent by whoever set it: keep a copy. */
static void keep_start(struct settings_state *s)
{
	const char *dir = s->run.wanted.start_dir;
	if (dir != NULL && dir != s->start)
		snprintf(s->start, sizeof s->start, "%s", dir);
	s->run.wanted.start_dir = NULL;
}

odd_status settings_set(
	struct settings_state *s, const char *name, const char *value, odd_error *err)
{
	const struct ui_option *ours = ui_option_find(name, strlen(name));
	const struct session_option *theirs = session_option_find(name, strlen(name));
	if (ours != NULL)
		return ours->set(&s->ui, value, err);
	if (theirs == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there is no option \"%.60s\"", name);
	odd_status status = theirs->set(&s->run, value, err);
	keep_start(s);
	return status;
}

bool settings_value(const struct settings_state *s, const char *name, char value[SETTING_VALUE])
{
	const struct ui_option *ours = ui_option_find(name, strlen(name));
	const struct session_option *theirs = session_option_find(name, strlen(name));
	if (ours != NULL) {
		char text[UI_VALUE];
		ours->get(&s->ui, text);
		snprintf(value, SETTING_VALUE, "%s", text);
	} else if (theirs != NULL) {
		struct place run = s->run;
		run.wanted.start_dir = s->start;
		theirs->get(value, &run);
	}
	return ours != NULL || theirs != NULL;
}

void settings_take(struct settings_state *s, const struct app *app)
{
	const struct session_view *v = app->view;
	*s = (struct settings_state){.ui = app->set,
		.run = {.wanted = v->wanted,
			.iterations = v->wanted_iterations,
			.weighted = v->weighted,
			.weight = {v->weight[0], v->weight[1], v->weight[2]}}};
	keep_start(s);
}
