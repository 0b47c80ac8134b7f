/* From a path to a reader: which format is there, and which files belong to it. Links for a table
 * that has none are made here, too. */
#include "config.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/options_read.h"
#include "base/parallel.h"
#include "network/builder.h"
#include "network/files.h"
#include "network/read_tables.h"
#include "network/readers.h"
#include "network/sniff.h"
#include "network/times.h"
#include "oddone/job.h"
#include "oddone/network.h"
#include "oddone/prepare.h"

enum { BLOCK = 64, LINKS_EACH = 50 };

/* Add a line to the remarks. */
static ODD_PRINTF(3, 4) odd_status
	network_remark(odd_network *net, odd_error *err, const char *format, ...)
{
	char line[400];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	size_t before = net->remarks != NULL ? strlen(net->remarks) + 1 : 0;
	char *more = realloc(net->remarks, before + strlen(line) + 1);
	if (more == NULL)
		return odd_error_nomem(err);
	if (before > 0)
		more[before - 1] = '\n';
	strcpy(more + before, line);
	net->remarks = more;
	return ODD_OK;
}

/* Links found so far. */
struct list {
	uint32_t *from, *to;
	size_t count, capacity;
};

static odd_status add(struct list *l, uint32_t from, uint32_t to, odd_error *err)
{
	odd_status status = odd__make_room(&l->capacity, l->count + 1, err,
		{&l->from, sizeof *l->from}, {&l->to, sizeof *l->to});
	if (status != ODD_OK)
		return status;
	l->from[l->count] = from;
	l->to[l->count++] = to;
	return ODD_OK;
}

/* ---- nearest --------------------------------------------------------------------------------- */

struct nearest {
	odd_ccsr X, T; /* rows of length 1, and the same by columns */
	size_t k;
	uint32_t *best; /* k per node; ODD_NO_NAME: fewer are alike at all */
	bool *failed;   /* per block: no memory */
};

/* The k largest of all products of a row with the others; of equal ones the first. */
static void choose(
	uint32_t *best, double *value, const double *product, size_t n, size_t self, size_t k)
{
	size_t have = 0;
	for (size_t j = 0; j < n; j++) {
		double x = product[j];
		if (j == self || !(x > 0.0) || (have == k && x <= value[k - 1]))
			continue;
		size_t at = have < k ? have++ : k - 1;
		for (; at > 0 && value[at - 1] < x; at--) {
			value[at] = value[at - 1];
			best[at] = best[at - 1];
		}
		value[at] = x;
		best[at] = (uint32_t)j;
	}
	for (; have < k; have++)
		best[have] = ODD_NO_NAME;
}

static void find_nearest(void *context, size_t block)
{
	const struct nearest *s = context;
	size_t n = s->X.rows, end = (block + 1) * BLOCK < n ? (block + 1) * BLOCK : n;
	double *product = malloc((n + s->k) * sizeof *product);
	s->failed[block] = product == NULL;
	for (size_t i = block * BLOCK; i < end && product != NULL; i++) {
		memset(product, 0, n * sizeof *product);
		for (size_t e = s->X.ptr[i]; e < s->X.ptr[i + 1]; e++) {
			double x = odd_csr_value(s->X, e);
			size_t d = s->X.idx[e];
			for (size_t f = s->T.ptr[d]; f < s->T.ptr[d + 1]; f++)
				product[s->T.idx[f]] += x * odd_csr_value(s->T, f);
		}
		choose(s->best + i * s->k, product + n, product, n, i, s->k);
	}
	free(product);
}

