#include "config.h"

#include "report/outcome.h"

#include <math.h>
#include <string.h>

#include "draw/figures.h"

const char *const stage_names[STAGES] = {
	"load", "plant", "init", "iterations", "score", "project", "total"};

char *outcome_option(char out[ODD_OPTION_VALUE], const struct outcome *o, const char *name)
{
	return odd_option_get(out, run_option_find(name, strlen(name)), &o->options);
}

const char *outcome_label(const struct outcome *o, size_t node)
{
	int32_t label = o->net->label[node];
	return label == ODD_NO_LABEL ? "-" : odd_names_get(&o->net->classes, (size_t)label);
}

const char *outcome_kind(const struct outcome *o, size_t node)
{
	return o->net->has_truth && !o->blind ? odd_kind_name((odd_kind)o->net->truth[node]) : "-";
}

size_t outcome_shown_count(const struct outcome *o)
{
	size_t count = 0;
	for (size_t i = 0; i < o->net->nodes; i++)
		count += outcome_shown(o, i);
	return count;
}

size_t outcome_odd(const struct outcome *o)
{
	const odd_amounts *asked = &o->options.contamination;
	if (!asked->given)
		return 0;
	size_t n = o->net->nodes;
	size_t odd = asked->share[0] ? odd_top(n, asked->amount[0]) : (size_t)asked->amount[0];
	return odd < n ? odd : n;
}

double outcome_published(const struct outcome *o, size_t method, size_t measure)
{
	return figure_published(
		o->published, o->net->name, o->compared, o->table->method[method], measure);
}

const char *outcome_cell_state(const odd_cell *cell)
{
	return cell->state == ODD_CELL_DONE     ? "done"
	       : cell->state == ODD_CELL_FAILED ? "failed"
						: "unfinished";
}

bool outcome_measured(const struct outcome *o, size_t measure)
{
	odd_task task = odd_measure_get(measure)->task;
	unsigned bit = ODD_TASK_BIT(task), tasks = o->compared->tasks;
	if ((tasks & ODD_USUAL_TASKS) != 0)
		tasks |= ODD_USUAL_TASKS;
	return task == ODD_TASK_COST || (tasks & bit) != 0;
}

double outcome_largest(const odd_comparison *table, size_t measure)
{
	double most = (double)NAN;
	for (size_t m = 0; m < table->methods; m++)
		most = fmax(most, odd_comparison_spread(table, m, measure, NULL).mean);
	return most;
}
