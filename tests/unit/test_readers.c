/* Every text format: good input, and each way to be wrong with its line and column. */
#include "config.h"

#include "reader_helpers.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "same_network.h"

/* ---- LINQS ------------------------------------------------------------------------------------
 */

static const char content[] = "a\t1\t0\t0\tx\nb\t0\t0.5\t0\ty\nc\t0\t0\t0\tx\n";

static void linqs_is_read(void **state)
{
	(void)state;
	write_text(dir, "t.content", content);
	write_text(dir, "t.cites", "a\tb\nb a\na\ta\n\nc\tnobody\n");
	odd_network *net = load();
	assert_string_equal(net->format, "LINQS");
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->attributes, 3); /* the last column is empty, and a column */
	assert_int_equal(net->edges, 1);
	assert_int_equal(net->classes.count, 2);
	assert_string_equal(odd_names_get(&net->words, 1), "w1");
	assert_true(attribute(net, "a", "w0") == 1.0 && attribute(net, "b", "w1") == 0.5);
	assert_true(attribute(net, "b", "w0") == 0.0);
	assert_string_equal(label(net, "b"), "y");
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.repeated_edges, 1);
	assert_int_equal(net->skipped.unknown_nodes, 1);
	assert_true(net->A.val == NULL);
	assert_false(net->has_truth);
	odd_network_free(net);

	net = load_as("t.content", true); /* "cited citing": the second one links to the first */
	assert_string_equal(net->name, "t");
	assert_true(net->directed);
	assert_int_equal(net->edges, 2);
	odd_network_free(net);
	write_text(dir, "t.cites", "a\tb\n");
	net = load_as("t.cites", true);
	assert_true(weight(net, "b", "a") == 1.0 && weight(net, "a", "b") == 0.0);
	odd_network_free(net);
}

/* The same bytes in other clothes. */
static void linqs_line_ends_and_marks(void **state)
{
	(void)state;
	write_text(dir, "t.content", content);
	write_text(dir, "t.cites", "a\tb\nb\tc\n");
	odd_network *plain = load_as("t.content", false), *other;
	write_text(dir, "t.content",
		"\xef\xbb\xbf"
		"a\t1\t0\t0\tx\r\n\r\nb\t0\t0.5\t0\ty\r\nc\t0\t0\t0\tx");
	write_text(dir, "t.cites",
		"\xef\xbb\xbf"
		"a\tb\r\nb\tc");
	other = load_as("t.content", false);
	assert_true(networks_equal(plain, other));
	odd_network_free(other);
	drop("t.content");
	drop("t.cites");
	write_gz("t.content.gz", content);
	write_gz("t.cites.gz", "a b\nb c\n");
	other = load_as("t.content.gz", false);
	assert_true(networks_equal(plain, other));
	odd_network_free(other);
	drop("t.content.gz");
	write_gz("t.content", content); /* compressed, and does not say so */
	other = load_as("t.content", false);
	assert_true(networks_equal(plain, other));
	odd_network_free(other);
	write_text(dir, "t.content", "a 1 0 0 x\nb 0 5e-1 -0 y\nc 0 0.0 0 x\n");
	other = load_as("t.content", false);
	assert_true(networks_equal(plain, other));
	odd_network_free(other);
	odd_network_free(plain);
}

static void linqs_pairs_are_one_network(void **state)
{
	(void)state;
	write_text(dir, "p.content", "a\t1\t0\tx\n");
	write_text(dir, "p.cites", "a\tb\n");
	write_text(dir, "q.content", "b\t0\t1\ty\n");
	write_text(dir, "q.cites", "b\tb\n");
	odd_network *net = load();
	assert_int_equal(net->nodes, 2);
	assert_int_equal(net->edges, 1);
	assert_int_equal(net->skipped.self_loops, 1);
	odd_network_free(net);
	net = load_as("q.cites", false);
	assert_int_equal(net->nodes, 1);
	odd_network_free(net);
	write_text(dir, "q.content", "b\t0\ty\n");
	fails("q.content:1:1: the number of columns is 3, in p.content 4");
	write_text(dir, "q.content", "b\t0\t1\ty\na\t0\t1\ty\n");
	fails("q.content:2:1: node \"a\" is already there, in p.content:1");
	drop("q.content");
	fails("q.cites: there is no q.content beside it");
	drop("q.cites");
	drop("p.cites");
	fails("p.content: there is no p.cites beside it");
}

