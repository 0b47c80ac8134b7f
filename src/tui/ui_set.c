/* ui_set.c: `set` for the options of the explorer; all others are the session's. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tui/app.h"

odd_status ui_set(struct app *app, const char *name, const char *value, bool *known, odd_error *err)
{
	const odd_option *row = ui_option_find(name, strlen(name));
	*known = row != NULL;
	if (row == NULL)
		return ODD_OK;
	odd_status status = odd_option_set(&app->set, row, NULL, value, err);
	if (status != ODD_OK)
		return status;
	app_apply_settings(app);
	app_say(app, "%s is %s", name, value);
	return ODD_OK;
}

odd_status ui_set_command(struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	*mine = false;
	if (argc < 2 || argc > 3)
		return ODD_OK;
	/* "mouse=off" or "mouse off" */
	size_t length = strcspn(argv[1], "=");
	const odd_option *row = ui_option_find(argv[1], length);
	if (row == NULL)
		return ODD_OK;
	*mine = true;
	char values[100];
	const char *value = argv[1][length] == '=' ? argv[1] + length + 1
			    : argc == 3            ? argv[2]
						   : NULL;
	if (value == NULL || (argc == 3 && argv[1][length] == '='))
		return odd_error_set(err, ODD_EUSAGE, "set: say: set %s=%s", row->name,
			odd_option_values(values, sizeof values, row));
	return ui_set(app, row->name, value, mine, err);
}
