#include "config.h"

#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 40, USUAL = 80, MOST = 1000 };

size_t terminal_columns(void)
{
	const char *text = getenv("COLUMNS");
	struct winsize size;
	long columns = text != NULL ? strtol(text, NULL, 10) : 0;
	if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		columns = size.ws_col;
	if (columns <= 0)
		columns = USUAL;
	return columns < LEAST ? LEAST : columns > MOST ? MOST : (size_t)columns;
}

/* What the terminal says it can do. */
static enum colour_depth promised(void)
{
	const char *term = getenv("TERM"), *more = getenv("COLORTERM");
	if (more != NULL && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0))
		return COLOUR_TRUE;
	if (term != NULL && strstr(term, "direct") != NULL)
		return COLOUR_TRUE;
	if (term != NULL && strstr(term, "256color") != NULL)
		return COLOUR_256;
	if (term != NULL && strstr(term, "16color") != NULL)
		return COLOUR_16;
	return COLOUR_8;
}

enum colour_depth terminal_depth(enum colour_choice choice, bool *plain)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
	bool shows = isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
	*plain = !shows && choice != COLOUR_ALWAYS;
	if (choice == COLOUR_NEVER || *plain)
		return COLOUR_MONO;
	if (choice == COLOUR_AUTO && no != NULL && no[0] != '\0')
		return COLOUR_MONO;
	return promised();
}
