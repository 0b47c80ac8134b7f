#include "config.h"

#include "tui/files.h"

#include <errno.h>
#include <stdio.h>

#include "oddone/base/file.h"
#include "session/memory.h"

odd_status files_make_parent(const char *path, odd_error *err)
{
	const char *slash = strrchr(path, '/');
	if (slash == NULL || slash == path)
		return ODD_OK;
	char *dir = memory_string(path);
	dir[slash - path] = '\0';
	odd_status status = odd_dir_make(dir, err);
	free(dir);
	return status;
}

odd_status files_read_lines(char ***lines, size_t *count, const char *path, odd_error *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	*lines = NULL;
	*count = 0;
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return errno == ENOENT ? ODD_OK : odd_error_errno(err, path, "cannot open");
	errno = 0;
	while ((length = getline(&line, &room, in)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = '\0';
		if (length > 0 && line[length - 1] == '\r')
			line[length - 1] = '\0';
		*lines = memory_grow(*lines, *count + 1, sizeof **lines);
		(*lines)[(*count)++] = memory_string(line);
	}
	odd_status status = ferror(in) ? odd_error_errno(err, path, "cannot read") : ODD_OK;
	free(line);
	fclose(in);
	if (status != ODD_OK) {
		files_free_lines(*lines, *count);
		*lines = NULL;
		*count = 0;
	}
	return status;
}

void files_free_lines(char **lines, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(lines[i]);
	free(lines);
}
