/* test_key.c: every key has a name that reads back as the same key. */
#include "config.h"

#include "helpers.h"

#include "tui/key.h"

static void comes_back(struct key key)
{
	char name[KEY_NAME];
	struct key again;
	assert_true(strlen(key_text(name, key)) < KEY_NAME);
	if (!key_parse(&again, name))
		fail_msg("%s (%x) is not read", name, (unsigned)key.code);
	if (!key_same(key, again))
		fail_msg("%s is another key: %x, %x", name, (unsigned)again.code, again.mods);
}

static void every_special_key_round_trips(void **state)
{
	(void)state;
	for (uint32_t code = K_ENTER; code < K_MOUSE; code++)
		for (unsigned mods = 0; mods < 8; mods++)
			comes_back((struct key){.code = code, .mods = mods});
}

static void every_character_round_trips(void **state)
{
	(void)state;
	for (uint32_t code = ' '; code < 0x3000; code++) {
		if (code >= 0x7f && code < 0xa1)
			continue; /* no visible characters */
		struct key key = {.code = code}, again;
		char name[KEY_NAME];
		/* What no terminal may be sent has no name either. */
		if (!key_parse(&again, key_text(name, key)) || again.code != code) {
			assert_string_equal(name, "\xef\xbf\xbd");
			continue;
		}
		comes_back(key);
		key.mods = MOD_ALT;
		comes_back(key);
		key.mods = MOD_ALT | MOD_CTRL;
		if (code < 'A' || code > 'Z')
			comes_back(key);
	}
}

static void names_are_those_of_the_key_map(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		uint32_t code;
		unsigned mods;
	} known[] = {
		{"s", 's', 0},
		{"S", 'S', 0},
		{"Space", ' ', 0},
		{"Enter", K_ENTER, 0},
		{"Esc", K_ESC, 0},
		{"Tab", K_TAB, 0},
		{"S-Tab", K_TAB, MOD_SHIFT},
		{"Up", K_UP, 0},
		{"PgDn", K_PAGE_DOWN, 0},
		{"F2", K_F1 + 1, 0},
		{"F12", K_F1 + 11, 0},
		{"C-r", 'r', MOD_CTRL},
		{"M-x", 'x', MOD_ALT},
		{"-", '-', 0},
		{"C--", '-', MOD_CTRL},
		{"C", 'C', 0},
		{"'", '\'', 0},
		{"#", '#', 0},
		{"é", 0xe9, 0},
		{"C-M-S-Backspace", K_BACKSPACE, 7},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct key key;
		char name[KEY_NAME];
		assert_true(key_parse(&key, known[i].name));
		assert_int_equal(key.code, known[i].code);
		assert_int_equal(key.mods, known[i].mods);
		assert_string_equal(key_text(name, key), known[i].name);
	}
}

static void other_spellings_are_read(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {{"esc", "Esc"}, {"Return", "Enter"},
		{"PageDown", "PgDn"}, {"Ctrl-R", "C-r"}, {"C-R", "C-r"}, {"f5", "F5"},
		{"M-C-x", "C-M-x"}, {"alt-Left", "M-Left"}, {"C-space", "C-Space"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct key a, b;
		assert_true(key_parse(&a, pairs[i][0]));
		assert_true(key_parse(&b, pairs[i][1]));
		assert_true(key_same(a, b));
	}
}

static void nonsense_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "C-", "ss", "S-a", "F0", "F13", "F1x", "Mouse", " ",
		"\x01", "\xff", "C-C-r", "Hyper-x", "\xc3\xa9\xc3\xa9", "Esc ", "\xe2\x80\xae"};
	struct key key;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (key_parse(&key, bad[i]))
			fail_msg("\"%s\" is read as a key", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_special_key_round_trips),
		cmocka_unit_test(every_character_round_trips),
		cmocka_unit_test(names_are_those_of_the_key_map),
		cmocka_unit_test(other_spellings_are_read),
		cmocka_unit_test(nonsense_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
