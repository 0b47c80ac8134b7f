#include "config.h"

#include "network/make_links.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "network/csr_build.h"
#include "oddone/prepare.h"

enum { BLOCK = 64, LINKS_EACH = 50 };

odd_status odd__network_remark(odd_network *net, odd_error *err, const char *format, ...)
{
	char line[400];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	size_t before = net->remarks != NULL ? strlen(net->remarks) + 1 : 0;
	char *more = realloc(net->remarks, before + strlen(line) + 1);
	if (more == NULL)
		return odd_error_nomem(err);
	if (before > 0)
		more[before - 1] = '\n';
	strcpy(more + before, line);
	net->remarks = more;
	return ODD_OK;
}

/* Links found so far. */
struct list {
	uint32_t *from, *to;
	size_t count, capacity;
};

static odd_status add(struct list *l, uint32_t from, uint32_t to, odd_error *err)
{
	odd_status status = odd__make_room(&l->capacity, l->count + 1, err,
		{&l->from, sizeof *l->from}, {&l->to, sizeof *l->to});
	if (status != ODD_OK)
		return status;
	l->from[l->count] = from;
	l->to[l->count++] = to;
	return ODD_OK;
}

/* ---- nearest --------------------------------------------------------------------------------- */

struct nearest {
	odd_ccsr X, T; /* rows of length 1, and the same by columns */
	size_t k;
	uint32_t *best; /* k per node; ODD_NO_NAME: fewer are alike at all */
	bool *failed;   /* per block: no memory */
};

/* The k largest of all products of a row with the others; of equal ones the first. */
static void choose(
	uint32_t *best, double *value, const double *product, size_t n, size_t self, size_t k)
{
	size_t have = 0;
	for (size_t j = 0; j < n; j++) {
		double x = product[j];
		if (j == self || !(x > 0.0) || (have == k && x <= value[k - 1]))
			continue;
		size_t at = have < k ? have++ : k - 1;
		for (; at > 0 && value[at - 1] < x; at--) {
			value[at] = value[at - 1];
			best[at] = best[at - 1];
		}
		value[at] = x;
		best[at] = (uint32_t)j;
	}
	for (; have < k; have++)
		best[have] = ODD_NO_NAME;
}

static void find_nearest(void *context, size_t block)
{
	const struct nearest *s = context;
	size_t n = s->X.rows, end = (block + 1) * BLOCK < n ? (block + 1) * BLOCK : n;
	double *product = malloc((n + s->k) * sizeof *product);
	s->failed[block] = product == NULL;
	for (size_t i = block * BLOCK; i < end && product != NULL; i++) {
		memset(product, 0, n * sizeof *product);
		for (size_t e = s->X.ptr[i]; e < s->X.ptr[i + 1]; e++) {
			double x = odd_csr_value(s->X, e);
			size_t d = s->X.idx[e];
			for (size_t f = s->T.ptr[d]; f < s->T.ptr[d + 1]; f++)
				product[s->T.idx[f]] += x * odd_csr_value(s->T, f);
		}
		choose(s->best + i * s->k, product + n, product, n, i, s->k);
	}
	free(product);
}

static odd_status link_nearest(
	struct list *l, const odd_network *net, size_t k, const odd_job *job, odd_error *err)
{
	odd_prepared p;
	odd_csr T = {.rows = 0};
	size_t n = net->nodes, blocks = (n + BLOCK - 1) / BLOCK;
	odd_status status = odd_prepare(&p, net, ODD_CALIBRATED, job, err);
	if (status != ODD_OK)
		return status;
	struct nearest s = {.X = odd_csr_const(p.C), .k = k};
	s.best = malloc((n * k + 1) * sizeof *s.best);
	s.failed = calloc(blocks + 1, sizeof *s.failed);
	status = s.best == NULL || s.failed == NULL ? odd_error_nomem(err)
						    : odd_csr_transpose(&T, s.X, err);
	s.T = odd_csr_const(T);
	if (status == ODD_OK &&
		odd__parallel_items(job, blocks, find_nearest, &s, NULL) == ODD_ECANCELLED)
		status = odd_error_set(err, ODD_ECANCELLED, "stopped while linking nodes");
	for (size_t b = 0; b < blocks && status == ODD_OK; b++)
		if (s.failed[b])
			status = odd_error_nomem(err);
	for (size_t i = 0; i < n * k && status == ODD_OK; i++)
		if (s.best[i] != ODD_NO_NAME)
			status = add(l, (uint32_t)(i / k), s.best[i], err);
	free(s.best);
	free(s.failed);
	odd_csr_clear(&T);
	odd_prepared_clear(&p);
	return status;
}

