/* recording.h: `record`, the screen as an animation while one works. Frames are drawn and encoded
 * by a thread of their own: the screen's own only copies cells. */
#ifndef TUI_RECORDING_H
#define TUI_RECORDING_H

struct app;
struct recording;

/* The screen has been drawn. */
void recording_frame(struct app *app);
/* Becomes readable when the file is written; −1: nothing is recorded. */
int recording_fd(const struct recording *r);
/* Tell what became of the file, when it is written. */
void recording_look(struct app *app);
/* Write what was recorded and wait for it. */
void recording_end(struct app *app);

#endif
