/* dialog_plant.c: P, planting outliers of any kind, and placebos. How many is typed as the command
 * takes it: a number, a share of the nodes as 1.67%, cliques as 2x15. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "draw/figures.h"
#include "tui/command_dialog.h"
#include "tui/screens.h"
#include "tui/text.h"

/* In the order of odd__plant_kind; + kind, as are all but the last. */
enum {
	KINDS = ODD_AMOUNTS,
	ON = 1,
	AMOUNT = ON + KINDS,
	NODES = AMOUNT + KINDS,
	PREVIEW = NODES + KINDS
};

static const struct {
	const char *label, *made_of, *usual;
	bool on;
} kinds[KINDS] = {
#define KIND(id, name, count, brief, mark, ascii, made_of, usual, on) \
	{mark " " #name, made_of, usual, on},
#include "network/kinds.def"
};

/* The line as far as it goes is read as the command reads it: how many nodes of each kind. */
static void read_counts(struct command_dialog *d, const odd_network *net, odd_plant_options *plant)
{
	struct arguments args;
	odd_error err = {0};
	*plant = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	odd_status status = arguments_read(&args, &session_commands, d->line, NULL);
	for (size_t i = 0; i < args.count && status == ODD_OK; i++)
		if (args.item[i].place == 0)
			status = run_plant_counts(
				plant, &args.item[i].value.amounts, net->nodes, "plant", &err);
	if (status == ODD_OK)
		status = run_plant_check(plant, net->nodes, "plant", &err);
	if (err.message[0] != '\0')
		command_dialog_problem(d, err.message + strlen("plant: "));
	arguments_clear(&args);
}

/* Planted nodes have ordinary degrees, so the links can be foretold but for chance. */
static void preview(
	struct command_dialog *d, const odd_network *net, const odd_plant_options *plant)
{
	char n[2][NUMBER_SIZE], m[2][NUMBER_SIZE], more[NUMBER_SIZE + 16] = "", number[NUMBER_SIZE];
	size_t added = 0, changed = 0;
	for (int kind = 0; kind < KINDS; kind++) {
		const odd_kind k = odd__plant_kind[kind];
		size_t count = odd_plant_count(plant, k);
		*(k <= ODD_COMBINED || k == ODD_PLACEBO ? &added : &changed) += count;
		form_set_text(form_get(&d->form, NODES + kind), "%s",
			count > 0 ? figure_count(number, count) : "");
	}
	double degree = (net->directed ? 1.0 : 2.0) * (double)net->edges / (double)net->nodes;
	double ways = net->directed ? 1.0 : 0.5;
	size_t links = (size_t)((double)added * degree +
				ways * (double)odd_plant_count(plant, ODD_CLIQUE) *
					(double)(plant->clique_size - 1) +
				0.5);
	if (changed > 0)
		snprintf(more, sizeof more, "  %s changed", figure_count(number, changed));
	form_set_text(form_get(&d->form, PREVIEW), "n %s → %s   m %s → about %s%s",
		figure_count(n[0], net->nodes), figure_count(n[1], net->nodes + added),
		figure_count(m[0], net->edges), figure_count(m[1], net->edges + links), more);
}

static void plant_update(struct command_dialog *d, struct app *app)
{
	const odd_network *net = app_network(app);
	odd_plant_options plant;
	bool any = false;
	for (int kind = 0; kind < KINDS; kind++) {
		bool on = form_value(&d->form, ON + kind);
		form_get(&d->form, AMOUNT + kind)->off = !on;
		any = any || on;
		if (!on)
			continue;
		char *word = text_make("%s=%s", odd_kind_name(odd__plant_kind[kind]),
			form_typed(&d->form, AMOUNT + kind));
		command_dialog_add_word(d, word);
		free(word);
	}
	if (net == NULL || net->nodes == 0) {
		command_dialog_problem(d, "no network is open");
		return;
	}
	if (!any)
		command_dialog_problem(d, "nothing is ticked");
	read_counts(d, net, &plant);
	preview(d, net, &plant);
}

static int plant_layout(struct command_dialog *d, struct app *app, int columns)
{
	(void)app;
	form_get(&d->form, PREVIEW)->w = columns - 12;
	return KINDS + 2;
}

static const struct dialog_option options[] = {{"--placebo", .left_out = true},
	{"--style", .value = "uniform"}, {"--seed", .value = ""}, {"--cold", .label = "start anew"},
	{.option = NULL}};

static const struct dialog_kind plant_kind = {.command = "plant",
	.title = "Plant outliers",
	.note = "P",
	.press = "Plant",
	.w = 70,
	.option = options,
	.update = plant_update,
	.layout = plant_layout};

void plant_open(struct app *app)
{
	const struct session_data *data = app->view->data;
	const odd_network *net = app_network(app);
	struct command_dialog *d = command_dialog_create(sizeof *d, &plant_kind);
	struct form *f = &d->form;
	form_words(f, 0, 2, 0, 0, "type")->bold = true;
	form_words(f, 0, 19, 0, 0, "how many")->bold = true;
	form_words(f, 0, 30, 0, 0, "nodes")->bold = true;
	form_words(f, 0, 38, 0, 0, "made of")->bold = true;
	for (int kind = 0; kind < KINDS; kind++) {
		/* Of a small network the usual share is no node at all. */
		bool small = net != NULL && (double)net->nodes * atof(kinds[kind].usual) < 100.0;
		form_check(f, ON + kind, 2, 1 + kind, kinds[kind].label, kinds[kind].on);
		form_text(f, AMOUNT + kind, 19, 1 + kind, 10, small ? "1" : kinds[kind].usual);
		form_words(f, NODES + kind, 30, 1 + kind, 8, "");
		form_words(f, 0, 38, 1 + kind, 0, kinds[kind].made_of)->role =
			figure_kind_role(odd__plant_kind[kind]);
	}
	form_words(f, 0, 2, KINDS + 1, 0, "preview");
	form_words(f, PREVIEW, 10, KINDS + 1, 0, "");
	command_dialog_fill(d, app);
	/* The seed that the command would take by itself, so that plantings differ. */
	form_set_text(command_dialog_field(d, "--seed"), "%llu",
		(unsigned long long)(data != NULL ? data->moment->used.seed + data->plants->count
						  : 42));
	app_push(app, &f->layer);
}
