#include "config.h"

#include "session/node_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/grammar.h"
#include "session/xalloc.h"

/* ---- what there is to know ------------------------------------------------------------------ */

static const char *without_scores(const struct node_values *f)
{
	return f->scores == NULL ? "the nodes are not yet scored" : NULL;
}

static double rank_of(const struct node_values *f, size_t node)
{
	return f->scores->rank[node];
}

static double total_of(const struct node_values *f, size_t node)
{
	return f->scores->total[node];
}

/* The part of a name, or NULL with why not. Scores have either names or O1, O2, O3. */
static const double *part_called(const char **why, const struct node_values *f, const char *name)
{
	static const char *const paper[] = {"links", "attributes", "disagreement"};
	*why = without_scores(f);
	if (*why != NULL)
		return NULL;
	const odd_score *score = f->scores->score;
	size_t t = odd_score_part(score, name);
	for (size_t p = 0; p < 3 && t == score->count && !score->ranked; p++)
		t = strcmp(paper[p], name) == 0 ? p : t;
	if (t >= score->count) {
		*why = "this score has no such part";
		return NULL;
	}
	if (score->surprise && !odd_scores_uses(f->scores, t)) {
		*why = odd_scores_why(f->scores, t);
		*why = **why != '\0' ? *why : "this part is left out";
		return NULL;
	}
	/* What the bars show: a share of the nodes, where the score goes by ranks. */
	return f->scores->part[t] != NULL ? f->scores->part[t] : f->scores->component[t];
}

#define PART(part, called) \
	static const char *without_##part(const struct node_values *f) \
	{ \
		const char *why; \
		part_called(&why, f, called); \
		return why; \
	} \
	static double part##_of(const struct node_values *f, size_t node) \
	{ \
		const char *why; \
		return part_called(&why, f, called)[node]; \
	}
PART(structure, "links")
PART(attributes, "attributes")
PART(disagreement, "disagreement")
PART(context, "context")
PART(density, "density")
PART(size, "size")
#undef PART

static const char *without_one(const struct node_values *f)
{
	return f->one == NULL        ? without_scores(f)
	       : f->one == f->scores ? "the list is ranked by ONE already"
				     : NULL;
}
static double one_of(const struct node_values *f, size_t node)
{
	return f->one->rank[node];
}

static const char *without_ranges(const struct node_values *f)
{
	if (f->scores == NULL)
		return without_scores(f);
	return f->scores->low == NULL ? "ranges of ranks are not known; say: certainty" : NULL;
}
static double low_of(const struct node_values *f, size_t node)
{
	return f->scores->low[node];
}
static double high_of(const struct node_values *f, size_t node)
{
	return f->scores->high[node];
}

static double change_in(const int32_t *change, size_t node)
{
	return change[node] != RANK_NEW ? (double)change[node] : (double)NAN;
}

static const char *without_change(const struct node_values *f)
{
	return f->change == NULL ? "there is no earlier iteration to compare ranks with" : NULL;
}
static double change_of(const struct node_values *f, size_t node)
{
	return change_in(f->change, node);
}

static const char *without_kept(const struct node_values *f)
{
	return f->kept == NULL ? "no run has been kept; say: keep" : NULL;
}
static double kept_of(const struct node_values *f, size_t node)
{
	return change_in(f->kept, node);
}

static const char *name_of(const struct node_values *f, size_t node)
{
	return odd_network_title(f->net, node);
}

static const char *without_titles(const struct node_values *f)
{
	return f->net->columns.titles == 0 ? "the names of the nodes are their ids" : NULL;
}
static const char *id_of(const struct node_values *f, size_t node)
{
	return odd_names_get(&f->net->ids, node);
}

static const char *without_groups(const struct node_values *f)
{
	return f->groups == NULL ? "communities are not known yet; say: communities" : NULL;
}
static double group_of(const struct node_values *f, size_t node)
{
	const int32_t group = f->groups->of[node];
	return group != ODD_NO_LABEL ? (double)group + 1.0 : (double)NAN;
}

