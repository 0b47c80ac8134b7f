/* table.c: the commands of the session as a table to read, and what the words in capitals of their
 * usages stand for: how one is checked and completed. */
#include "config.h"

#include <stdio.h>

#include "draw/figures.h"
#include "baseline/method.h"
#include "report/tables.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "session/paths.h"

enum { NAMES_OFFERED = 200 }; /* of a large network the first that fit */

/* ---- checks --------------------------------------------------------------------------------- */

/* Without a word in err it is simply something else. */
odd_status check_pair(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	(void)err;
	return strchr(text, '=') != NULL ? ODD_OK : ODD_EUSAGE;
}

static odd_status check_single(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	(void)err;
	return strchr(text, '=') == NULL ? ODD_OK : ODD_EUSAGE;
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
	(void)err;
	return lesson_matrix(text) >= 0 ? ODD_OK : ODD_EUSAGE;
}

static odd_status check_step(const struct command_table *table, const char *text, odd_error *err)
{
	(void)table;
	return command_step(text) != ODD_STEP_INIT
		       ? ODD_OK
		       : odd_error_set(
				 err, ODD_EUSAGE, "\"%.30s\" is none of W, G, H, U, V and O", text);
}

static odd_status check_command(const struct command_table *table, const char *text, odd_error *err)
{
	return commands_find(table, text) != NULL ? ODD_OK : command_unknown(table, text, err);
}

bool command_span(double out[2], const char *text)
{
	char tail;
	return sscanf(text, "%lf,%lf%c", &out[0], &out[1], &tail) == 2 && out[0] < out[1];
}

static odd_status check_span(const struct command_table *table, const char *text, odd_error *err)
{
	double span[2];
	(void)table;
	return command_span(span, text)
		       ? ODD_OK
		       : odd_error_set(err, ODD_EUSAGE,
				 "\"%.60s\" are no iterations; say from,to, such as 3,20", text);
}

/* ---- offers --------------------------------------------------------------------------------- */

/* The bundled networks, which `open` takes by their names, beside files. */
static void offer_networks(const struct offer *o)
{
	size_t count;
	char **names = session_data_names(&count, "samples", "");
	for (size_t i = 0; i < count; i++)
		offer_word(o, names[i]);
	strings_free(names, count);
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

/* What the list can be sorted by. */
static void offer_fields(const struct offer *o)
{
	const struct node_column *fact;
	for (size_t i = 0; (fact = node_column_get(i)) != NULL; i++)
		if (fact->type != COLUMN_SET)
			offer_word(o, fact->name);
	for (size_t c = 0; o->net != NULL && c < o->net->columns.count; c++)
		offer_word(o, o->net->columns.column[c].name);
}

/* The names that may stand behind the sign of a term. */
static void offer_values(const struct offer *o, const struct node_column *fact)
{
	if (fact->type == COLUMN_KIND)
		offer_word(o, "any");
	for (int kind = 0; fact->type == COLUMN_KIND && kind < ODD_KINDS; kind++)
		offer_word(o, odd_kind_name((odd_kind)kind));
	if (o->net == NULL)
		return;
	const char *value;
	const size_t most = o->out->count + NAMES_OFFERED;
	for (size_t at = 0; fact->data_column > 0 && fact->type != COLUMN_NUMBER &&
			    o->out->count < most &&
			    (value = node_column_value(fact, o->net, &at)) != NULL;)
		offer_word(o, value);
	if (fact->data_column > 0)
		return;
	if (strcmp(fact->name, "label") == 0)
		offer_names(o, &o->net->classes);
	if (strcmp(fact->name, "word") == 0)
		offer_names(o, &o->net->words);
	if (strcmp(fact->name, "name") == 0 || strcmp(fact->name, "linked") == 0)
		offer_names(o, &o->net->ids);
}

/* The columns of the data, as terms of a filter. */
static void offer_data_terms(const struct offer *o)
{
	for (size_t c = 0; o->net != NULL && c < o->net->columns.count; c++) {
		const char *name = o->net->columns.column[c].name;
		char term[90];
		const struct node_column *column = node_column_find(o->net, name, strlen(name));
		if (column->data_column > 0) {
			snprintf(term, sizeof term, "%s%s", column->name,
				column->type == COLUMN_NUMBER ? ">" : "=");
			offer_word(o, term);
		}
		node_column_release(column);
	}
}

/* Terms of a filter: what they are about, then what it may be. */
static void offer_terms(const struct offer *o)
{
	const struct node_column *fact;
	const size_t name = strcspn(o->typed, "=!<>~");
	const char *behind = o->typed + name + strspn(o->typed + name, "=!<>~");
	if (name > 0 && behind > o->typed + name) {
		const char *comma = strrchr(behind, ',');
		char head[120];
		struct offer value = *o;
		behind = comma != NULL ? comma + 1 : behind;
		snprintf(head, sizeof head, "%.*s", (int)(behind - o->typed), o->typed);
		value.prefix = head;
		if ((fact = node_column_find(o->net, o->typed, name)) != NULL)
			offer_values(&value, fact);
		node_column_release(fact);
		return;
	}
	offer_word(o, "none");
	offer_word(o, "!marked");
	offer_data_terms(o);
	for (size_t i = 0; (fact = node_column_get(i)) != NULL; i++) {
		char term[40];
		snprintf(term, sizeof term, "%s%s", fact->name,
			fact->type == COLUMN_MARK         ? ""
			: fact->type != COLUMN_NUMBER     ? strcmp(fact->name, "name") ? "=" : "~"
			: strcmp(fact->name, "rank") == 0 ? "<"
							  : ">");
		offer_word(o, term);
	}
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
	for (size_t i = 0; (figure = figure_every_get(i)) != NULL; i++)
		offer_word(o, figure->name);
	const struct report_table *table;
	for (size_t i = 0; (table = report_table_get(i)) != NULL; i++)
		if (table_of_session(table->of))
			offer_word(o, table->name);
	offer_word(o, "marks");
	offer_word(o, "network");
}

static void offer_commands(const struct offer *o)
{
	for (const struct command_table *t = o->table; t != NULL; t = t->base)
		for (size_t i = 0; i < t->rows; i++)
			offer_word(o, t->row[i].name);
}

void offer_setting(const struct offer *o, const odd_option *row)
{
	char word[60], values[100];
	snprintf(word, sizeof word, "%s=", row->name);
	const struct offer value = {o->out, o->table, o->net, word, o->typed};
	odd_option_values(values, sizeof values, row);
	if (strchr(o->typed, '=') == NULL)
		offer_word(o, word);
	else
		offer_alternatives(&value, values, strlen(values));
}

void offer_settings(const struct offer *o)
{
	const odd_option *row;
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++)
		offer_setting(o, row);
}

