/* The dialogs: which command lines come out of which keys, and how they look. */
#include "config.h"

#include <math.h>
#include <sys/stat.h>

#include "explorer.h"
#include "tui/command_dialog.h"
#include "tui/screens.h"

/* A program with a network of so many nodes, as many iterations on. */
static void begin(size_t nodes, size_t iterations)
{
	char line[40];
	enter_home(NULL);
	if (nodes > 0)
		save_blocks(nodes, "net");
	explorer_begin(nodes > 0 ? "net" : NULL, true);
	snprintf(line, sizeof line, "iterate %zu", iterations);
	if (iterations > 0)
		run(line);
}

static void end(void)
{
	explorer_end();
	leave_home(NULL);
}

/* How many commands the session was given; some share a line of its log. */
static size_t runs(void)
{
	return app->view->serial;
}

static void open_export(const char *what)
{
	export_open(app, what);
	app_draw(app);
}

static void set_field(const char *at, const char *text)
{
	click(at);
	press("C-e C-u");
	type(text);
}

static void set_option(const char *option, const char *text)
{
	form_set_text(
		command_dialog_field((struct command_dialog *)top_form(), option), "%s", text);
	app_draw(app);
}

/* ---- plant ----------------------------------------------------------------------------------- */

static void planting_builds_a_line(void **state)
{
	(void)state;
	begin(2700, 0);
	run("open-dialog plant");
	assert_screen_has("[1.67%   ] 45");
	press("Enter");
	assert_true(nothing_open());
	assert_logged(
		"plant structural=1.67% attribute=1.67% combined=1.67% --style uniform --seed 42");
	assert_int_equal(app_network(app)->nodes, 2835);
	run("undo");
	/* How many is a share or a number, and is remembered. */
	run("open-dialog plant");
	press("Tab"); /* how many of structural */
	press("C-u");
	type("10%");
	assert_screen_has("[10%     ] 270");
	press("C-u");
	type("27");
	assert_screen_has("[27      ] 27 ");
	click("[x] ■ attribute");
	click("[uniform");
	assert_screen_has(":plant structural=27 combined=1.67% --style local");
	press("Enter");
	assert_logged("plant structural=27 combined=1.67% --style local --seed 42");
	run("open-dialog plant");
	press("Esc");
	run("open-dialog plant");
	assert_screen_has("[27      ] 27");
	assert_screen_has("[ ] ■ attribute");
	/* All kinds, nodes that are there among them; cliques come by the fifteen, at first. */
	click("[ ] □ swap");
	click("[ ] ▽ clique");
	click("[ ] × placebo");
	assert_screen_has("swap=1.67%");
	assert_screen_has("[5%      ] 135"); /* 9 of 15 */
	assert_screen_has("[5%      ] 138"); /* placebos */
	assert_screen_has("181 changed");
	set_field("[5%      ] 135", "6x20");
	assert_screen_has("clique=6x20");
	assert_screen_has("[6x20    ] 120");
	set_field("[6x20    ]", "6xx1");
	assert_screen_has("problem cannot read \"clique=");
	click("[x] □ swap");
	click("[x] ▽ clique");
	click("[x] × placebo");
	/* A second planting has another seed, unless one is typed. */
	assert_screen_has("[43 ");
	click("[ ] start anew");
	press("Enter");
	assert_logged("plant structural=27 combined=1.67% --style local --seed 43 --cold");
	run("open-dialog plant");
	click("[x] ▲");
	click("[x] ◆");
	click("[ ] ▽ clique");
	set_field("[6xx1    ]", "20x7");
	press("Enter");
	assert_true(nothing_open());
	assert_logged("plant clique=20x7 --style local --seed 44 --cold");
	end();
}

static void planting_says_what_is_wrong(void **state)
{
	(void)state;
	begin(120, 0);
	run("open-dialog plant");
	assert_screen_has("problem none");
	assert_screen_has("[1.67%   ] 2 ");
	press("Tab");
	press("C-u");
	assert_screen_has("problem cannot read \"structural=");
	press("Enter");
	assert_false(nothing_open());
	assert_logged("open net");
	assert_non_null(strstr(app->message, "cannot plant"));
	type("0.1%");
	assert_screen_has("less than one");
	click("[x] ▲");
	click("[x] ■");
	click("[x] ◆");
	assert_screen_has("nothing is ticked");
	click("[ ] ■");
	assert_screen_has("problem none");
	assert_int_equal(runs(), 1);
	end();
	begin(0, 0);
	plant_open(app);
	assert_screen_has("no network is open");
	press("Enter");
	assert_false(nothing_open());
	assert_int_equal(runs(), 0);
	end();
}

