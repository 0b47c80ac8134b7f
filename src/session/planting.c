/* planting.c: outliers into the network that is open, and out of it again. */
#include "config.h"

#include "draw/cells.h"
#include "draw/figure_words.h"
#include "session/memory.h"
#include "session/session.h"

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

odd_status session_plant(struct session *s, const odd_plant_options *plant, bool cold,
	const char *what, const odd_job *job, odd_error *err)
{
	odd_network *net = NULL;
	odd_communities groups;
	odd_plant_record added;
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, job, err);
	if (status != ODD_OK)
		return status;
	struct epoch *e = s->now.epoch;
	status = odd_communities_find(&groups, e->net->net, e->options.seed, job, err);
	if (status != ODD_OK)
		return status;
	status = odd_plant(&net, &added, e->net->net, &groups, plant, job, err);
	odd_communities_clear(&groups);
	if (status != ODD_OK)
		return status;
	struct session_net *shared = session_net_wrap(net);
	if (shared == NULL)
		return odd_error_nomem(err);
	odd_plant_record *record = memory_grow(NULL, e->record_count + 1, sizeof *record);
	memcpy(record, e->record, e->record_count * sizeof *record);
	record[e->record_count] = added;
	bool warm = !cold && moved(run);
	status = session_begin_epoch(
		s, shared, record, e->record_count + 1, &s->now, warm, what, job, err);
	free(record);
	if (status != ODD_OK)
		return status;
	const char *how = warm ? "goes on" : "starts anew";
	if (added.count == 1)
		say_planted_one(s, how, job);
	else
		session_say(s,
			"planted %zu (%zu structural, %zu attribute, %zu combined); the run %s",
			added.count, plant->structural, plant->attribute, plant->combined, how);
	return ODD_OK;
}

odd_status session_unplant(
	struct session *s, bool cold, const char *what, const odd_job *job, odd_error *err)
{
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
	if (shared == NULL)
		return odd_error_nomem(err);
	size_t count = e->record[e->record_count - 1].count;
	bool warm = !cold && moved(run);
	status = session_begin_epoch(
		s, shared, e->record, e->record_count - 1, &s->now, warm, what, job, err);
	if (status == ODD_OK)
		session_say(s, "took %zu planted %s out; the run %s", count,
			count == 1 ? "node" : "nodes", warm ? "goes on" : "starts anew");
	return status;
}
