#include "config.h"

#include "tui/prompt.h"

#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/keymap.h"
#include "tui/text.h"

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

bool prompt_finds_nodes(const struct prompt *p)
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
