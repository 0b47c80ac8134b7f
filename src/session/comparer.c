#include "config.h"

#include "session/comparer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "session/comparer_parts.h"
#include "session/xalloc.h"

#define NEWS_SECONDS 0.1
#define COMPARER_NICENESS 10 /* the run and its map come first */

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
	runner_lock(&c->runner);
	snprintf(c->what, sizeof c->what, "%s", what);
	c->done = done;
	c->total = total;
	comparer_touch(c, false);
	runner_unlock(&c->runner);
	tell(c);
}

static odd_status work_on(
	struct comparer *c, struct compare_task *task, const odd_job *job, odd_error *err)
{
	struct compare_result result;
	odd_status status = compare_cell(&result, &c->bench, task, job, err);
	runner_lock(&c->runner);
	if (status == ODD_OK) {
		comparer_store(c, task, &result);
	} else {
		c->at = NULL;
		comparer_touch(c, true);
		if (status != ODD_ECANCELLED && task->generation == c->generation) {
			odd_error_format(err, c->fault, sizeof c->fault);
			c->wanted = false;
		}
	}
	runner_unlock(&c->runner);
	if (status == ODD_OK)
		result_clear(&result);
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
		bench_clear(&c->bench);
	if (!c->wanted) {
		runner_wait(&c->runner, HUGE_VAL);
		return;
	}
	const bool found = comparer_next_task(c, &task);
	if (!found) {
		c->wanted = false;
		bench_rest(&c->bench);
		comparer_touch(c, true);
	}
	const odd_job job = runner_job(&c->runner, report, c);
	runner_unlock(&c->runner);
	if (found)
		work_on(c, &task, &job, &err);
	else
		tell(c);
	runner_lock(&c->runner);
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
		runner_lock(&c->runner);
		more = c->wanted && comparer_next_task(c, &task);
		runner_unlock(&c->runner);
		if (more)
			status = work_on(c, &task, &own, err);
	}
	runner_lock(&c->runner);
	c->wanted = false;
	comparer_touch(c, true);
	runner_unlock(&c->runner);
	bench_rest(&c->bench);
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
	runner_lock(&c->runner);
	comparer_empty(c);
	c->net = shared_hold(epoch->net);
	c->plan = plan;
	c->seeds = COMPARER_SEEDS;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const odd_method *method = odd_method_find(usual[i]);
		if (method != NULL && suits(c, method, NULL))
			comparer_insert(c, method);
	}
	runner_unlock(&c->runner);
	return ODD_OK;
}

bool comparer_is_of(struct comparer *c, const struct session_net *net)
{
	runner_lock(&c->runner);
	bool same = net != NULL && c->net == net;
	runner_unlock(&c->runner);
	return same;
}

void comparer_choose(struct comparer *c, const odd_method *const *method, size_t count)
{
	runner_lock(&c->runner);
	for (size_t i = c->methods; i-- > 0;) {
		size_t at = 0;
		while (at < count && method[at] != c->row[i].method)
			at++;
		if (at == count)
			comparer_remove(c, i);
	}
	for (size_t i = 0; i < count; i++)
		comparer_insert(c, method[i]);
	comparer_touch(c, true);
	runner_unlock(&c->runner);
}

odd_status comparer_add(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	runner_lock(&c->runner);
	if (comparer_row(c, method) < c->methods)
		status = odd_error_set(
			err, ODD_EUSAGE, "compare: %s is compared already", method->name);
	else if (!suits(c, method, err))
		status = ODD_EUSAGE;
	else
		comparer_insert(c, method);
	comparer_touch(c, true);
	runner_unlock(&c->runner);
	return status;
}

odd_status comparer_drop(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	runner_lock(&c->runner);
	size_t i = comparer_row(c, method);
	if (i == c->methods)
		status =
			odd_error_set(err, ODD_EUSAGE, "compare: %s is not compared", method->name);
	else if (c->methods == 1)
		status = odd_error_set(err, ODD_EUSAGE, "compare: one method has to stay");
	else
		comparer_remove(c, i);
	comparer_touch(c, true);
	runner_unlock(&c->runner);
	return status;
}

void comparer_seeds(struct comparer *c, size_t seeds)
{
	runner_lock(&c->runner);
	c->seeds = seeds;
	if (c->at != NULL && c->seeding >= seeds)
		atomic_store(&c->runner.cancel, true);
	comparer_touch(c, true);
	runner_unlock(&c->runner);
}

odd_status comparer_battery(struct comparer *c, const odd_job *job, odd_error *err)
{
	runner_lock(&c->runner);
	struct session_net *net = shared_hold(c->net);
	uint64_t seed = c->plan.seed;
	bool had = (c->plan.tasks & ODD_TASK_BIT(ODD_TASK_BATTERY)) != 0;
	runner_unlock(&c->runner);
	/* Each column once, so that a network that cannot do with it says so now. */
	odd_communities groups = {0};
	odd_status status =
		had ? ODD_OK : odd_communities_find(&groups, net->of.net, seed, job, err);
	for (size_t k = 0; k < ODD_COLUMN_KNOWN && status == ODD_OK && !had; k++) {
		odd_network *planted = NULL;
		status = odd_battery_network(&planted, net->of.net, &groups, (odd_column)k,
			seed, job, err);
		odd_network_free(planted);
	}
	odd_communities_clear(&groups);
	shared_release(net);
	if (status != ODD_OK || had)
		return status;
	runner_lock(&c->runner);
	c->plan.tasks |= ODD_TASK_BIT(ODD_TASK_BATTERY);
	comparer_again(c);
	runner_unlock(&c->runner);
	return ODD_OK;
}

/* ---- starting and stopping ------------------------------------------------------------------- */

void comparer_start(struct comparer *c)
{
	runner_lock(&c->runner);
	c->wanted = c->net != NULL;
	c->fault[0] = '\0';
	odd_error err;
	if (c->live && !c->runner.started &&
		runner_start(&c->runner, COMPARER_NICENESS, turn, c, &err) != ODD_OK) {
		c->wanted = false;
		odd_error_format(&err, c->fault, sizeof c->fault);
	}
	comparer_touch(c, true);
	runner_signal(&c->runner);
	runner_unlock(&c->runner);
}

void comparer_stop(struct comparer *c)
{
	runner_lock(&c->runner);
	if (c->wanted)
		comparer_touch(c, true);
	c->wanted = false;
	if (c->at != NULL)
		atomic_store(&c->runner.cancel, true);
	runner_unlock(&c->runner);
}

void comparer_forget(struct comparer *c)
{
	runner_lock(&c->runner);
	if (c->net != NULL)
		comparer_empty(c);
	runner_unlock(&c->runner);
}

void comparer_threads(struct comparer *c, int threads)
{
	atomic_store(&c->runner.threads, threads);
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
	runner_lock(&c->runner);
	comparer_empty(c);
	runner_unlock(&c->runner);
	runner_stop(&c->runner);
	bench_clear(&c->bench);
	shared_release(c->latest);
	runner_clear(&c->runner);
	free(c);
}
