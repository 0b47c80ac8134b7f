#include "config.h"

#include "session/session.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "session/command.h"
#include "session/comparer.h"
#include "session/xalloc.h"
#include "session/paths.h"
#include "network/times.h"
#include "session/why.h"

#define UNDO_MOST 1000  /* commands that can be undone */
#define DOCUMENTS 5     /* networks that are kept for undo */
#define AFTER_CHANGE 10 /* iterations that show where a newcomer goes */

/* ---- epochs and places ---------------------------------------------------------------------- */

static void drop_epoch(struct session *s, struct epoch *e)
{
	while (e != NULL && epoch_release(e)) {
		struct epoch *parent = e->parent, **at = &s->epochs;
		while (*at != e)
			at = &(*at)->next;
		*at = e->next;
		if (s->seen_epoch == e)
			s->seen_epoch = NULL;
		if (s->mapped_epoch == e)
			s->mapped_epoch = NULL;
		epoch_destroy(e);
		e = parent;
	}
}

static struct epoch *add_epoch(struct session *s, struct epoch *e)
{
	e->next = s->epochs;
	e->id = ++s->epoch_ids;
	s->epochs = e;
	return e;
}

/* The top one goes, or the oldest. */
static void drop_item(struct session *s, struct session_stack *stack, bool oldest)
{
	struct session_undo *item = &stack->item[oldest ? 0 : stack->count - 1];
	shared_release(item->place.judged);
	drop_epoch(s, item->place.epoch);
	free(item->what);
	stack->count--;
	if (oldest)
		memmove(item, item + 1, stack->count * sizeof *item);
}

static void clear_stack(struct session *s, struct session_stack *stack)
{
	while (stack->count > 0)
		drop_item(s, stack, false);
	free(stack->item);
	stack->item = NULL;
}

/* Push a place, whose epoch is held by the stack from now on. */
static void push(struct session_stack *stack, const struct place *place, const char *what)
{
	stack->item = xgrow(stack->item, stack->count + 1, sizeof *stack->item);
	stack->item[stack->count++] = (struct session_undo){*place, xstrdup(what)};
	shared_hold(place->judged);
	if (place->epoch != NULL)
		epoch_hold(place->epoch);
}

/* Old runs go first, those that nothing leads back to soonest being gone already; the present run
 * thins its own snapshots. */
static void reclaim(struct session *s)
{
	size_t bytes = 0;
	for (struct epoch *e = s->epochs; e != NULL; e = e->next)
		bytes += e == s->now.epoch ? e->kept_bytes : epoch_bytes(e);
	while (bytes > s->budget) {
		struct epoch *oldest = NULL; /* the newest stand first in the list */
		for (struct epoch *e = s->epochs; e != NULL; e = e->next)
			if (e != s->now.epoch && e->run != NULL)
				oldest = e;
		if (oldest == NULL)
			return;
		bytes -= epoch_bytes(oldest);
		epoch_give_up(oldest);
	}
}

static void remember(struct session *s, const struct place *from, const char *what)
{
	push(&s->undo, from, what);
	clear_stack(s, &s->redo);
	if (s->undo.count > UNDO_MOST) {
		drop_item(s, &s->undo, true);
	}
}

/* ---- documents ------------------------------------------------------------------------------ */

static void document_clear(void *self)
{
	struct document *d = self;
	for (size_t i = 0; i < d->kept_count; i++)
		shared_release(d->kept[i]);
	free(d->options);
	free(d->kept);
	look_clear(&d->look);
	odd_communities_clear(&d->groups);
	free(d->path);
	free(d->name);
}

static struct document *document_of(const struct place *place)
{
	return place->epoch != NULL ? place->epoch->doc : NULL;
}

/* Another network is open. */
static void change_document(struct session *s, struct document *to)
{
	s->look = to != NULL ? &to->look : &s->no_look;
	shared_hold(to);
	shared_release(s->doc);
	s->doc = to;
	s->seen_epoch = s->mapped_epoch = NULL;
	session_why_forget(s);
	lesson_forget(s);
	shared_release(s->scored);
	shared_release(s->map);
	s->scored = NULL;
	s->map = NULL;
}

static void forget_places(struct session *s);

/* Networks are large: of those that were left longest ago undo knows no more. */
static void forget_documents(struct session *s)
{
	const struct document *last = s->doc;
	size_t networks = 0, i = s->undo.count;
	while (i > 0 && networks < DOCUMENTS) {
		const struct document *d = document_of(&s->undo.item[i - 1].place);
		networks += d != last;
		last = d;
		i -= networks < DOCUMENTS;
	}
	while (i-- > 0)
		drop_item(s, &s->undo, true);
	forget_places(s);
}

