/* times.c: a directory of networks, one for each time, read in the order of their names. */
#include "config.h"

#include "network/times.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "network/files.h"
#include "network/readers.h"
#include "network/sniff.h"
#include "base/file.h"

/* What an entry of the directory can be: the first kind of which there is enough makes the times.
 */
enum kind { DIRECTORY, KNOWN_FILE, LIST_FILE, KINDS };

struct entry {
	char *name; /* in the directory */
	char *time; /* without its ending */
	enum kind kind;
	bool empty; /* a directory without files, a file without a byte */
};

struct listing {
	struct entry *entry;
	size_t count, capacity;
};

static void clear_listing(struct listing *l)
{
	for (size_t i = 0; i < l->count; i++) {
		free(l->entry[i].name);
		free(l->entry[i].time);
	}
	free(l->entry);
}

/* Numbers in names count as numbers. */
static int in_time(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strverscmp(x->time, y->time);
	return order != 0 ? order : strcmp(x->name, y->name);
}

static bool nothing_in(const char *path)
{
	DIR *stream = opendir(path);
	const struct dirent *entry;
	bool none = stream != NULL;
	while (none && (entry = readdir(stream)) != NULL)
		none = entry->d_name[0] == '.';
	if (stream != NULL)
		closedir(stream);
	return none;
}

/* How long the name of a time is in that of a file; 0: it is no network of its own. Tables of nodes
 * have no other name than nodes.csv, so they are none; lists of links may be called anything. */
static size_t time_length(const char *name, enum kind *kind)
{
	static const char *const lists[] = {".csv", ".tsv", ".txt", ".json"};
	size_t length = strlen(name);
	*kind = KNOWN_FILE;
	if (odd__files_known(name))
		return odd__files_leads(name) ? odd__files_stem(name) : 0;
	*kind = LIST_FILE;
	if (length > 3 && strcmp(name + length - 3, ".gz") == 0)
		length -= 3;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		size_t end = strlen(lists[i]);
		if (length > end && strncmp(name + length - end, lists[i], end) == 0)
			return length - end;
	}
	return 0;
}

/* Is there a network, or a part of one, in a directory? */
static odd_status has_network(bool *has, const char *path, odd_error *err)
{
	odd__files files = {NULL, 0, 0};
	odd_status status = odd__files_list(&files, path, err);
	*has = status == ODD_OK && files.count > 0;
	odd__files_clear(&files);
	return status;
}

static odd_status add_entry(
	struct listing *l, const char *dir, const char *name, size_t count[KINDS], odd_error *err)
{
	struct stat info;
	enum kind kind = DIRECTORY;
	char *path = odd_path_join(dir, name);
	if (path == NULL)
		return odd_error_nomem(err);
	odd_status status = ODD_OK;
	bool there = stat(path, &info) == 0, directory = there && S_ISDIR(info.st_mode);
	size_t length = directory ? strlen(name) : time_length(name, &kind);
	if (there && length > 0 && (directory || S_ISREG(info.st_mode)))
		status = odd__make_room(
			&l->capacity, l->count + 1, err, {&l->entry, sizeof *l->entry});
	else
		length = 0;
	if (status == ODD_OK && length > 0) {
		struct entry *e = &l->entry[l->count++];
		*e = (struct entry){strdup(name), strndup(name, length), kind,
			directory ? nothing_in(path) : info.st_size == 0};
		bool has = true;
		if (e->name == NULL || e->time == NULL)
			status = odd_error_nomem(err);
		else if (directory)
			status = has_network(&has, path, err);
		count[kind] += has;
	}
	free(path);
	return status;
}

static void keep_kind(struct listing *l, enum kind kind)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->count; i++) {
		if (l->entry[i].kind == kind) {
			l->entry[kept++] = l->entry[i];
			continue;
		}
		free(l->entry[i].name);
		free(l->entry[i].time);
	}
	l->count = kept;
}

/* Is there a network in the directory itself? nodes.csv and the like have no name of their own, and
 * several X.content are read as one. */
static odd_status leads_itself(bool *leads, const char *dir, odd_error *err)
{
	odd__files files = {NULL, 0, 0};
	odd_status status = odd__files_list(&files, dir, err);
	*leads = false;
	for (size_t i = 0; status == ODD_OK && i < files.count && !*leads; i++)
		*leads = files.file[i].stem[0] == '\0' || files.file[i].format->read_all != NULL;
	odd__files_clear(&files);
	return status;
}

/* The networks of different times, the earliest first; none: it is no sequence. Directories make
 * one when any of them has a network, files when there are two at least. */
static odd_status list(struct listing *l, const char *dir, odd_error *err)
{
	size_t count[KINDS] = {0};
	bool leads;
	odd_status status = leads_itself(&leads, dir, err);
	if (status != ODD_OK || leads)
		return status;
	DIR *stream = opendir(dir);
	if (stream == NULL)
		return odd_error_errno(err, dir, "cannot read");
	const struct dirent *entry;
	while (status == ODD_OK && (entry = readdir(stream)) != NULL)
		if (entry->d_name[0] != '.')
			status = add_entry(l, dir, entry->d_name, count, err);
	closedir(stream);
	if (status != ODD_OK)
		return status;
	if (count[DIRECTORY] > 0 && count[KNOWN_FILE] == 0)
		keep_kind(l, DIRECTORY);
	else if (count[KNOWN_FILE] > 1)
		keep_kind(l, KNOWN_FILE);
	else
		keep_kind(l, count[KNOWN_FILE] == 0 && count[LIST_FILE] > 1 ? LIST_FILE : KINDS);
	if (l->count > 1)
		qsort(l->entry, l->count, sizeof *l->entry, in_time);
	/* Tables with other columns each are a network together. */
	bool alike = true;
	char *first = l->count > 1 && l->entry[0].kind == LIST_FILE
			      ? odd_path_join(dir, l->entry[0].name)
			      : NULL;
	for (size_t i = 1; first != NULL && i < l->count && alike; i++) {
		char *other = odd_path_join(dir, l->entry[i].name);
		alike = other == NULL || odd__sniff_alike(first, other);
		free(other);
	}
	free(first);
	if (!alike)
		keep_kind(l, KINDS);
	return status;
}

