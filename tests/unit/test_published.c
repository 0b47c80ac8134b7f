/* Published values: the shipped table, and what is said of a broken one. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "eval/published.h"

static void the_shipped_table_is_complete(void **state)
{
	(void)state;
	static const char *const dataset[] = {"Cora", "citeseer", "PUBMED", "WebKB"};
	char path[512];
	const char *root = getenv("srcdir");
	odd_published p;
	odd_error err;
	snprintf(path, sizeof path, "%s/share/oddone/published.tsv", root != NULL ? root : ".");
	assert_ok(odd_published_load(&p, path, &err), err);
	assert_int_equal(p.count, 524);
	for (size_t d = 0; d < 4; d++) {
		const odd_published_row *row = NULL;
		double before = 0.0;
		size_t n = 0;
		while ((row = odd_published_next(&p, row, "recall", dataset[d], "one")) != NULL) {
			assert_true(row->x == 5.0 * (double)(n + 1));
			assert_true(row->value >= before && row->value <= 1.0);
			before = row->value;
			n++;
		}
		assert_int_equal(n, 5);
		size_t algorithms = 0;
		while ((row = odd_published_next(&p, row, "clustering", dataset[d], NULL)) !=
			NULL) {
			assert_true(isnan(row->x));
			algorithms++;
		}
		assert_int_equal(algorithms, 8);
	}
	/* Counted in the chart: 29 of 135. */
	const odd_published_row *row = odd_published_next(&p, NULL, "recall", "cora", "ONE");
	assert_close(row->value, 29.0 / 135.0, 1e-4);
	assert_null(odd_published_next(&p, NULL, "recall", "cora_ml", NULL));
	odd_published_clear(&p);
	odd_published_clear(&p);
}

static void wrong_tables_are_refused(void **state)
{
	(void)state;
	static const char head[] = "figure\tdataset\talgorithm\tx\tvalue\terror\n";
	static const struct {
		const char *heading, *text;
		long line, column;
		const char *said;
	} wrong[] = {
		{"# nothing else\n", "", 0, 0, "no heading"},
		{"", "figure\tdataset\n", 1, 1, "2 columns"},
		{"", "figure\tdataset\talgorithm\ty\tvalue\terror\n", 1, 26, "\"x\""},
		{head, "# fine\nrecall\tCora\tONE\t5\t0.2\n", 3, 1, "5 columns"},
		{head, "recall\tCora\tONE\t5\t7.5\t0\n", 2, 19, "share from 0 to 1"},
		{head, "macro_f1\tCora\tONE\t5\t-3\t0\n", 2, 21, "share from 0 to 1"},
		{head, "recall\tCora\tONE\tfive\t0.2\t0\n", 2, 17, "five"},
		{head, "recall\tCora\tONE\t5\t\t0\n", 2, 19, ""},
		{head, "recall\t\tONE\t5\t0.2\t0\n", 2, 8, "dataset"},
		{head, "recall\tCora\tONE\t5\t0.2\tnan\n", 2, 23, "nan"},
	};
	char dir[256], path[512], text[512];
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/published.tsv", dir);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		odd_published p;
		odd_error err;
		snprintf(text, sizeof text, "%s%s", wrong[i].heading, wrong[i].text);
		write_text(dir, "published.tsv", text);
		assert_int_equal(odd_published_load(&p, path, &err), ODD_EINPUT);
		assert_non_null(strstr(err.message, wrong[i].said));
		assert_int_equal(err.line, wrong[i].line);
		assert_int_equal(err.column, wrong[i].column);
		assert_true(p.row == NULL && p.text == NULL && p.count == 0);
	}
	odd_published p;
	odd_error err;
	write_text(dir, "published.tsv", head);
	assert_ok(odd_published_load(&p, path, &err), err);
	assert_int_equal(p.count, 0);
	assert_null(odd_published_next(&p, NULL, NULL, NULL, NULL));
	odd_published_clear(&p);
	snprintf(path, sizeof path, "%s/none.tsv", dir);
	assert_int_equal(odd_published_load(&p, path, &err), ODD_EIO);
	remove_tree(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shipped_table_is_complete),
		cmocka_unit_test(wrong_tables_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
