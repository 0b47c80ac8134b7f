/* compare.c: the cells of a comparison, handed out to threads. */
#include "config.h"

#include "baseline/compare.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* A planted network, made when its first cell needs it and freed behind its last. */
struct seeding {
	odd_network *net;
	size_t left; /* cells that are still to be run on it */
};

struct comparer {
	odd_comparison *out;
	const odd_network *net;
	const odd_communities *groups;
	const odd_compare_options *options;
	const odd_compare_watch *watch;
	uint64_t checksum;
	bool planting;

	pthread_mutex_t plant_lock; /* of the seedings */
	struct seeding *seeding;

	pthread_mutex_t lock; /* of all below, of cell states, and of calls of the watch */
	size_t next;          /* cell to be handed out */
	odd_status status;    /* the first failure that ends everything */
	odd_error error;
};

/* One thread, and the cell it is at. */
struct worker {
	struct comparer *c;
	odd_job job;
	odd_cell *cell;
};

/* ---- telling ------------------------------------------------------------------------------ */

static void tell_progress(void *payload, const char *what, double done, double total)
{
	struct worker *w = payload;
	const odd_compare_watch *watch = w->c->watch;
	if (watch == NULL || watch->progress == NULL)
		return;
	pthread_mutex_lock(&w->c->lock);
	watch->progress(watch->payload, w->c->out, w->cell, what, done, total);
	pthread_mutex_unlock(&w->c->lock);
}

/* With the lock held. */
static void tell_finished(struct comparer *c, odd_cell *cell, const odd_cell_look *look)
{
	c->out->finished++;
	if (c->watch != NULL && c->watch->finished != NULL)
		c->watch->finished(c->watch->payload, c->out, cell, look);
}

static void give_up(struct comparer *c, odd_status status, const odd_error *error)
{
	pthread_mutex_lock(&c->lock);
	if (c->status == ODD_OK) {
		c->status = status;
		c->error = *error;
	}
	pthread_mutex_unlock(&c->lock);
}

/* ---- planted networks --------------------------------------------------------------------- */

static odd_status seeding_open(const odd_network **out, struct comparer *c, const odd_cell *cell,
	const odd_job *job, odd_error *err)
{
	struct seeding *s = &c->seeding[cell->seeding];
	odd_plant_options plant = c->options->plant;
	odd_status status = ODD_OK;
	*out = c->net;
	if (!c->planting || (c->options->tasks & ODD_USUAL_TASKS) == 0)
		return ODD_OK;
	plant.seed = cell->seed;
	pthread_mutex_lock(&c->plant_lock);
	if (s->net == NULL)
		status = odd_plant(&s->net, NULL, c->net, c->groups, &plant, job, err);
	*out = s->net;
	pthread_mutex_unlock(&c->plant_lock);
	return status;
}

static void seeding_close(struct comparer *c, const odd_cell *cell)
{
	struct seeding *s = &c->seeding[cell->seeding];
	pthread_mutex_lock(&c->plant_lock);
	if (--s->left == 0) {
		odd_network_free(s->net);
		s->net = NULL;
	}
	pthread_mutex_unlock(&c->plant_lock);
}

/* ---- cells -------------------------------------------------------------------------------- */

/* NULL: none is left, or nobody wants more. */
static odd_cell *take_cell(struct worker *w)
{
	struct comparer *c = w->c;
	odd_cell *cell = NULL;
	const size_t cells = c->out->cells;
	pthread_mutex_lock(&c->lock);
	while (c->next < cells && c->out->cell[c->next].state != ODD_CELL_WAITING)
		c->next++;
	if (c->next < cells && c->status == ODD_OK && !odd_job_cancelled(&w->job)) {
		cell = &c->out->cell[c->next++];
		cell->state = ODD_CELL_RUNNING;
	}
	pthread_mutex_unlock(&c->lock);
	return cell;
}

