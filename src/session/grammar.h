/* grammar.h: what may stand behind the name of a command, said once: its usage is read as a
 * specification, which drives parsing, messages, completion, dialogs and the manual.
 *
 *     start [METHOD...] | add METHOD | export FILE [--replace]
 *
 * Forms are parted by " | ", places by blanks. In a place a|b is one of both, words in small
 * letters are typed as they are, words in capitals stand for something (a row of the table of
 * kinds), also behind a prefix: it=N. [x] may be left out, x... comes again. --options, with or
 * without a value, may stand anywhere.
 */
#ifndef SESSION_GRAMMAR_H
#define SESSION_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/option.h"
#include "oddone/network.h"

/* ---- tables of commands --------------------------------------------------------------------- */

enum {
	COMMAND_LOGGED = 1,    /* goes into the log */
	COMMAND_NEEDS_RUN = 2, /* makes no sense before a network is open */
	COMMAND_MOVES = 4,     /* may change the place the session is at; pauses play */
	COMMAND_QUIET = 8,     /* what the last one did stays in the status line unless it speaks */
	COMMAND_WRITES = 16,   /* writes its FILE, if it has one (writing.h) */
	COMMAND_USERS = 32     /* reaches beyond the session: not for files that are played */
};

struct command_row {
	const char *name, *usage;
	unsigned flags;
	const char *where; /* the screens or panes it works on, "loss|map"; NULL: all */
	const char *help;
};

struct command_table;
struct completion;

/* A word that is being completed. */
struct offer {
	struct completion *out;
	const struct command_table *table;
	const odd_network *net; /* that is open; NULL: none */
	const char *prefix;     /* what stands in front of it in its word: "type=" */
	const char *typed;      /* of the whole word */
};

/* What a word in capitals stands for. */
struct kind {
	const char *name;
	const char *help; /* what it is, in a few words */
	odd_option value; /* its type, bounds and choices; ODD_OPTION_FLAG: none of these */
	/* Other checks; NULL: any word will do. Without a message in err it is simply something
	 * else, such as another alternative. */
	odd_status (*check)(const struct command_table *table, const char *text, odd_error *err);
	/* Offer words with offer_word; NULL: those of `words`, "a|b|c", or else the choices. */
	void (*offer)(const struct offer *o);
	const char *words;
};

/* The commands of a house, and what their words stand for; base: those of a house before it, for
 * names that are not here. */
struct command_table {
	const struct command_row *row;
	size_t rows;
	const struct kind *kind;
	size_t kinds;
	const struct command_table *base;
};

/* By its name; NULL when there is none. */
const struct command_row *commands_find(const struct command_table *table, const char *name);
/* How many letters lie between two names: changed, left out, or put in. Few need to be told apart
 * from many, so anything far is the same. */
size_t command_distance(const char *a, const char *b);
/* Of names that are offered, the one that a mistyped name is nearest to; found NULL: none is near.
 */
struct nearest {
	char name[40];
	const char *found;
	size_t least;
};
void nearest_begin(struct nearest *n, const char *name, size_t length);
void nearest_offer(struct nearest *n, const char *other);
/* ODD_EUSAGE that says so, and which one may be meant. */
odd_status command_unknown(const struct command_table *table, const char *name, odd_error *err);
/* By its name, which need not end there; NULL when there is none. */
const struct kind *kind_find(const struct command_table *table, const char *name, size_t length);

/* ---- reading -------------------------------------------------------------------------------- */

/* A word of the line, or an option with its value. */
struct argument {
	const char *name; /* "up", "COUNT", "it=N", "--size": what it is in the specification */
	size_t length;    /* of the name */
	const char *text; /* the word behind its prefix; the value of an option */
	odd_option_value value; /* where the kind has a type */
	int place, at;          /* which place of its form, and which alternative there, from 0 */
};

/* A command: a line that was read. */
struct arguments {
	const struct command_row *command; /* NULL: there is none of that name */
	char *line;                        /* without the blanks before it */
	int argc;                          /* the words of the line, the name first */
	char **argv;
	struct argument *item;
	size_t count;
	odd_error fault; /* why the line could not be read; ODD_OK: it was */
};

/* Read a line: split it, find its command and match its words. To be cleared, also when it failed;
 * argc is 0 when there is nothing in it. ODD_EUSAGE, also in out->fault, says what is wrong. */
odd_status arguments_read(
	struct arguments *out, const struct command_table *table, const char *line, odd_error *err);
void arguments_clear(struct arguments *args);

/* The first word that is `name` in the specification ("COUNT", "--cold", "seed=SEED"); NULL: none.
 */
const struct argument *arguments_get(const struct arguments *args, const char *name);
/* Its text; NULL: none. */
const char *arguments_text(const struct arguments *args, const char *name);
bool arguments_have(const struct arguments *args, const char *name);
/* Does the line begin with these words, "focus next"? */
bool arguments_begin(const struct arguments *args, const char *words);
/* Which alternative stands at a place, from 0; −1: it was left out. */
int arguments_choice(const struct arguments *args, int place);
/* Its number, or another when it was left out. */
double arguments_number(const struct arguments *args, const char *name, double otherwise);
/* ODD_EUSAGE that says how the command is used. */
odd_status arguments_usage(const struct arguments *args, odd_error *err);
/* The words from `from` on as one text, parted by blanks; on the heap. */
char *arguments_rest(const struct arguments *args, int from);

/* ---- completion ----------------------------------------------------------------------------- */

struct completion {
	char **candidate; /* whole words, sorted; quoted where a line needs it */
	size_t count;
	size_t start; /* where in the line the word begins that they replace */
};

/* What may stand at the end of the line. net is the network that is open; NULL: none. */
void command_complete(struct completion *out, const struct command_table *table,
	const odd_network *net, const char *line);
void completion_clear(struct completion *c);

/* A candidate, when it begins as what was typed. */
void offer_word(const struct offer *o, const char *word);
/* Each of "a|b|KIND", as a specification has them, in so many bytes. */
void offer_alternatives(const struct offer *o, const char *words, size_t size);
void offer_files(const struct offer *o);

/* A check of kinds: has it an "="? */
odd_status check_pair(const struct command_table *table, const char *text, odd_error *err);

/* ---- specifications ------------------------------------------------------------------------- */

struct grammar_place {
	const char *option; /* "--size", or several, "--replace|--number"; NULL: a word */
	size_t option_length;
	const char *word; /* its alternatives; of an option, those of its value */
	size_t length;    /* 0: an option without a value */
	bool optional, repeats;
};

#define GRAMMAR_PLACES 24
struct grammar_form {
	struct grammar_place place[GRAMMAR_PLACES];
	size_t count;
};

/* The next form of a specification, from *at on, which moves behind it and becomes NULL with the
 * last. ODD_EUSAGE for one that cannot be read. */
odd_status grammar_form(struct grammar_form *out, const char **at, odd_error *err);
/* The alternative of words "a|b|c" behind *at, which moves on; false: there are no more. */
bool grammar_alternative(const char **at, const char *end, const char **word, size_t *length);
/* Where in an alternative what it stands for begins, and what that is: NULL when it is typed as it
 * is. */
const struct kind *grammar_kind(
	const struct command_table *table, const char *word, size_t length, size_t *prefix);
/* Does a word fit a place? *out says as what. */
bool grammar_fits(struct argument *out, const struct command_table *table, const char *what,
	const struct grammar_place *place, const char *text, odd_error *err);
/* The place of an option by its name; NULL: there is none. */
const struct grammar_place *grammar_option(const struct grammar_form *form, const char *name);

#endif
