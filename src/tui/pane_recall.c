/* Recall at L %: how many of the known outliers are found at the top. */
#include "config.h"

#include <stdio.h>

#include "draw/layout.h"
#include "tui/explore.h"

void pane_recall_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	const struct session_view *v = app->view;
	char note[64] = "";
	bool known = v->scored != NULL && v->scored->evaluated;
	if (known && v->ghost_count > 0)
		snprintf(note, sizeof note, "this run and %zu kept", v->ghost_count);
	else if (known)
		snprintf(note, sizeof note, "truth: %s",
			v->data->record_count > 0 ? "planted" : "known");
	r = panel_begin(c, r, "4 Recall@L%", note, e->focus == PANE_RECALL);
	if (v->data == NULL)
		return;
	if (!known) {
		plot_message(c, r,
			v->scored == NULL ? "not yet scored"
					  : "No outliers are known here. P plants some, a one.");
		return;
	}
	explore_figure_run(&run, e, app);
	figure_panel_recall(&run, c, r, NULL);
}
