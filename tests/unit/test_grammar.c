/* test_grammar.c: usages as specifications: all that are in the tables can be read, what people
 * have written fits them, what does not is told, and lines are completed by them. */
#include "config.h"

#include <dirent.h>

#include "helpers.h"
#include "lsan.h"

#include "session/command.h"
#include "tui/keymap.h"
#include "tui/ui_commands.h"

static odd_status accept_nothing(
	const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	return odd_error_set(err, ODD_EUSAGE, "\"%s\" is refused", text);
}

static void offer_two(const struct offer *o)
{
	offer_word(o, "alpha");
	offer_word(o, "a b");
}

static const struct kind kinds[] = {
	{"N", "a number", .value = {.type = ODD_OPTION_WHOLE, .least = 1, .most = 9}},
	{"WORD", "two words", .offer = offer_two},
	{"NONE", "nothing", .check = accept_nothing},
	{"COMMAND", .help = "a command"},
};
static const struct command_row rows[] = {
	{"plain", "", 0, NULL, ""},
	{"one", "up|down|at=N [again]", 0, NULL, ""},
	{"many", "WORD... [--deep] [--size N|all] [--here|--there]", 0, NULL, ""},
	{"forms", "go N | stop | [N] end", 0, NULL, ""},
	{"none", "NONE|N", 0, NULL, ""},
};
static const struct command_table table = {
	rows, sizeof rows / sizeof *rows, kinds, sizeof kinds / sizeof *kinds, NULL};

/* What was read, "COUNT=3 --deep=" and so on. */
static void reads(const char *line, const char *expected)
{
	struct arguments args;
	odd_error err = {0};
	char all[300] = "";
	assert_ok(arguments_read(&args, &table, line, &err), err);
	for (size_t i = 0; i < args.count; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%d.%d %.*s=%s",
			i > 0 ? ", " : "", args.item[i].place, args.item[i].at,
			(int)args.item[i].length, args.item[i].name, args.item[i].text);
	assert_string_equal(all, expected);
	arguments_clear(&args);
}

static void refuses(const char *line, const char *expected)
{
	struct arguments args;
	odd_error err = {0};
	assert_int_equal(arguments_read(&args, &table, line, &err), ODD_EUSAGE);
	assert_string_equal(err.message, expected);
	arguments_clear(&args);
}

static void words_find_their_places(void **state)
{
	(void)state;
	reads("plain", "");
	reads("one down", "0.1 down=down");
	reads("one at=3 again", "0.2 at=N=3, 1.0 again=again");
	reads("many a", "0.0 WORD=a");
	reads("many --deep a 'b c' --size 4 d", "1.0 --deep=, 2.0 --size=4, 0.0 WORD=a, "
						"0.0 WORD=b c, 0.0 WORD=d");
	reads("many --there a --size all", "3.0 --there=, 2.1 --size=all, 0.0 WORD=a");
	reads("forms go 2", "0.0 go=go, 1.0 N=2");
	reads("forms stop", "0.0 stop=stop");
	reads("forms end", "1.0 end=end");
	reads("forms 3 end", "0.0 N=3, 1.0 end=end");
	reads("none 4", "0.1 N=4");
	reads("  ", "");
}

static void arguments_are_asked_for_by_name(void **state)
{
	(void)state;
	struct arguments args;
	odd_error err;
	assert_ok(arguments_read(&args, &table, "many x y --size 7", &err), err);
	assert_string_equal(arguments_text(&args, "WORD"), "x");
	assert_true(arguments_number(&args, "--size", 1.0) == 7.0);
	assert_true(arguments_number(&args, "N", 1.0) == 1.0);
	assert_false(arguments_have(&args, "--deep"));
	assert_null(arguments_get(&args, "WOR"));
	assert_int_equal(arguments_choice(&args, 2), 0);
	assert_int_equal(arguments_choice(&args, 1), -1);
	char *rest = arguments_rest(&args, 2);
	assert_string_equal(rest, "y --size 7");
	free(rest);
	arguments_clear(&args);
}

