/* test_missing.c: which values of which node the table did not have: told by every format, kept
 * when nodes come, go or get what another has, and said when a node is explained. */
#include "config.h"

#include "reader_helpers.h"

#include <sys/stat.h>

#include "oddone/network.h"
#include "network/times.h"
#include "oddone/plant.h"
#include "oddone/explain.h"
#include "same_network.h"

/* The columns a node misses, by name: "age trade". */
static const char *misses(const odd_network *net, const char *id)
{
	static char text[200];
	uint32_t i = odd_names_find(&net->ids, id, strlen(id));
	assert_true(i != ODD_NO_NAME);
	text[0] = '\0';
	for (size_t c = 0; c < net->columns.count; c++)
		if (odd_columns_misses(&net->columns, i, c)) {
			strcat(text, text[0] != '\0' ? " " : "");
			strcat(text, net->columns.column[c].name);
		}
	return text;
}

/* What is told of each column is true. */
static void assert_counted(const odd_network *net)
{
	for (size_t c = 0; c < net->columns.count; c++) {
		size_t n = 0;
		for (size_t i = 0; i < net->nodes; i++)
			n += odd_columns_misses(&net->columns, i, c);
		if (net->columns.column[c].attributes > 0)
			assert_int_equal(n, net->columns.column[c].missing);
	}
}

static const char *age(int i)
{
	static char text[20];
	snprintf(text, sizeof text, "%d", 20 + i * 7 % 31);
	return i % 5 == 2 ? "" : text;
}

/* Columns: age (every fifth missing, from n2 on), trade (every seventh, from n3 on), class, and
 * hobby, which every fourth has. */
static void write_table(int nodes)
{
	char text[16384];
	size_t used = (size_t)sprintf(text, "id,age,trade,class,hobby\n");
	for (int i = 0; i < nodes; i++)
		used += (size_t)sprintf(text + used, "n%d,%s,%s,%s,%s\n", i, age(i),
			i % 7 == 3  ? ""
			: i % 3 < 1 ? "baker"
				    : "smith",
			i % 2 ? "x" : "y",
			i % 4       ? ""
			: i % 8 < 4 ? "chess"
				    : "choir");
	write_text(dir, "nodes.csv", text);
	used = (size_t)sprintf(text, "source,target\n");
	for (int i = 0; i < nodes; i++)
		used += (size_t)sprintf(
			text + used, "n%d,n%d\nn%d,n%d\n", i, (i + 2) % nodes, i, (i + 5) % nodes);
	write_text(dir, "edges.csv", text);
}

static void a_table_tells(void **state)
{
	(void)state;
	write_table(60);
	odd_network *net = load();
	assert_string_equal(misses(net, "n0"), "");
	assert_string_equal(misses(net, "n1"), "hobby");
	assert_string_equal(misses(net, "n2"), "age hobby");
	assert_string_equal(misses(net, "n17"), "age trade hobby");
	assert_string_equal(misses(net, "n24"), "trade");
	assert_counted(net);
	odd_network_free(net);
	write_text(dir, "nodes.csv", "id,a,b\nn0,1,x\nn1,4,y\nn2,3,x\nn3,1,y\nn4,3,x\nn5,1,y\n");
	write_text(dir, "edges.csv", "source,target\nn0,n1\nn1,n2\n");
	net = load();
	assert_int_equal(net->columns.cells.rows, 0); /* nothing is kept of nothing */
	assert_string_equal(misses(net, "n0"), "");
	odd_network_free(net);
}

