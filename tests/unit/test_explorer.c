/* test_explorer.c: the explorer as one object, without a terminal: whatever is pressed at whatever
 * size, and whatever work is stopped, it stays in one piece. */
#include "config.h"

#include <poll.h>

#include "explorer.h"
#include "network/generate.h"
#include "tui/keymap.h"

static int set_up(void **state)
{
	odd_error err;
	odd_network *net;
	odd_generate_options large = ODD_GENERATE_OPTIONS_INIT;
	enter_home(state);
	save_blocks(30, "net");
	large.nodes = 4000;
	assert_ok(odd_generate(&net, &large, NULL, &err), err);
	save_network(net, "large");
	write_text(home, "bad.edges", "a\tb\na\tb\tmany\n");
	write_text(home, "bad.nodes", "a\tx\tw\nb\tx\tw\n");
	return 0;
}

/* Until nothing runs, waits or plays, as the loop would wait: in poll. */
static void settle(void)
{
	for (int i = 0; i < 60000 && !worker_idle(app->worker); i++) {
		struct pollfd fd = {.fd = worker_fd(app->worker), .events = POLLIN};
		poll(&fd, 1, 10);
		app_update(app);
	}
	assert_true(worker_idle(app->worker));
	app_update(app);
	app_draw(app);
}

/* What holds at any moment. */
static void check(void)
{
	const odd_network *net = app_network(app);
	const odd_scores *scores = app_scores(app);
	assert_int_equal(cells_columns(app->canvas), app->columns);
	assert_int_equal(cells_rows(app->canvas), app->rows);
	assert_true(app->caret_x < (int)app->columns && app->caret_y < (int)app->rows);
	assert_true(app->explore->below == NULL);
	if (net == NULL)
		return;
	assert_true(app->row_count <= net->nodes);
	assert_true(app->look->selected == SESSION_NONE || app->look->selected < net->nodes);
	for (size_t i = 0; i < app->row_count; i++)
		assert_true(app->row[i] < net->nodes);
	if (scores != NULL)
		assert_int_equal(scores->n, net->nodes);
	const odd_trace *trace = &app->view->data->moment->trace;
	for (size_t p = 1; p < trace->count; p++)
		assert_true(trace->point[p].changed ||
			    trace->point[p].step == (trace->point[p - 1].step + 1) % ODD_SUBSTEPS);
}

/* ---- anybody at the keyboard ------------------------------------------------------------------
 */

/* Lines that are typed at the prompt now and then, whole, so that they do something. */
static const char *const typed[] = {"open net", "open nosuch", "open bad.edges", "plant 3%",
	"plant structural=2 --cold", "unplant", "iterate 2", "until delta<0.01",
	"back 3 iterations", "set k=5", "set glyphs=ascii", "set theme=light", "set mouse=off",
	"set preset=paper", "weights 1,2,3", "weights preset", "project tsne",
	"project pca structure", "filter rank<7", "filter type=combined", "filter none",
	"sort node reverse", "find n1", "select n3", "select none", "keep again", "drop", "undo",
	"redo", "export loss a.png", "export scores a.tsv", "log save a.oddlog",
	"save-screen a.txt", "save-screen a.ansi", "source a.oddlog", "bind explore x substep",
	"unbind explore x", "help plant", "axis log", "colour score", "reset seed=3", "mark n5",
	"explain #2", "node walk", "node back", "screen lesson", "expand", "watch", "watch n3",
	"tour", "tour next", "tour end", "fly", "", "'"};

static struct key any_key(odd_rng *rng)
{
	size_t rows = 0, kind = (size_t)odd_rng_below(rng, 20);
	while (keymap_get(app->keys, rows) != NULL)
		rows++;
	if (kind < 8) { /* one that means something */
		const struct keymap_row *row =
			keymap_get(app->keys, (size_t)odd_rng_below(rng, rows));
		return row->key[odd_rng_below(rng, (uint64_t)row->length)];
	}
	if (kind < 11)
		return (struct key){
			.code = K_ENTER + (uint32_t)odd_rng_below(rng, K_MOUSE - K_ENTER),
			.mods = (unsigned)odd_rng_below(rng, 8) & (unsigned)odd_rng_below(rng, 8)};
	if (kind < 13)
		return (struct key){.code = ' ' + (uint32_t)odd_rng_below(rng, 95)};
	if (kind < 14)
		return (struct key){.code = (uint32_t)odd_rng_below(rng, 0x3000) + 1,
			.mods = (unsigned)odd_rng_below(rng, 8)};
	return (struct key){.code = K_MOUSE, /* also where the screen was before it shrank */
		.x = (int)odd_rng_below(rng, app->columns + 8) - 4,
		.y = (int)odd_rng_below(rng, app->rows + 8) - 4,
		.act = (enum mouse_act)odd_rng_below(rng, MOUSE_WHEEL_DOWN + 1)};
}

