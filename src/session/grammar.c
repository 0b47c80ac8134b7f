/* grammar.c: usages read as specifications, and lines matched against them. */
#include "config.h"

#include "session/grammar.h"

#include <stdio.h>

#include "base/words.h"
#include "session/command.h"
#include "session/xalloc.h"

#define MESSAGE 256 /* as long as that of an error */

/* ---- specifications ------------------------------------------------------------------------- */

static bool ends_with(const char *text, size_t length, const char *end)
{
	size_t n = strlen(end);
	return length >= n && strncmp(text + length - n, end, n) == 0;
}

/* A place, without its brackets. */
static void read_place(struct grammar_place *out, const char *text, size_t length)
{
	if (ends_with(text, length, "...")) {
		out->repeats = true;
		length -= 3;
	}
	out->word = text;
	out->length = length;
	if (length < 2 || strncmp(text, "--", 2) != 0)
		return;
	size_t name = 0;
	while (name < length && text[name] != ' ')
		name++;
	out->option = text;
	out->option_length = name;
	out->word = name < length ? text + name + 1 : text + name;
	out->length = length - (size_t)(out->word - text);
}

odd_status grammar_form(struct grammar_form *out, const char **at, odd_error *err)
{
	const char *p = *at;
	*out = (struct grammar_form){.count = 0};
	while (*p != '\0' && strncmp(p, "| ", 2) != 0) {
		struct grammar_place place = {.optional = *p == '['};
		size_t length = strcspn(p, place.optional ? "]" : " ");
		if (out->count == GRAMMAR_PLACES || length == 0 ||
			(place.optional && p[length] != ']') || *p == ']')
			return odd_error_set(err, ODD_EUSAGE, "\"%.60s\" is no specification", *at);
		read_place(&place, p + place.optional, length - place.optional);
		out->place[out->count++] = place;
		p += length + place.optional;
		p += strspn(p, " ");
	}
	*at = *p != '\0' ? p + 2 : NULL;
	return ODD_OK;
}

bool grammar_alternative(const char **at, const char *end, const char **word, size_t *length)
{
	if (*at == NULL || *at >= end)
		return false;
	*word = *at;
	*length = 0;
	while (*at + *length < end && (*at)[*length] != '|')
		++*length;
	*at += *length + 1;
	return true;
}

const struct kind *grammar_kind(
	const struct command_table *table, const char *word, size_t length, size_t *prefix)
{
	*prefix = 0;
	const struct kind *whole = kind_find(table, word, length);
	if (whole != NULL)
		return whole;
	while (*prefix < length && (word[*prefix] < 'A' || word[*prefix] > 'Z'))
		++*prefix;
	return kind_find(table, word + *prefix, length - *prefix);
}

const struct grammar_place *grammar_option(const struct grammar_form *form, const char *name)
{
	const char *word;
	size_t length;
	for (size_t i = 0; i < form->count; i++) {
		const struct grammar_place *p = &form->place[i];
		const char *at = p->option;
		while (at != NULL &&
			grammar_alternative(&at, p->option + p->option_length, &word, &length))
			if (strlen(name) == length && strncmp(word, name, length) == 0)
				return p;
	}
	return NULL;
}

/* ---- words ---------------------------------------------------------------------------------- */

static odd_status check_kind(odd_option_value *value, const struct command_table *table,
	const struct kind *kind, const char *what, const char *text, odd_error *err)
{
	odd_error fault = {0};
	if (kind->value.type != ODD_OPTION_FLAG)
		return odd_option_parse(value, &kind->value, what, text, err);
	odd_status status = kind->check != NULL ? kind->check(table, text, &fault) : ODD_OK;
	if (fault.message[0] != '\0')
		odd_error_set(err, ODD_EUSAGE, "%s: %s", what, fault.message);
	return status;
}

