#include "config.h"

#include "cli/text.h"

#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { WIDTH = 78 };

const struct glyphs *text_glyphs(void)
{
	static const struct glyphs utf8 = {
		{"·", "▲", "■", "◆", "●"}, "α", "β", "μ", "→", "×", "·", "–", "…"};
	static const struct glyphs ascii = {
		{".", "^", "#", "*", "@"}, "alpha", "beta", "mu", "->", "x", "|", "-", "~"};
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? &utf8 : &ascii;
}

/* One character of text: its bytes, and its columns; 0 columns stands for "write ? instead". */
static size_t next_character(const char *text, size_t *bytes, mbstate_t *state)
{
	wchar_t wide;
	size_t length = mbrtowc(&wide, text, strlen(text), state);
	if (length == (size_t)-1 || length == (size_t)-2 || length == 0) {
		memset(state, 0, sizeof *state);
		*bytes = 1;
		return 0;
	}
	*bytes = length;
	int columns = wcwidth(wide);
	return columns > 0 ? (size_t)columns : 0;
}

size_t text_width(const char *text)
{
	size_t width = 0, bytes;
	mbstate_t state;
	memset(&state, 0, sizeof state);
	for (; *text != '\0'; text += bytes) {
		size_t columns = next_character(text, &bytes, &state);
		width += columns > 0 ? columns : 1;
	}
	return width;
}

void text_cell(FILE *out, const char *text, size_t width, bool right)
{
	size_t whole = text_width(text), room = width, bytes;
	mbstate_t state;
	memset(&state, 0, sizeof state);
	if (right && whole < width)
		fprintf(out, "%*s", (int)(width - whole), "");
	if (whole > width && width > 0)
		room = width - 1; /* for the sign that it was cut */
	size_t used = 0;
	for (; *text != '\0'; text += bytes) {
		size_t columns = next_character(text, &bytes, &state);
		if (used + (columns > 0 ? columns : 1) > room)
			break;
		if (columns == 0)
			putc('?', out);
		else
			fwrite(text, 1, bytes, out);
		used += columns > 0 ? columns : 1;
	}
	if (whole > width && width > 0) {
		fputs(text_glyphs()->cut, out);
		used++;
	}
	if (!right && used < width)
		fprintf(out, "%*s", (int)(width - used), "");
}

/* Words from column `at` on; further lines begin behind `indent`, and every word behind a space. */
static void wrap(FILE *out, const char *text, size_t at, size_t indent)
{
	while (*text != '\0') {
		size_t bytes = strcspn(text, " ");
		char word[200];
		snprintf(word, sizeof word, "%.*s", (int)bytes, text);
		size_t width = text_width(word);
		if (at + 1 + width > WIDTH && at > indent + 1) {
			fprintf(out, "\n%*s", (int)indent, "");
			at = indent;
		}
		putc(' ', out);
		text_cell(out, word, width, false);
		at += 1 + width;
		text += bytes;
		text += *text == ' ';
	}
	putc('\n', out);
}

void text_paragraph(FILE *out, const char *text)
{
	putc(' ', out);
	wrap(out, text, 1, 1);
}

void text_bullet(FILE *out, const char *text)
{
	fprintf(out, "  %s", text_glyphs()->dash);
	wrap(out, text, 3, 3);
}

void text_field(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		const char *special = strchr("\tt\nn\rr\\\\", *text);
		if (special != NULL &&
			(*text == '\t' || *text == '\n' || *text == '\r' || *text == '\\'))
			fprintf(out, "\\%c", special[1]);
		else
			putc(*text, out);
	}
}

const char *text_number(char buffer[TEXT_NUMBER], double x)
{
	if (isnan(x)) {
		strcpy(buffer, "nan");
		return buffer;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buffer, TEXT_NUMBER, "%.*g", digits, x);
		if (digits == 17 || strtod(buffer, NULL) == x)
			break;
	}
	return buffer;
}

const char *text_plus_minus(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? "±" : "+-";
}

const char *text_bytes(char buffer[TEXT_NUMBER], double bytes)
{
	static const char *const unit[] = {"kB", "MB", "GB", "TB"};
	size_t u = 0;
	bytes /= 1e3;
	while (u < 3 && bytes >= 999.5) {
		bytes /= 1e3;
		u++;
	}
	snprintf(buffer, TEXT_NUMBER, bytes < 9.95 ? "%.1f %s" : "%.0f %s", bytes, unit[u]);
	return buffer;
}

void text_heading(FILE *out, const char *text)
{
	const char *no = getenv("NO_COLOR");
	bool bold = isatty(fileno(out)) && (no == NULL || no[0] == '\0');
	fprintf(out, "%s%s%s\n", bold ? "\033[1m" : "", text, bold ? "\033[0m" : "");
}
