/* change.c: nodes that are there, made odd: swap, rewire, clique, contextual.
 *
 * First all nodes are drawn, each kind from those that no kind has taken yet; then every change is
 * made on the network as it was, so that no change depends on another. A rewired node's links go to
 * nodes that are not rewired: so each keeps the number of links it had.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "network/missing_cells.h"
#include "plant/plant_internal.h"

struct changes {
	odd__field *field;
	const odd_network *net;
	const odd_communities *groups;
	const odd_plant_options *options;
	uint8_t *truth;  /* of the new network */
	uint32_t *donor; /* whose words row each node has */
	uint32_t *drawn; /* the nodes of the kind at work */
	size_t *worded;  /* nodes with words before each place of the field */
	odd__memory memory;

	/* Links to add. */
	uint32_t *from, *to;
	double *weight;
	size_t links, room;
};

static double row_value(const odd_csr *m, size_t at)
{
	return m->val != NULL ? m->val[at] : 1.0;
}

static odd_status add_link(struct changes *c, size_t from, size_t to, double weight, odd_error *err)
{
	odd_status status = odd__make_room(&c->room, c->links + 1, err, {&c->from, sizeof *c->from},
		{&c->to, sizeof *c->to}, {&c->weight, sizeof *c->weight});
	if (status != ODD_OK)
		return status;
	c->from[c->links] = (uint32_t)from;
	c->to[c->links] = (uint32_t)to;
	c->weight[c->links++] = weight;
	return ODD_OK;
}

/* ---- which nodes ---------------------------------------------------------------------------- */

static size_t links_of(const struct changes *c, size_t i)
{
	return odd__row_length(&c->net->A, i) +
	       (c->net->directed ? odd__row_length(&c->field->At, i) : 0);
}

/* Nodes with words outside the node's class. */
static odd__pool worded_others(const struct changes *c, size_t i)
{
	odd__pool others = odd__pool_wordy_others(c->field, (size_t)c->groups->of[i]);
	return odd__pool_entries(others, c->worded);
}

static bool may_be(const struct changes *c, size_t i, odd_kind kind)
{
	if (c->truth[i] != ODD_ORDINARY)
		return false;
	if (kind == ODD_CLIQUE || kind == ODD_CONTEXTUAL)
		return true;
	if (c->groups->of[i] < 0)
		return false;
	return kind == ODD_SWAP ? odd__pool_size(worded_others(c, i)) > 0 : links_of(c, i) >= 2;
}

/* `count` nodes that may be of a kind into c->drawn, marked as such. */
static odd_status draw_nodes(
	struct changes *c, odd_kind kind, size_t count, odd_rng *rng, odd_error *err)
{
	static const char *const must[ODD_KINDS] = {
		[ODD_SWAP] = ", of a class, with words in another",
		[ODD_REWIRE] = ", of a class, with two links or more",
		[ODD_CLIQUE] = "",
		[ODD_CONTEXTUAL] = ""};
	size_t able = 0;
	for (size_t i = 0; i < c->net->nodes; i++)
		if (may_be(c, i, kind))
			c->drawn[able++] = (uint32_t)i;
	if (able < count)
		return odd_error_set(err, ODD_EUSAGE,
			"cannot plant %s in %zu nodes: %zu of \"%s\" are left that are not marked%s",
			odd_kind_name(kind), count, able, c->net->name, must[kind]);
	for (size_t k = 0; k < count; k++) {
		size_t at = k + (size_t)odd_rng_below(rng, able - k);
		uint32_t node = c->drawn[at];
		c->drawn[at] = c->drawn[k];
		c->drawn[k] = node;
		c->truth[node] = (uint8_t)kind;
	}
	return ODD_OK;
}

/* ---- swap ----------------------------------------------------------------------------------- */

static odd_status swap(struct changes *c, odd_rng *rng, odd_error *err)
{
	odd_status status = draw_nodes(c, ODD_SWAP, c->options->swap, rng, err);
	for (size_t k = 0; status == ODD_OK && k < c->options->swap; k++) {
		size_t number = odd__pool_draw(worded_others(c, c->drawn[k]), rng);
		size_t place = odd__place_of(c->field, c->worded, number);
		c->donor[c->drawn[k]] = c->field->node[place];
	}
	return status;
}

