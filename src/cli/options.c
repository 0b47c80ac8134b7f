/* options.c: from argv to settings, by the rows of tables.c. */
#include "config.h"

#include "cli/options.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/values.h"
#include "report/claim.h"

/* ---- one value ---------------------------------------------------------------------------- */

static odd_status parse_weights(double out[3], const char *text, odd_error *err)
{
	const char *p = text;
	double sum = 0.0;
	for (int t = 0; t < 3; t++) {
		char *end;
		out[t] = strtod(p, &end);
		if (end == p || *end != (t < 2 ? ',' : '\0') || !isfinite(out[t]) || out[t] < 0.0)
			return odd_error_set(err, ODD_EUSAGE,
				"--weights: \"%.60s\" is not three numbers, none negative, parted "
				"by commas",
				text);
		sum += out[t];
		p = end + 1;
	}
	if (!(sum > 0.0 && isfinite(sum)))
		return odd_error_set(
			err, ODD_EUSAGE, "--weights: one of the three must be above 0");
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

/* ---- one option --------------------------------------------------------------------------- */

static odd_status require(struct settings *s, const char *value, odd_error *err)
{
	struct claim_verdict unused;
	if (s->required_count == MAX_REQUIRED)
		return odd_error_set(err, ODD_EUSAGE, "--require: more than %d", MAX_REQUIRED);
	s->required[s->required_count++] = value;
	if (claim_test(&unused, NULL, value, NULL) == ODD_OK)
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"--require: cannot read \"%.80s\"; say for example recall@5>=0.6, auc>=0.9 or "
		"recall@10.structural>=0.5",
		value);
}

/* Options that concern the optimiser and the score. */
static odd_status apply_model(
	struct settings *s, const struct option_row *row, const char *value, odd_error *err)
{
	odd_status status = ODD_OK;
	int choice = 0;
	switch (row->id) {
	case OPT_DIMS:
		return value_size(&s->one.k, row->name, value, 1, err);
	case OPT_ITERATIONS:
		s->iterations_given = true;
		return value_size(&s->stop.iterations, row->name, value, 0, err);
	case OPT_TOLERANCE:
		return value_real(&s->stop.tolerance, row->name, value, 0.0, 1.0, err);
	case OPT_SETTLED:
		return value_real(&s->stop.settled, row->name, value, 0.0, 1.0, err);
	case OPT_PRESET:
		status = value_choice(&choice, row->name, value, row->words, err);
		s->one.preset = choice == 0 ? ODD_PAPER : ODD_CALIBRATED;
		return status;
	case OPT_INIT:
		return parse_init(s, value);
	case OPT_UPDATE:
		status = value_choice(&choice, row->name, value, row->words, err);
		s->one.update = choice == 0 ? ODD_COORDINATE : ODD_BLOCK;
		return status;
	case OPT_ALPHA:
		return value_real(&s->one.alpha, row->name, value, 0.0, INFINITY, err);
	case OPT_BETA:
		return value_real(&s->one.beta, row->name, value, 0.0, INFINITY, err);
	case OPT_MU:
		return value_real(&s->one.mu, row->name, value, 1.0, INFINITY, err);
	case OPT_WEIGHTS:
		s->weights_given = true;
		return parse_weights(s->weights, value, err);
	case OPT_PLANT:
		return plant_request_parse(&s->plant, value, err);
	case OPT_PLANT_STYLE:
		status = value_choice(&choice, row->name, value, row->words, err);
		s->plant_style = choice == 0 ? ODD_PLANT_UNIFORM : ODD_PLANT_LOCAL;
		return status;
	case OPT_PLANT_SEED:
		s->plant_seed_given = true;
		return value_whole(&s->plant_seed, row->name, value, 0, INT64_MAX, err);
	case OPT_REQUIRE:
		return require(s, value, err);
	default:
		return figure_option(&s->figures, row, value, err);
	}
}

