/* fake_app.h: an application that draws and takes keys, but runs nothing: the lines that layers run
 * are written down instead.
 */
#ifndef TESTS_FAKE_DIALOGS_APP_H
#define TESTS_FAKE_DIALOGS_APP_H

#include <math.h>

#include "helpers.h"
#include "lsan.h"
#include "networks.h"
#include "tui/app.h"
#include "tui/screens.h"
#include "tui/ui_options.h"

#define FAKE_RUNS 400

struct fake {
	struct app app;
	struct session_view view;
	struct session_data data;
	struct session_net net;
	odd_scores scores;
	char *run[FAKE_RUNS];
	size_t runs;
	int pushed, popped;
};

/* The functions of app.h have no place of their own for this. */
static struct fake fake;
static char fake_state_dir[512];

/* ---- what app.c will have -------------------------------------------------------------------- */

void app_push(struct app *app, struct layer *layer)
{
	layer->below = app->top;
	app->top = layer;
	fake.pushed++;
}

void app_pop(struct app *app)
{
	struct layer *top = app->top;
	assert_non_null(top);
	app->top = top->below;
	fake.popped++;
	top->ops->free(top);
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	(void)err;
	assert_ptr_equal(app, &fake.app);
	if (fake.runs < FAKE_RUNS)
		fake.run[fake.runs++] = strdup(line);
	return ODD_OK;
}

void app_say(struct app *app, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(app->message, sizeof app->message, format, args);
	va_end(args);
}

const odd_network *app_network(const struct app *app)
{
	return app->view->data != NULL ? app->view->data->net->net : NULL;
}

const odd_scores *app_scores(const struct app *app)
{
	return app->view->data != NULL ? &fake.scores : NULL;
}

char *app_state_path(const char *name)
{
	char path[600];
	if (fake_state_dir[0] == '\0')
		return NULL;
	snprintf(path, sizeof path, "%s/state/%s", fake_state_dir, name);
	return strdup(path);
}

/* ---- the fake -------------------------------------------------------------------------------- */

static inline void fake_canvas(size_t columns, size_t rows, enum glyph_set glyphs)
{
	odd_error err;
	canvas_free(fake.app.canvas);
	assert_ok(cells_create(&fake.app.canvas, columns, rows, glyphs, &err), err);
	fake.app.columns = columns;
	fake.app.rows = rows;
	fake.app.set.glyphs = glyphs;
	fake.app.set.glyph_choice = 1 + (int)glyphs;
}

/* An application of 80 × 24; nodes 0: without a network. */
static inline struct app *fake_begin(size_t nodes)
{
	memset(&fake, 0, sizeof fake);
	fake.app.view = &fake.view;
	fake.view.name = strdup(nodes > 0 ? "blocks" : "");
	run_options_init(&fake.view.wanted);
	fake.app.set = (struct ui_settings){.glyph_choice = 1 + GLYPHS_BRAILLE,
		.theme_choice = 1 + THEME_DARK,
		.mouse = true,
		.speed = 2.0};
	ui_settings_settle(&fake.app.set);
	if (nodes > 0) {
		block_options shape = BLOCKS_INIT;
		shape.nodes = nodes;
		fake.net.net = make_blocks(&shape);
		fake.data.net = &fake.net;
		fake.data.options = fake.view.wanted.one;
		fake.data.options.k = 9;
		fake.data.options.alpha = 0.25;
		fake.data.options.beta = 10.5;
		fake.data.iteration = 7;
		fake.data.trace.count = 44;
		fake.view.data = &fake.data;
		fake.scores = (odd_scores){
			.n = nodes, .score = odd_score_get(0), .weight = {0.45, 0.10, 0.45}};
	}
	fake_canvas(80, 24, GLYPHS_BRAILLE);
	return &fake.app;
}

static inline void fake_forget(void)
{
	for (size_t i = 0; i < fake.runs; i++)
		free(fake.run[i]);
	fake.runs = 0;
}

static inline void fake_end(void)
{
	while (fake.app.top != NULL)
		app_pop(&fake.app);
	fake_forget();
	remembered_free(&fake.app);
	odd_network_free(fake.net.net);
	free(fake.view.name);
	canvas_free(fake.app.canvas);
}

/* Draw all layers on a ground of dots, so that it shows what a dialog covers. */
static inline void fake_draw(void)
{
	struct app *app = &fake.app;
	struct layer *layers[8];
	size_t n = 0;
	cells_clear(app->canvas);
	char dots[256] = "";
	assert_true(app->columns < sizeof dots);
	memset(dots, '.', app->columns);
	for (size_t y = 0; y < app->rows; y++)
		canvas_text(app->canvas, (struct point){0, (double)y}, ANCHOR_TOP_LEFT, dots,
			pen_of(ROLE_DIM));
	for (struct layer *layer = app->top; layer != NULL && n < 8; layer = layer->below)
		layers[n++] = layer;
	while (n-- > 0)
		layers[n]->ops->draw(layers[n], app, app->canvas, canvas_area(app->canvas));
}

static inline char *fake_screen(void)
{
	fake_draw();
	char *text = cells_to_text(fake.app.canvas, true);
	assert_non_null(text);
	return text;
}

