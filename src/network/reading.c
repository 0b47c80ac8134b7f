#include "config.h"

#include "network/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "network/files.h"

void odd__reading_begin(odd__reading *r, const odd__source *source, odd_error *err)
{
	static const odd_load_options none = {.directed = false};
	memset(r, 0, sizeof *r);
	r->source = source;
	r->options = source->options != NULL ? source->options : &none;
	r->err = err;
	odd__builder_init(&r->b, r->options->directed);
	r->b.limits = &source->limits;
	r->b.multi = r->options->multi;
}

void odd__reading_clear(odd__reading *r)
{
	odd__builder_clear(&r->b);
	odd__scan_close(&r->scan);
	free(r->birth);
	free(r->remarks);
	r->birth = NULL;
	r->remarks = NULL;
	r->birth_capacity = 0;
}

void odd__fail(odd__reading *r, const char *where, const char *format, ...)
{
	char message[sizeof r->err->message];
	va_list args;
	if (r->status != ODD_OK)
		return;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	r->status = where != NULL
			    ? odd__scan_error(&r->scan, where, r->err, "%s", message)
			    : odd_error_at(r->err, ODD_EINPUT, r->scan.path, 0, 0, "%s", message);
}

void odd__remark(odd__reading *r, const char *format, ...)
{
	char line[520];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	size_t before = r->remarks != NULL ? strlen(r->remarks) + 1 : 0;
	char *more = r->status == ODD_OK ? realloc(r->remarks, before + strlen(line) + 1) : NULL;
	if (more == NULL) {
		odd__try(r, odd_error_nomem(r->err));
		return;
	}
	if (before > 0)
		more[before - 1] = '\n';
	strcpy(more + before, line);
	r->remarks = more;
}

bool odd__reading_open(odd__reading *r, const char *path)
{
	struct stat info;
	odd__scan_close(&r->scan);
	r->record = 0;
	if (r->b.path == NULL) /* tables of nodes come first */
		r->b.path = path;
	snprintf(r->what, sizeof r->what, "reading %s", odd__base_name(path));
	r->file_size = stat(path, &info) == 0 ? (size_t)info.st_size : 0;
	odd__try(r, odd__scan_open(&r->scan, path, &r->source->limits, r->err));
	return r->status == ODD_OK;
}

bool odd__reading_line(odd__reading *r, char mark)
{
	if (r->status != ODD_OK || !odd__scan_data_line(&r->scan, mark))
		return false;
	if (r->scan.number % 256 != 0)
		return true;
	if (odd_job_cancelled(r->source->job))
		r->status = odd_error_set(r->err, ODD_ECANCELLED, "stopped while %s", r->what);
	odd_job_report(r->source->job, r->what, (double)(r->scan.next - r->scan.begin),
		(double)(r->scan.end - r->scan.begin));
	return r->status == ODD_OK;
}

bool odd__reading_step(odd__reading *r)
{
	if (++r->polls % 4096 == 0)
		odd__try(r, odd__limits_poll(&r->source->limits, r->scan.path, r->err));
	return r->status == ODD_OK;
}

bool odd__reading_tell(odd__reading *r, const char *at)
{
	const odd__scan *scan = &r->scan;
	odd__try(r, odd__limits_tell(&r->source->limits, scan->path, (size_t)(at - scan->begin),
			    (size_t)(scan->end - scan->begin), r->err));
	return r->status == ODD_OK;
}

bool odd__reading_may_hold(odd__reading *r, size_t count, size_t bytes, const char *what)
{
	const size_t unpacked = 32; /* a file that is not packed has a byte or more for each */
	if (count > odd__limits_most(&r->source->limits) / bytes &&
		count * bytes / unpacked > r->file_size)
		odd__try(r, odd__limits_error(&r->source->limits, r->scan.path, what, r->err));
	return r->status == ODD_OK;
}

void odd__reading_born(odd__reading *r, uint32_t node, long line)
{
	if (odd__reading_room(
		    r, &r->birth_capacity, (size_t)node + 1, {&r->birth, sizeof *r->birth}))
		r->birth[node] = (struct odd__birth){r->scan.path, line};
}

void odd__reading_known(odd__reading *r)
{
	const odd_names *known = r->options->known;
	for (size_t i = 0; known != NULL && i < known->count && r->status == ODD_OK; i++) {
		const char *id = odd_names_get(known, i);
		uint32_t node;
		int taken;
		odd__try(r, odd__builder_node(&r->b, id, strlen(id), &node, &taken, r->err));
		if (r->status == ODD_OK && !taken)
			odd__reading_born(r, node, 0);
	}
}

void odd__reading_taken(odd__reading *r, odd__text id, const char *where)
{
	char shown[ODD__SHOWN];
	const struct odd__birth *first = &r->birth[odd_names_find(&r->b.ids, id.at, id.length)];
	odd__text_show(shown, id);
	if (strcmp(first->path, r->scan.path) == 0)
		odd__fail(
			r, where, "node \"%s\" is already there, in line %ld", shown, first->line);
	else
		odd__fail(r, where, "node \"%s\" is already there, in %.100s:%ld", shown,
			odd__base_name(first->path), first->line);
}

