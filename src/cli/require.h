/* require.h: --require METRIC OP NUMBER, the promise a script can hold a run to. */
#ifndef CLI_REQUIRE_H
#define CLI_REQUIRE_H

#include "oddone/eval/recall.h"
#include "oddone/score/score.h"

enum metric { METRIC_RECALL, METRIC_AUC, METRIC_PRECISION };

struct requirement {
	const char *text; /* as given; lent */
	enum metric metric;
	double top; /* METRIC_RECALL: the first so many percent */
	int kind;   /* of one kind only; −1: all outliers */
	char op[3]; /* ">=", ">", "<=", "<" */
	double value;
};

odd_status requirement_parse(struct requirement *out, const char *text, odd_error *err);

/* What the run reached; NAN when the network has no such outliers. */
double requirement_measure(const struct requirement *r, const odd_network *net,
	const odd_scores *scores, const odd_evaluation *evaluation);
bool requirement_met(const struct requirement *r, double reached);

#endif
