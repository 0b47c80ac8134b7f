/* table.c: the commands of the session as a table to read, and what the words in capitals of their
 * usages stand for: how one is checked and completed. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "draw/figures.h"
#include "oddone/base/file.h"
#include "oddone/baseline/method.h"
#include "session/command.h"
#include "session/export.h"
#include "session/memory.h"
#include "session/paths.h"

enum { NAMES_OFFERED = 200 }; /* of a large network the first that fit */

/* ---- checks --------------------------------------------------------------------------------- */

/* Something else, without a word of complaint. */
static odd_status no(odd_error *err)
{
	(void)err;
	return ODD_EUSAGE;
}

static odd_status check_seed(const struct command_table *table, const char *text, odd_error *err)
{
	uint64_t seed;
	(void)table;
	return session_parse_seed(&seed, text, err);
}

static odd_status check_percent(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	size_t length = strlen(text);
	return length > 1 && text[length - 1] == '%' && strchr(text, '=') == NULL ? ODD_OK
										  : no(err);
}

static odd_status check_planted(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	size_t name = strcspn(text, "=");
	int kind = odd_kind_from_name(text, name);
	if (text[name] == '\0')
		return no(err);
	if (kind < ODD_STRUCTURAL || kind > ODD_COMBINED)
		return odd_error_set(err, ODD_EUSAGE,
			"\"%.40s\" does not begin with structural, attribute or combined", text);
	return ODD_OK;
}

static odd_status check_pair(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	return strchr(text, '=') != NULL ? ODD_OK : no(err);
}

static odd_status check_single(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	return strchr(text, '=') == NULL ? ODD_OK : no(err);
}

static odd_status check_kind_of_node(
	const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	if (odd_kind_from_name(text, strlen(text)) >= 0)
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"\"%.40s\" is not ordinary, structural, attribute, combined or outlier", text);
}

static odd_status check_method(const struct command_table *table, const char *text, odd_error *err)
{
	char names[160] = "";
	size_t used = 0;
	const odd_method *method;
	(void)table;
	if (odd_method_find(text) != NULL)
		return ODD_OK;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL && used < sizeof names; i++)
		used += (size_t)snprintf(
			names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", method->name);
	return odd_error_set(err, ODD_EUSAGE, "\"%.30s\" is none of %s", text, names);
}

static odd_status check_matrix(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	bool score = text[0] == 'O' && text[1] >= '1' && text[1] <= '3' && text[2] == '\0';
	return score || (text[0] != '\0' && text[1] == '\0' && strchr("WGHUV", text[0]) != NULL)
		       ? ODD_OK
		       : no(err);
}

static odd_status check_size(const struct command_table *table, const char *text, odd_error *err)
{
	unsigned size[2];
	(void)table;
	return session_parse_size(size, text, err);
}

static odd_status check_command(const struct command_table *table, const char *text, odd_error *err)
{
	return commands_find(table, text) != NULL ? ODD_OK : command_unknown(table, text, err);
}

/* ---- offers --------------------------------------------------------------------------------- */

/* The bundled networks, which `open` takes by their names, beside files. */
static void offer_networks(const struct offer *o)
{
	char *data = session_data_dir();
	char *samples = data != NULL ? odd_path_join(data, "samples") : NULL;
	DIR *dir = samples != NULL ? opendir(samples) : NULL;
	const struct dirent *entry;
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.')
			offer_word(o, entry->d_name);
	if (dir != NULL)
		closedir(dir);
	free(samples);
	free(data);
	offer_files(o);
}

static void offer_names(const struct offer *o, const odd_names *names)
{
	const size_t most = o->out->count + NAMES_OFFERED;
	for (size_t i = 0; i < names->count && o->out->count < most; i++)
		offer_word(o, odd_names_get(names, i));
}

static void offer_nodes(const struct offer *o)
{
	if (o->net != NULL)
		offer_names(o, &o->net->ids);
}

static void offer_nodes_and_words(const struct offer *o)
{
	offer_nodes(o);
	if (o->net != NULL)
		offer_names(o, &o->net->words);
}

static void offer_classes(const struct offer *o)
{
	if (o->net != NULL)
		offer_names(o, &o->net->classes);
}

static void offer_kinds_of_nodes(const struct offer *o)
{
	for (int kind = ODD_ORDINARY; kind <= ODD_UNKNOWN_KIND; kind++)
		offer_word(o, odd_kind_name((odd_kind)kind));
}

