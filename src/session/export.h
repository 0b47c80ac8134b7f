/* export.h: figures and tables of the present place, each file written whole or not at all, and
 * none over another unless that was asked for.
 */
#ifndef SESSION_EXPORT_H
#define SESSION_EXPORT_H

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

#endif
