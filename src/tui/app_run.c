/* app_run.c: lines become commands, keys become lines. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "session/memory.h"
#include "tui/app.h"
#include "tui/chrome.h"
#include "tui/keymap.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"
#include "tui/ui_table.h"

/* ---- commands ------------------------------------------------------------------------------- */

odd_status app_post(struct app *app, const char *line, odd_error *err)
{
	if (!worker_post(app->worker, line))
		return odd_error_set(
			err, ODD_EUSAGE, "too many commands wait already; Ctrl-C forgets them");
	app->message[0] = '\0';
	app->alarm = false;
	/* Without a thread it is done now, and so is what it sets going. */
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return ODD_OK;
}

/* The screen comes first, then the explorer, then the session. */
static odd_status run_words(
	struct app *app, const char *line, const struct arguments *args, odd_error *err)
{
	bool mine;
	odd_status status = layer_command(app->top, app, args->argc, args->argv, &mine, err);
	if (!mine)
		status = ui_command_run(app, args, &mine, err);
	return mine ? status : app_post(app, line, err);
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	odd_error own = {0};
	struct arguments args;
	while (*line == ' ' || *line == '\t' || *line == ':')
		line++;
	if (*line == '\0' || *line == '#')
		return ODD_OK;
	odd_status status = arguments_read(&args, &explorer_commands, line, &own);
	if (status == ODD_OK && args.argc > 0)
		status = run_words(app, line, &args, &own);
	/* Its faults come in their turn, like what it does. */
	else if (args.command != NULL && ui_command_posted(args.command))
		status = app_post(app, line, &own);
	arguments_clear(&args);
	app->dirty = true;
	app_update_layers(app);
	if (status != ODD_OK) {
		app_complain(app, &own);
		if (err != NULL)
			*err = own;
	}
	return status;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static bool is_stop(struct key key)
{
	return key.code == 'c' && key.mods == MOD_CTRL;
}

void app_key(struct app *app, struct key key)
{
	const struct keymap_row *row = NULL;
	app->dirty = true;
	app->hinting = false;
	if (key.code == K_MOUSE) {
		struct key pressed;
		if (key.y == (int)app->rows - 1 && key.act == MOUSE_PRESS &&
			chrome_footer_key(app, key.x, &pressed))
			app_key(app, pressed);
		else
			layer_key(app->top, app, key);
		return;
	}
	/* Stopping comes before everything. */
	if (is_stop(key)) {
		keymap_forget(app->keys);
		app_run(app, "stop", NULL);
		return;
	}
	if (app->top->ops->text != NULL && app->top->ops->text(app->top, app, key))
		return;
	if (app->tour != NULL && app->top->ops->whole && !keymap_waits(app->keys) &&
		tour_key(app, key))
		return;
	const char *screen = app->top->ops->screen;
	switch (keymap_press(app->keys, &row, screen, key)) {
	case KEYMAP_WAITS:
		break;
	case KEYMAP_FOUND:
		/* A message stays until the next key, so that it can be read. */
		app->message[0] = '\0';
		app->alarm = false;
		if (row->command[0] != '\0') {
			char *command = memory_string(row->command);
			app_run(app, command, NULL);
			free(command);
		}
		break;
	default:
		if (!layer_key(app->top, app, key)) {
			char name[KEY_NAME];
			app_say(app, "%s does nothing here; ? tells what does",
				key_text(name, key));
		}
	}
}
