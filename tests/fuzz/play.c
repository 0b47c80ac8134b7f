/* What is played: logs of sessions and guided tours, line by line against a network of eight nodes
 * in a directory of their own. Whatever a line says, the session stays whole; what it wrote into
 * its log plays again to the same end.
 *
 * Inputs that could reach outside the directory or that merely ask for long work are passed over:
 * the first are the business of tests/hostile, the second do what they say. */
#include "config.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "base/file.h"
#include "session/command.h"
#include "session/log.h"
#include "tui/app.h"
#include "tui/tour.h"
#include "../unit/lsan.h"

static const char nodes[] = "a\tx\tp q\nb\tx\tp q\nc\tx\tp r\nd\tx\tq\ne\ty\ts t\nf\ty\ts\n"
			    "g\ty\tt u\nh\ty\tp t\n";
static const char edges[] = "a\tb\na\tc\nb\tc\nc\td\nd\ta\ne\tf\nf\tg\ng\th\nh\te\nd\te\n";

static void put_text(const char *path, const char *text)
{
	fuzz_put(path, text, strlen(text));
}

/* Everything but the network and `kept` goes. */
static void sweep(const char *kept)
{
	DIR *stream = opendir(".");
	fuzz_need(stream != NULL, "cannot clean up");
	for (const struct dirent *entry; (entry = readdir(stream)) != NULL;)
		if (kept == NULL || strcmp(entry->d_name, kept) != 0)
			unlink(entry->d_name); /* fails for directories, as it should */
	closedir(stream);
}

/* Into the directory, made when first asked for. Home is there, too. */
static void enter(void)
{
	static bool done;
	char dir[100];
	if (done)
		return;
	done = true;
	snprintf(dir, sizeof dir, "%s/play", fuzz_root());
	fuzz_need(mkdir(dir, 0777) == 0 && chdir(dir) == 0 && mkdir("net", 0777) == 0,
		"cannot make a directory");
	put_text("net/t.nodes", nodes);
	put_text("net/t.edges", edges);
	static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"};
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
		setenv(homes[i], dir, 1);
}

static bool has(const uint8_t *data, size_t size, const char *word)
{
	return memmem(data, size, word, strlen(word)) != NULL;
}

/* Paths that lead away, and numbers of more than `digits` digits or with an exponent. */
static bool tame(const uint8_t *data, size_t size, int digits)
{
	int run = 0;
	for (size_t i = 0; i < size; i++) {
		bool digit = data[i] >= '0' && data[i] <= '9';
		if (data[i] == '/' || data[i] == '~' ||
			(run > 0 && (data[i] | 0x20) == 'e' && i + 1 < size &&
				strchr("+-0123456789", data[i + 1]) != NULL))
			return false;
		run = digit ? run + 1 : 0;
		if (run > digits)
			return false;
	}
	return !has(data, size, "..");
}

/* ---- logs -------------------------------------------------------------------------------------
 */

static atomic_bool cancel;

static void give_up(int number)
{
	(void)number;
	atomic_store(&cancel, true);
}

/* The work of one input may take so much of the processor; then it is cancelled, as Ctrl-C would.
 */
static void set_timer(long milliseconds)
{
	static timer_t timer;
	static bool made;
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
	struct sigaction act = {.sa_handler = give_up, .sa_flags = SA_RESTART};
	if (!made)
		fuzz_need(sigaction(SIGRTMIN, &act, NULL) == 0 &&
				  timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0,
			"no timer");
	made = true;
	struct itimerspec when = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000}};
	timer_settime(timer, 0, &when, NULL);
}

static const odd_job job = {.threads = 1, .cancel = &cancel};

/* As `oddone play` does it. Returns what ended it; *count: commands that were run. */
static odd_status play(
	struct session *s, const char *path, size_t values, size_t *count, odd_error *err)
{
	static const char *const value[] = {"data=net", "n=2"};
	struct log_player *p;
	const char *line = "";
	odd_status status = log_player_open(&p, path, value, values, err);
	fuzz_need(status == ODD_OK, "cannot be opened");
	*count = 0;
	while (status == ODD_OK && !s->quit) {
		odd_error fault = {0};
		status = log_player_next(p, &line, err);
		if (status != ODD_OK || line == NULL)
			break;
		status = session_run(s, line, &job, &fault);
		fault.code = status;
		if (status != ODD_OK)
			status = log_player_fault(p, &fault, err);
		else
			status = log_player_check(p, session_checksum(s), err);
		*count += status == ODD_OK;
	}
	log_player_unused(p);
	log_player_close(p);
	return status;
}

