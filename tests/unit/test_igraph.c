/* GraphML, GML and Pajek. */
#include "config.h"

#include "helpers.h"

#include "network/readers.h"

static const odd_load_options undirected = {.directed = false}, directed = {.directed = true};

static odd_status load(
	odd_network **out, const char *path, const odd_load_options *options, odd_error *err)
{
	odd__source source = {.name = "g", .options = options, .job = NULL};
	return odd__read_igraph(out, &source, path, err);
}

#ifdef HAVE_IGRAPH

#include <igraph/igraph.h>
#include <pthread.h>
#include <zlib.h>

/* Write text as dir/name, load it, take the directory away again. */
static odd_status load_text(odd_network **out, const char *name, const char *text,
	const odd_load_options *options, odd_error *err)
{
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	write_text(dir, name, text);
	snprintf(path, sizeof path, "%s/%s", dir, name);
	odd_status status = load(out, path, options, err);
	remove_tree(dir);
	return status;
}

static double attribute(const odd_network *net, size_t node, const char *word)
{
	uint32_t j = odd_names_find(&net->words, word, strlen(word));
	assert_int_not_equal(j, ODD_NO_NAME);
	for (size_t e = net->C.ptr[node]; e < net->C.ptr[node + 1]; e++)
		if (net->C.idx[e] == j)
			return odd_csr_value(odd_csr_const(net->C), e);
	return 0.0;
}

static const char *label(const odd_network *net, size_t node)
{
	return net->label[node] < 0 ? "-" : odd_names_get(&net->classes, (size_t)net->label[node]);
}

static const char graphml[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
	"<key id=\"a\" for=\"node\" attr.name=\"age\" attr.type=\"double\"/>\n"
	"<key id=\"b\" for=\"node\" attr.name=\"sings\" attr.type=\"boolean\"/>\n"
	"<key id=\"c\" for=\"node\" attr.name=\"Class\" attr.type=\"string\"/>\n"
	"<key id=\"o\" for=\"node\" attr.name=\"truth\" attr.type=\"string\"/>\n"
	"<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
	"<graph edgedefault=\"undirected\">\n"
	"<node id=\"ann\"><data key=\"a\">3.5</data><data key=\"c\">x</data></node>\n"
	"<node id=\"bob\"><data key=\"b\">true</data><data key=\"c\">y</data></node>\n"
	"<node id=\"cid\"><data key=\"a\">-1</data><data key=\"c\">x</data>"
	"<data key=\"o\">combined</data></node>\n"
	"<node id=\"dot\"/>\n"
	"<edge source=\"ann\" target=\"bob\"><data key=\"w\">2.5</data></edge>\n"
	"<edge source=\"cid\" target=\"bob\"/>\n"
	"<edge source=\"bob\" target=\"ann\"><data key=\"w\">4</data></edge>\n"
	"<edge source=\"dot\" target=\"dot\"/>\n"
	"</graph></graphml>\n";

static void graphml_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	assert_ok(load_text(&net, "g.graphml", graphml, &undirected, &err), err);
	assert_string_equal(net->format, "GraphML");
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 2);
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.repeated_edges, 1);
	assert_string_equal(odd_names_get(&net->ids, 3), "dot");
	assert_int_equal(net->attributes, 2);
	assert_true(attribute(net, 0, "age") == 3.5);
	assert_true(attribute(net, 1, "age") == 0.0); /* missing */
	assert_true(attribute(net, 1, "sings") == 1.0);
	assert_true(attribute(net, 2, "age") == -1.0);
	assert_string_equal(label(net, 0), "x");
	assert_string_equal(label(net, 1), "y");
	assert_string_equal(label(net, 3), "-");
	assert_int_equal(net->truth[2], ODD_COMBINED);
	assert_int_equal(net->truth[0], ODD_ORDINARY);
	assert_true(net->A.val[net->A.ptr[0]] == 4.0); /* the larger of two weights */
	odd_network_free(net);

	assert_ok(load_text(&net, "g.graphml", graphml, &directed, &err), err);
	assert_int_equal(net->edges, 4); /* an undirected file: every link both ways */
	odd_network_free(net);
}

