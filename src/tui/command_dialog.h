/* command_dialog.h: dialogs generated from the usage of a command.
 *
 * Every option in the usage (session/grammar.h) becomes a field: a check box, a choice, or a text.
 * A dialog adds fields of its own for the words of the command, and says what is special. The base
 * places the fields, shows the command line and the first problem, runs the line, and keeps the
 * values for the next time the dialog is opened.
 */
#ifndef TUI_COMMAND_DIALOG_H
#define TUI_COMMAND_DIALOG_H

#include "tui/app.h"
#include "tui/form.h"

struct command_dialog;

/* What a dialog says about an option; the usage has the rest. */
struct dialog_option {
	const char *option; /* "--theme"; of several in one place the first */
	const char *label;  /* NULL: the name of the option */
	const char *first;  /* of a choice: the name of no option at all; NULL: "usual" */
	const char *value;  /* what it is at first; NULL: no option */
	bool left_out;      /* has no field */
};

struct dialog_kind {
	const char *command, *title, *note;
	const char *press; /* the label of the button that runs the command */
	int w;             /* columns, where there is room */
	bool shrinks;      /* with the screen, rather than being seen in part */
	bool fresh;        /* opens with its own values, not those of the last time */
	const struct dialog_option *option; /* NULL behind the last */
	/* Add the words of the command to d->line, and tell a problem if there is one. */
	void (*update)(struct command_dialog *d, struct app *app);
	/* Tell problems of the whole line, and add what follows from it. May be NULL. */
	void (*check)(struct command_dialog *d, struct app *app);
	/* A field has changed. May be NULL. */
	void (*changed)(struct command_dialog *d, struct app *app, struct field *field);
	/* Place the dialog's own fields in `room` columns; returns the line below them. */
	int (*layout)(struct command_dialog *d, struct app *app, int room);
	/* In place of running the line. May be NULL. */
	void (*run)(struct command_dialog *d, struct app *app);
	/* Free what the dialog holds beside the base. May be NULL. */
	void (*clear)(struct command_dialog *d);
};

enum { DIALOG_OPTION = 500, DIALOG_RUN = 1000, DIALOG_CANCEL, DIALOG_PROBLEM, DIALOG_SAME };

/* The beginning of each dialog. */
struct command_dialog {
	struct form form;
	const struct dialog_kind *kind;
	struct grammar_form usage; /* the form of the command that has options */
	char problem[500];
	char line[4 * FORM_TEXT + 200]; /* quoting may double what is typed */
	char **choices[GRAMMAR_PLACES]; /* of the usage, lent to fields */
};

/* A dialog of `size` bytes without fields, zero behind the base. */
void *command_dialog_create(size_t size, const struct dialog_kind *kind);
/* Add the fields of the options and the lower end behind the dialog's own fields, and set what was
 * chosen last time; false: the dialog was not open before. */
bool command_dialog_fill(struct command_dialog *d, struct app *app);
/* The field of an option, "--theme". */
struct field *command_dialog_field(struct command_dialog *d, const char *option);
/* Set the fields of the options named in `names` ("--view|--links"; NULL: of all) as a line of the
 * command has them. */
void command_dialog_take(struct command_dialog *d, const char *names, const char *line);

/* Add a word to the line, quoted. */
void command_dialog_add_word(struct command_dialog *d, const char *word);
/* Note a problem, unless there is one already. */
void command_dialog_problem(struct command_dialog *d, const char *text);

/* Free the values of all dialogs. */
void command_dialogs_forget(struct app *app);

#endif
