/* figure_samples.h: a small made-up run, the same on every machine. Sums of few exact numbers, so
 * that no rounding decides where a dot goes. */
#ifndef TESTS_FIGURE_SAMPLES_H
#define TESTS_FIGURE_SAMPLES_H

#include <math.h>

#include "draw/figures.h"
#include "helpers.h"
#include "base/rng.h"

enum { SAMPLE_NODES = 60, SAMPLE_K = 4, SAMPLE_ITERATIONS = 8, SAMPLE_CLASSES = 3 };

struct figure_sample {
	odd_network net;
	odd_trace trace;
	odd_one_options options;
	odd_scores scores;
	odd_evaluation evaluation;
	odd_mat G, xy;
	struct result result;
	struct figure_run run;
};

static inline void sample_name(
	odd_names *names, const char *before, size_t number, const char *behind)
{
	char text[128];
	odd_error err;
	uint32_t index;
	snprintf(text, sizeof text, "%s%zu%s", before, number, behind);
	assert_ok(odd_names_add(names, text, strlen(text), &index, NULL, &err), err);
}

static inline void sample_network(odd_network *net, size_t n)
{
	net->name = strdup("cora");
	net->nodes = n;
	net->edges = 4 * n;
	net->attributes = 1433;
	net->label = calloc(n, sizeof *net->label);
	net->truth = calloc(n, 1);
	net->has_truth = n > 4;
	assert_true(net->label != NULL && net->truth != NULL && net->name != NULL);
	for (size_t k = 0; k < SAMPLE_CLASSES; k++)
		sample_name(&net->classes, "class ", k + 1, "");
	for (size_t i = 0; i < n; i++) {
		sample_name(&net->ids, "node-", i, "");
		net->label[i] = (int32_t)(i % SAMPLE_CLASSES);
		if (i % 9 == 4)
			net->truth[i] = (uint8_t)(1 + i / 9 % 3);
	}
}

/* Falls by halves, so that every value is exact. */
static inline void sample_trace(odd_trace *trace, size_t iterations)
{
	trace->count = trace->capacity = 1 + ODD_SUBSTEPS * iterations;
	trace->point = calloc(trace->count, sizeof *trace->point);
	assert_non_null(trace->point);
	double fall = 512.0;
	for (size_t p = 0; p < trace->count; p++) {
		odd_trace_point *at = &trace->point[p];
		at->step = p == 0 ? ODD_STEP_INIT : (odd_substep)((p - 1) % ODD_SUBSTEPS);
		at->iteration = p == 0 ? 0 : 1 + (p - 1) / ODD_SUBSTEPS;
		if (p > 0 && at->step != ODD_STEP_W)
			fall /= at->step == ODD_STEP_G ? 2.0 : 1.25;
		at->term[0] = 1024.0 + fall / 2.0;
		at->term[1] = 512.0 + fall / 8.0;
		at->term[2] = 16.0 + 2.0 * fall;
		at->loss = at->term[0] + 2.0 * at->term[1] + 0.5 * at->term[2];
		at->seconds = 0.125;
	}
}

static inline void sample_scores(odd_scores *s, const odd_network *net)
{
	size_t n = net->nodes;
	odd_error err;
	*s = (odd_scores){.n = n, .score = odd_score_find("one"), .weight = {0.5, 0.25, 0.25}};
	s->total = calloc(n, sizeof *s->total);
	s->order = calloc(n, sizeof *s->order);
	s->rank = calloc(n, sizeof *s->rank);
	for (size_t t = 0; t < 3; t++) {
		s->component[t] = calloc(n, sizeof *s->component[t]);
		s->part[t] = calloc(n, sizeof *s->part[t]);
		for (size_t i = 0; i < n; i++) {
			bool odd = net->truth[i] != 0;
			s->component[t][i] = (double)((i * (7 + 4 * t) + 5) % 64) / 128.0 +
					     (odd ? net->truth[i] == t + 1 ? 0.5 : 0.25 : 0.0);
			s->part[t][i] = s->component[t][i];
			s->total[i] += s->weight[t] * s->part[t][i];
		}
	}
	assert_ok(odd_order_descending(s->order, s->total, n, &err), err);
	for (size_t r = 0; r < n; r++)
		s->rank[s->order[r]] = (uint32_t)(r + 1);
}

static inline void sample_places(struct figure_sample *s)
{
	size_t n = s->net.nodes;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 5, "figure sample");
	assert_ok(odd_mat_alloc(&s->G, n, SAMPLE_K, &err), err);
	assert_ok(odd_mat_alloc(&s->xy, n, 2, &err), err);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < SAMPLE_K; k++) {
			double v = (double)odd_rng_below(&rng, 64) / 64.0 +
				   (i % SAMPLE_CLASSES == k ? 2.0 : 0.0);
			(void)odd_rng_below(&rng, 64); /* keeps the numbers that follow */
			odd_mat_row(s->G, i)[k] = v;
		}
		for (size_t k = 0; k < 2; k++)
			odd_mat_row(s->xy, i)[k] = (double)odd_rng_below(&rng, 128) / 64.0 +
						   3.0 * (double)((i % SAMPLE_CLASSES + k) % 2);
	}
}

static inline void figure_sample_init(struct figure_sample *s, size_t n)
{
	odd_error err;
	*s = (struct figure_sample){.options = ODD_ONE_OPTIONS_INIT};
	sample_network(&s->net, n);
	sample_trace(&s->trace, SAMPLE_ITERATIONS);
	sample_scores(&s->scores, &s->net);
	sample_places(s);
	s->options.k = 21;
	s->options.alpha = 2.0;
	s->options.beta = 0.5;
	assert_ok(odd_evaluate(
			  &s->evaluation, s->scores.order, s->scores.total, n, s->net.truth, &err),
		err);
	s->result = (struct result){.net = &s->net,
		.planted = 7,
		.trace = &s->trace,
		.used = &s->options,
		.scores = &s->scores,
		.evaluation = &s->evaluation,
		.again = "oddone run cora --plant 5% --figures out"};
	s->run = (struct figure_run){.result = &s->result,
		.look = {.projection = {.xy = odd_mat_const(s->xy),
				 .method = "PCA",
				 .explained = {0.31, 0.12}}}};
}

/* Draw a page; nothing of it is lost. */
static inline void sample_draw(
	const struct figure *figure, const struct figure_run *run, struct canvas *c)
{
	odd_error err;
	figure_draw(figure, run, c);
	assert_ok(canvas_status(c, &err), err);
}

static inline void figure_sample_clear(struct figure_sample *s)
{
	free(s->net.name);
	free(s->net.label);
	free(s->net.truth);
	odd_names_clear(&s->net.ids);
	odd_names_clear(&s->net.classes);
	free(s->trace.point);
	odd_scores_clear(&s->scores);
	odd_mat_free(&s->G);
	odd_mat_free(&s->xy);
}

#endif
