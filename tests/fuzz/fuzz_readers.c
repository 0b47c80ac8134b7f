/* Throws broken files at every reader. Nothing may crash, leak or hang; what is refused must be
 * refused with a message and a place inside the file; what is accepted must be a sound network that
 * comes back from disk as it was.
 *
 *     fuzz_readers [ROUNDS [SEED [all]]]
 *
 * makes ROUNDS mutations of the files below, the same ones for the same seed. "all" adds GraphML,
 * GML and Pajek, whose parsers are igraph's. With -DODD_LIBFUZZER there is no main, and libFuzzer
 * drives LLVMFuzzerTestOneInput: byte 0 picks the network, byte 1 the file (and whether it is
 * compressed), the rest is what that file holds. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "oddone/base/file.h"
#include "oddone/network/network.h"
#include "oddone/base/rng.h"

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
	{"content and edges", {{"t.content", "p 1 0 x\nq 0 2.5 y\nr 0 0 x\n"},
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
	{"dense csv",
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
};
enum { SEEDS = sizeof seeds / sizeof *seeds, TEXT_SEEDS = SEEDS - 3 };

static char root[64];

static void clean_up(void)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf '%s'", root);
	if (system(command) != 0)
		fprintf(stderr, "%s is left behind\n", root);
}

/* The input stays in the directory, so that a failure can be looked at. */
static void give_up(const char *why)
{
	fprintf(stderr, "%s; the input is in %s\n", why, root);
	abort();
}

static void need(int condition, const char *why)
{
	if (!condition)
		give_up(why);
}

static void put(const char *path, const void *bytes, size_t size)
{
	FILE *f = fopen(path, "wb");
	need(f != NULL && fwrite(bytes, 1, size, f) == size && fclose(f) == 0, "cannot write");
}

/* Compressed, and cut short when `cut` says so. */
static void put_gz(const char *path, const uint8_t *bytes, size_t size, int cut)
{
	uLong room = compressBound((uLong)size) + 64;
	Bytef *out = malloc(room);
	z_stream z = {0};
	need(out != NULL && deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK,
		"cannot compress");
	z.next_in = (Bytef *)(uintptr_t)bytes;
	z.avail_in = (uInt)size;
	z.next_out = out;
	z.avail_out = (uInt)room;
	need(deflate(&z, Z_FINISH) == Z_STREAM_END, "cannot compress");
	put(path, out, z.total_out - (cut && z.total_out > 2 ? 1 + size % (z.total_out - 2) : 0));
	deflateEnd(&z);
	free(out);
}

static void check_matrix(odd_ccsr S, int positive)
{
	for (size_t i = 0; i < S.rows; i++) {
		need(S.ptr[i] <= S.ptr[i + 1], "row pointers fall");
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			double v = odd_csr_value(S, e);
			need(S.idx[e] < S.cols, "a column is out of range");
			need(e == S.ptr[i] || S.idx[e - 1] < S.idx[e], "columns do not rise");
			need(isfinite(v) && v != 0.0, "a stored value is zero or not finite");
			need(!positive || (v > 0.0 && S.idx[e] != i),
				"a link is negative or a loop");
		}
	}
}

static void check_network(const odd_network *net, int save)
{
	need(net->nodes > 0 && net->nodes == net->ids.count, "wrong number of nodes");
	need(net->A.rows == net->nodes && net->A.cols == net->nodes, "wrong shape of A");
	need(net->C.rows == net->nodes && net->C.cols == net->attributes &&
			net->attributes == net->words.count,
		"wrong shape of C");
	check_matrix(odd_csr_const(net->A), 1);
	check_matrix(odd_csr_const(net->C), 0);
	need(net->edges * (net->directed ? 1 : 2) == odd_csr_nnz(odd_csr_const(net->A)),
		"wrong number of links");
	for (size_t i = 0; i < net->nodes; i++)
		need(net->label[i] >= -1 && net->label[i] < (int32_t)net->classes.count &&
				net->truth[i] < ODD_KINDS,
			"a label or mark is out of range");
	if (!save)
		return;
	char dir[100];
	odd_error err;
	odd_network *back = NULL;
	snprintf(dir, sizeof dir, "%s/saved", root);
	need(odd_network_save(net, dir, NULL, &err) == ODD_OK, "cannot be saved");
	if (odd_network_load(&back, dir, NULL, NULL, &err) != ODD_OK)
		give_up(err.message);
	need(odd_network_equal(net, back), "comes back from disk as another network");
	odd_network_free(back);
	snprintf(dir, sizeof dir, "rm -rf '%s/saved'", root);
	need(system(dir) == 0, "cannot clean up");
}

