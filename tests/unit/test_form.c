/* The form: fields, focus, typing, the mouse, small screens. */
#include "config.h"

#include "draw/utf8.h"
#include "fake_dialogs_app.h"
#include "tui/form.h"

enum { NAME = 1, COUNT, TICK, RADIO, CYCLE, SLIDE, LIST, GO, STOP };

struct seen {
	int changed, pressed, left;
} seen;

static const char *const sizes[] = {"small", "middle", "large", NULL};

static void on_changed(struct form *form, struct app *app, struct field *field)
{
	(void)form;
	(void)app;
	seen.changed = field->id;
}

static void on_pressed(struct form *form, struct app *app, int id)
{
	(void)form;
	seen.pressed = id;
	if (id == STOP)
		app_pop(app);
}

static const char *row_of(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	static char text[32];
	(void)form;
	(void)pen;
	*heading = i % 5 == 0;
	snprintf(text, sizeof text, "%s %zu", *heading ? "group" : "row", i);
	return text;
}

static const struct form_ops sample_ops = {.changed = on_changed, .pressed = on_pressed};

static struct form *sample(struct app *app)
{
	static const char *const buttons[] = {"Go", "Stop", NULL};
	struct form *f = form_create(sizeof *f, "Sample", "x", 50, 14, &sample_ops);
	form_words(f, 0, 1, 0, 0, "name");
	form_text(f, NAME, 8, 0, 12, "abc");
	form_words(f, 0, 24, 0, 0, "count");
	form_number(f, COUNT, 30, 0, 8, "12");
	form_check(f, TICK, 1, 1, "tick", false);
	form_choice(f, FIELD_RADIO, RADIO, 1, 2, 30, sizes, 0);
	form_choice(f, FIELD_CYCLE, CYCLE, 1, 4, 0, sizes, 1);
	form_slider(f, SLIDE, 1, 5, 22, 0.5);
	struct field *list = form_add(f, FIELD_LIST, LIST, 1, 6, 30);
	list->h = 6;
	list->list.count = 23;
	list->row = row_of;
	form_buttons(f, GO, 13, buttons);
	f->enter = GO;
	seen = (struct seen){0};
	app_push(app, &f->layer);
	return f;
}

static void fields_are_drawn(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	sample(app);
	assert_golden("form-utf8");
	assert_int_equal(app->caret_x, 15 + 9 + 3);
	assert_int_equal(app->caret_y, 4);
	fake_canvas(80, 24, GLYPHS_ASCII);
	assert_golden("form-ascii");
	for (size_t y = 0; y < 24; y++)
		for (size_t x = 0; x < 80; x++)
			assert_true((unsigned char)cells_at(app->canvas, x, y)->glyph[0] < 0x80);
	fake_end();
}

static void the_focus_is_reversed_and_moves(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	static const int order[] = {NAME, COUNT, TICK, RADIO, CYCLE, SLIDE, LIST, GO, STOP, NAME};
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		size_t reversed = 0;
		fake_draw();
		assert_int_equal(f->field[f->focus].id, order[i]);
		for (size_t y = 0; y < 24; y++)
			for (size_t x = 0; x < 80; x++)
				reversed += (cells_at(app->canvas, x, y)->attr & CELL_REVERSE) != 0;
		assert_int_not_equal(reversed, 0);
		press(K_TAB);
	}
	form_focus(f, NAME);
	press_shift(K_TAB);
	assert_int_equal(f->field[f->focus].id, STOP);
	/* Up and down go by place: from Count to the tick below, not to the next in order. */
	form_focus(f, NAME);
	press(K_DOWN);
	assert_int_equal(f->field[f->focus].id, TICK);
	press(K_DOWN);
	press(K_DOWN);
	assert_int_equal(f->field[f->focus].id, CYCLE);
	press(K_UP);
	assert_int_equal(f->field[f->focus].id, RADIO);
	/* What is off is passed over. */
	form_get(f, TICK)->off = true;
	form_focus(f, COUNT);
	press(K_TAB);
	assert_int_equal(f->field[f->focus].id, RADIO);
	fake_end();
}