static void small_networks_get_one_of_each(void **state)
{
	(void)state;
	begin(24, 0);
	run("open-dialog plant");
	assert_screen_has("[1       ] 1");
	press("Enter");
	assert_logged("plant structural=1 attribute=1 combined=1 --style uniform --seed 42");
	end();
}

/* ---- export ---------------------------------------------------------------------------------- */

/* The log has such a line, which is to find a name of its own when it is played again, and the file
 * is there. */
static void assert_exported(const char *what)
{
	char line[600], file[200];
	snprintf(line, sizeof line, "export %s --number", what);
	assert_logged(line);
	assert_int_equal(sscanf(what, "%*s %199s", file), 1);
	assert_int_equal(access(file, R_OK), 0);
}

static void exporting_builds_a_line(void **state)
{
	(void)state;
	begin(120, 7);
	open_export(NULL);
	press("Enter");
	assert_exported("loss blocks-loss-it7.png --size 1600x900 --theme light");
	run("colour kind");
	open_export("map");
	click("[ ] data");
	click("[ ] its log");
	click("[light");
	click("[ask");
	press("Enter");
	assert_logged("export map blocks-map-it7.png --size 1600x900 --theme dark --with-data "
		      "--with-log --replace --colour kind");
	/* Remembered, but for the file, which follows the run, and the look, which follows the
	 * screen. */
	run("iterate");
	run("colour label");
	open_export(NULL);
	press("Enter");
	assert_logged("export map blocks-map-it8.png --size 1600x900 --theme dark --with-data "
		      "--with-log --replace --colour label");
	run("select n3");
	open_export("dashboard");
	click("[x] data");
	click("[x] its log");
	press("Enter");
	assert_logged("export dashboard blocks-dashboard-it8.png --size 1600x900 --theme dark "
		      "--replace --colour label --select n3");
	open_export("embedding");
	assert_screen_has("table of the embedding");
	press("Enter");
	assert_logged("export embedding blocks-embedding-it8.tsv --replace");
	end();
}

static void exporting_takes_names_and_sizes(void **state)
{
	(void)state;
	begin(0, 0);
	write_text(home, "my net'2.edges", "a\tb\nb\tc\n");
	write_text(home, "my net'2.nodes", "a\tx\tw\nb\tx\tv\nc\ty\tw\n");
	run("open \"my net'2.nodes\"");
	run("iterate 7");
	open_export(NULL);
	assert_screen_has("[my-net-2-loss-it7.png");
	set_field("[my-net-2", "");
	assert_screen_has("the file has no name");
	form_focus(top_form(), 1); /* emptied, then another choice: proposed again */
	press("Right Left");
	assert_screen_has("[my-net-2-loss-it7.png");
	click("[my-net-2");
	press("End");
	press_many("Backspace", 3);
	type("svg");
	assert_screen_has("my-net-2-loss-it7.svg");
	set_option("--scale", "2 --replace"); /* one word, not an option more */
	assert_screen_has("problem --scale: ");
	set_option("--scale", "2");
	assert_screen_has("problem none");
	set_field("[1600", "8000000x900");
	assert_screen_has("problem --size: ");
	set_field("[8000000", "800x900");
	assert_screen_has("problem none");
	press("Enter");
	assert_exported("loss my-net-2-loss-it7.svg --size 800x900 --scale 2 --theme light");
	open_export(NULL);
	assert_screen_has("my-net-2-loss-it7.svg"); /* the ending stays as it was liked */
	click("[my-net-2");
	press("End");
	press_many("Backspace", 4);
	assert_screen_has("a picture ends in .png, .svg or .pdf");
	size_t before = runs();
	press("Enter");
	assert_int_equal(runs(), before);
	press("C-u");
	type("-x.png");
	assert_screen_has("that looks like an option");
	press("C-u");
	type("nowhere-at-all/x.png");
	assert_screen_has("there is no such directory");
	press("C-u");
	type("it's here.png");
	press("Enter");
	assert_int_equal(access("it's here.png", R_OK), 0);
	/* The longest name there can be, each character of it in need of a quote. */
	char path[FORM_TEXT];
	memset(path, '\'', sizeof path);
	path[250] = path[500] = '\0';
	assert_int_equal(mkdir(path, 0755), 0);
	path[250] = '/';
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path + 500, sizeof path - 500, "/''''''.png");
	assert_int_equal(strlen(path), FORM_TEXT - 1);
	open_export(NULL);
	set_field("[my-net-2", path);
	press("Enter");
	assert_true(nothing_open());
	assert_int_equal(access(path, R_OK), 0);
	end();
}