static odd_status keep(struct comparer *c, const odd_cell *cell, odd_error *err)
{
	if (c->options->cache == NULL)
		return ODD_OK;
	char *key = odd__cell_key(cell, c->checksum, c->options);
	char *path = key != NULL ? odd__cell_path(cell, key, c->options) : NULL;
	odd_status status = path != NULL ? odd__cell_save(cell, path, key, c->options->tasks, err)
					 : odd_error_nomem(err);
	free(path);
	free(key);
	return status;
}

/* A method that fails leaves a hole in the table; one that is cancelled leaves a cell to be run. */
static void finish_cell(
	struct worker *w, odd_status status, const odd_error *error, const odd_cell_look *look)
{
	struct comparer *c = w->c;
	odd_error unwritten;
	odd_status kept = status == ODD_OK ? keep(c, w->cell, &unwritten) : ODD_OK;
	if (kept != ODD_OK)
		give_up(c, kept, &unwritten);
	pthread_mutex_lock(&c->lock);
	if (status == ODD_ECANCELLED) {
		odd__cell_reset(w->cell);
		w->cell->state = ODD_CELL_WAITING;
	} else {
		w->cell->state = status == ODD_OK ? ODD_CELL_DONE : ODD_CELL_FAILED;
		if (status != ODD_OK) {
			odd__cell_reset(w->cell);
			w->cell->error = *error;
		}
		tell_finished(c, w->cell, look);
	}
	pthread_mutex_unlock(&c->lock);
}

static void *work(void *payload)
{
	struct worker *w = payload;
	struct comparer *c = w->c;
	while ((w->cell = take_cell(w)) != NULL) {
		odd_error error = {0};
		odd_method_result result = {0};
		double *score = NULL;
		const odd_network *net = NULL;
		odd_status status = seeding_open(&net, c, w->cell, &w->job, &error);
		if (status != ODD_OK && status != ODD_ECANCELLED)
			give_up(c, status, &error);
		const odd_network *bare = c->options->unplanted;
		const struct odd__bench on = {
			.net = bare != NULL ? bare : c->net, .groups = c->groups, .planted = net};
		if (status == ODD_OK)
			status = odd__cell_run(
				w->cell, &result, &score, &on, c->options, &w->job, &error);
		odd_cell_look look = {.net = net, .result = &result, .score = score};
		finish_cell(w, status, &error, &look);
		odd_method_result_clear(&result);
		free(score);
		seeding_close(c, w->cell);
	}
	return NULL;
}

/* ---- the table ---------------------------------------------------------------------------- */

void odd_comparison_clear(odd_comparison *comparison)
{
	free(comparison->method);
	free(comparison->cell);
	*comparison = (odd_comparison){0};
}

static odd_status lay_out(odd_comparison *out, const odd_compare_options *options, odd_error *err)
{
	*out = (odd_comparison){.methods = options->methods,
		.seeds = options->seeds,
		.cells = options->methods * options->seeds};
	out->method = malloc(options->methods * sizeof *out->method);
	out->cell = calloc(out->cells, sizeof *out->cell);
	if (out->method == NULL || out->cell == NULL) {
		odd_comparison_clear(out);
		return odd_error_nomem(err);
	}
	memcpy(out->method, options->method, options->methods * sizeof *out->method);
	for (size_t i = 0; i < out->cells; i++) {
		out->cell[i].method = i % options->methods;
		out->cell[i].seeding = i / options->methods;
		out->cell[i].seed = options->seed + i / options->methods;
		odd__cell_reset(&out->cell[i]);
	}
	return ODD_OK;
}

