/* map_colours.c: what the points of the map are coloured by: classes, or a scale. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/figure_parts.h"

enum { NOT_FOUND, AS_LABEL, AS_DEGREE, AS_COLUMN, AS_WORD, AS_COMMUNITY };

/* Where the name is found; *at: the column or the attribute. */
static int find(const odd_network *net, const char *by, size_t *at)
{
	const uint32_t word = odd_names_find(&net->words, by, strlen(by));
	*at = odd_columns_find(&net->columns, by);
	if (*at < net->columns.count)
		return net->columns.column[*at].type == ODD_COLUMN_CLASS ? AS_LABEL : AS_COLUMN;
	*at = word;
	return strcmp(by, "degree") == 0      ? AS_DEGREE
	       : strcmp(by, "label") == 0     ? AS_LABEL
	       : strcmp(by, "community") == 0 ? AS_COMMUNITY
	       : word != ODD_NO_NAME          ? AS_WORD
					      : NOT_FOUND;
}

bool figure_map_by(const odd_network *net, const char *by)
{
	size_t at;
	const int as = find(net, by, &at);
	return as != NOT_FOUND && (as != AS_LABEL || net->classes.count > 0);
}

/* The largest entry of a node in the column or the attribute; returns which attribute, ODD_NO_LABEL
 * where it has none. */
static int32_t entry_of(const odd_network *net, size_t node, int as, size_t at, double *value)
{
	int32_t best = ODD_NO_LABEL;
	for (size_t e = net->C.ptr[node]; e < net->C.ptr[node + 1]; e++) {
		const size_t j = net->C.idx[e];
		const double v = odd_csr_value(odd_csr_const(net->C), e);
		if (as == AS_COLUMN ? net->columns.of[j] != at : j != at)
			continue;
		if (best == ODD_NO_LABEL || v > *value) {
			*value = v;
			best = (int32_t)j;
		}
	}
	return best;
}

static bool is_scale(const odd_network *net, int as, size_t at)
{
	return as == AS_DEGREE ||
	       (as == AS_COLUMN && net->columns.column[at].type <= ODD_COLUMN_COUNT);
}

void figure_map_colours(
	struct point_colours *out, const struct result *result, const char *by, struct canvas *c)
{
	const odd_network *net = result->net;
	const odd_communities *found = result->groups;
	size_t at;
	const int as = find(net, by, &at);
	double *value = canvas_alloc(c, net->nodes + 1, sizeof *value);
	double *percentile = canvas_alloc(c, net->nodes + 1, sizeof *percentile);
	int32_t *group = canvas_alloc(c, net->nodes + 1, sizeof *group);
	const odd_names *names = as == AS_LABEL ? &net->classes : &net->words;
	*out = (struct point_colours){.names = names, .groups = names->count};
	if (as == AS_COMMUNITY && found != NULL && found->count > 0)
		*out = (struct point_colours){.group = found->of,
			.names = found->found ? NULL : &net->classes,
			.groups = found->count};
	if (as == AS_COMMUNITY || value == NULL || percentile == NULL || group == NULL ||
		as == NOT_FOUND)
		return;
	for (size_t i = 0; i < net->nodes && as != AS_LABEL; i++) {
		value[i] = as == AS_DEGREE ? (double)(net->A.ptr[i + 1] - net->A.ptr[i]) : 0.0;
		group[i] = as == AS_DEGREE ? 0 : entry_of(net, i, as, at, &value[i]);
	}
	if (!is_scale(net, as, at)) {
		out->group = as == AS_LABEL ? net->label : group;
		return;
	}
	c->out_of_memory = odd_percentile_ranks(percentile, value, net->nodes, NULL) != ODD_OK;
	for (size_t i = 0; i < net->nodes && as == AS_COLUMN; i++)
		if (odd_columns_misses(&net->columns, i, at))
			percentile[i] = (double)NAN;
	out->percentile = percentile;
}
