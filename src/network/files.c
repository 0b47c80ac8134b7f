#include "config.h"

#include "network/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "oddone/base/file.h"

static const struct ending {
	const char *text;
	bool whole; /* the name of the file, not its ending */
	enum odd__file_role role;
	enum odd__format format;
	bool leads;
} endings[] = {
	{".nodes", false, ODD__NODES, ODD__TEXT, true},
	{".edges", false, ODD__EDGES, ODD__TEXT, false},
	{".truth", false, ODD__TRUTH, ODD__TEXT, false},
	{".content", false, ODD__CONTENT, ODD__LINQS, true},
	{".cites", false, ODD__CITES, ODD__LINQS, false},
	{".NODE.paper.tab", false, ODD__PAPERS, ODD__PUBMED, true},
	{".DIRECTED.cites.tab", false, ODD__PAPER_CITES, ODD__PUBMED, false},
	{"nodes.csv", true, ODD__CSV_NODES, ODD__CSV, true},
	{"edges.csv", true, ODD__CSV_EDGES, ODD__CSV, false},
	{"struct.csv", true, ODD__DENSE_STRUCT, ODD__DENSE_CSV, true},
	{"content.csv", true, ODD__DENSE_CONTENT, ODD__DENSE_CSV, false},
	{"label.csv", true, ODD__DENSE_LABEL, ODD__DENSE_CSV, false},
	{"permutation.csv", true, ODD__DENSE_PERMUTATION, ODD__DENSE_CSV, false},
	{".mat", false, ODD__MATLAB_FILE, ODD__MATLAB, true},
	{".graphml", false, ODD__GRAPH_FILE, ODD__GRAPH, true},
	{".gml", false, ODD__GRAPH_FILE, ODD__GRAPH, true},
	{".net", false, ODD__GRAPH_FILE, ODD__GRAPH, true},
	{".paj", false, ODD__GRAPH_FILE, ODD__GRAPH, true},
};

const char *odd__base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

/* What a file name says, letters in either case; NULL when it says nothing. */
static const struct ending *recognise(const char *name, size_t *stem)
{
	size_t length = strlen(name);
	if (length > 3 && strcasecmp(name + length - 3, ".gz") == 0)
		length -= 3;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t n = strlen(endings[i].text);
		if (length < n || (length == n) != endings[i].whole ||
			strncasecmp(name + length - n, endings[i].text, n) != 0)
			continue;
		*stem = length - n;
		return &endings[i];
	}
	return NULL;
}

size_t odd__files_stem(const char *name)
{
	size_t stem;
	return recognise(name, &stem) != NULL ? stem : 0;
}

bool odd__files_leads(const char *name)
{
	size_t stem;
	const struct ending *ending = recognise(name, &stem);
	return ending != NULL && ending->leads && name[0] != '.';
}

static void found_clear(odd__found *file)
{
	free(file->path);
	free(file->stem);
}

void odd__files_clear(odd__files *files)
{
	for (size_t i = 0; i < files->count; i++)
		found_clear(&files->file[i]);
	free(files->file);
	memset(files, 0, sizeof *files);
}

static odd_status add(odd__files *files, const char *dir, const char *name, odd_error *err)
{
	size_t stem;
	const struct ending *ending = recognise(name, &stem);
	if (ending == NULL || name[0] == '.')
		return ODD_OK;
	if (files->count == files->capacity) {
		size_t capacity = files->capacity ? 2 * files->capacity : 16;
		odd__found *file = realloc(files->file, capacity * sizeof *file);
		if (file == NULL)
			return odd_error_nomem(err);
		files->file = file;
		files->capacity = capacity;
	}
	odd__found *file = &files->file[files->count++];
	*file = (odd__found){odd_path_join(dir, name), strndup(name, stem), ending->role,
		ending->format, ending->leads};
	return file->path != NULL && file->stem != NULL ? ODD_OK : odd_error_nomem(err);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const odd__found *)a)->path, ((const odd__found *)b)->path);
}

odd_status odd__files_list(odd__files *files, const char *dir, odd_error *err)
{
	odd_status status = ODD_OK;
	DIR *stream = opendir(*dir != '\0' ? dir : ".");
	if (stream == NULL)
		return odd_error_errno(err, *dir != '\0' ? dir : ".", "cannot open");
	while (status == ODD_OK) {
		errno = 0;
		struct dirent *entry = readdir(stream);
		if (entry == NULL) {
			if (errno != 0)
				status = odd_error_errno(err, dir, "cannot read");
			break;
		}
		status = add(files, dir, entry->d_name, err);
	}
	closedir(stream);
	if (status == ODD_OK && files->count > 0)
		qsort(files->file, files->count, sizeof *files->file, by_path);
	return status;
}

/* Can a file be part of the network that the named one belongs to? */
static bool goes_with(const odd__found *file, const odd__found *named)
{
	if (strcmp(file->stem, named->stem) != 0 || file->role == named->role)
		return false;
	return file->format == named->format ||
	       (file->role == ODD__EDGES && named->role == ODD__CONTENT) ||
	       (file->role == ODD__CONTENT && named->role == ODD__EDGES);
}

bool odd__files_narrow(odd__files *files, const char *name)
{
	size_t at = 0, kept = 0;
	while (at < files->count && strcmp(odd__base_name(files->file[at].path), name) != 0)
		at++;
	if (at == files->count)
		return false;
	odd__found named = files->file[at];
	for (size_t i = 0; i < files->count; i++) {
		if (i == at || goes_with(&files->file[i], &named))
			files->file[kept++] = files->file[i];
		else
			found_clear(&files->file[i]);
	}
	files->count = kept;
	return true;
}

odd_status odd__files_find(const odd__found **out, const odd__files *files,
	enum odd__file_role role, const char *stem, odd_error *err)
{
	*out = NULL;
	for (size_t i = 0; i < files->count; i++) {
		const odd__found *file = &files->file[i];
		if (file->role != role || strcmp(file->stem, stem) != 0)
			continue;
		if (*out != NULL)
			return odd_error_at(err, ODD_EINPUT, file->path, 0, 0,
				"%.100s is there as well; name the one to be read",
				odd__base_name((*out)->path));
		*out = file;
	}
	return ODD_OK;
}
