#include "config.h"

#include "tui/help.h"

#include <stdio.h>
#include <strings.h>

#include "draw/utf8.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/edit.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/screens.h"
#include "tui/ui_options.h"
#include "tui/ui_commands.h"

enum { WIDEST = 96 };          /* columns that are still easy to read */
enum { COLUMN = 54, GAP = 3 }; /* of two beside each other, at least */

struct help {
	struct list_screen screen;
	struct help_page page;
	char *sought; /* never NULL */
};

static void look_for(struct help *h, const char *text)
{
	char *copy = xstrdup(text);
	free(h->sought);
	h->sought = copy;
	h->screen.list.first = 0;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_part(
	struct canvas *c, int x, int y, int room, const char *text, size_t length, struct pen pen)
{
	char part[400];
	snprintf(part, sizeof part, "%.*s", (int)length, text);
	paint_text(c, x, y, room, part, pen);
}

static void draw_row(struct canvas *c, const struct help_row *row, int x, int y, int columns)
{
	const struct help_item *item = row->item;
	if (item == NULL)
		return;
	struct pen plain = {.role = ROLE_TEXT}, dim = {.role = ROLE_DIM};
	struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	int right = x + columns, at = x + row->indent;
	if (item->kind == HELP_TITLE)
		bold.role = ROLE_STRUCTURAL;
	if (row->part == HELP_LEFT) {
		draw_part(c, at, y, right - at, item->left, row->length, bold);
		return;
	}
	if (row->first)
		draw_part(c, x + 2, y, right - x - 2, item->left, strlen(item->left), bold);
	const char *text = row->part == HELP_USAGE ? item->usage : item->right;
	draw_part(c, at, y, right - at, text + row->from, row->length,
		row->part == HELP_USAGE ? dim : plain);
}

static void help_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct help *h = (struct help *)layer;
	char title[200] = "Help";
	(void)app;
	r = rect_inset(r, 1, 0, 1, 0);
	const struct rect whole = r;
	r.w = r.w < WIDEST ? r.w : WIDEST;
	struct rect rows = rect_inset(r, 0, 2, 0, 0);
	if (rows.w < 1.0 || rows.h < 1.0)
		return;
	/* Two columns where both are wide enough to read: the second goes on where the first ends.
	 */
	bool two = whole.w >= 2 * COLUMN + GAP;
	int wide = two ? ((int)whole.w - GAP) / 2 : (int)r.w;
	help_page_lay_out(&h->page, wide, h->sought);
	const size_t high = (size_t)rows.h;
	if (two)
		rows.h *= 2.0; /* so many rows are in sight */
	list_fit(&h->screen.list, h->page.row_count, rows);
	if (two)
		r.w = whole.w;
	if (h->sought[0] != '\0')
		snprintf(title, sizeof title, "Help: %zu with \"%.60s\"", h->page.shown, h->sought);
	list_head_draw(&h->screen.list, c, r, title, "C- is Ctrl, M- is Alt, S- is Shift");
	for (size_t i = h->screen.list.first; i < list_end(&h->screen.list); i++) {
		size_t at = i - h->screen.list.first;
		bool second = at >= high;
		draw_row(c, &h->page.row[i], (int)rows.x + (second ? wide + GAP : 0),
			(int)rows.y + (int)(second ? at - high : at), wide);
	}
}

/* ---- commands -------------------------------------------------------------------------------- */

/* To the next heading, or the one before. */
static void to_heading(struct help *h, bool forward)
{
	size_t at = h->screen.list.first;
	const struct help_row *row = h->page.row;
	for (;;) {
		if (forward ? at + 1 >= h->page.row_count : at == 0)
			return;
		at += forward ? 1 : (size_t)-1;
		if (row[at].item != NULL && row[at].item->kind == HELP_TITLE)
			break;
	}
	list_select(&h->screen.list, at);
}