static void gml_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] =
		"Creator \"me\"\ngraph [\n directed 0\n"
		" node [ id 7 label \"Moby Dick\" value \"c\" pages 500 ]\n"
		" node [ id 8 label \"Emma\" value \"n\" pages 400 ]\n"
		" node [ id 9 label \"Kim\" value \"c\" ]\n"
		" edge [ source 7 target 8 value 3 ]\n edge [ source 9 target 8 ]\n]\n";
	assert_ok(load_text(&net, "g.gml", text, &undirected, &err), err);
	assert_int_equal(net->nodes, 3);
	assert_string_equal(odd_names_get(&net->ids, 0), "Moby Dick"); /* a label of one's own */
	assert_string_equal(label(net, 2), "c");
	assert_int_equal(net->attributes, 1); /* pages; id is no attribute */
	assert_true(attribute(net, 1, "pages") == 400.0);
	assert_true(net->A.val[net->A.ptr[0]] == 3.0);
	assert_true(net->A.val[net->A.ptr[2]] == 1.0); /* no value: 1 */
	odd_network_free(net);

	static const char repeats[] = "graph [ node [ id 7 label 1 ] node [ id 8 label 2 ]"
				      " node [ id 9 label 1 ] edge [ source 7 target 8 ] ]";
	assert_ok(load_text(&net, "g.gml", repeats, &undirected, &err), err);
	assert_string_equal(odd_names_get(&net->ids, 1), "8"); /* a shared label is a class */
	assert_string_equal(label(net, 1), "2");
	assert_int_equal(net->label[0], net->label[2]);
	assert_int_equal(net->attributes, 0);
	odd_network_free(net);
}

static void pajek_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] = "*Vertices 3\n1 \"Ann\" 0.1 0.2 0.5\n2 \"Bob\" 0.3 0.0 0.5\n"
				   "3 \"Cid\" 0.4 0.2 0.5\n*Arcs\n1 2 3.0\n2 3\n";
	const char *const names[] = {"g.net", "g.paj", "G.NET"};
	for (size_t i = 0; i < 3; i++) {
		assert_ok(load_text(&net, names[i], text, &directed, &err), err);
		assert_true(net->directed);
		assert_int_equal(net->edges, 2);
		assert_string_equal(odd_names_get(&net->ids, 2), "Cid");
		assert_true(net->A.val[0] == 3.0);
		assert_true(attribute(net, 1, "x") == 0.3);
		odd_network_free(net);
	}
}

static void gzipped_comes_in(void **state)
{
	(void)state;
	char dir[256], path[512];
	odd_network *net;
	odd_error err;
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/g.graphml.gz", dir);
	gzFile f = gzopen(path, "wb");
	assert_int_equal(gzwrite(f, graphml, sizeof graphml - 1), sizeof graphml - 1);
	gzclose(f);
	assert_ok(load(&net, path, &undirected, &err), err);
	assert_int_equal(net->nodes, 4);
	odd_network_free(net);
	FILE *whole = fopen(path, "rb");
	unsigned char bytes[4096];
	size_t size = fread(bytes, 1, sizeof bytes, whole);
	fclose(whole);
	write_file(dir, "g.graphml.gz", bytes, size - 20);
	assert_int_equal(load(&net, path, &undirected, &err), ODD_EINPUT);
	assert_null(net);
	remove_tree(dir);
}

