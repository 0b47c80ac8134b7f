/* files.h: the oddest nodes at rank 0, and files that all processes write into one directory. */
#ifndef MPI_FILES_H
#define MPI_FILES_H

#include "mpi/ranking.h"
#include "study/result.h"

/* At rank 0, empty elsewhere. Nodes are numbered by their ranks; names, labels and scores are those
 * of the oddest alone. */
struct part_report {
	odd_network net;
	odd_scores scores;
};

/* Gathers the oddest nodes, `top` and one more. All processes call it, as the next. */
odd_status part_report_make(struct part_report *out, const struct part *part,
	const struct part_ranking *ranking, size_t top, odd_error *err);
void part_report_clear(struct part_report *report);

/* The own lines of scores.tsv; rank 0 joins them by rank once all processes have written theirs. */
odd_status part_write_piece(const char *dir, const struct part *part,
	const struct part_ranking *ranking, odd_error *err);
odd_status part_join_scores(const char *dir, const struct part *part, odd_error *err);
/* embedding.npy */
odd_status part_write_embedding(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err);
/* G H U V W O1 O2 O3 as odd_one_save writes them. */
odd_status part_write_state(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err);

#endif
