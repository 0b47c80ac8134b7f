/* LINQS Pubmed: *.NODE.paper.tab with a line of column names, then id, label=…, word=value…;
 * *.DIRECTED.cites.tab with number, paper:a, |, paper:b: a cites b. */
#include "config.h"

#include "network/reading.h"

#include <string.h>

/* The classes that "cat=1,2,3:label" allows; empty when the file does not say. */
struct schema {
	odd__text classes;
};

/* "numeric:w-rat:0.0" → w-rat. Strings ("string:summary") are not attributes. */
static odd_status read_column(
	odd__reading *r, odd__text field, struct schema *schema, odd_error *err)
{
	odd__scan *scan = &r->scan;
	const char *end = field.at + field.length;
	const char *colon = memchr(field.at, ':', field.length);
	char shown[ODD__SHOWN];
	if (colon == NULL)
		return odd__scan_error(scan, field.at, err,
			"\"%s\" is not a column, as \"numeric:word:0\"",
			odd__text_show(shown, field));
	odd__text kind = {field.at, (size_t)(colon - field.at)};
	odd__text name = {colon + 1, (size_t)(end - colon - 1)};
	if (kind.length >= 4 && memcmp(kind.at, "cat=", 4) == 0) {
		if (!odd__text_is(name, "label"))
			return odd__scan_error(scan, name.at, err,
				"the only column of categories can be \"label\"");
		schema->classes = (odd__text){kind.at + 4, kind.length - 4};
		return ODD_OK;
	}
	if (odd__text_is(kind, "string"))
		return ODD_OK;
	if (!odd__text_is(kind, "numeric"))
		return odd__scan_error(scan, kind.at, err, "\"%s\" is none of cat, numeric, string",
			odd__text_show(shown, kind));
	const char *last = memchr(name.at, ':', name.length); /* the default value follows */
	if (last != NULL)
		name.length = (size_t)(last - name.at);
	if (name.length == 0)
		return odd__scan_error(scan, name.at, err, "a word without a name");
	return odd__builder_word(&r->b, name.at, name.length, NULL, err);
}

static bool class_is_known(const struct schema *schema, odd__text label)
{
	odd__text left = schema->classes;
	if (left.length == 0)
		return true;
	for (;;) {
		const char *comma = memchr(left.at, ',', left.length);
		size_t length = comma != NULL ? (size_t)(comma - left.at) : left.length;
		if (length == label.length && memcmp(left.at, label.at, length) == 0)
			return true;
		if (comma == NULL)
			return false;
		left = (odd__text){comma + 1, left.length - length - 1};
	}
}

/* label=1, w-rat=0.09, summary=… */
static odd_status read_item(
	odd__reading *r, uint32_t node, odd__text item, const struct schema *schema, odd_error *err)
{
	odd__scan *scan = &r->scan;
	char shown[ODD__SHOWN];
	const char *equals = memchr(item.at, '=', item.length);
	if (equals == NULL)
		return odd__scan_error(scan, item.at, err, "\"%s\" is not of the form name=value",
			odd__text_show(shown, item));
	odd__text key = {item.at, (size_t)(equals - item.at)};
	odd__text value = {equals + 1, item.length - key.length - 1};
	if (odd__text_is(key, "summary"))
		return ODD_OK; /* the names of the words again */
	if (odd__text_is(key, "label")) {
		if (!class_is_known(schema, value))
			return odd__scan_error(scan, value.at, err,
				"label \"%s\" is not among those of the second line",
				odd__text_show(shown, value));
		return odd__builder_label(&r->b, node, value.at, value.length, err);
	}
	uint32_t column = odd_names_find(&r->b.words, key.at, key.length);
	if (column == ODD_NO_NAME)
		return odd__scan_error(scan, key.at, err, "word \"%s\" is not in the second line",
			odd__text_show(shown, key));
	double number;
	odd_status status = odd__scan_number(scan, value, &number, err);
	if (status != ODD_OK)
		return status;
	return odd__builder_attribute(&r->b, node, column, number, err);
}

