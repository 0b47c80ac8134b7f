#include "config.h"

#include "session/why.h"

#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"

/* ---- one answer ----------------------------------------------------------------------------- */

static void why_clear(void *self)
{
	struct session_why *why = self;
	odd_explanation_clear(&why->of);
	odd_sentences_clear(&why->sentences);
	rank_history_clear(&why->history);
	free(why->value);
	shared_release(why->columns);
	shared_release(why->scored);
	shared_release(why->net);
}

static void groups_clear(void *self)
{
	struct session_groups *groups = self;
	odd_communities_clear(&groups->of);
	shared_release(groups->net);
}

bool session_groups_fresh(const struct session *s)
{
	return !s->groups_wanted || s->moving ||
	       (s->groups != NULL && s->groups->net == s->now.epoch->net);
}

/* A build that cannot find any explains without them. */
odd_status session_find_groups(struct session *s, const odd_job *job, odd_error *err)
{
	struct session_net *net = s->now.epoch->net;
	odd_communities of = {0};
	if (s->groups != NULL && s->groups->net == net)
		return ODD_OK;
	odd_status status =
		odd_communities_find(&of, net->of.net, s->now.epoch->options.seed, job, err);
	if (status != ODD_OK && status != ODD_EUSAGE)
		return status;
	shared_release(s->groups);
	s->groups = shared_create(sizeof *s->groups, groups_clear);
	s->groups->net = shared_hold(net);
	s->groups->of = of;
	return ODD_OK;
}

static void columns_clear(void *self)
{
	struct session_columns *columns = self;
	free(columns->column);
	shared_release(columns->scored);
	shared_release(columns->net);
}

/* Summarises the columns of the present network, unless that is done. */
static odd_status session_find_columns(struct session *s, const odd_job *job, odd_error *err)
{
	struct session_net *net = s->now.epoch->net;
	struct column_summary *column;
	if (s->columns != NULL && s->columns->net == net &&
		(s->moving || s->columns->scored == s->scored))
		return ODD_OK;
	odd_status status = summarise_columns(&column, net->of.net, session_scores(s), job, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->columns);
	s->columns = shared_create(sizeof *s->columns, columns_clear);
	s->columns->net = shared_hold(net);
	s->columns->scored = shared_hold(s->scored);
	s->columns->column = column;
	return ODD_OK;
}

/* The node's values beside those of its neighbours, and sentences about them. */
static odd_status find_values(
	struct session_why *why, struct session *s, const odd_job *job, odd_error *err)
{
	const odd_network *net = why->net->of.net;
	if (net->columns.count == 0)
		return ODD_OK;
	odd_status status = session_find_columns(s, job, err);
	if (status != ODD_OK)
		return status;
	why->columns = shared_hold(s->columns);
	status = list_node_values(&why->value, why->columns->column, net, why->node, err);
	if (status != ODD_OK)
		return status;
	why->values = net->columns.count;
	/* What nodes are known to be is no value to be told. */
	for (size_t i = 0; i < why->values && why->secret; i++)
		if (why->value[i].column->type == ODD_COLUMN_TRUTH)
			why->value[i].own[0] = why->value[i].neighbours[0] = '\0';
	return add_value_sentences(&why->sentences, why->value, why->values, err);
}

static odd_status explain(
	struct session_why *why, struct session *s, const odd_job *job, odd_error *err)
{
	static const odd_explain_counts counts = {
		0, SESSION_WHY_LIST, SESSION_WHY_LIST, SESSION_WHY_LIST};
	odd_one *run = NULL;
	odd_status status = session_find_groups(s, job, err);
	why->whole = !s->moving;
	if (status == ODD_OK && why->whole)
		status = ranks_fill(s, job, err);
	if (status == ODD_OK)
		status = session_live(&run, s, job, err);
	if (status == ODD_OK)
		status = odd_explain(&why->of, why->net->of.net, run, &why->scored->scores,
			s->groups->of.count > 0 ? &s->groups->of : NULL, why->node, &counts, job,
			err);
	if (status == ODD_OK && why->secret)
		why->of.known = false; /* neither what it is nor what it was before is told */
	else if (status == ODD_OK)
		status =
			odd_explain_former(&why->of, why->net->of.net, s->now.epoch->plants->record,
				s->now.epoch->plants->count, SESSION_WHY_LIST, err);
	if (status == ODD_OK)
		status = odd_explanation_sentences(&why->sentences, &why->of, err);
	if (status == ODD_OK)
		status = find_values(why, s, job, err);
	if (status == ODD_OK)
		status = ranks_history(&why->history, s, why->node, err);
	return status;
}

