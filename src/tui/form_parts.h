/* form_parts.h: what the files of the form share. */
#ifndef TUI_FORM_PARTS_H
#define TUI_FORM_PARTS_H

#include "tui/form.h"

/* Where radio choice i stands, from the corner of its field. */
void radio_place(const struct field *field, int i, int *x, int *y);

/* A key for a field with a text; true: taken. *changed: the text is another. */
bool text_key(struct field *field, struct key key, bool *changed);
/* Put the caret into column x of the field's text. */
void text_point(struct field *field, int x);
/* Move the part that is shown so that the caret is in it. room: columns. */
void text_show_caret(struct field *field, int room);

bool field_can_focus(const struct field *field);
int choice_count(const struct field *field);
/* Off a heading that the cursor has come to, further up or down. */
void form_pass_heading(struct form *form, struct field *field, bool up);

extern const struct layer_ops form_layer;
bool form_key(struct layer *layer, struct app *app, struct key key);
bool form_mouse(struct layer *layer, struct app *app, struct key key);
odd_status form_command(
	struct layer *layer, struct app *app, int argc, char **argv, bool *mine, odd_error *err);
void form_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r);

#endif
