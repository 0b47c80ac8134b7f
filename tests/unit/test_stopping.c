/* Reading is stopped inside a single line, entry or list, too: files may hold millions of things in
 * one. What is asked here is that every such thing looks whether to stop now and then, whatever the
 * machine's pace. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "network/graph.h"
#include "network/parallel_lines.h"
#include "network/zip.h"
#include "oddone/network.h"

enum { MANY = 10000 };

static atomic_bool cancel;
static const odd_job job = {.cancel = &cancel};
static const odd_load_options options = {.directed = false};
static const odd__source source = {
	.name = "x", .options = &options, .job = &job, .limits = {.job = &job}};

static int set_up(void **state)
{
	(void)state;
	atomic_store(&cancel, true);
	return 0;
}

static void words_of_one_line(void **state)
{
	(void)state;
	odd__reading r = {.source = &source};
	odd__piece piece = {.r = &r, .scan = {.path = "x.nodes"}, .nodes = 1};
	piece.words.by_rows = true;
	for (uint32_t i = 0; i < MANY; i++)
		odd__piece_attribute(&piece, i, 1.0);
	assert_int_equal(piece.status, ODD_ECANCELLED);
	assert_true(piece.words.count < MANY);
	assert_string_equal(piece.err.message, "stopped while reading x.nodes");
	odd__entries_clear(&piece.words);
}

static void cells_of_one_record(void **state)
{
	(void)state;
	odd_error err;
	odd__reading r;
	odd__reading_begin(&r, &source, &err);
	r.scan.path = "nodes.csv";
	odd__node_table table = {.r = &r};
	uint32_t column = odd__table_column(&table, "c", 1);
	assert_int_equal(r.status, ODD_OK);
	for (uint32_t i = 0; i < MANY; i++)
		odd__table_cell(&table, i, column, (odd__text){"1", 1});
	assert_int_equal(r.status, ODD_ECANCELLED);
	odd__table_clear(&table);
	odd__reading_clear(&r);
}

/* A column costs a kilobyte, and two bytes of a file: as many as the limit allows. */
static void columns_within_the_limit(void **state)
{
	(void)state;
	odd_error err;
	const odd__source small = {.name = "x", .options = &options, .limits = {.most = 1 << 20}};
	odd__reading r;
	odd__reading_begin(&r, &small, &err);
	r.scan.path = "nodes.csv";
	odd__node_table table = {.r = &r};
	char name[24];
	for (int i = 0; i < 3000; i++) {
		int length = snprintf(name, sizeof name, "c%d", i);
		odd__table_column(&table, name, (size_t)length);
	}
	assert_int_equal(r.status, ODD_EINPUT);
	assert_non_null(strstr(err.message, "its columns need more than 1 MB"));
	assert_int_equal(table.names.count, 1024);
	odd__table_clear(&table);
	odd__reading_clear(&r);
}

static void links_of_one_line(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net;
	odd__graph g = {.r = {.source = &source,
				.options = &options,
				.err = &err,
				.scan = {.path = "x.gdf"}}};
	g.table.r = &g.r;
	for (size_t i = 0; i < MANY; i++)
		odd__graph_link(&g, (odd__text){"a", 1}, (odd__text){"b", 1}, 1.0, ODD__BOTH_WAYS);
	assert_true(g.links.count < MANY);
	assert_int_equal(odd__graph_finish(&net, &g, "GDF"), ODD_ECANCELLED);
}

/* ---- archives
 * ----------------------------------------------------------------------------------------- */

static void read_archive(odd__bytes *file, char *path, size_t size)
{
	odd_error err;
	const char *top = getenv("srcdir");
	snprintf(path, size, "%s/tests/golden/formats/in/bench.npz", top != NULL ? top : ".");
	assert_int_equal(odd__bytes_read(file, path, NULL, &err), ODD_OK);
}

static void an_entry_of_an_archive(void **state)
{
	(void)state;
	odd_error err;
	odd__bytes file, out;
	odd__zip zip;
	char path[1000];
	read_archive(&file, path, sizeof path);
	assert_int_equal(odd__zip_open(&zip, &file, path, &source.limits, &err), ODD_OK);
	assert_int_equal(odd__zip_get(&out, &zip, "adj_indices.npy", &err), ODD_ECANCELLED);
	assert_null(out.data);
	atomic_store(&cancel, false);
	assert_int_equal(odd__zip_get(&out, &zip, "adj_indices.npy", &err), ODD_OK);
	assert_non_null(out.data);
	odd__bytes_clear(&out);
	odd__bytes_clear(&file);
}

/* The limit holds for all of an archive's entries together: they may share their bytes. */
static void entries_together(void **state)
{
	(void)state;
	odd_error err;
	odd__bytes file, out;
	odd__zip zip;
	odd__limits limits = {.most = 1};
	char path[1000];
	odd_status status = ODD_OK;
	size_t times = 0, size = 0;
	read_archive(&file, path, sizeof path);
	assert_int_equal(odd__zip_open(&zip, &file, path, &limits, &err), ODD_OK);
	while (status == ODD_OK && times < 10000) {
		status = odd__zip_get(&out, &zip, "adj_indices.npy", &err);
		size = status == ODD_OK ? out.size : size;
		times += status == ODD_OK;
		odd__bytes_clear(&out);
	}
	assert_int_equal(status, ODD_EINPUT);
	assert_non_null(strstr(err.message, "unpacks to more than"));
	assert_int_equal(times, file.size / size);
	odd__bytes_clear(&file);
}

#define stopped(test) cmocka_unit_test_setup(test, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		stopped(words_of_one_line),
		stopped(cells_of_one_record),
		stopped(columns_within_the_limit),
		stopped(links_of_one_line),
		stopped(an_entry_of_an_archive),
		stopped(entries_together),
	};
	return cmocka_run_group_tests_name("stopping", tests, NULL, NULL);
}
