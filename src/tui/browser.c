/* browser.c: choosing a network: those opened lately, the samples, and what the working directory
 * has. A network is told by the names of its files, by which it is loaded; nothing is read. */
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
#include "tui/edit.h"
#include "tui/form.h"
#include "tui/recent.h"
#include "tui/screens.h"
#include "tui/text.h"

#define PROBE_MOST 4000 /* names of a directory that are looked at */
#define RECENT_SHOWN 8

enum { FILTER = 1, LIST, HINT };

enum entry_kind {
	ENTRY_HEADING,
	ENTRY_RECENT,
	ENTRY_SAMPLE,
	ENTRY_HERE,
	ENTRY_NETWORK,
	ENTRY_FILE
};

struct entry {
	enum entry_kind kind;
	char *name, *path;
	char *options; /* of a recent one: how it was opened, " --id name"; NULL: as usual */
	bool session;  /* a session that was saved */
};

struct browser {
	struct form form;
	struct entry *entry;
	size_t count;
	size_t *shown; /* entries that the filter lets through */
	size_t shown_count;
	struct edit filter; /* what names have to have */
	char problem[300];
	char row[FORM_TEXT];
};

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

/* As the command should name it: what is below the working directory without it, so that a log can
 * be played elsewhere; on the heap. */
static char *short_path(const char *path)
{
	char *here = getcwd(NULL, 0);
	const size_t n = here != NULL ? strlen(here) : 0;
	const char *from = path;
	if (n > 1 && strncmp(path, here, n) == 0 && path[n] == '/')
		from = path + n + 1;
	free(here);
	/* A name that begins with - would be taken for an option. */
	char *copy = from[0] == '-' ? odd_path_join(".", from) : xstrdup(from);
	return copy != NULL ? copy : xstrdup(path);
}

/* ---- what there is --------------------------------------------------------------------------- */

static struct entry *add(
	struct browser *b, enum entry_kind kind, const char *name, const char *path)
{
	b->entry = xgrow(b->entry, b->count + 1, sizeof *b->entry);
	struct entry *entry = &b->entry[b->count++];
	*entry = (struct entry){.kind = kind, .name = xstrdup(name), .path = xstrdup(path)};
	return entry;
}

static void add_recent(struct browser *b)
{
	struct recent recent;
	recent_read(&recent);
	if (recent.count > 0)
		add(b, ENTRY_HEADING, "recent", "");
	for (size_t i = 0; i < recent.count && i < RECENT_SHOWN; i++)
		add(b, ENTRY_RECENT, odd__base_name(recent.path[i]), recent.path[i])->options =
			recent.options[i] != NULL ? xstrdup(recent.options[i]) : NULL;
	recent_clear(&recent);
}

