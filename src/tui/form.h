/* form.h: dialogs made of fields.
 *
 * A form is a layer: a frame with a title and fields at fixed places inside. Tab, Shift-Tab and the
 * arrows move between the fields, Space ticks, Enter presses the button or the default one, Esc
 * leaves; the mouse focuses and clicks. The first character that is typed replaces a text; before
 * it Left and Right step a number, and go into any other text. Where the screen is too small the
 * form shows the part around the focused field. What a field means is the dialog's business: it is
 * told of changes and of pressed buttons.
 *
 *     struct my_dialog { struct form form; … };     form_create(sizeof, …) → form_add… → app_push
 */
#ifndef TUI_FORM_H
#define TUI_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/layer.h"
#include "tui/list.h"

#define FORM_TEXT 512 /* bytes in a field */

enum field_kind {
	FIELD_LINE,   /* words; cannot be focused */
	FIELD_TEXT,   /* [cora-loss.png      ]; with choices Left and Right take one of them */
	FIELD_CHECK,  /* [x] label */
	FIELD_CYCLE,  /* [light ▼], turned by Left, Right and Space */
	FIELD_SLIDER, /* [█████─────] */
	FIELD_LIST,   /* h rows, one of them selected */
	FIELD_BUTTON  /* [ Write ] */
};

struct form;

struct field {
	enum field_kind kind;
	int id;         /* the dialog's own name for it, > 0; 0 for words */
	int x, y, w, h; /* in cells inside the frame; w 0: as wide as it needs to be */
	bool off;       /* dim, cannot be focused */
	bool hidden;
	bool beyond; /* out of sight for now, but the focus may go there */

	enum role role;            /* of words, of a slider's bar */
	bool bold, wrap;           /* of words; wrap: over h lines */
	const char *label;         /* of a check box or a button; lent */
	char text[FORM_TEXT];      /* words; what was typed */
	const char *const *choice; /* the names, lent; NULL behind the last */
	int value;                 /* ticked; which choice */
	double amount;             /* slider, from 0 to 1 */

	/* A list asks for its rows, and draws none that it does not show; headings are passed over.
	 */
	struct list list;
	const char *(*row)(struct form *form, size_t i, struct pen *pen, bool *heading);

	size_t caret, scroll; /* bytes of the text before the caret, and before the left edge */
	bool begun; /* typing has begun; until then the first key replaces what is there, and
		       Left and Right step a number */
};

struct form_ops {
	/* The field has a new value. May be NULL, as all of them. */
	void (*changed)(struct form *form, struct app *app, struct field *field);
	/* A button, or Enter on a list. The form may be gone when it returns. */
	void (*pressed)(struct form *form, struct app *app, int id);
	/* Esc. NULL: the form is popped. The form may be gone when it returns. */
	void (*leave)(struct form *form, struct app *app);
	/* A key before the form looks at it; true: taken (and the form may be gone). */
	bool (*key)(struct form *form, struct app *app, struct key key);
	/* Before every drawing: set w and h for the size of the screen, and move the fields. */
	void (*layout)(struct form *form, struct app *app);
	/* Give back what the dialog has besides the form. */
	void (*clear)(struct form *form);
};

enum form_place { FORM_CENTRE, FORM_LOWER_RIGHT };

struct form {
	struct layer layer;
	struct layer_ops layer_ops; /* its own, for the footer */
	const struct form_ops *ops;
	const char *title, *note; /* in the frame: left, and right (the key that opens it); lent */
	int w, h;                 /* inside the frame, when there is room */
	enum form_place place;
	bool passes;  /* keys it has no use for go on to the key map */
	bool alarmed; /* the frame is that of an error */
	int enter;    /* the default button */

	struct field *field; /* in the order of Tab */
	size_t count;
	size_t focus; /* == count: no field can be focused */
	int scroll_x, scroll_y;
	struct rect frame; /* as it was drawn last */
};

/* A form of `size` bytes, zero but for what a form needs; freed by the layer's own free. */
void *form_create(
	size_t size, const char *title, const char *note, int w, int h, const struct form_ops *ops);

/* Add a field; lent until the next one is added. */
struct field *form_add(struct form *form, enum field_kind kind, int id, int x, int y, int w);
struct field *form_words(struct form *form, int id, int x, int y, int w, const char *text);
struct field *form_wrapped(struct form *form, int id, int x, int y, int w, int h, const char *text);
struct field *form_text(struct form *form, int id, int x, int y, int w, const char *text);
struct field *form_check(struct form *form, int id, int x, int y, const char *label, bool on);
struct field *form_choice(struct form *form, enum field_kind kind, int id, int x, int y, int w,
	const char *const *choice, int value);
struct field *form_slider(struct form *form, int id, int x, int y, int w, double amount);
struct field *form_button(struct form *form, int id, int x, int y, const char *label);

/* The field of an id; it must exist. */
struct field *form_get(struct form *form, int id);
/* What was ticked or chosen, and what was typed. */
static inline int form_value(struct form *form, int id)
{
	return form_get(form, id)->value;
}
static inline const char *form_typed(struct form *form, int id)
{
	return form_get(form, id)->text;
}

/* Leave, and run the line, which may be the form's. */
void form_run(struct form *form, struct app *app, const char *line);

/* Put a row of buttons, ids first, first + 1, …, in the middle of line y. */
void form_buttons(struct form *form, int first, int y, const char *const *label);
/* Move all buttons to line y, in the middle of so many columns. */
void form_place_buttons(struct form *form, int y, int columns);

void form_set_text(struct field *field, const char *format, ...) ODD_PRINTF(2, 3);
void form_focus(struct form *form, int id);
/* The field that has the keys; NULL when none can. */
struct field *form_focused(struct form *form);
/* Make a row of a list the selected one, or the next that is no heading. */
void form_select(struct form *form, struct field *field, size_t row);

/* How wide a field is, and how many lines it takes. */
int form_field_width(const struct field *field);
int form_field_lines(const struct field *field);

/* Leave as Esc would. */
void form_leave(struct form *form, struct app *app);

/* ---- words --------------------------------------------------------------------------------- */

/* Copy text, shortened with … to `columns`; `tail`: keep the end instead of the beginning. */
char *fit_text(char *out, size_t size, const char *text, int columns, bool tail);

#endif
