/* The file browser and the list of recent networks. */
#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include "fake_dialogs_app.h"
#include "session/command.h"
#include "tui/screens.h"
#include "tui/form.h"
#include "tui/listing.h"

static char home[256], began[1024];

static void make_dir(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", home, name);
	assert_int_equal(mkdir(path, 0755), 0);
}

/* A home with networks, other things, and the samples; the program stands in it. */
static int set_up(void **state)
{
	(void)state;
	char real[4096], data[512];
	make_temporary_dir(home, sizeof home);
	assert_non_null(realpath(home, real));
	snprintf(home, sizeof home, "%.250s", real);
	snprintf(fake_state_dir, sizeof fake_state_dir, "%s", home);
	static const char *const dirs[] = {"share", "share/samples", "share/samples/town", "nets",
		"nets/cora", "nets/It's here", "nets/empty", ".config"};
	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
		make_dir(dirs[i]);
	write_text(home, "nets/cora/cora.content", "");
	write_text(home, "nets/cora/cora.cites", "");
	write_text(home, "nets/It's here/nodes.csv", "");
	write_text(home, "nets/karate.gml", "");
	write_text(home, "nets/notes.txt", "");
	write_text(home, "nets/.secret.gml", "");
	snprintf(data, sizeof data, "%s/share", home);
	setenv("ODDONE_DATA", data, 1);
	setenv("HOME", home, 1);
	/* Golden files are found from elsewhere, too. */
	assert_non_null(realpath(getenv("srcdir") != NULL ? getenv("srcdir") : ".", real));
	setenv("golden", real, 0);
	assert_non_null(getcwd(began, sizeof began));
	assert_int_equal(chdir(home), 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(chdir(began), 0);
	remove_tree(home);
	return 0;
}

static const char *path_in_home(const char *name)
{
	static char path[600];
	snprintf(path, sizeof path, "%s/%s", home, name);
	return path;
}

/* ---- recent ---------------------------------------------------------------------------------- */

static void recent_networks_come_first_and_once(void **state)
{
	(void)state;
	struct recent r;
	odd_error err = {0};
	recent_read(&r);
	assert_int_equal(r.count, 0);
	assert_ok(recent_add("nets/cora", &err), err);
	assert_ok(recent_add("town", &err), err);
	assert_ok(recent_add("./nets/../nets/cora", &err), err);
	assert_ok(recent_add("two\nlines", &err), err);
	recent_read(&r);
	assert_int_equal(r.count, 2);
	assert_string_equal(r.path[0], path_in_home("nets/cora"));
	assert_string_equal(r.path[1], "town");
	recent_clear(&r);
	for (int i = 0; i < 30; i++) {
		char name[32];
		snprintf(name, sizeof name, "net %d", i);
		assert_ok(recent_add(name, &err), err);
	}
	recent_read(&r);
	assert_int_equal(r.count, RECENT_MOST);
	assert_string_equal(r.path[0], "net 29");
	assert_string_equal(r.path[RECENT_MOST - 1], "net 10");
	recent_clear(&r);
	/* Without a home nothing is remembered, and nothing fails. */
	fake_state_dir[0] = '\0';
	assert_ok(recent_add("x", &err), err);
	recent_read(&r);
	assert_int_equal(r.count, 0);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void networks_are_told_by_their_files(void **state)
{
	(void)state;
	struct listing list = {0};
	odd_error err = {0};
	assert_ok(listing_add_dir(&list, path_in_home("nets"), false, &err), err);
	static const struct {
		enum entry_kind kind;
		const char *name;
		bool network;
	} wanted[] = {{ENTRY_HEADING, "here", false}, {ENTRY_HERE, ".", true},
		{ENTRY_UP, "..", false}, {ENTRY_DIR, "cora", true}, {ENTRY_DIR, "empty", false},
		{ENTRY_DIR, "It's here", true}, {ENTRY_FILE, "karate.gml", true},
		{ENTRY_FILE, "notes.txt", false}};
	assert_int_equal(list.count, sizeof wanted / sizeof *wanted);
	for (size_t i = 0; i < list.count; i++) {
		assert_int_equal(list.entry[i].kind, wanted[i].kind);
		assert_string_equal(list.entry[i].name, wanted[i].name);
		assert_int_equal(entry_is_network(&list.entry[i]), wanted[i].network);
	}
	listing_clear(&list);
	assert_ok(listing_add_dir(&list, path_in_home("nets"), true, &err), err);
	assert_int_equal(list.count, sizeof wanted / sizeof *wanted + 1);
	listing_clear(&list);
	assert_int_equal(listing_add_dir(&list, path_in_home("gone"), false, &err), ODD_EIO);
	assert_int_equal(list.count, 0);
	listing_clear(&list);
}

/* ---- the browser ----------------------------------------------------------------------------- */

static void walking_leads_to_open(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	browser_open(app);
	assert_screen_has("samples");
	assert_screen_has("│ ~ ");
	type_text("NET");
	assert_screen_has("only names with \"NET\"");
	assert_screen_lacks("share/");
	press(K_ENTER);
	assert_screen_has("~/nets");
	assert_screen_lacks("samples"); /* they were for the beginning */
	assert_screen_has("network: Space opens it");
	press(K_ENTER); /* "." was selected: this directory */
	assert_null(app->top);
	assert_string_equal(last_run(), "open nets");
	browser_open(app); /* where it was left */
	assert_screen_has("~/nets");
	type_text("cora");
	press(' ');
	assert_string_equal(last_run(), "open nets/cora");
	browser_open(app);
	type_text("here");
	press(K_ENTER);
	assert_screen_has("~/nets/It's here");
	press(K_ENTER);
	char **words;
	int count;
	odd_error err;
	assert_ok(command_split(&words, &count, last_run(), &err), err);
	assert_int_equal(count, 2);
	assert_string_equal(words[1], "nets/It's here");
	command_free_words(words, count);
	browser_open(app);
	type_text("town");
	press(K_ENTER);
	assert_string_equal(last_run(), "open town");
	fake_end();
}

static void names_that_look_like_options(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	write_text(home, "-directed.gml", "");
	browser_open(app);
	type_text("-dir");
	press(K_ENTER);
	assert_string_equal(last_run(), "open ./-directed.gml");
	fake_end();
}

static void keys_of_the_browser(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	browser_open(app);
	type_text("nets");
	press(K_RIGHT);
	assert_screen_has("~/nets");
	type_text("kar");
	press(K_BACKSPACE);
	assert_screen_has("only names with \"ka\"");
	press(K_ESC);
	assert_screen_has("type to narrow");
	press('.');
	assert_screen_has(".secret.gml");
	assert_screen_lacks("samples"); /* still away from where it began */
	press('.');
	assert_screen_lacks(".secret.gml");
	type_text("zz");
	assert_screen_has("\"zz\": none");
	press(K_ENTER);
	press(' ');
	assert_int_equal(fake.runs, 0);
	press_many(K_BACKSPACE, 2);
	type_text("notes");
	press(K_ENTER);
	assert_screen_has("no network begins with a file of that name");
	assert_int_equal(fake.runs, 0);
	press_many(K_BACKSPACE, 6); /* the sixth goes up, to the directory it came from */
	assert_screen_has("│ ~ ");
	press(K_ENTER);
	assert_screen_has("~/nets");
	/* Up to the root, and no further. */
	press_many(K_LEFT, 12);
	assert_screen_has("│ / ");
	mouse_on("type to narrow", 0, MOUSE_PRESS);
	press(K_ESC);
	assert_null(app->top);
	fake_end();
}

static void what_cannot_be_read_says_why(void **state)
{
	(void)state;
	struct app *app = fake_begin(0);
	browser_open(app);
	type_text("nets");
	press(K_ENTER);
	type_text("empty");
	char path[600];
	snprintf(path, sizeof path, "%s", path_in_home("nets/empty"));
	assert_int_equal(rmdir(path), 0);
	press(K_ENTER);
	assert_screen_has("~/nets/empty: cannot open: No such file or directory");
	assert_screen_has("│ ~/nets ");
	if (geteuid() != 0) {
		assert_int_equal(mkdir(path, 0), 0);
		press(K_ENTER);
		assert_screen_has("Permission denied");
	}
	fake_end();
}

static void recent_ones_are_offered(void **state)
{
	(void)state;
	odd_error err = {0};
	struct app *app = fake_begin(0);
	assert_ok(recent_add("nets/cora", &err), err);
	assert_ok(recent_add("nets/karate.gml", &err), err);
	browser_open(app);
	assert_screen_has("~/nets/karate.gml");
	press(K_ENTER);
	assert_string_equal(last_run(), "open nets/karate.gml");
	browser_open(app);
	assert_golden("browser-utf8");
	fake_canvas(80, 24, GLYPHS_ASCII);
	assert_golden("browser-ascii");
	fake_canvas(40, 12, GLYPHS_BRAILLE);
	assert_golden("browser-40x12");
	fake_end();
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	struct app *app = fake_begin(0);
	odd_rng_init(&rng, 3, "browser keys");
	for (int round = 0; round < 30; round++) {
		if (app->top == NULL)
			browser_open(app);
		fake_storm(&rng, 40);
	}
	fake_end();
}

#define IN_HOME(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_HOME(recent_networks_come_first_and_once),
		IN_HOME(networks_are_told_by_their_files),
		IN_HOME(walking_leads_to_open),
		IN_HOME(names_that_look_like_options),
		IN_HOME(keys_of_the_browser),
		IN_HOME(what_cannot_be_read_says_why),
		IN_HOME(recent_ones_are_offered),
		IN_HOME(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}
