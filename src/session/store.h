/* store.h: a session in a file, exactly: nothing is computed again when it is opened.
 *
 * The network as it is, planted nodes and all, is in the file: a session is opened where the data
 * lay elsewhere, has changed or was never a file of its own. With it go the stretches of the run
 * that led here (epoch.h), so that going back works as before; the matrices, trace and place in the
 * iteration of the present moment and of every kept run; options, planting records, selection,
 * marks, filter, order of the list, ranks so far, and the map as it lies. What can be undone and
 * redone of this network goes along, as places that are computed again when somebody goes there;
 * networks that were open before it do not. Of a network at several times all are in the file.
 * oddone-formats(5) has the layout.
 */
#ifndef SESSION_STORE_H
#define SESSION_STORE_H

#include "session/session.h"

#define STORE_ENDING ".oddsession"

/* Does the path lead to a regular file that begins as these do? */
bool store_is(const char *path);

/* How many of the last items of a stack are of the network that is open, so in the file. */
size_t store_reach(const struct session *s, const struct session_stack *stack);

/* Write the session, whole or not at all; something is open. */
odd_status store_save(struct session *s, const char *path, const odd_job *job, odd_error *err);

/* What a file holds, complete in itself. */
struct stored {
	struct document *doc; /* with its kept runs and what was looked at, but for the filter */
	struct epoch **epoch; /* parents before those that extend them; each held once */
	size_t epochs;
	struct place now;
	struct kept_place *kept; /* epochs are not held */
	size_t kept_count;
	struct session_stack undo, redo; /* the same */
	struct session_times *times;     /* NULL: the network is of one time */
	odd_projection_method method;
	odd_projection_source source;
	struct session_map *map; /* NULL: none */
	bool mapped;             /* it is that of the present place */
	bool ranked;             /* the epochs have ranks, by the score that is wanted */
	char *filter;            /* as it is read again */
};

/* Read one: ODD_EINPUT, naming the file, for whatever cannot be. Goes back to stored_clear. */
odd_status stored_read(struct stored *out, const char *path, const odd_job *job, odd_error *err);
/* The same from bytes in memory; path: what they are called. */
odd_status stored_parse(
	struct stored *out, const void *bytes, size_t size, const char *path, odd_error *err);
void stored_clear(struct stored *stored);

/* Move the session to what is stored, whose epochs become the session's: session.c. */
odd_status session_enter(struct session *s, struct stored *stored, const char *what,
	const odd_job *job, odd_error *err);

#endif
