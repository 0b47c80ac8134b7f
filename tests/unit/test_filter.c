/* test_filter.c: the words that say which nodes are wanted, without a session. */
#include "config.h"

#include "session_helpers.h"
#include "session/filter.h"

static odd_network *net;
static odd_scores scores;
static int32_t change[120];
static struct node_values facts;

/* 120 nodes in three classes; node i ranks i + 1, and has risen by i − 60, but 3 is new. */
static int set_up(void **state)
{
	(void)state;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 120;
	net = make_blocks(&shape);
	scores = (odd_scores){.n = 120, .score = odd_score_find("one")};
	scores.total = calloc(120, sizeof(double));
	scores.order = calloc(120, sizeof(uint32_t));
	scores.rank = calloc(120, sizeof(uint32_t));
	for (uint32_t i = 0; i < 120; i++) {
		scores.total[i] = 1.0 - i / 120.0;
		scores.order[i] = i;
		scores.rank[i] = i + 1;
		change[i] = i == 3 ? RANK_NEW : (int32_t)i - 60;
	}
	net->truth[5] = ODD_STRUCTURAL;
	net->truth[6] = ODD_PLACEBO;
	net->truth[7] = ODD_COMBINED;
	net->has_truth = true;
	static const uint32_t marks[] = {2, 9};
	facts = (struct node_values){net, &scores, NULL, marks, 2, change, NULL, NULL, NULL, false};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	odd_scores_clear(&scores);
	odd_network_free(net);
	return 0;
}

/* The nodes that pass, how many. */
static size_t passing(const char *text, uint8_t pass[120])
{
	struct filter filter = {NULL, 0, NULL};
	odd_error err;
	uint32_t node[120];
	assert_ok(filter_parse(&filter, text, &facts, &err), err);
	for (uint32_t i = 0; i < 120; i++) {
		node[i] = i;
		pass[i] = filter_passes(&filter, &facts, i);
	}
	size_t count = filter_keep(&filter, &facts, node, 120), at = 0;
	for (uint32_t i = 0; i < 120; i++)
		if (pass[i])
			assert_int_equal(node[at++], i);
	assert_int_equal(at, count);
	/* What it says of itself can be read again and means the same. */
	struct filter again = {NULL, 0, NULL};
	assert_ok(filter_parse(&again, filter.text != NULL ? filter.text : "", &facts, &err), err);
	for (uint32_t i = 0; i < 120; i++)
		assert_int_equal(filter_passes(&again, &facts, i), pass[i]);
	filter_clear(&again);
	filter_clear(&filter);
	return count;
}

static size_t degree(size_t i)
{
	return net->A.ptr[i + 1] - net->A.ptr[i];
}

static void each_term_does_what_it_says(void **state)
{
	(void)state;
	uint8_t pass[120];
	static const struct {
		const char *text;
		size_t count;
	} known[] = {{"", 120}, {"none", 120}, {"rank<6", 5}, {"rank<=6", 6}, {"rank>=118", 3},
		{"rank>118", 2}, {"rank=4", 1}, {"rank!=4", 119}, {"rank=4,9,200", 2},
		{"rank<=5%", 6}, {"name=n7", 1}, {"node=n7", 1}, {"name=n7,n8", 2},
		{"name!=n7,n8", 118}, {"name~N11", 11}, {"name!~1", 81}, {"marked", 2},
		{"!marked", 118}, {"kind=structural", 1}, {"type=structural", 1}, {"kind=any", 2},
		{"kind!=any", 118}, {"kind=ordinary", 117}, {"kind=placebo,combined", 2},
		{"change>0", 59}, {"change<0", 59}, {"change<-58", 2}, {"change!=0", 118},
		{"row<=10", 10}, {"degree >= 0", 120}, {"degree> 1000", 0},
		{"rank <= 3 marked", 1}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_int_equal(passing(known[i].text, pass), known[i].count);
	passing("degree>4", pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], degree(i) > 4);
	passing("words<=3", pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], net->C.ptr[i + 1] - net->C.ptr[i] <= 3);
	passing("'label=class 1'", pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], net->label[i] == 1);
	passing("label=class 1", pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], net->label[i] == 1);
	assert_int_equal(passing("'label=class 0,class 1,class 2'", pass), 120);
	passing("linked=n5", pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], odd_csr_find(odd_csr_const(net->A), i, 5) != SIZE_MAX);
	char line[100];
	snprintf(line, sizeof line, "'word=%s'", odd_names_get(&net->words, 2));
	passing(line, pass);
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(pass[i], odd_csr_find(odd_csr_const(net->C), i, 2) != SIZE_MAX);
}

