/* report_times.c: a network at several times, for reading, in at most 78 columns. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli/run.h"
#include "cli/text.h"

static const char *time_name(const struct result *o, size_t t)
{
	return o->times->time[t].name;
}

static void print_head(FILE *out, const struct result *o)
{
	const struct glyphs *g = text_glyphs();
	const odd_history *h = o->history;
	text_heading(out, "Over time");
	fputs("  ", out);
	text_short(out, o->times->name, 60);
	fprintf(out, "\n  %zu %s %s %zu %s in all %s %zu %s\n", h->times,
		plural(h->times, "time", "times"), g->dot, h->nodes,
		plural(h->nodes, "node", "nodes"), g->dot, o->times->attributes,
		plural(o->times->attributes, "attribute", "attributes"));
	fprintf(out, "  K %zu %s %s %.4g %s %s %.4g %s score %s %s seed %llu\n\n", h->used.k,
		g->dot, g->alpha, h->used.alpha, g->dot, g->beta, h->used.beta, g->dot,
		h->score->name, g->dot, (unsigned long long)h->used.seed);
}

static void print_times(FILE *out, const struct result *o)
{
	static const char *const state[] = {"", "", "nothing there", "too small to be fitted"};
	fprintf(out, "  %-14s %7s %7s %6s %6s %6s %10s\n", "time", "nodes", "links", "came", "gone",
		"iter", "loss");
	for (size_t t = 0; t < o->history->times; t++) {
		const odd_moment *m = &o->history->moment[t];
		fputs("  ", out);
		text_cell(out, time_name(o, t), 14, false);
		fprintf(out, " %7zu %7zu", m->nodes, m->links);
		if (m->rank == NULL)
			fprintf(out, "  %s\n", state[m->state]);
		else
			fprintf(out, " %6zu %6zu %6zu %10.6g%s\n", m->came, m->gone, m->iterations,
				m->loss, t > 0 && m->state == ODD_MOMENT_FITTED ? "  anew" : "");
	}
}

/* The ranks at the times around, "153 148 1 2": a dash where it is not there. */
static void print_ranks(FILE *out, const struct result *o, const odd_became *b)
{
	enum { AROUND = 2 };
	const odd_history *h = o->history;
	size_t from = b->time > AROUND ? b->time - AROUND : 0;
	for (size_t t = from; t < h->times && t <= b->time + AROUND; t++) {
		const uint32_t *rank = h->moment[t].rank;
		fputc(' ', out);
		if (rank == NULL || rank[b->node] == 0)
			fprintf(out, "%5s", "-");
		else
			fprintf(out, "%5u", rank[b->node]);
	}
}

static void print_became(FILE *out, const struct result *o)
{
	const odd_history *h = o->history;
	fputc('\n', out);
	text_heading(out, "Became odd");
	if (h->count > 0)
		fprintf(out, "  odd are the first %zu of the ranking\n", h->count);
	else
		fprintf(out, "  odd are the first %g %% of the ranking\n", 100.0 * h->share);
	if (h->became_count == 0) {
		fputs("  no node became odd\n", out);
		return;
	}
	fprintf(out, "\n  %-14s %-16s %6s %6s  %-10s %s\n", "when", "node", "rank", "before",
		"until", "ranks around then");
	for (size_t i = 0; i < h->became_count && i < o->top; i++) {
		const odd_became *b = &h->became[i];
		fputs("  ", out);
		text_cell(out, time_name(o, b->time), 14, false);
		fputc(' ', out);
		text_cell(out, odd_names_get(&o->times->ids, b->node), 16, false);
		fprintf(out, " %6u", b->rank);
		if (b->before > 0)
			fprintf(out, " %6u  ", b->before);
		else
			fprintf(out, " %6s  ", "new");
		text_cell(out, time_name(o, b->last), 10, false);
		print_ranks(out, o, b);
		fputc('\n', out);
	}
	if (h->became_count > o->top)
		fprintf(out, "  and %zu more, which --top and --export list\n",
			h->became_count - o->top);
}

void report_times_text(FILE *out, const struct result *o)
{
	print_head(out, o);
	print_times(out, o);
	print_became(out, o);
	text_notes(out, o->note, o->note_count);
}
