#include "config.h"

#include "tui/settings.h"

#include <string.h>

void settings_init(struct settings_state *s)
{
	run_options_init(&s->run);
	ui_settings_init(&s->ui);
}

void settings_take(struct settings_state *s, const struct app *app)
{
	*s = (struct settings_state){.ui = app->set, .run = app->view->wanted};
}

const odd_option *settings_row(size_t i)
{
	const odd_option *row = run_option_settable(i);
	if (row != NULL)
		return row;
	size_t runs = 0;
	while (run_option_settable(runs) != NULL)
		runs++;
	return i - runs < ui_option_count ? &ui_option_rows[i - runs] : NULL;
}

const odd_option *settings_find(const char *name, size_t length)
{
	const odd_option *ours = ui_option_find(name, length);
	return ours != NULL ? ours : run_option_find(name, length);
}

odd_status settings_set(
	struct settings_state *s, const odd_option *row, const char *value, odd_error *err)
{
	struct settings_state next = *s;
	void *home = run_option_is(row) ? (void *)&next.run : (void *)&next.ui;
	odd_status status = odd_option_set(home, row, NULL, value, err);
	if (status == ODD_OK && run_option_is(row) && row->text != 0)
		status = run_options_check_start(&next.run, row->name, err);
	if (status != ODD_OK)
		return status;
	ui_settings_settle(&next.ui);
	*s = next;
	return status;
}

char *settings_get(
	char out[ODD_OPTION_VALUE], const struct settings_state *s, const odd_option *row)
{
	const void *home = run_option_is(row) ? (const void *)&s->run : (const void *)&s->ui;
	return odd_option_get(out, row, home);
}