static void every_format_tells(void **state)
{
	(void)state;
	char text[4000];
	size_t used;
	static const struct {
		const char *name, *head, *node, *with, *without, *link, *end;
	} format[] = {
		{"a.graphml",
			"<graphml><key id=\"d0\" for=\"node\" attr.name=\"age\" attr.type=\"int\"/>"
			"<graph edgedefault=\"undirected\">",
			"<node id=\"n%d\">", "<data key=\"d0\">%d</data></node>\n", "</node>\n",
			"<edge source=\"n%d\" target=\"n%d\"/>\n", "</graph></graphml>\n"},
		{"a.gml", "graph [\n", "node [ id %d ", "age %d ]\n", "]\n",
			"edge [ source %d target %d ]\n", "]\n"},
		{"a.gexf",
			"<gexf xmlns=\"http://www.gexf.net/1.2draft\"><graph "
			"defaultedgetype=\"undirected\"><attributes class=\"node\"><attribute "
			"id=\"0\" title=\"age\" type=\"integer\"/></attributes><nodes>",
			"<node id=\"n%d\">",
			"<attvalues><attvalue for=\"0\" value=\"%d\"/></attvalues></node>\n",
			"</node>\n", "<edge source=\"n%d\" target=\"n%d\"/>\n",
			"</edges></graph></gexf>\n"},
		{"a.json", "{\"nodes\": [{\"id\": \"x\", \"age\": 33}", ", {\"id\": \"n%d\"",
			", \"age\": %d}", ", \"age\": null}",
			", {\"source\": \"n%d\", \"target\": \"n%d\"}", "]}\n"},
		{"a.gdf", "nodedef> name VARCHAR, age DOUBLE\n", "n%d,", "%d\n", "\n", "n%d,n%d\n",
			""},
		{"a.dot", "graph {\n", "n%d ", "[age=%d];\n", ";\n", "n%d -- n%d;\n", "}\n"},
	};
	for (size_t f = 0; f < sizeof format / sizeof *format; f++) {
		used = (size_t)sprintf(text, "%s", format[f].head);
		for (int i = 0; i < 20; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
			used += (size_t)sprintf(text + used, format[f].node, i);
			used += i % 6 == 1 ? (size_t)sprintf(text + used, "%s", format[f].without)
					   : (size_t)sprintf(
						     text + used, format[f].with, 20 + i * 7 % 31);
		}
		used += (size_t)sprintf(text + used, "%s",
			f == 2   ? "</nodes><edges>"
			: f == 3 ? "], \"links\": [{\"source\": \"x\", \"target\": \"n0\"}"
			: f == 4 ? "edgedef> node1 VARCHAR, node2 VARCHAR\n"
				 : "");
		for (int i = 0; i < 20; i++)
			used += (size_t)sprintf(text + used, format[f].link, i, (i + 1) % 20);
#pragma GCC diagnostic pop
		sprintf(text + used, "%s", format[f].end);
		write_text(dir, format[f].name, text);
		odd_network *net = load_as(format[f].name, false);
		const char *n = f == 1 ? "" : "n";
		for (int i = 0; i < 20; i++) {
			char id[20];
			snprintf(id, sizeof id, "%s%d", n, i);
			if (strcmp(misses(net, id), i % 6 == 1 ? "age" : "") != 0)
				fail_msg("%s: %s misses \"%s\"", format[f].name, id,
					misses(net, id));
		}
		assert_counted(net);
		odd_network_free(net);
		drop(format[f].name);
	}
}

/* Nodes may have a hundred things of which each has one: no more is kept than the file has. */
static void no_more_than_cells(void **state)
{
	(void)state;
	char text[8000];
	size_t used = (size_t)sprintf(text, "{\"nodes\": [{\"id\": \"x\"}");
	for (int i = 0; i < 60; i++)
		used += (size_t)sprintf(text + used, ", {\"id\": \"n%d\", \"k%d\": \"%s\"}", i,
			i / 4, i % 2 == 1 ? "a" : "b");
	used += (size_t)sprintf(text + used, "], \"links\": [");
	for (int i = 0; i < 60; i++)
		used += (size_t)sprintf(text + used, "%s{\"source\": \"n%d\", \"target\": \"n%d\"}",
			i > 0 ? ", " : "", i, (i + 1) % 60);
	sprintf(text + used, "]}");
	write_text(dir, "a.json", text);
	odd_network *net = load_as("a.json", false);
	assert_int_equal(net->columns.count, 15);
	for (size_t c = 0; c < 15; c++)
		for (size_t i = 0; i < 60; i++)
			assert_int_equal(odd_columns_misses(&net->columns, i + 1, c), i / 4 != c);
	assert_int_equal(odd_csr_nnz(odd_csr_const(net->columns.cells)), 60);
	assert_counted(net);
	odd_network_free(net);
}

