#include "config.h"

#include "cli/text.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/ioctl.h>

#include "base/visible.h"
#include "draw/utf8.h"

enum { WIDTH = 78 };

const char *text_mark(odd_kind kind)
{
	static const char *const mark[ODD_KINDS] = {
		[ODD_ORDINARY] = "·",
		[ODD_UNKNOWN_KIND] = "●",
#define KIND(id, name, count, brief, mark, ...) [ODD_##id] = mark,
#include "network/kinds.def"
	};
	return mark[kind];
}

/* The next character as it may be shown here, and the columns it takes; 0 at the end. */
static size_t next_shown(char out[ODD__VISIBLE], const char **text, size_t *columns)
{
	const char *from = *text;
	uint32_t c = odd__utf8_next(text);
	bool plain = !odd__steers(c) && !(c == UTF8_REPLACEMENT && *text == from + 1);
	*columns = plain && c != 0 ? (size_t)utf8_char_width(c) : 0;
	*text = from;
	size_t length = odd__visible_next(out, text);
	if (!plain)
		*columns = length;
	if (c < 0x80 || !plain || strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
		return length;
	/* A terminal that has no such letters: what stands on a letter goes, others are spelt. */
	if (*columns == 0)
		return next_shown(out, text, columns);
	return *columns = utf8_spell(out, c);
}

size_t text_width(const char *text)
{
	char shown[ODD__VISIBLE];
	size_t all = 0, columns;
	while (next_shown(shown, &text, &columns) > 0)
		all += columns;
	return all;
}

void text_kinds(FILE *out, const size_t count[ODD_KINDS], size_t column)
{
	const char *comma = "";
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++) {
		char piece[80];
		if (count[kind] == 0 || !odd_kind_is_outlier(kind))
			continue;
		int length = snprintf(piece, sizeof piece, "%zu %s", count[kind],
			kind == ODD_UNKNOWN_KIND ? "of unknown kind"
						 : odd_kind_name((odd_kind)kind));
		size_t width = strlen(comma) + 3 + (size_t)length; /* a mark has one column */
		bool below = column + width + 1 > WIDTH;           /* a comma may follow */
		text_print(out, "%s%s %s %s", comma, below ? "\n   " : "",
			text_mark((odd_kind)kind), piece);
		column = below ? 6 + (size_t)length : column + width;
		comma = ",";
	}
}

void text_line(FILE *out, const char *text)
{
	char shown[ODD__VISIBLE];
	size_t length, columns;
	while ((length = next_shown(shown, &text, &columns)) > 0)
		fwrite(shown, 1, length, out);
}

void text_lines(FILE *out, const char *text)
{
	while (*text != '\0') {
		char shown[ODD__VISIBLE];
		size_t length, columns;
		while (*text != '\n' && (length = next_shown(shown, &text, &columns)) > 0)
			fwrite(shown, 1, length, out);
		if (*text == '\n')
			putc(*text++, out);
	}
}

void text_vprint(FILE *out, const char *format, va_list args)
{
	char room[4096], *text = NULL;
	va_list again;
	va_copy(again, args);
	/* Without memory only what is longer than any command line of a person is cut. */
	if (vsnprintf(room, sizeof room, format, args) >= (int)sizeof room &&
		vasprintf(&text, format, again) < 0)
		text = NULL;
	va_end(again);
	text_lines(out, text != NULL ? text : room);
	free(text);
}

void text_print(FILE *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	text_vprint(out, format, args);
	va_end(args);
}

void text_cell(FILE *out, const char *text, size_t width, bool right)
{
	char shown[ODD__VISIBLE];
	size_t whole = text_width(text), room = width, used = 0, length, columns;
	if (right && whole < width)
		fprintf(out, "%*s", (int)(width - whole), "");
	if (whole > width && width > 0)
		room = width - 1; /* for the sign that it was cut */
	while ((length = next_shown(shown, &text, &columns)) > 0 && used + columns <= room) {
		fwrite(shown, 1, length, out);
		used += columns;
	}
	if (whole > width && width > 0) {
		text_line(out, "…");
		used++;
	}
	if (!right && used < width)
		fprintf(out, "%*s", (int)(width - used), "");
}

