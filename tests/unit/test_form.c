/* The form: fields, focus, typing, the mouse, small screens. */
#include "config.h"

#include "explorer.h"

enum { NAME = 1, COUNT, TICK, PICK, CYCLE, SLIDE, LIST, GO, STOP };

struct seen {
	int changed, pressed, left;
} seen;

static const char *const sizes[] = {"small", "middle", "large", NULL};

static void on_changed(struct form *form, struct app *of, struct field *field)
{
	(void)form;
	assert_ptr_equal(of, app);
	seen.changed = field->id;
}

static void on_pressed(struct form *form, struct app *of, int id)
{
	(void)form;
	assert_ptr_equal(of, app);
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

static struct form *sample(void)
{
	static const char *const buttons[] = {"Go", "Stop", NULL};
	struct form *f = form_create(sizeof *f, "Sample", "x", 50, 14, &sample_ops);
	form_words(f, 0, 1, 0, 0, "name");
	form_text(f, NAME, 8, 0, 12, "abc");
	form_words(f, 0, 32, 0, 0, "count");
	form_text(f, COUNT, 38, 0, 8, "12");
	form_check(f, TICK, 1, 1, "tick", false);
	form_text(f, PICK, 1, 2, 12, "")->choice = sizes;
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
	app_draw(app);
	return f;
}

static size_t reversed_cells(const struct form *f)
{
	size_t reversed = 0;
	app_draw(app);
	for (int y = 0; y < (int)f->frame.h; y++)
		for (int x = 0; x < (int)f->frame.w; x++)
			reversed += (cells_at(app->canvas, (size_t)(f->frame.x + x),
					     (size_t)(f->frame.y + y))
						    ->attr &
					    CELL_REVERSE) != 0;
	return reversed;
}

static void fields_are_drawn(void **state)
{
	(void)state;
	sample();
	assert_dialog("┌─ Sample ────────────────────────────────────── x ┐\n"
		      "│ name   [abc       ]            count [12    ]    │\n"
		      "│ [ ] tick                                         │\n"
		      "│ [          ]                                     │\n"
		      "│                                                  │\n"
		      "│ [middle ▼]                                       │\n"
		      "│ [██████████──────────]                           │\n"
		      "│ group 0                                          │\n"
		      "│ row 1                                            │\n"
		      "│ row 2                                            │\n"
		      "│ row 3                                            │\n"
		      "│ row 4                                            │\n"
		      "│ group 5                      ↓                   │\n"
		      "│                                                  │\n"
		      "│                [ Go ]    [ Stop ]                │\n"
		      "└──────────────────────────────────────────────────┘\n");
	assert_int_equal(app->caret_x, 15 + 9 + 3);
	assert_int_equal(app->caret_y, 4);
	resize(80, 24, GLYPHS_ASCII);
	assert_dialog("+- Sample -------------------------------------- x +\n"
		      "| name   [abc       ]            count [12    ]    |\n"
		      "| [ ] tick                                         |\n"
		      "| [          ]                                     |\n"
		      "|                                                  |\n"
		      "| [middle v]                                       |\n"
		      "| [##########----------]                           |\n"
		      "| group 0                                          |\n"
		      "| row 1                                            |\n"
		      "| row 2                                            |\n"
		      "| row 3                                            |\n"
		      "| row 4                                            |\n"
		      "| group 5                      v                   |\n"
		      "|                                                  |\n"
		      "|                [ Go ]    [ Stop ]                |\n"
		      "+--------------------------------------------------+\n");
}

static void the_focus_is_reversed_and_moves(void **state)
{
	(void)state;
	struct form *f = sample();
	static const int order[] = {NAME, COUNT, TICK, PICK, CYCLE, SLIDE, LIST, GO, STOP, NAME};
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		assert_int_equal(f->field[f->focus].id, order[i]);
		assert_int_not_equal(reversed_cells(f), 0);
		press("Tab");
	}
	form_focus(f, NAME);
	press("S-Tab");
	assert_int_equal(f->field[f->focus].id, STOP);
	/* Up and down go by place: from Count to the tick below, not to the next in order. */
	form_focus(f, NAME);
	press("Down");
	assert_int_equal(f->field[f->focus].id, TICK);
	press("Down");
	press("Down");
	assert_int_equal(f->field[f->focus].id, CYCLE);
	press("Up");
	assert_int_equal(f->field[f->focus].id, PICK);
	/* What is off is passed over. */
	form_get(f, TICK)->off = true;
	form_focus(f, COUNT);
	press("Tab");
	assert_int_equal(f->field[f->focus].id, PICK);
}

