/* classify.c: learns from some of the labelled rows and asks about the others, several times; and
 * what the evaluation asks of its input. */
#include "config.h"

#include "eval/embedding_eval.h"
#include "eval/check.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/memory.h"
#include "oddone/network.h"

#define LARGEST 1e150 /* squares of differences stay finite below */

odd_status odd__check_finite(odd_cmat x, const char *who, odd_error *err)
{
	for (size_t i = 0; i < x.rows; i++)
		for (size_t k = 0; k < x.cols; k++)
			if (!(fabs(odd_cmat_row(x, i)[k]) < LARGEST))
				return odd_error_set(err, ODD_ENUMERIC,
					"%s: row %zu has %g in column %zu", who, i + 1,
					odd_cmat_row(x, i)[k], k + 1);
	return ODD_OK;
}

odd_status odd__check_labels(
	const int32_t *label, size_t n, size_t classes, const char *who, odd_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (label[i] != ODD_NO_LABEL && (label[i] < 0 || (size_t)label[i] >= classes))
			return odd_error_set(err, ODD_EINPUT, "%s: row %zu has label %d of %zu",
				who, i + 1, label[i], classes);
	return ODD_OK;
}

/* classify.c: learns from some of the labelled rows and asks about the others, several times. */

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

/* ---- repeats: each draws its split and its forest from a random stream of its own ---------- */

#define LEARNING 0.9 /* share of the time that goes into growing trees */

struct classification {
	odd_cmat X;
	const int32_t *label;
	size_t classes;
	const odd_classify_options *opts;
	int32_t *truth, *predicted; /* of the rows asked about */
	odd_rng rng;

	/* Progress of the part at work is passed on as progress of all, in repeats. */
	const odd_job *job;
	odd_job inner;
	double from, width;
};

static void pass_on(void *payload, const char *what, double done, double total)
{
	(void)what;
	const struct classification *p = payload;
	odd_job_report(p->job, "classification", p->from + p->width * done / total,
		(double)p->opts->repeats);
}

/* Learn from the first part of a split and predict the second. */
static odd_status predict(
	struct classification *p, const odd_split *split, uint64_t seed, odd_error *err)
{
	odd_randforest *forest;
	odd_randforest_options options = p->opts->forest;
	options.seed = seed;
	p->width = LEARNING;
	odd_status status = odd_randforest_train(&forest, p->X, p->label, p->classes, split->row,
		split->train, &options, &p->inner, err);
	if (status != ODD_OK)
		return status;
	p->from += LEARNING;
	p->width = 1.0 - LEARNING;
	status = odd_randforest_predict(
		p->predicted, forest, p->X, split->row + split->train, split->test, &p->inner, err);
	odd_randforest_free(forest);
	return status;
}

static odd_status repeat(struct classification *p, odd_f1 *f1, odd_classify_result *out,
	size_t index, odd_error *err)
{
	odd_split split;
	odd_rng rng;
	odd_rng_split(&rng, &p->rng, index);
	uint64_t seed = odd_rng_next(&rng);
	odd_status status =
		odd_split_draw(&split, p->label, p->classes, p->X.rows, p->opts->share, &rng, err);
	if (status != ODD_OK)
		return status;
	out->train = split.train;
	out->test = split.test;
	p->from = (double)index;
	status = predict(p, &split, seed, err);
	for (size_t i = 0; i < split.test; i++)
		p->truth[i] = p->label[split.row[split.train + i]];
	if (status == ODD_OK)
		status = odd_f1_compute(f1, p->truth, p->predicted, split.test, p->classes, err);
	odd_split_clear(&split);
	return status;
}

static odd_spread spread_of(const double *x, size_t n)
{
	double sum = 0.0, squares = 0.0;
	for (size_t i = 0; i < n; i++)
		sum += x[i];
	double mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return (odd_spread){mean, n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN};
}

/* value: 3 × repeats. */
static odd_status all_repeats(
	struct classification *p, odd_classify_result *out, double *value, odd_error *err)
{
	size_t R = p->opts->repeats;
	double *macro = value, *micro = value + R, *weighted = value + 2 * R;
	for (size_t r = 0; r < R; r++) {
		odd_f1 f1;
		odd_status status = repeat(p, &f1, out, r, err);
		if (status != ODD_OK)
			return status;
		macro[r] = f1.macro;
		micro[r] = f1.micro;
		weighted[r] = f1.weighted;
	}
	out->macro = spread_of(macro, R);
	out->micro = spread_of(micro, R);
	out->weighted = spread_of(weighted, R);
	return ODD_OK;
}

odd_status odd_classify(odd_classify_result *out, odd_cmat x, const int32_t *label, size_t classes,
	const odd_classify_options *options, const odd_job *job, odd_error *err)
{
	static const odd_classify_options usual = ODD_CLASSIFY_OPTIONS_INIT;
	const odd_classify_options *o = options != NULL ? options : &usual;
	*out = (odd_classify_result){0};
	if (o->repeats == 0)
		return odd_error_set(err, ODD_EUSAGE, "classification: no repeats were asked for");
	struct classification p = {
		.X = x, .label = label, .classes = classes, .opts = o, .job = job};
	if (job != NULL)
		p.inner = *job;
	p.inner.report = pass_on;
	p.inner.payload = &p;
	odd_rng_init(&p.rng, o->seed, "classification");
	odd__memory memory = {0};
	p.truth = odd__take(&memory, x.rows, sizeof *p.truth);
	p.predicted = odd__take(&memory, x.rows, sizeof *p.predicted);
	double *value = odd__take(&memory, o->repeats, 3 * sizeof *value);
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		status = all_repeats(&p, out, value, err);
	odd__memory_free(&memory);
	return status;
}
