/* options.h: the subcommands and their options as tables, and what a command line came to.
 *
 * One row of a table feeds the parser, --help, the completion for bash and the check of the man
 * page, so none of them can disagree with another.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/figure_options.h"
#include "oddone/network/generate.h"
#include "oddone/plant/plant.h"
#include "oddone/score/score.h"

enum option_id {
	OPT_ALPHA,
	OPT_ATTRIBUTES,
	OPT_BATCH,
	OPT_BETA,
	OPT_COLOR,
	OPT_COMMUNITIES,
	OPT_DEFAULT_CONFIG,
	OPT_DIMS,
	OPT_DIRECTED,
	OPT_EDGES,
	OPT_EXECUTE,
	OPT_FIGURE,
	OPT_FIGURES,
	OPT_FIGURE_FORMAT,
	OPT_FORMAT,
	OPT_FRAMES,
	OPT_GLYPHS,
	OPT_HELP,
	OPT_INIT,
	OPT_LESSON,
	OPT_ITERATIONS,
	OPT_KNOWN,
	OPT_LIST,
	OPT_MAP_COLOUR,
	OPT_METHODS,
	OPT_MIXING,
	OPT_MU,
	OPT_NODE,
	OPT_NODES,
	OPT_NO_CONFIG,
	OPT_NOISE,
	OPT_OUTPUT,
	OPT_PLANT,
	OPT_PLANT_SEED,
	OPT_PLANT_STYLE,
	OPT_PRESET,
	OPT_PROJECT,
	OPT_PROJECTION,
	OPT_QUIET,
	OPT_REPEATS,
	OPT_REQUIRE,
	OPT_SAVE_STATE,
	OPT_SCALE,
	OPT_SCRIPT,
	OPT_SEED,
	OPT_SEEDS,
	OPT_SET,
	OPT_SETTLED,
	OPT_SIZE,
	OPT_TASKS,
	OPT_TEXT,
	OPT_THEME,
	OPT_THREADS,
	OPT_TOLERANCE,
	OPT_TOP,
	OPT_UPDATE,
	OPT_WAIT,
	OPT_WEIGHTED,
	OPT_WEIGHTS,
	OPT_WORDS
};

struct option_row {
	enum option_id id;
	char letter;          /* 0: none */
	const char *name;     /* without the dashes */
	const char *argument; /* its name in the help; NULL: takes none */
	const char *standard; /* the default, in words; NULL: nothing to say */
	const char *words;    /* for completion: the words it takes, or "DIR" */
	const char *help;     /* a sentence without a final stop */
};

enum output_format { FORMAT_TEXT, FORMAT_TSV, FORMAT_JSON };

/* --plant 5%, or so many (or such a share) of each kind. */
struct plant_request {
	bool given;
	double percent; /* of the nodes, in equal thirds; 0: by kind */
	double kind[3]; /* structural, attribute, combined */
	bool share[3];  /* kind[t] is in percent of the nodes */
};

#define MAX_REQUIRED 16
#define MAX_EXECUTED 32
#define MAX_GIVEN 128

struct given_option {
	const struct option_row *row;
	const char *value; /* NULL: it takes none */
};

/* What a command line came to. Texts are lent from argv. */
struct settings {
	const struct command *command;
	const char *network;
	const char *output; /* -o */
	const char *save_state;
	enum output_format format;
	bool directed, quiet;
	int threads; /* 0: all cores */
	uint64_t seed;

	odd_one_options one; /* k 0: derive */
	odd_stop stop;
	bool iterations_given; /* so that 0 can mean none */
	bool weights_given;
	double weights[3];
	struct plant_request plant;
	odd_plant_style plant_style;
	bool plant_seed_given;
	uint64_t plant_seed;
	size_t top;
	bool top_given;
	bool known;                         /* explain the outliers that are known */
	size_t list;                        /* entries an explanation shows of each sort */
	const char *required[MAX_REQUIRED]; /* claims */
	size_t required_count;

	/* of a comparison; the lists are parted by commas, NULL: all */
	const char *methods, *tasks;
	size_t seeds, repeats;

	struct figure_settings figures;
	odd_generate_options generate;

	/* the explorer's */
	const char *script;
	const char *lesson;
	const char *execute[MAX_EXECUTED];
	size_t execute_count;
	bool no_config, default_config;

	/* the replay's */
	const char *const *values; /* "name=value" */
	size_t value_count;
	bool batch;
	double wait; /* seconds */

	struct given_option given[MAX_GIVEN]; /* in their order */
	size_t given_count;
};

/* LOG_NEEDED: a log, which settings has in place of the network, and values behind it. */
enum network_argument { NETWORK_NONE, NETWORK_NEEDED, NETWORK_MAYBE, LOG_NEEDED };

struct command {
	const char *name;
	const char *usage;      /* after "oddone NAME" */
	const char *summary;    /* one line, for the list of subcommands */
	const char *about;      /* a sentence or two more, for its own help */
	const char *example[2]; /* command lines */
	const char *example_help[2];
	const struct option_row *options;
	size_t option_count;
	enum network_argument takes_network;
	bool needs_output;
	int (*run)(const struct settings *settings);
};

/* The values an option was given, in their order: the next after *at, which starts at 0; NULL when
 * there are no more. */
const char *settings_next(const struct settings *s, enum option_id id, size_t *at);

extern const struct command commands[];
extern const size_t command_count;

/* NULL when there is none of that name. */
const struct command *command_find(const char *name);

/* Parse argv (argv[0] is the subcommand). ODD_EUSAGE says what is wrong; *help is set, and nothing
 * else is checked, when help was asked for. */
odd_status options_parse(struct settings *out, bool *help, const struct command *command, int argc,
	char **argv, odd_error *err);

/* "5%", or "structural=45,attribute=1%" and the like. */
odd_status plant_request_parse(struct plant_request *out, const char *text, odd_error *err);
/* The counts a request comes to in a network of so many nodes. ODD_EUSAGE when it comes to none. */
odd_status plant_request_resolve(
	odd_plant_options *out, const struct settings *s, size_t nodes, odd_error *err);

#endif