void text_short(FILE *out, const char *text, size_t most)
{
	size_t width = text_width(text);
	text_cell(out, text, width < most ? width : most, false);
}

void text_wrap(FILE *out, const char *text, size_t indent)
{
	size_t skip;
	do {
		char line[400];
		size_t length = utf8_break(text, (int)(WIDTH - indent), &skip);
		snprintf(line, sizeof line, "%.*s", (int)length, text);
		text_line(out, line);
		fprintf(out, "\n%*s", text[skip] != '\0' ? (int)indent : 0, "");
		text += skip;
	} while (*text != '\0');
}

void text_paragraph(FILE *out, const char *text)
{
	fputs("  ", out);
	text_wrap(out, text, 2);
}

void text_bullet(FILE *out, const char *text)
{
	text_line(out, "  – ");
	text_wrap(out, text, 4);
}

const char *text_bytes(char buffer[SHEET_NUMBER], double bytes)
{
	static const char *const unit[] = {"kB", "MB", "GB", "TB"};
	size_t u = 0;
	bytes /= 1e3;
	while (u < 3 && bytes >= 999.5) {
		bytes /= 1e3;
		u++;
	}
	snprintf(buffer, SHEET_NUMBER, bytes < 9.95 ? "%.1f %s" : "%.0f %s", bytes, unit[u]);
	return buffer;
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value != NULL && value[0] != '\0';
}

/* CLICOLOR_FORCE: colours where there is no terminal; 0 says nothing. NO_COLOR is stronger. */
static bool forced(void)
{
	return is_set("CLICOLOR_FORCE") && strcmp(getenv("CLICOLOR_FORCE"), "0") != 0 &&
	       !is_set("NO_COLOR");
}

bool text_bold(FILE *out)
{
	return forced() || (isatty(fileno(out)) && !is_set("NO_COLOR"));
}

void text_heading(FILE *out, const char *text)
{
	bool bold = text_bold(out);
	fprintf(out, "%s%s%s\n", bold ? "\033[1m" : "", text, bold ? "\033[0m" : "");
}

/* ---- what stdout can show ------------------------------------------------------------------- */

enum { LEAST_COLUMNS = 40, USUAL_COLUMNS = 80, MOST_COLUMNS = 1000 };

size_t terminal_columns(void)
{
	const char *text = getenv("COLUMNS");
	struct winsize size;
	long columns = text != NULL ? strtol(text, NULL, 10) : 0;
	if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		columns = size.ws_col;
	if (columns <= 0)
		columns = USUAL_COLUMNS;
	return columns < LEAST_COLUMNS  ? LEAST_COLUMNS
	       : columns > MOST_COLUMNS ? MOST_COLUMNS
					: (size_t)columns;
}

/* What the terminal says it can do. */
static enum colour_depth promised(void)
{
	const char *term = getenv("TERM"), *more = getenv("COLORTERM");
	if (more != NULL && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0))
		return COLOUR_TRUE;
	if (term != NULL && strstr(term, "direct") != NULL)
		return COLOUR_TRUE;
	if (term != NULL && strstr(term, "256color") != NULL)
		return COLOUR_256;
	if (term != NULL && strstr(term, "16color") != NULL)
		return COLOUR_16;
	return COLOUR_8;
}

enum colour_depth terminal_depth(enum colour_choice choice, bool *plain)
{
	const char *term = getenv("TERM");
	if (choice == COLOUR_AUTO && forced())
		choice = COLOUR_ALWAYS;
	bool shows = isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
	*plain = !shows && choice != COLOUR_ALWAYS;
	if (choice == COLOUR_NEVER || *plain)
		return COLOUR_MONO;
	if (choice == COLOUR_AUTO && is_set("NO_COLOR"))
		return COLOUR_MONO;
	return promised();
}
