#include "config.h"

#include "session/view.h"

#include <stdio.h>

#include "session/comparer.h"
#include "session/xalloc.h"

/* ---- the run -------------------------------------------------------------------------------- */

static void data_clear(void *self)
{
	struct session_data *d = self;
	shared_release(d->net);
	shared_release(d->plants);
	shared_release(d->moment);
}

static odd_status data_create(struct session_data **out, const struct session *s, odd_error *err)
{
	const struct epoch *e = s->now.epoch;
	struct session_data *d = shared_create(sizeof *d, data_clear);
	*out = NULL;
	d->net = shared_hold(e->net);
	d->plants = shared_hold(e->plants);
	d->asked = e->asked;
	d->epoch = e->id;
	d->steps = s->now.steps;
	odd_status status = run_moment_create(&d->moment, e->run, err);
	if (status == ODD_OK)
		*out = d;
	else
		shared_release(d);
	return status;
}

static bool same_moment(const struct session_data *d, const struct session *s)
{
	return d->epoch == s->now.epoch->id && d->steps == s->now.steps;
}

/* ---- the log -------------------------------------------------------------------------------- */

static void lines_clear(void *self)
{
	struct session_lines *l = self;
	strings_free(l->line, l->count);
}

static struct session_lines *lines_create(const struct session_log *log)
{
	struct session_lines *l = shared_create(sizeof *l, lines_clear);
	l->line = xgrow(NULL, log->count, sizeof *l->line);
	l->count = log->count;
	l->version = log->version;
	for (size_t i = 0; i < log->count; i++)
		l->line[i] = xstrdup(log->line[i]);
	return l;
}

/* ---- views ---------------------------------------------------------------------------------- */

/* The members that views share. */
static const size_t shared_parts[] = {offsetof(struct session_view, data),
	offsetof(struct session_view, scored), offsetof(struct session_view, map),
	offsetof(struct session_view, why), offsetof(struct session_view, lesson),
	offsetof(struct session_view, comparison), offsetof(struct session_view, recalls),
	offsetof(struct session_view, judged), offsetof(struct session_view, groups),
	offsetof(struct session_view, columns), offsetof(struct session_view, lines),
	offsetof(struct session_view, doc)};

static void **part_of(struct session_view *v, size_t i)
{
	return (void **)(void *)((char *)v + shared_parts[i]);
}

static void session_view_clear(void *self)
{
	struct session_view *v = self;
	for (size_t i = 0; i < sizeof shared_parts / sizeof *shared_parts; i++)
		shared_release(*part_of(v, i));
	for (size_t i = 0; i < v->kept_count; i++)
		shared_release(v->kept[i]);
	free(v->kept);
}

/* What is small enough to be copied for every view. */
static void copy_small(struct session_view *v, const struct session *s)
{
	v->doc = shared_hold(s->doc);
	v->name = s->doc != NULL ? s->doc->name : "";
	v->path = s->doc != NULL ? s->doc->path : "";
	memcpy(v->status, s->status, sizeof v->status);
	const size_t kept = s->doc != NULL ? s->doc->kept_count : 0;
	v->kept = xgrow(NULL, kept, sizeof(struct kept_run *));
	for (size_t i = 0; i < kept; i++)
		v->kept[v->kept_count++] = shared_hold(s->doc->kept[i]);
}

static void share_lines(
	struct session_view *v, const struct session *s, const struct session_view *before)
{
	bool same = before != NULL && before->lines->version == s->log.version;
	v->lines = same ? shared_hold(before->lines) : lines_create(&s->log);
	v->log = v->lines->line;
	v->log_count = v->lines->count;
}

odd_status session_view_create(struct session_view **out, const struct session *s,
	const struct session_view *before, odd_error *err)
{
	struct session_view *v = xgrow(NULL, 1, sizeof *v);
	odd_status status = ODD_OK;
	*out = NULL;
	*v = (struct session_view){.shared = {1, session_view_clear},
		.opened = s->doc != NULL ? s->doc->number : 0,
		.serial = before != NULL ? before->serial : 0,
		.goal = session_goal(s),
		.waiting = session_waiting(s),
		.wanted = s->now.wanted,
		.quit = s->quit};
	copy_small(v, s);
	v->judged = shared_hold(s->now.judged);
	share_lines(v, s, before);
	if (s->now.epoch != NULL && s->now.epoch->run != NULL) {
		if (before != NULL && before->data != NULL && same_moment(before->data, s))
			v->data = shared_hold(before->data);
		else
			status = data_create(&v->data, s, err);
		if (s->scored != NULL && s->scored->network == &s->now.epoch->net->of)
			v->scored = shared_hold(s->scored);
		if (s->map != NULL && s->map->network == &s->now.epoch->net->of)
			v->map = shared_hold(s->map);
		if (s->why != NULL && s->why->net == s->now.epoch->net &&
			s->why->node == s->why_node &&
			s->why->secret == atomic_load(&s->secret->kept))
			v->why = shared_hold(s->why);
		if (s->desk.wanted && s->desk.lesson != NULL &&
			s->desk.lesson->net == s->now.epoch->net)
			v->lesson = shared_hold(s->desk.lesson);
		if (comparer_is_of(s->comparer, s->now.epoch->net))
			v->comparison = comparer_look(s->comparer);
		if (s->groups != NULL && s->groups->net == s->now.epoch->net)
			v->groups = shared_hold(s->groups);
		if (s->columns != NULL && s->columns->net == s->now.epoch->net)
			v->columns = shared_hold(s->columns);
		if (s->recalls_wanted)
			v->recalls = session_recalls_create(s);
		v->lagging = !session_fresh(s);
	}
	if (status == ODD_OK)
		*out = v;
	else
		shared_release(v);
	return status;
}

struct session_view *session_view_copy(const struct session_view *from)
{
	struct session_view *v = xgrow(NULL, 1, sizeof *v);
	memcpy(v, from, sizeof *v);
	atomic_init(&v->shared.refs, 1);
	for (size_t i = 0; i < sizeof shared_parts / sizeof *shared_parts; i++)
		shared_hold(*part_of(v, i));
	v->kept = xgrow(NULL, from->kept_count, sizeof(struct kept_run *));
	for (size_t i = 0; i < from->kept_count; i++)
		v->kept[i] = shared_hold(from->kept[i]);
	return v;
}

void session_view_used(
	char out[ODD_OPTION_VALUE], const struct session_view *view, const odd_option *row)
{
	out[0] = '\0';
	if (view->data == NULL || row->restarts != ODD_RESTARTS_RUN)
		return;
	struct run_options used = view->wanted;
	const char *dir = view->data->moment->used.start_dir;
	used.one = view->data->moment->used;
	snprintf(used.start_dir, sizeof used.start_dir, "%s", dir != NULL ? dir : "");
	odd_option_get(out, row, &used);
}