static odd_status link_nearest(
	struct list *l, const odd_network *net, size_t k, const odd_job *job, odd_error *err)
{
	odd_prepared p;
	odd_csr T = {.rows = 0};
	size_t n = net->nodes, blocks = (n + BLOCK - 1) / BLOCK;
	odd_status status = odd_prepare(&p, net, ODD_CALIBRATED, job, err);
	if (status != ODD_OK)
		return status;
	struct nearest s = {.X = odd_csr_const(p.C), .k = k};
	s.best = malloc((n * k + 1) * sizeof *s.best);
	s.failed = calloc(blocks + 1, sizeof *s.failed);
	status = s.best == NULL || s.failed == NULL ? odd_error_nomem(err)
						    : odd_csr_transpose(&T, s.X, err);
	s.T = odd_csr_const(T);
	if (status == ODD_OK &&
		odd__parallel_items(job, blocks, find_nearest, &s, NULL) == ODD_ECANCELLED)
		status = odd_error_set(err, ODD_ECANCELLED, "stopped while linking nodes");
	for (size_t b = 0; b < blocks && status == ODD_OK; b++)
		if (s.failed[b])
			status = odd_error_nomem(err);
	for (size_t i = 0; i < n * k && status == ODD_OK; i++)
		if (s.best[i] != ODD_NO_NAME)
			status = add(l, (uint32_t)(i / k), s.best[i], err);
	free(s.best);
	free(s.failed);
	odd_csr_clear(&T);
	odd_prepared_clear(&p);
	return status;
}

/* ---- a shared value -------------------------------------------------------------------------- */

/* Link all nodes of a group with each other; *links counts what all groups need. */
static odd_status link_group(struct list *l, const odd_network *net, const uint32_t *node,
	size_t count, double *links, const char *name, odd_error *err)
{
	odd_status status = ODD_OK;
	*links += (double)count * ((double)count - 1.0) / 2.0;
	if (*links > (double)(LINKS_EACH * net->nodes))
		return odd_error_set(err, ODD_EUSAGE,
			"--links column=%.60s: its values are shared by so many nodes that there "
			"would be more than %d links a node",
			name, LINKS_EACH);
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count && status == ODD_OK; j++)
			status = add(l, node[i], node[j], err);
	return status;
}

static odd_status link_shared(
	struct list *l, const odd_network *net, const char *name, odd_error *err)
{
	size_t c = 0;
	double links = 0.0;
	while (c < net->columns.count && strcasecmp(net->columns.column[c].name, name) != 0)
		c++;
	if (c == net->columns.count)
		return odd_error_set(
			err, ODD_EUSAGE, "--links: there is no column \"%.60s\"", name);
	odd_column_type type = net->columns.column[c].type;
	if (type != ODD_COLUMN_CATEGORY && type != ODD_COLUMN_LIST && type != ODD_COLUMN_CLASS)
		return odd_error_set(err, ODD_EUSAGE,
			"--links: column \"%.60s\" is of type %s, whose values name no groups of "
			"nodes (--type %.60s=category takes it so)",
			name, odd_column_type_name(type), name);
	uint32_t *member = malloc((net->nodes + 1) * sizeof *member);
	odd_csr T = {.rows = 0};
	odd_status status = member == NULL ? odd_error_nomem(err)
					   : odd_csr_transpose(&T, odd_csr_const(net->C), err);
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++)
		if (net->columns.of[d] == c)
			status = link_group(l, net, T.idx + T.ptr[d], T.ptr[d + 1] - T.ptr[d],
				&links, name, err);
	for (size_t k = 0; type == ODD_COLUMN_CLASS && k < net->classes.count && status == ODD_OK;
		k++) {
		size_t count = 0;
		for (size_t i = 0; i < net->nodes; i++)
			if (net->label[i] == (int32_t)k)
				member[count++] = (uint32_t)i;
		status = link_group(l, net, member, count, &links, name, err);
	}
	odd_csr_clear(&T);
	free(member);
	return status;
}

/* Link nodes of a network without links as the user says: "nearest=10", each node with the ten
 * whose attributes are most alike by the cosine of their prepared rows; "column=company", all nodes
 * that share a value. What was done is added to the remarks. ODD_EUSAGE: the words are neither,
 * there is no such column, its values are no names of groups, or would make more than 50 links a
 * node. nearest: O(nodes² columns) for numbers, less for words. */
