/* app_run.c: lines become commands, keys become lines. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/command.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/chrome.h"
#include "tui/explore.h"
#include "tui/keymap.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"

/* ---- commands ------------------------------------------------------------------------------- */

static odd_status post(struct app *app, const char *line, odd_error *err)
{
	if (session_command_find(line) == NULL) {
		char name[40];
		snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \t"), line);
		if (session_command_find(name) == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "there is no command \"%s\"; ? lists them", name);
	}
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

/* Mark the node of this name, or the selected one. */
static odd_status post_mark(struct app *app, const char *node, odd_error *err)
{
	char *name = command_quote(node != NULL ? node : app_node_name(app, app->look.selected));
	char *line = memory_grow(NULL, strlen(name) + 6, 1);
	sprintf(line, "mark %s", name);
	odd_status status = post(app, line, err);
	free(line);
	free(name);
	return status;
}

static odd_status run_look(struct app *app, int argc, char **argv, odd_error *err)
{
	char said[LOOK_SAID] = "";
	const odd_network *net = app_network(app);
	const odd_scores *scores = app_scores(app);
	if (net == NULL || scores == NULL)
		return odd_error_set(err, ODD_EUSAGE, "%s: %s", argv[0],
			net == NULL ? "no network is open; say: open NETWORK"
				    : "the nodes are not yet scored");
	odd_status status = look_run(&app->look, said, net, scores, argc, argv, err);
	if (status != ODD_OK)
		return status;
	app_relist(app);
	if (strcmp(argv[0], "filter") == 0)
		explore_of(app)->list.first = 0; /* another list, from its beginning */
	if (strcmp(argv[0], "mark") == 0)        /* belongs to the record of the session */
		status = post_mark(app, argc == 2 ? argv[1] : NULL, err);
	if (status == ODD_OK)
		app_say(app, "%s", said);
	return status;
}

static odd_status run_words(
	struct app *app, const char *line, int argc, char **argv, odd_error *err)
{
	bool mine;
	odd_status status = layer_command(app->top, app, argc, argv, &mine, err);
	/* What belongs to the Explore screen is done there from any other. */
	if (!mine && app->top != app->explore && strcmp(argv[0], "leave") != 0 &&
		strcmp(argv[0], "move") != 0 && strcmp(argv[0], "focus") != 0)
		status = layer_command(app->explore, app, argc, argv, &mine, err);
	if (!mine)
		status = ui_command_run(app, argc, argv, &mine, err);
	if (!mine && look_knows(argv[0]))
		return run_look(app, argc, argv, err);
	return mine ? status : post(app, line, err);
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	odd_error own = {0};
	char **argv = NULL;
	int argc = 0;
	while (*line == ' ' || *line == '\t' || *line == ':')
		line++;
	if (*line == '\0' || *line == '#')
		return ODD_OK;
	odd_status status = command_split(&argv, &argc, line, &own);
	if (status == ODD_OK && argc > 0)
		status = run_words(app, line, argc, argv, &own);
	command_free_words(argv, argc);
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
