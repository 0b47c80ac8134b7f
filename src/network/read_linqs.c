/* LINQS: X.content (id, values, label) with X.cites (cited, citing) or X.edges (source, target,
 * weight), the form of the test oracles. Several pairs are one network over the same words. */
#include "config.h"

#include "network/parallel_lines.h"

#include <string.h>

#include "network/files.h"

/* Tabs when the line has one, otherwise spaces. */
static char separator_of(const odd__scan *scan)
{
	size_t length = (size_t)(scan->line_end - scan->line);
	return memchr(scan->line, '\t', length) != NULL ? '\t' : ' ';
}

/* One line: id, row.values numbers, label. The cost is a look at each byte; zeros pass 32 bytes at
 * a time. */
static void read_node(odd__piece *piece, odd__row row)
{
	odd__text id, label;
	odd__scan_field(row.scan, row.separator, &id);
	id = odd__text_trim(id);
	odd__piece_node(piece, id, id.at, false);
	while (piece->status == ODD_OK) {
		size_t d;
		double value;
		piece->status = odd__row_next(&row, &d, &value, &piece->err);
		if (piece->status != ODD_OK || d == row.values)
			break;
		odd__piece_attribute(piece, (uint32_t)d, value);
	}
	if (piece->status != ODD_OK)
		return;
	if (!odd__scan_field(row.scan, row.separator, &label) || row.scan->at != NULL)
		piece->status = odd__row_check(&row, &piece->err);
	else if (odd__text_trim(label).length > 0)
		odd__piece_label(piece, odd__text_trim(label));
}

static void read_piece(odd__piece *piece, const void *context)
{
	const odd__row *first = context;
	odd__row row = *first;
	row.scan = &piece->scan;
	while (odd__piece_line(piece))
		read_node(piece, row);
}

/* What the first row of a file says about all of its rows. Every file has the columns of the first
 * one. */
static void learn_columns(odd__reading *r, odd__row *row, const char *first)
{
	odd__scan *scan = &r->scan;
	row->scan = scan;
	row->separator = separator_of(scan);
	size_t columns = odd__scan_count(scan, row->separator);
	if (columns < 2)
		odd__fail(r, scan->line_end,
			"a row needs at least an id and a label, separated by tabs or spaces");
	else if (columns - 2 >= ODD_NO_NAME)
		odd__fail(r, scan->line, "too many columns: %zu", columns);
	else if (row->columns != 0 && row->columns != columns)
		odd__fail(r, scan->line, "the number of columns is %zu, in %.100s %zu", columns,
			odd__base_name(first), row->columns);
	row->columns = columns;
	row->values = columns - 2;
}

static void read_content(odd__reading *r, const char *path, odd__row *row, const char *first)
{
	odd__scan *scan = &r->scan;
	size_t before = r->b.ids.count;
	odd__reading_open(r, path);
	if (odd__reading_line(r, '\0')) {
		learn_columns(r, row, first);
		scan->next = scan->line;
		scan->number--;
	}
	odd__reading_lines(r, read_piece, row, NULL);
	if (r->b.ids.count == before)
		odd__fail(r, NULL, "there is no node in it");
}

/* The links of a .content file: .cites or else .edges. */
static const odd__found *find_links(
	const odd__files *files, const odd__found *content, odd_status *status, odd_error *err)
{
	const odd__found *cites = NULL, *edges = NULL;
	*status = odd__files_find(&cites, files, "X.cites", content->stem, err);
	if (*status == ODD_OK)
		*status = odd__files_find(&edges, files, "X.edges", content->stem, err);
	if (*status == ODD_OK && cites == NULL && edges == NULL)
		*status = odd__files_missing(content, "X.cites", err);
	else if (*status == ODD_OK && cites != NULL && edges != NULL)
		*status = odd_error_at(err, ODD_EINPUT, edges->path, 0, 0,
			"%.100s is there as well; name the one to be read",
			odd__base_name(cites->path));
	return cites != NULL ? cites : edges;
}

odd_status odd__read_linqs(
	odd_network **out, const odd__source *source, const odd__files *files, odd_error *err)
{
	static const odd__edge_rules cites = {.reversed = true};
	static const odd__edge_rules edges = {.weights = true, .comments = true};
	odd__reading r;
	odd__row row = {0};
	const char *first = NULL;
	odd__reading_begin(&r, source, err);
	for (size_t i = 0; i < files->count && r.status == ODD_OK; i++) {
		const odd__found *file = &files->file[i], *content = NULL;
		if (file->leads && strcmp(file->what, "X.content") == 0) {
			first = first == NULL ? file->path : first;
			find_links(files, file, &r.status, err);
			if (r.status == ODD_OK)
				read_content(&r, file->path, &row, first);
		} else if (strcmp(file->what, "X.cites") == 0) {
			r.status = odd__files_find(&content, files, "X.content", file->stem, err);
			if (r.status == ODD_OK && content == NULL) /* half a pair */
				r.status = odd__files_missing(file, "X.content", err);
		}
	}
	/* The last columns may hold zeros only; they are columns all the same. */
	if (r.status == ODD_OK && row.values > 0)
		odd__builder_attribute(&r.b, 0, (uint32_t)(row.values - 1), 0.0, err);
	for (size_t i = 0; i < files->count && r.status == ODD_OK; i++) {
		if (strcmp(files->file[i].what, "X.content") != 0)
			continue;
		const odd__found *links = find_links(files, &files->file[i], &r.status, err);
		if (r.status == ODD_OK)
			odd__read_edge_lines(&r, links->path,
				strcmp(links->what, "X.cites") == 0 ? cites : edges);
	}
	return odd__reading_finish(out, &r, source->name, "LINQS", first);
}
