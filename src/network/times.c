/* times.c: networks of several times: those of a directory, in the order of their names, or one
 * network cut by the time that a column of its table of links tells.
 *
 * For cutting, the table is read once for the times it has, and once for each stretch of time, with
 * the links of that stretch alone. A node is there when it has such a link. */
#include "config.h"

#include "network/times.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/number.h"
#include "network/column_types.h"
#include "network/files.h"
#include "network/readers.h"
#include "network/sniff.h"

/* ---- one network cut by time ------------------------------------------------------------------
 */

enum { MOST_TIMES = 400 };

bool odd__time_value(odd__text text, double *value)
{
	return odd__number_parse(text.at, text.length, value) == ODD__NUMBER_OK ||
	       odd__cell_date(text, value);
}

struct stamp {
	double value;
	const char *text;
};

struct window {
	double from, to; /* from ≤ time < to */
	char name[64];
};

struct cut {
	struct stamp *stamp;
	size_t stamps;
	struct window *window;
	size_t windows;
};

static int by_time(const void *a, const void *b)
{
	const struct stamp *x = a, *y = b;
	return x->value < y->value ? -1 : x->value > y->value;
}

static odd_status sort_stamps(struct cut *cut, const odd_names *seen, odd_error *err)
{
	cut->stamp = malloc((seen->count + 1) * sizeof *cut->stamp);
	if (cut->stamp == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < seen->count; i++) {
		const char *text = odd_names_get(seen, i);
		struct stamp *s = &cut->stamp[cut->stamps++];
		s->text = text;
		odd__time_value((odd__text){text, strlen(text)}, &s->value);
	}
	if (cut->stamps > 1)
		qsort(cut->stamp, cut->stamps, sizeof *cut->stamp, by_time);
	return ODD_OK;
}

/* Called as its first time is, or as it counts where there is none in it. */
static void name_window(struct window *w, const struct cut *cut, size_t number)
{
	snprintf(w->name, sizeof w->name, "%zu", number + 1);
	for (size_t i = cut->stamps; i-- > 0;)
		if (cut->stamp[i].value >= w->from && cut->stamp[i].value < w->to)
			snprintf(w->name, sizeof w->name, "%s", cut->stamp[i].text);
}

/* How many windows the words ask for; 0: the words are wrong. */
static size_t windows_asked(const char *words, const struct cut *cut, bool *yearly)
{
	char *end;
	double first = cut->stamp[0].value, last = cut->stamp[cut->stamps - 1].value;
	*yearly = words != NULL && strcmp(words, "yearly") == 0;
	if (*yearly)
		return last - first < 1e6 ? (size_t)(floor(last) - floor(first)) + 1 : SIZE_MAX;
	if (words == NULL || strcmp(words, "each") == 0) {
		size_t distinct = 1;
		for (size_t i = 1; i < cut->stamps; i++)
			distinct += cut->stamp[i].value > cut->stamp[i - 1].value;
		return distinct;
	}
	unsigned long n = strtoul(words, &end, 10);
	return words[0] >= '0' && words[0] <= '9' && *end == '\0' ? n : 0;
}

static odd_status make_windows(struct cut *cut, const odd_times_options *o, odd_error *err)
{
	bool yearly, each = o->windows == NULL || strcmp(o->windows, "each") == 0;
	size_t n = windows_asked(o->windows, cut, &yearly);
	if (n == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"\"%.40s\" is none of each, yearly and a number of stretches above 0",
			o->windows);
	if (n > MOST_TIMES)
		return odd_error_set(err, ODD_EUSAGE,
			"column \"%s\" has %zu different times; at most %d can be fitted one "
			"after the other, so ask for fewer stretches",
			o->column, n, MOST_TIMES);
	cut->window = calloc(n, sizeof *cut->window);
	if (cut->window == NULL)
		return odd_error_nomem(err);
	double first = cut->stamp[0].value, last = cut->stamp[cut->stamps - 1].value;
	double length = (last - first) / (double)n;
	for (size_t i = 0, s = 0; i < n; i++) {
		struct window *w = &cut->window[cut->windows++];
		w->from = yearly ? floor(first) + (double)i : first + length * (double)i;
		w->to = yearly ? w->from + 1.0 : first + length * (double)(i + 1);
		if (each) { /* the next value that is another */
			w->from = cut->stamp[s].value;
			while (s < cut->stamps && cut->stamp[s].value <= w->from)
				s++;
			w->to = s < cut->stamps ? cut->stamp[s].value : (double)INFINITY;
		}
		if (i + 1 == n)
			w->to = INFINITY;
		name_window(w, cut, i);
		if (yearly)
			snprintf(w->name, sizeof w->name, "%.0f", w->from);
	}
	return ODD_OK;
}

/* The network without the nodes that have no link. */
static odd_status linked_only(odd_network **net, odd_error *err)
{
	odd_network *all = *net, *linked = NULL;
	uint8_t *drop = malloc(all->nodes + 1);
	if (drop == NULL)
		return odd_error_nomem(err);
	memset(drop, 1, all->nodes + 1);
	for (size_t i = 0; i < all->nodes; i++)
		for (size_t e = all->A.ptr[i]; e < all->A.ptr[i + 1]; e++)
			drop[i] = drop[all->A.idx[e]] = 0;
	odd_status status = odd_network_remove(&linked, all, drop, err);
	free(drop);
	if (status != ODD_OK)
		return status;
	odd_network_free(all);
	*net = linked;
	return ODD_OK;
}

static odd_status load_windows(odd_times *times, const struct cut *cut, const char *path,
	const odd_load_options *options, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < cut->windows && status == ODD_OK; i++) {
		odd_network *net;
		odd_load_options part = *options;
		odd_job_report(job, "load", (double)i, (double)cut->windows);
		part.from = cut->window[i].from;
		part.to = cut->window[i].to;
		status = odd_network_load(&net, path, &part, job, err);
		if (status == ODD_OK && (status = linked_only(&net, err)) != ODD_OK)
			odd_network_free(net);
		if (status == ODD_OK)
			status = odd__times_add(times, cut->window[i].name, net, err);
	}
	return status;
}

odd_status odd__times_cut(odd_times *times, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err)
{
	odd_names seen = ODD_NAMES_INIT;
	odd_network *whole = NULL;
	struct cut cut = {.stamps = 0};
	odd_load_options load = options->load;
	times->windows = true;
	load.time = options->column;
	load.from = -INFINITY;
	load.to = INFINITY;
	load.times_seen = &seen;
	odd_status status = odd_network_load(&whole, path, &load, job, err);
	if (status == ODD_OK && seen.count == 0)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"a column of times is read from tables of links only (edges.csv and the "
			"like), and this is %s",
			whole->format);
	odd_network_free(whole);
	if (status == ODD_OK)
		status = sort_stamps(&cut, &seen, err);
	if (status == ODD_OK)
		status = make_windows(&cut, options, err);
	load.times_seen = NULL;
	if (status == ODD_OK)
		status = load_windows(times, &cut, path, &load, job, err);
	odd_names_clear(&seen);
	free(cut.stamp);
	free(cut.window);
	return status;
}

/* ---- a directory ----------------------------------------------------------------------------- */

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
	size_t length = odd__files_plain_length(name);
	*kind = KNOWN_FILE;
	if (odd__format_named(name) != NULL)
		return odd__files_leads(name) ? odd__files_stem(name) : 0;
	*kind = LIST_FILE;
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
