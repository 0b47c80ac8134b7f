#include "config.h"

#include "session/lesson.h"

#include <math.h>
#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "session/session.h"

static void lesson_clear(void *self)
{
	struct session_lesson *lesson = self;
	shared_release(lesson->net);
}

void lesson_forget(struct session *s)
{
	struct lesson_desk *d = &s->desk;
	shared_release(d->lesson);
	free(d->loss);
	*d = (struct lesson_desk){.wanted = d->wanted, .asked = SESSION_NONE};
}

void lesson_want(struct session *s, bool wanted, bool ahead, size_t node)
{
	struct lesson_desk *d = &s->desk;
	d->wanted = wanted;
	d->ahead = ahead && s->now.epoch != NULL;
	if (d->ahead) {
		d->ahead_epoch = s->now.epoch->id;
		d->ahead_steps = s->now.steps;
	}
	if (wanted) {
		d->asked = node;
		return;
	}
	free(d->loss);
	d->loss = NULL;
	d->ready = false;
}

static bool same_watch(const odd_watch *a, const odd_watch *b)
{
	return a->node == b->node && a->attribute == b->attribute && a->dimension == b->dimension &&
	       a->other == b->other && a->score == b->score;
}

/* Has the sub-step led here whose lesson is wanted? */
static bool wants_done(const struct session *s)
{
	const struct lesson_desk *d = &s->desk;
	bool ahead =
		d->ahead && d->ahead_epoch == s->now.epoch->id && d->ahead_steps == s->now.steps;
	return s->now.steps > 0 && !ahead;
}

/* Unless somebody has chosen an entry, the oddest node's is looked at. */
static void choose_watch(struct session *s, const odd_one *run)
{
	struct lesson_desk *d = &s->desk;
	const size_t nodes = odd_one_look(run).nodes;
	if (d->asked < nodes && !(d->watching && d->watch.node == d->asked)) {
		const odd_watch old = d->watch;
		d->watch = odd_watch_default(run, d->asked);
		if (d->watching)
			d->watch.score = old.score;
		d->watching = true;
	}
	d->asked = SESSION_NONE;
	if (d->watching && odd_watch_check(run, &d->watch, NULL) == ODD_OK)
		return;
	const odd_scores *scores = session_scores(s);
	size_t node = scores != NULL ? scores->order[0] : 0;
	if (d->watching && d->watch.node < nodes) /* K has changed: the node need not */
		node = d->watch.node;
	d->watch = odd_watch_default(run, node);
	d->watching = true;
}

/* ---- before a sub-step ---------------------------------------------------------------------- */

static bool loss_is_of(const struct lesson_desk *d, const struct epoch *e, size_t steps)
{
	return d->loss != NULL && d->loss_epoch == e->id && d->loss_steps == steps;
}

/* The losses of the run's present state, N long, on the heap. */
static odd_status losses(double **out, odd_one *run, const odd_job *job, odd_error *err)
{
	*out = malloc((odd_one_look(run).nodes + 1) * sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_lesson_losses(*out, run, job, err);
	if (status != ODD_OK) {
		free(*out);
		*out = NULL;
	}
	return status;
}

static void keep_loss(struct lesson_desk *d, double *loss, const struct epoch *e, size_t steps)
{
	free(d->loss);
	d->loss = loss;
	d->loss_epoch = e->id;
	d->loss_steps = steps;
}

/* Sums and losses of the run's present state. */
static odd_status prepare(struct session *s, const odd_job *job, odd_error *err)
{
	struct lesson_desk *d = &s->desk;
	const struct epoch *e = s->now.epoch;
	const size_t steps = epoch_steps(e);
	d->ready = false;
	choose_watch(s, e->run);
	odd_status status = odd_lesson_make(&d->sums, e->run, &d->watch, job, err);
	if (status == ODD_OK && !loss_is_of(d, e, steps)) {
		double *loss;
		status = losses(&loss, e->run, job, err);
		if (status == ODD_OK)
			keep_loss(d, loss, e, steps);
	}
	d->ready = status == ODD_OK;
	d->epoch = e->id;
	d->steps = steps;
	return status;
}

/* What fails here is tried again when the lesson is made. */
void lesson_before(struct session *s, const odd_job *job)
{
	if (s->desk.wanted)
		(void)prepare(s, job, NULL);
}

/* ---- after it ------------------------------------------------------------------------------- */

/* The nodes that changed most, by insertion: the list is short. */
static void pick_nodes(
	struct session_lesson *l, const double *before, const double *after, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const double change = fabs(after[i] - before[i]);
		size_t at = l->nodes;
		while (at > 0 && change > fabs(l->node[at - 1].by))
			at--;
		if (at == LESSON_NODES || !(change > 1e-12 * (before[i] + after[i]))) /* rounding */
			continue;
		if (l->nodes < LESSON_NODES)
			l->nodes++;
		memmove(l->node + at + 1, l->node + at, (l->nodes - 1 - at) * sizeof *l->node);
		l->node[at] = (struct node_change){i, after[i] - before[i]};
	}
}

