/* The dialogs: which command lines come out of which keys, and how they look. */
#include "config.h"

#include <unistd.h>

#include "fake_dialogs_app.h"
#include "session_helpers.h"
#include "tui/form.h"
#include "session/command.h"

static struct form *top_form(void)
{
	assert_non_null(fake.app.top);
	return (struct form *)fake.app.top;
}

static void assert_ran(const char *line)
{
	if (strcmp(last_run(), line) != 0)
		fail_msg("ran \"%s\" instead of \"%s\"", last_run(), line);
}

/* Press Tab until the field of this text is focused, by its place on the screen. */
static void go_to(const char *text)
{
	mouse_on(text, 0, MOUSE_PRESS);
}

/* ---- plant ----------------------------------------------------------------------------------- */

static void planting_builds_a_line(void **state)
{
	(void)state;
	struct app *app = fake_begin(2700);
	plant_open(app);
	press(K_ENTER);
	assert_null(app->top);
	assert_ran("plant structural=45 attribute=45 combined=45 --style uniform --seed 42");
	/* Shares give nodes, nodes give shares, and both are remembered. */
	plant_open(app);
	press(K_TAB); /* share of structural */
	press_ctrl('u');
	type_text("10");
	assert_screen_has("[10   ]% [270  ]");
	press(K_TAB);
	press_ctrl('u');
	type_text("27");
	assert_screen_has("[1    ]% [27   ]");
	go_to("[x] ■ attribute");
	go_to("( ) local");
	assert_screen_has(":plant structural=27 combined=45 --style local");
	press(K_ENTER);
	assert_ran("plant structural=27 combined=45 --style local --seed 42");
	plant_open(app);
	assert_screen_has("[1    ]% [27   ]");
	assert_screen_has("[ ] ■ attribute");
	/* A second planting has another seed, unless one is typed. */
	fake.data.record_count = 1;
	press(K_ESC);
	plant_open(app);
	assert_screen_has("[43 ");
	go_to("[ ] start the run anew");
	press(K_ENTER);
	assert_ran("plant structural=27 combined=45 --style local --seed 43 --cold");
	fake_end();
}

static void planting_says_what_is_wrong(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	plant_open(app);
	assert_screen_has("problem none");
	assert_screen_has("[1.67 ]% [2    ]");
	press(K_TAB);
	press_ctrl('u');
	assert_screen_has("problem structural:");
	press(K_ENTER);
	assert_non_null(app->top);
	assert_int_equal(fake.runs, 0);
	assert_non_null(strstr(app->message, "cannot plant"));
	type_text("0.1");
	assert_screen_has("structural: less than one node");
	go_to("[x] ▲");
	go_to("[x] ■");
	go_to("[x] ◆");
	assert_screen_has("nothing is ticked");
	/* The network under the dialog goes away. */
	go_to("[ ] ■");
	assert_screen_has("problem none");
	fake.view.data = NULL;
	assert_screen_has("no network is open");
	press(K_ENTER);
	assert_int_equal(fake.runs, 0);
	fake_end();
}

static void small_networks_get_one_of_each(void **state)
{
	(void)state;
	struct app *app = fake_begin(24);
	plant_open(app);
	assert_screen_has("[4.17 ]% [1    ]");
	press(K_ENTER);
	assert_ran("plant structural=1 attribute=1 combined=1 --style uniform --seed 42");
	fake_end();
}

/* ---- export ---------------------------------------------------------------------------------- */

static void exporting_builds_a_line(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	export_open(app, NULL);
	press(K_ENTER);
	assert_ran("export loss blocks-loss-it7.png --size 1600x900 --theme light");
	export_open(app, "map");
	go_to("[ ] the data");
	go_to("[ ] the commands");
	go_to("[as usual");
	go_to("[light");
	go_to("( ) replace");
	press(K_ENTER);
	assert_ran("export map blocks-map-it7.png --size 1600x900 --theme dark --colour label "
		   "--with-data --with-log --replace");
	/* Remembered, but for the file, which follows the run. */
	fake.data.iteration = 8;
	export_open(app, NULL);
	press(K_ENTER);
	assert_ran("export map blocks-map-it8.png --size 1600x900 --theme dark --colour label "
		   "--with-data --with-log --replace");
	export_open(app, NULL);
	go_to("( ) all panes");
	go_to("[x] the data");
	go_to("[x] the commands");
	press(K_ENTER);
	assert_ran(
		"export dashboard blocks-dashboard-it8.png --size 1600x900 --theme dark --colour "
		"label --replace");
	export_open(app, NULL);
	go_to("( ) embedding");
	press(K_ENTER);
	assert_ran("export embedding blocks-embedding-it8.tsv --replace");
	export_open(app, "dashboard");
	assert_screen_has("(•) all panes");
	fake_end();
}

