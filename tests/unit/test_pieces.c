/* Files larger than a piece: the same network and the same complaint for any number of threads. */
#include "reader_helpers.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/rng.h"
#include "same_network.h"

enum { NODES = 24000, LINKS = 60000 }; /* several pieces of each file */
static const int threads[] = {1, 2, 3, 8};
enum { RUNS = sizeof threads / sizeof *threads };

/* ---- texts -------------------------------------------------------------------------------------
 */

struct text {
	char *at;
	size_t length, room;
	size_t line[NODES + LINKS + 8], lines; /* where each line starts */
};
static struct text nodes, edges;

ODD_PRINTF(2, 3)
static void line(struct text *t, const char *format, ...)
{
	va_list args;
	if (t->room - t->length < 1024)
		t->at = realloc(t->at, t->room = 2 * t->room + 65536);
	assert_non_null(t->at);
	t->line[t->lines++] = t->length;
	va_start(args, format);
	t->length += (size_t)vsnprintf(t->at + t->length, 1024, format, args);
	va_end(args);
	t->at[t->length++] = '\n';
	t->at[t->length] = '\0';
}

/* Words, classes and values turn up for the first time all over the file; names have escapes. */
static void make_texts(void)
{
	odd_rng rng;
	odd_rng_init(&rng, 7, "pieces");
	nodes.length = nodes.lines = edges.length = edges.lines = 0;
	line(&nodes, "#! words first second");
	for (int i = 0; i < NODES; i++) {
		char words[400];
		size_t used = 0;
		words[0] = '\0';
		for (size_t w = odd_rng_below(&rng, 6); w > 0; w--)
			used += (size_t)snprintf(words + used, sizeof words - used, " %s%d%s",
				w % 3 == 0 ? "a%20" : "padding-of-words-",
				(int)odd_rng_below(&rng, 20 + (uint64_t)i),
				i % 50 == 0 && w == 2 ? "=0.25" : "");
		line(&nodes, "%s%d\t%s%d\t%s", i % 97 == 0 ? "n%20" : "node", i,
			i % 31 == 0 ? "b%25" : "class-", i / 1500, words);
		if (i % 1000 == 17)
			line(&nodes, i % 2000 == 17 ? "" : "# a remark");
	}
	line(&edges, "# links");
	for (int i = 0; i < LINKS; i++) {
		int from = (int)odd_rng_below(&rng, NODES),
		    to = (int)odd_rng_below(&rng, NODES + 9);
		line(&edges, "%s%d\t%s%d%s", from % 97 == 0 ? "n%20" : "node", from,
			to % 97 == 0 ? "n%20" : "node", i % 300 == 0 ? from : to,
			i % 40 == 0   ? "\t2.5"
			: i % 41 == 0 ? "\t0"
				      : "");
	}
}

static void write_texts(void)
{
	write_text(dir, "x.nodes", nodes.at);
	write_text(dir, "x.edges", edges.at);
}

static odd_status load_on(odd_network **net, const odd_job *job, odd_error *err)
{
	return odd_network_load(net, dir, NULL, job, err);
}

/* Write over the start of a line of a text, keeping its length. */
static void spoil(struct text *t, size_t at, const char *with)
{
	memcpy(t->at + t->line[at], with, strlen(with));
}

/* Loading must say this, about this line and column, on any number of threads. */
static void complains(const char *file, size_t where, long column, const char *message)
{
	write_texts();
	for (int run = 0; run < RUNS; run++) {
		odd_job job = {.threads = threads[run]};
		odd_error err = {.code = ODD_OK};
		odd_network *net = NULL;
		assert_int_equal(load_on(&net, &job, &err), ODD_EINPUT);
		assert_null(net);
		assert_string_equal(strrchr(err.file, '/') + 1, file);
		assert_string_equal(err.message, message);
		assert_int_equal(err.line, (long)where + 1);
		assert_int_equal(err.column, column);
	}
}

/* ---- tests -------------------------------------------------------------------------------------
 */