static void text_is_edited(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	struct field *name = form_get(f, NAME);
	type_text("q d");
	assert_string_equal(name->text, "abcq d");
	assert_int_equal(seen.changed, NAME);
	press(K_HOME);
	press(0xe9);
	press(0x6f22);
	assert_string_equal(name->text, "é漢abcq d");
	press(K_LEFT);
	press(K_LEFT);
	press(K_DELETE);
	assert_string_equal(name->text, "漢abcq d");
	press(K_END);
	press(K_BACKSPACE);
	press_ctrl('w');
	assert_string_equal(name->text, "");
	type_text("one two");
	press_ctrl('a');
	press(K_RIGHT);
	press_ctrl('k');
	assert_string_equal(name->text, "o");
	press_ctrl('e');
	press_ctrl('u');
	assert_string_equal(name->text, "");
	/* A base and its combining mark go together. */
	press('e');
	press(0x301);
	press('x');
	press(K_LEFT);
	press(K_BACKSPACE);
	assert_string_equal(name->text, "x");
	/* Nothing that steers a terminal can be typed; a full field takes no more. */
	press(0x202e);
	press(7);
	assert_string_equal(name->text, "x");
	press(K_END);
	for (int i = 0; i < 600; i++)
		press('y');
	assert_int_equal(strlen(name->text), FORM_TEXT - 1);
	assert_screen_has("[yyyyyyyyy ]");
	/* Numbers take digits only. */
	form_focus(f, COUNT);
	type_text("3x.5e");
	assert_string_equal(form_get(f, COUNT)->text, "123.5e");
	fake_end();
}

static void choices_turn_and_slide(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	form_focus(f, TICK);
	press(' ');
	assert_int_equal(form_get(f, TICK)->value, 1);
	assert_screen_has("[x] tick");
	form_focus(f, RADIO);
	press(K_RIGHT);
	press(K_RIGHT);
	assert_screen_has("(•) large");
	press(K_RIGHT);
	assert_screen_has("(•) small");
	press('h');
	assert_int_equal(form_get(f, RADIO)->value, 2);
	form_focus(f, CYCLE);
	press(' ');
	assert_screen_has("[large  ▼]");
	form_focus(f, SLIDE);
	press(K_LEFT);
	assert_close(form_get(f, SLIDE)->amount, 0.45, 1e-12);
	press(K_END);
	assert_screen_has("[████████████████████]");
	press(K_HOME);
	seen.changed = 0;
	press(K_LEFT);
	assert_int_equal(seen.changed, 0);
	assert_close(form_get(f, SLIDE)->amount, 0.0, 1e-12);
	fake_end();
}

static void lists_pass_over_headings(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	struct field *list = form_get(f, LIST);
	form_focus(f, LIST);
	fake_draw();
	assert_int_equal(list->list.cursor, 1);
	press_many(K_DOWN, 4);
	assert_int_equal(list->list.cursor, 6);
	press(K_END);
	assert_int_equal(list->list.cursor, 22);
	assert_screen_has("row 22");
	assert_screen_lacks("group 0");
	press(K_HOME);
	assert_int_equal(list->list.cursor, 1);
	assert_screen_has("group 0");
	press(K_ENTER);
	assert_int_equal(seen.pressed, LIST);
	mouse_on("row 3", 0, MOUSE_PRESS);
	assert_int_equal(list->list.cursor, 3);
	seen.pressed = 0;
	mouse_on("row 4", 0, MOUSE_DOUBLE);
	assert_int_equal(list->list.cursor, 4);
	assert_int_equal(seen.pressed, LIST);
	mouse_on("row 4", 0, MOUSE_WHEEL_DOWN);
	assert_int_equal(list->list.cursor, 7);
	list->list.count = 0;
	press(K_DOWN);
	fake_draw();
	fake_end();
}

static void enter_and_escape(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	press(K_ENTER); /* in a text: the default button */
	assert_int_equal(seen.pressed, GO);
	form_focus(f, TICK);
	assert_true(press('s')); /* no command of the screen below comes through */
	assert_false(press('?'));
	assert_false(press_ctrl('c'));
	assert_false(press(K_F1));
	f->passes = true;
	assert_false(press('s'));
	f->passes = false;
	form_focus(f, STOP);
	press(' ');
	assert_null(app->top);
	sample(app);
	press(K_ESC);
	assert_null(app->top);
	f = sample(app);
	form_focus(f, CYCLE);
	press('q');
	assert_null(app->top);
	fake_end();
}

static void commands_move_and_leave(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	static char focus[] = "focus", next[] = "next", previous[] = "previous", leave[] = "leave";
	char *words[] = {focus, next, NULL};
	struct arguments args = {.argc = 2, .argv = words};
	odd_status status = ODD_OK;
	odd_error err;
	fake_draw();
	assert_true(app->top->ops->command(app->top, app, &args, &status, &err));
	assert_ok(status, err);
	assert_int_equal(f->field[f->focus].id, COUNT);
	words[1] = previous;
	app->top->ops->command(app->top, app, &args, &status, &err);
	assert_int_equal(f->field[f->focus].id, NAME);
	words[1] = leave;
	assert_false(app->top->ops->command(app->top, app, &args, &status, &err));
	args = (struct arguments){.argc = 1, .argv = words + 1};
	assert_true(app->top->ops->command(app->top, app, &args, &status, &err));
	assert_null(app->top);
	fake_end();
}

