#include "config.h"

#include "tui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw/utf8.h"
#include "base/file.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/edit.h"
#include "tui/form.h"
#include "tui/browser_entries.h"
#include "tui/text.h"

enum { WHERE = 1, FILTER, LIST, HINT };

#define RECENT_SHOWN 8

struct browser {
	struct form form;
	char *dir;
	struct entry_list all;
	size_t *shown; /* entries that the filter lets through */
	size_t shown_count;
	struct edit filter; /* what names have to have */
	bool hidden;
	bool walked; /* away from where it began: recent ones and samples are gone */
	char problem[300];
	char row[FORM_TEXT];
};

/* ---- paths ----------------------------------------------------------------------------------- */

/* The user's own directories begin with ~ wherever a path is shown. */
static char *with_tilde(char *out, size_t size, const char *path)
{
	const char *home = getenv("HOME");
	size_t n = home != NULL ? strlen(home) : 0;
	if (n > 1 && strncmp(path, home, n) == 0 && (path[n] == '/' || path[n] == '\0'))
		snprintf(out, size, "~%s", path + n);
	else
		snprintf(out, size, "%s", path);
	return out;
}

static char *working_dir(void)
{
	char *dir = getcwd(NULL, 0);
	return dir != NULL ? dir : xstrdup("/");
}

/* As the command should name it: what is below the working directory without it, so that a log can
 * be played elsewhere; on the heap. */
static char *short_path(const char *path)
{
	char *here = working_dir();
	size_t n = strlen(here);
	const char *from = path;
	if (n > 1 && strncmp(path, here, n) == 0 && path[n] == '/')
		from = path + n + 1;
	else if (strcmp(path, here) == 0)
		from = ".";
	/* A name that begins with - would be taken for an option. */
	char *copy = from[0] == '-' ? odd_path_join(".", from) : xstrdup(from);
	free(here);
	return copy != NULL ? copy : xstrdup(path);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool passes(const struct browser *b, const struct entry *e)
{
	if (b->filter.length == 0)
		return true;
	/* Who types looks for a name, which these two do not have. */
	if (e->kind == ENTRY_UP || e->kind == ENTRY_HERE)
		return false;
	return strcasestr(e->kind == ENTRY_RECENT ? e->path : e->name, edit_text(&b->filter)) !=
	       NULL;
}

static struct entry *selected(struct browser *b)
{
	size_t at = form_get(&b->form, LIST)->list.cursor;
	if (at >= b->shown_count)
		return NULL;
	struct entry *e = &b->all.entry[b->shown[at]];
	return e->kind != ENTRY_HEADING ? e : NULL;
}

/* Filter anew. A heading stays when something is under it. */
static void narrow(struct browser *b)
{
	struct field *list = form_get(&b->form, LIST);
	long heading = -1;
	b->shown = xgrow(b->shown, b->all.count, sizeof *b->shown);
	b->shown_count = 0;
	for (size_t i = 0; i < b->all.count; i++) {
		const struct entry *e = &b->all.entry[i];
		if (e->kind == ENTRY_HEADING) {
			heading = (long)i;
			continue;
		}
		if (!passes(b, e))
			continue;
		if (heading >= 0)
			b->shown[b->shown_count++] = (size_t)heading;
		heading = -1;
		b->shown[b->shown_count++] = i;
	}
	list->list.count = b->shown_count;
	list->list.first = 0;
	form_select(&b->form, list, 0);
}

static bool select_name(struct browser *b, enum entry_kind kind, const char *name)
{
	for (size_t i = 0; i < b->shown_count; i++) {
		const struct entry *e = &b->all.entry[b->shown[i]];
		if (e->kind == kind && (name == NULL || strcmp(e->name, name) == 0)) {
			form_select(&b->form, form_get(&b->form, LIST), i);
			return true;
		}
	}
	return false;
}

static const char *about(struct entry *e, char *buffer, size_t size)
{
	switch (e->kind) {
	case ENTRY_RECENT:
		return strchr(e->path, '/') == NULL ? "comes with oddone"
						    : with_tilde(buffer, size, e->path);
	case ENTRY_SAMPLE:
		return "comes with oddone";
	case ENTRY_HERE:
		return "open this directory";
	case ENTRY_UP:
		return "up";
	case ENTRY_DIR:
		return entry_is_network(e) ? "network: Space opens it" : "";
	case ENTRY_FILE:
		return e->session ? "session" : entry_is_network(e) ? "network" : "";
	case ENTRY_HEADING:
		break;
	}
	return "";
}

static const char *browser_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	struct browser *b = (struct browser *)form;
	struct entry *e = &b->all.entry[b->shown[i]];
	char path[FORM_TEXT], name[200];
	if (e->kind == ENTRY_HEADING) {
		*heading = true;
		return e->name;
	}
	int w = form_get(form, LIST)->w, column = w >= 64 ? 30 : w / 2 - 2;
	fit_text(name, sizeof name - 2, e->name, column - 2, false);
	if (e->kind == ENTRY_DIR || e->kind == ENTRY_UP)
		strcat(name, "/");
	int pad = column - (int)utf8_width(name);
	snprintf(b->row, sizeof b->row, "  %s%*s  %.250s", name, pad > 0 ? pad : 0, "",
		about(e, path, sizeof path));
	if (e->kind == ENTRY_FILE && e->network == 0)
		pen->role = ROLE_DIM;
	return b->row;
}

