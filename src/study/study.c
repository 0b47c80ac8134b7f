/* study.c: life cycle, the network, the run. */
#include "config.h"

#include "study/study.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

/* ---- life cycle --------------------------------------------------------------------------- */

void study_init(struct study *s, const struct run_options *options)
{
	*s = (struct study){
		.options = *options, .fit = {ODD_STOP_ITERATIONS, 0}, .clock = odd__clock()};
}

static void drop_groups(struct study *s)
{
	odd_communities_clear(&s->groups);
	s->groups = (odd_communities){0};
	s->grouped = false;
	free(s->summary);
	s->summary = NULL;
}

void study_drop_run(struct study *s)
{
	shared_release(s->ranking);
	shared_release(s->map);
	odd_one_free(s->run);
	drop_groups(s);
	s->ranking = NULL;
	s->map = NULL;
	s->run = NULL;
}

static void drop_network(struct study *s)
{
	study_drop_run(s);
	odd_history_free(s->history);
	odd_times_free(s->times);
	s->history = NULL;
	s->times = NULL;
	odd_communities_clear(&s->classes);
	s->classes = (odd_communities){0};
	shared_release(s->plantings);
	shared_release(s->judged);
	shared_release(s->network);
	s->judged = NULL;
	s->plantings = NULL;
	s->network = NULL;
	s->planted = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
}

void study_clear(struct study *s)
{
	drop_network(s);
	notes_clear(&s->notes);
}

void study_stage_done(struct study *s, enum stage stage)
{
	double now = odd__clock();
	s->seconds[stage] = now - s->clock;
	s->seconds[STAGE_TOTAL] += s->seconds[stage];
	s->clock = now;
}

