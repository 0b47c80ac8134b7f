/* app.h: the explorer as one object: what is open, what is looked at, what lies on the screen.
 *
 *     keys → key map → commands → session (behind the worker) → views → layers → canvas → terminal
 *
 * Nothing here knows curses: a canvas of cells is drawn, and terminal.h puts it on the screen. With
 * a script there is no terminal at all, the worker has no thread, and the clock stands still, so
 * that the same script gives the same screens.
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "eval/published.h"
#include "session/autosave.h"
#include "session/look.h"
#include "session/worker.h"
#include "tui/key.h"
#include "tui/layer.h"
#include "tui/ui_options.h"

struct keymap;
struct history;
struct terminal;
struct tour;
struct replay;
struct dialog_values;
struct saved_settings;
struct recorder;
struct recording;

/* Whose command is being run: the user's when all of it is zero. */
struct playback {
	struct writing writing;
	size_t depth; /* files that play files */
	bool touring; /* from a page of a tour, or what it plays */
};

struct app {
	struct worker *worker;
	struct session_view *view; /* the latest, held; never NULL */
	struct worker_progress progress;

	struct canvas *canvas; /* columns × rows */
	size_t columns, rows;
	int caret_x, caret_y; /* where the terminal's cursor stands; −1: hidden */
	struct ui_settings set;
	enum colour_depth depth;

	struct look
		*look; /* selection, list, marks: of the view's document; without one, no_look */
	struct look no_look;
	const struct look *saved_look; /* what the worker was last told has changed … */
	unsigned long saved_version;   /* … and how it was then */
	uint32_t *row;                 /* the list, as look has it */
	size_t row_count, row_room;
	uint8_t *hidden;                   /* nodes that the filter leaves out; NULL: none */
	const struct session_net *grouped; /* its communities were asked for; to compare with */
	int32_t *kept;                     /* places risen since the run kept last; NULL: none is */

	struct shared_map
		*borrowed;         /* of another method, shown instead of the view's; NULL: none */
	const char *borrowed_from; /* its name */

	struct layer *top, *explore; /* explore is the lowest */
	struct tour *tour;           /* over the screens; NULL: none */
	const char *answers;         /* where those of a class go; NULL: nowhere */
	struct replay *replay;       /* a log that is being played; NULL: none */
	struct recorder *recorder;   /* the replay is recorded (screen_files.c); NULL: it is not */
	struct recording *recording; /* of what is seen, into a file; NULL: none */
	struct playback playback;    /* whose command is being run */
	struct playback sourcing;    /* … by the file that is sourced, if one is */
	bool allow_writes;           /* --allow-writes */
	const char *output;          /* --output: below which played files write; lent, or NULL */
	struct keymap *keys;
	struct history *history;
	odd_published published;
	struct dialog_values *dialog_values; /* of command dialogs, for the next opening */

	char message[400];  /* what just happened, in the status line; empty: the view's */
	bool alarm;         /* it is an error */
	odd_error fault;    /* the first since a script's line began; of no code: there is none */
	bool reads;         /* the last command reads a file; others that fail on one wrote it */
	unsigned long read; /* when the session had said this much, another node was selected */
	char *opening;      /* the last command that opens a network; NULL: none */
	bool then_play;     /* when the network that is being opened is there */
	bool dirty;         /* something has to be drawn anew */
	bool secret;        /* the worker knows that the truth is hidden */
	bool quit;
	const char *const *execute; /* commands of the command line still to be run; lent */
	size_t execute_count;
	bool scripted;             /* no terminal, no thread, no clock */
	atomic_bool *cancel;       /* that ends a script; NULL: nothing does */
	bool hinting;              /* the first hint is still to be shown */
	struct terminal *terminal; /* NULL with a script */
	struct autosave *autosave; /* where the session is saved as it goes; NULL: not saved */
	bool resuming;             /* the session before is being played again */
	bool resumed;              /* this session goes on with another */
	struct saved_settings
		*saved_settings; /* what was chosen before (remember.h); NULL: nothing is */
	double stopped;          /* when Ctrl-C found nothing to stop: again at once quits */
	size_t parts;            /* of the footer, for the mouse */
	struct footer_part {
		double from, to;
		struct key key;
	} part[32];
};

struct app_options {
	const char *network; /* opened at once; NULL: none */
	bool directed, directed_as_file;
	const odd_load_options *table; /* which columns are what in it; NULL: by their content */
	size_t columns, rows;
	struct ui_settings set;
	enum colour_depth depth;
	bool glyphs_given, theme_given; /* set has them from the command line */
	const char *lesson;             /* a guided tour to begin with; NULL: none */
	const char *answers;            /* a file for the answers of a class; NULL: none */
	const char *log;                /* a log to be played; NULL: none */
	const char *const *values;      /* "name=value", for its {names} */
	size_t value_count;
	double wait;                /* seconds between its commands */
	bool allow_writes;          /* to files that are played … */
	const char *output;         /* … which write below this; NULL: the working directory */
	const char *const *execute; /* commands to run then */
	size_t execute_count;
	bool resume;               /* go on with the last session */
	atomic_bool *cancel;       /* of a script: stops it; NULL: nothing does */
	bool scripted, configured; /* configured: read oddone.conf and history, and save them */
	bool hint;                 /* a first run: say in a line how to begin */
};

odd_status app_create(struct app **out, const struct app_options *options, odd_error *err);
/* Stop all that runs, and save the session for the last time; that may fail. */
odd_status app_end(struct app *app, odd_error *err);
void app_free(struct app *app);

