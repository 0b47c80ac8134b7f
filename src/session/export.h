/* export.h: figures and tables of the present place, each file written whole or not at all, and
 * none over another unless that was asked for.
 */
#ifndef SESSION_EXPORT_H
#define SESSION_EXPORT_H

#include <stdio.h>

#include "draw/figures.h"
#include "draw/palette.h"
#include "session/session.h"

enum export_exists { EXPORT_REFUSE, EXPORT_REPLACE, EXPORT_NUMBER };

struct export_request {
	const char *what, *path;
	unsigned size[2]; /* 0: the figure's own */
	double scale;     /* of letters and lines; 1 is usual */
	enum theme theme;
	enum figure_colour colour; /* of the map */
	bool with_data, with_log;  /* beside it: the .tsv behind a figure, the .oddlog so far */
	enum export_exists exists; /* what becomes of a file that is there already */
	const char *line;          /* the command, for the picture to tell */
};
#define EXPORT_REQUEST_INIT \
	{ \
		.scale = 1.0 \
	}

/* *written: the path, which --number may have changed; on the heap. */
odd_status session_export(char **written, struct session *s, const struct export_request *request,
	const odd_job *job, odd_error *err);

/* ---- what it is made of --------------------------------------------------------------------- */

/* A tab and the shortest of 15 to 17 digits that is the same number again. */
void session_put_number(FILE *out, double x);

/* A table by its name; NULL: there is none. Needs fresh scores and a fresh map. */
typedef odd_status export_writer(FILE *out, struct session *s, const odd_job *job, odd_error *err);
export_writer *export_table_find(const char *name);
/* The names of all, "a|b|c". */
const char *export_table_names(void);
/* The table behind a figure. */
export_writer *export_table_behind(const struct figure *figure);

/* The map as files show it: t-SNE as it is, principal components as oddone run has them. The one on
 * the screen is turned to lie on those before it, and so depends on the way here. To be cleared
 * when *own, else borrowed. */
odd_status export_map(odd_projection *out, bool *own, const struct session *s, const odd_job *job,
	odd_error *err);

/* Draw a figure into a file. log: the name of the log that goes with it; NULL: none. */
odd_status export_figure(struct session *s, const struct figure *figure, const char *path,
	const char *log, const struct export_request *request, const odd_job *job, odd_error *err);

#endif
