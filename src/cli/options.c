/* options.c: from argv to settings, by the rows of tables.c. */
#include "config.h"

#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one value ---------------------------------------------------------------------------- */

static odd_status parse_whole(uint64_t *out, const char *name, const char *text, uint64_t least,
	uint64_t most, odd_error *err)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0')
		return odd_error_set(err, ODD_EUSAGE, "--%s: \"%.60s\" is not a whole number", name, text);
	if (errno == ERANGE || value < least || value > most)
		return odd_error_set(err, ODD_EUSAGE, "--%s: %.60s is not between %llu and %llu", name,
			text, (unsigned long long)least, (unsigned long long)most);
	*out = value;
	return ODD_OK;
}

static odd_status parse_size(size_t *out, const char *name, const char *text, uint64_t least,
	odd_error *err)
{
	uint64_t value;
	odd_status status = parse_whole(&value, name, text, least, UINT32_MAX - 2, err);
	if (status == ODD_OK)
		*out = (size_t)value;
	return status;
}

static odd_status parse_real(double *out, const char *name, const char *text, double least,
	double most, odd_error *err)
{
	char *end;
	double value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(value))
		return odd_error_set(err, ODD_EUSAGE, "--%s: \"%.60s\" is not a number", name, text);
	if (value < least || value > most) {
		if (isinf(most))
			return odd_error_set(err, ODD_EUSAGE, "--%s: %.60s is below %g", name, text, least);
		return odd_error_set(err, ODD_EUSAGE, "--%s: %.60s is not between %g and %g", name, text,
			least, most);
	}
	*out = value;
	return ODD_OK;
}

/* Which of the words "a b c" it is, from 0. */
static odd_status parse_choice(int *out, const char *name, const char *text, const char *words,
	odd_error *err)
{
	size_t length = strlen(text);
	int index = 0;
	for (const char *w = words; *w != '\0'; index++) {
		size_t n = strcspn(w, " ");
		if (n == length && memcmp(w, text, n) == 0) {
			*out = index;
			return ODD_OK;
		}
		w += n + (w[n] == ' ');
	}
	return odd_error_set(err, ODD_EUSAGE, "--%s: \"%.60s\" is none of: %s", name, text, words);
}

static odd_status parse_weights(double out[3], const char *text, odd_error *err)
{
	const char *p = text;
	double sum = 0.0;
	for (int t = 0; t < 3; t++) {
		char *end;
		out[t] = strtod(p, &end);
		if (end == p || *end != (t < 2 ? ',' : '\0') || !isfinite(out[t]) || out[t] < 0.0)
			return odd_error_set(err, ODD_EUSAGE,
				"--weights: \"%.60s\" is not three numbers, none negative, parted by commas",
				text);
		sum += out[t];
		p = end + 1;
	}
	if (!(sum > 0.0 && isfinite(sum)))
		return odd_error_set(err, ODD_EUSAGE, "--weights: one of the three must be above 0");
	return ODD_OK;
}

/* nmf, svd, random, or a directory. */
static odd_status parse_init(struct settings *s, const char *text)
{
	static const struct {
		const char *word;
		odd_start start;
	} known[] = {{"nmf", ODD_START_NMF}, {"svd", ODD_START_SVD}, {"random", ODD_START_RANDOM}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(text, known[i].word) == 0) {
			s->one.start = known[i].start;
			return ODD_OK;
		}
	}
	s->one.start = ODD_START_GIVEN;
	s->one.start_dir = text;
	return ODD_OK;
}

/* ---- planting ----------------------------------------------------------------------------- */

static odd_status plant_not_understood(const char *text, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"--plant: cannot read \"%.60s\"; say for example 5%% or "
		"structural=45,attribute=45,combined=45", text);
}

/* "45" or "1%" up to a comma or the end. */
static int parse_amount(double *value, bool *share, const char **text)
{
	char *end;
	*value = strtod(*text, &end);
	if (end == *text || !isfinite(*value) || *value < 0.0)
		return -1;
	*share = *end == '%';
	end += *share;
	*text = end;
	if (*share)
		return *value <= 100.0 ? 0 : -1;
	return *value < 4e9 && *value == floor(*value) ? 0 : -1;
}

static odd_status parse_plant(struct plant_request *out, const char *text, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->given = true;
	const char *p = text;
	bool share;
	if (parse_amount(&out->percent, &share, &p) == 0) {
		if (!share || *p != '\0' || out->percent <= 0.0)
			return plant_not_understood(text, err);
		return ODD_OK;
	}
	out->percent = 0.0;
	for (p = text;; p++) {
		size_t length = strcspn(p, "=");
		int kind = odd_kind_from_name(p, length);
		if (kind < ODD_STRUCTURAL || kind > ODD_COMBINED || p[length] != '=')
			return plant_not_understood(text, err);
		p += length + 1;
		int t = kind - ODD_STRUCTURAL;
		if (parse_amount(&out->kind[t], &out->share[t], &p) != 0)
			return plant_not_understood(text, err);
		if (*p == '\0')
			return ODD_OK;
		if (*p != ',')
			return plant_not_understood(text, err);
	}
}