static void add_samples(struct browser *b)
{
	size_t count;
	char **names = session_data_names(&count, "samples", "");
	char *dir = session_data_path("samples");
	if (count > 0)
		add(b, ENTRY_HEADING, "samples", "");
	for (size_t i = 0; i < count; i++) {
		/* The name of a sample means the sample unless something here has that name. */
		struct stat info;
		char *path = stat(names[i], &info) == 0 ? odd_path_join(dir, names[i]) : NULL;
		add(b, ENTRY_SAMPLE, names[i], path != NULL ? path : names[i]);
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

/* Does a directory hold a network? */
static bool holds_network(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *item;
	bool found = false;
	for (int n = 0; dir != NULL && !found && n < PROBE_MOST && (item = readdir(dir)) != NULL;
		n++)
		found = odd__files_leads(item->d_name);
	if (dir != NULL)
		closedir(dir);
	return found;
}

static int by_kind_and_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = x->kind != y->kind ? (int)x->kind - (int)y->kind : strcasecmp(x->name, y->name);
	return order != 0 ? order : strcmp(x->name, y->name);
}

/* Networks first; a file of another name may still be one by its content. */
static void add_here(struct browser *b)
{
	char *here = getcwd(NULL, 0);
	DIR *stream = here != NULL ? opendir(here) : NULL;
	const struct dirent *item;
	bool network = false;
	if (stream == NULL) {
		snprintf(b->problem, sizeof b->problem, "the working directory cannot be read");
		free(here);
		return;
	}
	add(b, ENTRY_HEADING, "here", "");
	const size_t first = b->count;
	while ((item = readdir(stream)) != NULL) {
		struct stat info;
		char *path = item->d_name[0] != '.' ? odd_path_join(here, item->d_name) : NULL;
		if (path == NULL)
			continue;
		const bool is_dir = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
		const bool leads = !is_dir && odd__files_leads(item->d_name);
		const bool session = !is_dir && is_session(item->d_name);
		network = network || leads;
		if (!is_dir || holds_network(path))
			add(b, is_dir || leads || session ? ENTRY_NETWORK : ENTRY_FILE,
				item->d_name, path)
				->session = session;
		free(path);
	}
	closedir(stream);
	if (network)
		add(b, ENTRY_HERE, ".", ".");
	if (b->count > first + 1)
		qsort(b->entry + first, b->count - first, sizeof *b->entry, by_kind_and_name);
	free(here);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool passes(const struct browser *b, const struct entry *e)
{
	const char *name = e->kind == ENTRY_RECENT ? e->path : e->name;
	return b->filter.length == 0 ||
	       (e->kind != ENTRY_HERE && strcasestr(name, edit_text(&b->filter)) != NULL);
}

static const struct entry *selected(struct browser *b)
{
	size_t at = form_get(&b->form, LIST)->list.cursor;
	const struct entry *e = at < b->shown_count ? &b->entry[b->shown[at]] : NULL;
	return e != NULL && e->kind != ENTRY_HEADING ? e : NULL;
}

/* Filter anew. A heading stays when something is under it. */
static void narrow(struct browser *b)
{
	struct field *list = form_get(&b->form, LIST);
	size_t heading = SIZE_MAX;
	b->shown = xgrow(b->shown, b->count, sizeof *b->shown);
	b->shown_count = 0;
	for (size_t i = 0; i < b->count; i++) {
		if (b->entry[i].kind == ENTRY_HEADING) {
			heading = i;
		} else if (passes(b, &b->entry[i])) {
			if (heading != SIZE_MAX)
				b->shown[b->shown_count++] = heading;
			heading = SIZE_MAX;
			b->shown[b->shown_count++] = i;
		}
	}
	list->list.count = b->shown_count;
	list->list.first = 0;
	form_select(&b->form, list, 0);
}

static const char *browser_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	struct browser *b = (struct browser *)form;
	const struct entry *e = &b->entry[b->shown[i]];
	char path[FORM_TEXT], name[200];
	*heading = e->kind == ENTRY_HEADING;
	if (*heading)
		return e->name;
	const char *about = e->kind == ENTRY_HERE      ? "this directory"
			    : e->session               ? "session"
			    : e->kind == ENTRY_NETWORK ? "network"
			    : e->kind == ENTRY_FILE    ? ""
			    : e->kind == ENTRY_SAMPLE || strchr(e->path, '/') == NULL
				    ? "comes with oddone"
				    : with_tilde(path, sizeof path, e->path);
	const int w = form_get(form, LIST)->w, column = w >= 64 ? 30 : w / 2 - 2;
	fit_text(name, sizeof name, e->name, column - 1, false);
	const int pad = column - (int)utf8_width(name);
	snprintf(b->row, sizeof b->row, "  %s%*s  %.250s", name, pad > 0 ? pad : 0, "", about);
	if (e->kind == ENTRY_FILE)
		pen->role = ROLE_DIM;
	return b->row;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Opens the selected entry as it was opened the last time, or shows its columns before. */
static void act(struct browser *b, struct app *app, bool look)
{
	const struct entry *e = selected(b);
	if (e == NULL)
		return;
	if (look && e->session) {
		snprintf(b->problem, sizeof b->problem,
			"a session has no columns to choose; Enter opens it");
		return;
	}
	char *path = short_path(e->path);
	char *open = text_make("open%s", e->options != NULL ? e->options : "");
	char *line = text_command(open, path);
	app_pop(app);
	if (look)
		preview_open(app, line, NULL);
	else
		app_run(app, line, NULL);
	free(line);
	free(open);
	free(path);
}

static bool browser_key(struct form *form, struct app *app, struct key key)
{
	struct browser *b = (struct browser *)form;
	if (key.mods & (MOD_CTRL | MOD_ALT))
		return false;
	b->problem[0] = '\0';
	if (key.code == K_TAB) {
		act(b, app, true);
	} else if (key.code == K_ESC && b->filter.length > 0) {
		edit_set(&b->filter, "");
		narrow(b);
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
	struct field *list = form_get(form, LIST), *hint = form_get(form, HINT);
	struct field *filter = form_get(form, FILTER);
	int columns = (int)app->columns, rows = (int)app->rows;
	form->w = columns - 6 < 90 ? columns - 6 : 90;
	form->w = form->w > 36 ? form->w : columns - 2;
	form->h = rows - 6 > 8 ? rows - 6 : 8;
	filter->w = list->w = hint->w = form->w - 2;
	hint->y = form->h - 1;
	list->h = form->h - 2;
	filter->role = b->filter.length > 0 ? ROLE_TEXT : ROLE_DIM;
	if (b->filter.length > 0)
		form_set_text(filter, "only names with \"%s\"%s", edit_text(&b->filter),
			b->shown_count == 0 ? ": none" : "");
	else
		form_set_text(filter, "type to narrow the list; :open PATH opens any other");
	hint->bold = b->problem[0] != '\0';
	hint->role = hint->bold ? ROLE_ALARM : ROLE_DIM;
	form_set_text(hint, "%s",
		hint->bold ? b->problem : "Enter open   Tab look at its columns   Esc leave");
}

static void browser_clear(struct form *form)
{
	struct browser *b = (struct browser *)form;
	for (size_t i = 0; i < b->count; i++) {
		free(b->entry[i].name);
		free(b->entry[i].path);
		free(b->entry[i].options);
	}
	free(b->entry);
	edit_clear(&b->filter);
	free(b->shown);
}

void browser_open(struct app *app)
{
	static const struct form_ops ops = {.pressed = browser_pressed,
		.key = browser_key,
		.layout = browser_layout,
		.clear = browser_clear};
	struct browser *b = form_create(sizeof *b, "Open a network", ":open", 74, 18, &ops);
	b->form.layer_ops.footer = "Enter|Open;Tab|Columns;Esc|Leave";
	form_words(&b->form, FILTER, 1, 0, 70, "");
	struct field *list = form_add(&b->form, FIELD_LIST, LIST, 1, 1, 70);
	list->h = 10;
	list->row = browser_row;
	form_words(&b->form, HINT, 1, 17, 70, "");
	add_recent(b);
	add_samples(b);
	add_here(b);
	narrow(b);
	app_push(app, &b->form.layer);
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
