#include "config.h"

#include "session/times.h"

#include <math.h>
#include <string.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "session/session.h"

/* ---- opening -------------------------------------------------------------------------------- */

static void times_clear(void *self)
{
	struct session_times *t = self;
	odd_times_free(t->times);
	odd_one_free(t->fitted);
	free(t->path);
}

static odd_status no_time(const char *path, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"open: %.200s is a network of one time, so --time names none", path);
}

/* The times that are open, if they are these. */
static struct session_times *open_already(
	const struct session *s, const char *path, const odd_load_options *options)
{
	struct session_times *t = s->now.epoch != NULL ? s->now.epoch->net->times : NULL;
	bool same = t != NULL && strcmp(t->path, path) == 0 && t->directed == options->directed &&
		    t->as_file == options->directed_as_file;
	return same ? shared_hold(t) : NULL;
}

static odd_status load_times(struct session_times **out, const char *path,
	const odd_load_options *options, const odd_job *job, odd_error *err)
{
	const odd_times_options how = {.load = *options};
	odd_times *times;
	odd_status status = odd_times_load(&times, path, &how, job, err);
	if (status != ODD_OK)
		return status;
	struct session_times *t = shared_create(sizeof *t, times_clear);
	t->times = times;
	t->path = xstrdup(path);
	t->directed = options->directed;
	t->as_file = options->directed_as_file;
	*out = t;
	return ODD_OK;
}

