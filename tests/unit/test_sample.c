/* The sample "town" of share/oddone/samples: a town where nine people do not fit. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "oddone/score.h"
#include "sample.h"

/* How many friends of i are in each club. */
static void friends_by_club(const odd_network *net, size_t i, size_t count[6])
{
	memset(count, 0, 6 * sizeof *count);
	for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
		count[net->label[net->A.idx[e]]]++;
}

/* The club whose members say a word most, by share; −1 for words that belong to no club. */
static void clubs_of_words(const odd_network *net, int *club)
{
	size_t size[6] = {0}, (*said)[6] = calloc(net->attributes, sizeof *said);
	for (size_t i = 0; i < net->nodes; i++) {
		size[net->label[i]]++;
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			said[net->C.idx[e]][net->label[i]]++;
	}
	for (size_t j = 0; j < net->attributes; j++) {
		double sum = 0.0, best = 0.0;
		club[j] = -1;
		for (int c = 0; c < 6; c++) {
			double share = (double)said[j][c] / (double)size[c];
			sum += share;
			if (share > best) {
				best = share;
				club[j] = c;
			}
		}
		if (best < 0.5 * sum)
			club[j] = -1;
	}
	free(said);
}

static void the_town_is_as_described(void **state)
{
	(void)state;
	odd_network *net = load_town();
	size_t kinds[ODD_KINDS], size[6] = {0};
	assert_int_equal(net->nodes, 300);
	assert_in_range(net->edges, 900, 1200);
	assert_in_range(net->attributes, 150, 250);
	assert_int_equal(net->classes.count, 6);
	odd_network_count_truth(net, kinds);
	for (int k = ODD_STRUCTURAL; k <= ODD_COMBINED; k++)
		assert_int_equal(kinds[k], 3);
	for (size_t i = 0; i < net->nodes; i++) {
		size_t degree = net->A.ptr[i + 1] - net->A.ptr[i];
		const char *id = odd_names_get(&net->ids, i);
		assert_true(degree >= 2);
		assert_in_range(net->C.ptr[i + 1] - net->C.ptr[i], 8, 12);
		assert_null(strpbrk(id, " \t/'\""));
		assert_true(i == 0 || strcmp(odd_names_get(&net->ids, i - 1), id) < 0);
		size[net->label[i]]++;
	}
	for (int c = 0; c < 6; c++)
		assert_in_range(size[c], 25, 80);
	odd_network_free(net);
}

/* Each odd one is odd in the way the truth says, and in no other. */
static void every_oddity_has_its_story(void **state)
{
	(void)state;
	odd_network *net = load_town();
	int *club = malloc(net->attributes * sizeof *club);
	clubs_of_words(net, club);
	for (size_t i = 0; i < net->nodes; i++) {
		size_t friends[6], words[6] = {0}, own = (size_t)net->label[i], clubs = 0, best = 0;
		size_t degree = net->A.ptr[i + 1] - net->A.ptr[i], said = 0;
		if (net->truth[i] == ODD_ORDINARY)
			continue;
		friends_by_club(net, i, friends);
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++) {
			if (club[net->C.idx[e]] < 0)
				continue;
			words[club[net->C.idx[e]]]++;
			said++;
		}
		for (size_t c = 0; c < 6; c++) {
			clubs += words[c] > 0;
			best = words[c] > words[best] ? c : best;
		}
		if (net->truth[i] == ODD_STRUCTURAL) {
			assert_int_equal(friends[own], 0);
			for (size_t c = 0; c < 6; c++)
				assert_true(c == own || friends[c] > 0);
			assert_true(words[own] + 1 >= said);
		} else {
			assert_int_equal(friends[own], degree);
			assert_true(words[own] <= 1);
		}
		if (net->truth[i] == ODD_ATTRIBUTE)
			assert_true(clubs >= 5);
		if (net->truth[i] == ODD_COMBINED)
			assert_true(best != own && words[best] + 1 >= said);
	}
	free(club);
	odd_network_free(net);
}

/* The sample is there to show what ONE can do: most of the nine stand in the first tenth. */
static void one_finds_the_odd_ones(void **state)
{
	(void)state;
	odd_network *net = load_town();
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_job job = {.threads = 1};
	odd_stop stop = {.iterations = 0};
	odd_fit_result result;
	odd_scores scores;
	odd_error err;
	odd_one *run;
	size_t found = 0;
	assert_ok(odd_one_default_k(&options.k, NULL, net, net->classes.count, &err), err);
	assert_ok(odd_one_begin(&run, net, &options, &job, &err), err);
	assert_ok(odd_fit(run, &stop, &result, &job, &err), err);
	assert_ok(odd_scores_compute(&scores, run, odd_score_find("one"), NULL, &job, &err), err);
	for (size_t i = 0; i < net->nodes; i++)
		found += net->truth[i] != ODD_ORDINARY && scores.rank[i] <= 30;
	assert_true(found >= 7);
	odd_scores_clear(&scores);
	odd_one_free(run);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_town_is_as_described),
		cmocka_unit_test(every_oddity_has_its_story),
		cmocka_unit_test(one_finds_the_odd_ones),
	};
	return cmocka_run_group_tests_name("sample", tests, NULL, NULL);
}
