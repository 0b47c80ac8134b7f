/* times_cut.c: one network in several, by the time that a column of its table of links tells.
 *
 * The table is read once for the times there are, and once more for each stretch of them, with the
 * links that fall into it alone. A node is there when it has such a link. */
#include "config.h"

#include "network/times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/column_types.h"

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
