#include "config.h"

#include "report/model.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "report/json.h"

static const char file_name[] = "model.json";

odd_status report_model_save(
	const char *dir, const struct result *o, const odd_job *job, odd_error *err)
{
	static char name[] = "model";
	odd_network copy = *o->net; /* borrowed: only its name is another */
	copy.name = name;
	odd_status status = odd_one_save(o->one, dir, err);
	if (status == ODD_OK)
		status = odd_network_save(&copy, dir, job, err);
	if (status != ODD_OK)
		return status;
	return json_save_in(dir, file_name,
		json_pack("{s:s, s:i, s:o, s:o, s:b, s:b, s:o}", "oddone", VERSION, "schema",
			REPORT_SCHEMA, "name", json_text(o->net->name), "checksum",
			json_checksum(odd_network_checksum(o->net)), "directed", o->net->directed,
			"links_are_words", o->net->links_are_words, "options",
			report_options_object(o)),
		err);
}

static odd_status wrong(const char *path, const char *what, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s", what);
}

/* A number of the options; NAN: it is missing. */
static double number_of(const json_t *options, const char *key)
{
	const json_t *value = json_object_get(options, key);
	return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static odd_status fill(struct model *m, const json_t *root, const char *path, odd_error *err)
{
	const json_t *options = json_object_get(root, "options");
	const char *name = json_string_value(json_object_get(root, "name"));
	const char *checksum = json_string_value(json_object_get(root, "checksum"));
	const char *preset = json_string_value(json_object_get(options, "preset"));
	const char *score = json_string_value(json_object_get(options, "score"));
	const json_t *weights = json_object_get(options, "weights");
	static const char *const set[] = {"evidence", "without"};
	if (name == NULL || checksum == NULL || preset == NULL || score == NULL ||
		(!json_is_null(weights) && json_array_size(weights) != 3))
		return wrong(path, "is no model.json that oddone wrote", err);
	struct run_options *o = &m->options;
	o->one.preset = strcmp(preset, "paper") == 0 ? ODD_PAPER : ODD_CALIBRATED;
	o->one.start = ODD_START_GIVEN;
	o->one.alpha = number_of(options, "alpha");
	o->one.beta = number_of(options, "beta");
	o->one.mu = number_of(options, "mu");
	o->score = run_options_score_number(odd_score_find(score));
	o->weighted = json_is_array(weights);
	if (o->score == 0 || !(o->one.alpha >= 0.0) || !(o->one.beta >= 0.0) || !(o->one.mu >= 1.0))
		return wrong(path, "has options that no run has", err);
	double sum = 0.0;
	for (size_t i = 0; i < 3 && o->weighted; i++) {
		o->weight[i] = json_number_value(json_array_get(weights, i));
		sum += o->weight[i];
		if (!(o->weight[i] >= 0.0) || !isfinite(o->weight[i]))
			return wrong(path, "has weights that no score has", err);
	}
	if (o->weighted && !(sum > 0.0))
		return wrong(path, "has weights that no score has", err);
	for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
		const char *parts = json_string_value(json_object_get(options, set[i]));
		if (parts != NULL && odd_option_set(o, run_option_find(set[i], strlen(set[i])),
					     set[i], parts, err) != ODD_OK)
			return wrong(path, "has options that no run has", err);
	}
	snprintf(m->name, sizeof m->name, "%s", name);
	snprintf(m->checksum, sizeof m->checksum, "%s", checksum);
	if (json_is_true(json_object_get(root, "directed")))
		o->directed = RUN_DIRECTED;
	m->links_are_words = json_is_true(json_object_get(root, "links_are_words"));
	return ODD_OK;
}

odd_status report_model_read(struct model *out, const char *dir, odd_error *err)
{
	json_error_t bad;
	memset(out, 0, sizeof *out);
	run_options_init(&out->options);
	char *path = odd_path_join(dir, file_name);
	if (path == NULL)
		return odd_error_nomem(err);
	if (access(path, F_OK) != 0) {
		free(path);
		return odd_error_at(err, ODD_EINPUT, dir, 0, 0,
			"there is no model.json in it; oddone run NETWORK --save-state DIR writes "
			"one");
	}
	json_t *root = json_load_file(path, 0, &bad);
	odd_status status = root != NULL          ? fill(out, root, path, err)
			    : json_lacks_memory() ? odd_error_nomem(err)
						  : odd_error_at(err, ODD_EINPUT, path, bad.line, 0,
							    "no JSON: %.120s", bad.text);
	if (status == ODD_OK &&
		(size_t)snprintf(out->options.start_dir, sizeof out->options.start_dir, "%s",
			dir) >= sizeof out->options.start_dir)
		status = odd_error_set(err, ODD_EUSAGE, "the name of the directory is too long");
	json_decref(root);
	free(path);
	return status;
}
