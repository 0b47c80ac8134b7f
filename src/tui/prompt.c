/* prompt.c: typing commands, names and filters: keys, history, completion, and looks. */
#include "config.h"

#include <stdio.h>

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/keymap.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/ui_commands.h"
#include "tui/ui_options.h"

/* ---- what the text is turned into ------------------------------------------------------------ */

/* The line that Enter runs, on the heap; NULL: nothing. */
static char *line_of(const struct prompt *p)
{
	const char *text = edit_text(&p->edit);
	text += strspn(text, " ");
	if (p->kind == PROMPT_COMMAND) {
		text += strspn(text, ": ");
		return *text != '\0' ? xstrdup(text) : NULL;
	}
	/* A name to find is one word whatever is in it; a filter is words of its own. Without a
	 * text the last one is sought again, and all nodes are listed. */
	if (p->kind == PROMPT_FIND)
		return *text != '\0' ? text_command("find", text) : xstrdup("find");
	return text_make("filter %s", *text != '\0' ? text : "none");
}

/* ---- finding while typing -------------------------------------------------------------------- */

static bool prompt_finds_nodes(const struct prompt *p)
{
	return p->layer.below->below == NULL;
}

/* The node that was selected before, if it is still there. */
static void select_origin(struct app *app, size_t origin)
{
	const odd_network *net = app_network(app);
	look_select(app->look, net != NULL && origin < net->nodes ? origin : SESSION_NONE);
}

/* As it was before anything was typed. */
static void find_nothing(struct prompt *p, struct app *app)
{
	if (prompt_finds_nodes(p)) {
		select_origin(app, p->origin);
		app_say(app, "%s", "");
	} else {
		app_run(app, "find ''", NULL);
	}
}

static void find_live(struct prompt *p, struct app *app)
{
	char *line = line_of(p);
	if (edit_text(&p->edit)[strspn(edit_text(&p->edit), " ")] == '\0') {
		find_nothing(p, app);
	} else {
		/* The first match, not the one behind the last first match. */
		if (prompt_finds_nodes(p))
			look_select(app->look, SESSION_NONE);
		app_run(app, line, NULL);
		if (app->look->selected == SESSION_NONE)
			select_origin(app, p->origin);
	}
	free(line);
}

/* ---- filtering while typing ------------------------------------------------------------------ */

/* List what passes so far; a term that is not finished changes nothing, and is told. */
static odd_status filter_by(struct app *app, const char *text, odd_error *err)
{
	const struct node_values facts = app_node_values(app);
	odd_status status = filter_parse(&app->look->filter, text, &facts, err);
	if (status != ODD_OK)
		return status;
	app_relist(app);
	explore_of(app)->list.first = 0;
	return ODD_OK;
}

static void filter_live(struct prompt *p, struct app *app)
{
	odd_error fault;
	if (app_scores(app) == NULL)
		return;
	if (strstr(edit_text(&p->edit), "commu") != NULL)
		app_want_groups(app);
	if (filter_by(app, edit_text(&p->edit), &fault) == ODD_OK)
		app_say(app, "%zu of %zu nodes", app->row_count, app_network(app)->nodes);
	else
		app_say(app, "%s", fault.message);
}

/* As it was before anything was typed. */
static void filter_back(const struct prompt *p, struct app *app)
{
	if (app_scores(app) != NULL)
		filter_by(app, p->filter != NULL ? p->filter : "", NULL);
	app_say(app, "%s", "");
}

/* Is it wrong? Then the caret goes behind the word at fault, and the prompt stays. */
static bool filter_fails(struct prompt *p, struct app *app)
{
	odd_error fault;
	if (p->kind != PROMPT_FILTER || app_scores(app) == NULL ||
		filter_by(app, edit_text(&p->edit), &fault) == ODD_OK)
		return false;
	const char *quote = strchr(fault.message, '"');
	size_t length = quote != NULL ? strcspn(quote + 1, "\"") : 0;
	char *word = text_make("%.*s", (int)length, quote != NULL ? quote + 1 : "");
	const char *at = length > 0 ? strstr(edit_text(&p->edit), word) : NULL;
	if (at != NULL)
		p->edit.caret = (size_t)(at - edit_text(&p->edit)) + length;
	free(word);
	app_complain(app, &fault);
	return true;
}

