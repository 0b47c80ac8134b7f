#include "config.h"

#include "tui/help.h"

#include <stdio.h>

#include "session/memory.h"
#include "tui/app.h"
#include "tui/help_page.h"
#include "tui/list.h"
#include "tui/paint.h"
#include "tui/prompt.h"

enum { WIDEST = 96 }; /* columns that are still easy to read */

struct help {
	struct layer layer;
	const char *screen; /* that it is about */
	struct help_page page;
	struct list list;
	char *sought; /* never NULL */
};

static void look_for(struct help *h, const char *text)
{
	char *copy = memory_string(text);
	free(h->sought);
	h->sought = copy;
	h->list.first = 0;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_part(
	struct canvas *c, int x, int y, int room, const char *text, size_t length, struct pen pen)
{
	char part[400];
	if (length >= sizeof part)
		length = sizeof part - 1;
	memcpy(part, text, length);
	part[length] = '\0';
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
	r.w = r.w < WIDEST ? r.w : WIDEST;
	struct rect rows = rect_inset(r, 0, 2, 0, 0);
	if (rows.w < 1.0 || rows.h < 1.0)
		return;
	help_page_lay_out(&h->page, (int)r.w, h->sought);
	list_fit(&h->list, h->page.row_count, rows);
	if (h->sought[0] != '\0')
		snprintf(title, sizeof title, "Help: %zu with \"%.60s\"", h->page.shown, h->sought);
	list_head_draw(&h->list, c, r, title, "C- is Ctrl, M- is Alt, S- is Shift");
	for (size_t i = h->list.first; i < list_end(&h->list); i++)
		draw_row(c, &h->page.row[i], (int)rows.x, (int)rows.y + (int)(i - h->list.first),
			(int)rows.w);
}

/* ---- commands -------------------------------------------------------------------------------- */

/* To the next heading, or the one before. */
static void to_heading(struct help *h, bool forward)
{
	size_t at = h->list.first;
	const struct help_row *row = h->page.row;
	for (;;) {
		if (forward ? at + 1 >= h->page.row_count : at == 0)
			return;
		at += forward ? 1 : (size_t)-1;
		if (row[at].item != NULL && row[at].item->kind == HELP_TITLE)
			break;
	}
	list_select(&h->list, at);
}

/* All words behind the name as one text, on the heap. */
static char *join(int argc, char **argv)
{
	size_t room = 1;
	for (int i = 1; i < argc; i++)
		room += strlen(argv[i]) + 1;
	char *text = memory_grow(NULL, room, 1);
	text[0] = '\0';
	for (int i = 1; i < argc; i++)
		strcat(strcat(text, i > 1 ? " " : ""), argv[i]);
	return text;
}

static odd_status help_command(
	struct layer *layer, struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	struct help *h = (struct help *)layer;
	const char *name = argv[0], *word = argc > 1 ? argv[1] : "";
	(void)err;
	*mine = true;
	app->dirty = true;
	if (strcmp(name, "focus") == 0 && strcmp(word, "next") == 0) {
		to_heading(h, true);
	} else if (strcmp(name, "focus") == 0 && strcmp(word, "previous") == 0) {
		to_heading(h, false);
	} else if (strcmp(name, "find") == 0 || strcmp(name, "help") == 0) {
		char *text = join(argc, argv);
		look_for(h, text);
		free(text);
	} else if (strcmp(name, "find-prompt") == 0 || strcmp(name, "filter-prompt") == 0) {
		prompt_open(app, PROMPT_FIND, word);
	} else if (strcmp(name, "leave") == 0 && h->sought[0] != '\0') {
		look_for(h, ""); /* one level: first what is sought, then the screen */
	} else {
		/* Everything that is found is shown already. */
		*mine = strcmp(name, "find-next") == 0 || strcmp(name, "find-previous") == 0;
	}
	return ODD_OK;
}

static struct list *help_list(struct layer *layer, const struct key *mouse)
{
	(void)mouse;
	return &((struct help *)layer)->list;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void help_free(struct layer *layer)
{
	struct help *h = (struct help *)layer;
	help_page_clear(&h->page);
	free(h->sought);
	free(h);
}

static const struct layer_ops help_ops = {
	.screen = "help",
	.whole = true,
	.draw = help_draw,
	.command = help_command,
	.list = help_list,
	.footer = "leave|Leave;find-prompt|Find;focus next|Next heading;"
		  "move page-down|Page down;move page-up|Page up;prompt|Cmd",
	.free = help_free,
};

void help_open(struct app *app, const char *text)
{
	if (app->top != NULL && app->top->ops == &help_ops) {
		look_for((struct help *)app->top, text != NULL ? text : "");
		app->dirty = true;
		return;
	}
	struct help *h = memory_grow(NULL, 1, sizeof *h);
	*h = (struct help){.layer = {.ops = &help_ops},
		.list = {.text = true},
		.screen = app->top != NULL ? app->top->ops->screen : "generic",
		.sought = memory_string(text != NULL ? text : "")};
	help_page_build(&h->page, app->keys, h->screen);
	app_push(app, &h->layer);
	app->dirty = true;
}
