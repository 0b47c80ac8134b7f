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
	shared_release(why->scored);
	shared_release(why->net);
}

/* The communities of the network that is open, found once. A build that cannot find any explains
 * without them. */
static odd_status find_groups(
	const odd_communities **out, struct session *s, const odd_job *job, odd_error *err)
{
	struct session_net *net = s->now.epoch->net;
	odd_communities groups = {0};
	if (s->grouped != net) {
		odd_status status = odd_communities_find(
			&groups, net->of.net, s->now.epoch->options.seed, job, err);
		if (status != ODD_OK && status != ODD_EUSAGE)
			return status;
		odd_communities_clear(&s->groups);
		shared_release(s->grouped);
		s->groups = groups;
		s->grouped = shared_hold(net);
	}
	*out = s->groups.count > 0 ? &s->groups : NULL;
	return ODD_OK;
}

static odd_status explain(
	struct session_why *why, struct session *s, const odd_job *job, odd_error *err)
{
	static const odd_explain_counts counts = {
		0, SESSION_WHY_LIST, SESSION_WHY_LIST, SESSION_WHY_LIST};
	const odd_communities *groups;
	odd_one *run;
	odd_status status = find_groups(&groups, s, job, err);
	why->whole = !s->moving;
	if (status == ODD_OK && why->whole)
		status = ranks_fill(s, job, err);
	if (status == ODD_OK)
		status = session_live(&run, s, job, err);
	if (status == ODD_OK)
		status = odd_explain(&why->of, why->net->of.net, run, &why->scored->scores, groups,
			why->node, &counts, job, err);
	if (status == ODD_OK && why->secret)
		why->of.known = false; /* neither what it is nor what it was before is told */
	else if (status == ODD_OK)
		status =
			odd_explain_former(&why->of, why->net->of.net, s->now.epoch->plants->record,
				s->now.epoch->plants->count, SESSION_WHY_LIST, err);
	if (status == ODD_OK)
		status = odd_explanation_sentences(&why->sentences, &why->of, err);
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
	odd_communities_clear(&s->groups);
	shared_release(s->grouped);
	s->groups = (odd_communities){0};
	s->grouped = NULL;
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
	const char *word = call->args.count > 0 ? call->args.argv[1] : NULL;
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
	session_say(s, "%.200s: rank %zu of %zu", e->id, e->rank, e->nodes);
	s->answer = answer_of(&s->why->sentences);
	return ODD_OK;
}
