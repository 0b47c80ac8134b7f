/* test_told.c: what the explorer says and draws is about what is there, and nothing that was. */
#include "config.h"

#include "tui/explore.h"

#include <stdlib.h>

#include "explorer.h"
#include "session/paths.h"

static int begin_blocks(void **state)
{
	char data[4200];
	enter_home(state);
	snprintf(data, sizeof data, "%s/share/oddone", getenv("srcdir"));
	setenv("ODDONE_DATA", data, 1);
	save_blocks(120, "blocks");
	explorer_begin("blocks", true);
	return 0;
}

/* A tour is begun over what is open, and leaving it comes back. */
static void a_tour_destroys_nothing(void **state)
{
	(void)state;
	run("iterate 5");
	press("Down m");
	size_t selected = app->look->selected, nodes = app_network(app)->nodes;
	press("T Enter");
	assert_non_null(app->tour);
	assert_true(app_network(app)->nodes != nodes);
	assert_int_equal(app->look->mark_count, 0);
	press("Esc");
	assert_null(app->tour);
	assert_int_equal(app_network(app)->nodes, nodes);
	assert_int_equal(app->view->data->moment->iteration, 5);
	assert_int_equal(app->look->selected, selected);
	assert_int_equal(app->look->mark_count, 1);
	press("u"); /* and undo takes back what was done here */
	assert_int_equal(app_network(app)->nodes, nodes);
	assert_int_equal(app->view->data->moment->iteration, 0);
}

/* The curve of a kept run lies on that of the same run. */
static void a_kept_run_is_drawn_whole(void **state)
{
	(void)state;
	run("plant structural=3 attribute=4");
	run("iterate 2");
	run("show recall");
	press("z");
	char *before = screen();
	run("keep same");
	char *after = screen();
	/* Every dot of the kept curve is one of the present one: but for words nothing is new. */
	size_t dots[2] = {0, 0};
	const char *text[2] = {before, after};
	for (int k = 0; k < 2; k++)
		for (const char *p = text[k]; *p != '\0';) {
			uint32_t c = utf8_next(&p);
			dots[k] +=
				c > 0x2800 && c < 0x2900 ? (size_t)__builtin_popcount(c & 0xff) : 0;
		}
	assert_true(dots[0] > 100);
	assert_in_range(dots[1], dots[0] - 40, dots[0] + 4); /* the name of it covers some */
	free(before);
	free(after);
}

static char *file_text(const char *path)
{
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	char *text = calloc(1, 4 << 20);
	assert_true(fread(text, 1, (4 << 20) - 1, in) > 0);
	fclose(in);
	return text;
}

/* Colour, selection and filter of the map are those of the file. */
static void a_map_is_exported_as_it_is_seen(void **state)
{
	(void)state;
	run("iterate");
	press("2 + + Down");
	run("colour score");
	run("filter 'label=class 1'");
	assert_true(explore_of(app)->window.zoom > 2.0);
	const char *name = app_node_name(app, app->look->selected);
	run("export map seen.svg");
	assert_non_null(strstr(last_logged(), "--colour score"));
	assert_non_null(strstr(last_logged(), "label=class 1"));
	assert_non_null(strstr(last_logged(), name));
	char *seen = file_text("seen.svg");
	run("export map all.svg --whole");
	assert_null(strstr(last_logged(), "--only"));
	char *all = file_text("all.svg");
	assert_true(strlen(seen) < strlen(all)); /* fewer nodes are in it */
	/* The dialog makes the same command. */
	run("open-dialog export");
	press("Enter");
	assert_non_null(strstr(last_logged(), "--only"));
	free(seen);
	free(all);
}

/* The neighbourhood of the selected node: the log says whose, so that it plays elsewhere. */
static void a_neighbourhood_is_logged_with_its_node(void **state)
{
	(void)state;
	run("select n3");
	run("export map near.svg --ego 1");
	assert_non_null(strstr(last_logged(), "--ego 1"));
	assert_non_null(strstr(last_logged(), "--select n3"));
}

