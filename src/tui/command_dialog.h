/* command_dialog.h: dialogs that build a command line.
 *
 * A dialog is a table of rows, a description and what is special to it. Each row is a field; a row
 * with an option adds that option and its value to the line, and takes its choices from the usage
 * of the command (session/grammar.h). The base shows the line and what is wrong with it, runs it,
 * and keeps the values for the next time the dialog is opened.
 */
#ifndef TUI_COMMAND_DIALOG_H
#define TUI_COMMAND_DIALOG_H

#include "tui/app.h"
#include "tui/form.h"

struct command_dialog;

struct dialog_row {
	enum field_kind kind;
	int id, x, y, w;
	const char *text;   /* words, the label of a check box, or what a field begins with */
	const char *option; /* "--theme"; a text that is empty or as it began adds nothing */
	const char *const
		*choices; /* of a radio or cycle; NULL: those of the option in the usage */
	const char *const
		*added; /* what each choice adds to the line, in place of option and name */
};

struct dialog_kind {
	const char *command, *title, *note;
	int w, h;
	const struct dialog_row *rows;
	size_t count;
	/* The lower end: its line, columns on either side of it, lines for the command, buttons. */
	int end_y, margin, end_rows;
	const char *press; /* the label of the first button, which runs the command */
	bool fresh;        /* opens with its own values, not those of the last time */
	/* Set d->line, and d->problem if there is one. */
	void (*update)(struct command_dialog *d, struct app *app);
	/* A field has changed. May be NULL. */
	void (*changed)(struct command_dialog *d, struct app *app, struct field *field);
	/* Before drawing, when line and problem are known; room: columns of the line. May be NULL.
	 */
	void (*layout)(struct command_dialog *d, struct app *app, int room);
	/* In place of running the line. May be NULL. */
	void (*run)(struct command_dialog *d, struct app *app);
	/* Free what the dialog holds beside the base. May be NULL. */
	void (*clear)(struct command_dialog *d);
};

enum { DIALOG_RUN = 1000, DIALOG_CANCEL, DIALOG_PROBLEM, DIALOG_SAME, DIALOG_CHOICES = 4 };

/* The beginning of each dialog. */
struct command_dialog {
	struct form form;
	const struct dialog_kind *kind;
	char problem[500];
	char line[4 * FORM_TEXT + 200]; /* quoting may double what is typed */
	char **choices[DIALOG_CHOICES]; /* of the usage, lent to fields */
	size_t choice_lists;
};

/* A dialog of `size` bytes without fields, zero behind the base. */
void *command_dialog_create(size_t size, const struct dialog_kind *kind);
/* Add the rows of the table and the lower end, and set what was chosen last time; false: the dialog
 * was not open before. */
bool command_dialog_fill(struct command_dialog *d, struct app *app);

/* Add to the line: the options of the rows of ids from … to, fields that are off left out; and an
 * option with a word, quoted. */
void command_dialog_add(struct command_dialog *d, int from, int to);
void command_dialog_add_word(struct command_dialog *d, const char *option, const char *word);
/* Note a problem, unless there is one already. */
void command_dialog_problem(struct command_dialog *d, const char *text);

/* Free the values of all dialogs. */
void command_dialogs_forget(struct app *app);

#endif
