/* ui_set.c: `set` for the options of the explorer; all others are the session's. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tui/app.h"
#include "tui/ui_options.h"

odd_status ui_set(struct app *app, const char *name, const char *value, bool *known, odd_error *err)
{
	const struct ui_option *option = ui_option_find(name, strlen(name));
	*known = option != NULL;
	if (option == NULL)
		return ODD_OK;
	odd_status status = option->set(&app->set, value, err);
	if (status != ODD_OK)
		return status;
	app_apply_settings(app);
	app_say(app, "%s is %s", name, value);
	return ODD_OK;
}

odd_status ui_set_command(struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	char name[40];
	*mine = false;
	if (argc < 2 || argc > 3)
		return ODD_OK;
	/* "mouse=off" or "mouse off" */
	size_t length = strcspn(argv[1], "=");
	snprintf(name, sizeof name, "%.*s", length < 39 ? (int)length : 39, argv[1]);
	if (ui_option_find(name, strlen(name)) == NULL)
		return ODD_OK;
	*mine = true;
	const char *value = argv[1][length] == '=' ? argv[1] + length + 1
			    : argc == 3            ? argv[2]
						   : NULL;
	if (value == NULL || (argc == 3 && argv[1][length] == '='))
		return odd_error_set(err, ODD_EUSAGE, "set: say: set %s=%s", name,
			ui_option_find(name, strlen(name))->values);
	return ui_set(app, name, value, mine, err);
}