/* ---- rewire --------------------------------------------------------------------------------- */

/* By this planting: an earlier one may have done so to others. */
static bool is_rewired(const struct changes *c, size_t i)
{
	return c->truth[i] == ODD_REWIRE && c->net->truth[i] != ODD_REWIRE;
}

/* New links for one node, as many as row i of m (A, or Aᵀ) has, with the weights it has there. */
static odd_status move_links(struct changes *c, odd__field *targets, const odd_csr *m, size_t i,
	odd__way way, odd_rng *rng, odd_error *err)
{
	size_t class = (size_t)c->groups->of[i], count = odd__row_length(m, i);
	odd__pool others = odd__pool_others(targets, class);
	odd_status status = ODD_OK;
	if (odd__pool_size(others) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"cannot rewire \"%.60s\": no node of another class is left to link to",
			odd_names_get(&c->net->ids, i));
	odd__draw_links(targets, others, count, class, way, rng);
	for (size_t e = 0; status == ODD_OK && e < targets->found; e++) {
		size_t other = targets->entry[e].column;
		double weight = row_value(m, m->ptr[i] + e);
		if (way == ODD__OUT)
			status = add_link(c, i, other, weight, err);
		if (status == ODD_OK && (way == ODD__IN || !c->net->directed))
			status = add_link(c, other, i, weight, err);
	}
	return status;
}

static odd_status rewire(struct changes *c, odd_rng *rng, odd_error *err)
{
	size_t count = c->options->rewire;
	odd_status status = draw_nodes(c, ODD_REWIRE, count, rng, err);
	if (status != ODD_OK || count == 0)
		return status;
	int32_t *of = malloc(c->net->nodes * sizeof *of);
	if (of == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < c->net->nodes; i++)
		of[i] = is_rewired(c, i) ? ODD_NO_LABEL : c->groups->of[i];
	odd_communities rest = {.count = c->groups->count, .of = of, .found = c->groups->found};
	odd__field targets;
	status = odd__field_init(&targets, c->net, &rest, ODD_PLANT_UNIFORM, err);
	if (status == ODD_OK) {
		for (size_t k = 0; status == ODD_OK && k < count; k++) {
			size_t i = c->drawn[k];
			status = move_links(c, &targets, &c->net->A, i, ODD__OUT, rng, err);
			if (status == ODD_OK && c->net->directed)
				status = move_links(
					c, &targets, &c->field->At, i, ODD__IN, rng, err);
		}
		odd__field_clear(&targets);
	}
	free(of);
	return status;
}

/* ---- clique --------------------------------------------------------------------------------- */

/* Link two nodes, unless they are, with the weight of a random link. */
static odd_status link_pair(struct changes *c, size_t i, size_t j, odd_rng *rng, odd_error *err)
{
	const odd_csr *A = &c->net->A;
	odd_status status = ODD_OK;
	size_t nnz = odd_csr_nnz(odd_csr_const(*A));
	for (int way = 0; way < (c->net->directed ? 2 : 1) && status == ODD_OK; way++) {
		size_t from = way == 0 ? i : j, to = way == 0 ? j : i;
		if (odd_csr_find(odd_csr_const(*A), from, to) != SIZE_MAX)
			continue;
		double weight = nnz > 0 ? row_value(A, (size_t)odd_rng_below(rng, nnz)) : 1.0;
		status = add_link(c, from, to, weight, err);
		if (status == ODD_OK && !c->net->directed)
			status = add_link(c, to, from, weight, err);
	}
	return status;
}

static odd_status clique(struct changes *c, odd_rng *rng, odd_error *err)
{
	size_t size = c->options->clique_size, count = c->options->cliques;
	if (count > 0 && (size < 2 || size > c->net->nodes || count > c->net->nodes / size))
		return odd_error_set(err, ODD_EUSAGE,
			"cannot plant %zu cliques of %zu nodes in a network of %zu", count, size,
			c->net->nodes);
	odd_status status = draw_nodes(c, ODD_CLIQUE, count * size, rng, err);
	for (size_t k = 0; k < count && status == ODD_OK; k++) {
		const uint32_t *member = c->drawn + k * size;
		for (size_t a = 0; a < size && status == ODD_OK; a++)
			for (size_t b = a + 1; b < size && status == ODD_OK; b++)
				status = link_pair(c, member[a], member[b], rng, err);
	}
	return status;
}

