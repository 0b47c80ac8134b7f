/* dialog_plant.c: P, planting outliers of any kind, and placebos.
 *
 * A share is a percentage of the nodes there are now; the number of nodes follows it, and the other
 * way round. Both are only ways to arrive at the counts that the command names. Nodes of cliques
 * come by the size that stands behind them.
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
	KINDS = ODD_AMOUNTS, /* in the order of run_plant_kind */
	ON = 1,              /* + kind, as are the next two */
	SHARE = ON + KINDS,
	NODES = SHARE + KINDS,
	SIZE = NODES + KINDS, /* of a clique */
	STYLE,
	ABOUT_STYLE,
	SEED,
	COLD,
	PREVIEW,
	PLANT,
	CANCEL
};

#define TEXT_OF(number) #number
#define NUMBER_TEXT(number) TEXT_OF(number)
#define CLIQUE NUMBER_TEXT(ODD_PLANT_CLIQUE_SIZE) /* as typed */

struct plant_dialog {
	struct form form;
	size_t count[KINDS]; /* 0 for a kind that is not ticked */
	char problem[256];
	char line[320]; /* the command */
};

static const struct {
	const char *label, *made_of, *usual; /* share in percent */
	bool on;
} rows[KINDS] = {{"▲ structural", "links across classes", "1.67", true},
	{"■ attribute", "words across classes", "1.67", true},
	{"◆ combined", "links of A, words of B", "1.67", true},
	{"□ swap", "a node, words of another", "1.67", false},
	{"△ rewire", "a node, its links moved", "1.67", false},
	{"▽ clique", "each, all linked", "5", false},
	{"◇ contextual", "a node, words far away", "1.67", false},
	{"× placebo", "new, but nothing odd", "5", false}};
static const char *const styles[] = {"uniform", "local", NULL};
static const char *const style_about[] = {"links go anywhere in a class, as in the paper",
	"links go where a short walk in the class leads"};

/* ---- reading the fields ---------------------------------------------------------------------- */

static void complain(struct plant_dialog *d, const char *text)
{
	if (d->problem[0] == '\0')
		snprintf(d->problem, sizeof d->problem, "%s", text);
}

static const char *word_of(int kind)
{
	return odd_kind_name(run_plant_kind[kind]);
}

static bool is_clique(int kind)
{
	return run_plant_kind[kind] == ODD_CLIQUE;
}

/* Nodes of a kind come in so many; 0: cannot be read. */
static size_t lot_of(struct plant_dialog *d, int kind)
{
	size_t lot = 1;
	if (is_clique(kind) && odd_whole_parse(&lot, "size", form_typed(&d->form, SIZE), 2,
				       UINT32_MAX, NULL) != ODD_OK)
		lot = 0;
	return lot;
}

static bool is_new(int kind)
{
	return run_plant_kind[kind] <= ODD_COMBINED || run_plant_kind[kind] == ODD_PLACEBO;
}

/* Nodes of a kind that are worth trying. */
static size_t most_of(const odd_network *net)
{
	return run_plant_most(net->nodes);
}

/* The share says how many nodes. */
static void follow_share(struct plant_dialog *d, const odd_network *net, int kind)
{
	double share;
	struct field *nodes = form_get(&d->form, NODES + kind);
	size_t n = net != NULL ? net->nodes : 0;
	size_t size = lot_of(d, kind);
	const char *text = form_typed(&d->form, SHARE + kind);
	if (size == 0 || odd_real_parse(&share, "share", text, 0.0, 1000.0, NULL) != ODD_OK)
		form_set_text(nodes, "%s", "");
	else { /* as odd_plant_share has it; the little more is for shares that were cut off */
		double lot = (double)size;
		form_set_text(nodes, "%.0f", lot * floor(((double)n * share / 100.0 + 1e-6) / lot));
	}
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
	for (int kind = 0; kind < KINDS; kind++) {
		odd_error err = {0};
		const char *text = form_typed(&d->form, NODES + kind);
		size_t lot = lot_of(d, kind);
		d->count[kind] = 0;
		if (!form_value(&d->form, ON + kind) || net == NULL)
			continue;
		if (lot == 0)
			odd_error_set(
				&err, ODD_EUSAGE, "%s: two nodes each or more", word_of(kind));
		else if (odd_whole_parse(&d->count[kind], word_of(kind), text, 0, most_of(net),
				 &err) != ODD_OK)
			complain(d, err.message);
		else if (d->count[kind] == 0)
			odd_error_set(&err, ODD_EUSAGE, "%s: less than one %s", word_of(kind),
				lot > 1 ? "clique" : "node");
		else if (d->count[kind] % lot != 0)
			odd_error_set(&err, ODD_EUSAGE, "%s: %zu nodes each, as %zu or %zu",
				word_of(kind), lot, lot, 2 * lot);
		complain(d, err.message);
	}
}

