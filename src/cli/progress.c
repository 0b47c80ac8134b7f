#include "config.h"

#include "cli/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/text.h"
#include "oddone/one.h"

#define INTERVAL 0.1 /* seconds between two states of the line on a terminal */
#define SELDOM 30.0  /* seconds between two lines elsewhere, unless ODDONE_PROGRESS says so */
#define PATIENCE 1.0 /* seconds of work before a guess at its end */

enum { BAR = 24 };

/* Seconds between two lines where there is no terminal; negative: none are wanted. */
static double seldom(void)
{
	const char *text = getenv("ODDONE_PROGRESS");
	double seconds = SELDOM;
	if (text != NULL)
		odd__number_parse(text, strlen(text), &seconds);
	return seconds;
}

void meter_init(struct meter *m, bool quiet)
{
	memset(m, 0, sizeof *m);
	bool terminal = isatty(STDERR_FILENO);
	m->every = terminal ? INTERVAL : seldom();
	m->lines = !terminal;
	m->on = !quiet && m->every >= 0.0;
	m->drawn = m->lines ? odd__clock() : 0.0;
}

static void draw(const struct meter *m, const char *label, double share, double elapsed)
{
	char bar[BAR + 1], end[40] = "";
	int filled = (int)(share * BAR + 0.5);
	memset(bar, '.', BAR);
	memset(bar, '#', (size_t)filled);
	bar[BAR] = '\0';
	if (elapsed >= PATIENCE && share > 0.02 && share < 1.0) {
		double left = elapsed / share - elapsed;
		if (left < 90.0)
			snprintf(end, sizeof end, "  %.0f s left", left);
		else
			snprintf(end, sizeof end, "  %.0f min left", left / 60.0);
	}
	if (m->lines) {
		fprintf(stderr, "oddone: %s: %.0f %%%s\n", label, 100.0 * share, end);
		return;
	}
	fprintf(stderr, "\r%-24.24s [%s] %3.0f %%%s\033[K", label, bar, 100.0 * share, end);
	fflush(stderr);
}

/* 0 … 5 for the name of a sub-step, else −1. */
static int substep_index(const char *what)
{
	for (int step = 0; step < ODD_SUBSTEPS; step++)
		if (strcmp(what, odd_substep_get((odd_substep)step)->name) == 0)
			return step;
	return -1;
}

/* Six short sub-steps an iteration would make the line flicker: they are parts of one long work.
 * Returns the name of the work; label and share are what the line says. */
static const char *place(struct meter *m, const char *what, double *share, char *label, size_t size)
{
	int step = m->iterations > 0.0 ? substep_index(what) : -1;
	bool fitting = step >= 0 || strcmp(what, "iterations") == 0;
	snprintf(label, size, "%s", what);
	if (!fitting) {
		m->iterations = 0.0;
		return what;
	}
	snprintf(label, size, "iteration %.0f/%.0f%s%s", m->iteration + 1.0, m->iterations,
		step >= 0 ? "  " : "", step >= 0 ? what : "");
	*share =
		(m->iteration + (step >= 0 ? (step + *share) / ODD_SUBSTEPS : 0.0)) / m->iterations;
	return "iterations";
}

void meter_report(void *payload, const char *what, double done, double total)
{
	struct meter *m = payload;
	if (!m->on)
		return;
	double now = odd__clock(), share = total > 0.0 ? done / total : 0.0;
	char label[64];
	if (strcmp(what, "iterations") == 0) {
		m->iteration = done;
		m->iterations = total;
	}
	const char *work = place(m, what, &share, label, sizeof label);
	if (strncmp(m->what, work, sizeof m->what - 1) != 0) {
		snprintf(m->what, sizeof m->what, "%s", work);
		m->began = now;
	}
	if (now - m->drawn < m->every)
		return;
	draw(m, label, share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share, now - m->began);
	m->drawn = now;
	m->shown = !m->lines;
}

void meter_clear(struct meter *m)
{
	if (m->shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	m->shown = false;
}

/* ---- a comparison --------------------------------------------------------------------------- */

/* "12/65  deepwalk seed 2 of 5: skip-gram 34 %": the cell that was heard of last. */
static void on_progress(void *payload, const odd_comparison *table, const odd_cell *cell,
	const char *what, double done, double total)
{
	struct cell_progress *p = payload;
	char line[200];
	if (!p->work->meter.on || p->work->meter.lines || odd__clock() - p->drawn < INTERVAL)
		return;
	snprintf(line, sizeof line, "%zu/%zu  %s seed %zu of %zu: %.40s %.0f %%", table->finished,
		table->cells, table->method[cell->method]->name, cell->seeding + 1, table->seeds,
		what, total > 0.0 ? 100.0 * done / total : 0.0);
	fprintf(stderr, "\r%.*s\033[K", (int)terminal_columns() - 1, line);
	fflush(stderr);
	p->drawn = odd__clock();
	p->work->meter.shown = true;
}

static void on_finished(
	void *payload, const odd_comparison *table, const odd_cell *cell, const odd_cell_look *look)
{
	struct cell_progress *p = payload;
	const char *name = table->method[cell->method]->name;
	(void)look;
	if (cell->state == ODD_CELL_FAILED)
		tell(p->work, "%s seed %zu of %zu failed: %s", name, cell->seeding + 1,
			table->seeds, cell->error.message);
	else if (!isatty(STDERR_FILENO) && !cell->cached)
		tell(p->work, "%s seed %zu of %zu: %.1f s, and %.1f s to measure it (%zu/%zu)",
			name, cell->seeding + 1, table->seeds, cell->value[ODD_M_SECONDS],
			cell->value[ODD_M_EVALUATION], table->finished, table->cells);
}

odd_compare_watch cell_progress_watch(struct cell_progress *p)
{
	return (odd_compare_watch){on_progress, on_finished, p};
}