bool lesson_fresh(const struct session *s)
{
	const struct lesson_desk *d = &s->desk;
	const struct session_lesson *l = d->lesson;
	const struct epoch *e = s->now.epoch;
	if (!d->wanted || e == NULL)
		return true;
	return l != NULL && l->epoch == e->id && l->steps == s->now.steps &&
	       l->done == wants_done(s) && d->watching &&
	       (d->asked == SESSION_NONE || d->asked == d->watch.node) &&
	       same_watch(&l->sums.watch, &d->watch);
}

static void settle(struct session *s, struct session_lesson *l)
{
	shared_release(s->desk.lesson);
	s->desk.lesson = l;
}

bool lesson_ready(const struct session *s)
{
	const struct lesson_desk *d = &s->desk;
	const struct epoch *e = s->now.epoch;
	const size_t steps = s->now.steps;
	if (e == NULL || !wants_done(s))
		return true;
	return d->ready && d->epoch == e->id && d->steps == steps - 1 && d->asked == SESSION_NONE &&
	       same_watch(&d->sums.watch, &d->watch) && loss_is_of(d, e, steps - 1);
}

/* The sums of the sub-step that led here: made on the way, or by going back. */
static odd_status need_before(struct session *s, const odd_job *job, odd_error *err)
{
	struct epoch *e = s->now.epoch;
	const size_t steps = s->now.steps;
	choose_watch(s, e->run);
	if (lesson_ready(s))
		return ODD_OK;
	odd_status status = epoch_goto(e, steps - 1, s->budget, job, err);
	if (status == ODD_OK)
		status = prepare(s, job, err);
	if (status == ODD_OK)
		status = epoch_goto(e, steps, s->budget, job, err);
	return status;
}

odd_status lesson_refresh(struct session *s, const odd_job *job, odd_error *err)
{
	struct lesson_desk *d = &s->desk;
	struct epoch *e = s->now.epoch;
	double *after;
	const bool done = wants_done(s);
	struct session_lesson *l = shared_create(sizeof *l, lesson_clear);
	l->net = shared_hold(e->net);
	odd_status status = done ? need_before(s, job, err) : prepare(s, job, err);
	if (status == ODD_OK && done)
		status = losses(&after, e->run, job, err);
	if (status != ODD_OK) {
		shared_release(l);
		return status;
	}
	l->epoch = e->id;
	l->steps = s->now.steps;
	l->done = done;
	l->sums = d->sums;
	l->became = odd_lesson_entry(e->run, l->sums.step, &l->sums.watch);
	(void)odd_entry_look(&l->entry, e->run, l->sums.step, &l->sums.watch, NULL);
	if (done) {
		pick_nodes(l, d->loss, after, odd_one_look(e->run).nodes);
		keep_loss(d, after, e, l->steps);
	}
	settle(s, l);
	return ODD_OK;
}

/* ---- which entry ---------------------------------------------------------------------------- */

char *lesson_entry_text(
	char out[LESSON_ENTRY], odd_substep step, const odd_watch *watch, const odd_network *net)
{
	const char *node = odd_names_get(&net->ids, watch->node);
	const size_t k = watch->dimension + 1;
	const char *name = odd_substep_get(step)->name;
	if (step == ODD_STEP_W)
		snprintf(out, LESSON_ENTRY, "W[%zu, %zu]", k, watch->other + 1);
	else if (step == ODD_STEP_O)
		snprintf(out, LESSON_ENTRY, "O%d[%.80s]", watch->score + 1, node);
	else if (step == ODD_STEP_H)
		snprintf(out, LESSON_ENTRY, "H[%zu, %.80s]", k, node);
	else if (step == ODD_STEP_V)
		snprintf(out, LESSON_ENTRY, "V[%zu, %.80s]", k,
			odd_names_get(&net->words, watch->attribute));
	else
		snprintf(out, LESSON_ENTRY, "%s[%.80s, %zu]", name, node, k);
	return out;
}

/* A name, "#rank", or a number from 1. */
static odd_status parse_node(
	size_t *node, const struct session *s, const char *text, odd_error *err)
{
	const odd_network *net = session_network(s);
	odd_error unnamed;
	if (look_node(node, net, session_scores(s), text, &unnamed) == ODD_OK)
		return ODD_OK;
	if (odd_whole_parse(node, "watch", text, 1, net->nodes, NULL) != ODD_OK)
		return odd_error_set(err, ODD_EUSAGE, "watch: %s", unnamed.message);
	--*node;
	return ODD_OK;
}

static odd_status parse_word(
	size_t *attribute, const struct session *s, const char *text, odd_error *err)
{
	const odd_network *net = session_network(s);
	uint32_t at = odd_names_find(&net->words, text, strlen(text));
	*attribute = at;
	if (at != ODD_NO_NAME)
		return ODD_OK;
	if (odd_whole_parse(attribute, "watch", text, 1, net->attributes, NULL) != ODD_OK)
		return odd_error_set(
			err, ODD_EUSAGE, "watch: there is no attribute \"%.60s\"", text);
	--*attribute;
	return ODD_OK;
}

