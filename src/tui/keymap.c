#include "config.h"

#include "tui/keymap.h"

#include <stdio.h>

#include "session/command.h"
#include "session/memory.h"
#include "tui/keymap_parts.h"
#include "tui/ui_table.h"

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

static const char *const screens[] = {
	"generic", "explore", "help", "log", "dialog", "lesson", "node", "compare", "differences"};

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
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "",
			screens[i]);
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

static struct keymap_row *put_in(struct keymap *map, size_t at, struct keymap_row row)
{
	map->row = memory_grow(map->row, map->count + 1, sizeof *map->row);
	memmove(&map->row[at + 1], &map->row[at], (map->count - at) * sizeof *map->row);
	map->count++;
	map->row[at] = row;
	return &map->row[at];
}

/* What the default table says about a command line also holds for a key of the user's. */
static void describe(struct keymap_row *row)
{
	for (size_t i = 0; i < DEFAULTS; i++)
		if (defaults[i].command != NULL && strcmp(defaults[i].command, row->command) == 0) {
			row->label = defaults[i].label;
			row->note = defaults[i].note;
			return;
		}
}

odd_status keymap_bind(struct keymap *map, const char *screen, const char *keys,
	const char *command, odd_error *err)
{
	struct keymap_row row = {.own = true};
	odd_status status = parse_screen(&row.screen, screen, err);
	if (status == ODD_OK)
		status = parse_keys(row.key, &row.length, keys, err);
	if (status == ODD_OK)
		status = check_command(command, err);
	if (status != ODD_OK)
		return status;
	row.command = memory_string(command);
	describe(&row);
	put_in(map, make_room(map, row.screen, row.key, row.length), row);
	keymap_forget(map);
	return ODD_OK;
}

odd_status keymap_unbind(struct keymap *map, const char *screen, const char *keys, odd_error *err)
{
	struct keymap_row row = {.own = true};
	odd_status status = parse_screen(&row.screen, screen, err);
	if (status == ODD_OK)
		status = parse_keys(row.key, &row.length, keys, err);
	if (status != ODD_OK)
		return status;
	if (keymap_find(map, row.screen, row.key, row.length) == NULL &&
		!(row.length == 1 && keymap_leads_on(map, row.screen, row.key[0])))
		return odd_error_set(err, ODD_EUSAGE, "%.40s stands for nothing on the screen %s",
			keys, row.screen);
	/* An empty row stays, so that the generic key is hidden and the configuration can tell. */
	row.command = memory_string("");
	put_in(map, make_room(map, row.screen, row.key, row.length), row);
	keymap_forget(map);
	return ODD_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

struct keymap *keymap_create(void)
{
	struct keymap *map = memory_grow(NULL, 1, sizeof *map);
	*map = (struct keymap){0};
	const char *group = NULL;
	for (size_t i = 0; i < DEFAULTS; i++) {
		if (defaults[i].group != NULL) {
			group = defaults[i].group;
			continue;
		}
		struct keymap_row row = {
			.label = defaults[i].label, .note = defaults[i].note, .group = group};
		/* The table is right: a test reads every row of it. */
		if (parse_screen(&row.screen, defaults[i].screen, NULL) != ODD_OK ||
			parse_keys(row.key, &row.length, defaults[i].keys, NULL) != ODD_OK)
			continue;
		row.command = memory_string(defaults[i].command);
		put_in(map, map->count, row);
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
