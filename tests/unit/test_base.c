/* Errors, random numbers, names, files, .npy, CSR and its product with a dense matrix. */
#include "config.h"

#include "helpers.h"

#include "base/grow.h"
#include "base/options_read.h"
#include "base/room.h"
#include "linalg/block.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <math.h>
#include <sys/stat.h>

#include "oddone/csr.h"
#include "base/file.h"
#include "oddone/names.h"
#include "linalg/npy.h"
#include "base/rng.h"

static void error_says_where(void **state)
{
	(void)state;
	odd_error err;
	char text[512];
	odd_error_at(&err, ODD_EINPUT, "edges.csv", 599, 3, "node \"%s\" is unknown", "n12");
	assert_string_equal(odd_error_format(&err, text, sizeof text),
		"edges.csv:599:3: node \"n12\" is unknown");
	odd_error_at(&err, ODD_EINPUT, "edges.csv", 0, 0, "is empty");
	assert_string_equal(odd_error_format(&err, text, sizeof text), "edges.csv: is empty");
	odd_error_set(&err, ODD_EINPUT, "no \"%s\"", "\x1b[31m\nred\x7f");
	assert_string_equal(err.message, "no \"\\x1b[31m\\x0ared\\x7f\"");
	odd_error_at(&err, ODD_EINPUT, "a\x1b]0;b", 0, 0,
		"c1 \xc2\x9b, bidi \xe2\x80\xae, broken \xff, e\xcc\x81");
	assert_string_equal(odd_error_format(&err, text, sizeof text),
		"a\\x1b]0;b: c1 \\x9b, bidi \\u202e, broken \\xff, e\xcc\x81");
	char longer[400];
	memset(longer, 'd', sizeof longer);
	strcpy(longer + 380, "/name.edges");
	odd_error_at(&err, ODD_EINPUT, longer, 1, 1, "x");
	assert_non_null(strstr(odd_error_format(&err, text, sizeof text), "/name.edges:1:1: x"));
}

static void rng_streams_are_apart_and_even(void **state)
{
	(void)state;
	odd_rng a, b, c;
	odd_rng_init(&a, 42, "plant");
	odd_rng_init(&b, 42, "plant");
	odd_rng_init(&c, 42, "svd");
	int same = 0, other = 0;
	for (int i = 0; i < 100; i++) {
		uint64_t x = odd_rng_next(&a);
		same += x == odd_rng_next(&b);
		other += x == odd_rng_next(&c);
	}
	assert_int_equal(same, 100);
	assert_int_equal(other, 0);

	size_t count[7] = {0};
	double mean = 0.0, square = 0.0;
	for (int i = 0; i < 70000; i++) {
		count[odd_rng_below(&a, 7)]++;
		double z = odd_rng_normal(&c);
		mean += z / 70000;
		square += z * z / 70000;
	}
	double chi = 0.0;
	for (int i = 0; i < 7; i++)
		chi += ((double)count[i] - 10000) * ((double)count[i] - 10000) / 10000;
	assert_true(chi < 30.0); /* 6 degrees of freedom: p < 1e-4 */
	assert_true(fabs(mean) < 0.02 && fabs(square - 1.0) < 0.03);
}

static void names_are_found_again(void **state)
{
	(void)state;
	odd_error err;
	odd_names names = ODD_NAMES_INIT;
	char text[32];
	for (uint32_t i = 0; i < 5000; i++) {
		uint32_t index;
		int there;
		int length = snprintf(text, sizeof text, "node %u", i);
		assert_ok(odd_names_add(&names, text, (size_t)length, &index, &there, &err), err);
		assert_int_equal(index, i);
		assert_int_equal(there, 0);
	}
	assert_int_equal(odd_names_find(&names, "node 4321", 9), 4321);
	assert_int_equal(odd_names_find(&names, "node 43210", 10), ODD_NO_NAME);
	assert_string_equal(odd_names_get(&names, 17), "node 17");
	enum { MANY = 100 };
	char texts[MANY][32];
	const char *text_at[MANY];
	size_t lengths[MANY];
	uint32_t found[MANY];
	for (size_t i = 0; i < MANY; i++) { /* every third one is unknown */
		lengths[i] = (size_t)snprintf(
			texts[i], sizeof texts[i], "%s %zu", i % 3 ? "node" : "nobody", 49 * i);
		text_at[i] = texts[i];
	}
	odd_names_find_many(&names, MANY, text_at, lengths, found);
	for (size_t i = 0; i < MANY; i++)
		assert_int_equal(found[i], i % 3 ? 49 * i : ODD_NO_NAME);
	odd_names none = ODD_NAMES_INIT;
	odd_names_find_many(&none, MANY, text_at, lengths, found);
	for (size_t i = 0; i < MANY; i++)
		assert_int_equal(found[i], ODD_NO_NAME);
	odd_names copy;
	assert_ok(odd_names_copy(&copy, &names, &err), err);
	assert_int_equal(odd_names_find(&copy, "node 4999", 9), 4999);
	odd_names_clear(&copy);
	odd_names_clear(&names);
}

