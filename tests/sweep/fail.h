/* fail.h: what fail.c counts, and sweep.sh reads. */
#ifndef TESTS_SWEEP_FAIL_H
#define TESTS_SWEEP_FAIL_H

#include <stdatomic.h>
#include <stdint.h>

enum fail_kind { ALLOC, OPEN, READ, WRITE, FSYNC, CLOSE, RENAME, MMAP, FAIL_KINDS };
#define FAIL_NAMES \
	{ \
		"alloc", "open", "read", "write", "fsync", "close", "rename", "mmap" \
	}

struct fail_counts {
	atomic_long calls[FAIL_KINDS];
	atomic_long failed; /* calls that were made to fail */
	atomic_long live;   /* blocks that the program asked for and that nobody has freed */
	uintptr_t caller;   /* of the first that failed, in the program */
};

/* Of the n-th call of a kind, a hash of the calls on the way to it. */
enum { FAIL_MOST = 8192 };
struct fail_places {
	uint64_t of[FAIL_KINDS][FAIL_MOST];
};

#endif
