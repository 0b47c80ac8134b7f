/* comparer.c: the table of a comparison while it fills, and the thread that fills it. */
#include "config.h"

#include "session/comparer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/comparer_cell.h"
#include "session/runner.h"
#include "session/xalloc.h"

#define NEWS_SECONDS 0.1
#define COMPARER_NICENESS 10 /* the run and its map come first */

struct compare_row {
	const odd_method *method;
	odd_cell *cell; /* of each seed */
	size_t cells;
	struct comparison_found *found;
};

struct comparer {
	struct compare_bench bench; /* of whoever does the work */

	bool live; /* works in a thread */
	void (*news)(void *payload);
	void *payload;
	const odd_job *job; /* of whoever called comparer_run */
	double told;

	struct runner runner; /* its lock guards what follows */
	bool wanted;          /* cells that are missing are to be made */
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

/* ---- the table: all with the lock held ------------------------------------------------------- */

/* Views look at it anew; version: not for progress alone. */
static void touch(struct comparer *c, bool version)
{
	shared_release(c->latest);
	c->latest = NULL;
	c->version += version;
}

/* The place of a method in the table of methods. */
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
	shared_release(row->found);
	*row = (struct compare_row){0};
}

static void remove_row(struct comparer *c, size_t i)
{
	if (c->at == c->row[i].method)
		atomic_store(&c->runner.cancel, true);
	clear_row(&c->row[i]);
	memmove(&c->row[i], &c->row[i + 1], (--c->methods - i) * sizeof *c->row);
}

static void insert(struct comparer *c, const odd_method *method)
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
	row->cell = xgrow(row->cell, seeds, sizeof *row->cell);
	for (; row->cells < seeds; row->cells++) {
		odd_cell *cell = &row->cell[row->cells];
		*cell = (odd_cell){.seeding = row->cells, .seed = seed + row->cells};
		for (size_t m = 0; m < ODD_MEASURES; m++)
			cell->value[m] = (double)NAN;
	}
}

/* The next cell that is missing, which is worked on from now on; false: none is. */
static bool next_task(struct comparer *c, struct compare_task *task)
{
	for (size_t s = 0; c->net != NULL && s < c->seeds; s++)
		for (size_t m = 0; m < c->methods; m++) {
			struct compare_row *row = &c->row[m];
			fit_row(row, c->seeds, c->plan.seed);
			if (row->cell[s].state != ODD_CELL_WAITING)
				continue;
			*task = (struct compare_task){
				c->generation, c->plan, shared_hold(c->net), row->method, s};
			c->at = row->method;
			c->seeding = s;
			c->what[0] = '\0';
			c->done = c->total = 0.0;
			atomic_store(&c->runner.cancel, false);
			touch(c, false);
			return true;
		}
	return false;
}

/* Keeps what came of a cell, unless the network has changed. */
static void store(struct comparer *c, const struct compare_task *task, const odd_cell *cell,
	struct comparison_found *found)
{
	size_t m = row_of(c, task->method);
	c->at = NULL;
	touch(c, true);
	if (task->generation != c->generation)
		return;
	if (c->first == NULL)
		c->first = shared_hold(c->bench.first);
	if (m == c->methods || task->seeding >= c->row[m].cells)
		return;
	c->row[m].cell[task->seeding] = *cell;
	if (found != NULL) {
		shared_release(c->row[m].found);
		c->row[m].found = shared_hold(found);
	}
}

/* Forgets network, methods and results. */
static void empty(struct comparer *c)
{
	while (c->methods > 0)
		clear_row(&c->row[--c->methods]);
	shared_release(c->net);
	shared_release(c->first);
	c->net = c->first = NULL;
	c->wanted = false;
	c->fault[0] = '\0';
	c->generation++;
	if (c->at != NULL)
		atomic_store(&c->runner.cancel, true);
	touch(c, true);
	pthread_cond_signal(&c->runner.wake);
}

/* ---- working -------------------------------------------------------------------------------- */

static void tell(struct comparer *c)
{
	c->told = odd__clock();
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
	if (odd__clock() - c->told < NEWS_SECONDS)
		return;
	pthread_mutex_lock(&c->runner.mutex);
	snprintf(c->what, sizeof c->what, "%s", what);
	c->done = done;
	c->total = total;
	touch(c, false);
	pthread_mutex_unlock(&c->runner.mutex);
	tell(c);
}

static odd_status work_on(
	struct comparer *c, struct compare_task *task, const odd_job *job, odd_error *err)
{
	odd_cell cell;
	struct comparison_found *found;
	odd_status status = compare_cell(&cell, &found, &c->bench, task, job, err);
	pthread_mutex_lock(&c->runner.mutex);
	if (status == ODD_OK) {
		store(c, task, &cell, found);
	} else {
		c->at = NULL;
		touch(c, true);
		if (status != ODD_ECANCELLED && task->generation == c->generation) {
			odd_error_format(err, c->fault, sizeof c->fault);
			c->wanted = false;
		}
	}
	pthread_mutex_unlock(&c->runner.mutex);
	shared_release(found);
	shared_release(task->net);
	tell(c);
	return status;
}