enum { MENU_ROWS = 8 };

/* ---- completion ------------------------------------------------------------------------------ */

static void menu_close(struct prompt *p)
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

static void menu_cancel(struct prompt *p)
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

static void menu_next(struct prompt *p, struct app *app, int by)
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

static bool menu_mouse(struct prompt *p, struct app *app, struct key key)
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
			       ? "rank<100 name~ann degree>5 marked, or a column; Tab lists them"
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

static void prompt_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
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

/* ---- history --------------------------------------------------------------------------------- */

static void recall(struct prompt *p, struct app *app, bool older)
{
	if (app->history == NULL)
		return;
	if (p->place == 0) {
		free(p->draft);
		p->draft = xstrdup(edit_text(&p->edit));
	}
	const char *now = edit_text(&p->edit);
	const char *line = history_next(app->history, p->kind, older, p->draft, now, &p->place);
	if (line != NULL) {
		edit_set(&p->edit, line);
	} else if (!older && p->place > 0) {
		p->place = 0;
		edit_set(&p->edit, p->draft);
	}
}

/* ---- keys ------------------------------------------------------------------------------------ */

enum act { ACCEPT, LEAVE, COMPLETE, COMPLETE_BACK, OLDER, NEWER };

static const struct {
	enum act act;
	const char *keys, *note;
} table[] = {
	{ACCEPT, "Enter C-j C-m", "run the line"},
	{LEAVE, "Esc C-g", "close the menu, or leave the prompt"},
	{COMPLETE, "Tab C-i", "complete the word; again: the next that fits"},
	{COMPLETE_BACK, "S-Tab", "the one before that fits"},
	{OLDER, "Up C-p", "an older line that begins like this one"},
	{NEWER, "Down C-n", "a newer line that begins like this one"},
};

bool prompt_key_row(size_t i, const char **keys, const char **note)
{
	if (i >= sizeof table / sizeof *table)
		return false;
	*keys = table[i].keys;
	*note = table[i].note;
	return true;
}

static void leave(struct prompt *p, struct app *app)
{
	if (p->kind == PROMPT_FIND)
		find_nothing(p, app);
	if (p->kind == PROMPT_FILTER)
		filter_back(p, app);
	app_pop(app);
}

static void accept(struct prompt *p, struct app *app)
{
	char *line = line_of(p);
	if (app->history != NULL)
		history_add(app->history, p->kind, edit_text(&p->edit));
	bool first = p->kind == PROMPT_FIND && p->edit.length > 0 && prompt_finds_nodes(p);
	if (first)
		look_select(app->look, SESSION_NONE);
	size_t origin = p->origin;
	app_pop(app); /* p has gone */
	if (line != NULL)
		app_run(app, line, NULL);
	if (first && app->look->selected == SESSION_NONE)
		select_origin(app, origin);
	free(line);
}

/* Returns false when the prompt has gone. */
static bool do_act(struct prompt *p, struct app *app, enum act act)
{
	switch (act) {
	case ACCEPT:
		if (filter_fails(p, app))
			break;
		accept(p, app);
		return false;
	case LEAVE:
		if (p->open) {
			menu_cancel(p);
			break;
		}
		leave(p, app);
		return false;
	case COMPLETE:
		menu_next(p, app, +1);
		break;
	case COMPLETE_BACK:
		menu_next(p, app, -1);
		break;
	case OLDER:
	case NEWER:
		if (p->open)
			menu_next(p, app, act == OLDER ? -1 : +1);
		else
			recall(p, app, act == OLDER);
		break;
	}
	return true;
}

/* Keys that work whatever is being typed: the key map's own redraw, suspend and help, unless the
 * key is a character. */
static bool passes(const struct app *app, struct key key)
{
	const struct keymap_row *row =
		app->keys != NULL ? keymap_find(app->keys, "generic", &key, 1) : NULL;
	if (row == NULL || (key.code < KEYS_SPECIAL && key.mods == 0))
		return false;
	return strcmp(row->command, "redraw") == 0 || strcmp(row->command, "suspend") == 0 ||
	       strcmp(row->command, "help") == 0;
}

