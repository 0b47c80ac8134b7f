/* dialog_plant.c: P, planting outliers.
 *
 * A share is a percentage of the nodes there are now; the number of nodes follows it, and the other
 * way round. Both are only ways to arrive at the counts that the command names.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figures.h"
#include "tui/app.h"
#include "tui/screens.h"
#include "tui/form.h"
#include "tui/text.h"

enum {
	ON = 1, /* + kind, as are the next two */
	SHARE = 4,
	NODES = 7,
	STYLE = 10,
	ABOUT_STYLE,
	SEED,
	COLD,
	PREVIEW,
	PLANT,
	CANCEL
};

struct plant_dialog {
	struct form form;
	size_t count[3]; /* 0 for a kind that is not ticked */
	char problem[256];
	char line[200]; /* the command */
};

static const char *const kind_word[3] = {"structural", "attribute", "combined"};
static const char *const kind_label[3] = {"▲ structural", "■ attribute", "◆ combined"};
static const char *const kind_made_of[3] = {
	"links across classes", "words across classes", "links of A, words of B"};
static const char *const styles[] = {"uniform", "local", NULL};
static const char *const style_about[] = {"links go anywhere in a class, as in the paper",
	"links go where a short walk in the class leads"};

/* ---- reading the fields ---------------------------------------------------------------------- */

static void complain(struct plant_dialog *d, const char *text)
{
	if (d->problem[0] == '\0')
		snprintf(d->problem, sizeof d->problem, "%s", text);
}

/* Nodes of a kind that are worth trying. */
static size_t most_of(const odd_network *net)
{
	return 10 * net->nodes + 100;
}

/* The share says how many nodes. */
static void follow_share(struct plant_dialog *d, const odd_network *net, int kind)
{
	double share;
	struct field *nodes = form_get(&d->form, NODES + kind);
	size_t n = net != NULL ? net->nodes : 0;
	const char *text = form_typed(&d->form, SHARE + kind);
	if (odd_real_parse(&share, "share", text, 0.0, 1000.0, NULL) != ODD_OK)
		form_set_text(nodes, "%s", "");
	else /* as odd_plant_share has it; the little more is for shares that were cut off */
		form_set_text(nodes, "%.0f", floor((double)n * share / 100.0 + 1e-6));
}

static void follow_nodes(struct plant_dialog *d, const odd_network *net, int kind)
{
	size_t count;
	struct field *share = form_get(&d->form, SHARE + kind);
	const char *text = form_typed(&d->form, NODES + kind);
	if (net == NULL || net->nodes == 0 ||
		odd_whole_parse(&count, "nodes", text, 0, most_of(net), NULL) != ODD_OK)
		form_set_text(share, "%s", "");
	else
		form_set_text(share, "%.3g", 100.0 * (double)count / (double)net->nodes);
}

static void read_counts(struct plant_dialog *d, const odd_network *net)
{
	for (int kind = 0; kind < 3; kind++) {
		odd_error err = {0};
		const char *text = form_typed(&d->form, NODES + kind);
		d->count[kind] = 0;
		if (!form_value(&d->form, ON + kind) || net == NULL)
			continue;
		if (odd_whole_parse(&d->count[kind], kind_word[kind], text, 0, most_of(net),
			    &err) == ODD_OK &&
			d->count[kind] == 0)
			odd_error_set(&err, ODD_EUSAGE, "%s: less than one node", kind_word[kind]);
		complain(d, err.message);
	}
}

/* What odd_plant would refuse, as far as it can be seen without planting. */
static void check_network(struct plant_dialog *d, const odd_network *net)
{
	size_t classes = 0;
	if (net == NULL) {
		complain(d, "no network is open");
		return;
	}
	if (net->attributes == 0)
		complain(d, "the network has no words");
	if (net->classes.count == 0)
		return; /* communities will be looked for */
	for (size_t c = 0; c < net->classes.count && classes < 2; c++)
		for (size_t i = 0; i < net->nodes; i++)
			if (net->label[i] == (int32_t)c) {
				classes++;
				break;
			}
	if (classes < 2)
		complain(d, "there is only one class; odd is what crosses classes");
}

/* ---- what follows from them ------------------------------------------------------------------ */

static void build_line(struct plant_dialog *d, uint64_t seed)
{
	snprintf(d->line, sizeof d->line, "plant");
	for (int kind = 0; kind < 3; kind++)
		if (d->count[kind] > 0)
			text_add(d->line, sizeof d->line, " %s=%zu", kind_word[kind],
				d->count[kind]);
	text_add(d->line, sizeof d->line, " --style %s --seed %llu%s",
		styles[form_value(&d->form, STYLE)], (unsigned long long)seed,
		form_value(&d->form, COLD) ? " --cold" : "");
}

/* Planted nodes have ordinary degrees, so the links can be foretold but for chance. */
static void preview(struct plant_dialog *d, const odd_network *net)
{
	char n[2][NUMBER_SIZE], m[2][NUMBER_SIZE];
	size_t sum = d->count[0] + d->count[1] + d->count[2];
	struct field *words = form_get(&d->form, PREVIEW);
	if (net == NULL || net->nodes == 0) {
		form_set_text(words, "%s", "");
		return;
	}
	double degree = (net->directed ? 1.0 : 2.0) * (double)net->edges / (double)net->nodes;
	size_t links = (size_t)((double)sum * degree + 0.5);
	form_set_text(words, "n %s → %s   m %s → about %s", figure_count(n[0], net->nodes),
		figure_count(n[1], net->nodes + sum), figure_count(m[0], net->edges),
		figure_count(m[1], net->edges + links));
}

