#include "config.h"

#include "network/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void odd__reading_begin(odd__reading *r, const odd__source *source)
{
	memset(r, 0, sizeof *r);
	r->source = source;
	odd__builder_init(&r->b, source->options != NULL && source->options->directed);
	r->b.limits = &source->limits;
	r->b.multi = source->options != NULL ? source->options->multi : ODD_MULTI_MAX;
}

void odd__reading_clear(odd__reading *r)
{
	odd__builder_clear(&r->b);
	odd__scan_close(&r->scan);
	free(r->birth);
	r->birth = NULL;
	r->birth_capacity = 0;
}

odd_status odd__reading_open(odd__reading *r, const char *path, odd_error *err)
{
	const char *slash = strrchr(path, '/');
	odd__scan_close(&r->scan);
	r->record = 0;
	if (r->b.path == NULL) /* tables of nodes come first */
		r->b.path = path;
	snprintf(r->what, sizeof r->what, "reading %s", slash != NULL ? slash + 1 : path);
	return odd__scan_open(&r->scan, path, &r->source->limits, err);
}

odd_status odd__reading_poll(odd__reading *r, odd_error *err)
{
	if (r->scan.number % 256 != 0)
		return ODD_OK;
	if (odd_job_cancelled(r->source->job))
		return odd_error_set(err, ODD_ECANCELLED, "stopped while %s", r->what);
	odd_job_report(r->source->job, r->what, (double)(r->scan.next - r->scan.begin),
		(double)(r->scan.end - r->scan.begin));
	return ODD_OK;
}

odd_status odd__reading_born(odd__reading *r, uint32_t node, long line, odd_error *err)
{
	odd_status status = odd__make_room(
		&r->birth_capacity, (size_t)node + 1, err, {&r->birth, sizeof *r->birth});
	if (status == ODD_OK)
		r->birth[node] = (struct odd__birth){r->scan.path, line};
	return status;
}

odd_status odd__reading_known(odd__reading *r, odd_error *err)
{
	const odd_names *known = r->source->options != NULL ? r->source->options->known : NULL;
	odd_status status = ODD_OK;
	for (size_t i = 0; known != NULL && i < known->count && status == ODD_OK; i++) {
		const char *id = odd_names_get(known, i);
		uint32_t node;
		if (odd_names_find(&r->b.ids, id, strlen(id)) != ODD_NO_NAME)
			continue;
		status = odd__builder_node(&r->b, id, strlen(id), &node, NULL, err);
		if (status == ODD_OK)
			status = odd__reading_born(r, node, 0, err);
	}
	return status;
}

odd_status odd__reading_taken(odd__reading *r, odd__text id, const char *where, odd_error *err)
{
	char shown[ODD__SHOWN];
	const struct odd__birth *first = &r->birth[odd_names_find(&r->b.ids, id.at, id.length)];
	odd__text_show(shown, id);
	if (strcmp(first->path, r->scan.path) == 0)
		return odd__scan_error(&r->scan, where, err,
			"node \"%s\" is already there, in line %ld", shown, first->line);
	const char *slash = strrchr(first->path, '/');
	return odd__scan_error(&r->scan, where, err, "node \"%s\" is already there, in %.100s:%ld",
		shown, slash != NULL ? slash + 1 : first->path, first->line);
}

odd_status odd__reading_node(odd__reading *r, odd__text id, const char *where, bool may_be_empty,
	uint32_t *node, odd_error *err)
{
	int taken;
	if (id.length == 0 && !may_be_empty)
		return odd__scan_error(&r->scan, where, err, "the node has no id");
	odd_status status = odd__builder_node(&r->b, id.at, id.length, node, &taken, err);
	if (status != ODD_OK)
		return status;
	if (taken)
		return odd__reading_taken(r, id, where, err);
	return odd__reading_born(r, *node, r->record > 0 ? r->record : r->scan.number, err);
}

odd_status odd__reading_link(
	odd__reading *r, odd__text from, odd__text to, double weight, odd_error *err)
{
	uint32_t a = odd_names_find(&r->b.ids, from.at, from.length);
	uint32_t b = odd_names_find(&r->b.ids, to.at, to.length);
	if (a == ODD_NO_NAME || b == ODD_NO_NAME) {
		if (r->b.skipped.unknown_nodes++ == 0)
			odd__text_show(r->unknown, a == ODD_NO_NAME ? from : to);
		return ODD_OK;
	}
	return odd__builder_link(&r->b, a, b, weight, err);
}

