#include "config.h"

#include "mpi/lay_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "network/save.h"
#include "one/order.h"

/* What a node costs beside its entries, in entries: its rows of the matrices. */
#define ROW_COST 30

struct layout {
	const odd_network *net;
	uint32_t *node, *place; /* at each place; of each node */
	size_t *first;          /* place of each piece; one more */
	size_t pieces;
};

static size_t cost_of(const odd_network *net, size_t node)
{
	return net->A.ptr[node + 1] - net->A.ptr[node] + net->C.ptr[node + 1] - net->C.ptr[node] +
	       ROW_COST;
}

static size_t piece_of(const struct layout *l, size_t node)
{
	size_t piece = 0;
	while (l->first[piece + 1] <= l->place[node])
		piece++;
	return piece;
}

/* Places of nodes and beginnings of pieces; returns how many entries of A join two pieces. */
static size_t cut(struct layout *l)
{
	const odd_network *net = l->net;
	const size_t all = net->A.ptr[net->nodes] + net->C.ptr[net->nodes] + ROW_COST * net->nodes;
	size_t piece = 0, sum = 0, apart = 0;
	for (size_t at = 0; at < net->nodes; at++) {
		while (piece < l->pieces && sum >= all / l->pieces * piece)
			l->first[piece++] = at;
		l->place[l->node[at]] = (uint32_t)at;
		sum += cost_of(net, l->node[at]);
	}
	while (piece <= l->pieces)
		l->first[piece++] = net->nodes;
	for (size_t i = 0; i < net->nodes; i++) {
		const size_t own = piece_of(l, i);
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			const size_t place = l->place[net->A.idx[e]];
			apart += place < l->first[own] || place >= l->first[own + 1];
		}
	}
	return apart;
}

static void write_nodes(FILE *f, const struct layout *l, size_t piece)
{
	if (piece == 0)
		odd__write_text_head(f, l->net);
	for (size_t at = l->first[piece]; at < l->first[piece + 1]; at++)
		odd__write_text_node(f, l->net, l->node[at]);
}

/* Each undirected link once, with the end that comes first. */
static void write_edges(FILE *f, const struct layout *l, size_t piece)
{
	const odd_network *net = l->net;
	if (piece == 0 && net->directed)
		fputs("#! directed\n", f);
	for (size_t at = l->first[piece]; at < l->first[piece + 1]; at++) {
		const size_t i = l->node[at];
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			if (net->directed || l->place[net->A.idx[e]] > at)
				odd__write_text_edge(f, net, i, e);
	}
}

static void write_numbers(FILE *f, const struct layout *l, size_t piece)
{
	for (size_t at = l->first[piece]; at < l->first[piece + 1]; at++)
		fprintf(f, "%u\n", l->node[at]);
}

static odd_status write_file(const struct layout *l, const char *dir, size_t piece,
	const char *ending, void (*write)(FILE *f, const struct layout *l, size_t piece),
	odd_error *err)
{
	char name[40];
	odd_file file;
	snprintf(name, sizeof name, "p%zu.%s", piece, ending);
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK)
		return status;
	write(file.stream, l, piece);
	return odd_file_commit(&file, err);
}

static void write_truth(FILE *f, const struct layout *l, size_t piece)
{
	(void)piece;
	odd__write_text_truth(f, l->net, NULL, NULL);
}

static odd_status write_pieces(
	const struct layout *l, const char *dir, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	if (l->net->has_truth)
		status = write_file(l, dir, 0, "truth", write_truth, err);
	for (size_t p = 0; p < l->pieces && status == ODD_OK; p++) {
		odd_job_report(job, "writing", (double)p, (double)l->pieces);
		if (odd_job_cancelled(job))
			return odd_error_set(
				err, ODD_ECANCELLED, "stopped while writing the network");
		status = write_file(l, dir, p, "nodes", write_nodes, err);
		if (status == ODD_OK)
			status = write_file(l, dir, p, "edges", write_edges, err);
		if (status == ODD_OK)
			status = write_file(l, dir, p, "numbers", write_numbers, err);
	}
	return status;
}

odd_status lay_out_pieces(
	const odd_network *net, size_t pieces, const char *dir, const odd_job *job, odd_error *err)
{
	struct layout l = {net, malloc((net->nodes + 1) * sizeof *l.node),
		malloc((net->nodes + 1) * sizeof *l.place), calloc(pieces + 2, sizeof *l.first),
		pieces};
	odd_status status = ODD_OK;
	if (l.node == NULL || l.place == NULL || l.first == NULL)
		status = odd_error_nomem(err);
	else if (net->columns.count > 0 || net->nodes < pieces)
		status = odd_error_set(err, ODD_EUSAGE,
			net->columns.count > 0
				? "a table with columns of several types is not fitted under mpirun"
				: "there are more parts than nodes");
	/* The order of the network may be good as it is. */
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		l.node[i] = (uint32_t)i;
	const size_t as_it_is = status == ODD_OK ? cut(&l) : 0;
	if (status == ODD_OK)
		status = odd__order_by_communities(l.node, odd_csr_const(net->A), job, err);
	if (status == ODD_OK && cut(&l) > as_it_is) {
		for (size_t i = 0; i < net->nodes; i++)
			l.node[i] = (uint32_t)i;
		cut(&l);
	}
	if (status == ODD_OK)
		status = write_pieces(&l, dir, job, err);
	free(l.node);
	free(l.place);
	free(l.first);
	return status;
}
