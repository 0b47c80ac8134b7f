/* Columns of tables: what each is taken for, what becomes of it, and how it is prepared. */
#include "config.h"

#include "reader_helpers.h"

#include <math.h>

#include "oddone/prepare.h"
#include "same_network.h"

static const odd_table_column *column(const odd_network *net, const char *name)
{
	for (size_t i = 0; i < net->columns.count; i++)
		if (strcmp(net->columns.column[i].name, name) == 0)
			return &net->columns.column[i];
	fail_msg("there is no column %s", name);
	return NULL;
}

/* A table of one column beside the id, its cells by turns. */
static odd_network *one_column(
	const char *name, const char *const *cell, size_t cells, size_t nodes)
{
	char *text = malloc(64 + nodes * 80);
	size_t used = (size_t)sprintf(text, "id,%s\n", name);
	for (size_t i = 0; i < nodes; i++)
		used += (size_t)sprintf(text + used, "n%zu,%s\n", i, cell[i % cells]);
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
	free(text);
	return load();
}

/* A ring of nodes in order, with a group and a club each. */
static odd_network *grouped(size_t nodes, size_t filled, size_t each, bool shuffled)
{
	char *text = malloc(64 + nodes * 80), *links = malloc(64 + nodes * 80);
	char *p = text + sprintf(text, "id,group,age\n");
	char *q = links + sprintf(links, "source,target\n");
	for (size_t i = 0; i < nodes; i++) {
		size_t at = shuffled ? i * 37 % nodes : i;
		p += i < filled ? sprintf(p, "n%zu,g%zu,%zu\n", i, at / each, i * i % 91)
				: sprintf(p, "n%zu,,%zu\n", i, i * i % 91);
		q += sprintf(q, "n%zu,n%zu\n", i, (i + 1) % nodes);
	}
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", links);
	free(text);
	free(links);
	return load();
}