/* Communities are found when somebody names them: as a column of the list, a filter, a colour. */
static void communities_are_found_when_named(void **state)
{
	(void)state;
	explorer_end();
	FILE *out = fopen("ring.edges", "w");
	assert_non_null(out);
	for (int i = 0; i < 24; i++)
		for (int k = 1; k < 4; k++)
			fprintf(out, "m%d\tm%d\n", i, i / 8 * 8 + (i + k) % 8);
	fputs("m0\tm8\nm8\tm16\n", out);
	fclose(out);
	explorer_begin("ring.edges", true);
	run("filter community=2");
	assert_int_equal(app->row_count, 8);
	run("filter none");
	run("set columns=rank,name,community");
	resize(120, 40, GLYPHS_BRAILLE);
	assert_screen_has("community");
	run("colour next");
	assert_screen_has("by community");
	assert_screen_has("● 3");
	run("export map by.svg");
	assert_non_null(strstr(last_logged(), "--by community"));
	odd_error err = {0};
	assert_int_equal(app_run(app, "colour by nothing-like-it", &err), ODD_EUSAGE);
}

/* What is selected or listed is lit in the other panes, too. */
static void the_selection_is_lit_in_all_panes(void **state)
{
	(void)state;
	run("select n3");
	resize(120, 40, GLYPHS_BRAILLE);
	assert_screen_has("selected");
	run("filter 'label=class 1'");
	run("set truth=shown");
	assert_screen_has("selected");
	resize(80, 24, GLYPHS_BRAILLE);
}

/* The name of the file and its title tell the same moment. */
static void a_file_is_named_by_its_moment(void **state)
{
	(void)state;
	run("iterate 2");
	press("e");
	assert_screen_has("blocks-ranking-it2.png");
	press("Esc");
	run("substep 2");
	press("e");
	assert_screen_has("blocks-ranking-it3G.png");
	press("Esc");
	run("export loss at.svg");
	char *text = file_text("at.svg");
	assert_non_null(strstr(text, "iteration 3, after G"));
	free(text);
}

/* While a network is opened the screen says so, and keys do not hide it. */
static void opening_is_told(void **state)
{
	(void)state;
	app->progress =
		(struct worker_progress){.busy = true, .done = 3, .total = 10, .waiting = 1};
	strcpy(app->progress.command, "open --directed big");
	strcpy(app->progress.what, "reading");
	strcpy(app->progress.next, "substep");
	struct session_data *data = app->view->data;
	struct ranking *scored = app->view->scored;
	struct shared_map *map = app->view->map;
	app->view->data = NULL;
	app->view->scored = NULL;
	app->view->map = NULL;
	assert_string_equal(app_opening(app), "big");
	assert_screen_lacks("no network is open");
	assert_screen_has("opening big");
	assert_screen_has("reading  3 of 10  30 %");
	assert_screen_has("reading 3/10 · substep waits · Ctrl-C stops");
	odd_error err = {0};
	assert_ok(app_run(app, "toggle-play", &err), err);
	assert_screen_has("reading 3/10 · then plays");
	assert_screen_has("then: play");
	assert_ok(app_run(app, "toggle-play", &err), err);
	assert_false(app->then_play);
	app->view->data = data;
	app->view->scored = scored;
	app->view->map = map;
	app->progress = (struct worker_progress){0};
}

/* Play that was asked for while the network was being opened begins when it is there. */
static void play_waits_for_the_network(void **state)
{
	(void)state;
	run("set iterations=3");
	app->then_play = true;
	run("open blocks");
	while (worker_turn(app->worker))
		;
	app_update(app);
	assert_int_equal(app->view->data->moment->iteration, 3);
}

static void the_status_line_follows(void **state)
{
	(void)state;
	run("plant structural=1");
	assert_screen_has("planted ▲");
	press("Home Down"); /* another node */
	assert_screen_lacks("planted ▲");
	char text[200];
	size_t node = app->look->selected;
	snprintf(text, sizeof text, "%s: rank %u of 121", app_node_name(app, node),
		app_scores(app)->rank[node]);
	assert_screen_has(text);
	run("iterate");
	press("B"); /* "back 1 iterations" */
	press("u");
	assert_screen_has("undo: back 1 iteration ");
	run("set iterations=2");
	run("iterate 2");
	assert_screen_has(" 3 ");
	assert_screen_lacks("3/2");
	run("reset");
	run("substep");
	run("show loss");
	assert_screen_lacks("1 sub-steps");
	run("show outliers");
	press("Home y");
	assert_null(strchr(app->message, '\t'));
	assert_non_null(strstr(app->message, "copied: 1 "));
}

