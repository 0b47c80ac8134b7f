/* sub_convert.c: from any format that can be read to oddone text. */
#include "config.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/staging.h"

int sub_convert(const struct settings *s)
{
	struct work w;
	odd_network *net = NULL;
	odd_error err;
	bool reading = false;
	work_begin(&w, s);
	odd_status status = staging_check(s->output, &err);
	if (status == ODD_OK) {
		reading = true;
		status = load_network(&net, s, &w, &err);
	}
	if (status == ODD_OK) {
		reading = false;
		status = save_network(net, s->output, &w, &err);
	}
	work_end(&w);
	if (status != ODD_OK) {
		odd_network_free(net);
		return tell_error(&w, &err, reading);
	}
	tell_skipped(&w, &net->skipped);
	printf("%s (%s): %zu nodes, %zu links, %zu attributes, %zu classes%s, in %s\n", net->name,
		net->format, net->nodes, net->edges, net->attributes, net->classes.count,
		net->has_truth ? ", known outliers" : "", s->output);
	odd_network_free(net);
	return DONE;
}
