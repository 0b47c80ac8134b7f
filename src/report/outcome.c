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
	return o->net->has_truth ? odd_kind_name((odd_kind)o->net->truth[node]) : "-";
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

double outcome_largest(const odd_comparison *table, size_t measure)
{
	double most = (double)NAN;
	for (size_t m = 0; m < table->methods; m++)
		most = fmax(most, odd_comparison_spread(table, m, measure, NULL).mean);
	return most;
}
