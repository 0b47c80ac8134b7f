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
#include "network/missing_cells.h"
#include "network/readers.h"
#include "network/sniff.h"

/* Networks of different times are brought to the same attributes, by their names, and to one
 * numbering of nodes, by their ids. */

/* ---- types ---------------------------------------------------------------------------------- */

static const odd_table_column *find_column(const odd_columns *columns, const char *name)
{
	size_t c = odd_columns_find(columns, name);
	return c != SIZE_MAX ? &columns->column[c] : NULL;
}

static bool becomes_attributes(const odd_table_column *c)
{
	return c->type < ODD_COLUMN_CLASS;
}

/* What a column was at the first time at which it became attributes; NULL: at none. */
static const odd_table_column *earlier(const odd_times *times, const char *name)
{
	for (size_t t = 0; t < times->count; t++) {
		const odd_network *net = times->time[t].net;
		const odd_table_column *c = net != NULL ? find_column(&net->columns, name) : NULL;
		if (c != NULL && becomes_attributes(c))
			return c;
	}
	return NULL;
}

/* Can a column be said to be of that type? One that is empty holds nothing to say it of, and what
 * the user left out stays out. */
static bool can_be(const odd_table_column *c)
{
	return c->type != ODD_COLUMN_EMPTY && c->type != ODD_COLUMN_IGNORED &&
	       c->type != ODD_COLUMN_CLASS && c->type != ODD_COLUMN_TRUTH &&
	       strpbrk(c->name, ",=") == NULL;
}

/* Columns of a network that have another type than those of the same name at earlier times, as
 * "a=number,b=text" behind what the user said of types (NULL: nothing): on the heap. NULL in *out:
 * all agree. */
static odd_status times_types(char **out, const odd_times *times, const odd_network *net,
	const char *asked, odd_error *err)
{
	char *text = NULL;
	size_t size, differ = 0;
	*out = NULL;
	if (net->columns.count == 0)
		return ODD_OK;
	FILE *to = open_memstream(&text, &size);
	if (to == NULL)
		return odd_error_nomem(err);
	if (asked != NULL)
		fputs(asked, to);
	for (size_t i = 0; i < net->columns.count; i++) {
		const odd_table_column *c = &net->columns.column[i];
		const odd_table_column *was = earlier(times, c->name);
		if (was == NULL || was->type == c->type || !can_be(c))
			continue;
		fprintf(to, "%s%s=%s", asked != NULL || differ > 0 ? "," : "", c->name,
			odd_column_type_name(was->type));
		differ++;
	}
	const bool whole = ferror(to) == 0;
	if (fclose(to) != 0 || !whole || text == NULL) { /* NULL: no memory to close it */
		free(text);
		return odd_error_nomem(err);
	}
	if (differ == 0)
		free(text);
	else
		*out = text;
	return ODD_OK;
}

/* ---- attributes ----------------------------------------------------------------------------- */

/* All attributes and columns of the sequence. */
struct all {
	odd_names words, columns;
	odd_columns told; /* name and type of each column; `of` per word */
	bool columned;    /* some network has columns */
};

static void clear_all(struct all *all)
{
	odd_names_clear(&all->words);
	odd_names_clear(&all->columns);
	odd_columns_clear(&all->told);
}

/* The column of a name, made when new. */
static odd_status take_column(
	struct all *all, const odd_table_column *c, uint32_t *index, odd_error *err)
{
	int there;
	odd_status status =
		odd_names_add(&all->columns, c->name, strlen(c->name), index, &there, err);
	if (status != ODD_OK)
		return status;
	if (!there) {
		odd_table_column *grown =
			realloc(all->told.column, (all->told.count + 1) * sizeof *grown);
		if (grown == NULL)
			return odd_error_nomem(err);
		all->told.column = grown;
		grown[all->told.count] = (odd_table_column){
			.name = strdup(c->name), .type = c->type, .skewed = c->skewed};
		if (grown[all->told.count++].name == NULL)
			return odd_error_nomem(err);
	}
	odd_table_column *told = &all->told.column[*index];
	if (becomes_attributes(c) && !becomes_attributes(told)) {
		told->type = c->type;
		told->skewed = c->skewed;
	}
	return ODD_OK;
}

static odd_status take_words(struct all *all, const odd_network *net, odd_error *err)
{
	static char words[] = "words";
	const odd_table_column no_table = {.name = words, .type = ODD_COLUMN_TEXT};
	odd_status status = ODD_OK;
	all->columned |= net->columns.count > 0;
	for (size_t c = 0; c < net->columns.count && status == ODD_OK; c++) {
		uint32_t index;
		status = take_column(all, &net->columns.column[c], &index, err);
	}
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++) {
		const char *name = odd_names_get(&net->words, d);
		uint32_t word, column;
		int there;
		status = odd_names_add(&all->words, name, strlen(name), &word, &there, err);
		if (status != ODD_OK || there)
			continue;
		status = take_column(all,
			net->columns.count > 0 ? &net->columns.column[net->columns.of[d]]
					       : &no_table,
			&column, err);
		uint32_t *of = status == ODD_OK
				       ? realloc(all->told.of, all->words.count * sizeof *of)
				       : NULL;
		if (status == ODD_OK && of == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK) {
			all->told.of = of;
			of[word] = column;
		}
	}
	return status;
}

