/* From text to jansson's tree, within limits, and from its values back to text. */
#include "config.h"

#include "network/json_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* What a value costs in jansson's tree, with its place in an object or a list. */
enum { VALUE_COST = 96 };

/* Every value but the first stands behind one of these. Those in texts count too: a bound. */
static odd_status check_size(odd__json_reader *r, odd_error *err)
{
	const odd__scan *scan = &r->g.r.scan;
	const odd__limits *limits = &r->g.r.source->limits;
	size_t values = 1, most = odd__limits_most(limits) + (size_t)(scan->end - scan->begin);
	for (const char *p = scan->begin; p < scan->end; p++)
		values += *p == ',' || *p == ':' || *p == '[' || *p == '{';
	return values < most / VALUE_COST
		       ? ODD_OK
		       : odd__limits_error(limits, scan->path, "its values need", err);
}

/* How long a number is that Python writes and JSON does not know: NaN, Infinity, -Infinity. */
static size_t no_number(const char *at, const char *end)
{
	static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		size_t n = strlen(words[k]);
		if ((size_t)(end - at) >= n && memcmp(at, words[k], n) == 0)
			return n;
	}
	return 0;
}

/* The text as it is, but for such numbers outside of texts: they are missing values, null. */
static size_t feed(void *buffer, size_t size, void *data)
{
	static const char null[] = "null";
	odd__json_reader *r = data;
	const char *end = r->end;
	char *out = buffer;
	size_t used = 0;
	r->stopped = odd__graph_poll(&r->g, r->at, r->err);
	if (r->stopped != ODD_OK)
		return (size_t)-1;
	while (r->at < end && used + strlen(null) <= size) {
		char c = *r->at;
		size_t n = !r->in_text && (c == 'N' || c == 'I' || c == '-') ? no_number(r->at, end)
									     : 0;
		if (n > 0) {
			memcpy(out + used, null, strlen(null));
			used += strlen(null);
			r->at += n;
			continue;
		}
		if (c == '"' && !r->escaped)
			r->in_text = !r->in_text;
		r->escaped = r->in_text && c == '\\' && !r->escaped;
		out[used++] = c;
		r->at++;
	}
	return used;
}

static json_t *load(odd__json_reader *r, const char *begin, const char *end, json_error_t *wrong,
	odd_error *err)
{
	r->at = begin;
	r->end = end;
	r->in_text = r->escaped = false;
	r->err = err;
	return json_load_callback(feed, r, 0, wrong);
}

odd_status odd__json_parse(json_t **root, odd__json_reader *r, bool *more, odd_error *err)
{
	json_error_t wrong;
	odd_status status = check_size(r, err);
	*more = false;
	if (status != ODD_OK)
		return status;
	*root = load(r, r->g.r.scan.begin, r->g.r.scan.end, &wrong, err);
	if (*root != NULL || r->stopped != ODD_OK)
		return r->stopped;
	if (json_error_code(&wrong) == json_error_out_of_memory)
		return odd_error_nomem(err);
	*more = json_error_code(&wrong) == json_error_end_of_input_expected;
	if (*more)
		return ODD_OK;
	return odd_error_at(
		err, ODD_EINPUT, r->g.r.scan.path, wrong.line, 0, "no JSON: %.120s", wrong.text);
}

odd_status odd__json_parse_line(json_t **root, odd__json_reader *r, odd_error *err)
{
	json_error_t wrong;
	const odd__scan *scan = &r->g.r.scan;
	*root = load(r, scan->line, scan->line_end, &wrong, err);
	if (*root != NULL || r->stopped != ODD_OK)
		return r->stopped;
	if (json_error_code(&wrong) == json_error_out_of_memory)
		return odd_error_nomem(err);
	return odd__scan_error(scan, scan->line, err, "no JSON: %.120s", wrong.text);
}

/* ---- values as text -------------------------------------------------------------------------- */

static odd_status append(
	odd__json_reader *r, size_t *used, const char *text, size_t length, odd_error *err)
{
	if (*used + length + 1 > r->room) {
		size_t room = 2 * (*used + length + 64);
		char *buffer = realloc(r->buffer, room);
		if (buffer == NULL)
			return odd_error_nomem(err);
		r->buffer = buffer;
		r->room = room;
	}
	memcpy(r->buffer + *used, text, length);
	*used += length;
	r->buffer[*used] = '\0';
	return ODD_OK;
}

static odd_status append_scalar(
	odd__json_reader *r, size_t *used, const json_t *value, odd_error *err)
{
	char number[ODD__NUMBER_ROOM + 24];
	if (json_is_string(value))
		return append(r, used, json_string_value(value), json_string_length(value), err);
	if (json_is_boolean(value))
		return append(r, used, json_is_true(value) ? "true" : "false",
			json_is_true(value) ? 4 : 5, err);
	if (json_is_integer(value))
		snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
	else
		odd__number_format(number, json_real_value(value));
	return append(r, used, number, strlen(number), err);
}

bool odd__json_is_scalar(const json_t *value)
{
	return json_is_string(value) || json_is_boolean(value) || json_is_number(value);
}

/* Into the reader's buffer; *there: it has a text. */
odd_status odd__json_text_of(
	odd__json_reader *r, json_t *value, odd__text *text, bool *there, odd_error *err)
{
	size_t used = 0, i;
	json_t *item;
	odd_status status = ODD_OK;
	*there = odd__json_is_scalar(value);
	if (*there)
		status = append_scalar(r, &used, value, err);
	if (json_is_array(value))
		json_array_foreach(value, i, item)
		{
			if (!odd__json_is_scalar(item) || status != ODD_OK)
				continue;
			if (used > 0)
				status = append(r, &used, ";", 1, err);
			if (status == ODD_OK)
				status = append_scalar(r, &used, item, err);
			*there = true;
		}
	*text = (odd__text){r->buffer, used};
	return status;
}
