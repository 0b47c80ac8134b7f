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

#include "oddone/base/file.h"

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

/* "a, b and so on": the samples that are there, as many as fit; empty when there are none. */
static char *list_samples(char *out, size_t size, const char *samples)
{
	size_t used = 0;
	out[0] = '\0';
	DIR *dir = samples != NULL ? opendir(samples) : NULL;
	const struct dirent *entry;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		size_t length = strlen(entry->d_name);
		if (entry->d_name[0] == '.' || used + length + 3 > size)
			continue;
		used += (size_t)snprintf(
			out + used, size - used, "%s%s", used > 0 ? ", " : "", entry->d_name);
	}
	if (dir != NULL)
		closedir(dir);
	return out;
}

static odd_status not_found(const char *argument, const char *samples, int why, odd_error *err)
{
	char names[100];
	if (why == ENOENT && strchr(argument, '/') == NULL &&
		list_samples(names, sizeof names, samples)[0] != '\0')
		return odd_error_at(err, ODD_EIO, argument, 0, 0,
			"no such file or directory, and no bundled sample of that name (there is: "
			"%s)",
			names);
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
	char *data = session_data_dir();
	char *samples = data != NULL ? odd_path_join(data, "samples") : NULL;
	/* A name is not a path: "../x" must not lead out of the samples. */
	if (samples != NULL && argument[0] != '\0' && argument[0] != '.' &&
		strchr(argument, '/') == NULL) {
		*path = odd_path_join(samples, argument);
		if (*path != NULL && stat(*path, &info) != 0) {
			free(*path);
			*path = NULL;
		}
	}
	odd_status status = *path != NULL ? ODD_OK : not_found(argument, samples, why, err);
	free(samples);
	free(data);
	return status;
}

bool session_published(odd_published *out)
{
	char *data = session_data_dir();
	char *path = data != NULL ? odd_path_join(data, "published.tsv") : NULL;
	bool there = path != NULL && odd_published_load(out, path, NULL) == ODD_OK;
	if (!there)
		*out = (odd_published){0};
	free(path);
	free(data);
	return there;
}
