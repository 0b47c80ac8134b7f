#include "config.h"

#include "report/outcome.h"

#include "draw/figure_compare.h"

const char *const stage_names[STAGES] = {
	"load", "plant", "init", "iterations", "score", "project", "total"};

const char *outcome_preset(const struct outcome *o)
{
	return o->used->preset == ODD_PAPER ? "paper" : "calibrated";
}

const char *outcome_start(const struct outcome *o)
{
	switch (o->used->start) {
	case ODD_START_NMF:
		return "nmf";
	case ODD_START_SVD:
		return "svd";
	case ODD_START_RANDOM:
		return "random";
	default:
		return o->used->start_dir;
	}
}

const char *outcome_stopped(const struct outcome *o)
{
	switch (o->fit->why) {
	case ODD_STOP_TOLERANCE:
		return "tolerance";
	case ODD_STOP_SETTLED:
		return "settled";
	default:
		return "iterations";
	}
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
	switch (cell->state) {
	case ODD_CELL_DONE:
		return "done";
	case ODD_CELL_FAILED:
		return "failed";
	default:
		return "unfinished";
	}
}