static odd_status find_time(size_t *out, const odd_times *times, const char *name, odd_error *err)
{
	size_t t = 0;
	if (name == NULL)
		while (t < times->count && times->time[t].net == NULL)
			t++;
	else
		while (t < times->count && strcmp(times->time[t].name, name) != 0)
			t++;
	*out = t;
	if (t == times->count)
		return odd_error_set(err, ODD_EUSAGE,
			"there is no time \"%.40s\"; the first is %.40s, the last %.40s", name,
			times->time[0].name, times->time[times->count - 1].name);
	if (times->time[t].net == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there is nothing at the time %.40s", name);
	return ODD_OK;
}

/* Links alone can be looked at, too: whom a node is linked with stands in for words. */
static odd_status stand_in(odd_network **net, odd_error *err)
{
	odd_network *other;
	if ((*net)->attributes > 1 || (*net)->edges == 0) /* one is too few for a model */
		return ODD_OK;
	odd_status status = odd_network_without_attributes(&other, *net, err);
	odd_network_free(*net);
	*net = status == ODD_OK ? other : NULL;
	return status;
}

odd_status session_load(struct session_net **out, const struct session *s, const char *path,
	const odd_load_options *options, const char *time, const odd_job *job, odd_error *err)
{
	odd_network *net;
	size_t at;
	*out = NULL;
	if (!odd_times_here(path)) {
		if (time != NULL)
			return no_time(path, err);
		odd_status status = odd_network_load(&net, path, options, job, err);
		if (status == ODD_OK)
			status = stand_in(&net, err);
		if (status == ODD_OK)
			*out = session_net_wrap(net, s->secret);
		return status;
	}
	struct session_times *times = open_already(s, path, options);
	odd_status status = times != NULL ? ODD_OK : load_times(&times, path, options, job, err);
	if (status == ODD_OK)
		status = find_time(&at, times->times, time, err);
	if (status == ODD_OK) {
		*out = session_net_wrap(times->times->time[at].net, s->secret);
		(*out)->times = shared_hold(times);
		(*out)->time = at;
	}
	shared_release(times);
	return status;
}

const odd_network *session_times_first(const struct session_net *net)
{
	size_t t = 0;
	if (net->times == NULL)
		return net->of.net;
	while (net->times->times->time[t].net == NULL)
		t++;
	return net->times->times->time[t].net;
}

/* ---- the run at a time ---------------------------------------------------------------------- */

static bool same_options(const odd_one_options *a, const odd_one_options *b)
{
	bool alpha = a->alpha == b->alpha || (isnan(a->alpha) && isnan(b->alpha));
	bool beta = a->beta == b->beta || (isnan(a->beta) && isnan(b->beta));
	return alpha && beta && a->preset == b->preset && a->start == b->start &&
	       a->update == b->update && a->u == b->u && a->o == b->o && a->k == b->k &&
	       a->mu == b->mu && a->seed == b->seed;
}

static bool worth_fitting(const odd_network *net, const odd_one_options *o)
{
	return net != NULL && net->nodes > o->k && net->nodes > o->mu;
}

static void forget_fitted(struct session_times *t)
{
	odd_one_free(t->fitted);
	t->fitted = NULL;
}

/* Fit time after time up to the one before `time`, from the one that is kept if it will do. */
static odd_status fit_before(struct session_times *t, size_t time, const odd_one_options *options,
	const odd_job *job, odd_error *err)
{
	const odd_stop stop = {
		.iterations = ODD_HISTORY_ITERATIONS, .tolerance = ODD_HISTORY_TOLERANCE};
	odd_status status = ODD_OK;
	if (t->fitted != NULL && (t->fitted_time >= time || !same_options(&t->fitted_as, options)))
		forget_fitted(t);
	for (size_t at = t->fitted != NULL ? t->fitted_time + 1 : 0; at < time && status == ODD_OK;
		at++) {
		odd_one *run;
		if (!worth_fitting(t->times->time[at].net, options))
			continue;
		status = odd_history_begin(
			&run, t->times, at, t->fitted, t->fitted_time, options, job, err);
		if (status != ODD_OK)
			break;
		status = odd_fit(run, &stop, NULL, job, err);
		if (status != ODD_OK) {
			odd_one_free(run);
			break;
		}
		odd_one_free(t->fitted);
		t->fitted = run;
		t->fitted_time = at;
		t->fitted_as = *options;
		t->fitted_as.start_dir = NULL;
	}
	return status;
}

odd_status session_times_run(odd_one **out, const struct session_net *net,
	const odd_one_options *options, const odd_job *job, odd_error *err)
{
	struct session_times *t = net->times;
	odd_status status = options->start != ODD_START_GIVEN
				    ? fit_before(t, net->time, options, job, err)
				    : ODD_OK;
	*out = NULL;
	if (status != ODD_OK)
		return status;
	const odd_one *from = options->start != ODD_START_GIVEN ? t->fitted : NULL;
	return odd_history_begin(out, t->times, net->time, from, t->fitted_time, options, job, err);
}

/* ---- ranks over time ------------------------------------------------------------------------ */

static void history_clear(void *self)
{
	struct session_history *h = self;
	odd_history_free(h->history);
	shared_release(h->times);
}

odd_status session_times_fit(struct session *s, const odd_job *job, odd_error *err)
{
	const struct epoch *e = s->now.epoch;
	struct session_times *t = e->net->times;
	const odd_amounts *odd = &s->now.wanted.contamination;
	odd_history *history;
	double room[ODD_COMPONENTS];
	if (t == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			e->plants->count > 0
				? "times: not with what is planted; unplant or undo first"
				: "times: the network has one time only; open a directory with a "
				  "network for each time");
	const odd_history_options how = {.one = e->options,
		.stop = {.iterations = ODD_HISTORY_ITERATIONS, .tolerance = ODD_HISTORY_TOLERANCE},
		.score = run_options_score(&s->now.wanted),
		.weight = run_options_weight(&s->now.wanted, room),
		.share = odd->given && odd->share[0] ? odd->amount[0] / 100.0 : 0.0,
		.count = odd->given && !odd->share[0] ? (size_t)odd->amount[0] : 0};
	odd_status status = odd_history_fit(&history, t->times, &how, job, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->history);
	s->history = shared_create(sizeof *s->history, history_clear);
	s->history->times = shared_hold(t);
	s->history->history = history;
	return ODD_OK;
}

odd_status cmd_times(struct session *s, struct command_call *call, odd_error *err)
{
	odd_status status = session_times_fit(s, call->job, err);
	if (status != ODD_OK)
		return status;
	const odd_history *history = s->history->history;
	session_say(s, "%zu times fitted; %zu %s odd", history->times, history->became_count,
		history->became_count == 1 ? "node became" : "nodes became");
	return ODD_OK;
}
