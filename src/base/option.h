/* option.h: what an option is: its names, its type, what it may be, what it is without being asked,
 * a sentence about it, and where its value lies in a struct of options.
 *
 * Everything that reads or writes options goes by the same rows: command line, `set`, dialogs,
 * configuration, completion, settings of methods, JSON, provenance and manual. A struct of options
 * has value semantics: what it is made of is copied with it.
 */
#ifndef ODDONE_OPTION_H
#define ODDONE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

/* With the C type that lies at the row's offset. */
typedef enum odd_option_type {
	ODD_OPTION_FLAG,    /* bool; on|off, on the command line without an argument */
	ODD_OPTION_WHOLE,   /* size_t, from least to most */
	ODD_OPTION_SEED,    /* uint64_t, any of them */
	ODD_OPTION_REAL,    /* double, from least to most */
	ODD_OPTION_CHOICE,  /* int or an enum: the place among the choices, from 0. When the last
			       choice is in capitals any other text is that one, and is kept as
			       char[ODD_OPTION_ROOM] at `text` */
	ODD_OPTION_WEIGHTS, /* double[3], none below 0, not all 0 */
	ODD_OPTION_AMOUNTS, /* odd_amounts, named by the choices */
	ODD_OPTION_SET,     /* unsigned, a bit for each of the choices: links,size; 0: the word */
	ODD_OPTION_EXTENT,  /* unsigned[2], each from least to most: 1600x900 */
	ODD_OPTION_TEXT,    /* const char *, lent by the caller */
	ODD_OPTION_LIST     /* a text that may be given several times; kept by the reader */
} odd_option_type;

/* What must be computed again after the value changes. */
typedef enum odd_option_restarts {
	ODD_RESTARTS_NOTHING = 0, /* it decides where or how results are shown */
	ODD_RESTARTS_RUN,         /* the run depends on it */
	ODD_RESTARTS_SCORE,       /* the ranking does */
	ODD_RESTARTS_MAP          /* the map does */
} odd_option_restarts;

enum { ODD_OPTION_ROOM = 1024, ODD_OPTION_VALUE = 1100 /* of any value as text */ };

/* Flags of a row. */
enum {
	ODD_OPTION_SETTABLE = 1, /* `set` can change it */
	ODD_OPTION_TOLD = 2      /* JSON and the provenance of figures tell it */
};

#define ODD_AMOUNTS 8 /* kinds there can be */

/* "5%" in equal parts, so many (or such a share) of each kind, or both: "5%,swap=20,clique=2x15".
 * Where there is only one kind its amount stands alone: "45". */
typedef struct odd_amounts {
	bool given;
	double all;                 /* percent; 0: none */
	unsigned named;             /* bit t: kind t was named; it replaces what `all` gives it */
	double amount[ODD_AMOUNTS]; /* in the order of the choices */
	bool share[ODD_AMOUNTS];    /* amount[t] is in percent */
	double size[ODD_AMOUNTS];   /* behind an x: of so many each; 0: not said */
} odd_amounts;

typedef struct odd_option {
	const char *name;     /* as `set` and the configuration have it: "k" */
	const char *spelling; /* on the command line, without dashes; NULL: the name */
	char letter;          /* there, alone; 0: none */
	odd_option_type type;
	unsigned flags;
	odd_option_restarts restarts;
	const char *choices;            /* "coordinate|block" */
	const char *sized;              /* of amounts: the choices that have a size, "clique" */
	const char *(*names)(size_t i); /* of texts: those there are; NULL behind the last */
	const char *argument;           /* what a value is called where it is no choice: "K" */
	const char *bare;     /* the value without an argument, --name; else --name=value */
	const char *word;     /* may stand in place of a value: "auto", "off" */
	double blank;         /* the number that stands for the word, unless `given` tells */
	double least, most;   /* of numbers; most 0: no end */
	bool above;           /* least itself is not allowed */
	const char *usual;    /* the default, as a value; NULL: whatever the struct begins with */
	const char *standard; /* the default in words, where these say more; NULL: as usual */
	const char *help;     /* a sentence without a final stop */
	size_t offset;        /* of the value in the struct of options */
	size_t given;         /* of a bool: a value was given, not the word; 0: none */
	size_t text;          /* see ODD_OPTION_CHOICE; 0: none */
} odd_option;