bool grammar_fits(struct argument *out, const struct command_table *table, const char *what,
	const struct grammar_place *place, const char *text, odd_error *err)
{
	const char *word, *end = place->word + place->length;
	size_t length, prefix;
	/* What is typed as it is comes first: a node may be called like it, but not the other way.
	 */
	for (int pass = 0; pass < 2; pass++) {
		const char *at = place->word;
		for (int i = 0; grammar_alternative(&at, end, &word, &length); i++) {
			const struct kind *kind = grammar_kind(table, word, length, &prefix);
			char full[80];
			if ((kind == NULL) != (pass == 0) || strncmp(text, word, prefix) != 0 ||
				(kind == NULL && strlen(text) != length))
				continue;
			*out = (struct argument){
				.name = word, .length = length, .text = text, .at = i};
			if (kind == NULL)
				return true;
			out->text += prefix;
			snprintf(full, sizeof full, "%s%s%.*s", what, prefix > 1 ? " " : "",
				prefix > 1 ? (int)prefix - 1 : 0, word);
			/* The first complaint is kept. */
			odd_error *told = err != NULL && err->message[0] == '\0' ? err : NULL;
			if (check_kind(&out->value, table, kind, full, out->text, told) == ODD_OK)
				return true;
		}
	}
	return false;
}

/* ---- lines ---------------------------------------------------------------------------------- */

struct matcher {
	struct arguments *args;
	const struct command_table *table;
	struct grammar_form form;
	char **word; /* those that are no options */
	int *number; /* where in the line each is */
	int words;
	int reached;           /* the word of the fault, as far as any form has come */
	char message[MESSAGE]; /* what is wrong with it; empty: nothing that can be said */
	bool told;             /* that is by its kind, which says it all; else the usage helps */
};

static void note(struct matcher *m, int at, const char *message, bool told)
{
	bool better = m->message[0] == '\0' || (told && !m->told);
	if (at < m->reached || (at == m->reached && (!better || *message == '\0')))
		return;
	m->reached = at;
	m->told = told;
	snprintf(m->message, sizeof m->message, "%s", message);
}

static void add(struct matcher *m, const struct argument *item, const struct grammar_place *place)
{
	struct arguments *a = m->args;
	a->item[a->count] = *item;
	a->item[a->count++].place = (int)(place - m->form.place);
}

/* The option of a form whose name is nearly this one, of so many letters; NULL: none is. */
static const char *nearest_option(const struct grammar_form *form, const char *name, size_t *length)
{
	const char *near = NULL, *word;
	size_t least = 3, letters;
	*length = 0;
	for (size_t i = 0; i < form->count; i++) {
		const struct grammar_place *p = &form->place[i];
		const char *at = p->option;
		while (at != NULL &&
			grammar_alternative(&at, p->option + p->option_length, &word, &letters)) {
			char other[40];
			snprintf(other, sizeof other, "%.*s", (int)letters, word);
			size_t far = command_distance(name, other);
			if (far < least) {
				least = far;
				near = word;
				*length = letters;
			}
		}
	}
	return near;
}

/* The option of --name=value, if it has a value; *length: of its name. */
static const struct grammar_place *valued_option(
	const struct grammar_form *form, const char *word, size_t *length)
{
	char name[40];
	size_t n = strcspn(word, "=");
	if (word[n] != '=' || n >= sizeof name)
		return NULL;
	snprintf(name, sizeof name, "%.*s", (int)n, word);
	const struct grammar_place *place = grammar_option(form, name);
	if (place == NULL || place->length == 0)
		return NULL;
	*length = n;
	return place;
}

