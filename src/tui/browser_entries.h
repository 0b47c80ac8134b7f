/* browser_entries.h: what can be opened: recent networks, samples, and what is in a directory.
 *
 * A network is told by the names of its files alone, the same names by which it is loaded; nothing
 * is read. Directories are probed only when somebody asks, since that means listing them.
 */
#ifndef TUI_BROWSER_ENTRIES_H
#define TUI_BROWSER_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"

enum entry_kind {
	ENTRY_HEADING,
	ENTRY_RECENT,
	ENTRY_SAMPLE,
	ENTRY_HERE, /* "." : the directory itself, when it is a network */
	ENTRY_UP,   /* ".." */
	ENTRY_DIR,
	ENTRY_FILE
};

struct entry {
	enum entry_kind kind;
	char *name, *path;
	char *options;       /* of a recent one: how it was opened, " --id name"; NULL: as usual */
	signed char network; /* 1: is one, 0: is not, −1: not yet known */
	bool session;        /* a session that was saved: it can be opened, too */
};

struct entry_list {
	struct entry *entry;
	size_t count, capacity;
};

void entries_clear(struct entry_list *list);

/* The networks opened lately (at most `most`), and the samples that come with the program, each
 * under a heading. */
void entries_add_recent(struct entry_list *list, size_t most);
void entries_add_samples(struct entry_list *list);

/* What is in a directory: itself, its parent, directories, networks, other files. On error (it says
 * why) nothing is added. */
odd_status entries_add_dir(struct entry_list *list, const char *dir, bool hidden, odd_error *err);

/* Is it, or does it hold, a network? Probes a directory once, and no more than a few thousand names
 * of it. */
bool entry_is_network(struct entry *entry);

/* ---- networks opened lately -------------------------------------------------------------------
 */

/* In a file of the user's state directory, one path a line, behind a tab the options it was opened
 * with, the latest first. Reading never fails:
 * without a file there are none. Writing is whole or not at all, so that two programs at once lose
 * an entry at worst. */
#define RECENT_MOST 20

struct recent {
	char *path[RECENT_MOST], *options[RECENT_MOST]; /* options: may be NULL */
	size_t count;
};

void recent_read(struct recent *out);
void recent_clear(struct recent *recent);

/* Put a path in front. A path that exists is made absolute, the name of a sample stays as it is. */
odd_status recent_add(const char *path, const char *options, odd_error *err);

#endif
