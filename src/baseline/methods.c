/* methods.c: the table of methods, and the rows of ONE. */
#include "config.h"

#include "baseline/method.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "baseline/method.h"
#include "eval/isoforest.h"
#include "linalg/canonical.h"
#include "oddone/one.h"
#include "oddone/score.h"

const odd_method *odd_method_get(size_t i)
{
	static const odd_method *const table[] = {
		&odd__method_one_calibrated,
		&odd__method_one_paper,
		&odd__method_deepwalk,
		&odd__method_node2vec,
		&odd__method_line,
		&odd__method_tadw,
		&odd__method_aane,
		&odd__method_graphsage,
		&odd__method_seano,
	};
	const size_t methods = sizeof table / sizeof *table;
	if (i < methods)
		return table[i];
	return i - methods < ODD__CONTROLS ? &odd__methods_controls[i - methods] : NULL;
}

const odd_method *odd_method_find(const char *name)
{
	const odd_method *method;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL; i++)
		if (strcmp(method->name, name) == 0)
			break;
	return method;
}

/* ---- options ------------------------------------------------------------------------------ */

static const odd_method_option *find_option(
	const odd_method *method, const char *name, size_t length)
{
	for (size_t o = 0; o < method->option_count; o++) {
		const odd_method_option *option = &method->options[o];
		if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
			return option;
	}
	return NULL;
}

/* The option as a row, by which every text is read. */
static odd_option row_of(const odd_method_option *option)
{
	static const odd_option_type type[] = {[ODD_VALUE_CHOICE] = ODD_OPTION_CHOICE,
		[ODD_VALUE_WHOLE] = ODD_OPTION_WHOLE,
		[ODD_VALUE_NUMBER] = ODD_OPTION_REAL};
	return (odd_option){.name = option->name,
		.type = type[option->kind],
		.choices = option->values,
		.least = option->least,
		.most = option->most,
		.above = option->above,
		.offset = option->offset};
}

static odd_status unknown_option(
	const odd_method *method, const char *text, size_t length, odd_error *err)
{
	char names[200] = "";
	size_t at = 0;
	if (method->option_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s has no options, so none called \"%.*s\"",
			method->name, (int)(length < 40 ? length : 40), text);
	for (size_t o = 0; o < method->option_count && at < sizeof names; o++) {
		int n = snprintf(names + at, sizeof names - at, "%s%s", o > 0 ? ", " : "",
			method->options[o].name);
		at += n > 0 ? (size_t)n : 0;
	}
	return odd_error_set(err, ODD_EUSAGE, "%s has no option \"%.*s\", only %s", method->name,
		(int)(length < 40 ? length : 40), text, names);
}