static void type_line(const char *line)
{
	app_key(app, (struct key){.code = ':'});
	for (; *line != '\0'; line++)
		app_key(app, (struct key){.code = (unsigned char)*line});
	app_draw(app);
	app_key(app, (struct key){.code = K_ENTER});
}

static void any_act(odd_rng *rng)
{
	size_t what = (size_t)odd_rng_below(rng, 40);
	if (what == 0) {
		bool huge = odd_rng_below(rng, 3) == 0;
		app_resize(app, 1 + (size_t)odd_rng_below(rng, huge ? 200 : 90),
			1 + (size_t)odd_rng_below(rng, huge ? 60 : 30));
	} else if (what == 1) {
		type_line(typed[odd_rng_below(rng, sizeof typed / sizeof *typed)]);
	} else {
		app_key(app, any_key(rng));
	}
	app->quit = false; /* it would have gone, but we are not done */
	app->stopped = 0.0;
}

/* A thousand acts with a seed; drawn after each, as it would be. */
static void act_at_random(uint64_t seed, bool scripted, size_t acts)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "keys");
	explorer_begin("net", scripted);
	if (scripted)
		app_run(app, "set iterations=5", NULL);
	for (size_t i = 0; i < acts; i++) {
		any_act(&rng);
		app_update(app);
		app_draw(app);
		check();
	}
	app_key(app, (struct key){.code = 'c', .mods = MOD_CTRL});
	if (!scripted)
		settle();
	check();
	explorer_end();
}

/* EXPLORER_SEEDS="100 160" tries those in between instead of the usual few. */
static void act_for_seeds(bool scripted, unsigned long first, unsigned long last)
{
	const char *asked = getenv("EXPLORER_SEEDS");
	if (asked != NULL)
		assert_int_equal(sscanf(asked, "%lu %lu", &first, &last), 2);
	for (unsigned long seed = first; seed <= last; seed++) {
		if (asked != NULL)
			print_message("seed %lu\n", seed);
		act_at_random(seed, scripted, 1000);
	}
}

static void any_key_at_any_size(void **state)
{
	(void)state;
	act_for_seeds(true, 1, 3);
}

static void any_key_while_it_works(void **state)
{
	(void)state;
	act_for_seeds(false, 11, 12);
}

/* ---- stopping ---------------------------------------------------------------------------------
 */

static void press_stop(void)
{
	app->stopped = 0.0; /* this is not the second time */
	app_key(app, (struct key){.code = 'c', .mods = MOD_CTRL});
	assert_false(app->quit);
}

/* Until the work that was asked for is under way, or already over. */
static void wait_until_busy(const char *part)
{
	for (int i = 0; i < 60000 && !worker_idle(app->worker); i++) {
		struct pollfd fd = {.fd = worker_fd(app->worker), .events = POLLIN};
		app_update(app);
		if (app->progress.busy &&
			(part == NULL || strstr(app->progress.what, part) != NULL))
			return;
		poll(&fd, 1, 1);
	}
}

/* Whole files or none: what an export leaves has a name that was asked for. */
static size_t files_like(const char *pattern)
{
	char command[400], text[40] = "";
	snprintf(command, sizeof command, "ls -A | grep -c '%s'", pattern);
	FILE *in = popen(command, "r");
	assert_non_null(in);
	assert_non_null(fgets(text, sizeof text, in));
	pclose(in);
	return (size_t)atoi(text);
}

