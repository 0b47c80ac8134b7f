/* planting.c: plant and unplant, outliers into the network that is open, and out of it again. */
#include "config.h"

#include <stdio.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "session/command.h"
#include "session/xalloc.h"

/* Has it made a sub-step? */
static bool moved(const odd_one *run)
{
	return odd_one_trace(run)->count > 1;
}

/* "planted ▲ NAME (structural), rank 12 of 301", and the node is selected. */
static void say_planted_one(struct session *s, size_t node, const char *how, const odd_job *job)
{
	const odd_network *net = session_network(s);
	odd_kind kind = (odd_kind)net->truth[node];
	const char *mark = cells_mark(figure_kind_mark(kind), GLYPHS_BRAILLE);
	const char *id = odd_names_get(&net->ids, node);
	if (!s->live_look)
		look_select(s->look, node);
	/* It is planted, whatever becomes of the ranking. */
	if (session_refresh(s, job, NULL) == ODD_OK)
		session_say(s, "planted %s %s, rank %u of %zu; the run %s", mark, id,
			session_scores(s)->rank[node], net->nodes, how);
	else
		session_say(s, "planted %s %s; the run %s", mark, id, how);
}

/* "planted 12 (4 structural, 8 swap) and 4 placebos; the run goes on" */
static void say_planted(struct session *s, const odd_plant_options *plant, const char *how)
{
	char kinds[200] = "";
	size_t used = 0, outliers = odd_plant_outliers(plant);
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		size_t count = odd_plant_count(plant, odd__plant_kind[t]);
		if (count == 0 || odd__plant_kind[t] == ODD_PLACEBO)
			continue;
		used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%zu %s",
			used > 0 ? ", " : "", count, odd_kind_name(odd__plant_kind[t]));
	}
	const char *placebos = plant->placebo == 1 ? "placebo" : "placebos";
	if (outliers == 0)
		session_say(s, "planted %zu %s; the run %s", plant->placebo, placebos, how);
	else if (plant->placebo > 0)
		session_say(s, "planted %zu (%s) and %zu %s; the run %s", outliers, kinds,
			plant->placebo, placebos, how);
	else
		session_say(s, "planted %zu (%s); the run %s", outliers, kinds, how);
}

/* What is to be planted. */
static odd_status read_plant(odd_plant_options *out, const struct session *s,
	const struct arguments *args, odd_error *err)
{
	odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
	const struct argument *seed = arguments_get(args, "--seed");
	const struct argument *style = arguments_get(args, "--style");
	const struct argument *placebo = arguments_get(args, "--placebo");
	odd_status status = ODD_OK;
	/* Each planting has random numbers of its own unless a seed is named. */
	plant.seed = s->now.epoch->options.seed + s->now.epoch->plants->count;
	if (seed != NULL)
		plant.seed = seed->value.whole;
	if (style != NULL)
		plant.style = (odd_plant_style)style->at;
	for (size_t i = 0; i < args->count && status == ODD_OK; i++) {
		if (args->item[i].place == 0)
			status = run_plant_counts(&plant, &args->item[i].value.amounts,
				session_network(s)->nodes, "plant", err);
	}
	if (status == ODD_OK && placebo != NULL)
		status = run_placebo_count(&plant, &placebo->value.amounts,
			session_network(s)->nodes, "--placebo", err);
	if (status == ODD_OK)
		status = run_plant_check(&plant, session_network(s)->nodes, "plant", err);
	if (status == ODD_OK && odd_plant_total(&plant) == 0)
		status = arguments_usage(args, err);
	*out = plant;
	return status;
}

odd_status cmd_plant(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_job *job = call->job;
	odd_plant_options plant;
	odd_network *net = NULL;
	odd_communities groups;
	odd_plant_record added;
	odd_one *run = NULL;
	odd_status status = read_plant(&plant, s, call->args, err);
	if (status == ODD_OK)
		status = session_live(&run, s, job, err);
	if (status != ODD_OK)
		return status;
	struct epoch *e = s->now.epoch;
	status = session_groups(
		&groups, s->doc, e->plants, e->net->of.net, e->options.seed, job, err);
	if (status != ODD_OK)
		return status;
	status = odd_plant(&net, &added, e->net->of.net, &groups, &plant, job, err);
	odd_communities_clear(&groups);
	if (status != ODD_OK)
		return status;
	struct session_net *shared = session_net_wrap(net, s->secret);
	struct plantings *plants;
	const size_t single = odd_plant_single(&added);
	status = plantings_create(&plants, e->plants, e->plants->count, &added, err);
	if (status != ODD_OK) {
		shared_release(shared);
		return status;
	}
	bool warm = !arguments_have(call->args, "--cold") && moved(run);
	status = session_begin_epoch(s, shared, plants, &s->now, warm, call->args->line, job, err);
	if (status != ODD_OK)
		return status;
	const char *how = warm ? "goes on" : "starts anew";
	if (atomic_load(&s->secret->kept))
		session_say(s, "planted %zu; the run %s",
			odd_plant_outliers(&plant) + plant.placebo, how);
	else if (single != SIZE_MAX)
		say_planted_one(s, single, how, job);
	else
		say_planted(s, &plant, how);
	return ODD_OK;
}

odd_status cmd_unplant(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_job *job = call->job;
	odd_one *run = NULL;
	odd_network *net;
	odd_status status = session_live(&run, s, job, err);
	if (status != ODD_OK)
		return status;
	struct epoch *e = s->now.epoch;
	if (e->plants->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "nothing has been planted");
	const odd_plant_record *last = &e->plants->record[e->plants->count - 1];
	const size_t out = last->count, back = last->before != NULL ? last->before->count : 0;
	status = odd_unplant(&net, e->net->of.net, last, err);
	if (status != ODD_OK)
		return status;
	struct session_net *shared = session_net_wrap(net, s->secret);
	struct plantings *plants;
	status = plantings_create(&plants, e->plants, e->plants->count - 1, NULL, err);
	if (status != ODD_OK) {
		shared_release(shared);
		return status;
	}
	bool warm = !arguments_have(call->args, "--cold") && moved(run);
	status = session_begin_epoch(s, shared, plants, &s->now, warm, call->args->line, job, err);
	if (status == ODD_OK)
		session_say(s, "planted nodes taken out: %zu; nodes as before: %zu; the run %s",
			out, back, warm ? "goes on" : "starts anew");
	return status;
}