uint32_t odd__reading_node(odd__reading *r, odd__text id, const char *where, bool may_be_empty)
{
	int taken = 0;
	uint32_t node = ODD_NO_NAME;
	if (id.length == 0 && !may_be_empty)
		odd__fail(r, where, "the node has no id");
	odd__try(r, odd__builder_node(&r->b, id.at, id.length, &node, &taken, r->err));
	if (taken)
		odd__reading_taken(r, id, where);
	if (r->status != ODD_OK)
		return ODD_NO_NAME;
	odd__reading_born(r, node, r->record > 0 ? r->record : r->scan.number);
	return node;
}

uint32_t odd__reading_need(odd__reading *r, odd__text id, const char *where)
{
	uint32_t node = odd_names_find(&r->b.ids, id.at, id.length);
	return node != ODD_NO_NAME ? node : odd__reading_node(r, id, where, false);
}

void odd__reading_number(odd__reading *r, size_t first, size_t count, const char *where)
{
	char id[ODD__NUMBER_ROOM];
	odd__try(r, odd__builder_may_number(&r->b, count, "nodes", r->scan.path, r->err));
	for (size_t i = 0; i < count && odd__reading_step(r); i++) {
		size_t length = (size_t)snprintf(id, sizeof id, "%zu", first + i);
		odd__reading_node(r, (odd__text){id, length}, where, false);
	}
}

double odd__reading_number_of(odd__reading *r, odd__text text, const char *where)
{
	char shown[ODD__SHOWN];
	double value = 0.0;
	text = odd__text_trim(text);
	odd__number problem = odd__number_parse(text.at, text.length, &value);
	if (text.length == 0)
		odd__fail(r, where, "a number is missing");
	else if (problem != ODD__NUMBER_OK)
		odd__fail(r, where, "\"%s\" %s", odd__text_show(shown, text),
			odd__number_problem(problem));
	return r->status == ODD_OK ? value : 0.0;
}

double odd__reading_weight(odd__reading *r, odd__text text, const char *where)
{
	char shown[ODD__SHOWN];
	double weight = odd__reading_number_of(r, text, where);
	if (weight < 0.0)
		odd__fail(r, where, "a link of negative weight, %s",
			odd__text_show(shown, odd__text_trim(text)));
	return weight;
}

bool odd__reading_weighs(const odd__reading *r, odd__text name)
{
	return odd__text_is(name, r->options->weight != NULL ? r->options->weight : "weight");
}

void odd__reading_unknown(odd__reading *r, odd__text id)
{
	if (r->b.skipped.unknown_nodes++ == 0)
		odd__text_show(r->unknown, id);
}

void odd__reading_link(odd__reading *r, odd__text from, odd__text to, double weight)
{
	uint32_t a = odd_names_find(&r->b.ids, from.at, from.length);
	uint32_t b = odd_names_find(&r->b.ids, to.at, to.length);
	if (r->status != ODD_OK)
		return;
	if (a == ODD_NO_NAME || b == ODD_NO_NAME)
		odd__reading_unknown(r, a == ODD_NO_NAME ? from : to);
	else
		odd__try(r, odd__builder_link(&r->b, a, b, weight, r->err));
}

/* A few links may name nodes that are not listed. Where most do, ids are spelled in two ways, and a
 * ranking of what is left would mean nothing. */
static void check_links(odd__reading *r, const char *node_table)
{
	const odd_skipped *s = &r->b.skipped;
	size_t lost = s->unknown_nodes,
	       all = lost + r->b.links.count + s->self_loops + s->zero_weights;
	if (2 * lost <= all)
		return;
	char shown[ODD__SHOWN];
	const char *id = odd_names_get(&r->b.ids, 0);
	odd__try(r,
		odd_error_at(r->err, ODD_EINPUT, node_table, 0, 0,
			"%zu of %zu links name a node that is not there: \"%s\", for example, "
			"where ids are like \"%s\"",
			lost, all, r->unknown, odd__text_show(shown, (odd__text){id, strlen(id)})));
}

odd_status odd__reading_finish(odd_network **out, odd__reading *r, const char *name,
	const char *format, const char *node_table)
{
	*out = NULL;
	if (r->b.ids.count == 0)
		odd__try(r, odd_error_at(r->err, ODD_EINPUT, node_table, 0, 0,
				    "there is no node in it"));
	else
		check_links(r, node_table);
	odd__try(r, odd__builder_finish(out, &r->b, name, format, r->err));
	if (*out != NULL) {
		(*out)->remarks = r->remarks;
		r->remarks = NULL;
	}
	odd__reading_clear(r);
	return r->status;
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

/* Room for a decoded text of at most so many bytes. */
static odd_status decoder_room(struct odd__decoder *decoder, size_t length, odd_error *err)
{
	return odd__make_room(&decoder->capacity, length, err, {&decoder->buffer, 1});
}

odd_status odd__decode(struct odd__decoder *decoder, const odd__scan *scan, odd__text text,
	odd__text *out, odd_error *err)
{
	*out = text;
	if (memchr(text.at, '%', text.length) == NULL)
		return ODD_OK;
	odd_status status = decoder_room(decoder, text.length, err);
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
