/* Every format of networks. Nothing may crash, leak or hang; what is refused must be refused with a
 * message and a place inside the file; what is accepted must be a sound network that comes back
 * from disk as it was.
 *
 * Byte 0 of an input picks the file of the network (low bits) and whether links are directed
 * (0x20), the file is cut (0x40, if compressed) or compressed (0x80); the rest is what that file
 * holds. The other files are those below. */
#include "config.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "fuzz.h"
#include "base/file.h"
#include "oddone/network.h"
#include "../unit/same_network.h"

enum { FILES = 4 };

struct seed {
	const char *kind;
	struct {
		const char *name, *text;
	} file[FILES];
};

static const struct seed seeds[] = {
	{"text",
		{{"t.nodes",
			 "#! name n%20m\n#! words cat dog%3D a\n#! classes red -blue\n"
			 "ann\tred\tcat dog%3D=0.5\nbob\t-\na%00\n%00\t%00\tcat=-1e-3\nd e\tx y\t%00=3\n"},
			{"t.edges",
				"#! directed\n# c\nann\tbob\nbob\t%00\t2\nd e\tann\t0.25\nann ann 0\n"},
			{"t.truth", "ann\tstructural\nbob outlier\n%00\tcombined\n"}}},
	{"linqs",
		{{"a.content", "p\t1\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0.5\tx\n"
			       "q\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t1\ty\n"},
			{"a.cites", "p\tq\nq\tr\nr r\n"},
			{"b.content",
				"r\t0\t0\t0\t0\t0\t0\t0\t1\t0\t0\t0\t0\t0\t0\t0\t0\t-3e2\t0\tx\n"},
			{"b.cites", "p r\n"}}},
	{"edges", {{"t.nodes", "p\tx\ta b=2\nq\ty\nr\tx\tb\n"},
			  {"t.edges", "# links\np q 0.5\nq r\nr\tp\t1e-9\n"}}},
	{"pubmed", {{"P.NODE.paper.tab",
			    "NODE\tpaper\ncat=1,2:label\tnumeric:w-a:0.0\tnumeric:w-b:0\tstring:"
			    "summary\n10\tlabel=1\tw-a=0.5\tsummary=w-a\n11\tlabel=2\tw-b=1e-2\n"},
			   {"P.DIRECTED.cites.tab",
				   "DIRECTED\tcites\nNO_FEATURES\n1\tpaper:10\t|\tpaper:11\n"
				   "2\tpaper:11\t|\tpaper:12\n"}}},
	{"csv", {{"nodes.csv", "Id,Label,age,Sex,Class,Truth\r\n1,\"A \"\"b\"\"\",3,m,r,no\r\n"
			       "2,\"x\ny\",,f,s,structural\r\n3,c,1.5,m,r,1\r\n4,d,0,f,s,\r\n"},
			{"edges.csv",
				"Source;Target;Weight;Type\n1;2;0.5;Undirected\n2;3;;Directed\n3;3;1;\n"}}},
	{"dense",
		{{"struct.csv", "0,1,0\n1,0,2.5\n0,2,1\n"},
			{"content.csv",
				"0,0,0,0,0,0,0,0,0,1\n0,0,0,0,0.5,0,0,0,0,0\n0,0,0,0,0,0,0,0,0,0\n"},
			{"label.csv", "1\n2\n1\n"}, {"permutation.csv", "3\n1\n2\n"}}},
	{"graphml",
		{{"t.graphml",
			"<?xml version=\"1.0\"?><graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\" "
			"attr.type=\"double\"/><graph edgedefault=\"undirected\"><node id=\"a\"/>"
			"<node id=\"b\"/><edge source=\"a\" target=\"b\"><data key=\"w\">2</data></edge>"
			"</graph></graphml>"}}},
	{"gml", {{"t.gml",
			"graph [ directed 1\n node [ id 1 label \"a\" x 0.5 ]\n node [ id 2 label \"b\" ]\n"
			" edge [ source 1 target 2 value 3 ] ]\n"}}},
	{"pajek",
		{{"t.net",
			"*Vertices 3\n1 \"a\" 0.1 0.2\n2 \"b\"\n3 \"c\"\n*Edges\n1 2 1.5\n2 3\n"}}},
	{"mat", {{"t.mat", ""}}},
	{"edgelist", {{"t.edgelist", "# links\na b 2\nb\tc\nc,a;0.5\n"}}},
	{"mtx", {{"t.mtx",
			"%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1\n2 3 4\n"}}},
	{"gexf", {{"t.gexf",
			 "<gexf><graph defaultedgetype=\"directed\"><attributes class=\"node\">"
			 "<attribute id=\"0\" title=\"age\" type=\"integer\"/></attributes><nodes>"
			 "<node id=\"a\" label=\"Ann\"><attvalues><attvalue for=\"0\" value=\"3\"/>"
			 "</attvalues></node><node id=\"b\"/></nodes><edges>"
			 "<edge source=\"a\" target=\"b\" weight=\"2\"/></edges></graph></gexf>"}}},
	{"json",
		{{"t.cyjs",
			"{\"directed\":true,\"nodes\":[{\"id\":\"a\",\"age\":3,\"tags\":[\"x\",1]},"
			"{\"id\":2,\"data\":{\"b\":true}},{\"name\":\"c\"}],\"links\":[{\"source\":\"a\","
			"\"target\":2,\"weight\":0.5},{\"from\":2,\"to\":\"2\"}]}"}}},
	{"dot", {{"t.dot",
			"strict digraph g { /* c */ a [age=3 job=\"x \\\"y\" color=red]; a -> b -> {c "
			"d:n} [weight=2]; subgraph s { e -- f; k=<b>; } \"g\" + \"h\"; }\n"}}},
	{"gdf", {{"t.gdf", "nodedef>name VARCHAR,age INT,x DOUBLE\na,3,0.5\n\"b, c\",'4',\n"
			   "edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN\n"
			   "a,\"b, c\",2,true\n"}}},
	{"npz", {{"t.npz", ""}}},
	{"sqlite", {{"t.sqlite", ""}}},
	{"workbook", {{"t.xlsx", ""}}},
	{"archive", {{"t.zip", ""}}},
	{"array", {{"t.npy", ""}}},
	{"packed", {{"t.gml.xz", ""}}},
	{"adjlist", {{"t.adjlist", "# a\nann bob cara\nbob\ndan ann\n"}}},
};