struct cell {
	uint32_t column;
	double value;
};

static int by_column(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	return x->column < y->column ? -1 : x->column > y->column;
}

/* C with the columns of all, each row in rising order again. */
static odd_status widen(odd_network *net, const struct all *all, odd_error *err)
{
	odd_csr *C = &net->C;
	size_t most = 0;
	for (size_t i = 0; i < net->nodes; i++)
		most = C->ptr[i + 1] - C->ptr[i] > most ? C->ptr[i + 1] - C->ptr[i] : most;
	uint32_t *map = malloc((net->attributes + 1) * sizeof *map);
	struct cell *row = malloc((most + 1) * sizeof *row);
	if (map == NULL || row == NULL) {
		free(map);
		free(row);
		return odd_error_nomem(err);
	}
	for (size_t d = 0; d < net->attributes; d++) {
		const char *name = odd_names_get(&net->words, d);
		map[d] = odd_names_find(&all->words, name, strlen(name));
	}
	for (size_t i = 0; i < net->nodes; i++) {
		size_t first = C->ptr[i], n = C->ptr[i + 1] - first;
		for (size_t e = 0; e < n; e++)
			row[e] = (struct cell){
				map[C->idx[first + e]], C->val != NULL ? C->val[first + e] : 1.0};
		if (n > 1)
			qsort(row, n, sizeof *row, by_column);
		for (size_t e = 0; e < n; e++) {
			C->idx[first + e] = row[e].column;
			if (C->val != NULL)
				C->val[first + e] = row[e].value;
		}
	}
	C->cols = all->words.count;
	free(map);
	free(row);
	return ODD_OK;
}

/* What nodes miss, by the columns of all. */
static odd_status tell_cells(odd_columns *wide, const odd_columns *here, odd_error *err)
{
	odd_ccsr cells = odd_csr_const(here->cells);
	odd__missing list = {.count = 0};
	odd_status status = ODD_OK;
	if (cells.rows == 0)
		return ODD_OK;
	size_t *to =
		malloc((here->count + 1) * sizeof *to); /* of each column here, its number there */
	if (to == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < wide->count; c++) {
		size_t h = odd_columns_find(here, wide->column[c].name);
		wide->column[c].seldom = h == SIZE_MAX || here->column[h].seldom;
	}
	for (size_t h = 0; h < here->count; h++)
		to[h] = odd_columns_find(wide, here->column[h].name);
	for (size_t i = 0; i < cells.rows; i++)
		for (size_t e = cells.ptr[i]; e < cells.ptr[i + 1] && status == ODD_OK; e++)
			status = odd__missing_add(&list, i, to[cells.idx[e]], err);
	if (status == ODD_OK)
		status = odd_csr_from_triplets(&wide->cells, cells.rows, wide->count, list.count,
			list.row, list.column, NULL, ODD_MERGE_MAX, NULL, err);
	odd__missing_clear(&list);
	free(to);
	return status;
}

/* What this network says of a column stays; one that it has not is empty here. */
static odd_status tell_columns(odd_network *net, const struct all *all, odd_error *err)
{
	odd_columns wide;
	odd_status status = odd_columns_copy(&wide, &all->told, all->words.count, err);
	if (status != ODD_OK)
		return status;
	for (size_t c = 0; c < wide.count; c++) {
		odd_table_column *to = &wide.column[c];
		const size_t at = odd_columns_find(&net->columns, to->name);
		odd_table_column *here = at != SIZE_MAX ? &net->columns.column[at] : NULL;
		if (here != NULL && net->columns.titles == at + 1)
			wide.titles = c + 1;
		if (here != NULL && here->value != NULL) { /* its cells move */
			to->values = here->values;
			to->value = here->value;
			to->rows = here->rows;
			here->values = (odd_names)ODD_NAMES_INIT;
			here->value = NULL;
			here->rows = 0;
		}
		to->missing = here != NULL ? here->missing : net->nodes;
		to->filled_in = here != NULL ? here->filled_in : 0.0;
	}
	for (size_t d = 0; d < all->words.count; d++)
		wide.column[wide.of[d]].attributes++;
	if ((status = tell_cells(&wide, &net->columns, err)) != ODD_OK) {
		odd_columns_clear(&wide);
		return status;
	}
	odd_columns_clear(&net->columns);
	net->columns = wide;
	return ODD_OK;
}