/* The option at word i of the line; returns how many words it takes, 0 when it is wrong. */
static int take_option(struct matcher *m, int i)
{
	const struct arguments *a = m->args;
	const char *name = a->argv[i], *inside = NULL;
	const struct grammar_place *place = grammar_option(&m->form, name);
	char what[80], message[MESSAGE];
	size_t length = strlen(name);
	odd_error fault = {0};
	if (place == NULL && (place = valued_option(&m->form, name, &length)) != NULL)
		inside = name + length + 1; /* --name=value, as the shell has it */
	struct argument item = {.name = name, .length = length, .text = ""};
	snprintf(what, sizeof what, "%s: %.30s", a->argv[0], name);
	if (place == NULL) {
		const char *near = nearest_option(&m->form, name, &length);
		snprintf(message, sizeof message, "%s: there is no option %.40s%s%.*s%s",
			a->argv[0], name, near != NULL ? "; did you mean " : "", (int)length,
			near != NULL ? near : "", near != NULL ? "?" : "");
		note(m, i, message, near != NULL);
		return 0;
	}
	if (place->length > 0 && inside == NULL && i + 1 >= a->argc) {
		snprintf(message, sizeof message, "%s wants a value", what);
		note(m, i + 1, message, false);
		return 0;
	}
	if (place->length > 0) {
		const char *value = inside != NULL ? inside : a->argv[i + 1];
		if (!grammar_fits(&item, m->table, what, place, value, &fault)) {
			snprintf(message, sizeof message, "%s \"%.40s\" is not one of %.*s", what,
				value, (int)place->length, place->word);
			note(m, i + 1, fault.message[0] != '\0' ? fault.message : message, true);
			return 0;
		}
		item.name = name;
		item.length = length;
	}
	add(m, &item, place);
	return 1 + (place->length > 0 && inside == NULL);
}

/* Take the options out of the line; what is left are words for places. */
static bool take_options(struct matcher *m)
{
	bool any = false;
	m->words = 0;
	for (size_t i = 0; i < m->form.count; i++)
		any = any || m->form.place[i].option != NULL;
	for (int i = 1; i < m->args->argc;) {
		if (any && strncmp(m->args->argv[i], "--", 2) == 0) {
			int taken = take_option(m, i);
			if (taken == 0)
				return false;
			i += taken;
		} else {
			m->word[m->words] = m->args->argv[i];
			m->number[m->words++] = i++;
		}
	}
	return true;
}

/* Words from `word` on in the places from `place` on. A place that repeats takes all it can. */
static bool match(struct matcher *m, size_t place, int word)
{
	while (place < m->form.count && m->form.place[place].option != NULL)
		place++;
	const struct grammar_place *p = &m->form.place[place];
	const size_t before = m->args->count;
	struct argument item;
	odd_error fault = {0};
	bool any = false;
	while (place < m->form.count && word < m->words &&
		grammar_fits(&item, m->table, m->args->argv[0], p, m->word[word], &fault)) {
		add(m, &item, p);
		any = true;
		if (!p->repeats && match(m, place + 1, word + 1))
			return true;
		if (!p->repeats)
			break;
		word++;
	}
	if (!p->repeats || !any)
		m->args->count = before;
	if (place == m->form.count && word == m->words)
		return true;
	int number = word < m->words ? m->number[word] : m->args->argc;
	if (fault.message[0] != '\0')
		note(m, number, fault.message, true);
	if (place < m->form.count && (p->optional || (p->repeats && any)))
		return match(m, place + 1, word);
	char message[MESSAGE] = "";
	if (word < m->words)
		snprintf(message, sizeof message, "%s: \"%.40s\" does not fit", m->args->argv[0],
			m->word[word]);
	note(m, number, message, false);
	return false;
}

