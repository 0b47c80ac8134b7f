#include "config.h"

#include "session/look.h"

#include <stdarg.h>
#include <stdio.h>

#include "session/command.h"
#include "session/memory.h"

void look_clear(struct look *look)
{
	free(look->sought);
	free(look->mark);
	*look = (struct look){.selected = SESSION_NONE};
}

/* One look command at work: what look_run was given. */
struct looking {
	struct look *look;
	char *said;
	const odd_network *net;
	const odd_scores *scores; /* NULL: not yet scored */
	const struct arguments *args;
};

static void ODD_PRINTF(2, 3) say(const struct looking *l, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(l->said, LOOK_SAID, format, args);
	va_end(args);
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
	size_t node = SESSION_NONE;
	const char *text = l->args->item[0].text;
	odd_status status = look_node(&node, l->net, l->scores, text, err);
	if (status == ODD_OK) {
		select_node(l, node);
	} else if (strcmp(text, "none") == 0) {
		l->look->selected = SESSION_NONE;
		status = ODD_OK;
	}
	return status;
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
		if (strcasestr(odd_names_get(&l->net->ids, node), l->look->sought) != NULL) {
			select_node(l, node);
			return ODD_OK;
		}
	}
	return odd_error_set(err, ODD_EUSAGE, "no node has \"%.60s\" in its name", l->look->sought);
}

static odd_status run_find(const struct looking *l, odd_error *err)
{
	bool upwards = arguments_have(l->args, "-p");
	const char *text = arguments_text(l->args, "TEXT");
	size_t node;
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
	static const enum session_filter_by by[] = {
		FILTER_KIND, FILTER_LABEL, FILTER_RANK, FILTER_MARKED, FILTER_NONE};
	const struct argument *word = &l->args->item[0];
	struct session_filter f = {.by = by[word->at], .value = (long)word->value.whole};
	if (f.by != FILTER_NONE)
		snprintf(f.text, sizeof f.text, "%s", l->args->argv[1]);
	if (f.by == FILTER_KIND)
		f.value = word->value.choice;
	if (f.by == FILTER_LABEL) {
		uint32_t label = odd_names_find(&l->net->classes, word->text, strlen(word->text));
		if (label == ODD_NO_NAME)
			return odd_error_set(
				err, ODD_EUSAGE, "filter: there is no class \"%.60s\"", word->text);
		f.value = (long)label;
	}
	if (f.by == FILTER_RANK && f.value < 2)
		return odd_error_set(err, ODD_EUSAGE, "filter rank: no node ranks before 1");
	l->look->filter = f;
	if (f.by == FILTER_NONE)
		say(l, "all nodes are listed");
	else
		say(l, "listed: %s", f.text);
	return ODD_OK;
}

static odd_status run_sort(const struct looking *l, odd_error *err)
{
	(void)err;
	l->look->sort = (enum session_sort)l->args->item[0].at;
	l->look->reversed = arguments_have(l->args, "reverse");
	say(l, "sorted by %s%s", l->args->item[0].text, l->look->reversed ? ", reversed" : "");
	return ODD_OK;
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

bool look_marked(const struct look *look, size_t node)
{
	size_t at = odd_rising_find(look->mark, 0, look->mark_count, node);
	return at < look->mark_count && look->mark[at] == node;
}

static odd_status run_mark(const struct looking *l, odd_error *err)
{
	struct look *look = l->look;
	size_t node = look->selected;
	if (l->args->count > 0) {
		odd_status status = look_node(&node, l->net, l->scores, l->args->item[0].text, err);
		if (status != ODD_OK)
			return status;
	}
	if (node == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "mark: no node is selected, and none named");
	const char *id = odd_names_get(&l->net->ids, node);
	size_t at = odd_rising_find(look->mark, 0, look->mark_count, node);
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
	const odd_scores *scores, const struct arguments *args, odd_error *err)
{
	static const struct {
		const char *name;
		odd_status (*run)(const struct looking *l, odd_error *err);
	} table[] = {{"select", run_select}, {"find", run_find}, {"filter", run_filter},
		{"mark", run_mark}, {"sort", run_sort}};
	const struct looking l = {look, said, net, scores, args};
	const char *name = args->command->name;
	size_t i = 0;
	said[0] = '\0';
	if (net == NULL && (args->command->flags & COMMAND_NEEDS_RUN) != 0)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: no network is open; say: open NETWORK", name);
	while (i < sizeof table / sizeof *table && strcmp(table[i].name, name) != 0)
		i++;
	if (i == sizeof table / sizeof *table)
		return odd_error_set(
			err, ODD_EUSAGE, "\"%s\" changes nothing that is looked at", name);
	return table[i].run(&l, err);
}
