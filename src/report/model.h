/* model.h: a run as a directory that new nodes can be scored with: G H U V W O1 O2 O3 as .npy, the
 * network as it was fitted (model.nodes, model.edges, model.truth: its words, and with them what
 * preparation made of them), and model.json, which has the options that led there.
 */
#ifndef REPORT_MODEL_H
#define REPORT_MODEL_H

#include "report/outcome.h"

odd_status report_model_save(
	const char *dir, const struct outcome *o, const odd_job *job, odd_error *err);

/* What model.json says. */
struct model {
	char name[200];          /* of the network */
	char moment[32];         /* checksum of the network as it was fitted */
	odd_one_options options; /* start_dir is the directory, lent */
	const odd_score *score;
	double weight[3];
	bool links_are_words; /* it was fitted to links alone */
	bool directed;
};

/* ODD_EINPUT says what is wrong or missing. */
odd_status report_model_read(struct model *out, const char *dir, odd_error *err);

#endif
