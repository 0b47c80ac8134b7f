#include "config.h"

#include "tui/help_page.h"

#include <stdio.h>
#include <strings.h>

#include "draw/utf8.h"
#include "session/command.h"
#include "session/memory.h"
#include "tui/edit.h"
#include "tui/paint.h"
#include "tui/prompt.h"
#include "tui/settings.h"
#include "tui/ui_table.h"

/* ---- items ----------------------------------------------------------------------------------- */

static struct help_item *add(struct help_page *page, enum help_kind kind, const char *left,
	const char *usage, const char *right)
{
	page->item = memory_grow(page->item, page->count + 1, sizeof *page->item);
	struct help_item *item = &page->item[page->count++];
	*item = (struct help_item){
		kind, memory_string(left), memory_string(usage), memory_string(right)};
	return item;
}

/* The last item gets another key, when it is the same act under the same heading. */
static bool add_key(struct help_page *page, const char *keys, const char *note)
{
	struct help_item *last = page->count > 0 ? &page->item[page->count - 1] : NULL;
	if (last == NULL || last->kind != HELP_KEY || strcmp(last->right, note) != 0)
		return false;
	last->left = memory_grow(last->left, strlen(last->left) + strlen(keys) + 3, 1);
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

/* The commands of a table, but for those that are others in the explorer. */
static void add_commands(struct help_page *page, const struct keymap *map, const char *screen,
	const char *title, const struct command_table *table)
{
	add(page, HELP_TITLE, title, "", "");
	for (size_t i = 0; i < table->rows; i++) {
		const struct command_row *c = &table->row[i];
		char keys[60], text[400];
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
			"c1: share of a node's links that the model does not explain, ranked among "
			"all nodes (paper preset: O1)"},
		{"words", "c2: the same for its attributes (O2)"},
		{"both", "c3: how far what its links say is from what its words say (O3)"},
		{"total", "the three together, weighed; the list is ranked by it"},
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

/* Is the text there, in capitals or not? */
static bool contains(const char *text, const char *sought)
{
	size_t length = strlen(sought);
	for (; *text != '\0'; text++)
		if (strncasecmp(text, sought, length) == 0)
			return true;
	return length == 0;
}

static bool wanted(const struct help_item *item, const char *sought)
{
	return contains(item->left, sought) || contains(item->usage, sought) ||
	       contains(item->right, sought);
}

static void add_row(struct help_page *page, struct help_row row)
{
	page->row = memory_grow(page->row, page->row_count + 1, sizeof *page->row);
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

/* As wide as the widest keys, within a third of the row. */
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
