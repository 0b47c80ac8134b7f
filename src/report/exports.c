/* exports.c: the network with its results as GraphML and as GEXF 1.2, which Gephi, networkx and
 * (GraphML) igraph open, and the embedding as word2vec writes it. GraphML and GEXF are XML of nodes
 * with a value for each column, and of links. */
#include "config.h"

#include "report/exports.h"

#include <math.h>
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

/* Both formats call them by the same names. */
static const char *const type_name[] = {[NODE_TEXT] = "string",
	[NODE_COUNT] = "long",
	[NODE_NUMBER] = "double",
	[NODE_YESNO] = "boolean"};

/* What differs between the two: how nodes and links are spelled. */
struct dialect {
	void (*node)(FILE *out, const struct node_columns *columns, size_t node, double scale);
	void (*link)(FILE *out, const odd_network *net, size_t from, size_t to, double weight,
		size_t number);
	const char *between, *end; /* of nodes and links */
};

static odd_status put_nodes(FILE *out, const struct dialect *d, const struct node_columns *columns,
	double scale, const odd_job *job, odd_error *err)
{
	const struct result *o = columns->o;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < o->net->nodes && status == ODD_OK; i++) {
		if (result_shown(o, i))
			d->node(out, columns, i, scale);
		status = report_poll(job, i, o->net->nodes, err);
	}
	return status;
}

/* Each once: an undirected one is stored both ways. */
static odd_status put_links(FILE *out, const struct dialect *d, const struct result *o,
	const odd_job *job, odd_error *err)
{
	const odd_network *net = o->net;
	odd_status status = ODD_OK;
	size_t number = 0;
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			size_t j = net->A.idx[e];
			if ((net->directed || j > i) && result_shown(o, i) && result_shown(o, j))
				d->link(out, net, i, j, net->A.val != NULL ? net->A.val[e] : 1.0,
					number++);
		}
		status = report_poll(job, i, net->nodes, err);
	}
	return status;
}

static odd_status put_graph(FILE *out, const struct dialect *d, const struct node_columns *columns,
	double scale, const odd_job *job, odd_error *err)
{
	odd_status status = put_nodes(out, d, columns, scale, job, err);
	fputs(d->between, out);
	if (status == ODD_OK)
		status = put_links(out, d, columns->o, job, err);
	fputs(d->end, out);
	return status;
}

/* ---- GraphML ------------------------------------------------------------------------------ */

static void graphml_node(FILE *out, const struct node_columns *columns, size_t node, double scale)
{
	(void)scale;
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

static void graphml_link(
	FILE *out, const odd_network *net, size_t from, size_t to, double weight, size_t number)
{
	char text[SHEET_NUMBER];
	(void)number;
	fputs("<edge source=\"", out);
	put_text(out, odd_names_get(&net->ids, from));
	fputs("\" target=\"", out);
	put_text(out, odd_names_get(&net->ids, to));
	fprintf(out, "\"><data key=\"weight\">%s</data></edge>\n", sheet_number_text(text, weight));
}

static odd_status export_graphml(
	FILE *out, const struct result *o, const odd_job *job, odd_error *err)
{
	static const struct dialect dialect = {
		graphml_node, graphml_link, "", "</graph>\n</graphml>\n"};
	struct node_columns columns;
	odd_status status = node_columns_begin(&columns, o, job, err);
	if (status == ODD_OK) {
		fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
			out);
		for (size_t c = 0; c < columns.count; c++)
			fprintf(out,
				"<key id=\"%s\" for=\"node\" attr.name=\"%s\" "
				"attr.type=\"%s\"/>\n",
				columns.column[c].name, columns.column[c].name,
				type_name[columns.column[c].type]);
		fprintf(out,
			"<key id=\"weight\" for=\"edge\" attr.name=\"weight\" "
			"attr.type=\"double\"/>\n<graph edgedefault=\"%sdirected\">\n",
			o->net->directed ? "" : "un");
		status = put_graph(out, &dialect, &columns, 1.0, job, err);
	}
	node_columns_end(&columns);
	return status;
}

/* ---- GEXF --------------------------------------------------------------------------------- */

/* Places are columns, exactly, and positions, stretched to what a program that draws expects. */
static void gexf_node(FILE *out, const struct node_columns *columns, size_t node, double scale)
{
	const char *id = odd_names_get(&columns->o->net->ids, node);
	double at[2];
	bool placed = columns->o->map != NULL;
	fputs("<node id=\"", out);
	put_text(out, id);
	fputs("\" label=\"", out);
	put_text(out, id);
	fputs("\"><attvalues>", out);
	for (size_t c = 0; c < columns->count; c++) {
		struct node_value v = node_columns_get(columns, c, node);
		if (columns->o->map != NULL && c + 2 >= columns->count) {
			at[c + 2 - columns->count] = v.number;
			placed = placed && v.there;
		}
		if (!v.there)
			continue;
		fprintf(out, "<attvalue for=\"%s\" value=\"", columns->column[c].name);
		put_value(out, columns->column[c].type, &v);
		fputs("\"/>", out);
	}
	fputs("</attvalues>", out);
	if (placed)
		fprintf(out, "<viz:position x=\"%.6g\" y=\"%.6g\" z=\"0\"/>", at[0] * scale,
			at[1] * scale);
	fputs("</node>\n", out);
}

