/* Tables: nodes.csv and edges.csv with headers, and the dense files of the ONE authors. */
#include "config.h"

#include "base/rng.h"

#include "reader_helpers.h"

static void write_tables(const char *nodes, const char *edges)
{
	write_text(dir, "nodes.csv", nodes);
	write_text(dir, "edges.csv", edges);
}

/* ---- tables of any name ---------------------------------------------------------------------- */

static odd_network *load_pair(const char *one, const char *two)
{
	char path[2][512];
	odd_error err;
	odd_network *net = NULL;
	snprintf(path[0], sizeof path[0], "%s/%s", dir, one);
	snprintf(path[1], sizeof path[1], "%s/%s", dir, two);
	odd_load_options options = {.size = sizeof options, .other = path[1]};
	assert_ok(odd_network_load(&net, path[0], &options, NULL, &err), err);
	return net;
}

static const char people[] =
	"nr,name,age,joined\n11,Ann,30,1\n12,Bob,40,2\n13,Cid,50,3\n14,Dot,20,4\n";
static const char knows[] =
	"no,since,who,whom\n1,1,11,12\n2,2,12,13\n3,1,13,14\n4,3,14,11\n5,2,11,99\n";

static void check_people(odd_network *net)
{
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 4);
	assert_int_equal(net->skipped.unknown_nodes, 1);
	assert_true(attribute(net, "12", "age") == 40.0);
	assert_true(weight(net, "11", "12") == 1.0 && weight(net, "11", "13") == 0.0);
	assert_non_null(strstr(net->remarks,
		"people.csv lists the nodes by \"nr\", knows.csv the links from \"who\" to \"whom\""));
	odd_network_free(net);
}

static void roles_are_found_by_values(void **state)
{
	(void)state;
	write_text(dir, "people.csv", people);
	write_text(dir, "knows.csv", knows);
	check_people(load());
	check_people(load_pair("people.csv", "knows.csv"));
	check_people(load_pair("knows.csv", "people.csv"));
}

/* "vertices.csv" was passed over beside edges.csv; an id that links do not use was believed. */
static void tables_beside_known_names(void **state)
{
	(void)state;
	write_text(dir, "vertices.csv", people);
	write_text(dir, "edges.csv", knows);
	odd_network *net = load();
	assert_int_equal(net->nodes, 4);
	assert_true(attribute(net, "12", "age") == 40.0);
	odd_network_free(net);
	drop("vertices.csv");
	write_text(dir, "nodes.csv", "id,views,new_id\nx1,5,0\nx2,7,1\nx3,9,2\n");
	write_text(dir, "edges.csv", "from,to\n0,1\n1,2\n");
	net = load();
	assert_int_equal(net->edges, 2);
	assert_true(weight(net, "0", "1") == 1.0);
	odd_network_free(net);
}

static void tables_that_do_not_belong_together(void **state)
{
	(void)state;
	write_text(dir, "people.csv", people);
	write_text(dir, "prices.csv", "what,price\nbread,3.5\nmilk,1.2\n");
	odd_error err;
	odd_network *net = NULL;
	assert_int_equal(odd_network_load(&net, dir, NULL, NULL, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "--nodes FILE --edges FILE say which is which"));
	write_text(dir, "more.csv", people);
	assert_int_equal(odd_network_load(&net, dir, NULL, NULL, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "there are 3 tables"));
}

/* pandas: nx.to_pandas_adjacency(G).to_csv() */
static void a_matrix_with_names_is_links(void **state)
{
	(void)state;
	write_text(dir, "adj.csv",
		",Mr Hi,Officer,3\nMr Hi,0.0,2.0,0.0\nOfficer,2.0,0.0,1.0\n3,0.0,1.0,0.0\n");
	odd_network *net = load_as("adj.csv", false);
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->edges, 2);
	assert_int_equal(net->attributes, 0);
	assert_int_equal(net->skipped.repeated_edges, 0);
	assert_true(weight(net, "Mr Hi", "Officer") == 2.0 && weight(net, "3", "Officer") == 1.0);
	odd_network_free(net);
}

/* KONECT unpacks into a directory: out.NAME, meta.NAME, README.NAME. */
static void konect_is_a_directory(void **state)
{
	(void)state;
	write_text(dir, "out.ucidata-zachary", "% sym unweighted\n% 3 3 3\n1 2\n2 3\n3 1\n");
	write_text(dir, "meta.ucidata-zachary", "name: Zachary\n");
	write_text(dir, "README.ucidata-zachary", "Zachary\n");
	odd_network *net = load();
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->edges, 3);
	odd_network_free(net);
	write_text(dir, "out.ucidata-zachary",
		"% asym positive\n1 2 3 1082040961\n2 3 1 1082040962\n");
	net = load();
	assert_true(weight(net, "1", "2") == 3.0);
	odd_network_free(net);
}