static void exporting_asks_before_it_replaces(void **state)
{
	(void)state;
	begin(120, 0);
	write_text(home, "a.oddlog", "");
	for (int turn = 0; turn < 5; turn++) {
		open_export(NULL);
		set_field("[blocks-loss", "a.png");
		if (turn == 0) { /* what would be written beside it is in the way, too */
			assert_screen_lacks("--number"); /* which the log will have */
			press("Enter");
			assert_true(nothing_open());
			assert_exported("loss a.png --size 1600x900 --theme light");
			continue;
		}
		size_t before = runs();
		press("Enter");
		assert_int_equal(runs(), before);
		assert_screen_has("already there");
		if (turn == 1) {
			press("Esc");
			assert_screen_has("Export");
			press("Esc");
			assert_int_equal(runs(), before);
		} else if (turn == 2) { /* the harmless answer has the focus */
			press("Enter");
			assert_false(nothing_open());
			assert_int_equal(runs(), before);
			press("Esc");
		} else {
			click(turn == 3 ? "[ Replace ]" : "[ Number it ]");
			assert_true(nothing_open());
			assert_logged(
				turn == 3
					? "export loss a.png --size 1600x900 --theme light --replace"
					: "export loss a.png --size 1600x900 --theme light --number");
			assert_int_equal(access("a-2.png", R_OK), turn == 3 ? -1 : 0);
		}
	}
	assert_int_equal(unlink("a.png"), 0);
	open_export(NULL);
	click("[ ] its log");
	set_field("[blocks-loss", "a.png");
	press("Enter");
	assert_screen_has("a.oddlog is already there");
	end();
}

/* ---- options --------------------------------------------------------------------------------- */

static void select_option(const char *name)
{
	size_t i = 0;
	while (strcmp(settings_row(i)->name, name) != 0)
		i++;
	press("Home");
	press_many("Down", (int)i);
}

static void options_run_what_changed(void **state)
{
	(void)state;
	begin(120, 7);
	app_resize(app, 80, 34); /* all of them in sight */
	press("F2");
	assert_int_equal(runs(), 2); /* nothing changed, nothing run */
	select_option("preset");
	press("Right");
	assert_logged("set preset=paper");
	assert_screen_has("● waits for a reset");
	assert_screen_has("● preset");
	assert_int_equal(app->view->data->moment->iteration, 7); /* it waits */
	press("Left");
	assert_logged("set preset=calibrated");
	assert_screen_lacks("● preset");
	select_option("glyphs");
	press("Right");
	assert_int_equal(app->set.glyphs, GLYPHS_BLOCK);
	/* Any text is asked for, and what is wrong with it is told. */
	select_option("k");
	press("Right");
	assert_non_null(strstr(app->message, "Enter asks for it"));
	press("Enter");
	type("x");
	size_t before = runs();
	press("Enter");
	assert_non_null(strstr(app->view->status, "k: \"x\""));
	press("Enter");
	type("21");
	press("Enter");
	assert_int_equal(runs(), before + 2);
	assert_logged("set k=21");
	assert_screen_has("● k ");
	press("r");
	assert_logged("reset");
	assert_int_equal(app->view->data->moment->used.k, 21);
	assert_int_equal(app->view->data->moment->iteration, 0);
	press("Esc");
	assert_true(nothing_open());
	end();
	begin(0, 0); /* for the network to be opened */
	press("F2");
	select_option("preset");
	press("Right");
	assert_int_equal(app->view->wanted.one.preset, ODD_PAPER);
	end();
}

