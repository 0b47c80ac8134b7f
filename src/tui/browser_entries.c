/* browser_entries.c: the networks that the browser lists, and those opened recently. */
#include "config.h"

#include "tui/browser_entries.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "network/files.h"
#include "session/xalloc.h"
#include "session/paths.h"
#include "tui/app.h"
#include "tui/text.h"

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