static void gexf_link(
	FILE *out, const odd_network *net, size_t from, size_t to, double weight, size_t number)
{
	char text[SHEET_NUMBER];
	fprintf(out, "<edge id=\"%zu\" source=\"", number);
	put_text(out, odd_names_get(&net->ids, from));
	fputs("\" target=\"", out);
	put_text(out, odd_names_get(&net->ids, to));
	fprintf(out, "\" weight=\"%s\"/>\n", sheet_number_text(text, weight));
}

/* So that the map is 2000 wide. */
static double map_scale(const struct result *o)
{
	double most = 0.0;
	for (size_t i = 0; o->map != NULL && i < o->map->xy.rows; i++)
		for (size_t d = 0; d < 2; d++)
			most = fmax(most, fabs(odd_mat_row(o->map->xy, i)[d]));
	return most > 0.0 ? 1000.0 / most : 1.0;
}

static odd_status export_gexf(FILE *out, const struct result *o, const odd_job *job, odd_error *err)
{
	static const struct dialect dialect = {
		gexf_node, gexf_link, "</nodes>\n<edges>\n", "</edges>\n</graph>\n</gexf>\n"};
	struct node_columns columns;
	odd_status status = node_columns_begin(&columns, o, job, err);
	if (status == ODD_OK) {
		fprintf(out,
			"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			"<gexf xmlns=\"http://www.gexf.net/1.2draft\" "
			"xmlns:viz=\"http://www.gexf.net/1.2draft/viz\" version=\"1.2\">\n"
			"<meta><creator>oddone " VERSION "</creator></meta>\n"
			"<graph mode=\"static\" defaultedgetype=\"%sdirected\">\n"
			"<attributes class=\"node\" mode=\"static\">\n",
			o->net->directed ? "" : "un");
		for (size_t c = 0; c < columns.count; c++)
			fprintf(out, "<attribute id=\"%s\" title=\"%s\" type=\"%s\"/>\n",
				columns.column[c].name, columns.column[c].name,
				type_name[columns.column[c].type]);
		fputs("</attributes>\n<nodes>\n", out);
		status = put_graph(out, &dialect, &columns, map_scale(o), job, err);
	}
	node_columns_end(&columns);
	return status;
}

/* ---- word2vec ----------------------------------------------------------------------------- */

/* One field among blanks: what would part it, and what a terminal would obey, is %xx. */
static void put_field(FILE *out, const char *name)
{
	if (name[0] == '\0')
		fputs("%00", out);
	for (const char *p = name, *from = p; *p != '\0'; from = p) {
		uint32_t c = odd__utf8_next(&p);
		bool malformed = c == ODD__REPLACEMENT && p == from + 1;
		bool escaped = c == ' ' || c == '%' || odd__steers(c) || malformed;
		for (; from < p; from++) {
			if (escaped)
				fprintf(out, "%%%02X", (unsigned char)*from);
			else
				putc(*from, out);
		}
	}
}

/* A line with the number of vectors and their length, then a name and its vector in each. */
static odd_status write_word2vec(
	FILE *out, const struct result *o, const odd_job *job, odd_error *err)
{
	odd_mat m;
	odd_status status = report_embedding(&m, o, err);
	if (status != ODD_OK)
		return status;
	fprintf(out, "%zu %zu\n", result_shown_count(o), m.cols);
	for (size_t i = 0; i < m.rows && status == ODD_OK; i++) {
		if ((status = report_poll(job, i, m.rows, err)) != ODD_OK || !result_shown(o, i))
			continue;
		put_field(out, odd_names_get(&o->net->ids, i));
		for (size_t k = 0; k < m.cols; k++)
			fprintf(out, " %.9g", odd_mat_row(m, i)[k]);
		putc('\n', out);
	}
	odd_mat_free(&m);
	return status;
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct export_file files[] = {
	{"graphml", "network.graphml", "network", ".graphml", NULL, export_graphml, true},
	{"gexf", "network.gexf", "network", ".gexf", NULL, export_gexf, true},
	{"csv", "nodes.csv", "nodes", NULL, "nodes", NULL, true},
	{"csv", "edges.csv", "links", NULL, "links", NULL, false},
	{"word2vec", "embedding.vec", "embedding", ".vec", NULL, write_word2vec, false},
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
