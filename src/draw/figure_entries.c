/* The links, words and near nodes of a node that is explained, as rows of tables. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figure_parts.h"

#define WIDE 50.0 /* characters from which all numbers have room */

/* ---- in which order -------------------------------------------------------------------------- */

static int by_error(const void *a, const void *b)
{
	const odd_explain_entry *x = *(const odd_explain_entry *const *)a,
				*y = *(const odd_explain_entry *const *)b;
	if (x->error != y->error)
		return x->error > y->error ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at ? 1 : 0;
}

size_t figure_entries_sort(const odd_explain_entry **out, const odd_explain_row *row)
{
	const size_t n = row->present_count + row->absent_count;
	for (size_t i = 0; i < n; i++)
		out[i] = i < row->present_count ? &row->present[i]
						: &row->absent[i - row->present_count];
	if (n > 0)
		qsort(out, n, sizeof *out, by_error);
	return n;
}

/* ---- cells ----------------------------------------------------------------------------------- */

bool figure_entries_wide(const struct figure_entries *f)
{
	return f->width >= WIDE * f->c->char_w;
}

static char *shorten(
	char out[FIGURE_NAME], const struct figure_entries *f, const char *name, double most)
{
	return canvas_text_fit(
		f->c, out, FIGURE_NAME, name, most * f->c->char_w, pen_of(ROLE_TEXT));
}

/* In four columns, five when below 0: .129, 1.25, 12.5. */
static char *compact(char out[NUMBER_SIZE], double v)
{
	double size = fabs(v);
	const char *minus = v < 0.0 ? "-" : "";
	char digits[16];
	if (size >= 99.95)
		return number_text(out, v, 3);
	snprintf(digits, sizeof digits,
		size < 0.9995  ? "%.3f"
		: size < 9.995 ? "%.2f"
			       : "%.1f",
		size);
	snprintf(out, NUMBER_SIZE, "%s%s", minus,
		size == 0.0     ? "0"
		: size < 0.9995 ? digits + 1
				: digits);
	return out;
}

static struct table_cell number_cell(char out[NUMBER_SIZE], double v, enum role role)
{
	return (struct table_cell){.text = compact(out, v), .role = role};
}

static struct table_cell label_cell(
	char out[FIGURE_NAME], const struct figure_entries *f, const char *label, double most)
{
	return (struct table_cell){
		.text = shorten(out, f, label != NULL ? label : "", most), .role = ROLE_DIM};
}

enum { NAME, LABEL, GIVEN, OBSERVED, EXPECTED, ERROR };

void figure_entry_columns(struct table_column *column, const struct figure_entries *f)
{
	const char *one = odd_explain_attributes_name(f->of, true);
	const bool wide = figure_entries_wide(f);
	static const char room[] = "88888";
	column[NAME] = (struct table_column){.title = f->links ? "node" : one, .priority = 9};
	column[LABEL] = (struct table_column){
		.title = f->links && f->labels ? "label" : NULL, .priority = 4};
	column[GIVEN] = (struct table_column){
		.title = wide ? "data" : NULL, .priority = 3, .room = room, .right = true};
	column[OBSERVED] = (struct table_column){
		.title = f->links ? "A" : "C", .priority = 7, .room = room, .right = true};
	column[EXPECTED] = (struct table_column){
		.title = f->links ? "(GH)" : "(UV)", .priority = 8, .room = room, .right = true};
	column[ERROR] =
		(struct table_column){.title = "err²", .priority = 6, .room = room, .right = true};
}

void figure_entry_cells(struct table_cell *cell, struct figure_entry_text *text,
	const odd_explain_entry *x, const struct figure_entries *f)
{
	const bool wide = figure_entries_wide(f), labels = f->links && f->labels;
	/* What the node does not have is dim. */
	const enum role role = x->given == 0.0 ? ROLE_DIM : ROLE_TEXT;
	const double most = wide ? FIGURE_ENTRY_NAME : labels ? 11 : 16;
	if (f->links && x->given == 0.0) { /* no neighbour: expected, but not there */
		char inner[FIGURE_NAME];
		snprintf(text->name, sizeof text->name, "(%.80s)",
			shorten(inner, f, x->title, most - 2.0));
	} else if (x->filled) { /* not in the data: put in place of what is missing */
		char inner[FIGURE_NAME];
		snprintf(text->name, sizeof text->name, "%.80s*",
			shorten(inner, f, x->title, most - 1.0));
	} else {
		shorten(text->name, f, x->title, most);
	}
	cell[NAME] = (struct table_cell){.text = text->name, .role = role};
	cell[LABEL] = label_cell(text->label, f, x->label, wide ? FIGURE_ENTRY_NAME : 7);
	cell[GIVEN] = number_cell(text->number[0], x->given, role);
	cell[OBSERVED] = number_cell(text->number[1], x->observed, role);
	cell[EXPECTED] = number_cell(text->number[2], x->expected, role);
	cell[ERROR] = number_cell(text->number[3], x->error, role);
}

void figure_near_columns(struct table_column *column, const struct figure_entries *f)
{
	column[0] = (struct table_column){.title = "node", .priority = 9};
	column[1] = (struct table_column){.title = f->labels ? "label" : NULL, .priority = 4};
	column[2] = (struct table_column){
		.title = "cos", .priority = 8, .room = "88888", .right = true};
}

void figure_near_cells(struct table_cell *cell, struct figure_entry_text *text,
	const odd_explain_near *near, const struct figure_entries *f)
{
	const double most = fmin(FIGURE_ENTRY_NAME, f->width / f->c->char_w - 9.0);
	cell[0] = (struct table_cell){.text = shorten(text->name, f, near->title, most)};
	cell[1] = label_cell(text->label, f, near->label, FIGURE_ENTRY_NAME);
	cell[2] = number_cell(text->number[0], near->similarity, ROLE_TEXT);
}

static bool any_filled(const odd_explain_row *row)
{
	bool any = false;
	for (size_t i = 0; i < row->present_count; i++)
		any = any || row->present[i].filled;
	for (size_t i = 0; i < row->absent_count; i++)
		any = any || row->absent[i].filled;
	return any;
}

void figure_entries_heading(char *title, char *note, size_t size, const struct figure_entries *f)
{
	const odd_explain_row *row = f->links ? &f->of->links : &f->of->attributes;
	const bool wide = figure_entries_wide(f), filled = !f->links && any_filled(row);
	const char *what = odd_explain_attributes_name(f->of, false);
	if (f->links)
		snprintf(title, size, !wide ? "Links, worst first" : "Links: worst explained");
	else
		snprintf(title, size, "%c%s%s", toupper((unsigned char)what[0]), what + 1,
			filled && !wide ? "" : ": worst explained");
	snprintf(note, size, (f->links || filled) && !wide ? "%zu" : "%zu %s", row->count,
		!f->links         ? odd_explain_attributes_name(f->of, row->count == 1)
		: row->count == 1 ? "link"
				  : "links");
	if (f->links)
		strncat(note, ", ( ) no link", size - strlen(note) - 1);
	else if (filled)
		strncat(note, ", * filled in", size - strlen(note) - 1);
}
