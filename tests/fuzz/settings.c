/* What the program has written for itself and anybody may edit: configuration, keys, history, the
 * finished cells of a comparison. What was accepted must come back as it was when it is written and
 * read again. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline/compare.h"
#include "fuzz.h"
#include "tui/config_file.h"
#include "tui/keymap.h"
#include "tui/prompt.h"

/* ---- oddone.conf ------------------------------------------------------------------------------
 */

struct state {
	struct settings_state settings;
	struct keymap *keys;
};

static void start(struct state *s)
{
	settings_init(&s->settings);
	s->keys = keymap_create();
}

static size_t own_rows(const struct keymap *keys)
{
	size_t count = 0;
	const struct keymap_row *row;
	for (size_t i = 0; (row = keymap_get(keys, i)) != NULL; i++)
		count += row->own;
	return count;
}

static void check_same(const struct state *a, const struct state *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	const odd_option *option;
	const struct keymap_row *row;
	for (size_t i = 0; (option = settings_row(i)) != NULL; i++)
		fuzz_need(strcmp(settings_get(one, &a->settings, option),
				  settings_get(other, &b->settings, option)) == 0,
			"a setting comes back as another one");
	fuzz_need(own_rows(a->keys) == own_rows(b->keys), "another number of keys comes back");
	for (size_t i = 0; (row = keymap_get(a->keys, i)) != NULL; i++) {
		char *line = keymap_row_line(row);
		const struct keymap_row *twin;
		size_t j = 0;
		while ((twin = keymap_get(b->keys, j)) != NULL &&
			(twin->screen != row->screen || twin->own != row->own ||
				!keymap_same_keys(twin, row->key, row->length)))
			j++;
		fuzz_need(twin != NULL && strcmp(twin->command, row->command) == 0, line);
		free(line);
	}
}

static size_t count_lines(const uint8_t *data, size_t size)
{
	size_t lines = 1;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	return lines;
}

static void run_config(const uint8_t *data, size_t size)
{
	struct state s, back;
	struct config_file file;
	odd_error err;
	char path[200];
	snprintf(path, sizeof path, "%s/a.conf", fuzz_root());
	fuzz_put(path, data, size);
	start(&s);
	start(&back);
	fuzz_need(config_file_load(&file, path, s.keys, &s.settings, &err) == ODD_OK,
		"cannot be read");
	for (size_t i = 0; i < file.fault_count; i++)
		fuzz_check_error(ODD_EINPUT, &file.fault[i], data, size);
	fuzz_need(file.fault_count <= count_lines(data, size), "more faults than lines");
	config_file_clear(&file);
	/* Read once more it says the same. */
	fuzz_need(config_file_load(&file, path, back.keys, &back.settings, &err) == ODD_OK,
		"cannot be read again");
	check_same(&s, &back);
	config_file_clear(&file);
	keymap_free(s.keys);
	keymap_free(back.keys);
	unlink(path);
}

/* ---- keys -------------------------------------------------------------------------------------
 */

/* A word of the line, cut off in place; what is left is *rest. */
static char *cut(char **rest, const char *at)
{
	char *word = *rest;
	size_t length = strcspn(word, at);
	*rest = word + length + (word[length] != '\0');
	word[length] = '\0';
	return word;
}

static void check_key(struct key key)
{
	char name[KEY_NAME], again[KEY_NAME];
	struct key back;
	key_text(name, key);
	fuzz_need(key_parse(&back, name), "the name of a key is no key");
	fuzz_need(strcmp(key_text(again, back), name) == 0, "a key comes back as another");
}

static void check_bound(const struct keymap *map, const char *screen, const char *keys)
{
	struct keymap_row wanted;
	char text[KEYMAP_KEYS];
	fuzz_need(keymap_parse(&wanted, screen, keys, NULL) == ODD_OK, "bound to no key");
	const struct keymap_row *row = keymap_find(map, screen, wanted.key, wanted.length);
	fuzz_need(row != NULL && row->own, "what was bound is not found");
	keymap_row_keys(row, text);
	fuzz_need(keymap_parse(&wanted, screen, text, NULL) == ODD_OK &&
			  keymap_same_keys(row, wanted.key, wanted.length),
		"keys of a row are not keys");
}