static odd_status apply(
	struct settings *s, const struct option_row *row, const char *value, odd_error *err)
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
		status = value_choice(&choice, row->name, value, row->words, err);
		s->format = (enum output_format)choice;
		return status;
	case OPT_NODE: /* settings_next finds them again */
	case OPT_SET:
		return ODD_OK;
	case OPT_METHODS:
		s->methods = value;
		return ODD_OK;
	case OPT_TASKS:
		s->tasks = value;
		return ODD_OK;
	case OPT_SEEDS:
		return value_size(&s->seeds, row->name, value, 1, err);
	case OPT_REPEATS:
		return value_size(&s->repeats, row->name, value, 1, err);
	case OPT_KNOWN:
		s->known = true;
		return ODD_OK;
	case OPT_LIST:
		return value_size(&s->list, row->name, value, 0, err);
	case OPT_TOP:
		s->top_given = true;
		return value_size(&s->top, row->name, value, 0, err);
	case OPT_SEED:
		return value_whole(&s->seed, row->name, value, 0, INT64_MAX, err);
	case OPT_THREADS:
		status = value_whole(&whole, row->name, value, 1, 1024, err);
		s->threads = (int)whole;
		return status;
	case OPT_SCRIPT:
		s->script = value;
		return ODD_OK;
	case OPT_LESSON:
		s->lesson = value;
		return ODD_OK;
	case OPT_EXECUTE:
		if (s->execute_count == MAX_EXECUTED)
			return odd_error_set(
				err, ODD_EUSAGE, "--execute: more than %d", MAX_EXECUTED);
		s->execute[s->execute_count++] = value;
		return ODD_OK;
	case OPT_BATCH:
		s->batch = true;
		return ODD_OK;
	case OPT_WAIT:
		return value_real(&s->wait, row->name, value, 0.0, 3600.0, err);
	case OPT_NO_CONFIG:
		s->no_config = true;
		return ODD_OK;
	case OPT_DEFAULT_CONFIG:
		s->default_config = true;
		return ODD_OK;
	case OPT_NODES:
		return value_size(&s->generate.nodes, row->name, value, 1, err);
	case OPT_EDGES:
		return value_size(&s->generate.edges, row->name, value, 1, err);
	case OPT_ATTRIBUTES:
		return value_size(&s->generate.attributes, row->name, value, 1, err);
	case OPT_COMMUNITIES:
		return value_size(&s->generate.communities, row->name, value, 1, err);
	case OPT_WORDS:
		return value_real(&s->generate.words, row->name, value, 0.0, 1e9, err);
	case OPT_MIXING:
		return value_real(&s->generate.mixing, row->name, value, 0.0, 1.0, err);
	case OPT_NOISE:
		return value_real(&s->generate.noise, row->name, value, 0.0, 1.0, err);
	case OPT_WEIGHTED:
		s->generate.weighted = true;
		return ODD_OK;
	default:
		return apply_model(s, row, value, err);
	}
}

/* ---- the command line --------------------------------------------------------------------- */

enum { MAX_OPTIONS = 64 };

/* Two spellings of one word, and the option that both of them name. */
static const struct {
	const char *also, *name;
} spellings[] = {{"colour", "color"}, {"map-color", "map-colour"}};

/* What getopt_long wants; the value of a long option is its row, counted from 256. */
static void build(const struct command *command, struct option *longs, char *shorts)
{
	char *p = shorts;
	size_t count = command->option_count;
	assert(count + sizeof spellings / sizeof *spellings <= MAX_OPTIONS);
	*p++ = ':'; /* a missing argument is told apart from an unknown option */
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option_row *row = &command->options[i];
		longs[i] = (struct option){row->name,
			row->argument != NULL ? required_argument : no_argument, NULL,
			256 + (int)i};
		if (row->letter != 0)
			*p++ = row->letter;
		if (row->letter != 0 && row->argument != NULL)
			*p++ = ':';
	}
	*p = '\0';
	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
		for (size_t j = 0; j < command->option_count; j++) {
			if (strcmp(longs[j].name, spellings[i].name) != 0)
				continue;
			longs[count] = longs[j];
			longs[count++].name = spellings[i].also;
		}
	}
	memset(&longs[count], 0, sizeof *longs);
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