/* The marks of the paper are for 5 % of its kinds alone. */
static void published_marks_are_for_their_share(void **state)
{
	(void)state;
	free(app->view->data->net->of.net->name);
	app->view->data->net->of.net->name = strdup("cora");
	odd_published_clear(&app->published);
	assert_true(session_published(&app->published));
	run("plant structural=1");
	run("show recall");
	press("z");
	app->view->data->net->of.net->name[0] = 'c';
	free(app->view->data->net->of.net->name);
	app->view->data->net->of.net->name = strdup("cora");
	assert_screen_lacks("as published");
	run("undo");
	run("plant structural=2 attribute=2 combined=2");
	free(app->view->data->net->of.net->name);
	app->view->data->net->of.net->name = strdup("cora");
	assert_screen_has("as published");
}

static void small_scores_are_not_nothing(void **state)
{
	(void)state;
	char text[NUMBER_SIZE];
	const odd_score *score = app_scores(app)->score;
	assert_true(score->bounded);
	assert_string_equal(figure_score_text(text, score, 0.0), "0.000");
	assert_string_equal(figure_score_text(text, score, 0.25), "0.250");
	assert_string_not_equal(figure_score_text(text, score, 0.0002), "0.000");
}

/* A network without labels is not coloured by them. */
static void colours_that_are_not_there(void **state)
{
	(void)state;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 80;
	odd_network *net = make_blocks(&shape);
	for (size_t i = 0; i < net->nodes; i++)
		net->label[i] = ODD_NO_LABEL;
	odd_names_clear(&net->classes);
	save_network(net, "bare");
	run("open bare");
	assert_screen_lacks("by label");
	assert_screen_has("by score");
	for (int turn = 0; turn < 2; turn++) {
		press("C"); /* the communities take the place of the labels */
		assert_screen_has("by community");
		press("C");
		assert_screen_has("by kind");
		press("C");
		assert_screen_has("by score");
	}
	odd_error err = {0};
	assert_int_equal(app_run(app, "colour label", &err), ODD_EUSAGE);
}

/* The cursor of the loss does not move where nobody sees it. */
static void no_cursor_moves_unseen(void **state)
{
	(void)state;
	run("iterate");
	press("4 [");
	assert_false(explore_of(app)->reading);
	assert_screen_has("1 goes there");
	press("3 3 [");
	assert_false(explore_of(app)->reading);
	press("3 [");
	assert_true(explore_of(app)->reading);
}

/* Among the links that are worst explained are some that are not there. */
static void a_node_that_is_no_neighbour(void **state)
{
	(void)state;
	run("iterate 3");
	press("3 Home Enter");
	assert_screen_lacks("neighbour");
	assert_screen_has("( ) no link");
	size_t node = app->look->selected;
	press("j"); /* the same as Down: in the list, not to another node */
	assert_int_equal(app->look->selected, node);
	press("]");
	assert_int_equal(app->look->selected, app_scores(app)->order[1]);
	press("[");
	assert_int_equal(app->look->selected, node);
}

static void glyphs_by_the_terminal(void **state)
{
	struct ui_settings set;
	const char *before = getenv("TERM");
	char term[80];
	(void)state;
	snprintf(term, sizeof term, "%s", before != NULL ? before : "");
	setenv("TERM", "linux", 1);
	ui_settings_init(&set);
	assert_true(set.glyphs != GLYPHS_BRAILLE);
	setenv("TERM", term, 1);
}

/* ---- sessions -------------------------------------------------------------------------------- */

/* What cannot be read is told by a dialog, and the explorer goes on without it. */
static void a_home_that_is_a_file_is_told(void **state)
{
	(void)state;
	explorer_end();
	char file[300];
	snprintf(file, sizeof file, "%s/file", home);
	write_text(home, "file", "");
	setenv("XDG_CONFIG_HOME", file, 1);
	setenv("XDG_STATE_HOME", file, 1);
	explorer_configured(false, "blocks");
	assert_screen_has("file/oddone/history");
	assert_screen_has("cannot open: Not a directory");
	press("Enter");
	assert_screen_has("file/oddone/oddone.conf");
	press("Enter");
	run("iterate 2");
	assert_screen_has("iteration 2");
	startup_end(app);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("XDG_STATE_HOME");
}

