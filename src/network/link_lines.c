#include "config.h"

#include "network/link_lines.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

bool odd__links_line(odd__scan *scan)
{
	bool more;
	do
		more = odd__scan_data_line(scan, '#');
	while (more && *scan->line == '%');
	return more;
}

bool odd__links_field(odd__scan *scan, odd__text *field)
{
	const char *at = scan->at;
	if (at == NULL)
		return false;
	while (at < scan->line_end && strchr(" \t,;", *at) != NULL)
		at++;
	const char *start = at;
	while (at < scan->line_end && strchr(" \t,;", *at) == NULL)
		at++;
	scan->at = at;
	*field = (odd__text){start, (size_t)(at - start)};
	return at > start;
}

static odd_status read_weight(const odd__scan *scan, odd__text text, double *weight, odd_error *err)
{
	char shown[ODD__SHOWN];
	odd__number problem = odd__number_parse(text.at, text.length, weight);
	if (problem == ODD__NUMBER_OK && *weight >= 0.0)
		return ODD_OK;
	odd__text_show(shown, text);
	if (problem == ODD__NUMBER_OK)
		return odd__scan_error(scan, text.at, err, "a link of negative weight, %s", shown);
	return odd__scan_error(
		scan, text.at, err, "the weight \"%s\" %s", shown, odd__number_problem(problem));
}

/* {'weight': 2.5, 'since': 1999}: what stands behind the name, up to a comma or the end. */
static bool find_value(odd__text data, const char *name, odd__text *value)
{
	size_t n = strlen(name);
	for (size_t i = 1; i + n + 1 < data.length; i++) {
		const char *at = data.at + i, *end = data.at + data.length;
		if ((at[-1] != '\'' && at[-1] != '"') || strncasecmp(at, name, n) != 0 ||
			at[n] != at[-1])
			continue;
		for (at += n + 1; at < end && isspace((unsigned char)*at);)
			at++;
		if (at == end || *at != ':')
			continue;
		const char *start = ++at;
		while (at < end && *at != ',' && *at != '}')
			at++;
		*value = odd__text_trim((odd__text){start, (size_t)(at - start)});
		return true;
	}
	return false;
}

odd_status odd__links_parse(odd__reading *r, odd__link_line *link, odd_error *err)
{
	odd__scan *scan = &r->scan;
	const odd_load_options *o = r->source->options;
	odd__text more, value;
	link->weight = 1.0;
	if (!odd__links_field(scan, &link->from) || !odd__links_field(scan, &link->to))
		return odd__scan_error(
			scan, scan->line_end, err, "a link has a source and a target");
	if (!odd__links_field(scan, &more))
		return ODD_OK;
	if (more.at[0] == '{') {
		more.length = (size_t)(scan->line_end - more.at);
		const char *name = o != NULL && o->weight != NULL ? o->weight : "weight";
		return find_value(more, name, &value) ? read_weight(scan, value, &link->weight, err)
						      : ODD_OK;
	}
	odd_status status = read_weight(scan, more, &link->weight, err);
	if (status == ODD_OK && odd__links_field(scan, &more))
		status = odd__scan_error(scan, more.at, err,
			"a link has a source, a target and perhaps a weight, and here is more");
	return status;
}

static odd_status make_node(odd__reading *r, odd__text id, odd_error *err)
{
	uint32_t node;
	if (odd_names_find(&r->b.ids, id.at, id.length) != ODD_NO_NAME)
		return ODD_OK;
	return odd__reading_node(r, id, id.at, false, &node, err);
}

odd_status odd__links_read(odd__reading *r, bool make, odd_error *err)
{
	odd_status status = ODD_OK;
	while (status == ODD_OK && odd__links_line(&r->scan)) {
		odd__link_line link = {.weight = 1.0};
		status = odd__reading_poll(r, err);
		if (status == ODD_OK)
			status = odd__links_parse(r, &link, err);
		if (status == ODD_OK && make)
			status = make_node(r, link.from, err);
		if (status == ODD_OK && make)
			status = make_node(r, link.to, err);
		if (status == ODD_OK)
			status = odd__reading_link(r, link.from, link.to, link.weight, err);
	}
	return status;
}
