/* easy_parts.h: what is behind the handle. */
#ifndef EASY_PARTS_H
#define EASY_PARTS_H

#include <stdatomic.h>

#include "network/builder.h"
#include "oddone/easy.h"
#include "study/study.h"

/* What an undo brings back: a state of the run or, before a planting, the run with its network. */
struct odd__easy_undo {
	odd_snapshot *snapshot; /* NULL: the three below */
	odd_one *run;
	struct shared_network *network;
	struct plantings *plantings;
	size_t bytes;
};

struct odd_easy {
	odd_error error;
	char message[512];        /* the error as a line */
	char text[160];           /* lent by odd_easy_text */
	odd_load_options reading; /* its texts are ours */

	odd__builder builder; /* while building: from odd_easy_nodes to the first look */
	bool building;
	struct study study;     /* its options are those of the handle */
	const odd_easy *fitted; /* its run gets the nodes of this network beside its own; or NULL */
	bool ranked;            /* the ranking is of the present state */
	odd_sentences sentences;
	struct odd__easy_undo *undo; /* the oldest first; NULL: none */
	size_t undo_count, undo_bytes;

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
/* Drops the run and what was made from it. */
void odd__easy_drop_run(odd_easy *easy);
void odd__easy_drop_undo(odd_easy *easy);
/* Keeps the present state for undo; before a planting, the run itself, which the caller then takes
 * out of the study. */
odd_status odd__easy_remember(odd_easy *easy, bool planting, odd_error *err);
/* Another run over another network takes the place of those there are; takes over all three. */
void odd__easy_change(
	odd_easy *easy, odd_one *run, struct shared_network *network, struct plantings *plantings);
odd_status odd__easy_plant(odd_easy *easy, odd_error *err);
/* Places the nodes of the network in the run of easy->fitted; the network becomes both together. */
odd_status odd__easy_place(odd_easy *easy, odd_error *err);
/* Ranks the present state, unless it is ranked. */
odd_status odd__easy_rank(odd_easy *easy);
/* Drop the network, and the result with it. */
void odd__easy_drop_network(odd_easy *easy);
/* Put together what was given piece by piece; ODD_EUSAGE when there is no network at all. */
odd_status odd__easy_network(odd_easy *easy);

#endif
