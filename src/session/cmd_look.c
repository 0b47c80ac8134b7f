/* cmd_look.c: the commands that change what is looked at, by way of look.h. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "session/rank_history.h"

/* The selection and the filter are not in the log, so the log names nodes and filter. */
static void log_mark(const struct session *s, struct command_call *call)
{
	const odd_network *net = session_network(s);
	const struct filter *filter = &s->look->filter;
	const char *word = call->args->count > 0 ? call->args->argv[1] : NULL;
	bool listed = arguments_have(call->args, "listed");
	size_t node = s->look->selected;
	if (arguments_have(call->args, "--only") || arguments_have(call->args, "none") ||
		(!listed && word != NULL &&
			look_node(&node, net, session_scores(s), word, NULL) != ODD_OK))
		return;
	char *quoted = command_quote(!listed              ? odd_names_get(&net->ids, node)
				     : filter_any(filter) ? filter->text
							  : "none");
	call->logged = xgrow(NULL, strlen(quoted) + 16, 1);
	sprintf(call->logged, "mark %s%s", listed ? "--only " : "", quoted);
	free(quoted);
}

/* ---- the commands --------------------------------------------------------------------------- */

/* Does it depend on the ranking of this very place? Scoring a large network takes its time. */
static bool needs_ranking(const struct arguments *args)
{
	static const char *const ranked[] = {"select", "find", "filter", "sort"};
	for (int i = 1; i < args->argc; i++)
		if (args->argv[i][0] == '#')
			return true;
	for (size_t i = 0; i < sizeof ranked / sizeof *ranked; i++)
		if (strcmp(args->argv[0], ranked[i]) == 0)
			return true;
	return arguments_have(args, "--only") || arguments_have(args, "listed");
}

odd_status session_node_values(
	struct node_values *out, int32_t **kept, const struct session *s, odd_error *err)
{
	odd_status status = ODD_OK;
	const odd_network *net = session_network(s);
	const struct kept_run *g = s->doc != NULL && s->doc->kept_count > 0
					   ? s->doc->kept[s->doc->kept_count - 1]
					   : NULL;
	*kept = NULL;
	*out = (struct node_values){.net = net,
		.scores = session_scores(s),
		.one = ranking_one(s->scored),
		.mark = s->look->mark,
		.mark_count = s->look->mark_count,
		.change = s->scored != NULL ? s->scored->change : NULL,
		.groups = s->groups != NULL && s->groups->net == s->now.epoch->net &&
					  s->groups->of.count > 0
				  ? &s->groups->of
				  : NULL,
		.judged = s->now.judged,
		.secret = atomic_load(&s->secret->kept)};
	if (net == NULL || out->scores == NULL || g == NULL)
		return ODD_OK;
	*kept = malloc((net->nodes + 1) * sizeof **kept);
	if (*kept == NULL)
		return odd_error_nomem(err);
	status = rank_changes(*kept, g->network->net, g->order, g->n, net, out->scores->order, err);
	out->kept = *kept;
	return status;
}

/* Says which marks the screen has made by a command that it posts for the log. */
static odd_status say_marks(struct session *s, const struct arguments *args, odd_error *err)
{
	const char *name = arguments_text(args, "NODE");
	size_t node = 0, count;
	odd_status status = ODD_OK;
	if (name != NULL)
		status = look_node(&node, session_network(s), session_scores(s), name, err);
	pthread_mutex_lock(&s->look->lock);
	const bool marked = look_marked(s->look, node);
	count = s->look->mark_count;
	pthread_mutex_unlock(&s->look->lock);
	if (status == ODD_OK && name != NULL)
		session_say(s, "%.200s is %smarked", name, marked ? "" : "no longer ");
	else if (status == ODD_OK)
		session_say(s, "%zu %s marked", count, count == 1 ? "node is" : "nodes are");
	return status;
}

odd_status cmd_look(struct session *s, struct command_call *call, odd_error *err)
{
	char said[LOOK_SAID];
	struct node_values facts;
	int32_t *kept = NULL;
	odd_status status = ODD_OK;
	const bool mark = strcmp(call->args->argv[0], "mark") == 0;
	if (s->live_look) /* the screen has done it; the log is told */
		return mark ? say_marks(s, call->args, err) : ODD_OK;
	if (s->now.epoch != NULL && needs_ranking(call->args))
		status = session_refresh(s, call->job, err);
	if (status == ODD_OK)
		status = session_node_values(&facts, &kept, s, err);
	if (status == ODD_OK)
		status = look_run(s->look, said, &facts, call->args, err);
	free(kept);
	if (status != ODD_OK)
		return status;
	session_say(s, "%s", said);
	if (mark)
		log_mark(s, call);
	return ODD_OK;
}

/* ---- judgments ------------------------------------------------------------------------------ */

