/* explorer.h: the explorer itself, without a terminal, driven by keys, mouse and commands as a
 * script drives it; and what it shows. There is one at a time, in `app`. */
#ifndef TESTS_EXPLORER_H
#define TESTS_EXPLORER_H

#include <unistd.h>

#include "session_helpers.h"

#include "draw/utf8.h"
#include "base/rng.h"
#include "tui/app.h"
#include "tui/form.h"

static struct app *app;
static char home[256]; /* where the program stands, and what it takes for the user's home */

/* ---- a place of its own ---------------------------------------------------------------------- */

/* Everything that is written without a full path lands in a directory of our own. */
static inline int enter_home(void **state)
{
	char made[256], real[4096];
	(void)state;
	make_temporary_dir(made, sizeof made);
	assert_non_null(realpath(made, real));
	snprintf(home, sizeof home, "%.250s", real);
	assert_int_equal(setenv("HOME", home, 1), 0);
	assert_int_equal(unsetenv("XDG_CONFIG_HOME"), 0);
	assert_int_equal(unsetenv("XDG_STATE_HOME"), 0);
	/* The source is found from there, too. */
	assert_non_null(realpath(getenv("srcdir") != NULL ? getenv("srcdir") : ".", real));
	assert_int_equal(setenv("srcdir", real, 1), 0);
	return chdir(home);
}

static inline int leave_home(void **state)
{
	(void)state;
	assert_int_equal(chdir("/"), 0);
	remove_tree(home);
	return 0;
}

static inline void save_network(odd_network *net, const char *name)
{
	odd_error err;
	assert_ok(odd_network_save(net, name, NULL, &err), err);
	odd_network_free(net);
}

