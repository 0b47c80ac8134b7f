#include "config.h"

#include "tui/recent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/base/file.h"
#include "session/memory.h"
#include "tui/app.h"

void recent_clear(struct recent *recent)
{
	for (size_t i = 0; i < recent->count; i++)
		free(recent->path[i]);
	recent->count = 0;
}

void recent_read(struct recent *out)
{
	char *name = app_state_path("recent"), *line = NULL;
	size_t size = 0;
	ssize_t length;
	out->count = 0;
	FILE *file = name != NULL ? fopen(name, "r") : NULL;
	free(name);
	if (file == NULL)
		return;
	while (out->count < RECENT_MOST && (length = getline(&line, &size, file)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = '\0';
		if (length > 0 && strlen(line) == (size_t)length)
			out->path[out->count++] = memory_string(line);
	}
	free(line);
	fclose(file);
}

static odd_status write_all(const char *name, const struct recent *r, odd_error *err)
{
	odd_file file;
	char *dir = memory_string(name), *slash = strrchr(dir, '/');
	odd_status status = ODD_OK;
	if (slash != NULL && slash > dir) {
		*slash = '\0';
		status = odd_dir_make(dir, err);
	}
	free(dir);
	if (status != ODD_OK || (status = odd_file_open(&file, name, err)) != ODD_OK)
		return status;
	for (size_t i = 0; i < r->count; i++)
		fprintf(file.stream, "%s\n", r->path[i]);
	return odd_file_commit(&file, err);
}

odd_status recent_add(const char *path, odd_error *err)
{
	struct recent old, now = {.count = 0};
	char *name = app_state_path("recent"), *full = realpath(path, NULL);
	odd_status status = ODD_OK;
	if (full == NULL)
		full = memory_string(path);
	/* A line break in a path would make two of it; such a path is not remembered. */
	if (name == NULL || full[0] == '\0' || strchr(full, '\n') != NULL) {
		free(full);
		free(name);
		return ODD_OK;
	}
	recent_read(&old);
	now.path[now.count++] = full;
	for (size_t i = 0; i < old.count && now.count < RECENT_MOST; i++)
		if (strcmp(old.path[i], full) != 0)
			now.path[now.count++] = memory_string(old.path[i]);
	status = write_all(name, &now, err);
	recent_clear(&old);
	recent_clear(&now);
	free(name);
	return status;
}