static odd_status links_for_table(
	odd_network *net, const char *how, const odd_job *job, odd_error *err)
{
	static const char nearest[] = "nearest=", column[] = "column=";
	struct list l = {.count = 0};
	size_t merged = 0;
	char *end = NULL;
	unsigned long k = 0;
	bool near = strncmp(how, nearest, strlen(nearest)) == 0;
	if (near)
		k = strtoul(how + strlen(nearest), &end, 10);
	if (near ? k == 0 || k > 1000 || *end != '\0' : strncmp(how, column, strlen(column)) != 0)
		return odd_error_set(err, ODD_EUSAGE,
			"--links: \"%.60s\" is neither nearest=N, 1 to 1000, nor column=NAME", how);
	if (net->edges > 0)
		return odd_error_set(err, ODD_EUSAGE,
			"--links makes links for a table that has none, and %.60s has %zu",
			net->name, net->edges);
	odd_status status = near ? link_nearest(&l, net, k, job, err)
				 : link_shared(&l, net, how + strlen(column), err);
	odd_csr A = {.rows = 0};
	if (status == ODD_OK)
		status = odd__csr_from_links(&A, net->nodes, l.count, l.from, l.to, NULL,
			!net->directed, &merged, job, err);
	free(l.from);
	free(l.to);
	if (status != ODD_OK)
		return status;
	odd_csr_clear(&net->A);
	net->A = A;
	net->edges = odd_csr_nnz(odd_csr_const(A)) / (net->directed ? 1 : 2);
	if (near)
		return network_remark(net, err,
			"the links were made: each node with the %lu whose attributes are most like "
			"its own",
			k);
	return network_remark(net, err,
		"the links were made: between nodes with the same value in column \"%.60s\"",
		how + strlen(column));
}

/* ---- from a path to a reader --------------------------------------------------------------------
 */

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

/* What the formats of several files need: "X.nodes + X.edges, X.content + X.cites". */
static char *list_formats(char *out, size_t size)
{
	size_t used = 0;
	out[0] = '\0';
	for (size_t f = 0; f < odd__format_count; f++)
		for (size_t i = 0; odd__formats[f].read_file == NULL &&
				   i < odd__formats[f].needed && used < size;
			i++) {
			const char *file = odd__formats[f].file[i];
			const char *before = i > 0 ? " + " : f > 0 ? ", " : "";
			used += (size_t)snprintf(out + used, size - used, "%s%.*s", before,
				(int)strcspn(file, "|"), file);
		}
	return out;
}

/* No file that could lead. */
static odd_status nothing(const char *path, const odd__files *files, odd_error *err)
{
	char names[400];
	if (files->count > 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"the file that lists the nodes is missing; there is only %s",
			list_names(names, 160, files, false));
	if (odd_times_here(path))
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"no network, but one in each of several places: oddone times reads a network "
			"at several times");
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"no network; looked for %s, and for one file of another format (oddone-formats(5))",
		list_formats(names, sizeof names));
}

/* The network that starts with this file. list: an edge list beside it, or NULL. */
static odd_status load_from(odd_network **out, const odd__source *source, const odd__files *files,
	const odd__found *lead, const odd__found *list, odd_error *err)
{
	const odd__format *format = lead->format;
	const char *path[ODD__FORMAT_FILES] = {lead->path};
	const odd__found *file;
	odd_status status = odd__files_find(&file, files, lead->what, lead->stem, err);
	if (status != ODD_OK)
		return status;
	if (format->read_all != NULL)
		return format->read_all(out, source, files, err);
	for (size_t i = 1; format->file[i] != NULL; i++) {
		status = odd__files_find(&file, files, format->file[i], lead->stem, err);
		if (status != ODD_OK)
			return status;
		if (file == NULL && i < format->needed)
			return odd__files_missing(lead, format->file[i], err);
		path[i] = file != NULL ? file->path : NULL;
	}
	if (list != NULL)
		path[1] = list->path;
	return format->read_file != NULL ? odd__sniff_named(out, source, format, path[0], err)
					 : format->read(out, source, path, err);
}

/* May a second file that leads stand beside the first? A name with and without .gz is told apart
 * later. */
static bool goes_with(const odd__found *lead, const odd__found *file)
{
	return lead->format == file->format &&
	       (file->format->read_all != NULL ||
		       (file->format->read != NULL && strcmp(lead->stem, file->stem) == 0));
}

/* Files of a directory whose names say nothing: tables of text, and KONECT's list, out.NAME. */
struct unnamed {
	char *table[3], *list; /* more than two tables are too many */
	size_t tables;
};

