/* explore.c: the explorer, and guided tours, from the command line. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/text.h"
#include "cli/work.h"
#include "draw/raster.h"
#include "session/grammar.h"
#include "session/paths.h"
#include "tui/config_file.h"
#include "tui/tour.h"
#include "tui/tui.h"

static void unknown(const char *word)
{
	for (size_t i = 0; i < command_count; i++)
		if (command_distance(word, commands[i].name) <= 2) {
			tell_wrong(NULL, "there is no subcommand \"%.60s\"; did you mean %s?", word,
				commands[i].name);
			return;
		}
	tell_wrong(NULL, "\"%.60s\" is neither a subcommand nor a network", word);
}

bool explore_knows(const char *word)
{
	char *path = NULL;
	bool known = session_find_network(&path, word, NULL) == ODD_OK;
	free(path);
	if (!known)
		unknown(word);
	return known;
}

/* COLUMNS and LINES, for a screen that is nowhere. */
static size_t from_environment(const char *name, size_t usual)
{
	const char *text = getenv(name);
	long value = text != NULL ? strtol(text, NULL, 10) : 0;
	return value > 0 && value <= 1000 ? (size_t)value : usual;
}

void explore_options(struct app_options *out, const struct settings *s)
{
	bool plain;
	out->set = s->figures.screen;
	out->network = s->network;
	out->directed = s->run.directed == RUN_DIRECTED;
	out->directed_as_file = s->run.directed == RUN_DIRECTED_AS_FILE;
	out->table = &s->table;
	out->lesson = s->lesson;
	out->answers = s->answers;
	out->resume = s->resume;
	out->execute = s->execute;
	out->execute_count = s->execute_count;
	out->allow_writes = s->allow_writes;
	out->output = s->output;
	out->columns = from_environment("COLUMNS", 80);
	out->rows = from_environment("LINES", 24);
	out->configured = !s->no_config && s->script == NULL;
	/* A script has no terminal to ask, but may save screens with colours. */
	const char *no = getenv("NO_COLOR");
	bool unsaid = s->figures.colour == COLOUR_AUTO && (no == NULL || no[0] == '\0');
	out->depth = terminal_depth(
		s->script != NULL && unsaid ? COLOUR_ALWAYS : s->figures.colour, &plain);
	/* What the command line says stands above oddone.conf. */
	out->glyphs_given = s->figures.screen.glyph_choice != 0;
	out->theme_given = s->figures.screen.theme_choice != 0;
}

static int ended(odd_status status, int signal_number, const odd_error *err)
{
	struct work w = {.quiet = false};
	if (status != ODD_OK)
		return tell_error(&w, err, true);
	return signal_number != 0 ? 128 + signal_number : DONE;
}

static void replay_options(struct app_options *out, const struct settings *s)
{
	explore_options(out, s);
	out->network = NULL;
	out->log = s->network;
	out->values = s->values;
	out->value_count = s->value_count;
	out->wait = s->wait;
}

int explore_replay(const struct settings *s)
{
	int signal_number = 0;
	odd_error err;
	struct app_options options = {0};
	replay_options(&options, s);
	return ended(tui_run(&options, &signal_number, &err), signal_number, &err);
}

/* The environment is not asked: the animation is shown elsewhere. */
static void record_options_fill(struct app_options *out, const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	replay_options(out, s);
	out->configured = false;
	out->columns = f->size[0] > 0 ? f->size[0] : RECORD_COLUMNS;
	out->rows = f->size[1] > 0 ? f->size[1] : RECORD_ROWS;
	out->depth = f->colour == COLOUR_NEVER ? COLOUR_MONO : COLOUR_TRUE;
	if (!out->glyphs_given)
		out->set.glyph_choice = 1 + GLYPHS_BRAILLE;
	if (!out->theme_given)
		out->set.theme_choice = 1 + THEME_DARK;
}

int explore_record(const struct settings *s)
{
	struct work w;
	odd_error err;
	struct app_options options = {0};
	struct animation *animation = NULL;
	struct bytes gif = {0};
	char *command = settings_command(s);
	char size[SHEET_NUMBER];
	bool reading = false;
	record_options_fill(&options, s);
	if (options.columns > 1000 || options.rows > 1000)
		return tell_wrong(s->command, "--size: a screen has at most 1000x1000 characters");
	work_begin(&w, s);
	w.writes = true;
	options.cancel = w.job.cancel;
	odd_status status = command != NULL ? animation_can_gif(&err) : odd_error_nomem(&err);
	if (status == ODD_OK)
		status = odd_file_check_target(s->record, &err);
	if (status == ODD_OK) {
		reading = true;
		status = tui_record(&animation, &options, s->figures.scale, &err);
	}
	if (status == ODD_OK) {
		reading = false;
		status = animation_end(&gif, animation, command, &err);
	}
	if (status == ODD_OK)
		status = bytes_save(&gif, s->record, &err);
	work_end(&w);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	if (status == ODD_OK)
		tell(&w, "wrote %s: %zu frames, %.1f s, %s", s->record, animation_count(animation),
			animation_seconds(animation), text_bytes(size, (double)gif.length));
	bytes_clear(&gif);
	animation_free(animation);
	free(command);
	return code;
}

int explore_tour(const struct settings *s, const char *name)
{
	odd_error err;
	char *path;
	if (tour_find(&path, name, &err) != ODD_OK)
		return tell_usage(s->command, &err);
	free(path);
	struct settings wanted = *s;
	wanted.network = NULL;
	wanted.lesson = name;
	return sub_explore(&wanted);
}

static bool is_log(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot != NULL && strcmp(dot, ".oddlog") == 0;
}

