/* GraphML, GEXF, GML and Pajek. */
#include "config.h"

#include "helpers.h"

#include <pthread.h>
#include <strings.h>
#include <zlib.h>

#include "network/readers.h"

static const odd_load_options undirected = {.directed = false}, directed = {.directed = true};

static odd_status load(
	odd_network **out, const char *path, const odd_load_options *options, odd_error *err)
{
	odd__source source = {.name = "g", .options = options, .job = NULL};
	const odd__format *format = odd__format_named(path);
	if (format == NULL || format->read_file == NULL)
		fail_msg("no format for %s", path);
	return format->read_file(out, &source, path, err);
}

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
	assert_true(attribute(net, 1, "age") == -1.0);  /* missing: the median, the lower of two */
	assert_true(attribute(net, 0, "sings") == 0.0); /* who does not say yes says no */
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
		assert_int_equal(net->attributes, 0); /* x, y and z are a place in a drawing */
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
		{"g.graphml", "<graphml><graph></graph></graphml>", 0, "no node"},
		{"g.graphml", "<graphml><graph>\n<node id='a'/><node id='a'/></graph></graphml>", 2,
			"already there"},
		{"g.graphml", "<graphml><graph>\n<node/></graph></graphml>", 2, "no id"},
		{"g.graphml",
			"<graphml><graph><node id='a'/>\n<edge source='a'/></graph></graphml>", 2,
			"no target"},
		{"g.graphml", "<!DOCTYPE g [\n<!ENTITY a 'b'>]><graphml/>", 2, "entity"},
		{"g.gexf",
			"<gexf><graph><nodes><node id='a'/><node id='b'/></nodes><edges>\n"
			"<edge source='a' target='b' weight='x'/></edges></graph></gexf>",
			2, "\"x\" is not a number"},
		{"g.gml", "graph [\n node [ id 1 ]\n edge [ source 1 target 5 ]\n]", 0, "\"5\""},
		{"g.gml", "graph [\n node [ id 1 ]\n node [ id 1 ]\n]", 3, "already there"},
		{"g.gml", "graph [\n node [ id 1\n", 3, "the file ends"},
		{"g.gml", "graph [\n node [ label 1 ] ]", 2, "no id"},
		{"g.gml", "graph [\n edge [ source 1 ] ]", 2, "no target"},
		{"g.gml", "hello", 1, "the file ends"},
		{"g.gml", "graph [ node [ id 1 label \"a ] ]", 1, "never closed"},
		{"g.gml",
			"graph [ node [ id 1 ] node [ id 2 ]\n edge [ source 1 target 2 weight -2 ] ]",
			2, "negative weight"},
		{"g.gml", "graph [ node [ id 1 x 1e999 ]\n node [ id 2 x 1 ] ]", 1, "too large"},
		{"g.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 7\n", 5, "\"7\" is not"},
		{"g.net", "*Vertices 99999999999\n*Edges\n1 2\n", 1, "99999999999 vertices"},
		{"g.net", "*Vertices 3\nx y z\n", 2, "\"x\" is not the number"},
		{"g.net", "*Vertices 3\n*Bows\n", 2, "\"*Bows\" is no part"},
		{"g.net", "nothing", 1, "begins with *Vertices"},
		{"g.edgelist", "a b\na\n", 2, "a source and a target"},
		{"g.edgelist", "a b x\n", 1, "\"x\" is not a number"},
		{"g.edgelist", "a b 1 2\n", 1, "here is more"},
		{"g.edgelist", "# none\n", 0, "no node"},
		{"g.mtx", "1 2 3\n", 1, "begins with %%MatrixMarket"},
		{"g.mtx", "%%MatrixMarket matrix sparse real general\n2 2\n", 1,
			"coordinate or array"},
		{"g.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n", 0,
			"speaks of 4 entries, and 1 lines follow"},
		{"g.mtx", "%%MatrixMarket matrix array real general\n2\n", 2, "two whole numbers"},
		{"g.mtx", "%%MatrixMarket matrix array real general\n1 1\nx\n", 3, "not a number"},
		{"g.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n", 2,
			"2 rows and 3 columns"},
		{"g.mtx", "%%MatrixMarket matrix coordinate real general\nx\n", 2,
			"three whole numbers"},
		{"g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n", 0,
			"speaks of 2 entries, and 1 lines follow"},
		{"g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n2 3\n", 0,
			"speaks of 1 entries, and 2 lines follow"},
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

