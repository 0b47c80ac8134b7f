/* compare_oracle ORACLE STATE RUN.json ITERATION: does a run equal the oracle?
 *
 * The state (.npy) must equal ORACLE/iteration-ITERATION, the trace and α, β those of
 * ORACLE/trace.json, to 1e-8 relative. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/npy.h"

#define TOLERANCE 1e-8

static int differ(double got, double wanted)
{
	return !(fabs(got - wanted) <= TOLERANCE * fmax(fabs(wanted), 1e-12));
}

static int compare_matrix(
	const char *oracle, const char *state, const char *iteration, const char *name)
{
	char a[1024], b[1024];
	odd_mat got, wanted;
	odd_error err;
	int wrong = 0;
	snprintf(a, sizeof a, "%s/%s.npy", state, name);
	snprintf(b, sizeof b, "%s/iteration-%s/%s.npy", oracle, iteration, name);
	if (odd_npy_read(&got, a, &err) != ODD_OK || odd_npy_read(&wanted, b, &err) != ODD_OK) {
		printf("%s: %s: %s\n", name, err.file, err.message);
		return 1;
	}
	if (got.rows != wanted.rows || got.cols != wanted.cols) {
		printf("%s: shape (%zu, %zu) instead of (%zu, %zu)\n", name, got.rows, got.cols,
			wanted.rows, wanted.cols);
		wrong = 1;
	}
	for (size_t i = 0; i < got.rows && !wrong; i++)
		for (size_t j = 0; j < got.cols && !wrong; j++)
			wrong = differ(odd_mat_row(got, i)[j], odd_mat_row(wanted, i)[j]);
	if (wrong)
		printf("%s differs\n", name);
	odd_mat_free(&got);
	odd_mat_free(&wanted);
	return wrong;
}

static int compare_number(const char *what, const json_t *got, const json_t *wanted)
{
	if (json_is_number(got) && json_is_number(wanted) &&
		!differ(json_number_value(got), json_number_value(wanted)))
		return 0;
	printf("%s: %.17g instead of %.17g\n", what, json_number_value(got),
		json_number_value(wanted));
	return 1;
}

static int compare_trace(const json_t *run, const json_t *oracle)
{
	static const char *const term[3] = {"structure", "attributes", "disagreement"};
	const json_t *got = json_object_get(run, "trace"), *wanted = json_object_get(oracle, "log");
	const json_t *options = json_object_get(run, "options");
	int wrong = compare_number("alpha", json_object_get(options, "alpha"),
			    json_object_get(oracle, "alpha")) |
		    compare_number("beta", json_object_get(options, "beta"),
			    json_object_get(oracle, "beta"));
	if (json_array_size(got) != json_array_size(wanted) || json_array_size(got) == 0) {
		printf("%zu trace points instead of %zu\n", json_array_size(got),
			json_array_size(wanted));
		return 1;
	}
	for (size_t i = 0; i < json_array_size(got) && !wrong; i++) {
		const json_t *g = json_array_get(got, i), *w = json_array_get(wanted, i);
		const char *a = json_string_value(json_object_get(g, "step"));
		const char *b = json_string_value(json_object_get(w, "step"));
		if (a == NULL || b == NULL || strcmp(a, b) != 0 ||
			json_integer_value(json_object_get(g, "iteration")) !=
				json_integer_value(json_object_get(w, "iteration"))) {
			printf("trace point %zu is another sub-step\n", i);
			wrong = 1;
		}
		wrong |= compare_number(
			"loss", json_object_get(g, "loss"), json_object_get(w, "loss"));
		for (size_t t = 0; t < 3; t++)
			wrong |= compare_number(term[t], json_object_get(g, term[t]),
				json_array_get(json_object_get(w, "terms"), t));
	}
	return wrong;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"G", "H", "U", "V", "W", "O1", "O2", "O3"};
	char path[1024];
	json_error_t error;
	if (argc != 5)
		return 2;
	snprintf(path, sizeof path, "%s/trace.json", argv[1]);
	json_t *oracle = json_load_file(path, 0, &error), *run = json_load_file(argv[3], 0, &error);
	if (oracle == NULL || run == NULL) {
		printf("cannot read the JSON: %s\n", error.text);
		return 1;
	}
	int wrong = compare_trace(run, oracle);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		wrong |= compare_matrix(argv[1], argv[2], argv[4], names[i]);
	json_decref(oracle);
	json_decref(run);
	return wrong;
}