static void stop_at_any_work(void **state)
{
	static const struct {
		const char *before, *line;
	} work[] = {
		{NULL, "open large"},
		{"set init=nmf", "reset"},
		{"set init=svd", "reset new"},
		{NULL, "iterate 100000"},
		{NULL, "substep 100000"},
		{NULL, "until it=100000"},
		{NULL, "until delta<1e-14"},
		{NULL, "play"},
		{NULL, "project tsne"},
		{NULL, "plant 5%"},
		{NULL, "back 5 iterations"},
		{NULL, "undo"},
		{NULL, "export dashboard stopped.png --size 4000x3000 --replace"},
		{NULL, "export projection stopped.tsv --replace"},
	};
	(void)state;
	explorer_begin("large", false);
	settle();
	assert_ok(app_run(app, "iterate 6", NULL), (odd_error){0});
	settle();
	for (size_t i = 0; i < sizeof work / sizeof *work; i++)
		for (int moment = 0; moment < 3; moment++) {
			odd_error err = {0};
			if (work[i].before != NULL)
				assert_ok(app_run(app, work[i].before, &err), err);
			settle();
			assert_ok(app_run(app, work[i].line, &err), err);
			wait_until_busy(NULL);
			usleep((useconds_t)moment * 15000);
			press_stop();
			settle();
			check();
			assert_false(app->view->playing);
			assert_non_null(app_network(app));
			assert_int_equal(app_network(app)->nodes >= 4000, 1);
			if (app->view->failed)
				fail_msg("%s: %s", work[i].line, app->view->status);
			/* and it goes on from there */
			size_t points = app->view->data->moment->trace.count;
			assert_ok(app_run(app, "substep", &err), err);
			settle();
			if (app->view->failed)
				fail_msg("after %s: %s", work[i].line, app->view->status);
			assert_int_equal(app->view->data->moment->trace.count, points + 1);
			check();
			assert_ok(app_run(app, "project pca", &err), err);
			settle();
		}
	explorer_end();
	assert_int_equal(files_like("stopped"), files_like("^stopped[.][a-z]*$"));
}

/* ---- the mouse ---------------------------------------------------------------------------------
 */

static void rows_and_nodes_are_clicked_on(void **state)
{
	(void)state;
	explorer_begin("net", true);
	app_run(app, "iterate 3", NULL);
	app_run(app, "show outliers", NULL);
	/* The third of the list, then its page, then the first of its neighbours. */
	const char *third = app_node_name(app, app->row[2]);
	mouse_below(13, third, 0, MOUSE_PRESS);
	assert_int_equal(app->look->selected, app->row[2]);
	mouse_below(13, third, 0, MOUSE_DOUBLE);
	assert_string_equal(app->top->ops->screen, "node");
	click("In words");
	assert_int_equal(app->look->selected, app->row[2]);
	app_run(app, "leave", NULL);
	/* The nodes that changed most are chosen by keys. */
	app_run(app, "screen lesson", NULL);
	app_run(app, "substep", NULL); /* W changes no node, G does */
	app_run(app, "substep", NULL);
	const struct session_lesson *lesson = app->view->lesson;
	assert_non_null(lesson);
	assert_true(lesson->nodes > 2);
	const size_t second = lesson->node[1].node;
	char name[80];
	press_key((struct key){.code = K_RIGHT});
	snprintf(name, sizeof name, ">%s ", app_node_name(app, second));
	assert_screen_has(name);
	press_key((struct key){.code = K_ENTER});
	assert_string_equal(app->top->ops->screen, "node");
	assert_int_equal(app->look->selected, second);
	explorer_end();
}

/* A network that was just opened is shown before it has scores: a node that was selected in one
 * that was larger, as by planting, is not there. Its name was read from beyond the end of the
 * names. */
static void a_selection_ends_with_its_node(void **state)
{
	(void)state;
	explorer_begin("net", true);
	struct ranking *scored = app->view->scored;
	assert_non_null(scored);
	app->look->selected = app_network(app)->nodes - 1;
	app->view->scored = NULL;
	app_relist(app);
	assert_int_equal(app->look->selected, app_network(app)->nodes - 1);
	app->look->selected = app_network(app)->nodes;
	app_relist(app);
	assert_int_equal(app->look->selected, SESSION_NONE);
	app_run(app, "open-dialog export", NULL);
	app->view->scored = scored;
	explorer_end();
	/* A search that is given up goes back to where it began, if that is still there. */
	explorer_begin("net", true);
	run("plant structural=1");
	app->look->selected = app_network(app)->nodes - 1;
	type("/x");
	run("unplant");
	press_key((struct key){.code = K_ESC});
	assert_true(app->look->selected == SESSION_NONE ||
		    app->look->selected < app_network(app)->nodes);
	explorer_end();
}

/* The worker read the network that is not there. */
static void recall_is_wanted_before_a_network(void **state)
{
	(void)state;
	explorer_begin(NULL, false);
	app_run(app, "overlay recall", NULL);
	settle();
	app_run(app, "set iterations=5", NULL);
	settle();
	assert_null(app->view->data);
	explorer_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_selection_ends_with_its_node),
		cmocka_unit_test(recall_is_wanted_before_a_network),
		cmocka_unit_test(rows_and_nodes_are_clicked_on),
		cmocka_unit_test(any_key_at_any_size),
		cmocka_unit_test(any_key_while_it_works),
		cmocka_unit_test(stop_at_any_work),
	};
	return cmocka_run_group_tests(tests, set_up, leave_home);
}