static void linqs_complaints(void **state)
{
	(void)state;
	static const struct {
		const char *content, *complaint;
	} wrong[] = {
		{"", "t.content: the file is empty"},
		{"\n \n", "t.content: there is no node in it"},
		{"a\n", "t.content:1:2: a row needs at least an id and a label, separated by tabs or spaces"},
		{"a\t1\tx\na\t0\tx\n", "t.content:2:1: node \"a\" is already there, in line 1"},
		{"a\t1\tx\nb\t0\t1\tx\n",
			"t.content:2:7: the number of columns is 4, in the first row 3"},
		{"a\t1\t0\tx\nb\t0\tx\n",
			"t.content:2:6: the number of columns is 3, in the first row 4"},
		{"a\t1\t0\tx\nb\n",
			"t.content:2:2: the number of columns is 1, in the first row 4"},
		{"a\t1\tx\nb\tnan\tx\n", "t.content:2:3: \"nan\" is not a finite number"},
		{"a\t1\tx\nb\t-Inf\tx\n", "t.content:2:3: \"-Inf\" is not a finite number"},
		{"a\t1\tx\nb\t1e999\tx\n", "t.content:2:3: \"1e999\" is too large for a number"},
		{"a\t1\tx\nb\t0x1\tx\n", "t.content:2:3: \"0x1\" is not a decimal number"},
		{"a\t1\tx\nb\t\tx\n", "t.content:2:3: a number is missing"},
		{"a\t1\t0\tx\nb\t0\t1,5\tx\n", "t.content:2:5: \"1,5\" is not a number"},
		{"a\t1\t0\tx\n\xc3\xa9\xc3\xa9\t0\t?\tx\n", "t.content:2:6: \"?\" is not a number"},
		{"a\t1\tx\n\t0\tx\n", "t.content:2:1: the node has no id"},
	};
	write_text(dir, "t.cites", "a\tb\n");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		write_text(dir, "t.content", wrong[i].content);
		fails(wrong[i].complaint);
	}
	write_file(dir, "t.content", "a\t1\tx\nb\t\0\tx\n", 13);
	fails("t.content:2:3: a NUL byte: this is not a text file in UTF-8 or ASCII");
	write_text(dir, "t.content", "a\t1\tx\nb\t0\tx\n");
	write_text(dir, "t.cites", "");
	fails("t.cites: the file is empty");
	write_text(dir, "t.cites", "a\tb\na\n");
	fails("t.cites:2:2: the line has no target node");
	write_text(dir, "t.cites", "a\tb\n\tb\n");
	fails("t.cites:2:1: the name of the source node is missing");
	write_text(dir, "t.cites", "a\tb\na b 1\n");
	fails("t.cites:2:5: the line has more than the two fields of a link");
	drop("t.cites");
	assert_int_equal(mkdir(strcat(strcpy((char[300]){0}, dir), "/t.cites"), 0777), 0);
	fails_at("", ODD_EIO, "t.cites: is a directory, not a file", __LINE__);
}

/* The form of the oracles. */
static void content_with_edges(void **state)
{
	(void)state;
	write_text(dir, "t.content", content);
	write_text(dir, "t.edges", "# a comment\na\tb\t2.5\nb c\n");
	odd_network *net = load();
	assert_string_equal(net->format, "LINQS");
	assert_true(weight(net, "a", "b") == 2.5 && weight(net, "b", "c") == 1.0);
	odd_network_free(net);
	write_text(dir, "t.cites", "a\tb\n");
	fails("t.edges: t.cites is there as well; name the one to be read");
}

