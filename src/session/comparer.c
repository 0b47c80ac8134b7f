#include "config.h"

#include "session/comparer.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "session/comparer_parts.h"
#include "session/memory.h"

#define NEWS_SECONDS 0.1
#define PLANTED_PERCENT 5.0

/* Those that take seconds on a few thousand nodes; the others can be added. */
static const char *const usual[] = {
	"one-calibrated", "one-paper", "line", "tadw", "aane", "random", "degree"};

struct compare_row {
	const odd_method *method;
	odd_cell *cell; /* of each seed */
	size_t cells;
	struct comparison_found *found;
};

struct comparer {
	struct compare_bench bench; /* of whoever does the work */

	bool live, threaded; /* threaded: the thread has been started */
	void (*news)(void *payload);
	void *payload;
	pthread_t thread;
	atomic_bool cancel; /* what is worked on is not wanted any more */
	atomic_int threads;
	const odd_job *job; /* of whoever called comparer_run */
	double told;

	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool quit;
	bool wanted; /* cells that are missing are to be made */
	unsigned long generation, version;
	struct session_net *net; /* NULL: nothing has been begun */
	struct session_net *first;
	struct compare_plan plan;
	struct compare_row row[COMPARER_METHODS]; /* in the order of the table of methods */
	size_t methods, seeds;
	const odd_method *at; /* what is worked on; NULL: nothing … */
	size_t seeding;       /* … and for which seed */
	char what[48];
	double done, total;
	char fault[200];
	struct session_comparison *latest; /* NULL: something has changed since */
};

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* With the lock held, as all functions up to the next heading. Another look is another one. */
static void touch(struct comparer *c, bool version)
{
	comparison_release(c->latest);
	c->latest = NULL;
	c->version += version;
}

static size_t place_of(const odd_method *method)
{
	size_t i = 0;
	while (odd_method_get(i) != method)
		i++;
	return i;
}

/* The row of a method; as many as there are when it is not compared. */
static size_t row_of(const struct comparer *c, const odd_method *method)
{
	size_t i = 0;
	while (i < c->methods && c->row[i].method != method)
		i++;
	return i;
}

static void clear_row(struct compare_row *row)
{
	free(row->cell);
	found_release(row->found);
	*row = (struct compare_row){0};
}

static void remove_row(struct comparer *c, size_t i)
{
	if (c->at == c->row[i].method)
		atomic_store(&c->cancel, true);
	clear_row(&c->row[i]);
	memmove(&c->row[i], &c->row[i + 1], (--c->methods - i) * sizeof *c->row);
}

static void insert_row(struct comparer *c, const odd_method *method)
{
	size_t at = 0, place = place_of(method);
	if (c->methods == COMPARER_METHODS || row_of(c, method) < c->methods)
		return;
	while (at < c->methods && place_of(c->row[at].method) < place)
		at++;
	memmove(&c->row[at + 1], &c->row[at], (c->methods++ - at) * sizeof *c->row);
	c->row[at] = (struct compare_row){.method = method};
}

/* Cells for all seeds. */
static void fit_row(struct compare_row *row, size_t seeds, uint64_t seed)
{
	if (row->cells >= seeds)
		return;
	row->cell = memory_grow(row->cell, seeds, sizeof *row->cell);
	for (; row->cells < seeds; row->cells++) {
		odd_cell *cell = &row->cell[row->cells];
		*cell = (odd_cell){.seeding = row->cells, .seed = seed + row->cells};
		for (size_t m = 0; m < ODD_MEASURES; m++)
			cell->value[m] = (double)NAN;
	}
}

/* The next cell that is missing; false: none is. */
static bool take(struct comparer *c, struct compare_task *task)
{
	for (size_t s = 0; c->net != NULL && s < c->seeds; s++)
		for (size_t m = 0; m < c->methods; m++) {
			struct compare_row *row = &c->row[m];
			fit_row(row, c->seeds, c->plan.seed);
			if (row->cell[s].state != ODD_CELL_WAITING)
				continue;
			*task = (struct compare_task){c->generation, c->plan,
				session_net_hold(c->net), row->method, s};
			c->at = row->method;
			c->seeding = s;
			c->what[0] = '\0';
			c->done = c->total = 0.0;
			atomic_store(&c->cancel, false);
			touch(c, false);
			return true;
		}
	return false;
}

