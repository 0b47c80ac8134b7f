/* writing.h: what commands may write that come from somebody else's file.
 *
 * Whoever types a command means it. A log, a tour or a sourced file may be anybody's: what it says
 * may make new files of the kinds the program writes, below one directory, and nothing else: no
 * file that is there, no name that begins with a dot, nothing through a link or out of the
 * directory, no picture of more than 40 million pixels, neither bindings nor the clipboard nor
 * oddone.conf. The user can allow it everything.
 */
#ifndef SESSION_WRITING_H
#define SESSION_WRITING_H

#include "session/grammar.h"

struct writing {
	bool outside;    /* the commands come from a file that is played */
	bool allowed;    /* … which may do what a user may */
	const char *dir; /* below which it writes; NULL: the working directory. Lent */
};

/* Played files that play others, and so on, may be so deep. */
#define WRITING_NESTED 8

/* May a command that was read do what it asks for? ODD_EUSAGE says why not. Nothing is written.
 * What changes the directory in the same moment is not seen: other programs are not guarded
 * against. */
odd_status writing_check(const struct writing *w, const struct arguments *args, odd_error *err);

/* Where a file of the name given goes; on the heap. */
char *writing_path(const struct writing *w, const char *given);

/* The command's FILE, which is not there yet unless it says --replace; on the heap. */
odd_status writing_target(
	char **path, const struct writing *w, const struct arguments *args, odd_error *err);

/* Where the ending of a file's name begins. */
size_t writing_stem(const char *path);

#endif
