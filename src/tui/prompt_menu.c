/* prompt_menu.c: completion at the prompt, and how the prompt looks. */
#include "config.h"

#include <stdio.h>

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/ui_options.h"
#include "tui/ui_commands.h"

enum { MENU_ROWS = 8 };

/* ---- completion ------------------------------------------------------------------------------ */

void menu_close(struct prompt *p)
{
	completion_clear(&p->menu);
	free(p->typed);
	p->typed = NULL;
	p->open = false;
	p->chosen = MENU_NONE;
	p->where = (struct rect){0};
}

static void put_word(struct prompt *p, const char *word)
{
	edit_replace(&p->edit, p->from, p->to, word);
	p->to = p->edit.caret;
}

void menu_cancel(struct prompt *p)
{
	if (p->typed != NULL)
		put_word(p, p->typed);
	menu_close(p);
}

/* What fits before the caret. */
static void look_up(struct prompt *p, const struct app *app)
{
	static const char filter[] = "filter ";
	size_t head = p->kind == PROMPT_FILTER ? sizeof filter - 1 : 0, caret = p->edit.caret;
	const char *text = edit_text(&p->edit);
	char *line = text_make("%.*s%.*s", (int)head, filter, (int)caret, text);
	command_complete(&p->menu, &explorer_commands, app_network(app), line);
	p->from = p->menu.start >= head ? p->menu.start - head : 0;
	p->to = caret;
	p->typed = text_make("%.*s", (int)(caret - p->from), text + p->from);
	free(line);
}

/* Bytes that all candidates begin with, whole characters. */
static size_t common(const struct completion *menu)
{
	size_t length = strlen(menu->candidate[0]);
	for (size_t i = 1; i < menu->count; i++) {
		size_t n = 0;
		while (n < length && menu->candidate[i][n] == menu->candidate[0][n])
			n++;
		length = n;
	}
	while (length > 0 && ((unsigned char)menu->candidate[0][length] & 0xc0) == 0x80)
		length--;
	return length;
}

/* The only one that fits: a blank behind it, unless the word goes on. */
static void put_only(struct prompt *p, const char *candidate)
{
	char *word = xgrow(NULL, strlen(candidate) + 2, 1);
	strcpy(word, candidate);
	size_t length = strlen(word);
	if (length > 1 && strcmp(word + length - 2, "/\"") == 0)
		word[length - 1] = '\0'; /* a directory with a blank in its name: stay within */
	else if (length > 0 && strchr("=<>~/", word[length - 1]) == NULL &&
		 edit_text(&p->edit)[p->to] == '\0')
		strcat(word, " ");
	put_word(p, word);
	free(word);
}

static void menu_begin(struct prompt *p, const struct app *app)
{
	menu_close(p);
	look_up(p, app);
	if (p->menu.count == 0) {
		menu_close(p);
	} else if (p->menu.count == 1) {
		put_only(p, p->menu.candidate[0]);
		menu_close(p);
	} else {
		size_t length = common(&p->menu);
		p->open = true;
		if (length > p->to - p->from) {
			char *word = text_make("%.*s", (int)length, p->menu.candidate[0]);
			put_word(p, word);
			free(word);
		}
	}
}

void menu_next(struct prompt *p, struct app *app, int by)
{
	if (p->kind == PROMPT_FIND)
		return;
	if (!p->open) {
		menu_begin(p, app);
		return;
	}
	if (p->chosen == MENU_NONE)
		p->chosen = by > 0 ? 0 : p->menu.count - 1;
	else
		p->chosen = (p->chosen + p->menu.count + (size_t)by) % p->menu.count;
	put_word(p, p->menu.candidate[p->chosen]);
}

bool menu_mouse(struct prompt *p, struct app *app, struct key key)
{
	bool inside = key.x >= p->where.x && key.x < rect_right(p->where) && key.y >= p->where.y &&
		      key.y < rect_bottom(p->where);
	if (!p->open || key.code != K_MOUSE || !inside)
		return false;
	if (key.act == MOUSE_WHEEL_UP || key.act == MOUSE_WHEEL_DOWN) {
		menu_next(p, app, key.act == MOUSE_WHEEL_DOWN ? +1 : -1);
	} else if (key.act == MOUSE_PRESS) {
		put_only(p, p->menu.candidate[p->first + (size_t)(key.y - (int)p->where.y)]);
		menu_close(p);
	}
	return true;
}

/* ---- looks ----------------------------------------------------------------------------------- */

/* What a candidate means, where a table says so; empty otherwise. */
static const char *explain(const struct prompt *p, const char *candidate)
{
	const struct command_row *command = NULL;
	const odd_option *option = NULL;
	size_t name = strcspn(candidate, "=");
	if (p->kind != PROMPT_COMMAND)
		return "";
	if (p->from == 0 || strncmp(edit_text(&p->edit), "help ", 5) == 0)
		command = commands_find(&explorer_commands, candidate);
	if (p->from > 0 && strcmp(candidate + name, "=") == 0 &&
		strncmp(edit_text(&p->edit), "set ", 4) == 0)
		option = settings_find(candidate, name);
	return option != NULL ? option->help : command != NULL ? command->help : "";
}

