/* browser.c: choosing a network: those opened lately, samples, and what is in a directory. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "draw/utf8.h"
#include "network/files.h"
#include "session/paths.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/browser_entries.h"
#include "tui/edit.h"
#include "tui/form.h"
#include "tui/screens.h"
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

#define PROBE_MOST 4000 /* names of a directory that are looked at */

void entries_clear(struct entry_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->entry[i].name);
		free(list->entry[i].path);
		free(list->entry[i].options);
	}
	free(list->entry);
	memset(list, 0, sizeof *list);
}

static struct entry *add(
	struct entry_list *list, enum entry_kind kind, const char *name, const char *path)
{
	if (list->count == list->capacity) {
		list->capacity = list->capacity > 0 ? 2 * list->capacity : 32;
		list->entry = xgrow(list->entry, list->capacity, sizeof *list->entry);
	}
	struct entry *entry = &list->entry[list->count++];
	*entry = (struct entry){
		.kind = kind, .name = xstrdup(name), .path = xstrdup(path), .network = -1};
	return entry;
}

void entries_add_recent(struct entry_list *list, size_t most)
{
	struct recent recent;
	recent_read(&recent);
	if (recent.count > 0)
		add(list, ENTRY_HEADING, "recent", "");
	for (size_t i = 0; i < recent.count && i < most; i++) {
		struct entry *e =
			add(list, ENTRY_RECENT, odd__base_name(recent.path[i]), recent.path[i]);
		e->network = 1;
		e->options = recent.options[i] != NULL ? xstrdup(recent.options[i]) : NULL;
	}
	recent_clear(&recent);
}

static int by_kind_and_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int kind = (int)x->kind - (int)y->kind;
	if (kind != 0)
		return kind;
	if (x->kind == ENTRY_FILE && x->network != y->network)
		return y->network - x->network;
	int order = strcasecmp(x->name, y->name);
	return order != 0 ? order : strcmp(x->name, y->name);
}

static void sort_from(struct entry_list *list, size_t first)
{
	if (list->count > first + 1)
		qsort(list->entry + first, list->count - first, sizeof *list->entry,
			by_kind_and_name);
}

void entries_add_samples(struct entry_list *list)
{
	size_t count;
	char *dir = session_data_path("samples"),
	     **names = session_data_names(&count, "samples", "");
	if (count > 0)
		add(list, ENTRY_HEADING, "samples", "");
	for (size_t i = 0; i < count; i++) {
		char *path = odd_path_join(dir, names[i]);
		add(list, ENTRY_SAMPLE, names[i], path != NULL ? path : "")->network = 1;
		free(path);
	}
	strings_free(names, count);
	free(dir);
}

static bool is_session(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot != NULL && strcmp(dot, ".oddlog") == 0;
}

static void add_file(struct entry_list *list, const char *dir, const char *name)
{
	struct stat info;
	char *path = odd_path_join(dir, name);
	if (path == NULL)
		return;
	/* What cannot be looked at (a link to nowhere) is shown as a file. */
	bool is_dir = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
	struct entry *entry = add(list, is_dir ? ENTRY_DIR : ENTRY_FILE, name, path);
	if (!is_dir) {
		entry->session = is_session(name);
		entry->network = entry->session || odd__files_leads(name);
	}
	free(path);
}

odd_status entries_add_dir(struct entry_list *list, const char *dir, bool hidden, odd_error *err)
{
	DIR *stream = opendir(dir);
	const struct dirent *item;
	bool network = false;
	if (stream == NULL)
		return odd_error_errno(err, dir, "cannot open");
	add(list, ENTRY_HEADING, "here", "");
	size_t first = list->count;
	while ((item = readdir(stream)) != NULL) {
		const char *name = item->d_name;
		bool dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
		if (!dots && (name[0] != '.' || hidden))
			add_file(list, dir, name);
	}
	closedir(stream);
	for (size_t i = first; i < list->count; i++)
		network =
			network || (list->entry[i].kind == ENTRY_FILE &&
					   list->entry[i].network == 1 && !list->entry[i].session);
	if (network)
		add(list, ENTRY_HERE, ".", dir)->network = 1;
	if (strcmp(dir, "/") != 0)
		add(list, ENTRY_UP, "..", dir)->network = 0;
	sort_from(list, first);
	return ODD_OK;
}

bool entry_is_network(struct entry *entry)
{
	if (entry->network >= 0)
		return entry->network == 1;
	entry->network = 0;
	DIR *dir = entry->kind == ENTRY_DIR ? opendir(entry->path) : NULL;
	const struct dirent *item;
	for (int n = 0; dir != NULL && entry->network == 0 && n < PROBE_MOST &&
			(item = readdir(dir)) != NULL;
		n++)
		entry->network = odd__files_leads(item->d_name);
	if (dir != NULL)
		closedir(dir);
	return entry->network == 1;
}

/* ---- networks opened lately -------------------------------------------------------------------
 */

void recent_clear(struct recent *recent)
{
	for (size_t i = 0; i < recent->count; i++) {
		free(recent->path[i]);
		free(recent->options[i]);
	}
	recent->count = 0;
}

void recent_read(struct recent *out)
{
	char *name = app_state_path("recent"), **line = NULL;
	size_t count = 0;
	out->count = 0;
	if (name != NULL)
		(void)lines_read(&line, &count, name, NULL);
	for (size_t i = 0; i < count && out->count < RECENT_MOST; i++)
		if (line[i][0] != '\0') {
			const char *tab = strchr(line[i], '\t');
			out->options[out->count] = tab != NULL ? xstrdup(tab + 1) : NULL;
			out->path[out->count++] =
				text_make("%.*s", (int)strcspn(line[i], "\t"), line[i]);
		}
	strings_free(line, count);
	free(name);
}

/* A path, and how it was opened where there is something to say. */
static void put_recent(FILE *out, const char *path, const char *options)
{
	fprintf(out, options != NULL && options[0] != '\0' ? "%s\t%s\n" : "%s\n", path, options);
}

odd_status recent_add(const char *path, const char *options, odd_error *err)
{
	struct recent old;
	odd_file file;
	odd_status status = ODD_OK;
	char *name = app_state_path("recent"), *full = realpath(path, NULL);
	if (full == NULL)
		full = xstrdup(path);
	/* A line break or a tab in a path would make two of it; such a path is not remembered. */
	if (name != NULL && full[0] != '\0' && strpbrk(full, "\n\t") == NULL &&
		(options == NULL || strchr(options, '\n') == NULL)) {
		recent_read(&old);
		status = lines_write(&file, name, err);
		if (status == ODD_OK) {
			size_t count = 1;
			put_recent(file.stream, full, options);
			for (size_t i = 0; i < old.count && count < RECENT_MOST; i++)
				if (strcmp(old.path[i], full) != 0) {
					put_recent(file.stream, old.path[i], old.options[i]);
					count++;
				}
			status = odd_file_commit(&file, err);
		}
		recent_clear(&old);
	}
	free(full);
	free(name);
	return status;
}
