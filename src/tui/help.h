/* help.h: the help screen: keys of the screen it was opened from, all other keys, all commands.
 *
 * A layer over the whole screen. It scrolls by the commands `move` and `focus` (from heading to
 * heading), and `find` shows only the lines with a text.
 */
#ifndef TUI_HELP_H
#define TUI_HELP_H

struct app;

/* Open help for the screen on top; text (NULL or empty: none) is what to look for. Help that is
 * open already looks for the text. */
void help_open(struct app *app, const char *text);

#endif