static void turn(void *owner)
{
	struct comparer *c = owner;
	struct compare_task task;
	odd_error err = {0};
	if (c->bench.generation != c->generation)
		compare_bench_clear(&c->bench);
	if (!c->wanted) {
		runner_wait(&c->runner, HUGE_VAL);
		return;
	}
	const bool found = next_task(c, &task);
	if (!found) {
		c->wanted = false;
		touch(c, true);
	}
	const odd_job job = runner_job(&c->runner, report, c);
	pthread_mutex_unlock(&c->runner.mutex);
	if (found)
		work_on(c, &task, &job, &err);
	else
		tell(c);
	pthread_mutex_lock(&c->runner.mutex);
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
		pthread_mutex_lock(&c->runner.mutex);
		more = c->wanted && next_task(c, &task);
		pthread_mutex_unlock(&c->runner.mutex);
		if (more)
			status = work_on(c, &task, &own, err);
	}
	pthread_mutex_lock(&c->runner.mutex);
	c->wanted = false;
	touch(c, true);
	pthread_mutex_unlock(&c->runner.mutex);
	c->job = NULL;
	return status;
}

/* ---- what is to be compared -------------------------------------------------------------------
 */

#define PLANTED_PERCENT 5.0

/* Those that take seconds on a few thousand nodes; the others can be added. */
static const char *const usual[] = {
	"one-calibrated", "one-paper", "line", "tadw", "aane", "random", "degree"};

/* Placebos are no outliers. */
static bool knows_any(const odd_network *net)
{
	size_t count[ODD_KINDS], known = 0;
	odd_network_count_truth(net, count);
	for (int kind = 0; kind < ODD_KINDS; kind++)
		known += odd_kind_is_outlier(kind) ? count[kind] : 0;
	return net->has_truth && known > 0;
}

static odd_status plan_for(struct compare_plan *plan, const struct epoch *epoch, odd_error *err)
{
	const odd_network *net = epoch->net->of.net;
	bool planted = plantings_outliers(epoch->plants) > 0;
	*plan = (struct compare_plan){.truth = planted          ? TRUTH_PLANTED
					       : knows_any(net) ? TRUTH_KNOWN
								: TRUTH_SEEDED,
		.plant = ODD_PLANT_OPTIONS_INIT,
		.k = epoch->options.k,
		.repeats = COMPARER_REPEATS,
		.tasks =
			net->classes.count >= 2 ? ODD_USUAL_TASKS : ODD_TASK_BIT(ODD_TASK_OUTLIERS),
		.seed = epoch->options.seed};
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

static bool suits(const struct comparer *c, const odd_method *method, odd_error *err)
{
	const odd_method_request request = {.k = c->plan.k};
	return odd_method_check(method, c->net->of.net, &request, err) == ODD_OK;
}

odd_status comparer_begin(struct comparer *c, const struct epoch *epoch, odd_error *err)
{
	struct compare_plan plan;
	odd_status status = plan_for(&plan, epoch, err);
	if (status != ODD_OK)
		return status;
	pthread_mutex_lock(&c->runner.mutex);
	empty(c);
	c->net = shared_hold(epoch->net);
	c->plan = plan;
	c->seeds = COMPARER_SEEDS;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const odd_method *method = odd_method_find(usual[i]);
		if (method != NULL && suits(c, method, NULL))
			insert(c, method);
	}
	pthread_mutex_unlock(&c->runner.mutex);
	return ODD_OK;
}

bool comparer_is_of(struct comparer *c, const struct session_net *net)
{
	pthread_mutex_lock(&c->runner.mutex);
	bool same = net != NULL && c->net == net;
	pthread_mutex_unlock(&c->runner.mutex);
	return same;
}

void comparer_choose(struct comparer *c, const odd_method *const *method, size_t count)
{
	pthread_mutex_lock(&c->runner.mutex);
	for (size_t i = c->methods; i-- > 0;) {
		size_t at = 0;
		while (at < count && method[at] != c->row[i].method)
			at++;
		if (at == count)
			remove_row(c, i);
	}
	for (size_t i = 0; i < count; i++)
		insert(c, method[i]);
	touch(c, true);
	pthread_mutex_unlock(&c->runner.mutex);
}

odd_status comparer_add(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->runner.mutex);
	if (row_of(c, method) < c->methods)
		status = odd_error_set(
			err, ODD_EUSAGE, "compare: %s is compared already", method->name);
	else if (!suits(c, method, err))
		status = ODD_EUSAGE;
	else
		insert(c, method);
	touch(c, true);
	pthread_mutex_unlock(&c->runner.mutex);
	return status;
}