static odd_status parse_dimension(
	size_t *dimension, const struct session *s, const char *text, odd_error *err)
{
	odd_status status = odd_whole_parse(
		dimension, "watch: dimension", text, 1, odd_one_look(s->now.epoch->run).k, err);
	*dimension -= status == ODD_OK;
	return status;
}

int lesson_matrix(const char *name)
{
	static const char names[][3] = {"W", "G", "H", "U", "V", "O1", "O2", "O3"};
	int i = (int)(sizeof names / sizeof *names) - 1;
	while (i >= 0 && strcmp(names[i], name) != 0)
		i--;
	return i;
}

/* column NULL: all of a row. */
static odd_status parse_entry(odd_watch *watch, const struct session *s, odd_substep step,
	const char *row, const char *column, odd_error *err)
{
	odd_status status = step == ODD_STEP_G || step == ODD_STEP_U || step == ODD_STEP_O
				    ? parse_node(&watch->node, s, row, err)
				    : parse_dimension(&watch->dimension, s, row, err);
	if (status != ODD_OK || column == NULL)
		return status;
	switch (step) {
	case ODD_STEP_W:
		return parse_dimension(&watch->other, s, column, err);
	case ODD_STEP_H:
		return parse_node(&watch->node, s, column, err);
	case ODD_STEP_V:
		return parse_word(&watch->attribute, s, column, err);
	case ODD_STEP_O:
		return odd_error_set(err, ODD_EUSAGE, "watch: say: watch O1|O2|O3 NODE");
	default:
		return parse_dimension(&watch->dimension, s, column, err);
	}
}

/* watch NODE; watch O2 NODE; watch ROW COLUMN, of the matrix the lesson is about; watch G NODE;
 * watch H ROW COLUMN. */
static odd_status parse_watch(odd_watch *watch, odd_substep *step, const struct session *s,
	const struct arguments *args, odd_error *err)
{
	const char *row = arguments_text(args, "ROW"), *column = arguments_text(args, "COLUMN");
	const char *named = arguments_text(args, "MATRIX");
	int matrix = named != NULL ? lesson_matrix(named) : -1;
	odd_watch other = *watch;
	/* A node may be called like a matrix. */
	if (matrix >= 0 && args->argc < 4 &&
		parse_node(&other.node, s, args->argv[1], NULL) == ODD_OK &&
		(row == NULL || parse_node(&other.node, s, row, NULL) != ODD_OK)) {
		column = row;
		row = args->argv[1];
		matrix = -1;
	}
	if (row == NULL)
		return arguments_usage(args, err);
	if (column != NULL && lesson_matrix(column) >= ODD_STEP_O) { /* NODE O2 */
		matrix = lesson_matrix(column);
		column = NULL;
	}
	if (matrix >= 0)
		*step = matrix < ODD_STEP_O ? (odd_substep)matrix : ODD_STEP_O;
	if (matrix >= ODD_STEP_O)
		watch->score = matrix - ODD_STEP_O;
	/* Alone, or behind H, it is the node. */
	if (column == NULL && *step != ODD_STEP_O && (matrix < 0 || *step == ODD_STEP_H))
		return parse_node(&watch->node, s, row, err);
	if (column == NULL && *step == ODD_STEP_V)
		return parse_word(&watch->attribute, s, row, err);
	return parse_entry(watch, s, *step, row, column, err);
}

odd_status cmd_fall(struct session *s, struct command_call *call, odd_error *err)
{
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	if (status != ODD_OK)
		return status;
	choose_watch(s, run);
	odd_watch watch = s->desk.watch;
	odd_substep step = odd_one_next(run);
	odd_entry entry;
	char text[LESSON_ENTRY];
	status = parse_watch(&watch, &step, s, call->args, err);
	if (status == ODD_OK)
		status = odd_entry_look(&entry, run, step, &watch, err);
	if (status == ODD_OK)
		status = session_settle_entry(s, step, &watch, call->args->line, call->job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	s->desk.watch = watch;
	session_say(s, "%s fell from %.4g to %.4g: total %.6g",
		lesson_entry_text(text, step, &watch, session_network(s)), entry.value,
		odd_entry_lowest(&entry), trace->point[trace->count - 1].loss);
	return ODD_OK;
}

odd_status cmd_watch(struct session *s, struct command_call *call, odd_error *err)
{
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	if (status != ODD_OK)
		return status;
	choose_watch(s, run);
	odd_watch watch = s->desk.watch;
	const odd_trace *trace = odd_one_trace(run);
	const odd_substep shown =
		wants_done(s) ? trace->point[trace->count - 1].step : odd_one_next(run);
	odd_substep step = shown;
	status = parse_watch(&watch, &step, s, call->args, err);
	if (status == ODD_OK)
		status = odd_watch_check(run, &watch, err);
	if (status != ODD_OK)
		return status;
	char text[LESSON_ENTRY];
	s->desk.watch = watch;
	lesson_entry_text(text, step, &watch, session_network(s));
	if (step == shown)
		session_say(s, "watching %s", text);
	else
		session_say(s, "%s will be watched when sub-step %c is shown", text,
			odd_substep_get(step)->letter);
	return ODD_OK;
}