static void update(struct plant_dialog *d, const struct app *app)
{
	const odd_network *net = app_network(app);
	uint64_t seed = 0;
	odd_error err = {0};
	d->problem[0] = '\0';
	check_network(d, net);
	read_counts(d, net);
	if (odd_seed_parse(&seed, "seed", form_typed(&d->form, SEED), &err) != ODD_OK)
		complain(d, err.message);
	if (d->count[0] + d->count[1] + d->count[2] == 0)
		complain(d, "nothing is ticked");
	for (int kind = 0; kind < 3; kind++)
		form_get(&d->form, SHARE + kind)->off = form_get(&d->form, NODES + kind)->off =
			!form_value(&d->form, ON + kind);
	form_set_text(
		form_get(&d->form, ABOUT_STYLE), "%s", style_about[form_value(&d->form, STYLE)]);
	build_line(d, seed);
	preview(d, net);
	form_tell(&d->form, d->problem, d->line);
}

/* ---- the form's calls ------------------------------------------------------------------------ */

static void plant_changed(struct form *form, struct app *app, struct field *field)
{
	struct plant_dialog *d = (struct plant_dialog *)form;
	const odd_network *net = app_network(app);
	if (field->id >= SHARE && field->id < SHARE + 3)
		follow_share(d, net, field->id - SHARE);
	else if (field->id >= NODES && field->id < NODES + 3)
		follow_nodes(d, net, field->id - NODES);
	update(d, app);
}

static void remember(struct plant_dialog *d, struct app *app)
{
	struct remembered *r = remembered_get(app);
	r->plant.used = true;
	for (int kind = 0; kind < 3; kind++) {
		r->plant.on[kind] = form_value(&d->form, ON + kind);
		snprintf(r->plant.share[kind], sizeof r->plant.share[kind], "%.23s",
			form_typed(&d->form, SHARE + kind));
	}
	r->plant.style = form_value(&d->form, STYLE);
	r->plant.cold = form_value(&d->form, COLD);
}

static void plant_leave(struct form *form, struct app *app)
{
	remember((struct plant_dialog *)form, app);
	app_pop(app);
}

static void plant_pressed(struct form *form, struct app *app, int id)
{
	struct plant_dialog *d = (struct plant_dialog *)form;
	update(d, app); /* the network may have changed under the dialog */
	if (id == CANCEL)
		plant_leave(form, app);
	else if (d->problem[0] != '\0')
		app_say(app, "cannot plant: %s", d->problem);
	else
		form_run(form, app, d->line);
}

/* The network may be another one than when the dialog was opened, and the screen narrower. */
static void plant_layout(struct form *form, struct app *app)
{
	update((struct plant_dialog *)form, app);
	form_get(form, ABOUT_STYLE)->w = form_get(form, PREVIEW)->w =
		form_fit_end(form, (int)app->columns, 11, 2);
}

static const struct form_ops plant_ops = {.changed = plant_changed,
	.pressed = plant_pressed,
	.leave = plant_leave,
	.layout = plant_layout};

static void add_kinds(struct form *f, const struct remembered *r)
{
	static const enum role role[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	form_words(f, 0, 2, 0, 0, "type")->bold = true;
	form_words(f, 0, 19, 0, 0, "share")->bold = true;
	form_words(f, 0, 28, 0, 0, "nodes")->bold = true;
	form_words(f, 0, 36, 0, 0, "made of")->bold = true;
	for (int kind = 0; kind < 3; kind++) {
		bool used = r->plant.used;
		form_check(f, ON + kind, 2, 1 + kind, kind_label[kind],
			used ? r->plant.on[kind] : true);
		form_number(f, SHARE + kind, 19, 1 + kind, 7, used ? r->plant.share[kind] : "1.67");
		form_words(f, 0, 26, 1 + kind, 0, "%");
		form_number(f, NODES + kind, 28, 1 + kind, 7, "");
		form_words(f, 0, 36, 1 + kind, 0, kind_made_of[kind])->role = role[kind];
	}
}

void plant_open(struct app *app)
{
	static const char *const buttons[] = {"Plant", "Cancel", NULL};
	const struct remembered *r = remembered_get(app);
	const struct session_data *data = app->view->data;
	struct plant_dialog *d = form_create(sizeof *d, "Plant outliers", "P", 60, 13, &plant_ops);
	struct form *f = &d->form;
	char seed[24];
	/* The seed that the command would take by itself, so that plantings differ. */
	snprintf(seed, sizeof seed, "%llu",
		(unsigned long long)(data != NULL ? data->options.seed + data->record_count : 42));
	add_kinds(f, r);
	form_words(f, 0, 2, 4, 0, "style");
	form_choice(f, FIELD_RADIO, STYLE, 10, 4, 0, styles, r->plant.style);
	form_words(f, ABOUT_STYLE, 10, 5, 49, "")->role = ROLE_DIM;
	form_words(f, 0, 2, 6, 0, "seed");
	form_number(f, SEED, 10, 6, 14, seed);
	form_check(f, COLD, 28, 6, "start the run anew", r->plant.cold);
	form_words(f, 0, 2, 7, 0, "preview");
	form_words(f, PREVIEW, 10, 7, 49, "");
	form_end(f, 8, 49, 2, PLANT, buttons);
	for (int kind = 0; kind < 3; kind++) {
		follow_share(d, app_network(app), kind);
		/* Of a small network the usual share is no node at all. */
		struct field *nodes = form_get(f, NODES + kind);
		if (!r->plant.used && strcmp(nodes->text, "0") == 0 && app_network(app) != NULL) {
			form_set_text(nodes, "1");
			follow_nodes(d, app_network(app), kind);
		}
	}
	update(d, app);
	app_push(app, &f->layer);
}
