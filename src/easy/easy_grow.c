/* easy_grow.c: planting into a run, and placing of new nodes in a run. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"

/* ---- planting into a run -------------------------------------------------------------------- */

/* Finds the classes of the present network. Communities are those of the network before any
 * planting; planted nodes are in none. */
static odd_status find_classes(odd_communities *out, odd_easy *easy, odd_error *err)
{
	struct study *s = &easy->study;
	const odd_network *net = study_network(s);
	size_t nodes = net->nodes;
	odd_status status = study_find_classes(s, &easy->job, err);
	if (status != ODD_OK)
		return status;
	if (!s->classes.found)
		return odd_communities_find(out, net, s->options.one.seed, &easy->job, err);
	for (size_t i = 0; s->plantings != NULL && i < s->plantings->count; i++)
		nodes -= s->plantings->record[i].count;
	*out = (odd_communities){.count = s->classes.count, .found = true};
	out->of = malloc((net->nodes + 1) * sizeof *out->of);
	if (out->of == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		out->of[i] = i < nodes ? s->classes.of[i] : ODD_NO_LABEL;
	return ODD_OK;
}

/* A network with planted nodes, the record of the planting and the run. */
struct planted {
	odd_network *net;
	odd_plant_record record;
	odd_one *run;
};

/* Plants. A run without sub-steps begins again, so that its start includes the planted nodes. */
static odd_status plant(struct planted *out, odd_easy *easy, odd_error *err)
{
	struct study *s = &easy->study;
	const odd_network *net = study_network(s);
	odd_plant_options options;
	odd_communities classes = {0};
	odd_status status = run_options_plant(&options, &s->options, net->nodes, "plant", err);
	if (status == ODD_OK && odd_plant_total(&options) == 0)
		status = odd_error_set(err, ODD_EUSAGE, "nothing to plant: set plant or placebo");
	/* Each planting has random numbers of its own. */
	options.seed += s->plantings != NULL ? s->plantings->count : 0;
	if (status == ODD_OK)
		status = find_classes(&classes, easy, err);
	if (status == ODD_OK)
		status = odd_plant(
			&out->net, &out->record, net, &classes, &options, &easy->job, err);
	odd_communities_clear(&classes);
	if (status != ODD_OK)
		return status;
	status = odd_one_trace(s->run)->count > 1
			 ? odd_one_extend(&out->run, s->run, out->net, &easy->job, err)
			 : odd_one_begin(&out->run, out->net, &s->one, &easy->job, err);
	if (status == ODD_OK)
		return ODD_OK;
	odd_plant_record_clear(&out->record);
	odd_network_free(out->net);
	return status;
}

odd_status odd__easy_plant(odd_easy *easy, odd_error *err)
{
	struct study *s = &easy->study;
	struct planted made;
	struct shared_network *network;
	struct plantings *plantings = NULL;
	odd_status status = plant(&made, easy, err);
	if (status != ODD_OK)
		return status;
	status = plantings_create(&plantings, s->plantings,
		s->plantings != NULL ? s->plantings->count : 0, &made.record, err);
	if (status == ODD_OK)
		status = shared_network_create(&network, made.net, err);
	else
		odd_network_free(made.net);
	if (status == ODD_OK && (status = odd__easy_remember(easy, true, err)) != ODD_OK)
		shared_release(network);
	if (status != ODD_OK) {
		shared_release(plantings);
		odd_one_free(made.run);
		return status;
	}
	s->run = NULL; /* the entry of undo owns the run */
	odd__easy_change(easy, made.run, network, plantings);
	return ODD_OK;
}

/* ---- placing new nodes ---------------------------------------------------------------------- */

int odd_easy_beside(odd_easy *easy, const odd_easy *fitted)
{
	odd__easy_drop_network(easy);
	if (fitted->study.run == NULL)
		return odd__easy_done(
			easy, odd_error_set(&easy->error, ODD_EUSAGE, "no run has been started"));
	const odd_network *net = study_network(&fitted->study);
	easy->fitted = fitted;
	easy->study.options = fitted->study.options;
	easy->study.as_given = true;
	easy->reading.known = &net->ids;
	easy->reading.like = &net->columns;
	return odd__easy_done(easy, ODD_OK);
}

/* Replaces *net by a copy that uses links as attributes, as the run does. */
static odd_status use_links_as_attributes(odd_network **net, odd_error *err)
{
	odd_network *other = NULL;
	odd_status status = odd_network_without_attributes(&other, *net, err);
	odd_network_free(*net);
	*net = other;
	return status;
}

odd_status odd__easy_place(odd_easy *easy, odd_error *err)
{
	struct study *s = &easy->study;
	const struct study *fitted = &easy->fitted->study;
	const odd_network *old = study_network(fitted);
	odd_network *more = NULL, *net = NULL;
	odd_one *run = NULL;
	odd_joined joined = {0};
	struct shared_network *network;
	odd_status status = odd_network_copy(&more, study_network(s), err);
	if (status == ODD_OK && old->links_are_words)
		status = use_links_as_attributes(&more, err);
	if (status == ODD_OK)
		status = odd_network_join(&net, old, more, &joined, err);
	odd_network_free(more);
	if (status == ODD_OK && joined.nodes == 0)
		status = odd_error_set(err, ODD_EINPUT,
			"all of its nodes are in the run already: there is none to place");
	if (status == ODD_OK)
		status = odd_one_place(&run, fitted->run, net, &easy->job, err);
	if (status != ODD_OK) {
		odd_network_free(net);
		return status;
	}
	if (joined.unknown > 0 && !old->links_are_words)
		notes_add(&s->notes,
			"%zu attributes of the new nodes are not known to the run and were left "
			"out",
			joined.unknown);
	status = shared_network_create(&network, net, err);
	if (status == ODD_OK)
		odd__easy_change(easy, run, network, NULL);
	else
		odd_one_free(run);
	return status;
}
