/* test_config.c: oddone.conf read, with its faults, and as it is by default. */
#include "config.h"

#include "explorer.h"

#include <sys/stat.h>

#include "tui/config_file.h"
#include "tui/ui_options.h"

static char dir[256], path[300];

static int set_up(void **state)
{
	(void)state;
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/oddone.conf", dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(dir);
	return 0;
}

static char *read_text(const char *name)
{
	FILE *f = fopen(name, "r");
	assert_non_null(f);
	char *text = calloc(1, 200000);
	assert_non_null(text);
	assert_true(fread(text, 1, 199999, f) < 199999);
	fclose(f);
	return text;
}

static const char *does(struct keymap *map, const char *screen, const char *name)
{
	struct key key;
	assert_true(key_parse(&key, name));
	const struct keymap_row *row = keymap_find(map, screen, &key, 1);
	return row != NULL ? row->command : "";
}

static const odd_option *row_of(const char *name)
{
	return settings_find(name, strlen(name));
}

static odd_status set_named(
	struct settings_state *s, const char *name, const char *value, odd_error *err)
{
	return settings_set(s, row_of(name), value, err);
}

struct read {
	struct keymap *keys;
	struct settings_state initial, settings;
	struct config_file file;
};

static void read_config(struct read *r, const char *text)
{
	odd_error err;
	if (text != NULL)
		write_text(dir, "oddone.conf", text);
	r->keys = keymap_create();
	settings_init(&r->initial);
	r->settings = r->initial;
	assert_ok(config_file_load(&r->file, path, r->keys, &r->settings, &err), err);
}

static void done(struct read *r)
{
	config_file_clear(&r->file);
	keymap_free(r->keys);
}

static void no_file_is_fine(void **state)
{
	(void)state;
	struct read r;
	read_config(&r, NULL);
	assert_int_equal(r.file.fault_count, 0);
	assert_int_equal(r.file.line_count, 0);
	done(&r);
	/* One that cannot be read is told. */
	odd_error err;
	struct config_file file;
	struct keymap *keys = keymap_create();
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(config_file_load(&file, path, keys, &r.settings, &err), ODD_EIO);
	config_file_clear(&file);
	keymap_free(keys);
}

static void lines_take_effect(void **state)
{
	(void)state;
	struct read r;
	read_config(&r, "# mine\n\n"
			"set glyphs=ascii\n"
			"set mouse off\r\n"
			"  set speed = 2\n"
			"set k=20\n"
			"set k=30\n"
			"set seed=7\n"
			"set seed=42\n"
			"bind explore x  export scores 'my file.tsv' \n"
			"bind generic \"a x\" undo\n"
			"unbind generic Q");
	assert_int_equal(r.file.fault_count, 1); /* "speed = 2" is three words too many */
	assert_int_equal(r.settings.ui.glyphs, GLYPHS_ASCII);
	assert_false(r.settings.ui.mouse);
	assert_string_equal(does(r.keys, "explore", "x"), "export scores 'my file.tsv'");
	assert_string_equal(does(r.keys, "explore", "Q"), "");
	/* For the session: the last word on each, and nothing that is the default anyway. */
	assert_int_equal(r.file.line_count, 1);
	assert_string_equal(r.file.line[0], "set k=30");
	done(&r);
}

static void faults_have_a_place(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		long column;
		const char *said;
	} bad[] = {
		{"fly south", 1, "\"fly\" is not one of set, bind and unbind"},
		{"   fly", 4, "fly"},
		{"set", 4, "set OPTION=VALUE"},
		{"set speed=fast", 5, "speed"},
		{"set wings=2", 5, "no option \"wings\""},
		{"set k=-1", 5, "below 1"},
		{"set glyphs=runes", 5, "is not one of auto|braille|block|ascii"},
		{"bind", 5, "bind SCREEN KEY COMMAND"},
		{"bind explore x", 15, "bind SCREEN KEY COMMAND"},
		{"bind galaxy x undo", 6, "no screen \"galaxy\""},
		{"bind explore Hyper-x undo", 14, "no key \"Hyper-x\""},
		{"bind explore \"a b c\" undo", 14, "at most two keys"},
		{"bind explore 'é x'  fly", 21, "no command \"fly\""},
		{"unbind explore", 15, "unbind SCREEN KEY"},
		{"unbind explore F9", 16, "stands for nothing"},
		{"bind explore x help \"me", 1, "quotation"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char text[200], said[600];
		struct read r;
		snprintf(text, sizeof text, "set mouse=off\n%s\nset speed=3\n", bad[i].line);
		read_config(&r, text);
		assert_int_equal(r.file.fault_count, 1);
		odd_error_format(&r.file.fault[0], said, sizeof said);
		assert_int_equal(r.file.fault[0].line, 2);
		assert_string_equal(r.file.fault[0].file, path);
		if (r.file.fault[0].column != bad[i].column || strstr(said, bad[i].said) == NULL)
			fail_msg("%s: %s", bad[i].line, said);
		/* What is right around it is read. */
		assert_false(r.settings.ui.mouse);
		assert_close(r.settings.ui.speed, 3.0, 0);
		done(&r);
	}
}

