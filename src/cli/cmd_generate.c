/* cmd_generate.c: a synthetic attributed network. */
#include "config.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/staging.h"

int cmd_generate(const struct settings *s)
{
	struct work w;
	odd_network *net = NULL;
	odd_error err;
	work_begin(&w, s);
	odd_status status = staging_check(s->output, &err);
	if (status == ODD_OK)
		status = odd_generate(&net, &s->generate, &w.job, &err);
	if (status == ODD_OK)
		status = odd_network_save(net, s->output, &w.job, &err);
	work_end(&w);
	if (status != ODD_OK) {
		odd_network_free(net);
		return tell_error(&w, &err, false);
	}
	printf("%s: %zu nodes, %zu links, %zu attributes, %zu communities, seed %llu, in %s\n",
		net->name, net->nodes, net->edges, net->attributes, net->classes.count,
		(unsigned long long)s->seed, s->output);
	odd_network_free(net);
	return DONE;
}