static bool help_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct help *h = (struct help *)layer;
	(void)status;
	(void)err;
	app->dirty = true;
	bool next = arguments_begin(args, "focus next");
	if (next || arguments_begin(args, "focus previous")) {
		to_heading(h, next);
	} else if (arguments_begin(args, "find") || arguments_begin(args, "help")) {
		char *text = arguments_rest(args, 1);
		look_for(h, text);
		free(text);
	} else if (arguments_begin(args, "find-prompt") || arguments_begin(args, "filter-prompt")) {
		prompt_open(app, PROMPT_FIND, args->argc > 1 ? args->argv[1] : "");
	} else if (arguments_begin(args, "leave") && h->sought[0] != '\0') {
		look_for(h, ""); /* one level: first what is sought, then the screen */
	} else {
		/* Everything that is found is shown already. */
		return arguments_begin(args, "find-next") || arguments_begin(args, "find-previous");
	}
	return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static odd_status help_begin(struct layer *layer, struct app *app, odd_error *err)
{
	struct help *h = (struct help *)layer;
	(void)err;
	h->screen.list.text = true;
	h->sought = xstrdup("");
	help_page_build(&h->page, app->keys, layer->below->ops->screen);
	return ODD_OK;
}

static void help_clear(struct layer *layer)
{
	struct help *h = (struct help *)layer;
	help_page_clear(&h->page);
	free(h->sought);
}

const struct layer_ops help_screen = {
	.screen = "help",
	.size = sizeof(struct help),
	.whole = true,
	.begin = help_begin,
	.draw = help_draw,
	.command = help_command,
	.list = list_of_screen,
	.footer = "leave|Leave;find-prompt|Find;focus next|Next heading;"
		  "move page-down|Page down;move page-up|Page up;prompt|Cmd",
	.clear = help_clear,
};

void help_open(struct app *app, const char *text)
{
	if (app->top->ops != &help_screen)
		screen_push(app, &help_screen, NULL);
	look_for((struct help *)app->top, text != NULL ? text : "");
	app->dirty = true;
}

/* ---- what it says: items --------------------------------------------------------------------- */

static struct help_item *add(struct help_page *page, enum help_kind kind, const char *left,
	const char *usage, const char *right)
{
	page->item = xgrow(page->item, page->count + 1, sizeof *page->item);
	struct help_item *item = &page->item[page->count++];
	*item = (struct help_item){kind, xstrdup(left), xstrdup(usage), xstrdup(right)};
	return item;
}

/* The last item gets another key, when it is the same act under the same heading. */
static bool add_key(struct help_page *page, const char *keys, const char *note)
{
	struct help_item *last = page->count > 0 ? &page->item[page->count - 1] : NULL;
	if (last == NULL || last->kind != HELP_KEY || strcmp(last->right, note) != 0)
		return false;
	last->left = xgrow(last->left, strlen(last->left) + strlen(keys) + 3, 1);
	strcat(strcat(last->left, "  "), keys);
	return true;
}

/* Keys of `from` that can be reached on the screen; own: the user's without a heading, or the
 * others under theirs. */
static void add_keys(struct help_page *page, const struct keymap *map, const char *screen,
	const char *from, const char *title, bool own)
{
	const struct keymap_row *row;
	const char *heading = NULL;
	for (size_t i = 0; (row = keymap_get(map, i)) != NULL; i++) {
		char keys[KEYMAP_KEYS];
		if (strcmp(row->screen, from) != 0 || (row->group == NULL) != own ||
			!keymap_reached(map, screen, row))
			continue;
		const char *here = title != NULL ? title : row->group;
		if (heading == NULL || strcmp(heading, here) != 0)
			add(page, HELP_TITLE, here, "", "");
		heading = here;
		keymap_row_keys(row, keys);
		const char *note = row->note != NULL ? row->note : row->command;
		if (!add_key(page, keys, note))
			add(page, HELP_KEY, keys, "", note);
	}
}

static void add_prompt(struct help_page *page)
{
	const char *keys, *note;
	add(page, HELP_TITLE, "While typing", "", "");
	for (size_t i = 0; prompt_key_row(i, &keys, &note); i++)
		add(page, HELP_KEY, keys, "", note);
	for (size_t i = 0; edit_key_row(i, &keys, &note); i++)
		add(page, HELP_KEY, keys, "", note);
}

