/* The list of networks to open, and those opened lately. */
#include "config.h"

#include <sys/stat.h>

#include "explorer.h"
#include "session/command.h"
#include "tui/screens.h"
#include "tui/recent.h"

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

static void the_list_leads_to_open(void **state)
{
	(void)state;
	assert_int_equal(chdir("nets"), 0);
	open_browser();
	assert_screen_has("samples");
	assert_screen_has("this directory");
	assert_screen_lacks(".secret.gml");
	assert_screen_lacks("│   empty"); /* a directory without a network */
	type("CORA");
	assert_screen_has("only names with \"CORA\"");
	assert_screen_lacks("karate");
	press("Enter");
	assert_true(nothing_open());
	assert_logged("open cora");
	open_browser();
	type("here");
	press("Enter");
	char **words;
	int count;
	odd_error err;
	assert_ok(command_split(&words, &count, last_logged(), &err), err);
	assert_int_equal(count, 2);
	assert_string_equal(words[1], "It's here");
	command_free_words(words, count);
	open_browser();
	type("town");
	press("Enter");
	assert_logged("open town");
	open_browser();
	type("zz");
	assert_screen_has("\"zz\": none");
	press("Enter");
	press("Esc");
	assert_screen_has("type to narrow");
	type("notes"); /* a name that is no network's may be one by its content */
	press("Tab");
	assert_screen_has("Open: columns and links");
	press("Esc");
	assert_true(nothing_open());
	assert_int_equal(chdir(home), 0);
}

/* A session that was saved is opened from the list, as a network is. */
static void sessions_are_opened_from_the_list(void **state)
{
	(void)state;
	run("open town");
	run("substep 2");
	run("save it.oddlog");
	open_browser();
	type("it.odd");
	assert_screen_has("session");
	press("Tab");
	assert_screen_has("a session has no columns to choose");
	press("Enter");
	assert_true(nothing_open());
	assert_int_equal(app->view->data->moment->next, ODD_STEP_H);
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
		"│ type to narrow the list; :open PATH opens any other                      │\n"
		"│ recent                                                                   │\n"
		"│   karate.gml                      ~/nets/karate.gml                      │\n"
		"│   cora                            ~/nets/cora                            │\n"
		"│ samples                                                                  │\n"
		"│   town                            comes with oddone                      │\n"
		"│ here                                                                     │\n"
		"│   nets                            network                                │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│                                                                          │\n"
		"│ Enter open   Tab look at its columns   Esc leave                         │\n"
		"└──────────────────────────────────────────────────────────────────────────┘\n");
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
		IN_HOME(the_list_leads_to_open),
		IN_HOME(sessions_are_opened_from_the_list),
		IN_HOME(names_that_look_like_options),
		IN_HOME(recent_ones_are_offered),
		IN_HOME(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}
