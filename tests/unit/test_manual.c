/* test_manual.c: oddone-commands(7) has every command, option and key, oddone-tour(5) every value
 * of claims, as the tables have them.
 *
 * The lists of the page stand between the lines `.\" begin NAME` and `.\" end NAME`. They are made
 * here and compared; ODDONE_UPDATE=1 writes them anew.
 */
#include "config.h"

#include "helpers.h"

#include "report/claim.h"
#include "session/command.h"
#include "tui/edit.h"
#include "tui/keymap.h"
#include "tui/prompt.h"
#include "tui/ui_options.h"
#include "tui/ui_commands.h"

/* ---- roff ------------------------------------------------------------------------------------ */

/* Characters that roff would take for something else; dashes as they are typed. */
static void put_plain(FILE *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		switch (text[i]) {
		case '-':
			fputs("\\-", out);
			break;
		case '\\':
			fputs("\\e", out);
			break;
		case '\'':
			fputs("\\(aq", out);
			break;
		case '`':
			fputs("\\(ga", out);
			break;
		case '~':
			fputs("\\(ti", out);
			break;
		case '^':
			fputs("\\(ha", out);
			break;
		default:
			putc(text[i], out);
		}
	}
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-';
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* A usage: what stands for something in italics, what is typed as it is in bold. */
static void put_usage(FILE *out, const char *usage)
{
	for (const char *p = usage; *p != '\0';) {
		size_t n = 0;
		while (is_word(p[n]) || p[n] == '=' || p[n] == '<' || p[n] == '#')
			n++;
		/* "type=KIND" is typed up to the name of what it stands for. */
		size_t typed = 0;
		while (typed < n && !is_capital(p[typed]))
			typed++;
		if (n == 0) {
			put_plain(out, p++, 1);
			continue;
		}
		if (typed > 0) {
			fputs("\\fB", out);
			put_plain(out, p, typed);
			fputs("\\fR", out);
		}
		if (n > typed) {
			fputs("\\fI", out);
			put_plain(out, p + typed, n - typed);
			fputs("\\fR", out);
		}
		p += n;
	}
}

/* A sentence of a table, with a capital and a stop; dashes are hyphens but before options. */
static void put_sentence(FILE *out, const char *text)
{
	for (const char *p = text; *p != '\0'; p++) {
		bool option =
			*p == '-' && (p == text || p[-1] == ' ' || p[-1] == '-' || p[1] == '-');
		if (option)
			fputs("\\-", out);
		else if (p == text && *p >= 'a' && *p <= 'z')
			putc(*p - 'a' + 'A', out);
		else if (*p == '.' && p[1] == ' ' && is_capital(p[2]))
			fputs(".\n", out), p++;
		else
			putc(*p, out);
	}
	fputs(".\n", out);
}

