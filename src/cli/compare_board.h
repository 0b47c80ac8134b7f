/* compare_board.h: the progress of a comparison on stderr: on a terminal one line with the cells
 * that are under way, elsewhere a line for each cell that is finished.
 */
#ifndef CLI_COMPARE_BOARD_H
#define CLI_COMPARE_BOARD_H

#include "cli/common.h"
#include "oddone/baseline/compare.h"

enum { BOARD_CELLS = 8 };

struct board {
	struct work *work;
	struct {
		const odd_cell *cell;
		char what[64];
	} slot[BOARD_CELLS]; /* cells that have told something; more than these go unseen */
	double drawn;        /* when; seconds */
	bool lines;          /* not a terminal */
};

void board_init(struct board *b, struct work *w);
/* The board is in use until the comparison ends. */
odd_compare_watch board_watch(struct board *b);

#endif
