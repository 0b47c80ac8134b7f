/* options.c: what `set` can change, a row each, with its bounds and a sentence. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "session/command.h"

odd_status session_parse_real(
	double *out, const char *what, const char *text, double least, double most, odd_error *err)
{
	double value = 0.0;
	odd__number read = odd__number_parse(text, strlen(text), &value);
	if (read != ODD__NUMBER_OK)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: \"%.60s\" %s", what, text, odd__number_problem(read));
	if (!(value >= least))
		return odd_error_set(err, ODD_EUSAGE, "%s: %g is below %g", what, value, least);
	if (!(value <= most))
		return odd_error_set(err, ODD_EUSAGE, "%s: %g is above %g", what, value, most);
	*out = value;
	return ODD_OK;
}

odd_status session_parse_count(
	size_t *out, const char *what, const char *text, size_t least, size_t most, odd_error *err)
{
	double value = 0.0;
	odd_status status =
		session_parse_real(&value, what, text, (double)least, (double)most, err);
	if (status != ODD_OK)
		return status;
	if (value != floor(value))
		return odd_error_set(err, ODD_EUSAGE, "%s: %g is not a whole number", what, value);
	*out = (size_t)value;
	return ODD_OK;
}

odd_status session_parse_seed(uint64_t *seed, const char *text, odd_error *err)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
		return odd_error_set(err, ODD_EUSAGE,
			"seed: \"%.60s\" is not a whole number from 0 to 2^64 - 1", text);
	*seed = value;
	return ODD_OK;
}

odd_status session_parse_weights(struct place *place, const char *text, odd_error *err)
{
	if (strcmp(text, "preset") == 0) {
		place->weighted = false;
		return ODD_OK;
	}
	double weight[3], sum = 0.0;
	const char *at = text;
	for (int t = 0; t < 3; t++) {
		size_t length = strcspn(at, ",");
		char part[48];
		if (length >= sizeof part || at[length] != (t < 2 ? ',' : '\0'))
			return odd_error_set(err, ODD_EUSAGE,
				"weights: \"%.60s\" is not three numbers such as 0.4,0.2,0.4, nor "
				"preset",
				text);
		memcpy(part, at, length);
		part[length] = '\0';
		odd_status status = session_parse_real(&weight[t], "weights", part, 0.0, 1e9, err);
		if (status != ODD_OK)
			return status;
		sum += weight[t];
		at += length + (t < 2);
	}
	if (!(sum > 0.0))
		return odd_error_set(err, ODD_EUSAGE, "weights: not all three can be 0");
	place->weighted = true;
	memcpy(place->weight, weight, sizeof weight);
	return ODD_OK;
}

/* ---- a setter each -------------------------------------------------------------------------- */

/* Which of "a|b|c" the value is, or an error that lists them. */
odd_status session_choose(
	int *out, const char *name, const char *values, const char *value, odd_error *err)
{
	size_t length = strlen(value);
	int at = 0;
	for (const char *p = values;; at++) {
		size_t n = strcspn(p, "|");
		if (n == length && strncmp(p, value, n) == 0) {
			*out = at;
			return ODD_OK;
		}
		if (p[n] == '\0')
			return odd_error_set(err, ODD_EUSAGE, "%s: \"%.60s\" is not one of %s",
				name, value, values);
		p += n + 1;
	}
}

#define PRESETS "calibrated|paper"
#define STARTS "preset|nmf|svd|random"
#define UPDATES "coordinate|block"

static odd_status set_preset(struct place *p, const char *value, odd_error *err)
{
	int at = 0;
	odd_status status = session_choose(&at, "preset", PRESETS, value, err);
	if (status == ODD_OK)
		p->wanted.preset = at == 0 ? ODD_CALIBRATED : ODD_PAPER;
	return status;
}

static const odd_start starts[] = {
	ODD_START_PRESET, ODD_START_NMF, ODD_START_SVD, ODD_START_RANDOM};

/* A name, or a directory with the factors of another run; the caller owns its path. */
static odd_status set_init(struct place *p, const char *value, odd_error *err)
{
	struct stat info;
	int at = 0;
	odd_status status = session_choose(&at, "init", STARTS, value, NULL);
	if (status == ODD_OK) {
		p->wanted.start = starts[at];
		p->wanted.start_dir = NULL;
		return ODD_OK;
	}
	if (stat(value, &info) != 0 || !S_ISDIR(info.st_mode))
		return odd_error_set(err, ODD_EUSAGE,
			"init: \"%.100s\" is neither one of %s nor a directory with G.npy H.npy "
			"U.npy V.npy",
			value, STARTS);
	p->wanted.start = ODD_START_GIVEN;
	p->wanted.start_dir = value;
	return ODD_OK;
}

static odd_status set_update(struct place *p, const char *value, odd_error *err)
{
	int at = 0;
	odd_status status = session_choose(&at, "update", UPDATES, value, err);
	if (status == ODD_OK)
		p->wanted.update = at == 0 ? ODD_COORDINATE : ODD_BLOCK;
	return status;
}

static odd_status set_k(struct place *p, const char *value, odd_error *err)
{
	size_t most = 4096;
	if (p->epoch != NULL) {
		const odd_network *net = p->epoch->net->net;
		most = (net->nodes < net->attributes ? net->nodes : net->attributes) - 1;
	}
	if (strcmp(value, "auto") == 0) {
		p->wanted.k = 0;
		return ODD_OK;
	}
	return session_parse_count(&p->wanted.k, "k", value, 1, most, err);
}