/* Unless nobody wants it any more. */
static void store(struct comparer *c, const struct compare_task *task, struct compare_result *result)
{
	size_t m = row_of(c, task->method);
	c->at = NULL;
	touch(c, true);
	if (task->generation != c->generation)
		return;
	if (c->first == NULL && result->first != NULL)
		c->first = session_net_hold(result->first);
	if (m == c->methods || task->seeding >= c->row[m].cells)
		return;
	c->row[m].cell[task->seeding] = result->cell;
	if (result->found != NULL) {
		found_release(c->row[m].found);
		c->row[m].found = found_hold(result->found);
	}
}

/* ---- working -------------------------------------------------------------------------------- */

static void tell(struct comparer *c)
{
	c->told = now();
	if (c->live)
		c->news(c->payload);
}

static void report(void *payload, const char *what, double done, double total)
{
	struct comparer *c = payload;
	if (!c->live) {
		odd_job_report(c->job, what, done, total);
		return;
	}
	if (now() - c->told < NEWS_SECONDS)
		return;
	pthread_mutex_lock(&c->mutex);
	snprintf(c->what, sizeof c->what, "%s", what);
	c->done = done;
	c->total = total;
	touch(c, false);
	pthread_mutex_unlock(&c->mutex);
	tell(c);
}

static odd_status work_on(
	struct comparer *c, struct compare_task *task, const odd_job *job, odd_error *err)
{
	struct compare_result result;
	odd_status status = compare_cell(&result, &c->bench, task, job, err);
	pthread_mutex_lock(&c->mutex);
	if (status == ODD_OK) {
		store(c, task, &result);
	} else {
		c->at = NULL;
		touch(c, true);
		if (status != ODD_ECANCELLED && task->generation == c->generation) {
			odd_error_format(err, c->fault, sizeof c->fault);
			c->wanted = false;
		}
	}
	pthread_mutex_unlock(&c->mutex);
	if (status == ODD_OK)
		result_clear(&result);
	session_net_release(task->net);
	tell(c);
	return status;
}

static void *work(void *argument)
{
	struct comparer *c = argument;
	struct compare_task task;
	if (nice(10) == -1) { /* the run and its map come first */
	}
	pthread_mutex_lock(&c->mutex);
	while (!c->quit) {
		if (c->bench.generation != c->generation)
			bench_clear(&c->bench);
		if (!c->wanted) {
			pthread_cond_wait(&c->wake, &c->mutex);
			continue;
		}
		if (!take(c, &task)) {
			c->wanted = false;
			touch(c, true);
			pthread_mutex_unlock(&c->mutex);
			tell(c);
			pthread_mutex_lock(&c->mutex);
			continue;
		}
		odd_error err = {0};
		const odd_job job = {.threads = atomic_load(&c->threads),
			.cancel = &c->cancel,
			.report = report,
			.payload = c};
		pthread_mutex_unlock(&c->mutex);
		work_on(c, &task, &job, &err);
		pthread_mutex_lock(&c->mutex);
	}
	pthread_mutex_unlock(&c->mutex);
	return NULL;
}

odd_status comparer_run(struct comparer *c, const odd_job *job, odd_error *err)
{
	struct compare_task task;
	odd_status status = ODD_OK;
	const odd_job own = {.threads = job != NULL ? job->threads : 0,
		.cancel = job != NULL ? job->cancel : NULL,
		.report = report,
		.payload = c};
	c->job = job;
	for (bool more = true; more && status == ODD_OK;) {
		pthread_mutex_lock(&c->mutex);
		more = c->wanted && take(c, &task);
		pthread_mutex_unlock(&c->mutex);
		if (more)
			status = work_on(c, &task, &own, err);
	}
	pthread_mutex_lock(&c->mutex);
	c->wanted = false;
	touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	c->job = NULL;
	return status;
}

/* ---- wishes --------------------------------------------------------------------------------- */

