/* From a path to a reader: which format is there, and which files belong to it. */
#include "config.h"

#include "oddone/network/network.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "network/files.h"
#include "network/readers.h"

static const char looked_for[] =
	"X.nodes + X.edges, X.content + X.cites or X.edges, *.NODE.paper.tab + "
	"*.DIRECTED.cites.tab, nodes.csv + edges.csv, struct.csv + content.csv + label.csv, "
	".mat, .graphml, .gml, .net, .paj";

/* Names of the files, or only of those that start a network, as many as fit: "a.nodes, b.mat". */
static char *list_names(char *out, size_t size, const odd__files *files, bool leading_only)
{
	size_t used = 0;
	out[0] = '\0';
	for (size_t i = 0; i < files->count; i++) {
		if (leading_only && !files->file[i].leads)
			continue;
		const char *name = odd__base_name(files->file[i].path);
		if (used + strlen(name) + 8 > size) {
			snprintf(out + used, size - used, "%s…", used > 0 ? ", " : "");
			break;
		}
		used += (size_t)snprintf(
			out + used, size - used, "%s%s", used > 0 ? ", " : "", name);
	}
	return out;
}

static odd_status ambiguous(const char *path, const odd__files *files, odd_error *err)
{
	char names[160];
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"more than one network is here (%s); name one of the files",
		list_names(names, sizeof names, files, true));
}

/* No file that could lead. */
static odd_status nothing(const char *path, const odd__files *files, odd_error *err)
{
	char names[160];
	if (files->count > 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"the file that lists the nodes is missing; there is only %s",
			list_names(names, sizeof names, files, false));
	return odd_error_at(
		err, ODD_EINPUT, path, 0, 0, "no network found; looked for %s", looked_for);
}

static odd_status missing(const odd__found *beside, const char *ending, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, beside->path, 0, 0, "there is no %.100s%s beside it",
		beside->stem, ending);
}

/* The path of a file that must be there. */
static odd_status need(const char **path, const odd__files *files, const odd__found *beside,
	enum odd__file_role role, const char *ending, odd_error *err)
{
	const odd__found *file;
	odd_status status = odd__files_find(&file, files, role, beside->stem, err);
	if (status != ODD_OK)
		return status;
	if (file == NULL)
		return missing(beside, ending, err);
	*path = file->path;
	return ODD_OK;
}

/* The path of a file that may be there, or NULL. */
static odd_status want(const char **path, const odd__files *files, const odd__found *beside,
	enum odd__file_role role, odd_error *err)
{
	const odd__found *file;
	odd_status status = odd__files_find(&file, files, role, beside->stem, err);
	*path = file != NULL ? file->path : NULL;
	return status;
}

static odd_status load_text(odd_network **out, const odd__source *source, const odd__files *files,
	const odd__found *nodes, odd_error *err)
{
	const char *edges = NULL, *truth = NULL;
	odd_status status = need(&edges, files, nodes, ODD__EDGES, ".edges", err);
	if (status == ODD_OK)
		status = want(&truth, files, nodes, ODD__TRUTH, err);
	if (status == ODD_OK)
		status = odd__read_text(out, source, nodes->path, edges, truth, err);
	return status;
}

static odd_status load_dense(odd_network **out, const odd__source *source, const odd__files *files,
	const odd__found *structure, odd_error *err)
{
	const char *content = NULL, *label = NULL, *permutation = NULL;
	odd_status status =
		need(&content, files, structure, ODD__DENSE_CONTENT, "content.csv", err);
	if (status == ODD_OK)
		status = need(&label, files, structure, ODD__DENSE_LABEL, "label.csv", err);
	if (status == ODD_OK)
		status = want(&permutation, files, structure, ODD__DENSE_PERMUTATION, err);
	if (status == ODD_OK)
		status = odd__read_dense_csv(
			out, source, structure->path, content, label, permutation, err);
	return status;
}

/* The links of one .content: .cites or .edges, whichever is there. */
static odd_status find_links(const char **path, bool *are_edges, const odd__files *files,
	const odd__found *content, odd_error *err)
{
	const char *cites = NULL, *edges = NULL;
	odd_status status = want(&cites, files, content, ODD__CITES, err);
	if (status == ODD_OK)
		status = want(&edges, files, content, ODD__EDGES, err);
	if (status != ODD_OK)
		return status;
	if (cites == NULL && edges == NULL)
		return odd_error_at(err, ODD_EINPUT, content->path, 0, 0,
			"there is neither %.80s.cites nor %.80s.edges beside it", content->stem,
			content->stem);
	if (cites != NULL && edges != NULL)
		return odd_error_at(err, ODD_EINPUT, content->path, 0, 0,
			"both %.80s and %.80s are beside it; name the one to be read",
			odd__base_name(cites), odd__base_name(edges));
	*are_edges = edges != NULL;
	*path = edges != NULL ? edges : cites;
	return ODD_OK;
}

/* Pairs that were collected; paths are lent. */
struct pairs {
	char **content, **links;
	size_t count;
	bool edges;
};

static odd_status add_pair(
	struct pairs *pairs, const odd__files *files, const odd__found *file, odd_error *err)
{
	const char *links = NULL;
	bool edges = false;
	const odd__found *mate;
	odd_status status;
	if (file->role == ODD__CITES) { /* half a pair is not to be overlooked */
		status = odd__files_find(&mate, files, ODD__CONTENT, file->stem, err);
		return status == ODD_OK && mate == NULL ? missing(file, ".content", err) : status;
	}
	if (file->role != ODD__CONTENT)
		return ODD_OK;
	if ((status = odd__files_find(&mate, files, ODD__CONTENT, file->stem, err)) != ODD_OK ||
		(status = find_links(&links, &edges, files, file, err)) != ODD_OK)
		return status;
	if (pairs->count > 0 && edges != pairs->edges)
		return odd_error_at(err, ODD_EINPUT, links, 0, 0,
			"%.80s is not of this kind; all pairs must be",
			odd__base_name(pairs->links[0]));
	pairs->edges = edges;
	pairs->content[pairs->count] = file->path;
	pairs->links[pairs->count++] = (char *)(uintptr_t)links;
	return ODD_OK;
}