/* Where it ended, to be compared. */
struct end {
	size_t points, planted, undo;
	double loss;
};

static struct end end_of(struct session *s)
{
	odd_error err;
	odd_one *run = NULL;
	if (session_network(s) == NULL)
		return (struct end){0};
	odd_status status = session_live(&run, s, &job, &err);
	if (status == ODD_OK)
		status = session_refresh(s, &job, &err);
	if (status == ODD_ECANCELLED)
		return (struct end){0};
	fuzz_need(status == ODD_OK, err.message);
	fuzz_need(session_scores(s)->n == session_network(s)->nodes, "scores of other nodes");
	const odd_trace *trace = odd_one_trace(run);
	return (struct end){trace->count, s->now.epoch->plants->count, s->undo.count,
		trace->point[trace->count - 1].loss};
}

static void check_again(struct session *s)
{
	odd_error err = {.code = ODD_OK};
	size_t count;
	struct end then = end_of(s);
	fuzz_need(session_run(s, "log save again.oddlog", &job, &err) == ODD_OK, err.message);
	sweep("again.oddlog");
	struct session *second = session_create();
	odd_status status = play(second, "again.oddlog", 0, &count, &err);
	if (!atomic_load(&cancel)) {
		fuzz_need(status == ODD_OK, err.message);
		struct end now = end_of(second);
		fuzz_need(atomic_load(&cancel) ||
				  (now.points == then.points && now.planted == then.planted &&
					  now.undo == then.undo && now.loss == then.loss),
			"its own log ends elsewhere");
	}
	session_free(second);
}

static void run_log(const uint8_t *data, size_t size)
{
	odd_error err = {.code = ODD_OK};
	size_t count;
	if (!tame(data, size, 3))
		return;
	enter();
	fuzz_put("a.oddlog", data, size);
	atomic_store(&cancel, false);
	set_timer(200);
	struct session *s = session_create();
	odd_status status = play(s, "a.oddlog", 2, &count, &err);
	fuzz_need(status == ODD_OK || err.message[0] != '\0', "ended without a word");
	if (!atomic_load(&cancel) && count > 0)
		check_again(s);
	session_free(s);
	set_timer(0);
	sweep(NULL);
}

/* ---- tours ------------------------------------------------------------------------------------
 */

static void run_tour(const uint8_t *data, size_t size)
{
	struct tour_file tour;
	odd_error err = {.code = ODD_OK};
	char path[200];
	snprintf(path, sizeof path, "%s/a.tour", fuzz_root());
	fuzz_put(path, data, size);
	odd_status status = tour_file_load(&tour, path, &err);
	if (status != ODD_OK) {
		fuzz_check_error(status, &err, data, size);
	} else {
		fuzz_need(tour.title != NULL && tour.network != NULL && tour.count > 0,
			"a tour without a name");
		for (size_t i = 0; i < tour.count; i++)
			fuzz_need(tour.page[i].heading[0] != '\0' && tour.page[i].text.count > 0,
				"a page without text");
		tour_file_clear(&tour);
	}
	unlink(path);
}

/* A tour in the explorer: every page, what it claims, back by one, and drawn. */
static void run_guide(const uint8_t *data, size_t size)
{
	struct app *app;
	odd_error err = {.code = ODD_OK};
	struct app_options options = {.columns = 60,
		.rows = 20,
		.set = {.glyphs = GLYPHS_BRAILLE, .mouse = true},
		.depth = COLOUR_256,
		.scripted = true};
	if (!tame(data, size, 2) || has(data, size, "compare") || has(data, size, "tour"))
		return;
	enter();
	fuzz_put("a.tour", data, size);
	fuzz_need(app_create(&app, &options, &err) == ODD_OK, err.message);
	if (tour_check(app, "a.tour", NULL, NULL, &err) != ODD_OK)
		fuzz_need(err.message[0] != '\0', "refused without a word");
	app_draw(app);
	if (tour_begin(app, "a.tour", &err) == ODD_OK) {
		for (int i = 0; i < 4 && app->tour != NULL && !app->quit; i++) {
			app_draw(app);
			(void)tour_next(app, &err);
		}
		if (app->tour != NULL && !app->quit)
			(void)tour_previous(app, &err);
		app_draw(app);
	}
	app_free(app);
	sweep(NULL);
}

const struct fuzz_target fuzz_play[] = {
	{"log", run_log}, {"tour", run_tour}, {"guide", run_guide}, {NULL, NULL}};
