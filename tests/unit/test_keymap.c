/* test_keymap.c: the default keys, and what bind and unbind make of them. */
#include "config.h"

#include "helpers.h"

#include "session/command.h"
#include "base/option.h"
#include "tui/keymap.h"
#include "tui/ui_commands.h"

static struct key key_of(const char *name)
{
	struct key key;
	assert_true(key_parse(&key, name));
	return key;
}

/* What a key does on a screen; NULL: nothing. */
static const char *does(struct keymap *map, const char *screen, const char *name)
{
	const struct keymap_row *row;
	return keymap_press(map, &row, screen, key_of(name)) == KEYMAP_FOUND ? row->command : NULL;
}

static void bind(struct keymap *map, const char *screen, const char *keys, const char *command)
{
	odd_error err;
	assert_ok(keymap_bind(map, screen, keys, command, &err), err);
}

/* Every row of the table is read, stands for a command that exists, and has its notes. */
static void defaults_are_sound(void **state)
{
	(void)state;
	static const struct {
		const char *screen, *keys, *command, *label, *note;
	} table[] = {
#define GROUP(title)
#define KEY(screen, key, command, label, note) {screen, key, command, label, note},
#include "tui/keys.def"
#undef KEY
#undef GROUP
	};
	struct keymap *map = keymap_create();
	size_t rows = 0;
	const struct keymap_row *row;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const char *at = table[i].keys, *key;
		for (size_t length; (key = odd_choice_next(&at, &length)) != NULL; rows++) {
			char keys[KEYMAP_KEYS];
			assert_non_null(row = keymap_get(map, rows));
			keymap_row_keys(row, keys);
			assert_int_equal(strlen(keys), length);
			assert_memory_equal(keys, key, length);
			assert_string_equal(row->command, table[i].command);
		}
	}
	assert_null(keymap_get(map, rows));
	for (size_t i = 0; (row = keymap_get(map, i)) != NULL; i++) {
		char keys[KEYMAP_KEYS], **words;
		int count;
		odd_error err;
		keymap_row_keys(row, keys);
		assert_true(strlen(row->label) > 0 && strlen(row->label) <= 12);
		assert_true(strlen(row->note) > 0 && strlen(row->note) <= 48);
		assert_non_null(row->group);
		assert_ok(command_split(&words, &count, row->command, &err), err);
		if (commands_find(&explorer_commands, words[0]) == NULL)
			fail_msg("%s %s: there is no command %s", row->screen, keys, words[0]);
		command_free_words(words, count);
		/* None hides another. */
		assert_true(keymap_reached(map, row->screen, row));
	}
	keymap_free(map);
}

/* The key table of the design, key by key. */
static void the_usual_keys_are_there(void **state)
{
	(void)state;
	static const char *const keys[] = {"?", "F1", "q", "Esc", "Q", ":", "u", "C-r", "Tab",
		"S-Tab", "1", "2", "3", "4", "Up", "Down", "Left", "Right", "h", "j", "k", "l",
		"PgUp", "PgDn", "C-u", "C-d", "Home", "End", "g", "G", "+", "-", "0", "[", "]",
		"Space", "s", "S", "b", "B", "r", "R", "<", ">", "C-c", "i", "F3", "c", "L", "p",
		"%", "K", "w", "/", "n", "N", "f", "o", "O", "m", "'", "Enter", "y", "e", "P", "F2",
		"~", "C-l", "C-z"};
	struct keymap *map = keymap_create();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (does(map, "explore", keys[i]) == NULL)
			fail_msg("%s does nothing", keys[i]);
	assert_string_equal(does(map, "explore", "b"), "back");
	assert_string_equal(does(map, "explore", "B"), "back 1 iteration");
	assert_string_equal(does(map, "help", "Esc"), "leave");
	assert_null(does(map, "explore", "F9"));
	keymap_free(map);
}

static void screens_come_before_generic(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	assert_string_equal(does(map, "log", "w"), "prompt log save {name}.oddlog");
	assert_string_equal(does(map, "explore", "w"), "open-dialog weights");
	bind(map, "help", "s", "move down");
	assert_string_equal(does(map, "help", "s"), "move down");
	assert_string_equal(does(map, "explore", "s"), "substep");
	keymap_free(map);
}

/* Letters typed into a dialog do not step the run below it. */
static void dialogs_keep_letters(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	assert_null(does(map, "dialog", "s"));
	assert_null(does(map, "dialog", "Space"));
	assert_null(does(map, "dialog", "a"));
	assert_false(keymap_waits(map));
	assert_string_equal(does(map, "dialog", "Esc"), "leave");
	assert_string_equal(does(map, "dialog", "C-l"), "redraw");
	keymap_free(map);
}

static void two_keys(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	const struct keymap_row *row;
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_WAITS);
	assert_true(keymap_waits(map));
	assert_string_equal(does(map, "explore", "s"), "plant structural=1");
	assert_false(keymap_waits(map));
	/* A key that does not go with it is spent, and does not run its own command. */
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_WAITS);
	assert_null(does(map, "explore", "S"));
	assert_string_equal(does(map, "explore", "S"), "iterate");
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_WAITS);
	keymap_forget(map);
	assert_string_equal(does(map, "explore", "s"), "substep");
	keymap_free(map);
}

