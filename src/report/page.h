/* page.h: pages for a browser. A page is one file that needs nothing else: style and script are
 * written into it, pictures are SVG inside it, and numbers for the script are JSON inside it.
 *
 * Everything that a reader must have is in the HTML itself; the script adds sorting, searching and
 * the map. Names from data are escaped wherever they stand.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "report/picture.h"

/* What a page carries, as text. */
struct page_files {
	char *style, *script;
};
/* Reads page.css and the script of that name from a directory (NULL: not found). */
odd_status page_files_read(
	struct page_files *out, const char *dir, const char *script, odd_error *err);
/* A file of it as text, on the heap. */
odd_status page_text_read(char **out, const char *dir, const char *name, odd_error *err);
void page_files_clear(struct page_files *files);

/* Text with & < > " ' escaped; control characters as figures and terminals show them. */
void page_text(FILE *out, const char *text);
/* printf, then page_text. */
void page_format(FILE *out, const char *format, ...) ODD_PRINTF(2, 3);

/* Up to the first element of the body. */
void page_begin(FILE *out, const char *title, const struct page_files *files);
/* The data for the script (given up; NULL is out of memory), the script, and the end. */
odd_status page_end(FILE *out, json_t *data, const struct page_files *files, odd_error *err);

/* ---- page_figure.c: figures as SVG whose words are words, in the colours of the page ------------
 */

/* The colours of figures, as style. */
void page_colours(FILE *out);
/* A canvas of so many logical pixels that draws into the page; alt is for people who cannot see it.
 * page_canvas_end frees it. */
odd_status page_canvas_begin(struct canvas **out, FILE *stream, double width, double height,
	const char *alt, odd_error *err);
odd_status page_canvas_end(struct canvas *c, odd_error *err);
/* A whole figure. */
odd_status page_figure(FILE *out, const struct drawing *d, const struct figure *figure,
	const char *alt, odd_error *err);

/* A run: its ranking, map, explanations (o->why), figures and how to make it again. */
odd_status page_save_run(const char *path, const struct result *o, const struct page_files *files,
	const odd_job *job, odd_error *err);

#endif
