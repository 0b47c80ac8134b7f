/* explanations.h: what `oddone explain` found out; its reports read it. */
#ifndef CLI_EXPLANATIONS_H
#define CLI_EXPLANATIONS_H

#include "cli/run.h"
#include "oddone/score/explain.h"

struct explanations {
	struct run run;
	odd_communities groups; /* of the network as fitted; count 0: there are none to be had */
	uint32_t *node;         /* to be explained */
	size_t count;
	odd_explanation *of;      /* one for each */
	odd_sentences *sentences; /* and in words */
};

void report_explain_text(FILE *out, const struct explanations *x);
/* A heading and one line a node. */
void report_explain_tsv(FILE *out, const struct explanations *x);
odd_status report_explain_json(FILE *out, const struct explanations *x, odd_error *err);

#endif
