/* From a path to a reader: which format is there, and which files belong to it. */
#include "config.h"

#include "oddone/network.h"
#include "network/times.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/options_read.h"
#include "network/files.h"
#include "network/make_links.h"
#include "network/read_tables.h"
#include "network/readers.h"
#include "network/sniff.h"

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
		status = odd__network_remark(net, err,
			"there are no links: --edges FILE reads them from another table, --links "
			"nearest=10 or --links column=NAME makes some");
	else if (!net->directed && table && net->edges > 0 && 2 * alone > net->nodes)
		status = odd__network_remark(net, err,
			"%zu of %zu nodes have no link; where links name nodes by another column, "
			"--id tells which",
			alone, net->nodes);
	if (status == ODD_OK && table && 10 * s->unknown_nodes > all)
		status = odd__network_remark(net, err,
			"%zu of %zu links name nodes that are not listed; where that is another "
			"column, --id tells which",
			s->unknown_nodes, all);
	if (status == ODD_OK && net->classes.count > 2 && net->classes.count == labelled)
		status = odd__network_remark(net, err,
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
		status = odd__links_for_table(*out, options.links, job, err);
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