/* What odd_plant would refuse, as far as it can be seen without planting. */
static void check_network(struct plant_dialog *d, const odd_network *net)
{
	size_t classes = 0, worded = 0, crossing = 0, added = 0;
	for (int kind = 0; kind < KINDS; kind++) {
		odd_kind k = run_plant_kind[kind];
		worded += k != ODD_REWIRE && k != ODD_CLIQUE ? d->count[kind] : 0;
		crossing += k != ODD_CLIQUE && k != ODD_CONTEXTUAL && k != ODD_PLACEBO
				    ? d->count[kind]
				    : 0;
		added += is_new(kind) ? d->count[kind] : 0;
	}
	if (added > most_of(net))
		complain(d, "more new nodes than ten times those there are, and a hundred");
	if (net->attributes == 0 && worded > 0)
		complain(d, "the network has no words");
	if (net->classes.count == 0 || crossing == 0)
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

/* " clique=3x15" */
static void add_amount(struct plant_dialog *d, int kind)
{
	size_t lot = lot_of(d, kind);
	text_add(d->line, sizeof d->line, " %s=%zu", word_of(kind),
		d->count[kind] / (lot > 0 ? lot : 1));
	if (lot > 1)
		text_add(d->line, sizeof d->line, "x%zu", lot);
}

static void build_line(struct plant_dialog *d, uint64_t seed)
{
	snprintf(d->line, sizeof d->line, "plant");
	for (int kind = 0; kind < KINDS; kind++)
		if (d->count[kind] > 0)
			add_amount(d, kind);
	text_add(d->line, sizeof d->line, " --style %s --seed %llu%s",
		styles[form_value(&d->form, STYLE)], (unsigned long long)seed,
		form_value(&d->form, COLD) ? " --cold" : "");
}

/* Planted nodes have ordinary degrees, so the links can be foretold but for chance, and for those
 * of a clique that were there. */
static void preview(struct plant_dialog *d, const odd_network *net)
{
	char n[2][NUMBER_SIZE], m[2][NUMBER_SIZE];
	size_t added = 0, changed = 0;
	double cliques = 0.0;
	struct field *words = form_get(&d->form, PREVIEW);
	if (net == NULL || net->nodes == 0) {
		form_set_text(words, "%s", "");
		return;
	}
	for (int kind = 0; kind < KINDS; kind++) {
		*(is_new(kind) ? &added : &changed) += d->count[kind];
		if (lot_of(d, kind) > 1)
			cliques = (double)d->count[kind] * (double)(lot_of(d, kind) - 1);
	}
	double ways = net->directed ? 1.0 : 2.0;
	double degree = ways * (double)net->edges / (double)net->nodes;
	size_t links = (size_t)((double)added * degree + cliques / ways + 0.5);
	char more[NUMBER_SIZE + 16] = "", number[NUMBER_SIZE];
	if (changed > 0)
		snprintf(more, sizeof more, "  %s changed", figure_count(number, changed));
	form_set_text(words,
		changed > 0 ? "n %s → %s  m %s → ~%s%s" : "n %s → %s   m %s → about %s%s",
		figure_count(n[0], net->nodes), figure_count(n[1], net->nodes + added),
		figure_count(m[0], net->edges), figure_count(m[1], net->edges + links), more);
}

static void update(struct plant_dialog *d, const struct app *app)
{
	const odd_network *net = app_network(app);
	uint64_t seed = 0;
	odd_error err = {0};
	d->problem[0] = '\0';
	if (net == NULL)
		complain(d, "no network is open");
	read_counts(d, net);
	if (net != NULL)
		check_network(d, net);
	if (odd_seed_parse(&seed, "seed", form_typed(&d->form, SEED), &err) != ODD_OK)
		complain(d, err.message);
	size_t all = 0;
	for (int kind = 0; kind < KINDS; kind++)
		all += d->count[kind];
	if (all == 0)
		complain(d, "nothing is ticked");
	for (int kind = 0; kind < KINDS; kind++) {
		bool off = !form_value(&d->form, ON + kind);
		form_get(&d->form, SHARE + kind)->off = form_get(&d->form, NODES + kind)->off = off;
		if (is_clique(kind))
			form_get(&d->form, SIZE)->off = off;
	}
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
	if (field->id >= SHARE && field->id < SHARE + KINDS)
		follow_share(d, net, field->id - SHARE);
	else if (field->id >= NODES && field->id < NODES + KINDS)
		follow_nodes(d, net, field->id - NODES);
	for (int kind = 0; kind < KINDS && field->id == SIZE; kind++)
		if (is_clique(kind))
			follow_share(d, net, kind);
	update(d, app);
}

static void remember(struct plant_dialog *d, struct app *app)
{
	struct remembered *r = remembered_get(app);
	r->plant.used = true;
	for (int kind = 0; kind < KINDS; kind++) {
		r->plant.on[kind] = form_value(&d->form, ON + kind);
		snprintf(r->plant.share[kind], sizeof r->plant.share[kind], "%.23s",
			form_typed(&d->form, SHARE + kind));
	}
	snprintf(r->plant.size, sizeof r->plant.size, "%.23s", form_typed(&d->form, SIZE));
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
	form_words(f, 0, 2, 0, 0, "type")->bold = true;
	form_words(f, 0, 19, 0, 0, "share")->bold = true;
	form_words(f, 0, 28, 0, 0, "nodes")->bold = true;
	form_words(f, 0, 36, 0, 0, "made of")->bold = true;
	for (int kind = 0; kind < KINDS; kind++) {
		bool used = r->plant.used;
		form_check(f, ON + kind, 2, 1 + kind, rows[kind].label,
			used ? r->plant.on[kind] : rows[kind].on);
		form_number(f, SHARE + kind, 19, 1 + kind, 7,
			used ? r->plant.share[kind] : rows[kind].usual);
		form_words(f, 0, 26, 1 + kind, 0, "%");
		form_number(f, NODES + kind, 28, 1 + kind, 7, "");
		int x = is_clique(kind) ? 43 : 36;
		if (is_clique(kind))
			form_number(f, SIZE, 36, 1 + kind, 6, used ? r->plant.size : CLIQUE);
		form_words(f, 0, x, 1 + kind, 0, rows[kind].made_of)->role =
			figure_kind_role(run_plant_kind[kind]);
	}
}

void plant_open(struct app *app)
{
	static const char *const buttons[] = {"Plant", "Cancel", NULL};
	const struct remembered *r = remembered_get(app);
	const struct session_data *data = app->view->data;
	struct plant_dialog *d = form_create(sizeof *d, "Plant outliers", "P", 64, 18, &plant_ops);
	struct form *f = &d->form;
	char seed[24];
	/* The seed that the command would take by itself, so that plantings differ. */
	snprintf(seed, sizeof seed, "%llu",
		(unsigned long long)(data != NULL ? data->options.seed + data->plants->count : 42));
	add_kinds(f, r);
	form_words(f, 0, 2, 9, 0, "style");
	form_choice(f, FIELD_RADIO, STYLE, 10, 9, 0, styles, r->plant.style);
	form_words(f, ABOUT_STYLE, 10, 10, 53, "")->role = ROLE_DIM;
	form_words(f, 0, 2, 11, 0, "seed");
	form_number(f, SEED, 10, 11, 14, seed);
	form_check(f, COLD, 28, 11, "start the run anew", r->plant.cold);
	form_words(f, 0, 2, 12, 0, "preview");
	form_words(f, PREVIEW, 10, 12, 53, "");
	form_end(f, 13, 53, 2, PLANT, buttons);
	for (int kind = 0; kind < KINDS; kind++) {
		follow_share(d, app_network(app), kind);
		/* Of a small network the usual share is no node at all. */
		struct field *nodes = form_get(f, NODES + kind);
		if (!r->plant.used && strcmp(nodes->text, "0") == 0 && app_network(app) != NULL) {
			form_set_text(nodes, "%zu", lot_of(d, kind));
			follow_nodes(d, app_network(app), kind);
		}
	}
	update(d, app);
	app_push(app, &f->layer);
}