static double row_of(const struct node_values *f, size_t node)
{
	(void)f;
	return (double)node + 1.0;
}

static const char *without_labels(const struct node_values *f)
{
	return f->net->classes.count == 0 ? "the nodes have no labels" : NULL;
}
static const char *label_of(const struct node_values *f, size_t node)
{
	int32_t label = f->net->label[node];
	return label != ODD_NO_LABEL ? odd_names_get(&f->net->classes, (size_t)label) : NULL;
}

static const char *without_kinds(const struct node_values *f)
{
	return f->secret ? "who is odd is hidden; set truth=shown shows it" : NULL;
}
static const char *kind_of(const struct node_values *f, size_t node)
{
	return odd_kind_name((odd_kind)f->net->truth[node]);
}

static const char *judged_of(const struct node_values *f, size_t node)
{
	const enum judgment judgment = judgment_of(f->judged, node);
	/* one word, for filters */
	return judgment == JUDGED_NOT_ODD ? "not-odd" : judgment_name(judgment);
}

static double degree_of(const struct node_values *f, size_t node)
{
	return (double)(f->net->A.ptr[node + 1] - f->net->A.ptr[node]);
}

static double words_of(const struct node_values *f, size_t node)
{
	return (double)(f->net->C.ptr[node + 1] - f->net->C.ptr[node]);
}

static bool row_has(odd_csr m, size_t node, uint32_t column)
{
	return column != ODD_NO_NAME && odd_csr_find(odd_csr_const(m), node, column) != SIZE_MAX;
}

static bool has_word(const struct node_values *f, size_t node, const char *name)
{
	return row_has(f->net->C, node, odd_names_find(&f->net->words, name, strlen(name)));
}

static bool has_link(const struct node_values *f, size_t node, const char *name)
{
	return row_has(f->net->A, node, odd_names_find(&f->net->ids, name, strlen(name)));
}

bool node_is_marked(const struct node_values *f, size_t node)
{
	size_t at = odd_rising_find(f->mark, 0, f->mark_count, node);
	return at < f->mark_count && f->mark[at] == node;
}