static odd_status plan_for(
	struct compare_plan *plan, const struct comparer_setup *setup, odd_error *err)
{
	const odd_network *net = setup->net->net;
	*plan = (struct compare_plan){.truth = setup->planted   ? TRUTH_PLANTED
					       : net->has_truth ? TRUTH_KNOWN
								: TRUTH_SEEDED,
		.plant = ODD_PLANT_OPTIONS_INIT,
		.k = setup->k,
		.repeats = COMPARER_REPEATS,
		.tasks = net->classes.count >= 2 ? ODD_ALL_TASKS : ODD_TASK_BIT(ODD_TASK_OUTLIERS),
		.seed = setup->seed};
	if (plan->truth != TRUTH_SEEDED)
		return ODD_OK;
	odd_plant_share(&plan->plant, net->nodes, PLANTED_PERCENT);
	if (plan->plant.structural == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"compare: %g %% of %zu nodes is less than one outlier of each kind; plant "
			"some first",
			PLANTED_PERCENT, net->nodes);
	return ODD_OK;
}

/* With the lock held. */
static void forget(struct comparer *c)
{
	while (c->methods > 0)
		clear_row(&c->row[--c->methods]);
	session_net_release(c->net);
	session_net_release(c->first);
	c->net = c->first = NULL;
	c->wanted = false;
	c->fault[0] = '\0';
	c->generation++;
	if (c->at != NULL)
		atomic_store(&c->cancel, true);
	touch(c, true);
	pthread_cond_signal(&c->wake);
}

static bool suits(const struct comparer *c, const odd_method *method, odd_error *err)
{
	const odd_method_request request = {.k = c->plan.k};
	return odd_method_check(method, c->net->net, &request, err) == ODD_OK;
}

odd_status comparer_begin(struct comparer *c, const struct comparer_setup *setup, odd_error *err)
{
	struct compare_plan plan;
	odd_status status = plan_for(&plan, setup, err);
	if (status != ODD_OK)
		return status;
	pthread_mutex_lock(&c->mutex);
	forget(c);
	c->net = session_net_hold(setup->net);
	c->plan = plan;
	c->seeds = COMPARER_SEEDS;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const odd_method *method = odd_method_find(usual[i]);
		if (method != NULL && suits(c, method, NULL))
			insert_row(c, method);
	}
	pthread_mutex_unlock(&c->mutex);
	return ODD_OK;
}

bool comparer_is_of(struct comparer *c, const struct session_net *net)
{
	pthread_mutex_lock(&c->mutex);
	bool same = net != NULL && c->net == net;
	pthread_mutex_unlock(&c->mutex);
	return same;
}

void comparer_choose(struct comparer *c, const odd_method *const *method, size_t count)
{
	pthread_mutex_lock(&c->mutex);
	for (size_t i = c->methods; i-- > 0;) {
		size_t at = 0;
		while (at < count && method[at] != c->row[i].method)
			at++;
		if (at == count)
			remove_row(c, i);
	}
	for (size_t i = 0; i < count; i++)
		insert_row(c, method[i]);
	touch(c, true);
	pthread_mutex_unlock(&c->mutex);
}

odd_status comparer_add(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->mutex);
	if (row_of(c, method) < c->methods)
		status = odd_error_set(
			err, ODD_EUSAGE, "compare: %s is compared already", method->name);
	else if (!suits(c, method, err))
		status = ODD_EUSAGE;
	else
		insert_row(c, method);
	touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	return status;
}

odd_status comparer_drop(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->mutex);
	size_t i = row_of(c, method);
	if (i == c->methods)
		status = odd_error_set(
			err, ODD_EUSAGE, "compare: %s is not compared", method->name);
	else if (c->methods == 1)
		status = odd_error_set(err, ODD_EUSAGE, "compare: one method has to stay");
	else
		remove_row(c, i);
	touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	return status;
}

void comparer_seeds(struct comparer *c, size_t seeds)
{
	pthread_mutex_lock(&c->mutex);
	c->seeds = seeds;
	if (c->at != NULL && c->seeding >= seeds)
		atomic_store(&c->cancel, true);
	touch(c, true);
	pthread_mutex_unlock(&c->mutex);
}

