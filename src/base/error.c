#include "config.h"

#include "oddone/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"

static void fill(odd_error *err, odd_status code, const char *file, long line, long column,
	const char *format, va_list args) ODD_PRINTF(6, 0);

static void fill(odd_error *err, odd_status code, const char *file, long line, long column,
	const char *format, va_list args)
{
	err->code = code;
	err->line = line;
	err->column = column;
	err->file[0] = '\0';
	if (file != NULL) {
		/* A long path loses its head, never the file name at its end. */
		char next[ODD__VISIBLE];
		size_t length = 0, room = sizeof err->file - 1;
		for (const char *p = file; *p != '\0';)
			length += odd__visible_next(next, &p);
		while (length > room)
			length -= odd__visible_next(next, &file);
		odd__visible(err->file, sizeof err->file, file);
	}
	/* A message may quote a user's file or another library: no line ends, no escape sequences.
	 */
	char message[sizeof err->message];
	vsnprintf(message, sizeof message, format, args);
	odd__visible(err->message, sizeof err->message, message);
}

odd_status odd_error_set(odd_error *err, odd_status code, const char *format, ...)
{
	if (err != NULL) {
		va_list args;
		va_start(args, format);
		fill(err, code, NULL, 0, 0, format, args);
		va_end(args);
	}
	return code;
}

odd_status odd_error_at(odd_error *err, odd_status code, const char *file, long line, long column,
	const char *format, ...)
{
	if (err != NULL) {
		va_list args;
		va_start(args, format);
		fill(err, code, file, line, column, format, args);
		va_end(args);
	}
	return code;
}

odd_status odd_error_nomem(odd_error *err)
{
	return odd_error_set(err, ODD_ENOMEM, "out of memory");
}

odd_status odd_error_errno(odd_error *err, const char *file, const char *doing)
{
	return odd_error_at(err, ODD_EIO, file, 0, 0, "%s: %s", doing, strerror(errno));
}

char *odd_error_format(const odd_error *err, char *buffer, unsigned long size)
{
	if (err->file[0] == '\0')
		snprintf(buffer, size, "%s", err->message);
	else if (err->line <= 0)
		snprintf(buffer, size, "%s: %s", err->file, err->message);
	else if (err->column <= 0)
		snprintf(buffer, size, "%s:%ld: %s", err->file, err->line, err->message);
	else
		snprintf(buffer, size, "%s:%ld:%ld: %s", err->file, err->line, err->column,
			err->message);
	return buffer;
}
