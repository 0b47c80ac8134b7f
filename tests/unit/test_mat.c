/* MATLAB files: written here with matio, read back by oddone. */
#include "config.h"

#include "helpers.h"

#include "network/readers.h"

static const odd_load_options undirected = {.directed = false}, directed = {.directed = true};

static odd_status load(
	odd_network **out, const char *path, const odd_load_options *options, odd_error *err)
{
	odd__source source = {.name = "m", .options = options, .job = NULL};
	return odd__read_mat(out, &source, path, err);
}

#ifdef HAVE_MATIO

#include <math.h>
#include <matio.h>

/* A file under construction. */
struct mat {
	char dir[256], path[512];
	mat_t *file;
	enum matio_compression packing;
};

static void start(struct mat *m, enum mat_ft version, enum matio_compression packing)
{
	make_temporary_dir(m->dir, sizeof m->dir);
	snprintf(m->path, sizeof m->path, "%s/m.mat", m->dir);
	m->file = Mat_CreateVer(m->path, NULL, version);
	assert_non_null(m->file);
	m->packing = packing;
}

static void put(struct mat *m, const char *name, enum matio_classes class, enum matio_types type,
	size_t rows, size_t cols, void *data)
{
	size_t dims[2] = {rows, cols};
	matvar_t *v = Mat_VarCreate(name, class, type, 2, dims, data, 0);
	assert_non_null(v);
	assert_int_equal(Mat_VarWrite(m->file, v, m->packing), 0);
	Mat_VarFree(v);
}

static void put_double(struct mat *m, const char *name, size_t rows, size_t cols, double *data)
{
	put(m, name, MAT_C_DOUBLE, MAT_T_DOUBLE, rows, cols, data);
}

/* Column-compressed, as MATLAB keeps it. */
static void put_sparse(struct mat *m, const char *name, size_t rows, size_t cols, uint32_t *jc,
	uint32_t *ir, double *data)
{
	mat_sparse_t s = {.nzmax = jc[cols],
		.ir = ir,
		.nir = jc[cols],
		.jc = jc,
		.njc = (mat_uint32_t)cols + 1,
		.ndata = jc[cols],
		.data = data};
	put(m, name, MAT_C_SPARSE, MAT_T_DOUBLE, rows, cols, &s);
}

static void finish(struct mat *m)
{
	Mat_Close(m->file);
}

/* A path of four nodes 1–2–3–4 with weights 1, 2, 1; three attributes, the last all zero. */
static double path_both[16] = {0, 1, 0, 0, 1, 0, 2, 0, 0, 2, 0, 1, 0, 0, 1, 0};
static double words[12] = {1, 0, 0, -3.5, 0, 1, 0, 0, 0, 0, 0, 0};

static void check_path(const odd_network *net)
{
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->edges, 3);
	assert_int_equal(net->columns.count, 3); /* the last is the same everywhere: left out */
	assert_int_equal(net->columns.column[2].type, ODD_COLUMN_CONSTANT);
	assert_int_equal(net->attributes, 2);
	assert_int_equal(odd_csr_nnz(odd_csr_const(net->A)), 6);
	assert_int_equal(net->A.idx[net->A.ptr[1] + 1], 2);
	assert_true(net->A.val[net->A.ptr[1] + 1] == 2.0);
	assert_true(net->A.val[net->A.ptr[2]] == 2.0);
	assert_int_equal(odd_csr_nnz(odd_csr_const(net->C)), 3);
	assert_true(net->C.val[net->C.ptr[3]] == -3.5);
	assert_int_equal(net->skipped.repeated_edges, 0);
	assert_string_equal(odd_names_get(&net->ids, 3), "4");
}

/* Entries that are no number are filled in, and it is told whose they are. */
static void missing_is_told_by_node(void **state)
{
	(void)state;
	double some[12] = {1, NAN, 7, 3, 2, 5, 4, NAN, 2.5, 1.5, 9, 8};
	struct mat m;
	odd_network *net;
	odd_error err;
	start(&m, MAT_FT_MAT5, MAT_COMPRESSION_NONE);
	put_double(&m, "Network", 4, 4, path_both);
	put_double(&m, "Attributes", 4, 3, some);
	finish(&m);
	assert_ok(load(&net, m.path, &undirected, &err), err);
	assert_int_equal(net->columns.count, 3);
	for (size_t i = 0; i < 4; i++)
		for (size_t c = 0; c < 3; c++)
			assert_int_equal(odd_columns_misses(&net->columns, i, c),
				(i == 1 && c == 0) || (i == 3 && c == 1));
	odd_network_free(net);
	remove_tree(m.dir);
}

