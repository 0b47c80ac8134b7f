#include "config.h"

#include "tui/keymap.h"

#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

struct keymap {
	struct keymap_row *row;
	size_t count;
	struct key waiting; /* the first of two keys */
	bool waits;
};

static const struct {
	const char *group, *screen, *keys, *command, *label, *note;
} defaults[] = {
#define GROUP(title) {.group = title},
#define KEY(screen, key, command, label, note) {NULL, screen, key, command, label, note},
#include "tui/keys.def"
#undef KEY
#undef GROUP
};

enum { DEFAULTS = sizeof defaults / sizeof *defaults };

#define SCREEN_NAME(name) #name,
static const char *const screens[] = {"generic", SCREENS(SCREEN_NAME) "dialog"};

const char *keymap_screen(size_t i)
{
	return i < sizeof screens / sizeof *screens ? screens[i] : NULL;
}

const struct keymap_row *keymap_get(const struct keymap *map, size_t i)
{
	return i < map->count ? &map->row[i] : NULL;
}

/* ---- reading what the user names ------------------------------------------------------------- */

static odd_status parse_screen(const char **out, const char *name, odd_error *err)
{
	char all[120] = "";
	for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
		if (strcmp(screens[i], name) == 0) {
			*out = screens[i];
			return ODD_OK;
		}
		text_add(all, sizeof all, "%s%s", i > 0 ? ", " : "", screens[i]);
	}
	return odd_error_set(
		err, ODD_EUSAGE, "there is no screen \"%.40s\"; there are: %s", name, all);
}

static odd_status bad_key(const char *name, odd_error *err)
{
	if ((strncmp(name, "S-", 2) == 0) && name[2] != '\0' && name[3] == '\0')
		return odd_error_set(err, ODD_EUSAGE,
			"there is no key \"%.40s\": a capital letter is its own key", name);
	return odd_error_set(err, ODD_EUSAGE,
		"there is no key \"%.40s\"; keys are named like s, S, Space, Esc, PgDn, F2, C-r, "
		"M-x",
		name);
}

/* "s" or "a s" into one key or two. */
static odd_status parse_keys(struct key key[2], int *length, const char *names, odd_error *err)
{
	*length = 0;
	for (const char *p = names + strspn(names, " "); *p != '\0'; p += strspn(p, " ")) {
		char name[40];
		size_t n = strcspn(p, " ");
		snprintf(
			name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
		if (*length == 2)
			return odd_error_set(err, ODD_EUSAGE,
				"\"%.40s\": at most two keys, one after the other", names);
		if (n >= sizeof name || !key_parse(&key[*length], name))
			return bad_key(name, err);
		(*length)++;
		p += n;
	}
	if (*length == 0)
		return odd_error_set(err, ODD_EUSAGE, "name a key, such as s, Space or C-r");
	return ODD_OK;
}

odd_status keymap_parse(
	struct keymap_row *out, const char *screen, const char *keys, odd_error *err)
{
	*out = (struct keymap_row){0};
	odd_status status = parse_screen(&out->screen, screen, err);
	return status == ODD_OK ? parse_keys(out->key, &out->length, keys, err) : status;
}

static odd_status check_command(const char *command, odd_error *err)
{
	char **words;
	int count;
	odd_status status = command_split(&words, &count, command, err);
	if (status != ODD_OK)
		return status;
	if (count == 0)
		status = odd_error_set(err, ODD_EUSAGE, "a key needs a command to stand for");
	else if (commands_find(&explorer_commands, words[0]) == NULL)
		status = odd_error_set(err, ODD_EUSAGE, "there is no command \"%.40s\"", words[0]);
	command_free_words(words, count);
	return status;
}

bool keymap_same_keys(const struct keymap_row *row, const struct key *key, int length)
{
	return row->length == length && key_same(row->key[0], key[0]) &&
	       (length == 1 || key_same(row->key[1], key[1]));
}

/* ---- looking up ------------------------------------------------------------------------------ */

static const struct keymap_row *find_on(
	const struct keymap *map, const char *screen, const struct key *key, int length)
{
	for (size_t i = 0; i < map->count; i++)
		if (strcmp(map->row[i].screen, screen) == 0 &&
			keymap_same_keys(&map->row[i], key, length))
			return &map->row[i];
	return NULL;
}

/* Does the screen itself have pairs that begin with this key? */
static bool begins_pair(const struct keymap *map, const char *screen, struct key key)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct keymap_row *row = &map->row[i];
		if (row->length == 2 && row->command[0] != '\0' && key_same(row->key[0], key) &&
			strcmp(row->screen, screen) == 0)
			return true;
	}
	return false;
}