/* A few links may name nodes that are not listed. Where most do, ids are spelled in two ways, and a
 * ranking of what is left would mean nothing. */
static odd_status check_links(const odd__reading *r, const char *node_table, odd_error *err)
{
	const odd_skipped *s = &r->b.skipped;
	size_t lost = s->unknown_nodes,
	       all = lost + r->b.links.count + s->self_loops + s->zero_weights;
	if (2 * lost <= all)
		return ODD_OK;
	char shown[ODD__SHOWN];
	const char *id = odd_names_get(&r->b.ids, 0);
	return odd_error_at(err, ODD_EINPUT, node_table, 0, 0,
		"%zu of %zu links name a node that is not there: \"%s\", for example, where ids are "
		"like \"%s\"",
		lost, all, r->unknown, odd__text_show(shown, (odd__text){id, strlen(id)}));
}

odd_status odd__reading_finish(odd_network **out, odd__reading *r, const char *name,
	const char *format, const char *node_table, odd_error *err)
{
	odd_status status = ODD_OK;
	*out = NULL;
	if (r->b.ids.count == 0)
		status = odd_error_at(err, ODD_EINPUT, node_table, 0, 0, "there is no node in it");
	else
		status = check_links(r, node_table, err);
	if (status == ODD_OK)
		status = odd__builder_finish(out, &r->b, name, format, err);
	odd__reading_clear(r);
	return status;
}

odd_status odd__row_check(const odd__row *row, odd_error *err)
{
	odd__scan *scan = row->scan;
	size_t columns = odd__scan_count(scan, row->separator);
	if (columns == row->columns)
		return ODD_OK;
	const char *where = scan->line_end; /* of a missing field: where it should start */
	if (columns > row->columns) {
		odd__text extra = {scan->line, 0};
		scan->at = scan->line;
		for (size_t i = 0; i <= row->columns; i++)
			odd__scan_field(scan, row->separator, &extra);
		where = extra.at;
	}
	return odd__scan_error(scan, where, err,
		"the number of columns is %zu, in the first row %zu", columns, row->columns);
}

odd_status odd__row_next(odd__row *row, size_t *d, double *value, odd_error *err)
{
	odd__scan *scan = row->scan;
	while (row->at < row->values) {
		odd__text field;
		row->at += odd__scan_zeros(scan, row->separator, row->values - row->at);
		if (row->at == row->values)
			break;
		if (!odd__scan_field(scan, row->separator, &field))
			return odd__row_check(row, err);
		odd_status status = odd__scan_number(scan, field, value, err);
		if (status != ODD_OK) {
			/* In a row of the wrong length the length is the news. */
			odd_error length;
			if (odd__row_check(row, &length) != ODD_OK && err != NULL)
				*err = length;
			return status;
		}
		row->where = field.at;
		*d = row->at++;
		if (*value != 0.0)
			return ODD_OK;
	}
	*d = row->values;
	return ODD_OK;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

odd_status odd__decoder_room(struct odd__decoder *decoder, size_t length, odd_error *err)
{
	return odd__make_room(&decoder->capacity, length, err, {&decoder->buffer, 1});
}

odd_status odd__decode(struct odd__decoder *decoder, const odd__scan *scan, odd__text text,
	odd__text *out, odd_error *err)
{
	*out = text;
	if (memchr(text.at, '%', text.length) == NULL)
		return ODD_OK;
	odd_status status = odd__decoder_room(decoder, text.length, err);
	if (status != ODD_OK)
		return status;
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		char c = text.at[i];
		if (c == '%') {
			int high = i + 2 < text.length ? hex_digit(text.at[i + 1]) : -1;
			int low = i + 2 < text.length ? hex_digit(text.at[i + 2]) : -1;
			if (high < 0 || low < 0)
				return odd__scan_error(scan, text.at + i, err,
					"%% is not followed by two hexadecimal digits (%%25 is %% "
					"itself)");
			c = (char)(16 * high + low);
			if (c == '\0' && text.length > 3)
				return odd__scan_error(scan, text.at + i, err,
					"a name cannot hold a NUL byte (%%00 alone is the empty "
					"name)");
			i += 2;
		}
		decoder->buffer[length++] = c;
	}
	*out = (odd__text){decoder->buffer, length == 1 && decoder->buffer[0] == '\0' ? 0 : length};
	return ODD_OK;
}
