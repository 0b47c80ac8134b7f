/* outbox.h: things of any size for each process, sent all at once: counted first, then put in, then
 * sent. */
#ifndef MPI_OUTBOX_H
#define MPI_OUTBOX_H

#include "base/comm.h"

struct outbox {
	const odd__comm *comm;
	size_t *bytes; /* for each process */
	size_t *at;    /* where the next thing for it goes */
	char *data;
};

/* What a process got: of process r bytes[r], one after the other. */
struct inbox {
	char *data;
	size_t *bytes;
	size_t total;
};

odd_status outbox_init(struct outbox *box, const odd__comm *comm, odd_error *err);
void outbox_clear(struct outbox *box);
static inline void outbox_count(struct outbox *box, int to, size_t size)
{
	box->bytes[to] += size;
}
/* All is counted: room for it. */
odd_status outbox_fill(struct outbox *box, odd_error *err);
void outbox_put(struct outbox *box, int to, const void *thing, size_t size);
/* Clears the outbox, also on failure. */
odd_status outbox_send(struct outbox *box, struct inbox *in, odd_error *err);
void inbox_clear(struct inbox *in);

#endif