/* May a key that the screen does not have be a generic one? */
static bool falls_back(const char *screen, struct key key)
{
	bool typed = key.code < KEYS_SPECIAL && (key.mods & (MOD_CTRL | MOD_ALT)) == 0;
	return !(strcmp(screen, "dialog") == 0 && typed);
}

const struct keymap_row *keymap_find(
	const struct keymap *map, const char *screen, const struct key *key, int length)
{
	const struct keymap_row *row = find_on(map, screen, key, length);
	/* A single key of the screen hides generic pairs, and the other way round. */
	bool hidden = length == 2 ? find_on(map, screen, key, 1) != NULL
				  : begins_pair(map, screen, key[0]);
	if (row == NULL && !hidden && falls_back(screen, key[0]))
		row = find_on(map, "generic", key, length);
	return row != NULL && row->command[0] != '\0' ? row : NULL;
}

bool keymap_reached(const struct keymap *map, const char *screen, const struct keymap_row *row)
{
	return keymap_find(map, screen, row->key, row->length) == row;
}

/* The next row of two keys that begins with this one, from i on; NULL behind the last. */
static const struct keymap_row *next_pair(
	const struct keymap *map, const char *screen, struct key key, size_t *i)
{
	while (*i < map->count) {
		const struct keymap_row *row = &map->row[(*i)++];
		if (row->length == 2 && key_same(row->key[0], key) &&
			keymap_reached(map, screen, row))
			return row;
	}
	return NULL;
}

static bool leads_on(const struct keymap *map, const char *screen, struct key key)
{
	return next_pair(map, screen, key, &(size_t){0}) != NULL;
}

enum keymap_found keymap_press(
	struct keymap *map, const struct keymap_row **row, const char *screen, struct key key)
{
	struct key pair[2] = {map->waiting, key};
	bool second = map->waits;
	map->waits = false;
	*row = second ? keymap_find(map, screen, pair, 2) : keymap_find(map, screen, &key, 1);
	if (*row != NULL)
		return KEYMAP_FOUND;
	if (second || !leads_on(map, screen, key))
		return KEYMAP_NONE;
	map->waiting = key;
	map->waits = true;
	return KEYMAP_WAITS;
}

bool keymap_waits(const struct keymap *map)
{
	return map->waits;
}

char *keymap_waiting(const struct keymap *map, char out[KEY_NAME])
{
	return key_text(out, map->waiting);
}

