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
	if (call->argc == 2 &&
		look_node(&node, net, session_scores(s), call->argv[1], NULL) != ODD_OK)
		return;
	char *quoted = command_quote(odd_names_get(&net->ids, node));
	call->logged = memory_grow(NULL, strlen(quoted) + 6, 1);
	sprintf(call->logged, "mark %s", quoted);
	free(quoted);
}

odd_status cmd_look(struct session *s, struct command_call *call, odd_error *err)
{
	char said[LOOK_SAID];
	odd_status status = ODD_OK;
	if (s->now.epoch != NULL)
		status = session_refresh(s, call->job, err);
	if (status == ODD_OK)
		status = look_run(&s->look, said, session_network(s), session_scores(s), call->argc,
			call->argv, err);
	if (status != ODD_OK)
		return status;
	session_say(s, "%s", said);
	if (strcmp(call->argv[0], "mark") == 0)
		log_mark(s, call);
	return ODD_OK;
}

/* ---- ghosts --------------------------------------------------------------------------------- */

odd_status cmd_keep(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc > 2)
		return command_usage(call, err);
	odd_status status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	struct ghost *g = calloc(1, sizeof *g);
	if (g == NULL)
		return odd_error_nomem(err);
	atomic_init(&g->refs, 1);
	g->trace.point = malloc(trace->count * sizeof *trace->point);
	g->order = malloc(s->scored->scores.n * sizeof *g->order);
	if (g->trace.point == NULL || g->order == NULL) {
		ghost_release(g);
		return odd_error_nomem(err);
	}
	char name[40];
	snprintf(name, sizeof name, "run %zu", s->ghost_count + 1);
	g->name = memory_string(call->argc == 2 ? call->argv[1] : name);
	memcpy(g->trace.point, trace->point, trace->count * sizeof *trace->point);
	g->trace.count = g->trace.capacity = trace->count;
	memcpy(g->order, s->scored->scores.order, s->scored->scores.n * sizeof *g->order);
	g->n = s->scored->scores.n;
	g->evaluated = s->scored->evaluated;
	g->evaluation = s->scored->evaluation;
	s->ghost = memory_grow(s->ghost, s->ghost_count + 1, sizeof *s->ghost);
	s->ghost[s->ghost_count++] = g;
	session_say(s, "kept as %.60s", g->name);
	return ODD_OK;
}
