/* explain.c: the parts of an explanation put together, and how odd each component is. */
#include "config.h"

#include "oddone/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_read.h"
#include "score/explain_internal.h"
#include "score/score_internal.h"

odd_status odd__best_init(odd__best *best, size_t room, odd_error *err)
{
	*best = (odd__best){.room = room};
	best->at = malloc((room + 1) * sizeof *best->at);
	best->value = malloc((room + 1) * sizeof *best->value);
	return best->at == NULL || best->value == NULL ? odd_error_nomem(err) : ODD_OK;
}

void odd__best_clear(odd__best *best)
{
	free(best->at);
	free(best->value);
	memset(best, 0, sizeof *best);
}

void odd_explanation_clear(odd_explanation *e)
{
	free(e->links.present);
	free(e->links.absent);
	free(e->attributes.present);
	free(e->attributes.absent);
	free(e->near);
	free(e->missing);
	free(e->was.link);
	free(e->was.word);
	memset(e, 0, sizeof *e);
}

/* ---- components --------------------------------------------------------------------------- */

static odd_explain_component component_of(
	const double *value, bool idle, double tie, size_t n, size_t node)
{
	odd_explain_component c = {.value = value[node], .idle = idle};
	size_t above = 0;
	if (idle) /* what differs is rounding */
		c.ties = n - 1;
	for (size_t i = 0; i < n && !idle; i++) {
		above += value[i] > value[node] + tie;
		c.ties += fabs(value[i] - value[node]) <= tie && i != node;
	}
	c.rank = above + c.ties + 1;
	/* Ranks from the other end, shared evenly among equals, as odd_percentile_ranks has it. */
	c.percentile = ((double)(n - c.rank) + 0.5 * (double)(c.ties + 2)) / (double)n;
	return c;
}

/* How much a part has to do with the place of the node: its weight times its surprise, or its
 * percentile where the score is no panel. */
static double lift_of(const odd_explanation *e, int t)
{
	const odd_explain_component *c = &e->component[t];
	if (!c->used)
		return -1.0;
	return e->score->surprise ? c->weight * odd__surprise(c->percentile, e->nodes)
				  : c->percentile;
}

static void explain_score(odd_explanation *e, const odd_scores *scores)
{
	e->rank = scores->rank[e->node];
	e->total = scores->total[e->node];
	e->score = scores->score;
	double tie = e->score->ranked ? ODD_SCORE_TIE : 0.0;
	while (!odd_explain_has(e, e->strongest))
		e->strongest++;
	for (int t = 0; t < (int)e->score->count; t++) {
		e->component[t] = component_of(
			scores->component[t], scores->idle[t], tie, scores->n, e->node);
		e->component[t].weight = scores->weight[t];
		e->component[t].used =
			e->score->surprise ? odd_scores_uses(scores, (size_t)t) : !scores->idle[t];
		if (e->score->component[t].share)
			e->component[t].percentile = scores->part[t][e->node];
		if (!odd_explain_has(e, t))
			continue;
		if (lift_of(e, t) > lift_of(e, e->strongest))
			e->strongest = t;
	}
}

/* ---- the kind ----------------------------------------------------------------------------- */

bool odd_explain_has(const odd_explanation *e, int component)
{
	return !e->unlinked || e->score->component[component].kind == ODD_ATTRIBUTE;
}

static bool in_oddest_share(const odd_explanation *e, int component)
{
	const odd_explain_component *c = &e->component[component];
	return c->value > 0.0 && c->percentile > 1.0 - ODD_EXPLAIN_ODD;
}

/* Half of its links or more leave, and the other members' do so less. */
static bool links_astray(const odd_explain_place *p)
{
	return 2 * p->links_leaving >= p->links_known &&
	       (double)p->links_leaving * (double)p->others_known >
		       (double)p->others_leaving * (double)p->links_known;
}

/* Attribute or combined: that of the component of the higher percentile. */
static odd_kind kind_by_score(const odd_explanation *e)
{
	int best = -1;
	for (int t = 0; t < (int)e->score->count; t++)
		if (e->score->component[t].kind != ODD_STRUCTURAL && e->component[t].used &&
			(best < 0 || e->component[t].percentile > e->component[best].percentile))
			best = t;
	return best < 0 ? ODD_ATTRIBUTE : e->score->component[best].kind;
}

