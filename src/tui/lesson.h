/* lesson.h: the Lesson screen: the sub-step just run, or about to run, with its equation, the sums
 * behind one watched entry, and its effect on the loss.
 *
 * A layer over the whole screen. While it is open the worker makes lessons; forwards and backwards
 * it shows the sub-step that led to where the run is.
 */
#ifndef TUI_LESSON_H
#define TUI_LESSON_H

struct app;

/* Open the screen, about the selected node if there is one. Lesson that is open stays. */
void lesson_open(struct app *app);

#endif
