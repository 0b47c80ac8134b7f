#include "config.h"

#include "session/paths.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "session/xalloc.h"

static bool is_directory(const char *path)
{
	struct stat info;
	return path != NULL && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The directory of the running program, on the heap; NULL where the system does not tell. */
static char *program_dir(void)
{
	char *path = malloc(PATH_MAX);
	if (path == NULL)
		return NULL;
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	if (length <= 0) {
		free(path);
		return NULL;
	}
	path[length] = '\0';
	char *slash = strrchr(path, '/');
	if (slash != NULL)
		*slash = '\0';
	return path;
}

char *session_data_dir(void)
{
	static const char *const beside[] = {"../share/oddone", "share/oddone"};
	const char *given = getenv("ODDONE_DATA");
	if (given != NULL && given[0] != '\0')
		return strdup(given); /* said outright, so nothing else is tried */
	char *program = program_dir(), *found = NULL;
	for (size_t i = 0; program != NULL && found == NULL && i < 2; i++) {
		found = odd_path_join(program, beside[i]);
		if (!is_directory(found)) {
			free(found);
			found = NULL;
		}
	}
	free(program);
	if (found == NULL && is_directory(PKGDATADIR))
		found = strdup(PKGDATADIR);
	return found;
}

char *session_data_path(const char *name)
{
	char *data = session_data_dir(), *path = data != NULL ? odd_path_join(data, name) : NULL;
	free(data);
	return path;
}

char **session_data_names(size_t *count, const char *dir, const char *ending)
{
	char *path = session_data_path(dir), **names = NULL;
	DIR *stream = path != NULL ? opendir(path) : NULL;
	const struct dirent *entry;
	*count = 0;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		size_t length = strlen(entry->d_name), end = strlen(ending);
		if (entry->d_name[0] == '.' || length <= end ||
			strcmp(entry->d_name + length - end, ending) != 0)
			continue;
		names = xgrow(names, *count + 1, sizeof *names);
		names[*count] = xstrdup(entry->d_name);
		names[(*count)++][length - end] = '\0';
	}
	if (stream != NULL)
		closedir(stream);
	free(path);
	if (*count > 1)
		qsort(names, *count, sizeof *names, strings_order);
	return names;
}

static odd_status not_found(const char *argument, int why, odd_error *err)
{
	char all[100] = "";
	size_t count, used = 0;
	char **names = session_data_names(&count, "samples", "");
	for (size_t i = 0; i < count; i++)
		if (used + strlen(names[i]) + 3 <= sizeof all)
			used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
				used > 0 ? ", " : "", names[i]);
	strings_free(names, count);
	if (why == ENOENT && strchr(argument, '/') == NULL && used > 0)
		return odd_error_at(err, ODD_EIO, argument, 0, 0,
			"no such file or directory, and no bundled sample of that name (there is: "
			"%s)",
			all);
	errno = why;
	return odd_error_errno(err, argument, "cannot open");
}

odd_status session_find_network(char **path, const char *argument, odd_error *err)
{
	struct stat info;
	*path = NULL;
	if (stat(argument, &info) == 0) {
		*path = strdup(argument);
		return *path != NULL ? ODD_OK : odd_error_nomem(err);
	}
	int why = errno;
	char *samples = session_data_path("samples");
	/* A name is not a path: "../x" must not lead out of the samples. */
	if (samples != NULL && argument[0] != '\0' && argument[0] != '.' &&
		strchr(argument, '/') == NULL) {
		*path = odd_path_join(samples, argument);
		if (*path != NULL && stat(*path, &info) != 0) {
			free(*path);
			*path = NULL;
		}
	}
	odd_status status = *path != NULL ? ODD_OK : not_found(argument, why, err);
	free(samples);
	return status;
}

bool session_published(odd_published *out)
{
	char *path = session_data_path("published.tsv");
	bool there = path != NULL && odd_published_load(out, path, NULL) == ODD_OK;
	if (!there)
		*out = (odd_published){0};
	free(path);
	return there;
}
