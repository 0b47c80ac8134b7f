#include "config.h"

#include "tui/config_file.h"

#include "draw/utf8.h"
#include "oddone/base/file.h"
#include "session/memory.h"
#include "tui/config_line.h"
#include "tui/files.h"

/* ---- reading --------------------------------------------------------------------------------- */

static void add_fault(struct config_file *c, const odd_error *err)
{
	c->fault = memory_grow(c->fault, c->fault_count + 1, sizeof *c->fault);
	c->fault[c->fault_count++] = *err;
}

/* "set name=value", quoted where a line needs it; on the heap. */
static char *set_line(const char *name, const char *value)
{
	size_t room = strlen(name) + strlen(value) + 2;
	char *word = memory_grow(NULL, room, 1);
	snprintf(word, room, "%s=%s", name, value);
	char *quoted = command_quote(word);
	char *line = memory_grow(NULL, strlen(quoted) + 5, 1);
	strcat(strcpy(line, "set "), quoted);
	free(quoted);
	free(word);
	return line;
}

static void print_set(FILE *out, const char *name, const char *value)
{
	char *line = set_line(name, value);
	fprintf(out, "%s\n", line);
	free(line);
}

/* What differs from the defaults in the end, as commands. */
static void list_commands(struct config_file *c, const struct settings_state *settings)
{
	struct settings_state usual;
	const odd_option *row;
	char now[ODD_OPTION_VALUE];
	settings_init(&usual);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		if (odd_option_same(row, &settings->run, &usual.run))
			continue;
		c->line = memory_grow(c->line, c->line_count + 1, sizeof *c->line);
		c->line[c->line_count++] = set_line(row->name, settings_get(now, settings, row));
	}
}

odd_status config_file_load(struct config_file *out, const char *path, struct keymap *keys,
	struct settings_state *settings, odd_error *err)
{
	char **lines;
	size_t count;
	*out = (struct config_file){0};
	odd_status status = files_read_lines(&lines, &count, path, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < count; i++) {
		struct config_line line;
		odd_error fault;
		long column = 0;
		if (config_line_parse(&line, lines[i], &column, &fault) != ODD_OK ||
			config_line_apply(&line, keys, settings, &column, &fault) != ODD_OK) {
			odd_error at;
			odd_error_at(
				&at, ODD_EINPUT, path, (long)i + 1, column, "%s", fault.message);
			add_fault(out, &at);
		}
		config_line_clear(&line);
	}
	list_commands(out, settings);
	files_free_lines(lines, count);
	return ODD_OK;
}