/* ---- places of kept runs --------------------------------------------------------------------- */

void session_place_keep(struct session *s, struct kept_run *run)
{
	s->kept_place = xgrow(s->kept_place, s->kept_places + 1, sizeof *s->kept_place);
	s->kept_place[s->kept_places++] = (struct kept_place){run, s->now};
	epoch_hold(s->now.epoch);
	shared_hold(s->now.judged);
}

static void forget_place(struct session *s, size_t at)
{
	struct epoch *e = s->kept_place[at].place.epoch;
	shared_release(s->kept_place[at].place.judged);
	s->kept_place[at] = s->kept_place[--s->kept_places];
	drop_epoch(s, e);
}

void session_place_forget(struct session *s, const struct kept_run *run)
{
	for (size_t i = s->kept_places; i-- > 0;)
		if (s->kept_place[i].run == run)
			forget_place(s, i);
}

static bool leads_to(const struct session_stack *stack, const struct document *d)
{
	for (size_t i = 0; i < stack->count; i++)
		if (document_of(&stack->item[i].place) == d)
			return true;
	return false;
}

/* Of networks that nothing leads back to any more. */
static void forget_places(struct session *s)
{
	for (size_t i = s->kept_places; i-- > 0;) {
		const struct document *d = document_of(&s->kept_place[i].place);
		if (d != s->doc && !leads_to(&s->undo, d) && !leads_to(&s->redo, d) &&
			!leads_to(&s->aside, d))
			forget_place(s, i);
	}
}

/* Make `to` the present place; its epoch is held, the old one's let go. */
static void settle(struct session *s, const struct place *to)
{
	struct epoch *old = s->now.epoch;
	struct judgments *before = s->now.judged;
	if (to->epoch != NULL)
		epoch_hold(to->epoch);
	shared_hold(to->judged);
	s->now = *to;
	shared_release(before);
	if (document_of(to) != s->doc)
		change_document(s, document_of(to));
	drop_epoch(s, old);
	reclaim(s);
	const odd_network *net = session_network(s);
	if (!s->live_look && (net == NULL || s->look->selected >= net->nodes))
		look_select(s->look, SESSION_NONE);
	if (s->why_node != SESSION_NONE && (net == NULL || s->why_node >= net->nodes))
		session_why_want(s, SESSION_NONE);
	session_forget_seen(s);
}

odd_status session_move(struct session *s, const struct place *to, const char *what,
	const odd_job *job, odd_error *err)
{
	odd_status status =
		to->epoch != NULL ? epoch_goto(to->epoch, to->steps, s->budget, job, err) : ODD_OK;
	if (status != ODD_OK)
		return status;
	remember(s, &s->now, what);
	settle(s, to);
	return ODD_OK;
}

void session_moved(struct session *s, const struct place *from, const char *what)
{
	s->now.steps = epoch_steps(s->now.epoch);
	if (s->now.steps != from->steps)
		remember(s, from, what);
	reclaim(s);
}

/* Undo and redo are each other, with the stacks changed over. */
static odd_status travel(struct session *s, struct session_stack *from, struct session_stack *to,
	const char *verb, const odd_job *job, odd_error *err)
{
	if (from->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "there is nothing to %s", verb);
	const struct session_undo *top = &from->item[from->count - 1];
	odd_status status = ODD_OK;
	if (top->place.epoch != NULL)
		status = epoch_goto(top->place.epoch, top->place.steps, s->budget, job, err);
	if (status != ODD_OK)
		return status;
	push(to, &s->now, top->what);
	settle(s, &top->place);
	session_say(s, "%s: %s", verb, top->what);
	drop_item(s, from, false);
	return ODD_OK;
}

odd_status session_undo_one(struct session *s, const odd_job *job, odd_error *err)
{
	return travel(s, &s->undo, &s->redo, "undo", job, err);
}

odd_status session_redo_one(struct session *s, const odd_job *job, odd_error *err)
{
	return travel(s, &s->redo, &s->undo, "redo", job, err);
}

void session_rename_last(struct session *s, const char *what)
{
	struct session_undo *last = &s->undo.item[s->undo.count - 1];
	free(last->what);
	last->what = xstrdup(what);
}

void session_forget_last(struct session *s)
{
	drop_item(s, &s->undo, false);
}

void session_forget_redo(struct session *s)
{
	clear_stack(s, &s->redo);
}