/* Whatever ends it, the last session is there again; one in which nothing was done is none. */
static void the_last_session_is_continued(void **state)
{
	(void)state;
	explorer_end();
	explorer_configured(true, NULL);
	assert_screen_has("no session was left");
	explorer_end();
	explorer_configured(false, "blocks");
	run("iterate 3");
	run("substep 2");
	run("mark n5");
	struct app *dead = explorer_killed();
	explorer_configured(true, NULL);
	assert_int_equal(app->view->data->moment->iteration, 3);
	assert_int_equal(app->view->data->moment->next, ODD_STEP_H);
	assert_int_equal(app->look->mark_count, 1);
	assert_screen_has("the last session, 4 commands");
	run("iterate");
	run("filter degree>1");
	run("sort degree reverse");
	run("select n7");
	explorer_end();
	explorer_configured(false, "blocks"); /* nothing is done in this one */
	explorer_end();
	explorer_configured(true, NULL);
	assert_int_equal(app->view->data->moment->iteration, 4);
	/* What was looked at is, too, though no command of the session says so. */
	assert_string_equal(app_node_name(app, app->look->selected), "n7");
	assert_string_equal(app->look->filter.text, "degree>1");
	assert_string_equal(look_sorted_by(app->look)->name, "degree");
	assert_true(app->look->reversed);
	app_free(dead);
}

/* Beside an explorer that still runs the session a second one works on a copy. */
static void a_running_session_is_copied(void **state)
{
	char *first, text[100];
	(void)state;
	explorer_end();
	explorer_configured(false, "blocks");
	run("iterate 3");
	struct app *running = app;
	explorer_configured(true, NULL);
	snprintf(text, sizeof text, "a copy of the last session, 2 commands: process %ld on",
		(long)getpid());
	assert_screen_has(text);
	assert_string_equal(app->autosave->last, running->autosave->path);
	run("iterate 1");
	explorer_end();
	first = text_of(running->autosave->path);
	assert_non_null(strstr(first, "iterate 3\n"));
	assert_null(strstr(first, "iterate 1\n"));
	free(first);
	app_free(running);
}

/* A session that could not be played again as a whole stays as it was saved. */
static void a_part_does_not_replace_the_whole(void **state)
{
	char path[400], *saved;
	(void)state;
	explorer_end();
	explorer_configured(false, "blocks");
	run("iterate 2");
	snprintf(path, sizeof path, "%s", app->autosave->path);
	explorer_end();
	FILE *log = fopen(path, "a");
	assert_non_null(log);
	fputs("fly\niterate 7\n", log);
	fclose(log);
	explorer_configured(true, NULL);
	assert_screen_has("there is no command");
	press("Enter");
	run("iterate 1");
	assert_string_not_equal(app->autosave->path, path);
	explorer_end();
	saved = text_of(path);
	assert_non_null(strstr(saved, "iterate 2\nfly\niterate 7\n"));
	free(saved);
	explorer_configured(false, NULL);
}

/* What keeps the session from being saved stays on every screen until it is saved. */
static void a_session_that_is_not_saved_is_marked(void **state)
{
	char from[400], to[410];
	(void)state;
	explorer_end();
	explorer_configured(false, "blocks");
	snprintf(from, sizeof from, "%s", app->autosave->path);
	*strrchr(from, '/') = '\0';
	snprintf(to, sizeof to, "%s-away", from);
	assert_int_equal(rename(from, to), 0);
	run("iterate 2");
	assert_screen_has("[not saved: cannot write: No such file or directory]");
	press("?");
	assert_screen_has("[not saved: cannot write: No such file or directory]");
	press("Escape");
	assert_int_equal(rename(to, from), 0);
	run("iterate 1");
	assert_screen_lacks("not saved");
}

/* A session that was written is opened like a network, exactly as it was, O and all. */
static void a_session_is_saved_and_opened(void **state)
{
	(void)state;
	run("plant attribute=1");
	run("iterate 2");
	run("substep 4");
	odd_error err = {0};
	assert_int_equal(app_run(app, "save it.tsv", &err), ODD_OK);
	assert_screen_has("does not end in .oddlog");
	press("Enter");
	run("save it.oddlog");
	struct session_view *before = worker_view(app->worker);
	run("open blocks");
	run("open it.oddlog");
	const odd_scores *a = &before->scored->scores, *b = app_scores(app);
	assert_int_equal(app->view->data->moment->trace.count, before->data->moment->trace.count);
	assert_int_equal(app->view->data->moment->next, before->data->moment->next);
	assert_memory_equal(a->total, b->total, a->n * sizeof *a->total);
	for (int t = 0; t < 3; t++)
		assert_memory_equal(a->component[t], b->component[t], a->n * sizeof(double));
	shared_release(before);
	press("b");
	assert_screen_has("H of iteration 3");
}

