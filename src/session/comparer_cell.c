/* comparer_cell.c: one method on one seed of the open network, and what it made of it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "project/pca.h"
#include "session/comparer_cell.h"
#include "session/xalloc.h"

void compare_bench_clear(struct compare_bench *bench)
{
	odd_communities_clear(&bench->groups);
	shared_release(bench->first);
	*bench = (struct compare_bench){0};
}

/* The network of the first seed, kept to be looked at: screens name the nodes planted into it. */
static odd_status plant_first(struct compare_bench *bench, const struct compare_task *task,
	const odd_job *job, odd_error *err)
{
	odd_plant_options options = task->plan.plant;
	odd_network *net = NULL;
	options.seed = task->plan.seed;
	odd_status status =
		odd_plant(&net, NULL, task->net->of.net, &bench->groups, &options, job, err);
	if (status == ODD_OK)
		bench->first = session_net_wrap(net, task->net->secret);
	return status;
}

/* ---- what a method found -------------------------------------------------------------------- */

/* The ranks by a score, 1 for the oddest; NULL without memory. */
static uint32_t *ranks_of(const double *score, size_t nodes)
{
	uint32_t *rank = malloc((nodes + 1) * sizeof *rank);
	uint32_t *order = malloc((nodes + 1) * sizeof *order);
	bool sorted = rank != NULL && order != NULL &&
		      odd_order_descending(order, score, nodes, NULL) == ODD_OK;
	for (size_t i = 0; sorted && i < nodes; i++)
		rank[order[i]] = (uint32_t)i + 1;
	free(order);
	if (sorted)
		return rank;
	free(rank);
	return NULL;
}

/* PCA of the whole embedding; the nodes that this seed planted are not on the map of the others. */
static struct shared_map *map_of(struct session_net *net, odd_cmat embedding, const odd_job *job)
{
	odd_mat all = {NULL, 0, 0, 0};
	struct shared_map *map = map_begin(&net->of, ODD_PROJECT_PCA, ODD_PROJECT_EMBEDDING, 0);
	odd_status status = odd_mat_alloc(&all, embedding.rows, 2, NULL);
	if (status == ODD_OK)
		status = odd_mat_alloc(&map->of.xy, net->of.net->nodes, 2, NULL);
	if (status == ODD_OK)
		status = odd_pca(all, map->of.explained, embedding, job, NULL);
	for (size_t i = 0; status == ODD_OK && i < map->of.xy.rows; i++)
		memcpy(odd_mat_row(map->of.xy, i), odd_mat_row(all, i), 2 * sizeof(double));
	odd_mat_free(&all);
	if (status == ODD_OK)
		return map;
	shared_release(map);
	return NULL;
}

static void found_clear(void *self)
{
	struct comparison_found *found = self;
	shared_release(found->map);
	free(found->rank);
}

struct watcher {
	const struct compare_task *task;
	const odd_job *job;
	struct comparison_found *found;
};

static void on_progress(void *payload, const odd_comparison *table, const odd_cell *cell,
	const char *what, double done, double total)
{
	const struct watcher *w = payload;
	(void)table;
	(void)cell;
	odd_job_report(w->job, what, done, total);
}

/* Without memory there is nothing to look at, but the numbers are there. */
static void on_finished(
	void *payload, const odd_comparison *table, const odd_cell *cell, const odd_cell_look *look)
{
	struct watcher *w = payload;
	(void)table;
	if (w->task->seeding > 0 || cell->state != ODD_CELL_DONE || look->score == NULL)
		return;
	struct comparison_found *found = shared_create(sizeof *found, found_clear);
	found->nodes = look->net->nodes;
	found->rank = ranks_of(look->score, found->nodes);
	if (found->rank == NULL) {
		shared_release(found);
		return;
	}
	const odd_job quiet = {.threads = w->job->threads, .cancel = w->job->cancel};
	if (look->result->embedding.rows >= w->task->net->of.net->nodes)
		found->map = map_of(w->task->net, odd_mat_const(look->result->embedding), &quiet);
	w->found = found;
}

/* ---- the cell ------------------------------------------------------------------------------- */

odd_status compare_cell(odd_cell *out, struct comparison_found **found, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err)
{
	const struct compare_plan *plan = &task->plan;
	const bool planting = plan->truth == TRUTH_SEEDED, first = task->seeding == 0;
	const odd_network *net = task->net->of.net;
	odd_comparison table = {0};
	odd_error fault = {0};
	struct watcher watcher = {task, job, NULL};
	const odd_compare_watch watch = {on_progress, on_finished, &watcher};
	odd_compare_options options = ODD_COMPARE_OPTIONS_INIT;
	odd_status status = ODD_OK;
	*found = NULL;
	if (bench->generation != task->generation)
		compare_bench_clear(bench);
	bench->generation = task->generation;
	if (bench->groups.of == NULL && planting)
		status = odd_communities_find(&bench->groups, net, plan->seed, job, err);
	if (status == ODD_OK && bench->first == NULL && planting)
		status = plant_first(bench, task, job, err);
	else if (status == ODD_OK && bench->first == NULL)
		bench->first = shared_hold(task->net);
	if (status != ODD_OK)
		return status;
	options.method = &task->method;
	options.methods = options.seeds = 1;
	options.seed = plan->seed + task->seeding;
	options.tasks = plan->tasks;
	options.repeats = plan->repeats;
	options.k = plan->k;
	if (planting && !first)
		options.plant = plan->plant;
	status = odd_compare_run(&table, first ? bench->first->of.net : net, &bench->groups,
		&options, &watch, job, &fault);
	if (status == ODD_ECANCELLED) {
		odd_comparison_clear(&table);
		shared_release(watcher.found);
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	*out = table.cell != NULL ? table.cell[0] : (odd_cell){.seed = options.seed};
	for (size_t m = 0; status != ODD_OK && m < ODD_MEASURES; m++)
		out->value[m] = (double)NAN;
	if (status != ODD_OK) {
		out->state = ODD_CELL_FAILED;
		out->error = fault;
	}
	out->seeding = task->seeding;
	*found = watcher.found;
	odd_comparison_clear(&table);
	return ODD_OK;
}