static odd_status set_derived(double *out, const char *name, const char *value, odd_error *err)
{
	if (strcmp(value, "auto") == 0) {
		*out = (double)NAN;
		return ODD_OK;
	}
	return session_parse_real(out, name, value, 0.0, 1e12, err);
}

static odd_status set_alpha(struct place *p, const char *value, odd_error *err)
{
	return set_derived(&p->wanted.alpha, "alpha", value, err);
}

static odd_status set_beta(struct place *p, const char *value, odd_error *err)
{
	return set_derived(&p->wanted.beta, "beta", value, err);
}

static odd_status set_mu(struct place *p, const char *value, odd_error *err)
{
	double most = p->epoch != NULL ? (double)p->epoch->net->net->nodes - 1.0 : 1e9;
	return session_parse_real(&p->wanted.mu, "mu", value, 1.0, most, err);
}

static odd_status set_seed(struct place *p, const char *value, odd_error *err)
{
	return session_parse_seed(&p->wanted.seed, value, err);
}

static odd_status set_iterations(struct place *p, const char *value, odd_error *err)
{
	if (strcmp(value, "preset") == 0) {
		p->iterations = 0;
		return ODD_OK;
	}
	return session_parse_count(&p->iterations, "iterations", value, 1, 100000, err);
}

/* ---- a getter each -------------------------------------------------------------------------- */

/* Choice i of "a|b|c". */
static void put_choice(char out[SESSION_VALUE], const char *values, size_t i)
{
	for (; i > 0; i--)
		values += strcspn(values, "|") + 1;
	snprintf(out, SESSION_VALUE, "%.*s", (int)strcspn(values, "|"), values);
}

static void get_preset(char out[SESSION_VALUE], const struct place *p)
{
	put_choice(out, PRESETS, p->wanted.preset == ODD_PAPER);
}

static void get_init(char out[SESSION_VALUE], const struct place *p)
{
	if (p->wanted.start == ODD_START_GIVEN)
		snprintf(out, SESSION_VALUE, "%s",
			p->wanted.start_dir != NULL ? p->wanted.start_dir : "given");
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (p->wanted.start == starts[i])
			put_choice(out, STARTS, i);
}

static void get_update(char out[SESSION_VALUE], const struct place *p)
{
	put_choice(out, UPDATES, p->wanted.update == ODD_BLOCK);
}

static void get_k(char out[SESSION_VALUE], const struct place *p)
{
	if (p->wanted.k == 0)
		snprintf(out, SESSION_VALUE, "auto");
	else
		snprintf(out, SESSION_VALUE, "%zu", p->wanted.k);
}

static void put_derived(char out[SESSION_VALUE], double value)
{
	if (isnan(value))
		snprintf(out, SESSION_VALUE, "auto");
	else
		snprintf(out, SESSION_VALUE, "%.6g", value);
}

static void get_alpha(char out[SESSION_VALUE], const struct place *p)
{
	put_derived(out, p->wanted.alpha);
}

static void get_beta(char out[SESSION_VALUE], const struct place *p)
{
	put_derived(out, p->wanted.beta);
}

static void get_mu(char out[SESSION_VALUE], const struct place *p)
{
	snprintf(out, SESSION_VALUE, "%.6g", p->wanted.mu);
}

static void get_seed(char out[SESSION_VALUE], const struct place *p)
{
	snprintf(out, SESSION_VALUE, "%llu", (unsigned long long)p->wanted.seed);
}

static void get_weights(char out[SESSION_VALUE], const struct place *p)
{
	if (p->weighted)
		snprintf(out, SESSION_VALUE, "%.6g,%.6g,%.6g", p->weight[0], p->weight[1],
			p->weight[2]);
	else
		snprintf(out, SESSION_VALUE, "preset");
}

static void get_iterations(char out[SESSION_VALUE], const struct place *p)
{
	if (p->iterations == 0)
		snprintf(out, SESSION_VALUE, "preset");
	else
		snprintf(out, SESSION_VALUE, "%zu", p->iterations);
}

static const struct session_option options[] = {
	{"preset", PRESETS, "inputs, start and score: calibrated ones, or as the paper has them",
		true, set_preset, get_preset},
	{"k", "auto|NUMBER", "dimensions of the embedding; auto is 3 per community", true, set_k,
		get_k},
	{"alpha", "auto|NUMBER", "weight of the attributes in the loss", true, set_alpha,
		get_alpha},
	{"beta", "auto|NUMBER", "weight of the disagreement in the loss", true, set_beta, get_beta},
	{"mu", "NUMBER", "what the outlier scores of each kind add up to, 1 or more", true, set_mu,
		get_mu},
	{"init", STARTS "|DIRECTORY", "how the factors start, or where those of another run are",
		true, set_init, get_init},
	{"update", UPDATES, "one number at a time, or a whole row or matrix at once", true,
		set_update, get_update},
	{"seed", "NUMBER", "seed of everything random", true, set_seed, get_seed},
	{"weights", "A,B,C|preset",
		"weights of structure, attributes and disagreement in the score", false,
		session_parse_weights, get_weights},
	{"iterations", "preset|NUMBER", "the iteration at which play stops", false, set_iterations,
		get_iterations},
};

const struct session_option *session_option_get(size_t i)
{
	return i < sizeof options / sizeof *options ? &options[i] : NULL;
}

const struct session_option *session_option_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strlen(options[i].name) == length &&
			strncmp(options[i].name, name, length) == 0)
			return &options[i];
	return NULL;
}
