/* sessions.c: every session is saved as it goes, so that none is lost. */
#include "config.h"

#include <stdlib.h>

#include "tui/app.h"

/* --continue without a session to go on with begins a new one. */
static odd_status choose_file(struct app *app, const char *dir, bool resume, odd_error *err)
{
	odd_status status = resume ? autosave_continue(&app->autosave, dir, err) : ODD_OK;
	if (app->autosave == NULL) {
		app->autosave = autosave_begin(dir);
		worker_autosave(app->worker, app->autosave->path);
	}
	return status;
}

odd_status sessions_begin(struct app *app, bool resume, odd_error *err)
{
	char *dir = app_state_path("sessions");
	odd_status status = ODD_OK;
	if (dir != NULL)
		status = choose_file(app, dir, resume, err);
	free(dir);
	app->resuming = app->autosave != NULL && app->autosave->last != NULL;
	if (!app->resuming)
		return status;
	return replay_begin(app, app->autosave->last, NULL, 0, 0.0, err);
}

void sessions_resumed(struct app *app, bool whole)
{
	struct autosave *a = app->autosave;
	if (!app->resuming)
		return;
	app->resuming = false;
	/* What was saved must not be replaced by a part of it. */
	if (!whole && strcmp(a->path, a->last) == 0)
		autosave_move(a);
	worker_autosave(app->worker, a->path);
}
