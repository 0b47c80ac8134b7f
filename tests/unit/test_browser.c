/* The file browser and the list of recent networks. */
#include "config.h"

#include <sys/stat.h>

#include "explorer.h"
#include "session/command.h"
#include "tui/screens.h"
#include "tui/browser_entries.h"

static void make_dir(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", home, name);
	assert_int_equal(mkdir(path, 0755), 0);
}

static const char path_of_three[] =
	"graph [ node [ id 1 w 2 v 1 ] node [ id 2 w 1 v 5 ] node [ id 3 w 3 v 2 ] "
	"edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]\n";

/* A home with networks, other things, and the samples; the program stands in it. */
static int set_up(void **state)
{
	char data[512];
	static const char *const dirs[] = {"share", "share/samples", "share/samples/town", "nets",
		"nets/cora", "nets/It's here", "nets/empty", ".config"};
	enter_home(state);
	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
		make_dir(dirs[i]);
	write_text(home, "nets/cora/cora.content", "1\t0\t1\tx\n2\t1\t0\ty\n3\t1\t1\ty\n");
	write_text(home, "nets/cora/cora.cites", "1\t2\n2\t3\n");
	write_text(home, "nets/It's here/nodes.csv", "id,w,v,class\n1,2,1,a\n2,1,5,b\n3,4,2,a\n");
	write_text(home, "nets/It's here/edges.csv", "source,target\n1,2\n2,3\n");
	write_text(home, "share/samples/town/town.nodes", "a\tx\tw\nb\tx\tv\nc\ty\tw\n");
	write_text(home, "share/samples/town/town.edges", "a\tb\nb\tc\n");
	write_text(home, "nets/karate.gml", path_of_three);
	write_text(home, "nets/notes.txt", "");
	write_text(home, "nets/.secret.gml", "");
	snprintf(data, sizeof data, "%s/share", home);
	setenv("ODDONE_DATA", data, 1);
	explorer_begin(NULL, true);
	return 0;
}

static int tear_down(void **state)
{
	explorer_end();
	return leave_home(state);
}

static void open_browser(void)
{
	run("open");
	assert_screen_has("Open a network");
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
	assert_ok(recent_add("nets/cora", NULL, &err), err);
	assert_ok(recent_add("town", "", &err), err);
	assert_ok(recent_add("./nets/../nets/cora", " --id 'a b' --multi sum", &err), err);
	assert_ok(recent_add("two\nlines", NULL, &err), err);
	recent_read(&r);
	assert_int_equal(r.count, 2);
	assert_string_equal(r.path[0], path_in_home("nets/cora"));
	assert_string_equal(r.path[1], "town");
	/* How it was opened the last time is remembered, too. */
	assert_string_equal(r.options[0], " --id 'a b' --multi sum");
	assert_null(r.options[1]);
	recent_clear(&r);
	for (int i = 0; i < 30; i++) {
		char name[32];
		snprintf(name, sizeof name, "net %d", i);
		assert_ok(recent_add(name, NULL, &err), err);
	}
	recent_read(&r);
	assert_int_equal(r.count, RECENT_MOST);
	assert_string_equal(r.path[0], "net 29");
	assert_string_equal(r.path[RECENT_MOST - 1], "net 10");
	recent_clear(&r);
	/* Without a home nothing is remembered, and nothing fails. */
	unsetenv("HOME");
	assert_ok(recent_add("x", NULL, &err), err);
	recent_read(&r);
	assert_int_equal(r.count, 0);
}

