/* test_look.c: what of a network is looked at, without a session. */
#include "config.h"

#include "session_helpers.h"

static odd_network *net;
static odd_scores scores;
static struct node_values facts;

/* 120 nodes whose totals fall by i % 7, and whose structure rises with i. */
static int set_up(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 120;
	net = make_blocks(&shape);
	scores = (odd_scores){.n = 120, .score = odd_score_find("one")};
	scores.total = calloc(120, sizeof(double));
	scores.order = calloc(120, sizeof(uint32_t));
	scores.rank = calloc(120, sizeof(uint32_t));
	for (int t = 0; t < 3; t++)
		scores.component[t] = calloc(120, sizeof(double));
	for (size_t i = 0; i < 120; i++) {
		scores.total[i] = 1.0 - (double)(i % 7) / 7.0;
		scores.component[0][i] = (double)i;
	}
	assert_ok(odd_order_descending(scores.order, scores.total, 120, &err), err);
	for (size_t i = 0; i < 120; i++)
		scores.rank[scores.order[i]] = (uint32_t)i + 1;
	facts = (struct node_values){.net = net, .scores = &scores};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	odd_scores_clear(&scores);
	odd_network_free(net);
	return 0;
}

static char said[LOOK_SAID];

static odd_status run(struct look *look, const odd_scores *x, const char *line, odd_error *err)
{
	struct arguments args;
	odd_status status = arguments_read(&args, &session_commands, line, err);
	if (status == ODD_OK)
		status = look_run(
			look, said, &(struct node_values){.net = net, .scores = x}, &args, err);
	arguments_clear(&args);
	return status;
}

static void good(struct look *look, const char *line)
{
	odd_error err;
	assert_ok(run(look, &scores, line, &err), err);
}

static void bad(struct look *look, const odd_scores *x, const char *line, const char *says)
{
	odd_error err;
	assert_int_equal(run(look, x, line, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, says));
}

static void it_knows_its_commands(void **state)
{
	(void)state;
	static const char *const mine[] = {
		"select n1", "find n1", "filter none", "sort node", "mark n1"};
	struct look look = {.selected = SESSION_NONE};
	for (size_t i = 0; i < 5; i++)
		good(&look, mine[i]);
	bad(&look, &scores, "iterate", "iterate");
	look_clear(&look);
}

static void names_are_found(void **state)
{
	(void)state;
	struct look look = {.selected = SESSION_NONE};
	good(&look, "find n11"); /* the name itself, though others contain it */
	assert_string_equal(odd_names_get(&net->ids, look.selected), "n11");
	good(&look, "find N11"); /* large or small letters */
	assert_non_null(strstr(odd_names_get(&net->ids, look.selected), "n11"));
	good(&look, "find #3");
	assert_int_equal(look.selected, scores.order[2]);
	assert_non_null(strstr(said, "rank 3 of 120"));
	/* Round and round, each once; upwards the same way back. */
	good(&look, "find N10");
	size_t first = look.selected, seen[16] = {0}, count = 0;
	do {
		assert_true(count < 16);
		seen[count++] = look.selected;
		good(&look, "find");
	} while (look.selected != first);
	assert_int_equal(count, 11); /* n10, n100 … n109 */
	for (size_t i = count; i-- > 0;) {
		good(&look, "find -p");
		assert_int_equal(look.selected, seen[i]);
	}
	bad(&look, &scores, "find nobody", "no node has");
	look_clear(&look);
	bad(&look, &scores, "find", "what to look for");
}

static void lists_hold_what_they_should(void **state)
{
	(void)state;
	odd_error err;
	struct look look = {.selected = SESSION_NONE};
	uint32_t rows[120];
	size_t count;
	good(&look, "sort structure reverse");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	assert_int_equal(count, 120);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(rows[i], i);
	good(&look, "filter rank<6");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	assert_int_equal(count, 5);
	good(&look, "sort total");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	assert_memory_equal(rows, scores.order, 5 * sizeof *rows);
	good(&look, "filter 'label=class 2'");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	assert_true(count > 0 && count < 120);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(
			odd_names_get(&net->classes, (size_t)net->label[rows[i]]), "class 2");
	look_clear(&look);
}

/* Every column sorts both ways, the nodes of which it is not known last; equal ones stay in the
 * order of the ranking. */
