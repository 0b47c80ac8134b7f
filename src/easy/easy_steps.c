/* easy_steps.c: the run of a handle: all at once, or stepped and undone. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"
#include "linalg/blas.h"

/* Limits of undo. The newest entry may exceed the limit of bytes. */
#define UNDO_STEPS_MOST 256
#define UNDO_BYTES_MOST ((size_t)256 << 20)

static void free_undo(struct odd__easy_undo *undo)
{
	odd_snapshot_free(undo->snapshot);
	odd_one_free(undo->run);
	shared_release(undo->network);
	shared_release(undo->plantings);
}

void odd__easy_drop_undo(odd_easy *easy)
{
	for (size_t i = 0; i < easy->undo_count; i++)
		free_undo(&easy->undo[i]);
	free(easy->undo);
	easy->undo = NULL;
	easy->undo_count = easy->undo_bytes = 0;
}

static void drop_oldest(odd_easy *easy)
{
	easy->undo_bytes -= easy->undo[0].bytes;
	free_undo(&easy->undo[0]);
	memmove(easy->undo, easy->undo + 1, --easy->undo_count * sizeof *easy->undo);
}

odd_status odd__easy_remember(odd_easy *easy, bool planting, odd_error *err)
{
	const struct study *s = &easy->study;
	struct odd__easy_undo now = {0};
	if (easy->undo == NULL && (easy->undo = calloc(UNDO_STEPS_MOST, sizeof now)) == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_one_snapshot(&now.snapshot, s->run, err);
	if (status != ODD_OK)
		return status;
	now.bytes = odd_snapshot_bytes(now.snapshot);
	while (easy->undo_count > 0 && (easy->undo_count == UNDO_STEPS_MOST ||
					       easy->undo_bytes + now.bytes > UNDO_BYTES_MOST))
		drop_oldest(easy);
	if (planting) {
		odd_snapshot_free(now.snapshot); /* only its size was needed */
		now.snapshot = NULL;
		now.run = s->run;
		now.network = shared_hold(s->network);
		now.plantings = shared_hold(s->plantings);
	}
	easy->undo[easy->undo_count++] = now;
	easy->undo_bytes += now.bytes;
	return ODD_OK;
}

void odd__easy_change(
	odd_easy *easy, odd_one *run, struct shared_network *network, struct plantings *plantings)
{
	struct study *s = &easy->study;
	study_drop_run(s);
	shared_release(s->network);
	shared_release(s->plantings);
	s->run = run;
	s->network = network;
	s->plantings = plantings;
	easy->ranked = false;
}

/* ---- a stage with a listener --------------------------------------------------------------- */

typedef odd_status work_fn(odd_easy *easy, size_t count, const char *until, odd_error *err);

static int work(odd_easy *easy, work_fn *fn, size_t count, const char *until, odd_easy_news news,
	void *payload)
{
	odd_error *err = &easy->error;
	easy->news = news;
	easy->payload = payload;
	easy->job.threads = (int)easy->study.options.threads;
	atomic_store(&easy->stop, false);
	/* BLAS on several threads, as in some hosts, would add in another order than the program.
	 */
	const int threads = odd__blas_set_threads(1);
	odd_status status = fn(easy, count, until, err);
	odd__blas_set_threads(threads);
	if (status == ODD_OK && atomic_load(&easy->stop))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	easy->news = NULL;
	return odd__easy_done(easy, status);
}

static odd_status begin(odd_easy *easy, odd_error *err)
{
	struct study *s = &easy->study;
	odd__easy_drop_run(easy);
	odd_status status = odd__easy_network(easy);
	if (status == ODD_OK && easy->fitted != NULL)
		return odd__easy_place(easy, err);
	if (status == ODD_OK)
		status = run_options_check_start(&s->options, "init", err);
	if (status == ODD_OK)
		status = study_plant(s, &easy->job, err);
	if (status == ODD_OK)
		status = study_prepare(s, &easy->job, err);
	return status == ODD_OK ? study_begin(s, &easy->job, err) : status;
}

static odd_status begin_and_rank(odd_easy *easy, size_t fit, const char *until, odd_error *err)
{
	(void)until;
	odd_status status = begin(easy, err);
	if (status == ODD_OK && fit != 0 && easy->fitted == NULL)
		status = study_fit(&easy->study, NULL, NULL, &easy->job, err);
	if (status == ODD_OK)
		status = study_score(&easy->study, &easy->job, err);
	easy->ranked = status == ODD_OK;
	if (status == ODD_OK && atomic_load(&easy->stop))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status != ODD_OK)
		odd__easy_drop_run(easy);
	return status;
}

