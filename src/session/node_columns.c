#include "config.h"

#include "session/node_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/grammar.h"

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

/* The part of a score that is made for a kind; of several the first. */
static int part_for(const struct node_values *f, odd_kind kind)
{
	for (size_t t = 0; f->scores != NULL && t < f->scores->score->count; t++)
		if (f->scores->score->component[t].kind == kind)
			return (int)t;
	return -1;
}

static const char *without_part(const struct node_values *f, odd_kind kind)
{
	if (f->scores == NULL)
		return without_scores(f);
	return part_for(f, kind) < 0 ? "this score has no such part" : NULL;
}

/* What the bars show: a share of the nodes, where the score goes by ranks. */
static double part_of(const struct node_values *f, size_t node, odd_kind kind)
{
	int t = part_for(f, kind);
	return f->scores->part[t] != NULL ? f->scores->part[t][node]
					  : f->scores->component[t][node];
}

static const char *without_structure(const struct node_values *f)
{
	return without_part(f, ODD_STRUCTURAL);
}
static double structure_of(const struct node_values *f, size_t node)
{
	return part_of(f, node, ODD_STRUCTURAL);
}

static const char *without_attributes(const struct node_values *f)
{
	return without_part(f, ODD_ATTRIBUTE);
}
static double attributes_of(const struct node_values *f, size_t node)
{
	return part_of(f, node, ODD_ATTRIBUTE);
}

static const char *without_disagreement(const struct node_values *f)
{
	return without_part(f, ODD_COMBINED);
}
static double disagreement_of(const struct node_values *f, size_t node)
{
	return part_of(f, node, ODD_COMBINED);
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
	return odd_names_get(&f->net->ids, node);
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
	{"row", NULL, "row", "its place in the data, from 1", COLUMN_NUMBER, true, .number = row_of},
	{"label", NULL, "label", "its class", COLUMN_TEXT, true, .missing = without_labels,
		.text = label_of},
	{"kind", "type", "is", "what it is known to be; any: some outlier", COLUMN_KIND, true,
		.missing = without_kinds, .text = kind_of},
	{"marked", "mark", "mark", "you marked it", COLUMN_MARK, false, .number = mark_of},
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

const struct node_column *node_column_find(const char *name, size_t length)
{
	for (size_t i = 0; i < FACTS; i++)
		if (is_called(facts[i].name, name, length) ||
			is_called(facts[i].also, name, length))
			return &facts[i];
	return NULL;
}

const char *node_column_near(const char *name, size_t length)
{
	size_t least = length < 4 ? 2 : 3;
	const char *near = NULL;
	char word[40];
	snprintf(word, sizeof word, "%.*s", (int)length, name);
	for (size_t i = 0; i < FACTS; i++) {
		size_t far = command_distance(word, facts[i].name);
		if (far < least) {
			least = far;
			near = facts[i].name;
		}
	}
	return near;
}

odd_status node_column_unknown(const char *name, size_t length, odd_error *err)
{
	const char *near = node_column_near(name, length);
	if (near != NULL)
		return odd_error_set(err, ODD_EUSAGE, "\"%.*s\": did you mean %s?",
			(int)(length < 40 ? length : 40), name, near);
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
			.number = by->number != NULL ? by->number(f, node[i]) : (double)NAN,
			.text = by->text != NULL && !plain ? by->text(f, node[i]) : NULL,
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