/* ---- views of the loss, and links --------------------------------------------------------------
 */

/* A person sees that the twentieth iteration still does something. */
static void the_loss_does_not_look_flat(void **state)
{
	(void)state;
	run("show loss");
	run("iterate");
	assert_screen_lacks("above the best");
	run("iterate 9");
	assert_screen_has("loss above the best (log)");
	press("v");
	assert_screen_has("β L_dis");
	press("+ +"); /* from near by the total alone, from edge to edge */
	assert_screen_lacks("β L_dis");
	run("export loss near.svg");
	assert_non_null(strstr(last_logged(), "--view terms --iterations 7.5,10"));
	run("loss-view excess");
	run("zoom fit");
	run("export loss excess.svg");
	assert_non_null(strstr(last_logged(), "--view excess"));
	assert_null(strstr(last_logged(), "--iterations"));
}

static size_t dots_of(const char *text)
{
	size_t dots = 0;
	for (const char *p = text; *p != '\0';) {
		uint32_t c = utf8_next(&p);
		dots += c > 0x2800 && c < 0x2900 ? (size_t)__builtin_popcount(c & 0xff) : 0;
	}
	return dots;
}

/* Names around a circle stand in each other's way: of a node with many links every neighbour has
 * its number, and its name and words beside it. */
static void every_neighbour_is_named(void **state)
{
	(void)state;
	char line[100];
	run("iterate");
	const odd_network *net = app_network(app);
	size_t most = 0;
	for (size_t i = 1; i < net->nodes; i++)
		if (net->A.ptr[i + 1] - net->A.ptr[i] > net->A.ptr[most + 1] - net->A.ptr[most])
			most = i;
	const size_t degree = net->A.ptr[most + 1] - net->A.ptr[most];
	assert_true(degree > 8 && degree <= 24);
	snprintf(line, sizeof line, "select %s", odd_names_get(&net->ids, most));
	run(line);
	run("show map");
	press("z");
	run("ego 1");
	for (size_t e = net->A.ptr[most]; e < net->A.ptr[most + 1]; e++) {
		snprintf(line, sizeof line, " %s: ", odd_names_get(&net->ids, net->A.idx[e]));
		assert_screen_has(line);
	}
	for (size_t i = 1; i <= degree; i++) {
		snprintf(line, sizeof line, "%2zu n", i);
		assert_screen_has(line);
	}
	assert_screen_lacks("more");
}