static odd_status wrong_option(
	int found, const struct command *command, char **argv, odd_error *err)
{
	const struct option_row *row = row_of(command, optopt);
	if (found == ':' && row != NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "--%s needs an argument, %s", row->name, row->argument);
	if (optopt >= 256 && row != NULL)
		return odd_error_set(err, ODD_EUSAGE, "--%s takes no argument", row->name);
	if (optopt != 0)
		return odd_error_set(err, ODD_EUSAGE, "unknown option -%c", optopt);
	return odd_error_set(
		err, ODD_EUSAGE, "unknown or ambiguous option %.100s", argv[optind - 1]);
}

static odd_status check_directory(const char *name, odd_error *err)
{
	if (name == NULL || (name[0] != '\0' && strcmp(name, "-") != 0))
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE, "\"%s\" is not the name of a directory", name);
}

static odd_status check(struct settings *s, int argc, char **argv, odd_error *err)
{
	const struct command *command = s->command;
	int wanted = command->takes_network != NETWORK_NONE ? 1 : 0;
	if (argc - optind < wanted && command->takes_network == NETWORK_NEEDED)
		return odd_error_set(err, ODD_EUSAGE, "which network? usage: oddone %s %s",
			command->name, command->usage);
	if (argc - optind < wanted && command->takes_network == LOG_NEEDED)
		return odd_error_set(err, ODD_EUSAGE, "which log? usage: oddone %s %s",
			command->name, command->usage);
	if (command->takes_network == LOG_NEEDED) {
		s->values = (const char *const *)argv + optind + 1;
		s->value_count = (size_t)(argc - optind - 1);
	} else if (argc - optind > wanted)
		return odd_error_set(
			err, ODD_EUSAGE, "one argument too many: %.100s", argv[optind + wanted]);
	if (argc - optind > 0)
		s->network = argv[optind];
	if (command->needs_output && s->output == NULL)
		return odd_error_set(err, ODD_EUSAGE, "where to? -o DIR is missing");
	const char *place[] = {s->output, s->save_state, s->figures.dir, s->figures.frames};
	odd_status status = ODD_OK;
	for (size_t i = 0; i < sizeof place / sizeof *place && status == ODD_OK; i++)
		status = check_directory(place[i], err);
	if (status == ODD_OK && s->figures.text && s->format != FORMAT_TEXT)
		status = odd_error_set(err, ODD_EUSAGE,
			"--text prints figures in place of the report: no other --format then");
	return status == ODD_OK ? figure_options_check(&s->figures, err) : status;
}

/* Keep what was given, for the command that every picture carries. */
static odd_status remember(
	struct settings *s, const struct option_row *row, const char *value, odd_error *err)
{
	if (s->given_count == MAX_GIVEN)
		return odd_error_set(err, ODD_EUSAGE, "more than %d options", MAX_GIVEN);
	s->given[s->given_count++] = (struct given_option){row, value};
	return ODD_OK;
}

const char *settings_next(const struct settings *s, enum option_id id, size_t *at)
{
	while (*at < s->given_count) {
		const struct given_option *given = &s->given[(*at)++];
		if (given->row->id == id)
			return given->value;
	}
	return NULL;
}

odd_status options_parse(struct settings *out, bool *help, const struct command *command, int argc,
	char **argv, odd_error *err)
{
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2];
	int found;
	*out = (struct settings){.command = command,
		.seed = 42,
		.top = 15,
		.list = 5,
		.wait = 0.3,
		.seeds = 5,
		.repeats = 10,
		.one = ODD_ONE_OPTIONS_INIT,
		.figures = FIGURE_SETTINGS_INIT,
		.generate = ODD_GENERATE_OPTIONS_INIT};
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
		if (status == ODD_OK)
			status = remember(out, row, optarg, err);
		if (status != ODD_OK)
			return status;
	}
	out->one.seed = out->generate.seed = out->figures.projection.seed = out->seed;
	return check(out, argc, argv, err);
}