bool odd_times_here(const char *path)
{
	struct stat info;
	struct listing l = {NULL, 0, 0};
	bool here = stat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
		    list(&l, path, NULL) == ODD_OK && l.count > 0;
	clear_listing(&l);
	return here;
}

/* ---- loading -------------------------------------------------------------------------------- */

odd_status odd__times_add(odd_times *times, const char *name, odd_network *net, odd_error *err)
{
	odd_time *grown = realloc(times->time, (times->count + 1) * sizeof *grown);
	if (grown != NULL)
		times->time = grown;
	char *copy = grown != NULL ? strdup(name) : NULL;
	if (copy == NULL) {
		odd_network_free(net);
		return odd_error_nomem(err);
	}
	if (net != NULL && net->nodes == 0) {
		odd_network_free(net);
		net = NULL;
	}
	times->time[times->count++] = (odd_time){.name = copy, .net = net};
	return ODD_OK;
}

/* Columns keep the types they had at the times before: a column that happens to hold numbers alone
 * in one year is no number for that. */
static odd_status load_one(odd_network **out, const odd_times *times, const char *path,
	const odd_load_options *options, const odd_job *job, odd_error *err)
{
	char *types;
	odd_status status = odd_network_load(out, path, options, job, err);
	if (status != ODD_OK)
		return status;
	status = odd__times_types(&types, times, *out, options->types, err);
	if (status == ODD_OK && types == NULL)
		return ODD_OK;
	odd_network_free(*out);
	*out = NULL;
	if (status == ODD_OK) {
		odd_load_options again = *options;
		again.types = types;
		status = odd_network_load(out, path, &again, job, err);
	}
	free(types);
	return status;
}

static odd_status load_all(odd_times *times, const char *dir, const struct listing *l,
	const odd_times_options *options, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < l->count && status == ODD_OK; i++) {
		odd_network *net = NULL;
		char *path = odd_path_join(dir, l->entry[i].name);
		odd_job_report(job, "load", (double)i, (double)l->count);
		if (path == NULL)
			status = odd_error_nomem(err);
		else if (!l->entry[i].empty)
			status = load_one(&net, times, path, &options->load, job, err);
		if (status == ODD_OK)
			status = odd__times_add(times, l->entry[i].time, net, err);
		free(path);
	}
	return status;
}

static odd_status load_single(odd_times *times, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err)
{
	odd_network *net;
	odd_status status = odd_network_load(&net, path, &options->load, job, err);
	return status == ODD_OK ? odd__times_add(times, net->name, net, err) : status;
}

/* The networks of a directory, or the one that it is itself. */
static odd_status load_directory(odd_times *times, const char *path,
	const odd_times_options *options, const odd_job *job, odd_error *err)
{
	struct listing l = {NULL, 0, 0};
	odd_status status = list(&l, path, err);
	if (status == ODD_OK && l.count > 0)
		status = load_all(times, path, &l, options, job, err);
	else if (status == ODD_OK)
		status = load_single(times, path, options, job, err);
	clear_listing(&l);
	return status;
}

/* The name of the directory, or of the file without its ending; on the heap. */
static char *sequence_name(const char *path)
{
	char *full = realpath(path, NULL);
	const char *base = odd__base_name(full != NULL ? full : path);
	const char *dot = strrchr(base, '.');
	struct stat info;
	bool directory = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
	char *name = dot != NULL && dot > base && !directory ? strndup(base, (size_t)(dot - base))
							     : strdup(base);
	free(full);
	return name;
}

odd_status odd_times_load(odd_times **out, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err)
{
	struct stat info;
	*out = NULL;
	if (stat(path, &info) != 0)
		return odd_error_errno(err, path, "cannot open");
	odd_times *times = calloc(1, sizeof *times);
	if (times == NULL)
		return odd_error_nomem(err);
	times->name = sequence_name(path);
	odd_status status = times->name != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK && options->column != NULL)
		status = odd__times_cut(times, path, options, job, err);
	else if (status == ODD_OK && S_ISDIR(info.st_mode))
		status = load_directory(times, path, options, job, err);
	else if (status == ODD_OK)
		status = load_single(times, path, options, job, err);
	size_t there = 0;
	for (size_t t = 0; t < times->count; t++)
		there += times->time[t].net != NULL;
	if (status == ODD_OK && there == 0)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "no time of it has a network");
	if (status == ODD_OK)
		status = odd__times_match(times, err);
	if (status != ODD_OK) {
		odd_times_free(times);
		return status;
	}
	*out = times;
	return ODD_OK;
}

void odd_times_free(odd_times *times)
{
	if (times == NULL)
		return;
	for (size_t t = 0; t < times->count; t++) {
		odd_network_free(times->time[t].net);
		free(times->time[t].name);
		free(times->time[t].node);
	}
	odd_names_clear(&times->ids);
	free(times->time);
	free(times->name);
	free(times);
}
