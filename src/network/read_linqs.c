/* LINQS: X.content (id, values, label) with X.cites (cited, citing) or X.edges (source, target,
 * weight). Several pairs are one network over the same words. */
#include "config.h"

#include "network/parallel_lines.h"

#include <stdlib.h>
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

/* Pairs that were collected; paths are lent. */
struct pairs {
	struct pair {
		const char *content, *links;
	} * pair;
	size_t count;
	bool edges;
};

static odd_status read_pairs(
	odd_network **out, const odd__source *source, const struct pairs *pairs, odd_error *err)
{
	odd__reading r;
	odd__row row = {0};
	const struct pair *pair = pairs->pair;
	odd__reading_begin(&r, source, err);
	for (size_t i = 0; i < pairs->count; i++)
		read_content(&r, pair[i].content, &row, pair[0].content);
	/* The last columns may hold zeros only; they are columns all the same. */
	if (r.status == ODD_OK && row.values > 0)
		odd__builder_attribute(&r.b, 0, (uint32_t)(row.values - 1), 0.0, err);
	odd__edge_rules cites = {.reversed = true}, edges = {.weights = true, .comments = true};
	for (size_t i = 0; i < pairs->count; i++)
		odd__read_edge_lines(&r, pair[i].links, pairs->edges ? edges : cites);
	return odd__reading_finish(out, &r, source->name,
		pairs->edges ? "content and edges" : "LINQS", pair[0].content);
}

/* The links of one .content: .cites or .edges, whichever is there. */
static odd_status find_links(const char **path, bool *are_edges, const odd__files *files,
	const odd__found *content, odd_error *err)
{
	const odd__found *cites, *edges;
	odd_status status = odd__files_find(&cites, files, "X.cites", content->stem, err);
	if (status == ODD_OK)
		status = odd__files_find(&edges, files, "X.edges", content->stem, err);
	if (status != ODD_OK)
		return status;
	if (cites == NULL && edges == NULL)
		return odd_error_at(err, ODD_EINPUT, content->path, 0, 0,
			"there is neither %.80s.cites nor %.80s.edges beside it", content->stem,
			content->stem);
	if (cites != NULL && edges != NULL)
		return odd_error_at(err, ODD_EINPUT, content->path, 0, 0,
			"both %.80s and %.80s are beside it; name the one to be read",
			odd__base_name(cites->path), odd__base_name(edges->path));
	*are_edges = edges != NULL;
	*path = edges != NULL ? edges->path : cites->path;
	return ODD_OK;
}

static odd_status add_pair(
	struct pairs *pairs, const odd__files *files, const odd__found *file, odd_error *err)
{
	const char *links = NULL;
	bool edges = false, half = strcmp(file->what, "X.cites") == 0;
	const odd__found *mate;
	if (!half && !file->leads)
		return ODD_OK;
	odd_status status = odd__files_find(&mate, files, "X.content", file->stem, err);
	if (status == ODD_OK && half) /* half a pair is not to be overlooked */
		return mate == NULL ? odd__files_missing(file, "X.content", err) : ODD_OK;
	if (status == ODD_OK)
		status = find_links(&links, &edges, files, file, err);
	if (status != ODD_OK)
		return status;
	if (pairs->count > 0 && edges != pairs->edges)
		return odd_error_at(err, ODD_EINPUT, links, 0, 0,
			"%.80s is not of this kind; all pairs must be",
			odd__base_name(pairs->pair[0].links));
	pairs->edges = edges;
	pairs->pair[pairs->count++] = (struct pair){file->path, links};
	return ODD_OK;
}

odd_status odd__read_linqs(
	odd_network **out, const odd__source *source, const odd__files *files, odd_error *err)
{
	struct pairs pairs = {.pair = calloc(files->count, sizeof *pairs.pair)};
	odd_status status = pairs.pair != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < files->count && status == ODD_OK; i++)
		status = add_pair(&pairs, files, &files->file[i], err);
	if (status == ODD_OK)
		status = read_pairs(out, source, &pairs, err);
	free(pairs.pair);
	return status;
}