/* ---- nodes.csv + edges.csv --------------------------------------------------------------------
 */

static void gephi_tables_are_read(void **state)
{
	(void)state;
	write_tables("Id,Label,timeset,age,Sex,Height,Class\r\n"
		     "1,Ann,,30,f,1.7,red\r\n2,\"Bob, \"\"the\"\" B\",,,m,1.8,blue\r\n"
		     "3,\"Eve\nnext line\",,-2.5,f,0,red\r\n\"4,x\",Dan,,0,m,,\r\n",
		"Source,Target,Type,Id,Label,timeset,Weight\r\n1,2,Undirected,0,,,2.5\r\n"
		"2,3,Directed,1,,,\r\n3,3,Undirected,2,,,1\r\n\"4,x\",1,Undirected,3,,,1\r\n"
		"1,5,Undirected,4,,,1\r\n");
	odd_network *net = load();
	assert_string_equal(net->format, "CSV");
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 3);
	assert_int_equal(net->attributes, 4); /* age, Height, Sex=f, Sex=m */
	assert_true(attribute(net, "1", "age") == 30.0 && attribute(net, "3", "age") == -2.5);
	assert_true(attribute(net, "2", "age") == 0.0 && attribute(net, "2", "Height") == 1.8);
	assert_true(attribute(net, "4,x", "Height") == 1.7); /* missing: the median */
	assert_true(attribute(net, "1", "Sex=f") == 1.0 && attribute(net, "1", "Sex=m") == 0.0);
	assert_string_equal(label(net, "2"), "blue");
	assert_null(label(net, "4,x"));
	assert_true(weight(net, "1", "2") == 2.5 && weight(net, "2", "3") == 1.0);
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.unknown_nodes, 1);
	assert_int_equal(net->skipped.directions, 1);
	odd_network_free(net);

	net = load_as(
		"edges.csv", true); /* an undirected link of a directed network goes both ways */
	assert_true(weight(net, "2", "1") == 2.5 && weight(net, "3", "2") == 0.0);
	assert_int_equal(net->skipped.repeated_edges, 0);
	odd_network_free(net);
}