static void put_entry(
	FILE *out, const char *name, const char *gap, const char *usage, const char *help)
{
	fputs(".TP\n\\fB", out);
	put_plain(out, name, strlen(name));
	fprintf(out, "\\fR%s", usage[0] != '\0' ? gap : "");
	put_usage(out, usage);
	putc('\n', out);
	put_sentence(out, help);
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* But for those that are others in the explorer. */
static void put_commands(FILE *out, const struct command_table *table)
{
	for (size_t i = 0; i < table->rows; i++) {
		const struct command_row *c = &table->row[i];
		if (commands_find(&explorer_commands, c->name) == c)
			put_entry(out, c->name, " ", c->usage, c->help);
	}
}

static void put_run_commands(FILE *out)
{
	put_commands(out, &session_commands);
}

static void put_screen_commands(FILE *out)
{
	put_commands(out, &explorer_commands);
}

static void put_option(FILE *out, const odd_option *o)
{
	char name[40], values[100], help[300];
	snprintf(name, sizeof name, "%s=", o->name);
	put_entry(out, name, "", odd_option_values(values, sizeof values, o),
		odd_option_about(help, sizeof help, o));
}

static void put_run_options(FILE *out)
{
	const odd_option *o;
	for (size_t i = 0; (o = run_option_settable(i)) != NULL; i++)
		put_option(out, o);
}

static void put_screen_options(FILE *out)
{
	for (size_t i = 0; i < ui_option_count; i++)
		put_option(out, &ui_option_rows[i]);
}

static void put_keys(FILE *out)
{
	struct keymap *map = keymap_create();
	const struct keymap_row *row;
	const char *group = "";
	for (size_t i = 0; (row = keymap_get(map, i)) != NULL; i++) {
		char keys[KEYMAP_KEYS];
		if (strcmp(group, row->group) != 0) {
			if (group[0] != '\0')
				fputs(".TE\n", out);
			fprintf(out, ".SS %s", row->group);
			if (strcmp(row->screen, "generic") != 0)
				fprintf(out, " (%s)", row->screen);
			fputs("\n.TS\nlB2 lB2 l.\n", out);
		}
		group = row->group;
		keymap_row_keys(row, keys);
		put_plain(out, keys, strlen(keys));
		putc('\t', out);
		put_plain(out, row->command, strlen(row->command));
		fprintf(out, "\t%s\n", row->note);
	}
	fputs(".TE\n", out);
	keymap_free(map);
}

static void put_prompt_keys(FILE *out)
{
	const char *keys, *note;
	fputs(".TS\nlB2 l.\n", out);
	for (size_t i = 0; prompt_key_row(i, &keys, &note); i++) {
		put_plain(out, keys, strlen(keys));
		fprintf(out, "\t%s\n", note);
	}
	for (size_t i = 0; edit_key_row(i, &keys, &note); i++) {
		put_plain(out, keys, strlen(keys));
		fprintf(out, "\t%s\n", note);
	}
	fputs(".TE\n", out);
}

static void put_values(FILE *out)
{
	const struct claim_value *v;
	for (size_t i = 0; (v = claim_value_get(i)) != NULL; i++) {
		fputs(".TP\n\\fB", out);
		put_plain(out, v->name, strlen(v->name));
		fputs("\\fR ", out);
		put_usage(out, v->arguments);
		fprintf(out, "\n%c%s.\n", v->about[0] - 'a' + 'A', v->about + 1);
	}
}

static const char commands_page[] = "oddone-commands.7";
static const struct {
	const char *page, *name;
	void (*put)(FILE *out);
} lists[] = {
	{commands_page, "commands of the run", put_run_commands},
	{commands_page, "commands of the screen", put_screen_commands},
	{commands_page, "options of the run", put_run_options},
	{commands_page, "options of the screen", put_screen_options},
	{commands_page, "keys", put_keys},
	{commands_page, "keys of the prompt", put_prompt_keys},
	{"oddone-tour.5", "values", put_values},
};

/* ---- the page -------------------------------------------------------------------------------- */

static char *read_page(const char *path)
{
	static char text[200000];
	FILE *f = fopen(path, "r");
	if (f == NULL)
		fail_msg("there is no %s", path);
	size_t n = fread(text, 1, sizeof text - 1, f);
	assert_true(n < sizeof text - 1);
	text[n] = '\0';
	fclose(f);
	return text;
}

static char *list_text(size_t i)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	lists[i].put(out);
	fclose(out);
	return text;
}

/* Where list i begins and ends in the page. */
static char *find_list(char *page, size_t i, char **end)
{
	char begin[80], close[80];
	snprintf(begin, sizeof begin, ".\\\" begin %s\n", lists[i].name);
	snprintf(close, sizeof close, ".\\\" end %s\n", lists[i].name);
	char *at = strstr(page, begin);
	*end = at != NULL ? strstr(at, close) : NULL;
	if (*end == NULL)
		fail_msg("the page has no place for the list \"%s\"", lists[i].name);
	return at + strlen(begin);
}

static void update(const char *path, size_t i)
{
	char *page = read_page(path), *end, *at = find_list(page, i, &end), *text = list_text(i);
	FILE *out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(page, 1, (size_t)(at - page), out), at - page);
	fputs(text, out);
	fputs(end, out);
	fclose(out);
	free(text);
}

static void the_page_says_what_the_tables_say(void **state)
{
	(void)state;
	const char *srcdir = getenv("srcdir"), *wanted = getenv("ODDONE_UPDATE");
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		char path[1000];
		snprintf(path, sizeof path, "%s/man/%s", srcdir != NULL ? srcdir : ".",
			lists[i].page);
		if (wanted != NULL && wanted[0] != '\0')
			update(path, i);
		char *page = read_page(path), *end, *at = find_list(page, i, &end),
		     *text = list_text(i);
		*end = '\0';
		if (strcmp(at, text) != 0)
			fail_msg("\"%s\" of the page is not what the tables say; "
				 "ODDONE_UPDATE=1 tests/unit/test_manual writes it anew",
				lists[i].name);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_says_what_the_tables_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
