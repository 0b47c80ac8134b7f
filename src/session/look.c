#include "config.h"

#include "session/look.h"

#include <stdarg.h>
#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"

void look_init(struct look *look)
{
	*look = (struct look)LOOK_INIT;
}

void look_clear(struct look *look)
{
	free(look->sought);
	free(look->mark);
	node_column_release(look->sort);
	filter_clear(&look->filter);
	look_init(look);
}

void look_select(struct look *look, size_t node)
{
	pthread_mutex_lock(&look->lock);
	look->version += look->selected != node;
	look->selected = node;
	pthread_mutex_unlock(&look->lock);
}

size_t look_selected(struct look *look)
{
	pthread_mutex_lock(&look->lock);
	const size_t node = look->selected;
	pthread_mutex_unlock(&look->lock);
	return node;
}

uint32_t *look_copy_marks(struct look *look, size_t *count)
{
	pthread_mutex_lock(&look->lock);
	*count = look->mark_count;
	uint32_t *mark = xgrow(NULL, *count, sizeof *mark);
	if (*count > 0)
		memcpy(mark, look->mark, *count * sizeof *mark);
	pthread_mutex_unlock(&look->lock);
	return mark;
}

char *look_lines(struct look *look, const odd_network *net)
{
	pthread_mutex_lock(&look->lock);
	const bool selected = look->selected < net->nodes, filtered = filter_any(&look->filter);
	char *id = command_quote(selected ? odd_names_get(&net->ids, look->selected) : "");
	const char *filter = filtered ? look->filter.text : "";
	char *out = xgrow(NULL, strlen(id) + strlen(filter) + 100, 1), *end = out;
	*out = '\0';
	if (look_sorted_by(look) != node_column_total() || look->reversed)
		end += sprintf(end, "sort %.40s%s\n", look_sorted_by(look)->name,
			look->reversed ? " reverse" : "");
	if (filtered)
		end += sprintf(end, "filter %s\n", filter);
	if (selected)
		sprintf(end, "select %s\n", id);
	pthread_mutex_unlock(&look->lock);
	free(id);
	return out;
}

/* What is known of the nodes, with the marks of this look. */
static struct node_values look_values(const struct look *look, const struct node_values *f)
{
	struct node_values out = *f;
	out.mark = look->mark;
	out.mark_count = look->mark_count;
	return out;
}