/* ---- life cycle ----------------------------------------------------------------------------- */

struct session *session_create(void)
{
	struct session *s = xgrow(NULL, 1, sizeof *s);
	*s = (struct session){.budget = SESSION_BUDGET,
		.ranks_budget = SESSION_RANKS,
		.why_node = SESSION_NONE,
		.no_look = LOOK_INIT,
		.desk.asked = SESSION_NONE};
	s->look = &s->no_look;
	run_options_init(&s->now.wanted);
	s->comparer = comparer_create();
	s->secret = session_secret_create();
	return s;
}

void session_free(struct session *s)
{
	if (s == NULL)
		return;
	comparer_free(s->comparer);
	shared_release(s->secret);
	clear_stack(s, &s->undo);
	clear_stack(s, &s->redo);
	clear_stack(s, &s->aside);
	while (s->kept_places > 0)
		forget_place(s, s->kept_places - 1);
	free(s->kept_place);
	change_document(s, NULL);
	shared_release(s->now.judged);
	shared_release(s->ranked_judged);
	drop_epoch(s, s->now.epoch);
	assert(s->epochs == NULL);
	for (size_t i = 0; i < s->tsne_count; i++)
		shared_release(s->tsne[i].map);
	strings_free(s->log.line, s->log.count);
	look_clear(&s->no_look);
	free(s->answer);
	free(s);
}

void session_say(struct session *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->status, sizeof s->status, format, args);
	va_end(args);
}

const odd_network *session_network(const struct session *s)
{
	return s->now.epoch != NULL ? s->now.epoch->net->of.net : NULL;
}

odd_status session_groups(odd_communities *out, struct document *doc,
	const struct plantings *plants, const odd_network *net, uint64_t seed, const odd_job *job,
	odd_error *err)
{
	const bool kept = doc->groups.of != NULL;
	size_t nodes = net->nodes;
	for (size_t i = 0; i < plants->count; i++)
		nodes -= plants->record[i].count;
	if (!kept || doc->groups_seed != seed || doc->grouped_nodes != nodes) {
		odd_status status = odd_communities_find(out, net, seed, job, err);
		/* The first groups stay: what is planted later must not depend on what was undone.
		 */
		if (status != ODD_OK || !out->found || kept)
			return status;
		doc->groups = *out;
		doc->grouped_nodes = nodes;
		doc->groups_seed = seed;
	}
	*out = (odd_communities){.count = doc->groups.count, .found = true};
	out->of = xgrow(NULL, net->nodes + 1, sizeof *out->of);
	for (size_t i = 0; i < net->nodes; i++)
		out->of[i] = i < nodes ? doc->groups.of[i] : ODD_NO_LABEL;
	return ODD_OK;
}

/* K by the groups of the network where the user has not chosen one. */
static odd_status choose_k(size_t *k, struct document *doc, const struct run_options *o,
	const odd_network *net, const struct plantings *plants, const odd_job *job, odd_error *err)
{
	odd_communities groups;
	*k = o->one.k;
	if (*k != 0 || o->one.start == ODD_START_GIVEN)
		return ODD_OK;
	odd_status status = session_groups(&groups, doc, plants, net, o->one.seed, job, err);
	if (status != ODD_OK)
		return status;
	status = odd_one_default_k(k, NULL, net, groups.count, err);
	odd_communities_clear(&groups);
	return status;
}

char *session_open_options(const odd_load_options *t, const char *time)
{
	static const char *const multi[] = {"max", "sum", "count"};
	const struct {
		const char *name, *value;
	} all[] = {{"id", t->id}, {"name", t->title}, {"label", t->label},
		{"columns", t->attributes}, {"ignore", t->ignore}, {"type", t->types},
		{"source", t->source}, {"target", t->target}, {"weight", t->weight},
		{"separator", t->separator}, {"edges", t->edges}, {"other", t->other},
		{"links", t->links}, {"time", time},
		{"multi", t->multi != ODD_MULTI_MAX ? multi[t->multi] : NULL}};
	char *out = xstrdup(t->directed ? " --directed" : t->directed_as_file ? " --as-file" : "");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (all[i].value == NULL)
			continue;
		char *quoted = command_quote(all[i].value);
		size_t used = strlen(out);
		out = xgrow(out, used + strlen(quoted) + 20, 1);
		sprintf(out + used, " --%s %s", all[i].name, quoted);
		free(quoted);
	}
	return out;
}

