/* report.h: what a shared run came to, as rank 0 tells it: all counts and curves, and of nodes the
 * oddest alone.
 */
#ifndef MPI_REPORT_H
#define MPI_REPORT_H

#include "mpi/ranking.h"
#include "study/result.h"

struct part_report {
	odd_network net; /* all counts; names, labels and truth of the oddest nodes, in order */
	odd_scores scores;
};

/* Gathers the oddest nodes, `top` and one more, at rank 0. All processes call it; the report of the
 * others stays empty. */
odd_status part_report_make(struct part_report *out, const struct part *part,
	const struct part_ranking *ranking, size_t top, odd_error *err);
void part_report_clear(struct part_report *report);

/* ---- files that all processes write together; the directory is shared ----------------------- */

/* scores.tsv, by rank. */
odd_status part_write_scores(const char *dir, const struct part *part,
	const struct part_ranking *ranking, odd_error *err);
/* embedding.npy, rows in the order of the network. */
odd_status part_write_embedding(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err);
/* G H U V W O1 O2 O3 as odd_one_save writes them. */
odd_status part_write_state(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err);

#endif
