/* options.h: the subcommands and their options as tables, and what a command line came to.
 *
 * What an option is, its row says: that of study/options.h for what decides a run, that of
 * tui/ui_options.h for what decides a screen, that of tables.c for the rest. A subcommand names the
 * rows it takes. The parser, --help, the completion for bash and the manual go by them.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "draw/figures.h"
#include "draw/palette.h"
#include "draw/raster.h"
#include "network/generate.h"
#include "study/options.h"
#include "tui/ui_options.h"

enum output_format { FORMAT_TEXT, FORMAT_TSV, FORMAT_JSON };

/* ---- what a command line came to ----------------------------------------------------------- */

#define MAX_FIGURES 16

enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct figure_settings {
	const char *dir;                          /* --figures */
	const struct figure *chosen[MAX_FIGURES]; /* --figure, each once, in their order */
	size_t chosen_count;
	bool text;                 /* --text */
	struct ui_settings screen; /* --glyphs, --theme */
	enum colour_choice colour;
	enum raster_format format;
	unsigned size[2]; /* 0 0: each figure's own */
	bool slide;       /* --slide */
	double scale;     /* of letters and lines; 1 is usual */
};

#define MAX_EXECUTED 32
#define MAX_GIVEN 128

struct given_option {
	const odd_option *row;
	const char *value; /* NULL: it takes none */
};

/* What a command line came to. Texts are lent from argv. */
struct settings {
	const struct command *command;
	const char *network;
	const char *nodes_file; /* --nodes: in place of the network */
	odd_load_options table; /* how its files are read; directed is an option of the run */
	struct run_options run;
	const char *output; /* -o */
	size_t parts;       /* of a network for mpirun; 0: one */
	const char *save_state;
	const char *judgments; /* a file of them; NULL: none */
	const char *html;
	const char *export_format; /* formats beside, parted by commas */
	enum output_format format;
	bool quiet, help;
	size_t top;
	bool top_given;
	bool estimate;              /* info: only what a run takes */
	const char *time, *windows; /* of networks over time */
	bool cold;
	bool known;       /* explain the outliers that are known */
	size_t certainty; /* further runs */
	size_t list;      /* entries an explanation shows of each sort */

	/* of a comparison; the lists are parted by commas, NULL: all */
	const char *methods, *tasks;
	const char *seeds; /* "5", "201-210" */
	size_t repeats;
	const char *rounds; /* of the battery: iterations, a list of numbers */
	const char *scores; /* of the battery, likewise lists */
	bool recall;

	struct figure_settings figures;
	odd_generate_options generate;

	/* the explorer's */
	const char *script;
	const char *lesson;
	const char *answers;
	const char *execute[MAX_EXECUTED];
	size_t execute_count;
	bool no_config, default_config, resume;

	/* the replay's */
	const char *const *values; /* "name=value" */
	size_t value_count;
	bool batch;
	double wait; /* seconds */
	const char *record;
	const char *pdf;   /* the file of a handout; NULL: named after its tour */
	bool notes;        /* … with what is for the one who speaks */
	bool allow_writes; /* to what is played, of any file */

	struct given_option given[MAX_GIVEN]; /* in their order */
	size_t given_count;
};

/* What is said of an option under some subcommands (parted by blanks) instead of what its row says;
 * NULL: the row's. */
struct option_words {
	const char *commands, *name, *help, *standard;
};

/* LOG_NEEDED, TOUR_NEEDED: a log or tour, which settings has in place of the network, and values
 * behind it. MODEL_NEEDED: a directory in its place, and the network as the first value. */
enum network_argument {
	NETWORK_NONE,
	NETWORK_NEEDED,
	NETWORK_MAYBE,
	LOG_NEEDED,
	TOUR_NEEDED,
	MODEL_NEEDED
};

struct command {
	const char *name;
	const char *usage;      /* after "oddone NAME" */
	const char *summary;    /* one line, for the list of subcommands */
	const char *about;      /* a sentence or two more, for its own help */
	const char *example[2]; /* command lines */
	const char *example_help[2];
	const char *const *options; /* the rows it takes, by their names on the command line */
	size_t option_count;
	enum network_argument takes_network;
	bool needs_output;
	int (*run)(const struct settings *settings);
};

extern const struct command commands[];
extern const size_t command_count;
/* The rows that are the command line's own; their values lie in struct settings. */
extern const odd_option cli_option_rows[];
extern const size_t cli_option_count;
extern const struct option_words option_words[];
extern const size_t option_word_count;

/* NULL when there is none of that name. */
const struct command *command_find(const char *name);

/* The row of a name on the command line. */
const odd_option *option_row(const char *name);
/* What a subcommand says of it: a sentence, and the default in words (NULL: nothing to say). */
const char *option_help(const struct command *command, const char *name);
const char *option_standard(const struct command *command, const char *name);

/* The values an option was given, in their order: the next after *at, which starts at 0; NULL when
 * there are no more. */
const char *settings_next(const struct settings *s, const char *name, size_t *at);

/* Parse argv (argv[0] is the subcommand). ODD_EUSAGE says what is wrong; out->help is set, and
 * nothing else is checked, when help was asked for. */
odd_status options_parse(
	struct settings *out, const struct command *command, int argc, char **argv, odd_error *err);

/* The command line as the settings had it, quoted for a shell, on the heap; NULL without memory.
 * --threads and --quiet are left out: they change no picture. */
char *settings_command(const struct settings *s);

/* ---- figures -------------------------------------------------------------------------------- */

/* The ground that is asked for; otherwise that of pictures or of a terminal. */
enum theme figure_ground(const struct figure_settings *f, enum theme otherwise);

/* What --figures draws: the figures chosen, or all. NULL behind the last. */
const struct figure *figure_to_draw(const struct figure_settings *f, size_t i);
/* What --text prints: the figures chosen, or the dashboard alone. */
const struct figure *figure_to_print(const struct figure_settings *f, size_t i);

/* ---- what the tables say, for people, for bash and for the tests ------------------------------
 */

void help_overview(FILE *out);
void help_command(FILE *out, const struct command *command);
void help_version(FILE *out);

/* A line for each option: subcommand, letter or "-", name, argument or "-", sentence with the
 * default and without it, words the argument may be, "list" or "word"; separated by tabs. */
void help_options(FILE *out);
/* A line for each subcommand: name, summary, and what its argument is. */
void help_subcommands(FILE *out);

#endif