static bool prompt_text(struct layer *layer, struct app *app, struct key key)
{
	struct prompt *p = (struct prompt *)layer;
	char *before = xstrdup(edit_text(&p->edit));
	bool here = true, taken = true;
	size_t i = 0, rows = sizeof table / sizeof *table;
	app->dirty = true;
	while (i < rows && !edit_key_among(key, table[i].keys))
		i++;
	if (i < rows) {
		here = do_act(p, app, table[i].act);
	} else if (key.code == K_BACKSPACE && p->edit.length == 0) {
		leave(p, app);
		here = false;
	} else if (edit_key(&p->edit, key)) {
		menu_close(p);
		p->place = 0;
	} else {
		taken = !passes(app, key);
	}
	bool other = here && strcmp(before, edit_text(&p->edit)) != 0;
	if (other && p->kind == PROMPT_FIND)
		find_live(p, app);
	if (other && p->kind == PROMPT_FILTER)
		filter_live(p, app);
	free(before);
	return taken;
}

static bool prompt_key(struct layer *layer, struct app *app, struct key key)
{
	app->dirty = true;
	return menu_mouse((struct prompt *)layer, app, key);
}

/* While the prompt is open, commands go to the layer it lies on. */
static bool prompt_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	/* Ctrl-C stops what is running; when nothing is, it leaves like Esc. */
	if (!arguments_begin(args, "leave") &&
		!(arguments_begin(args, "stop") && !app->progress.busy))
		return layer_command(layer->below, app, args, status, err);
	leave((struct prompt *)layer, app);
	return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void prompt_clear(struct layer *layer)
{
	struct prompt *p = (struct prompt *)layer;
	menu_close(p);
	edit_clear(&p->edit);
	free(p->draft);
	free(p->filter);
}

static const struct layer_ops prompt_ops = {
	.screen = "dialog",
	.draw = prompt_draw,
	.text = prompt_text,
	.key = prompt_key,
	.command = prompt_command,
	.footer = "",
	.clear = prompt_clear,
};

/* The text with what a word in braces stands for; on the heap. */
static char *fill_in(const char *text, const char *word, const char *value)
{
	const char *hole = strstr(text, word);
	return hole == NULL ? xstrdup(text)
			    : text_make("%.*s%s%s", (int)(hole - text), text, value,
				      hole + strlen(word));
}

/* {name} is the name of the network as it can stand in the name of a file, {columns} are those of
 * the list. On the heap. */
static char *fill_text(const struct app *app, const char *text)
{
	const char *name = app->view != NULL && app->view->name != NULL ? app->view->name : "";
	char *safe = xstrdup(name[0] != '\0' ? name : "session"), columns[ODD_OPTION_ROOM] = "";
	for (char *p = safe; *p != '\0'; p++)
		if (strchr(" \t\"'\\/", *p) != NULL)
			*p = '-';
	if (strstr(text, "{columns}") != NULL)
		list_columns_text(columns, sizeof columns, app);
	char *named = fill_in(text, "{name}", safe), *out = fill_in(named, "{columns}", columns);
	free(named);
	free(safe);
	return out;
}

void prompt_open(struct app *app, enum prompt_kind kind, const char *text)
{
	if (app->top != NULL && app->top->ops == &prompt_ops)
		app_pop(app);
	struct prompt *p = xgrow(NULL, 1, sizeof *p);
	*p = (struct prompt){
		.layer = {.ops = &prompt_ops}, .kind = kind, .origin = app->look->selected};
	char *filled = fill_text(app, text != NULL ? text : "");
	edit_set(&p->edit, filled);
	free(filled);
	if (kind == PROMPT_FILTER && app->look->filter.text != NULL)
		p->filter = xstrdup(app->look->filter.text);
	app_push(app, &p->layer);
	app->dirty = true;
	if (kind == PROMPT_FIND && p->edit.length > 0)
		find_live(p, app);
}