static void dense_in_every_version(void **state)
{
	(void)state;
	const struct {
		enum mat_ft version;
		enum matio_compression packing;
	} ways[] = {
		{MAT_FT_MAT5, MAT_COMPRESSION_NONE},
		{MAT_FT_MAT5, MAT_COMPRESSION_ZLIB},
#ifdef HAVE_HDF5
		{MAT_FT_MAT73, MAT_COMPRESSION_NONE},
#endif
	};
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
		struct mat m;
		odd_network *net;
		odd_error err;
		start(&m, ways[w].version, ways[w].packing);
		put_double(&m, "Network", 4, 4, path_both);
		put_double(&m, "Attributes", 4, 3, words);
		finish(&m);
		assert_ok(load(&net, m.path, &undirected, &err), err);
		check_path(net);
		assert_false(net->has_truth);
		assert_int_equal(net->classes.count, 0);
		assert_string_equal(net->format, "MATLAB");
		odd_network_free(net);
		remove_tree(m.dir);
	}
}

static void sparse_with_each_edge_once(void **state)
{
	(void)state;
	const enum mat_ft versions[] = {
		MAT_FT_MAT5,
#ifdef HAVE_HDF5
		MAT_FT_MAT73,
#endif
	};
	for (size_t w = 0; w < sizeof versions / sizeof *versions; w++) {
		struct mat m;
		odd_network *net;
		odd_error err;
		uint32_t a_jc[] = {0, 0, 1, 2, 3}, a_ir[] = {0, 1, 2};
		double a[] = {1, 2, 1}, x[] = {1, -3.5, 1};
		uint32_t x_jc[] = {0, 2, 3, 3}, x_ir[] = {0, 3, 1};
		start(&m, versions[w], MAT_COMPRESSION_NONE);
		put_sparse(&m, "A", 4, 4, a_jc, a_ir, a);
		put_sparse(&m, "X", 4, 3, x_jc, x_ir, x);
		finish(&m);
		assert_ok(load(&net, m.path, &undirected, &err), err);
		check_path(net);
		odd_network_free(net);
		assert_ok(load(&net, m.path, &directed, &err), err);
		assert_true(net->directed);
		assert_int_equal(odd_csr_nnz(odd_csr_const(net->A)), 3);
		assert_int_equal(
			net->A.ptr[4] - net->A.ptr[3], 0); /* node 4 has no link of its own */
		odd_network_free(net);
		remove_tree(m.dir);
	}
}

#define TRY_TYPE(ctype, class, mtype) \
	do { \
		struct mat m; \
		odd_network *net; \
		odd_error err; \
		ctype a[16], x[12] = {1, 0, 0, 7, 0, 1, 0, 0, 0, 0, 0, 0}, y[4] = {3, 1, 2, 1}; \
		for (int i = 0; i < 16; i++) \
			a[i] = (ctype)path_both[i]; \
		start(&m, MAT_FT_MAT5, MAT_COMPRESSION_ZLIB); \
		put(&m, "A", class, mtype, 4, 4, a); \
		put(&m, "X", class, mtype, 4, 3, x); \
		put(&m, "gnd", class, mtype, 1, 4, y); \
		finish(&m); \
		assert_ok(load(&net, m.path, &undirected, &err), err); \
		assert_int_equal(net->edges, 3); \
		assert_true(net->A.val[net->A.ptr[1] + 1] == 2.0); \
		assert_true(net->C.val[net->C.ptr[3]] == 7.0); \
		assert_string_equal(odd_names_get(&net->classes, (size_t)net->label[0]), "3"); \
		assert_int_equal(net->label[1], net->label[3]); \
		odd_network_free(net); \
		remove_tree(m.dir); \
	} while (0)

