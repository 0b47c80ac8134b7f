/* model.h: a run as a directory that new nodes can be scored with: G H U V W O1 O2 O3 as .npy, the
 * network as it was fitted (model.nodes, model.edges, model.truth: its words, and with them what
 * preparation made of them), and model.json, which has the options that led there.
 */
#ifndef REPORT_MODEL_H
#define REPORT_MODEL_H

#include "study/result.h"

odd_status report_model_save(
	const char *dir, const struct result *o, const odd_job *job, odd_error *err);

/* What model.json says. */
struct model {
	char name[200];             /* of the network */
	char checksum[32];          /* of the network as it was fitted */
	struct run_options options; /* that start from the directory, with the score and weights */
	bool links_are_words;       /* it was fitted to links alone */
};

/* ODD_EINPUT says what is wrong or missing. */
odd_status report_model_read(struct model *out, const char *dir, odd_error *err);

#endif
