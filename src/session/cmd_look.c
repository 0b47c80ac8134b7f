/* cmd_look.c: the commands that change what is looked at: selection, search, list, marks, ghosts.
 */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/memory.h"

static odd_status usage(const struct command_call *call, odd_error *err)
{
	const struct session_command *c = session_command_find(call->argv[0]);
	return odd_error_set(err, ODD_EUSAGE, "%s: say: %s %s", c->name, c->name, c->usage);
}

static void say_selected(struct session *s)
{
	session_say(s, "%s: rank %u of %zu", odd_names_get(&session_network(s)->ids, s->selected),
		s->scores.rank[s->selected], s->scores.n);
}

odd_status session_find_node(
	size_t *node, struct session *s, const char *text, const odd_job *job, odd_error *err)
{
	const odd_network *net = session_network(s);
	uint32_t at = odd_names_find(&net->ids, text, strlen(text));
	if (at != ODD_NO_NAME) {
		*node = at;
		return ODD_OK;
	}
	if (text[0] != '#')
		return odd_error_set(err, ODD_EUSAGE, "there is no node \"%.60s\"", text);
	size_t rank;
	odd_status status = session_parse_count(&rank, "rank", text + 1, 1, net->nodes, err);
	if (status == ODD_OK)
		status = session_refresh(s, job, err);
	if (status == ODD_OK)
		*node = s->scores.order[rank - 1];
	return status;
}

odd_status cmd_select(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc != 2)
		return usage(call, err);
	size_t node;
	odd_status status = session_find_node(&node, s, call->argv[1], call->job, err);
	if (status != ODD_OK && strcmp(call->argv[1], "none") == 0) {
		s->selected = SESSION_NONE;
		return ODD_OK;
	}
	if (status == ODD_OK)
		status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	s->selected = node;
	say_selected(s);
	return ODD_OK;
}

odd_status cmd_find(struct session *s, struct command_call *call, odd_error *err)
{
	bool upwards = false;
	const char *text = NULL;
	for (int i = 1; i < call->argc; i++) {
		if (i == 1 &&
			(strcmp(call->argv[i], "-p") == 0 || strcmp(call->argv[i], "-n") == 0))
			upwards = call->argv[i][1] == 'p';
		else if (text == NULL)
			text = call->argv[i];
		else
			return usage(call, err);
	}
	if (text == NULL && s->sought == NULL)
		return odd_error_set(err, ODD_EUSAGE, "find: say what to look for");
	odd_status status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	if (text != NULL) {
		char *copy = memory_string(text);
		free(s->sought);
		s->sought = copy;
	}
	/* Down or up the ranking from the selected node, all around; the name itself wins. */
	const odd_network *net = session_network(s);
	const size_t n = s->scores.n;
	size_t at = s->selected != SESSION_NONE ? s->scores.rank[s->selected] - 1 : n - 1;
	uint32_t exact = odd_names_find(&net->ids, s->sought, strlen(s->sought));
	if (text != NULL && exact != ODD_NO_NAME) {
		s->selected = exact;
		say_selected(s);
		return ODD_OK;
	}
	for (size_t i = 1; i <= n; i++) {
		size_t rank = upwards ? (at + n - i) % n : (at + i) % n;
		if (strstr(odd_names_get(&net->ids, s->scores.order[rank]), s->sought) == NULL)
			continue;
		s->selected = s->scores.order[rank];
		say_selected(s);
		return ODD_OK;
	}
	return odd_error_set(err, ODD_EUSAGE, "no node has \"%.60s\" in its name", s->sought);
}

/* ---- the list ------------------------------------------------------------------------------- */

odd_status cmd_filter(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc != 2)
		return usage(call, err);
	const char *word = call->argv[1];
	const odd_network *net = session_network(s);
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
				"combined or "
				"outlier",
				word + 5);
	} else if (strncmp(word, "label=", 6) == 0) {
		uint32_t label = odd_names_find(&net->classes, word + 6, strlen(word + 6));
		if (label == ODD_NO_NAME)
			return odd_error_set(
				err, ODD_EUSAGE, "filter: there is no class \"%.60s\"", word + 6);
		f.by = FILTER_LABEL;
		f.value = (long)label;
	} else if (strncmp(word, "rank<", 5) == 0) {
		size_t rank;
		odd_status status =
			session_parse_count(&rank, "filter rank", word + 5, 2, 1000000000, err);
		if (status != ODD_OK)
			return status;
		f.by = FILTER_RANK;
		f.value = (long)rank;
	} else {
		return usage(call, err);
	}
	s->filter = f;
	session_say(s, f.by == FILTER_NONE ? "all nodes are listed" : "listed: %s", f.text);
	return ODD_OK;
}

