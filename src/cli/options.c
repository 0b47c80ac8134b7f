/* options.c: from argv to settings, by the rows that the subcommand names. */
#include "config.h"

#include "cli/options.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>
#include <sys/stat.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/claim.h"
#include "report/exports.h"
#include "tui/ui_options.h"

/* ---- rows --------------------------------------------------------------------------------- */

static const odd_option *find_spelt(const odd_option *rows, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(odd_option_spelling(&rows[i]), name) == 0)
			return &rows[i];
	/* One that is spelt as another subcommand's option is found by its own name. */
	for (size_t i = 0; rows == cli_option_rows && i < count; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

const odd_option *option_row(const char *name)
{
	const odd_option *row = find_spelt(cli_option_rows, cli_option_count, name);
	if (row == NULL)
		row = find_spelt(run_option_rows, run_option_count, name);
	if (row == NULL)
		row = find_spelt(ui_option_rows, ui_option_count, name);
	assert(row != NULL);
	return row;
}

static bool among(const char *words, const char *word)
{
	size_t length = strlen(word);
	for (const char *p = words; *p != '\0'; p += strcspn(p, " "), p += *p == ' ')
		if (strncmp(p, word, length) == 0 && (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

static const struct option_words *special(const struct command *command, const char *name)
{
	static const struct option_words none = {"", "", NULL, NULL};
	for (size_t i = 0; i < option_word_count; i++)
		if (strcmp(option_words[i].name, name) == 0 &&
			among(option_words[i].commands, command->name))
			return &option_words[i];
	return &none;
}

const char *option_help(const struct command *command, const char *name)
{
	const char *help = special(command, name)->help;
	return help != NULL ? help : option_row(name)->help;
}

const char *option_standard(const struct command *command, const char *name)
{
	const odd_option *row = option_row(name);
	const char *standard = special(command, name)->standard;
	return standard != NULL ? standard : row->standard != NULL ? row->standard : row->usual;
}

/* The struct in which the values of a row's table lie. */
static void *home_of(struct settings *s, const odd_option *row)
{
	if (row >= cli_option_rows && row < cli_option_rows + cli_option_count)
		return s;
	return run_option_is(row) ? (void *)&s->run : (void *)&s->figures.screen;
}

/* ---- which figures ------------------------------------------------------------------------ */

const struct figure *figure_to_draw(const struct figure_settings *f, size_t i)
{
	return f->chosen_count == 0 ? figure_get(i) : figure_to_print(f, i);
}

const struct figure *figure_to_print(const struct figure_settings *f, size_t i)
{
	if (f->chosen_count == 0 && i == 0)
		return figure_find("dashboard");
	return i < f->chosen_count ? f->chosen[i] : NULL;
}

enum theme figure_ground(const struct figure_settings *f, enum theme otherwise)
{
	return f->screen.theme_choice != 0 ? f->screen.theme : otherwise;
}

/* ---- one option --------------------------------------------------------------------------- */

static odd_status figure_choose(struct figure_settings *f, const char *name, odd_error *err)
{
	const struct figure *figure = figure_find(name), *one;
	char names[200] = "";
	for (size_t i = 0; (one = figure_get(i)) != NULL; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
			i > 0 ? " " : "", one->name);
	if (figure == NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "--figure: \"%.60s\" is none of: %s", name, names);
	for (size_t i = 0; i < f->chosen_count; i++)
		if (f->chosen[i] == figure)
			return ODD_OK;
	if (f->chosen_count == MAX_FIGURES)
		return odd_error_set(err, ODD_EUSAGE, "--figure: more than %d", MAX_FIGURES);
	f->chosen[f->chosen_count++] = figure;
	return ODD_OK;
}

/* Those that may be given several times. */
static odd_status add(struct settings *s, const odd_option *row, const char *value, odd_error *err)
{
	if (strcmp(row->name, "figure") == 0)
		return figure_choose(&s->figures, value, err);
	struct claim_verdict unused;
	if (strcmp(row->name, "require") == 0 && claim_test(&unused, NULL, value, NULL) != ODD_OK)
		return odd_error_set(err, ODD_EUSAGE,
			"--require: cannot read \"%.80s\"; say for example recall@5>=0.6, "
			"auc>=0.9 or recall@10.structural>=0.5",
			value);
	if (strcmp(row->name, "execute") == 0) {
		if (s->execute_count == MAX_EXECUTED)
			return odd_error_set(
				err, ODD_EUSAGE, "--execute: more than %d", MAX_EXECUTED);
		s->execute[s->execute_count++] = value;
	}
	return ODD_OK; /* settings_next finds the others again */
}

/* Keep what was given, for the command that every picture carries. */
static odd_status remember(
	struct settings *s, const odd_option *row, const char *value, odd_error *err)
{
	if (s->given_count == MAX_GIVEN)
		return odd_error_set(err, ODD_EUSAGE, "more than %d options", MAX_GIVEN);
	s->given[s->given_count++] = (struct given_option){row, value};
	return ODD_OK;
}

static odd_status apply(
	struct settings *s, const odd_option *row, const char *value, odd_error *err)
{
	char as[48] = "--";
	strncat(as, odd_option_spelling(row), sizeof as - 3);
	odd_status status = row->type == ODD_OPTION_LIST ? add(s, row, value, err)
							 : odd_option_set(home_of(s, row), row, as,
								   value != NULL       ? value
								   : row->bare != NULL ? row->bare
										       : "on",
								   err);
	return status == ODD_OK ? remember(s, row, value, err) : status;
}

const char *settings_next(const struct settings *s, const char *name, size_t *at)
{
	while (*at < s->given_count) {
		const struct given_option *given = &s->given[(*at)++];
		if (strcmp(given->row->name, name) == 0)
			return given->value;
	}
	return NULL;
}

/* ---- the command line --------------------------------------------------------------------- */

enum { MAX_OPTIONS = 96 };

/* Two spellings of one word, and the option that both of them name. */
static const struct {
	const char *also, *name;
} spellings[] = {{"colour", "color"}, {"map-color", "map-colour"}, {"attributes", "columns"},
	{"iterations", "rounds"}};

static int takes_argument(const odd_option *row)
{
	return row->bare != NULL       ? optional_argument
	       : odd_option_takes(row) ? required_argument
				       : no_argument;
}

/* What getopt_long wants; the value of a long option is its row, counted from 256. */
static void build(const struct command *command, struct option *longs, char *shorts)
{
	char *p = shorts;
	size_t count = command->option_count;
	assert(count + sizeof spellings / sizeof *spellings <= MAX_OPTIONS);
	*p++ = ':'; /* a missing argument is told apart from an unknown option */
	for (size_t i = 0; i < command->option_count; i++) {
		const odd_option *row = option_row(command->options[i]);
		longs[i] = (struct option){
			odd_option_spelling(row), takes_argument(row), NULL, 256 + (int)i};
		if (row->letter != 0)
			*p++ = row->letter;
		if (row->letter != 0 && odd_option_takes(row))
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

static const odd_option *row_of(const struct command *command, int found)
{
	for (size_t i = 0; i < command->option_count; i++) {
		const odd_option *row = option_row(command->options[i]);
		if (found == 256 + (int)i || (found < 256 && row->letter == found && found != 0))
			return row;
	}
	return NULL;
}

static odd_status wrong_option(
	int found, const struct command *command, char **argv, odd_error *err)
{
	const odd_option *row = row_of(command, optopt);
	char values[100];
	if (found == ':' && row != NULL)
		return odd_error_set(err, ODD_EUSAGE, "--%s needs an argument, %s",
			odd_option_spelling(row), odd_option_values(values, sizeof values, row));
	if (optopt >= 256 && row != NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "--%s takes no argument", odd_option_spelling(row));
	if (optopt != 0)
		return odd_error_set(err, ODD_EUSAGE, "unknown option -%c", optopt);
	return odd_error_set(
		err, ODD_EUSAGE, "unknown or ambiguous option %.100s", argv[optind - 1]);
}

enum { LEAST_PIXELS = 100, LEAST_CELLS = 12 };

/* Does what is said about figures make sense together? */
static odd_status check_figures(const struct figure_settings *f, odd_error *err)
{
	bool pictures = f->dir != NULL;
	unsigned least = pictures ? LEAST_PIXELS : LEAST_CELLS;
	if (f->chosen_count > 0 && !pictures && !f->text)
		return odd_error_set(
			err, ODD_EUSAGE, "--figure: where to? --figures DIR or --text is missing");
	if (f->size[0] > 0 &&
		(f->size[0] < least || f->size[1] < least || (!pictures && f->size[0] < 40)))
		return odd_error_set(err, ODD_EUSAGE, "--size: %ux%u is too small: at least %s",
			f->size[0], f->size[1], pictures ? "100x100 pixels" : "40x12 characters");
	if (f->size[0] > 0 && !pictures && (f->size[0] > 1000 || f->size[1] > 1000))
		return odd_error_set(err, ODD_EUSAGE, "--size: %ux%u characters: 1000x1000 will do",
			f->size[0], f->size[1]);
	return ODD_OK;
}

static odd_status check_directory(const char *name, odd_error *err)
{
	if (name == NULL || (name[0] != '\0' && strcmp(name, "-") != 0))
		return ODD_OK;
	return odd_error_set(
		err, ODD_EUSAGE, "\"%s\" is not the name of a file or directory", name);
}

/* Two tables: --nodes FILE --edges FILE, --edges FILE alone, or two files named one after the
 * other. */
static int find_tables(struct settings *s, int argc, char **argv)
{
	struct stat info;
	int given = argc - optind;
	bool tables = false;
	for (size_t i = 0; i < s->command->option_count; i++)
		tables |= strcmp(s->command->options[i], "edge-table") == 0;
	if (!tables || s->command->takes_network > NETWORK_NEEDED)
		return given;
	if (given == 2 && s->table.edges == NULL && stat(argv[optind + 1], &info) == 0 &&
		S_ISREG(info.st_mode)) {
		s->table.other = argv[optind + 1];
		return 1;
	}
	if (given == 0 && (s->nodes_file != NULL || s->table.edges != NULL)) {
		s->network = s->nodes_file != NULL ? s->nodes_file : s->table.edges;
		s->table.edges = s->nodes_file != NULL ? s->table.edges : NULL;
		return 1;
	}
	return given;
}

static odd_status check(struct settings *s, int argc, char **argv, odd_error *err)
{
	const struct command *command = s->command;
	int wanted = command->takes_network != NETWORK_NONE ? 1 : 0;
	int given = find_tables(s, argc, argv);
	if (given < wanted && command->takes_network == NETWORK_NEEDED)
		return odd_error_set(err, ODD_EUSAGE, "which network? usage: oddone %s %s",
			command->name, command->usage);
	if (command->takes_network == MODEL_NEEDED && argc - optind < 2)
		return odd_error_set(err, ODD_EUSAGE,
			"which model, and which new nodes? usage: oddone %s %s", command->name,
			command->usage);
	if (command->takes_network == MODEL_NEEDED && argc - optind > 2)
		return odd_error_set(
			err, ODD_EUSAGE, "one argument too many: %.100s", argv[optind + 2]);
	if (argc - optind < wanted && command->takes_network >= LOG_NEEDED)
		return odd_error_set(err, ODD_EUSAGE, "which %s? usage: oddone %s %s",
			command->takes_network == LOG_NEEDED ? "log" : "tour", command->name,
			command->usage);
	if (command->takes_network >= LOG_NEEDED) {
		s->values = (const char *const *)argv + optind + 1;
		s->value_count = (size_t)(argc - optind - 1);
	} else if (given > wanted)
		return odd_error_set(
			err, ODD_EUSAGE, "one argument too many: %.100s", argv[optind + wanted]);
	if (argc - optind > 0)
		s->network = argv[optind];
	if (command->needs_output && s->output == NULL)
		return odd_error_set(err, ODD_EUSAGE, "where to? -o DIR is missing");
	const char *place[] = {s->output, s->save_state, s->html, s->figures.dir, s->record};
	odd_status status = ODD_OK;
	for (size_t i = 0; i < sizeof place / sizeof *place && status == ODD_OK; i++)
		status = check_directory(place[i], err);
	if (status == ODD_OK && s->export_format != NULL)
		status = export_formats_check(s->export_format, "--export-format", err);
	if (status == ODD_OK && s->export_format != NULL && s->output == NULL)
		status = odd_error_set(
			err, ODD_EUSAGE, "--export-format: where to? --export DIR is missing");
	if (status == ODD_OK && s->figures.text && s->format != FORMAT_TEXT)
		status = odd_error_set(err, ODD_EUSAGE,
			"--text prints figures in place of the report: no other --format then");
	return status == ODD_OK ? check_figures(&s->figures, err) : status;
}

odd_status options_parse(
	struct settings *out, const struct command *command, int argc, char **argv, odd_error *err)
{
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2];
	int found;
	*out = (struct settings){.command = command, .generate = ODD_GENERATE_OPTIONS_INIT};
	run_options_init(&out->run);
	ui_settings_init(&out->figures.screen);
	odd_options_init(out, cli_option_rows, cli_option_count);
	build(command, longs, shorts);
	opterr = 0;
	optind = 1;
	while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const odd_option *row = row_of(command, found);
		if (found == '?' || found == ':' || row == NULL)
			return wrong_option(found, command, argv, err);
		odd_status status = apply(out, row, optarg, err);
		if (status != ODD_OK || out->help)
			return status;
	}
	ui_settings_settle(&out->figures.screen);
	out->generate.seed = out->run.one.seed;
	return check(out, argc, argv, err);
}

/* ---- and back ------------------------------------------------------------------------------- */

/* One word for a shell: as it is where that is safe, else in single quotes. */
static void quote(FILE *out, const char *word)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_@%+=:,./-";
	if (word[0] != '\0' && word[strspn(word, safe)] == '\0') {
		fputs(word, out);
		return;
	}
	putc('\'', out);
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			putc(*word, out);
	}
	putc('\'', out);
}

char *settings_command(const struct settings *s)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	if (out == NULL)
		return NULL;
	bool late = s->network != NULL && s->network[0] == '-' && s->network[1] != '\0';
	fprintf(out, "oddone %s", s->command->name);
	if (s->network != NULL && !late) {
		putc(' ', out);
		quote(out, s->network);
	}
	for (size_t i = 0; i < s->value_count && s->command->takes_network == MODEL_NEEDED; i++) {
		putc(' ', out);
		quote(out, s->values[i]);
	}
	for (size_t i = 0; i < s->given_count; i++) {
		const char *name = odd_option_spelling(s->given[i].row);
		if (strcmp(name, "threads") == 0 || strcmp(name, "quiet") == 0)
			continue;
		fprintf(out, " --%s", name);
		if (s->given[i].value != NULL) {
			putc(s->given[i].row->bare != NULL ? '=' : ' ', out);
			quote(out, s->given[i].value);
		}
	}
	if (late) { /* else it would be taken for an option */
		fputs(" -- ", out);
		quote(out, s->network);
	}
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
