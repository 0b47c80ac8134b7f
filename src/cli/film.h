/* film.h: moving pictures as files: of a run (--animate) and of a log that is played (--record). */
#ifndef CLI_FILM_H
#define CLI_FILM_H

#include "cli/work.h"
#include "draw/animation.h"

/* Could it be written there? Found out before the work, not after. */
odd_status film_check(const char *path, odd_error *err);

/* As a GIF when the name ends in .gif, else as frames in a directory, which is made when missing.
 * Whole or not at all. */
odd_status film_save(
	struct animation *film, const char *path, const struct settings *s, odd_error *err);

/* "wrote run.gif: 41 frames, 10.3 s, 1.2 MB" */
void film_tell(struct work *w, const struct animation *film, const char *path);

#endif
