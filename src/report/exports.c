/* exports.c: the network with its results as GraphML, which Gephi, networkx and igraph open: XML of
 * nodes with a value for each column, and of links. */
#include "config.h"

#include "report/exports.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/visible.h"
#include "report/node_columns.h"

/* Text or the value of an attribute. Characters that steer a terminal are written by their number;
 * those that XML cannot hold at all, and bytes that are no UTF-8, as %xx. */
static void put_text(FILE *out, const char *text)
{
	for (const char *p = text, *from = p; *p != '\0'; from = p) {
		uint32_t c = odd__utf8_next(&p);
		bool malformed = c == ODD__REPLACEMENT && p == from + 1;
		bool barred = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe ||
			      c == 0xffff || malformed;
		const char *entity = c == '&'   ? "&amp;"
				     : c == '<' ? "&lt;"
				     : c == '>' ? "&gt;"
				     : c == '"' ? "&quot;"
						: NULL;
		if (entity != NULL)
			fputs(entity, out);
		else if (!barred && odd__steers(c))
			fprintf(out, "&#x%X;", (unsigned)c);
		else
			for (; from < p; from++)
				if (barred)
					fprintf(out, "%%%02X", (unsigned char)*from);
				else
					putc(*from, out);
	}
}

static void put_value(FILE *out, enum node_type type, const struct node_value *v)
{
	char number[SHEET_NUMBER];
	switch (type) {
	case NODE_TEXT:
		put_text(out, v->text);
		break;
	case NODE_COUNT:
		fprintf(out, "%zu", v->count);
		break;
	case NODE_NUMBER:
		fputs(sheet_number_text(number, v->number), out);
		break;
	case NODE_YESNO:
		fputs(v->yes ? "true" : "false", out);
		break;
	}
}

static const char *const type_name[] = {[NODE_TEXT] = "string",
	[NODE_COUNT] = "long",
	[NODE_NUMBER] = "double",
	[NODE_YESNO] = "boolean"};

static void put_node(FILE *out, const struct node_columns *columns, size_t node)
{
	fputs("<node id=\"", out);
	put_text(out, odd_names_get(&columns->o->net->ids, node));
	fputs("\">", out);
	for (size_t c = 0; c < columns->count; c++) {
		struct node_value v = node_columns_get(columns, c, node);
		if (!v.there)
			continue;
		fprintf(out, "<data key=\"%s\">", columns->column[c].name);
		put_value(out, columns->column[c].type, &v);
		fputs("</data>", out);
	}
	fputs("</node>\n", out);
}

/* The links of a node; an undirected link, which is stored both ways, once. */
static void put_links(FILE *out, const struct result *o, size_t node)
{
	const odd_network *net = o->net;
	char text[SHEET_NUMBER];
	for (size_t e = net->A.ptr[node]; e < net->A.ptr[node + 1]; e++) {
		const size_t to = net->A.idx[e];
		if ((!net->directed && to <= node) || !result_shown(o, to))
			continue;
		fputs("<edge source=\"", out);
		put_text(out, odd_names_get(&net->ids, node));
		fputs("\" target=\"", out);
		put_text(out, odd_names_get(&net->ids, to));
		fprintf(out, "\"><data key=\"weight\">%s</data></edge>\n",
			sheet_number_text(text, net->A.val != NULL ? net->A.val[e] : 1.0));
	}
}

