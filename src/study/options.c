#include "config.h"

#include "study/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "plant/counts.h"

#define AT(field) .offset = offsetof(struct run_options, field)
#define GIVEN(field) .given = offsetof(struct run_options, field)
#define WHOLE_MOST 4294967293.0 /* nodes are numbered by 32 bits */
static const char score_choices[] = "preset"
#define ODD__SCORE(name) "|" #name
#include "score/scores.def"
	;
#define RUN_EVIDENCE "links|attributes|disagreement|context|density|size"
#define RUN_EVIDENCE_ALL 63u
enum { SET_AND_TOLD = ODD_OPTION_SETTABLE | ODD_OPTION_TOLD };

/* clang-format off */
const odd_option run_option_rows[] = {
	{.name = "k", .spelling = "dims", .letter = 'k', .type = ODD_OPTION_WHOLE, AT(one.k),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_RUN,
		.argument = "K", .word = "auto", .least = 1, .most = WHOLE_MOST,
		.standard = "3/class to 90, else 15-30", .help = "dimensions of the embedding"},
	{.name = "iterations", .letter = 'n', .type = ODD_OPTION_WHOLE, AT(iterations),
		GIVEN(iterations_given), .flags = SET_AND_TOLD,
		.argument = "N", .word = "preset", .most = WHOLE_MOST,
		.standard = "40 calibrated, 5 paper",
		.help = "iterations of six sub-steps each, at most, where play stops; 0 ranks by the "
			"start alone"},
	{.name = "tolerance", .type = ODD_OPTION_REAL, AT(tolerance), .flags = ODD_OPTION_TOLD,
		.argument = "X", .word = "off", .most = 1.0, .standard = "off",
		.help = "stop when an iteration lowers the loss by less than this share of it"},
	{.name = "preset", .type = ODD_OPTION_CHOICE, AT(one.preset), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_RUN, .choices = "calibrated|paper",
		.standard = "calibrated",
		.help = "calibrated inputs, start, iterations and score, or those of the paper"},
	{.name = "init", .type = ODD_OPTION_CHOICE, AT(one.start),
		.text = offsetof(struct run_options, start_dir),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_RUN,
		.choices = "preset|nmf|svd|random|DIR", .standard = "svd calibrated, nmf paper",
		.help = "how the factors start; DIR holds G.npy H.npy U.npy V.npy"},
	{.name = "update", .type = ODD_OPTION_CHOICE, AT(one.update), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_RUN, .choices = "coordinate|block",
		.standard = "coordinate",
		.help = "solve each sub-step one number at a time, or a whole row or matrix at "
			"once"},
	{.name = "u", .spelling = "u-step", .type = ODD_OPTION_CHOICE, AT(one.u),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_RUN, .choices = "exact|transposed",
		.standard = "exact",
		.help = "the U step as the loss has it, or with U W for U W' as in the authors' "
			"script, by which the loss may rise"},
	{.name = "o", .spelling = "o-step", .type = ODD_OPTION_CHOICE, AT(one.o),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_RUN, .choices = "shares|uniform",
		.standard = "shares",
		.help = "outlier scores as shares of the error, or all alike, so that no node is "
			"doubted"},
	{.name = "alpha", .type = ODD_OPTION_REAL, AT(one.alpha), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_RUN, .argument = "X", .word = "auto", .blank = NAN,
		.standard = "derived", .help = "weight of the attributes in the loss"},
	{.name = "beta", .type = ODD_OPTION_REAL, AT(one.beta), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_RUN, .argument = "X", .word = "auto", .blank = NAN,
		.standard = "derived", .help = "weight of the disagreement in the loss"},
	{.name = "mu", .type = ODD_OPTION_REAL, AT(one.mu), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_RUN, .argument = "X", .least = 1.0, .usual = "1",
		.help = "what the outlier scores of each kind add up to, 1 or more"},
	{.name = "score", .type = ODD_OPTION_CHOICE, AT(score), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_SCORE, .choices = score_choices,
		.standard = "evidence calibrated, paper paper",
		.help = "what the nodes are ranked by: a panel of evidence, ONE's three errors alone, "
			"or the paper's outlier scores"},
	{.name = "weights", .type = ODD_OPTION_WEIGHTS, AT(weight), GIVEN(weighted),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_SCORE,
		.argument = "A,B,C", .word = "preset",
		.standard = "the score's own",
		.help = "weights of structure, attributes and disagreement in the scores one and "
			"paper"},
	{.name = "evidence", .type = ODD_OPTION_SET, AT(evidence), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_SCORE, .argument = "PART,...", .word = "all",
		.choices = RUN_EVIDENCE, .standard = "all",
		.help = "parts of the panel that may take part: links, attributes, disagreement, "
			"context, density, size; those that say nothing here are left out anyway"},
	{.name = "without", .type = ODD_OPTION_SET, AT(without), .flags = SET_AND_TOLD,
		.restarts = ODD_RESTARTS_SCORE, .argument = "PART,...", .word = "none",
		.choices = RUN_EVIDENCE, .standard = "none",
		.help = "parts of the panel that are switched off"},
	{.name = "plant", .type = ODD_OPTION_AMOUNTS, AT(plant), .flags = ODD_OPTION_TOLD,
		.restarts = ODD_RESTARTS_RUN, .argument = "WHAT",
		.choices = odd__plant_kinds, .sized = RUN_PLANT_SIZED, .standard = "none",
		.help = "plant outliers: 5% (of the nodes, in equal thirds) or a list such as "
			"structural=45,swap=1%,clique=2x15 of the kinds structural, attribute, "
			"combined, swap, rewire, clique, contextual and placebo, each a number or "
			"a share of the nodes"},
	{.name = "placebo", .type = ODD_OPTION_AMOUNTS, AT(placebo),
		.restarts = ODD_RESTARTS_RUN, .argument = "COUNT", .choices = "placebo",
		.standard = "none",
		.help = "plant placebos beside them: nodes made as outliers are, with nothing odd "
			"about them; a number or a share of the nodes such as 5%"},
	{.name = "contamination", .type = ODD_OPTION_AMOUNTS, AT(contamination),
		.argument = "COUNT", .choices = "odd", .standard = "none",
		.help = "call so many of the first nodes odd, in a column of yes and no; a number "
			"or a share of the nodes such as 5%"},
	{.name = "plant-style", .type = ODD_OPTION_CHOICE, AT(plant_style),
		.flags = ODD_OPTION_TOLD, .restarts = ODD_RESTARTS_RUN,
		.choices = "uniform|local", .standard = "uniform",
		.help = "links inside a class go to any of its nodes, or to nodes near each other"},
	{.name = "plant-seed", .type = ODD_OPTION_SEED, AT(plant_seed), GIVEN(plant_seed_given),
		.flags = ODD_OPTION_TOLD, .restarts = ODD_RESTARTS_RUN, .argument = "S",
		.word = "seed", .standard = "the seed", .help = "seed of the planting alone"},
	{.name = "seed", .letter = 's', .type = ODD_OPTION_SEED, AT(one.seed),
		.flags = SET_AND_TOLD, .restarts = ODD_RESTARTS_RUN, .argument = "S",
		.usual = "42", .help = "seed of everything random"},
	{.name = "threads", .letter = 't', .type = ODD_OPTION_WHOLE, AT(threads),
		.flags = ODD_OPTION_TOLD, .argument = "T", .word = "all", .least = 1, .most = 1024,
		.standard = "all cores", .help = "threads to use; results do not depend on it"},
	{.name = "directed", .type = ODD_OPTION_CHOICE, AT(directed), .flags = ODD_OPTION_TOLD,
		.restarts = ODD_RESTARTS_RUN, .choices = "no|yes|auto", .bare = "yes",
		.standard = "no",
		.help = "links have a direction; --directed=auto: where the file says so"},
	{.name = "projection", .type = ODD_OPTION_CHOICE, AT(projection), .flags = ODD_OPTION_TOLD,
		.restarts = ODD_RESTARTS_MAP, .choices = "pca|tsne", .standard = "pca",
		.help = "how the map and projection.tsv are made"},
	{.name = "project", .type = ODD_OPTION_CHOICE, AT(project), .flags = ODD_OPTION_TOLD,
		.restarts = ODD_RESTARTS_MAP, .choices = "embedding|structure|attributes",
		.standard = "embedding",
		.help = "what they are made of: the embedding, or what links or attributes alone "
			"say"},
	{.name = "map-colour", .type = ODD_OPTION_CHOICE, AT(map_colour), .flags = ODD_OPTION_TOLD,
		.choices = "default|label|kind|score", .standard = "label, else score",
		.help = "what the points of the map are coloured by"},
};
/* clang-format on */
const size_t run_option_count = sizeof run_option_rows / sizeof *run_option_rows;