/* Lines: b SCREEN|KEYS|COMMAND, u SCREEN|KEYS, p SCREEN|KEY; fields may have blanks. */
static void run_keys(const uint8_t *data, size_t size)
{
	struct keymap *map = keymap_create();
	char *copy = malloc(size + 1), *rest = copy;
	fuzz_need(copy != NULL, "out of memory");
	memcpy(copy, data, size);
	copy[size] = '\0';
	while (*rest != '\0') {
		odd_error err = {.code = ODD_OK};
		struct key key;
		const struct keymap_row *row = NULL;
		char *line = cut(&rest, "\n"), verb = line[0];
		line += verb != '\0';
		const char *screen = cut(&line, "|"), *keys = cut(&line, "|");
		odd_status status = ODD_OK;
		if (verb == 'b' && (status = keymap_bind(map, screen, keys, line, &err)) == ODD_OK)
			check_bound(map, screen, keys);
		if (verb == 'u')
			status = keymap_unbind(map, screen, keys, &err);
		fuzz_need(status == ODD_OK || (status == ODD_EUSAGE && err.message[0] != '\0'),
			"refused without a word");
		if (verb != 'p' || !key_parse(&key, keys))
			continue;
		check_key(key);
		enum keymap_found found = keymap_press(map, &row, screen, key);
		fuzz_need((found == KEYMAP_FOUND) == (row != NULL), "found nothing");
		fuzz_need((found == KEYMAP_WAITS) == keymap_waits(map), "does not wait");
	}
	free(copy);
	keymap_free(map);
}

/* ---- history ----------------------------------------------------------------------------------
 */

static void run_history(const uint8_t *data, size_t size)
{
	odd_error err;
	char path[200], other[200];
	struct history *h = history_create(), *back = history_create();
	snprintf(path, sizeof path, "%s/history", fuzz_root());
	snprintf(other, sizeof other, "%s/history-saved", fuzz_root());
	fuzz_put(path, data, size);
	fuzz_need(history_load(h, path, &err) == ODD_OK, "cannot be read");
	fuzz_need(history_count(h) <= HISTORY_MOST, "more than it may keep");
	history_add(h, PROMPT_COMMAND, "iterate 3");
	fuzz_need(history_save(h, path, &err) == ODD_OK && history_load(back, path, &err) == ODD_OK,
		"cannot be written and read again");
	size_t kept = history_count(back);
	fuzz_need(kept > 0 && kept <= HISTORY_MOST, "a line is lost, or there are too many");
	for (int kind = 0; kind < PROMPT_KINDS; kind++) {
		size_t place = 0, steps = 0;
		const char *line, *now = "";
		while ((line = history_next(back, (enum prompt_kind)kind, true, "", now, &place)) !=
			NULL) {
			fuzz_need(line[0] != '\0' && strchr(line, '\n') == NULL, "no line");
			fuzz_need(++steps <= kept, "goes in a circle");
			now = line;
		}
	}
	fuzz_need(history_save(back, other, &err) == ODD_OK, "cannot be written elsewhere");
	history_free(h);
	history_free(back);
	unlink(path);
	unlink(other);
}

/* ---- cells of a comparison --------------------------------------------------------------------
 */

static const char cell_key[] = "oddone-cell 1\nprogram x\nseed 1\nmethod one\n";

static uint64_t checksum(const char *text, size_t length)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return h;
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* Byte 0: 1 puts the key in front, 2 a right checksum behind; the others are the tasks asked
 * for. */
static void run_cell(const uint8_t *data, size_t size)
{
	odd_cell cell = {0}, back = {0};
	odd_error err;
	char path[200];
	size_t length = 0, room = size + sizeof cell_key + 40;
	char *text = malloc(room);
	if (size < 1 || text == NULL) {
		free(text);
		return;
	}
	if (data[0] & 1)
		length = (size_t)snprintf(text, room, "%s", cell_key);
	memcpy(text + length, data + 1, size - 1);
	length += size - 1;
	if (data[0] & 2)
		length += (size_t)snprintf(text + length, room - length, "end %016" PRIx64 "\n",
			checksum(text, length));
	snprintf(path, sizeof path, "%s/cell", fuzz_root());
	fuzz_put(path, text, length);
	unsigned tasks = (data[0] >> 2) % (ODD_ALL_TASKS + 1);
	bool good, again;
	fuzz_need(odd__cell_load(&cell, path, cell_key, tasks, &good, &err) == ODD_OK,
		"a file that cannot be read");
	fuzz_need(!good || memcmp(text, cell_key, sizeof cell_key - 1) == 0, "of another key");
	for (size_t m = 0; !good && m < ODD_MEASURES; m++)
		fuzz_need(isnan(cell.value[m]) != 0, "a value of a file that is not believed");
	if (good) {
		fuzz_need(odd__cell_save(&cell, path, cell_key, tasks, &err) == ODD_OK &&
				  odd__cell_load(&back, path, cell_key, tasks, &again, &err) ==
					  ODD_OK &&
				  again,
			"cannot be written and read again");
		for (size_t m = 0; m < ODD_MEASURES; m++)
			fuzz_need(same(cell.value[m], back.value[m]), "another value comes back");
	}
	free(text);
	unlink(path);
}

const struct fuzz_target fuzz_settings[] = {{"config", run_config}, {"keys", run_keys},
	{"history", run_history}, {"cell", run_cell}, {NULL, NULL}};
