#include "config.h"

#include "eval/split.h"

#include <math.h>
#include <stdlib.h>

#include "eval/check.h"
#include "oddone/network.h"

/* Exchange rows so that each class has one to learn from. Rows are in random order, so the first of
 * a missing class and the last that can be spared are random ones. */
static void invite_missing(odd_split *s, const int32_t *label, size_t *learning)
{
	size_t spare = s->train;
	for (size_t i = s->train; i < s->train + s->test; i++) {
		size_t *mine = &learning[label[s->row[i]]];
		if (*mine > 0)
			continue;
		do
			spare--;
		while (learning[label[s->row[spare]]] < 2);
		learning[label[s->row[spare]]]--;
		++*mine;
		uint32_t row = s->row[i];
		s->row[i] = s->row[spare];
		s->row[spare] = row;
	}
}

/* How many rows to learn from. */
static odd_status size_up(
	odd_split *s, size_t labelled, size_t classes, double share, odd_error *err)
{
	s->train = (size_t)(share * (double)labelled + 0.5);
	if (s->train < classes)
		s->train = classes;
	if (s->train >= labelled)
		return odd_error_set(err, ODD_EUSAGE,
			"split: %zu labelled rows of %zu classes leave none to test", labelled,
			classes);
	s->test = labelled - s->train;
	return ODD_OK;
}

odd_status odd_split_draw(odd_split *out, const int32_t *label, size_t classes, size_t n,
	double share, odd_rng *rng, odd_error *err)
{
	*out = (odd_split){0};
	if (!(share > 0.0 && share < 1.0))
		return odd_error_set(err, ODD_EUSAGE,
			"split: a training share of %g is not between 0 and 1", share);
	odd_status status = odd__check_labels(label, n, classes, "split", err);
	if (status != ODD_OK)
		return status;
	odd_split s = {.row = malloc((n + 1) * sizeof *s.row)};
	size_t *learning = calloc(classes + 1, sizeof *learning), labelled = 0, occurring = 0;
	if (s.row == NULL || learning == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++)
		if (label[i] != ODD_NO_LABEL) {
			s.row[labelled++] = (uint32_t)i;
			occurring += learning[label[i]]++ == 0;
		}
	status = size_up(&s, labelled, occurring, share, err);
	if (status != ODD_OK)
		goto out;
	odd_rng_shuffle(rng, s.row, labelled);
	for (size_t i = s.train; i < labelled; i++)
		learning[label[s.row[i]]]--;
	invite_missing(&s, label, learning);
	*out = s;
	s.row = NULL;
out:
	free(s.row);
	free(learning);
	return status;
}

void odd_split_clear(odd_split *split)
{
	free(split->row);
	*split = (odd_split){0};
}