/* What get says, set takes, and it changes nothing; no name means two things. */
static void settings_of_the_explorer(void **state)
{
	(void)state;
	begin(0, 0);
	for (size_t i = 0; i < ui_option_count; i++) {
		const odd_option *o = &ui_option_rows[i];
		struct ui_settings before = app->set;
		odd_error err = {0};
		char text[ODD_OPTION_VALUE];
		odd_option_get(text, o, &app->set);
		assert_ok(odd_option_set(&app->set, o, NULL, text, &err), err);
		assert_int_equal(before.glyphs, app->set.glyphs);
		assert_int_equal(before.theme, app->set.theme);
		assert_int_equal(before.mouse, app->set.mouse);
		assert_close(before.speed, app->set.speed, 0.0);
		assert_null(run_option_find(o->name, strlen(o->name)));
		struct settings_state all = {.ui = app->set};
		assert_int_equal(settings_set(&all, o, "none of them", &err), ODD_EUSAGE);
	}
	end();
}

/* ---- weights --------------------------------------------------------------------------------- */

static void weights_act_at_once(void **state)
{
	(void)state;
	begin(120, 1);
	run("set score=one");
	press("w");
	assert_screen_has(" 40 %");
	assert_screen_has(":weights preset");
	press("Right");
	assert_logged("weights 0.45,0.2,0.4");
	press("Down Right");
	assert_logged("weights 0.45,0.25,0.4");
	size_t points = app->view->data->moment->trace.count;
	press("s"); /* stepping goes on under it */
	assert_int_equal(app->view->data->moment->trace.count, points + 1);
	press("p");
	assert_logged("weights preset");
	assert_screen_has("[████───"); /* the sliders follow the preset */
	press("Left");
	assert_logged("weights 0.4,0.15,0.4");
	press("Esc");
	assert_true(nothing_open());
	assert_logged("weights preset"); /* as before */
	assert_false(app->view->wanted.weighted);
	size_t before = runs();
	press("w Esc"); /* untouched: nothing to restore */
	assert_int_equal(runs(), before);
	press("w Right");
	before = runs();
	press("Enter");
	assert_true(nothing_open());
	assert_int_equal(runs(), before);
	assert_close(app_scores(app)->weight[0], 0.45 / 1.05, 1e-12);
	end();
}

/* A busy worker gets the latest change alone, and gets it in the end. Ours is busy until it is
 * turned by hand. */
static void weights_do_not_flood_the_worker(void **state)
{
	(void)state;
	begin(120, 1);
	run("set score=one");
	app->scripted = false;
	run("open-dialog weights");
	press("Right");
	app->progress.busy = true;
	press_many("Right", 5);
	assert_int_equal(app->progress.waiting, 1);
	assert_true(worker_turn(app->worker));
	assert_false(worker_turn(app->worker));
	app_update(app); /* the first one is done */
	assert_logged("weights 0.45,0.2,0.4");
	app_draw(app);
	app->progress.busy = true;
	app_draw(app);
	assert_int_equal(app->progress.waiting, 1);
	press("Right Enter");
	assert_true(nothing_open());
	assert_int_equal(app->progress.waiting, 2);
	assert_true(worker_turn(app->worker));
	app_update(app);
	assert_logged("weights 0.7,0.2,0.4");
	assert_true(worker_turn(app->worker));
	assert_false(worker_turn(app->worker));
	app_update(app);
	assert_logged("weights 0.75,0.2,0.4");
	/* Nothing is left to restore when nothing was run. */
	run("substep 2");
	run("substep 3");
	press("w Right Esc");
	assert_int_equal(app->progress.waiting, 2);
	while (worker_turn(app->worker))
		;
	app_update(app);
	assert_logged("substep 3");
	end();
}

