/* pack_snapshot.h: a moment of a run in a packed file (base/pack.h), and a run that goes on from
 * one without having been through what came before it. */
#ifndef ODD_ONE_PACK_SNAPSHOT_H
#define ODD_ONE_PACK_SNAPSHOT_H

#include "base/pack.h"
#include "oddone/one.h"

void odd__pack_trace(odd__packer *p, const odd_trace *trace);
/* Points that follow from each other, the first being that of the start. When failed there is
 * nothing to free. */
odd_status odd__unpack_trace(odd__unpacker *u, odd_trace *out);

void odd__pack_snapshot(odd__packer *p, const odd_snapshot *snapshot);
/* Of a run over so many nodes and attributes with K dimensions. NULL when failed. */
odd_snapshot *odd__unpack_snapshot(odd__unpacker *u, size_t nodes, size_t attributes, size_t k);
/* Points of its trace. */
size_t odd__snapshot_points(const odd_snapshot *snapshot);

/* A run over the network and with the options of the one that the snapshot is of; K is that of the
 * snapshot. The next sub-step gives the bits that it would have given there. */
odd_status odd__one_resume(odd_one **out, const odd_network *net, const odd_one_options *options,
	const odd_snapshot *snapshot, const odd_job *job, odd_error *err);

/* odd_one_restore, also to a moment that this run has not been through. */
odd_status odd__one_jump(odd_one *run, const odd_snapshot *snapshot, odd_error *err);

#endif