void config_file_clear(struct config_file *c)
{
	files_free_lines(c->line, c->line_count);
	free(c->fault);
	*c = (struct config_file){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

struct saving {
	FILE *out;
	const struct keymap *keys;
	const struct settings_state *now, *initial;
	bool *set;   /* settings that have been written */
	bool *bound; /* rows of the key map */
};

static size_t count_settings(void)
{
	size_t n = 0;
	while (settings_row(n) != NULL)
		n++;
	return n;
}

static bool same_setting(
	const odd_option *row, const struct settings_state *a, const struct settings_state *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	return strcmp(settings_get(one, a, row), settings_get(other, b, row)) == 0;
}

static void print_setting(struct saving *s, const odd_option *row)
{
	char now[ODD_OPTION_VALUE];
	if (!same_setting(row, s->now, s->initial))
		print_set(s->out, row->name, settings_get(now, s->now, row));
}

/* A `set` line of the old file: as it was when it still says the same, with the new value, or not
 * at all. */
static void keep_setting(struct saving *s, const struct config_line *line, const char *text)
{
	struct settings_state then = *s->initial;
	const odd_option *row = settings_find(line->name, strlen(line->name));
	size_t i = 0;
	while (settings_row(i) != row)
		i++;
	if (s->set[i])
		return;
	s->set[i] = true;
	if (settings_set(&then, row, line->value, NULL) == ODD_OK &&
		same_setting(row, &then, s->now))
		fprintf(s->out, "%s\n", text);
	else
		print_setting(s, row);
}

/* A `bind` or `unbind` line: what these keys stand for now, when that is the user's doing. */
static void keep_binding(struct saving *s, const struct config_line *line, const char *text)
{
	const struct keymap_row *row;
	for (size_t i = 0; (row = keymap_get(s->keys, i)) != NULL; i++) {
		char keys[KEYMAP_KEYS], wanted[KEYMAP_KEYS];
		if (!row->own || strcmp(row->screen, line->screen) != 0 ||
			strcmp(keymap_row_keys(row, keys), config_line_keys(line, wanted)) != 0 ||
			s->bound[i])
			continue;
		s->bound[i] = true;
		if (strcmp(row->command, line->command) == 0) {
			fprintf(s->out, "%s\n", text);
		} else {
			char *now = keymap_row_line(row);
			fprintf(s->out, "%s\n", now);
			free(now);
		}
		return;
	}
}

static void keep_line(struct saving *s, const char *text)
{
	struct config_line line;
	long column;
	struct settings_state scratch = *s->now;
	struct keymap *keys = keymap_create();
	bool sound = config_line_parse(&line, text, &column, NULL) == ODD_OK;
	/* A line for something this version does not know is not ours to throw away. */
	if (sound && line.verb != LINE_UNBIND)
		sound = config_line_apply(&line, keys, &scratch, &column, NULL) == ODD_OK;
	if (!sound || line.verb == LINE_NOTHING)
		fprintf(s->out, "%s\n", text);
	else if (line.verb == LINE_SET)
		keep_setting(s, &line, text);
	else
		keep_binding(s, &line, text);
	config_line_clear(&line);
	keymap_free(keys);
}

static void add_rest(struct saving *s)
{
	const struct keymap_row *row;
	for (size_t i = 0; settings_row(i) != NULL; i++)
		if (!s->set[i])
			print_setting(s, settings_row(i));
	for (size_t i = 0; (row = keymap_get(s->keys, i)) != NULL; i++)
		if (row->own && !s->bound[i]) {
			char *line = keymap_row_line(row);
			fprintf(s->out, "%s\n", line);
			free(line);
		}
}

static size_t count_keys(const struct keymap *keys)
{
	size_t n = 0;
	while (keymap_get(keys, n) != NULL)
		n++;
	return n;
}

static bool *no_flags(size_t count)
{
	bool *flags = memory_grow(NULL, count, sizeof *flags);
	memset(flags, 0, (count > 0 ? count : 1) * sizeof *flags);
	return flags;
}

odd_status config_file_save(const char *path, const struct keymap *keys,
	const struct settings_state *settings, const struct settings_state *initial, odd_error *err)
{
	char **lines;
	size_t count;
	odd_file file;
	odd_status status = files_read_lines(&lines, &count, path, err);
	if (status == ODD_OK)
		status = files_make_parent(path, err);
	if (status == ODD_OK)
		status = odd_file_open(&file, path, err);
	if (status == ODD_OK) {
		struct saving s = {file.stream, keys, settings, initial, no_flags(count_settings()),
			no_flags(count_keys(keys))};
		for (size_t i = 0; i < count; i++)
			keep_line(&s, lines[i]);
		add_rest(&s);
		free(s.set);
		free(s.bound);
		status = odd_file_commit(&file, err);
	}
	files_free_lines(lines, count);
	return status;
}

/* ---- the default ----------------------------------------------------------------------------- */

static void print_settings(FILE *out, bool of_run)
{
	struct settings_state usual;
	const odd_option *row;
	char value[ODD_OPTION_VALUE], values[100];
	settings_init(&usual);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++)
		if (run_option_is(row) == of_run)
			fprintf(out, "\n# %s (%s)\nset %s=%s\n", row->help,
				odd_option_values(values, sizeof values, row), row->name,
				settings_get(value, &usual, row));
}

void config_file_print_default(FILE *out)
{
	struct keymap *keys = keymap_create();
	const struct keymap_row *row;
	const char *group = "";
	fputs("# Settings and keys of oddone as they are by default: a file that changes nothing.\n"
	      "# Your own go to $XDG_CONFIG_HOME/oddone/oddone.conf (~/.config without it), those\n"
	      "# lines alone that are to differ; oddone-commands(7) has all commands.\n"
	      "\n# ---- the screen\n",
		out);
	print_settings(out, false);
	fputs("\n# ---- the run\n", out);
	print_settings(out, true);
	fputs("\n# ---- keys: bind SCREEN KEY COMMAND, unbind SCREEN KEY\n", out);
	for (size_t i = 0; (row = keymap_get(keys, i)) != NULL; i++) {
		char *line = keymap_row_line(row);
		if (strcmp(group, row->group) != 0)
			fprintf(out, "\n# %s\n", row->group);
		group = row->group;
		fprintf(out, "%s\n", line);
		free(line);
	}
	keymap_free(keys);
}
