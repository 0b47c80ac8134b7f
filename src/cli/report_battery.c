/* report_battery.c: the battery for reading, in at most 78 columns: a row for each score and plain
 * read-out, the standard deviation over the seeds below its mean.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/text.h"
#include "draw/utf8.h"

enum { NAME = 20, CELL = 8, MOST = 7 };

struct column {
	const char *head;
	size_t measure; /* of one variant */
	bool leads;     /* the largest is the best one */
};

static const struct column aucs[] = {{"uniform", ODD_B_AUC + ODD_COLUMN_UNIFORM, true},
	{"local", ODD_B_AUC + ODD_COLUMN_LOCAL, true}, {"swap", ODD_B_AUC + ODD_COLUMN_SWAP, true},
	{"rewire", ODD_B_AUC + ODD_COLUMN_REWIRE, true},
	{"clique", ODD_B_AUC + ODD_COLUMN_CLIQUE, true}, {"mean", ODD_B_MEAN, true},
	{"placebo", ODD_B_AUC + ODD_COLUMN_PLACEBO, true}};
static const struct column rest[] = {
	{"made", ODD_B_PLACEBO, false}, {"known", ODD_B_AUC + ODD_COLUMN_KNOWN, true}};

/* ".962", "1.000"; "-" for none. */
static void digits(char out[16], const char *sign, double x)
{
	char text[16] = "-";
	if (!isnan(x))
		snprintf(text, sizeof text, "%.3f", x);
	snprintf(out, 16, "%.4s%.8s", isnan(x) ? "" : sign, text[0] == '0' ? text + 1 : text);
}

static void print_rows(FILE *out, const struct result *o, size_t variant,
	const struct column *column, size_t columns, bool bold)
{
	double lead[MOST];
	char text[16];
	size_t first = ODD_M_BATTERY + ODD_B_MEASURES * variant;
	fprintf(out, "  %-*s", NAME, "");
	for (size_t i = 0; i < columns; i++) {
		text_value(out, column[i].head, CELL, false, false);
		lead[i] = result_largest(o->table, first + column[i].measure);
	}
	putc('\n', out);
	for (size_t m = 0; m < o->table->methods; m++) {
		bool spread = false;
		fputs("  ", out);
		text_cell(out, odd_compare_title(o->compared, o->table->method[m]), NAME, false);
		for (size_t i = 0; i < columns; i++) {
			odd_spread s =
				odd_comparison_spread(o->table, m, first + column[i].measure, NULL);
			digits(text, "", s.mean);
			text_value(out, text, CELL, column[i].leads && s.mean >= lead[i], bold);
			spread = spread || !isnan(s.deviation);
		}
		if (spread)
			fprintf(out, "\n  %-*s", NAME, "");
		for (size_t i = 0; i < columns && spread; i++) {
			odd_spread s =
				odd_comparison_spread(o->table, m, first + column[i].measure, NULL);
			digits(text, text_glyphs()->plus_minus, s.deviation);
			text_value(out, text, CELL, false, false);
		}
		putc('\n', out);
	}
	putc('\n', out);
}

static void print_recall(
	FILE *out, const struct result *o, size_t variant, size_t measure, bool bold)
{
	struct column column[MOST];
	size_t columns = 0;
	for (size_t c = 0; c < ODD_COLUMNS; c++) {
		size_t at = ODD_M_BATTERY + ODD_B_MEASURES * variant + measure + c;
		if (c != ODD_COLUMN_PLACEBO && !isnan(result_largest(o->table, at)))
			column[columns++] =
				(struct column){odd_column_name((odd_column)c), measure + c, true};
	}
	print_rows(out, o, variant, column, columns, bold);
}

static void print_variant(FILE *out, const struct result *o, size_t v, bool bold)
{
	char heading[120], name[40] = "";
	size_t known = ODD_M_BATTERY + ODD_B_MEASURES * v + ODD_B_AUC + ODD_COLUMN_KNOWN;
	if (v != ODD_AS_GIVEN)
		snprintf(name, sizeof name, ", %s", odd_variant_name((odd_variant)v));
	snprintf(heading, sizeof heading,
		"Battery%s: AUC on outliers of each kind, and against placebos", name);
	text_heading(out, heading);
	print_rows(out, o, v, aucs, sizeof aucs / sizeof *aucs, bold);
	snprintf(heading, sizeof heading, "Battery%s: how high placebos rank%s", name,
		isnan(result_largest(o->table, known)) ? "" : ", and known outliers");
	text_heading(out, heading);
	print_rows(out, o, v, rest, isnan(result_largest(o->table, known)) ? 1 : 2, bold);
	for (size_t r = 0; r < 2 && o->battery_recall; r++) {
		snprintf(heading, sizeof heading, "Battery%s: recall in the first %s %%", name,
			r == 0 ? "5" : "10");
		text_heading(out, heading);
		print_recall(out, o, v, r == 0 ? ODD_B_RECALL5 : ODD_B_RECALL10, bold);
	}
}

void report_battery_text(FILE *out, const struct result *o, bool bold)
{
	for (size_t v = 0; v < ODD_VARIANTS; v++)
		if ((o->compared->tasks & ODD_TASK_BIT(ODD_TASK_BATTERY + v)) != 0)
			print_variant(out, o, v, bold);
}

void report_battery_notes(FILE *out, const struct result *o)
{
	static const odd_column shown[] = {
		ODD_COLUMN_UNIFORM, ODD_COLUMN_SWAP, ODD_COLUMN_REWIRE, ODD_COLUMN_CLIQUE};
	odd_plant_options p[4];
	char text[400];
	for (size_t i = 0; i < 4; i++)
		p[i] = odd_battery_planting(shown[i], o->net->nodes, 0);
	snprintf(text, sizeof text,
		"uniform, local: %zu planted nodes, the paper's three kinds. swap: %zu nodes have "
		"the words of another class. rewire: %zu have links to other classes only. clique: "
		"%zu cliques of %zu, and %zu nodes with words far from their own.",
		odd_plant_outliers(&p[0]), p[1].swap, p[2].rewire, p[3].cliques, p[3].clique_size,
		p[3].contextual);
	text_bullet(out, text);
	text_bullet(out,
		"placebo: uniform planting beside as many nodes made in the same way with nothing "
		"odd about them; the AUC is of odd against placebo. made: placebos against "
		"ordinary nodes; above .5 a score finds that a node was made, odd or not.");
	if (o->net->has_truth)
		text_bullet(out, "Outliers that the data marks count in the column known alone.");
}
