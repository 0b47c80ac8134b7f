#include "config.h"

#include "study/result.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const char *const stage_names[STAGES] = {
	"load", "plant", "init", "iterations", "score", "project", "total"};

static void result_clear(void *self)
{
	struct result *result = self;
	for (size_t i = 0; i < RESULT_HELD; i++)
		shared_release(result->held[i]);
}

struct result *result_new(void)
{
	return shared_new(sizeof(struct result), result_clear);
}

void *result_hold(struct result *result, void *part)
{
	size_t i = 0;
	while (result->held[i] != NULL)
		i++;
	assert(i < RESULT_HELD);
	result->held[i] = shared_hold(part);
	return part;
}

char *result_option(char out[ODD_OPTION_VALUE], const struct result *o, const char *name)
{
	return odd_option_get(out, run_option_find(name, strlen(name)), &o->options);
}

const char *result_label(const struct result *o, size_t node)
{
	int32_t label = o->net->label[node];
	return label == ODD_NO_LABEL ? "-" : odd_names_get(&o->net->classes, (size_t)label);
}

const char *result_kind(const struct result *o, size_t node)
{
	return o->net->has_truth && !o->blind ? odd_kind_name((odd_kind)o->net->truth[node]) : "-";
}

size_t result_shown_count(const struct result *o)
{
	size_t count = 0;
	for (size_t i = 0; i < o->net->nodes; i++)
		count += result_shown(o, i);
	return count;
}

size_t result_odd(const struct result *o)
{
	const odd_amounts *asked = &o->options.contamination;
	if (!asked->given)
		return 0;
	size_t n = o->net->nodes;
	size_t odd = asked->share[0] ? odd_top(n, asked->amount[0]) : (size_t)asked->amount[0];
	return odd < n ? odd : n;
}

double published_value(const odd_published *published, const char *network,
	const odd_compare_options *options, const odd_method *method, size_t measure)
{
	const odd_measure *m = odd_measure_get(measure);
	const odd_published_row *row = NULL;
	if (published == NULL || network == NULL || m->published == NULL ||
		method->published == NULL || odd_compare_title(options, method) != method->title)
		return (double)NAN;
	while ((row = odd_published_next(
			published, row, m->published, network, method->published)) != NULL)
		if ((isnan(row->x) && isnan(m->x)) || row->x == m->x)
			return row->value;
	return (double)NAN;
}

double result_published(const struct result *o, size_t method, size_t measure)
{
	return published_value(
		o->published, o->net->name, o->compared, o->table->method[method], measure);
}

const char *result_cell_state(const odd_cell *cell)
{
	return cell->state == ODD_CELL_DONE     ? "done"
	       : cell->state == ODD_CELL_FAILED ? "failed"
						: "unfinished";
}

bool result_measured(const struct result *o, size_t measure)
{
	odd_task task = odd_measure_get(measure)->task;
	unsigned bit = ODD_TASK_BIT(task), tasks = o->compared->tasks;
	if ((tasks & ODD_USUAL_TASKS) != 0)
		tasks |= ODD_USUAL_TASKS;
	return task == ODD_TASK_COST || (tasks & bit) != 0;
}

double result_largest(const odd_comparison *table, size_t measure)
{
	double most = (double)NAN;
	for (size_t m = 0; m < table->methods; m++)
		most = fmax(most, odd_comparison_spread(table, m, measure, NULL).mean);
	return most;
}
