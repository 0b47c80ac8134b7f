#include "config.h"

#include "tui/settings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/ui_options.h"

void settings_init(struct settings_state *s)
{
	*s = (struct settings_state){.run = {.wanted = ODD_ONE_OPTIONS_INIT}};
	ui_settings_init(&s->ui);
}

/* ---- values of the run as text --------------------------------------------------------------- */

/* As short as it comes back to the same number. */
static void write_real(char value[SETTING_VALUE], double x)
{
	snprintf(value, SETTING_VALUE, "%.15g", x);
	if (strtod(value, NULL) != x)
		snprintf(value, SETTING_VALUE, "%.17g", x);
}

static void write_derived(char value[SETTING_VALUE], double x)
{
	if (isnan(x))
		strcpy(value, "auto");
	else
		write_real(value, x);
}

static void write_count(char value[SETTING_VALUE], size_t n, const char *none)
{
	if (n == 0)
		strcpy(value, none);
	else
		snprintf(value, SETTING_VALUE, "%zu", n);
}

static void write_weights(char value[SETTING_VALUE], const struct place *run)
{
	char part[3][SETTING_VALUE];
	for (int t = 0; t < 3; t++)
		write_real(part[t], run->weight[t]);
	if (run->weighted)
		snprintf(value, SETTING_VALUE, "%.30s,%.30s,%.30s", part[0], part[1], part[2]);
	else
		strcpy(value, "preset");
}

static bool write_start(char value[SETTING_VALUE], odd_start start)
{
	switch (start) {
	case ODD_START_PRESET: strcpy(value, "preset"); return true;
	case ODD_START_NMF: strcpy(value, "nmf"); return true;
	case ODD_START_SVD: strcpy(value, "svd"); return true;
	case ODD_START_RANDOM: strcpy(value, "random"); return true;
	default: return false;
	}
}

static bool run_value(const struct place *run, const char *name, char value[SETTING_VALUE])
{
	const odd_one_options *o = &run->wanted;
	if (strcmp(name, "preset") == 0)
		strcpy(value, o->preset == ODD_CALIBRATED ? "calibrated" : "paper");
	else if (strcmp(name, "k") == 0)
		write_count(value, o->k, "auto");
	else if (strcmp(name, "alpha") == 0)
		write_derived(value, o->alpha);
	else if (strcmp(name, "beta") == 0)
		write_derived(value, o->beta);
	else if (strcmp(name, "mu") == 0)
		write_real(value, o->mu);
	else if (strcmp(name, "init") == 0)
		return write_start(value, o->start);
	else if (strcmp(name, "update") == 0)
		strcpy(value, o->update == ODD_COORDINATE ? "coordinate" : "block");
	else if (strcmp(name, "seed") == 0)
		snprintf(value, SETTING_VALUE, "%" PRIu64, o->seed);
	else if (strcmp(name, "weights") == 0)
		write_weights(value, run);
	else if (strcmp(name, "iterations") == 0)
		write_count(value, run->iterations, "preset");
	else
		return false;
	return true;
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

odd_status settings_set(
	struct settings_state *s, const char *name, const char *value, odd_error *err)
{
	const struct ui_option *ours = ui_option_find(name, strlen(name));
	const struct session_option *theirs = session_option_find(name, strlen(name));
	if (ours != NULL)
		return ours->set(&s->ui, value, err);
	if (theirs != NULL)
		return theirs->set(&s->run, value, err);
	return odd_error_set(err, ODD_EUSAGE, "there is no option \"%.60s\"", name);
}

bool settings_value(const struct settings_state *s, const char *name, char value[SETTING_VALUE])
{
	const struct ui_option *ours = ui_option_find(name, strlen(name));
	char text[UI_VALUE];
	if (ours == NULL)
		return run_value(&s->run, name, value);
	ours->get(&s->ui, text);
	strcpy(value, text);
	return true;
}
