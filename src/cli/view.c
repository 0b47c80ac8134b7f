#include "config.h"

#include "cli/view.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text.h"
#include "report/json.h"

enum { WIDTH = 78, CELL = 200, MOST_COLUMNS = 24 };

/* ---- members -------------------------------------------------------------------------------- */

json_t *view_at(const json_t *o, const char *path)
{
	while (o != NULL && *path != '\0') {
		char key[80];
		const size_t length = strcspn(path, ".");
		snprintf(key, sizeof key, "%.*s", (int)length, path);
		if (json_is_array(o)) {
			const long i = strtol(key, NULL, 10);
			o = json_array_get(o, i < 0 ? json_array_size(o) - (size_t)-i : (size_t)i);
		} else {
			o = json_object_get(o, key);
		}
		path += length + (path[length] == '.');
	}
	return json_is_null(o) ? NULL : (json_t *)(uintptr_t)o;
}

double view_number(const json_t *o, const char *path)
{
	const json_t *value = view_at(o, path);
	return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

const char *view_text(const json_t *o, const char *path)
{
	const char *text = json_string_value(view_at(o, path));
	return text != NULL ? text : "";
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* printf of a number with a format that a table or template has. */
static void print_number(char out[CELL], const char *format, double x)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(out, CELL, format, x);
#pragma GCC diagnostic pop
}

/* One member; false when it is missing. strict: a count of 0 is missing too. */
static bool put_member(FILE *out, const json_t *o, const char *path, const char *how, bool strict)
{
	const json_t *value = view_at(o, path);
	const char *text = json_string_value(value), *bar = strchr(how, '|');
	const double x = json_is_number(value)  ? json_number_value(value)
			 : json_is_array(value) ? (double)json_array_size(value)
						: (double)NAN;
	char written[CELL];
	if (*how == '?' || *how == '!')
		return (json_is_true(value) || (text != NULL && *text != '\0') || x > 0.0 ||
			       json_array_size(value) > 0) == (*how == '?');
	if (text != NULL && isdigit((unsigned char)*how))
		text_short(out, text, (size_t)atoi(how));
	else if (text != NULL)
		fputs(text, out);
	else if (isnan(x) || (strict && bar != NULL && x == 0.0))
		return false;
	else if (bar != NULL)
		fprintf(out, "%.0f %.*s", x, (int)(x == 1.0 ? bar - how : (long)strlen(bar + 1)),
			x == 1.0 ? how : bar + 1);
	else if (strcmp(how, "bytes") == 0)
		fputs(text_bytes(written, x), out);
	else if (strcmp(how, "percent") == 0)
		fprintf(out, "%.3g %%", 100.0 * x);
	else {
		print_number(written, *how != '\0' ? how : "%.10g", x);
		fputs(written, out);
	}
	return true;
}

/* Fills in the template up to `end`, and moves *at behind it; false when a member is missing. */
static bool fill(FILE *out, const json_t *o, const char **at, char end, bool strict)
{
	bool whole = true;
	for (; **at != end && **at != '\0'; ++*at) {
		if (**at == '{') {
			char path[80], how[80];
			const size_t length = strcspn(++*at, "}"), name = strcspn(*at, ":}");
			snprintf(path, sizeof path, "%.*s", (int)name, *at);
			snprintf(how, sizeof how, "%.*s", (int)(length - name),
				*at + name + (name < length));
			how[length - name > 0 ? length - name - 1 : 0] = '\0';
			whole = put_member(out, o, path, how, strict) && whole;
			*at += length;
		} else if (**at == '[') {
			char *piece = NULL;
			size_t size;
			FILE *inner = open_memstream(&piece, &size);
			++*at;
			const bool there = inner != NULL && fill(inner, o, at, ']', true);
			if (inner == NULL || fclose(inner) != 0 || piece == NULL)
				json_lack_memory();
			else if (there)
				fputs(piece, out);
			free(piece);
		} else {
			putc(**at, out);
		}
	}
	return whole;
}

void view_line(FILE *out, const json_t *o, const char *template)
{
	char *line = NULL;
	size_t size;
	FILE *inner = open_memstream(&line, &size);
	const bool whole = inner != NULL && fill(inner, o, &template, '\0', false);
	if (inner == NULL || fclose(inner) != 0 || line == NULL)
		json_lack_memory();
	else if (whole) {
		text_line(out, line);
		putc('\n', out);
	}
	free(line);
}

void view_bullets(FILE *out, const char *heading, const json_t *texts)
{
	if (json_array_size(texts) > 0)
		text_heading(out, heading);
	for (size_t i = 0; i < json_array_size(texts); i++)
		text_bullet(out, json_string_value(json_array_get(texts, i)));
}

/* ---- tables --------------------------------------------------------------------------------- */

/* ".61" of 0.61. */
static const char *without_zero(char out[CELL], const char *format, double x)
{
	print_number(out, format, x);
	return out[0] == '0' && out[1] == '.' ? out + 1 : out;
}

/* The value of a cell as a number: of an object its mean. */
static double cell_value(const json_t *row, const struct view_column *c)
{
	const json_t *value = view_at(row, c->member);
	value = json_is_object(value) ? json_object_get(value, "mean") : value;
	return json_is_number(value) ? json_number_value(value) * (c->scale > 0.0 ? c->scale : 1.0)
				     : (double)NAN;
}

/* The text of a cell, lent or in `room`. */
static const char *cell_text(char room[CELL], const json_t *row, const struct view_column *c)
{
	const json_t *value = view_at(row, c->member);
	const char *text = json_string_value(value);
	char mean[CELL], spread[CELL];
	const double x = cell_value(row, c), deviation = view_number(value, "deviation");
	room[0] = '\0';
	if (text != NULL && c->format != NULL && strcmp(c->format, "kind") == 0) {
		const int kind = odd_kind_from_name(text, strlen(text));
		if (kind > ODD_ORDINARY)
			snprintf(room, CELL, "%s %.60s", text_mark((odd_kind)kind), text);
		return room;
	}
	if (text != NULL)
		return text;
	if (json_is_boolean(value))
		return json_is_true(value) ? c->head : "";
	for (size_t i = 0, used = 0; i < json_array_size(value) && used + 8 < CELL; i++) {
		const double each = json_number_value(json_array_get(value, i));
		used += (size_t)snprintf(room + used, CELL - used, each > 0.0 ? "%s%.0f" : "%s-",
			i > 0 ? " " : "", each);
	}
	if (isnan(x))
		return json_is_array(value) || c->format == NULL ? room : "-";
	if (!json_is_object(value))
		print_number(room, c->format, x);
	else if (isnan(deviation))
		return without_zero(room, c->format, x);
	else
		snprintf(room, CELL, "%.90s±%.90s", without_zero(mean, c->format, x),
			without_zero(spread, c->format, deviation));
	return room;
}

static bool is_number(const struct view_column *c)
{
	return c->format != NULL && c->format[0] == '%';
}

/* As wide as cells and heads; when they are too wide together, the widest texts are cut, but for a
 * text that ends the line. A width of 0 leaves a column out. */
static void lay_out(size_t width[], const json_t *rows, size_t row_count,
	const struct view_column *column, size_t count)
{
	char room[CELL];
	size_t all = 0;
	for (size_t i = 0; i < count; i++) {
		const struct view_column *c = &column[i];
		bool any = false;
		width[i] = text_width(c->head);
		for (size_t r = 0; r < row_count; r++) {
			const json_t *row = json_array_get(rows, r);
			const size_t w = text_width(cell_text(room, row, c));
			width[i] = w > width[i] ? w : width[i];
			any = any || (view_at(row, c->member) != NULL && (is_number(c) || w > 0));
		}
		width[i] = !any ? 0 : width[i] < (size_t)c->width ? (size_t)c->width : width[i];
		if (any && (i + 1 < count || is_number(c)))
			all += width[i] + 2 - is_number(c) + c->leads;
	}
	for (; all > WIDTH; all--) {
		size_t widest = count;
		for (size_t i = 0; i + 1 < count; i++)
			if (column[i].format == NULL && width[i] > 8 &&
				(widest == count || width[i] > width[widest]))
				widest = i;
		if (widest == count)
			return;
		width[widest]--;
	}
}

/* A cell with the gap before it; nothing follows the last text of a line. */
static void put_cell(
	FILE *out, const char *text, const struct view_column *c, size_t width, bool last)
{
	if (last && !is_number(c) && *text == '\0')
		return;
	fputs(is_number(c) ? " " : "  ", out);
	if (last && !is_number(c))
		text_short(out, text, width);
	else
		text_cell(out, text, width, is_number(c));
}

void view_table(FILE *out, const json_t *rows, size_t most, const struct view_column *column,
	size_t column_count)
{
	size_t width[MOST_COLUMNS], count = json_array_size(rows);
	double lead[MOST_COLUMNS];
	const bool bold = text_bold(out);
	count = count < most ? count : most;
	if (count == 0)
		return;
	lay_out(width, rows, count, column, column_count);
	while (width[column_count - 1] == 0)
		column_count--;
	for (size_t i = 0; i < column_count; i++) {
		const struct view_column *c = &column[i];
		lead[i] = c->leads ? 0.0 : (double)INFINITY;
		for (size_t r = 0; c->leads && r < count; r++)
			lead[i] = fmax(lead[i], cell_value(json_array_get(rows, r), c));
		if (width[i] > 0)
			put_cell(out, c->head, c, width[i], i + 1 == column_count);
		fputs(width[i] > 0 && c->leads && i + 1 < column_count ? " " : "", out);
	}
	putc('\n', out);
	for (size_t r = 0; r < count; r++) {
		for (size_t i = 0; i < column_count; i++) {
			char room[CELL];
			const json_t *row = json_array_get(rows, r);
			const struct view_column *c = &column[i];
			const bool leads =
				cell_value(row, c) > 0.0 && cell_value(row, c) >= lead[i];
			if (width[i] == 0)
				continue;
			fputs(leads && bold ? "\033[1m" : "", out);
			put_cell(out, cell_text(room, row, c), c, width[i], i + 1 == column_count);
			fputs(leads && bold ? "\033[0m " : leads ? "*" : c->leads ? " " : "", out);
		}
		putc('\n', out);
	}
	if (json_array_size(rows) > most)
		fprintf(out, "  and %zu more, which --format tsv and json list\n",
			json_array_size(rows) - most);
}
