#include "config.h"

#include "session/look.h"

#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

#include "session/command.h"
#include "session/memory.h"

void look_clear(struct look *look)
{
	free(look->sought);
	free(look->mark);
	*look = (struct look){.selected = SESSION_NONE};
}

bool look_knows(const char *name)
{
	const struct session_command *c = session_command_find(name);
	return c != NULL && c->run == cmd_look;
}

/* One look command at work: what look_run was given. */
struct looking {
	struct look *look;
	char *said;
	const odd_network *net;
	const odd_scores *scores; /* NULL: not yet scored */
	int argc;
	char *const *argv;
};

static void ODD_PRINTF(2, 3) say(const struct looking *l, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(l->said, LOOK_SAID, format, args);
	va_end(args);
}

static odd_status usage(const struct looking *l, odd_error *err)
{
	const struct session_command *c = session_command_find(l->argv[0]);
	return odd_error_set(err, ODD_EUSAGE, "%s: say: %s %s", c->name, c->name, c->usage);
}

/* ---- selecting ------------------------------------------------------------------------------ */

odd_status look_node(size_t *node, const odd_network *net, const odd_scores *scores,
	const char *text, odd_error *err)
{
	uint32_t at = odd_names_find(&net->ids, text, strlen(text));
	if (at != ODD_NO_NAME) {
		*node = at;
		return ODD_OK;
	}
	if (text[0] != '#')
		return odd_error_set(err, ODD_EUSAGE, "there is no node \"%.60s\"", text);
	size_t rank;
	odd_status status = odd_whole_parse(&rank, "rank", text + 1, 1, net->nodes, err);
	if (status != ODD_OK)
		return status;
	if (scores == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there is no ranking yet");
	*node = scores->order[rank - 1];
	return ODD_OK;
}

static void select_node(const struct looking *l, size_t node)
{
	const char *id = odd_names_get(&l->net->ids, node);
	l->look->selected = node;
	if (l->scores != NULL)
		say(l, "%s: rank %u of %zu", id, l->scores->rank[node], l->scores->n);
	else
		say(l, "%s", id);
}

static odd_status run_select(const struct looking *l, odd_error *err)
{
	size_t node;
	if (l->argc != 2)
		return usage(l, err);
	odd_status status = look_node(&node, l->net, l->scores, l->argv[1], err);
	if (status == ODD_OK) {
		select_node(l, node);
	} else if (strcmp(l->argv[1], "none") == 0) {
		l->look->selected = SESSION_NONE;
		status = ODD_OK;
	}
	return status;
}

/* Is text somewhere in name, small and large letters being the same? */
static bool contains(const char *name, const char *text)
{
	size_t length = strlen(text);
	for (; *name != '\0'; name++)
		if (strncasecmp(name, text, length) == 0)
			return true;
	return length == 0;
}

/* Down or up the ranking from the selected node, all around. */
static odd_status find_next(const struct looking *l, bool upwards, odd_error *err)
{
	const size_t n = l->net->nodes;
	const odd_scores *x = l->scores;
	size_t at = n - 1;
	if (l->look->selected != SESSION_NONE)
		at = x != NULL ? x->rank[l->look->selected] - 1 : l->look->selected;
	for (size_t i = 1; i <= n; i++) {
		size_t rank = upwards ? (at + n - i) % n : (at + i) % n;
		size_t node = x != NULL ? x->order[rank] : rank;
		if (contains(odd_names_get(&l->net->ids, node), l->look->sought)) {
			select_node(l, node);
			return ODD_OK;
		}
	}
	return odd_error_set(err, ODD_EUSAGE, "no node has \"%.60s\" in its name", l->look->sought);
}

static odd_status run_find(const struct looking *l, odd_error *err)
{
	bool upwards = false;
	const char *text = NULL;
	size_t node;
	for (int i = 1; i < l->argc; i++) {
		if (i == 1 && (strcmp(l->argv[i], "-p") == 0 || strcmp(l->argv[i], "-n") == 0))
			upwards = l->argv[i][1] == 'p';
		else if (text == NULL)
			text = l->argv[i];
		else
			return usage(l, err);
	}
	if (text == NULL && l->look->sought == NULL)
		return odd_error_set(err, ODD_EUSAGE, "find: say what to look for");
	if (text != NULL) {
		char *copy = memory_string(text); /* which may be what was sought before */
		free(l->look->sought);
		l->look->sought = copy;
		/* The name itself wins, and #7 is a rank, unless it is part of a name. */
		if (look_node(&node, l->net, l->scores, copy, NULL) == ODD_OK) {
			select_node(l, node);
			return ODD_OK;
		}
	}
	return find_next(l, upwards, err);
}

/* ---- the list ------------------------------------------------------------------------------- */

static odd_status run_filter(const struct looking *l, odd_error *err)
{
	if (l->argc != 2)
		return usage(l, err);
	const char *word = l->argv[1];
	struct session_filter f = {.by = FILTER_NONE};
	snprintf(f.text, sizeof f.text, "%s", word);
	if (strcmp(word, "none") == 0) {
		f.text[0] = '\0';
	} else if (strcmp(word, "marked") == 0) {
		f.by = FILTER_MARKED;
	} else if (strncmp(word, "type=", 5) == 0) {
		f.by = FILTER_KIND;
		f.value = odd_kind_from_name(word + 5, strlen(word + 5));
		if (f.value < 0)
			return odd_error_set(err, ODD_EUSAGE,
				"filter: \"%.40s\" is not ordinary, structural, attribute, "
				"combined or outlier",
				word + 5);
	} else if (strncmp(word, "label=", 6) == 0) {
		uint32_t label = odd_names_find(&l->net->classes, word + 6, strlen(word + 6));
		if (label == ODD_NO_NAME)
			return odd_error_set(
				err, ODD_EUSAGE, "filter: there is no class \"%.60s\"", word + 6);
		f.by = FILTER_LABEL;
		f.value = (long)label;
	} else if (strncmp(word, "rank<", 5) == 0) {
		size_t rank;
		odd_status status =
			odd_whole_parse(&rank, "filter rank", word + 5, 2, 1000000000, err);
		if (status != ODD_OK)
			return status;
		f.by = FILTER_RANK;
		f.value = (long)rank;
	} else {
		return usage(l, err);
	}
	l->look->filter = f;
	if (f.by == FILTER_NONE)
		say(l, "all nodes are listed");
	else
		say(l, "listed: %s", f.text);
	return ODD_OK;
}

static odd_status run_sort(const struct looking *l, odd_error *err)
{
	static const char *const names[] = {
		"total", "structure", "attributes", "disagreement", "node"};
	if (l->argc < 2 || l->argc > 3 || (l->argc == 3 && strcmp(l->argv[2], "reverse") != 0))
		return usage(l, err);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(l->argv[1], names[i]) == 0) {
			l->look->sort = (enum session_sort)i;
			l->look->reversed = l->argc == 3;
			say(l, "sorted by %s%s", names[i], l->argc == 3 ? ", reversed" : "");
			return ODD_OK;
		}
	return usage(l, err);
}