/* A labelled network of so many nodes, n0, n1, … */
static inline void save_blocks(size_t nodes, const char *name)
{
	block_options shape = BLOCKS_INIT;
	shape.nodes = nodes;
	save_network(make_blocks(&shape), name);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* With a network, or (NULL) without; scripted: each command is done when it has been given. */
static inline void explorer_begin(const char *network, bool scripted)
{
	odd_error err;
	struct app_options options = {.network = network,
		.columns = 80,
		.rows = 24,
		.set = {.glyph_choice = 1 + GLYPHS_BRAILLE,
			.theme_choice = 1 + THEME_DARK,
			.mouse = true,
			.speed = 2.0},
		.depth = COLOUR_256,
		.scripted = scripted};
	assert_ok(app_create(&app, &options, &err), err);
	app_draw(app);
}

/* As a user begins it: settings are read and remembered, and with resume the last session goes on.
 */
static inline void explorer_configured(bool resume, const char *network)
{
	odd_error err;
	struct app_options options = {.network = network,
		.columns = 80,
		.rows = 24,
		.set = {.glyph_choice = 1, .theme_choice = 1, .speed = 2.0},
		.depth = COLOUR_256,
		.scripted = true,
		.configured = true,
		.resume = resume};
	assert_ok(app_create(&app, &options, &err), err);
	app_draw(app);
}

/* All of a file; on the heap. */
static inline char *text_of(const char *path)
{
	char *text = calloc(1, 4 << 20);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	assert_true(fread(text, 1, (4 << 20) - 1, in) > 0);
	fclose(in);
	return text;
}

/* As if it had been killed: the system releases its lock. The caller frees it later. */
static inline struct app *explorer_killed(void)
{
	struct app *dead = app;
	close(dead->autosave->lock);
	dead->autosave->lock = -1;
	app = NULL;
	return dead;
}

static inline void explorer_end(void)
{
	app_free(app);
	app = NULL;
}

static inline void run(const char *line)
{
	odd_error err = {0};
	assert_ok(app_run(app, line, &err), err);
	if (app->view->failed)
		fail_msg("%s: %s", line, app->view->status);
	app_draw(app);
}

/* A test that begins with an empty program, in a home of its own. */
static inline int begin_empty(void **state)
{
	enter_home(state);
	explorer_begin(NULL, true);
	return 0;
}

static inline int end_empty(void **state)
{
	explorer_end();
	return leave_home(state);
}

/* Nothing lies over the Explore screen. */
static inline bool nothing_open(void)
{
	return app->top == app->explore;
}

/* The command of the log that is the latest; empty without one. */
static inline const char *last_logged(void)
{
	return app->view->log_count > 0 ? app->view->log[app->view->log_count - 1] : "";
}

static inline void assert_logged(const char *line)
{
	if (strcmp(last_logged(), line) != 0)
		fail_msg("ran \"%s\" instead of \"%s\"%s%s", last_logged(), line,
			app->message[0] != '\0' ? ", and says: " : "", app->message);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* What is drawn decides what the next key means: rows, places. */
static inline void press_key(struct key key)
{
	app_key(app, key);
	app_draw(app);
}

/* Keys by their names, parted by blanks. */
static inline void press(const char *names)
{
	for (const char *p = names; *p != '\0'; p += strspn(p, " ")) {
		char name[40];
		struct key key;
		size_t n = strcspn(p, " ");
		snprintf(name, sizeof name, "%.*s", (int)n, p);
		if (!key_parse(&key, name))
			fail_msg("there is no key %s", name);
		press_key(key);
		p += n;
	}
}

static inline void press_many(const char *name, int times)
{
	while (times-- > 0)
		press(name);
}

/* Characters, as they are. */
static inline void type(const char *text)
{
	while (*text != '\0')
		press_key((struct key){.code = utf8_next(&text)});
}

/* ---- the screen ------------------------------------------------------------------------------ */

/* All of it as text, to be freed. */
static inline char *screen(void)
{
	app_draw(app);
	char *text = cells_to_text(app->canvas);
	assert_non_null(text);
	return text;
}

static inline bool screen_has(const char *part)
{
	char *text = screen();
	bool has = strstr(text, part) != NULL;
	free(text);
	return has;
}

/* End the test, and show the screen; what cmocka prints is cut off. */
static inline void fail_on_screen(const char *part, const char *what)
{
	char *text = screen();
	fputs(text, stderr);
	free(text);
	fail_msg("\"%s\" %s", part, what);
}

static inline void assert_screen_has(const char *part)
{
	if (!screen_has(part))
		fail_on_screen(part, "is not on the screen");
}

static inline void assert_screen_lacks(const char *part)
{
	if (screen_has(part))
		fail_on_screen(part, "is on the screen");
}

/* Row y of the screen, in a buffer of its own. */
static inline const char *screen_row(int y)
{
	static char row[1000];
	char *text = screen(), *p = text;
	for (; y > 0; y--)
		p = strchr(p, '\n') + 1;
	snprintf(row, sizeof row, "%.*s", (int)strcspn(p, "\n"), p);
	free(text);
	return row;
}

/* Another size, with other glyphs. */
static inline void resize(size_t columns, size_t rows, enum glyph_set glyphs)
{
	app->set.glyph_choice = 1 + (int)glyphs;
	app_apply_settings(app);
	app_resize(app, columns, rows);
	app_draw(app);
}

/* ---- dialogs --------------------------------------------------------------------------------- */

static inline struct form *top_form(void)
{
	assert_false(nothing_open());
	return (struct form *)app->top;
}

/* What the dialog on top covers, and nothing else, to be freed. */
static inline char *dialog_text(void)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	app_draw(app);
	struct rect r = top_form()->frame;
	for (int y = (int)r.y; y < (int)(r.y + r.h); y++) {
		for (int x = (int)r.x; x < (int)(r.x + r.w); x++)
			fputs(cells_at(app->canvas, (size_t)x, (size_t)y)->glyph, out);
		putc('\n', out);
	}
	fclose(out);
	return text;
}

static inline void assert_dialog(const char *expected)
{
	char *text = dialog_text();
	if (strcmp(text, expected) != 0)
		fail_on_screen(expected, "is another dialog");
	free(text);
}

/* In ASCII the dialog is the same, but for the glyphs that it does not have. */
static inline void assert_same_in_ascii(void)
{
	char *drawn = dialog_text();
	resize(app->columns, app->rows, GLYPHS_ASCII);
	char *ascii = dialog_text();
	const char *p = drawn, *q = ascii;
	for (; *p != '\0' && *q != '\0'; q++) {
		uint32_t code = utf8_next(&p);
		if ((unsigned char)*q >= 0x80 || (code < 0x80 && code != (unsigned char)*q))
			fail_on_screen(drawn, "is another dialog");
	}
	assert_true(*p == '\0' && *q == '\0');
	resize(app->columns, app->rows, GLYPHS_BRAILLE);
	free(drawn);
	free(ascii);
}

/* ---- the mouse ------------------------------------------------------------------------------- */

static inline void mouse_at(int x, int y, enum mouse_act act)
{
	press_key((struct key){.code = K_MOUSE, .x = x, .y = y, .act = act});
}

/* At the first place of a text, so many cells to its right; from row `from` of the screen on. */
static inline void mouse_below(size_t from, const char *text, int right, enum mouse_act act)
{
	app_draw(app);
	for (size_t y = from; y < app->rows; y++) {
		char row[4096] = "";
		size_t column[4096] = {0}, used = 0;
		for (size_t x = 0; x < app->columns; x++) {
			column[used] = x;
			used += (size_t)sprintf(
				row + used, "%s", cells_at(app->canvas, x, y)->glyph);
		}
		const char *found = strstr(row, text);
		if (found == NULL)
			continue;
		mouse_at((int)column[found - row] + right, (int)y, act);
		return;
	}
	fail_on_screen(text, "is not on the screen");
}

static inline void mouse_on(const char *text, int right, enum mouse_act act)
{
	mouse_below(0, text, right, act);
}

static inline void click(const char *text)
{
	mouse_on(text, 0, MOUSE_PRESS);
}

/* ---- whatever is pressed --------------------------------------------------------------------- */

/* A key or a click: what dialogs and lines have a use for, what is typed, and anything else. */
static inline struct key any_dialog_key(odd_rng *rng)
{
	static const uint32_t special[] = {K_ENTER, K_ESC, K_TAB, K_TAB, K_BACKSPACE, K_DELETE,
		K_UP, K_DOWN, K_LEFT, K_RIGHT, K_HOME, K_END, K_PAGE_UP, K_PAGE_DOWN, K_F1, 0xe9,
		0x301, 0x6f22, 0x202e, 7, K_INSERT};
	static const char letters[] = " abcefhijklmnopqrstuwx.,-+/'\"$0123456789:?~%=<\\{}";
	struct key key = {0};
	switch (odd_rng_below(rng, 9)) {
	case 0:
		key.code = K_MOUSE;
		key.x = (int)odd_rng_below(rng, app->columns + 8) - 4;
		key.y = (int)odd_rng_below(rng, app->rows + 8) - 4;
		key.act = (enum mouse_act)odd_rng_below(rng, MOUSE_WHEEL_DOWN + 1);
		break;
	case 1:
	case 2:
		key.code = (unsigned char)letters[odd_rng_below(rng, sizeof letters - 1)];
		break;
	case 3:
		key.code = 'a' + (uint32_t)odd_rng_below(rng, 26);
		key.mods = 1 + (unsigned)odd_rng_below(rng, 7);
		break;
	case 4:
		key.code = (uint32_t)odd_rng_below(rng, 0x110000);
		break;
	case 5:
		key.code = K_ENTER + (uint32_t)odd_rng_below(rng, K_MOUSE - K_ENTER);
		key.mods = (unsigned)odd_rng_below(rng, 8);
		break;
	default:
		key.code = special[odd_rng_below(rng, sizeof special / sizeof *special)];
		key.mods = odd_rng_below(rng, 6) == 0 ? MOD_SHIFT : 0;
	}
	return key;
}

/* So many keys at random, at sizes that change now and then; `again` opens what they are for
 * whenever nothing is open. What they give the run to do waits, and is forgotten. */
static inline void storm(odd_rng *rng, int count, void (*again)(odd_rng *rng))
{
	app->scripted = false;
	for (int i = 0; i < count; i++) {
		if (nothing_open())
			again(rng);
		if (odd_rng_below(rng, 40) == 0) {
			resize(1 + odd_rng_below(rng, 130), 1 + odd_rng_below(rng, 45),
				(enum glyph_set)odd_rng_below(rng, GLYPHS_COUNT));
			worker_cancel(app->worker);
		}
		press_key(any_dialog_key(rng));
		assert_true(app->caret_x < (int)app->columns && app->caret_y < (int)app->rows);
		app->quit = false; /* it would have gone, but we are not done */
		app->stopped = 0.0;
	}
	worker_cancel(app->worker);
	app->scripted = true;
}

#endif