/* Names of every length, some of which are hashed in another way; those that differ by one byte are
 * two. */
static void names_of_any_length_are_told_apart(void **state)
{
	(void)state;
	enum { LONGEST = 40 };
	odd_error err;
	odd_names names = ODD_NAMES_INIT;
	size_t count = 0;
	for (int again = 0; again < 2; again++)
		for (size_t length = 0; length <= LONGEST; length++)
			for (size_t other = 0; other <= length; other++) {
				char name[LONGEST + 1];
				uint32_t index;
				int there;
				memset(name, 'n', sizeof name);
				if (other < length)
					name[other] = 'o';
				assert_ok(odd_names_add(&names, name, length, &index, &there, &err),
					err);
				assert_int_equal(there, again);
				count += !again;
				assert_int_equal(names.count, count);
				assert_int_equal(odd_names_find(&names, name, length), index);
			}
	odd_names_clear(&names);
}

/* Whoever writes a file cannot know where its names fall, and so cannot make them all fall into one
 * place: two tables of the same names are laid out differently. */
static void names_fall_where_nobody_knows(void **state)
{
	(void)state;
	odd_error err;
	odd_names a = ODD_NAMES_INIT, b = ODD_NAMES_INIT;
	for (int i = 0; i < 500; i++) {
		char name[32];
		size_t length = (size_t)snprintf(name, sizeof name, "node %d", i);
		assert_ok(odd_names_add(&a, name, length, NULL, NULL, &err), err);
		assert_ok(odd_names_add(&b, name, length, NULL, NULL, &err), err);
	}
	assert_int_equal(a.slot_count, b.slot_count);
	assert_true(memcmp(a.slots, b.slots, a.slot_count * sizeof *a.slots) != 0);
	odd_names_clear(&a);
	odd_names_clear(&b);
}

static void files_are_whole_or_not_there(void **state)
{
	(void)state;
	odd_error err;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/x", dir);
	odd_file file;
	assert_ok(odd_file_open(&file, path, &err), err);
	fputs("half", file.stream);
	struct stat info;
	assert_int_not_equal(stat(path, &info), 0);
	odd_file_discard(&file);
	assert_int_not_equal(stat(path, &info), 0);
	assert_ok(odd_file_open(&file, path, &err), err);
	fputs("whole", file.stream);
	assert_ok(odd_file_commit(&file, &err), err);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_size, 5);
	snprintf(path, sizeof path, "%s/no/such/dir/x", dir);
	assert_int_equal(odd_file_open(&file, path, &err), ODD_EIO);
	snprintf(path, sizeof path, "%s/a/b/c", dir);
	assert_ok(odd_dir_make(path, &err), err);
	assert_ok(odd_dir_make(path, &err), err);
	snprintf(path, sizeof path, "%s/x/y", dir);
	assert_int_equal(odd_dir_make(path, &err), ODD_EIO);
	remove_tree(dir);
}

/* Others may be using it, or it is no file at all: it stays what it is. */
static void only_files_are_replaced(void **state)
{
	(void)state;
	odd_error err;
	odd_file file;
	struct stat info;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/fifo", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(odd_file_open(&file, path, &err), ODD_EIO);
	assert_string_equal(err.message, "cannot write: is a pipe, not a file");
	assert_int_equal(stat(path, &info), 0);
	assert_true(S_ISFIFO(info.st_mode));
	snprintf(path, sizeof path, "%s/link", dir);
	assert_int_equal(symlink("/dev/null", path), 0);
	assert_int_equal(odd_file_open(&file, path, &err), ODD_EIO);
	assert_string_equal(err.message, "cannot write: is a device, not a file");
	assert_int_equal(odd_file_open(&file, dir, &err), ODD_EIO);
	remove_tree(dir);
}