/* Takes a cell from the file of an earlier comparison, if there is one. */
static odd_status read_cell(struct comparer *c, odd_cell *cell, odd_error *err)
{
	const odd_compare_options *o = c->options;
	bool good = false;
	char *key = odd__cell_key(cell, c->checksum, o);
	char *path = key != NULL ? odd__cell_path(cell, key, o) : NULL;
	odd_status status = path != NULL ? odd__cell_load(cell, path, key, o->tasks, &good, err)
					 : odd_error_nomem(err);
	if (good) {
		cell->state = ODD_CELL_DONE;
		cell->cached = true;
		c->seeding[cell->seeding].left--;
		tell_finished(c, cell, &(odd_cell_look){0});
	}
	free(path);
	free(key);
	return status;
}

static odd_status read_cells(struct comparer *c, odd_error *err)
{
	odd_status status = odd_dir_make(c->options->cache, err);
	for (size_t i = 0; i < c->out->cells && status == ODD_OK; i++)
		status = read_cell(c, &c->out->cell[i], err);
	return status;
}

/* ---- threads ------------------------------------------------------------------------------ */

/* Methods that are one long chain of steps have nothing for a second thread to do, so cells come
 * first: as many at once as there are threads, and within each what threads are left over. */
static odd_status run_all(struct comparer *c, const odd_job *job, odd_error *err)
{
	size_t left = c->out->cells - c->out->finished, count = 0;
	int threads = odd_job_threads(job);
	size_t at_once = (size_t)threads < left ? (size_t)threads : left;
	if (left == 0)
		return ODD_OK;
	pthread_t *thread = calloc(at_once, sizeof *thread);
	struct worker *worker = calloc(at_once, sizeof *worker);
	if (thread == NULL || worker == NULL) {
		free(thread);
		free(worker);
		return odd_error_nomem(err);
	}
	c->out->at_once = (int)at_once;
	for (size_t i = 0; i < at_once; i++) {
		struct worker *w = &worker[i];
		w->c = c;
		w->job = (odd_job){.threads = threads / (int)at_once,
			.cancel = job != NULL ? job->cancel : NULL,
			.report = tell_progress,
			.payload = w};
	}
	/* The caller is the first worker; what threads cannot be had the others make up for. */
	while (count + 1 < at_once &&
		pthread_create(&thread[count], NULL, work, &worker[count + 1]) == 0)
		count++;
	work(&worker[0]);
	for (size_t i = 0; i < count; i++)
		pthread_join(thread[i], NULL);
	free(thread);
	free(worker);
	if (c->status == ODD_OK && odd_job_cancelled(job) && c->out->finished < c->out->cells)
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (c->status != ODD_OK && err != NULL)
		*err = c->error;
	return c->status;
}

odd_status odd_compare_run(odd_comparison *out, const odd_network *net,
	const odd_communities *groups, const odd_compare_options *options,
	const odd_compare_watch *watch, const odd_job *job, odd_error *err)
{
	const odd_plant_options *plant = &options->plant;
	struct comparer c = {.out = out,
		.net = net,
		.groups = groups,
		.options = options,
		.watch = watch,
		.planting = odd_plant_total(plant) > 0};
	*out = (odd_comparison){0};
	odd_status status = odd_compare_check(options, net, err);
	if (status == ODD_OK)
		status = lay_out(out, options, err);
	if (status != ODD_OK)
		return status;
	c.seeding = calloc(options->seeds, sizeof *c.seeding);
	if (c.seeding == NULL)
		return odd_error_nomem(err);
	for (size_t s = 0; s < options->seeds; s++)
		c.seeding[s].left = options->methods;
	c.checksum = odd_network_checksum(net);
	pthread_mutex_init(&c.plant_lock, NULL);
	pthread_mutex_init(&c.lock, NULL);
	if (options->cache != NULL)
		status = read_cells(&c, err);
	if (status == ODD_OK)
		status = run_all(&c, job, err);
	pthread_mutex_destroy(&c.lock);
	pthread_mutex_destroy(&c.plant_lock);
	for (size_t s = 0; s < options->seeds; s++)
		odd_network_free(c.seeding[s].net);
	free(c.seeding);
	return status;
}