/* A format whose files begin in no way of its own is known by its name: a list of pairs in such a
 * file is no edge list. Where the content says another format, that is it. */
static void a_name_is_not_overruled_by_a_guess(void **state)
{
	(void)state;
	char dir[256], path[512];
	odd_network *net = NULL;
	odd_error err;
	make_temporary_dir(dir, sizeof dir);
	write_text(dir, "g.paj", "1 2\n2 3\n");
	snprintf(path, sizeof path, "%s/g.paj", dir);
	assert_int_equal(odd_network_load(&net, path, &undirected, NULL, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "a Pajek file begins with *Vertices"));
	write_text(dir, "g.paj", graphml);
	assert_ok(odd_network_load(&net, path, &undirected, NULL, &err), err);
	assert_string_equal(net->format, "GraphML");
	odd_network_free(net);
	remove_tree(dir);
}

/* Load text from a directory of its own as the library does. */
static odd_network *load_in_dir(const char *name, const char *text, const odd_load_options *options)
{
	char dir[256], path[512];
	odd_network *net = NULL;
	odd_error err;
	make_temporary_dir(dir, sizeof dir);
	write_text(dir, name, text);
	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_ok(odd_network_load(&net, path, options, NULL, &err), err);
	remove_tree(dir);
	return net;
}

static void a_list_of_links_in_json_makes_nodes(void **state)
{
	(void)state;
	odd_network *net = load_in_dir("deps.json",
		"[{\"source\": \"a\", \"target\": \"b\", \"count\": 3}, {\"source\": \"b\", \"target\": \"c\"}]",
		&undirected);
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->edges, 2);
	odd_network_free(net);
	/* JSON Graph Format keeps the weight among the metadata. */
	net = load_in_dir("jgf.json",
		"{\"graph\": {\"nodes\": {\"a\": {}, \"b\": {}}, \"edges\": [{\"source\": \"a\", "
		"\"target\": \"b\", \"metadata\": {\"weight\": 2.5}}]}}",
		&undirected);
	assert_true(odd_csr_value(odd_csr_const(net->A), 0) == 2.5);
	odd_network_free(net);
}

/* Sizes are a drawing only where there are places, and then they are listed. */
static void width_and_height_of_dot(void **state)
{
	(void)state;
	odd_network *net = load_in_dir("g.gv",
		"graph { a [width=1.5, height=2]; b [width=2, height=1]; c [width=3, height=5]; "
		"a -- b -- c }",
		&undirected);
	assert_int_equal(net->attributes, 2);
	assert_true(attribute(net, 0, "width") == 1.5 && attribute(net, 2, "height") == 5.0);
	odd_network_free(net);
	net = load_in_dir("g.gv",
		"graph { a [pos=\"1,2\", width=1.5]; b [pos=\"2,2\", width=2]; a -- b }",
		&undirected);
	assert_int_equal(net->attributes, 0);
	assert_int_equal(net->columns.count, 2);
	assert_int_equal(net->columns.column[1].type, ODD_COLUMN_LAYOUT);
	odd_network_free(net);
}

/* A ring of nodes, each with a label of its own and an attribute titled so; `same` of them share
 * one. */
static odd_network *ring_of_labels(int nodes, int same, const odd_load_options *options)
{
	char *text = malloc((size_t)nodes * 200 + 400), *p = text;
	p += sprintf(p, "<gexf><graph><attributes class=\"node\"><attribute id=\"0\" "
			"title=\"label\" type=\"string\"/></attributes><nodes>");
	for (int i = 0; i < nodes; i++)
		p += sprintf(p,
			"<node id=\"%d\" label=\"page %d\"><attvalues><attvalue for=\"0\" "
			"value=\"page %d\"/></attvalues></node>",
			i, i < same ? 0 : i, i < same ? 0 : i);
	p += sprintf(p, "</nodes><edges>");
	for (int i = 0; i < nodes; i++)
		p += sprintf(p, "<edge source=\"%d\" target=\"%d\"/>", i, (i + 1) % nodes);
	strcpy(p, "</edges></graph></gexf>");
	odd_network *net = load_in_dir("arctic.gexf", text, options);
	free(text);
	return net;
}

