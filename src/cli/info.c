#include "config.h"

#include "cli/info.h"

#include <stdlib.h>
#include <string.h>

#include "one/run_memory.h"
#include "oddone/prepare.h"

static int by_value(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return x < y ? -1 : x > y;
}

/* Sorts its input. */
static struct spread spread_of(size_t *value, size_t n)
{
	struct spread s = {0};
	if (n == 0)
		return s;
	qsort(value, n, sizeof *value, by_value);
	for (size_t i = 0; i < n; i++)
		s.mean += (double)value[i] / (double)n;
	s.least = value[0];
	s.lower = value[(n - 1) / 4];
	s.median = value[(n - 1) / 2];
	s.upper = value[(n - 1) - (n - 1) / 4];
	s.most = value[n - 1];
	return s;
}

static void row_counts(size_t *out, odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++)
		out[i] = S.ptr[i + 1] - S.ptr[i];
}

static bool has_values(odd_ccsr S)
{
	for (size_t e = 0; S.val != NULL && e < odd_csr_nnz(S); e++)
		if (S.val[e] != 1.0)
			return true;
	return false;
}

/* ---- components --------------------------------------------------------------------------- */

static size_t root(size_t *parent, size_t i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

/* Nodes that can reach each other, whichever way links point. size is work space of n. */
static void count_components(struct info *out, size_t *parent, size_t *size)
{
	odd_ccsr A = odd_csr_const(out->net->A);
	for (size_t i = 0; i < A.rows; i++)
		parent[i] = i;
	for (size_t i = 0; i < A.rows; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			size_t a = root(parent, i), b = root(parent, A.idx[e]);
			if (a < b)
				parent[b] = a;
			else
				parent[a] = b;
		}
	}
	memset(size, 0, A.rows * sizeof *size);
	for (size_t i = 0; i < A.rows; i++)
		size[root(parent, i)]++;
	for (size_t i = 0; i < A.rows; i++) {
		out->components += size[i] > 0;
		out->isolated += size[i] == 1;
		if (size[i] > out->largest_component)
			out->largest_component = size[i];
	}
}

/* ---- classes ------------------------------------------------------------------------------ */

static odd_status count_classes(struct info *out, odd_error *err)
{
	const odd_network *net = out->net;
	size_t count = net->classes.count;
	out->class_size = calloc(count + 1, sizeof *out->class_size);
	out->class_order = malloc((count + 1) * sizeof *out->class_order);
	if (out->class_size == NULL || out->class_order == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++) {
		if (net->label[i] == ODD_NO_LABEL)
			out->unlabelled++;
		else
			out->class_size[net->label[i]]++;
	}
	/* Few classes: put each in its place among those before it. */
	for (size_t c = 0; c < count; c++) {
		size_t at = c;
		while (at > 0 && out->class_size[out->class_order[at - 1]] < out->class_size[c]) {
			out->class_order[at] = out->class_order[at - 1];
			at--;
		}
		out->class_order[at] = c;
	}
	return ODD_OK;
}

/* ---- together ----------------------------------------------------------------------------- */

static odd_status count_links_and_words(struct info *out, odd_error *err)
{
	const odd_network *net = out->net;
	size_t n = net->nodes;
	odd_ccsr A = odd_csr_const(net->A), C = odd_csr_const(net->C);
	size_t *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b);
	if (a == NULL || b == NULL) {
		free(a);
		free(b);
		return odd_error_nomem(err);
	}
	count_components(out, a, b);
	row_counts(a, A);
	out->degree = spread_of(a, n);
	memset(b, 0, n * sizeof *b);
	for (size_t e = 0; e < odd_csr_nnz(A); e++)
		b[A.idx[e]]++;
	out->in_degree = spread_of(b, n);
	row_counts(a, C);
	for (size_t i = 0; i < n; i++)
		out->wordless += a[i] == 0;
	out->words = spread_of(a, n);
	free(a);
	free(b);
	double pairs = (double)n * ((double)n - 1.0) / (net->directed ? 1.0 : 2.0);
	out->density = pairs > 0.0 ? (double)net->edges / pairs : 0.0;
	out->weighted = has_values(A);
	out->valued = has_values(C);
	out->like_words = odd_prepare_is_words(C);
	return ODD_OK;
}

odd_status info_collect(
	struct info *out, const odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->net = net;
	odd_status status = count_links_and_words(out, err);
	if (status == ODD_OK)
		status = count_classes(out, err);
	if (status != ODD_OK)
		return status;
	odd_network_count_truth(net, out->truth);
	/* Without communities an unlabelled network has no default K: nothing to fail for. */
	status = odd_communities_find(&out->groups, net, seed, job, &out->why_not);
	if (status == ODD_ECANCELLED || status == ODD_ENOMEM) {
		*err = out->why_not;
		return status;
	}
	if (status != ODD_OK ||
		odd_one_default_k(&out->k, NULL, net, out->groups.count, &out->why_not) != ODD_OK)
		out->k = 0;
	odd_one_options run = ODD_ONE_OPTIONS_INIT;
	run.k = out->k;
	run.stays = true;
	if (out->k > 0)
		out->memory = odd_one_memory(net, &run);
	return ODD_OK;
}

void info_clear(struct info *info)
{
	odd_communities_clear(&info->groups);
	free(info->class_size);
	free(info->class_order);
	memset(info, 0, sizeof *info);
}
