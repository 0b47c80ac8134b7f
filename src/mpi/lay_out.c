#include "config.h"

#include "mpi/lay_out.h"

#include <stdlib.h>

#include "network/save.h"
#include "one/part.h"

/* The line of a node, in words: its id and label, and the words. */
static size_t line_of(const odd_network *net, size_t node)
{
	return 2 + net->C.ptr[node + 1] - net->C.ptr[node];
}

/* How many entries of A join two pieces. piece: room for a number per node. */
static size_t count_cut(
	const odd_network *net, const uint32_t *order, size_t parts, uint32_t *piece)
{
	const size_t all = 2 * net->nodes + net->C.ptr[net->nodes];
	size_t sum = 0, cut = 0;
	for (size_t at = 0; at < net->nodes; at++) {
		const size_t node = order != NULL ? order[at] : at;
		piece[node] = (uint32_t)(sum * parts / all);
		sum += line_of(net, node);
	}
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			cut += piece[net->A.idx[e]] != piece[i];
	return cut;
}

odd_status lay_out_network(
	const odd_network *net, size_t parts, const char *dir, const odd_job *job, odd_error *err)
{
	if (net->columns.count > 0 || net->nodes < parts)
		return odd_error_set(err, ODD_EUSAGE,
			net->columns.count > 0
				? "a table with columns of several types is not fitted under mpirun"
				: "there are more parts than nodes");
	uint32_t *order = malloc((net->nodes + 1) * sizeof *order);
	uint32_t *piece = malloc((net->nodes + 1) * sizeof *piece);
	odd_status status = order != NULL && piece != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__order_by_communities(order, odd_csr_const(net->A), job, err);
	if (status == ODD_OK) {
		const bool better =
			count_cut(net, order, parts, piece) < count_cut(net, NULL, parts, piece);
		status = odd__save_in_order(net, better ? order : NULL, dir, job, err);
	}
	free(order);
	free(piece);
	return status;
}
