#include "config.h"

#include "session/epoch.h"

#include <assert.h>
#include <string.h>

#include "session/xalloc.h"

/* ---- networks ----------------------------------------------------------------------------- */

static void session_net_clear(void *self)
{
	struct session_net *net = self;
	odd_network_free(net->of.net);
	odd__veil_clear(&net->veil);
	shared_release(net->secret);
}

static void secret_clear(void *self)
{
	(void)self;
}

struct session_secret *session_secret_create(void)
{
	struct session_secret *secret = shared_create(sizeof *secret, secret_clear);
	atomic_init(&secret->kept, false);
	return secret;
}

/* "structural-12", of a node that is structural, says it. */
static bool tells(const odd_network *net, size_t node)
{
	if (net->truth[node] == ODD_ORDINARY)
		return false;
	const char *id = odd_names_get(&net->ids, node);
	const char *kind = odd_kind_name((odd_kind)net->truth[node]);
	const size_t length = strlen(kind);
	return strncmp(id, kind, length) == 0 && id[length] == '-' && id[length + 1] != '\0' &&
	       id[length + 1 + strspn(id + length + 1, "0123456789")] == '\0';
}

/* Without memory some names stay as they are. */
static void make_veil(struct session_net *shared)
{
	odd_network *net = shared->of.net;
	odd_status status = ODD_OK;
	for (size_t i = 0; net->truth != NULL && i < net->nodes && status == ODD_OK; i++)
		if (tells(net, i))
			status = odd__veil_add(&shared->veil, &net->ids, (uint32_t)i, NULL);
	shared->veil.drawn = &shared->secret->kept;
	if (shared->veil.of != NULL)
		net->ids.veil = &shared->veil;
}

struct session_net *session_net_wrap(odd_network *net, struct session_secret *secret)
{
	struct session_net *shared = shared_create(sizeof *shared, session_net_clear);
	shared->of.net = net;
	if (secret != NULL) {
		shared->secret = shared_hold(secret);
		make_veil(shared);
	}
	return shared;
}

/* ---- life cycle --------------------------------------------------------------------------- */

struct epoch *epoch_create(struct document *doc, struct session_net *net, struct plantings *plants,
	const struct run_options *asked, size_t k, struct epoch *parent, size_t parent_steps)
{
	struct epoch *e = xgrow(NULL, 1, sizeof *e);
	*e = (struct epoch){.refs = 1,
		.parent = parent != NULL ? epoch_hold(parent) : NULL,
		.parent_steps = parent_steps,
		.doc = shared_hold(doc),
		.net = shared_hold(net),
		.plants = shared_hold(plants),
		.asked = *asked,
		.stride = ODD_SUBSTEPS};
	e->options = run_options_one(&e->asked);
	e->options.k = k;
	return e;
}

struct epoch *epoch_hold(struct epoch *e)
{
	e->refs++;
	return e;
}

bool epoch_release(struct epoch *e)
{
	assert(e->refs > 0);
	return --e->refs == 0;
}

void epoch_destroy(struct epoch *e)
{
	epoch_give_up(e);
	epoch_forget_ranks(e);
	shared_release(e->net);
	shared_release(e->plants);
	shared_release(e->doc);
	free(e);
}

void epoch_give_up(struct epoch *e)
{
	for (size_t i = 0; i < e->kept_count; i++)
		odd_snapshot_free(e->kept[i].snapshot);
	free(e->kept);
	e->kept = NULL;
	e->kept_count = e->kept_bytes = 0;
	e->stride = ODD_SUBSTEPS;
	odd_one_free(e->run);
	e->run = NULL;
}

void epoch_forget_ranks(struct epoch *e)
{
	for (size_t i = 0; i < e->ranked_count; i++)
		free(e->ranked[i].rank);
	free(e->ranked);
	e->ranked = NULL;
	e->ranked_count = 0;
}