/* Every setting has a value in words, which reads back. */
static void values_round_trip(void **state)
{
	(void)state;
	static const char *const tried[][2] = {{"preset", "paper"}, {"k", "17"}, {"k", "auto"},
		{"alpha", "0.1"}, {"beta", "auto"}, {"mu", "1.25"}, {"init", "svd"},
		{"update", "block"}, {"seed", "18446744073709551615"}, {"weights", "0.1,0,3"},
		{"weights", "preset"}, {"iterations", "50"}, {"glyphs", "block"},
		{"theme", "light"}, {"mouse", "off"}, {"speed", "0.125"}};
	struct settings_state s;
	const odd_option *row;
	odd_error err;
	char value[ODD_OPTION_VALUE];
	settings_init(&s);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++) {
		assert_int_not_equal(strlen(settings_get(value, &s, row)), 0);
		assert_ok(settings_set(&s, row, value, &err), err);
		if (row->usual != NULL)
			assert_ok(settings_set(&s, row, row->usual, &err), err);
	}
	for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
		assert_ok(set_named(&s, tried[i][0], tried[i][1], &err), err);
		assert_string_equal(settings_get(value, &s, row_of(tried[i][0])), tried[i][1]);
	}
}

static char *default_config(void)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	config_file_print_default(out);
	fclose(out);
	return text;
}

/* The default configuration reads without fault, and changes nothing. */
static void the_default_changes_nothing(void **state)
{
	(void)state;
	char *text = default_config();
	struct read r;
	read_config(&r, text);
	struct keymap *keys = keymap_create();
	char said[600];
	if (r.file.fault_count > 0)
		fail_msg("%s", odd_error_format(&r.file.fault[0], said, sizeof said));
	assert_int_equal(r.file.line_count, 0);
	assert_memory_equal(&r.settings.ui.glyphs, &r.initial.ui.glyphs, sizeof(enum glyph_set));
	for (size_t i = 0; keymap_get(keys, i) != NULL; i++) {
		char *a = keymap_row_line(keymap_get(keys, i));
		assert_non_null(keymap_get(r.keys, i));
		char *b = keymap_row_line(keymap_get(r.keys, i));
		assert_string_equal(a, b);
		free(a);
		free(b);
	}
	keymap_free(keys);
	free(text);
	done(&r);
}

/* The file that is installed is what the program prints. */
static void the_installed_file_is_up_to_date(void **state)
{
	(void)state;
	const char *srcdir = getenv("srcdir");
	char name[1000], *text = default_config();
	snprintf(name, sizeof name, "%s/share/oddone/keys.conf", srcdir != NULL ? srcdir : ".");
	const char *update = getenv("ODDONE_UPDATE"); /* set: write it anew */
	if (update != NULL && update[0] != '\0') {
		FILE *f = fopen(name, "w");
		assert_non_null(f);
		fputs(text, f);
		fclose(f);
	}
	char *installed = read_text(name);
	assert_string_equal(installed, text);
	free(installed);
	free(text);
}

static void start_directories_are_kept(void **state)
{
	(void)state;
	struct settings_state s;
	odd_error err;
	char value[ODD_OPTION_VALUE], *given = strdup(dir);
	settings_init(&s);
	assert_ok(settings_set(&s, row_of("init"), given, &err), err);
	free(given);
	struct settings_state copy = s;
	memset(&s, 0x55, sizeof s);
	assert_string_equal(settings_get(value, &copy, row_of("init")), dir);
	assert_ok(settings_set(&copy, row_of("init"), "svd", &err), err);
	assert_string_equal(settings_get(value, &copy, row_of("init")), "svd");
}

int main(void)
{
#define EACH(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		EACH(no_file_is_fine),
		EACH(lines_take_effect),
		EACH(faults_have_a_place),
		EACH(values_round_trip),
		EACH(the_default_changes_nothing),
		EACH(start_directories_are_kept),
		EACH(the_installed_file_is_up_to_date),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
