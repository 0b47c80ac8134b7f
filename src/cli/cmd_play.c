/* cmd_play.c: the commands of a log once more, on the screen or without one. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/work.h"
#include "cli/text.h"
#include "session/command.h"
#include "base/file.h"
#include "session/log.h"
#include "tui/ui_commands.h"

enum { TOP = 5 };

/* ---- what it came to ------------------------------------------------------------------------ */

static void print_recall(FILE *out, const odd_evaluation *e)
{
	if (e->outliers > 0) {
		fputs("  recall  ", out);
		for (size_t i = 0; i < ODD_RECALL_ROWS; i++)
			fprintf(out, " @%g%% %.3f", e->row[i].top, e->row[i].recall);
		fprintf(out, "  AUC %.3f\n", e->auc);
	}
	if (e->count[ODD_PLACEBO] == 0)
		return;
	fputs("  placebos", out);
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++)
		fprintf(out, " @%g%% %.3f", e->row[i].top, e->row[i].kind[ODD_PLACEBO]);
	fprintf(out, "  AUC %.3f", e->placebo_auc);
	if (e->outliers > 0)
		fprintf(out, "; odd against them %.3f", e->against_placebo);
	putc('\n', out);
}

static void print_top(FILE *out, const struct session *s)
{
	const odd_network *net = session_network(s);
	const odd_scores *scores = session_scores(s);
	for (size_t i = 0; i < TOP && i < scores->n; i++) {
		size_t node = scores->order[i];
		fprintf(out, "  %zu ", i + 1);
		text_cell(out, odd_network_title(net, node), 24, false);
		fprintf(out, " %.4g\n", scores->total[node]);
	}
}

static void summarise(FILE *out, const struct session *s, size_t played)
{
	const odd_network *net = session_network(s);
	fprintf(out, "  %zu %s played\n", played, plural(played, "command", "commands"));
	if (net == NULL)
		return;
	const odd_one *run = s->now.epoch->run;
	const odd_trace *trace = odd_one_trace(run);
	const odd_one_options *o = odd_one_options_used(run);
	size_t planted = plantings_outliers(s->now.epoch->plants);
	text_print(out, "  network  %s · %zu nodes · %zu links · %zu attributes", s->doc->name,
		net->nodes, net->edges, net->attributes);
	if (planted > 0)
		text_print(out, " · %zu planted", planted);
	text_print(out, "\n  run      %s · K = %zu · seed %llu · iteration %zu · loss %.10g\n",
		o->preset == ODD_PAPER ? "paper" : "calibrated", odd_one_look(run).k,
		(unsigned long long)o->seed, odd_one_iteration(run),
		trace->point[trace->count - 1].loss);
	if (s->scored->evaluated)
		print_recall(out, &s->scored->evaluation);
	print_top(out, s);
}

/* ---- without a screen ----------------------------------------------------------------------- */

static void tell_step(struct work *w, const char *line, const struct session *s)
{
	if (w->quiet)
		return;
	meter_clear(&w->meter);
	text_line(stderr, line);
	putc('\n', stderr);
	if (s->status[0] != '\0') {
		fputs("  ", stderr);
		text_line(stderr, s->status);
		putc('\n', stderr);
	}
	if (s->answer != NULL)
		text_lines(stderr, s->answer);
}

/* A command that only moves what a screen shows: there is none. */
static bool of_screen(const char *line)
{
	char name[32] = "";
	int used = 0;
	sscanf(line, " %31s %n", name, &used);
	if (strcmp(name, "set") == 0 &&
		ui_option_find(line + used, strcspn(line + used, " =")) != NULL)
		return true;
	const struct command_row *row = commands_find(&explorer_commands, name);
	return row != NULL && commands_find(&session_commands, name) == NULL &&
	       (row->flags & (COMMAND_WRITES | COMMAND_USERS)) == 0 &&
	       strcmp(name, "source") != 0 && strcmp(name, "replay") != 0 &&
	       strcmp(name, "play") != 0 && strcmp(name, "tour") != 0;
}

static odd_status play_one(
	struct session *s, struct log_player *p, const char *line, struct work *w, odd_error *err)
{
	if (of_screen(line))
		return ODD_OK;
	odd_error fault = {0};
	odd_status status = session_run(s, line, &w->job, &fault);
	if (status != ODD_OK) {
		fault.code = status;
		return log_player_fault(p, &fault, err);
	}
	tell_step(w, line, s);
	return log_player_check(p, session_checksum(s), err);
}

static odd_status play_all(struct session *s, size_t *count, const struct settings *settings,
	struct work *w, bool *reading, odd_error *err)
{
	struct log_player *p;
	const char *line, *unused;
	odd_status status = log_player_open(
		&p, settings->network, settings->values, settings->value_count, err);
	*count = 0;
	*reading = true;
	if (status != ODD_OK)
		return status;
	while (status == ODD_OK && !s->quit) {
		*reading = true;
		status = log_player_next(p, &line, err);
		if (status != ODD_OK || line == NULL)
			break;
		*reading = log_player_opens(p);
		status = play_one(s, p, line, w, err);
		*count += status == ODD_OK;
	}
	if (status == ODD_OK && (unused = log_player_unused(p)) != NULL)
		tell(w, "%.80s: no command of the log asked for it", unused);
	log_player_close(p);
	return status;
}

static int play_batch(const struct settings *settings)
{
	struct work w;
	odd_error err;
	bool reading;
	size_t count;
	struct session *s = session_create();
	s->writing = (struct writing){
		.outside = true, .allowed = settings->allow_writes, .dir = settings->output};
	work_begin(&w, settings);
	w.writes = true;
	odd_status status = play_all(s, &count, settings, &w, &reading, &err);
	if (status == ODD_OK && session_network(s) != NULL) {
		reading = false;
		status = session_refresh(s, &w.job, &err);
	}
	work_end(&w);
	if (status == ODD_OK)
		summarise(stdout, s, count);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	session_free(s);
	return code;
}

/* ---- the command ---------------------------------------------------------------------------- */

int sub_play(const struct settings *s)
{
	odd_error err;
	for (size_t i = 0; i < s->value_count; i++)
		if (strchr(s->values[i], '=') == NULL || s->values[i][0] == '=')
			return tell_wrong(
				s->command, "\"%.60s\" is not like name=value", s->values[i]);
	if (s->output != NULL && odd_dir_make(s->output, &err) != ODD_OK) {
		struct work w = {.quiet = false};
		return tell_error(&w, &err, false);
	}
	if (s->record != NULL)
		return explore_record(s);
	bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	if (s->batch || !terminal)
		return play_batch(s);
	/* Before the screen is taken over for nothing. */
	struct log_player *p;
	if (log_player_open(&p, s->network, s->values, s->value_count, &err) != ODD_OK) {
		struct work w = {.quiet = false};
		return tell_error(&w, &err, true);
	}
	log_player_close(p);
	return explore_replay(s);
}