/* The first line has the kind of table as its first field. */
static odd_status expect_table(odd__reading *r, const char *kind, odd_error *err)
{
	odd__text field = {r->scan.begin, 0};
	if (odd__scan_data_line(&r->scan, '\0') && odd__scan_field(&r->scan, '\t', &field) &&
		odd__text_is(field, kind))
		return ODD_OK;
	return odd__scan_error(
		&r->scan, field.at, err, "the first line does not start with %s", kind);
}

static odd_status read_nodes(odd__reading *r, const char *path, odd_error *err)
{
	odd__scan *scan = &r->scan;
	struct schema schema = {{NULL, 0}};
	odd__text field, id;
	odd_status status = odd__reading_open(r, path, err);
	if (status != ODD_OK || (status = expect_table(r, "NODE", err)) != ODD_OK)
		return status;
	if (!odd__scan_data_line(scan, '\0'))
		return odd__scan_error(
			scan, scan->end, err, "the line that names the words is missing");
	while (status == ODD_OK && odd__scan_field(scan, '\t', &field))
		if (odd__text_trim(field).length > 0)
			status = read_column(r, odd__text_trim(field), &schema, err);
	while (status == ODD_OK && odd__scan_data_line(scan, '\0')) {
		uint32_t node = 0;
		if ((status = odd__reading_poll(r, err)) != ODD_OK)
			break;
		odd__scan_field(scan, '\t', &id);
		id = odd__text_trim(id);
		status = odd__reading_node(r, id, id.at, false, &node, err);
		while (status == ODD_OK && odd__scan_field(scan, '\t', &field))
			if (field.length > 0)
				status = read_item(r, node, field, &schema, err);
	}
	return status;
}

/* paper:123 → 123 */
static odd_status read_paper(odd__reading *r, odd__text *paper, odd_error *err)
{
	odd__text field = {r->scan.line_end, 0};
	odd__scan_field(&r->scan, '\t', &field);
	field = odd__text_trim(field);
	if (field.length <= 6 || memcmp(field.at, "paper:", 6) != 0) {
		char shown[ODD__SHOWN];
		return odd__scan_error(&r->scan, field.at, err,
			"\"%s\" is not of the form paper:id", odd__text_show(shown, field));
	}
	*paper = (odd__text){field.at + 6, field.length - 6};
	return ODD_OK;
}

static odd_status read_cite(odd__reading *r, odd_error *err)
{
	odd__scan *scan = &r->scan;
	odd__text field, from, to;
	odd__scan_field(scan, '\t', &field); /* a running number */
	odd_status status = read_paper(r, &from, err);
	if (status != ODD_OK)
		return status;
	field = (odd__text){scan->line_end, 0};
	odd__scan_field(scan, '\t', &field);
	if (!odd__text_is(odd__text_trim(field), "|"))
		return odd__scan_error(
			scan, field.at, err, "a \"|\" is missing between the two papers");
	if ((status = read_paper(r, &to, err)) != ODD_OK)
		return status;
	if (odd__scan_field(scan, '\t', &field) && odd__text_trim(field).length > 0)
		return odd__scan_error(scan, field.at, err, "the line has more than four fields");
	return odd__reading_link(r, from, to, 1.0, err);
}

static odd_status read_cites(odd__reading *r, const char *path, odd_error *err)
{
	odd__text field;
	odd_status status = odd__reading_open(r, path, err);
	if (status != ODD_OK || (status = expect_table(r, "DIRECTED", err)) != ODD_OK)
		return status;
	bool first = true;
	while (status == ODD_OK && odd__scan_data_line(&r->scan, '\0')) {
		if (first) {
			first = false;
			odd__scan_field(&r->scan, '\t', &field);
			r->scan.at = r->scan.line;
			if (odd__text_is(odd__text_trim(field), "NO_FEATURES"))
				continue;
		}
		status = odd__reading_poll(r, err);
		if (status == ODD_OK)
			status = read_cite(r, err);
	}
	return status;
}

odd_status odd__read_pubmed(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd__reading r;
	*out = NULL;
	odd__reading_begin(&r, source);
	odd_status status = read_nodes(&r, path[0], err);
	if (status == ODD_OK)
		status = read_cites(&r, path[1], err);
	if (status == ODD_OK)
		return odd__reading_finish(out, &r, source->name, "LINQS Pubmed", path[0], err);
	odd__reading_clear(&r);
	return status;
}
