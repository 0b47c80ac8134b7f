/* easy_parts.h: the contents of a handle. */
#ifndef EASY_PARTS_H
#define EASY_PARTS_H

#include <stdatomic.h>

#include "network/builder.h"
#include "oddone/easy.h"
#include "study/study.h"

/* An entry of undo: a state of the run or, before a planting, the run and its network. */
struct odd__easy_undo {
	odd_snapshot *snapshot; /* NULL: run, network and plantings */
	odd_one *run;
	struct shared_network *network;
	struct plantings *plantings;
	size_t bytes;
};

struct odd_easy {
	odd_error error;
	char message[512];        /* the error as a line */
	char text[160];           /* lent by odd_easy_text */
	odd_load_options reading; /* the handle owns its texts */

	odd__builder builder; /* while building: from odd_easy_nodes to the first look */
	bool building;
	struct study study;     /* its options are those of the handle */
	const odd_easy *fitted; /* the nodes of this network are placed in its run; or NULL */
	bool ranked;            /* the ranking is of the present state */
	odd_sentences sentences;
	struct odd__easy_undo *undo; /* the oldest first; NULL: none */
	size_t undo_count, undo_bytes;

	odd_easy_news news;
	void *payload;
	atomic_bool stop;
	odd_job job;
};

/* Returns the place of a text of easy->reading by the name of its option, or NULL. */
const char **odd__easy_reading(odd_easy *easy, const char *name);
void odd__easy_drop_reading(odd_easy *easy);
/* Keeps the message of the error and returns the status. */
int odd__easy_done(odd_easy *easy, odd_status status);
/* Frees the run and its results. */
void odd__easy_drop_run(odd_easy *easy);
void odd__easy_drop_undo(odd_easy *easy);
/* Keeps the present state for undo. planting: keeps the run itself, which the caller then removes
 * from the study. */
odd_status odd__easy_remember(odd_easy *easy, bool planting, odd_error *err);
/* Replaces run, network and plantings; the handle owns the new ones. */
void odd__easy_change(
	odd_easy *easy, odd_one *run, struct shared_network *network, struct plantings *plantings);
/* Plants into the network of the run, which continues. */
odd_status odd__easy_plant(odd_easy *easy, odd_error *err);
/* Places the nodes of the network in the run of easy->fitted. The network then holds both. */
odd_status odd__easy_place(odd_easy *easy, odd_error *err);
/* Ranks the present state unless easy->ranked. */
odd_status odd__easy_rank(odd_easy *easy);
/* Frees the network and the run. */
void odd__easy_drop_network(odd_easy *easy);
/* Completes a network that was given in parts. ODD_EUSAGE when there is no network. */
odd_status odd__easy_network(odd_easy *easy);

#endif