static odd_status check_cancelled(const odd_job *job, odd_error *err)
{
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

/* ---- the network -------------------------------------------------------------------------- */

const odd_network *study_network(const struct study *s)
{
	for (size_t t = 0; s->times != NULL && t < s->times->count; t++)
		if (s->times->time[t].net != NULL)
			return s->times->time[t].net;
	return s->network != NULL ? s->network->net : NULL;
}

/* Replaces the network; takes over net. */
static odd_status set_network(struct study *s, odd_network *net, odd_error *err)
{
	struct shared_network *network;
	odd_status status = shared_network_create(&network, net, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->network);
	s->network = network;
	return ODD_OK;
}

odd_status study_load(struct study *s, const char *path, const odd_load_options *table,
	const odd_job *job, odd_error *err)
{
	const odd_load_options options = run_options_load(&s->options, table);
	odd_network *net;
	odd_status status = odd_network_load(&net, path, &options, job, err);
	if (status == ODD_OK && (status = check_cancelled(job, err)) != ODD_OK)
		odd_network_free(net);
	return status == ODD_OK ? study_take(s, net, err) : status;
}

/* Links alone can be ranked, and so can attributes alone; one attribute is too few beside links.
 * Gives up *net on failure. */
static odd_status make_up_for_missing(odd_network **net, struct study *s, odd_error *err)
{
	if ((*net)->edges == 0 && (*net)->attributes > 0 && run_options_by_evidence(&s->options))
		notes_add(&s->notes,
			"the network has no links: nodes are ranked by their attributes alone");
	if ((*net)->attributes > 1 || (*net)->edges == 0)
		return ODD_OK;
	if ((*net)->attributes == 1)
		notes_add(&s->notes,
			"the network has one attribute, \"%.60s\", and the model needs two: it is "
			"left out",
			odd_names_get(&(*net)->words, 0));
	odd_network *other = NULL;
	odd_status status = odd_network_without_attributes(&other, *net, err);
	odd_network_free(*net);
	*net = other;
	notes_add(&s->notes,
		"the network has no attributes: the nodes that a node is linked with stand in for "
		"them, so nodes are ranked by their links alone");
	return status;
}

odd_status study_take(struct study *s, odd_network *net, odd_error *err)
{
	drop_network(s);
	notes_add_remarks(&s->notes, net);
	notes_add_skipped(&s->notes, &net->skipped);
	odd_status status = s->as_given ? ODD_OK : make_up_for_missing(&net, s, err);
	if (status != ODD_OK)
		return status;
	s->checksum = odd_network_checksum(net);
	status = set_network(s, net, err);
	study_stage_done(s, STAGE_LOAD);
	return status;
}

odd_status study_find_classes(struct study *s, const odd_job *job, odd_error *err)
{
	const odd_network *net = study_network(s);
	if (s->classes.of != NULL)
		return ODD_OK;
	odd_status status = odd_communities_find(&s->classes, net, s->options.one.seed, job, err);
	if (status != ODD_OK)
		return status;
	if (s->classes.found && net->edges > 0)
		notes_add(&s->notes,
			"no labels: %zu %s found in the links (Leiden method) stand in for classes",
			s->classes.count, plural(s->classes.count, "community", "communities"));
	return check_cancelled(job, err);
}

odd_status study_plant(struct study *s, const odd_job *job, odd_error *err)
{
	odd_network *seeded;
	odd_plant_record record;
	if (s->plantings != NULL)
		return ODD_OK;
	odd_status status = run_options_plant(
		&s->planted, &s->options, study_network(s)->nodes, "--plant", err);
	if (status != ODD_OK || !run_options_plants(&s->options))
		return status;
	if ((status = study_find_classes(s, job, err)) != ODD_OK)
		return status;
	status = odd_plant(&seeded, &record, study_network(s), &s->classes, &s->planted, job, err);
	if (status == ODD_OK)
		status = plantings_create(&s->plantings, NULL, 0, &record, err);
	else
		return status;
	if (status != ODD_OK) {
		odd_network_free(seeded);
		return status;
	}
	return set_network(s, seeded, err);
}

/* ---- the run ------------------------------------------------------------------------------ */

/* The job on as many threads as the run is worth. */
static odd_job suited(const struct study *s, const odd_job *job)
{
	odd_job own = job != NULL ? *job : (odd_job){0};
	if (s->threads > 0)
		own.threads = s->threads;
	return own;
}

static odd_status choose_k(struct study *s, odd_error *err)
{
	const odd_network *net = study_network(s);
	bool reduced = false;
	size_t *k = &s->one.k, classes = s->classes.count;
	odd_status status = odd_one_default_k(k, &reduced, net, classes, err);
	if (status == ODD_OK && reduced && *k == ODD_DEFAULT_K_MOST)
		notes_add(&s->notes,
			"K = %zu, the most by default, as 3 for each of %zu classes would be %zu; "
			"-k says otherwise",
			*k, classes, 3 * classes);
	else if (status == ODD_OK && reduced)
		notes_add(&s->notes,
			"K = %zu, less than by default: it has to be below the number of nodes "
			"(%zu) and of attributes (%zu)",
			*k, net->nodes, net->attributes);
	return status;
}

odd_status study_prepare(struct study *s, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	s->one = run_options_one(&s->options);
	s->one.stays = !s->extends;
	s->threads = 0;
	if (s->one.k == 0 && s->one.start != ODD_START_GIVEN) {
		status = study_find_classes(s, job, err);
		if (status == ODD_OK)
			status = choose_k(s, err);
	}
	if (status == ODD_OK && s->one.k > 0) {
		s->threads = odd_one_threads(study_network(s), s->one.k, job);
		s->memory = odd_one_memory(study_network(s), &s->one);
	}
	return status;
}

/* What a user should know about how the network was read. */
static void note_input(struct study *s)
{
	const odd_prepared *input = odd_one_input(s->run);
	const odd_columns *columns = &study_network(s)->columns;
	if (columns->count > 0)
		notes_add_columns(&s->notes, columns);
	else if (input->standardised)
		notes_add(&s->notes,
			"the attributes do not look like words (negative, or many per node), so "
			"they were standardised column by column and weighed by how far linked "
			"nodes agree");
	if (input->constant_columns > 0)
		notes_add(&s->notes, "%zu %s the same for all nodes and dropped",
			input->constant_columns,
			plural(input->constant_columns, "attribute was", "attributes were"));
	if (s->one.preset == ODD_PAPER)
		notes_add(&s->notes,
			"the paper's raw score is each node's share of the total error, so it "
			"mostly follows degree and word count");
}

/* Dimensions in which the start has anything: as many as links or attributes have directions. */
static void note_rank(struct study *s)
{
	const odd_one_state look = odd_one_look(s->run);
	size_t carried = 0;
	for (size_t k = 0; k < look.k; k++) {
		size_t i = 0;
		while (i < look.nodes && odd_cmat_row(look.G, i)[k] == 0.0 &&
			odd_cmat_row(look.U, i)[k] == 0.0)
			i++;
		carried += i < look.nodes;
	}
	if (carried < look.k)
		notes_add(&s->notes,
			"only %zu of %zu dimensions carry anything at the start: links and "
			"attributes have no more directions; -k %zu is enough",
			carried, look.k, carried > 0 ? carried : 1);
}

odd_status study_begin(struct study *s, const odd_job *job, odd_error *err)
{
	const odd_job own = suited(s, job);
	study_drop_run(s);
	odd_status status = odd_one_begin(&s->run, study_network(s), &s->one, &own, err);
	if (status != ODD_OK)
		return status;
	s->fit = (odd_fit_result){ODD_STOP_ITERATIONS, 0};
	note_input(s);
	note_rank(s);
	study_stage_done(s, STAGE_INIT);
	return ODD_OK;
}

odd_status study_step(struct study *s, const odd_job *job, odd_error *err)
{
	const odd_job own = suited(s, job);
	return odd_one_substep(s->run, &own, err);
}

odd_status study_fit(struct study *s,
	odd_status (*each)(void *payload, const odd_one *run, odd_error *err), void *payload,
	const odd_job *job, odd_error *err)
{
	const odd_job own = suited(s, job);
	const odd_stop stop = {.iterations = run_options_iterations(&s->options),
		.tolerance = s->options.tolerance,
		.each = each,
		.payload = payload};
	odd_status status = ODD_OK;
	if (stop.iterations > 0)
		status = odd_fit(s->run, &stop, &s->fit, &own, err);
	const double rise =
		status == ODD_OK ? odd_trace_largest_rise(odd_one_trace(s->run), NULL) : 0.0;
	if (rise > 0.0)
		notes_add(&s->notes,
			"the loss rose by %.3g of itself in one sub-step, which it should not",
			rise);
	study_stage_done(s, STAGE_ITERATIONS);
	return status;
}

odd_status study_place(struct study *s, const odd_network *more, odd_joined *joined,
	const odd_job *job, odd_error *err)
{
	odd_network *net;
	odd_one *placed;
	const odd_job own = suited(s, job);
	odd_status status = odd_network_join(&net, study_network(s), more, joined, err);
	if (status != ODD_OK)
		return status;
	if (joined->nodes == 0) {
		odd_network_free(net);
		return odd_error_set(err, ODD_EINPUT,
			"all of its nodes are in the model already: there is none to place");
	}
	status = odd_one_place(&placed, s->run, net, &own, err);
	if (status != ODD_OK) {
		odd_network_free(net);
		return status;
	}
	study_drop_run(s);
	s->run = placed;
	return set_network(s, net, err);
}
