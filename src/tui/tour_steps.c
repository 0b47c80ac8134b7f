/* tour_steps.c: the commands of pages, each in its turn.
 *
 * With a thread a command of the session is only posted. What the screen itself does ("screen
 * matrices") looks at what is there, and so waits until all before it is done; and whoever goes
 * back in a long tour has more commands to play than the worker lets wait. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/xalloc.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"

bool tour_at_rest(const struct app *app)
{
	const struct tour_steps *steps = &app->tour->steps;
	return steps->next == steps->count && worker_rests_at(app->worker, app->view);
}

/* May a line be run now? Without a thread all before it is done. */
static bool is_due(const struct app *app, const char *line)
{
	char name[40];
	if (app->scripted)
		return true;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \t"), line);
	const struct command_row *command = commands_find(&explorer_commands, name);
	if (command == NULL || !ui_command_posted(command))
		return worker_rests_at(app->worker, app->view);
	struct worker_progress progress;
	worker_look(app->worker, &progress);
	return progress.waiting < WORKER_QUEUE / 2; /* the learner's own keys find room, too */
}

static odd_status run_line(struct app *app, const struct tour_line *line, odd_error *err)
{
	const struct tour_file *file = &app->tour->file;
	odd_error inner = {0};
	odd_status status = playback_run(app, &app->tour->as, line->text, &inner);
	if (status != ODD_OK)
		return tour_file_fault(file, line, 0, inner.message, err);
	/* Without a thread a fault of the session is at hand, too. */
	if (app->scripted && app->view->failed)
		return tour_file_fault(file, line, 0, app->view->status, err);
	return ODD_OK;
}

/* All that is due. What fails ends the rest. */
static odd_status go_on(struct app *app, odd_error *err)
{
	struct tour_steps *steps = &app->tour->steps;
	odd_status status = ODD_OK;
	if (steps->running) /* a command looks after the worker, and so comes by here */
		return ODD_OK;
	steps->running = true;
	while (steps->next < steps->count && status == ODD_OK &&
		is_due(app, steps->line[steps->next]->text))
		status = run_line(app, steps->line[steps->next++], err);
	steps->running = false;
	if (status != ODD_OK)
		tour_steps_forget(app);
	app->dirty = true;
	return status;
}

odd_status tour_steps_add(struct app *app, const struct tour_lines *lines, odd_error *err)
{
	struct tour_steps *steps = &app->tour->steps;
	if (steps->next == steps->count)
		steps->next = steps->count = 0;
	steps->line = xgrow(steps->line, steps->count + lines->count + 1, sizeof *steps->line);
	for (size_t i = 0; i < lines->count; i++)
		steps->line[steps->count++] = &lines->item[i];
	return go_on(app, err);
}

void tour_steps_forget(struct app *app)
{
	if (app->tour != NULL)
		app->tour->steps.next = app->tour->steps.count = 0;
}

void tour_steps_look(struct app *app)
{
	odd_error err = {0};
	if (app->tour == NULL || app->tour->steps.next == app->tour->steps.count)
		return;
	if (go_on(app, &err) != ODD_OK)
		app_complain(app, &err);
}