static void mistakes_are_told_in_one_way(void **state)
{
	(void)state;
	refuses("plain x", "plain: \"x\" does not fit; say: plain");
	refuses("one", "one: say: one up|down|at=N [again]");
	refuses("one side", "one: \"side\" does not fit; say: one up|down|at=N [again]");
	refuses("one at=0", "one at: 0 is below 1");
	refuses("one up up", "one: \"up\" does not fit; say: one up|down|at=N [again]");
	refuses("forms go x", "forms: \"x\" is not a number");
	refuses("forms go", "forms: say: forms go N | stop | [N] end");
	refuses("none x", "none: \"x\" is refused");
	static const char usage[] = "; say: many WORD... [--deep] [--size N|all] [--here|--there]";
	char text[200];
	snprintf(text, sizeof text, "many: there is no option --far%s", usage);
	refuses("many a --far", text);
	snprintf(text, sizeof text, "many: --size wants a value%s", usage);
	refuses("many a --size", text);
	refuses("many a --size 12", "many: --size: 12 is above 9");
	refuses("one up --size 12", "one: \"--size\" does not fit; say: one up|down|at=N [again]");
	refuses("plan", "there is no command \"plan\"; did you mean plain?");
	refuses("mnay", "there is no command \"mnay\"; did you mean many?");
	refuses("elsewhere", "there is no command \"elsewhere\"; help lists them");
	refuses("one 'x", "a quotation begun with ' does not end");
}

/* A line of very many words takes no more of the stack than a short one. */
static void long_lines_are_read(void **state)
{
	(void)state;
	const size_t words = 300000;
	char *line = malloc(2 * words + 6);
	assert_non_null(line);
	strcpy(line, "many");
	for (size_t i = 0; i < words; i++)
		memcpy(line + 4 + 2 * i, " a", 3);
	struct arguments args;
	odd_error err;
	assert_ok(arguments_read(&args, &table, line, &err), err);
	assert_int_equal(args.count, words);
	arguments_clear(&args);
	free(line);
}

static void offers(const char *line, const char *expected)
{
	struct completion c;
	char all[300] = "";
	command_complete(&c, &table, NULL, line);
	for (size_t i = 0; i < c.count; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "",
			c.candidate[i]);
	assert_string_equal(all, expected);
	completion_clear(&c);
}

