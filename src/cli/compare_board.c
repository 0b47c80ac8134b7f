#include "config.h"

#include "cli/compare.h"

#include <string.h>
#include <unistd.h>

#include "cli/text.h"

#define INTERVAL 0.1 /* seconds between two lines */

/* "12/65  deepwalk seed 2 of 5: skip-gram 34 %  line seed 2 of 5: second order 80 %" */
static void draw(struct board *b, const odd_comparison *table)
{
	char line[512];
	size_t used = (size_t)snprintf(
		line, sizeof line, "%zu/%zu", table->finished, table->methods * table->seeds);
	for (size_t i = 0; i < BOARD_CELLS && used < sizeof line; i++) {
		const odd_cell *cell = b->slot[i].cell;
		if (cell != NULL && cell->state == ODD_CELL_RUNNING)
			used += (size_t)snprintf(line + used, sizeof line - used,
				"  %s seed %zu of %zu: %s", table->method[cell->method]->name,
				cell->seeding + 1, table->seeds, b->slot[i].what);
	}
	fprintf(stderr, "\r%.*s\033[K", (int)terminal_columns() - 1, line);
	fflush(stderr);
	b->drawn = odd__clock();
	b->work->meter.shown = true;
}

/* The slot of a cell: its own, or one that no running cell has; the last when all are taken. */
static size_t slot_of(const struct board *b, const odd_cell *cell)
{
	for (size_t i = 0; i < BOARD_CELLS; i++)
		if (b->slot[i].cell == cell)
			return i;
	for (size_t i = 0; i < BOARD_CELLS; i++)
		if (b->slot[i].cell == NULL || b->slot[i].cell->state != ODD_CELL_RUNNING)
			return i;
	return BOARD_CELLS - 1;
}

static void on_progress(void *payload, const odd_comparison *table, const odd_cell *cell,
	const char *what, double done, double total)
{
	struct board *b = payload;
	if (!b->work->meter.on)
		return;
	size_t at = slot_of(b, cell);
	b->slot[at].cell = cell;
	snprintf(b->slot[at].what, sizeof b->slot[at].what, "%.40s %.0f %%", what,
		total > 0.0 ? 100.0 * done / total : 0.0);
	if (odd__clock() - b->drawn >= INTERVAL)
		draw(b, table);
}

static void on_finished(
	void *payload, const odd_comparison *table, const odd_cell *cell, const odd_cell_look *look)
{
	struct board *b = payload;
	const char *name = table->method[cell->method]->name;
	(void)look;
	if (cell->state == ODD_CELL_FAILED)
		tell(b->work, "%s seed %zu of %zu failed: %s", name, cell->seeding + 1,
			table->seeds, cell->error.message);
	else if (b->lines && !cell->cached)
		tell(b->work, "%s seed %zu of %zu: %.1f s, and %.1f s to measure it (%zu/%zu)",
			name, cell->seeding + 1, table->seeds, cell->value[ODD_M_SECONDS],
			cell->value[ODD_M_EVALUATION], table->finished,
			table->methods * table->seeds);
	if (b->work->meter.on && !cell->cached)
		draw(b, table);
}

void board_init(struct board *b, struct work *w)
{
	memset(b, 0, sizeof *b);
	b->work = w;
	b->lines = isatty(STDERR_FILENO) == 0;
}

odd_compare_watch board_watch(struct board *b)
{
	return (odd_compare_watch){on_progress, on_finished, b};
}