static void text_files_keep_it(void **state)
{
	(void)state;
	char out[300];
	odd_error err;
	odd_network *net, *back;
	write_table(40);
	net = load();
	snprintf(out, sizeof out, "%s/out", dir);
	assert_ok(odd_network_save(net, out, NULL, &err), err);
	assert_ok(odd_network_load(&back, out, NULL, NULL, &err), err);
	assert_string_equal(misses(back, "n17"), "age trade hobby");
	assert_true(networks_equal(net, back));
	odd_network_free(net);
	odd_network_free(back);
	drop("nodes.csv");
	drop("edges.csv");
	static const struct {
		const char *nodes, *complaint;
	} wrong[] = {
		{"#! column number x\n#! of x x\n#! missing x b\na\t-\tx\n",
			"x.nodes:3:14: node \"b\" is not in the node table"},
		{"#! column number x\n#! of x x\n#! missing y b\na\t-\tx\n",
			"x.nodes:3:12: there is no column \"y\""},
		{"#! column number x\n#! of x x\n#! missing\na\t-\tx\n",
			"x.nodes:3:11: a column has to be named here"},
		{"#! column number x\n#! column id y\n#! of x x\n#! given y a\na\t-\tx\n",
			"x.nodes:4:9: column \"y\" has no attributes, so that nothing is filled in"},
		{"#! column number x\n#! of x x\n#! given x a\n#! missing x b\na\t-\tx\nb\t-\n",
			"x.nodes:4:11: column \"x\" has both missing and given nodes"},
	};
	write_text(dir, "x.edges", "");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		write_text(dir, "x.nodes", wrong[i].nodes);
		fails(wrong[i].complaint);
	}
}

static void nodes_take_it_along(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net, *copy, *fewer;
	write_table(60);
	net = load();
	assert_ok(odd_network_copy(&copy, net, &err), err);
	assert_true(networks_equal(net, copy));
	uint8_t drop_some[60] = {0};
	for (int i = 0; i < 60; i += 3)
		drop_some[i] = 1;
	assert_ok(odd_network_remove(&fewer, net, drop_some, &err), err);
	assert_string_equal(misses(fewer, "n1"), "hobby");
	assert_string_equal(misses(fewer, "n17"), "age trade hobby");
	assert_string_equal(misses(fewer, "n32"), "age");
	assert_counted(fewer);
	odd_network_free(fewer);
	odd_network_free(copy);
	odd_network_free(net);
}

/* New nodes miss nothing; who gets the words of another misses what that one missed, until it is
 * undone. */
static void planting_keeps_it(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net, *with, *back;
	odd_communities labels;
	odd_plant_record record, copy;
	size_t other = 0;
	write_table(60);
	net = load();
	assert_ok(odd_communities_find(&labels, net, 1, NULL, &err), err);
	const odd_plant_options o = {
		.structural = 2, .attribute = 2, .swap = 12, .contextual = 6, .seed = 5};
	assert_ok(odd_plant(&with, &record, net, &labels, &o, NULL, &err), err);
	assert_ok(odd_plant_record_copy(&copy, &record, &err), err);
	assert_int_equal(with->nodes, 64);
	for (size_t i = 0; i < with->nodes; i++) {
		size_t row = odd_plant_row_before(&record, i),
		       from = row != SIZE_MAX ? record.before->donor[row] : i;
		for (size_t c = 0; c < net->columns.count; c++) {
			bool now = odd_columns_misses(&with->columns, i, c);
			bool was = i < 60 && odd_columns_misses(&net->columns, from, c);
			assert_int_equal(now, was);
			other += i < 60 && now != odd_columns_misses(&net->columns, i, c);
		}
	}
	assert_true(other > 5); /* else nothing was tried */
	assert_counted(with);
	assert_ok(odd_unplant(&back, with, &copy, &err), err);
	assert_true(networks_equal(net, back));
	odd_plant_record_clear(&copy);
	odd_plant_record_clear(&record);
	odd_communities_clear(&labels);
	odd_network_free(back);
	odd_network_free(with);
	odd_network_free(net);
}

/* New nodes of another file: what they miss, and columns that the file has not at all, which are
 * filled in as in the first one. */
static void joining_tells_of_both(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net, *more, *both;
	odd_joined told;
	write_table(60);
	net = load();
	const odd_load_options options = {.known = &net->ids, .like = &net->columns};
	write_text(dir, "nodes.csv", "id,trade,hobby\nn60,baker,\nn61,,chess\nn62,smith,choir\n");
	write_text(dir, "edges.csv", "source,target\nn60,n1\nn61,n2\nn62,n61\n");
	assert_ok(odd_network_load(&more, dir, &options, NULL, &err), err);
	assert_ok(odd_network_join(&both, net, more, &told, &err), err);
	assert_int_equal(told.nodes, 3);
	assert_int_equal(told.columns, 1);
	assert_string_equal(misses(both, "n17"), "age trade hobby");
	assert_string_equal(misses(both, "n24"), "trade");
	assert_string_equal(misses(both, "n60"), "age hobby");
	assert_string_equal(misses(both, "n61"), "age trade");
	assert_string_equal(misses(both, "n62"), "age");
	assert_true(attribute(both, "n60", "age") == attribute(net, "n2", "age"));
	assert_true(attribute(both, "n61", "trade=baker") == 0.0);
	assert_counted(both);
	odd_network_free(both);
	odd_network_free(more);
	odd_network_free(net);
}

