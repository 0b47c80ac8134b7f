#include "config.h"

#include "network/matrix_reader.h"

#include <math.h>
#include <string.h>

#include "network/matrix_columns.h"

/* Whether to go on, and whether the entries so far are in proportion to the file. */
static bool count_entry(odd__matrix_reader *m, double value)
{
	odd__reading *r = &m->r;
	m->entries += value != 0.0;
	if (++r->polls % 65536 == 0)
		odd__try(r, odd__builder_may_hold(
				    &r->b, m->entries, m->file.size, r->scan.path, r->err));
	return r->status == ODD_OK && value != 0.0;
}

void odd__matrix_link(odd__matrix_reader *m, const char *name, size_t row, size_t col, double value)
{
	odd__reading *r = &m->r;
	if (!count_entry(m, value))
		return;
	if (!isfinite(value))
		odd__fail(r, NULL, "%s(%zu,%zu) is not a finite number", name, row + m->base,
			col + m->base);
	else if (value < 0.0)
		odd__fail(r, NULL, "%s(%zu,%zu) is negative: the weight of a link is above 0", name,
			row + m->base, col + m->base);
	m->links += row != col;
	odd__try(r, odd__builder_link(&r->b, (uint32_t)row, (uint32_t)col, value, r->err));
}

void odd__matrix_attribute(
	odd__matrix_reader *m, const char *name, size_t row, size_t col, double value)
{
	odd__reading *r = &m->r;
	if (!count_entry(m, value))
		return;
	if (isnan(value)) {
		odd__try(r, odd__missing_add(&m->missing, row, col, r->err));
		return;
	}
	if (!isfinite(value))
		odd__fail(r, NULL, "%s(%zu,%zu) is not a finite number", name, row + m->base,
			col + m->base);
	odd__try(r, odd__builder_attribute(&r->b, (uint32_t)row, (uint32_t)col, value, r->err));
}

bool odd__matrix_links_begin(odd__matrix_reader *m, const char *name, size_t rows, size_t cols)
{
	if (rows != cols)
		odd__fail(&m->r, NULL, "%s is %zu × %zu; a matrix of links is square", name, rows,
			cols);
	m->entries = 0;
	return m->r.status == ODD_OK;
}

bool odd__matrix_attributes_begin(odd__matrix_reader *m, const char *name, size_t rows, size_t cols)
{
	odd__reading *r = &m->r;
	size_t nodes = r->b.ids.count;
	if (rows != nodes)
		odd__fail(r, NULL,
			"%s is %zu × %zu, but the network has %zu nodes: one row each is needed",
			name, rows, cols, nodes);
	odd__try(r, odd__builder_may_number(&r->b, cols, "columns", r->scan.path, r->err));
	r->b.attribute_count = cols; /* columns of zeros count too */
	m->entries = 0;
	return r->status == ODD_OK;
}

/* A matrix has a place for both directions of a link: filling both is no repetition. Entries have a
 * direction where the other way is not there; none has, if no other way is there at all: then the
 * matrix stores each link once. */
void odd__matrix_directions(odd_network *net, size_t links)
{
	size_t repeated = net->skipped.repeated_edges;
	net->skipped.repeated_edges = 0;
	if (!net->directed && repeated > 0 && links > 2 * repeated)
		net->skipped.directions = links - 2 * repeated;
}

static odd_status read_as(odd_network **out, odd__matrix_fill *fill, size_t base,
	const char *format, const odd__source *source, bool directed, const char *path,
	odd_error *err)
{
	odd__matrix_reader m = {.base = base};
	odd__reading *r = &m.r;
	odd__reading_begin(r, source, err);
	r->b.directed = directed;
	r->b.path = r->scan.path = path;
	odd__try(r, odd__bytes_read(&m.file, path, &source->limits, err));
	if (r->status == ODD_OK)
		fill(&m);
	odd_status status = odd__reading_finish(out, r, source->name, format, path);
	if (status == ODD_OK) {
		odd__matrix_directions(*out, m.links);
		status = odd__matrix_columns(*out, &m.missing, r->options, path, err);
	}
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__bytes_clear(&m.file);
	odd__missing_clear(&m.missing);
	return status;
}

odd_status odd__matrix_read(odd_network **out, odd__matrix_fill *fill, size_t base,
	const char *format, const odd__source *source, const char *path, odd_error *err)
{
	const odd_load_options *o = source->options;
	odd_status status =
		read_as(out, fill, base, format, source, o != NULL && o->directed, path, err);
	if (status != ODD_OK || o == NULL || !o->directed_as_file ||
		(*out)->skipped.directions == 0)
		return status;
	odd_network_free(*out);
	return read_as(out, fill, base, format, source, true, path, err);
}