/* The reason is that of the write that failed, whatever has happened since. */
static void a_write_that_failed_says_why(void **state)
{
	(void)state;
	odd_error err;
	odd_file file;
	char dir[256], path[512];
	static char block[100000];
	struct rlimit before, small;
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/x", dir);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = 50000;
	void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
	assert_ok(odd_file_open(&file, path, &err), err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	size_t put = fwrite(block, 1, sizeof block, file.stream);
	int there = access("/nonexistent/x", F_OK);
	odd_status status = odd_file_commit(&file, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, handler);
	assert_true(put < sizeof block && there != 0);
	assert_int_equal(status, ODD_EIO);
	assert_non_null(strstr(err.message, strerror(EFBIG)));
	assert_int_not_equal(access(path, F_OK), 0);
	assert_int_equal(rmdir(dir), 0); /* nothing is left in it */
}

/* Rows or columns without a number cost no byte in the file, but would in memory. */
static void npy_without_numbers(void **state)
{
	(void)state;
	static const char *const names[] = {"zero-columns-G.npy", "zero-columns-300-G.npy"};
	const char *srcdir = getenv("srcdir");
	for (size_t i = 0; i < 2; i++) {
		char path[512];
		odd_mat m;
		odd_error err;
		snprintf(path, sizeof path, "%s/tests/hostile/files/%s",
			srcdir != NULL ? srcdir : ".", names[i]);
		assert_int_equal(odd_npy_read(&m, path, &err), ODD_EINPUT);
		assert_non_null(strstr(err.message, "the matrix is empty"));
		assert_null(m.data);
	}
}

static void npy_comes_back(void **state)
{
	(void)state;
	odd_error err;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	odd_mat m, back;
	assert_ok(odd_mat_alloc(&m, 3, 5, &err), err);
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 5; j++)
			odd_mat_row(m, i)[j] = 0.1 * (double)(10 * i + j);
	snprintf(path, sizeof path, "%s/m.npy", dir);
	assert_ok(odd_npy_write_transposed(path, odd_mat_const(m), &err), err);
	assert_ok(odd_npy_read(&back, path, &err), err);
	assert_int_equal(back.rows, 5);
	assert_int_equal(back.cols, 3);
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 5; j++)
			assert_true(odd_mat_row(back, j)[i] == odd_mat_row(m, i)[j]);
	odd_mat_free(&back);
	odd_mat_free(&m);

	/* Fortran order, 32-bit floats */
	static const char fortran[] = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }";
	unsigned char bytes[256] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, sizeof fortran - 1, 0};
	memcpy(bytes + 10, fortran, sizeof fortran - 1);
	float values[4] = {1, 2, 3, 4};
	memcpy(bytes + 10 + sizeof fortran - 1, values, sizeof values);
	size_t size = 10 + sizeof fortran - 1 + sizeof values;
	write_file(dir, "f.npy", bytes, size);
	snprintf(path, sizeof path, "%s/f.npy", dir);
	assert_ok(odd_npy_read(&back, path, &err), err);
	assert_true(odd_mat_row(back, 0)[1] == 3.0 && odd_mat_row(back, 1)[0] == 2.0);
	odd_mat_free(&back);
	for (size_t cut = 0; cut < size; cut++) { /* every truncation is an error, never a crash */
		write_file(dir, "f.npy", bytes, cut);
		assert_int_equal(odd_npy_read(&back, path, &err), ODD_EINPUT);
	}
	remove_tree(dir);
}

static void csr_merges_and_transposes(void **state)
{
	(void)state;
	odd_error err;
	uint32_t r[] = {2, 0, 2, 1, 2}, c[] = {1, 3, 1, 0, 0};
	double v[] = {5, 1, 2, 4, 3};
	odd_csr m, t;
	size_t merged;
	assert_ok(odd_csr_from_triplets(&m, 3, 4, 5, r, c, v, ODD_MERGE_MAX, &merged, &err), err);
	assert_int_equal(merged, 1);
	assert_int_equal(odd_csr_nnz(odd_csr_const(m)), 4);
	assert_int_equal(m.idx[m.ptr[2]], 0);
	assert_true(m.val[m.ptr[2] + 1] == 5.0);
	assert_ok(odd_csr_transpose(&t, odd_csr_const(m), &err), err);
	assert_int_equal(t.rows, 4);
	assert_int_equal(t.ptr[1] - t.ptr[0], 2);
	assert_int_equal(t.idx[t.ptr[0] + 1], 2);
	odd_csr_clear(&t);
	odd_csr_clear(&m);
	assert_ok(odd_csr_from_triplets(&m, 3, 4, 5, r, c, v, ODD_MERGE_SUM, NULL, &err), err);
	assert_true(m.val[m.ptr[2] + 1] == 7.0);
	odd_csr_clear(&m);
}