static void exporting_takes_names_and_sizes(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	free(fake.view.name);
	fake.view.name = strdup("my net/2");
	export_open(app, NULL);
	assert_screen_has("[my-net-2-loss-it7.png");
	go_to("[my-net-2");
	press_ctrl('e');
	press_ctrl('u');
	assert_screen_has("the file has no name");
	go_to("(•) a figure"); /* emptied, then another choice: proposed again */
	assert_screen_has("[my-net-2-loss-it7.png");
	go_to("[my-net-2");
	press(K_END);
	press_many(K_BACKSPACE, 3);
	type_text("svg");
	assert_screen_has("my-net-2-loss-it7.svg");
	go_to("[auto");
	press_ctrl('e');
	press_ctrl('u');
	type_text("2 --replace"); /* one word, not an option more */
	assert_screen_has("problem --scale: ");
	press_many(K_BACKSPACE, 10);
	assert_screen_has("problem none");
	go_to("[1600");
	press_ctrl('e');
	press_ctrl('u');
	type_text("8000000");
	assert_screen_has("problem --size: ");
	press_many(K_BACKSPACE, 4);
	assert_screen_has("problem none");
	press(K_ENTER);
	assert_ran("export loss my-net-2-loss-it7.svg --size 800x900 --scale 2 --theme light");
	export_open(app, NULL);
	assert_screen_has("my-net-2-loss-it7.svg"); /* the ending stays as it was liked */
	go_to("[my-net-2");
	press(K_END);
	press_many(K_BACKSPACE, 4);
	assert_screen_has("a picture ends in .png, .svg or .pdf");
	press(K_ENTER);
	assert_int_equal(fake.runs, 1);
	press_ctrl('u');
	type_text("-x.png");
	assert_screen_has("that looks like an option");
	press_ctrl('u');
	type_text("nowhere-at-all/x.png");
	assert_screen_has("there is no such directory");
	press_ctrl('u');
	type_text("it's here.png");
	press(K_ENTER);
	assert_non_null(strstr(last_run(), "here.png"));
	char **words;
	int count;
	odd_error err;
	assert_ok(command_split(&words, &count, last_run(), &err), err);
	assert_string_equal(words[2], "it's here.png");
	command_free_words(words, count);
	/* The longest name there can be, each character of it in need of a quote. */
	export_open(app, NULL);
	go_to("[my-net-2");
	press(K_END);
	press_ctrl('u');
	for (int i = 0; i < FORM_TEXT - 5; i++)
		press('\'');
	type_text(".png");
	press(K_ENTER);
	assert_ok(command_split(&words, &count, last_run(), &err), err);
	assert_int_equal(strlen(words[2]), FORM_TEXT - 1);
	command_free_words(words, count);
	fake_end();
}

static void exporting_asks_before_it_replaces(void **state)
{
	(void)state;
	char dir[256], path[300], line[500];
	struct app *app = fake_begin(120);
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/a.png", dir);
	write_text(dir, "a.oddlog", "");
	for (int turn = 0; turn < 5; turn++) {
		export_open(app, NULL);
		go_to("[blocks-loss");
		press(K_END);
		press_ctrl('u');
		type_text(path);
		if (turn == 0) { /* what would be written beside it is in the way, too */
			press(K_ENTER);
			assert_null(app->top);
			write_text(dir, "a.png", "");
			continue;
		}
		size_t before = fake.runs;
		press(K_ENTER);
		assert_int_equal(fake.runs, before);
		assert_screen_has("already there");
		if (turn == 1) {
			press(K_ESC);
			assert_screen_has("Export");
			press(K_ESC);
			assert_int_equal(fake.runs, before);
		} else if (turn == 2) { /* the harmless answer has the focus */
			press(K_ENTER);
			assert_non_null(app->top);
			assert_int_equal(fake.runs, before);
			press(K_ESC);
		} else {
			go_to(turn == 3 ? "[ Replace ]" : "[ Number it ]");
			assert_null(app->top);
			snprintf(line, sizeof line,
				"export loss %s --size 1600x900 --theme light --%s", path,
				turn == 3 ? "replace" : "number");
			assert_ran(line);
		}
	}
	unlink(path);
	export_open(app, NULL);
	go_to("[ ] the commands");
	go_to("[blocks-loss");
	press(K_END);
	press_ctrl('u');
	type_text(path);
	press(K_ENTER);
	assert_screen_has("a.oddlog");
	fake_end();
	remove_tree(dir);
}

