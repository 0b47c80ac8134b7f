#include "config.h"

#include "network/row_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLEARLY 5.0 /* standard deviations */

/* Which row of a table belongs to node i: its own; or, where only the table was shuffled, the one
 * that now holds number i; or, where only the links were, the one at its number. */
enum order { AS_IT_IS, TABLE_SHUFFLED, LINKS_SHUFFLED, ORDERS };

struct table {
	const odd_network *net;
	const uint32_t *row[ORDERS]; /* of node i; NULL: i */
	const double *length;        /* of rows of C */
};

static size_t row_of(const struct table *t, enum order order, size_t i)
{
	return t->row[order] != NULL ? t->row[order][i] : i;
}

/* ---- how alike two rows are, 0 to 1; NAN: nothing is known ------------------------------------
 */

static double same_label(const struct table *t, size_t a, size_t b)
{
	int32_t x = t->net->label[a], y = t->net->label[b];
	return x == ODD_NO_LABEL || y == ODD_NO_LABEL ? (double)NAN : x == y ? 1.0 : 0.0;
}

static double cosine(const struct table *t, size_t a, size_t b)
{
	odd_ccsr C = odd_csr_const(t->net->C);
	double sum = 0.0;
	size_t i = C.ptr[a], j = C.ptr[b];
	if (t->length[a] == 0.0 || t->length[b] == 0.0)
		return (double)NAN;
	while (i < C.ptr[a + 1] && j < C.ptr[b + 1]) {
		if (C.idx[i] == C.idx[j])
			sum += odd_csr_value(C, i) * odd_csr_value(C, j);
		size_t before = C.idx[i];
		i += before <= C.idx[j];
		j += C.idx[j] <= before;
	}
	return sum / (t->length[a] * t->length[b]);
}

/* Mean over the links, and the standard deviation of that mean. */
static void alike(double *mean, double *error, const struct table *t, enum order order,
	double (*of)(const struct table *t, size_t a, size_t b))
{
	odd_ccsr A = odd_csr_const(t->net->A);
	double sum = 0.0, squares = 0.0, n = 0.0;
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			if (!t->net->directed && A.idx[e] < i)
				continue;
			double x = of(t, row_of(t, order, i), row_of(t, order, A.idx[e]));
			if (isnan(x))
				continue;
			sum += x;
			squares += x * x;
			n += 1.0;
		}
	*mean = n > 0.0 ? sum / n : 0.0;
	*error = n > 1.0 ? sqrt(fmax(squares / n - *mean * *mean, 0.0) / n) : (double)INFINITY;
}

/* By how many standard deviations linked nodes agree better in another order; 0: not clearly. */
static double gain(const struct table *t, enum order order,
	double (*of)(const struct table *t, size_t a, size_t b))
{
	double now, then, error[2];
	alike(&now, &error[0], t, AS_IT_IS, of);
	alike(&then, &error[1], t, order, of);
	double unit = sqrt(error[0] * error[0] + error[1] * error[1]);
	double z = unit > 0.0 ? (then - now) / unit : 0.0;
	return z > CLEARLY ? z : 0.0;
}

/* ---- moving -----------------------------------------------------------------------------------
 */

static odd_status move_labels(odd_network *net, const uint32_t *row, odd_error *err)
{
	int32_t *label = malloc((net->nodes + 1) * sizeof *label);
	if (label == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		label[i] = net->label[row[i]];
	free(net->label);
	net->label = label;
	net->skipped.moved_rows += net->nodes;
	return ODD_OK;
}

static odd_status move_words(odd_network *net, const uint32_t *row, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	odd_csr moved;
	size_t at = 0;
	odd_status status =
		odd_csr_alloc(&moved, C.rows, C.cols, odd_csr_nnz(C), C.val != NULL, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < C.rows; i++) {
		size_t from = C.ptr[row[i]], count = C.ptr[row[i] + 1] - from;
		memcpy(moved.idx + at, C.idx + from, count * sizeof *moved.idx);
		if (C.val != NULL)
			memcpy(moved.val + at, C.val + from, count * sizeof *moved.val);
		at += count;
		moved.ptr[i + 1] = at;
	}
	odd_csr_clear(&net->C);
	net->C = moved;
	net->skipped.moved_rows += net->nodes;
	return ODD_OK;
}

odd_status odd__find_row_order(
	odd_network *net, const uint32_t *number, bool *links, odd_error *err)
{
	size_t n = net->nodes;
	uint32_t *holder = malloc((n + 1) * sizeof *holder);
	double *length = malloc((n + 1) * sizeof *length);
	odd_status status = ODD_OK;
	*links = false;
	if (holder == NULL || length == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++)
		holder[number[i]] = (uint32_t)i;
	odd_csr_row_norms(length, odd_csr_const(net->C));
	for (size_t i = 0; i < n; i++)
		length[i] = sqrt(length[i]);
	const struct table t = {net, {NULL, holder, number}, length};
	/* The links have one order for both tables. */
	double labels[ORDERS], words[ORDERS];
	enum order best = AS_IT_IS;
	labels[AS_IT_IS] = words[AS_IT_IS] = 0.0;
	for (enum order o = TABLE_SHUFFLED; o < ORDERS; o++) {
		labels[o] = gain(&t, o, same_label);
		words[o] = gain(&t, o, cosine);
		if (labels[o] + words[o] > labels[best] + words[best])
			best = o;
	}
	*links = best == TABLE_SHUFFLED;
	if (labels[best] > 0.0)
		status = move_labels(net, t.row[best], err);
	if (status == ODD_OK && words[best] > 0.0)
		status = move_words(net, t.row[best], err);
out:
	free(holder);
	free(length);
	return status;
}