odd_status plant_request_resolve(odd_plant_options *out, const struct settings *s, size_t nodes,
	odd_error *err)
{
	const struct plant_request *r = &s->plant;
	*out = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	out->style = s->plant_style;
	out->seed = s->plant_seed_given ? s->plant_seed : s->seed;
	if (!r->given)
		return ODD_OK;
	if (r->percent > 0.0) {
		odd_plant_share(out, nodes, r->percent);
		if (out->structural == 0)
			return odd_error_set(err, ODD_EUSAGE,
				"--plant: %g%% of %zu nodes is less than one node of each kind", r->percent,
				nodes);
		return ODD_OK;
	}
	size_t *const count[3] = {&out->structural, &out->attribute, &out->combined};
	for (int t = 0; t < 3; t++) {
		double value = r->kind[t];
		if (r->share[t])
			value = floor((double)nodes * value / 100.0 * (1.0 + 1e-12));
		if (r->share[t] && r->kind[t] > 0.0 && value < 1.0)
			return odd_error_set(err, ODD_EUSAGE,
				"--plant: %s=%g%% of %zu nodes is less than one node",
				odd_kind_name((odd_kind)(ODD_STRUCTURAL + t)), r->kind[t], nodes);
		*count[t] = (size_t)value;
	}
	return ODD_OK;
}

/* ---- one option --------------------------------------------------------------------------- */

static odd_status require(struct settings *s, const char *value, odd_error *err)
{
	if (s->required_count == MAX_REQUIRED)
		return odd_error_set(err, ODD_EUSAGE, "--require: more than %d", MAX_REQUIRED);
	return requirement_parse(&s->required[s->required_count++], value, err);
}

/* Options that concern the optimiser and the score. */
static odd_status apply_model(struct settings *s, const struct option_row *row, const char *value,
	odd_error *err)
{
	odd_status status = ODD_OK;
	int choice = 0;
	switch (row->id) {
	case OPT_DIMS:
		return parse_size(&s->one.k, row->name, value, 1, err);
	case OPT_ITERATIONS:
		s->iterations_given = true;
		return parse_size(&s->stop.iterations, row->name, value, 0, err);
	case OPT_TOLERANCE:
		return parse_real(&s->stop.tolerance, row->name, value, 0.0, 1.0, err);
	case OPT_SETTLED:
		return parse_real(&s->stop.settled, row->name, value, 0.0, 1.0, err);
	case OPT_PRESET:
		status = parse_choice(&choice, row->name, value, row->words, err);
		s->one.preset = choice == 0 ? ODD_PAPER : ODD_CALIBRATED;
		return status;
	case OPT_INIT:
		return parse_init(s, value);
	case OPT_UPDATE:
		status = parse_choice(&choice, row->name, value, row->words, err);
		s->one.update = choice == 0 ? ODD_COORDINATE : ODD_BLOCK;
		return status;
	case OPT_ALPHA:
		return parse_real(&s->one.alpha, row->name, value, 0.0, INFINITY, err);
	case OPT_BETA:
		return parse_real(&s->one.beta, row->name, value, 0.0, INFINITY, err);
	case OPT_MU:
		return parse_real(&s->one.mu, row->name, value, 1.0, INFINITY, err);
	case OPT_WEIGHTS:
		s->weights_given = true;
		return parse_weights(s->weights, value, err);
	case OPT_PLANT:
		return parse_plant(&s->plant, value, err);
	case OPT_PLANT_STYLE:
		status = parse_choice(&choice, row->name, value, row->words, err);
		s->plant_style = choice == 0 ? ODD_PLANT_UNIFORM : ODD_PLANT_LOCAL;
		return status;
	case OPT_PLANT_SEED:
		s->plant_seed_given = true;
		return parse_whole(&s->plant_seed, row->name, value, 0, INT64_MAX, err);
	case OPT_REQUIRE:
		return require(s, value, err);
	default:
		return odd_error_set(err, ODD_EUSAGE, "--%s: not known", row->name);
	}
}