/* A key was pressed. */
void app_key(struct app *app, struct key key);
/* Tell the layers that something has changed (layer_ops.update). */
void app_update_layers(struct app *app);
/* Take over the latest view and progress of the worker. */
void app_update(struct app *app);
/* Draw everything on the canvas. */
void app_draw(struct app *app);
void app_resize(struct app *app, size_t columns, size_t rows);
/* Glyphs, ground or mouse have been changed in app->set. */
void app_apply_settings(struct app *app);
/* Let the session's names follow what is set of the truth. */
void app_keep_secret(struct app *app);
/* Is it known which nodes are odd, and may it be seen? */
bool app_truth(const struct app *app);
/* Make the list anew after selection, filter or scores have changed. */
void app_relist(struct app *app);
/* Tell the worker what is looked at, to be saved with the session, when it has changed. */
void app_tell_look(struct app *app);

/* Run a line: a command of the explorer, of the top layer, or of the session. Faults are told in
 * the status line as well as returned. */
odd_status app_run(struct app *app, const char *line, odd_error *err);

/* Run every line of a file. A fault ends it, told with its place unless it has one of its own. */
odd_status app_run_lines(struct app *app, FILE *in, const char *path,
	odd_status (*run)(struct app *app, const char *line, odd_error *err), odd_error *err);

/* The status line. */
void app_say(struct app *app, const char *format, ...) ODD_PRINTF(2, 3);
void app_complain(struct app *app, const odd_error *err);
/* Does a text not fit into the status line? */
bool app_is_wide(const struct app *app, const char *text);
/* For a script: something went wrong, wherever it is told. */
void app_note_fault(struct app *app, const odd_error *err);

/* Asks the session, straight, so that the status line tells nothing; without a thread it has
 * answered. False: too many commands wait. */
bool app_ask(struct app *app, const char *command);
/* Asks for the communities, once for each network, unless they are known. */
void app_want_groups(struct app *app);

/* The network that is open, or NULL; and its scores, or NULL. */
const odd_network *app_network(const struct app *app);
const odd_scores *app_scores(const struct app *app);
/* What is known of its nodes. */
struct node_values app_node_values(const struct app *app);
/* ODD_EUSAGE when no network is open. */
odd_status app_needs_network(const struct app *app, odd_error *err);
/* The map that is shown: the view's, or that of another method; NULL: none yet. */
const struct shared_map *app_map(const struct app *app);
/* Shows the map of another method; NULL: that of ONE again. Dropped with its network. */
void app_borrow_map(struct app *app, struct shared_map *map, const char *from);
/* The network that is being opened, while that takes its time; NULL: none is. Lent. */
const char *app_opening(const struct app *app);
/* The id of a node. */
const char *app_node_name(const struct app *app, size_t node);

/* Where settings and history are, on the heap: $XDG_CONFIG_HOME/oddone/oddone.conf and
 * $XDG_STATE_HOME/oddone/NAME. NULL without a home. */
char *app_config_path(void);
char *app_state_path(const char *name);

/* ---- files that are played (session/writing.h): logs, tours and sourced files ------------------
 */

/* What a file that begins now is played as. ODD_EUSAGE: too many are inside each other. */
odd_status playback_begin(
	struct playback *out, const struct app *app, const char *path, odd_error *err);
/* Run a line of it. */
odd_status playback_run(
	struct app *app, const struct playback *as, const char *line, odd_error *err);

/* ---- logs that are played ---------------------------------------------------------------------
 *
 * A command, a pause, and the next one. Keys work as usual
 * meanwhile; what they do comes in between.
 */

#define REPLAY_WAIT 0.3 /* seconds between commands */

/* Begin to play a log; one that plays is ended. wait: seconds between commands; with a script there
 * is no clock, and all of it is done at once. */
odd_status replay_begin(struct app *app, const char *path, const char *const *values,
	size_t value_count, double wait, odd_error *err);
/* Run the next command if it is time: what was before it is done, and the moment has passed. */
void replay_step(struct app *app);
/* Seconds until there is something to do; negative: not before something else happens. */
double replay_due(const struct app *app);
/* Let the one that plays rest for so long. */
void replay_rest(struct app *app, double seconds);
/* Is one being played? Then it is over. */
bool replay_stop(struct app *app);

/* ---- sessions ---------------------------------------------------------------------------------
 *
 * Every session is saved as a log as it goes, in $XDG_STATE_HOME/oddone/sessions (autosave.h).
 */

/* Choose the file of this session and begin to save; or, to go on with the last one, play that
 * again and save from its end on. ODD_EUSAGE: there is none. */
odd_status sessions_begin(struct app *app, bool resume, odd_error *err);
/* The last session has been played again, as a whole or until it was stopped. */
void sessions_resumed(struct app *app, bool whole);

/* ---- what is read at the beginning and written at the end: oddone.conf and the history --------
 */

/* Read them; faults are told in the status line, and the explorer starts all the same. */
void startup_read(struct app *app);
/* Write the history. */
void startup_end(struct app *app);

/* ---- `record` (screen_files.c) ----------------------------------------------------------------
 */

/* The screen has been drawn. */
void recording_frame(struct app *app);
/* Write what was recorded, if anything is. */
odd_status recording_end(struct app *app, odd_error *err);

/* ---- while a log is recorded (screen_files.c); app->recorder is not NULL
 * ------------------------------
 */

/* This command comes next. */
void record_command(struct app *app, const char *line);
/* What is seen stays so long. */
void record_rest(struct app *app, double seconds);
/* The replay has ended with a fault. */
void record_fault(struct app *app, const odd_error *fault);

#endif