static void an_attribute_called_label_is_no_class(void **state)
{
	(void)state;
	odd_load_options by_label = {.id = "label"}, none = {.label = "none"};
	odd_network *net = ring_of_labels(100, 0, &undirected);
	assert_int_equal(net->classes.count, 0);
	assert_string_equal(odd_names_get(&net->ids, 3), "page 3");
	odd_network_free(net);
	net = ring_of_labels(100, 0, &by_label);
	assert_string_equal(odd_names_get(&net->ids, 3), "page 3");
	odd_network_free(net);
	net = ring_of_labels(100, 2, &undirected); /* one label twice */
	assert_int_equal(net->classes.count, 0);
	assert_non_null(net->remarks);
	assert_non_null(strstr(net->remarks,
		"column \"label\" is not taken for classes: it has too many different values"));
	odd_network_free(net);
	net = ring_of_labels(40, 38, &undirected);
	assert_int_equal(net->classes.count, 3);
	odd_network_free(net);
	net = ring_of_labels(40, 38, &none);
	assert_int_equal(net->classes.count, 0);
	odd_network_free(net);
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

/* ---- as other programs write them ------------------------------------------------------------ */

static odd_column_type type_of(const odd_network *net, const char *name)
{
	for (size_t i = 0; i < net->columns.count; i++)
		if (strcmp(net->columns.column[i].name, name) == 0)
			return net->columns.column[i].type;
	fail_msg("there is no column %s", name);
	return ODD_COLUMN_EMPTY;
}

/* Gephi: where and how nodes are drawn is no attribute; ids are what the user calls the nodes. */
static void gephi_graphml_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] =
		"<graphml><key attr.name='label' attr.type='string' for='node' id='label'/>"
		"<key attr.name='trade' attr.type='string' for='node' id='t'><default>smith</default>"
		"</key><key attr.name='r' attr.type='int' for='node' id='r'/>"
		"<key attr.name='g' attr.type='int' for='node' id='g'/>"
		"<key attr.name='b' attr.type='int' for='node' id='b'/>"
		"<key attr.name='x' attr.type='float' for='node' id='x'/>"
		"<key attr.name='size' attr.type='float' for='node' id='size'/>"
		"<key attr.name='weight' attr.type='float' for='edge' id='weight'/>"
		"<graph edgedefault='directed'>"
		"<node id='ann'><data key='label'>Ann &amp; co</data><data key='t'>baker</data>"
		"<data key='r'>1</data><data key='g'>2</data><data key='b'>3</data>"
		"<data key='x'>.5</data><data key='size'>10</data></node>"
		"<node id='bob'><data key='label'>Bob</data><data key='r'>9</data><data key='g'>2</data>"
		"<data key='b'>3</data><data key='x'>.7</data><data key='size'>12</data></node>"
		"<node id='eve'><data key='label'>Eve</data><data key='t'>baker</data>"
		"<data key='x'>.8</data><data key='size'>11</data></node><node id='zoe'/>"
		"<edge id='1' source='ann' target='bob'><data key='weight'>2.0</data></edge>"
		"<edge source='bob' target='eve' directed='false'/></graph></graphml>";
	assert_ok(load_text(&net, "g.graphml", text, &directed, &err), err);
	assert_string_equal(odd_names_get(&net->ids, 0), "ann");
	for (const char *const *c = (const char *const[]){"r", "g", "b", "x", "size", NULL}; *c;
		c++)
		assert_int_equal(type_of(net, *c), ODD_COLUMN_LAYOUT);
	assert_int_equal(type_of(net, "trade"), ODD_COLUMN_CATEGORY);
	assert_int_equal(net->attributes, 2);
	assert_true(attribute(net, 1, "trade=smith") == 1.0); /* by default */
	assert_int_equal(net->edges, 3);                      /* the second both ways */
	assert_true(net->A.val[0] == 2.0);
	assert_int_equal(net->skipped.directions, 0);
	odd_network_free(net);
	assert_ok(load_text(&net, "g.graphml", text, &undirected, &err), err);
	assert_int_equal(net->skipped.directions, 1); /* of two links one is told to have none */
	odd_network_free(net);
}