int odd_easy_run(odd_easy *easy, odd_easy_news news, void *payload)
{
	return work(easy, begin_and_rank, 1, NULL, news, payload);
}

int odd_easy_start(odd_easy *easy, odd_easy_news news, void *payload)
{
	return work(easy, begin_and_rank, 0, NULL, news, payload);
}

/* ---- steps ---------------------------------------------------------------------------------- */

static odd_status check_started(const odd_easy *easy, odd_error *err)
{
	return easy->study.run != NULL ? ODD_OK
				       : odd_error_set(err, ODD_EUSAGE, "no run has been started");
}

static odd_status step_until(odd_easy *easy, size_t count, const char *until, odd_error *err)
{
	odd_status status = check_started(easy, err);
	odd_substep last = ODD_SUBSTEPS;
	for (int s = 0; until != NULL && s < ODD_SUBSTEPS; s++)
		if (strcmp(odd_substep_get((odd_substep)s)->name, until) == 0)
			last = (odd_substep)s;
	if (status == ODD_OK && until != NULL && last == ODD_SUBSTEPS)
		status = odd_error_set(err, ODD_EUSAGE,
			"there is no sub-step \"%.20s\"; there are W, G, H, U, V and O", until);
	if (status == ODD_OK)
		status = odd__easy_remember(easy, false, err);
	if (status != ODD_OK)
		return status;
	for (size_t done = 0; done < count && status == ODD_OK;) {
		const odd_substep now = odd_one_next(easy->study.run);
		status = study_step(&easy->study, &easy->job, err);
		easy->ranked = false;
		done += last == ODD_SUBSTEPS || now == last;
	}
	return status;
}

int odd_easy_step(odd_easy *easy, const char *until, odd_easy_news news, void *payload)
{
	return work(easy, step_until, 1, until, news, payload);
}

int odd_easy_iterate(odd_easy *easy, size_t iterations, odd_easy_news news, void *payload)
{
	return work(easy, step_until, iterations * ODD_SUBSTEPS, NULL, news, payload);
}

static odd_status plant_more(odd_easy *easy, size_t count, const char *until, odd_error *err)
{
	(void)count, (void)until;
	odd_status status = check_started(easy, err);
	return status == ODD_OK ? odd__easy_plant(easy, err) : status;
}

int odd_easy_plant(odd_easy *easy, odd_easy_news news, void *payload)
{
	return work(easy, plant_more, 0, NULL, news, payload);
}

int odd_easy_undo(odd_easy *easy)
{
	odd_error *err = &easy->error;
	odd_status status = check_started(easy, err);
	if (status == ODD_OK && easy->undo_count == 0)
		status = odd_error_set(err, ODD_EUSAGE, "there is no step to undo");
	if (status == ODD_OK) {
		struct odd__easy_undo *last = &easy->undo[--easy->undo_count];
		easy->undo_bytes -= last->bytes;
		if (last->snapshot != NULL)
			odd_one_restore(easy->study.run, last->snapshot);
		else
			odd__easy_change(easy, last->run, last->network, last->plantings);
		odd_snapshot_free(last->snapshot);
		easy->ranked = false;
	}
	return odd__easy_done(easy, status);
}

odd_status odd__easy_rank(odd_easy *easy)
{
	odd_status status = check_started(easy, &easy->error);
	if (status == ODD_OK && !easy->ranked)
		status = study_score(&easy->study, &easy->job, &easy->error);
	easy->ranked = status == ODD_OK;
	return status;
}
