/* What a sub-step did, in numbers and words, for the Lesson screen and its page. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void figure_terms(struct figure_term term[FIGURE_TERMS], const odd_one_options *options,
	odd_substep step, const odd_trace_point *before, const odd_trace_point *after)
{
	static const char *const name[3] = {
		"L_str structure", "α L_attr attributes", "β L_dis disagreement"};
	static const char *const brief[3] = {"L_str", "α L_attr", "β L_dis"};
	static const enum role role[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	const double scale[3] = {1.0, options->alpha, options->beta};
	const odd_trace_point *then = after != NULL ? after : before;
	double largest = before->loss;
	for (int t = 0; t < 3; t++) {
		term[t] = (struct figure_term){name[t], brief[t], (enum mark)(MARK_TRIANGLE + t),
			role[t], scale[t] * before->term[t], scale[t] * then->term[t],
			odd_substep_get(step)->moves[t], false};
		largest = fmax(largest, term[t].before);
	}
	term[3] = (struct figure_term){
		"total", "total", MARK_NONE, ROLE_TOTAL, before->loss, then->loss, true, false};
	/* Rounding is no change. */
	for (int t = 0; t < FIGURE_TERMS; t++)
		term[t].still = !(fabs(term[t].after - term[t].before) > 1e-13 * largest);
}

char *figure_rise_text(
	char *out, size_t size, const odd_trace_point *before, const odd_trace_point *after)
{
	const double rise =
		after == NULL ? 0.0 : (after->loss - before->loss) / fmax(before->loss, 1e-300);
	if (after == NULL)
		snprintf(out, size, "not yet run");
	else if (rise > 1e-12)
		snprintf(out, size, "✗ rose by %.2g %%", 100.0 * rise);
	else
		snprintf(out, size, "never rises ✓");
	return out;
}

static void more(char *out, size_t size, const char *text)
{
	strncat(out, text, size - strlen(out) - 1);
}

/* "L_str and L_dis" */
static void list_terms(char *out, size_t size, const bool moves[3])
{
	static const char *const name[3] = {"L_str", "L_attr", "L_dis"};
	const int count = moves[0] + moves[1] + moves[2];
	int seen = 0;
	snprintf(out, size, "%s", count == 3 ? "all three" : "");
	for (int t = 0; t < 3 && count < 3; t++) {
		if (!moves[t])
			continue;
		more(out, size, seen == 0 ? "" : seen + 1 == count ? " and " : ", ");
		more(out, size, name[t]);
		seen++;
	}
}

char *figure_moves_text(char *out, size_t size, odd_substep step)
{
	const odd_substep_info *info = odd_substep_get(step);
	const odd_substep next = step == ODD_STEP_O ? ODD_STEP_W : (odd_substep)(step + 1);
	const odd_substep_info *then = odd_substep_get(next);
	const int count = info->moves[0] + info->moves[1] + info->moves[2];
	char moved[40], moves[40], behind[100];
	list_terms(moved, sizeof moved, info->moves);
	list_terms(moves, sizeof moves, then->moves);
	if (count == 1)
		snprintf(out, size, "Only %s moves: no other has %s in it.", moved, info->name);
	else if (count == 2)
		snprintf(out, size, "%s move: both have %s in them.", moved, info->name);
	else
		snprintf(out, size, "All three move: %s weighs every error.", info->name);
	snprintf(behind, sizeof behind, "  Next comes %s: %s.", then->name, moves);
	more(out, size, behind);
	return out;
}

const char *figure_lacking_text(const odd_network *net, odd_substep step)
{
	if (net->links_are_words && (step == ODD_STEP_U || step == ODD_STEP_V))
		return "There are no words here: whom a node is linked with stands in for them.";
	if (net->edges == 0 && (step == ODD_STEP_G || step == ODD_STEP_H))
		return "There are no links here: A tells nothing of any two nodes.";
	return NULL;
}

char *figure_watched_text(char *out, size_t size, const struct result *result)
{
	const odd_lesson *l = result->lesson;
	char a[NUMBER_SIZE], b[NUMBER_SIZE], v[NUMBER_SIZE], o[NUMBER_SIZE], part[300];
	number_text(v, l->value, 4);
	number_text(o, l->old_value, 4);
	snprintf(out, size, "Watched: %s", result->watched != NULL ? result->watched : "x");
	if (l->note == ODD_LESSON_HELD || l->note == ODD_LESSON_KEPT) {
		snprintf(part, sizeof part, " %s %s.",
			l->note == ODD_LESSON_HELD ? "is held as everybody's is, and stays"
						   : "has nothing to divide by and stays",
			o);
		more(out, size, part);
		return out;
	}
	if (l->note == ODD_LESSON_BOUND)
		snprintf(part, sizeof part, " is held at its bound, %s", v);
	else if (l->fraction)
		snprintf(part, sizeof part, " = %s / %s = %s", number_text(a, l->above.total, 4),
			number_text(b, l->below.total, 4), v);
	else
		snprintf(part, sizeof part, " = %s, the sum of %zu products", v,
			l->above.count + l->above.rest_count);
	more(out, size, part);
	snprintf(part, sizeof part, " (it %s %s).", result->became != NULL ? "was" : "is", o);
	more(out, size, part);
	if (result->became != NULL &&
		fabs(*result->became - l->value) > 1e-6 * fmax(1.0, fabs(*result->became))) {
		snprintf(part, sizeof part, " A sweep did better here: it became %s.",
			number_text(a, *result->became, 4));
		more(out, size, part);
	}
	return out;
}
