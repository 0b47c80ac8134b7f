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
#include "tui/command_dialog.h"
#include "tui/screens.h"
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
	PREVIEW
};

#define TEXT_OF(number) #number
#define NUMBER_TEXT(number) TEXT_OF(number)
#define CLIQUE NUMBER_TEXT(ODD_PLANT_CLIQUE_SIZE) /* as typed */

struct plant_dialog {
	struct command_dialog base;
	size_t count[KINDS]; /* 0 for a kind that is not ticked */
};

static const struct {
	const char *label, *made_of, *usual; /* share in percent */
	bool on;
} kinds[KINDS] = {{"▲ structural", "links across classes", "1.67", true},
	{"■ attribute", "words across classes", "1.67", true},
	{"◆ combined", "links of A, words of B", "1.67", true},
	{"□ swap", "a node, words of another", "1.67", false},
	{"△ rewire", "a node, its links moved", "1.67", false},
	{"▽ clique", "each, all linked", "5", false},
	{"◇ contextual", "a node, words far away", "1.67", false},
	{"× placebo", "new, but nothing odd", "5", false}};

static const struct dialog_row rows[] = {
	{FIELD_LINE, 0, 2, 9, 0, .text = "style"},
	{FIELD_RADIO, STYLE, 10, 9, 0, .option = "--style"},
	{FIELD_LINE, ABOUT_STYLE, 10, 10, .w = 53},
	{FIELD_LINE, 0, 2, 11, 0, .text = "seed"},
	{FIELD_NUMBER, SEED, 10, 11, 14, .text = "", .option = "--seed"},
	{FIELD_CHECK, COLD, 28, 11, 0, .text = "start the run anew", .option = "--cold"},
	{FIELD_LINE, 0, 2, 12, 0, .text = "preview"},
	{FIELD_LINE, PREVIEW, 10, 12, .w = 53},
};
static const char *const style_about[] = {"links go anywhere in a class, as in the paper",
	"links go where a short walk in the class leads"};