/* ---- walking --------------------------------------------------------------------------------- */

/* Show a directory; when it cannot be read, say why and stay. */
static bool go(struct browser *b, const char *dir, bool walked)
{
	struct entry_list fresh = {0};
	odd_error err = {0};
	if (!walked) {
		entries_add_recent(&fresh, RECENT_SHOWN);
		entries_add_samples(&fresh);
	}
	odd_status status = entries_add_dir(&fresh, dir, b->hidden, &err);
	b->problem[0] = '\0';
	if (status != ODD_OK) {
		char file[200];
		snprintf(b->problem, sizeof b->problem, "%.90s: %.200s",
			with_tilde(file, sizeof file, err.file), err.message);
		if (walked) {
			entries_clear(&fresh);
			return false;
		}
	}
	entries_clear(&b->all);
	b->all = fresh;
	if (dir != b->dir) {
		free(b->dir);
		b->dir = xstrdup(dir);
	}
	b->walked = walked;
	edit_set(&b->filter, "");
	narrow(b);
	return true;
}

static void enter_dir(struct browser *b, const char *path)
{
	char *dir = xstrdup(path); /* the entry goes with the list */
	if (go(b, dir, true))
		(void)(select_name(b, ENTRY_HERE, NULL) || select_name(b, ENTRY_DIR, NULL) ||
			select_name(b, ENTRY_FILE, NULL));
	free(dir);
}

static void go_up(struct browser *b)
{
	char *dir = xstrdup(b->dir), *slash = strrchr(dir, '/');
	if (slash != NULL && dir[1] != '\0') {
		char *child = xstrdup(slash + 1);
		slash[slash == dir] = '\0';
		if (go(b, dir, true))
			select_name(b, ENTRY_DIR, child);
		free(child);
	}
	free(dir);
}

/* As it was opened the last time. */
static char *open_line(const struct entry *e, const char *path)
{
	char *open = text_make("open%s", e->options != NULL ? e->options : "");
	char *line = text_command(open, path);
	free(open);
	return line;
}

static void open_path(struct browser *b, struct app *app, const struct entry *e)
{
	struct stat info;
	/* The name of a sample means the sample unless something here has that name. */
	bool by_name = e->kind == ENTRY_SAMPLE && stat(e->name, &info) != 0;
	char *path = by_name ? xstrdup(e->name) : short_path(e->path);
	char *line = open_line(e, path);
	free(app->browser_dir);
	app->browser_dir = xstrdup(b->dir);
	app->browser_hidden = b->hidden;
	app_pop(app);
	app_run(app, line, NULL);
	free(line);
	free(path);
}

/* Look at it first. */
static void preview(struct browser *b, struct app *app, const struct entry *e)
{
	char *path = short_path(e->path), *line = open_line(e, path);
	(void)b;
	app_pop(app);
	preview_open(app, line, NULL);
	free(line);
	free(path);
}