static void links_of_text(void **state)
{
	(void)state;
	write_text(dir, "t.nodes", "a\nb\nc\n");
	write_text(dir, "t.edges", "# a comment\na\tb\t2.5\nb c\na c 0\nc a 0.25\na\tc\t0.125\n");
	odd_network *net = load();
	assert_string_equal(net->format, "oddone text");
	assert_true(weight(net, "a", "b") == 2.5 && weight(net, "b", "a") == 2.5);
	assert_true(weight(net, "b", "c") == 1.0 && weight(net, "a", "c") == 0.25);
	assert_int_equal(net->skipped.zero_weights, 1);
	assert_int_equal(net->skipped.repeated_edges, 1);
	odd_network_free(net);
	net = load_as("t.edges", true);
	assert_true(weight(net, "a", "b") == 2.5 && weight(net, "b", "a") == 0.0);
	assert_true(weight(net, "c", "a") == 0.25 && weight(net, "a", "c") == 0.125);
	odd_network_free(net);
	write_text(dir, "t.edges", "a\tb\t1\na\tc\t-0.5\n");
	fails("t.edges:2:5: a link of negative weight, -0.5");
	write_text(dir, "t.edges", "a\tb\tnan\n");
	fails("t.edges:1:5: \"nan\" is not a finite number");
	write_text(dir, "t.edges", "a b 1e400\n");
	fails("t.edges:1:5: \"1e400\" is too large for a number");
	write_text(dir, "t.edges", "a b heavy\n");
	fails("t.edges:1:5: \"heavy\" is not a number");
	write_text(dir, "t.edges", "a b 1 2\n");
	fails("t.edges:1:7: the line has more than the three fields of a link");
}

/* One bad cell among millions is found, whatever it is and wherever. */
static void a_broken_line_among_thousands(void **state)
{
	(void)state;
	enum { ROWS = 2700, COLUMNS = 200 };
	size_t size = (size_t)ROWS * (2 * COLUMNS + 16), length = 0;
	char *text = malloc(size), expected[200];
	size_t *row = malloc(ROWS * sizeof *row);
	assert_non_null(text);
	assert_non_null(row);
	for (int i = 0; i < ROWS; i++) {
		length += (size_t)sprintf(text + length, "n%04d\t", i);
		row[i] = length;
		for (int j = 0; j < COLUMNS; j++) {
			text[length++] = (i * 7 + j) % 13 == 0 ? '1' : '0';
			text[length++] = '\t';
		}
		length += (size_t)sprintf(text + length, "class%d\n", i % 7);
	}
	write_file(dir, "t.content", text, length);
	write_text(dir, "t.cites", "n0000\tn0001\n");
	odd_network *net = load();
	assert_int_equal(net->nodes, ROWS);
	assert_int_equal(net->attributes, COLUMNS);
	odd_network_free(net);
	odd_rng rng;
	odd_rng_init(&rng, 5, "broken");
	for (int round = 0; round < 10; round++) {
		size_t i = odd_rng_below(&rng, ROWS), j = odd_rng_below(&rng, COLUMNS);
		char *cell = text + row[i] + 2 * j, kept[2] = {cell[0], cell[1]};
		cell[0] = 'x';
		write_file(dir, "t.content", text, length);
		snprintf(expected, sizeof expected, "t.content:%zu:%zu: \"x\" is not a number",
			i + 1, 7 + 2 * j);
		fails(expected);
		cell[0] = '0';
		cell[1] = '0'; /* two columns become one */
		write_file(dir, "t.content", text, length);
		snprintf(expected, sizeof expected,
			"t.content:%zu:%d: the number of columns is %d, in the first row %d", i + 1,
			6 + 2 * COLUMNS + 6 + 1, COLUMNS + 1, COLUMNS + 2);
		if (i > 0)
			fails(expected);
		memcpy(cell, kept, 2);
	}
	free(row);
	free(text);
}

/* ---- Pubmed -----------------------------------------------------------------------------------
 */

