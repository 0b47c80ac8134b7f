#include "config.h"

#include "cli/common.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "oddone/one/one.h"

#define INTERVAL 0.1 /* seconds between two lines */
#define PATIENCE 1.0 /* seconds of work before a guess at its end */

enum { BAR = 24 };

void meter_init(struct meter *m, bool quiet)
{
	memset(m, 0, sizeof *m);
	m->on = !quiet && isatty(STDERR_FILENO);
}

static void draw(const char *label, double share, double elapsed)
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
	snprintf(label, size, "iteration %.0f/%.0f  %s", m->iteration + 1.0, m->iterations,
		step >= 0 ? what : "");
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
	if (now - m->drawn < INTERVAL)
		return;
	draw(label, share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share, now - m->began);
	m->drawn = now;
	m->shown = true;
}

void meter_clear(struct meter *m)
{
	if (m->shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	m->shown = false;
}