void keymap_forget(struct keymap *map)
{
	map->waits = false;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void append(char *out, size_t size, const char *text)
{
	size_t used = strlen(out);
	/* Whole words or nothing: half a key would be another key. */
	if (used + strlen(text) < size)
		strcpy(out + used, text);
}

const struct keymap_row *keymap_next_choice(const struct keymap *map, const char *screen, size_t *i)
{
	return map->waits ? next_pair(map, screen, map->waiting, i) : NULL;
}

const struct keymap_row *keymap_for(
	const struct keymap *map, const char *screen, const char *command)
{
	for (size_t i = 0; i < map->count; i++)
		if (strcmp(map->row[i].command, command) == 0 &&
			keymap_reached(map, screen, &map->row[i]))
			return &map->row[i];
	return NULL;
}

char *keymap_keys_for(
	const struct keymap *map, const char *screen, const char *command, char *out, size_t size)
{
	out[0] = '\0';
	for (size_t i = 0; i < map->count; i++) {
		char keys[KEYMAP_KEYS], one[KEYMAP_KEYS + 1];
		if (strcmp(map->row[i].command, command) != 0 ||
			!keymap_reached(map, screen, &map->row[i]))
			continue;
		snprintf(one, sizeof one, "%s%s", out[0] != '\0' ? " " : "",
			keymap_row_keys(&map->row[i], keys));
		append(out, size, one);
	}
	return out;
}

char *keymap_row_keys(const struct keymap_row *row, char out[KEYMAP_KEYS])
{
	key_text(out, row->key[0]);
	if (row->length == 2) {
		strcat(out, " ");
		key_text(out + strlen(out), row->key[1]);
	}
	return out;
}

char *keymap_row_line(const struct keymap_row *row)
{
	char keys[KEYMAP_KEYS];
	char *quoted = command_quote(keymap_row_keys(row, keys));
	char *line = row->command[0] != '\0'
			     ? text_make("bind %s %s %s", row->screen, quoted, row->command)
			     : text_make("unbind %s %s", row->screen, quoted);
	free(quoted);
	return line;
}

/* ---- changing -------------------------------------------------------------------------------- */

static void take_out(struct keymap *map, size_t i)
{
	free(map->row[i].command);
	map->count--;
	memmove(&map->row[i], &map->row[i + 1], (map->count - i) * sizeof *map->row);
}

/* Forget what these keys stand for on a screen, and rows they would hide; returns where the new row
 * belongs. */
static size_t make_room(struct keymap *map, const char *screen, const struct key *key, int length)
{
	size_t at = map->count;
	for (size_t i = map->count; i-- > 0;) {
		const struct keymap_row *row = &map->row[i];
		if (row->screen != screen || !key_same(row->key[0], key[0]))
			continue;
		if (row->length == length && !keymap_same_keys(row, key, length))
			continue;
		take_out(map, i);
		at = i;
	}
	return at;
}

static void put_in(struct keymap *map, size_t at, struct keymap_row row)
{
	map->row = xgrow(map->row, map->count + 1, sizeof *map->row);
	memmove(&map->row[at + 1], &map->row[at], (map->count - at) * sizeof *map->row);
	map->count++;
	map->row[at] = row;
}

/* A row of the user's in place of what these keys stood for; command: on the heap. */
static void replace(struct keymap *map, struct keymap_row row, char *command)
{
	row.own = true;
	row.command = command;
	put_in(map, make_room(map, row.screen, row.key, row.length), row);
	keymap_forget(map);
}

/* What the default table says about a command line also holds for a key of the user's. */
static void describe(struct keymap_row *row, const char *command)
{
	for (size_t i = 0; i < DEFAULTS; i++)
		if (defaults[i].command != NULL && strcmp(defaults[i].command, command) == 0) {
			row->label = defaults[i].label;
			row->note = defaults[i].note;
			return;
		}
}

odd_status keymap_bind(struct keymap *map, const char *screen, const char *keys,
	const char *command, odd_error *err)
{
	struct keymap_row row;
	odd_status status = keymap_parse(&row, screen, keys, err);
	if (status == ODD_OK)
		status = check_command(command, err);
	if (status != ODD_OK)
		return status;
	describe(&row, command);
	replace(map, row, xstrdup(command));
	return ODD_OK;
}

odd_status keymap_unbind(struct keymap *map, const char *screen, const char *keys, odd_error *err)
{
	struct keymap_row row;
	odd_status status = keymap_parse(&row, screen, keys, err);
	if (status != ODD_OK)
		return status;
	if (keymap_find(map, row.screen, row.key, row.length) == NULL &&
		!(row.length == 1 && leads_on(map, row.screen, row.key[0])))
		return odd_error_set(err, ODD_EUSAGE, "%.40s stands for nothing on the screen %s",
			keys, row.screen);
	/* An empty row stays, so that the generic key is hidden and the configuration can tell. */
	replace(map, row, xstrdup(""));
	return ODD_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

struct keymap *keymap_create(void)
{
	struct keymap *map = xgrow(NULL, 1, sizeof *map);
	*map = (struct keymap){0};
	const char *group = NULL;
	for (size_t i = 0; i < DEFAULTS; i++) {
		if (defaults[i].group != NULL) {
			group = defaults[i].group;
			continue;
		}
		const char *at = defaults[i].keys, *keys;
		for (size_t length; (keys = odd_choice_next(&at, &length)) != NULL;) {
			struct keymap_row row;
			char name[KEYMAP_KEYS];
			snprintf(name, sizeof name, "%.*s", (int)length, keys);
			/* The table is right: a test reads every row of it. */
			if (keymap_parse(&row, defaults[i].screen, name, NULL) != ODD_OK)
				continue;
			row.label = defaults[i].label;
			row.note = defaults[i].note;
			row.group = group;
			row.command = xstrdup(defaults[i].command);
			put_in(map, map->count, row);
		}
	}
	return map;
}

void keymap_free(struct keymap *map)
{
	if (map == NULL)
		return;
	for (size_t i = 0; i < map->count; i++)
		free(map->row[i].command);
	free(map->row);
	free(map);
}
