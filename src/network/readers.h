/* readers.h: one reader per format, called by the dispatcher in load.c. Each reads its files into
 * a builder and finishes it; `name` is what the network will be called. */
#ifndef ODD_NETWORK_READERS_H
#define ODD_NETWORK_READERS_H

#include "base/bytes.h"
#include "oddone/network/network.h"

typedef struct odd__source {
	const char *name;
	const odd_load_options *options;
	const odd_job *job;
	odd__limits limits;
} odd__source;

/* oddone text: X.nodes, X.edges, X.truth (may be NULL) */
odd_status odd__read_text(odd_network **out, const odd__source *source, const char *nodes,
	const char *edges, const char *truth, odd_error *err);
/* LINQS: count pairs X.content + X.cites; also X.content + X.edges (weighted, source then target)
 */
odd_status odd__read_linqs(odd_network **out, const odd__source *source, size_t count,
	char *const *content, char *const *links, bool links_are_edges, odd_error *err);
/* LINQS Pubmed: *.NODE.paper.tab + *.DIRECTED.cites.tab */
odd_status odd__read_pubmed(odd_network **out, const odd__source *source, const char *nodes,
	const char *cites, odd_error *err);
/* nodes.csv + edges.csv with headers */
odd_status odd__read_csv(odd_network **out, const odd__source *source, const char *nodes,
	const char *edges, odd_error *err);
/* the authors' struct.csv, content.csv, label.csv, permutation.csv (the last may be NULL) */
odd_status odd__read_dense_csv(odd_network **out, const odd__source *source, const char *structure,
	const char *content, const char *label, const char *permutation, odd_error *err);
/* MATLAB .mat (matio); without it ODD_EUSAGE naming the package */
odd_status odd__read_mat(
	odd_network **out, const odd__source *source, const char *path, odd_error *err);
/* GraphML, GML, Pajek (igraph), told apart by the file's ending; without it ODD_EUSAGE */
odd_status odd__read_igraph(
	odd_network **out, const odd__source *source, const char *path, odd_error *err);

#endif