/* ---- contextual ----------------------------------------------------------------------------- */

static double squared_distance(const odd_csr *C, size_t i, size_t j)
{
	size_t a = C->ptr[i], b = C->ptr[j];
	double sum = 0.0;
	while (a < C->ptr[i + 1] || b < C->ptr[j + 1]) {
		double x = 0.0, y = 0.0;
		bool left = b == C->ptr[j + 1] || (a < C->ptr[i + 1] && C->idx[a] <= C->idx[b]);
		bool right = a == C->ptr[i + 1] || (b < C->ptr[j + 1] && C->idx[b] <= C->idx[a]);
		if (left)
			x = row_value(C, a++);
		if (right)
			y = row_value(C, b++);
		sum += (x - y) * (x - y);
	}
	return sum;
}

/* Up to ODD_PLANT_CANDIDATES nodes other than i, without repeats; all when there are no more. */
static size_t draw_candidates(uint32_t *out, const struct changes *c, size_t i, odd_rng *rng)
{
	size_t n = c->net->nodes, found = 0;
	if (n <= 2 * ODD_PLANT_CANDIDATES) {
		uint32_t all[2 * ODD_PLANT_CANDIDATES];
		for (size_t j = 0; j < n; j++)
			if (j != i)
				all[found++] = (uint32_t)j;
		odd_rng_shuffle(rng, all, found);
		found = found < ODD_PLANT_CANDIDATES ? found : ODD_PLANT_CANDIDATES;
		memcpy(out, all, found * sizeof *out);
		return found;
	}
	while (found < ODD_PLANT_CANDIDATES) {
		uint32_t j = (uint32_t)odd_rng_below(rng, n);
		bool known = j == i;
		for (size_t k = 0; k < found && !known; k++)
			known = out[k] == j;
		if (!known)
			out[found++] = j;
	}
	return found;
}

static odd_status contextual(struct changes *c, odd_rng *rng, odd_error *err)
{
	odd_status status = draw_nodes(c, ODD_CONTEXTUAL, c->options->contextual, rng, err);
	for (size_t k = 0; status == ODD_OK && k < c->options->contextual; k++) {
		uint32_t candidate[ODD_PLANT_CANDIDATES];
		size_t node = c->drawn[k], count = draw_candidates(candidate, c, node, rng);
		double far = 0.0;
		for (size_t q = 0; q < count; q++) {
			double d = squared_distance(&c->net->C, node, candidate[q]);
			if (d > far) {
				far = d;
				c->donor[node] = candidate[q];
			}
		}
	}
	return status;
}

/* ---- the new network --------------------------------------------------------------------------
 */

/* A without the links of rewired nodes, with those to add. */
static odd_status new_links(odd_csr *out, const struct changes *c, odd_error *err)
{
	odd_ccsr A = odd_csr_const(c->net->A);
	odd__links_list list;
	odd_status status = odd__links_list_init(&list, A, c->links, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < A.rows; i++)
		list.marked[i] = is_rewired(c, i);
	odd__links_list_keep(&list, A);
	for (size_t e = 0; e < c->links; e++)
		odd__links_list_add(&list, c->from[e], c->to[e], c->weight[e]);
	return odd__links_list_finish(out, &list, A, err);
}

/* Rows row[0], row[1], … of m. */
static odd_status pick_rows(
	odd_csr *out, const odd_csr *m, const uint32_t *row, size_t count, odd_error *err)
{
	size_t nnz = 0, at = 0;
	for (size_t k = 0; k < count; k++)
		nnz += odd__row_length(m, row[k]);
	odd_status status = odd_csr_alloc(out, count, m->cols, nnz, m->val != NULL, err);
	for (size_t k = 0; status == ODD_OK && k < count; k++) {
		size_t begin = m->ptr[row[k]], length = odd__row_length(m, row[k]);
		if (length > 0)
			memcpy(out->idx + at, m->idx + begin, length * sizeof *m->idx);
		if (length > 0 && m->val != NULL)
			memcpy(out->val + at, m->val + begin, length * sizeof *m->val);
		at += length;
		out->ptr[k + 1] = at;
	}
	return status;
}