static void every_numeric_type(void **state)
{
	(void)state;
	TRY_TYPE(double, MAT_C_DOUBLE, MAT_T_DOUBLE);
	TRY_TYPE(float, MAT_C_SINGLE, MAT_T_SINGLE);
	TRY_TYPE(int8_t, MAT_C_INT8, MAT_T_INT8);
	TRY_TYPE(uint8_t, MAT_C_UINT8, MAT_T_UINT8);
	TRY_TYPE(int16_t, MAT_C_INT16, MAT_T_INT16);
	TRY_TYPE(uint16_t, MAT_C_UINT16, MAT_T_UINT16);
	TRY_TYPE(int32_t, MAT_C_INT32, MAT_T_INT32);
	TRY_TYPE(uint32_t, MAT_C_UINT32, MAT_T_UINT32);
	TRY_TYPE(int64_t, MAT_C_INT64, MAT_T_INT64);
	TRY_TYPE(uint64_t, MAT_C_UINT64, MAT_T_UINT64);
}

/* Write the path network with some label vectors (NULL: left out) and load it. */
static odd_network *with_labels(double *class, double *label, double *gnd)
{
	struct mat m;
	odd_network *net;
	odd_error err;
	start(&m, MAT_FT_MAT5, MAT_COMPRESSION_NONE);
	put_double(&m, "A", 4, 4, path_both);
	put_double(&m, "X", 4, 3, words);
	if (class != NULL)
		put_double(&m, "Class", 4, 1, class);
	if (label != NULL)
		put_double(&m, "Label", 1, 4, label);
	if (gnd != NULL)
		put_double(&m, "gnd", 4, 1, gnd);
	finish(&m);
	assert_ok(load(&net, m.path, &undirected, &err), err);
	remove_tree(m.dir);
	return net;
}

static void two_values_are_outliers_more_are_classes(void **state)
{
	(void)state;
	double zero_one[] = {0, 0, 1, 0}, one_two[] = {2, 2, 1, 2}, half[] = {0, 1, 1, 0};
	double three[] = {5, 6, 7, 5}, same[] = {0, 0, 0, 0}, pair[] = {8, 9, 9, 8};
	size_t count[ODD_KINDS];

	odd_network *net = with_labels(NULL, zero_one, NULL);
	assert_true(net->has_truth);
	assert_int_equal(net->truth[2], ODD_UNKNOWN_KIND);
	assert_int_equal(net->truth[0], ODD_ORDINARY);
	assert_int_equal(net->classes.count, 0);
	assert_int_equal(net->label[0], ODD_NO_LABEL);
	odd_network_free(net);

	net = with_labels(NULL, NULL, one_two); /* the rarer one, whatever it is called */
	odd_network_count_truth(net, count);
	assert_int_equal(count[ODD_UNKNOWN_KIND], 1);
	assert_int_equal(net->truth[2], ODD_UNKNOWN_KIND);
	odd_network_free(net);

	net = with_labels(NULL, half, NULL); /* a tie: the larger value */
	assert_int_equal(net->truth[1], ODD_UNKNOWN_KIND);
	assert_int_equal(net->truth[0], ODD_ORDINARY);
	odd_network_free(net);

	net = with_labels(three, zero_one, NULL);
	assert_int_equal(net->classes.count, 3);
	assert_string_equal(odd_names_get(&net->classes, (size_t)net->label[2]), "7");
	assert_int_equal(net->truth[2], ODD_UNKNOWN_KIND);
	odd_network_free(net);

	net = with_labels(pair, zero_one, NULL); /* Class beside outliers: classes, even two */
	assert_int_equal(net->classes.count, 2);
	odd_network_count_truth(net, count);
	assert_int_equal(count[ODD_UNKNOWN_KIND], 1);
	odd_network_free(net);

	net = with_labels(NULL, NULL, same);
	assert_false(net->has_truth);
	assert_int_equal(net->classes.count, 0);
	odd_network_free(net);
}