static int at_least(int a, int b)
{
	return a > b ? a : b;
}

static int at_most(int a, int b)
{
	return a < b ? a : b;
}

static void draw_candidate(
	const struct prompt *p, struct canvas *c, size_t i, int x, int y, int width, int word)
{
	const char *text = p->menu.candidate[i];
	unsigned ground = i == p->chosen ? 0u : PEN_REVERSE;
	struct pen pen = {.role = ROLE_TEXT, .flags = i == p->chosen ? PEN_BOLD : PEN_REVERSE};
	paint_row(c, x, y, width, "", pen);
	paint_text(c, x + 1, y, at_most(word, width - 2), text, pen);
	paint_text(c, x + word + 3, y, width - word - 4, explain(p, text),
		(struct pen){.role = ROLE_DIM, .flags = ground});
}

/* The menu over row `bottom`, its words under each other, in line with the word in question. */
static void draw_menu(struct prompt *p, struct canvas *c, int column, int bottom)
{
	/* Half of a small screen stays as it is. */
	int rows = at_most(at_most(MENU_ROWS, (int)p->menu.count), at_least(bottom / 2, 1));
	int word = 0, note = 0;
	size_t first = 0, count = p->menu.count, shown = (size_t)rows;
	char more[60] = "";
	p->where = (struct rect){0};
	if (bottom <= 0)
		return;
	if (p->chosen != MENU_NONE && p->chosen >= shown)
		first = p->chosen - shown + 1;
	for (size_t i = 0; i < count; i++) {
		word = at_least(word, (int)utf8_width(p->menu.candidate[i]));
		note = at_least(note, (int)utf8_width(explain(p, p->menu.candidate[i])));
	}
	if (count > shown)
		snprintf(more, sizeof more, " %zu of %zu ",
			p->chosen != MENU_NONE ? p->chosen + 1 : shown, count);
	note = at_least(note, (int)strlen(more));
	int width = at_most(1 + word + (note > 0 ? 2 + note : 0) + 1, (int)c->w);
	int x = at_least(at_most(column - 1, (int)c->w - width), 0);
	p->where = (struct rect){x, bottom - rows, width, rows};
	p->first = first;
	for (int row = 0; row < rows; row++)
		draw_candidate(p, c, first + (size_t)row, x, bottom - rows + row, width, word);
	int at = at_least(x + width - (int)strlen(more), 0);
	paint_text(c, at, bottom - 1, (int)c->w - at, more,
		(struct pen){.role = ROLE_DIM, .flags = PEN_REVERSE});
}

/* What may come next, in faint words behind the text; empty when there is nothing to say. */
static const char *hint(const struct prompt *p)
{
	const char *text = edit_text(&p->edit);
	size_t length = strcspn(text, " ");
	char name[40];
	const struct command_row *command = NULL;
	if (p->edit.caret != p->edit.length)
		return "";
	if (p->kind == PROMPT_FILTER)
		return text[0] == '\0'
			       ? "label=3 rank<100 name~ann marked, or a column; Tab lists them"
			       : "";
	if (p->kind == PROMPT_FIND) {
		if (text[0] != '\0')
			return "";
		return prompt_finds_nodes(p) ? "part of a node's name" : "some text";
	}
	if (text[0] == '\0')
		return "a command; Tab completes";
	if (length < sizeof name && text[length + strspn(text + length, " ")] == '\0') {
		snprintf(name, sizeof name, "%.*s", (int)length, text);
		command = commands_find(&explorer_commands, name);
	}
	return command != NULL ? command->usage : "";
}

void prompt_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const char *const labels[] = {":", "/", "filter: "};
	struct prompt *p = (struct prompt *)layer;
	struct pen pen = {.role = ROLE_TEXT};
	int columns = (int)r.w, x = (int)r.x, y = (int)(r.y + r.h) - 1;
	if (columns <= 0 || y < 0)
		return;
	paint_row(c, x, y, columns, "", pen);
	int label = (int)strlen(labels[p->kind]);
	if (label > columns / 2)
		label = 0;
	paint_text(c, x, y, label, labels[p->kind], pen_bold(ROLE_TEXT));
	int caret = edit_draw(&p->edit, c, x + label, y, columns - label, pen);
	/* A cell for the caret stays free in front of the hint. */
	const char *text = edit_text(&p->edit);
	int gap = text[0] != '\0' && text[p->edit.length - 1] == ' ' ? 0 : 1;
	paint_text(c, caret + gap, y, x + columns - caret - gap, hint(p), pen_of(ROLE_DIM));
	if (p->open) {
		size_t back = utf8_width(text + p->from) - utf8_width(text + p->edit.caret);
		draw_menu(p, c, caret - (int)back, y);
	}
	app->caret_x = caret;
	app->caret_y = y;
}
