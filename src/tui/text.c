#include "config.h"

#include "tui/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/bytes.h"
#include "session/command.h"
#include "session/xalloc.h"

char *text_add(char *out, size_t size, const char *format, ...)
{
	size_t used = strlen(out);
	va_list args;
	va_start(args, format);
	vsnprintf(out + used, size - used, format, args);
	va_end(args);
	return out;
}

char *text_make(const char *format, ...)
{
	char *text = NULL;
	va_list args;
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		xalloc_fail();
	va_end(args);
	return text;
}

char *text_command(const char *command, const char *word)
{
	char *quoted = command_quote(word), *line = text_make("%s %s", command, quoted);
	free(quoted);
	return line;
}

odd_status lines_read(char ***lines, size_t *count, const char *path, odd_error *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	*lines = NULL;
	*count = 0;
	FILE *in = odd__open_in(path);
	if (in == NULL)
		return errno == ENOENT ? ODD_OK : odd_error_errno(err, path, "cannot open");
	errno = 0;
	while ((length = getline(&line, &room, in)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = '\0';
		if (length > 0 && line[length - 1] == '\r')
			line[length - 1] = '\0';
		*lines = xgrow(*lines, *count + 1, sizeof **lines);
		(*lines)[(*count)++] = xstrdup(line);
	}
	odd_status status = ferror(in) ? odd_error_errno(err, path, "cannot read")
			    : feof(in) ? ODD_OK
				       : odd_error_nomem(err); /* getline had none for a line */
	free(line);
	fclose(in);
	if (status != ODD_OK) {
		strings_free(*lines, *count);
		*lines = NULL;
		*count = 0;
	}
	return status;
}

odd_status lines_write(odd_file *file, const char *path, odd_error *err)
{
	char *dir = xstrdup(path), *slash = strrchr(dir, '/');
	odd_status status = ODD_OK;
	if (slash != NULL && slash > dir) {
		*slash = '\0';
		status = odd_dir_make(dir, err);
	}
	free(dir);
	return status == ODD_OK ? odd_file_open(file, path, err) : status;
}