/* Compressed, and cut short when `cut` says so. */
static void put_gz(const char *path, const uint8_t *bytes, size_t size, int cut)
{
	uLong room = compressBound((uLong)size) + 64;
	Bytef *out = malloc(room);
	z_stream z = {0};
	fuzz_need(out != NULL &&
			  deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK,
		"cannot compress");
	z.next_in = (Bytef *)(uintptr_t)bytes;
	z.avail_in = (uInt)size;
	z.next_out = out;
	z.avail_out = (uInt)room;
	fuzz_need(deflate(&z, Z_FINISH) == Z_STREAM_END, "cannot compress");
	fuzz_put(path, out,
		z.total_out - (cut && z.total_out > 2 ? 1 + size % (z.total_out - 2) : 0));
	deflateEnd(&z);
	free(out);
}

static void check_matrix(odd_ccsr S, int positive)
{
	for (size_t i = 0; i < S.rows; i++) {
		fuzz_need(S.ptr[i] <= S.ptr[i + 1], "row pointers fall");
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			double v = odd_csr_value(S, e);
			fuzz_need(S.idx[e] < S.cols, "a column is out of range");
			fuzz_need(e == S.ptr[i] || S.idx[e - 1] < S.idx[e], "columns do not rise");
			fuzz_need(isfinite(v) && v != 0.0, "a stored value is zero or not finite");
			fuzz_need(!positive || (v > 0.0 && S.idx[e] != i),
				"a link is negative or a loop");
		}
	}
}

/* Remove the files of a directory. */
static void empty(const char *dir)
{
	DIR *stream = opendir(dir);
	fuzz_need(stream != NULL, "cannot clean up");
	for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
		char *path = odd_path_join(dir, entry->d_name);
		if (path != NULL)
			unlink(path); /* fails for . and .., as it should */
		free(path);
	}
	closedir(stream);
}

