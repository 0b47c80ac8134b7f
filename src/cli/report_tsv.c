/* report_tsv.c: a run for awk and R.
 *
 *     # KEY<tab>VALUE      lines: everything but the ranking, under the names of --format json;
 *                          recall@5, recall@5.structural … as --require has them
 *     rank … c3            the heading
 *     one line a node      the oddest first
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli/json.h"
#include "cli/report_json.h"
#include "cli/run.h"
#include "cli/text.h"

static void print_recall(FILE *out, const struct run *r)
{
	char number[TEXT_NUMBER];
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &r->evaluation.row[i];
		fprintf(out, "# recall@%g\t%s\n", row->top, text_number(number, row->recall));
		for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++)
			fprintf(out, "# recall@%g.%s\t%s\n", row->top,
				odd_kind_name((odd_kind)kind),
				text_number(number, row->kind[kind]));
	}
}

void report_ranking(FILE *out, const struct run *r)
{
	const odd_scores *s = &r->scores;
	char number[TEXT_NUMBER];
	fputs("rank\tid\tlabel\tkind\ttotal\tc1\tc2\tc3\n", out);
	for (size_t i = 0; i < s->n; i++) {
		size_t node = s->order[i];
		fprintf(out, "%zu\t", i + 1);
		text_field(out, odd_names_get(&r->net->ids, node));
		putc('\t', out);
		text_field(out, run_label(r, node));
		fprintf(out, "\t%s\t%s", run_kind(r, node), text_number(number, s->total[node]));
		for (int t = 0; t < 3; t++)
			fprintf(out, "\t%s", text_number(number, s->component[t][node]));
		putc('\n', out);
	}
}

void report_tsv(FILE *out, const struct run *r)
{
	json_t *object = run_object(r);
	json_flatten(out, "# ", "", object);
	print_recall(out, r);
	for (size_t i = 0; i < r->notes.count; i++)
		fprintf(out, "# note\t%s\n", r->notes.text[i]);
	json_decref(object);
	report_ranking(out, r);
}
