/* Options: texts become values and come back the same, by every row there is; what is no value is
 * refused with the option's name as the user spelt it. */
#include "config.h"

#include "helpers.h"

#include <math.h>
#include <stddef.h>

#include "base/option.h"
#include "study/options.h"
#include "tui/ui_options.h"

struct bag {
	bool first; /* offset 0 is no place for a flag that tells what was given */
	size_t whole;
	uint64_t seed;
	double real, derived;
	int choice, start;
	char dir[ODD_OPTION_ROOM];
	double weight[3];
	odd_amounts amounts;
	unsigned extent[2];
	const char *text;
	bool flag, weighed;
};
#define AT(field) .offset = offsetof(struct bag, field)

enum { WHOLE, SEED, REAL, DERIVED, CHOICE, START, WEIGHTS, AMOUNTS, EXTENT, TEXT, FLAG };
static const odd_option rows[] = {
	[WHOLE] = {.name = "whole",
		.type = ODD_OPTION_WHOLE,
		AT(whole),
		.word = "auto",
		.least = 1,
		.most = 100},
	[SEED] = {.name = "seed", .type = ODD_OPTION_SEED, AT(seed), .usual = "42"},
	[REAL] = {.name = "real", .type = ODD_OPTION_REAL, AT(real), .least = -1, .most = 2},
	[DERIVED] = {.name = "derived",
		.type = ODD_OPTION_REAL,
		AT(derived),
		.word = "auto",
		.blank = (double)NAN,
		.above = true},
	[CHOICE] = {.name = "choice", .type = ODD_OPTION_CHOICE, AT(choice), .choices = "a|bc|d"},
	[START] = {.name = "start",
		.type = ODD_OPTION_CHOICE,
		AT(start),
		.text = offsetof(struct bag, dir),
		.choices = "preset|nmf|DIR"},
	[WEIGHTS] = {.name = "weights",
		.type = ODD_OPTION_WEIGHTS,
		AT(weight),
		.given = offsetof(struct bag, weighed),
		.word = "preset"},
	[AMOUNTS] = {.name = "amounts",
		.type = ODD_OPTION_AMOUNTS,
		AT(amounts),
		.choices = "structural|attribute|combined"},
	[EXTENT] = {.name = "extent",
		.type = ODD_OPTION_EXTENT,
		AT(extent),
		.least = 12,
		.most = 20000},
	[TEXT] = {.name = "text", .type = ODD_OPTION_TEXT, AT(text)},
	[FLAG] = {.name = "flag", .spelling = "the-flag", .type = ODD_OPTION_FLAG, AT(flag)},
};
#define COUNT (sizeof rows / sizeof *rows)

static void texts_come_back(void **state)
{
	(void)state;
	static const struct {
		int row;
		const char *text;
	} each[] = {{WHOLE, "1"}, {WHOLE, "100"}, {WHOLE, "auto"}, {SEED, "0"},
		{SEED, "18446744073709551615"}, {REAL, "0.1"}, {REAL, "-1"}, {REAL, "2"},
		{REAL, "1e-300"}, {REAL, "0.30000000000000004"}, {DERIVED, "1e+300"},
		{DERIVED, "auto"}, {CHOICE, "a"}, {CHOICE, "bc"}, {CHOICE, "d"}, {START, "nmf"},
		{START, "/some where/else"}, {START, "DIR"}, {WEIGHTS, "0.1,0,3"},
		{WEIGHTS, "preset"}, {AMOUNTS, "5%"}, {AMOUNTS, "0.125%"},
		{AMOUNTS, "structural=3,attribute=0,combined=1%"}, {EXTENT, "1600x900"},
		{TEXT, "any, really"}, {FLAG, "on"}, {FLAG, "off"}};
	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		const odd_option *row = &rows[each[i].row];
		struct bag bag = {0}, copy;
		char text[ODD_OPTION_VALUE];
		odd_error err;
		assert_ok(odd_option_set(&bag, row, NULL, each[i].text, &err), err);
		copy = bag;
		memset(&bag, 0x55, sizeof bag);
		assert_string_equal(odd_option_get(text, row, &copy), each[i].text);
	}
}

