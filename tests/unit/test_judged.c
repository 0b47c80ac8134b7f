/* test_judged.c: what judgments do to the weights of the panel, and that undo takes it back. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "score/judged.h"
#include "session_helpers.h"
#include "session_setup.h"

enum { NODES = 100, JUDGED = 10 };

/* Two parts of equal weight: the first brings up nodes 0 to 49, the second 50 to 99. */
struct panel {
	odd_scores scores;
	double part[2][NODES];
};

static void panel_init(struct panel *p)
{
	*p = (struct panel){.scores = {.n = NODES, .score = odd_score_find("evidence")}};
	for (size_t i = 0; i < NODES; i++) {
		p->part[0][i] = i < 50 ? 1.0 : 0.1;
		p->part[1][i] = i < 50 ? 0.1 : 1.0;
	}
	for (size_t t = 0; t < p->scores.score->count; t++) {
		p->scores.part[t] = p->part[t < 2 ? t : 1];
		p->scores.own[t] = t < 2 ? 0.5 : 0.0;
	}
}

/* The factors of both parts when the first `fine` of ten judged nodes of each are not odd. */
static void judge(double factor[2], struct panel *p, size_t count, size_t fine0, size_t fine1)
{
	const double on[ODD_COMPONENTS] = {1, 1, 1, 1, 1, 1, 1, 1};
	odd_judged_part out[ODD_COMPONENTS];
	uint32_t node[2 * JUDGED];
	bool odd[2 * JUDGED];
	for (size_t i = 0; i < count; i++) {
		node[2 * i] = (uint32_t)i;
		odd[2 * i] = i >= fine0;
		node[2 * i + 1] = (uint32_t)(50 + i);
		odd[2 * i + 1] = i >= fine1;
	}
	odd__judged_parts(out, &p->scores, on, node, odd, 2 * count);
	assert_int_equal(out[0].nodes, count);
	assert_int_equal(out[0].fine, fine0);
	assert_true(fabs(out[0].before - 0.5) < 1e-12);
	factor[0] = out[0].factor;
	factor[1] = out[1].factor;
	for (size_t t = 2; t < p->scores.score->count; t++)
		assert_true(out[t].factor == 1.0);
}

static void a_part_that_is_wrong_loses_weight(void **state)
{
	(void)state;
	struct panel p;
	double f[2], few[2];
	panel_init(&p);
	judge(f, &p, JUDGED, 0, 0); /* all are odd */
	assert_true(f[0] == 1.0 && f[1] == 1.0);
	judge(f, &p, JUDGED, 10, 0);
	assert_true(fabs(f[0] - 1.0 / 3.0) < 1e-12 && f[1] == 1.0);
	judge(f, &p, JUDGED, 3, 0);
	assert_true(f[0] > 1.0 / 3.0 && f[0] < 0.8 && f[1] == 1.0);
	judge(few, &p, 2, 2, 0); /* few judgments change less than as many more of the same kind */
	judge(f, &p, 6, 6, 0);
	assert_true(f[0] < few[0] && few[0] < 1.0);
}

/* Parts that are wrong alike keep their weights. */
static void wrong_alike_changes_nothing(void **state)
{
	(void)state;
	struct panel p;
	double f[2];
	panel_init(&p);
	judge(f, &p, JUDGED, 10, 10);
	assert_true(fabs(f[0] - 1.0) < 1e-9 && fabs(f[1] - 1.0) < 1e-9);
	judge(f, &p, JUDGED, 1, 1);
	assert_true(f[0] == f[1]);
}

/* In a session: judged nodes at the top change the weights, tell why, and undo gives the same
 * ranking as before, to the bit. */
static void judgments_weigh_the_panel(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	run_ok(s, "plant 5% --cold");
	run_ok(s, "iterate 5");
	assert_ok(session_refresh(s, &alone, &err), err);
	const size_t n = s->scored->scores.n, first = s->scored->scores.order[0];
	double *total = copy_items(s->scored->scores.total, n, sizeof *total);
	assert_int_equal(ranking_next_to_judge(s->scored), first);
	for (int i = 0; i < 6; i++) {
		char line[80];
		const size_t next = ranking_next_to_judge(s->scored);
		assert_int_equal(judgment_of(s->now.judged, next), JUDGED_NOT);
		snprintf(line, sizeof line, "judge not-odd %s",
			odd_names_get(&session_network(s)->ids, next));
		run_ok(s, line);
		assert_true(s->scored->judged == s->now.judged);
		assert_non_null(strstr(s->status, "; next "));
	}
	char told[400];
	assert_true(ranking_tell_judged(told, sizeof told, s->scored)[0] != '\0');
	assert_non_null(strstr(told, "are not odd, so 0."));
	assert_non_null(strstr(s->status, "are not odd, so 0."));
	/* the same bits as scoring anew */
	struct ranking *anew;
	assert_ok(ranking_create(&anew, &s->now.epoch->net->of, s->now.epoch->run, &s->now.wanted,
			  s->now.judged, &alone, &err),
		err);
	assert_memory_equal(anew->scores.total, s->scored->scores.total, n * sizeof *total);
	shared_release(anew);
	for (int i = 0; i < 6; i++)
		run_ok(s, "undo");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_memory_equal(total, s->scored->scores.total, n * sizeof *total);
	assert_int_equal(ranking_tell_judged(told, sizeof told, s->scored)[0], '\0');
	free(total);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_that_is_wrong_loses_weight),
		cmocka_unit_test(wrong_alike_changes_nothing),
		cmocka_unit_test(judgments_weigh_the_panel),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
