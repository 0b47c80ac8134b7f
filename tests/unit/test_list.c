/* test_list.c: the list under every screen: cursor, window, pages, mouse, columns. */
#include "config.h"

#include "helpers.h"

#include "draw/cells.h"
#include "base/rng.h"
#include "tui/list.h"

static struct rect area(double h)
{
	return (struct rect){3, 2, 20, h};
}

static struct list list_of(size_t count, double h)
{
	struct list l = {0};
	list_fit(&l, count, area(h));
	return l;
}

static void must_be(const struct list *l, size_t cursor, size_t first)
{
	assert_int_equal(l->cursor, cursor);
	assert_int_equal(l->first, first);
}

static enum list_act mouse(struct list *l, enum mouse_act act, int x, int y)
{
	return list_mouse(l, (struct key){.code = K_MOUSE, .act = act, .x = x, .y = y});
}

static void the_window_follows_the_cursor(void **state)
{
	(void)state;
	struct list l = list_of(30, 5);
	for (int i = 0; i < 5; i++)
		assert_true(list_move(&l, "down"));
	must_be(&l, 5, 1); /* by a row */
	assert_true(list_move(&l, "page-down"));
	must_be(&l, 9, 5); /* a page keeps a row, and turns with the cursor */
	assert_true(list_move(&l, "half-up"));
	must_be(&l, 7, 3);
	assert_true(list_move(&l, "last"));
	must_be(&l, 29, 25);
	assert_true(list_move(&l, "page-down"));
	must_be(&l, 29, 25);
	list_select(&l, 12); /* from afar: with what is around it */
	must_be(&l, 12, 10);
	assert_true(list_move(&l, "first"));
	must_be(&l, 0, 0);
	assert_true(list_move(&l, "left"));
	must_be(&l, 0, 0);
	assert_false(list_move(&l, "sideways"));
}

static void a_text_has_no_cursor(void **state)
{
	char place[60];
	(void)state;
	struct list l = {.text = true};
	list_fit(&l, 30, area(5));
	assert_true(list_move(&l, "down"));
	assert_int_equal(l.first, 1);
	assert_true(list_move(&l, "page-down"));
	assert_int_equal(l.first, 5);
	assert_string_equal(list_place(&l, place, sizeof place), "6-10 of 30");
	assert_int_equal(mouse(&l, MOUSE_PRESS, 5, 3), LIST_IGNORED);
	assert_int_equal(mouse(&l, MOUSE_WHEEL_DOWN, 5, 3), LIST_MOVED);
	assert_int_equal(l.first, 8);
	assert_true(list_move(&l, "last"));
	assert_int_equal(l.first, 25);
	list_fit(&l, 3, area(5));
	assert_int_equal(l.first, 0);
	assert_string_equal(list_place(&l, place, sizeof place), "all 3");
	list_fit(&l, 0, area(5));
	assert_string_equal(list_place(&l, place, sizeof place), "");
}

static void rows_come_and_go(void **state)
{
	(void)state;
	struct list l = list_of(30, 5);
	list_select(&l, 20);
	list_fit(&l, 12, area(5));
	must_be(&l, 11, 7);
	list_fit(&l, 12, area(20)); /* room for all of them */
	must_be(&l, 11, 0);
	list_fit(&l, 0, area(20));
	must_be(&l, 0, 0);
	assert_int_equal(list_end(&l), 0);
	assert_true(list_move(&l, "down"));
	must_be(&l, 0, 0);
	/* Where nothing is selected, moving begins at an end. */
	list_fit(&l, 9, area(5));
	l.cursor = LIST_NONE;
	list_fit(&l, 9, area(5));
	assert_true(l.cursor == LIST_NONE);
	assert_true(list_move(&l, "down"));
	must_be(&l, 0, 0);
	l.cursor = LIST_NONE;
	assert_true(list_move(&l, "last"));
	must_be(&l, 8, 4);
}

