/* played.c: files that are played (logs, tours, sourced files) and what they may do. */
#include "config.h"

#include "tui/app.h"

#include <stdio.h>

#include "session/memory.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

odd_status played_begin(struct played *out, const struct app *app, const char *path, odd_error *err)
{
	*out = app->played;
	if (!app->played.writing.outside) /* typed, or bound to a key: by the user */
		out->writing = (struct writing){.outside = true,
			.allowed = app->allow_writes || app->permit,
			.dir = app->output};
	if (++out->depth > WRITING_NESTED)
		return odd_error_set(err, ODD_EUSAGE,
			"%.100s: files that play files are more than %d deep; does one play "
			"itself?",
			path, WRITING_NESTED);
	return ODD_OK;
}

odd_status played_run(struct app *app, const struct played *as, const char *line, odd_error *err)
{
	const struct played before = app->played;
	app->played = *as;
	odd_status status = app_run(app, line, err);
	app->played = before;
	return status;
}

odd_status played_check(const struct played *as, const char *line, odd_error *err)
{
	struct arguments args;
	odd_status status = ODD_OK;
	while (*line == ' ' || *line == '\t' || *line == ':')
		line++;
	/* What is wrong with the line itself is told when it is run. */
	if (*line != '\0' && *line != '#' &&
		arguments_read(&args, &explorer_commands, line, NULL) == ODD_OK)
		status = writing_check(&as->writing, &args, err);
	else if (*line == '\0' || *line == '#')
		return ODD_OK;
	arguments_clear(&args);
	return status;
}

static void answered(struct app *app, void *data, int answer)
{
	char *line = app->asked;
	(void)data;
	app->asked = NULL;
	app->permit = answer == 0;
	if (answer == 0)
		app_run(app, line, NULL);
	else
		app_say(app, "nothing was played");
	app->permit = false;
	free(line);
}

bool played_ask(struct app *app, const char *path, const odd_error *refused, char *line)
{
	static const char *const answers[] = {"Let it", "Do not play it", NULL};
	/* Within another file, or where nobody sits, nobody is asked: the command fails when its
	 * turn comes. */
	if (app->played.writing.outside || app->permit || app->recorder != NULL) {
		free(line);
		return false;
	}
	char what[400];
	const char *hint = strrchr(refused->message, ';');
	snprintf(what, sizeof what, "%.*s",
		(int)(hint != NULL ? (size_t)(hint - refused->message) : strlen(refused->message)),
		refused->message);
	char *question =
		text_make("%s wants to do more than a played file may: %s. Let it do this, "
			  "and whatever else it says?",
			path, what);
	free(app->asked);
	app->asked = line;
	confirm_open(app, "A file that writes", question, answers, answered, NULL);
	free(question);
	return true;
}