/* Enter, or (as_network) Space: a directory itself rather than what is in it. */
static void act(struct browser *b, struct app *app, bool as_network)
{
	struct entry *e = selected(b);
	if (e == NULL)
		return;
	if (e->kind == ENTRY_UP)
		go_up(b);
	else if (e->kind == ENTRY_DIR && !(as_network && entry_is_network(e)))
		enter_dir(b, e->path);
	else if (entry_is_network(e))
		open_path(b, app, e);
	else
		snprintf(b->problem, sizeof b->problem,
			"%.200s: no network begins with a file of that name; Tab looks into it",
			e->name);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void toggle_hidden(struct browser *b)
{
	b->hidden = !b->hidden;
	go(b, b->dir, b->walked);
}

static bool browser_key(struct form *form, struct app *app, struct key key)
{
	struct browser *b = (struct browser *)form;
	if (key.mods & (MOD_CTRL | MOD_ALT))
		return false;
	b->problem[0] = '\0';
	struct entry *e = selected(b);
	bool empty = b->filter.length == 0;
	if (key.code == K_LEFT || (key.code == K_BACKSPACE && empty)) {
		go_up(b);
	} else if (key.code == K_RIGHT && e != NULL && e->kind == ENTRY_DIR) {
		enter_dir(b, e->path);
	} else if (key.code == ' ') {
		act(b, app, true);
	} else if (key.code == K_TAB && e != NULL && e->session) {
		snprintf(b->problem, sizeof b->problem,
			"a session has no columns to choose; Enter opens it");
	} else if (key.code == K_TAB && e != NULL &&
		   (entry_is_network(e) || e->kind == ENTRY_FILE)) {
		/* a file of another name may still be one by what is in it */
		preview(b, app, e);
	} else if (key.code == K_ESC && !empty) {
		edit_set(&b->filter, "");
		narrow(b);
	} else if (key.code == '.' && empty) {
		toggle_hidden(b);
	} else if ((key.code == K_BACKSPACE || key.code < KEYS_SPECIAL) && key.code != ':' &&
		   key.code != '?' && edit_key(&b->filter, key)) {
		narrow(b);
	} else {
		return false;
	}
	return true;
}

static void browser_pressed(struct form *form, struct app *app, int id)
{
	if (id == LIST)
		act((struct browser *)form, app, false);
}

static void browser_layout(struct form *form, struct app *app)
{
	struct browser *b = (struct browser *)form;
	char path[FORM_TEXT], shown[FORM_TEXT];
	struct field *list = form_get(form, LIST), *hint = form_get(form, HINT);
	int columns = (int)app->columns, rows = (int)app->rows;
	form->w = columns - 6 < 90 ? columns - 6 : 90;
	form->w = form->w > 36 ? form->w : columns - 2;
	form->h = rows - 6 > 8 ? rows - 6 : 8;
	form_get(form, WHERE)->w = form_get(form, FILTER)->w = form->w - 2;
	list->w = hint->w = form->w - 2;
	hint->y = form->h - 1;
	list->h = form->h - 3;
	with_tilde(path, sizeof path, b->dir);
	form_set_text(form_get(form, WHERE), "%s",
		fit_text(shown, sizeof shown, path, form->w - 2, true));
	struct field *filter = form_get(form, FILTER);
	filter->role = b->filter.length > 0 ? ROLE_TEXT : ROLE_DIM;
	if (b->filter.length > 0)
		form_set_text(filter, "only names with \"%s\"%s", edit_text(&b->filter),
			b->shown_count == 0 ? ": none" : "");
	else
		form_set_text(filter, "type to narrow the list");
	bool bad = b->problem[0] != '\0';
	hint->role = bad ? ROLE_ALARM : ROLE_DIM;
	hint->bold = bad;
	form_set_text(hint, "%s",
		bad ? b->problem
		: b->hidden
			? "Enter open   Tab preview   Backspace up   . hide hidden   Esc leave"
			: "Enter open   Tab preview   Backspace up   . show hidden   Esc leave");
}

static void browser_clear(struct form *form)
{
	struct browser *b = (struct browser *)form;
	entries_clear(&b->all);
	edit_clear(&b->filter);
	free(b->shown);
	free(b->dir);
}

static const struct form_ops browser_ops = {.pressed = browser_pressed,
	.key = browser_key,
	.layout = browser_layout,
	.clear = browser_clear};

void browser_open(struct app *app)
{
	struct browser *b = form_create(sizeof *b, "Open a network", ":open", 74, 18, &browser_ops);
	char *dir = app->browser_dir != NULL ? xstrdup(app->browser_dir) : working_dir();
	b->hidden = app->browser_hidden;
	b->form.layer_ops.footer =
		"Enter|Open;Tab|Preview;Space|Open directory;Backspace|Up;Esc|Leave";
	form_words(&b->form, WHERE, 1, 0, 70, "")->bold = true;
	form_words(&b->form, FILTER, 1, 1, 70, "");
	struct field *list = form_add(&b->form, FIELD_LIST, LIST, 1, 2, 70);
	list->h = 10;
	list->row = browser_row;
	form_words(&b->form, HINT, 1, 17, 70, "");
	go(b, dir, false);
	free(dir);
	app_push(app, &b->form.layer);
}
