/* replay.h: a log played in the explorer, for somebody to watch: a command, a moment to look, and
 * the next one. Keys work as usual meanwhile; what they do comes in between. */
#ifndef TUI_REPLAY_H
#define TUI_REPLAY_H

#include "tui/app.h"

struct replay;

#define REPLAY_WAIT 0.3 /* seconds between commands */

/* Begin to play a log; one that plays is ended. wait: seconds between commands; with a script there
 * is no clock, and all of it is done at once. */
odd_status replay_begin(struct app *app, const char *path, const char *const *values,
	size_t value_count, double wait, odd_error *err);
/* Run the next command if it is time: what was before it is done, and the moment has passed. */
void replay_step(struct app *app);
/* Seconds until there is something to do; negative: not before something else happens. */
double replay_due(const struct app *app);
/* Is one being played? Then it is over. */
bool replay_stop(struct app *app);

#endif
