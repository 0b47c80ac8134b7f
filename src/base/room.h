/* room.h: how much memory can still be had, before it is asked for; and how many processors.
 *
 * Systems promise more memory than they have and kill the process that uses it; a library that
 * cannot get its memory may try for ever. A caller that needs much memory asks here first.
 */
#ifndef ODD_BASE_ROOM_H
#define ODD_BASE_ROOM_H

/* Bytes, and what sets the limit, as the end of "… is what …". INFINITY where nothing does. */
typedef struct odd__room {
	double bytes;
	const char *limit;
} odd__room;

/* Memory that the process can fill beyond what it holds: of the machine, and of the control groups
 * it is in. */
odd__room odd__room_memory(void);
/* Addresses it can map beyond those it has (ulimit -v). */
odd__room odd__room_addresses(void);

/* Processors that the control groups of a process grant it together, 0.5 for half of one; INFINITY
 * where none has a limit. `own` says in which groups it is, `mount` is where they are found: both
 * as Linux has them unless NULL. */
double odd__room_processors(const char *own, const char *mount);

/* What the process holds in memory now, in bytes; 0 where the system does not tell. */
double odd__room_held(void);

#endif
