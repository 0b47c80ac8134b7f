/* Explanations: their numbers against dense rows, their words against their numbers, planted kinds
 * recognised, and nodes that have nothing to explain. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "naive_explain.h"
#include "planted_blocks.h"
#include "oddone/plant.h"

static const odd_job alone = {.threads = 1};

struct fitted {
	odd_network *net;
	odd_one *run;
	odd_scores scores;
};

static struct fitted fit(odd_network *net, odd_preset preset, size_t k, size_t iterations)
{
	odd_error err;
	struct fitted f = {.net = net};
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.preset = preset;
	o.k = k;
	if (k == 0)
		assert_ok(odd_one_default_k(&o.k, NULL, net, net->classes.count, &err), err);
	assert_ok(odd_one_begin(&f.run, net, &o, &alone, &err), err);
	for (size_t i = 0; i < iterations; i++)
		assert_ok(odd_one_iterate(f.run, &alone, &err), err);
	assert_ok(odd_scores_compute(&f.scores, f.run, NULL, NULL, &alone, &err), err);
	return f;
}

static void release(struct fitted *f)
{
	odd_scores_clear(&f->scores);
	odd_one_free(f->run);
	odd_network_free(f->net);
}

static odd_explanation explain(
	const struct fitted *f, const odd_communities *groups, size_t node, size_t wanted)
{
	odd_error err;
	odd_explanation e;
	const odd_explain_counts counts = {0, wanted, wanted, wanted};
	assert_ok(odd_explain(&e, f->net, f->run, &f->scores, groups, node, &counts, &alone, &err),
		err);
	return e;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void check_components(const odd_explanation *e, const odd_scores *s)
{
	odd_error err;
	double *percentile = malloc(s->n * sizeof *percentile), best = 0.0;
	for (int t = 0; t < (int)s->score->count; t++) {
		const double *c = s->component[t];
		const odd_explain_component *got = &e->component[t];
		size_t rank = 0;
		if (s->score->component[t].share || s->idle[t])
			continue;
		assert_ok(odd_percentile_ranks(percentile, c, s->n, &err), err);
		for (size_t i = 0; i < s->n; i++)
			rank += c[i] >= c[e->node];
		assert_true(e->component[t].value == c[e->node]);
		assert_int_equal(e->component[t].rank, rank);
		assert_close(e->component[t].percentile, percentile[e->node], 1e-15);
		double share = 1.0 - got->percentile + 1.0 / (double)s->n;
		if (got->used)
			best = fmax(best,
				s->score->surprise ? -s->weight[t] * log(share) : got->percentile);
	}
	const odd_explain_component *first = &e->component[e->strongest];
	double share = 1.0 - first->percentile + 1.0 / (double)s->n;
	assert_true(first->used);
	assert_true((s->score->surprise ? -first->weight * log(share) : first->percentile) >=
		    best - 1e-12);
	assert_int_equal(e->rank, s->rank[e->node]);
	assert_true(e->total == s->total[e->node]);
	free(percentile);
}

static void check_numbers(const struct fitted *f, size_t node, size_t wanted)
{
	const odd_network *net = f->net;
	const odd_prepared *input = odd_one_input(f->run);
	odd_one_state s = odd_one_look(f->run);
	odd_explanation e = explain(f, NULL, node, wanted);
	assert_int_equal(e.node, node);
	assert_string_equal(e.id, odd_names_get(&net->ids, node));
	check_components(&e, &f->scores);
	check_row(&e.links, &net->A, &input->A, node, s.G, s.Ht, node, wanted);
	check_row(&e.attributes, &net->C, &input->C, node, s.U, s.Vt, SIZE_MAX, wanted);
	check_place(&e, net, &input->C, net->label, net->classes.count);
	if (e.place.words && e.place.worded.number >= 0)
		check_usual_shares(&e, net, net->label);
	check_near(&e, f->run, wanted);
	for (size_t b = 0; b < e.links.present_count; b++) {
		assert_string_equal(
			e.links.present[b].name, odd_names_get(&net->ids, e.links.present[b].at));
		assert_string_equal(e.links.present[b].label,
			odd_names_get(&net->classes, (size_t)net->label[e.links.present[b].at]));
	}
	odd_explanation_clear(&e);
}

static void numbers_are_those_of_dense_rows(void **state)
{
	(void)state;
	for (int variant = 0; variant < 4; variant++) {
		block_options b = BLOCKS_INIT;
		b.nodes = 60;
		b.mixing = 0.3;
		b.directed = variant == 1;
		b.weighted = variant == 1;
		b.real = variant == 2;
		if (variant == 3) { /* many of few attributes: not words */
			b.topic = 4;
			b.shared = 8;
		}
		struct fitted f =
			fit(make_blocks(&b), variant == 2 ? ODD_PAPER : ODD_CALIBRATED, 5, 3);
		for (size_t node = 0; node < b.nodes; node += 7)
			check_numbers(&f, node, 4);
		check_numbers(&f, 1, 1000 < b.nodes ? 1000 : b.nodes - 1);
		check_numbers(&f, 2, 0);
		odd_explanation e = explain(&f, NULL, 0, 1);
		assert_int_equal(e.place.words, variant != 3);
		assert_int_equal(e.standardised, variant == 3);
		assert_int_equal(e.directed, variant == 1);
		odd_explanation_clear(&e);
		release(&f);
	}
}

