/* frames.h: a figure after every iteration, for a film.
 *
 *     frames_begin   at the start of the run: remember it, and its map
 *     frames_watch   odd_stop.each: remember the map after each iteration
 *     frames_settle  when the run is done: turn the maps onto each other, agree on one view
 *     frames_write   go through the run once more, and draw
 *
 * The maps are kept, 8 bytes a node and frame, since the view must hold all of them; the run itself
 * is not: it is made again from its start, which gives the same numbers.
 */
#ifndef CLI_FRAMES_H
#define CLI_FRAMES_H

#include "cli/run.h"

struct frames {
	const struct run *run;
	odd_job job; /* without its listener: maps are not worth news */
	odd_snapshot *start;
	float **map; /* of each frame: nodes × 2 */
	double (*explained)[2];
	size_t count, capacity;
	double bounds[4]; /* left, right, bottom, top */
};

odd_status frames_begin(struct frames *f, const struct run *r, const odd_job *job, odd_error *err);
odd_status frames_watch(void *frames, const odd_one *one, odd_error *err);
odd_status frames_settle(struct frames *f, odd_error *err);
/* 0000.png is the start. The run ends in the state in which it was. */
odd_status frames_write(
	struct frames *f, struct run *r, const char *dir, const odd_job *job, odd_error *err);
/* Is there a frame behind our last, of an earlier and longer run? */
bool frames_left_over(const struct frames *f, const char *dir);
void frames_clear(struct frames *f);

#endif