odd_status comparer_drop(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->runner.mutex);
	size_t i = row_of(c, method);
	if (i == c->methods)
		status =
			odd_error_set(err, ODD_EUSAGE, "compare: %s is not compared", method->name);
	else if (c->methods == 1)
		status = odd_error_set(err, ODD_EUSAGE, "compare: one method has to stay");
	else
		remove_row(c, i);
	touch(c, true);
	pthread_mutex_unlock(&c->runner.mutex);
	return status;
}

void comparer_seeds(struct comparer *c, size_t seeds)
{
	pthread_mutex_lock(&c->runner.mutex);
	c->seeds = seeds;
	if (c->at != NULL && c->seeding >= seeds)
		atomic_store(&c->runner.cancel, true);
	touch(c, true);
	pthread_mutex_unlock(&c->runner.mutex);
}

/* ---- starting and stopping ------------------------------------------------------------------- */

void comparer_start(struct comparer *c)
{
	pthread_mutex_lock(&c->runner.mutex);
	c->wanted = c->net != NULL;
	c->fault[0] = '\0';
	odd_error err;
	if (c->live && !c->runner.started &&
		runner_start(&c->runner, COMPARER_NICENESS, turn, c, &err) != ODD_OK) {
		c->wanted = false;
		odd_error_format(&err, c->fault, sizeof c->fault);
	}
	touch(c, true);
	pthread_cond_signal(&c->runner.wake);
	pthread_mutex_unlock(&c->runner.mutex);
}

void comparer_stop(struct comparer *c)
{
	pthread_mutex_lock(&c->runner.mutex);
	if (c->wanted)
		touch(c, true);
	c->wanted = false;
	if (c->at != NULL)
		atomic_store(&c->runner.cancel, true);
	pthread_mutex_unlock(&c->runner.mutex);
}

void comparer_forget(struct comparer *c)
{
	pthread_mutex_lock(&c->runner.mutex);
	if (c->net != NULL)
		empty(c);
	pthread_mutex_unlock(&c->runner.mutex);
}

void comparer_threads(struct comparer *c, int threads)
{
	atomic_store(&c->runner.threads, threads);
}

/* ---- looking -------------------------------------------------------------------------------- */

static void comparison_clear(void *self)
{
	struct session_comparison *c = self;
	for (size_t m = 0; m < c->table.methods; m++)
		shared_release(c->found[m]);
	free(c->found);
	odd_comparison_clear(&c->table);
	shared_release(c->net);
	shared_release(c->first);
}

static struct session_comparison *picture(struct comparer *c)
{
	struct session_comparison *p = xgrow(NULL, 1, sizeof *p);
	const size_t methods = c->methods, seeds = c->seeds;
	*p = (struct session_comparison){.shared = {1, comparison_clear},
		.version = c->version,
		.net = shared_hold(c->net),
		.first = shared_hold(c->first),
		.plan = c->plan,
		.running = c->wanted,
		.method = c->at != NULL ? row_of(c, c->at) : methods,
		.seeding = c->seeding,
		.done = c->done,
		.total = c->total};
	memcpy(p->what, c->what, sizeof p->what);
	memcpy(p->fault, c->fault, sizeof p->fault);
	p->found = xgrow(NULL, methods, sizeof(struct comparison_found *));
	p->table = (odd_comparison){.methods = methods, .seeds = seeds, .at_once = 1};
	p->table.method = xgrow(NULL, methods, sizeof(const odd_method *));
	p->table.cell = xgrow(NULL, methods * seeds, sizeof *p->table.cell);
	for (size_t m = 0; m < methods; m++) {
		struct compare_row *row = &c->row[m];
		fit_row(row, seeds, c->plan.seed);
		p->table.method[m] = row->method;
		p->found[m] = shared_hold(row->found);
		for (size_t s = 0; s < seeds; s++) {
			odd_cell *cell = &p->table.cell[s * methods + m];
			*cell = row->cell[s];
			cell->method = m;
			p->table.finished +=
				cell->state == ODD_CELL_DONE || cell->state == ODD_CELL_FAILED;
			if (row->method == c->at && s == c->seeding)
				cell->state = ODD_CELL_RUNNING;
		}
	}
	return p;
}

struct session_comparison *comparer_look(struct comparer *c)
{
	pthread_mutex_lock(&c->runner.mutex);
	if (c->latest == NULL && c->net != NULL)
		c->latest = picture(c);
	struct session_comparison *p = shared_hold(c->latest);
	pthread_mutex_unlock(&c->runner.mutex);
	return p;
}

/* ---- life cycle ----------------------------------------------------------------------------- */

struct comparer *comparer_create(void)
{
	struct comparer *c = xgrow(NULL, 1, sizeof *c);
	*c = (struct comparer){.seeds = COMPARER_SEEDS};
	runner_init(&c->runner);
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
	pthread_mutex_lock(&c->runner.mutex);
	empty(c);
	pthread_mutex_unlock(&c->runner.mutex);
	runner_stop(&c->runner);
	compare_bench_clear(&c->bench);
	shared_release(c->latest);
	runner_clear(&c->runner);
	free(c);
}