static bool passes(
	const struct look *look, const odd_network *net, const odd_scores *scores, uint32_t node)
{
	switch (look->filter.by) {
	case FILTER_KIND:
		return net->truth[node] == look->filter.value;
	case FILTER_LABEL:
		return net->label[node] == look->filter.value;
	case FILTER_RANK:
		return scores == NULL || scores->rank[node] < look->filter.value;
	case FILTER_MARKED:
		return look_marked(look, node);
	default:
		return true;
	}
}

odd_status look_list(uint32_t *rows, size_t *count, const struct look *look, const odd_network *net,
	const odd_scores *scores, odd_error *err)
{
	const size_t n = net->nodes;
	odd_status status = ODD_OK;
	*count = 0;
	if (look->sort == SORT_NODE || scores == NULL)
		for (size_t i = 0; i < n; i++)
			rows[i] = (uint32_t)i;
	else if (look->sort == SORT_TOTAL)
		memcpy(rows, scores->order, n * sizeof *rows);
	else
		status = odd_order_descending(
			rows, scores->component[look->sort - SORT_STRUCTURE], n, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		if (passes(look, net, scores, rows[i]))
			rows[(*count)++] = rows[i];
	for (size_t i = 0; look->reversed && i < *count / 2; i++) {
		uint32_t t = rows[i];
		rows[i] = rows[*count - 1 - i];
		rows[*count - 1 - i] = t;
	}
	return ODD_OK;
}

/* ---- marks ---------------------------------------------------------------------------------- */

/* Where the node is among the marks, or would be. */
static size_t mark_place(const struct look *look, size_t node)
{
	size_t low = 0, high = look->mark_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (look->mark[middle] < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool look_marked(const struct look *look, size_t node)
{
	size_t at = mark_place(look, node);
	return at < look->mark_count && look->mark[at] == node;
}

static odd_status run_mark(const struct looking *l, odd_error *err)
{
	struct look *look = l->look;
	size_t node = look->selected;
	if (l->argc > 2)
		return usage(l, err);
	if (l->argc == 2) {
		odd_status status = look_node(&node, l->net, l->scores, l->argv[1], err);
		if (status != ODD_OK)
			return status;
	}
	if (node == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "mark: no node is selected, and none named");
	const char *id = odd_names_get(&l->net->ids, node);
	size_t at = mark_place(look, node);
	if (look_marked(look, node)) {
		look->mark_count--;
		memmove(look->mark + at, look->mark + at + 1,
			(look->mark_count - at) * sizeof *look->mark);
		say(l, "%s is no longer marked", id);
		return ODD_OK;
	}
	look->mark = memory_grow(look->mark, look->mark_count + 1, sizeof *look->mark);
	memmove(look->mark + at + 1, look->mark + at, (look->mark_count - at) * sizeof *look->mark);
	look->mark[at] = (uint32_t)node;
	look->mark_count++;
	say(l, "%s is marked", id);
	return ODD_OK;
}

/* ---- one of them ---------------------------------------------------------------------------- */

odd_status look_run(struct look *look, char said[LOOK_SAID], const odd_network *net,
	const odd_scores *scores, int argc, char *const *argv, odd_error *err)
{
	static const struct {
		const char *name;
		odd_status (*run)(const struct looking *l, odd_error *err);
		bool needs_network;
	} table[] = {{"select", run_select, true}, {"find", run_find, true},
		{"filter", run_filter, true}, {"sort", run_sort, false}, {"mark", run_mark, true}};
	const struct looking l = {look, said, net, scores, argc, argv};
	said[0] = '\0';
	for (size_t i = 0; argc > 0 && i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, argv[0]) != 0)
			continue;
		if (net == NULL && table[i].needs_network)
			return odd_error_set(err, ODD_EUSAGE,
				"%s: no network is open; say: open NETWORK", argv[0]);
		return table[i].run(&l, err);
	}
	return odd_error_set(err, ODD_EUSAGE, "\"%.40s\" changes nothing that is looked at",
		argc > 0 ? argv[0] : "");
}
