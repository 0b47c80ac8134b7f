/* easy_parts.h: what is behind the handle. */
#ifndef EASY_PARTS_H
#define EASY_PARTS_H

#include <stdatomic.h>

#include "network/builder.h"
#include "oddone/easy.h"
#include "oddone/recall.h"
#include "oddone/oddone.h"
#include "report/options.h"

struct odd_easy {
	odd_error error;
	char message[512]; /* the error as a line */
	struct run_options options;
	size_t certainty;
	odd_load_options reading; /* its texts are ours */

	odd__builder builder; /* while building: from odd_easy_nodes to the first look */
	bool building;
	odd_network *net; /* NULL: none, or still in the builder */

	odd_communities groups; /* before anything was planted */
	odd_plant_record record;
	odd_one *run; /* NULL: no result */
	odd_fit_result fit;
	odd_scores scores;
	odd_evaluation evaluation;
	odd_projection map;     /* made when asked for */
	odd_communities fitted; /* of the network as it was fitted; found when asked for */
	odd_sentences sentences;

	odd_easy_news news;
	void *payload;
	atomic_bool stop;
	odd_job job;
};

/* Where a text that concerns reading lies, by its name; NULL: it is none of these. */
const char **odd__easy_reading(odd_easy *easy, const char *name);
void odd__easy_drop_reading(odd_easy *easy);
/* Keep what was wrong, and pass the status on. */
int odd__easy_done(odd_easy *easy, odd_status status);
/* Drop the result; and the network with it. */
void odd__easy_drop_run(odd_easy *easy);
void odd__easy_drop_network(odd_easy *easy);
/* Put together what was given piece by piece; ODD_EUSAGE when there is no network at all. */
odd_status odd__easy_network(odd_easy *easy);

#endif