/* ---- rows --------------------------------------------------------------------------------- */

const odd_option *run_option_find(const char *name, size_t length)
{
	const odd_option *row = odd_option_find(run_option_rows, run_option_count, name, length);
	return row != NULL && (row->flags & ODD_OPTION_SETTABLE) != 0 ? row : NULL;
}

bool run_option_is(const odd_option *row)
{
	return row >= run_option_rows && row < run_option_rows + run_option_count;
}

const odd_option *run_option_settable(size_t i)
{
	for (size_t r = 0; r < run_option_count; r++)
		if ((run_option_rows[r].flags & ODD_OPTION_SETTABLE) != 0 && i-- == 0)
			return &run_option_rows[r];
	return NULL;
}

/* ---- options ------------------------------------------------------------------------------ */

void run_options_init(struct run_options *o)
{
	*o = (struct run_options){.one = ODD_ONE_OPTIONS_INIT};
	odd_options_init(o, run_option_rows, run_option_count);
}

static bool same(const struct run_options *a, const struct run_options *b, odd_option_restarts what)
{
	for (size_t i = 0; i < run_option_count; i++)
		if (run_option_rows[i].restarts == what &&
			!odd_option_same(&run_option_rows[i], a, b))
			return false;
	return true;
}

bool run_options_same_run(const struct run_options *a, const struct run_options *b)
{
	return same(a, b, ODD_RESTARTS_RUN);
}