/* Each wrong file is an error that names the file and the variable. */
static void wrong_files_are_told(void **state)
{
	(void)state;
	double nan_in[16], negative[16], infinite[12], label_nan[4] = {1, NAN, 2, 3};
	memcpy(nan_in, path_both, sizeof nan_in);
	memcpy(negative, path_both, sizeof negative);
	memcpy(infinite, words, sizeof infinite);
	nan_in[4] = NAN;
	negative[1] = -1;
	infinite[5] = INFINITY;
	const struct {
		double *a, *x, *y;
		size_t a_cols, x_rows, y_rows;
		const char *says;
	} cases[] = {
		{NULL, words, NULL, 4, 4, 4, "Network or A"},
		{path_both, NULL, NULL, 4, 4, 4, "Attributes or X"},
		{path_both, words, NULL, 3, 4, 4, "A is 4 × 3"},
		{path_both, words, NULL, 4, 3, 4, "X is 3 × 3"},
		{path_both, words, label_nan, 4, 4, 3, "gnd is 3 × 1"},
		{path_both, words, label_nan, 4, 4, 4, "gnd(2)"},
		{nan_in, words, NULL, 4, 4, 4, "A(1,2) is not a finite"},
		{negative, words, NULL, 4, 4, 4, "A(2,1) is negative"},
		{path_both, infinite, NULL, 4, 4, 4, "X(2,2) is not a finite"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mat m;
		odd_network *net = (odd_network *)&m;
		odd_error err;
		start(&m, MAT_FT_MAT5, MAT_COMPRESSION_NONE);
		if (cases[i].a != NULL)
			put_double(&m, "A", 4, cases[i].a_cols, cases[i].a);
		if (cases[i].x != NULL)
			put_double(&m, "X", cases[i].x_rows, 3, cases[i].x);
		if (cases[i].y != NULL)
			put_double(&m, "gnd", cases[i].y_rows, 1, cases[i].y);
		finish(&m);
		assert_int_equal(load(&net, m.path, &undirected, &err), ODD_EINPUT);
		assert_null(net);
		assert_string_equal(err.file, m.path);
		assert_int_equal(err.line, 0);
		if (strstr(err.message, cases[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.message, cases[i].says);
		remove_tree(m.dir);
	}
}

static void text_is_no_matrix(void **state)
{
	(void)state;
	struct mat m;
	odd_network *net;
	odd_error err;
	char text[] = "abcd";
	start(&m, MAT_FT_MAT5, MAT_COMPRESSION_NONE);
	put(&m, "A", MAT_C_CHAR, MAT_T_UINT8, 2, 2, text);
	finish(&m);
	assert_int_equal(load(&net, m.path, &undirected, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "A is not a matrix of numbers"));
	remove_tree(m.dir);
}

/* Whatever is cut off or overwritten, the answer is a network or an error, never a crash; and a
 * file cut short is never a network. */
static void damaged_files_are_errors(void **state)
{
	(void)state;
	const struct {
		enum mat_ft version;
		enum matio_compression packing;
		size_t step;
	} ways[] = {
		{MAT_FT_MAT5, MAT_COMPRESSION_NONE, 7},
		{MAT_FT_MAT5, MAT_COMPRESSION_ZLIB, 3},
#ifdef HAVE_HDF5
		{MAT_FT_MAT73, MAT_COMPRESSION_NONE, 397},
#endif
	};
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
		struct mat m;
		odd_network *net;
		odd_error err;
		uint32_t jc[] = {0, 0, 1, 2, 3}, ir[] = {0, 1, 2};
		double a[] = {1, 2, 1};
		start(&m, ways[w].version, ways[w].packing);
		put_double(&m, "X", 4, 3, words);
		put_sparse(&m, "A", 4, 4, jc, ir, a);
		finish(&m);
		FILE *f = fopen(m.path, "rb");
		assert_non_null(f);
		static unsigned char bytes[1 << 16];
		size_t size = fread(bytes, 1, sizeof bytes, f);
		fclose(f);
		assert_in_range(size, 200, sizeof bytes - 1);
		for (size_t cut = 0; cut < size; cut += ways[w].step) {
			write_file(m.dir, "m.mat", bytes, cut);
			/* what stands before the first variable may be a file of its own, but empty
			 */
			assert_int_equal(load(&net, m.path, &undirected, &err), ODD_EINPUT);
		}
		for (size_t at = 0; at < size; at += ways[w].step) {
			unsigned char kept = bytes[at];
			bytes[at] ^= 0xff;
			write_file(m.dir, "m.mat", bytes, size);
			bytes[at] = kept;
			odd_status status = load(&net, m.path, &undirected, &err);
			assert_true(
				status == ODD_OK || status == ODD_EINPUT || status == ODD_ENOMEM);
			odd_network_free(net);
		}
		remove_tree(m.dir);
	}
}

/* What matio never writes: each is a whole file of one or two small variables, made by hand. */
static void parts_that_do_not_fit_their_dimensions(void **state)
{
	(void)state;
	const struct {
		const char *file, *says;
	} cases[] = {
		{"shortx.mat", "X is 4 × 3, but the file holds 1 values of it"},
		{"shortraw.mat", "A is 4 × 4, but the file holds 4 values of it"},
		{"wide.mat", "X is 4 × 500000000, but the file holds 1 values of it"},
		{"int8.mat", "A is 60000 × 60000, but the file holds 2 values of it"},
		{"spbad.mat", "A: a value stands in row -2, but there are 4 rows"},
		{"spbad2.mat", "A: column 4 starts at value 1000000, out of order"},
		{"spbad3.mat", "A is 4 × 4, but the file holds where 2 columns start"},
	};
	const char *srcdir = getenv("srcdir");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[512];
		odd_network *net;
		odd_error err;
		snprintf(path, sizeof path, "%s/tests/hostile/files/%s",
			srcdir != NULL ? srcdir : ".", cases[i].file);
		assert_int_equal(load(&net, path, &undirected, &err), ODD_EINPUT);
		assert_null(net);
		if (strstr(err.message, cases[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.message, cases[i].says);
	}
}

/* Cancels in the midst of naming columns. */
static void cancel_names(void *payload, const char *what, double done, double total)
{
	assert_string_equal(what, "reading m.mat");
	if (total == 3000000.0 && done > 1000000.0)
		atomic_store((atomic_bool *)payload, true);
}

/* A sparse matrix of 3,000,000 columns without a value is 12 MB unpacked, 12 KB packed, and would
 * be 200 MB of names. */
static void empty_columns_count_against_the_limit(void **state)
{
	(void)state;
	struct mat m;
	odd_network *net;
	odd_error err;
	enum { COLUMNS = 3000000 };
	uint32_t *jc = calloc(COLUMNS + 1, sizeof *jc), ir[] = {0};
	double one[] = {1};
	assert_non_null(jc);
	jc[COLUMNS] = 1;
	start(&m, MAT_FT_MAT5, MAT_COMPRESSION_ZLIB);
	put_double(&m, "A", 4, 4, path_both);
	put_sparse(&m, "X", 4, COLUMNS, jc, ir, one);
	finish(&m);
	odd__source source = {
		.name = "m", .options = &undirected, .limits = {.most = (size_t)100 << 20}};
	assert_int_equal(odd__read_mat(&net, &source, m.path, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "3000000 columns need more than 100 MB"));
	source.limits.most = (size_t)8 << 20;
	assert_int_equal(odd__read_mat(&net, &source, m.path, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "unpacks to more than 8 MB"));
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	source.limits = (odd__limits){.job = &job};
	assert_int_equal(odd__read_mat(&net, &source, m.path, &err), ODD_ECANCELLED);
	cancel = false;
	job.report = cancel_names;
	job.payload = &cancel;
	assert_int_equal(odd__read_mat(&net, &source, m.path, &err), ODD_ECANCELLED);
	assert_true(cancel);
	free(jc);
	remove_tree(m.dir);
}

static void no_such_file(void **state)
{
	(void)state;
	odd_network *net;
	odd_error err;
	assert_int_equal(load(&net, "/nonexistent/x.mat", &undirected, &err), ODD_EIO);
	assert_int_equal(load(&net, "/", &undirected, &err), ODD_EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dense_in_every_version),
		cmocka_unit_test(missing_is_told_by_node),
		cmocka_unit_test(sparse_with_each_edge_once),
		cmocka_unit_test(every_numeric_type),
		cmocka_unit_test(two_values_are_outliers_more_are_classes),
		cmocka_unit_test(wrong_files_are_told),
		cmocka_unit_test(text_is_no_matrix),
		cmocka_unit_test(damaged_files_are_errors),
		cmocka_unit_test(parts_that_do_not_fit_their_dimensions),
		cmocka_unit_test(empty_columns_count_against_the_limit),
		cmocka_unit_test(no_such_file),
	};
	return cmocka_run_group_tests_name("mat", tests, NULL, NULL);
}

#else

int main(void)
{
	(void)load;
	(void)undirected;
	(void)directed;
	return 77; /* nothing here can write such files */
}

#endif