/* The error of a whole row is what the scores are made of. */
static void errors_are_those_of_the_score(void **state)
{
	(void)state;
	block_options b = BLOCKS_INIT;
	struct fitted f = fit(make_blocks(&b), ODD_CALIBRATED, 9, 2);
	for (size_t node = 0; node < b.nodes; node += 11) {
		odd_explanation e = explain(&f, NULL, node, 3);
		assert_close(e.links.error / e.links.size, e.component[0].value, 1e-9);
		odd_explanation_clear(&e);
	}
	odd_error err;
	odd_scores_clear(&f.scores);
	assert_ok(
		odd_scores_compute(&f.scores, f.run, odd_score_find("one"), NULL, NULL, &err), err);
	for (size_t node = 0; node < b.nodes; node += 11) {
		odd_explanation e = explain(&f, NULL, node, 3);
		assert_close(e.attributes.error / e.attributes.size, e.component[1].value, 1e-9);
		odd_explanation_clear(&e);
	}
	release(&f);
}

static void threads_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 1000;
	struct fitted f = fit(make_blocks(&b), ODD_CALIBRATED, 9, 1);
	const odd_job three = {.threads = 3};
	odd_explanation one = explain(&f, NULL, 77, 5), other;
	const odd_explain_counts counts = {0, 5, 5, 5};
	assert_ok(
		odd_explain(&other, f.net, f.run, &f.scores, NULL, 77, &counts, &three, &err), err);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(one.near[i].node, other.near[i].node);
		assert_true(one.near[i].similarity == other.near[i].similarity);
		assert_int_equal(one.links.absent[i].at, other.links.absent[i].at);
		assert_true(one.links.absent[i].expected == other.links.absent[i].expected);
	}
	assert_true(one.links.error == other.links.error);
	assert_true(one.attributes.error == other.attributes.error);
	odd_explanation_clear(&one);
	odd_explanation_clear(&other);
	release(&f);
}

/* ---- words -------------------------------------------------------------------------------- */

static size_t columns_of(const char *text)
{
	size_t columns = 0;
	for (; *text != '\0'; text++)
		columns += ((unsigned char)*text & 0xC0) != 0x80;
	return columns;
}

static bool says(const odd_sentences *s, const char *text)
{
	for (size_t i = 0; i < s->count; i++)
		if (strstr(s->line[i], text) != NULL)
			return true;
	return false;
}

#define assert_says(s, ...) \
	do { \
		char text_[200]; \
		snprintf(text_, sizeof text_, __VA_ARGS__); \
		if (!says(s, text_)) \
			fail_msg("nothing says \"%s\"", text_); \
	} while (0)

/* No sentence denies another: what the verdict says of links and words, those about links and words
 * say too, and the highest part of the score is never offered as the reason for another kind. */