static void columns_sort(void **state)
{
	(void)state;
	odd_error err;
	struct look look = {.selected = SESSION_NONE};
	uint32_t rows[120];
	size_t count;
	int32_t change[120];
	for (int i = 0; i < 120; i++)
		change[i] = i == 7 ? RANK_NEW : i % 5 - 2;
	struct node_values f = facts;
	f.change = change;
	for (int reverse = 0; reverse < 2; reverse++) {
		look.sort = node_column_find(NULL, "change", 6);
		look.reversed = reverse;
		assert_ok(look_list(rows, &count, &look, &f, &err), err);
		assert_int_equal(count, 120);
		assert_int_equal(rows[119], 7);
		for (size_t i = 1; i < 119; i++) {
			int a = change[rows[i - 1]], b = change[rows[i]];
			assert_true(reverse ? a <= b : a >= b);
			if (a == b)
				assert_true(scores.rank[rows[i - 1]] < scores.rank[rows[i]]);
		}
		assert_true(look_falls(&look) == !reverse);
	}
	/* Numbers within names count as numbers. */
	good(&look, "sort name");
	assert_ok(look_list(rows, &count, &look, &f, &err), err);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(rows[i], i);
	good(&look, "sort degree");
	assert_ok(look_list(rows, &count, &look, &f, &err), err);
	for (size_t i = 1; i < 120; i++)
		assert_true(net->A.ptr[rows[i] + 1] - net->A.ptr[rows[i]] <=
			    net->A.ptr[rows[i - 1] + 1] - net->A.ptr[rows[i - 1]]);
	bad(&look, &scores, "sort degre", "did you mean degree");
	bad(&look, &scores, "sort kept", "no run has been kept");
	bad(&look, &scores, "sort word", "no order by word");
	/* What is not known any more leaves the order alone. */
	look.sort = node_column_find(NULL, "kept", 4);
	assert_ok(look_list(rows, &count, &look, &f, &err), err);
	assert_memory_equal(rows, scores.order, sizeof rows);
	look_clear(&look);
}

static void marks_come_and_go(void **state)
{
	(void)state;
	odd_error err;
	struct look look = {.selected = SESSION_NONE};
	uint32_t rows[120];
	size_t count;
	bad(&look, &scores, "mark", "no node is selected");
	good(&look, "mark n90");
	good(&look, "mark n3");
	good(&look, "select n40");
	good(&look, "mark");
	assert_int_equal(look.mark_count, 3);
	for (size_t i = 1; i < 3; i++)
		assert_true(look.mark[i - 1] < look.mark[i]);
	good(&look, "filter marked");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	assert_int_equal(count, 3);
	good(&look, "mark n3");
	assert_non_null(strstr(said, "no longer"));
	assert_int_equal(look.mark_count, 2);
	assert_true(look_marked(&look, look.selected));
	/* Many at once, beside those that are there; and none. */
	good(&look, "filter rank<=10 !marked");
	assert_ok(look_list(rows, &count, &look, &facts, &err), err);
	size_t listed = count;
	good(&look, "mark listed");
	assert_int_equal(look.mark_count, listed + 2);
	for (size_t i = 1; i < look.mark_count; i++)
		assert_true(look.mark[i - 1] < look.mark[i]);
	good(&look, "mark --only 'name=n3,n4'");
	assert_true(look_marked(&look, 3) && look_marked(&look, 4));
	bad(&look, &scores, "mark --only degre>3", "did you mean degree");
	good(&look, "mark none");
	assert_int_equal(look.mark_count, 0);
	look_clear(&look);
	assert_true(look.selected == SESSION_NONE);
}

/* Before there is a ranking, names do. */
static void without_scores(void **state)
{
	(void)state;
	odd_error err;
	struct look look = {.selected = SESSION_NONE};
	uint32_t rows[120];
	size_t count;
	assert_ok(run(&look, NULL, "find n7", &err), err);
	assert_ok(run(&look, NULL, "find", &err), err);
	bad(&look, NULL, "select #1", "no ranking yet");
	const struct node_values unscored = {.net = net};
	assert_ok(look_list(rows, &count, &look, &unscored, &err), err);
	assert_int_equal(count, 120);
	struct arguments args;
	assert_ok(arguments_read(&args, &session_commands, "find", &err), err);
	assert_int_equal(
		look_run(&look, said, &(struct node_values){.net = NULL}, &args, &err), ODD_EUSAGE);
	arguments_clear(&args);
	look_clear(&look);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_knows_its_commands),
		cmocka_unit_test(names_are_found),
		cmocka_unit_test(lists_hold_what_they_should),
		cmocka_unit_test(columns_sort),
		cmocka_unit_test(marks_come_and_go),
		cmocka_unit_test(without_scores),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