static odd_status load_linqs(
	odd_network **out, const odd__source *source, const odd__files *files, odd_error *err)
{
	odd_status status = ODD_OK;
	struct pairs pairs = {calloc(files->count, sizeof(char *)),
		calloc(files->count, sizeof(char *)), 0, false};
	if (pairs.content == NULL || pairs.links == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < files->count && status == ODD_OK; i++)
		status = add_pair(&pairs, files, &files->file[i], err);
	if (status == ODD_OK)
		status = odd__read_linqs(
			out, source, pairs.count, pairs.content, pairs.links, pairs.edges, err);
	free(pairs.content);
	free(pairs.links);
	return status;
}

/* The network that starts with this file. */
static odd_status load_from(odd_network **out, const odd__source *source, const odd__files *files,
	const odd__found *lead, odd_error *err)
{
	const odd__found *same;
	const char *other = NULL;
	odd_status status = odd__files_find(&same, files, lead->role, lead->stem, err);
	if (status != ODD_OK)
		return status;
	switch (lead->format) {
	case ODD__TEXT:
		return load_text(out, source, files, lead, err);
	case ODD__LINQS:
		return load_linqs(out, source, files, err);
	case ODD__PUBMED:
		status = need(&other, files, lead, ODD__PAPER_CITES, ".DIRECTED.cites.tab", err);
		return status == ODD_OK ? odd__read_pubmed(out, source, lead->path, other, err)
					: status;
	case ODD__CSV:
		status = need(&other, files, lead, ODD__CSV_EDGES, "edges.csv", err);
		return status == ODD_OK ? odd__read_csv(out, source, lead->path, other, err)
					: status;
	case ODD__DENSE_CSV:
		return load_dense(out, source, files, lead, err);
	case ODD__MATLAB:
		return odd__read_mat(out, source, lead->path, err);
	case ODD__GRAPH:
		return odd__read_igraph(out, source, lead->path, err);
	}
	return ODD_EINPUT;
}

/* The one network that the files make up. */
static odd_status load_files(odd_network **out, const odd__source *source, const char *path,
	const odd__files *files, odd_error *err)
{
	const odd__found *lead = NULL;
	for (size_t i = 0; i < files->count; i++) {
		const odd__found *file = &files->file[i];
		if (!file->leads)
			continue;
		/* Several .content are one network. A name with and without .gz is told apart
		 * later. */
		bool fits = lead == NULL ||
			    (lead->format == file->format &&
				    (file->format == ODD__LINQS ||
					    (file->format < ODD__MATLAB &&
						    strcmp(lead->stem, file->stem) == 0)));
		if (!fits)
			return ambiguous(path, files, err);
		if (lead == NULL)
			lead = file;
	}
	if (lead == NULL)
		return nothing(path, files, err);
	return load_from(out, source, files, lead, err);
}

/* What the network will be called, on the heap: the directory, or the stem of the file. */
static char *network_name(const char *path, bool is_directory)
{
	const char *base = odd__base_name(path);
	size_t stem = is_directory ? 0 : odd__files_stem(base);
	if (stem > 0)
		return strndup(base, stem);
	char *full = realpath(path, NULL); /* "." has a name, too */
	if (full == NULL)
		return strdup(base);
	if (!is_directory) /* nodes.csv says nothing, its directory does */
		*strrchr(full, '/') = '\0';
	char *name = strdup(odd__base_name(full));
	free(full);
	return name;
}

/* The limit of the options, else of the environment, else 0 for the usual one. */
static odd_status find_limit(size_t *limit, const odd_load_options *options, odd_error *err)
{
	*limit = options->limit;
	const char *text = getenv("ODDONE_READ_LIMIT");
	if (*limit > 0 || text == NULL || text[0] == '\0')
		return ODD_OK;
	char *end;
	unsigned long long megabytes = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || megabytes == 0 ||
		megabytes > SIZE_MAX >> 21)
		return odd_error_set(err, ODD_EUSAGE,
			"ODDONE_READ_LIMIT is \"%.40s\", not a number of megabytes above 0", text);
	*limit = (size_t)megabytes << 20;
	return ODD_OK;
}

odd_status odd_network_load(odd_network **out, const char *path, const odd_load_options *options,
	const odd_job *job, odd_error *err)
{
	static const odd_load_options defaults = {.directed = false};
	odd__files files = {NULL, 0, 0};
	struct stat info;
	*out = NULL;
	if (stat(path, &info) != 0)
		return odd_error_errno(err, path, "cannot open");
	bool is_directory = S_ISDIR(info.st_mode);
	char *name = network_name(path, is_directory), *dir = strdup(path);
	odd__source source = {name, options != NULL ? options : &defaults, job, {0, job}};
	odd_status status = ODD_OK;
	if (name == NULL || dir == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK ||
		(status = find_limit(&source.limits.most, source.options, err)) != ODD_OK)
		goto out;
	if (!is_directory)
		dir[odd__base_name(path) - path] = '\0'; /* keeps its slash, may be empty */
	if ((status = odd__files_list(&files, dir, err)) != ODD_OK)
		goto out;
	if (!is_directory && !odd__files_narrow(&files, odd__base_name(path)))
		odd__files_clear(&files);
	status = load_files(out, &source, path, &files, err);
out:
	odd__files_clear(&files);
	free(dir);
	free(name);
	return status;
}