/* The commands of a table that the explorer does not replace by its own. */
static void add_commands(struct help_page *page, const struct keymap *map, const char *screen,
	const char *title, const struct command_table *table)
{
	add(page, HELP_TITLE, title, "", "");
	for (size_t i = 0; i < table->rows; i++) {
		const struct command_row *c = &table->row[i];
		char keys[60], text[1000];
		if (commands_find(&explorer_commands, c->name) != c)
			continue;
		keymap_keys_for(map, screen, c->name, keys, sizeof keys);
		snprintf(text, sizeof text, "%s%s%s%s", c->help, keys[0] != '\0' ? " (" : "", keys,
			keys[0] != '\0' ? ")" : "");
		add(page, HELP_ENTRY, c->name, c->usage, text);
	}
}

/* What the words and marks on the screens mean. */
static void add_words(struct help_page *page)
{
	static const char *const word[][2] = {
		{"links",
			"error of ONE in a node's links, against their size, ranked among all nodes "
			"(paper preset: O1)"},
		{"words", "the same for its words (O2)"},
		{"both", "how far what its links say is from what its words say (O3)"},
		{"context", "how foreign its words are to those of the nodes around it"},
		{"density", "how much tighter its surroundings are than chance makes them"},
		{"size", "how much it says, or how far it is from the middle of all"},
		{"ONE", "its place in the ranking by links, words and both alone"},
		{"total", "the parts together, weighed; the list is ranked by it"},
		{"is", "what a node is known to be, planted or from the data"},
		{"▲ ■ ◆",
			"structural: odd links; attribute: odd words; combined: links and words that "
			"do not go together"},
		{"L_str", "error of the links, as the model explains them: A by G H"},
		{"L_attr", "error of the words: C by U V, weighed by alpha"},
		{"L_dis", "disagreement of the two: G by U W', weighed by beta"},
		{"Recall@L%", "share of the known outliers among the first L % of the ranking"},
		{"AUC", "how often a known outlier ranks above an ordinary node; 0.5 is chance"},
	};
	add(page, HELP_TITLE, "What you see", "", "");
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		add(page, HELP_KEY, word[i][0], "", word[i][1]);
}

static void add_options(struct help_page *page)
{
	const odd_option *row;
	char text[300], name[60], values[100];
	add(page, HELP_TITLE, "Options: set OPTION=VALUE", "", "");
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++) {
		snprintf(name, sizeof name, "%s=", row->name);
		add(page, HELP_ENTRY, name, odd_option_values(values, sizeof values, row),
			odd_option_about(text, sizeof text, row));
	}
}

void help_page_build(struct help_page *page, const struct keymap *map, const char *screen)
{
	char title[60];
	snprintf(title, sizeof title, "This screen (%.30s)", screen);
	*page = (struct help_page){0};
	add_keys(page, map, screen, screen, title, false);
	add_keys(page, map, screen, screen, "Your own keys on this screen", true);
	if (strcmp(screen, "generic") != 0) {
		add_keys(page, map, screen, "generic", NULL, false);
		add_keys(page, map, screen, "generic", "Your own keys", true);
	}
	add_prompt(page);
	add_words(page);
	add_commands(page, map, screen, "Commands for the run", &session_commands);
	add_commands(page, map, screen, "Commands for the screen", &explorer_commands);
	add_options(page);
}