static void singles_and_pairs_hide_each_other(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	const struct keymap_row *row;
	/* On the same screen one replaces the other. */
	bind(map, "generic", "a", "redraw");
	assert_string_equal(does(map, "explore", "a"), "redraw");
	bind(map, "generic", "a x", "quit");
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_WAITS);
	assert_null(does(map, "explore", "s"));
	keymap_free(map);
	/* On another screen only there. */
	map = keymap_create();
	bind(map, "help", "a", "redraw");
	assert_string_equal(does(map, "help", "a"), "redraw");
	assert_int_equal(keymap_press(map, &row, "log", key_of("a")), KEYMAP_WAITS);
	keymap_forget(map);
	/* Pairs of a screen join the generic ones. */
	bind(map, "explore", "a x", "undo");
	keymap_press(map, &row, "explore", key_of("a"));
	assert_string_equal(does(map, "explore", "c"), "plant combined=1");
	keymap_press(map, &row, "explore", key_of("a"));
	assert_string_equal(does(map, "explore", "x"), "undo");
	keymap_press(map, &row, "explore", key_of("a"));
	keymap_forget(map);
	bind(map, "explore", "s x", "undo");
	assert_int_equal(keymap_press(map, &row, "explore", key_of("s")), KEYMAP_WAITS);
	keymap_free(map);
}

static void unbound_keys_do_nothing(void **state)
{
	(void)state;
	odd_error err;
	struct keymap *map = keymap_create();
	const struct keymap_row *row;
	assert_ok(keymap_unbind(map, "help", "s", &err), err);
	assert_null(does(map, "help", "s"));
	assert_string_equal(does(map, "explore", "s"), "substep");
	assert_ok(keymap_unbind(map, "generic", "S", &err), err);
	assert_null(does(map, "explore", "S"));
	assert_ok(keymap_unbind(map, "explore", "a s", &err), err);
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_WAITS);
	assert_null(does(map, "explore", "s"));
	keymap_press(map, &row, "explore", key_of("a"));
	assert_string_equal(does(map, "explore", "c"), "plant combined=1");
	assert_ok(keymap_unbind(map, "generic", "a", &err), err);
	assert_int_equal(keymap_press(map, &row, "explore", key_of("a")), KEYMAP_NONE);
	assert_int_equal(keymap_unbind(map, "generic", "S", &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "stands for nothing"));
	keymap_free(map);
}

static void faults_are_named(void **state)
{
	(void)state;
	static const struct {
		const char *screen, *keys, *command, *said;
	} bad[] = {
		{"galaxy", "s", "substep", "no screen \"galaxy\"; there are: generic, explore"},
		{"generic", "Ctrl+x", "substep", "no key \"Ctrl+x\""},
		{"generic", "S-a", "substep", "capital"},
		{"generic", "a b c", "substep", "at most two keys"},
		{"generic", " ", "substep", "name a key"},
		{"generic", "X", "fly away", "no command \"fly\""},
		{"generic", "X", "  ", "needs a command"},
		{"generic", "X", "help \"open", "quotation"},
	};
	struct keymap *map = keymap_create();
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		odd_error err;
		assert_int_equal(keymap_bind(map, bad[i].screen, bad[i].keys, bad[i].command, &err),
			ODD_EUSAGE);
		if (strstr(err.message, bad[i].said) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.message, bad[i].said);
	}
	assert_null(does(map, "explore", "X"));
	keymap_free(map);
}

static void keys_are_found_for_commands(void **state)
{
	(void)state;
	struct keymap *map = keymap_create();
	char keys[80];
	assert_string_equal(keymap_keys_for(map, "explore", "help", keys, sizeof keys), "? F1");
	assert_string_equal(keymap_keys_for(map, "explore", "fly", keys, sizeof keys), "");
	/* Whole names or none. */
	assert_string_equal(keymap_keys_for(map, "explore", "help", keys, 4), "?");
	bind(map, "explore", "?", "redraw");
	assert_string_equal(keymap_keys_for(map, "explore", "help", keys, sizeof keys), "F1");
	const struct keymap_row *row = keymap_for(map, "explore", "redraw");
	assert_non_null(row);
	assert_string_equal(row->note, "draw the screen anew");
	keymap_free(map);
}

/* A row as a line, cut into words again, gives the row. */
static void lines_read_back(void **state)
{
	(void)state;
	struct keymap *map = keymap_create(), *again = keymap_create();
	odd_error err;
	const struct keymap_row *row;
	bind(map, "generic", "#", "export scores 'my file.tsv'");
	bind(map, "explore", "\" '", "prompt");
	assert_ok(keymap_unbind(map, "help", "s", &err), err);
	for (size_t i = 0; (row = keymap_get(map, i)) != NULL; i++) {
		char *line = keymap_row_line(row), **words, keys[KEYMAP_KEYS];
		int count;
		assert_ok(command_split(&words, &count, line, &err), err);
		if (strcmp(words[0], "unbind") == 0) {
			assert_ok(keymap_unbind(again, words[1], words[2], &err), err);
		} else {
			assert_ok(keymap_bind(again, words[1], words[2], row->command, &err), err);
			const char *tail = line + strlen(line) - strlen(row->command);
			assert_string_equal(tail, row->command);
		}
		assert_string_equal(words[1], row->screen);
		assert_string_equal(words[2], keymap_row_keys(row, keys));
		command_free_words(words, count);
		free(line);
	}
	assert_string_equal(does(again, "explore", "#"), "export scores 'my file.tsv'");
	assert_null(does(again, "help", "s"));
	keymap_free(map);
	keymap_free(again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_sound),
		cmocka_unit_test(the_usual_keys_are_there),
		cmocka_unit_test(screens_come_before_generic),
		cmocka_unit_test(dialogs_keep_letters),
		cmocka_unit_test(two_keys),
		cmocka_unit_test(singles_and_pairs_hide_each_other),
		cmocka_unit_test(unbound_keys_do_nothing),
		cmocka_unit_test(faults_are_named),
		cmocka_unit_test(keys_are_found_for_commands),
		cmocka_unit_test(lines_read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