/* Words are numbered by their first arrival, read off the text in the plainest way. */
static void check_order_of_words(const odd_network *net)
{
	odd_names seen = ODD_NAMES_INIT;
	odd_error err;
	odd_names_add(&seen, "first", 5, NULL, NULL, &err);
	odd_names_add(&seen, "second", 6, NULL, NULL, &err);
	char *copy = strdup(nodes.at), *rest = copy, *row;
	while ((row = strsep(&rest, "\n")) != NULL) {
		strsep(&row, "\t");
		strsep(&row, "\t");
		for (char *word; row != NULL && (word = strsep(&row, " ")) != NULL;) {
			char name[100];
			word[strcspn(word, "=")] = '\0';
			if (*word == '\0')
				continue;
			bool escaped = strncmp(word, "a%20", 4) == 0;
			snprintf(name, sizeof name, "%s%s", escaped ? "a " : "",
				escaped ? word + 4 : word);
			odd_names_add(&seen, name, strlen(name), NULL, NULL, &err);
		}
	}
	assert_true(same_names(&seen, &net->words));
	odd_names_clear(&seen);
	free(copy);
}

static void test_same_for_any_threads(void **state)
{
	(void)state;
	odd_network *first = NULL;
	make_texts();
	write_texts();
	assert_true(nodes.length > 1 << 20 && edges.length > 1 << 20);
	for (int run = 0; run < RUNS; run++) {
		odd_job job = {.threads = threads[run]};
		odd_error err;
		odd_network *net;
		assert_ok(load_on(&net, &job, &err), err);
		if (run == 0) {
			first = net;
			continue;
		}
		assert_true(networks_equal(first, net));
		odd_network_free(net);
	}
	assert_int_equal(first->nodes, NODES);
	assert_int_equal(first->classes.count, 2 * (NODES / 1500));
	assert_true(first->skipped.unknown_nodes > 0 && first->skipped.self_loops > 0 &&
		    first->skipped.repeated_edges > 0 && first->skipped.zero_weights > 0 &&
		    first->skipped.repeated_words > 0);
	assert_int_equal(first->edges + first->skipped.unknown_nodes + first->skipped.self_loops +
				 first->skipped.repeated_edges + first->skipped.zero_weights,
		LINKS);
	check_order_of_words(first);
	odd_network_free(first);
}

/* Of several faults, in one piece or in several, the first in the file is told. */
static void test_first_fault(void **state)
{
	(void)state;
	make_texts();
	spoil(&nodes, 20000, "node%zz\t");
	complains("x.nodes", 20000, 5,
		"% is not followed by two hexadecimal digits (%25 is % itself)");
	spoil(&nodes, 15001, "\t\t\t");
	complains("x.nodes", 15001, 1, "the node has no id");
	spoil(&nodes, 15000, "node5\t\t"); /* the line before: of a kind that is seen later */
	complains("x.nodes", 15000, 1, "node \"node5\" is already there, in line 7");
	spoil(&nodes, 3, "#! nome ");
	complains("x.nodes", 3, 4,
		"\"nome\" is unknown here; a node file can say \"#! name\", \"#! words\", \"#! "
		"classes\", \"#! column\", \"#! of\", \"#! missing\" and \"#! given\"");
}

static void test_first_fault_of_links(void **state)
{
	(void)state;
	make_texts();
	spoil(&edges, 50000, "#! directed\n#");
	complains("x.edges", 50000, 4, "\"#! directed\" must stand before the first link");
	spoil(&edges, 49999, "a\tb\tc\n#");
	complains("x.edges", 49999, 5, "\"c\" is not a number");
	spoil(&edges, 1, "a\tb\t-1\n#");
	complains("x.edges", 1, 5, "a link of negative weight, -1");
}

/* A second name is a fault, and hides what comes behind it in its piece. */
static void test_second_name(void **state)
{
	(void)state;
	make_texts();
	spoil(&nodes, 2, "#! name A\n#");
	spoil(&nodes, 20001, "#! name B\n#");
	spoil(&nodes, 20003, "node5\t\t");
	complains("x.nodes", 20002, 9, "the network has a name already");
	spoil(&nodes, 20000, "node7\t\t");
	complains("x.nodes", 20001, 1, "node \"node7\" is already there, in line 10");
}

