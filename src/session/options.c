/* options.c: what `set` changes of a place; the rows are those of report/options.h. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"

/* What no row can know: the network that is open sets bounds of its own. */
static odd_status check(
	const struct run_options *o, const odd_option *row, const odd_network *net, odd_error *err)
{
	size_t least = net->nodes < net->attributes ? net->nodes : net->attributes;
	if (row->offset == offsetof(struct run_options, one.k) && o->one.k >= least)
		return odd_error_set(
			err, ODD_EUSAGE, "k: %zu is above %zu", o->one.k, least - (least > 0));
	if (row->offset == offsetof(struct run_options, one.mu) &&
		o->one.mu > (double)net->nodes - 1.0)
		return odd_error_set(
			err, ODD_EUSAGE, "mu: %g is above %zu", o->one.mu, net->nodes - 1);
	return ODD_OK;
}

odd_status session_option_set(
	struct place *place, const odd_option *row, const char *value, odd_error *err)
{
	struct run_options wanted = place->wanted;
	odd_status status = odd_option_set(&wanted, row, NULL, value, err);
	if (status == ODD_OK && row->text != 0)
		status = run_options_check_start(&wanted, row->name, err);
	if (status == ODD_OK && place->epoch != NULL)
		status = check(&wanted, row, place->epoch->net->net, err);
	if (status == ODD_OK)
		place->wanted = wanted;
	return status;
}