static void what_is_no_value_is_refused(void **state)
{
	(void)state;
	static const struct {
		int row;
		const char *text;
	} each[] = {{WHOLE, "0"}, {WHOLE, "101"}, {WHOLE, "0x5"}, {WHOLE, "1.5"}, {WHOLE, ""},
		{WHOLE, " 5"}, {WHOLE, "5 "}, {WHOLE, "off"}, {WHOLE, "nan"}, {WHOLE, "1e999"},
		{SEED, "18446744073709551616"}, {SEED, "-1"}, {SEED, "+1"}, {SEED, " 1"},
		{SEED, "0x10"}, {SEED, "1.0"}, {SEED, ""}, {REAL, "0x1"}, {REAL, "inf"},
		{REAL, "nan"}, {REAL, "2.0000001"}, {REAL, "-1.1"}, {REAL, "1,5"}, {REAL, "auto"},
		{DERIVED, "0"}, {DERIVED, "-1"}, {DERIVED, "1e400"}, {CHOICE, "b"}, {CHOICE, ""},
		{CHOICE, "a|bc"}, {START, ""}, {WEIGHTS, "0x1,0,0"}, {WEIGHTS, "0,0,0"},
		{WEIGHTS, "1,1"}, {WEIGHTS, "1,1,1,1"}, {WEIGHTS, "1,-1,1"}, {WEIGHTS, "1,,1"},
		{WEIGHTS, "1e308,1e308,1e308"}, {AMOUNTS, "5"}, {AMOUNTS, "0%"}, {AMOUNTS, "101%"},
		{AMOUNTS, "5%x"}, {AMOUNTS, "odd=1"}, {AMOUNTS, "structural="},
		{AMOUNTS, "structural=1.5"}, {AMOUNTS, "structural=1,"},
		{AMOUNTS, "structural=0x1"}, {AMOUNTS, "structural=1;combined=1"},
		{AMOUNTS, "structural"}, {EXTENT, "1600"}, {EXTENT, "1600x"}, {EXTENT, "11x900"},
		{EXTENT, "1600x20001"}, {EXTENT, "1e2x5.5"}, {EXTENT, "1600x900x2"}, {FLAG, "yes"},
		{FLAG, ""}};
	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		const odd_option *row = &rows[each[i].row];
		struct bag bag, before;
		odd_error err = {0};
		memset(&bag, 0, sizeof bag);
		before = bag;
		odd_status status = odd_option_set(&bag, row, "--as spelt", each[i].text, &err);
		if (status != ODD_EUSAGE)
			fail_msg("%s=%s was taken", row->name, each[i].text);
		assert_memory_equal(&bag, &before, sizeof bag);
		assert_int_equal(strncmp(err.message, "--as spelt: ", 12), 0);
		assert_int_equal(odd_option_set(&bag, row, NULL, each[i].text, &err), ODD_EUSAGE);
		assert_int_equal(strncmp(err.message, row->name, strlen(row->name)), 0);
	}
	char deep[ODD_OPTION_ROOM + 1];
	memset(deep, 'd', sizeof deep - 1);
	deep[sizeof deep - 1] = '\0';
	struct bag bag = {0};
	odd_error err;
	assert_int_equal(odd_option_set(&bag, &rows[START], NULL, deep, &err), ODD_EUSAGE);
	deep[ODD_OPTION_ROOM - 1] = '\0';
	assert_ok(odd_option_set(&bag, &rows[START], NULL, deep, &err), err);
	assert_string_equal(bag.dir, deep);
}

static void rows_say_what_they_take(void **state)
{
	(void)state;
	char text[80], key[40];
	struct bag bag = {0};
	odd_option_value value;
	assert_string_equal(odd_option_values(text, sizeof text, &rows[WHOLE]), "auto|NUMBER");
	assert_string_equal(odd_option_values(text, sizeof text, &rows[CHOICE]), "a|bc|d");
	assert_string_equal(odd_option_values(text, sizeof text, &rows[FLAG]), "on|off");
	assert_string_equal(odd_option_key(key, &rows[FLAG]), "the_flag");
	assert_ptr_equal(odd_option_find(rows, COUNT, "realm", 4), &rows[REAL]);
	assert_null(odd_option_find(rows, COUNT, "rea", 3));
	odd_options_init(&bag, rows, COUNT);
	assert_int_equal(bag.seed, 42);
	odd_option_load(&value, &rows[WEIGHTS], &bag);
	assert_true(value.blank);
	odd_option_load(&value, &rows[AMOUNTS], &bag);
	assert_true(value.blank);
	odd_option_load(&value, &rows[WHOLE], &bag);
	assert_true(value.blank);
	assert_int_equal(odd_choice_find("preset|nmf|DIR", "DIR"), -1);
	assert_int_equal(odd_choice_find("preset|nmf|DIR", "nmf"), 1);
}

