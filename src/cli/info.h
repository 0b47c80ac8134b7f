/* info.h: what there is to say about a network. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "cli/work.h"
#include "oddone/network.h"
#include "one/run_memory.h"

/* Five numbers and a mean of one figure over all nodes. */
struct spread {
	size_t least, lower, median, upper, most; /* quartiles: the value at that place */
	double mean;
};

struct info {
	const odd_network *net;
	odd_communities groups;
	size_t *class_size;  /* per class */
	size_t *class_order; /* classes, largest first */
	size_t unlabelled;
	struct spread degree;    /* links of a node; for a directed network those that leave it */
	struct spread in_degree; /* directed only: those that arrive */
	struct spread words;     /* attributes of a node that are not 0 */
	size_t isolated;         /* nodes without any link */
	size_t wordless;         /* nodes without any attribute */
	size_t components, largest_component;
	double density; /* links / possible links */
	bool weighted;  /* links have weights other than 1 */
	bool valued;    /* attributes have values other than 1 */
	bool like_words;
	size_t truth[ODD_KINDS];
	size_t k;          /* the default K; 0 when ONE cannot run on it as it is */
	odd_error why_not; /* then: the reason */
	double memory;     /* bytes a run with that K takes, about */
};

/* The memory of a run, and whether there is as much. */
struct estimate {
	size_t k;
	double memory;     /* bytes */
	double available;  /* bytes that can still be had; INFINITY: not known */
	const char *limit; /* what allows that */
	bool fits;
};

odd_status info_collect(struct info *out, const odd_network *net, uint64_t seed, const odd_job *job,
	odd_error *err);
void info_clear(struct info *info);

#endif