static const char papers[] =
	"NODE\tpaper\n"
	"cat=1,2,3:label\tnumeric:w-rat:0.0\tnumeric:w-use:0.0\tstring:summary\n"
	"10\tlabel=1\tw-rat=0.5\tw-use=0.25\tsummary=w-rat,w-use\n"
	"11\tlabel=3\tw-use=1\tsummary=w-use\n12\tw-rat=0\n";
static const char cites[] =
	"DIRECTED\tcites\nNO_FEATURES\n"
	"1\tpaper:10\t|\tpaper:11\n2\tpaper:11\t|\tpaper:11\n3\tpaper:11\t|\tpaper:99\n";

static void pubmed_is_read(void **state)
{
	(void)state;
	write_text(dir, "P.NODE.paper.tab", papers);
	write_gz("P.DIRECTED.cites.tab.gz", cites);
	odd_network *net = load_as("", true);
	assert_string_equal(net->format, "LINQS Pubmed");
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->attributes, 2);
	assert_int_equal(net->edges, 1);
	assert_int_equal(net->classes.count, 2);
	assert_true(attribute(net, "10", "w-rat") == 0.5 && attribute(net, "12", "w-rat") == 0.0);
	assert_true(weight(net, "10", "11") == 1.0 && weight(net, "11", "10") == 0.0);
	assert_string_equal(label(net, "11"), "3");
	assert_null(label(net, "12"));
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.unknown_nodes, 1);
	odd_network_free(net);
	net = load_as("P.NODE.paper.tab", false);
	assert_string_equal(net->name, "P");
	odd_network_free(net);
}

static void pubmed_complaints(void **state)
{
	(void)state;
	static const char head[] = "NODE\tpaper\ncat=1,2:label\tnumeric:w-a:0.0\n";
	static const struct {
		const char *rest, *complaint;
	} wrong[] = {
		{"1\tw-a=1\n2\tw-b=1\n",
			"P.NODE.paper.tab:4:3: word \"w-b\" is not in the second line"},
		{"1\tw-a=x\n", "P.NODE.paper.tab:3:7: \"x\" is not a number"},
		{"1\tw-a=1e999\n", "P.NODE.paper.tab:3:7: \"1e999\" is too large for a number"},
		{"1\tw-a\n", "P.NODE.paper.tab:3:3: \"w-a\" is not of the form name=value"},
		{"1\tw-a=1\n1\n", "P.NODE.paper.tab:4:1: node \"1\" is already there, in line 3"},
		{"", "P.NODE.paper.tab: there is no node in it"},
	};
	char text[400];
	write_text(dir, "P.DIRECTED.cites.tab", cites);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(text, sizeof text, "%s%s", head, wrong[i].rest);
		write_text(dir, "P.NODE.paper.tab", text);
		fails(wrong[i].complaint);
	}
	write_text(dir, "P.NODE.paper.tab", "PAPER\n");
	fails("P.NODE.paper.tab:1:1: the first line does not start with NODE");
	write_text(dir, "P.NODE.paper.tab", "NODE\tpaper\n");
	fails("P.NODE.paper.tab:2:1: the line that names the words is missing");
	write_text(dir, "P.NODE.paper.tab", "NODE\tpaper\nnumeric:a:0\ttext:b\n");
	fails("P.NODE.paper.tab:2:13: \"text\" is none of cat, numeric, string");
	write_text(dir, "P.NODE.paper.tab", papers);
	write_text(dir, "P.DIRECTED.cites.tab",
		"DIRECTED\tcites\nNO_FEATURES\n1\tpaper:10\tpaper:11\n");
	fails("P.DIRECTED.cites.tab:3:12: a \"|\" is missing between the two papers");
	write_text(dir, "P.DIRECTED.cites.tab", "DIRECTED\tcites\n1\t10\t|\tpaper:11\n");
	fails("P.DIRECTED.cites.tab:2:3: \"10\" is not of the form paper:id");
	write_text(dir, "P.DIRECTED.cites.tab", "a\tb\n");
	fails("P.DIRECTED.cites.tab:1:1: the first line does not start with DIRECTED");
	drop("P.DIRECTED.cites.tab");
	fails("P.NODE.paper.tab: there is no P.DIRECTED.cites.tab beside it");
}

