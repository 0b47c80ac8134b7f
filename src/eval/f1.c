#include "config.h"

#include "eval/f1.h"

#include <math.h>
#include <stdlib.h>

#include "eval/check.h"
#include "oddone/network.h"

struct tally {
	size_t hit, truth, predicted; /* tp, tp + fn, tp + fp */
};

static void fill(odd_f1 *out, const struct tally *tally, size_t classes)
{
	size_t hits = 0, predicted = 0;
	double sum = 0.0, weighted = 0.0;
	for (size_t c = 0; c < classes; c++) {
		size_t both = tally[c].truth + tally[c].predicted;
		if (both == 0)
			continue;
		double f1 = 2.0 * (double)tally[c].hit / (double)both;
		sum += f1;
		weighted += f1 * (double)tally[c].truth;
		hits += tally[c].hit;
		out->rows += tally[c].truth;
		predicted += tally[c].predicted;
		out->classes++;
	}
	if (out->rows == 0)
		return;
	out->macro = sum / (double)out->classes;
	out->micro = 2.0 * (double)hits / (double)(out->rows + predicted);
	out->weighted = weighted / (double)out->rows;
}

odd_status odd_f1_compute(odd_f1 *out, const int32_t *truth, const int32_t *predicted, size_t n,
	size_t classes, odd_error *err)
{
	*out = (odd_f1){(double)NAN, (double)NAN, (double)NAN, 0, 0};
	odd_status status = odd__check_labels(truth, n, classes, "F1: truth", err);
	if (status == ODD_OK)
		status = odd__check_labels(predicted, n, classes, "F1: prediction", err);
	if (status != ODD_OK)
		return status;
	struct tally *tally = calloc(classes + 1, sizeof *tally);
	if (tally == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++) {
		if (truth[i] == ODD_NO_LABEL)
			continue;
		tally[truth[i]].truth++;
		if (predicted[i] != ODD_NO_LABEL)
			tally[predicted[i]].predicted++;
		tally[truth[i]].hit += truth[i] == predicted[i];
	}
	fill(out, tally, classes);
	free(tally);
	return ODD_OK;
}
