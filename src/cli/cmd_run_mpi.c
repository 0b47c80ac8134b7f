/* cmd_run_mpi.c: the subcommand run where mpirun has started several processes, which share the
 * network, the fit and the ranking. Rank 0 alone prints. */
#include "config.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/threads.h"
#include "cli/run.h"
#include "mpi/comm_mpi.h"
#include "mpi/files.h"
#include "one/workspace.h"
#include "one/part.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

/* Iterations between two saved states. */
#define SAVE_EVERY 10

struct mpi_run {
	const struct settings *settings;
	struct work work;
	odd__comm comm;
	struct part part;
	odd_one *run;
	odd_one_options options;
	odd_fit_result fit;
	struct part_ranking ranking;
	struct part_report report;
	struct notes notes;
	char *command;
	double seconds[STAGES], clock;
	bool reading; /* an error is one of the network */
};

static void stage_done(struct mpi_run *s, enum stage stage)
{
	const double now = odd__clock();
	s->seconds[stage] = now - s->clock;
	s->seconds[STAGE_TOTAL] += s->seconds[stage];
	s->clock = now;
}

/* ---- what is offered ------------------------------------------------------------------------ */

static const odd_score *score_of(const struct settings *s)
{
	const odd_score *score = run_options_score(&s->run);
	if (score == NULL && s->run.one.preset == ODD_PAPER)
		score = odd_score_of_preset(ODD_PAPER);
	return score != NULL ? score : odd_score_find("one");
}

static bool is_offered(const char *option)
{
	static const char *const offered[] = {"dims", "iterations", "tolerance", "preset", "init",
		"update", "u-step", "o-step", "alpha", "beta", "mu", "score", "weights", "seed",
		"threads", "directed", "format", "top", "export", "save-state", "quiet"};
	for (size_t i = 0; i < sizeof offered / sizeof *offered; i++)
		if (strcmp(option, offered[i]) == 0)
			return true;
	return false;
}

static odd_status check_offered(const struct settings *s, odd_error *err)
{
	const bool nmf = s->run.one.start == ODD_START_NMF ||
			 (s->run.one.start == ODD_START_PRESET && s->run.one.preset == ODD_PAPER);
	const struct {
		bool asked;
		const char *what;
	} missing[] = {{strcmp(s->network, "-") == 0, "a network from standard input"},
		{s->nodes_file != NULL || s->table.edges != NULL, "tables of nodes and links"},
		{s->format == FORMAT_TSV, "--format tsv (-o DIR writes scores.tsv)"},
		{nmf, "a start by nmf (--init svd, random or a saved state)"},
		{!part_can_score(score_of(s)), "the score evidence (one and paper are)"}};
	for (size_t i = 0; i < s->given_count; i++)
		if (!is_offered(odd_option_spelling(s->given[i].row)))
			return odd_error_set(err, ODD_EUSAGE, "not offered under mpirun: --%s%s",
				odd_option_spelling(s->given[i].row),
				run_options_plants(&s->run)
					? " (oddone plant writes a network with outliers)"
					: "");
	for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
		if (missing[i].asked)
			return odd_error_set(
				err, ODD_EUSAGE, "not offered under mpirun: %s", missing[i].what);
	return run_options_check_weights(&s->run, "--weights", err);
}