/* ---- of the session ------------------------------------------------------------------------- */

void session_why_want(struct session *s, size_t node)
{
	s->why_node = node;
	if (node != SESSION_NONE)
		return;
	shared_release(s->why);
	s->why = NULL;
}

bool session_why_fresh(const struct session *s)
{
	const struct session_why *why = s->why;
	return s->why_node == SESSION_NONE ||
	       (why != NULL && why->node == s->why_node && why->scored == s->scored &&
		       why->secret == atomic_load(&s->secret->kept) && (why->whole || s->moving));
}

odd_status session_why_refresh(struct session *s, const odd_job *job, odd_error *err)
{
	struct session_why *why = shared_create(sizeof *why, why_clear);
	why->net = shared_hold(s->now.epoch->net);
	why->scored = shared_hold(s->scored);
	why->node = s->why_node;
	why->secret = atomic_load(&s->secret->kept);
	odd_status status = explain(why, s, job, err);
	if (status != ODD_OK) {
		shared_release(why);
		return status;
	}
	shared_release(s->why);
	s->why = why;
	return ODD_OK;
}

void session_why_forget(struct session *s)
{
	session_why_want(s, SESSION_NONE);
	shared_release(s->groups);
	shared_release(s->columns);
	s->groups = NULL;
	s->columns = NULL;
}

/* ---- the command ---------------------------------------------------------------------------- */

/* All sentences, one in a line. */
static char *answer_of(const odd_sentences *sentences)
{
	size_t room = 1;
	for (size_t i = 0; i < sentences->count; i++)
		room += strlen(sentences->line[i]) + 1;
	char *text = xgrow(NULL, room, 1), *to = text;
	for (size_t i = 0; i < sentences->count; i++)
		to += sprintf(to, "%s\n", sentences->line[i]);
	*to = '\0';
	return text;
}

odd_status cmd_explain(struct session *s, struct command_call *call, odd_error *err)
{
	size_t node = look_selected(s->look);
	const size_t before = s->why_node;
	odd_status status = ODD_OK;
	const char *word = call->args->count > 0 ? call->args->argv[1] : NULL;
	if (word != NULL && word[0] == '#')
		status = session_refresh(s, call->job, err);
	if (status == ODD_OK && word != NULL)
		status = look_node(&node, session_network(s), session_scores(s), word, err);
	if (status == ODD_EUSAGE && strcmp(word, "none") == 0) {
		session_why_want(s, SESSION_NONE);
		return ODD_OK;
	}
	if (status == ODD_OK && node == SESSION_NONE)
		status = odd_error_set(err, ODD_EUSAGE, "explain: name a node, or select one");
	if (status != ODD_OK)
		return status;
	session_why_want(s, node);
	status = session_refresh(s, call->job, err);
	if (status != ODD_OK) {
		session_why_want(s, before);
		return status;
	}
	const odd_explanation *e = &s->why->of;
	session_say(s, "%.200s: rank %zu of %zu", e->title, e->rank, e->nodes);
	s->answer = answer_of(&s->why->sentences);
	return ODD_OK;
}

odd_status cmd_communities(struct session *s, struct command_call *call, odd_error *err)
{
	odd_status status = session_refresh(s, call->job, err);
	if (status == ODD_OK)
		status = session_find_groups(s, call->job, err);
	if (status != ODD_OK)
		return status;
	s->groups_wanted = true;
	const odd_communities *groups = &s->groups->of;
	if (groups->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "communities: there are none to be had");
	session_say(s, "%zu %s; sort community, or filter community=1", groups->count,
		groups->found ? "communities found in the links (Leiden method)"
			      : "classes of the data");
	return ODD_OK;
}

odd_status cmd_columns(struct session *s, struct command_call *call, odd_error *err)
{
	odd_status status = session_refresh(s, call->job, err);
	const odd_columns *columns = &session_network(s)->columns;
	if (status == ODD_OK && columns->count == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"columns: the network is no table: its attributes are words");
	if (status == ODD_OK)
		status = session_find_columns(s, call->job, err);
	if (status != ODD_OK)
		return status;
	session_say(s, "%zu columns", columns->count);
	return ODD_OK;
}