/* ---- the tables ----------------------------------------------------------------------------- */

#define WHOLE(from, to) .value = {.type = ODD_OPTION_WHOLE, .least = from, .most = to}
#define REAL(from, to) .value = {.type = ODD_OPTION_REAL, .least = from, .most = to}
static const char kinds_of_nodes[] = "ordinary|outlier"
#define KIND(id, name, ...) "|" #name
#include "network/kinds.def"
	;
static const char amounts_of_kinds[] =
#define FIRST_KIND(id, name, ...) #name "="
#define KIND(id, name, ...) "|" #name "="
#include "network/kinds.def"
	;

#define AMOUNTS \
	.value = {.type = ODD_OPTION_AMOUNTS, .choices = odd__plant_kinds, .sized = RUN_PLANT_SIZED}
static const struct kind kinds[] = {
	{"NETWORK", "a path, or the name of a sample", .offer = offer_networks},
	{"FILE", "a path", .offer = offer_files},
	{"COUNT", "a whole number", WHOLE(1, 1e6)},
	{"N", "a whole number", WHOLE(1, 1e9)},
	{"RANK", "a place in the ranking; 1 is the first", WHOLE(1, 1e9)},
	{"X", "a small number, such as 1e-4", REAL(1e-15, 1)},
	{"SCALE", "a number, 1 being usual", REAL(0.1, 100)},
	{"SEED", "a whole number up to 2^64 - 1", .value = {.type = ODD_OPTION_SEED}},
	{"WxH", "width and height in pixels, such as 1600x900",
		.value = {.type = ODD_OPTION_EXTENT, .least = 16, .most = 30000}},
	{"PERCENT%", "a share of the nodes, such as 5%", AMOUNTS},
	{"KIND=COUNT",
		"outliers of a kind: how many, or a share; cliques by number and size, clique=2x15",
		AMOUNTS, .words = amounts_of_kinds},
	{"PLACEBOS", "a number, or a share of the nodes such as 5%",
		.value = {.type = ODD_OPTION_AMOUNTS, .choices = "placebo"}},
	{"KIND", "what a node is known to be",
		.value = {.type = ODD_OPTION_CHOICE, .choices = kinds_of_nodes}},
	{"OPTION=VALUE", "an option and what it is to be", .check = check_pair,
		.offer = offer_settings},
	{"OPTION", "the name of an option", .check = check_single},
	{"VALUE", .help = "what it is to be"},
	{"NAME=VALUE", "what is to stand for {NAME}", .check = check_pair},
	{"NUMBER", .help = "a number"},
	{"DIRECTORY", "a directory", .offer = offer_files},
	{"FROM,TO", "the first and the last iteration to be seen", .check = check_span},
	{"FILTER", .help = "which nodes, as filter has it, in quotes: 'label=3 rank<50'"},
	{"TERM", "what has to hold: label=bakers, rank<50, degree>3, name~gale, marked",
		.offer = offer_terms},
	{"FIELD", "what is known of a node: rank, degree, label, or a column of the data",
		.offer = offer_fields},
	{"A,B,C", .help = "three weights, such as 0.4,0.2,0.4"},
	{"NODE", "the name of a node", .offer = offer_nodes},
	{"TEXT", .help = "any text"},
	{"NAME", .help = "any name"},
	{"RUN", .help = "the name of a kept run"},
	{"LIST", .help = "names of columns with commas between; c* is all that begin so"},
	{"TIME", .help = "the name of a time"},
	{"MATRIX", "W, G, H, U, V, O1, O2 or O3", .check = check_matrix,
		.words = "G|H|O1|O2|O3|U|V|W"},
	{"ROW", "a node, an attribute or a dimension", .offer = offer_nodes_and_words},
	{"COLUMN", "the same, of the other side of the matrix", .offer = offer_nodes_and_words},
	{"STEP", "W, G, H, U, V or O", .check = check_step, .words = "G|H|O|U|V|W"},
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