static void links_are_on_the_map(void **state)
{
	(void)state;
	run("iterate 2");
	run("show map");
	press("z");
	run("select #1");
	run("links none");
	char *without = screen();
	run("links selected");
	char *with = screen();
	run("links all");
	char *all = screen();
	assert_true(dots_of(with) > dots_of(without) + 20);
	assert_true(dots_of(all) > dots_of(with) + 100);
	free(without);
	free(with);
	free(all);
	for (int step = 1; step <= 2; step++) {
		press("E");
		assert_screen_has("neighbours");
		const odd_network *net = app_network(app);
		size_t first = net->A.idx[net->A.ptr[app->look->selected]];
		assert_screen_has(app_node_name(app, first));
		/* with words of theirs */
		assert_screen_has(odd_names_get(&net->words, net->C.idx[net->C.ptr[first]]));
	}
	run("export map ego.svg");
	assert_non_null(strstr(last_logged(), "--ego 2"));
	press("Esc Esc"); /* the pane alone, and then the node */
	assert_int_equal(explore_of(app)->ego, 0);
	for (size_t node = 0; node < 120; node += 7) { /* of any node */
		char line[40];
		snprintf(line, sizeof line, "select n%zu", node);
		run(line);
		run("ego 2");
		run("ego 1");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_blocks, end_empty)

/* Recall at the end of every iteration lies over the loss, though only the last one was scored when
 * the run moved on; files have it too. */
static void recall_lies_over_the_loss(void **state)
{
	(void)state;
	odd_error err = {0};
	assert_int_equal(app_run(app, "overlay recall", &err), ODD_EUSAGE);
	assert_false(explore_of(app)->recalls);
	run("plant structural=3 attribute=4 --cold");
	run("iterate 4");
	run("show loss");
	press("H");
	const struct session_recalls *r = app->view->recalls;
	assert_non_null(r);
	assert_int_equal(r->count, 5);
	for (size_t i = 0; i < r->count; i++)
		assert_true(r->at[i] == (double)i);
	assert_true(r->recall[0][4] == app->view->scored->evaluation.row[0].recall);
	assert_true(r->recall[1][4] == app->view->scored->evaluation.row[1].recall);
	double then = r->recall[0][2];
	assert_screen_has("rec 10%");
	run("export loss over.svg");
	assert_non_null(strstr(app->view->log[app->view->log_count - 1], "--recall"));
	run("back 2 iterations");
	r = app->view->recalls;
	assert_int_equal(r->count, 3);
	assert_true(r->recall[0][2] == then);
	assert_true(then == app->view->scored->evaluation.row[0].recall);
	press("H");
	assert_null(app->view->recalls);
	assert_int_equal(app_run(app, "export loss alone.svg", &err), ODD_OK);
	assert_null(strstr(app->view->log[app->view->log_count - 1], "--recall"));
}

/* ---- what was chosen in the program stays chosen ----------------------------------------------
 */

static void end_configured(void)
{
	startup_end(app);
	explorer_end();
}

static void choices_are_remembered(void **state)
{
	(void)state;
	char text[2000] = "";
	explorer_end();
	explorer_configured(false, "blocks");
	run("glyphs ascii");
	run("set preset=paper");
	run("set k=5"); /* which belongs to the network */
	run("open-dialog options");
	app_draw(app);
	char *screen = cells_to_text(app->canvas);
	assert_non_null(strstr(screen, "remembered in "));
	assert_non_null(strstr(screen, "/oddone/settings"));
	free(screen);
	end_configured();
	FILE *in = fopen(".local/state/oddone/settings", "r");
	assert_non_null(in);
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	fclose(in);
	assert_non_null(strstr(text, "set glyphs=ascii\n"));
	assert_non_null(strstr(text, "set preset=paper\n"));
	assert_null(strstr(text, "k=5"));

	explorer_configured(false, "blocks");
	assert_int_equal(app->set.glyphs, GLYPHS_ASCII);
	assert_int_equal(app->view->wanted.one.preset, ODD_PAPER);
	assert_int_equal(
		app->view->data->moment->used.preset, ODD_PAPER); /* the run has begun with it */
	assert_int_equal(app->view->wanted.one.k, 0);
	run("set preset=calibrated"); /* back to what it is without the file */
	end_configured();

	explorer_begin("blocks", true); /* --no-config */
	assert_int_equal(app->set.glyphs, GLYPHS_BRAILLE);
	run("open-dialog options");
	app_draw(app);
	screen = cells_to_text(app->canvas);
	assert_non_null(strstr(screen, "not remembered"));
	free(screen);
	explorer_end();

	FILE *out =
		fopen(".local/state/oddone/settings", "a"); /* what makes no sense is passed over */
	assert_non_null(out);
	fputs("set glyphs=hieroglyphs\nset no\nlayout pane=9\n\xff\xfe=\nlayout\n", out);
	fclose(out);
	explorer_configured(false, "blocks");
	assert_int_equal(app->view->wanted.one.preset, ODD_CALIBRATED);
	assert_int_equal(app->set.glyphs, GLYPHS_ASCII);
	startup_end(app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_tour_destroys_nothing),
		TEST(a_kept_run_is_drawn_whole),
		TEST(a_map_is_exported_as_it_is_seen),
		TEST(a_neighbourhood_is_logged_with_its_node),
		TEST(the_selection_is_lit_in_all_panes),
		TEST(communities_are_found_when_named),
		TEST(a_file_is_named_by_its_moment),
		TEST(opening_is_told),
		TEST(play_waits_for_the_network),
		TEST(the_status_line_follows),
		TEST(published_marks_are_for_their_share),
		TEST(small_scores_are_not_nothing),
		TEST(colours_that_are_not_there),
		TEST(no_cursor_moves_unseen),
		TEST(a_node_that_is_no_neighbour),
		TEST(glyphs_by_the_terminal),
		TEST(a_home_that_is_a_file_is_told),
		TEST(the_last_session_is_continued),
		TEST(a_running_session_is_copied),
		TEST(a_part_does_not_replace_the_whole),
		TEST(a_session_that_is_not_saved_is_marked),
		TEST(a_session_is_saved_and_opened),
		TEST(the_loss_does_not_look_flat),
		TEST(every_neighbour_is_named),
		TEST(links_are_on_the_map),
		TEST(recall_lies_over_the_loss),
		TEST(choices_are_remembered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
