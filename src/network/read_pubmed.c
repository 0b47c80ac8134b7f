/* LINQS Pubmed: *.NODE.paper.tab with a line of column names, then id, label=…, word=value…;
 * *.DIRECTED.cites.tab with number, paper:a, |, paper:b: a cites b. */
#include "config.h"

#include "network/reading.h"

#include <string.h>

/* "numeric:w-rat:0.0" → w-rat. Strings ("string:summary") are not attributes. */
static void read_column(odd__reading *r, odd__text field)
{
	const char *end = field.at + field.length;
	const char *colon = memchr(field.at, ':', field.length);
	char shown[ODD__SHOWN];
	if (colon == NULL) {
		odd__fail(r, field.at, "\"%s\" is not a column, as \"numeric:word:0\"",
			odd__text_show(shown, field));
		return;
	}
	odd__text kind = {field.at, (size_t)(colon - field.at)};
	odd__text name = {colon + 1, (size_t)(end - colon - 1)};
	if (kind.length >= 4 && memcmp(kind.at, "cat=", 4) == 0) {
		if (!odd__text_is(name, "label"))
			odd__fail(r, name.at, "the only column of categories can be \"label\"");
		return;
	}
	if (odd__text_is(kind, "string"))
		return;
	if (!odd__text_is(kind, "numeric"))
		odd__fail(r, kind.at, "\"%s\" is none of cat, numeric, string",
			odd__text_show(shown, kind));
	const char *last = memchr(name.at, ':', name.length); /* the default value follows */
	if (last != NULL)
		name.length = (size_t)(last - name.at);
	if (name.length == 0)
		odd__fail(r, name.at, "a word without a name");
	odd__try(r, odd__builder_word(&r->b, name.at, name.length, NULL, r->err));
}

/* label=1, w-rat=0.09, summary=… */
static void read_item(odd__reading *r, uint32_t node, odd__text item)
{
	char shown[ODD__SHOWN];
	const char *equals = memchr(item.at, '=', item.length);
	if (equals == NULL) {
		odd__fail(r, item.at, "\"%s\" is not of the form name=value",
			odd__text_show(shown, item));
		return;
	}
	odd__text key = {item.at, (size_t)(equals - item.at)};
	odd__text value = {equals + 1, item.length - key.length - 1};
	if (odd__text_is(key, "summary"))
		return; /* the names of the words again */
	if (odd__text_is(key, "label")) {
		odd__try(r, odd__builder_label(&r->b, node, value.at, value.length, r->err));
		return;
	}
	uint32_t column = odd_names_find(&r->b.words, key.at, key.length);
	if (column == ODD_NO_NAME)
		odd__fail(r, key.at, "word \"%s\" is not in the second line",
			odd__text_show(shown, key));
	double number = odd__reading_number_of(r, value, value.at);
	odd__try(r, odd__builder_attribute(&r->b, node, column, number, r->err));
}

/* The first line has the kind of table as its first field. */
static bool expect_table(odd__reading *r, const char *path, const char *kind)
{
	if (!odd__reading_open(r, path))
		return false;
	odd__text field = {r->scan.begin, 0};
	if (!odd__scan_data_line(&r->scan, '\0') || !odd__scan_field(&r->scan, '\t', &field) ||
		!odd__text_is(field, kind))
		odd__fail(r, field.at, "the first line does not start with %s", kind);
	return r->status == ODD_OK;
}

static void read_nodes(odd__reading *r, const char *path)
{
	odd__scan *scan = &r->scan;
	odd__text field, id;
	if (!expect_table(r, path, "NODE"))
		return;
	if (!odd__scan_data_line(scan, '\0'))
		odd__fail(r, scan->end, "the line that names the words is missing");
	while (r->status == ODD_OK && odd__scan_field(scan, '\t', &field))
		if (odd__text_trim(field).length > 0)
			read_column(r, odd__text_trim(field));
	while (odd__reading_line(r, '\0')) {
		odd__scan_field(scan, '\t', &id);
		id = odd__text_trim(id);
		uint32_t node = odd__reading_node(r, id, id.at, false);
		while (r->status == ODD_OK && odd__scan_field(scan, '\t', &field))
			if (field.length > 0)
				read_item(r, node, field);
	}
}

/* paper:123 → 123 */
static odd__text read_paper(odd__reading *r)
{
	odd__text field = {r->scan.line_end, 0};
	char shown[ODD__SHOWN];
	odd__scan_field(&r->scan, '\t', &field);
	field = odd__text_trim(field);
	if (field.length <= 6 || memcmp(field.at, "paper:", 6) != 0) {
		odd__fail(r, field.at, "\"%s\" is not of the form paper:id",
			odd__text_show(shown, field));
		return field;
	}
	return (odd__text){field.at + 6, field.length - 6};
}

static void read_cite(odd__reading *r)
{
	odd__scan *scan = &r->scan;
	odd__text field;
	odd__scan_field(scan, '\t', &field); /* a running number */
	odd__text from = read_paper(r);
	field = (odd__text){scan->line_end, 0};
	odd__scan_field(scan, '\t', &field);
	if (!odd__text_is(odd__text_trim(field), "|"))
		odd__fail(r, field.at, "a \"|\" is missing between the two papers");
	odd__text to = read_paper(r);
	if (odd__scan_field(scan, '\t', &field) && odd__text_trim(field).length > 0)
		odd__fail(r, field.at, "the line has more than four fields");
	odd__reading_link(r, from, to, 1.0);
}

odd_status odd__read_pubmed(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd__reading r;
	odd__reading_begin(&r, source, err);
	read_nodes(&r, path[0]);
	if (r.status == ODD_OK && expect_table(&r, path[1], "DIRECTED"))
		for (bool first = true; odd__reading_line(&r, '\0'); first = false) {
			odd__text field;
			odd__scan_field(&r.scan, '\t', &field);
			r.scan.at = r.scan.line;
			if (!first || !odd__text_is(odd__text_trim(field), "NO_FEATURES"))
				read_cite(&r);
		}
	return odd__reading_finish(out, &r, source->name, "LINQS Pubmed", path[0]);
}