/* "n7: not odd; 4 judged; context: …, so 0.44 became 0.21; next n12": what it changed is told where
 * the scores need only be weighed anew. */
static void say_judged(struct session *s, size_t node, enum judgment judgment, const odd_job *job)
{
	const odd_network *net = session_network(s);
	char changed[160] = "", next[90] = "";
	bool here =
		s->scored != NULL && s->seen_epoch == s->now.epoch && s->seen_steps == s->now.steps;
	if (here && session_refresh(s, job, NULL) == ODD_OK) {
		const size_t at = ranking_next_to_judge(s->scored);
		ranking_tell_judged(changed, sizeof changed, s->scored);
		if (at < net->nodes)
			snprintf(next, sizeof next, "; next %.60s", odd_network_title(net, at));
	}
	session_say(s, "%.60s: %s; %zu judged%s%s%s", odd_network_title(net, node),
		judgment == JUDGED_NOT ? "no longer judged" : judgment_name(judgment),
		s->now.judged->count, changed[0] != '\0' ? "; " : "", changed, next);
}

/* judge odd|not-odd|none [NODE]: undone as any change of the place. */
odd_status cmd_judge(struct session *s, struct command_call *call, odd_error *err)
{
	static const enum judgment judgment[] = {JUDGED_ODD, JUDGED_NOT_ODD, JUDGED_NOT};
	const int choice = arguments_choice(call->args, 0);
	const char *word = call->args->count > 1 ? call->args->argv[2] : NULL;
	const odd_network *net = session_network(s);
	size_t node = look_selected(s->look);
	struct place to = s->now;
	odd_status status = ODD_OK;
	if (word != NULL && word[0] == '#')
		status = session_refresh(s, call->job, err);
	if (status == ODD_OK && word != NULL)
		status = look_node(&node, net, session_scores(s), word, err);
	if (status == ODD_OK && node >= net->nodes)
		status = odd_error_set(err, ODD_EUSAGE, "judge: name a node, or select one");
	if (status == ODD_OK)
		status = judgments_with(&to.judged, s->now.judged, node, judgment[choice], err);
	if (status != ODD_OK)
		return status;
	status = session_move(s, &to, call->args->line, call->job, err);
	shared_release(to.judged); /* the place holds it now */
	if (status != ODD_OK)
		return status;
	/* The log names the node, whatever is selected when it is played. */
	char *quoted = command_quote(odd_names_get(&net->ids, node));
	call->logged = xgrow(NULL, strlen(quoted) + 20, 1);
	sprintf(call->logged, "judge %s %s", call->args->argv[1], quoted);
	free(quoted);
	session_rename_last(s, call->logged);
	say_judged(s, node, judgment[choice], call->job);
	return ODD_OK;
}

/* ---- the map -------------------------------------------------------------------------------- */

odd_status cmd_project(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_projection_method method = (odd_projection_method)arguments_choice(call->args, 0);
	int of = arguments_choice(call->args, 1);
	const odd_projection_source source = of >= 0 ? (odd_projection_source)of : s->source;
	const odd_projection_method old_method = s->method;
	const odd_projection_source old_source = s->source;
	if (method != s->method || source != s->source)
		s->mapped_epoch = NULL;
	s->method = method;
	s->source = source;
	odd_status status = s->now.epoch != NULL ? session_refresh(s, call->job, err) : ODD_OK;
	if (status != ODD_OK) {
		s->method = old_method;
		s->source = old_source;
		return status;
	}
	session_say(s, "the map is %s of the %s", method == ODD_PROJECT_PCA ? "PCA" : "t-SNE",
		odd_projection_source_name(source));
	return ODD_OK;
}

odd_status cmd_recalls(struct session *s, struct command_call *call, odd_error *err)
{
	session_recalls_want(s, arguments_have(call->args, "on"));
	return s->now.epoch != NULL ? session_refresh(s, call->job, err) : ODD_OK;
}

/* ---- certainty ------------------------------------------------------------------------------ */

enum { CERTAINTY_RUNS = 4, CERTAINTY_MOST = 1000 };

odd_status cmd_certainty(struct session *s, struct command_call *call, odd_error *err)
{
	double count = arguments_number(call->args, "COUNT", CERTAINTY_RUNS);
	odd_one *run = NULL;
	struct ranking *scored;
	if (!(count >= 1.0 && count <= CERTAINTY_MOST))
		return odd_error_set(
			err, ODD_EUSAGE, "certainty: from 1 to %d further runs", CERTAINTY_MOST);
	odd_status status = session_refresh(s, call->job, err);
	if (status == ODD_OK)
		status = session_live(&run, s, call->job, err);
	if (status == ODD_OK)
		status = ranking_certain(&scored, s->scored, run, (size_t)count, call->job, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->scored);
	s->scored = scored;
	session_say(s, "ranges of ranks in %zu runs, until the run moves on", (size_t)count + 1);
	return ODD_OK;
}