/* Networks of several times have the columns of all of them. */
static void times_keep_it(void **state)
{
	(void)state;
	odd_error err;
	odd_times *times;
	char path[600], text[4000];
	size_t used;
	for (int t = 0; t < 2; t++) {
		snprintf(path, sizeof path, "%s/t%d", dir, t);
		assert_int_equal(mkdir(path, 0755), 0);
		used = (size_t)sprintf(text, t == 0 ? "id,age,trade\n" : "id,pay,age,trade\n");
		for (int i = 0; i < 30; i++) {
			used += (size_t)sprintf(text + used, "n%d,", i);
			if (t == 1)
				used += (size_t)sprintf(text + used, i % 9 ? "%d," : ",", i * i);
			used += (size_t)sprintf(text + used, "%s,%s\n", age(i + t),
				i % 2   ? "smith"
				: t < 1 ? "baker"
					: "sailor");
		}
		write_text(path, "nodes.csv", text);
		used = (size_t)sprintf(text, "source,target\n");
		for (int i = 0; i < 30; i++)
			used += (size_t)sprintf(text + used, "n%d,n%d\n", i, (i + 2) % 30);
		write_text(path, "edges.csv", text);
	}
	const odd_times_options options = {.column = NULL};
	assert_ok(odd_times_load(&times, dir, &options, NULL, &err), err);
	const odd_network *first = times->time[0].net, *second = times->time[1].net;
	assert_string_equal(misses(second, "n0"), "pay");
	assert_string_equal(misses(second, "n1"), "age");
	assert_string_equal(misses(second, "n3"), "");
	/* At the first time nobody has a pay. */
	assert_string_equal(misses(first, "n2"), "age pay");
	assert_string_equal(misses(first, "n3"), "pay");
	assert_counted(second);
	odd_times_free(times);
}

static void it_is_explained(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run;
	odd_scores scores = {0};
	odd_explanation e;
	odd_sentences s;
	write_table(60);
	odd_network *net = load();
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 4;
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	assert_ok(odd_one_iterate(run, NULL, &err), err);
	assert_ok(odd_scores_compute(&scores, run, NULL, NULL, NULL, &err), err);
	assert_ok(odd_explain(&e, net, run, &scores, NULL, 17, NULL, NULL, &err), err);
	assert_int_equal(e.missing_all, 3);
	assert_int_equal(e.missing_count, 3);
	assert_string_equal(e.missing[0]->name, "age");
	assert_string_equal(e.missing[2]->name, "hobby");
	for (size_t i = 0; i < e.attributes.present_count; i++)
		assert_int_equal(e.attributes.present[i].filled,
			strcmp(e.attributes.present[i].name, "age") == 0);
	assert_ok(odd_explanation_sentences(&s, &e, &err), err);
	char wanted[200];
	bool said = false;
	snprintf(wanted, sizeof wanted,
		"3 of its values were missing: age as %.6g, the median; trade as none.",
		attribute(net, "n17", "age"));
	for (size_t i = 0; i + 1 < s.count; i++)
		said = said || (strcmp(s.line[i], wanted) == 0 &&
				       strcmp(s.line[i + 1], "Also missing: hobby as none.") == 0);
	assert_true(said);
	odd_sentences_clear(&s);
	odd_explanation_clear(&e);
	const odd_explain_counts few = {.links = 1, .attributes = 1, .near = 1};
	assert_ok(odd_explain(&e, net, run, &scores, NULL, 17, &few, NULL, &err), err);
	assert_int_equal(e.missing_count, 1);
	assert_ok(odd_explanation_sentences(&s, &e, &err), err);
	said = false;
	for (size_t i = 0; i < s.count; i++)
		said = said || strcmp(s.line[i], "So were 2 more.") == 0;
	assert_true(said);
	odd_sentences_clear(&s);
	odd_explanation_clear(&e);
	odd_scores_clear(&scores);
	odd_one_free(run);
	odd_network_free(net);
}

#define with_dir(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_dir(a_table_tells),
		with_dir(every_format_tells),
		with_dir(no_more_than_cells),
		with_dir(text_files_keep_it),
		with_dir(nodes_take_it_along),
		with_dir(planting_keeps_it),
		with_dir(joining_tells_of_both),
		with_dir(times_keep_it),
		with_dir(it_is_explained),
	};
	return cmocka_run_group_tests_name("missing", tests, NULL, NULL);
}