bool run_options_same_score(const struct run_options *a, const struct run_options *b)
{
	return same(a, b, ODD_RESTARTS_SCORE);
}

odd_one_options run_options_one(const struct run_options *o)
{
	odd_one_options one = o->one;
	one.start_dir = one.start == ODD_START_GIVEN ? o->start_dir : NULL;
	return one;
}

int run_options_score_number(const odd_score *score)
{
	const odd_score *row;
	for (int i = 0; score != NULL && (row = odd_score_get((size_t)i)) != NULL; i++)
		if (row == score)
			return i + 1;
	return 0;
}

const odd_score *run_options_score(const struct run_options *o)
{
	return o->score > 0 ? odd_score_get((size_t)o->score - 1) : NULL;
}

bool run_options_by_evidence(const struct run_options *o)
{
	const odd_score *score = run_options_score(o);
	return (score != NULL ? score : odd_score_of_preset(o->one.preset))->surprise;
}

const double *run_options_weight(const struct run_options *o, double room[ODD_COMPONENTS])
{
	unsigned on = (o->evidence != 0 ? o->evidence : ~0u) & ~o->without;
	if (run_options_by_evidence(o)) {
		for (int t = 0; t < ODD_COMPONENTS; t++)
			room[t] = (on >> t & 1u) != 0 ? 1.0 : 0.0;
		return o->evidence != 0 || o->without != 0 ? room : NULL;
	}
	memcpy(room, o->weight, sizeof o->weight);
	return o->weighted ? room : NULL;
}

odd_status run_options_check_parts(const struct run_options *o, odd_error *err)
{
	unsigned on = (o->evidence != 0 ? o->evidence : RUN_EVIDENCE_ALL) & ~o->without;
	if (!run_options_by_evidence(o))
		return ODD_OK;
	if ((on & RUN_EVIDENCE_ALL) == 0)
		return odd_error_set(err, ODD_EUSAGE, "all parts of the evidence are switched off");
	return ODD_OK;
}

odd_status run_options_check_weights(const struct run_options *o, const char *as, odd_error *err)
{
	if (!run_options_by_evidence(o) || !o->weighted)
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"%s: only the scores one and paper have weights; parts of the score evidence can be "
		"switched off, as in evidence=links,context or without=density",
		as);
}

size_t run_options_iterations(const struct run_options *o)
{
	return o->iterations_given ? o->iterations : odd_default_iterations(o->one.preset);
}

odd_load_options run_options_load(const struct run_options *o, const odd_load_options *table)
{
	odd_load_options load = *table;
	load.directed = o->directed == RUN_DIRECTED;
	load.directed_as_file = o->directed == RUN_DIRECTED_AS_FILE;
	return load;
}

odd_projection_options run_options_projection(const struct run_options *o)
{
	return (odd_projection_options){
		.method = o->projection, .source = o->project, .seed = o->one.seed};
}

odd_status run_options_check_start(const struct run_options *o, const char *as, odd_error *err)
{
	struct stat info;
	if (o->one.start != ODD_START_GIVEN ||
		(stat(o->start_dir, &info) == 0 && S_ISDIR(info.st_mode)))
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"%s: \"%.100s\" is neither one of preset|nmf|svd|random nor a directory with G.npy "
		"H.npy U.npy V.npy",
		as, o->start_dir);
}

/* ---- planting ----------------------------------------------------------------------------- */

bool run_options_plants(const struct run_options *o)
{
	return o->plant.given || o->placebo.given;
}

