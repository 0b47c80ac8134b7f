/* planting.c: plant and unplant, outliers into the network that is open, and out of it again. */
#include "config.h"

#include "draw/cells.h"
#include "draw/figures.h"
#include "session/command.h"
#include "session/memory.h"

/* Has it made a sub-step? */
static bool moved(const odd_one *run)
{
	return odd_one_trace(run)->count > 1;
}

/* "planted ▲ NAME (structural), rank 12 of 301", and the node is selected. */
static void say_planted_one(struct session *s, const char *how, const odd_job *job)
{
	const odd_network *net = session_network(s);
	size_t node = net->nodes - 1;
	odd_kind kind = (odd_kind)net->truth[node];
	const char *mark = cells_mark(figure_kind_mark(kind), GLYPHS_BRAILLE);
	const char *id = odd_names_get(&net->ids, node);
	s->look.selected = node;
	/* It is planted, whatever becomes of the ranking. */
	if (session_refresh(s, job, NULL) == ODD_OK)
		session_say(s, "planted %s %s, rank %u of %zu; the run %s", mark, id,
			session_scores(s)->rank[node], net->nodes, how);
	else
		session_say(s, "planted %s %s; the run %s", mark, id, how);
}

/* What is to be planted. */
static odd_status read_plant(odd_plant_options *out, const struct session *s,
	const struct arguments *args, odd_error *err)
{
	odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
	const struct argument *seed = arguments_get(args, "--seed");
	const struct argument *style = arguments_get(args, "--style");
	odd_status status = ODD_OK;
	/* Each planting has random numbers of its own unless a seed is named. */
	plant.seed = s->now.epoch->options.seed + s->now.epoch->record_count;
	if (seed != NULL)
		plant.seed = seed->value.whole;
	if (style != NULL)
		plant.style = (odd_plant_style)style->at;
	for (size_t i = 0; i < args->count && status == ODD_OK; i++) {
		odd_plant_options named = plant;
		if (args->item[i].place != 0)
			continue;
		status = run_plant_counts(&named, &args->item[i].value.amounts,
			session_network(s)->nodes, "plant", err);
		plant.structural = named.structural > 0 ? named.structural : plant.structural;
		plant.attribute = named.attribute > 0 ? named.attribute : plant.attribute;
		plant.combined = named.combined > 0 ? named.combined : plant.combined;
	}
	if (status == ODD_OK && plant.structural + plant.attribute + plant.combined == 0)
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
	odd_status status = read_plant(&plant, s, &call->args, err);
	if (status == ODD_OK)
		status = session_live(&run, s, job, err);
	if (status != ODD_OK)
		return status;
	struct epoch *e = s->now.epoch;
	status = odd_communities_find(&groups, e->net->net, e->options.seed, job, err);
	if (status != ODD_OK)
		return status;
	status = odd_plant(&net, &added, e->net->net, &groups, &plant, job, err);
	odd_communities_clear(&groups);
	if (status != ODD_OK)
		return status;
	struct session_net *shared = session_net_wrap(net);
	odd_plant_record *record = memory_grow(NULL, e->record_count + 1, sizeof *record);
	memcpy(record, e->record, e->record_count * sizeof *record);
	record[e->record_count] = added;
	bool warm = !arguments_have(&call->args, "--cold") && moved(run);
	status = session_begin_epoch(
		s, shared, record, e->record_count + 1, &s->now, warm, call->line, job, err);
	free(record);
	if (status != ODD_OK)
		return status;
	const char *how = warm ? "goes on" : "starts anew";
	if (added.count == 1)
		say_planted_one(s, how, job);
	else
		session_say(s,
			"planted %zu (%zu structural, %zu attribute, %zu combined); the run %s",
			added.count, plant.structural, plant.attribute, plant.combined, how);
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
	if (e->record_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "nothing has been planted");
	status = odd_unplant(&net, e->net->net, &e->record[e->record_count - 1], err);
	if (status != ODD_OK)
		return status;
	struct session_net *shared = session_net_wrap(net);
	size_t count = e->record[e->record_count - 1].count;
	bool warm = !arguments_have(&call->args, "--cold") && moved(run);
	status = session_begin_epoch(
		s, shared, e->record, e->record_count - 1, &s->now, warm, call->line, job, err);
	if (status == ODD_OK)
		session_say(s, "took %zu planted %s out; the run %s", count,
			count == 1 ? "node" : "nodes", warm ? "goes on" : "starts anew");
	return status;
}