/* yEd: names of nodes are inside the drawing; igraph: ids are n0, n1 and the names an attribute. */
static void yed_and_igraph_come_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char yed[] =
		"<graphml xmlns:y='http://www.yworks.com/xml/graphml'>"
		"<key for='node' id='d6' yfiles.type='nodegraphics'/>"
		"<graph edgedefault='directed'><node id='n0'><data key='d6'><y:ShapeNode>"
		"<y:Geometry x='1' y='2'/><y:NodeLabel>Ann<y:Model/></y:NodeLabel></y:ShapeNode>"
		"</data></node><node id='n1'><data key='d6'><y:NodeLabel>Bob</y:NodeLabel></data>"
		"</node><edge source='n0' target='n1'/></graph></graphml>";
	assert_ok(load_text(&net, "g.graphml", yed, &undirected, &err), err);
	assert_string_equal(odd_names_get(&net->ids, 0), "Ann");
	assert_string_equal(odd_names_get(&net->ids, 1), "Bob");
	assert_int_equal(net->edges, 1);
	odd_network_free(net);
	static const char igraph[] =
		"<graphml><key id='v_name' for='node' attr.name='name' attr.type='string'/>"
		"<graph edgedefault='undirected'><node id='n0'><data key='v_name'>Zo\xc3\xab</data>"
		"</node><node id='n1'><data key='v_name'>B</data></node>"
		"<edge source='n1' target='n0'/></graph></graphml>";
	assert_ok(load_text(&net, "g.graphml", igraph, &undirected, &err), err);
	assert_string_equal(odd_names_get(&net->ids, 0), "Zo\xc3\xab");
	odd_network_free(net);
}

static void gexf_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] =
		"<gexf xmlns:viz='http://gexf.net/1.3/viz'><graph defaultedgetype='undirected'>"
		"<attributes class='node'><attribute id='0' title='age' type='integer'/>"
		"<attribute id='1' title='trade' type='string'><default>smith</default></attribute>"
		"</attributes><attributes class='edge'><attribute id='0' title='since' type='integer'/>"
		"</attributes><nodes><node id='a' label='Ann'><attvalues><attvalue for='0' value='30'/>"
		"</attvalues><viz:position x='1' y='2' z='3'/><viz:size value='4'/></node>"
		"<node id='b' label='Bob'><attvalues><attvalue for='0' value='50'/>"
		"<attvalue for='1' value='baker'/></attvalues></node>"
		"<node id='c' label='Cid'/></nodes><edges><edge source='a' target='b' weight='2.5'>"
		"<attvalues><attvalue for='0' value='1999'/></attvalues></edge>"
		"<edge source='b' target='c' type='directed'/></edges></graph></gexf>";
	assert_ok(load_text(&net, "g.gexf", text, &undirected, &err), err);
	assert_string_equal(net->format, "GEXF");
	assert_int_equal(net->nodes, 3);
	assert_int_equal(net->edges, 2);
	assert_true(attribute(net, 1, "age") == 50.0 && attribute(net, 2, "age") == 30.0);
	assert_true(net->A.val[0] == 2.5);
	assert_int_equal(type_of(net, "label"), ODD_COLUMN_ID);
	odd_network_free(net);
}

/* networkx: entities in texts, lists as keys that come back. */
static void networkx_gml_comes_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] =
		"graph [\n directed 1\n node [ id 0 label \"Zo&#235; &#x26; co\" tags \"sail\" "
		"tags \"tide\" graphics [ x 1.0 y 2.0 ] ]\n"
		" node [ id 1 label \"B&amp;&quot;\" tags \"_networkx_list_start\" tags \"sail\" ]\n"
		" node [ id 2 label \"&unknown; &\" tags \"tide\" tags \"sail\" ]\n"
		" node [ id 3 label \"d\" tags \"tide\" ]\n"
		" edge [ source 0 target 1 ]\n edge [ source 1 target 2 weight 2 value 7 ] ]\n";
	assert_ok(load_text(&net, "g.gml", text, &directed, &err), err);
	assert_string_equal(odd_names_get(&net->ids, 0), "Zo\xc3\xab & co");
	assert_string_equal(odd_names_get(&net->ids, 1), "B&\"");
	assert_string_equal(odd_names_get(&net->ids, 2), "&unknown; &");
	assert_int_equal(type_of(net, "tags"), ODD_COLUMN_LIST);
	assert_int_equal(net->attributes, 2);
	assert_true(attribute(net, 0, "tags=tide") == 1.0);
	assert_int_equal(net->edges, 2);
	assert_true(net->A.val[1] == 2.0);
	odd_network_free(net);
}