/* Few values, most nodes have one, and linked nodes share it more than by chance. */
static void a_class_needs_support(void **state)
{
	(void)state;
	static const struct {
		size_t filled, each;
		bool shuffled;
		const char *why; /* NULL: it is the class */
	} cases[] = {
		{200, 20, false, NULL},
		{100, 20, false, NULL},
		{6, 2, false, "most nodes have no value in it"},
		{200, 4, false, "it has too many different values"},
		{200, 20, true, "linked nodes share its values no more than by chance"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		odd_network *net = grouped(200, cases[i].filled, cases[i].each, cases[i].shuffled);
		assert_int_equal(
			column(net, "group")->type == ODD_COLUMN_CLASS, cases[i].why == NULL);
		assert_int_equal(net->classes.count > 0, cases[i].why == NULL);
		if (cases[i].why == NULL)
			assert_null(net->remarks);
		else
			assert_non_null(strstr(net->remarks, cases[i].why));
		odd_network_free(net);
	}
	odd_network_free(grouped(200, 6, 2, false));
	odd_load_options options = {.label = "group"};
	odd_error err;
	odd_network *net = NULL;
	assert_ok(odd_network_load(&net, dir, &options, NULL, &err), err);
	assert_int_equal(net->classes.count, 3);
	odd_network_free(net);
}

/* Amounts whose large ones are a multiple of the middle become logarithms; places and years do
 * not, however they are spread. */
static void logarithms_where_they_help(void **state)
{
	(void)state;
	static const struct {
		const char *name, *cell[10];
		bool logarithm;
	} cases[] = {
		{"income", {"12", "14", "18", "20", "25", "30", "45", "80", "150", "900"}, true},
		{"longitude",
			{"-122.4", "-118.2", "-112", "-104", "-97", "-93", "-90", "-84", "-80",
				"-71"},
			false},
		{"longitude", {"-3", "-1", "0", "1", "2", "2.5", "6", "11", "24", "37"}, false},
		{"east", {"8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "9.8", "10.9", "11.5", "13"},
			false},
		{"year",
			{"1990", "1991", "1991", "1992", "1992", "1993", "1998", "2004", "2010",
				"2019"},
			false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		odd_network *net = one_column(cases[i].name, cases[i].cell, 10, 60);
		assert_int_equal(column(net, cases[i].name)->skewed, cases[i].logarithm);
		odd_network_free(net);
	}
}

static void types_are_guessed(void **state)
{
	(void)state;
	static const struct {
		const char *name, *cell[5], *type;
		size_t attributes, missing; /* of 40 */
	} cases[] = {
		{"age", {"30", "41", "52", "", "19"}, "number", 1, 8},
		{"age", {"30", "NA", "52", "nan", "19"}, "number", 1, 16},
		{"age", {"1e-300", "2e-300", "5e-300", "1e300", "0"}, "number", 1, 0},
		{"sings", {"yes", "no", "no", "yes", "no"}, "yes/no", 1, 0},
		{"sings", {"TRUE", "False", "", "True", "no"}, "yes/no", 1, 8},
		{"sings", {"1", "0", "1", "0", "1"}, "yes/no", 1, 0},
		{"city", {"Rome", "Paris, France", "Oslo", "Oslo", "-"}, "category", 3, 8},
		{"code", {"0x1f", "0x2f", "0x1f", "a", "b"}, "category", 4, 0},
		{"tags", {"sail;anchor", "tide", "sail; tide", "anchor;tide", ""}, "list", 3, 8},
		{"tags", {"['a'|'b']", "c|b", "a|c", "b", "a"}, "list", 3, 0},
		{"born",
			{"2019-07-02", "1999-01-31", "2000-02-29", "2001-12-31T10:00:00Z",
				"1980-05-05"},
			"date", 1, 0},
		{"born", {"2.7.2019", "31.1.1999", "29.2.2000", "", "5.5.1980"}, "date", 1, 8},
		{"born", {"2019-02-30", "1999-01-31", "x", "y", "1980-05-05"}, "category", 5, 0},
		{"same", {"5", "5", "5", "5", "5"}, "constant", 0, 0},
		{"same", {"x", "x", "x", "x", "x"}, "constant", 0, 0},
		{"none", {"", "NA", "?", "null", ""}, "empty", 0, 40},
		{"viz:x", {"1", "2", "3", "4", "5"}, "layout", 0, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char cells[5][64];
		const char *given[5];
		for (size_t k = 0; k < 5; k++) {
			snprintf(cells[k], sizeof cells[k], "\"%s\"", cases[i].cell[k]);
			given[k] = cells[k];
		}
		odd_network *net = one_column(cases[i].name, given, 5, 40);
		const odd_table_column *c = column(net, cases[i].name);
		if (strcmp(odd_column_type_name(c->type), cases[i].type) != 0)
			fail_msg("%s with %s is taken for %s, not %s", cases[i].name,
				cases[i].cell[0], odd_column_type_name(c->type), cases[i].type);
		assert_int_equal(c->attributes, cases[i].attributes);
		assert_int_equal(net->attributes, cases[i].attributes);
		assert_int_equal(c->missing, cases[i].missing);
		odd_network_free(net);
	}
}

/* What every node has to itself: names, phone numbers, row numbers; amounts are not that. */
static void ids_are_told_from_amounts(void **state)
{
	(void)state;
	char text[8192];
	size_t used = (size_t)sprintf(text, "id,phone,row,url,pay,remark\n");
	for (int i = 0; i < 40; i++)
		used += (size_t)sprintf(text + used,
			"n%d,%d,%d,http://x/%d,%d,the %s ship number%d sails %s\n", i,
			301555000 + 7919 * i, i + 100, i, 30000 + 997 * i * i,
			i % 3 ? "red" : "blue", i, i % 2 ? "today" : "tomorrow");
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
	odd_network *net = load();
	assert_int_equal(column(net, "phone")->type, ODD_COLUMN_ID);
	assert_int_equal(column(net, "row")->type, ODD_COLUMN_ID);
	assert_int_equal(column(net, "url")->type, ODD_COLUMN_ID);
	assert_int_equal(column(net, "pay")->type, ODD_COLUMN_NUMBER);
	assert_int_equal(column(net, "remark")->type, ODD_COLUMN_TEXT);
	/* blue, today, tomorrow; "the" and "red" are with too many, "number7" with one alone */
	assert_int_equal(column(net, "remark")->attributes, 3);
	assert_true(attribute(net, "n0", "remark=blue") == 1.0);
	odd_network_free(net);
}

/* Many columns of mostly zeros are words: prepared as a bag of words is. */
static void a_bag_of_words_stays_one(void **state)
{
	(void)state;
	char text[8192];
	size_t used = (size_t)sprintf(text, "id");
	for (int j = 0; j < 12; j++)
		used += (size_t)sprintf(text + used, ",w%d", j);
	for (int i = 0; i < 36; i++) {
		used += (size_t)sprintf(text + used, "\nn%d", i);
		for (int j = 0; j < 12; j++)
			used += (size_t)sprintf(
				text + used, ",%d", (i + j) % 9 == 0 ? 1 + i % 2 : 0);
	}
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
	odd_network *net = load();
	odd_error err;
	odd_prepared p;
	odd_csr words;
	assert_int_equal(column(net, "w3")->type, ODD_COLUMN_COUNT);
	assert_ok(odd_prepare(&p, net, ODD_CALIBRATED, NULL, &err), err);
	assert_ok(odd_prepare_tfidf(&words, odd_csr_const(net->C), &err), err);
	assert_int_equal(odd_csr_nnz(odd_csr_const(p.C)), odd_csr_nnz(odd_csr_const(words)));
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(words)); e++)
		assert_true(fabs(p.C.val[e] - words.val[e]) < 1e-12);
	odd_csr_clear(&words);
	odd_prepared_clear(&p);
	odd_network_free(net);
}

/* Words are columns with a fifth of the nodes above 0, and no more. */
static void a_fifth_above_zero_is_a_word(void **state)
{
	(void)state;
	for (int above = 8; above <= 9; above++) {
		char text[4096];
		size_t used = (size_t)sprintf(text, "id");
		for (int j = 0; j < 8; j++)
			used += (size_t)sprintf(text + used, ",w%d", j);
		for (int i = 0; i < 40; i++) {
			used += (size_t)sprintf(text + used, "\nn%d", i);
			for (int j = 0; j < 8; j++)
				used += (size_t)sprintf(
					text + used, ",%d", (i + j) % 40 < above ? 1 + i % 3 : 0);
		}
		write_text(dir, "nodes.csv", text);
		write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
		odd_network *net = load();
		assert_int_equal(
			column(net, "w3")->type, above == 8 ? ODD_COLUMN_COUNT : ODD_COLUMN_NUMBER);
		odd_network_free(net);
	}
}

/* Prepared values do not depend on the unit of a number, however large or small. */
static void units_do_not_matter(void **state)
{
	(void)state;
	static const double unit[] = {1.0, 100.0, 1e-290, 1e290, 1e12};
	double *first = NULL;
	for (size_t u = 0; u < sizeof unit / sizeof *unit; u++) {
		char text[16384];
		odd_error err;
		odd_prepared p;
		size_t used = (size_t)sprintf(text, "id,pay,city\n");
		for (int i = 0; i < 60; i++)
			used += (size_t)sprintf(text + used, "n%d,%.17g,c%d\n", i,
				unit[u] * (1 + (i * 37) % 61 * ((i * 37) % 61)), i % 3);
		write_text(dir, "nodes.csv", text);
		used = (size_t)sprintf(text, "source,target\n");
		for (int i = 0; i < 57; i++)
			used += (size_t)sprintf(text + used, "n%d,n%d\n", i, i + 3);
		write_text(dir, "edges.csv", text);
		odd_network *net = load();
		assert_true(column(net, "pay")->skewed);
		for (int preset = 0; preset < 2; preset++) {
			assert_ok(odd_prepare(&p, net, (odd_preset)preset, NULL, &err), err);
			size_t n = odd_csr_nnz(odd_csr_const(p.C));
			assert_int_equal(n, 120);
			for (size_t i = 0; i < 60; i++) {
				double sum = 0.0;
				for (size_t e = p.C.ptr[i]; e < p.C.ptr[i + 1]; e++)
					sum += p.C.val[e] * p.C.val[e];
				assert_true(fabs(sum - 1.0) < 1e-12);
			}
			if (first == NULL) {
				first = malloc(n * sizeof *first);
				memcpy(first, p.C.val, n * sizeof *first);
			}
			for (size_t e = 0; e < n; e++)
				assert_true(fabs(p.C.val[e] - first[e]) < 1e-9);
			odd_prepared_clear(&p);
		}
		odd_network_free(net);
	}
	free(first);
}

/* A column in which linked nodes agree weighs more than one in which they do not. */
static void links_say_what_weighs(void **state)
{
	(void)state;
	char text[16384];
	odd_error err;
	odd_prepared p;
	size_t used = (size_t)sprintf(text, "id,near,far\n");
	for (int i = 0; i < 60; i++)
		used += (size_t)sprintf(text + used, "n%d,c%d,d%d\n", i, i % 3, i / 7 % 3);
	write_text(dir, "nodes.csv", text);
	used = (size_t)sprintf(text, "source,target\n");
	for (int i = 0; i < 57; i++)
		used += (size_t)sprintf(text + used, "n%d,n%d\nn%d,n%d\n", i, i + 3, i,
			(i * 3 + 30) % 60 / 3 * 3 + i % 3);
	write_text(dir, "edges.csv", text);
	odd_network *net = load();
	assert_ok(odd_prepare(&p, net, ODD_CALIBRATED, NULL, &err), err);
	for (size_t i = 0; i < 60; i++)
		assert_true(p.C.val[p.C.ptr[i]] > 1.5 * p.C.val[p.C.ptr[i] + 1]);
	odd_prepared_clear(&p);
	odd_network_free(net);
}

/* A table saved as oddone text is still a table when it comes back. */
static void columns_survive_saving(void **state)
{
	(void)state;
	char text[8192], out[300];
	odd_error err;
	size_t used = (size_t)sprintf(text, "id,pay per day,trade,class,note,tags\n");
	for (int i = 0; i < 40; i++)
		used += (size_t)sprintf(text + used, "n%d,%s,t %d,c%d,x%d,a;b%d\n", i,
			i % 7 ? i % 2 ? "1e9" : "3" : "", i % 3, i % 2, i, i % 4);
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
	odd_network *net = load(), *back;
	snprintf(out, sizeof out, "%s/out", dir);
	assert_ok(odd_network_save(net, out, NULL, &err), err);
	assert_ok(odd_network_load(&back, out, NULL, NULL, &err), err);
	assert_true(back->columns.count == 5);
	assert_true(networks_equal(net, back));
	assert_int_equal(odd_network_checksum(net), odd_network_checksum(back));
	odd_network_free(net);
	odd_network_free(back);
	static const struct {
		const char *nodes, *complaint;
	} wrong[] = {
		{"#! column number\na\tx\n", "x.nodes:1:17: a column has a type and a name"},
		{"#! column digit x\na\tx\n", "x.nodes:1:11: \"digit\" is no type of columns"},
		{"#! of x y\na\tx\n", "x.nodes:1:7: there is no column \"x\""},
		{"#! column id x\n#! of x y\na\tx\n",
			"x.nodes:2:9: a column of type id has no attributes"},
		{"#! column number x odd\na\tx\n",
			"x.nodes:1:20: \"odd\" is none of missing=, filled=, skewed"},
		{"a\tx\n#! column number x\n",
			"x.nodes:2:4: columns have to be told before the first node"},
	};
	drop("nodes.csv");
	drop("edges.csv");
	write_text(dir, "x.edges", "a a\n");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		write_text(dir, "x.nodes", wrong[i].nodes);
		fails_as("x.nodes", wrong[i].complaint);
	}
}

/* Ids that are spelled in two ways lose all links: that is no network to be ranked. */
static void ids_that_do_not_match_are_told(void **state)
{
	(void)state;
	write_text(dir, "nodes.csv", "id,x\n0,1\n1,2\n2,5\n");
	write_text(dir, "edges.csv", "source,target\n0.0,1.0\n1.0,2.0\n");
	fails("nodes.csv: 2 of 2 links name a node that is not there: \"0.0\", for example, where "
	      "ids are like \"0\"");
	write_text(dir, "edges.csv", "source,target\n0,1\n1,2\n1,2.0\n2.0,0\n");
	odd_network_free(load()); /* as many as not */
	drop("nodes.csv");
	drop("edges.csv");
	write_text(dir, "x.nodes", "a\t-\nb\t-\n");
	write_text(dir, "x.edges", "a B\nA b\nb a\n");
	fails("x.nodes: 2 of 3 links name a node that is not there: \"B\", for example, where ids "
	      "are like \"a\"");
}

static odd_status load_with(odd_network **net, odd_load_options options, odd_error *err)
{
	return odd_network_load(net, dir, &options, NULL, err);
}

static void users_say_otherwise(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	char text[4096];
	size_t used = (size_t)sprintf(text, "who|year|zip|house|tag_a|tag_b\n");
	for (int i = 0; i < 40; i++)
		used += (size_t)sprintf(text + used, "n%d|%d|%d|h%d|%d|%d\n", i, 1990 + i % 5,
			100 + i % 4, i % 2, i % 3, i % 7);
	write_text(dir, "nodes.csv", text);
	write_text(dir, "edges.csv", "a|b|strength\nn0|n1|2\nn1|n0|3\nn1|n2|4\n");
	odd_load_options o = {.id = "who",
		.source = "a",
		.target = "b",
		.weight = "strength",
		.separator = "|",
		.label = "house",
		.types = "year=category,zip=id",
		.ignore = "tag_*"};
	assert_ok(load_with(&net, o, &err), err);
	assert_int_equal(column(net, "year")->type, ODD_COLUMN_CATEGORY);
	assert_int_equal(column(net, "zip")->type, ODD_COLUMN_ID);
	assert_int_equal(column(net, "tag_a")->type, ODD_COLUMN_IGNORED);
	assert_int_equal(column(net, "house")->type, ODD_COLUMN_CLASS);
	assert_int_equal(net->attributes, 5);
	assert_string_equal(label(net, "n1"), "h1");
	assert_true(weight(net, "n0", "n1") == 3.0);
	odd_network_free(net);
	o.ignore = NULL;
	o.types = NULL;
	o.attributes = "tag*,year";
	o.multi = ODD_MULTI_SUM;
	assert_ok(load_with(&net, o, &err), err);
	assert_int_equal(net->attributes, 3);
	assert_true(weight(net, "n0", "n1") == 5.0 && weight(net, "n2", "n1") == 4.0);
	assert_int_equal(net->edges, 2);
	assert_int_equal(net->skipped.repeated_edges, 1);
	odd_network_free(net);
	o.multi = ODD_MULTI_COUNT;
	assert_ok(load_with(&net, o, &err), err);
	assert_true(weight(net, "n0", "n1") == 2.0 && weight(net, "n2", "n1") == 1.0);
	odd_network_free(net);
	o.attributes = "tags*";
	assert_int_equal(load_with(&net, o, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "there is no column \"tags*\""));
	o.attributes = NULL;
	o.types = "year=string";
	assert_int_equal(load_with(&net, o, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "\"year=string\" is not COLUMN=TYPE"));
	o.types = "house=number";
	o.label = NULL;
	assert_int_equal(load_with(&net, o, &err), ODD_EINPUT);
	assert_int_equal(err.line, 2);
	drop("nodes.csv");
	drop("edges.csv");
	write_text(dir, "x.nodes", "a\t-\nb\t-\n");
	write_text(dir, "x.edges", "a b\n");
	assert_int_equal(load_with(&net, o, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "and this is oddone text"));
	assert_null(net);
}

static void what_was_done_is_said(void **state)
{
	(void)state;
	char text[200];
	odd_table_column c = {.type = ODD_COLUMN_NUMBER, .attributes = 1};
	assert_string_equal(odd_column_done(text, sizeof text, &c), "standardised");
	c.skewed = true;
	c.missing = 3;
	c.filled_in = 2.5;
	assert_string_equal(odd_column_done(text, sizeof text, &c),
		"logarithm, standardised; missing as the median, 2.5");
	c.type = ODD_COLUMN_CATEGORY;
	assert_string_equal(
		odd_column_done(text, sizeof text, &c), "one attribute per value; missing as none");
	c.type = ODD_COLUMN_ID;
	c.attributes = 0;
	assert_string_equal(
		odd_column_done(text, sizeof text, &c), "left out: every node has its own");
	for (int t = 0; t < ODD_COLUMN_TYPES; t++) {
		const char *name = odd_column_type_name((odd_column_type)t);
		assert_int_equal(odd_column_type_from_name(name, strlen(name)), t);
	}
}

#define with_dir(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_dir(a_class_needs_support),
		with_dir(logarithms_where_they_help),
		with_dir(types_are_guessed),
		with_dir(ids_are_told_from_amounts),
		with_dir(a_bag_of_words_stays_one),
		with_dir(a_fifth_above_zero_is_a_word),
		with_dir(units_do_not_matter),
		with_dir(links_say_what_weighs),
		with_dir(columns_survive_saving),
		with_dir(ids_that_do_not_match_are_told),
		with_dir(users_say_otherwise),
		cmocka_unit_test(what_was_done_is_said),
	};
	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
