/* page.c: what all pages for a browser have in common. */
#include "config.h"

#include "report/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/visible.h"

/* ---- style and script --------------------------------------------------------------------- */

odd_status page_text_read(char **out, const char *dir, const char *name, odd_error *err)
{
	odd__bytes bytes;
	char *path = odd_path_join(dir, name);
	if (path == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__bytes_read(&bytes, path, NULL, err);
	if (status == ODD_OK) {
		*out = realloc(bytes.data, bytes.size + 1);
		if (*out == NULL) {
			odd__bytes_clear(&bytes);
			status = odd_error_nomem(err);
		} else {
			(*out)[bytes.size] = '\0';
		}
	}
	free(path);
	return status;
}

odd_status page_files_read(
	struct page_files *out, const char *dir, const char *script, odd_error *err)
{
	memset(out, 0, sizeof *out);
	if (dir == NULL)
		return odd_error_set(err, ODD_EIO,
			"the style of pages is not found: set ODDONE_DATA to the directory share/oddone");
	odd_status status = page_text_read(&out->style, dir, "page.css", err);
	return status == ODD_OK ? page_text_read(&out->script, dir, script, err) : status;
}

void page_files_clear(struct page_files *files)
{
	free(files->style);
	free(files->script);
}

/* ---- text --------------------------------------------------------------------------------- */

void page_text(FILE *out, const char *text)
{
	static const struct {
		char is;
		const char *as;
	} entity[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
	char shown[ODD__VISIBLE];
	while (odd__visible_next(shown, &text) > 0) {
		const char *as = shown;
		for (size_t i = 0; i < sizeof entity / sizeof *entity; i++)
			as = shown[0] == entity[i].is && shown[1] == '\0' ? entity[i].as : as;
		fputs(as, out);
	}
}

void page_format(FILE *out, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	const int length = vsnprintf(NULL, 0, format, arguments);
	char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
	if (text != NULL) {
		vsnprintf(text, (size_t)length + 1, format, again);
		page_text(out, text);
	}
	free(text);
	va_end(again);
	va_end(arguments);
}

/* ---- begin and end ------------------------------------------------------------------------ */

void page_begin(FILE *out, const char *title, const struct page_files *files)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta name=\"generator\" content=\"oddone " VERSION "\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>",
		out);
	page_text(out, title);
	fprintf(out, "</title>\n<style>\n%s", files->style);
	page_colours(out);
	fputs("</style>\n</head>\n<body>\n", out);
}

odd_status page_end(FILE *out, json_t *data, const struct page_files *files, odd_error *err)
{
	/* An escaped slash keeps "</script>" in a name from ending the element. */
	char *text = data != NULL
			     ? json_dumps(data, JSON_COMPACT | JSON_ESCAPE_SLASH |
							JSON_ENSURE_ASCII | JSON_REAL_PRECISION(7))
			     : NULL;
	json_decref(data);
	if (text == NULL)
		return odd_error_nomem(err);
	/* "<!--" in a name would open a comment in the script element. */
	fputs("<script type=\"application/json\" id=\"data\">", out);
	for (const char *c = text; *c != '\0'; c++)
		fputs(*c == '<' ? "\\u003c" : (const char[]){*c, '\0'}, out);
	fprintf(out, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", files->script);
	free(text);
	return ODD_OK;
}