static inline void assert_screen_has(const char *part)
{
	char *text = fake_screen();
	if (strstr(text, part) == NULL)
		fail_msg("\"%s\" is not on the screen:\n%s", part, text);
	free(text);
}

static inline void assert_screen_lacks(const char *part)
{
	char *text = fake_screen();
	if (strstr(text, part) != NULL)
		fail_msg("\"%s\" is on the screen:\n%s", part, text);
	free(text);
}

/* The golden picture tests/golden/tui/NAME.txt; UPDATE_GOLDEN=1 writes it. */
static inline void assert_golden(const char *name)
{
	const char *root = getenv("golden") != NULL ? getenv("golden") : getenv("srcdir");
	char dir[400], file[80], path[512];
	static char expected[100000];
	char *text = fake_screen();
	snprintf(dir, sizeof dir, "%s/tests/golden/tui", root != NULL ? root : ".");
	snprintf(file, sizeof file, "%s.txt", name);
	if (getenv("UPDATE_GOLDEN") != NULL)
		write_text(dir, file, text);
	snprintf(path, sizeof path, "%s/%s", dir, file);
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		fail_msg("no golden file %s", path);
	size_t n = fread(expected, 1, sizeof expected - 1, f);
	expected[n] = '\0';
	fclose(f);
	if (strcmp(expected, text) != 0)
		fail_msg("%s, drawn:\n%s\nexpected:\n%s", name, text, expected);
	free(text);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static inline bool send(struct key key)
{
	struct app *app = &fake.app;
	struct layer *top = app->top;
	if (top == NULL)
		return false;
	fake_draw();
	if (top->ops->text != NULL && top->ops->text(top, app, key))
		return true;
	return top == app->top && layer_key(top, app, key);
}

static inline bool press(uint32_t code)
{
	return send((struct key){.code = code});
}

static inline bool press_shift(uint32_t code)
{
	return send((struct key){.code = code, .mods = MOD_SHIFT});
}

static inline bool press_ctrl(uint32_t code)
{
	return send((struct key){.code = code, .mods = MOD_CTRL});
}

static inline void type_text(const char *text)
{
	for (; *text != '\0'; text++)
		press((unsigned char)*text);
}

static inline void press_many(uint32_t code, int n)
{
	while (n-- > 0)
		press(code);
}

/* Click on the first cell of a text that is on the screen. */
static inline bool mouse_on(const char *text, int right, enum mouse_act act)
{
	fake_draw();
	const struct canvas *c = fake.app.canvas;
	for (size_t y = 0; y < cells_rows(c); y++) {
		for (size_t x = 0; x < cells_columns(c); x++) {
			const char *p = text;
			size_t at = x;
			while (*p != '\0' && at < cells_columns(c)) {
				const char *glyph = cells_at(c, at, y)->glyph;
				if (strncmp(p, glyph, strlen(glyph)) != 0)
					break;
				p += strlen(glyph);
				at++;
			}
			if (*p == '\0')
				return send((struct key){.code = K_MOUSE,
					.x = (int)x + right,
					.y = (int)y,
					.act = act});
		}
	}
	fail_msg("\"%s\" is not on the screen", text);
	return false;
}

static inline const char *last_run(void)
{
	return fake.runs > 0 ? fake.run[fake.runs - 1] : "";
}

/* Keys and clicks at random; small sizes, too. */
static inline void fake_storm(odd_rng *rng, int count)
{
	static const uint32_t special[] = {K_ENTER, K_ESC, K_TAB, K_BACKSPACE, K_DELETE, K_UP,
		K_DOWN, K_LEFT, K_RIGHT, K_HOME, K_END, K_PAGE_UP, K_PAGE_DOWN, K_F1, 0xe9, 0x301,
		0x6f22, 0x202e, 7, K_INSERT};
	static const char letters[] = "aehjklpquwx .,-+/'\"$0123456789:?~%";
	for (int i = 0; i < count && fake.app.top != NULL; i++) {
		struct key key = {0};
		switch (odd_rng_below(rng, 8)) {
		case 0:
			key.code = K_MOUSE;
			key.x = (int)odd_rng_below(rng, fake.app.columns + 4) - 2;
			key.y = (int)odd_rng_below(rng, fake.app.rows + 4) - 2;
			key.act = (enum mouse_act)odd_rng_below(rng, MOUSE_WHEEL_DOWN + 1);
			break;
		case 1:
		case 2:
			key.code = (unsigned char)letters[odd_rng_below(rng, sizeof letters - 1)];
			break;
		case 3:
			key.code = "aekuwcz"[odd_rng_below(rng, 7)];
			key.mods = (unsigned)odd_rng_below(rng, 8);
			break;
		default:
			key.code = special[odd_rng_below(rng, sizeof special / sizeof *special)];
			key.mods = odd_rng_below(rng, 6) == 0 ? MOD_SHIFT : 0;
		}
		if (odd_rng_below(rng, 40) == 0)
			fake_canvas(1 + odd_rng_below(rng, 130), 1 + odd_rng_below(rng, 45),
				(enum glyph_set)odd_rng_below(rng, GLYPHS_COUNT));
		send(key);
	}
	fake_draw();
	fake_forget();
}

#endif