static void places_say_what_may_come(void **state)
{
	(void)state;
	offers("one ", "at= down up");
	offers("one d", "down");
	offers("one at=", "");
	offers("one up ", "again");
	offers("one up again ", "");
	offers("one side ", "");
	offers("many ", "\"a b\" alpha");
	offers("many al", "alpha");
	offers("many x ", "\"a b\" --deep --here --size --there alpha");
	offers("many -", "--deep --here --size --there");
	offers("many x --deep --h", "--here");
	offers("many x --here --", "--deep --size");
	offers("many x --size ", "all");
	offers("many --size 3 ", "\"a b\" alpha");
	offers("forms ", "end go stop");
	offers("forms 3 ", "end");
	offers("nothing ", "");
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* Words in capitals that no kind stands behind would be taken for words to type. */
static void check_words(const char *name, const char *words, size_t size)
{
	const char *word, *at = words;
	size_t length, prefix;
	while (grammar_alternative(&at, words + size, &word, &length)) {
		const struct kind *kind = grammar_kind(&explorer_commands, word, length, &prefix);
		if (length == 0 || (kind == NULL && prefix != length))
			fail_msg("%s: nobody knows what \"%.*s\" stands for", name, (int)length,
				word);
	}
}

static void every_usage_is_a_specification(void **state)
{
	(void)state;
	for (const struct command_table *t = &explorer_commands; t != NULL; t = t->base)
		for (size_t i = 0; i < t->rows; i++) {
			const struct command_row *row = &t->row[i];
			struct grammar_form form;
			odd_error err = {0};
			for (const char *at = row->usage; at != NULL;) {
				if (grammar_form(&form, &at, &err) != ODD_OK)
					fail_msg("%s: %s", row->name, err.message);
				for (size_t p = 0; p < form.count; p++)
					check_words(row->name, form.place[p].word,
						form.place[p].length);
			}
		}
	struct grammar_form form;
	const char *bad[] = {"[a", "a]b ]", "a b c d e f g h i j k l m n o p q r s t u v w x y"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(grammar_form(&form, &bad[i], NULL), ODD_EUSAGE);
}

/* Every kind is used, and says what it is. */
static void every_kind_has_a_sentence(void **state)
{
	(void)state;
	for (const struct command_table *t = &explorer_commands; t != NULL; t = t->base)
		for (size_t i = 0; i < t->kinds; i++)
			assert_true(t->kind[i].help != NULL && t->kind[i].help[0] != '\0');
}

static void accepted(const char *where, const char *line)
{
	struct arguments args;
	odd_error err = {0};
	if (arguments_read(&args, &explorer_commands, line, &err) != ODD_OK)
		fail_msg("%s: %s: %s", where, line, err.message);
	arguments_clear(&args);
}

static void what_keys_say_is_accepted(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	const struct keymap_row *row;
	for (size_t i = 0; (row = keymap_get(map, i)) != NULL; i++)
		accepted("keys.def", row->command);
	keymap_free(map);
}

/* Commands in a file: all lines but those of `verbs`, or those behind `verb`. */
static size_t accept_file(const char *path, const char *verb, const char *const *verbs)
{
	FILE *in = fopen(path, "r");
	char line[1000];
	size_t count = 0;
	assert_non_null(in);
	while (fgets(line, sizeof line, in) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		bool skip = line[0] == '\0' || line[0] == '#';
		size_t head = verb != NULL ? strlen(verb) : 0;
		for (size_t i = 0; verbs != NULL && verbs[i] != NULL; i++)
			skip = skip || strncmp(line, verbs[i], strlen(verbs[i])) == 0;
		if (skip || (verb != NULL && strncmp(line, verb, head) != 0))
			continue;
		accepted(path, line + head);
		count++;
	}
	fclose(in);
	return count;
}

static size_t accept_files(
	const char *dir, const char *ending, const char *verb, const char *const *verbs)
{
	const char *srcdir = getenv("srcdir");
	char path[1200];
	size_t count = 0;
	snprintf(path, sizeof path, "%s/%s", srcdir != NULL ? srcdir : ".", dir);
	DIR *d = opendir(path);
	const struct dirent *entry;
	assert_non_null(d);
	while ((entry = readdir(d)) != NULL) {
		const char *dot = strrchr(entry->d_name, '.');
		if (dot == NULL || strcmp(dot, ending) != 0)
			continue;
		snprintf(path, sizeof path, "%s/%s/%s", srcdir != NULL ? srcdir : ".", dir,
			entry->d_name);
		count += accept_file(path, verb, verbs);
	}
	closedir(d);
	return count;
}

static void what_files_say_is_accepted(void **state)
{
	(void)state;
	static const char *const verbs[] = {"key ", "type ", "size ", "mouse ", NULL};
	assert_true(accept_files("tests/tui", ".odd", NULL, verbs) > 50);
	assert_true(accept_files("share/oddone/lessons", ".tour", "do ", NULL) > 20);
	assert_true(accept_files("share/oddone", ".conf", NULL, NULL) > 5);
}

/* As people have typed and logged them since the first version. */
static void old_lines_are_accepted(void **state)
{
	(void)state;
	static const char *const lines[] = {"open --directed town", "open town", "open", "plant 5%",
		"plant structural=1 attribute=2 --style local --seed 7 --cold", "plant --cold 5%",
		"unplant --cold", "substep", "iterate 5", "until it=20", "until delta<1e-4",
		"until delta<0.02", "back", "back 3", "back 1 iterations", "back 1 iteration",
		"back iterations 2", "reset", "reset new", "reset seed=18446744073709551615",
		"set k=auto", "set mouse off", "weights 0.4,0.2,0.4", "weights preset", "select n1",
		"select #1", "select none", "find", "find -p", "find -n text", "find 'a b'",
		"filter type=structural", "filter 'label=class 1'", "filter rank<100",
		"filter marked", "filter none", "sort total", "sort node reverse", "sort next",
		"sort reverse", "mark", "mark n1", "mark #3", "explain", "explain #1", "watch",
		"watch n1", "watch n1 O2", "watch O2 n1", "watch H 3 word", "watch G 2",
		"project pca", "project tsne structure", "keep", "keep 'my run'", "drop",
		"compare start", "compare start aane degree", "compare stop", "compare add aane",
		"compare drop aane", "compare drop", "compare seeds 5", "compare seeds +1",
		"compare export x.tsv --replace", "undo", "redo",
		"export loss l.png --size 1600x900 --scale 2 --theme dark --with-data --replace",
		"export map m.svg --colour kind --with-log --number", "log save x.oddlog", "help",
		"help some text", "quit", "play", "play 0", "focus next", "move page-up", "axis",
		"axis log", "colour", "glyphs", "task", "map-of none", "tour", "tour end",
		"tour check own.tour", "bind generic 'g g' move first", "unbind generic x",
		"replay x.oddlog data=town --wait 0.5", "prompt log save {name}.oddlog"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		accepted("test", lines[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_find_their_places),
		cmocka_unit_test(arguments_are_asked_for_by_name),
		cmocka_unit_test(mistakes_are_told_in_one_way),
		cmocka_unit_test(long_lines_are_read),
		cmocka_unit_test(places_say_what_may_come),
		cmocka_unit_test(every_usage_is_a_specification),
		cmocka_unit_test(every_kind_has_a_sentence),
		cmocka_unit_test(what_keys_say_is_accepted),
		cmocka_unit_test(what_files_say_is_accepted),
		cmocka_unit_test(old_lines_are_accepted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
