#include "config.h"

#include "report/exports.h"

#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "base/file.h"

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
	odd_one_state state = odd_one_look(o->one);
	odd_mat m;
	odd_status status = odd_mat_alloc(&m, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(o->one, m);
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
