/* comparer_wishes.c: what is to be compared. */
#include "config.h"

#include <stdio.h>

#include "session/comparer_parts.h"

#define PLANTED_PERCENT 5.0

/* Those that take seconds on a few thousand nodes; the others can be added. */
static const char *const usual[] = {
	"one-calibrated", "one-paper", "line", "tadw", "aane", "random", "degree"};

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
	comparer_empty(c);
	c->net = shared_hold(setup->net);
	c->plan = plan;
	c->seeds = COMPARER_SEEDS;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const odd_method *method = odd_method_find(usual[i]);
		if (method != NULL && suits(c, method, NULL))
			comparer_insert(c, method);
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
			comparer_remove(c, i);
	}
	for (size_t i = 0; i < count; i++)
		comparer_insert(c, method[i]);
	comparer_touch(c, true);
	pthread_mutex_unlock(&c->mutex);
}

odd_status comparer_add(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->mutex);
	if (comparer_row(c, method) < c->methods)
		status = odd_error_set(
			err, ODD_EUSAGE, "compare: %s is compared already", method->name);
	else if (!suits(c, method, err))
		status = ODD_EUSAGE;
	else
		comparer_insert(c, method);
	comparer_touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	return status;
}

odd_status comparer_drop(struct comparer *c, const odd_method *method, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&c->mutex);
	size_t i = comparer_row(c, method);
	if (i == c->methods)
		status =
			odd_error_set(err, ODD_EUSAGE, "compare: %s is not compared", method->name);
	else if (c->methods == 1)
		status = odd_error_set(err, ODD_EUSAGE, "compare: one method has to stay");
	else
		comparer_remove(c, i);
	comparer_touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	return status;
}

void comparer_seeds(struct comparer *c, size_t seeds)
{
	pthread_mutex_lock(&c->mutex);
	c->seeds = seeds;
	if (c->at != NULL && c->seeding >= seeds)
		atomic_store(&c->cancel, true);
	comparer_touch(c, true);
	pthread_mutex_unlock(&c->mutex);
}

size_t comparer_seed_count(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	size_t seeds = c->seeds;
	pthread_mutex_unlock(&c->mutex);
	return seeds;
}
