/* test_command.c: lines, words, mistakes, completion, and what each command leaves behind. */
#include "config.h"

#include <unistd.h>

#include "session_helpers.h"
#include "session_setup.h"

#include "draw/figures.h"
#include "draw/png.h"

static void lines_become_words(void **state)
{
	(void)state;
	odd_error err;
	char **words;
	int count;
	assert_ok(command_split(&words, &count, "  a 'b c'\"d\\\"e\\f\" g\\ h '' \t", &err), err);
	assert_int_equal(count, 4);
	assert_string_equal(words[0], "a");
	assert_string_equal(words[1], "b cd\"e\\f");
	assert_string_equal(words[2], "g h");
	assert_string_equal(words[3], "");
	command_free_words(words, count);
	assert_int_equal(command_split(&words, &count, "a \"b", &err), ODD_EUSAGE);
	assert_null(words);
	/* A comment may have what it likes in it. */
	assert_ok(command_split(&words, &count, "  # one's own", &err), err);
	assert_int_equal(count, 0);
	command_free_words(words, count);
}

/* Any word survives being quoted and split again. */
static void quoting_round_trips(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 5, "words");
	static const char letters[] = "ab '\"\\\t#{}=";
	for (int round = 0; round < 3000; round++) {
		char word[12], **words;
		size_t length = odd_rng_below(&rng, sizeof word);
		int count;
		for (size_t i = 0; i < length; i++)
			word[i] = letters[odd_rng_below(&rng, sizeof letters - 1)];
		word[length] = '\0';
		char *quoted = command_quote(word);
		assert_ok(command_split(&words, &count, quoted, &err), err);
		assert_int_equal(count, 1);
		assert_string_equal(words[0], word);
		command_free_words(words, count);
		free(quoted);
	}
}