static void check_grounds(const odd_explanation *e, const odd_sentences *s)
{
	const odd_explain_place *p = &e->place;
	bool placed = p->own.number >= 0, odd = e->looks != ODD_ORDINARY;
	bool home = says(s, ", its own."), mixed = says(s, "together than from one");
	bool one = says(s, "Its words are likeliest in") && !home;
	bool stray = 2 * p->links_leaving >= p->links_known && p->links_leaving > 0;
	assert_int_equal(says(s, "told by class labels, not by the score"),
		placed && odd && !odd_explain_by_score(e));
	assert_int_equal(says(s, "told by the score alone"), !placed && odd);
	assert_true(!says(s, "Strongest part"));
	assert_true(home + mixed + one <= 1);
	if (!placed || odd_explain_by_score(e))
		return;
	switch (e->looks) {
	case ODD_STRUCTURAL: /* "its links are out of place" */
		assert_true(stray && !says(s, "Its only link stays") && !says(s, " 0 of its"));
		break;
	case ODD_ATTRIBUTE: /* "its words are out of place" */
		assert_true((mixed || one) && !says(s, "point to the same"));
		break;
	case ODD_COMBINED: /* "its links and words do not match" */
		assert_true(one && !says(s, "point to the same") && !says(s, "are spread"));
		break;
	case ODD_UNKNOWN_KIND: /* nothing out of place, or both in the same other class */
		assert_true(home || says(s, "which is not its own") || e->attributes.count == 0 ||
			    says(s, "Its only link leaves"));
		break;
	default:
		break;
	}
}

/* What is said of the kind, and that the numbers it needs are there. */
static void check_verdict(const odd_explanation *e, const odd_sentences *s)
{
	static const char *const said[ODD_KINDS] = {"Nothing about it is unusual",
		"looks like a structural", "looks like an attribute", "looks like a combined",
		"of no clear kind"};
	const odd_explain_place *p = &e->place;
	const odd_explain_component *c = &e->component[e->strongest];
	assert_non_null(strstr(s->line[0], said[e->looks]));
	for (int kind = 0; kind <= ODD_UNKNOWN_KIND; kind++)
		assert_int_equal(says(s, said[kind]), kind == (int)e->looks);
	bool odd = (c->percentile > 0.9 && c->value > 0.0) ||
		   (double)e->rank <= (e->score->surprise ? 0.15 : 0.1) * (double)e->nodes;
	assert_int_equal(e->looks != ODD_ORDINARY, odd);
	assert_says(s, "rank %zu of %zu.", c->rank, e->nodes);
	check_grounds(e, s);
	if (odd_explain_by_score(e) && p->words)
		return;
	if (e->looks == ODD_STRUCTURAL)
		assert_true(2 * p->links_leaving >= p->links_known);
	if (e->looks == ODD_ATTRIBUTE || e->looks == ODD_COMBINED)
		assert_true(p->worded.number != p->own.number);
	if (e->looks == ODD_COMBINED)
		assert_true(p->words_suit);
}

static void check_sentences(const odd_explanation *e)
{
	odd_error err;
	odd_sentences s;
	const odd_explain_place *p = &e->place;
	assert_ok(odd_explanation_sentences(&s, e, &err), err);
	assert_true(s.count >= 3);
	for (size_t i = 0; i < s.count; i++) {
		size_t length = strlen(s.line[i]);
		assert_in_range(columns_of(s.line[i]), 5, ODD_SENTENCE_WIDTH);
		assert_int_equal(s.line[i][length - 1], '.');
		assert_null(strpbrk(s.line[i], "\n\t\033"));
	}
	check_verdict(e, &s);
	if (e->links.count > 1)
		assert_says(&s, "%zu of its %zu links", p->links_leaving, e->links.count);
	if (e->attributes.count > 0)
		assert_says(&s, "%zu of its %zu words", p->words_usual, e->attributes.count);
	bool most = 2 * p->linked_count > e->links.count;
	assert_int_equal(says(&s, "Most of its neighbours"), most && e->links.count > 1);
	assert_int_equal(says(&s, "are spread"), !most && e->links.count > 1);
	if (e->links.count > 1)
		assert_says(&s, "%zu of %zu", p->linked_count, e->links.count);
	if (e->near_count > 0)
		assert_says(&s, "(%.2f)", e->near[0].similarity);
	odd_sentences_clear(&s);
}

