/* comparer_cell.c: one method on one seed of the open network, and what it made of it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "project/pca.h"
#include "session/comparer_parts.h"

/* ---- networks ------------------------------------------------------------------------------- */

void bench_clear(struct compare_bench *bench)
{
	if (bench->grouped)
		odd_communities_clear(&bench->groups);
	shared_release(bench->first);
	shared_release(bench->other);
	*bench = (struct compare_bench){0};
}

void bench_rest(struct compare_bench *bench)
{
	shared_release(bench->other);
	bench->other = NULL;
	bench->seeding = 0;
}

void result_clear(struct compare_result *result)
{
	shared_release(result->found);
	shared_release(result->first);
	*result = (struct compare_result){0};
}

/* The classes to plant into. */
static odd_status group(struct compare_bench *bench, const struct compare_task *task,
	const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	if (!bench->grouped)
		status = odd_communities_find(
			&bench->groups, task->net->of.net, task->plan.seed, job, err);
	bench->grouped = status == ODD_OK;
	return status;
}

static odd_status plant(struct session_net **out, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err)
{
	odd_plant_options options = task->plan.plant;
	odd_network *net = NULL;
	odd_status status = group(bench, task, job, err);
	options.seed = task->plan.seed + task->seeding;
	if (status == ODD_OK)
		status = odd_plant(
			&net, NULL, task->net->of.net, &bench->groups, &options, job, err);
	if (status == ODD_OK)
		*out = session_net_wrap(net, task->net->secret);
	return status;
}

/* The network of a seed, lent. */
static odd_status bench_network(struct session_net **out, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err)
{
	struct session_net **slot = task->seeding == 0 ? &bench->first : &bench->other;
	odd_status status = ODD_OK;
	if (bench->generation != task->generation)
		bench_clear(bench);
	bench->generation = task->generation;
	*out = task->net;
	if (task->plan.truth != TRUTH_SEEDED)
		return ODD_OK;
	if (task->seeding > 0 && bench->seeding != task->seeding) {
		shared_release(bench->other);
		bench->other = NULL;
		bench->seeding = task->seeding;
	}
	if (*slot == NULL)
		status = plant(slot, bench, task, job, err);
	*out = *slot;
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
	struct compare_result *out;
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
	const struct watcher *w = payload;
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
	w->out->found = found;
}

/* ---- the cell ------------------------------------------------------------------------------- */

odd_status compare_cell(struct compare_result *out, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err)
{
	odd_comparison table = {0};
	odd_error fault = {0};
	struct session_net *net = NULL;
	struct watcher watcher = {task, job, out};
	const odd_compare_watch watch = {on_progress, on_finished, &watcher};
	odd_compare_options options = ODD_COMPARE_OPTIONS_INIT;
	*out = (struct compare_result){0};
	odd_status status = bench_network(&net, bench, task, job, err);
	if (status == ODD_OK && (task->plan.tasks & ODD_BATTERY_TASKS) != 0)
		status = group(bench, task, job, err);
	if (status != ODD_OK)
		return status;
	/* The network has its outliers already: the one seed left is that of the method. */
	options.method = &task->method;
	options.methods = options.seeds = 1;
	options.seed = task->plan.seed + task->seeding;
	options.tasks = task->plan.tasks;
	options.repeats = task->plan.repeats;
	options.k = task->plan.k;
	options.unplanted = task->net->of.net;
	status =
		odd_compare_run(&table, net->of.net, &bench->groups, &options, &watch, job, &fault);
	if (status == ODD_ECANCELLED) {
		odd_comparison_clear(&table);
		result_clear(out);
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	if (table.cell != NULL)
		out->cell = table.cell[0];
	for (size_t m = 0; status != ODD_OK && m < ODD_MEASURES; m++)
		out->cell.value[m] = (double)NAN;
	if (status != ODD_OK) {
		out->cell.state = ODD_CELL_FAILED;
		out->cell.error = fault;
	}
	out->cell.seed = options.seed;
	out->cell.seeding = task->seeding;
	if (task->seeding == 0)
		out->first = shared_hold(net);
	odd_comparison_clear(&table);
	return ODD_OK;
}
