/* sub_plant.c: a seeded copy of a network, with its truth. */
#include "config.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/staging.h"
#include "cli/text.h"

static void report(const odd_network *net, const odd_plant_options *planted,
	const odd_communities *groups, const struct settings *s)
{
	const struct glyphs *g = text_glyphs();
	const size_t count[3] = {planted->structural, planted->attribute, planted->combined};
	printf("planted %zu %s:", count[0] + count[1] + count[2],
		plural(count[0] + count[1] + count[2], "outlier", "outliers"));
	for (int t = 0; t < 3; t++)
		printf("%s %s %zu %s", t > 0 ? "," : "", g->mark[ODD_STRUCTURAL + t], count[t],
			odd_kind_name((odd_kind)(ODD_STRUCTURAL + t)));
	printf("\n%s style, seed %llu, %zu %s\n",
		planted->style == ODD_PLANT_LOCAL ? "local" : "uniform",
		(unsigned long long)planted->seed, groups->count,
		groups->found ? "communities found in the links" : "classes");
	printf("%s now has %zu nodes and %zu links, in %s\n", net->name, net->nodes, net->edges,
		s->output);
}

int sub_plant(const struct settings *settings)
{
	struct settings s = *settings;
	struct work w;
	odd_network *net = NULL;
	odd_communities groups = {0};
	odd_plant_options planted;
	odd_error err;
	bool reading = false;
	if (!s.run.plant.given)
		s.run.plant = (odd_amounts){.given = true, .all = 5.0};
	work_begin(&w, &s);
	odd_status status = staging_check(s.output, &err);
	if (status == ODD_OK) {
		reading = true;
		status = load_network(&net, &s, &w, &err);
	}
	if (status == ODD_OK)
		tell_skipped(&w, &net->skipped);
	if (status == ODD_OK)
		status = odd_communities_find(&groups, net, s.run.one.seed, &w.job, &err);
	if (status == ODD_OK)
		status = plant_into(&net, &planted, &s, &groups, &w, &err);
	if (status == ODD_OK) {
		reading = false;
		status = save_network(net, s.output, &w, &err);
	}
	work_end(&w);
	if (status == ODD_OK)
		report(net, &planted, &groups, &s);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	odd_communities_clear(&groups);
	odd_network_free(net);
	return code;
}