/* ---- planted kinds ------------------------------------------------------------------------ */

static void planted_kinds_are_recognised(void **state)
{
	(void)state;
	double looks[ODD_KINDS] = {0}, count[ODD_KINDS] = {0};
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct fitted f = fit(
			planted_blocks(seed, 6.0, ODD_PLANT_UNIFORM, false), ODD_CALIBRATED, 0, 40);
		for (size_t i = 0; i < f.net->nodes; i++) {
			odd_explanation e = explain(&f, NULL, i, i % 50 == 0 ? 2 : 0);
			assert_true(e.known && e.kind == (odd_kind)f.net->truth[i]);
			count[e.kind] += 1.0;
			looks[e.kind] += e.looks == e.kind;
			check_sentences(&e);
			odd_explanation_clear(&e);
		}
		release(&f);
	}
	double right = 0.0, all = 0.0;
	for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++) {
		print_message("%s: looks so %.2f\n", odd_kind_name((odd_kind)kind),
			looks[kind] / count[kind]);
		assert_true(looks[kind] > 0.75 * count[kind]); /* chance: 0.33 at most */
		right += looks[kind];
		all += count[kind];
	}
	print_message("kind right %.2f; ordinary nodes called so %.2f\n", right / all,
		looks[ODD_ORDINARY] / count[ODD_ORDINARY]);
	assert_true(right > 0.85 * all);
	assert_true(looks[ODD_ORDINARY] > 0.7 * count[ODD_ORDINARY]);
}

/* ---- corners ------------------------------------------------------------------------------ */

static void assert_finite(const odd_explanation *e)
{
	for (int t = 0; t < 3; t++)
		assert_true(isfinite(e->component[t].value) && e->component[t].percentile > 0.0 &&
			    e->component[t].percentile <= 1.0 && e->component[t].rank <= e->nodes);
	assert_true(isfinite(e->links.error) && isfinite(e->attributes.error));
	assert_true(isfinite(e->place.worded_similarity) && isfinite(e->place.own_similarity));
	assert_true(isfinite(e->place.members_usual) && isfinite(e->place.outside_usual));
	for (size_t i = 0; i < e->near_count; i++)
		assert_true(fabs(e->near[i].similarity) <= 1.0);
}

/* Twenty nodes in a ring with chords; node 0 has no links, node 1 no words, node 2 no label, and
 * those after 2 the labels that are asked for. */
static odd_network *corner_network(size_t classes, const char *id)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 20; i++) {
		char label[200];
		snprintf(label, sizeof label, "%sclass %zu", id, classes > 0 ? i % classes : 0);
		add_node(&b, i, id, classes > 0 && i != 2 ? label : NULL);
	}
	for (size_t i = 1; i < 20; i++) {
		add_link(&b, i, i % 19 + 1, 1.0);
		if (i % 3 == 0)
			add_link(&b, i, (i + 6) % 19 + 1, 1.0);
	}
	for (size_t i = 0; i < 20; i++)
		for (size_t d = 0; d < 5 && i != 1; d++)
			add_word(&b, i, (i % 3) * 9 + (i * d + d) % 9, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "corners", "test", &err), err);
	return net;
}

static void nothing_to_explain(void **state)
{
	(void)state;
	odd_error err;
	for (size_t classes = 0; classes < 3; classes++) {
		for (int preset = 0; preset < 2; preset++) {
			struct fitted f =
				fit(corner_network(classes, "n"), (odd_preset)preset, 3, 3);
			for (size_t i = 0; i < f.net->nodes; i++) {
				odd_explanation e = explain(&f, NULL, i, 4);
				odd_sentences s;
				assert_finite(&e);
				assert_int_equal(e.label == NULL, classes == 0 || i == 2);
				assert_ok(odd_explanation_sentences(&s, &e, &err), err);
				assert_int_equal(says(&s, "It has no links."), i == 0);
				assert_int_equal(says(&s, "It has no words."), i == 1);
				/* nothing is said of a class where there is none */
				if (classes == 0)
					assert_false(says(&s, "class"));
				if (classes == 1)
					assert_false(says(&s, "different"));
				assert_true(says(&s, "without a label") ==
					    (classes > 0 && naive_stored(&f.net->A, i, 2)));
				odd_sentences_clear(&s);
				odd_explanation_clear(&e);
			}
			release(&f);
		}
	}
}

