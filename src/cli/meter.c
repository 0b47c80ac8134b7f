#include "config.h"

#include "cli/meter.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 0.1 /* seconds between two lines */
#define PATIENCE 1.0 /* seconds of work before a guess at its end */

enum { BAR = 24 };

double meter_clock(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void meter_init(struct meter *m, bool quiet)
{
	memset(m, 0, sizeof *m);
	m->on = !quiet && isatty(STDERR_FILENO);
}

static void draw(const struct meter *m, double share, double elapsed)
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
	fprintf(stderr, "\r%-24.24s [%s] %3.0f %%%s\033[K", m->what, bar, 100.0 * share, end);
	fflush(stderr);
}

void meter_report(void *payload, const char *what, double done, double total)
{
	struct meter *m = payload;
	if (!m->on)
		return;
	double now = meter_clock();
	if (strncmp(m->what, what, sizeof m->what - 1) != 0) {
		snprintf(m->what, sizeof m->what, "%s", what);
		m->began = now;
	}
	if (now - m->drawn < INTERVAL)
		return;
	double share = total > 0.0 ? done / total : 0.0;
	draw(m, share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share, now - m->began);
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