static double mark_of(const struct node_values *f, size_t node)
{
	return node_is_marked(f, node) ? 1.0 : 0.0;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* clang-format off */
static const struct node_column facts[] = {
	{"rank", NULL, "#", "its place in the ranking, 1 is the oddest", COLUMN_NUMBER, true,
		.missing = without_scores, .number = rank_of},
	{"range", "low", "range", "its best place in the runs of certainty", COLUMN_NUMBER, true,
		.missing = without_ranges, .number = low_of},
	{"high", NULL, NULL, "its worst place in the runs of certainty", COLUMN_NUMBER, true,
		.missing = without_ranges, .number = high_of},
	{"change", NULL, "change", "places it has risen since the iteration before; "
		"below 0: fallen", COLUMN_NUMBER, false, .missing = without_change, .number = change_of},
	{"kept", NULL, "kept", "places it has risen since the run that was kept last",
		COLUMN_NUMBER, false, .missing = without_kept, .number = kept_of},
	{"name", "node", "node", "its name", COLUMN_TEXT, true, .text = name_of},
	{"id", NULL, "id", "its id, where it has a name beside it", COLUMN_TEXT, true,
		.missing = without_titles, .text = id_of},
	{"community", "group", "community", "the number of its community, or of its class, as explain has it",
		COLUMN_NUMBER, true, .missing = without_groups, .number = group_of},
	{"row", NULL, "row", "its place in the data, from 1", COLUMN_NUMBER, true, .number = row_of},
	{"label", NULL, "label", "its class", COLUMN_TEXT, true, .missing = without_labels,
		.text = label_of},
	{"kind", "type", "is", "what it is known to be; any: some outlier", COLUMN_KIND, true,
		.missing = without_kinds, .text = kind_of},
	{"marked", "mark", "mark", "you marked it", COLUMN_MARK, false, .number = mark_of},
	{"judged", NULL, "judged", "odd or not-odd, as you judged it", COLUMN_TEXT, true,
		.text = judged_of},
	{"degree", "links", "degree", "how many links it has", COLUMN_NUMBER, false,
		.number = degree_of},
	{"words", NULL, "#words", "how many words it has", COLUMN_NUMBER, false, .number = words_of},
	{"word", NULL, NULL, "it has this word", COLUMN_SET, false, .holds = has_word},
	{"linked", NULL, NULL, "it has a link to the node of this name", COLUMN_SET, false,
		.holds = has_link},
	{"structure", NULL, "structure", "how odd its links are", COLUMN_NUMBER, false,
		.missing = without_structure, .number = structure_of},
	{"attributes", NULL, "attributes", "how odd its words are", COLUMN_NUMBER, false,
		.missing = without_attributes, .number = attributes_of},
	{"disagreement", NULL, "disagreement", "how far links and words disagree", COLUMN_NUMBER,
		false, .missing = without_disagreement, .number = disagreement_of},
	{"context", NULL, "context", "how far its attributes are from those around it",
		COLUMN_NUMBER, false, .missing = without_context, .number = context_of},
	{"density", NULL, "density", "how tight its surroundings are", COLUMN_NUMBER, false,
		.missing = without_density, .number = density_of},
	{"size", NULL, "size", "how far it is from the middle", COLUMN_NUMBER, false,
		.missing = without_size, .number = size_of},
	{"one", NULL, "ONE", "its place in the ranking by ONE alone", COLUMN_NUMBER, true,
		.missing = without_one, .number = one_of},
	{"total", NULL, "total", "the score that the ranking goes by", COLUMN_NUMBER, false,
		.missing = without_scores, .number = total_of},
};
/* clang-format on */

enum { FACTS = sizeof facts / sizeof *facts };

const struct node_column *node_column_get(size_t i)
{
	return i < FACTS ? &facts[i] : NULL;
}

const struct node_column *node_column_total(void)
{
	return &facts[FACTS - 1];
}

static bool is_called(const char *own, const char *name, size_t length)
{
	return own != NULL && strlen(own) == length && strncmp(own, name, length) == 0;
}

/* ---- columns of the data -------------------------------------------------------------------- */

/* Are the different cells of a left-out column numbers, as far as one looks? */
static bool holds_numbers(const odd_table_column *c)
{
	enum { LOOKED_AT = 100 };
	char *end;
	for (size_t v = 0; v < c->values.count && v < LOOKED_AT; v++) {
		const char *text = odd_names_get(&c->values, v);
		strtod(text, &end);
		if (end == text || *end != '\0')
			return false;
	}
	return c->values.count > 0;
}

static const struct node_column *data_column(const odd_network *net, size_t at)
{
	const odd_table_column *c = &net->columns.column[at];
	struct node_column *out = xgrow(NULL, 1, sizeof *out);
	*out = (struct node_column){
		.help = "a column of the data", .type = COLUMN_TEXT, .data_column = at + 1};
	snprintf(out->own, sizeof out->own, "%s", c->name);
	out->name = out->title = out->own;
	if (c->type == ODD_COLUMN_LIST)
		out->type = COLUMN_SET;
	else if (c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_DATE ||
		 c->type == ODD_COLUMN_COUNT ||
		 (c->type >= ODD_COLUMN_ID && c->value != NULL && holds_numbers(c)))
		out->type = COLUMN_NUMBER;
	out->rising = out->type != COLUMN_NUMBER; /* the largest first */
	while (c->attributes > 0 && out->attribute + 1 < net->attributes &&
		net->columns.of[out->attribute] != at)
		out->attribute++;
	return out;
}

const struct node_column *node_column_find(const odd_network *net, const char *name, size_t length)
{
	const struct node_column *row = NULL;
	const struct node_values of = {.net = net};
	for (size_t i = 0; i < FACTS && row == NULL; i++)
		if (is_called(facts[i].name, name, length) ||
			is_called(facts[i].also, name, length))
			row = &facts[i];
	/* Where there are no labels a column of that name is meant. */
	const bool nothing = row != NULL && net != NULL && row->missing == without_labels &&
			     row->missing(&of) != NULL;
	for (size_t c = 0; net != NULL && (row == NULL || nothing) && c < net->columns.count; c++)
		if (is_called(net->columns.column[c].name, name, length))
			return data_column(net, c);
	return row;
}

void node_column_release(const struct node_column *column)
{
	if (column != NULL && column->data_column > 0)
		free((void *)(uintptr_t)column);
}

/* The attribute of a node that came of a column; attributes: it has none. */
static size_t attribute_in(const odd_network *net, size_t node, size_t column)
{
	for (size_t e = net->C.ptr[node]; e < net->C.ptr[node + 1]; e++)
		if (net->columns.of[net->C.idx[e]] == column)
			return net->C.idx[e];
	return net->attributes;
}

const char *node_column_text(
	const struct node_column *column, const struct node_values *f, size_t node)
{
	const odd_network *net = f->net;
	if (column->data_column == 0)
		return column->text(f, node);
	const size_t at = column->data_column - 1;
	const odd_table_column *c = &net->columns.column[at];
	const char *cell = odd_columns_cell(&net->columns, node, at);
	if (cell != NULL)
		return cell;
	if (c->type == ODD_COLUMN_CLASS)
		return label_of(f, node);
	if (c->type == ODD_COLUMN_TRUTH)
		return f->secret ? NULL : kind_of(f, node);
	if (c->attributes == 0 || odd_columns_misses(&net->columns, node, at))
		return NULL;
	const size_t d = attribute_in(net, node, at);
	if (c->type == ODD_COLUMN_YESNO)
		return d < net->attributes ? "yes" : "no";
	return d < net->attributes ? odd_names_get(&net->words, d) + strlen(c->name) + 1 : NULL;
}

double node_column_number(
	const struct node_column *column, const struct node_values *f, size_t node)
{
	const odd_network *net = f->net;
	if (column->data_column == 0)
		return column->number != NULL ? column->number(f, node) : (double)NAN;
	const size_t at = column->data_column - 1;
	const char *cell = odd_columns_cell(&net->columns, node, at);
	if (cell != NULL)
		return strtod(cell, NULL);
	if (net->columns.column[at].attributes == 0 || odd_columns_misses(&net->columns, node, at))
		return (double)NAN;
	const size_t e = odd_csr_find(odd_csr_const(net->C), node, (uint32_t)column->attribute);
	return e == SIZE_MAX ? 0.0 : net->C.val != NULL ? net->C.val[e] : 1.0;
}

bool node_column_holds(const struct node_column *column, const struct node_values *f, size_t node,
	const char *name)
{
	if (column->data_column == 0)
		return column->holds(f, node, name);
	char word[300];
	snprintf(word, sizeof word, "%s=%s", column->name, name);
	return has_word(f, node, word);
}

const char *node_column_value(const struct node_column *column, const odd_network *net, size_t *at)
{
	const odd_table_column *c = &net->columns.column[column->data_column - 1];
	if (c->type == ODD_COLUMN_YESNO)
		return *at < 2 ? (const char *const[]){"yes", "no"}[(*at)++] : NULL;
	if (c->type == ODD_COLUMN_CLASS)
		return *at < net->classes.count ? odd_names_get(&net->classes, (*at)++) : NULL;
	if (c->type != ODD_COLUMN_CATEGORY && c->type != ODD_COLUMN_LIST)
		return *at < c->values.count ? odd_names_get(&c->values, (*at)++) : NULL;
	while (*at < net->attributes && net->columns.of[*at] != column->data_column - 1)
		++*at;
	return *at < net->attributes ? odd_names_get(&net->words, (*at)++) + strlen(c->name) + 1
				     : NULL;
}

const char *node_column_near(const odd_network *net, const char *name, size_t length)
{
	const size_t columns = net != NULL ? net->columns.count : 0;
	struct nearest near;
	nearest_begin(&near, name, length);
	for (size_t i = 0; i < columns + FACTS; i++) /* of two as near that of the data */
		nearest_offer(
			&near, i < columns ? net->columns.column[i].name : facts[i - columns].name);
	return near.found;
}

odd_status node_column_unknown(
	const odd_network *net, const char *name, size_t length, odd_error *err)
{
	const char *near = node_column_near(net, name, length);
	char columns[120] = "";
	size_t used = 0;
	for (size_t c = 0; net != NULL && c < net->columns.count; c++) {
		const char *other = net->columns.column[c].name;
		if (used + strlen(other) + 8 < sizeof columns)
			used += (size_t)snprintf(columns + used, sizeof columns - used, "%s%s",
				used > 0 ? ", " : "", other);
	}
	if (near != NULL)
		return odd_error_set(err, ODD_EUSAGE, "\"%.*s\": did you mean %s?",
			(int)(length < 40 ? length : 40), name, near);
	if (used > 0)
		return odd_error_set(err, ODD_EUSAGE,
			"nothing is called \"%.*s\"; the data has %s; help filter has the rest",
			(int)(length < 40 ? length : 40), name, columns);
	return odd_error_set(err, ODD_EUSAGE,
		"nothing is called \"%.*s\"; there are rank, name, label, kind, degree, words and "
		"more: help filter",
		(int)(length < 40 ? length : 40), name);
}

odd_status node_column_check(
	const struct node_column *fact, const struct node_values *f, odd_error *err)
{
	const char *why = fact->missing != NULL ? fact->missing(f) : NULL;
	return why == NULL ? ODD_OK : odd_error_set(err, ODD_EUSAGE, "%s", why);
}

/* ---- order ---------------------------------------------------------------------------------- */

struct sorted {
	double number; /* NAN: not known */
	const char *text;
	size_t at; /* before */
	uint32_t node;
	bool turned;
};

/* Names by their letters, numbers in them by their value: n9 before n10. */
static int by_value(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	int order = 0;
	bool none_x = x->text == NULL && isnan(x->number);
	bool none_y = y->text == NULL && isnan(y->number);
	if (none_x != none_y)
		return none_x ? 1 : -1;
	if (x->text != NULL)
		order = strverscmp(x->text, y->text);
	else if (!none_x)
		order = x->number < y->number ? -1 : x->number > y->number;
	if (order != 0)
		return x->turned ? -order : order;
	return x->at < y->at ? -1 : x->at > y->at;
}

odd_status node_column_sort(uint32_t *node, size_t count, const struct node_column *by,
	bool reversed, const struct node_values *f, odd_error *err)
{
	if (node_column_check(by, f, NULL) != ODD_OK)
		return ODD_OK;
	struct sorted *item = malloc((count + 1) * sizeof *item);
	if (item == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < count; i++) {
		/* Sorted by kind, the outliers are to be seen. */
		bool plain = by->type == COLUMN_KIND && f->net->truth[node[i]] == ODD_ORDINARY;
		item[i] = (struct sorted){
			.number = by->type == COLUMN_NUMBER || by->type == COLUMN_MARK
					  ? node_column_number(by, f, node[i])
					  : (double)NAN,
			.text = (by->type == COLUMN_TEXT || by->type == COLUMN_KIND) && !plain
					? node_column_text(by, f, node[i])
					: NULL,
			.at = i,
			.node = node[i],
			.turned = reversed == by->rising};
	}
	qsort(item, count, sizeof *item, by_value);
	for (size_t i = 0; i < count; i++)
		node[i] = item[i].node;
	free(item);
	return ODD_OK;
}