/* ---- options --------------------------------------------------------------------------------- */

static void options_run_what_changed(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	options_open(app);
	press(K_ENTER); /* nothing changed, nothing run */
	assert_null(app->top);
	assert_int_equal(fake.runs, 0);
	options_open(app);
	go_to("[calibrated");
	assert_screen_has("preset: a restart throws away 7 iterations");
	go_to("[braille");
	press(K_ENTER);
	assert_int_equal(fake.runs, 2);
	assert_string_equal(fake.run[0], "set preset=paper");
	assert_string_equal(fake.run[1], "set glyphs=block");
	fake_forget();
	options_open(app);
	press_ctrl('u');
	type_text("21");
	go_to("[ Apply and restart ]");
	assert_int_equal(fake.runs, 2);
	assert_string_equal(fake.run[0], "set k=21");
	assert_string_equal(fake.run[1], "reset");
	fake_end();
}

static void options_say_what_happens(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	fake.view.wanted.weighted = true;
	fake.view.wanted.weight[0] = 2;
	fake.view.wanted.weight[1] = fake.view.wanted.weight[2] = 1;
	fake.view.waiting = true;
	options_open(app);
	assert_screen_has("[2,1,1");
	assert_screen_has("earlier changes still wait for a reset");
	assert_screen_has("k=auto|K, now 9: dimensions of the embedding [3 per community]");
	press_ctrl('u');
	type_text("x");
	assert_screen_has("k: \"x\"");
	press(K_ENTER);
	assert_non_null(app->top);
	assert_int_equal(fake.runs, 0);
	press_ctrl('u');
	type_text("12");
	fake.data.trace.count = 1;
	assert_screen_has("k: the run has not moved, so it starts anew at once");
	fake.view.data = NULL;
	assert_screen_has("k: for the network to be opened");
	press(K_ESC);
	assert_int_equal(fake.runs, 0);
	fake_end();
}

/* What get says, set takes, and it changes nothing; no name means two things. */
static void settings_of_the_explorer(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
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
		assert_int_equal(
			odd_option_set(&app->set, o, NULL, "none of them", &err), ODD_EUSAGE);
	}
	fake_end();
}

/* Every option of the session shows the value that a session has at first. */
static void options_know_the_session(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	options_open(app);
	struct form *f = top_form();
	for (size_t i = 0; run_option_settable(i) != NULL; i++) {
		const odd_option *o = run_option_settable(i);
		struct field *field = form_get(f, 1 + (int)i);
		const char *value =
			field->kind == FIELD_CYCLE ? field->choice[field->value] : field->text;
		struct place place = {0};
		odd_error err = {0};
		if (value[0] == '\0')
			continue; /* one that the dialog has not heard of */
		run_options_init(&place.wanted);
		assert_ok(session_option_set(&place, o, value, &err), err);
		odd_one_options fresh = ODD_ONE_OPTIONS_INIT;
		assert_int_equal(place.wanted.one.k, fresh.k);
		assert_int_equal(place.wanted.one.start, fresh.start);
		assert_int_equal(place.wanted.one.preset, fresh.preset);
		assert_int_equal(place.wanted.one.seed, fresh.seed);
		assert_close(place.wanted.one.mu, fresh.mu, 0.0);
	}
	fake_end();
}

/* ---- weights --------------------------------------------------------------------------------- */

