/* dialog_confirm.c: a question with a row of answers. */
#include "config.h"

#include "draw/utf8.h"
#include "tui/app.h"
#include "tui/dialogs.h"
#include "tui/form.h"

enum { QUESTION = 1, FIRST };

struct confirm_dialog {
	struct form form;
	confirm_fn *answer;
	void *data;
};

static void end(struct form *form, struct app *app, int which)
{
	struct confirm_dialog *d = (struct confirm_dialog *)form;
	confirm_fn *answer = d->answer;
	void *data = d->data;
	app_pop(app);
	answer(app, data, which);
}

static void confirm_leave(struct form *form, struct app *app)
{
	end(form, app, -1);
}

static void confirm_pressed(struct form *form, struct app *app, int id)
{
	end(form, app, id - FIRST);
}

/* As wide as the screen allows, as high as the question then is. */
static void confirm_layout(struct form *form, struct app *app, int columns, int rows)
{
	struct field *question = form_get(form, QUESTION);
	(void)app;
	(void)rows;
	form->w = columns - 2 < 58 ? columns - 2 : 58;
	question->w = form->w - 4 > 8 ? form->w - 4 : 8;
	question->h = utf8_lines(question->text, question->w);
	form->h = question->h + 4;
	form_place_buttons(form, question->h + 2, form->w);
}

static const struct form_ops confirm_ops = {
	.pressed = confirm_pressed, .leave = confirm_leave, .layout = confirm_layout};

struct layer *confirm_open(struct app *app, const char *title, const char *question,
	const char *const *answers, confirm_fn *answer, void *data)
{
	struct confirm_dialog *d = form_create(sizeof *d, title, NULL, 58, 6, &confirm_ops);
	struct form *f = &d->form;
	int last = FIRST;
	d->answer = answer;
	d->data = data;
	form_words(f, QUESTION, 2, 1, 54, question)->wrap = true;
	for (int i = 0; answers[i] != NULL; i++) {
		last = FIRST + i;
		form_button(f, last, 2, 3, answers[i]);
	}
	f->enter = last;
	f->layer_ops.footer = "Tab|Next;Enter|Press;Esc|Leave";
	form_focus(f, last);
	app_push(app, &f->layer);
	return &f->layer;
}