size_t comparer_seed_count(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	size_t seeds = c->seeds;
	pthread_mutex_unlock(&c->mutex);
	return seeds;
}

void comparer_start(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	c->wanted = c->net != NULL;
	c->fault[0] = '\0';
	if (c->live && !c->threaded) {
		c->threaded = pthread_create(&c->thread, NULL, work, c) == 0;
		c->wanted = c->wanted && c->threaded;
		if (!c->threaded)
			snprintf(c->fault, sizeof c->fault, "cannot start a thread");
	}
	touch(c, true);
	pthread_cond_signal(&c->wake);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_stop(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	if (c->wanted)
		touch(c, true);
	c->wanted = false;
	if (c->at != NULL)
		atomic_store(&c->cancel, true);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_forget(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	if (c->net != NULL)
		forget(c);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_threads(struct comparer *c, int threads)
{
	atomic_store(&c->threads, threads);
}

/* ---- looking -------------------------------------------------------------------------------- */

static struct session_comparison *picture(struct comparer *c)
{
	struct session_comparison *p = memory_grow(NULL, 1, sizeof *p);
	const size_t methods = c->methods, seeds = c->seeds;
	*p = (struct session_comparison){.version = c->version,
		.net = session_net_hold(c->net),
		.first = c->first != NULL ? session_net_hold(c->first) : NULL,
		.truth = c->plan.truth,
		.plant = c->plan.plant,
		.k = c->plan.k,
		.repeats = c->plan.repeats,
		.tasks = c->plan.tasks,
		.seed = c->plan.seed,
		.running = c->wanted,
		.method = c->at != NULL ? row_of(c, c->at) : methods,
		.seeding = c->seeding,
		.done = c->done,
		.total = c->total};
	atomic_init(&p->refs, 1);
	memcpy(p->what, c->what, sizeof p->what);
	memcpy(p->fault, c->fault, sizeof p->fault);
	p->found = memory_grow(NULL, methods, sizeof(struct comparison_found *));
	p->table = (odd_comparison){.methods = methods, .seeds = seeds, .at_once = 1};
	p->table.method = memory_grow(NULL, methods, sizeof(const odd_method *));
	p->table.cell = memory_grow(NULL, methods * seeds, sizeof *p->table.cell);
	for (size_t m = 0; m < methods; m++) {
		struct compare_row *row = &c->row[m];
		fit_row(row, seeds, c->plan.seed);
		p->table.method[m] = row->method;
		p->found[m] = found_hold(row->found);
		for (size_t s = 0; s < seeds; s++) {
			odd_cell *cell = &p->table.cell[s * methods + m];
			*cell = row->cell[s];
			cell->method = m;
			p->table.finished += cell->state == ODD_CELL_DONE ||
					     cell->state == ODD_CELL_FAILED;
			if (row->method == c->at && s == c->seeding)
				cell->state = ODD_CELL_RUNNING;
		}
	}
	return p;
}

struct session_comparison *comparer_look(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	if (c->latest == NULL && c->net != NULL)
		c->latest = picture(c);
	struct session_comparison *p = comparison_hold(c->latest);
	pthread_mutex_unlock(&c->mutex);
	return p;
}

/* ---- life cycle ----------------------------------------------------------------------------- */

struct comparer *comparer_create(void)
{
	struct comparer *c = memory_grow(NULL, 1, sizeof *c);
	*c = (struct comparer){.seeds = COMPARER_SEEDS};
	atomic_init(&c->cancel, false);
	atomic_init(&c->threads, 0);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->wake, NULL);
	return c;
}

void comparer_live(struct comparer *c, void (*news)(void *payload), void *payload)
{
	c->live = true;
	c->news = news;
	c->payload = payload;
}

void comparer_free(struct comparer *c)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&c->mutex);
	c->quit = true;
	forget(c);
	pthread_mutex_unlock(&c->mutex);
	if (c->threaded)
		pthread_join(c->thread, NULL);
	bench_clear(&c->bench);
	comparison_release(c->latest);
	pthread_cond_destroy(&c->wake);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}