odd_status cmd_sort(struct session *s, struct command_call *call, odd_error *err)
{
	static const char *const names[] = {
		"total", "structure", "attributes", "disagreement", "node"};
	if (call->argc < 2 || call->argc > 3 ||
		(call->argc == 3 && strcmp(call->argv[2], "reverse") != 0))
		return usage(call, err);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(call->argv[1], names[i]) == 0) {
			s->sort = (enum session_sort)i;
			s->reversed = call->argc == 3;
			session_say(s, "sorted by %s%s", names[i], s->reversed ? ", reversed" : "");
			return ODD_OK;
		}
	return usage(call, err);
}

static bool passes(const struct session *s, const odd_network *net, uint32_t node)
{
	switch (s->filter.by) {
	case FILTER_KIND:
		return net->truth[node] == s->filter.value;
	case FILTER_LABEL:
		return net->label[node] == s->filter.value;
	case FILTER_RANK:
		return s->scores.rank[node] < s->filter.value;
	case FILTER_MARKED:
		return session_marked(s, node);
	default:
		return true;
	}
}

odd_status session_list(uint32_t *rows, size_t *count, const struct session *s, odd_error *err)
{
	const odd_network *net = session_network(s);
	const size_t n = s->scores.n;
	odd_status status = ODD_OK;
	*count = 0;
	if (s->sort == SORT_NODE)
		for (size_t i = 0; i < n; i++)
			rows[i] = (uint32_t)i;
	else if (s->sort == SORT_TOTAL)
		memcpy(rows, s->scores.order, n * sizeof *rows);
	else
		status = odd_order_descending(
			rows, s->scores.component[s->sort - SORT_STRUCTURE], n, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		if (passes(s, net, rows[i]))
			rows[(*count)++] = rows[i];
	for (size_t i = 0; s->reversed && i < *count / 2; i++) {
		uint32_t t = rows[i];
		rows[i] = rows[*count - 1 - i];
		rows[*count - 1 - i] = t;
	}
	return ODD_OK;
}

/* ---- marks and ghosts ----------------------------------------------------------------------- */

odd_status cmd_mark(struct session *s, struct command_call *call, odd_error *err)
{
	size_t node = s->selected, at = 0;
	if (call->argc > 2)
		return usage(call, err);
	if (call->argc == 2) {
		odd_status status = session_find_node(&node, s, call->argv[1], call->job, err);
		if (status != ODD_OK)
			return status;
	}
	if (node == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "mark: no node is selected, and none named");
	const char *id = odd_names_get(&session_network(s)->ids, node);
	/* The selection is not in the log, so the log names the node. */
	char *quoted = command_quote(id);
	call->logged = memory_grow(NULL, strlen(quoted) + 6, 1);
	sprintf(call->logged, "mark %s", quoted);
	free(quoted);
	while (at < s->mark_count && s->mark[at] < node)
		at++;
	bool there = at < s->mark_count && s->mark[at] == node;
	if (there) {
		memmove(s->mark + at, s->mark + at + 1, (--s->mark_count - at) * sizeof *s->mark);
	} else {
		s->mark = memory_grow(s->mark, s->mark_count + 1, sizeof *s->mark);
		memmove(s->mark + at + 1, s->mark + at, (s->mark_count++ - at) * sizeof *s->mark);
		s->mark[at] = (uint32_t)node;
	}
	session_say(s, there ? "%s is no longer marked" : "%s is marked", id);
	return ODD_OK;
}

odd_status cmd_keep(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc > 2)
		return usage(call, err);
	odd_status status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	struct ghost *g = calloc(1, sizeof *g);
	if (g == NULL)
		return odd_error_nomem(err);
	atomic_init(&g->refs, 1);
	g->trace.point = malloc(trace->count * sizeof *trace->point);
	g->order = malloc(s->scores.n * sizeof *g->order);
	if (g->trace.point == NULL || g->order == NULL) {
		ghost_release(g);
		return odd_error_nomem(err);
	}
	char name[40];
	snprintf(name, sizeof name, "run %zu", s->ghost_count + 1);
	g->name = memory_string(call->argc == 2 ? call->argv[1] : name);
	memcpy(g->trace.point, trace->point, trace->count * sizeof *trace->point);
	g->trace.count = g->trace.capacity = trace->count;
	memcpy(g->order, s->scores.order, s->scores.n * sizeof *g->order);
	g->n = s->scores.n;
	g->evaluated = s->evaluated;
	g->evaluation = s->evaluation;
	s->ghost = memory_grow(s->ghost, s->ghost_count + 1, sizeof *s->ghost);
	s->ghost[s->ghost_count++] = g;
	session_say(s, "kept as %.60s", g->name);
	return ODD_OK;
}