/* Could files be written there? Rank 0 tries. */
static odd_status check_targets(const struct mpi_run *s, odd_error *err)
{
	const char *target[] = {s->settings->output, s->settings->save_state};
	odd_status status = ODD_OK;
	for (int i = 0; i < 2 && s->comm.rank == 0 && status == ODD_OK; i++)
		if (target[i] != NULL)
			status = staging_check(target[i], NULL, err);
	return odd__comm_agree(&s->comm, status, err);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* All processes write into a directory that rank 0 makes, and moves up when all of them are well.
 */
static odd_status write_staged(struct mpi_run *s, const char *target, const struct result *o,
	odd_status (*write)(
		struct mpi_run *s, const char *dir, const struct result *o, odd_error *err),
	odd_error *err)
{
	struct staging staged = {0};
	char dir[4096] = "";
	odd_status status = ODD_OK;
	if (target == NULL)
		return ODD_OK;
	work_hold(true);
	if (s->comm.rank == 0)
		status = staging_begin(&staged, target, NULL, err);
	if (status == ODD_OK && s->comm.rank == 0)
		strncat(dir, staged.dir, sizeof dir - 1);
	status = odd__comm_agree(&s->comm, status, err);
	if (status == ODD_OK)
		status = odd__comm_spread(&s->comm, 0, dir, sizeof dir, err);
	if (status == ODD_OK)
		status = odd__comm_agree(&s->comm, write(s, dir, o, err), err);
	if (s->comm.rank == 0 && status == ODD_OK)
		status = staging_commit(&staged, err);
	staging_discard(&staged);
	work_hold(false);
	return odd__comm_agree(&s->comm, status, err);
}

static odd_status write_export(
	struct mpi_run *s, const char *dir, const struct result *o, odd_error *err)
{
	odd_status status = part_write_piece(dir, &s->part, &s->ranking, err);
	if (status == ODD_OK)
		status = part_write_embedding(dir, &s->part, s->run, err);
	status = odd__comm_agree(&s->comm, status, err);
	if (status != ODD_OK || s->comm.rank != 0)
		return status;
	status = part_join_scores(dir, &s->part, err);
	static const char *const tables[] = {"trace", "recall"};
	for (size_t i = 0; i < 2 && status == ODD_OK; i++)
		status = report_table_save_in(
			dir, report_table_find(tables[i]), o, &s->work.job, err);
	return status == ODD_OK ? json_save_in(dir, "run.json", report_run_object(o), err) : status;
}

static odd_status write_state(
	struct mpi_run *s, const char *dir, const struct result *o, odd_error *err)
{
	(void)o;
	return part_write_state(dir, &s->part, s->run, err);
}

static odd_status save_now_and_then(void *payload, const odd_one *run, odd_error *err)
{
	struct mpi_run *s = payload;
	if (odd_one_iteration(run) % SAVE_EVERY != 0)
		return ODD_OK;
	return write_staged(s, s->settings->save_state, NULL, write_state, err);
}

/* ---- the run -------------------------------------------------------------------------------- */

/* K as odd_one_default_k has it, from what all processes know. */
static odd_status choose_k(struct mpi_run *s, odd_error *err)
{
	const odd_network *net = s->part.net;
	if (s->options.k != 0 || s->options.start == ODD_START_GIVEN)
		return ODD_OK;
	if (net->classes.count == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"-k is needed: without labels it would depend on communities in the links, "
			"which are not looked for under mpirun");
	const size_t smaller = s->part.all < net->attributes ? s->part.all : net->attributes;
	size_t k = 3 * net->classes.count;
	k = k < ODD_DEFAULT_K_MOST ? k : ODD_DEFAULT_K_MOST;
	s->options.k = k < smaller ? k : smaller - 1;
	return ODD_OK;
}

static odd_status load(struct mpi_run *s, odd_error *err)
{
	const struct settings *settings = s->settings;
	const odd_load_options options = run_options_load(&settings->run, &settings->table);
	char *path = NULL;
	s->reading = true;
	odd_status status = session_find_network(&path, settings->network, err);
	if (status == ODD_OK)
		status = part_load(&s->part, path, &options, &s->comm, &s->work.job, err);
	free(path);
	s->reading = status != ODD_OK;
	stage_done(s, STAGE_LOAD);
	if (status == ODD_OK)
		notes_add_skipped(&s->notes, &s->part.net->skipped);
	return status;
}

static odd_status begin(struct mpi_run *s, odd_error *err)
{
	s->options = run_options_one(&s->settings->run);
	odd_status status = choose_k(s, err);
	odd__one_part part = {.halo = &s->part.halo, .first = s->part.first, .all = s->part.all};
	if (status == ODD_OK)
		status = part_prepare(&part.input, &s->part, s->options.preset, &s->work.job, err);
#ifdef __GLIBC__
	malloc_trim(0); /* loading leaves free pieces that are too small for the run */
#endif
	if (status == ODD_OK)
		status = odd__one_begin_part(&s->run, &part, &s->options, &s->work.job, err);
	stage_done(s, STAGE_INIT);
	return status;
}

static odd_status iterate(struct mpi_run *s, odd_error *err)
{
	const struct run_options *o = &s->settings->run;
	const odd_stop stop = {.size = sizeof stop,
		.iterations = run_options_iterations(o),
		.tolerance = o->tolerance,
		.each = s->settings->save_state != NULL ? save_now_and_then : NULL,
		.payload = s};
	const odd__halo *halo = &s->part.halo;
	double told[2] = {(double)halo->count, -halo->sent};
	odd_status status = ODD_OK;
	if (stop.iterations > 0)
		status = odd_fit(s->run, &stop, &s->fit, &s->work.job, err);
	told[1] += halo->sent;
	odd__one_rest(s->run);
	if (status == ODD_OK)
		odd__comm_sum(&s->comm, told, 2);
	if (status == ODD_OK && s->fit.iterations > 0)
		notes_add(&s->notes,
			"%d processes; %.0f nodes are held by a second one, too, and an iteration "
			"sends %.4g MB of their rows",
			s->comm.size, told[0], 1e-6 * told[1] / (double)s->fit.iterations);
	stage_done(s, STAGE_ITERATIONS);
	return status;
}

static odd_status rank(struct mpi_run *s, odd_error *err)
{
	const struct settings *settings = s->settings;
	odd_status status = part_rank(&s->ranking, s->run, &s->part, score_of(settings),
		settings->run.weighted ? settings->run.weight : NULL, &s->work.job, err);
	if (status == ODD_OK)
		status = part_report_make(&s->report, &s->part, &s->ranking, settings->top, err);
	if (status == ODD_OK && run_options_score(&settings->run) == NULL &&
		settings->run.one.preset != ODD_PAPER)
		notes_add(&s->notes,
			"under mpirun the score is %s, ONE's own errors, unless --score says otherwise",
			score_of(settings)->name);
	stage_done(s, STAGE_SCORE);
	return status;
}

/* At rank 0 with the report; peak_memory is that of the process that takes most. */
static odd_status look(struct result *o, struct mpi_run *s, odd_error *err)
{
	double memory = odd__peak_memory();
	odd_status status = odd__comm_largest(&s->comm, &memory, 1, err);
	*o = (struct result){.net = &s->report.net,
		.trace = odd_one_trace(s->run),
		.used = odd_one_options_used(s->run),
		.iteration = odd_one_iteration(s->run),
		.fit = &s->fit,
		.scores = &s->report.scores,
		.evaluation = &s->ranking.evaluation,
		.command = s->command,
		.again = s->command,
		.note = s->notes.text,
		.note_count = s->notes.count,
		.seconds = s->seconds,
		.peak_memory = memory,
		.top = s->settings->top < s->part.all ? s->settings->top : s->part.all};
	if (strcmp(score_of(s->settings)->name, "one") == 0) {
		o->one_alone = &s->report.scores;
		o->one_evaluation = &s->ranking.evaluation;
	}
	run_options_resolve(&o->options, &s->settings->run, s->run,
		s->comm.rank == 0 ? &s->report.scores : NULL, NULL);
	return status == ODD_OK ? notes_check(&s->notes, err) : status;
}

static odd_status work_through(struct mpi_run *s, odd_error *err)
{
	struct result o;
	const struct settings *settings = s->settings;
	odd_status status = check_offered(settings, err);
	if (status == ODD_OK)
		status = check_targets(s, err);
	if (status == ODD_OK)
		status = load(s, err);
	if (status == ODD_OK)
		status = begin(s, err);
	if (status == ODD_OK)
		status = iterate(s, err);
	if (status == ODD_OK)
		status = rank(s, err);
	if (status == ODD_OK)
		status = look(&o, s, err);
	if (status == ODD_OK)
		status = write_staged(s, settings->output, &o, write_export, err);
	if (status == ODD_OK)
		status = write_staged(s, settings->save_state, &o, write_state, err);
	work_end(&s->work);
	if (status == ODD_OK && s->comm.rank == 0)
		status = report_result(settings, &o, err);
	return status;
}

/* The cores of a machine are shared by its processes, unless --threads says how many each has. */
static int mpi_threads(const odd_job *job)
{
	const int threads = odd_job_threads(job) / mpi_local_told();
	return job->threads > 0 ? job->threads : threads > 1 ? threads : 1;
}

/* Where all processes fail alike, rank 0 tells why; where one fails alone, that one does, and the
 * job ends. */
static int fail(struct mpi_run *s, const odd_error *err)
{
	const bool alike = mpi_meet(err->code == ODD_ECANCELLED);
	if (alike && s->comm.rank != 0)
		return error_code(err, s->reading);
	const int code = tell_error(&s->work, err, s->reading);
	if (!alike)
		mpi_end_job(code);
	return code;
}

int sub_run_mpi(const struct settings *settings)
{
	struct mpi_run s = {
		.settings = settings, .fit = {ODD_STOP_ITERATIONS, 0}, .clock = odd__clock()};
	odd_error err = {.code = ODD_OK};
	work_begin(&s.work, settings);
	if (mpi_open(&s.comm, &err) != ODD_OK)
		return mpi_rank_told() == 0 ? tell_error(&s.work, &err, false) : BAD_USAGE;
	if (s.comm.rank != 0)
		s.work.job.report = NULL;
	s.work.job.threads = mpi_threads(&s.work.job);
	omp_set_num_threads(s.work.job.threads);
	s.command = settings_command(settings);
	odd_status status = s.command != NULL ? work_through(&s, &err) : odd_error_nomem(&err);
	const int code = status == ODD_OK ? DONE : fail(&s, &err);
	if (status == ODD_OK && s.comm.rank == 0 && settings->output != NULL)
		tell(&s.work, "wrote five files to %s", settings->output);
	odd_one_free(s.run);
	part_report_clear(&s.report);
	part_ranking_clear(&s.ranking);
	part_clear(&s.part);
	notes_clear(&s.notes);
	free(s.command);
	mpi_close();
	return code;
}