static struct document *document_create(
	const struct session_opening *how, const odd_network *net, unsigned long number)
{
	struct document *d = shared_create(sizeof *d, document_clear);
	d->path = xstrdup(how->argument);
	d->name = xstrdup(net->name);
	d->options = session_open_options(&how->table, how->time);
	d->checksum = odd_network_checksum(net);
	d->number = number;
	look_init(&d->look);
	return d;
}

/* The network of one of several times; NULL: the first that has any. */
static odd_status load_time(odd_network **out, const char *path, const odd_load_options *options,
	const char *name, const odd_job *job, odd_error *err)
{
	const odd_times_options how = {.load = *options};
	odd_times *times;
	size_t t = 0;
	odd_status status = odd_times_load(&times, path, &how, job, err);
	if (status != ODD_OK)
		return status;
	while (t < times->count && (name != NULL ? strcmp(times->time[t].name, name) != 0
						 : times->time[t].net == NULL))
		t++;
	if (t == times->count)
		status = odd_error_set(err, ODD_EUSAGE,
			"there is no time \"%.40s\"; the first is %.40s, the last %.40s", name,
			times->time[0].name, times->time[times->count - 1].name);
	else if (times->time[t].net == NULL)
		status = odd_error_set(err, ODD_EUSAGE, "there is nothing at the time %.40s", name);
	else
		*out = times->time[t].net;
	if (status == ODD_OK)
		times->time[t].net = NULL; /* the caller's now */
	odd_times_free(times);
	return status;
}

/* Where links stand alone, the neighbours of a node stand in for its attributes. */
static odd_status load_network(struct session_net **out, const struct session *s, const char *path,
	const odd_load_options *options, const char *time, const odd_job *job, odd_error *err)
{
	odd_network *net = NULL, *other = NULL;
	odd_status status;
	if (odd_times_here(path))
		status = load_time(&net, path, options, time, job, err);
	else if (time == NULL)
		status = odd_network_load(&net, path, options, job, err);
	else
		status = odd_error_set(err, ODD_EUSAGE,
			"open: %.200s is a network of one time, so --time names none", path);
	if (status == ODD_OK && net->attributes <= 1 && net->edges > 0) {
		status = odd_network_without_attributes(&other, net, err);
		odd_network_free(net);
		net = other;
	}
	if (status == ODD_OK)
		*out = session_net_wrap(net, s->secret);
	return status;
}

odd_status session_open(
	struct session *s, const struct session_opening *how, const odd_job *job, odd_error *err)
{
	char *path = NULL;
	struct session_net *shared = NULL;
	size_t k = 0;
	odd_status status = session_find_network(&path, how->argument, err);
	if (status == ODD_OK)
		status = load_network(&shared, s, path, &how->table, how->time, job, err);
	free(path);
	struct plantings *none = NULL;
	struct document *doc = NULL;
	if (status == ODD_OK)
		status = plantings_create(&none, NULL, 0, NULL, err);
	if (status == ODD_OK) {
		doc = document_create(how, shared->of.net, s->opened + 1);
		status = choose_k(&k, doc, how->options, shared->of.net, none, job, err);
	}
	if (status != ODD_OK) {
		shared_release(shared);
		shared_release(none);
		shared_release(doc);
		return status;
	}
	struct epoch *e = add_epoch(s, epoch_create(doc, shared, none, how->options, k, NULL, 0));
	const struct place to = {.epoch = e, .wanted = *how->options};
	shared_release(shared);
	shared_release(doc);
	shared_release(none);
	if (s->doc != NULL) {
		status = session_move(s, &to, how->what, job, err);
	} else { /* there is nothing to come back to */
		status = epoch_goto(e, 0, s->budget, job, err);
		if (status == ODD_OK)
			settle(s, &to);
	}
	if (status == ODD_OK) {
		s->opened++;
		forget_documents(s);
		const odd_network *net = e->net->of.net;
		size_t size = odd_one_look(e->run).k;
		const char *most = how->options->one.k == 0 && size == ODD_DEFAULT_K_MOST
					   ? ", the most by default (set k=K)"
					   : "";
		char holds[120];
		if (net->links_are_words)
			snprintf(holds, sizeof holds,
				"%zu links, whose other ends stand in for attributes", net->edges);
		else if (net->edges == 0)
			snprintf(holds, sizeof holds,
				"%zu attributes, no links, so these alone rank", net->attributes);
		else
			snprintf(holds, sizeof holds, "%zu links, %zu attributes", net->edges,
				net->attributes);
		session_say(s, "%s: %zu nodes, %s; K = %zu%s", s->doc->name, net->nodes, holds,
			size, most);
	}
	drop_epoch(s, e);
	return status;
}