static void weights_restore_and_never_vanish(void **state)
{
	(void)state;
	begin(120, 1);
	run("set score=one");
	run("weights 1,3,0");
	press("w");
	assert_screen_has(" 75 %");
	press("Home");
	assert_logged("weights 0,0.75,0");
	press("Down");
	size_t before = runs();
	press("Home");
	assert_int_equal(runs(), before);
	assert_screen_has(":weights 0,0.75,0");
	assert_non_null(strstr(app->message, "not all three"));
	click("[ Cancel ]");
	assert_logged("weights 1,3,0");
	end();
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void errors_show_their_place(void **state)
{
	(void)state;
	begin(120, 0);
	odd_error err;
	odd_error_at(&err, ODD_EINPUT, "/data/c:1/cora.content", 599, 3, "%s",
		"node \"n12\" is not in the node table");
	error_open(app, &err);
	assert_screen_has("file   /data/c:1/cora.content");
	assert_screen_has("at     line 599, column 3");
	assert_screen_has("node \"n12\" is not in the node table");
	press("Enter");
	assert_true(nothing_open());
	odd_error_at(&err, ODD_EINPUT, "x.mat", 7, 0, "short");
	error_open(app, &err);
	assert_screen_has("line 7 ");
	assert_screen_lacks("column");
	press("Esc");
	odd_error_set(&err, ODD_ENOMEM, "out of memory: 12 bytes");
	error_open(app, &err);
	assert_screen_has("│  out of memory: 12 bytes");
	assert_screen_lacks("file ");
	press("Space");
	odd_error_at(&err, ODD_EINPUT, "a:2: b", 4, 0, "odd");
	error_open(app, &err);
	assert_screen_has("file   a:2: b");
	press("Esc");
	assert_true(nothing_open());
	end();
}

/* ---- the other end --------------------------------------------------------------------------- */

/* Every line that a dialog builds is one that the session takes, and obeys. */
static void the_session_takes_the_lines(void **state)
{
	(void)state;
	begin(120, 0);
	run("open-dialog plant");
	click("[uniform");
	click("[ ] start anew");
	press("Enter");
	assert_int_equal(app_network(app)->nodes, 126);
	run("open-dialog weights");
	press("Right p Esc");
	run("set preset=paper");
	run("set update=block");
	run("reset");
	assert_int_equal(app->view->data->moment->used.preset, ODD_PAPER);
	assert_int_equal(app->view->data->moment->used.update, ODD_BLOCK);
	for (int turn = 0; turn < 4; turn++) {
		static const char *const name[] = {"a.png", "b.svg", "it's.tsv", "a.png"};
		static const char *const what[] = {"map", "dashboard", "embedding", "map"};
		open_export(what[turn]);
		if (turn == 0) {
			click("[ ] data");
			click("[ ] its log");
		} else if (turn == 1) {
			click("[ask");
			click("[replace");
		} else if (turn == 3) {
			click("[number");
			click("[ask");
		}
		set_field("[blocks-", name[turn]);
		press("Enter");
		if (app->view->failed || !nothing_open())
			fail_on_screen(last_logged(), "was not taken");
	}
	static const char *const written[] = {
		"a.png", "a.tsv", "a.oddlog", "b.svg", "b.tsv", "it's.tsv"};
	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		if (access(written[i], R_OK) != 0)
			fail_msg("%s was not written", written[i]);
	/* Without being told to, nothing is written over: the dialog and the session agree. */
	app_run(app, "export map a.png", NULL);
	assert_true(app->view->failed);
	assert_non_null(strstr(app->view->status, "there already"));
	end();
}

/* ---- looks ----------------------------------------------------------------------------------- */

static void ignore(struct app *of, void *data, int answer)
{
	(void)of;
	(void)data;
	(void)answer;
}

static void open_error(struct app *of)
{
	odd_error err;
	odd_error_at(&err, ODD_EINPUT,
		"/home/someone/networks/with/a/rather/long/name/indeed/citeseer/citeseer.content",
		3312, 17,
		"\"n12\" has 3 703 words before its class, but the line has 3 702 of them and then "
		"ends; the first line has 3 703");
	error_open(of, &err);
}

static void open_confirm(struct app *of)
{
	static const char *const answers[] = {"Replace", "Number it", "Cancel", NULL};
	confirm_open(of, "Export",
		"cora-loss-it7.png is already there. Replace it, or put "
		"a number into the new name?",
		answers, ignore, NULL);
}

static void open_recall(struct app *of)
{
	export_open(of, "recall");
}

static void open_figure(struct app *of)
{
	export_open(of, NULL);
}

static void (*const all[])(struct app *of) = {
	plant_open, open_figure, weights_open, open_error, open_confirm, open_recall};
enum { ALL = sizeof all / sizeof *all };

/* How they look otherwise is kept with the other screens, drawn by tests/tui/dialogs.odd. */
static void dialogs_are_the_same_in_ascii(void **state)
{
	(void)state;
	begin(120, 3);
	for (size_t i = 0; i < ALL; i++) {
		all[i](app);
		assert_same_in_ascii();
		resize(40, 12, GLYPHS_BRAILLE);
		assert_same_in_ascii();
		resize(80, 24, GLYPHS_BRAILLE);
		app_pop(app);
	}
	end();
}

static void long_words_wrap(void **state)
{
	(void)state;
	begin(0, 0);
	open_error(app);
	assert_dialog("┌─ Error ──────────────────────────────────────────────────────────┐\n"
		      "│                                                                  │\n"
		      "│  file   /home/someone/networks/with/a/rather/long/name/indeed/   │\n"
		      "│         citeseer/citeseer.content                                │\n"
		      "│  at     line 3312, column 17                                     │\n"
		      "│                                                                  │\n"
		      "│  \"n12\" has 3 703 words before its class, but the line has 3 702  │\n"
		      "│  of them and then ends; the first line has 3 703                 │\n"
		      "│                                                                  │\n"
		      "│                              [ OK ]                              │\n"
		      "│                                                                  │\n"
		      "└──────────────────────────────────────────────────────────────────┘\n");
	resize(40, 12, GLYPHS_BRAILLE);
	assert_dialog("┌─ Error ──────────────────────────────┐\n"
		      "│                                      ↑\n"
		      "│  \"n12\" has 3 703 words before its    │\n"
		      "│  class, but the line has 3 702 of    │\n"
		      "│  them and then ends; the first line  │\n"
		      "│  has 3 703                           │\n"
		      "│                                      │\n"
		      "│                [ OK ]                │\n"
		      "│                                      │\n"
		      "└──────────────────────────────────────┘\n");
	press("Esc");
	open_confirm(app);
	assert_dialog("┌─ Export ─────────────────────────────┐\n"
		      "│                                      │\n"
		      "│  cora-loss-it7.png is already        │\n"
		      "│  there. Replace it, or put a number  │\n"
		      "│  into the new name?                  │\n"
		      "│                                      │\n"
		      "│[ Replace ]  [ Number it ]  [ Cancel ]│\n"
		      "│                                      │\n"
		      "└──────────────────────────────────────┘\n");
	resize(80, 24, GLYPHS_BRAILLE);
	assert_dialog("┌─ Export ─────────────────────────────────────────────────┐\n"
		      "│                                                          │\n"
		      "│  cora-loss-it7.png is already there. Replace it, or put  │\n"
		      "│  a number into the new name?                             │\n"
		      "│                                                          │\n"
		      "│        [ Replace ]    [ Number it ]    [ Cancel ]        │\n"
		      "│                                                          │\n"
		      "└──────────────────────────────────────────────────────────┘\n");
	end();
}

static void open_any(odd_rng *rng)
{
	all[odd_rng_below(rng, ALL)](app);
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 11, "dialog keys");
	for (int network = 0; network < 2; network++) {
		begin(network == 1 ? 60 : 0, 0);
		for (int round = 0; round < 30; round++) {
			while (!nothing_open())
				app_pop(app);
			storm(&rng, 60, open_any);
		}
		end();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planting_builds_a_line),
		cmocka_unit_test(planting_says_what_is_wrong),
		cmocka_unit_test(small_networks_get_one_of_each),
		cmocka_unit_test(exporting_builds_a_line),
		cmocka_unit_test(exporting_takes_names_and_sizes),
		cmocka_unit_test(exporting_asks_before_it_replaces),
		cmocka_unit_test(options_run_what_changed),
		cmocka_unit_test(settings_of_the_explorer),
		cmocka_unit_test(weights_act_at_once),
		cmocka_unit_test(weights_do_not_flood_the_worker),
		cmocka_unit_test(weights_restore_and_never_vanish),
		cmocka_unit_test(errors_show_their_place),
		cmocka_unit_test(the_session_takes_the_lines),
		cmocka_unit_test(dialogs_are_the_same_in_ascii),
		cmocka_unit_test(long_words_wrap),
		cmocka_unit_test(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("dialogs", tests, NULL, NULL);
}