static void offer_planted(const struct offer *o)
{
	for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++)
		offer_setting(o, odd_kind_name((odd_kind)kind), "COUNT");
}

static void offer_matrices(const struct offer *o)
{
	static const char *const names[] = {"G", "H", "O1", "O2", "O3", "U", "V", "W"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		offer_word(o, names[i]);
}

static void offer_methods(const struct offer *o)
{
	const odd_method *method;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL; i++)
		offer_word(o, method->name);
}

static void offer_exports(const struct offer *o)
{
	const struct figure *figure;
	for (size_t i = 0; (figure = figure_get(i)) != NULL; i++)
		offer_word(o, figure->name);
	offer_alternatives(o, export_table_names(), strlen(export_table_names()));
}

static void offer_commands(const struct offer *o)
{
	for (const struct command_table *t = o->table; t != NULL; t = t->base)
		for (size_t i = 0; i < t->rows; i++)
			offer_word(o, t->row[i].name);
}

void offer_setting(const struct offer *o, const char *name, const char *values)
{
	char word[60];
	snprintf(word, sizeof word, "%s=", name);
	const struct offer value = {o->out, o->table, o->net, word, o->typed};
	if (strchr(o->typed, '=') == NULL)
		offer_word(o, word);
	else
		offer_alternatives(&value, values, strlen(values));
}

void offer_settings(const struct offer *o)
{
	const struct session_option *option;
	for (size_t i = 0; (option = session_option_get(i)) != NULL; i++)
		offer_setting(o, option->name, option->values);
}

/* ---- the tables ----------------------------------------------------------------------------- */

static const struct kind kinds[] = {
	{"NETWORK", "a path, or the name of a sample", .offer = offer_networks},
	{"FILE", "a path", .offer = offer_files},
	{"COUNT", "a whole number", .least = 1, .most = 1e6, .whole = true},
	{"N", "a whole number", .least = 1, .most = 1e9, .whole = true},
	{"X", "a small number, such as 1e-4", .least = 1e-15, .most = 1},
	{"SCALE", "a number, 1 being usual", .least = 0.1, .most = 100},
	{"SEED", "a whole number up to 2^64 - 1", .check = check_seed},
	{"WxH", "width and height in pixels, such as 1600x900", .check = check_size},
	{"PERCENT%", "a share of the nodes, such as 5%", .check = check_percent},
	{"KIND=COUNT", "structural, attribute or combined outliers, and how many",
		.check = check_planted, .offer = offer_planted},
	{"OPTION=VALUE", "an option and what it is to be", .check = check_pair,
		.offer = offer_settings},
	{"OPTION", "the name of an option", .check = check_single},
	{"VALUE", .help = "what it is to be"},
	{"NAME=VALUE", "what is to stand for {NAME}", .check = check_pair},
	{"NUMBER", .help = "a number"},
	{"DIRECTORY", "a directory", .offer = offer_files},
	{"A,B,C", .help = "three weights, such as 0.4,0.2,0.4"},
	{"NODE", "the name of a node", .offer = offer_nodes},
	{"RANK", "a place in the ranking; 1 is the first", .least = 1, .most = 1e9, .whole = true},
	{"KIND", "what a node is known to be", .check = check_kind_of_node,
		.offer = offer_kinds_of_nodes},
	{"CLASS", "a class of the nodes' labels", .offer = offer_classes},
	{"TEXT", .help = "any text"},
	{"NAME", .help = "any name"},
	{"MATRIX", "W, G, H, U, V, O1, O2 or O3", .check = check_matrix, .offer = offer_matrices},
	{"ROW", "a node, an attribute or a dimension", .offer = offer_nodes_and_words},
	{"COLUMN", "the same, of the other side of the matrix", .offer = offer_nodes_and_words},
	{"METHOD", "a method that oddone compare knows", .check = check_method,
		.offer = offer_methods},
	{"WHAT", "a figure or a table", .offer = offer_exports},
	{"COMMAND", "the name of a command", .check = check_command, .offer = offer_commands},
};

static const struct command_row rows[] = {
#define COMMAND(name, usage, function, flags, help) {name, usage, flags, NULL, help},
#include "session/commands.def"
#undef COMMAND
};

const struct command_table session_commands = {
	rows, sizeof rows / sizeof *rows, kinds, sizeof kinds / sizeof *kinds, NULL};