/* ---- aside ---------------------------------------------------------------------------------- */

void session_push(struct session *s, const char *what)
{
	push(&s->aside, &s->now, what);
}

/* Who comes back to where he was has not been away: undo goes on with what was done there. */
static void forget_excursion(struct session *s)
{
	size_t top = s->undo.count;
	while (top > 0 && document_of(&s->undo.item[top - 1].place) != s->doc)
		top--;
	if (top == 0 || !place_same(&s->undo.item[top - 1].place, &s->now))
		return;
	while (s->undo.count >= top)
		drop_item(s, &s->undo, false);
	forget_places(s);
}

odd_status session_pop(struct session *s, const char *what, const odd_job *job, odd_error *err)
{
	const struct session_undo *to = NULL;
	if (s->aside.count > 0)
		to = &s->aside.item[s->aside.count - 1];
	for (size_t i = s->undo.count; i > 0 && to == NULL; i--)
		if (document_of(&s->undo.item[i - 1].place) != s->doc)
			to = &s->undo.item[i - 1];
	if (to == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there is nothing to come back to");
	const struct place place = to->place;
	odd_status status = session_move(s, &place, what, job, err);
	if (status == ODD_OK && s->aside.count > 0) {
		drop_item(s, &s->aside, false);
		forget_excursion(s);
	}
	if (status == ODD_OK)
		session_say(s, "back to %s, iteration %zu", s->doc->name,
			odd_one_iteration(s->now.epoch->run));
	return status;
}

/* ---- the run -------------------------------------------------------------------------------- */

odd_status session_live(odd_one **run, struct session *s, const odd_job *job, odd_error *err)
{
	if (s->now.epoch == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no network is open; say: open NETWORK");
	odd_status status = epoch_goto(s->now.epoch, s->now.steps, s->budget, job, err);
	*run = status == ODD_OK ? s->now.epoch->run : NULL;
	return status;
}

size_t session_goal(const struct session *s)
{
	const struct epoch *e = s->now.epoch;
	size_t goal = run_options_iterations(&s->now.wanted);
	size_t least = e != NULL && e->parent != NULL ? e->first_iteration + AFTER_CHANGE : 0;
	return goal > least ? goal : least;
}

bool session_waiting(const struct session *s)
{
	return s->now.epoch != NULL && !run_options_same_run(&s->now.wanted, &s->now.epoch->asked);
}

odd_status session_begin_epoch(struct session *s, struct session_net *net, struct plantings *plants,
	const struct place *settings, bool warm, const char *what, const odd_job *job,
	odd_error *err)
{
	struct place to = *settings;
	struct epoch *from = warm ? s->now.epoch : NULL;
	const struct run_options *asked = warm ? &from->asked : &settings->wanted;
	size_t k = warm ? from->options.k : 0;
	odd_status status =
		warm ? ODD_OK : choose_k(&k, s->doc, asked, net->of.net, plants, job, err);
	if (status == ODD_OK) {
		to.epoch = add_epoch(
			s, epoch_create(s->doc, net, plants, asked, k, from, s->now.steps));
		to.steps = 0;
		status = session_move(s, &to, what, job, err);
		drop_epoch(s, to.epoch);
	}
	shared_release(net);
	shared_release(plants);
	return status;
}

odd_status session_settle_entry(struct session *s, odd_substep matrix, const odd_watch *entry,
	const char *what, const odd_job *job, odd_error *err)
{
	struct place to = s->now;
	struct epoch *e = s->now.epoch;
	to.epoch = add_epoch(s,
		epoch_create(s->doc, e->net, e->plants, &e->asked, e->options.k, e, s->now.steps));
	to.epoch->settles = true;
	to.epoch->matrix = matrix;
	to.epoch->entry = *entry;
	to.steps = 0;
	odd_status status = session_move(s, &to, what, job, err);
	drop_epoch(s, to.epoch);
	return status;
}

odd_status session_reset(
	struct session *s, uint64_t seed, const char *what, const odd_job *job, odd_error *err)
{
	struct place to = s->now;
	struct epoch *e = s->now.epoch;
	to.wanted.one.seed = seed;
	if (e->parent == NULL && run_options_same_run(&to.wanted, &e->asked)) {
		to.steps = 0;
		return session_move(s, &to, what, job, err);
	}
	return session_begin_epoch(
		s, shared_hold(e->net), shared_hold(e->plants), &to, false, what, job, err);
}