static void text_is_edited(void **state)
{
	(void)state;
	struct form *f = sample();
	struct field *name = form_get(f, NAME);
	press("End"); /* what is there is to stay */
	type("q d");
	assert_string_equal(name->text, "abcq d");
	assert_int_equal(seen.changed, NAME);
	press("Home");
	press_key((struct key){.code = 0xe9});
	press_key((struct key){.code = 0x6f22});
	assert_string_equal(name->text, "é漢abcq d");
	press("Left");
	press("Left");
	press("Delete");
	assert_string_equal(name->text, "漢abcq d");
	press("End");
	press("Backspace");
	press("C-w");
	assert_string_equal(name->text, "");
	type("one two");
	press("C-a");
	press("Right");
	press("C-k");
	assert_string_equal(name->text, "o");
	press("C-e");
	press("C-u");
	assert_string_equal(name->text, "");
	/* A base and its combining mark go together. */
	press("e");
	press_key((struct key){.code = 0x301});
	press("x");
	press("Left");
	press("Backspace");
	assert_string_equal(name->text, "x");
	/* Nothing that steers a terminal can be typed; a full field takes no more. */
	press_key((struct key){.code = 0x202e});
	press_key((struct key){.code = 7});
	assert_string_equal(name->text, "x");
	press("End");
	for (int i = 0; i < 600; i++)
		press("y");
	assert_int_equal(strlen(name->text), FORM_TEXT - 1);
	assert_screen_has("[yyyyyyyyy ]");
}

/* The first key replaces a value, in every field that is come to; Left and Right step a number
 * until then. */
static void the_first_key_replaces(void **state)
{
	(void)state;
	struct form *f = sample();
	struct field *name = form_get(f, NAME), *count = form_get(f, COUNT);
	type("xy");
	assert_string_equal(name->text, "xy");
	form_focus(f, NAME);
	press("Tab");
	press("S-Tab");
	assert_int_equal(f->field[f->focus].id, NAME);
	type("z");
	assert_string_equal(name->text, "z");
	press("Tab");
	press("S-Tab");
	press("Left"); /* no number: into the text */
	type("y");
	assert_string_equal(name->text, "yz");
	press("Tab");
	press("S-Tab");
	press("Backspace");
	assert_string_equal(name->text, "");
	static const struct {
		const char *from, *key, *to;
	} step[] = {{"12", "Right", "13"}, {"12", "Left", "11"}, {"1.67", "Right", "1.68"},
		{"0", "Left", "0"}, {"5%", "Right", "6%"}, {"-2", "Left", "-3"},
		{"0.05", "Left", "0.04"}};
	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		form_focus(f, COUNT);
		count->begun = false;
		form_set_text(count, "%s", step[i].from);
		press(step[i].key);
		assert_string_equal(count->text, step[i].to);
		assert_int_equal(seen.changed, COUNT);
	}
	type("7");
	press("Left");
	type("1");
	assert_string_equal(count->text, "17");
}

static void choices_turn_and_slide(void **state)
{
	(void)state;
	struct form *f = sample();
	form_focus(f, TICK);
	press("Space");
	assert_int_equal(form_get(f, TICK)->value, 1);
	assert_screen_has("[x] tick");
	/* A text with choices takes them until somebody types. */
	form_focus(f, PICK);
	press("Right");
	assert_screen_has("[small     ]");
	press("Left");
	assert_screen_has("[large     ]");
	type("x");
	press("Right");
	assert_string_equal(form_get(f, PICK)->text, "x");
	form_focus(f, CYCLE);
	press("Space");
	assert_screen_has("[large  ▼]");
	form_focus(f, SLIDE);
	press("Left");
	assert_close(form_get(f, SLIDE)->amount, 0.45, 1e-12);
	press("End");
	assert_screen_has("[████████████████████]");
	press("Home");
	seen.changed = 0;
	press("Left");
	assert_int_equal(seen.changed, 0);
	assert_close(form_get(f, SLIDE)->amount, 0.0, 1e-12);
}

static void lists_pass_over_headings(void **state)
{
	(void)state;
	struct form *f = sample();
	struct field *list = form_get(f, LIST);
	form_focus(f, LIST);
	assert_int_equal(list->list.cursor, 1);
	press_many("Down", 4);
	assert_int_equal(list->list.cursor, 6);
	press("End");
	assert_int_equal(list->list.cursor, 22);
	assert_screen_has("row 22");
	assert_screen_lacks("group 0");
	press("Home");
	assert_int_equal(list->list.cursor, 1);
	assert_screen_has("group 0");
	press("Enter");
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
	press("Down");
}

static void enter_and_escape(void **state)
{
	(void)state;
	struct form *f = sample();
	press("Enter"); /* in a text: the default button */
	assert_int_equal(seen.pressed, GO);
	form_focus(f, TICK);
	/* No command of the screen below comes through: 's' would complain. */
	press("s");
	assert_string_equal(app->message, "");
	assert_false(app->view->failed);
	/* What means the same everywhere does. */
	static const char *const help[] = {"?", "F1"};
	for (int i = 0; i < 2; i++) {
		press(help[i]);
		assert_string_equal(app->top->ops->screen, "help");
		press("q");
		assert_ptr_equal(app->top, &f->layer);
	}
	press("C-c");
	assert_string_not_equal(app->message, "");
	assert_ptr_equal(app->top, &f->layer);
	f->passes = true;
	f->layer_ops.screen = "explore";
	press("s");
	assert_true(app->view->failed);
	assert_non_null(strstr(app->view->status, "no network is open"));
	f->passes = false;
	form_focus(f, STOP);
	press("Space");
	assert_true(nothing_open());
	sample();
	press("Esc");
	assert_true(nothing_open());
	f = sample();
	form_focus(f, CYCLE);
	press("q");
	assert_true(nothing_open());
}