static void which_column_is_the_class(void **state)
{
	(void)state;
	static const struct {
		const char *nodes, *class_of_a;
		size_t attributes;
	} cases[] = {
		{"ID,LABEL\na,x\nb,x\nc,y\nd,y\n", "x", 0},                   /* repeats: classes */
		{"id,label\na,x\nb,y\nc,z\nd,w\n", NULL, 0},                  /* names of nodes */
		{"id,label,Community\na,x,1\nb,x,2\nc,y,1\nd,y,2\n", "x", 2}, /* Community=1, =2 */
		{"id,label,Group\na,p,g\nb,q,h\nc,r,g\nd,s,h\n", "g", 0},
		{"id,Modularity Class\na,3\nb,4\nc,3\nd,4\n", "3", 0}, /* numbers, and classes */
		{"id,Class\na,3\nb,4\nc,5\nd,6\n", "3", 0},            /* as it says so */
		{"id,url\na,u\nb,v\nc,w\nd,x\n", NULL, 0}, /* words that do not come back */
		{"id,empty\na,\nb,\nc,\nd,\n", NULL, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		write_tables(cases[i].nodes, "source,target\na,b\n");
		odd_network *net = load();
		if (cases[i].class_of_a == NULL)
			assert_null(label(net, "a"));
		else
			assert_string_equal(label(net, "a"), cases[i].class_of_a);
		assert_int_equal(net->attributes, cases[i].attributes);
		odd_network_free(net);
	}
}

static void other_separators_and_truth(void **state)
{
	(void)state;
	write_tables("Id;x;Outlier\na;1.5;no\nb;2;yes\nc;0;structural\nd;1;1\n",
		"Source\tTarget\na\tb\n b \tc\n");
	odd_network *net = load();
	assert_true(attribute(net, "a", "x") == 1.5);
	assert_int_equal(net->edges, 2);
	assert_int_equal(truth(net, "a"), ODD_ORDINARY);
	assert_int_equal(truth(net, "b"), ODD_UNKNOWN_KIND);
	assert_int_equal(truth(net, "c"), ODD_STRUCTURAL);
	assert_int_equal(truth(net, "d"), ODD_UNKNOWN_KIND);
	assert_true(net->has_truth);
	odd_network_free(net);
	write_text(dir, "nodes.csv", "Id;x;Outlier\na;1.5;maybe\n");
	fails("nodes.csv:2:7: \"maybe\" is no kind of outlier, neither yes nor no");
}

static void table_complaints(void **state)
{
	(void)state;
	static const struct {
		const char *nodes, *complaint;
	} wrong[] = {
		{"", "nodes.csv: the file is empty"},
		{"\n\n", "nodes.csv: the header is missing"},
		{"Id,x\n", "nodes.csv: there is no node in it"},
		{"Name,x\na,1\n", "nodes.csv:1:1: the header has no column \"Id\""},
		{"Name,,x\na,1,2\n", "nodes.csv:1:1: the header has no column \"Id\""},
		{"Id,x,y,x\na,1,2,3\n", "nodes.csv:1:8: there are two columns \"x\""},
		{"Id,x\na,1\nb\n", "nodes.csv:3:2: the number of columns is 1, in the header 2"},
		{"Id,x\na,1\nb,1,2\n",
			"nodes.csv:3:5: the number of columns is 3, in the header 2"},
		{"Id,x\na,1\nb,two\n",
			"nodes.csv:3:3: \"two\" is not a number, and column \"x\" holds numbers"},
		{"Id,x\na,inf\nb,1\n",
			"nodes.csv:2:3: \"inf\" is not a finite number, and column \"x\" holds numbers"},
		{"Id,x\na,1\nb,1e999\n",
			"nodes.csv:3:3: \"1e999\" is too large for a number, and column \"x\" holds numbers"},
		{"Id,x\na,1\n\"a\",2\n", "nodes.csv:3:1: node \"a\" is already there, in line 2"},
		{"Id,x\n\"\na\",1\n\"\na\",2\n",
			"nodes.csv:4:1: node \"?a\" is already there, in line 2"},
		{"Id,x\na,1\n,2\n", "nodes.csv:3:1: the node has no id"},
		{"Id,x\na,\"1\nb,2\n", "nodes.csv:2:3: the quote that opens here is never closed"},
		{"Id,x\na,\"1\"2\n",
			"nodes.csv:2:6: a separator is missing behind the closing quote"},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		write_tables(wrong[i].nodes, "Source,Target\n");
		fails(wrong[i].complaint);
	}
	static const struct {
		const char *edges, *complaint;
	} bad[] = {
		{"A,To\na,b\n", "edges.csv:1:1: the header has no column \"Source\""},
		{"From,B\na,b\n", "edges.csv:1:1: the header has no column \"Target\""},
		{"Source,Target,Weight\na,b,-1\n", "edges.csv:2:5: a link of negative weight, -1"},
		{"Source,Target,Weight\na,b,\"\"\"3\"\n", "edges.csv:2:5: \"\"3\" is not a number"},
		{"Source,Target,Weight\na,b,inf\n",
			"edges.csv:2:5: \"inf\" is not a finite number"},
		{"Source,Target\na,\n", "edges.csv:2:3: the name of a node is missing"},
		{"Source,Target,Type\na,b,Mutual\na,b,odd\n",
			"edges.csv:3:5: \"odd\" is none of Directed, Undirected, Mutual"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		write_tables("Id\na\nb\n", bad[i].edges);
		fails(bad[i].complaint);
	}
}

/* ---- struct.csv, content.csv, label.csv, permutation.csv --------------------------------------
 */

static void write_dense(const char *structure, const char *content, const char *labels)
{
	write_text(dir, "struct.csv", structure);
	write_text(dir, "content.csv", content);
	write_text(dir, "label.csv", labels);
}

static void dense_tables_are_read(void **state)
{
	(void)state;
	write_dense("0,1,0\n1,0,2\n0,2,1\n", "1,0,0,0\n0,0.5,0,0\n0,0,0,0\n", "3\n1\n3\n");
	odd_network *net = load();
	assert_string_equal(net->format, "dense CSV");
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->attributes, 4);
	assert_int_equal(net->edges, 2);
	assert_int_equal(net->skipped.repeated_edges, 0); /* both halves of a symmetric matrix */
	assert_int_equal(net->skipped.self_loops, 1);
	assert_true(weight(net, "2", "3") == 2.0);
	assert_true(attribute(net, "2", "w1") == 0.5);
	assert_string_equal(label(net, "1"), "3");
	odd_network_free(net);

	write_text(dir, "permutation.csv", "3,1,2\n");
	net = load();
	assert_true(weight(net, "3", "1") == 1.0 && weight(net, "1", "2") == 2.0);
	assert_string_equal(label(net, "2"), "3");
	assert_false(net->has_truth);
	odd_network_free(net);

	/* an edge stored once, on either side, is an edge; the larger of two weights counts */
	write_text(dir, "struct.csv", "0,1,0\r\n0,0,0\r\n5,0,0\r\n");
	net = load();
	assert_int_equal(net->edges, 2);
	assert_true(weight(net, "3", "2") == 5.0);
	odd_network_free(net);
	write_text(dir, "struct.csv", "0 1 0\n3 0 0\n0 0 0\n");
	net = load_as("struct.csv", true);
	assert_true(weight(net, "3", "1") == 1.0 && weight(net, "1", "3") == 3.0);
	odd_network_free(net);
}

/* The seeded WebKB of the paper: 877 nodes, 42 planted ones behind them, then shuffled. */
static void planted_nodes_of_the_paper_are_marked(void **state)
{
	(void)state;
	enum { KNOWN = 877, ALL = 919 };
	char *text = malloc(2 * ALL * (ALL + 1));
	size_t length = 0;
	assert_non_null(text);
	for (int i = 0; i < ALL; i++)
		for (int j = 0; j < ALL; j++)
			length += (size_t)sprintf(text + length, "0%c", j + 1 < ALL ? ',' : '\n');
	write_file(dir, "struct.csv", text, length);
	length = 0;
	for (int i = 0; i < ALL; i++)
		length += (size_t)sprintf(text + length, "1\n");
	write_file(dir, "content.csv", text, length);
	write_file(dir, "label.csv", text, length);
	for (int base = 0; base < 2; base++) {
		length = 0;
		for (int i = 0; i < ALL; i++)
			length += (size_t)sprintf(text + length, "%d\n", i * 100 % ALL + base);
		write_file(dir, "permutation.csv", text, length);
		odd_network *net = load();
		size_t kinds[ODD_KINDS];
		odd_network_count_truth(net, kinds);
		assert_int_equal(kinds[ODD_UNKNOWN_KIND], ALL - KNOWN);
		assert_int_equal(truth(net, base ? "878" : "877"), ODD_UNKNOWN_KIND);
		assert_int_equal(truth(net, base ? "877" : "876"), ODD_ORDINARY);
		odd_network_free(net);
	}
	free(text);
}

/* A network of three classes in four files, each shuffled or not: node i stands in row
 * shuffled ? place[i] : i. */
enum { ROWS = 90, WORDS = 30 };

static void shuffle_rows(uint32_t *at)
{
	odd_rng rng;
	for (uint32_t r = 0; r < ROWS; r++)
		at[r] = r;
	odd_rng_init(&rng, 3, "rows");
	odd_rng_shuffle(&rng, at, ROWS);
}

static void write_shuffled(bool links, bool words, bool labels)
{
	char *text = malloc(4 * ROWS * ROWS);
	uint32_t at[2][ROWS]; /* the node of each row */
	size_t length = 0;
	assert_non_null(text);
	for (uint32_t r = 0; r < ROWS; r++)
		at[0][r] = r;
	shuffle_rows(at[1]);
	for (size_t r = 0; r < ROWS; r++)
		for (size_t s = 0; s < ROWS; s++) {
			size_t i = at[links][r], j = at[links][s];
			size_t far = i > j ? i - j : j - i;
			/* Rings within a class, and a few links across. */
			bool linked = far == 3 || far == 6 || far == 9 || (far == 7 && i + j < 40);
			length += (size_t)sprintf(
				text + length, "%d%c", linked, s + 1 < ROWS ? ',' : '\n');
		}
	write_file(dir, "struct.csv", text, length);
	length = 0;
	for (size_t r = 0; r < ROWS; r++)
		for (size_t w = 0; w < WORDS; w++) {
			size_t i = at[words][r];
			bool has = w % 3 == i % 3 && (w + i) % 4 != 0;
			length += (size_t)sprintf(text + length, "%d%c", has || w == i % WORDS,
				w + 1 < WORDS ? ',' : '\n');
		}
	write_file(dir, "content.csv", text, length);
	length = 0;
	for (size_t r = 0; r < ROWS; r++)
		length += (size_t)sprintf(text + length, "%u\n", at[labels][r] % 3);
	write_file(dir, "label.csv", text, length);
	length = 0;
	for (size_t r = 0; r < ROWS; r++)
		length += (size_t)sprintf(text + length, "%u\n", at[1][r] + 1);
	write_file(dir, "permutation.csv", text, length);
	free(text);
}

/* Whichever files were shuffled, node "i" has its own links, words and label: the data tells. */
static void unshuffled_files_are_put_right(void **state)
{
	uint32_t at[ROWS];
	(void)state;
	shuffle_rows(at);
	for (int which = 0; which < 8; which++) {
		write_shuffled(which & 1, which & 2, which & 4);
		odd_network *net = load();
		/* All in one order are left as they are. */
		size_t moved =
			(((which >> 1 & 1) != (which & 1)) + ((which >> 2 & 1) != (which & 1)));
		assert_int_equal(net->skipped.moved_rows, moved * ROWS);
		for (size_t i = 0; i < ROWS; i++) {
			char name[24], other[24], class[24];
			/* All in the order from before, against what permutation.csv says: nothing
			 * in the data tells, so the names are those of the file. */
			size_t node = which == 0 ? at[i] : i;
			snprintf(name, sizeof name, "%zu", node + 1);
			snprintf(class, sizeof class, "%zu", i % 3);
			assert_string_equal(label(net, name), class);
			char word[24];
			snprintf(word, sizeof word, "w%zu", i % WORDS);
			assert_true(attribute(net, name, word) == 1.0);
			if (i + 3 < ROWS && which != 0) {
				snprintf(other, sizeof other, "%zu", i + 4);
				assert_true(weight(net, name, other) == 1.0);
			}
		}
		odd_network_free(net);
	}
}

static void dense_complaints(void **state)
{
	(void)state;
	write_dense("0,1\n1,0\n", "1\n0\n", "1\n1\n");
	odd_network_free(load());
	write_text(dir, "struct.csv", "0,1\n1,0,1\n");
	fails("struct.csv:2:5: the number of columns is 3, in the first row 2");
	write_text(dir, "struct.csv", "0,1\n1\n");
	fails("struct.csv:2:2: the number of columns is 1, in the first row 2");
	write_text(dir, "struct.csv", "0,1\n");
	fails("struct.csv: the number of rows is 1, that of the nodes 2");
	write_text(dir, "struct.csv", "0,1\n1,0\n0,0\n");
	fails("struct.csv:3:1: the number of rows is more than that of the nodes, 2");
	write_text(dir, "struct.csv", "0,1\n-1,0\n");
	fails("struct.csv:2:1: a link of negative weight, -1");
	write_text(dir, "struct.csv", "0,1\n1,nan\n");
	fails("struct.csv:2:3: \"nan\" is not a finite number");
	write_dense("0,1\n1,0\n", "1,0\n0\n", "1\n1\n");
	fails("content.csv:2:2: the number of columns is 1, in the first row 2");
	write_dense("0,1\n1,0\n", "1\n0\n0\n", "1\n1\n");
	fails("content.csv:3:1: the number of rows is more than that of the nodes, 2");
	write_dense("0,1\n1,0\n", "1\n1e999\n", "1\n1\n");
	fails("content.csv:2:1: \"1e999\" is too large for a number");
	write_dense("0,1\n1,0\n", "1\n", "1\n1\n");
	fails("content.csv: the number of rows is 1, that of the nodes 2");
	write_dense("0,1\n1,0\n", "1\n0\n", "1\n");
	fails("label.csv: the number of labels is 1, that of the nodes 2");
	write_dense("0,1\n1,0\n", "1\n0\n", "1\n1\n1\n");
	fails("label.csv: the number of labels is 3, that of the nodes 2");
	write_dense("0,1\n1,0\n", "1\n0\n", "1\n1\n");
	write_text(dir, "permutation.csv", "1\n1\n");
	fails("permutation.csv:2:1: node \"1\" is already there, in line 1");
	write_text(dir, "permutation.csv", "1\n1.5\n");
	fails("permutation.csv:2:1: \"1.5\" is not the number of a node");
	write_text(dir, "permutation.csv", "1\n2\n3\n");
	fails("struct.csv: the number of columns is 2, that of the nodes 3");
	drop("permutation.csv");
	drop("label.csv");
	fails("struct.csv: there is no label.csv beside it");
}

#define with_dir(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_dir(roles_are_found_by_values),
		with_dir(tables_beside_known_names),
		with_dir(tables_that_do_not_belong_together),
		with_dir(a_matrix_with_names_is_links),
		with_dir(konect_is_a_directory),
		with_dir(gephi_tables_are_read),
		with_dir(which_column_is_the_class),
		with_dir(other_separators_and_truth),
		with_dir(table_complaints),
		with_dir(dense_tables_are_read),
		with_dir(planted_nodes_of_the_paper_are_marked),
		with_dir(unshuffled_files_are_put_right),
		with_dir(dense_complaints),
	};
	return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