/* Communities that were found have numbers, from 1, and no names. */
static void found_communities(void **state)
{
	(void)state;
	odd_error err;
	struct fitted f = fit(corner_network(0, "n"), ODD_CALIBRATED, 3, 3);
	int32_t of[20];
	for (int i = 0; i < 20; i++)
		of[i] = i < 10 ? 0 : i < 19 ? 1 : ODD_NO_LABEL;
	const odd_communities groups = {2, of, true};
	for (size_t i = 0; i < 20; i++) {
		odd_explanation e = explain(&f, &groups, i, 2);
		odd_sentences s;
		assert_true(e.place.found && e.place.own.name == NULL);
		assert_int_equal(e.place.own.number, of[i]);
		if (e.place.worded.number >= 0)
			check_usual_shares(&e, f.net, of);
		assert_ok(odd_explanation_sentences(&s, &e, &err), err);
		assert_false(says(&s, "class"));
		if (e.links.count > 1 && of[i] >= 0)
			assert_says(&s, "its community %d.", of[i] + 1);
		odd_sentences_clear(&s);
		odd_explanation_clear(&e);
	}
	const odd_communities none = {0};
	odd_explanation e = explain(&f, &none, 3, 2);
	assert_int_equal(e.place.own.number, ODD_NO_LABEL);
	odd_explanation_clear(&e);
	release(&f);
}

static void names_are_cut_and_cleaned(void **state)
{
	(void)state;
	odd_error err;
	static const char *const prefix[] = {"a-very-long-identifier-that-goes-on-and-on-",
		"\033[31m\t", "\xC3\x28\xFF\xE2\x82", "日本語の名前日本語の名前日本語",
		"\xE2\x80\xAE-x"};
	for (size_t p = 0; p < sizeof prefix / sizeof *prefix; p++) {
		struct fitted f = fit(corner_network(2, prefix[p]), ODD_CALIBRATED, 3, 2);
		for (size_t i = 0; i < f.net->nodes; i++) {
			odd_explanation e = explain(&f, NULL, i, 3);
			odd_sentences s;
			assert_ok(odd_explanation_sentences(&s, &e, &err), err);
			for (size_t l = 0; l < s.count; l++) {
				assert_true(columns_of(s.line[l]) <= ODD_SENTENCE_WIDTH);
				assert_null(strpbrk(s.line[l], "\033\t\xFF"));
				assert_null(strstr(s.line[l], "\xE2\x80\xAE"));
			}
			odd_sentences_clear(&s);
			odd_explanation_clear(&e);
		}
		release(&f);
	}
}

static void wrong_requests_are_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_explanation e;
	atomic_bool cancel = true;
	const odd_job stopped = {.threads = 1, .cancel = &cancel};
	struct fitted f = fit(corner_network(2, "n"), ODD_CALIBRATED, 3, 1);
	odd_network *other = corner_network(1, "m");
	uint8_t drop[20] = {1};
	odd_network *smaller;
	assert_ok(odd_network_remove(&smaller, other, drop, &err), err);
	assert_int_equal(
		odd_explain(&e, f.net, f.run, &f.scores, NULL, 20, NULL, &alone, &err), ODD_EUSAGE);
	assert_int_equal(odd_explain(&e, smaller, f.run, &f.scores, NULL, 0, NULL, &alone, &err),
		ODD_EUSAGE);
	assert_int_equal(odd_explain(&e, f.net, f.run, &f.scores, NULL, 3, NULL, &stopped, &err),
		ODD_ECANCELLED);
	assert_null(e.links.present);
	odd_explanation_clear(&e);
	odd_network_free(other);
	odd_network_free(smaller);
	release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_dense_rows),
		cmocka_unit_test(errors_are_those_of_the_score),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(planted_kinds_are_recognised),
		cmocka_unit_test(nothing_to_explain),
		cmocka_unit_test(found_communities),
		cmocka_unit_test(names_are_cut_and_cleaned),
		cmocka_unit_test(wrong_requests_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