static odd_kind kind_by_place(const odd_explanation *e)
{
	const odd_explain_place *p = &e->place;
	bool foreign = p->worded.number != ODD_NO_LABEL && p->worded.number != p->own.number;
	bool majority = 2 * p->linked_count > p->links_known;
	bool one = foreign && (p->words_suit || !p->words);
	if (one && majority && p->linked.number == p->worded.number)
		return ODD_UNKNOWN_KIND;
	if (links_astray(p))
		return ODD_STRUCTURAL;
	if (!foreign)
		return ODD_UNKNOWN_KIND;
	if (!one || !majority)
		return ODD_ATTRIBUTE;
	return p->words ? ODD_COMBINED : kind_by_score(e);
}

/* Is the part in use, and in the odder half? Parts that the score does not have are not. */
static bool speaks(const odd_explanation *e, const char *name)
{
	size_t t = odd_score_part(e->score, name);
	return t < e->score->count && e->component[t].used && e->component[t].percentile > 0.5;
}

static bool is_supported(const odd_explanation *e, odd_kind kind)
{
	switch (kind) {
	case ODD_STRUCTURAL:
		return speaks(e, "links") || speaks(e, "density");
	case ODD_ATTRIBUTE:
		return speaks(e, "attributes") || speaks(e, "context") || speaks(e, "size");
	case ODD_COMBINED:
		return speaks(e, "disagreement") || speaks(e, "context");
	default:
		return true;
	}
}

/* The kind of the part that lifted the node most. Foreign attributes are odd attributes. */
static odd_kind kind_by_evidence(const odd_explanation *e)
{
	const odd_component *part = &e->score->component[e->strongest];
	if (!in_oddest_share(e, e->strongest))
		return ODD_UNKNOWN_KIND;
	return strcmp(part->name, "context") == 0 ? ODD_ATTRIBUTE : part->kind;
}

static odd_kind kind_it_looks(odd_explanation *e)
{
	/* The panel has more parts: a node in its oddest share of one may be far from odd as a
	 * whole, so that the whole is asked a little longer. */
	double most = e->score->surprise ? 1.5 : 1.0;
	if (!in_oddest_share(e, e->strongest) &&
		(double)e->rank > ODD_EXPLAIN_ODD * most * (double)e->nodes)
		return ODD_ORDINARY;
	if (e->unlinked) /* attributes are all it can be odd in */
		return ODD_ATTRIBUTE;
	if (e->place.own.number == ODD_NO_LABEL) {
		e->told_by_score = true;
		if (e->score->surprise)
			return kind_by_evidence(e);
		return in_oddest_share(e, e->strongest) ? e->score->component[e->strongest].kind
							: ODD_UNKNOWN_KIND;
	}
	odd_kind kind = kind_by_place(e);
	e->told_by_score = !e->place.words && kind != ODD_STRUCTURAL &&
			   2 * e->place.linked_count > e->place.links_known;
	if (!e->score->surprise || is_supported(e, kind))
		return kind;
	e->told_by_score = true;
	return kind_by_evidence(e);
}

bool odd_explain_by_score(const odd_explanation *e)
{
	return e->told_by_score && e->looks != ODD_ORDINARY && e->looks != ODD_UNKNOWN_KIND;
}

/* ---- missing values ------------------------------------------------------------------------ */

/* Which values of the node were missing in its table; after the attributes, which are marked. */
static odd_status explain_missing(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err)
{
	const odd_columns *columns = &x->net->columns;
	odd_explain_row *row = &e->attributes;
	if (e->node >= columns->cells.rows)
		return ODD_OK;
	for (size_t i = 0; i < row->present_count + row->absent_count; i++) {
		bool present = i < row->present_count;
		odd_explain_entry *entry =
			present ? &row->present[i] : &row->absent[i - row->present_count];
		uint32_t of = columns->of[entry->at];
		entry->filled = odd_column_is_dense(columns->column[of].type) &&
				odd_columns_misses(columns, e->node, of);
	}
	e->missing = malloc(
		(wanted < columns->count ? wanted : columns->count) * sizeof *e->missing + 1);
	if (e->missing == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < columns->count; c++) {
		/* A column that nobody has, as at one of several times, is none here. */
		if (columns->column[c].missing >= columns->cells.rows ||
			!odd_columns_misses(columns, e->node, c))
			continue;
		if (e->missing_count < wanted)
			e->missing[e->missing_count++] = &columns->column[c];
		e->missing_all++;
	}
	return ODD_OK;
}

/* ---- all of it ---------------------------------------------------------------------------- */

static odd_status check_parts(const odd_network *net, const odd_one *run, const odd_scores *scores,
	size_t node, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	if (state.nodes != net->nodes || state.attributes != net->attributes ||
		scores->n != net->nodes)
		return odd_error_set(err, ODD_EUSAGE,
			"the network, the run and the scores to explain do not belong together");
	if (node >= net->nodes)
		return odd_error_set(
			err, ODD_EUSAGE, "there is no node number %zu of %zu", node, net->nodes);
	return ODD_OK;
}

