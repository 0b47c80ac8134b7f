/* sub_generate.c: a synthetic attributed network. */
#include "config.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/staging.h"

int sub_generate(const struct settings *s)
{
	struct work w;
	odd_network *net = NULL;
	odd_error err;
	work_begin(&w, s);
	odd_status status = staging_check(s->output, &err);
	if (status == ODD_OK)
		status = odd_generate(&net, &s->generate, &w.job, &err);
	if (status == ODD_OK)
		status = save_network(net, s->output, &w, &err);
	work_end(&w);
	if (status != ODD_OK) {
		odd_network_free(net);
		return tell_error(&w, &err, false);
	}
	printf("%s: %zu %s, %zu %s, %zu %s, %zu %s, seed %llu, in %s\n", net->name, net->nodes,
		plural(net->nodes, "node", "nodes"), net->edges,
		plural(net->edges, "link", "links"), net->attributes,
		plural(net->attributes, "attribute", "attributes"), net->classes.count,
		plural(net->classes.count, "community", "communities"),
		(unsigned long long)s->run.one.seed, s->output);
	odd_network_free(net);
	return DONE;
}
