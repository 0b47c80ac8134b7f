/* keymap.h: which key stands for which command line, screen by screen.
 *
 * Rows are looked up on the screen first, then among the generic ones. A row has one key or two, to
 * be pressed one after the other ("a s"). In dialogs people type: there a plain character that the
 * dialog screen does not have itself is never a generic command.
 */
#ifndef TUI_KEYMAP_H
#define TUI_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"
#include "tui/key.h"

struct keymap;

struct keymap_row {
	const char *screen;
	struct key key[2];
	int length;        /* 1 or 2 keys */
	char *command;     /* empty: the key does nothing here */
	const char *label; /* short, for the footer; NULL: none */
	const char *note;  /* for help; NULL: the command has to do */
	const char *group; /* heading in help; NULL: of the user's own */
	bool own;          /* bound by the user */
};

#define KEYMAP_KEYS (2 * KEY_NAME)

/* The default keys. Ends the program without memory, as all bookkeeping here does. */
struct keymap *keymap_create(void);
void keymap_free(struct keymap *map);

/* Screen i: "generic", "explore", …; NULL behind the last. */
const char *keymap_screen(size_t i);

/* Row i, in the order in which they are to be read; NULL behind the last. Lent until the next
 * change. */
const struct keymap_row *keymap_get(const struct keymap *map, size_t i);

/* A row of this screen and key, or two, without a command. ODD_EUSAGE names what does not exist. */
odd_status keymap_parse(
	struct keymap_row *out, const char *screen, const char *keys, odd_error *err);
bool keymap_same_keys(const struct keymap_row *row, const struct key *key, int length);

/* Bind a key ("s", "C-r") or two ("a s"). What it stood for on that screen is forgotten, and so are
 * rows that could no longer be reached: two keys whose first is bound alone, and the other way
 * round. ODD_EUSAGE names the screen, key or command that does not exist. */
odd_status keymap_bind(struct keymap *map, const char *screen, const char *keys,
	const char *command, odd_error *err);
/* Let a key do nothing on a screen; of "generic": nothing anywhere that has no own. ODD_EUSAGE when
 * it stands for nothing there already. */
odd_status keymap_unbind(struct keymap *map, const char *screen, const char *keys, odd_error *err);

enum keymap_found {
	KEYMAP_NONE,  /* the key stands for nothing */
	KEYMAP_WAITS, /* it is the first of two */
	KEYMAP_FOUND
};

/* A key was pressed on a screen; *row is what it stands for, when found. The map remembers the
 * first of two keys; a second one that does not go with it is KEYMAP_NONE, and forgotten. */
enum keymap_found keymap_press(
	struct keymap *map, const struct keymap_row **row, const char *screen, struct key key);
bool keymap_waits(const struct keymap *map);
/* The name of the key that waits. Returns out. */
char *keymap_waiting(const struct keymap *map, char out[KEY_NAME]);
void keymap_forget(struct keymap *map);
/* The next row that goes with the key that waits, from *i on, which begins at 0; NULL behind the
 * last. */
const struct keymap_row *keymap_next_choice(
	const struct keymap *map, const char *screen, size_t *i);
/* The row of one or two keys, as keymap_press would find it; NULL when there is none. */
const struct keymap_row *keymap_find(
	const struct keymap *map, const char *screen, const struct key *key, int length);
/* Is this row what its keys do on the screen, and not hidden by another? */
bool keymap_reached(const struct keymap *map, const char *screen, const struct keymap_row *row);
/* The first row that stands for exactly this command line on a screen; NULL when none does. */
const struct keymap_row *keymap_for(
	const struct keymap *map, const char *screen, const char *command);
/* All keys for it, "Esc q"; empty when there is none. Returns out. */
char *keymap_keys_for(
	const struct keymap *map, const char *screen, const char *command, char *out, size_t size);

/* "s", "a s": the keys of a row, as bind reads them. Returns out. */
char *keymap_row_keys(const struct keymap_row *row, char out[KEYMAP_KEYS]);
/* A row as a line of the configuration: bind SCREEN KEY COMMAND, or unbind SCREEN KEY. On the
 * heap. */
char *keymap_row_line(const struct keymap_row *row);

#endif