size_t epoch_bytes(const struct epoch *e)
{
	if (e->run == NULL)
		return 0;
	const odd_prepared *input = odd_one_input(e->run);
	size_t entries =
		odd_csr_nnz(odd_csr_const(input->A)) + 2 * odd_csr_nnz(odd_csr_const(input->C));
	/* The factors, as many numbers again in work space, and the matrices. */
	size_t factors = e->kept_count > 0 ? odd_snapshot_bytes(e->kept[0].snapshot) : 0;
	return e->kept_bytes + 2 * factors + entries * (sizeof(double) + sizeof(uint32_t));
}

/* ---- moving ------------------------------------------------------------------------------- */

size_t epoch_steps(const struct epoch *e)
{
	return e->run != NULL ? odd_one_trace(e->run)->count - e->first_point : 0;
}

/* Drop every other snapshot but the first, and take half as many from now on. */
static void thin(struct epoch *e)
{
	size_t count = 1;
	e->stride *= 2;
	for (size_t i = 1; i < e->kept_count; i++) {
		if (e->kept[i].steps % e->stride == 0) {
			e->kept[count++] = e->kept[i];
			continue;
		}
		e->kept_bytes -= odd_snapshot_bytes(e->kept[i].snapshot);
		odd_snapshot_free(e->kept[i].snapshot);
	}
	e->kept_count = count;
}

void epoch_keep(struct epoch *e, size_t budget)
{
	size_t steps = epoch_steps(e);
	if (steps % e->stride != 0 ||
		(e->kept_count > 0 && e->kept[e->kept_count - 1].steps >= steps))
		return;
	odd_snapshot *snapshot;
	if (odd_one_snapshot(&snapshot, e->run, NULL) != ODD_OK)
		return;
	e->kept = xgrow(e->kept, e->kept_count + 1, sizeof *e->kept);
	e->kept[e->kept_count++] = (struct epoch_kept){steps, snapshot};
	e->kept_bytes += odd_snapshot_bytes(snapshot);
	while (e->kept_bytes > budget && e->kept_count > 1)
		thin(e);
}

/* Make the run as it was when the epoch began. */
static odd_status make_run(struct epoch *e, size_t budget, const odd_job *job, odd_error *err)
{
	odd_status status;
	if (e->parent == NULL) {
		status = odd_one_begin(&e->run, e->net->of.net, &e->options, job, err);
	} else {
		status = epoch_goto(e->parent, e->parent_steps, budget, job, err);
		if (status == ODD_OK && e->settles)
			status = odd_one_settle(&e->run, e->parent->run, e->net->of.net, e->matrix,
				&e->entry, job, err);
		else if (status == ODD_OK)
			status = odd_one_extend(&e->run, e->parent->run, e->net->of.net, job, err);
	}
	if (status != ODD_OK)
		return status;
	e->first_point = odd_one_trace(e->run)->count;
	e->first_iteration = odd_one_iteration(e->run);
	epoch_keep(e, budget);
	return ODD_OK;
}

/* The last snapshot at or before a number of sub-steps, or NULL. */
static const struct epoch_kept *nearest(const struct epoch *e, size_t steps)
{
	const struct epoch_kept *found = NULL;
	for (size_t i = 0; i < e->kept_count && e->kept[i].steps <= steps; i++)
		found = &e->kept[i];
	return found;
}

odd_status epoch_goto(
	struct epoch *e, size_t steps, size_t budget, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	if (e->run != NULL && epoch_steps(e) != steps) {
		const struct epoch_kept *from = nearest(e, steps);
		size_t at = epoch_steps(e);
		if (from != NULL && (at > steps || from->steps > at))
			odd_one_restore(e->run, from->snapshot);
		else if (at > steps) /* not even the start was kept: memory was that short */
			epoch_give_up(e);
	}
	if (e->run == NULL)
		status = make_run(e, budget, job, err);
	while (status == ODD_OK && epoch_steps(e) < steps) {
		status = odd_one_substep(e->run, job, err);
		if (status == ODD_OK)
			epoch_keep(e, budget);
	}
	return status;
}
