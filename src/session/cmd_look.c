/* cmd_look.c: the commands that change what is looked at, by way of look.h; and ghosts. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/memory.h"

/* The selection is not in the log, so the log names the node. */
static void log_mark(struct session *s, struct command_call *call)
{
	const odd_network *net = session_network(s);
	size_t node = s->look.selected;
	if (call->args.count > 0 &&
		look_node(&node, net, session_scores(s), call->args.argv[1], NULL) != ODD_OK)
		return;
	char *quoted = command_quote(odd_names_get(&net->ids, node));
	call->logged = memory_grow(NULL, strlen(quoted) + 6, 1);
	sprintf(call->logged, "mark %s", quoted);
	free(quoted);
}

/* Does it depend on the ranking of this very place? Scoring a large network takes its time. */
static bool needs_ranking(const struct arguments *args)
{
	for (int i = 1; i < args->argc; i++)
		if (args->argv[i][0] == '#')
			return true;
	return strcmp(args->argv[0], "select") == 0 || strcmp(args->argv[0], "find") == 0;
}

odd_status cmd_look(struct session *s, struct command_call *call, odd_error *err)
{
	char said[LOOK_SAID];
	odd_status status = ODD_OK;
	if (s->now.epoch != NULL && needs_ranking(&call->args))
		status = session_refresh(s, call->job, err);
	if (status == ODD_OK)
		status = look_run(
			&s->look, said, session_network(s), session_scores(s), &call->args, err);
	if (status != ODD_OK)
		return status;
	session_say(s, "%s", said);
	if (strcmp(call->args.argv[0], "mark") == 0)
		log_mark(s, call);
	return ODD_OK;
}

/* ---- the map -------------------------------------------------------------------------------- */

odd_status cmd_project(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_projection_method method =
		(odd_projection_method)arguments_choice(&call->args, 0);
	int of = arguments_choice(&call->args, 1);
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

/* ---- ghosts --------------------------------------------------------------------------------- */

static void ghost_clear(void *self)
{
	struct ghost *g = self;
	free(g->name);
	shared_release(g->net);
	free(g->trace.point);
	free(g->order);
}

odd_status cmd_keep(struct session *s, struct command_call *call, odd_error *err)
{
	odd_status status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	struct ghost *g = shared_create(sizeof *g, ghost_clear);
	g->net = shared_hold(s->now.epoch->net);
	g->trace.point = memory_copy(trace->point, trace->count, sizeof *trace->point);
	g->order = memory_copy(s->scored->scores.order, s->scored->scores.n, sizeof *g->order);
	if (g->trace.point == NULL || g->order == NULL) {
		shared_release(g);
		return odd_error_nomem(err);
	}
	const char *given = arguments_text(&call->args, "NAME");
	char name[40];
	snprintf(name, sizeof name, "run %zu", s->doc->ghost_count + 1);
	g->name = memory_string(given != NULL ? given : name);
	g->trace.count = g->trace.capacity = trace->count;
	g->n = s->scored->scores.n;
	g->evaluated = s->scored->evaluated;
	g->evaluation = s->scored->evaluation;
	s->doc->ghost = memory_grow(s->doc->ghost, s->doc->ghost_count + 1, sizeof *s->doc->ghost);
	s->doc->ghost[s->doc->ghost_count++] = g;
	session_say(s, "kept as %.60s", g->name);
	return ODD_OK;
}

odd_status cmd_drop(struct session *s, struct command_call *call, odd_error *err)
{
	if (s->doc->ghost_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "drop: no run has been kept");
	size_t at = s->doc->ghost_count - 1;
	const char *name = arguments_text(&call->args, "NAME");
	while (name != NULL && strcmp(s->doc->ghost[at]->name, name) != 0)
		if (at-- == 0)
			return odd_error_set(
				err, ODD_EUSAGE, "drop: no run was kept as \"%.60s\"", name);
	session_say(s, "dropped %.60s", s->doc->ghost[at]->name);
	shared_release(s->doc->ghost[at]);
	s->doc->ghost_count--;
	memmove(s->doc->ghost + at, s->doc->ghost + at + 1,
		(s->doc->ghost_count - at) * sizeof(struct ghost *));
	return ODD_OK;
}