static void spmm_equals_dense(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	const size_t widths[] = {1, 7, 8, 21, 33, 70};
	for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
		enum { N = 150, M = 90, E = 900 };
		uint32_t r[E], c[E];
		double v[E], scale[M];
		for (int e = 0; e < E; e++) {
			r[e] = (uint32_t)odd_rng_below(&rng, N);
			c[e] = (uint32_t)odd_rng_below(&rng, M);
			v[e] = odd_rng_normal(&rng);
		}
		for (int j = 0; j < M; j++)
			scale[j] = odd_rng_uniform(&rng);
		odd_csr S;
		odd_mat X, Y, Y1;
		assert_ok(odd_csr_from_triplets(&S, N, M, E, r, c, v, ODD_MERGE_SUM, NULL, &err),
			err);
		assert_ok(odd_mat_alloc(&X, M, widths[w], &err), err);
		assert_ok(odd_mat_alloc(&Y, N, widths[w], &err), err);
		assert_ok(odd_mat_alloc(&Y1, N, widths[w], &err), err);
		for (size_t i = 0; i < M; i++)
			for (size_t j = 0; j < widths[w]; j++)
				odd_mat_row(X, i)[j] = odd_rng_normal(&rng);
		odd_job one = {.threads = 1}, three = {.threads = 3};
		assert_ok(odd_csr_times(Y, odd_csr_const(S), scale, odd_mat_const(X), &one, &err),
			err);
		assert_ok(
			odd_csr_times(Y1, odd_csr_const(S), scale, odd_mat_const(X), &three, &err),
			err);
		assert_memory_equal(Y.data, Y1.data, N * Y.stride * sizeof(double));
		for (size_t i = 0; i < N; i++) {
			for (size_t j = 0; j < Y.stride; j++) {
				double sum = 0.0;
				for (int e = 0; e < E; e++)
					if (r[e] == i)
						sum += v[e] * scale[c[e]] * odd_mat_row(X, c[e])[j];
				assert_close(odd_mat_row(Y, i)[j], sum, 1e-12);
			}
		}
		odd_mat_free(&X);
		odd_mat_free(&Y);
		odd_mat_free(&Y1);
		odd_csr_clear(&S);
	}
}

/* Triangular products read the K rows of their matrix and nothing behind them, where in narrow sets
 * a tile of padding may begin. */
static void triangles_end_with_their_rows(void **state)
{
	enum { MOST = 24 };
	static _Alignas(64) double X[ODD__B * MOST], M[(MOST + 8) * MOST], low[ODD__B * MOST],
		up[ODD__B * MOST];
	(void)state;
	for (size_t k = 1; k <= MOST; k++) {
		const size_t s = (k + 7) / 8 * 8;
		for (size_t e = 0; e < (MOST + 8) * MOST; e++)
			M[e] = e / s >= k ? (double)NAN : e % s == e / s ? 2.0 : 0.0; /* 2 I */
		for (size_t e = 0; e < ODD__B * s; e++)
			X[e] = e % s < k ? (double)e : 0.0;
		odd__block_lower(low, X, M, k, s);
		odd__block_upper(up, X, M, k, s);
		for (size_t e = 0; e < ODD__B * s; e++) {
			assert_true(low[e] == 2.0 * X[e]);
			assert_true(up[e] == 2.0 * X[e]);
		}
	}
}