static odd_status export_graphml(
	FILE *out, const struct result *o, const odd_job *job, odd_error *err)
{
	struct node_columns columns;
	const size_t nodes = o->net->nodes;
	odd_status status = node_columns_begin(&columns, o, job, err);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
		out);
	for (size_t c = 0; status == ODD_OK && c < columns.count; c++)
		fprintf(out, "<key id=\"%s\" for=\"node\" attr.name=\"%s\" attr.type=\"%s\"/>\n",
			columns.column[c].name, columns.column[c].name,
			type_name[columns.column[c].type]);
	fprintf(out,
		"<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
		"<graph edgedefault=\"%sdirected\">\n",
		o->net->directed ? "" : "un");
	for (size_t i = 0; i < 2 * nodes && status == ODD_OK; i++) {
		if (result_shown(o, i % nodes) && i < nodes)
			put_node(out, &columns, i);
		else if (result_shown(o, i % nodes))
			put_links(out, o, i - nodes);
		status = report_poll(job, i, 2 * nodes, err);
	}
	fputs("</graph>\n</graphml>\n", out);
	node_columns_end(&columns);
	return status;
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct export_file files[] = {
	{"graphml", "network.graphml", "network", ".graphml", NULL, export_graphml, true},
	{"csv", "nodes.csv", "nodes", NULL, "nodes", NULL, true},
	{"csv", "edges.csv", "links", NULL, "links", NULL, false},
	{"projector", "vectors.tsv", "vectors", NULL, "vectors", NULL, false},
	{"projector", "metadata.tsv", "metadata", NULL, "metadata", NULL, true},
};
enum { FILES = sizeof files / sizeof *files };

const struct export_file *export_file_get(size_t i)
{
	return i < FILES ? &files[i] : NULL;
}

const char *export_format_name(size_t i)
{
	for (size_t f = 0; f < FILES; f++)
		if ((f == 0 || strcmp(files[f].format, files[f - 1].format) != 0) && i-- == 0)
			return files[f].format;
	return NULL;
}

const struct export_file *export_file_find(const char *what, const char *path)
{
	for (size_t f = 0; f < FILES; f++) {
		size_t ending = files[f].ending != NULL ? strlen(files[f].ending) : 0;
		size_t length = strlen(path);
		if (ending > 0 && strcmp(files[f].what, what) == 0 && length > ending &&
			strcmp(path + length - ending, files[f].ending) == 0)
			return &files[f];
	}
	return NULL;
}

/* ---- lists of formats --------------------------------------------------------------------- */

bool export_formats_have(const char *formats, const char *format)
{
	size_t length = strlen(format);
	for (const char *p = formats; p != NULL && *p != '\0';) {
		size_t word = strcspn(p, ",");
		if (word == length && strncmp(p, format, length) == 0)
			return true;
		p += word + (p[word] == ',');
	}
	return false;
}

odd_status export_formats_check(const char *formats, const char *as, odd_error *err)
{
	char names[100] = "";
	const char *name;
	for (size_t i = 0; (name = export_format_name(i)) != NULL; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
			i > 0 ? " " : "", name);
	for (const char *p = formats;; p++) {
		size_t word = strcspn(p, ","), i = 0;
		while ((name = export_format_name(i)) != NULL &&
			(strlen(name) != word || strncmp(p, name, word) != 0))
			i++;
		if (name == NULL)
			return odd_error_set(err, ODD_EUSAGE, "%s: \"%.*s\" is none of: %s", as,
				word < 60 ? (int)word : 60, p, names);
		p += word;
		if (*p == '\0')
			return ODD_OK;
	}
}

odd_status export_file_save(const struct export_file *file, const char *path,
	const struct result *o, const odd_job *job, odd_error *err)
{
	odd_file to;
	if (file->table != NULL)
		return report_table_save(report_table_find(file->table), path, o, job, err);
	odd_status status = odd_file_open(&to, path, err);
	if (status != ODD_OK)
		return status;
	status = file->write(to.stream, o, job, err);
	if (status == ODD_OK)
		return odd_file_commit(&to, err);
	odd_file_discard(&to);
	return status;
}

odd_status export_formats_save(const char *formats, const char *dir, const struct result *o,
	const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t f = 0; f < FILES && status == ODD_OK; f++) {
		if (!export_formats_have(formats, files[f].format))
			continue;
		char *path = odd_path_join(dir, files[f].file);
		status = path != NULL ? export_file_save(&files[f], path, o, job, err)
				      : odd_error_nomem(err);
		free(path);
	}
	return status;
}