/* ---- the dispatcher ---------------------------------------------------------------------------
 */

static void what_is_there_decides(void **state)
{
	(void)state;
	fails(": no network; looked for X.nodes + X.edges, X.content + X.cites, X.content + "
	      "X.edges, "
	      "*.NODE.paper.tab + *.DIRECTED.cites.tab, nodes.csv, struct.csv + content.csv + "
	      "label.csv, and for one file of another format (oddone-formats(5))");
	write_text(dir, "notes.txt", "hello");
	write_text(dir, "t.cites.orig", "hello");
	fails_as("notes.txt",
		"notes.txt: no format is recognised by its name or content; nearest is an edge list, a "
		"source, a target and perhaps a weight in each line");
	write_text(dir, "a.edges", "p q\n");
	fails(": the file that lists the nodes is missing; there is only a.edges");
	write_text(dir, "b.nodes", "p\n");
	fails("b.nodes: there is no b.edges beside it");
	write_text(dir, "b.edges", "p p\n");
	odd_network *net = load();
	odd_network_free(net);
	net = load_as("a.edges", false); /* a list of links, as many collections call them */
	assert_string_equal(net->format, "edge list");
	assert_int_equal(net->nodes, 2);
	odd_network_free(net);
	write_text(dir, "c.nodes", "p\n");
	fails(": more than one network is here (b.nodes, c.nodes); name one of the files");
	net = load_as("b.edges", false);
	assert_string_equal(net->name, "b");
	odd_network_free(net);
	drop("c.nodes");
	write_text(dir, "nodes.csv", "Id\np\n");
	fails(": more than one network is here (b.nodes, nodes.csv); name one of the files");
	net = load_as("nodes.csv", false); /* attributes alone */
	assert_int_equal(net->edges, 0);
	odd_network_free(net);
	drop("nodes.csv");
	write_gz("b.nodes.gz", "p\n");
	fails("b.nodes.gz: b.nodes is there as well; name the one to be read");
	net = load_as("b.nodes.gz", false);
	odd_network_free(net);
	write_text(dir, "b.content", "p\tx\n");
	fails_as("b.edges",
		"b.edges: more than one network is here (b.content, b.nodes, b.nodes.gz); name one of the files");
	net = load_as("b.content", false);
	odd_network_free(net);
	fails_at("nowhere", ODD_EIO, "nowhere: cannot open: No such file or directory", __LINE__);
	if (geteuid() != 0) {
		assert_int_equal(chmod(dir, 0), 0);
		fails_at("", ODD_EIO, ": cannot open: Permission denied", __LINE__);
		assert_int_equal(chmod(dir, 0700), 0);
	}
}

static void a_directory_gives_its_name(void **state)
{
	(void)state;
	char path[512], here[1024];
	odd_error err;
	odd_network *net;
	snprintf(path, sizeof path, "%s/cora", dir);
	assert_int_equal(mkdir(path, 0777), 0);
	write_text(path, "t.content", content);
	write_text(path, "t.cites", "a b\n");
	strcat(path, "//");
	assert_ok(odd_network_load(&net, path, NULL, NULL, &err), err);
	assert_string_equal(net->name, "cora");
	odd_network_free(net);
	assert_non_null(getcwd(here, sizeof here));
	assert_int_equal(chdir(path), 0);
	assert_ok(odd_network_load(&net, ".", NULL, NULL, &err), err);
	assert_string_equal(net->name, "cora");
	odd_network_free(net);
	write_text(path, "t.cites", "a\n"); /* the place is given as the user gave it */
	assert_int_equal(odd_network_load(&net, "t.content", NULL, NULL, &err), ODD_EINPUT);
	assert_string_equal(err.file, "t.cites");
	assert_int_equal(chdir(here), 0);
}

