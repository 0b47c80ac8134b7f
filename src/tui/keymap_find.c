/* keymap_find.c: what a key stands for, which keys a command has, and how that is said. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/memory.h"
#include "tui/keymap_parts.h"

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

bool keymap_leads_on(const struct keymap *map, const char *screen, struct key key)
{
	for (size_t i = 0; i < map->count; i++)
		if (map->row[i].length == 2 && key_same(map->row[i].key[0], key) &&
			keymap_reached(map, screen, &map->row[i]))
			return true;
	return false;
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
	if (second || !keymap_leads_on(map, screen, key))
		return KEYMAP_NONE;
	map->waiting = key;
	map->waits = true;
	return KEYMAP_WAITS;
}

bool keymap_waits(const struct keymap *map)
{
	return map->waits;
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

/* The next row that goes with the key that waits, from i on; NULL behind the last. */
static const struct keymap_row *next_choice(const struct keymap *map, const char *screen, size_t *i)
{
	for (; map->waits && *i < map->count; (*i)++) {
		const struct keymap_row *row = &map->row[*i];
		if (row->length == 2 && key_same(row->key[0], map->waiting) &&
			keymap_reached(map, screen, row))
			return &map->row[(*i)++];
	}
	return NULL;
}

static const char *note_of(const struct keymap_row *row)
{
	return row->note != NULL ? row->note : row->command;
}

/* How many bytes all notes share at their beginning and at their end, whole words. */
static void shared_words(const struct keymap *map, const char *screen, size_t *head, size_t *tail)
{
	size_t i = 0;
	const struct keymap_row *row = next_choice(map, screen, &i), *other;
	const char *first = row != NULL ? note_of(row) : "";
	size_t length = strlen(first);
	*head = *tail = length;
	while ((other = next_choice(map, screen, &i)) != NULL) {
		const char *note = note_of(other);
		size_t n = 0, m = 0, room = strlen(note);
		while (n < *head && n < room && note[n] == first[n])
			n++;
		while (m < *tail && m < room && note[room - 1 - m] == first[length - 1 - m])
			m++;
		*head = n;
		*tail = m;
	}
	while (*head > 0 && first[*head - 1] != ' ')
		(*head)--;
	while (*tail > 0 && first[length - *tail] != ' ')
		(*tail)--;
	if (*head + *tail >= length)
		*head = *tail = 0;
}

char *keymap_choices(const struct keymap *map, const char *screen, char *out, size_t size)
{
	char name[KEY_NAME], one[160];
	size_t head, tail, i = 0;
	const struct keymap_row *row;
	out[0] = '\0';
	shared_words(map, screen, &head, &tail);
	for (bool first = true; (row = next_choice(map, screen, &i)) != NULL; first = false) {
		const char *note = note_of(row);
		size_t length = strlen(note);
		if (first && head + tail > 0)
			snprintf(one, sizeof one, "%.*s%s: ", (int)head, note,
				note + length - tail + (head > 0 && tail > 0));
		else if (first)
			snprintf(one, sizeof one, "%s: ", key_text(name, map->waiting));
		if (first)
			append(out, size, one);
		snprintf(one, sizeof one, "%s%s %.*s", first ? "" : ", ",
			key_text(name, row->key[1]), (int)(length - head - tail), note + head);
		append(out, size, one);
	}
	return out;
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
	bool bound = row->command[0] != '\0';
	size_t room = strlen(row->screen) + strlen(quoted) + strlen(row->command) + 12;
	char *line = memory_grow(NULL, room, 1);
	snprintf(line, room, "%s %s %s%s%s", bound ? "bind" : "unbind", row->screen, quoted,
		bound ? " " : "", row->command);
	free(quoted);
	return line;
}