static void unnamed_clear(struct unnamed *u)
{
	for (size_t i = 0; i < 3; i++)
		free(u->table[i]);
	free(u->list);
}

static odd_status find_unnamed(struct unnamed *u, const char *dir, odd_error *err)
{
	static const char *const endings[] = {".csv", ".tsv", ".txt"};
	struct dirent **entry;
	int count = scandir(dir, &entry, NULL, alphasort);
	odd_status status = count >= 0 ? ODD_OK : odd_error_errno(err, dir, "cannot read");
	for (int i = 0; i < count; i++) {
		const char *name = entry[i]->d_name;
		char *path = odd_path_join(dir, name);
		size_t length = odd__files_plain_length(name);
		bool table = false, list = strncmp(name, "out.", 4) == 0;
		for (size_t k = 0; k < 3; k++)
			table |= length > 4 && name[0] != '.' &&
				 strncasecmp(name + length - 4, endings[k], 4) == 0;
		if (path == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK && list && u->list == NULL) {
			u->list = path;
			path = NULL;
		} else if (status == ODD_OK && table && odd__sniff_table(path)) {
			size_t at = u->tables < 2 ? u->tables : 2;
			free(u->table[at]);
			u->table[at] = path;
			u->tables++;
			path = NULL;
		}
		free(path);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return status;
}

/* A directory in which no file leads a network by its name. *found: something else does. */
static odd_status load_unnamed(
	odd_network **out, const odd__source *source, const char *dir, bool *found, odd_error *err)
{
	struct unnamed u = {.tables = 0};
	odd_status status = find_unnamed(&u, dir, err);
	*found = true;
	if (status == ODD_OK && u.list != NULL)
		status = odd__sniff_read(out, source, u.list, err);
	else if (status == ODD_OK && u.tables == 2)
		status = odd__read_pair(out, source, (const char *const *)u.table, false, err);
	else if (status == ODD_OK && u.tables == 1)
		status = odd__sniff_read(out, source, u.table[0], err);
	else if (status == ODD_OK && u.tables > 2)
		status = odd_error_at(err, ODD_EINPUT, dir, 0, 0,
			"there are %zu tables (%.60s, %.60s, …); --nodes FILE --edges FILE say which "
			"two are read",
			u.tables, odd__base_name(u.table[0]), odd__base_name(u.table[1]));
	else
		*found = false;
	unnamed_clear(&u);
	return status;
}

/* The one network that the files make up. */
static odd_status load_files(odd_network **out, const odd__source *source, const char *path,
	bool named, const odd__files *files, odd_error *err)
{
	const odd__found *lead = NULL, *list = NULL;
	size_t lists = 0, links = 0;
	for (size_t i = 0; i < files->count; i++) {
		const odd__found *file = &files->file[i];
		if (!file->leads) {
			links++;
		} else if (file->format->read_file == odd__read_edge_list) {
			list = file;
			lists++;
		} else if (lead != NULL && !goes_with(lead, file)) {
			return ambiguous(path, files, err);
		} else if (lead == NULL) {
			lead = file;
		}
	}
	/* A table of nodes takes its links from a list. */
	bool together = lead != NULL && lead->format->read == odd__read_csv && links == 0;
	if (lists > 1 || (lists == 1 && lead != NULL && !together))
		return ambiguous(path, files, err);
	bool found = false;
	if (!named && lead == NULL && list == NULL && !odd_times_here(path)) {
		odd_status status = load_unnamed(out, source, path, &found, err);
		if (status != ODD_OK || found)
			return status;
	}
	/* Links without a table of nodes: nodes are whoever they name. */
	if (lead == NULL && list == NULL && files->count == 1 &&
		odd__files_links_alone(&files->file[0], named))
		return odd__sniff_read(out, source, files->file[0].path, err);
	if (lead == NULL && list == NULL)
		return nothing(path, files, err);
	return load_from(
		out, source, files, lead != NULL ? lead : list, lead != NULL ? list : NULL, err);
}

/* What the network will be called, on the heap: the directory, or the stem of the file. */
static char *network_name(const char *path, bool is_directory)
{
	const char *base = odd__base_name(path);
	size_t stem = is_directory ? 0 : odd__files_stem(base);
	if (stem > 0)
		return strndup(base, stem);
	/* nodes.csv and the like belong to a directory, other files have a name of their own. */
	const char *dot = strrchr(base, '.');
	if (!is_directory && odd__format_named(base) == NULL)
		return dot != NULL && dot > base ? strndup(base, (size_t)(dot - base))
						 : strdup(base);
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

static bool asks_for_columns(const odd_load_options *o)
{
	return o->id != NULL || o->label != NULL || o->attributes != NULL || o->ignore != NULL ||
	       o->types != NULL;
}

/* Tell what looks as if it was not meant so, with the option that cures it. */
static odd_status tell_doubts(odd_network *net, const odd_load_options *o, odd_error *err)
{
	const odd_skipped *s = &net->skipped;
	size_t alone = 0, labelled = 0, all = net->edges + s->unknown_nodes;
	bool table = net->columns.count > 0 && o->time == NULL;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < net->nodes; i++) {
		labelled += net->label[i] != ODD_NO_LABEL;
		alone += net->A.ptr[i] == net->A.ptr[i + 1];
	}
	if (!net->directed && table && net->edges == 0 && net->attributes > 0)
		status = network_remark(net, err,
			"there are no links: --edges FILE reads them from another table, --links "
			"nearest=10 or --links column=NAME makes some");
	else if (!net->directed && table && net->edges > 0 && 2 * alone > net->nodes)
		status = network_remark(net, err,
			"%zu of %zu nodes have no link; where links name nodes by another column, "
			"--id tells which",
			alone, net->nodes);
	if (status == ODD_OK && table && 10 * s->unknown_nodes > all)
		status = network_remark(net, err,
			"%zu of %zu links name nodes that are not listed; where that is another "
			"column, --id tells which",
			s->unknown_nodes, all);
	if (status == ODD_OK && net->classes.count > 2 && net->classes.count == labelled)
		status = network_remark(net, err,
			"every node has a class of its own, which says nothing%s",
			table ? "; --label none does without" : "");
	return status;
}

odd_status odd_network_load(odd_network **out, const char *path, const odd_load_options *given,
	const odd_job *job, odd_error *err)
{
	odd_load_options options = {.size = sizeof options};
	odd__files files = {NULL, 0, 0};
	struct stat info;
	odd__options_read(&options, sizeof options, given);
	*out = NULL;
	if (stat(path, &info) != 0)
		return odd_error_errno(err, path, "cannot open");
	bool is_directory = S_ISDIR(info.st_mode);
	char *name = network_name(path, is_directory), *dir = strdup(path);
	odd__source source = {name, &options, job, {.job = job}};
	odd_status status = ODD_OK;
	if (name == NULL || dir == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK ||
		(status = find_limit(&source.limits.most, source.options, err)) != ODD_OK)
		goto out;
	const char *beside = options.edges != NULL ? options.edges : options.other;
	if (beside != NULL) {
		const char *const both[] = {path, beside};
		status = odd__read_pair(out, &source, both, options.edges != NULL, err);
		goto read;
	}
	if (!is_directory)
		dir[odd__base_name(path) - path] = '\0'; /* keeps its slash, may be empty */
	if ((status = odd__files_list(&files, dir, err)) != ODD_OK)
		goto out;
	if (!is_directory && !odd__files_narrow(&files, odd__base_name(path)))
		status = odd__sniff_read(out, &source, path, err);
	else
		status = load_files(out, &source, path, !is_directory, &files, err);
read:
	if (status == ODD_OK && options.links != NULL)
		status = links_for_table(*out, options.links, job, err);
	if (status == ODD_OK)
		status = tell_doubts(*out, &options, err);
	if (status == ODD_OK && asks_for_columns(source.options) && (*out)->columns.count == 0) {
		status = odd_error_at(err, ODD_EUSAGE, path, 0, 0,
			"columns can be named in tables of nodes only, and this is %s",
			(*out)->format);
	}
out:
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__files_clear(&files);
	free(dir);
	free(name);
	return status;
}
