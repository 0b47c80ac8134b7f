/* cmd_export.c: the export command. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/export.h"
#include "session/memory.h"

odd_status cmd_export(struct session *s, struct command_call *call, odd_error *err)
{
	const struct arguments *args = &call->args;
	struct export_request r = EXPORT_REQUEST_INIT;
	const struct argument *theme = arguments_get(args, "--theme");
	const struct argument *colour = arguments_get(args, "--colour");
	const struct argument *size = arguments_get(args, "--size");
	char *written;
	r.line = call->line;
	r.what = arguments_text(args, "WHAT");
	r.path = arguments_text(args, "FILE");
	r.scale = arguments_number(args, "--scale", r.scale);
	r.with_data = arguments_have(args, "--with-data");
	r.with_log = arguments_have(args, "--with-log");
	if (arguments_have(args, "--replace"))
		r.exists = EXPORT_REPLACE;
	if (arguments_have(args, "--number"))
		r.exists = EXPORT_NUMBER;
	if (theme != NULL)
		r.theme = theme->at == 0 ? THEME_LIGHT : THEME_DARK;
	if (colour != NULL)
		r.colour = (enum figure_colour)(FIGURE_BY_LABEL + colour->at);
	if (size != NULL)
		memcpy(r.size, size->value.extent, sizeof r.size);
	odd_status status = session_export(&written, s, &r, call->job, err);
	if (status != ODD_OK)
		return status;
	session_say(s, "wrote %.200s%s%s", written, r.with_data ? ", its data" : "",
		r.with_log ? ", the log" : "");
	free(written);
	/* Played again, it must neither fail nor write over what it wrote. */
	if (r.exists == EXPORT_REFUSE) {
		call->logged = memory_grow(NULL, strlen(call->line) + 10, 1);
		sprintf(call->logged, "%s --number", call->line);
	}
	return ODD_OK;
}