static void pajek_parts_come_in(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	static const char text[] =
		"% made by hand\n*Network isle\n*Vertices 4\n1 \"A\"\n2 B 0.1 0.2 ic Red\n"
		"*Arcslist\n1 2 3\n*Edges\n3 4 2.5 c Blue\n*Edgeslist\n4 1\n"
		"*Partition class\n*Vertices 4\n1\n1\n2\n2\n*Vector height\n*Vertices 4\n"
		"1.5\n1.7\n1.6\n1.9\n";
	assert_ok(load_text(&net, "g.paj", text, &directed, &err), err);
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 6); /* 1-2, 1-3, 3-4 and 4-1 both ways */
	assert_string_equal(label(net, 3), "2");
	assert_true(attribute(net, 3, "height") == 1.9);
	assert_string_equal(odd_names_get(&net->ids, 2), "3"); /* not all have a name */
	odd_network_free(net);
	assert_ok(load_text(&net, "g.net", "*Vertices 3\n*Matrix\n0 1 0\n0 0 2\n0 0 0\n", &directed,
			  &err),
		err);
	assert_int_equal(net->edges, 2);
	assert_true(net->A.val[1] == 2.0);
	odd_network_free(net);
}

/* Links alone; nodes are whoever they name, or all rows of the matrix. */
static void lists_of_links_come_in(void **state)
{
	(void)state;
	odd_network *net, *other;
	odd_error err;
	static const char snap[] = "# Nodes: 4\n% or so\nzo\xc3\xab\tb\nb,c;2.5\nc b 1\nd d\n";
	assert_ok(load_text(&net, "g.edgelist", snap, &undirected, &err), err);
	assert_string_equal(net->format, "edge list");
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 2);
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.directions, 0);
	assert_string_equal(odd_names_get(&net->ids, 0), "zo\xc3\xab");
	assert_ok(odd_network_without_attributes(&other, net, &err), err);
	assert_int_equal(other->attributes, 4);
	assert_true(other->links_are_words);
	assert_int_equal(odd_csr_nnz(odd_csr_const(other->C)), 4 + 2 * 2);
	assert_true(attribute(other, 0, "b") == 1.0 && attribute(other, 0, "zo\xc3\xab") == 1.0);
	assert_true(attribute(other, 0, "c") == 0.0);
	odd_network_free(other);
	odd_network_free(net);
	assert_ok(load_text(&net, "g.ncol", snap, &directed, &err), err);
	assert_int_equal(net->edges, 3);
	odd_network_free(net);
	static const char mtx[] = "%%MatrixMarket matrix coordinate real symmetric\n% x\n4 4 2\n"
				  "2 1 0.5\n3 2 1\n";
	assert_ok(load_text(&net, "g.mtx", mtx, &directed, &err), err);
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 4);
	odd_network_free(net);
	assert_ok(load_text(&net, "g.mtx",
			  "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 3\n",
			  &undirected, &err),
		err);
	assert_int_equal(net->edges, 1);
	assert_int_equal(net->skipped.directions, 1);
	odd_network_free(net);
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
		cmocka_unit_test(a_name_is_not_overruled_by_a_guess),
		cmocka_unit_test(a_list_of_links_in_json_makes_nodes),
		cmocka_unit_test(width_and_height_of_dot),
		cmocka_unit_test(an_attribute_called_label_is_no_class),
		cmocka_unit_test(deep_brackets_do_not_crash),
		cmocka_unit_test(damaged_files_are_errors),
		cmocka_unit_test(gephi_graphml_comes_in),
		cmocka_unit_test(yed_and_igraph_come_in),
		cmocka_unit_test(gexf_comes_in),
		cmocka_unit_test(networkx_gml_comes_in),
		cmocka_unit_test(pajek_parts_come_in),
		cmocka_unit_test(lists_of_links_come_in),
		cmocka_unit_test(threads_wait_for_each_other),
	};
	return cmocka_run_group_tests_name("graph files", tests, NULL, NULL);
}