int sub_explore(const struct settings *s)
{
	int signal_number = 0;
	odd_error err;
	odd_status status;
	struct app_options options = {0};
	if (s->default_config) {
		config_file_print_default(stdout);
		return DONE;
	}
	bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	if (s->network != NULL && !explore_knows(s->network))
		return BAD_USAGE;
	if (s->script == NULL && !terminal) {
		if (s->network == NULL) {
			help_overview(stderr);
			return BAD_USAGE;
		}
		return tell_wrong(NULL,
			"the explorer needs a terminal; without one use: oddone %s %s",
			is_log(s->network) ? "play --batch" : "run", s->network);
	}
	if (s->output != NULL && odd_dir_make(s->output, &err) != ODD_OK)
		return ended(ODD_EIO, 0, &err);
	explore_options(&options, s);
	if (s->network == NULL && s->script == NULL && !s->resume)
		options.network = "town";
	options.hint = s->network == NULL && !s->resume;
	if (s->script != NULL) {
		struct work w;
		bool reading;
		work_begin(&w, s);
		w.writes = true;
		options.cancel = w.job.cancel;
		status = tui_script(&options, s->script, &reading, &err);
		return status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	}
	status = tui_run(&options, &signal_number, &err);
	if (status == ODD_EUSAGE)
		return tell_usage(NULL, &err);
	return ended(status, signal_number, &err);
}

/* ---- guided tours: begin one, test what it claims, or print it ----------------------------- */

static int check(const struct settings *s, const char *name)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	struct app_options options = {0};
	explore_options(&options, s);
	work_begin(&w, s);
	options.cancel = w.job.cancel;
	odd_status status = tui_tour(&options, name, NULL, &count, &err);
	work_end(&w);
	if (status != ODD_OK)
		return tell_error(&w, &err, true);
	text_print(stdout, "%s: %zu %s, %zu %s\n", name, count.pages,
		plural(count.pages, "page", "pages"), count.claims,
		plural(count.claims, "claim holds", "claims hold"));
	return DONE;
}

/* tour check TOUR...; tour TOUR. */
int sub_tour(const struct settings *s)
{
	if (strcmp(s->network, "check") != 0) {
		if (s->value_count > 0)
			return tell_wrong(
				s->command, "one argument too many: %.100s", s->values[0]);
		return explore_tour(s, s->network);
	}
	if (s->value_count == 0)
		return tell_wrong(s->command, "check which tour?");
	int worst = DONE;
	for (size_t i = 0; i < s->value_count; i++) {
		int code = check(s, s->values[i]);
		if (code >= SIGNALLED)
			return code;
		worst = worst == DONE ? code : worst;
	}
	return worst;
}

/* "lessons/4-knobs.tour" is 4-knobs.pdf here; on the heap, NULL without memory. */
static char *pdf_name(const char *tour)
{
	const char *slash = strrchr(tour, '/'), *name = slash != NULL ? slash + 1 : tour;
	size_t length = strlen(name), room = length + sizeof ".pdf";
	char *path = malloc(room);
	if (length > 5 && strcmp(name + length - 5, ".tour") == 0)
		length -= 5;
	if (path != NULL)
		snprintf(path, room, "%.*s.pdf", (int)length, name);
	return path;
}

/* As on paper: light, with charts drawn by lines, whatever the terminal is. */
static void choose_print(struct app_options *out, const struct settings *s)
{
	explore_options(out, s);
	out->network = NULL;
	out->configured = false;
	out->columns = 100;
	out->rows = 30;
	out->depth = COLOUR_TRUE;
	out->set.glyph_choice = 1 + GLYPHS_BRAILLE;
	out->glyphs_given = true;
	if (!out->theme_given)
		out->set.theme_choice = 1 + THEME_LIGHT;
	out->theme_given = true;
}

/* --html: one page for a browser. */
static int make_page(const struct settings *s)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	struct app_options options = {0};
	const struct handout_options how = {s->html, s->notes};
	choose_print(&options, s);
	work_begin(&w, s);
	w.writes = true;
	options.cancel = w.job.cancel;
	odd_status status = tui_handout_page(&options, s->network, &how, &count, &err);
	work_end(&w);
	if (status != ODD_OK) /* a page that cannot be written is no fault of what was read */
		return tell_error(&w, &err, strcmp(err.file, s->html) != 0);
	tell(&w, "wrote %zu %s to %s", count.pages, plural(count.pages, "page", "pages"), s->html);
	return DONE;
}

int sub_handout(const struct settings *s)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	size_t sheets = 0;
	enum raster_format format;
	struct app_options options = {0};
	if (s->value_count > 0)
		return tell_wrong(s->command, "one argument too many: %.100s", s->values[0]);
	if (s->pdf != NULL && (!raster_format_of(&format, s->pdf) || format != RASTER_PDF))
		return tell_wrong(
			s->command, "a handout is a PDF; \"%.100s\" does not end in .pdf", s->pdf);
	if (s->html != NULL)
		return make_page(s);
	char *named = pdf_name(s->network);
	const struct handout_options how = {s->pdf != NULL ? s->pdf : named, s->notes};
	choose_print(&options, s);
	work_begin(&w, s);
	w.writes = true;
	options.cancel = w.job.cancel;
	odd_status status = how.path != NULL
				    ? tui_handout(&options, s->network, &how, &count, &sheets, &err)
				    : odd_error_nomem(&err);
	work_end(&w);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, true);
	if (status == ODD_OK)
		tell(&w, "wrote %zu %s, %zu %s to %s", count.pages,
			plural(count.pages, "page", "pages"), sheets,
			plural(sheets, "sheet", "sheets"), how.path);
	free(named);
	return code;
}