/* A value outside a struct; of the fields the type has one. */
typedef struct odd_option_value {
	bool blank; /* the word was given */
	bool flag;
	uint64_t whole; /* WHOLE and SEED */
	double real;
	int choice;
	double weight[3];
	odd_amounts amounts;
	unsigned set;
	unsigned extent[2];
	const char *text; /* lent; TEXT, LIST, and CHOICE with a text of its own */
} odd_option_value;

/* ---- one value ---------------------------------------------------------------------------- */

/* Read a text. `as` is the option as the user spelt it ("--dims", "k"; NULL: its name), for
 * ODD_EUSAGE to say what is wrong with it. *out is set on ODD_OK only. */
odd_status odd_option_parse(odd_option_value *out, const odd_option *row, const char *as,
	const char *text, odd_error *err);
/* Write a value as odd_option_parse reads it, without loss. Returns out. */
char *odd_option_format(
	char out[ODD_OPTION_VALUE], const odd_option *row, const odd_option_value *value);

/* The value in a struct of options (texts are lent), and into it. */
void odd_option_load(odd_option_value *out, const odd_option *row, const void *options);
void odd_option_store(void *options, const odd_option *row, const odd_option_value *value);

/* Both steps: read a text into the options, which are left alone unless ODD_OK; and back. */
odd_status odd_option_set(
	void *options, const odd_option *row, const char *as, const char *text, odd_error *err);
char *odd_option_get(char out[ODD_OPTION_VALUE], const odd_option *row, const void *options);

/* ---- rows --------------------------------------------------------------------------------- */

/* Must an argument follow it on the command line? */
static inline bool odd_option_takes(const odd_option *row)
{
	return row->type != ODD_OPTION_FLAG && row->bare == NULL;
}

/* The row of a name (`set`'s) of so many letters, or NULL. */
const odd_option *odd_option_find(
	const odd_option *rows, size_t count, const char *name, size_t length);
/* Every option that has a usual value to that; nothing was given. */
void odd_options_init(void *options, const odd_option *rows, size_t count);
/* Have both the same value? */
bool odd_option_same(const odd_option *row, const void *a, const void *b);

/* What may be given, for help and usage: "auto|K", "calibrated|paper", "on|off". Returns out. */
char *odd_option_values(char *out, size_t size, const odd_option *row);
/* What it is, with its default in words: "dimensions of the embedding [3 per community]", "(waits
 * for a reset)" behind what restarts a run. Returns out. */
char *odd_option_about(char *out, size_t size, const odd_option *row);
/* The name on the command line; and in JSON, where dashes are underlines. The latter returns out.
 */
const char *odd_option_spelling(const odd_option *row);
char *odd_option_key(char out[40], const odd_option *row);

/* ---- choices ------------------------------------------------------------------------------ */

/* The next of "a|b|c" from *at, which is moved behind it, and its length; NULL behind the last. */
const char *odd_choice_next(const char **at, size_t *length);
/* Which of "a|b|c" the word is, from 0; −1: none. Capitals stand for something else and are never
 * found. */
int odd_choice_find(const char *choices, const char *word);

/* ---- numbers ------------------------------------------------------------------------------ */

/* Decimal numbers within bounds; most 0: no end. ODD_EUSAGE names `as`. */
odd_status odd_real_parse(
	double *out, const char *as, const char *text, double least, double most, odd_error *err);
odd_status odd_whole_parse(
	size_t *out, const char *as, const char *text, size_t least, size_t most, odd_error *err);
/* 0 to 2^64 − 1. */
odd_status odd_seed_parse(uint64_t *out, const char *as, const char *text, odd_error *err);

#endif