static void terms_combine(void **state)
{
	(void)state;
	uint8_t all[120], one[120];
	static const char *const term[] = {"'label=class 2'", "rank<80", "degree>3", "name~1"};
	passing("'label=class 2' rank<80 degree > 3 name~1", all);
	for (size_t t = 0; t < 4; t++) {
		passing(term[t], one);
		for (size_t i = 0; i < 120; i++)
			assert_true(one[i] || !all[i]);
	}
	for (size_t i = 0; i < 120; i++)
		assert_int_equal(all[i], net->label[i] == 2 && i + 1 < 80 && degree(i) > 3 &&
						 strchr(odd_names_get(&net->ids, i), '1') != NULL);
}

/* The word at fault, and what to say instead. */
static void mistakes_are_named(void **state)
{
	(void)state;
	static const struct {
		const char *text, *word, *says;
	} known[] = {
		{"'label=class 0,class 1' rank<50 degre>3", "\"degre>3\"", "did you mean degree"},
		{"rank<5 degre>3", "\"degre>3\"", "did you mean degree"},
		{"zzzzzz=1", "\"zzzzzz=1\"", "help filter"}, {"gale", "\"gale\"", "name~gale"},
		{"markd", "\"markd\"", "did you mean marked?"},
		{"degree", "\"degree\"", "sign and a value"}, {"rank<", "\"rank<\"", "behind <"},
		{"rank=,", "\"rank=,\"", "behind ="}, {"rank<x", "\"rank<x\"", "\"x\" is none"},
		{"degree<5%", "\"degree<5%\"", "only a rank"},
		{"degree~3", "\"degree~3\"", "= != < <= > >="},
		{"name<3", "\"name<3\"", "= != ~ !~"}, {"word~x", "\"word~x\"", "= and !="},
		{"label=bakers", "\"label=bakers\"", "no class \"bakers\""},
		{"word=zebra", "\"word=zebra\"", "no word"},
		{"linked=zebra", "\"linked=zebra\"", "no node"},
		{"kind=odd", "\"kind=odd\"", "no kind"}, {"marked=1", "\"marked=1\"", "!marked"},
		{"kept>3", "\"kept>3\"", "no run has been kept"}, {">3", "\">3\"", "degree>3"},
		{"range<3", "\"range<3\"", "certainty"}, {"'open", "", "quot"}};
	struct filter filter = {NULL, 0, NULL};
	odd_error err;
	assert_ok(filter_parse(&filter, "rank<3", &facts, &err), err);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		err.message[0] = '\0';
		assert_int_equal(filter_parse(&filter, known[i].text, &facts, &err), ODD_EUSAGE);
		if (strstr(err.message, known[i].word) == NULL ||
			strstr(err.message, known[i].says) == NULL)
			fail_msg("%s: %s", known[i].text, err.message);
		assert_string_equal(filter.text, "rank<3"); /* as it was */
	}
	filter_clear(&filter);
}

/* A run that was kept is dropped, the scores are not there yet: nothing passes, and nothing breaks.
 */
static void what_is_gone_passes_nothing(void **state)
{
	(void)state;
	struct filter filter = {NULL, 0, NULL};
	odd_error err;
	assert_ok(filter_parse(&filter, "change>-1000", &facts, &err), err);
	struct node_values less = facts;
	less.change = NULL;
	assert_true(filter_passes(&filter, &facts, 50));
	assert_false(filter_passes(&filter, &less, 50));
	assert_ok(filter_parse(&filter, "rank<100", &facts, &err), err);
	assert_ok(filter_parse(&filter, "kind=any", &facts, &err), err);
	assert_true(filter_passes(&filter, &facts, 5));
	less.secret = true; /* not even by asking */
	assert_false(filter_passes(&filter, &less, 5));
	assert_int_equal(filter_parse(&filter, "kind=any", &less, &err), ODD_EUSAGE);
	assert_ok(filter_parse(&filter, "rank<100", &facts, &err), err);
	less.scores = NULL;
	assert_false(filter_passes(&filter, &less, 50));
	filter_clear(&filter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_term_does_what_it_says),
		cmocka_unit_test(terms_combine),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(what_is_gone_passes_nothing),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