static void the_mouse_focuses_and_clicks(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	mouse_on("[ ] tick", 1, MOUSE_PRESS);
	assert_int_equal(form_get(f, TICK)->value, 1);
	assert_int_equal(f->field[f->focus].id, TICK);
	mouse_on("( ) large", 5, MOUSE_PRESS);
	assert_int_equal(form_get(f, RADIO)->value, 2);
	mouse_on("[middle ▼]", 0, MOUSE_PRESS);
	assert_int_equal(form_get(f, CYCLE)->value, 2);
	mouse_on("[abc", 2, MOUSE_PRESS);
	assert_int_equal(form_get(f, NAME)->caret, 1);
	mouse_on("[██", 20, MOUSE_PRESS);
	assert_close(form_get(f, SLIDE)->amount, 1.0, 1e-12);
	mouse_on("[██", 1, MOUSE_DRAG);
	assert_close(form_get(f, SLIDE)->amount, 0.0, 1e-12);
	mouse_on("[ Go ]", 2, MOUSE_PRESS);
	assert_int_equal(seen.pressed, GO);
	/* Outside it is not the dialog's; on its frame nothing happens. */
	assert_false(send((struct key){.code = K_MOUSE, .x = 0, .y = 0, .act = MOUSE_PRESS}));
	assert_true(mouse_on("┌─ Sample", 0, MOUSE_PRESS));
	fake_end();
}

/* At 40 × 12 the focused field can be seen, whichever it is. */
static void small_screens_scroll(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	struct form *f = sample(app);
	fake_canvas(40, 12, GLYPHS_BRAILLE);
	assert_golden("form-40x12");
	for (size_t i = 0; i < 9; i++) {
		size_t reversed = 0;
		fake_draw();
		for (size_t y = 0; y < 12; y++)
			for (size_t x = 0; x < 40; x++)
				reversed += (cells_at(app->canvas, x, y)->attr & CELL_REVERSE) != 0;
		assert_true(reversed > 0);
		press(K_TAB);
	}
	form_focus(f, GO);
	assert_screen_has("[ Go ]");
	assert_screen_has("↑");
	form_focus(f, COUNT);
	assert_screen_has("[12    ]");
	mouse_on("[12", 2, MOUSE_PRESS);
	assert_int_equal(form_get(f, COUNT)->caret, 1);
	fake_canvas(30, 10, GLYPHS_BRAILLE);
	assert_screen_has("count [12 ");
	assert_screen_lacks("name");
	mouse_on("[12", 1, MOUSE_PRESS);
	assert_int_equal(form_get(f, COUNT)->caret, 0);
	fake_canvas(1, 1, GLYPHS_ASCII);
	fake_draw();
	fake_end();
}

static void words_wrap(void **state)
{
	(void)state;
	static const char *const lines[] = {"the quick", "brown", "fox", "incompreh", "ensible",
		"up|down|", "left", "a/long/", "path"};
	const char *text = "the quick  brown\nfox incomprehensible up|down|left a/long/path";
	char part[64];
	for (size_t i = 0, skip; i < sizeof lines / sizeof *lines; i++, text += skip) {
		size_t n = utf8_break(text, 9, &skip);
		assert_int_equal(n, strlen(lines[i]));
		assert_memory_equal(text, lines[i], n);
	}
	assert_string_equal(text, "");
	assert_int_equal(utf8_lines("", 5), 0);
	assert_int_equal(utf8_lines("漢字漢字", 4), 2);
	assert_int_equal(utf8_lines("漢字漢字", 1), 4);
	assert_string_equal(fit_text(part, sizeof part, "abcdef", 4, false), "abc…");
	assert_string_equal(fit_text(part, sizeof part, "abcdef", 4, true), "…def");
	assert_string_equal(fit_text(part, sizeof part, "abcdef", 6, true), "abcdef");
	assert_string_equal(fit_text(part, sizeof part, "漢字漢字", 4, false), "漢…");
	assert_string_equal(fit_text(part, 8, "abcdefghij", 10, false), "abcd…");
	assert_string_equal(fit_text(part, sizeof part, "abc", 0, false), "");
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	struct app *app = fake_begin(0);
	odd_rng_init(&rng, 5, "form keys");
	for (int round = 0; round < 60; round++) {
		if (app->top == NULL)
			sample(app);
		fake_storm(&rng, 40);
	}
	fake_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_drawn),
		cmocka_unit_test(the_focus_is_reversed_and_moves),
		cmocka_unit_test(text_is_edited),
		cmocka_unit_test(choices_turn_and_slide),
		cmocka_unit_test(lists_pass_over_headings),
		cmocka_unit_test(enter_and_escape),
		cmocka_unit_test(commands_move_and_leave),
		cmocka_unit_test(the_mouse_focuses_and_clicks),
		cmocka_unit_test(small_screens_scroll),
		cmocka_unit_test(words_wrap),
		cmocka_unit_test(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("form", tests, NULL, NULL);
}