static odd_status count_kind(odd_plant_options *out, const odd_amounts *amounts, int t,
	odd_kind kind, size_t nodes, const char *as, odd_error *err)
{
	double value = amounts->amount[t], each = 1.0;
	if (kind == ODD_CLIQUE) {
		out->clique_size =
			amounts->size[t] > 0.0 ? (size_t)amounts->size[t] : ODD_PLANT_CLIQUE_SIZE;
		each = amounts->share[t] ? (double)out->clique_size : 1.0;
	}
	if (amounts->share[t])
		value = floor((double)nodes * value / 100.0 / each * (1.0 + 1e-12));
	if (amounts->share[t] && amounts->amount[t] > 0.0 && value < 1.0)
		return odd_error_set(err, ODD_EUSAGE,
			"%s: %s=%g%% of %zu nodes is less than one %s", as, odd_kind_name(kind),
			amounts->amount[t], nodes, kind == ODD_CLIQUE ? "clique" : "node");
	*odd__plant_count_at(out, kind) = (size_t)value;
	return ODD_OK;
}

odd_status run_plant_counts(odd_plant_options *out, const odd_amounts *amounts, size_t nodes,
	const char *as, odd_error *err)
{
	odd_status status = ODD_OK;
	if (amounts->given && amounts->all > 0.0) {
		odd_plant_share(out, nodes, amounts->all);
		if (out->structural == 0)
			return odd_error_set(err, ODD_EUSAGE,
				"%s: %g%% of %zu nodes is less than one node of each kind", as,
				amounts->all, nodes);
	}
	for (int t = 0; amounts->given && t < ODD_AMOUNTS && status == ODD_OK; t++)
		if ((amounts->named & 1u << t) != 0)
			status = count_kind(out, amounts, t, odd__plant_kind[t], nodes, as, err);
	return status;
}

odd_status run_placebo_count(odd_plant_options *out, const odd_amounts *amounts, size_t nodes,
	const char *as, odd_error *err)
{
	return amounts->given ? count_kind(out, amounts, 0, ODD_PLACEBO, nodes, as, err) : ODD_OK;
}

odd_status run_plant_check(
	const odd_plant_options *plant, size_t nodes, const char *as, odd_error *err)
{
	size_t added = plant->structural + plant->attribute + plant->combined + plant->placebo;
	if (added <= run_plant_most(nodes))
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"%s: %zu new nodes are too many for a network of %zu: at most %zu, ten times as "
		"many and a hundred",
		as, added, nodes, run_plant_most(nodes));
}

odd_status run_options_plant(odd_plant_options *out, const struct run_options *o, size_t nodes,
	const char *as, odd_error *err)
{
	*out = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	out->style = o->plant_style;
	out->seed = o->plant_seed_given ? o->plant_seed : o->one.seed;
	odd_status status = run_plant_counts(out, &o->plant, nodes, as, err);
	if (status == ODD_OK)
		status = run_placebo_count(out, &o->placebo, nodes, "--placebo", err);
	return status == ODD_OK ? run_plant_check(out, nodes, as, err) : status;
}

/* ---- as resolved -------------------------------------------------------------------------- */

/* The paper's three always, the others where there are some. */
static odd_amounts told_amounts(const odd_plant_options *planted)
{
	odd_plant_options counts = *planted;
	odd_amounts out = {.given = odd_plant_total(planted) > 0};
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		odd_kind kind = odd__plant_kind[t];
		out.amount[t] = (double)*odd__plant_count_at(&counts, kind);
		if (kind <= ODD_COMBINED || out.amount[t] > 0.0)
			out.named |= 1u << t;
		/* Of size 1 are those of several sizes, counted by their nodes. */
		if (kind == ODD_CLIQUE && out.amount[t] > 0.0 && planted->clique_size > 1)
			out.size[t] = (double)planted->clique_size;
	}
	return out;
}

void run_options_resolve(struct run_options *out, const struct run_options *asked,
	const odd_one *run, const odd_scores *scores, const odd_plant_options *planted)
{
	const odd_one_options *used = odd_one_options_used(run);
	*out = *asked;
	out->one = *used;
	out->one.k = odd_one_look(run).k;
	out->one.start_dir = NULL;
	snprintf(out->start_dir, sizeof out->start_dir, "%s",
		used->start_dir != NULL ? used->start_dir : "");
	out->iterations = run_options_iterations(asked);
	out->iterations_given = true;
	if (scores != NULL) {
		out->score = run_options_score_number(scores->score);
		out->weighted = !scores->score->surprise;
		memcpy(out->weight, scores->weight, sizeof out->weight);
	}
	out->plant_seed_given = true;
	if (planted != NULL) {
		out->plant = told_amounts(planted);
		out->placebo = (odd_amounts){.given = false}; /* it is among the others */
		out->plant_style = planted->style;
		out->plant_seed = planted->seed;
	} else if (!asked->plant_seed_given) {
		out->plant_seed = asked->one.seed;
	}
}
