/* log_lines.c: where the lines of the log come from. */
#include "config.h"

#include "tui/app.h"
#include "tui/log_screen.h"

const char *log_screen_line(const struct app *app, size_t i)
{
	return i < app->view->log_count ? app->view->log[i] : NULL;
}