/* One part after the other; cancelled between them. */
static odd_status explain_parts(odd_explanation *e, const odd__explained *x,
	const odd_explain_counts *counts, odd_error *err)
{
	odd_status status = odd__explain_links(e, x, counts->links, err);
	if (status == ODD_OK)
		status = odd__explain_attributes(e, x, counts->attributes, err);
	if (status == ODD_OK)
		status = explain_missing(e, x, counts->attributes, err);
	if (status == ODD_OK)
		status = odd__explain_near(e, x, counts->near, err);
	if (status == ODD_OK)
		status = odd__explain_place(e, x, err);
	return status;
}

odd_status odd_explain(odd_explanation *out, const odd_network *net, const odd_one *run,
	const odd_scores *scores, const odd_communities *groups, size_t node,
	const odd_explain_counts *counts, const odd_job *job, odd_error *err)
{
	odd_explain_counts listed = ODD_EXPLAIN_COUNTS_INIT;
	memset(out, 0, sizeof *out);
	odd__options_read(&listed, sizeof listed, counts);
	odd_status status = check_parts(net, run, scores, node, err);
	if (status != ODD_OK)
		return status;
	odd__explained x = {.net = net, .run = run, .job = job};
	/* What stands for communities of links where there are none is no community. */
	bool none = net->edges == 0 && groups != NULL && groups->found;
	if (groups != NULL && groups->count > 0 && !none) {
		x.group = groups->of;
		x.group_count = groups->count;
	} else if (groups == NULL && net->classes.count > 0) {
		x.group = net->label;
		x.group_count = net->classes.count;
	}
	out->node = node;
	out->nodes = net->nodes;
	out->id = odd_names_get(&net->ids, node);
	out->title = odd_network_title(net, node);
	out->label = odd__label_of(net, node);
	out->directed = net->directed;
	out->known = net->has_truth;
	out->kind = (odd_kind)net->truth[node];
	out->standardised = odd_one_input(run)->standardised;
	out->unlinked = net->edges == 0;
	out->place.found = groups != NULL && groups->found && !none;
	explain_score(out, scores);
	status = explain_parts(out, &x, &listed, err);
	out->looks = kind_it_looks(out);
	if (status != ODD_OK)
		odd_explanation_clear(out);
	return status;
}

/* ---- before a planting ---------------------------------------------------------------------- */

/* Row `row` of what was kept, against row i of what is there: its length, how many of its columns
 * are there still, and the names of the first. */
struct former {
	size_t had, kept, count;
	const char **name;
};

static odd_status compare(struct former *out, odd_ccsr was, size_t row, odd_ccsr is, size_t i,
	const odd_names *names, size_t most, odd_error *err)
{
	size_t begin = was.ptr[row], end = was.ptr[row + 1];
	out->had = end - begin;
	out->count = out->had < most ? out->had : most;
	out->name = malloc((out->count + 1) * sizeof *out->name);
	if (out->name == NULL)
		return odd_error_nomem(err);
	for (size_t e = begin; e < end; e++) {
		out->kept += odd_csr_find(is, i, was.idx[e]) != SIZE_MAX;
		if (e - begin < out->count)
			out->name[e - begin] = odd_names_get(names, was.idx[e]);
	}
	return ODD_OK;
}

odd_status odd_explain_former(odd_explanation *e, const odd_network *net,
	const odd_plant_record *record, size_t count, size_t names, odd_error *err)
{
	size_t r = 0, row = SIZE_MAX;
	for (; r < count && row == SIZE_MAX; r++)
		row = odd_plant_row_before(&record[r], e->node);
	if (row == SIZE_MAX)
		return ODD_OK;
	const odd_plant_before *before = record[r - 1].before;
	struct former links = {0}, words = {0};
	odd_status status = compare(&links, odd_csr_const(before->links), row,
		odd_csr_const(net->A), e->node, &net->ids, names, err);
	if (status == ODD_OK)
		status = compare(&words, odd_csr_const(before->words), row, odd_csr_const(net->C),
			e->node, &net->words, names, err);
	if (status != ODD_OK) {
		free(links.name);
		return status;
	}
	e->was = (odd_explain_was){.changed = true,
		.links = links.had,
		.links_kept = links.kept,
		.words = words.had,
		.words_kept = words.kept,
		.link = links.name,
		.link_count = links.count,
		.word = words.name,
		.word_count = words.count};
	size_t donor = before->donor[row];
	if (donor != e->node) {
		e->was.words_of = odd_names_get(&net->ids, donor);
		e->was.words_of_label = odd__label_of(net, donor);
	}
	return ODD_OK;
}