/* Every row of a table: what its struct begins with has a text that gives the same again; so has
 * each choice, the word, and the default where a row tells it as a value. */
static void check_table(
	void *usual, void *scratch, size_t size, const odd_option *table, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const odd_option *row = &table[i];
		const char *at = row->type == ODD_OPTION_CHOICE ? row->choices : NULL, *choice;
		char text[ODD_OPTION_VALUE], again[ODD_OPTION_VALUE];
		size_t length;
		odd_error err;
		assert_true(row->help != NULL && row->help[strlen(row->help) - 1] != '.');
		assert_ptr_equal(odd_option_find(table, count, row->name, strlen(row->name)), row);
		memcpy(scratch, usual, size);
		odd_option_get(text, row, usual);
		if (text[0] != '\0' && row->type != ODD_OPTION_AMOUNTS) {
			assert_ok(odd_option_set(scratch, row, NULL, text, &err), err);
			assert_true(odd_option_same(row, scratch, usual));
		}
		while ((choice = odd_choice_next(&at, &length)) != NULL) {
			snprintf(text, sizeof text, "%.*s", (int)length, choice);
			assert_ok(odd_option_set(scratch, row, NULL, text, &err), err);
			assert_string_equal(odd_option_get(again, row, scratch), text);
		}
		if (row->word != NULL) {
			assert_ok(odd_option_set(scratch, row, NULL, row->word, &err), err);
			assert_string_equal(odd_option_get(again, row, scratch), row->word);
			assert_true(odd_option_same(row, scratch, usual));
		}
		/* "15" or "off" in words must be what the struct has. */
		odd_option_value value;
		if (row->standard != NULL &&
			odd_option_parse(&value, row, NULL, row->standard, NULL) == ODD_OK &&
			(row->type != ODD_OPTION_CHOICE || row->text == 0)) {
			odd_option_store(scratch, row, &value);
			assert_true(odd_option_same(row, scratch, usual));
		}
	}
}

static void the_tables_agree_with_their_structs(void **state)
{
	(void)state;
	struct run_options usual, scratch;
	struct ui_settings screen, other;
	run_options_init(&usual);
	check_table(&usual, &scratch, sizeof usual, run_option_rows, run_option_count);
	ui_settings_init(&screen);
	check_table(&screen, &other, sizeof screen, ui_option_rows, ui_option_count);
	assert_true(run_options_same_run(&usual, &usual));
	scratch = usual;
	scratch.one.beta = 3.0;
	assert_false(run_options_same_run(&usual, &scratch));
	scratch = usual;
	scratch.weighted = true; /* which needs no new run */
	assert_true(run_options_same_run(&usual, &scratch));
	assert_false(run_options_same_score(&usual, &scratch));
	scratch = usual;
	scratch.score = 1;
	assert_true(run_options_same_run(&usual, &scratch));
	assert_false(run_options_same_score(&usual, &scratch));
	assert_true(run_options_same_score(&usual, &usual));
}

static void shares_become_counts(void **state)
{
	(void)state;
	odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
	odd_amounts a = {
		.given = true, .named = 7, .amount = {3, 1, 0}, .share = {false, true, false}};
	odd_error err;
	assert_ok(run_plant_counts(&plant, &a, 300, "plant", &err), err);
	assert_int_equal(plant.structural, 3);
	assert_int_equal(plant.attribute, 3);
	assert_int_equal(plant.combined, 0);
	assert_int_equal(run_plant_counts(&plant, &a, 99, "--plant", &err), ODD_EUSAGE);
	assert_string_equal(err.message, "--plant: attribute=1% of 99 nodes is less than one node");
	a = (odd_amounts){.given = true, .all = 5};
	assert_ok(run_plant_counts(&plant, &a, 300, "plant", &err), err);
	assert_int_equal(plant.structural, 5);
}

/* What a text plants into so many nodes, on top of nothing. */
static odd_status planted(
	odd_plant_options *out, const char *text, const char *placebo, size_t nodes, odd_error *err)
{
	struct run_options o;
	run_options_init(&o);
	odd_status status =
		odd_option_set(&o, odd_option_find(run_option_rows, run_option_count, "plant", 5),
			"--plant", text, err);
	if (status == ODD_OK && placebo != NULL)
		status = odd_option_set(&o,
			odd_option_find(run_option_rows, run_option_count, "placebo", 7),
			"--placebo", placebo, err);
	return status == ODD_OK ? run_options_plant(out, &o, nodes, "--plant", err) : status;
}

