/* oddone text: X.nodes (id, label or -, words), X.edges and X.truth. See oddone-formats(5). */
#include "config.h"

#include "network/reading.h"

#include <stdlib.h>
#include <string.h>

struct text_reading {
	odd__reading r;
	struct odd__decoder decoder;
	char *name; /* from "#! name", or NULL */
};

/* A label, empty ones included (which the builder takes for none). */
static odd_status set_label(struct text_reading *t, uint32_t node, odd__text raw, odd_error *err)
{
	odd__text label;
	odd__builder *b = &t->r.b;
	if (raw.length == 0 || (raw.length == 1 && *raw.at == '-'))
		return ODD_OK;
	odd_status status = odd__decode(&t->decoder, &t->r.scan, raw, &label, err);
	if (status != ODD_OK)
		return status;
	if (label.length > 0)
		return odd__builder_label(b, node, label.at, label.length, err);
	uint32_t index;
	status = odd_names_add(&b->classes, "", 0, &index, NULL, err);
	if (status == ODD_OK)
		b->label[node] = (int32_t)index;
	return status;
}

/* `word` or `word=0.37` */
static odd_status add_attribute(
	struct text_reading *t, uint32_t node, odd__text item, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd__text word = item;
	double value = 1.0;
	uint32_t column;
	odd_status status;
	const char *equals = memchr(item.at, '=', item.length);
	if (equals != NULL) {
		word.length = (size_t)(equals - item.at);
		odd__text number = {equals + 1, item.length - word.length - 1};
		if ((status = odd__scan_number(scan, number, &value, err)) != ODD_OK)
			return status;
		if (word.length == 0)
			return odd__scan_error(scan, item.at, err, "an attribute without a name");
	}
	if ((status = odd__decode(&t->decoder, scan, word, &word, err)) != ODD_OK ||
		(status = odd__builder_word(&t->r.b, word.at, word.length, &column, err)) != ODD_OK)
		return status;
	return odd__builder_attribute(&t->r.b, node, column, value, err);
}

static odd_status read_node(struct text_reading *t, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd__text raw, id, label, item;
	uint32_t node;
	odd__scan_field(scan, '\t', &raw);
	raw = odd__text_trim(raw);
	const char *space = memchr(raw.at, ' ', raw.length);
	if (scan->at == NULL && space != NULL)
		return odd__scan_error(scan, space, err,
			"id, label and attributes are separated by tabs, and here is none");
	odd_status status = odd__decode(&t->decoder, scan, raw, &id, err);
	if (status == ODD_OK)
		status = odd__reading_node(&t->r, id, raw.at, raw.length > 0, &node, err);
	if (status == ODD_OK && odd__scan_field(scan, '\t', &label))
		status = set_label(t, node, odd__text_trim(label), err);
	while (status == ODD_OK && odd__scan_word(scan, &item))
		status = add_attribute(t, node, item, err);
	return status;
}

/* "#! name X", "#! words a b c", "#! classes a b c": what the lines of nodes cannot say. */
static odd_status read_directive(struct text_reading *t, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd__builder *b = &t->r.b;
	odd_status status = ODD_OK;
	odd__text kind, raw, item;
	scan->at = scan->line + 2;
	if (!odd__scan_word(scan, &kind))
		return ODD_OK;
	bool name = odd__text_is(kind, "name"), words = odd__text_is(kind, "words");
	if (!name && !words && !odd__text_is(kind, "classes")) {
		char shown[ODD__SHOWN];
		return odd__scan_error(scan, kind.at, err,
			"\"%s\" is unknown here; a node file can say \"#! name\", \"#! words\" and "
			"\"#! classes\"",
			odd__text_show(shown, kind));
	}
	while (status == ODD_OK && odd__scan_word(scan, &raw)) {
		if ((status = odd__decode(&t->decoder, scan, raw, &item, err)) != ODD_OK)
			break;
		if (name && t->name != NULL) {
			status = odd__scan_error(
				scan, raw.at, err, "the network has a name already");
		} else if (name) {
			t->name = strndup(item.at, item.length);
			status = t->name != NULL ? ODD_OK : odd_error_nomem(err);
		} else if (words) {
			status = odd__builder_word(b, item.at, item.length, NULL, err);
		} else {
			status = odd_names_add(&b->classes, item.at, item.length, NULL, NULL, err);
		}
	}
	return status;
}

static odd_status read_nodes(struct text_reading *t, const char *path, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd_status status = odd__reading_open(&t->r, path, err);
	while (status == ODD_OK && odd__scan_data_line(scan, '\0')) {
		if ((status = odd__reading_poll(&t->r, err)) != ODD_OK)
			break;
		if (*scan->line != '#')
			status = read_node(t, err);
		else if (scan->line_end - scan->line >= 2 && scan->line[1] == '!')
			status = read_directive(t, err);
	}
	return status;
}

/* id, kind */
static odd_status read_mark(struct text_reading *t, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd__builder *b = &t->r.b;
	odd__text raw, id, kind = {scan->line_end, 0}, extra;
	char shown[ODD__SHOWN];
	bool tabs = memchr(scan->line, '\t', (size_t)(scan->line_end - scan->line)) != NULL;
	if (tabs) {
		odd__scan_field(scan, '\t', &raw);
		odd__scan_field(scan, '\t', &kind);
	} else if (odd__scan_word(scan, &raw)) {
		odd__scan_word(scan, &kind);
	}
	raw = odd__text_trim(raw);
	kind = odd__text_trim(kind);
	odd_status status = odd__decode(&t->decoder, scan, raw, &id, err);
	if (status != ODD_OK)
		return status;
	uint32_t node = odd_names_find(&b->ids, id.at, id.length);
	if (node == ODD_NO_NAME)
		return odd__scan_error(scan, raw.at, err, "node \"%s\" is not in the node table",
			odd__text_show(shown, id));
	int which = odd_kind_from_name(kind.at, kind.length);
	if (which < 0)
		return odd__scan_error(scan, kind.at, err,
			"\"%s\" is none of structural, attribute, combined, outlier, placebo, swap, rewire, clique, contextual, ordinary",
			odd__text_show(shown, kind));
	if (odd__scan_word(scan, &extra))
		return odd__scan_error(
			scan, extra.at, err, "the line has more than an id and a kind");
	if (b->truth[node] != ODD_ORDINARY)
		return odd__scan_error(scan, raw.at, err, "node \"%s\" is marked already",
			odd__text_show(shown, id));
	odd__builder_truth(b, node, (odd_kind)which);
	return ODD_OK;
}

static odd_status read_truth(struct text_reading *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	while (status == ODD_OK && odd__scan_data_line(&t->r.scan, '#')) {
		status = odd__reading_poll(&t->r, err);
		if (status == ODD_OK)
			status = read_mark(t, err);
	}
	return status;
}

odd_status odd__read_text(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	struct text_reading t = {.name = NULL};
	odd__edge_rules rules = {.weights = true, .comments = true, .escapes = true};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = read_nodes(&t, path[0], err);
	if (status == ODD_OK)
		status = odd__read_edge_lines(&t.r, path[1], rules, err);
	if (status == ODD_OK && path[2] != NULL)
		status = read_truth(&t, path[2], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, t.name != NULL ? t.name : source->name,
			"oddone text", path[0], err);
	odd__reading_clear(&t.r);
	free(t.decoder.buffer);
	free(t.name);
	return status;
}