void help_page_clear(struct help_page *page)
{
	for (size_t i = 0; i < page->count; i++) {
		free(page->item[i].left);
		free(page->item[i].usage);
		free(page->item[i].right);
	}
	free(page->item);
	free(page->row);
	*page = (struct help_page){0};
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool has_text(const struct help_item *item, const char *sought)
{
	return strcasestr(item->left, sought) != NULL || strcasestr(item->usage, sought) != NULL ||
	       strcasestr(item->right, sought) != NULL;
}

/* Synonyms: the word of a user, then the words of the help for the same thing. */
static const char *const synonyms[][5] = {{"zoom", "closer", "farther", "alone on the screen"},
	{"quit", "leave"}, {"exit", "quit", "leave"}, {"close", "leave", "quit"},
	{"save", "write", "export", "keep"}, {"store", "write", "export"},
	{"search", "find", "filter"}, {"run", "play", "iteration", "sub-step"},
	{"start", "play", "open", "reset"}, {"stop", "pause"}, {"restart", "reset", "anew"},
	{"delete", "drop", "take"}, {"remove", "drop", "take"}, {"load", "open"},
	{"settings", "option", "set "}, {"preferences", "option"}, {"config", "option", "set "},
	{"color", "colour"}, {"order", "sort"}, {"select", "mark"}, {"tag", "mark"},
	{"neighbour", "ego", "link"}, {"neighbor", "ego", "link"}, {"edge", "link"},
	{"graph", "map", "network"}, {"picture", "figure", "export"}, {"png", "figure", "export"},
	{"print", "figure", "export"}, {"tutorial", "tour", "lesson"}, {"learn", "tour", "lesson"},
	{"revert", "undo", "back"}, {"redraw", "draw the"}, {"fullscreen", "alone on the screen"},
	{"maximize", "maximise", "alone on the screen"}};

static bool wanted(const struct help_item *item, const char *sought)
{
	if (has_text(item, sought))
		return true;
	for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
		for (size_t k = 1;
			strcasecmp(sought, synonyms[i][0]) == 0 && k < 5 && synonyms[i][k] != NULL;
			k++)
			if (has_text(item, synonyms[i][k]))
				return true;
	return false;
}

static void add_row(struct help_page *page, struct help_row row)
{
	page->row = xgrow(page->row, page->row_count + 1, sizeof *page->row);
	page->row[page->row_count++] = row;
}

/* A text from column `indent` on, over as many rows as it takes. */
static void add_wrapped(struct help_page *page, struct help_row row, const char *text, int columns)
{
	int room = columns - row.indent > 8 ? columns - row.indent : 8;
	size_t from = 0;
	do {
		size_t skip;
		row.from = from;
		row.length = utf8_break(text + from, room, &skip);
		add_row(page, row);
		row.first = false;
		from += skip;
	} while (text[from] != '\0');
}

/* The left alone: headings, keys that are too long, commands without words. */
static void add_left(struct help_page *page, const struct help_item *item, int indent)
{
	struct help_row row = {.item = item, .part = HELP_LEFT, .first = true, .indent = indent};
	row.length = strlen(item->left);
	add_row(page, row);
}

static void add_item(struct help_page *page, const struct help_item *item, int columns)
{
	struct help_row right = {.item = item, .part = HELP_RIGHT, .indent = 6};
	struct help_row usage = {.item = item, .part = HELP_USAGE, .first = true};
	if (item->kind == HELP_TITLE) {
		if (page->row_count > 0)
			add_row(page, (struct help_row){0});
		add_left(page, item, 0);
		return;
	}
	page->shown++;
	if (item->kind == HELP_KEY) {
		right.first = (int)utf8_width(item->left) <= page->keys;
		right.indent = 2 + page->keys + 2;
		if (!right.first)
			add_left(page, item, 2);
	} else if (item->usage[0] == '\0') {
		add_left(page, item, 2);
	} else {
		/* Options have their value right behind the "=". */
		bool option = item->left[strlen(item->left) - 1] == '=';
		usage.indent = 2 + (int)utf8_width(item->left) + !option;
		add_wrapped(page, usage, item->usage, columns);
	}
	add_wrapped(page, right, item->right, columns);
}

/* Columns of the widest keys, at most a third of the row. */
static int keys_width(const struct help_page *page, int columns)
{
	int widest = 0, most = columns / 3 < 20 ? columns / 3 : 20;
	for (size_t i = 0; i < page->count; i++) {
		int width = (int)utf8_width(page->item[i].left);
		if (page->item[i].kind == HELP_KEY && width <= most && width > widest)
			widest = width;
	}
	return widest;
}

void help_page_lay_out(struct help_page *page, int columns, const char *sought)
{
	const struct help_item *title = NULL;
	page->row_count = page->shown = 0;
	page->keys = keys_width(page, columns);
	for (size_t i = 0; i < page->count; i++) {
		const struct help_item *item = &page->item[i];
		if (item->kind == HELP_TITLE) {
			title = item;
			continue;
		}
		if (!wanted(item, sought))
			continue;
		if (title != NULL)
			add_item(page, title, columns);
		title = NULL;
		add_item(page, item, columns);
	}
}