static void rows_are_clicked_on(void **state)
{
	(void)state;
	struct list l = list_of(30, 5);
	list_select(&l, 12);
	assert_int_equal(mouse(&l, MOUSE_PRESS, 3, 2), LIST_MOVED);
	must_be(&l, 10, 10);
	assert_int_equal(mouse(&l, MOUSE_DOUBLE, 22, 6), LIST_OPENED);
	must_be(&l, 14, 10);
	assert_int_equal(mouse(&l, MOUSE_PRESS, 2, 4), LIST_IGNORED); /* beside, above, below */
	assert_int_equal(mouse(&l, MOUSE_PRESS, 23, 4), LIST_IGNORED);
	assert_int_equal(mouse(&l, MOUSE_PRESS, 5, 1), LIST_IGNORED);
	assert_int_equal(mouse(&l, MOUSE_PRESS, 5, 7), LIST_IGNORED);
	assert_int_equal(mouse(&l, MOUSE_DRAG, 5, 4), LIST_IGNORED);
	must_be(&l, 14, 10);
	assert_int_equal(mouse(&l, MOUSE_WHEEL_DOWN, 0, 0), LIST_MOVED);
	must_be(&l, 17, 13); /* by rows, past the edge as well */
	l = list_of(2, 5);
	assert_int_equal(mouse(&l, MOUSE_PRESS, 5, 4), LIST_IGNORED); /* no such row */
}

static void nothing_leads_out_of_the_list(void **state)
{
	static const char *const ways[] = {"up", "down", "page-up", "page-down", "half-up",
		"half-down", "first", "last", "left", "right"};
	odd_rng rng;
	struct list l[2] = {{0}, {.text = true}};
	(void)state;
	odd_rng_init(&rng, 5, "list");
	for (int i = 0; i < 20000; i++) {
		struct list *one = &l[i % 2];
		switch (odd_rng_below(&rng, 4)) {
		case 0:
			list_fit(one, odd_rng_below(&rng, 40), area(odd_rng_uniform(&rng) * 12));
			break;
		case 1:
			mouse(one, (enum mouse_act)odd_rng_below(&rng, MOUSE_WHEEL_DOWN + 1),
				(int)odd_rng_below(&rng, 30) - 2, (int)odd_rng_below(&rng, 16));
			break;
		case 2:
			list_select(one, odd_rng_below(&rng, 50));
			break;
		default:
			assert_true(list_move(one, ways[odd_rng_below(&rng, 10)]));
		}
		assert_true(one->count == 0 ? one->first == 0 : one->first < one->count);
		assert_true(one->count <= one->seen ? one->first == 0
						    : one->first + one->seen <= one->count);
		if (one->text)
			continue;
		assert_true(one->count == 0 ? one->cursor == 0 : one->cursor < one->count);
		assert_true(one->count == 0 ||
			    (one->cursor >= one->first && one->cursor < list_end(one)));
	}
}

static void fill(struct table_cell *cell, void *text, size_t row, void *of)
{
	snprintf(text, 24, "row %zu of %s", row, (const char *)of);
	cell[0] = (struct table_cell){.text = text};
	cell[1] = (struct table_cell){.text = "hidden"};
	cell[2] = (struct table_cell){.text = "aside"};
}

/* Columns drop by priority, and those without a title are not there at all. */
static void a_table_of_what_is_in_sight(void **state)
{
	static const struct table_column column[] = {{.title = "name", .priority = 2},
		{.title = NULL, .priority = 9}, {.title = "more", .priority = 1}};
	odd_error err;
	struct canvas *c;
	(void)state;
	for (int wide = 0; wide < 2; wide++) {
		struct list l = list_of(30, 5);
		struct rect r = {0, 0, wide ? 40 : 19, 6};
		list_select(&l, 12);
		list_table_fit(&l, 30, r, true);
		assert_ok(cells_create(&c, (size_t)r.w, 6, GLYPHS_ASCII, &err), err);
		list_table_draw(&l, c, r,
			&(struct list_table){.column = column,
				.columns = 3,
				.selection = true,
				.footer = "below",
				.fill = fill,
				.text_size = 24,
				.of = (void *)"all"});
		char *text = cells_to_text(c);
		assert_string_equal(text,
			wide ? " name          more\n row 10 of all aside\n row 11 of all aside\n"
			       ">row 12 of all aside\n row 13 of all aside\n below\n"
			     : " name\n row 10 of all\n row 11 of all\n>row 12 of all\n"
			       " row 13 of all\n below\n");
		free(text);
		canvas_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_window_follows_the_cursor),
		cmocka_unit_test(a_text_has_no_cursor),
		cmocka_unit_test(rows_come_and_go),
		cmocka_unit_test(rows_are_clicked_on),
		cmocka_unit_test(nothing_leads_out_of_the_list),
		cmocka_unit_test(a_table_of_what_is_in_sight),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