static void mistakes_are_named(void **state)
{
	(void)state;
	struct session *s = session_create();
	run_bad(s, "iterate", "no network is open");
	run_bad(s, "fly", "no command \"fly\"");
	run_bad(s, "expo", "did you mean export?");
	run_bad(s, "set alhpa=3", "did you mean alpha?");
	run_bad(s, "log", "log save FILE");
	session_free(s);
	s = open_session(dir);
	struct picture before = picture_of(s);
	static const char *const bad[][2] = {
		{"substep 0", "below 1"},
		{"substep 1.5", "not a whole number"},
		{"substep x", "not a number"},
		{"iterate 1 2", "say: iterate [COUNT]"},
		{"until", "say: until"},
		{"until it<3", "\"it<3\" does not fit; say: until it=N|"},
		{"until delta<0", "below"},
		{"until delta<2", "above 1"},
		{"back", "the start"},
		{"reset maybe", "say: reset"},
		{"reset seed=-1", "whole number"},
		{"set", "say: set"},
		{"set k", "say: set"},
		{"set q=3", "no option \"q\""},
		{"set k=0", "below 1"},
		{"set k=120", "above 119"},
		{"set mu=0.5", "below 1"},
		{"set mu=nan", "mu"},
		{"set alpha=-1", "below 0"},
		{"set preset=best", "not one of calibrated|paper"},
		{"set init=x", "preset|nmf"},
		{"set update=x", "coordinate|block"},
		{"set seed=x", "whole number"},
		{"set iterations=-1", "below 0"},
		{"set weights=1,2", "three numbers"},
		{"weights 0,0,0", "all three"},
		{"weights -1,1,1", "none negative"},
		{"weights 0x1,0,0", "three numbers"},
		{"plant structural=101%", "cannot read"},
		{"plant", "say: plant"},
		{"plant 5", "cannot read"},
		{"plant odd=3", "structural"},
		{"plant 0.1%", "less than one node"},
		{"plant structural=0", "say: plant"},
		{"plant structural=1 --style odd", "not one of uniform|local"},
		{"plant --seed", "say: plant"},
		{"unplant", "nothing has been planted"},
		{"unplant now", "say: unplant"},
		{"drop", "no run has been kept"},
		{"select nobody", "no node \"nobody\""},
		{"select #0", "below 1"},
		{"select #999", "above"},
		{"find", "what to look for"},
		{"find nobody", "no node has"},
		{"filter", "say: filter"},
		{"filter x", "\"x\": say name~x"},
		{"filter type=odd", "\"odd\" is no kind"},
		{"filter label=none", "no class"},
		{"sort girth", "nothing is called \"girth\""},
		{"mark", "no node is selected"},
		{"export picture x.png", "no figure or table"},
		{"export loss x.gif", ".png"},
		{"export loss", "say: export WHAT FILE"},
		{"export trace x.png", "is a table"},
		{"export loss x.png y.png", "say: export"},
		{"export loss x.png --size 3", "not a size such as 1600x900"},
		{"export loss x.png --size 3x3", "between 16 and 30000"},
		{"export loss x.png --size", "wants a value"},
		{"export loss x.png --scale 0", "below"},
		{"export loss x.png --theme blue", "not one of light|dark"},
		{"export map x.png --colour red", "not one of label|kind|score"},
		{"export map x.png --overwrite", "no option --overwrite"},
		{"undo", "nothing to undo"},
		{"redo", "nothing to redo"},
		{"undo 3", "say: undo"},
		{"help flying", "no command"},
		{"iterate\nquit", "one line"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		run_bad(s, bad[i][0], bad[i][1]);
	assert_same(picture_of(s), before);
	assert_int_equal(s->log.count, 1); /* the opening */
	assert_int_equal(s->undo.count, 0);
	odd_error err;
	assert_int_equal(session_run(s, "open /nowhere/at/all", NULL, &err), ODD_EIO);
	assert_same(picture_of(s), before); /* still open */
	run_ok(s, "   # nothing");
	run_ok(s, "");
	session_free(s);
}

static void looking_is_not_logged(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	uint32_t rows[120];
	size_t count;
	struct node_values facts;
	run_ok(s, "iterate 3");
	run_ok(s, "find n11");
	assert_string_equal(odd_names_get(&session_network(s)->ids, s->look->selected), "n11");
	size_t first = s->look->selected;
	run_ok(s, "find");
	assert_true(s->look->selected != first);
	assert_non_null(strstr(odd_names_get(&session_network(s)->ids, s->look->selected), "n11"));
	run_ok(s, "find -p");
	assert_int_equal(s->look->selected, first);
	run_ok(s, "select #1");
	assert_int_equal(s->look->selected, s->scored->scores.order[0]);
	run_ok(s, "sort structure");
	run_ok(s, "filter 'label=class 1'");
	facts = (struct node_values){.net = session_network(s), .scores = session_scores(s)};
	assert_ok(look_list(rows, &count, s->look, &facts, &err), err);
	assert_true(count > 10 && count < 120);
	for (size_t i = 1; i < count; i++)
		assert_true(s->scored->scores.component[0][rows[i]] <=
			    s->scored->scores.component[0][rows[i - 1]]);
	run_ok(s, "sort total reverse");
	run_ok(s, "filter rank<11");
	facts = (struct node_values){.net = session_network(s), .scores = session_scores(s)};
	assert_ok(look_list(rows, &count, s->look, &facts, &err), err);
	assert_int_equal(count, 10);
	assert_int_equal(rows[9], s->scored->scores.order[0]);
	assert_int_equal(s->log.count, 2);
	run_ok(s, "mark");
	run_ok(s, "filter marked");
	facts = (struct node_values){.net = session_network(s), .scores = session_scores(s)};
	assert_ok(look_list(rows, &count, s->look, &facts, &err), err);
	assert_int_equal(count, 1);
	run_ok(s, "mark");
	assert_int_equal(s->look->mark_count, 0);
	assert_int_equal(s->log.count, 4);
	run_ok(s, "select none");
	assert_true(s->look->selected == SESSION_NONE);
	session_free(s);
}

static void selection_survives_what_it_can(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "plant structural=1");
	assert_int_equal(s->look->selected, 120);
	run_ok(s, "iterate");
	assert_int_equal(s->look->selected, 120);
	run_ok(s, "unplant");
	assert_true(s->look->selected == SESSION_NONE);
	session_free(s);
}

static void a_slider_is_one_act(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate");
	run_ok(s, "set score=one");
	size_t undos = s->undo.count, lines = s->log.count;
	run_ok(s, "weights 1,0,0");
	run_ok(s, "weights 0.9,0.1,0");
	run_ok(s, "weights 0.8,0.1,0.1");
	assert_int_equal(s->undo.count, undos + 1);
	assert_int_equal(s->log.count, lines + 1);
	assert_string_equal(s->log.line[lines], "weights 0.8,0.1,0.1");
	run_ok(s, "undo");
	assert_false(s->now.wanted.weighted);
	run_ok(s, "redo");
	assert_true(s->now.wanted.weighted);
	/* Something else in between makes two acts of it. */
	run_ok(s, "substep");
	run_ok(s, "weights 1,0,0");
	assert_int_equal(s->undo.count, undos + 3);
	session_free(s);
}

static void weights_act_at_once(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 3");
	run_ok(s, "set score=one");
	struct picture preset = picture_of(s);
	run_ok(s, "weights 1,0,0");
	assert_ok(session_refresh(s, NULL, &err), err);
	assert_true(s->scored->scores.weight[0] == 1.0);
	assert_other(picture_of(s), preset);
	run_ok(s, "undo");
	assert_same(picture_of(s), preset);
	run_ok(s, "redo");
	assert_other(picture_of(s), preset);
	run_ok(s, "weights preset");
	assert_same(picture_of(s), preset);
	session_free(s);
}

static void everything_can_be_exported(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	const struct figure *figure;
	char line[700];
	run_ok(s, "plant 5%");
	run_ok(s, "iterate 2");
	run_ok(s, "plant structural=1");
	run_ok(s, "iterate 2");
	for (size_t i = 0; (figure = figure_get(i)) != NULL; i++) {
		snprintf(line, sizeof line, "export %s '%s/%s.svg'", figure->name, dir,
			figure->name);
		run_ok(s, line);
	}
	static const char *const tables[] = {
		"scores", "embedding", "projection", "trace", "recall"};
	const size_t rows_of[] = {session_network(s)->nodes, session_network(s)->nodes,
		session_network(s)->nodes + 1, odd_one_trace(s->now.epoch->run)->count,
		ODD_RECALL_ROWS};
	for (size_t i = 0; i < 5; i++) {
		snprintf(line, sizeof line, "export %s '%s/%s.tsv'", tables[i], dir, tables[i]);
		run_ok(s, line);
		snprintf(line, sizeof line, "%s/%s.tsv", dir, tables[i]);
		FILE *in = fopen(line, "r");
		assert_non_null(in);
		size_t rows = 0;
		for (int c; (c = getc(in)) != EOF;)
			rows += c == '\n';
		fclose(in);
		assert_int_equal(rows, rows_of[i] + 1);
	}
	odd_error err;
	assert_int_equal(session_run(s, "export loss /nowhere/loss.png", NULL, &err), ODD_EIO);
	session_free(s);
}

static bool is_there(const char *name)
{
	char path[600];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return access(path, F_OK) == 0;
}

/* Nothing is written over unless it is said so; numbers go on until all files are new. */
static void exports_write_over_nothing(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	char line[700], path[600];
	run_ok(s, "iterate");
	snprintf(line, sizeof line, "export map '%s/m.png' --size 400x300", dir);
	run_ok(s, line);
	run_bad(s, line, "--replace replaces it, --number writes");
	snprintf(line, sizeof line, "export map '%s/m.png' --size 420x300 --theme dark --replace",
		dir);
	run_ok(s, line);
	write_text(dir, "m-2.tsv", "mine\n");
	snprintf(line, sizeof line,
		"export map '%s/m.png' --size 400x300 --colour score --scale 2 --with-data "
		"--with-log --number",
		dir);
	run_ok(s, line);
	snprintf(path, sizeof path, "%s/m-3.png", dir);
	assert_non_null(strstr(s->status, path));
	assert_false(is_there("m-2.png"));
	assert_true(is_there("m-3.png") && is_there("m-3.tsv") && is_there("m-3.oddlog"));
	/* Played again it neither fails nor writes over what it wrote. */
	assert_non_null(strstr(s->log.line[2], "--number"));
	odd_error err;
	struct png_info info;
	assert_ok(png_read_text(&info, path, &err), err);
	assert_int_equal(info.width, 400);
	static const char *const keys[] = {
		"Title", "Software", "Figure", "Iteration", "Dataset", "Command", "Log", "Options"};
	assert_int_equal(info.count, 8);
	for (size_t i = 0; i < 8; i++)
		assert_string_equal(info.text[i].key, keys[i]);
	assert_string_equal(info.text[3].value, "iteration 1");
	assert_string_equal(info.text[6].value, "m-3.oddlog");
	assert_non_null(strstr(info.text[5].value, "; iterate; export map"));
	png_info_clear(&info);
	session_free(s);
}

/* The command in a picture of marked nodes makes it again, with the same marks. */
static void pictures_carry_their_marks(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	char line[700], path[600], *rest, *next;
	odd_error err;
	struct png_info info;
	const char *const way[] = {"iterate", "mark #3", "substep 5", "mark #1", "undo",
		"mark none", "mark #2", "mark #9"};
	for (size_t i = 0; i < sizeof way / sizeof *way; i++)
		run_ok(s, way[i]);
	snprintf(path, sizeof path, "%s/marked.png", dir);
	snprintf(line, sizeof line, "export map '%s' --size 400x300 --only marked", path);
	run_ok(s, line);
	assert_ok(png_read_text(&info, path, &err), err);
	char *command = strdup(info.text[5].value);
	png_info_clear(&info);
	struct session *again = session_create();
	assert_int_equal(remove(path), 0);
	for (rest = command; rest != NULL; rest = next) {
		next = strstr(rest, "; ");
		if (next != NULL) {
			*next = '\0';
			next += 2;
		}
		run_ok(again, rest);
	}
	assert_int_equal(again->look->mark_count, 2);
	assert_memory_equal(again->look->mark, s->look->mark, 2 * sizeof *s->look->mark);
	assert_true(is_there("marked.png"));
	free(command);
	session_free(again);
	session_free(s);
}

/* The same commands give the same figure, whatever was looked at in between. */
static void figures_are_the_same_again(void **state)
{
	(void)state;
	char text[2][40000] = {"", ""};
	for (int t = 0; t < 2; t++) {
		struct session *s = open_session(dir);
		char line[700];
		for (int i = 0; i < 4; i++) {
			run_ok(s, "iterate");
			if (t == 1)
				run_ok(s, "select #1");
		}
		snprintf(line, sizeof line, "export projection '%s/p%d.tsv'", dir, t);
		run_ok(s, line);
		snprintf(line, sizeof line, "%s/p%d.tsv", dir, t);
		FILE *in = fopen(line, "r");
		assert_true(fread(text[t], 1, sizeof text[t] - 1, in) > 1000);
		fclose(in);
		session_free(s);
	}
	assert_string_equal(text[0], text[1]);
}

/* ---- completion ----------------------------------------------------------------------------- */

static void completes(const odd_network *net, const char *line, const char *expected, size_t start)
{
	struct completion c;
	char all[2000] = "";
	command_complete(&c, &session_commands, net, line);
	for (size_t i = 0; i < c.count; i++) {
		strcat(all, i > 0 ? "|" : "");
		strcat(all, c.candidate[i]);
	}
	assert_string_equal(all, expected);
	assert_int_equal(c.start, start);
	completion_clear(&c);
}

static void tab_completes(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	const odd_network *net = session_network(s);
	char line[600], expected[600];
	completes(net, "se", "select|set", 0);
	completes(net, "  un", "undo|unplant|until", 2);
	completes(net, "set a", "alpha=", 4);
	completes(net, "set preset=", "preset=calibrated|preset=paper", 4);
	completes(net, "set init=r", "init=random", 4);
	completes(net, "export ma", "map|marks|matrices", 7);
	completes(net, "filter rank<9 l", "label=|linked=", 14);
	completes(net, "filter label=x,",
		"\"label=x,class 0\"|\"label=x,class 1\"|\"label=x,class 2\"", 7);
	completes(net, "filter kind=pl", "kind=placebo", 7);
	completes(net, "mark --only ", "", 12);
	completes(net, "export t", "trace", 7);
	completes(net, "export map x.png --th", "--theme", 17);
	completes(net, "project t", "tsne", 8);
	completes(net, "until ", "delta<|it=", 6);
	completes(net, "sort t", "total", 5);
	completes(net, "sort total ", "reverse", 11);
	completes(net, "help e", "explain|export", 5);
	completes(net, "filter label=", "\"label=class 0\"|\"label=class 1\"|\"label=class 2\"", 7);
	completes(net, "filter \"label=class 1", "\"label=class 1\"", 7);
	completes(net, "fly m", "", 4);
	completes(NULL, "filter label=", "", 7);
	write_text(dir, "a b.txt", "");
	snprintf(line, sizeof line, "open %s/", dir);
	struct completion c;
	command_complete(&c, &session_commands, net, line);
	assert_true(c.count >= 2);
	completion_clear(&c);
	snprintf(line, sizeof line, "open %s/n", dir);
	snprintf(expected, sizeof expected, "%s/net/", dir);
	completes(net, line, expected, 5);
	snprintf(line, sizeof line, "log save %s/a\\ ", dir);
	snprintf(expected, sizeof expected, "\"%s/a b.txt\"", dir);
	completes(net, line, expected, 9);
	session_free(s);
}

static void help_knows_every_command(void **state)
{
	(void)state;
	struct session *s = session_create();
	const odd_option *option;
	run_ok(s, "help");
	for (size_t i = 0; i < session_commands.rows; i++) {
		const struct command_row *command = &session_commands.row[i];
		char line[80];
		assert_non_null(strstr(s->answer, command->help));
		assert_ptr_equal(commands_find(&session_commands, command->name), command);
		snprintf(line, sizeof line, "help %s", command->name);
		run_ok(s, line);
		assert_non_null(strstr(s->answer, command->usage));
		run_ok(s, "help");
	}
	run_ok(s, "help set");
	for (size_t i = 0; (option = run_option_settable(i)) != NULL; i++)
		assert_non_null(strstr(s->answer, option->help));
	run_ok(s, "help export");
	assert_non_null(strstr(s->answer, "figures: loss map"));
	assert_non_null(strstr(s->answer, "tables: embedding"));
	run_ok(s, "set k=5"); /* before there is a network */
	run_ok(s, "quit");
	assert_true(s->quit);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_become_words),
		cmocka_unit_test(quoting_round_trips),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(looking_is_not_logged),
		cmocka_unit_test(selection_survives_what_it_can),
		cmocka_unit_test(weights_act_at_once),
		cmocka_unit_test(a_slider_is_one_act),
		cmocka_unit_test(everything_can_be_exported),
		cmocka_unit_test(exports_write_over_nothing),
		cmocka_unit_test(pictures_carry_their_marks),
		cmocka_unit_test(figures_are_the_same_again),
		cmocka_unit_test(tab_completes),
		cmocka_unit_test(help_knows_every_command),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