/* One node in the second file of a pair has the id of one in the first. */
static void test_content_in_pieces(void **state)
{
	(void)state;
	odd_network *first = NULL;
	struct text *t = &nodes;
	t->length = t->lines = 0;
	for (int i = 0; i < 4000; i++) {
		char row[500];
		for (int d = 0; d < 200; d++) {
			row[2 * d] = (char)('0' + ((i * 7 + d * d) % 23 == 0));
			row[2 * d + 1] = '\t';
		}
		row[400] = '\0';
		line(t, "p%d\t%sgroup%d", i, row, i % 5);
	}
	write_text(dir, "x.content", t->at);
	write_text(dir, "x.cites", "p1 p2\np3999 p7\n");
	for (int run = 0; run < RUNS; run++) {
		odd_job job = {.threads = threads[run]};
		odd_error err;
		odd_network *net;
		assert_ok(load_on(&net, &job, &err), err);
		for (size_t i = 0; i < 4000; i++)
			for (size_t d = 0; d < 200; d++)
				assert_true((odd_csr_find(odd_csr_const(net->C), i, d) !=
						    SIZE_MAX) == ((i * 7 + d * d) % 23 == 0));
		assert_true(run == 0 || same_names(&first->classes, &net->classes));
		odd_network_free(first);
		first = net;
	}
	odd_network_free(first);
	spoil(t, 3998, "p3996\t2\tx");
	spoil(t, 3997, "p1");
	t->at[t->line[3997] + 2] = '\t';
	write_text(dir, "x.content", t->at);
	for (int run = 0; run < RUNS; run++) {
		odd_job job = {.threads = threads[run]};
		odd_error err;
		assert_int_equal(load_on(&first, &job, &err), ODD_EINPUT);
		assert_int_equal(err.line, 3998);
		assert_string_equal(err.message, "node \"p1\" is already there, in line 2");
	}
}

struct watch {
	atomic_bool stop;
	double last, stop_at;
	bool rising;
};

static void watch_it(void *payload, const char *what, double done, double total)
{
	struct watch *w = payload;
	if (strcmp(what, "reading x.nodes") != 0)
		return;
	w->rising &= done <= total;
	w->last = done / total;
	if (w->last >= w->stop_at)
		atomic_store(&w->stop, true);
}

/* Progress reaches the end; a stop on the way is obeyed. */
static void test_progress_and_stop(void **state)
{
	(void)state;
	make_texts();
	write_texts();
	for (int run = 0; run < RUNS; run++) {
		struct watch w = {.rising = true, .stop_at = 2.0};
		odd_job job = {threads[run], &w.stop, watch_it, &w};
		odd_error err;
		odd_network *net;
		assert_ok(load_on(&net, &job, &err), err);
		assert_true(w.rising && w.last >= 1.0);
		odd_network_free(net);
		w.stop_at = 0.9;
		assert_int_equal(load_on(&net, &job, &err), ODD_ECANCELLED);
		assert_null(net);
		assert_true(strncmp(err.message, "stopped while reading x.", 24) == 0);
	}
}

/* Rows in any order, with repeats: sorted, the largest of each place kept. */
static void test_long_rows(void **state)
{
	(void)state;
	struct text *t = &edges;
	make_texts();
	t->length = t->lines = 0;
	for (int i = 0; i < 5000; i++) { /* node1 is linked with everybody, in odd order */
		int to = (i * 4999) % 20000 + 2;
		if (to % 97 != 0)
			line(t, "node1\tnode%d\t%d", to, 1 + i % 3);
	}
	for (int to = 2; to < 20002; to++)
		if (to % 97 != 0)
			line(t, "node%d\tnode1\t2", to);
	write_texts();
	odd_network *net = load();
	size_t row = odd_names_find(&net->ids, "node1", 5);
	odd_ccsr A = odd_csr_const(net->A);
	assert_true(A.ptr[row + 1] - A.ptr[row] > 19000);
	for (size_t e = A.ptr[row] + 1; e < A.ptr[row + 1]; e++)
		assert_true(A.idx[e - 1] < A.idx[e]);
	for (int i = 0; i < 5000; i++) {
		char name[20];
		int to = (i * 4999) % 20000 + 2;
		snprintf(name, sizeof name, "node%d", to);
		if (to % 97 != 0)
			assert_true(weight(net, name, "node1") == (i % 3 == 2 ? 3.0 : 2.0));
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_same_for_any_threads, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_first_fault, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_first_fault_of_links, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_second_name, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_content_in_pieces, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_progress_and_stop, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_long_rows, set_up, tear_down),
	};
	int failed = cmocka_run_group_tests_name("pieces", tests, NULL, NULL);
	free(nodes.at);
	free(edges.at);
	return failed;
}
