/* text.h: writing for people: glyphs the locale can show, cells of a fixed width, safe names.
 *
 * Names come from the user's files and may hold anything. What is written to a terminal has no
 * control characters in it, and is cut to its column.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/options.h"
#include "draw/cells.h"
#include "oddone/network.h"
#include "report/sheet.h"

/* "▲": the mark of a kind, as figure_kind_mark has it. */
const char *text_mark(odd_kind kind);

/* " ▲ 45 structural, ■ 45 attribute": all kinds of outliers that there are, beginning in a column
 * and going on below, indented by four, where 78 are not enough. */
void text_kinds(FILE *out, const size_t count[ODD_KINDS], size_t column);

/* All that goes to a terminal goes through one of these: what could steer it is escaped
 * (base/visible.h), and a letter that the locale does not have is its ASCII twin. A line end is
 * escaped as well in text_line and text_cell. */
void text_line(FILE *out, const char *text);
void text_lines(FILE *out, const char *text);
void text_print(FILE *out, const char *format, ...) ODD_PRINTF(2, 3);
void text_vprint(FILE *out, const char *format, va_list args) ODD_PRINTF(2, 0);
/* Columns that text_line takes. */
size_t text_width(const char *text);

/* Write text in exactly width columns, cut or padded; to the right when asked. */
void text_cell(FILE *out, const char *text, size_t width, bool right);
/* The same in no more columns than it needs. */
void text_short(FILE *out, const char *text, size_t most);

/* Text in lines of at most 78 columns, from column `indent` on, which is where the output stands.
 */
void text_wrap(FILE *out, const char *text, size_t indent);
/* Such a paragraph, indented by two; the other one under a bullet. */
void text_paragraph(FILE *out, const char *text);
void text_bullet(FILE *out, const char *text);

/* "61 MB" */
const char *text_bytes(char buffer[SHEET_NUMBER], double bytes);

/* May letters be bold: is out a terminal, and NO_COLOR not set? Headings are, then. */
bool text_bold(FILE *out);
void text_heading(FILE *out, const char *text);

/* Columns: COLUMNS, else those of the terminal, else 80; at least 40. */
size_t terminal_columns(void);

/* How stdout may be coloured; *plain: not even bold or reverse. The option comes first, then
 * NO_COLOR, then what COLORTERM and TERM promise. */
enum colour_depth terminal_depth(enum colour_choice choice, bool *plain);

#endif