static odd_status apply(struct settings *s, const struct option_row *row, const char *value,
	odd_error *err)
{
	odd_status status = ODD_OK;
	uint64_t whole = 0;
	int choice = 0;
	switch (row->id) {
	case OPT_OUTPUT:
		s->output = value;
		return ODD_OK;
	case OPT_SAVE_STATE:
		s->save_state = value;
		return ODD_OK;
	case OPT_DIRECTED:
		s->directed = true;
		return ODD_OK;
	case OPT_QUIET:
		s->quiet = true;
		return ODD_OK;
	case OPT_FORMAT:
		status = parse_choice(&choice, row->name, value, row->words, err);
		s->format = (enum output_format)choice;
		return status;
	case OPT_PROJECTION:
		return parse_choice(&choice, row->name, value, row->words, err);
	case OPT_TOP:
		return parse_size(&s->top, row->name, value, 0, err);
	case OPT_SEED:
		return parse_whole(&s->seed, row->name, value, 0, INT64_MAX, err);
	case OPT_THREADS:
		status = parse_whole(&whole, row->name, value, 1, 1024, err);
		s->threads = (int)whole;
		return status;
	case OPT_NODES:
		return parse_size(&s->generate.nodes, row->name, value, 1, err);
	case OPT_EDGES:
		return parse_size(&s->generate.edges, row->name, value, 1, err);
	case OPT_ATTRIBUTES:
		return parse_size(&s->generate.attributes, row->name, value, 1, err);
	case OPT_COMMUNITIES:
		return parse_size(&s->generate.communities, row->name, value, 1, err);
	case OPT_WORDS:
		return parse_real(&s->generate.words, row->name, value, 0.0, 1e9, err);
	case OPT_MIXING:
		return parse_real(&s->generate.mixing, row->name, value, 0.0, 1.0, err);
	case OPT_NOISE:
		return parse_real(&s->generate.noise, row->name, value, 0.0, 1.0, err);
	case OPT_WEIGHTED:
		s->generate.weighted = true;
		return ODD_OK;
	default:
		return apply_model(s, row, value, err);
	}
}

/* ---- the command line --------------------------------------------------------------------- */

enum { MAX_OPTIONS = 40 };

/* What getopt_long wants; the value of a long option is its row, counted from 256. */
static void build(const struct command *command, struct option *longs, char *shorts)
{
	char *p = shorts;
	*p++ = ':'; /* a missing argument is told apart from an unknown option */
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option_row *row = &command->options[i];
		longs[i] = (struct option){row->name,
			row->argument != NULL ? required_argument : no_argument, NULL, 256 + (int)i};
		if (row->letter != 0)
			*p++ = row->letter;
		if (row->letter != 0 && row->argument != NULL)
			*p++ = ':';
	}
	*p = '\0';
	memset(&longs[command->option_count], 0, sizeof *longs);
}

static const struct option_row *row_of(const struct command *command, int found)
{
	if (found >= 256)
		return &command->options[found - 256];
	for (size_t i = 0; i < command->option_count; i++)
		if (command->options[i].letter == found)
			return &command->options[i];
	return NULL;
}

static odd_status wrong_option(int found, const struct command *command, char **argv, odd_error *err)
{
	const struct option_row *row = row_of(command, optopt);
	if (found == ':' && row != NULL)
		return odd_error_set(err, ODD_EUSAGE, "--%s needs an argument, %s", row->name,
			row->argument);
	if (optopt >= 256 && row != NULL)
		return odd_error_set(err, ODD_EUSAGE, "--%s takes no argument", row->name);
	if (optopt != 0)
		return odd_error_set(err, ODD_EUSAGE, "unknown option -%c", optopt);
	return odd_error_set(err, ODD_EUSAGE, "unknown or ambiguous option %.100s", argv[optind - 1]);
}

static odd_status check(struct settings *s, int argc, char **argv, odd_error *err)
{
	const struct command *command = s->command;
	int wanted = command->takes_network ? 1 : 0;
	if (argc - optind < wanted)
		return odd_error_set(err, ODD_EUSAGE, "which network? usage: oddone %s %s",
			command->name, command->usage);
	if (argc - optind > wanted)
		return odd_error_set(err, ODD_EUSAGE, "one argument too many: %.100s",
			argv[optind + wanted]);
	if (wanted > 0)
		s->network = argv[optind];
	if (command->needs_output && s->output == NULL)
		return odd_error_set(err, ODD_EUSAGE, "where to? -o DIR is missing");
	if ((s->output != NULL && s->output[0] == '\0') ||
		(s->save_state != NULL && s->save_state[0] == '\0'))
		return odd_error_set(err, ODD_EUSAGE, "the name of a directory is empty");
	return ODD_OK;
}

odd_status options_parse(struct settings *out, bool *help, const struct command *command, int argc,
	char **argv, odd_error *err)
{
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2];
	int found;
	*out = (struct settings){.command = command, .seed = 42, .top = 15,
		.one = ODD_ONE_OPTIONS_INIT, .generate = ODD_GENERATE_OPTIONS_INIT};
	*help = false;
	build(command, longs, shorts);
	opterr = 0;
	optind = 1;
	while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct option_row *row = row_of(command, found);
		if (found == '?' || found == ':' || row == NULL)
			return wrong_option(found, command, argv, err);
		if (row->id == OPT_HELP) {
			*help = true;
			return ODD_OK;
		}
		odd_status status = apply(out, row, optarg, err);
		if (status != ODD_OK)
			return status;
	}
	out->one.seed = out->generate.seed = out->seed;
	return check(out, argc, argv, err);
}