static void cancelled_work_says_so(void **state)
{
	(void)state;
	odd_error err;
	uint32_t r[] = {0}, c[] = {0};
	odd_csr S;
	odd_mat X;
	assert_ok(odd_csr_from_triplets(&S, 1, 1, 1, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	assert_ok(odd_mat_alloc(&X, 1, 1, &err), err);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_csr_times(X, odd_csr_const(S), NULL, odd_mat_const(X), &job, &err),
		ODD_ECANCELLED);
	odd_mat_free(&X);
	odd_csr_clear(&S);
}

/* ---- arrays that grow ---------------------------------------------------------------------- */

/* However many are asked for. */
static void threads_are_bounded(void **state)
{
	(void)state;
	assert_int_equal(odd_job_threads(&(odd_job){.threads = 3}), 3);
	assert_int_equal(odd_job_threads(&(odd_job){.threads = 100000}), 1024);
}

static void arrays_grow_in_step(void **state)
{
	(void)state;
	odd_error err;
	size_t capacity = 0, moves = 0;
	uint32_t *a = NULL;
	double *b = NULL;
	for (uint32_t i = 0; i < 100000; i++) {
		size_t before = capacity;
		assert_ok(odd__make_room(&capacity, i + 1, &err, {&a, sizeof *a}, {&b, sizeof *b}),
			err);
		moves += capacity != before;
		a[i] = i;
		b[i] = 0.5 * i;
	}
	for (uint32_t i = 0; i < 100000; i++) {
		assert_int_equal(a[i], i);
		assert_true(b[i] == 0.5 * i);
	}
	assert_true(moves < 40); /* by a share of what is there, not one by one */
	/* More than there are bytes: refused, and nothing is lost. */
	size_t before = capacity;
	assert_int_equal(
		odd__make_room(&capacity, SIZE_MAX / 2, &err, {&a, sizeof *a}, {&b, sizeof *b}),
		ODD_ENOMEM);
	assert_int_equal(capacity, before);
	assert_int_equal(a[99999], 99999);
	free(a);
	free(b);
}

/* A control group, with what it grants. */
static void write_group(const char *dir, const char *group, const char *file, const char *text)
{
	char path[600];
	odd_error err;
	snprintf(path, sizeof path, "%s/%s", dir, group);
	assert_ok(odd_dir_make(path, &err), err);
	write_file(path, file, text, strlen(text));
}

static double granted_in(const char *dir, const char *own)
{
	char path[600];
	write_file(dir, "own", own, strlen(own));
	snprintf(path, sizeof path, "%s/own", dir);
	return odd__room_processors(path, dir);
}

static void groups_grant_processors(void **state)
{
	(void)state;
	char dir[256], absent[300];
	make_temporary_dir(dir, sizeof dir);
	snprintf(absent, sizeof absent, "%s/absent", dir);
	assert_true(isinf(odd__room_processors(absent, dir)));
	assert_true(isinf(granted_in(dir, "0::/\n")));
	/* the least of a group and those around it */
	write_group(dir, "job", "cpu.max", "max 100000\n");
	write_group(dir, "job/task", "cpu.max", "350000 100000\n");
	assert_close(granted_in(dir, "0::/job/task\n"), 3.5, 1e-12);
	assert_true(isinf(granted_in(dir, "0::/job\n")));
	write_group(dir, "job", "cpu.max", "150000 100000\n");
	assert_close(granted_in(dir, "0::/job/task\n"), 1.5, 1e-12);
	/* a container sees its own group as the outermost, and other names */
	write_group(dir, ".", "cpu.max", "50000 100000\n");
	assert_close(granted_in(dir, "0::/seen/from/outside\n"), 0.5, 1e-12);
	write_group(dir, ".", "cpu.max", "max 100000\n");
	assert_true(isinf(granted_in(dir, "nonsense\n:\n3:cpuacct\n")));
	remove_tree(dir);
}

/* Options of callers compiled with other headers. */
static void options_of_other_versions(void **state)
{
	(void)state;
	struct options {
		size_t size;
		int old, added;
	};
	const struct {
		struct options known;
		int unknown;
	} later = {{sizeof later, 3, 4}, 5};
	const struct {
		size_t size;
		int old;
	} earlier = {offsetof(struct options, added), 7};
	const struct options unsized = {0, 1, 2};
	struct options got = {sizeof got, -1, -2};

	odd__options_read(&got, sizeof got, NULL);
	assert_true(got.size == sizeof got && got.old == -1 && got.added == -2);
	odd__options_read(&got, sizeof got, &earlier);
	assert_true(got.size == sizeof got && got.old == 7 && got.added == -2);
	odd__options_read(&got, sizeof got, &later);
	assert_true(got.size == sizeof got && got.old == 3 && got.added == 4);
	odd__options_read(&got, sizeof got, &unsized);
	assert_true(got.size == sizeof got && got.old == 1 && got.added == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_says_where),
		cmocka_unit_test(rng_streams_are_apart_and_even),
		cmocka_unit_test(names_are_found_again),
		cmocka_unit_test(names_of_any_length_are_told_apart),
		cmocka_unit_test(names_fall_where_nobody_knows),
		cmocka_unit_test(files_are_whole_or_not_there),
		cmocka_unit_test(only_files_are_replaced),
		cmocka_unit_test(a_write_that_failed_says_why),
		cmocka_unit_test(npy_comes_back),
		cmocka_unit_test(npy_without_numbers),
		cmocka_unit_test(csr_merges_and_transposes),
		cmocka_unit_test(spmm_equals_dense),
		cmocka_unit_test(triangles_end_with_their_rows),
		cmocka_unit_test(cancelled_work_says_so),
		cmocka_unit_test(threads_are_bounded),
		cmocka_unit_test(arrays_grow_in_step),
		cmocka_unit_test(groups_grant_processors),
		cmocka_unit_test(options_of_other_versions),
	};
	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
