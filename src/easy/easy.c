/* easy.c: the handle, its options, and its run. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"
#include "one/cost.h"

const char *odd_easy_version(void)
{
	return PACKAGE_VERSION;
}

/* ---- the handle --------------------------------------------------------------------------- */

static void listen_in(void *payload, const char *what, double done, double total)
{
	odd_easy *easy = payload;
	if (easy->news != NULL && easy->news(easy->payload, what, done, total) != 0)
		atomic_store(&easy->stop, true);
}

odd_easy *odd_easy_new(void)
{
	odd_easy *easy = calloc(1, sizeof *easy);
	if (easy == NULL)
		return NULL;
	run_options_init(&easy->options);
	easy->job = (odd_job){0, &easy->stop, listen_in, easy};
	return easy;
}

void odd__easy_drop_run(odd_easy *easy)
{
	odd_sentences_clear(&easy->sentences);
	odd_projection_clear(&easy->map);
	odd_scores_clear(&easy->scores);
	odd_one_free(easy->run);
	odd_communities_clear(&easy->fitted);
	easy->run = NULL;
	memset(&easy->sentences, 0, sizeof easy->sentences);
	memset(&easy->map, 0, sizeof easy->map);
	memset(&easy->scores, 0, sizeof easy->scores);
	memset(&easy->fitted, 0, sizeof easy->fitted);
}

static void drop_groups(odd_easy *easy)
{
	odd_communities_clear(&easy->groups);
	memset(&easy->groups, 0, sizeof easy->groups);
}

void odd__easy_drop_network(odd_easy *easy)
{
	odd__easy_drop_run(easy);
	drop_groups(easy);
	odd_plant_record_clear(&easy->record);
	memset(&easy->record, 0, sizeof easy->record);
	if (easy->building)
		odd__builder_clear(&easy->builder);
	easy->building = false;
	odd_network_free(easy->net);
	easy->net = NULL;
}

void odd_easy_free(odd_easy *easy)
{
	if (easy == NULL)
		return;
	odd__easy_drop_network(easy);
	odd__easy_drop_reading(easy);
	free(easy);
}

int odd__easy_done(odd_easy *easy, odd_status status)
{
	easy->message[0] = '\0';
	if (status != ODD_OK)
		odd_error_format(&easy->error, easy->message, sizeof easy->message);
	return status;
}

const char *odd_easy_error(const odd_easy *easy)
{
	return easy->message;
}

/* ---- options ------------------------------------------------------------------------------ */

/* By the name of `set` or of the command line. */
static const odd_option *find_option(const char *name)
{
	for (size_t i = 0; i < run_option_count; i++)
		if (strcmp(run_option_rows[i].name, name) == 0 ||
			strcmp(odd_option_spelling(&run_option_rows[i]), name) == 0)
			return &run_option_rows[i];
	return NULL;
}

int odd_easy_set(odd_easy *easy, const char *name, const char *value)
{
	odd_error *err = &easy->error;
	if (strcmp(name, "certainty") == 0)
		return odd__easy_done(
			easy, odd_whole_parse(&easy->certainty, name, value, 0, 1000, err));
	const char **text = odd__easy_reading(easy, name);
	if (text != NULL) {
		char *copy = strdup(value);
		if (copy == NULL)
			return odd__easy_done(easy, odd_error_nomem(err));
		free((char *)*text);
		*text = copy;
		return odd__easy_done(easy, ODD_OK);
	}
	const odd_option *row = find_option(name);
	if (row == NULL)
		return odd__easy_done(easy,
			odd_error_set(err, ODD_EUSAGE, "there is no option \"%.100s\"", name));
	return odd__easy_done(easy, odd_option_set(&easy->options, row, name, value, err));
}

/* ---- the run ------------------------------------------------------------------------------ */

/* Classes to plant into and to choose K by. As many times as it is run, planting is done once. */
static odd_status plant(odd_easy *easy, odd_error *err)
{
	odd_plant_options planted;
	odd_network *seeded;
	if (easy->record.count > 0 || easy->record.before != NULL)
		return ODD_OK;
	drop_groups(easy);
	odd_status status = odd_communities_find(
		&easy->groups, easy->net, easy->options.one.seed, &easy->job, err);
	if (status != ODD_OK || !run_options_plants(&easy->options))
		return status;
	status = run_options_plant(&planted, &easy->options, easy->net->nodes, "plant", err);
	if (status == ODD_OK)
		status = odd_plant(&seeded, &easy->record, easy->net, &easy->groups, &planted,
			&easy->job, err);
	if (status != ODD_OK)
		return status;
	odd_network_free(easy->net);
	easy->net = seeded;
	return ODD_OK;
}

/* Links alone can be ranked, too. */
static odd_status stand_in(odd_easy *easy, odd_error *err)
{
	odd_network *other;
	if (easy->net->attributes > 0 || easy->net->edges == 0)
		return ODD_OK;
	odd_status status = odd_network_without_attributes(&other, easy->net, err);
	if (status == ODD_OK) {
		odd_network_free(easy->net);
		easy->net = other;
	}
	return status;
}

static odd_status fit(odd_easy *easy, odd_error *err)
{
	const struct run_options *o = &easy->options;
	odd_one_options one = run_options_one(o);
	odd_stop stop = {.iterations = run_options_iterations(o),
		.tolerance = o->tolerance,
		.settled = o->settled};
	odd_status status = run_options_check_start(o, "init", err);
	if (status == ODD_OK && one.k == 0 && one.start != ODD_START_GIVEN)
		status = odd_one_default_k(&one.k, NULL, easy->net, easy->groups.count, err);
	if (status == ODD_OK && one.k > 0)
		easy->job.threads = odd_one_threads(easy->net, one.k, &easy->job);
	if (status == ODD_OK)
		status = odd_one_begin(&easy->run, easy->net, &one, &easy->job, err);
	easy->fit = (odd_fit_result){ODD_STOP_ITERATIONS, 0, NAN};
	if (status == ODD_OK && stop.iterations > 0)
		status = odd_fit(easy->run, &stop, &easy->fit, &easy->job, err);
	return status;
}

static odd_status score(odd_easy *easy, odd_error *err)
{
	const struct run_options *o = &easy->options;
	odd_status status = odd_scores_compute(&easy->scores, easy->run, run_options_score(o),
		run_options_weight(o), &easy->job, err);
	if (status == ODD_OK && easy->certainty > 0)
		status = odd_scores_certainty(&easy->scores, easy->net, easy->run,
			run_options_weight(o), easy->certainty, &easy->job, err);
	if (status == ODD_OK)
		status = odd_evaluate(&easy->evaluation, easy->scores.order, easy->scores.total,
			easy->scores.n, easy->net->truth, err);
	return status;
}

int odd_easy_run(odd_easy *easy, odd_easy_news news, void *payload)
{
	odd_error *err = &easy->error;
	odd__easy_drop_run(easy);
	easy->news = news;
	easy->payload = payload;
	easy->job.threads = (int)easy->options.threads;
	atomic_store(&easy->stop, false);
	odd_status status = odd__easy_network(easy);
	if (status == ODD_OK)
		status = stand_in(easy, err);
	if (status == ODD_OK)
		status = plant(easy, err);
	if (status == ODD_OK)
		status = fit(easy, err);
	if (status == ODD_OK)
		status = score(easy, err);
	if (status == ODD_OK && atomic_load(&easy->stop))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	easy->news = NULL;
	if (status != ODD_OK)
		odd__easy_drop_run(easy);
	return odd__easy_done(easy, status);
}