/* ---- reading the fields ---------------------------------------------------------------------- */

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
	if (is_clique(kind) && odd_whole_parse(&lot, "size", form_typed(&d->base.form, SIZE), 2,
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
	struct field *nodes = form_get(&d->base.form, NODES + kind);
	size_t n = net != NULL ? net->nodes : 0;
	size_t size = lot_of(d, kind);
	const char *text = form_typed(&d->base.form, SHARE + kind);
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
	struct field *share = form_get(&d->base.form, SHARE + kind);
	const char *text = form_typed(&d->base.form, NODES + kind);
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
		const char *text = form_typed(&d->base.form, NODES + kind);
		size_t lot = lot_of(d, kind);
		d->count[kind] = 0;
		if (!form_value(&d->base.form, ON + kind) || net == NULL)
			continue;
		if (lot == 0)
			odd_error_set(
				&err, ODD_EUSAGE, "%s: two nodes each or more", word_of(kind));
		else if (odd_whole_parse(&d->count[kind], word_of(kind), text, 0, most_of(net),
				 &err) != ODD_OK)
			command_dialog_problem(&d->base, err.message);
		else if (d->count[kind] == 0)
			odd_error_set(&err, ODD_EUSAGE, "%s: less than one %s", word_of(kind),
				lot > 1 ? "clique" : "node");
		else if (d->count[kind] % lot != 0)
			odd_error_set(&err, ODD_EUSAGE, "%s: %zu nodes each, as %zu or %zu",
				word_of(kind), lot, lot, 2 * lot);
		command_dialog_problem(&d->base, err.message);
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
		command_dialog_problem(
			&d->base, "more new nodes than ten times those there are, and a hundred");
	if (net->attributes == 0 && worded > 0)
		command_dialog_problem(&d->base, "the network has no words");
	if (net->classes.count == 0 || crossing == 0)
		return; /* communities will be looked for */
	for (size_t c = 0; c < net->classes.count && classes < 2; c++)
		for (size_t i = 0; i < net->nodes; i++)
			if (net->label[i] == (int32_t)c) {
				classes++;
				break;
			}
	if (classes < 2)
		command_dialog_problem(
			&d->base, "there is only one class; odd is what crosses classes");
}

/* ---- what follows from them ------------------------------------------------------------------ */

/* " clique=3x15" */
static void add_amount(struct plant_dialog *d, int kind)
{
	struct command_dialog *c = &d->base;
	size_t lot = lot_of(d, kind);
	text_add(c->line, sizeof c->line, " %s=%zu", word_of(kind),
		d->count[kind] / (lot > 0 ? lot : 1));
	if (lot > 1)
		text_add(c->line, sizeof c->line, "x%zu", lot);
}

/* Planted nodes have ordinary degrees, so the links can be foretold but for chance, and for those
 * of a clique that were there. */
static void preview(struct plant_dialog *d, const odd_network *net)
{
	char n[2][NUMBER_SIZE], m[2][NUMBER_SIZE];
	size_t added = 0, changed = 0;
	double cliques = 0.0;
	struct field *words = form_get(&d->base.form, PREVIEW);
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

static void plant_update(struct command_dialog *c, struct app *app)
{
	struct plant_dialog *d = (struct plant_dialog *)c;
	const odd_network *net = app_network(app);
	uint64_t seed = 0;
	odd_error err = {0};
	size_t all = 0;
	if (net == NULL)
		command_dialog_problem(c, "no network is open");
	read_counts(d, net);
	if (net != NULL)
		check_network(d, net);
	if (odd_seed_parse(&seed, "seed", form_typed(&c->form, SEED), &err) != ODD_OK)
		command_dialog_problem(c, err.message);
	for (int kind = 0; kind < KINDS; kind++) {
		bool off = !form_value(&c->form, ON + kind);
		form_get(&c->form, SHARE + kind)->off = form_get(&c->form, NODES + kind)->off = off;
		if (is_clique(kind))
			form_get(&c->form, SIZE)->off = off;
		if (d->count[kind] > 0)
			add_amount(d, kind);
		all += d->count[kind];
	}
	if (all == 0)
		command_dialog_problem(c, "nothing is ticked");
	command_dialog_add(c, STYLE, COLD);
	form_set_text(
		form_get(&c->form, ABOUT_STYLE), "%s", style_about[form_value(&c->form, STYLE)]);
	preview(d, net);
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static void plant_changed(struct command_dialog *c, struct app *app, struct field *field)
{
	struct plant_dialog *d = (struct plant_dialog *)c;
	const odd_network *net = app_network(app);
	if (field->id >= SHARE && field->id < SHARE + KINDS)
		follow_share(d, net, field->id - SHARE);
	else if (field->id >= NODES && field->id < NODES + KINDS)
		follow_nodes(d, net, field->id - NODES);
	for (int kind = 0; kind < KINDS && field->id == SIZE; kind++)
		if (is_clique(kind))
			follow_share(d, net, kind);
}

static void plant_layout(struct command_dialog *c, struct app *app, int room)
{
	(void)app;
	form_get(&c->form, ABOUT_STYLE)->w = form_get(&c->form, PREVIEW)->w = room;
}

static const struct dialog_kind plant_kind = {.command = "plant",
	.title = "Plant outliers",
	.note = "P",
	.w = 64,
	.h = 18,
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.end_y = 13,
	.margin = 11,
	.end_rows = 2,
	.press = "Plant",
	.update = plant_update,
	.changed = plant_changed,
	.layout = plant_layout};

static void add_kinds(struct form *f)
{
	form_words(f, 0, 2, 0, 0, "type")->bold = true;
	form_words(f, 0, 19, 0, 0, "share")->bold = true;
	form_words(f, 0, 28, 0, 0, "nodes")->bold = true;
	form_words(f, 0, 36, 0, 0, "made of")->bold = true;
	for (int kind = 0; kind < KINDS; kind++) {
		int y = 1 + kind, x = is_clique(kind) ? 43 : 36;
		form_check(f, ON + kind, 2, y, kinds[kind].label, kinds[kind].on);
		form_number(f, SHARE + kind, 19, y, 7, kinds[kind].usual);
		form_words(f, 0, 26, y, 0, "%");
		form_number(f, NODES + kind, 28, y, 7, "");
		if (is_clique(kind))
			form_number(f, SIZE, 36, y, 6, CLIQUE);
		form_words(f, 0, x, y, 0, kinds[kind].made_of)->role =
			figure_kind_role(run_plant_kind[kind]);
	}
}

void plant_open(struct app *app)
{
	const struct session_data *data = app->view->data;
	const odd_network *net = app_network(app);
	struct plant_dialog *d = command_dialog_create(sizeof *d, &plant_kind);
	struct form *f = &d->base.form;
	add_kinds(f);
	bool again = command_dialog_fill(&d->base, app);
	form_get(f, ABOUT_STYLE)->role = ROLE_DIM;
	/* The seed that the command would take by itself, so that plantings differ. */
	form_set_text(form_get(f, SEED), "%llu",
		(unsigned long long)(data != NULL ? data->options.seed + data->plants->count : 42));
	for (int kind = 0; kind < KINDS; kind++) {
		follow_share(d, net, kind);
		/* Of a small network the usual share is no node at all. */
		struct field *nodes = form_get(f, NODES + kind);
		if (!again && strcmp(nodes->text, "0") == 0 && net != NULL) {
			form_set_text(nodes, "%zu", lot_of(d, kind));
			follow_nodes(d, net, kind);
		}
	}
	app_push(app, &f->layer);
}