static odd_status remember(odd_plant_before **out, const struct changes *c, odd_error *err)
{
	odd_plant_before *b;
	size_t n = c->net->nodes;
	odd_status status = odd__plant_before_new(&b, n, err);
	for (size_t i = 0; status == ODD_OK && i < n; i++) {
		if (c->truth[i] == c->net->truth[i])
			continue;
		b->node[b->count] = (uint32_t)i;
		b->donor[b->count] = c->donor[i];
		b->kind[b->count++] = c->truth[i];
	}
	if (status == ODD_OK)
		status = pick_rows(&b->links, &c->net->A, b->node, b->count, err);
	if (status == ODD_OK && c->net->directed)
		status = pick_rows(&b->incoming, &c->field->At, b->node, b->count, err);
	if (status == ODD_OK)
		status = pick_rows(&b->words, &c->net->C, b->node, b->count, err);
	if (status == ODD_OK)
		status = odd__missing_rows(&b->cells, &c->net->columns, b->node, b->count, err);
	if (status != ODD_OK) {
		odd__plant_before_free(b);
		return status;
	}
	*out = b;
	return ODD_OK;
}

static odd_status prepare(struct changes *c, odd_error *err)
{
	size_t n = c->net->nodes;
	c->truth = odd__take(&c->memory, n, sizeof *c->truth);
	c->donor = odd__take(&c->memory, n, sizeof *c->donor);
	c->drawn = odd__take(&c->memory, n, sizeof *c->drawn);
	c->worded = odd__take(&c->memory, c->field->places + 1, sizeof *c->worded);
	odd_status status = odd__memory_check(&c->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++) {
		c->truth[i] = c->net->truth[i];
		c->donor[i] = (uint32_t)i;
	}
	for (size_t p = 0; p < c->field->places; p++)
		c->worded[p + 1] =
			c->worded[p] + (odd__row_length(&c->net->C, c->field->node[p]) > 0);
	return ODD_OK;
}

bool odd__plant_changes(const odd_plant_options *o)
{
	return o->swap > 0 || o->rewire > 0 || o->contextual > 0 || o->cliques > 0;
}

odd_status odd__plant_change(odd_network **out, odd_plant_before **before, odd__field *field,
	const odd_communities *groups, const odd_plant_options *options, odd_error *err)
{
	static const struct {
		const char *stream;
		odd_status (*make)(struct changes *c, odd_rng *rng, odd_error *err);
	} kind[] = {{"plant swap", swap}, {"plant rewire", rewire}, {"plant clique", clique},
		{"plant contextual", contextual}};
	struct changes c = {
		.field = field, .net = field->net, .groups = groups, .options = options};
	odd_csr A = {0}, C = {0};
	odd_plant_before *old = NULL;
	odd_status status = prepare(&c, err);
	for (size_t k = 0; status == ODD_OK && k < sizeof kind / sizeof *kind; k++) {
		odd_rng rng;
		odd_rng_init(&rng, options->seed, kind[k].stream);
		status = kind[k].make(&c, &rng, err);
	}
	if (status == ODD_OK)
		status = new_links(&A, &c, err);
	if (status == ODD_OK)
		status = pick_rows(&C, &c.net->C, c.donor, c.net->nodes, err);
	if (status == ODD_OK)
		status = remember(&old, &c, err);
	if (status == ODD_OK)
		status = odd__network_replace(out, c.net, &A, &C, c.truth, err);
	/* Who gets a row of words misses what its donor misses. */
	if (status == ODD_OK)
		status = odd__missing_pick(
			&(*out)->columns, c.donor, c.net->columns.cells.rows, c.net->nodes, err);
	if (status == ODD_OK) {
		*before = old;
		old = NULL;
	} else if (*out != NULL) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__plant_before_free(old);
	odd_csr_clear(&A);
	odd_csr_clear(&C);
	odd__memory_free(&c.memory);
	free(c.from);
	free(c.to);
	free(c.weight);
	return status;
}
