/* cmd_export.c: the export command. */
#include "config.h"

#include <stdio.h>

#include "session/command.h"
#include "session/export.h"
#include "session/memory.h"

odd_status session_parse_size(unsigned size[2], const char *text, odd_error *err)
{
	char width[16];
	size_t cut = strcspn(text, "x"), pixels[2];
	if (text[cut] != 'x' || cut >= sizeof width)
		return odd_error_set(err, ODD_EUSAGE, "\"%.40s\" is not like 1600x900", text);
	snprintf(width, sizeof width, "%.*s", (int)cut, text);
	odd_status status = session_parse_count(&pixels[0], "width", width, 16, 30000, err);
	if (status == ODD_OK)
		status = session_parse_count(&pixels[1], "height", text + cut + 1, 16, 30000, err);
	if (status != ODD_OK)
		return status;
	size[0] = (unsigned)pixels[0];
	size[1] = (unsigned)pixels[1];
	return ODD_OK;
}

odd_status cmd_export(struct session *s, struct command_call *call, odd_error *err)
{
	const struct arguments *args = &call->args;
	struct export_request r = EXPORT_REQUEST_INIT;
	const struct argument *theme = arguments_get(args, "--theme");
	const struct argument *colour = arguments_get(args, "--colour");
	const char *size = arguments_text(args, "--size");
	odd_status status = ODD_OK;
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
		status = session_parse_size(r.size, size, err);
	if (status == ODD_OK)
		status = session_export(&written, s, &r, call->job, err);
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