static void weights_act_at_once(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	weights_open(app);
	assert_screen_has(" 45 %");
	assert_screen_has(":weights preset");
	press(K_RIGHT);
	assert_ran("weights 0.5,0.1,0.45");
	press(K_DOWN);
	press(K_RIGHT);
	assert_ran("weights 0.5,0.15,0.45");
	assert_false(press('s')); /* stepping goes on under it */
	press('p');
	assert_ran("weights preset");
	assert_screen_has("[█─────"); /* the sliders follow the preset */
	press(K_LEFT);
	assert_ran("weights 0.45,0.05,0.45");
	press(K_ESC);
	assert_null(app->top);
	assert_ran("weights preset"); /* as before */
	size_t runs = fake.runs;
	weights_open(app);
	press(K_ESC); /* untouched: nothing to restore */
	assert_int_equal(fake.runs, runs);
	weights_open(app);
	press(K_RIGHT);
	runs = fake.runs;
	press(K_ENTER);
	assert_null(app->top);
	assert_int_equal(fake.runs, runs);
	fake_end();
}

/* A busy worker gets the latest change alone, and gets it in the end. */
static void weights_do_not_flood_the_worker(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	weights_open(app);
	press(K_RIGHT);
	assert_int_equal(fake.runs, 1);
	app->progress.busy = true;
	press_many(K_RIGHT, 5);
	fake_draw();
	assert_int_equal(fake.runs, 1);
	fake.view.serial++; /* the first one is done */
	fake_draw();
	assert_int_equal(fake.runs, 2);
	assert_ran("weights 0.75,0.1,0.45");
	fake_draw();
	assert_int_equal(fake.runs, 2);
	press(K_RIGHT);
	press(K_ENTER);
	assert_int_equal(fake.runs, 3);
	assert_ran("weights 0.8,0.1,0.45");
	/* Nothing is left to restore when nothing was run. */
	app->progress.waiting = 9;
	weights_open(app);
	press(K_RIGHT);
	press(K_ESC);
	assert_int_equal(fake.runs, 3);
	fake_end();
}

static void weights_restore_and_never_vanish(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	fake.view.wanted.weighted = true;
	fake.view.wanted.weight[0] = 1;
	fake.view.wanted.weight[1] = 3;
	weights_open(app);
	assert_screen_has(" 75 %");
	press(K_HOME);
	assert_ran("weights 0,0.75,0");
	press(K_DOWN);
	size_t runs = fake.runs;
	press(K_HOME);
	assert_int_equal(fake.runs, runs);
	assert_screen_has(":weights 0,0.75,0");
	assert_non_null(strstr(app->message, "not all three"));
	go_to("[ Cancel ]");
	assert_ran("weights 1,3,0");
	fake_end();
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void errors_show_their_place(void **state)
{
	(void)state;
	struct app *app = fake_begin(120);
	error_open(app, "/data/c:1/cora.content:599:3: node \"n12\" is not in the node table");
	assert_screen_has("file   /data/c:1/cora.content");
	assert_screen_has("at     line 599, column 3");
	assert_screen_has("node \"n12\" is not in the node table");
	press(K_ENTER);
	assert_null(app->top);
	error_open(app, "x.mat:7: short");
	assert_screen_has("line 7 ");
	assert_screen_lacks("column");
	press(K_ESC);
	error_open(app, "out of memory: 12 bytes");
	assert_screen_has("│  out of memory: 12 bytes");
	assert_screen_lacks("file ");
	press(' ');
	odd_error err = {.code = ODD_EINPUT, .line = 4, .message = "odd"};
	snprintf(err.file, sizeof err.file, "a:2: b");
	error_open_for(app, &err);
	assert_screen_has("file   a:2: b");
	press(K_ESC);
	assert_null(app->top);
	fake_end();
}

/* ---- the other end --------------------------------------------------------------------------- */

/* Every line that a dialog builds is one that a session takes. */
static void the_session_takes_the_lines(void **state)
{
	(void)state;
	char dir[256], line[600], path[300];
	struct app *app = fake_begin(120);
	make_temporary_dir(dir, sizeof dir);
	write_network(dir);
	struct session *s = open_session(dir);
	plant_open(app);
	go_to("( ) local");
	go_to("[ ] start the run anew");
	press(K_ENTER);
	weights_open(app);
	press(K_RIGHT);
	press('p');
	press(K_ESC);
	options_open(app);
	go_to("[calibrated");
	go_to("[coordinate");
	go_to("[ Apply and restart ]");
	for (int turn = 0; turn < 4; turn++) {
		static const char *const name[] = {"a.png", "b.svg", "it's.tsv", "a.png"};
		snprintf(path, sizeof path, "%s/%s", dir, name[turn]);
		export_open(app, "map");
		if (turn == 0) {
			go_to("[ ] the data");
			go_to("[ ] the commands");
			go_to("[as usual");
		} else if (turn == 1) {
			go_to("( ) all panes");
			go_to("( ) number it");
		} else if (turn == 2) {
			go_to("( ) scores");
		} else {
			go_to("( ) replace");
		}
		go_to("[blocks-");
		press(K_END);
		press_ctrl('u');
		type_text(path);
		press(K_ENTER);
	}
	assert_null(app->top);
	for (size_t i = 0; i < fake.runs; i++)
		run_ok(s, fake.run[i]);
	static const char *const written[] = {
		"a.png", "a.tsv", "a.oddlog", "b.svg", "b.tsv", "it's.tsv"};
	for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
		snprintf(line, sizeof line, "%s/%s", dir, written[i]);
		if (access(line, R_OK) != 0)
			fail_msg("%s was not written", written[i]);
	}
	/* Without being told to, nothing is written over: the dialog and the session agree. */
	snprintf(line, sizeof line, "export map %s/a.png", dir);
	run_bad(s, line, "there already");
	session_free(s);
	fake_end();
	remove_tree(dir);
}