static void check_network(const odd_network *net, int save)
{
	fuzz_need(net->nodes > 0 && net->nodes == net->ids.count, "wrong number of nodes");
	fuzz_need(net->A.rows == net->nodes && net->A.cols == net->nodes, "wrong shape of A");
	fuzz_need(net->C.rows == net->nodes && net->C.cols == net->attributes &&
			  net->attributes == net->words.count,
		"wrong shape of C");
	check_matrix(odd_csr_const(net->A), 1);
	check_matrix(odd_csr_const(net->C), 0);
	fuzz_need(net->edges * (net->directed ? 1 : 2) == odd_csr_nnz(odd_csr_const(net->A)),
		"wrong number of links");
	for (size_t i = 0; i < net->nodes; i++)
		fuzz_need(net->label[i] >= -1 && net->label[i] < (int32_t)net->classes.count &&
				  net->truth[i] < ODD_KINDS,
			"a label or mark is out of range");
	if (!save)
		return;
	char dir[100];
	odd_error err;
	odd_network *back = NULL;
	snprintf(dir, sizeof dir, "%s/saved", fuzz_root());
	fuzz_need(odd_network_save(net, dir, NULL, &err) == ODD_OK, "cannot be saved");
	if (odd_network_load(&back, dir, NULL, NULL, &err) != ODD_OK)
		fuzz_need(0, err.message);
	fuzz_need(networks_equal(net, back), "comes back from disk as another network");
	odd_network_free(back);
	empty(dir);
}

static void run(const struct seed *seed, const uint8_t *data, size_t size)
{
	char path[200], dir[100];
	int files = 0;
	if (size < 1)
		return;
	while (files < FILES && seed->file[files].name != NULL)
		files++;
	int chosen = data[0] % 16 % files;
	snprintf(dir, sizeof dir, "%s/in", fuzz_root());
	fuzz_need(odd_dir_make(dir, NULL) == ODD_OK, "cannot make a directory");
	for (int i = 0; i < files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, seed->file[i].name);
		if (i != chosen)
			fuzz_put(path, seed->file[i].text, strlen(seed->file[i].text));
		else if (data[0] & 0x80)
			put_gz(path, data + 1, size - 1, data[0] & 0x40);
		else
			fuzz_put(path, data + 1, size - 1);
	}
	odd_error err = {.code = ODD_OK};
	odd_network *net = NULL;
	odd_load_options options = {.directed = data[0] >> 5 & 1,
		.directed_as_file = size % 3 == 0,
		.limit = FUZZ_LIMIT};
	if (strcmp(seed->kind, "sniff") != 0)
		snprintf(path, sizeof path, "%s", dir); /* else the file itself is named */
	odd_status status = odd_network_load(&net, path, &options, NULL, &err);
	if (status == ODD_OK)
		check_network(net, size % 8 == 0);
	else
		fuzz_check_error(status, &err, data + 1, size - 1);
	odd_network_free(net);
	for (int i = 0; i < files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, seed->file[i].name);
		unlink(path);
	}
}

/* A function for each row of the table. */
#define NETWORKS(X) \
	X(0, text) \
	X(1, linqs) \
	X(2, edges) \
	X(3, pubmed) \
	X(4, csv) \
	X(5, dense) \
	X(6, graphml) \
	X(7, gml) \
	X(8, pajek) \
	X(9, mat5) \
	X(9, mat73) \
	X(10, edgelist) \
	X(11, mtx) \
	X(12, gexf) \
	X(13, json) \
	X(14, dot) \
	X(15, gdf) \
	X(16, npz) \
	X(17, sqlite) \
	X(18, workbook) \
	X(19, archive) \
	X(20, array) \
	X(21, packed) \
	X(22, adjlist)
#define RUN(i, name) \
	static void run_##name(const uint8_t *data, size_t size) \
	{ \
		run(&seeds[i], data, size); \
	}
NETWORKS(RUN)

/* Under a name that says little or something else: what it begins with tells what it is. */
static void run_sniff(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"t", "t.txt", "t.csv", "t.dat"};
	const struct seed seed = {"sniff", {{names[size > 0 ? data[0] & 3 : 0], ""}}};
	run(&seed, data, size);
}

/* The truth alone: what it says of nodes that are there and of others. */
static void run_truth(const uint8_t *data, size_t size)
{
	uint8_t copy[1 << 14] = {2}; /* the third file of the first row */
	if (size >= sizeof copy)
		return;
	memcpy(copy + 1, data, size);
	run(&seeds[0], copy, size + 1);
}

#define ROW(i, name) {#name, run_##name},
const struct fuzz_target fuzz_networks[] = {
	NETWORKS(ROW){"sniff", run_sniff}, {"truth", run_truth}, {NULL, NULL}};