static void check_error(odd_status status, const odd_error *err, const uint8_t *text, size_t size)
{
	long lines = 1;
	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	need(status == ODD_EINPUT && err->code == status, "not an error of the input");
	need(err->message[0] != '\0' && strchr(err->message, '\n') == NULL,
		"no message of one line");
	need(strncmp(err->file, root, strlen(root)) == 0, "no file is named");
	need(err->line >= 0 && err->column >= 0 && (err->line > 0 || err->column == 0) &&
			(err->line <= lines + 1 || err->line < 16) &&
			err->column <= (long)size + 200,
		"the place is not in the file");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[200], dir[100];
	if (size < 2)
		return 0;
	if (root[0] == '\0') {
		const char *tmp = getenv("TMPDIR");
		snprintf(root, sizeof root, "%.40s/oddone-fuzz-XXXXXX", tmp != NULL ? tmp : "/tmp");
		if (mkdtemp(root) == NULL)
			abort();
	}
	const struct seed *seed = &seeds[data[0] % SEEDS];
	int files = 0;
	while (files < FILES && seed->file[files].name != NULL)
		files++;
	int chosen = data[1] % 16 % files;
	snprintf(dir, sizeof dir, "%s/in", root);
	need(odd_dir_make(dir, NULL) == ODD_OK, "cannot make a directory");
	for (int i = 0; i < files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, seed->file[i].name);
		if (i != chosen)
			put(path, seed->file[i].text, strlen(seed->file[i].text));
		else if (data[1] & 0x80)
			put_gz(path, data + 2, size - 2, data[1] & 0x40);
		else
			put(path, data + 2, size - 2);
	}
	odd_error err = {.code = ODD_OK};
	odd_network *net = NULL;
	odd_load_options options = {.directed = data[1] >> 5 & 1};
	odd_status status = odd_network_load(&net, dir, &options, NULL, &err);
	if (status == ODD_OK)
		check_network(net, size % 8 == 0);
	else
		check_error(status, &err, data + 2, size - 2);
	odd_network_free(net);
	for (int i = 0; i < files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, seed->file[i].name);
		unlink(path);
	}
	return 0;
}

#ifndef ODD_LIBFUZZER

/* ---- mutations --------------------------------------------------------------------------------
 */

enum { ROOM = 4096 };

static const char *const tokens[] = {"\t", "\n", "\r\n", " ", ",", ";", "\"", "\"\"", "=", "%",
	"%00", "%20", "#", "#! ", "#! words", "#! name x", "#! directed", "-", "0", "1", "0\t",
	"0,", "nan", "inf", "-1", "1e999", "1e-999", "0x10", "99999999999999999999", "\xef\xbb\xbf",
	"\xff\xfe", "|", "paper:", "label=", "summary=", "numeric:", "cat=", ":", "Id", "Source",
	"0.30000000000000004"};

static size_t replace(
	uint8_t *text, size_t size, size_t at, size_t gone, const void *with, size_t n)
{
	if (size - gone + n > ROOM)
		return size;
	uint8_t copy[ROOM]; /* the source may lie in the text itself */
	memcpy(copy, with, n);
	memmove(text + at + n, text + at + gone, size - at - gone);
	memcpy(text + at, copy, n);
	return size - gone + n;
}

static size_t mutate(uint8_t *text, size_t size, odd_rng *rng)
{
	size_t at = odd_rng_below(rng, size + 1), left = size - at;
	size_t span = left > 0 ? odd_rng_below(rng, left < 24 ? left + 1 : 24) : 0;
	const char *token = tokens[odd_rng_below(rng, sizeof tokens / sizeof *tokens)];
	uint8_t byte = (uint8_t)odd_rng_next(rng);
	switch (odd_rng_below(rng, 9)) {
	case 0:
		return replace(text, size, at, left > 0, &byte, 1);
	case 1:
		return replace(text, size, at, 0, &byte, 1);
	case 2:
		return replace(text, size, at, span, "", 0);
	case 3:
	case 4:
		return replace(text, size, at, 0, token, strlen(token));
	case 5:
		return replace(text, size, at, span, token, strlen(token));
	case 6: /* copy a piece to another place */
		return replace(text, size, odd_rng_below(rng, size + 1), 0, text + at, span);
	case 7: /* a line again */
		return replace(text, size, at, 0, text, size < 200 ? size : 200);
	default: /* cut off, seldom */
		return odd_rng_below(rng, 4) == 0 ? at : size;
	}
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
	uint64_t number = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	size_t kinds = argc > 3 ? SEEDS : TEXT_SEEDS;
	odd_rng rng;
	odd_rng_init(&rng, number, "fuzz");
	for (long round = 0; round < rounds; round++) {
		uint8_t input[ROOM + 2];
		size_t kind = odd_rng_below(&rng, kinds), files = 0;
		while (files < FILES && seeds[kind].file[files].name != NULL)
			files++;
		size_t file = odd_rng_below(&rng, files);
		const char *text = seeds[kind].file[file].text;
		size_t size = strlen(text);
		memcpy(input + 2, text, size);
		for (uint64_t n = 1 + odd_rng_below(&rng, 6); n > 0; n--)
			size = mutate(input + 2, size, &rng);
		input[0] = (uint8_t)kind;
		input[1] = (uint8_t)(file | (odd_rng_below(&rng, 8) << 5));
		LLVMFuzzerTestOneInput(input, size + 2);
	}
	clean_up();
	printf("%ld broken inputs, nothing crashed\n", rounds);
	return 0;
}

#endif