/* ---- looks ----------------------------------------------------------------------------------- */

static struct layer *open_error(struct app *app)
{
	return error_open(app,
		"/home/someone/networks/with/a/rather/long/name/indeed/citeseer/"
		"citeseer.content:3312:17: \"n12\" has 3 703 words before its "
		"class, but the line has 3 702 of them and then ends; the first line "
		"has 3 703");
}

static struct layer *open_confirm(struct app *app)
{
	static const char *const answers[] = {"Replace", "Number it", "Cancel", NULL};
	return confirm_open(app, "Export",
		"cora-loss-it7.png is already there. Replace it, or put "
		"a number into the new name?",
		answers, NULL, NULL);
}

static struct layer *open_export(struct app *app)
{
	return export_open(app, NULL);
}

static const struct {
	const char *name;
	struct layer *(*open)(struct app *app);
} all[] = {{"plant", plant_open}, {"export", open_export}, {"options", options_open},
	{"weights", weights_open}, {"error", open_error}, {"confirm", open_confirm}};

static void dialogs_look_as_before(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		char name[64];
		struct app *app = fake_begin(2700);
		all[i].open(app);
		snprintf(name, sizeof name, "%s-utf8", all[i].name);
		assert_golden(name);
		fake_canvas(80, 24, GLYPHS_ASCII);
		snprintf(name, sizeof name, "%s-ascii", all[i].name);
		assert_golden(name);
		fake_canvas(40, 12, GLYPHS_BRAILLE);
		snprintf(name, sizeof name, "%s-40x12", all[i].name);
		assert_golden(name);
		fake_end();
	}
}

static void ignore(struct app *app, void *data, int answer)
{
	(void)app;
	(void)data;
	(void)answer;
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	static const char *const yes_no[] = {"Yes", "No", NULL};
	odd_rng rng;
	odd_rng_init(&rng, 11, "dialog keys");
	for (int network = 0; network < 2; network++) {
		struct app *app = fake_begin(network == 1 ? 60 : 0);
		for (int round = 0; round < 120; round++) {
			size_t which = (size_t)odd_rng_below(&rng, 7);
			while (app->top != NULL)
				app_pop(app);
			if (which == 5)
				confirm_open(app, "Sure?", "Really?", yes_no, ignore, NULL);
			else if (which == 6)
				export_open(app, "recall");
			else
				all[which].open(app);
			fake_storm(&rng, 30);
		}
		fake_end();
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
		cmocka_unit_test(options_say_what_happens),
		cmocka_unit_test(settings_of_the_explorer),
		cmocka_unit_test(options_know_the_session),
		cmocka_unit_test(weights_act_at_once),
		cmocka_unit_test(weights_do_not_flood_the_worker),
		cmocka_unit_test(weights_restore_and_never_vanish),
		cmocka_unit_test(errors_show_their_place),
		cmocka_unit_test(the_session_takes_the_lines),
		cmocka_unit_test(dialogs_look_as_before),
		cmocka_unit_test(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("dialogs", tests, NULL, NULL);
}