static void commands_move_and_leave(void **state)
{
	(void)state;
	struct form *f = sample();
	run("focus next");
	assert_int_equal(f->field[f->focus].id, COUNT);
	run("focus previous");
	assert_int_equal(f->field[f->focus].id, NAME);
	assert_int_equal(app_run(app, "focus leave", NULL), ODD_EUSAGE);
	assert_int_equal(app_run(app, "focus map", NULL), ODD_EUSAGE);
	assert_ptr_equal(app->top, &f->layer);
	assert_int_equal(f->field[f->focus].id, NAME);
	run("leave");
	assert_true(nothing_open());
}

static void the_mouse_focuses_and_clicks(void **state)
{
	(void)state;
	struct form *f = sample();
	mouse_on("[ ] tick", 1, MOUSE_PRESS);
	assert_int_equal(form_get(f, TICK)->value, 1);
	assert_int_equal(f->field[f->focus].id, TICK);
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
	seen = (struct seen){0};
	mouse_at(0, 0, MOUSE_PRESS);
	mouse_on("┌─ Sample", 0, MOUSE_PRESS);
	assert_int_equal(seen.pressed, 0);
	assert_int_equal(seen.changed, 0);
	assert_ptr_equal(app->top, &f->layer);
	assert_int_equal(f->field[f->focus].id, GO);
}

/* At 40 × 12 the focused field can be seen, whichever it is. */
static void small_screens_scroll(void **state)
{
	(void)state;
	struct form *f = sample();
	resize(40, 12, GLYPHS_BRAILLE);
	assert_dialog("┌─ Sample ────────────────────────── x ┐\n"
		      "│ name   [abc       ]            count │\n"
		      "│ [ ] tick                             │\n"
		      "│ [          ]                         │\n"
		      "│                                      │\n"
		      "│ [middle ▼]                           │\n"
		      "│ [██████████──────────]               │\n"
		      "│ group 0                              │\n"
		      "│ row 1                                ↓\n"
		      "└─────────────────────────────────────→┘\n");
	for (size_t i = 0; i < 9; i++) {
		assert_int_not_equal(reversed_cells(f), 0);
		press("Tab");
	}
	form_focus(f, GO);
	assert_screen_has("[ Go ]");
	assert_screen_has("↑");
	/* To the side as well. */
	form_focus(f, COUNT);
	assert_screen_has("count [12 ");
	assert_screen_lacks("name");
	mouse_on("[12", 2, MOUSE_PRESS);
	assert_int_equal(form_get(f, COUNT)->caret, 1);
	mouse_on("[12", 1, MOUSE_PRESS);
	assert_int_equal(form_get(f, COUNT)->caret, 0);
	/* On the frame nothing happens, whatever has been scrolled under it. */
	assert_true(f->scroll_x > 0);
	mouse_at((int)f->frame.x, (int)f->frame.y + 2, MOUSE_PRESS);
	assert_int_equal(form_get(f, TICK)->value, 0);
	/* Too small for anything, and back again. */
	resize(1, 1, GLYPHS_ASCII);
	resize(39, 12, GLYPHS_ASCII);
	assert_screen_lacks("count");
	resize(80, 24, GLYPHS_BRAILLE);
	assert_screen_has("name   [abc");
}

static void words_wrap(void **state)
{
	(void)state;
	static const char *const lines[] = {"the quick", "brown", "fox", "incompreh", "ensible",
		"up|down|", "left", "a/long/", "path is", "now", "5000 %"};
	const char *text =
		"the quick  brown\nfox incomprehensible up|down|left a/long/path is now 5000 %";
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

static void open_sample(odd_rng *rng)
{
	(void)rng;
	sample();
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 5, "form keys");
	storm(&rng, 2400, open_sample);
}

int main(void)
{
#define EACH(f) cmocka_unit_test_setup_teardown(f, begin_empty, end_empty)
	const struct CMUnitTest tests[] = {
		EACH(fields_are_drawn),
		EACH(the_focus_is_reversed_and_moves),
		EACH(text_is_edited),
		EACH(the_first_key_replaces),
		EACH(choices_turn_and_slide),
		EACH(lists_pass_over_headings),
		EACH(enter_and_escape),
		EACH(commands_move_and_leave),
		EACH(the_mouse_focuses_and_clicks),
		EACH(small_screens_scroll),
		EACH(words_wrap),
		EACH(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("form", tests, NULL, NULL);
}