/* ---- a shared value -------------------------------------------------------------------------- */

/* Link all nodes of a group with each other; *links counts what all groups need. */
static odd_status link_group(struct list *l, const odd_network *net, const uint32_t *node,
	size_t count, double *links, const char *name, odd_error *err)
{
	odd_status status = ODD_OK;
	*links += (double)count * ((double)count - 1.0) / 2.0;
	if (*links > (double)(LINKS_EACH * net->nodes))
		return odd_error_set(err, ODD_EUSAGE,
			"--links column=%.60s: its values are shared by so many nodes that there "
			"would be more than %d links a node",
			name, LINKS_EACH);
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count && status == ODD_OK; j++)
			status = add(l, node[i], node[j], err);
	return status;
}

static odd_status link_shared(
	struct list *l, const odd_network *net, const char *name, odd_error *err)
{
	size_t c = 0;
	double links = 0.0;
	while (c < net->columns.count && strcasecmp(net->columns.column[c].name, name) != 0)
		c++;
	if (c == net->columns.count)
		return odd_error_set(
			err, ODD_EUSAGE, "--links: there is no column \"%.60s\"", name);
	odd_column_type type = net->columns.column[c].type;
	if (type != ODD_COLUMN_CATEGORY && type != ODD_COLUMN_LIST && type != ODD_COLUMN_CLASS)
		return odd_error_set(err, ODD_EUSAGE,
			"--links: column \"%.60s\" is of type %s, whose values name no groups of "
			"nodes (--type %.60s=category takes it so)",
			name, odd_column_type_name(type), name);
	uint32_t *member = malloc((net->nodes + 1) * sizeof *member);
	odd_csr T = {.rows = 0};
	odd_status status = member == NULL ? odd_error_nomem(err)
					   : odd_csr_transpose(&T, odd_csr_const(net->C), err);
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++)
		if (net->columns.of[d] == c)
			status = link_group(l, net, T.idx + T.ptr[d], T.ptr[d + 1] - T.ptr[d],
				&links, name, err);
	for (size_t k = 0; type == ODD_COLUMN_CLASS && k < net->classes.count && status == ODD_OK;
		k++) {
		size_t count = 0;
		for (size_t i = 0; i < net->nodes; i++)
			if (net->label[i] == (int32_t)k)
				member[count++] = (uint32_t)i;
		status = link_group(l, net, member, count, &links, name, err);
	}
	odd_csr_clear(&T);
	free(member);
	return status;
}

odd_status odd__links_for_table(
	odd_network *net, const char *how, const odd_job *job, odd_error *err)
{
	static const char nearest[] = "nearest=", column[] = "column=";
	struct list l = {.count = 0};
	size_t merged = 0;
	char *end = NULL;
	unsigned long k = 0;
	bool near = strncmp(how, nearest, strlen(nearest)) == 0;
	if (near)
		k = strtoul(how + strlen(nearest), &end, 10);
	if (near ? k == 0 || k > 1000 || *end != '\0' : strncmp(how, column, strlen(column)) != 0)
		return odd_error_set(err, ODD_EUSAGE,
			"--links: \"%.60s\" is neither nearest=N, 1 to 1000, nor column=NAME", how);
	if (net->edges > 0)
		return odd_error_set(err, ODD_EUSAGE,
			"--links makes links for a table that has none, and %.60s has %zu",
			net->name, net->edges);
	odd_status status = near ? link_nearest(&l, net, k, job, err)
				 : link_shared(&l, net, how + strlen(column), err);
	odd_csr A = {.rows = 0};
	if (status == ODD_OK)
		status = odd__csr_from_links(&A, net->nodes, l.count, l.from, l.to, NULL,
			!net->directed, &merged, job, err);
	free(l.from);
	free(l.to);
	if (status != ODD_OK)
		return status;
	odd_csr_clear(&net->A);
	net->A = A;
	net->edges = odd_csr_nnz(odd_csr_const(A)) / (net->directed ? 1 : 2);
	if (near)
		return odd__network_remark(net, err,
			"the links were made: each node with the %lu whose attributes are most like "
			"its own",
			k);
	return odd__network_remark(net, err,
		"the links were made: between nodes with the same value in column \"%.60s\"",
		how + strlen(column));
}