static odd_status share_words(odd_network *net, const struct all *all, odd_error *err)
{
	odd_names words;
	odd_status status = widen(net, all, err);
	if (status == ODD_OK && all->columned)
		status = tell_columns(net, all, err);
	if (status == ODD_OK)
		status = odd_names_copy(&words, &all->words, err);
	if (status != ODD_OK)
		return status;
	odd_names_clear(&net->words);
	net->words = words;
	net->attributes = all->words.count;
	return ODD_OK;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static odd_status number_nodes(odd_times *times, odd_time *time, odd_error *err)
{
	const odd_network *net = time->net;
	odd_status status = ODD_OK;
	time->node = malloc((net->nodes + 1) * sizeof *time->node);
	if (time->node == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		const char *id = odd_names_get(&net->ids, i);
		status = odd_names_add(&times->ids, id, strlen(id), &time->node[i], NULL, err);
	}
	return status;
}

/* Where no time has attributes, links stand in for them at every time. */
static odd_status stand_in(odd_times *times, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t t = 0; t < times->count; t++)
		if (times->time[t].net != NULL && times->time[t].net->attributes > 0)
			return ODD_OK;
	for (size_t t = 0; t < times->count && status == ODD_OK; t++) {
		odd_network *other, *net = times->time[t].net;
		if (net == NULL)
			continue;
		status = odd_network_without_attributes(&other, net, err);
		if (status == ODD_OK) {
			odd_network_free(net);
			times->time[t].net = other;
		}
	}
	return status;
}

/* A folder of different networks is no sequence, and must not be ranked as one. */
static odd_status check_ids(const odd_times *times, odd_error *err)
{
	size_t nodes = 0, there = 0;
	const odd_time *first = NULL, *last = NULL;
	for (size_t t = 0; t < times->count; t++) {
		const odd_time *time = &times->time[t];
		if (time->net == NULL)
			continue;
		first = there++ == 0 ? time : first;
		last = time;
		nodes += time->net->nodes;
	}
	if (there < 2 || times->windows || nodes > times->ids.count)
		return ODD_OK;
	return odd_error_set(err, ODD_EINPUT,
		"no node is at more than one time (%.40s in %.40s, %.40s in %.40s): these are "
		"different networks, not one at several times",
		odd_names_get(&first->net->ids, 0), first->name, odd_names_get(&last->net->ids, 0),
		last->name);
}

/* All networks get the attributes of all, and know their nodes by the numbers of the sequence. */
static odd_status times_match(odd_times *times, odd_error *err)
{
	struct all all = {.columned = false};
	odd_status status = stand_in(times, err);
	for (size_t t = 0; t < times->count && status == ODD_OK; t++) {
		if (times->time[t].net != NULL)
			status = take_words(&all, times->time[t].net, err);
		if (status == ODD_OK && times->time[t].net != NULL)
			status = number_nodes(times, &times->time[t], err);
	}
	if (status == ODD_OK)
		status = check_ids(times, err);
	for (size_t t = 0; t < times->count && status == ODD_OK; t++)
		if (times->time[t].net != NULL)
			status = share_words(times->time[t].net, &all, err);
	times->attributes = all.words.count;
	clear_all(&all);
	return status;
}

uint32_t *odd_times_rows(const odd_times *times, size_t from, size_t to, size_t *kept, size_t *gone)
{
	const odd_time *a = &times->time[from], *b = &times->time[to];
	uint32_t *was = malloc((b->net->nodes + 1) * sizeof *was);
	uint32_t *row = malloc((times->ids.count + 1) * sizeof *row);
	*kept = *gone = 0;
	for (size_t i = 0; row != NULL && i < times->ids.count; i++)
		row[i] = ODD_NO_NAME;
	for (size_t i = 0; row != NULL && i < a->net->nodes; i++)
		row[a->node[i]] = (uint32_t)i;
	for (size_t i = 0; was != NULL && row != NULL && i < b->net->nodes; i++) {
		was[i] = row[b->node[i]];
		*kept += was[i] != ODD_NO_NAME;
	}
	*gone = a->net->nodes - *kept;
	if (row == NULL) {
		free(was);
		was = NULL;
	}
	free(row);
	return was;
}

/* One more time, whose network (NULL: there is none) is taken over, also on failure. */
static odd_status times_add(odd_times *times, const char *name, odd_network *net, odd_error *err)
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
	if (n > MOST_TIMES && !each && !yearly)
		return odd_error_set(err, ODD_EUSAGE,
			"%.40s stretches are too many: at most %d can be fitted one after the other",
			o->windows, MOST_TIMES);
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
			status = times_add(times, cut->window[i].name, net, err);
	}
	return status;
}

/* One network cut into stretches of time by a column of its links. */
static odd_status times_cut(odd_times *times, const char *path, const odd_times_options *options,
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

/* Columns keep the types they had at the times before: a column that happens to hold numbers alone
 * in one year is no number for that. */
static odd_status load_one(odd_network **out, const odd_times *times, const char *path,
	const odd_load_options *options, const odd_job *job, odd_error *err)
{
	char *types;
	odd_status status = odd_network_load(out, path, options, job, err);
	if (status != ODD_OK)
		return status;
	status = times_types(&types, times, *out, options->types, err);
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
			status = times_add(times, l->entry[i].time, net, err);
		free(path);
	}
	return status;
}

static odd_status load_single(odd_times *times, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err)
{
	odd_network *net;
	odd_status status = odd_network_load(&net, path, &options->load, job, err);
	return status == ODD_OK ? times_add(times, net->name, net, err) : status;
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
		status = times_cut(times, path, options, job, err);
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
		status = times_match(times, err);
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