/* Cut anywhere, a compressed file is refused, and a plain one is read or refused but never more. */
static void truncated_files(void **state)
{
	(void)state;
	char path[512];
	odd_error err;
	odd_network *net;
	write_text(dir, "t.cites", "a b\n");
	write_gz("t.content.gz", content);
	snprintf(path, sizeof path, "%s/t.content.gz", dir);
	FILE *f = fopen(path, "rb");
	char bytes[400];
	assert_non_null(f);
	size_t size = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	for (size_t cut = 2; cut < size; cut++) {
		write_file(dir, "t.content.gz", bytes, cut);
		fails("t.content.gz: the compressed file ends too early");
	}
	drop("t.content.gz");
	for (size_t cut = 0; cut < sizeof content; cut++) {
		write_file(dir, "t.content", content, cut);
		odd_status status = odd_network_load(&net, dir, NULL, NULL, &err);
		if (status == ODD_OK)
			odd_network_free(net);
		else
			assert_int_equal(status, ODD_EINPUT);
	}
}

static void loading_can_be_stopped(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = NULL;
	char text[20000];
	size_t length = 0;
	for (int i = 0; i < 1000; i++)
		length += (size_t)sprintf(text + length, "n%d\tx\n", i);
	write_file(dir, "t.content", text, length);
	write_text(dir, "t.cites", "a b\n");
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_network_load(&net, dir, NULL, &job, &err), ODD_ECANCELLED);
	assert_null(net);
}

#define with_dir(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* What is made of a small file counts: links, cells of a row, default values. */
static void small_files_of_much(void **state)
{
	(void)state;
	enum { LINKS = 100000, CELLS = 40000, NODES = 2000, KEYS = 200 };
	static const struct {
		const char *name, *says;
	} cases[] = {{"links.edgelist", "its links need more than 1 MB"},
		{"commas.csv", "the cells of a row need more than 1 MB"},
		{"defaults.graphml", "its default values need more than 1 MB"}};
	const odd_load_options options = {.size = sizeof options, .limit = 1 << 20};
	char *text = malloc((size_t)LINKS * 4 + CELLS + NODES * 40 + KEYS * 200), path[512];
	for (size_t c = 0; c < 3; c++) {
		char *p = text;
		odd_error err;
		odd_network *net = NULL;
		for (int i = 0; c == 0 && i < LINKS; i++)
			p += sprintf(p, "1 2\n");
		p += c == 1 ? sprintf(p, "source,target\na,b\n") : 0;
		for (int i = 0; c == 1 && i < CELLS; i++)
			*p++ = ',';
		p += c == 2 ? sprintf(p, "<graphml>") : 0;
		for (int i = 0; c == 2 && i < KEYS; i++)
			p += sprintf(p, "<key id=\"k%d\" for=\"node\"><default>%d</default></key>",
				i, i);
		p += c == 2 ? sprintf(p, "<graph>") : 0;
		for (int i = 0; c == 2 && i < NODES; i++)
			p += sprintf(p, "<node id=\"n%d\"/>", i);
		p += c == 2 ? sprintf(p, "</graph></graphml>") : 0;
		*p = '\0';
		if (c == 2)
			write_text(dir, cases[c].name, text);
		else
			write_gz(cases[c].name, text);
		snprintf(path, sizeof path, "%s/%s", dir, cases[c].name);
		assert_int_equal(odd_network_load(&net, path, &options, NULL, &err), ODD_EINPUT);
		if (strstr(err.message, cases[c].says) == NULL)
			fail_msg("%s: %s", cases[c].name, err.message);
		remove(path);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(small_files_of_much, set_up, tear_down),
		with_dir(linqs_is_read),
		with_dir(linqs_line_ends_and_marks),
		with_dir(linqs_pairs_are_one_network),
		with_dir(linqs_complaints),
		with_dir(content_with_edges),
		with_dir(links_of_text),
		with_dir(a_broken_line_among_thousands),
		with_dir(pubmed_is_read),
		with_dir(pubmed_complaints),
		with_dir(what_is_there_decides),
		with_dir(a_directory_gives_its_name),
		with_dir(truncated_files),
		with_dir(loading_can_be_stopped),
	};
	return cmocka_run_group_tests_name("readers", tests, NULL, NULL);
}