static void recent_ones_are_opened_as_before(void **state)
{
	(void)state;
	char path[600];
	write_text(home, "air.csv", "origin,destination\na,b\nb,c\nc,a\nc,d\n");
	snprintf(path, sizeof path, "%s/air.csv", home);
	assert_ok(recent_add(path, " --source origin --target destination", NULL), (odd_error){0});
	explorer_end(); /* one that begins now reads the list */
	explorer_begin(NULL, true);
	press("C-o");
	type("air");
	press("Enter");
	assert_int_equal(app_network(app)->nodes, 4);
	char *options = strdup(app->view->doc->options);
	assert_string_equal(options, " --source origin --target destination");
	free(options);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void networks_are_told_by_their_files(void **state)
{
	(void)state;
	struct entry_list list = {0};
	odd_error err = {0};
	assert_ok(entries_add_dir(&list, path_in_home("nets"), false, &err), err);
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
	entries_clear(&list);
	assert_ok(entries_add_dir(&list, path_in_home("nets"), true, &err), err);
	assert_int_equal(list.count, sizeof wanted / sizeof *wanted + 1);
	entries_clear(&list);
	assert_int_equal(entries_add_dir(&list, path_in_home("gone"), false, &err), ODD_EIO);
	assert_int_equal(list.count, 0);
	entries_clear(&list);
}

/* ---- the browser ----------------------------------------------------------------------------- */

static void walking_leads_to_open(void **state)
{
	(void)state;
	open_browser();
	assert_screen_has("samples");
	assert_screen_has("│ ~ ");
	type("NET");
	assert_screen_has("only names with \"NET\"");
	assert_screen_lacks("share/");
	press("Enter");
	assert_screen_has("~/nets");
	assert_screen_lacks("samples"); /* they were for the beginning */
	assert_screen_has("network: Space opens it");
	press("Enter"); /* "." was selected: this directory */
	assert_true(nothing_open());
	assert_logged("open nets");
	open_browser(); /* where it was left */
	assert_screen_has("~/nets");
	type("cora");
	press("Space");
	assert_logged("open nets/cora");
	open_browser();
	type("here");
	press("Enter");
	assert_screen_has("~/nets/It's here");
	press("Enter");
	char **words;
	int count;
	odd_error err;
	assert_ok(command_split(&words, &count, last_logged(), &err), err);
	assert_int_equal(count, 2);
	assert_string_equal(words[1], "nets/It's here");
	command_free_words(words, count);
	open_browser();
	type("town");
	press("Enter");
	assert_logged("open town");
}

/* A session that was saved is opened from the list, as a network is; a directory with nothing else
 * is no network. */
static void sessions_are_opened_from_the_list(void **state)
{
	(void)state;
	assert_int_equal(mkdir(path_in_home("kept"), 0700), 0);
	run("open town");
	run("substep 2");
	run("save kept/it.oddlog");
	open_browser();
	type("kept");
	press("Enter");
	assert_screen_has("~/kept");
	assert_screen_lacks("open this directory");
	type("it.odd");
	assert_screen_has("session");
	press("Tab");
	assert_screen_has("a session has no columns to choose");
	press("Enter");
	assert_true(nothing_open());
	assert_int_equal(app->view->data->next, ODD_STEP_H);
}

static void names_that_look_like_options(void **state)
{
	(void)state;
	write_text(home, "-directed.gml", path_of_three);
	open_browser();
	type("-dir");
	press("Enter");
	assert_logged("open ./-directed.gml");
}

static void keys_of_the_browser(void **state)
{
	(void)state;
	open_browser();
	type("nets");
	press("Right");
	assert_screen_has("~/nets");
	type("kar");
	press("Backspace");
	assert_screen_has("only names with \"ka\"");
	press("Esc");
	assert_screen_has("type to narrow");
	press(".");
	assert_screen_has(".secret.gml");
	assert_screen_lacks("samples"); /* still away from where it began */
	press(".");
	assert_screen_lacks(".secret.gml");
	type("zz");
	assert_screen_has("\"zz\": none");
	press("Enter");
	press("Space");
	assert_int_equal(app->view->log_count, 0);
	press_many("Backspace", 2);
	type("notes");
	press("Enter");
	assert_screen_has("no network begins with a file of that name");
	assert_int_equal(app->view->log_count, 0);
	press_many("Backspace", 6); /* the sixth goes up, to the directory it came from */
	assert_screen_has("│ ~ ");
	press("Enter");
	assert_screen_has("~/nets");
	press("Left");
	type("share");
	press("Right Left Enter"); /* the one it came from, not the first */
	assert_screen_has("~/share");
	/* Up to the root, and no further. */
	press_many("Left", 12);
	assert_screen_has("│ / ");
	mouse_on("type to narrow", 0, MOUSE_PRESS);
	press("Esc");
	assert_true(nothing_open());
}

static void what_cannot_be_read_says_why(void **state)
{
	(void)state;
	open_browser();
	type("nets");
	press("Enter");
	type("empty");
	char path[600];
	snprintf(path, sizeof path, "%s", path_in_home("nets/empty"));
	assert_int_equal(rmdir(path), 0);
	press("Enter");
	assert_screen_has("~/nets/empty: cannot open: No such file or directory");
	assert_screen_has("│ ~/nets ");
	if (geteuid() != 0) {
		assert_int_equal(mkdir(path, 0), 0);
		press("Enter");
		assert_screen_has("Permission denied");
	}
}

static void recent_ones_are_offered(void **state)
{
	(void)state;
	odd_error err = {0};
	assert_ok(recent_add("nets/cora", NULL, &err), err);
	assert_ok(recent_add("nets/karate.gml", NULL, &err), err);
	open_browser();
	assert_screen_has("~/nets/karate.gml");
	press("Enter");
	assert_logged("open nets/karate.gml");
	open_browser();
	assert_dialog(
		"┌─ Open a network ────────────────────────────────────────────────── :open ┐\n"
		"│ ~                                                                        │\n"
		"│ type to narrow the list                                                  │\n"
		"│ recent                                                                   │\n"
		"│   karate.gml                      ~/nets/karate.gml                      │\n"
		"│   cora                            ~/nets/cora                            │\n"
		"│ samples                                                                  │\n"
		"│   town                            comes with oddone                      │\n"
		"│ here                                                                     │\n"
		"│   ../                             up                                     │\n"
		"│   nets/                           network: Space opens it                │\n"
		"│   share/                                                                 │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│ Enter open   Tab preview   Backspace up   . show hidden   Esc leave      │\n"
		"└──────────────────────────────────────────────────────────────────────────┘\n");
	assert_same_in_ascii();
	resize(40, 12, GLYPHS_BRAILLE);
	assert_dialog("┌─ Open a network ────────────── :open ┐\n"
		      "│ ~                                    │\n"
		      "│ type to narrow the list              │\n"
		      "│ recent                               │\n"
		      "│   karate.gml        ~/nets/karate.…  │\n"
		      "│   cora              ~/nets/cora      │\n"
		      "│ samples                              │\n"
		      "│   town              comes with odd…↓ │\n"
		      "│ Enter open   Tab preview   Backspac… │\n"
		      "└──────────────────────────────────────┘\n");
	assert_same_in_ascii();
}

static void open_again(odd_rng *rng)
{
	(void)rng;
	browser_open(app);
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 3, "browser keys");
	storm(&rng, 1200, open_again);
}

#define IN_HOME(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_HOME(recent_networks_come_first_and_once),
		IN_HOME(recent_ones_are_opened_as_before),
		IN_HOME(networks_are_told_by_their_files),
		IN_HOME(walking_leads_to_open),
		IN_HOME(sessions_are_opened_from_the_list),
		IN_HOME(names_that_look_like_options),
		IN_HOME(keys_of_the_browser),
		IN_HOME(what_cannot_be_read_says_why),
		IN_HOME(recent_ones_are_offered),
		IN_HOME(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}