static odd_status check_settings(
	const odd_method *method, const odd_method_request *request, odd_error *err)
{
	for (size_t i = 0; i < request->override_count; i++) {
		const char *text = request->overrides[i];
		size_t length = strcspn(text, "=");
		const odd_method_option *option = find_option(method, text, length);
		if (option == NULL)
			return unknown_option(method, text, length, err);
		if (text[length] != '=')
			return odd_error_set(err, ODD_EUSAGE, "%s: %s wants a value: %s=%s",
				method->name, option->name, option->name, option->ours);
		const odd_option row = row_of(option);
		odd_option_value value;
		char as[80];
		snprintf(as, sizeof as, "%s: %s", method->name, option->name);
		odd_status status = odd_option_parse(&value, &row, as, text + length + 1, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* What the user wrote last, or the default. */
static const char *text_of(const odd_method_option *option, const odd_method_request *request)
{
	size_t length = strlen(option->name);
	for (size_t i = request->override_count; i-- > 0;) {
		const char *text = request->overrides[i];
		if (strncmp(text, option->name, length) == 0 && text[length] == '=')
			return text + length + 1;
	}
	return option->ours;
}

void odd__settings_read(void *options, const odd_method_call *call)
{
	const struct odd__method_options size = {call->request->k, call->request->seed};
	memcpy(options, &size, sizeof size);
	for (size_t o = 0; o < call->method->option_count; o++) {
		const odd_method_option *option = &call->method->options[o];
		const odd_option row = row_of(option);
		odd_status status =
			odd_option_set(options, &row, NULL, text_of(option, call->request), NULL);
		assert(status == ODD_OK);
		(void)status;
	}
}

/* ---- before a run ------------------------------------------------------------------------- */

/* At least two classes are in use. */
static bool has_labels(const odd_network *net)
{
	int32_t first = ODD_NO_LABEL;
	for (size_t i = 0; net->label != NULL && i < net->nodes; i++) {
		if (net->label[i] == ODD_NO_LABEL || net->label[i] == first)
			continue;
		if (first != ODD_NO_LABEL)
			return true;
		first = net->label[i];
	}
	return false;
}

odd_status odd_method_check(const odd_method *method, const odd_network *net,
	const odd_method_request *request, odd_error *err)
{
	if (request->k == 0 && method->kind != ODD_METHOD_CONTROL)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: the number of dimensions is missing", method->name);
	odd_status status = check_settings(method, request, err);
	if (status != ODD_OK || net == NULL)
		return status;
	if (net->nodes == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s: the network is empty", method->name);
	if (method->kind == ODD_METHOD_ATTRIBUTED && odd_csr_nnz(odd_csr_const(net->C)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"%s embeds links and attributes, and this network has no attributes",
			method->name);
	if (method->needs_labels && !has_labels(net))
		return odd_error_set(err, ODD_EUSAGE,
			"%s learns from labels, and this network has not two classes of them",
			method->name);
	return ODD_OK;
}

/* ---- the run ------------------------------------------------------------------------------ */

odd_status odd_method_run(odd_method_result *out, const odd_method *method, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	assert(net != NULL);
	const odd_method_call call = {method, net, request, job};
	*out = (odd_method_result){.nodes = net->nodes};
	odd_status status = odd_method_check(method, net, request, err);
	if (status == ODD_OK)
		status = method->run(out, &call, err);
	if (status != ODD_OK)
		odd_method_result_clear(out);
	return status;
}

void odd_method_settle(odd_method_result *result)
{
	odd__round_to_grid(result->embedding);
	if (result->score != NULL)
		odd__round_to_grid((odd_mat){result->score, result->nodes, 1, 1});
}

odd_status odd__method_score(odd_method_result *out, odd_error *err)
{
	out->score = calloc(out->nodes + 1, sizeof *out->score);
	return out->score != NULL ? ODD_OK : odd_error_nomem(err);
}

/* ---- after it ----------------------------------------------------------------------------- */

void odd_method_result_clear(odd_method_result *result)
{
	odd_mat_free(&result->embedding);
	free(result->score);
	*result = (odd_method_result){0};
}

odd_status odd_method_outlier_scores(double *score, const odd_method_result *result, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	odd_isoforest_options options = ODD_ISOFOREST_OPTIONS_INIT;
	if (result->score != NULL) {
		memcpy(score, result->score, result->nodes * sizeof *score);
		return ODD_OK;
	}
	assert(result->embedding.rows == result->nodes);
	options.seed = seed;
	return odd_isoforest_scores(score, odd_mat_const(result->embedding), &options, job, err);
}

/* ---- ONE, with either preset --------------------------------------------------------------- */

/* Embedding and scores of a run that has ended. */
static odd_status read_out(odd_method_result *out, odd_one *run, const odd_score *score,
	unsigned without, const odd_job *job, odd_error *err)
{
	odd_scores scores;
	double weight[ODD_COMPONENTS];
	size_t k = odd_one_look(run).k;
	for (size_t t = 0; t < ODD_COMPONENTS; t++)
		weight[t] = (without >> t & 1u) != 0 ? 0.0 : 1.0;
	odd_status status =
		odd_scores_compute(&scores, run, score, without != 0 ? weight : NULL, job, err);
	if (status != ODD_OK)
		return status;
	status = odd__method_score(out, err);
	if (status == ODD_OK)
		memcpy(out->score, scores.total, out->nodes * sizeof *out->score);
	if (status == ODD_OK)
		status = odd_mat_alloc(&out->embedding, out->nodes, k, err);
	if (status == ODD_OK)
		odd_one_embedding(run, out->embedding);
	odd_scores_clear(&scores);
	return status;
}

struct settings {
	struct odd__method_options size;
	odd_one_options one;
	size_t iterations;
	int start; /* nmf, svd, random */
};

static odd_status run_one(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	static const odd_start starts[] = {ODD_START_NMF, ODD_START_SVD, ODD_START_RANDOM};
	odd_one *run = NULL;
	struct settings set = {.one = ODD_ONE_OPTIONS_INIT};
	odd__settings_read(&set, call);
	const size_t rounds = call->method->rounds;
	const odd_stop stop = {.iterations = rounds > 0 ? rounds - 1 : set.iterations};
	set.one.preset = (odd_preset)call->method->variant;
	set.one.k = set.size.k;
	set.one.seed = set.size.seed;
	set.one.start = starts[set.start];
	odd_status status = odd_one_begin(&run, call->net, &set.one, call->job, err);
	if (status == ODD_OK && stop.iterations > 0)
		status = odd_fit(run, &stop, NULL, call->job, err);
	if (status == ODD_OK)
		status = read_out(
			out, run, call->method->score, call->method->without, call->job, err);
	odd_one_free(run);
	return status;
}

/* ---- the rows ------------------------------------------------------------------------------- */

/* The two differ in what they begin with and how long they run; published is the same. */
#define AT(field) offsetof(struct settings, field)
#define SETTINGS(iterations_, start_) \
	ODD__WHOLE("iterations", AT(iterations), 0, 100000, iterations_, "5", \
		"rounds of the six updates; 0: the start alone"), \
		ODD__NUMBER("mu", AT(one.mu), 1, 1e9, "1", "1", "sum of each outlier score"), \
		ODD__CHOICE( \
			"start", AT(start), "nmf|svd|random", start_, "nmf", "the first factors"), \
		ODD__CHOICE("o-step", AT(one.o), "shares|uniform", "shares", "shares", \
			"whether outliers count less; uniform: all nodes alike")

static const odd_method_option calibrated_options[] = {SETTINGS("40", "svd")};
static const odd_method_option paper_options[] = {SETTINGS("5", "nmf")};

const odd_method odd__method_one_calibrated = {
	.name = "one-calibrated",
	.title = "ONE (calibrated)",
	.published = NULL, /* what was published is the other one */
	.note = "This program's variant: the optimiser of ONE on normalised links and "
		"words, with a score of its own. The form of that score was picked on "
		"outliers planted in Cora and Citeseer (seeds 1 to 20); no other method "
		"had that.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(calibrated_options),
	.variant = ODD_CALIBRATED,
	.run = run_one,
};

const odd_method odd__method_one_paper = {
	.name = "one-paper",
	.title = "ONE (paper)",
	.published = "ONE",
	.note = "As published, with the U update that the loss calls for (the printed one "
		"and the authors' script raise it). Scored by its own O1, O2, O3, which "
		"follow degree and word count.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(paper_options),
	.variant = ODD_PAPER,
	.run = run_one,
};

/* Rows of the table have names of their own: theirs is the score of the preset. */
void odd__method_of_score(odd_method *out, const odd_score *score)
{
	*out = odd__method_one_calibrated;
	out->name = out->title = score->name;
	out->score = score;
	out->note = score->about;
}