/* One look command at work: what look_run was given. */
struct looking {
	struct look *look;
	char *said;
	const odd_network *net;
	const odd_scores *scores;    /* NULL: not yet scored */
	const struct node_values *f; /* the same and more */
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
	/* While it is a secret who was planted as what, their own names lead nowhere. */
	if (at != ODD_NO_NAME && odd__names_veiled(&net->ids, at) &&
		strcmp(odd_names_get(&net->ids, at), text) != 0)
		at = ODD_NO_NAME;
	if (at != ODD_NO_NAME) {
		*node = at;
		return ODD_OK;
	}
	const size_t titled = odd_network_find_title(net, text);
	if (titled != SIZE_MAX && !odd__names_veiled(&net->ids, titled)) {
		*node = titled;
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
	const char *id = odd_network_title(l->net, node);
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

/* Is the text part of the id or of what was read of the node and left out? While it is a secret
 * what was planted, of its id alone. */
static bool has_text(const odd_network *net, size_t node, const char *text)
{
	if (strcasestr(odd_names_get(&net->ids, node), text) != NULL)
		return true;
	if (odd__names_veiled(&net->ids, node))
		return false;
	for (size_t c = 0; c < net->columns.count; c++) {
		const char *cell = odd_columns_cell(&net->columns, node, c);
		if (cell != NULL && strcasestr(cell, text) != NULL)
			return true;
	}
	return false;
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
		if (has_text(l->net, node, l->look->sought)) {
			select_node(l, node);
			return ODD_OK;
		}
	}
	return odd_error_set(
		err, ODD_EUSAGE, "no node has \"%.60s\" in its name or text", l->look->sought);
}

static odd_status run_find(const struct looking *l, odd_error *err)
{
	bool upwards = arguments_have(l->args, "-p");
	const char *text = arguments_text(l->args, "TEXT");
	size_t node;
	if (text == NULL && l->look->sought == NULL)
		return odd_error_set(err, ODD_EUSAGE, "find: say what to look for");
	if (text != NULL) {
		char *copy = xstrdup(text); /* which may be what was sought before */
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

/* How many nodes pass. */
static size_t count_listed(const struct looking *l, const struct filter *filter)
{
	size_t count = 0;
	for (size_t i = 0; i < l->net->nodes; i++)
		count += filter_passes(filter, l->f, i);
	return count;
}

static odd_status run_filter(const struct looking *l, odd_error *err)
{
	struct filter *filter = &l->look->filter;
	odd_status status =
		filter_read(filter, l->args->argv + 1, (size_t)l->args->argc - 1, l->f, err);
	if (status != ODD_OK)
		return status;
	if (!filter_any(filter))
		say(l, "all nodes are listed");
	else
		say(l, "%zu of %zu nodes: %.200s", count_listed(l, filter), l->net->nodes,
			filter->text);
	return ODD_OK;
}

const struct node_column *look_sorted_by(const struct look *look)
{
	return look->sort != NULL ? look->sort : node_column_total();
}

bool look_falls(const struct look *look)
{
	return look_sorted_by(look)->rising == look->reversed;
}

static odd_status run_sort(const struct looking *l, odd_error *err)
{
	const char *name = l->args->item[0].text;
	const struct node_column *fact = node_column_find(l->net, name, strlen(name));
	odd_error fault = {0};
	if (fact == NULL)
		node_column_unknown(l->net, name, strlen(name), &fault);
	else if (fact->type == COLUMN_SET)
		odd_error_set(&fault, ODD_EUSAGE, "there is no order by %s", fact->name);
	else if (l->net != NULL)
		node_column_check(fact, l->f, &fault);
	if (fault.code != ODD_OK) {
		node_column_release(fact);
		return odd_error_set(err, ODD_EUSAGE, "sort: %s", fault.message);
	}
	if (l->look->sort != fact)
		node_column_release(l->look->sort);
	l->look->sort = fact;
	l->look->reversed = arguments_have(l->args, "reverse");
	say(l, "sorted by %s, %s", fact->name,
		fact->type == COLUMN_TEXT || fact->type == COLUMN_KIND
			? look_falls(l->look) ? "z to a" : "a to z"
		: look_falls(l->look) ? "the largest first"
				      : "the smallest first");
	return ODD_OK;
}

odd_status look_list(uint32_t *rows, size_t *count, const struct look *look,
	const struct node_values *f, odd_error *err)
{
	const size_t n = f->net->nodes;
	const struct node_values own = look_values(look, f);
	const struct node_column *by = look_sorted_by(look);
	for (size_t i = 0; i < n; i++)
		rows[i] = f->scores != NULL ? f->scores->order[i] : (uint32_t)i;
	*count = filter_keep(&look->filter, &own, rows, n);
	if (by == node_column_total() && !look->reversed) /* the order they are in */
		return ODD_OK;
	return node_column_sort(rows, *count, by, look->reversed, &own, err);
}

/* ---- marks ---------------------------------------------------------------------------------- */

bool look_marked(const struct look *look, size_t node)
{
	size_t at = odd_rising_find(look->mark, 0, look->mark_count, node);
	return at < look->mark_count && look->mark[at] == node;
}

static void set_mark(struct look *look, size_t node, bool on)
{
	size_t at = odd_rising_find(look->mark, 0, look->mark_count, node);
	if (look_marked(look, node) == on)
		return;
	if (!on) {
		look->mark_count--;
		memmove(look->mark + at, look->mark + at + 1,
			(look->mark_count - at) * sizeof *look->mark);
		return;
	}
	look->mark = xgrow(look->mark, look->mark_count + 1, sizeof *look->mark);
	memmove(look->mark + at + 1, look->mark + at, (look->mark_count - at) * sizeof *look->mark);
	look->mark[at] = (uint32_t)node;
	look->mark_count++;
}

/* All that pass, beside those that are marked already. */
static void mark_passing(const struct looking *l, const struct filter *filter)
{
	struct look *look = l->look;
	size_t count = 0, before = look->mark_count;
	uint32_t *mark = xgrow(NULL, l->net->nodes, sizeof *mark);
	for (size_t i = 0; i < l->net->nodes; i++)
		if (look_marked(look, i) || filter_passes(filter, l->f, i))
			mark[count++] = (uint32_t)i;
	free(look->mark);
	look->mark = mark;
	look->mark_count = count;
	say(l, "%zu more marked, %zu in all", count - before, count);
}

static odd_status mark_only(const struct looking *l, const char *text, odd_error *err)
{
	struct filter filter = {NULL, 0, NULL};
	odd_status status = filter_parse(&filter, text, l->f, err);
	if (status == ODD_OK)
		mark_passing(l, &filter);
	filter_clear(&filter);
	return status;
}

static odd_status run_mark(const struct looking *l, odd_error *err)
{
	struct look *look = l->look;
	size_t node = look->selected;
	const char *only = arguments_text(l->args, "--only");
	if (only != NULL)
		return mark_only(l, only, err);
	if (arguments_have(l->args, "listed")) {
		mark_passing(l, &look->filter);
		return ODD_OK;
	}
	if (arguments_have(l->args, "none")) {
		look->mark_count = 0;
		say(l, "no node is marked");
		return ODD_OK;
	}
	if (l->args->count > 0) {
		odd_status status = look_node(&node, l->net, l->scores, l->args->item[0].text, err);
		if (status != ODD_OK)
			return status;
	}
	if (node == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "mark: no node is selected, and none named");
	bool on = !look_marked(look, node);
	set_mark(look, node, on);
	say(l, "%s is %smarked", odd_names_get(&l->net->ids, node), on ? "" : "no longer ");
	return ODD_OK;
}

/* ---- one of them ---------------------------------------------------------------------------- */

odd_status look_run(struct look *look, char said[LOOK_SAID], const struct node_values *f,
	const struct arguments *args, odd_error *err)
{
	static const struct {
		const char *name;
		odd_status (*run)(const struct looking *l, odd_error *err);
	} table[] = {{"select", run_select}, {"find", run_find}, {"filter", run_filter},
		{"mark", run_mark}, {"sort", run_sort}};
	const struct node_values own = look_values(look, f);
	const struct looking l = {look, said, f->net, f->scores, &own, args};
	const char *name = args->command->name;
	size_t i = 0;
	said[0] = '\0';
	if (f->net == NULL && (args->command->flags & COMMAND_NEEDS_RUN) != 0)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: no network is open; say: open NETWORK", name);
	while (i < sizeof table / sizeof *table && strcmp(table[i].name, name) != 0)
		i++;
	if (i == sizeof table / sizeof *table)
		return odd_error_set(
			err, ODD_EUSAGE, "\"%s\" changes nothing that is looked at", name);
	pthread_mutex_lock(&look->lock);
	look->version++;
	odd_status status = table[i].run(&l, err);
	pthread_mutex_unlock(&look->lock);
	return status;
}