static void wrong_files_are_told(void **state)
{
	(void)state;
	const struct {
		const char *name, *text;
		long line;
		const char *says;
	} cases[] = {
		{"g.graphml", "<graphml>\n<graph>\n<node id='a'>\n</graph>", 4, "mismatch"},
		{"g.graphml", "", 0, "the file is empty"},
		{"g.graphml", "<graphml><graph></graph></graphml>", 0, "no nodes"},
		{"g.gml", "graph [\n node [ id 1 ]\n edge [ source 1 target 5 ]\n]", 3,
			"unknown target"},
		{"g.gml", "graph [\n node [ id 1 ]\n node [ id 1 ]\n]", 3, "uplicate"},
		{"g.gml", "graph [\n node [ id 1\n", 0, "syntax error"},
		{"g.gml", "hello", 1, "syntax error"},
		{"g.gml",
			"graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight -2 ] ]",
			0, "weight of the link between"},
		{"g.gml", "graph [ node [ id 1 x 1e999 ] node [ id 2 x 1 ] ]", 0, ""},
		{"g.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 7\n", 0, ""},
		{"g.net", "*Vertices 99999999999\n*Edges\n1 2\n", 1, "99999999999 vertices"},
		{"g.net", "*Vertices 3\nx y z\n", 2, "syntax error"},
		{"g.net", "nothing", 1, "syntax error"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		odd_network *net;
		odd_error err;
		assert_int_equal(load_text(&net, cases[i].name, cases[i].text, &undirected, &err),
			ODD_EINPUT);
		assert_null(net);
		assert_non_null(strstr(err.file, cases[i].name));
		if (cases[i].line > 0)
			assert_int_equal(err.line, cases[i].line);
		if (strstr(err.message, cases[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.message, cases[i].says);
	}
	odd_network *net;
	odd_error err;
	assert_int_equal(load(&net, "/nonexistent/g.gml", &undirected, &err), ODD_EIO);
}

static void deep_brackets_do_not_crash(void **state)
{
	(void)state;
	enum { DEPTH = 200000 };
	odd_network *net;
	odd_error err;
	char *text = malloc(2 * DEPTH + 16);
	assert_non_null(text);
	strcpy(text, "graph ");
	for (size_t i = 0; i < DEPTH; i++)
		memcpy(text + 6 + 2 * i, "[a", 3);
	assert_int_equal(load_text(&net, "g.gml", text, &undirected, &err), ODD_EINPUT);
	free(text);
}

/* Cut short or with one byte changed, at many places. */
static void damaged_files_are_errors(void **state)
{
	(void)state;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/g.graphml", dir);
	for (size_t cut = 0; cut < sizeof graphml - 12; cut += 5) {
		odd_network *net;
		odd_error err;
		write_file(dir, "g.graphml", graphml, cut);
		assert_int_equal(load(&net, path, &undirected, &err), ODD_EINPUT);
	}
	for (size_t at = 0; at < sizeof graphml - 1; at += 3) {
		odd_network *net;
		odd_error err;
		char bytes[sizeof graphml];
		memcpy(bytes, graphml, sizeof bytes);
		bytes[at] ^= 0x11;
		write_file(dir, "g.graphml", bytes, sizeof bytes - 1);
		odd_status status = load(&net, path, &undirected, &err);
		assert_true(status == ODD_OK || status == ODD_EINPUT);
		odd_network_free(net);
	}
	remove_tree(dir);
}

/* What the program had set in igraph is there again after a failure and after a success. */
static void igraph_is_left_as_it_was(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	igraph_rng_t *rng = igraph_rng_default();
	igraph_set_error_handler(igraph_error_handler_printignore);
	assert_ok(load_text(&net, "g.graphml", graphml, &undirected, &err), err);
	odd_network_free(net);
	assert_int_equal(load_text(&net, "g.gml", "x", &undirected, &err), ODD_EINPUT);
	assert_ptr_equal(igraph_rng_default(), rng);
	assert_false(igraph_has_attribute_table());
	assert_ptr_equal(igraph_set_error_handler(igraph_error_handler_abort),
		igraph_error_handler_printignore);
}

static void *load_many(void *path)
{
	size_t good = 0;
	for (int i = 0; i < 20; i++) {
		odd_network *net;
		odd_error err;
		good += load(&net, path, &undirected, &err) == ODD_OK && net->nodes == 4;
		odd_network_free(net);
	}
	return (void *)(uintptr_t)good;
}

static void threads_wait_for_each_other(void **state)
{
	(void)state;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	write_text(dir, "g.graphml", graphml);
	snprintf(path, sizeof path, "%s/g.graphml", dir);
	pthread_t thread[4];
	for (int t = 0; t < 4; t++)
		assert_int_equal(pthread_create(&thread[t], NULL, load_many, path), 0);
	for (int t = 0; t < 4; t++) {
		void *good;
		assert_int_equal(pthread_join(thread[t], &good), 0);
		assert_int_equal((uintptr_t)good, 20);
	}
	remove_tree(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(graphml_comes_in),
		cmocka_unit_test(gml_comes_in),
		cmocka_unit_test(pajek_comes_in),
		cmocka_unit_test(gzipped_comes_in),
		cmocka_unit_test(wrong_files_are_told),
		cmocka_unit_test(deep_brackets_do_not_crash),
		cmocka_unit_test(damaged_files_are_errors),
		cmocka_unit_test(igraph_is_left_as_it_was),
		cmocka_unit_test(threads_wait_for_each_other),
	};
	return cmocka_run_group_tests_name("igraph", tests, NULL, NULL);
}

#else

static void says_what_is_missing(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	(void)directed;
	assert_int_equal(load(&net, "x.gml", &undirected, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "libigraph-dev"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(says_what_is_missing)};
	return cmocka_run_group_tests_name("igraph", tests, NULL, NULL);
}

#endif