static odd_status match_forms(
	struct arguments *args, const struct command_table *table, odd_error *err)
{
	const size_t room = (size_t)args->argc;
	struct matcher m = {.args = args, .table = table, .reached = -1};
	const char *at = args->command->usage;
	odd_status status = ODD_OK;
	bool found = false;
	args->item = xgrow(NULL, room, sizeof *args->item);
	m.word = xgrow(NULL, room, sizeof *m.word);
	m.number = xgrow(NULL, room, sizeof *m.number);
	while (status == ODD_OK && at != NULL && !found) {
		args->count = 0;
		status = grammar_form(&m.form, &at, err);
		found = status == ODD_OK && take_options(&m) && match(&m, 0, 0);
	}
	free(m.word);
	free(m.number);
	if (found || status != ODD_OK)
		return status;
	args->count = 0;
	const struct command_row *c = args->command;
	const char *gap = c->usage[0] != '\0' ? " " : "";
	if (m.message[0] == '\0')
		return arguments_usage(args, err);
	if (m.told)
		return odd_error_set(err, ODD_EUSAGE, "%s", m.message);
	return odd_error_set(err, ODD_EUSAGE, "%s; say: %s%s%s", m.message, c->name, gap, c->usage);
}

static odd_status read_words(
	struct arguments *out, const struct command_table *table, odd_error *err)
{
	if (out->line[0] != '#' && strpbrk(out->line, "\n\r") != NULL)
		return odd_error_set(err, ODD_EUSAGE, "a command is one line");
	odd_status status = command_split(&out->argv, &out->argc, out->line, err);
	if (status != ODD_OK || out->argc == 0)
		return status;
	out->command = commands_find(table, out->argv[0]);
	if (out->command == NULL)
		return command_unknown(table, out->argv[0], err);
	return match_forms(out, table, err);
}

odd_status arguments_read(
	struct arguments *out, const struct command_table *table, const char *line, odd_error *err)
{
	*out = (struct arguments){.line = xstrdup(line + strspn(line, ODD__BLANKS))};
	odd_status status = read_words(out, table, &out->fault);
	if (status != ODD_OK && err != NULL)
		*err = out->fault;
	return status;
}

void arguments_clear(struct arguments *args)
{
	command_free_words(args->argv, args->argc);
	free(args->item);
	free(args->line);
	*args = (struct arguments){.command = NULL};
}

/* ---- what was read -------------------------------------------------------------------------- */

const struct argument *arguments_get(const struct arguments *args, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < args->count; i++)
		if (args->item[i].length == length &&
			strncmp(args->item[i].name, name, length) == 0)
			return &args->item[i];
	return NULL;
}

const char *arguments_text(const struct arguments *args, const char *name)
{
	const struct argument *item = arguments_get(args, name);
	return item != NULL ? item->text : NULL;
}

bool arguments_have(const struct arguments *args, const char *name)
{
	return arguments_get(args, name) != NULL;
}

bool arguments_begin(const struct arguments *args, const char *words)
{
	for (int i = 0; *words != '\0'; i++) {
		size_t length = strcspn(words, " ");
		if (i >= args->argc || strlen(args->argv[i]) != length ||
			strncmp(args->argv[i], words, length) != 0)
			return false;
		words += length + (words[length] == ' ');
	}
	return true;
}

double arguments_number(const struct arguments *args, const char *name, double otherwise)
{
	const struct argument *item = arguments_get(args, name);
	return item != NULL ? item->value.real : otherwise;
}

int arguments_choice(const struct arguments *args, int place)
{
	for (size_t i = 0; i < args->count; i++)
		if (args->item[i].place == place)
			return args->item[i].at;
	return -1;
}

odd_status arguments_usage(const struct arguments *args, odd_error *err)
{
	const struct command_row *c = args->command;
	return odd_error_set(err, ODD_EUSAGE, "%s: say: %s%s%s", c->name, c->name,
		c->usage[0] != '\0' ? " " : "", c->usage);
}

char *arguments_rest(const struct arguments *args, int from)
{
	size_t room = 1;
	for (int i = from; i < args->argc; i++)
		room += strlen(args->argv[i]) + 1;
	char *text = xgrow(NULL, room, 1);
	text[0] = '\0';
	for (int i = from; i < args->argc; i++)
		strcat(strcat(text, i > from ? " " : ""), args->argv[i]);
	return text;
}