static void every_kind_can_be_asked_for(void **state)
{
	(void)state;
	odd_plant_options p;
	odd_error err;
	assert_ok(planted(&p,
			  "structural=45,attribute=44,combined=43,swap=20,rewire=2%,clique=2x12,"
			  "contextual=30,placebo=7",
			  NULL, 1000, &err),
		err);
	assert_int_equal(p.structural, 45);
	assert_int_equal(p.attribute, 44);
	assert_int_equal(p.combined, 43);
	assert_int_equal(p.swap, 20);
	assert_int_equal(p.rewire, 20);
	assert_int_equal(p.cliques, 2);
	assert_int_equal(p.clique_size, 12);
	assert_int_equal(p.contextual, 30);
	assert_int_equal(p.placebo, 7);
	/* A share and kinds that replace or join it; placebos beside them. */
	assert_ok(planted(&p, "6%,combined=0,clique=3", "5%", 1000, &err), err);
	assert_int_equal(p.structural, 20);
	assert_int_equal(p.combined, 0);
	assert_int_equal(p.cliques, 3);
	assert_int_equal(p.clique_size, ODD_PLANT_CLIQUE_SIZE);
	assert_int_equal(p.placebo, 50);
	/* A share of the nodes in cliques. */
	assert_ok(planted(&p, "clique=5%x10", "12", 1000, &err), err);
	assert_int_equal(p.cliques, 5);
	assert_int_equal(p.placebo, 12);
	static const char *const wrong[][2] = {{"swap=2x15", "cannot read"},
		{"clique=2x", "cannot read"}, {"clique=2x1.5", "cannot read"},
		{"clique=x15", "cannot read"}, {"5%,", "cannot read"}, {"5", "cannot read"},
		{"odd=3", "contextual|placebo"}, {"clique=1%", "less than one clique"},
		{"structural=3999999999",
			"3999999999 new nodes are too many for a network of 1000"},
		{"structural=6000,placebo=5000", "at most 10100"}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_int_equal(planted(&p, wrong[i][0], NULL, 1000, &err), ODD_EUSAGE);
		assert_non_null(strstr(err.message, wrong[i][1]));
	}
	assert_int_equal(planted(&p, "5%", "placebos", 1000, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "45 or 5%"));
}

/* Written as it is read. */
static void amounts_are_written_as_they_are_read(void **state)
{
	(void)state;
	static const char *const text[] = {"5%", "structural=3,clique=2x15",
		"5%,combined=0,clique=1.5%x12,placebo=4%", "swap=1"};
	const odd_option *row = odd_option_find(run_option_rows, run_option_count, "plant", 5);
	struct run_options o;
	char again[ODD_OPTION_VALUE];
	odd_error err;
	run_options_init(&o);
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		assert_ok(odd_option_set(&o, row, NULL, text[i], &err), err);
		assert_string_equal(odd_option_get(again, row, &o), text[i]);
	}
}

/* `score` names the rows of the table of scores, in its order, behind "preset". */
static void scores_are_those_of_the_table(void **state)
{
	(void)state;
	struct run_options o;
	odd_error err;
	const odd_option *row = run_option_find("score", 5);
	char all[200] = "preset";
	run_options_init(&o);
	assert_null(run_options_score(&o));
	for (size_t i = 0; odd_score_get(i) != NULL; i++) {
		const char *name = odd_score_get(i)->name;
		assert_ok(odd_option_set(&o, row, NULL, name, &err), err);
		assert_ptr_equal(run_options_score(&o), odd_score_get(i));
		snprintf(all + strlen(all), sizeof all - strlen(all), "|%s", name);
	}
	assert_string_equal(row->choices, all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_come_back),
		cmocka_unit_test(what_is_no_value_is_refused),
		cmocka_unit_test(rows_say_what_they_take),
		cmocka_unit_test(the_tables_agree_with_their_structs),
		cmocka_unit_test(shares_become_counts),
		cmocka_unit_test(every_kind_can_be_asked_for),
		cmocka_unit_test(amounts_are_written_as_they_are_read),
		cmocka_unit_test(scores_are_those_of_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
