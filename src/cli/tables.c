/* tables.c: every subcommand and every option, each in one row. */
#include "config.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"

#define ROWS(table) table, sizeof table / sizeof *table

/* clang-format off */
#define ROW_HELP {OPT_HELP, 'h', "help", NULL, NULL, NULL, "show this help"}
#define ROW_QUIET {OPT_QUIET, 'q', "quiet", NULL, NULL, NULL, \
	"no progress and no remarks on stderr"}
#define ROW_SEED(what) {OPT_SEED, 's', "seed", "S", "42", NULL, what}
#define ROW_THREADS {OPT_THREADS, 't', "threads", "T", "all cores", NULL, \
	"threads to use; results do not depend on it"}
#define ROW_DIRECTED {OPT_DIRECTED, 0, "directed", NULL, "off", NULL, "links have a direction"}
#define ROW_OUTPUT(what) {OPT_OUTPUT, 'o', "output", "DIR", NULL, "DIR", what}
#define ROW_FORMAT {OPT_FORMAT, 0, "format", "text|tsv|json", "text", "text tsv json", \
	"how stdout is written"}
#define ROWS_PLANTED(standard) \
	{OPT_PLANT, 0, "plant", "WHAT", standard, "5% structural= attribute= combined=", \
		"plant outliers: 5% (of the nodes, in equal thirds) or " \
		"structural=45,attribute=45,combined=45, each a number or a share of the nodes " \
		"such as 1%"}, \
	{OPT_PLANT_STYLE, 0, "plant-style", "uniform|local", "uniform", "uniform local", \
		"links inside a class go to any of its nodes, or to nodes near each other"}
#define ROWS_PLANTING(standard) \
	ROWS_PLANTED(standard), \
	{OPT_PLANT_SEED, 0, "plant-seed", "S", "the seed", NULL, "seed of the planting alone"}
/* The optimiser and the score. */
#define ROWS_MODEL \
	{OPT_DIMS, 'k', "dims", "K", "3 per community", NULL, "dimensions of the embedding"}, \
	{OPT_ITERATIONS, 'n', "iterations", "N", "40 calibrated, 5 paper", NULL, \
		"iterations of six sub-steps each, at most; 0 ranks by the start alone"}, \
	{OPT_TOLERANCE, 0, "tolerance", "X", "off", NULL, \
		"stop when an iteration lowers the loss by less than this share of it"}, \
	{OPT_SETTLED, 0, "settled", "X", "off", NULL, \
		"stop when less than this share of the top 5 % is new since five iterations ago"}, \
	{OPT_PRESET, 0, "preset", "paper|calibrated", "calibrated", "paper calibrated", \
		"inputs, start, iterations and score as the paper has them, or calibrated ones"}, \
	{OPT_INIT, 0, "init", "nmf|svd|random|DIR", "svd calibrated, nmf paper", \
		"nmf svd random DIR", "how the factors start; DIR holds G.npy H.npy U.npy V.npy"}, \
	{OPT_UPDATE, 0, "update", "coordinate|block", "coordinate", "coordinate block", \
		"solve each sub-step one number at a time, or a whole row or matrix at once"}, \
	{OPT_ALPHA, 0, "alpha", "X", "derived", NULL, "weight of the attributes in the loss"}, \
	{OPT_BETA, 0, "beta", "X", "derived", NULL, "weight of the disagreement in the loss"}, \
	{OPT_MU, 0, "mu", "X", "1", NULL, "what the outlier scores of each kind add up to"}, \
	{OPT_WEIGHTS, 0, "weights", "A,B,C", "derived calibrated, equal paper", NULL, \
		"weights of structure, attributes and disagreement in the score"}
/* How figures look. */
#define ROWS_PICTURES \
	{OPT_FIGURE_FORMAT, 0, "figure-format", "png|svg|pdf", "png", "png svg pdf", \
		"what --figures writes"}, \
	{OPT_SIZE, 0, "size", "WxH", "the figure's own", NULL, \
		"size of the pictures in pixels; with --text alone, in characters"}, \
	{OPT_SCALE, 0, "scale", "X", "1", NULL, "size of letters and lines in the pictures"}, \
	{OPT_THEME, 0, "theme", "light|dark", "light, on a terminal dark", "light dark", \
		"the ground the figures are drawn for"}, \
	{OPT_GLYPHS, 0, "glyphs", "auto|braille|block|ascii", "auto", "auto braille block ascii", \
		"characters --text draws with"}, \
	{OPT_COLOR, 0, "color", "auto|always|never", "auto", "auto always never", \
		"whether --text is coloured"}
/* clang-format on */

/* As in the table of figures; a test compares them. */
#define FIGURE_NAMES "loss map recall scores ranking agreement dashboard"
#define FIGURE_LIST "loss, map, recall, scores, ranking, agreement, dashboard"

/* As in the table of methods; a test compares them. */
#define METHOD_NAMES \
	"one-calibrated one-paper deepwalk node2vec line tadw aane graphsage seano random degree " \
	"attributes pca-forest neighbour-words two-hop-words neighbour-coherence plain"
#define METHOD_LIST \
	"one-calibrated, one-paper, deepwalk, node2vec, line, tadw, aane, graphsage, seano, and " \
	"the controls random, degree, attributes, pca-forest, neighbour-words, two-hop-words, " \
	"neighbour-coherence, plain"

static const struct option_row run_options[] = {
	ROWS_MODEL,
	ROWS_PLANTING("none"),
	ROW_SEED("seed of everything random"),
	ROW_THREADS,
	ROW_DIRECTED,
	ROW_FORMAT,
	{OPT_TOP, 0, "top", "N", "15", NULL, "how many of the oddest nodes text and json list"},
	{OPT_OUTPUT, 'o', "export", "DIR", NULL, "DIR",
		"write scores.tsv embedding.npy embedding.tsv projection.tsv trace.tsv recall.tsv "
		"run.json"},
	{OPT_SAVE_STATE, 0, "save-state", "DIR", NULL, "DIR",
		"write G.npy H.npy U.npy V.npy W.npy O1.npy O2.npy O3.npy, a start for --init"},
	{OPT_FIGURES, 0, "figures", "DIR", NULL, "DIR",
		"draw the figures of the run into a directory"},
	{OPT_FIGURE, 0, "figure", "NAME", "all", FIGURE_NAMES,
		"only this figure: " FIGURE_LIST "; may be given several times"},
	{OPT_TEXT, 0, "text", NULL, NULL, NULL,
		"print the figure (the dashboard unless --figure names others) in characters "
		"instead of the report"},
	{OPT_FRAMES, 0, "frames", "DIR", NULL, "DIR",
		"draw the dashboard (or the figure named) after every iteration: 0000.png, "
		"0001.png and so on"},
	{OPT_PROJECTION, 0, "projection", "pca|tsne", "pca", "pca tsne",
		"how the map and projection.tsv are made"},
	{OPT_PROJECT, 0, "project", "embedding|structure|attributes", "embedding",
		"embedding structure attributes",
		"what they are made of: the embedding, or what links or attributes alone say"},
	{OPT_MAP_COLOUR, 0, "map-colour", "label|kind|score", "label, else score",
		"label kind score", "what the points of the map are coloured by"},
	ROWS_PICTURES,
	{OPT_REQUIRE, 0, "require", "EXPR", NULL, NULL,
		"exit with 5 unless it holds: recall@5>=0.6, auc>=0.9, recall@10.structural>=0.5; "
		"may be given several times"},
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row compare_options[] = {
	{OPT_METHODS, 0, "methods", "A,B,C", "all", METHOD_NAMES, "what to compare: " METHOD_LIST},
	{OPT_TASKS, 0, "tasks", "A,B,C", "all", "outliers classification clustering",
		"what to measure: outliers, classification, clustering"},
	{OPT_SEEDS, 0, "seeds", "N", "5", NULL,
		"how many times to plant anew and run every method"},
	{OPT_REPEATS, 0, "repeats", "N", "10", NULL,
		"random splits of the labels for each share learnt from"},
	{OPT_SET, 0, "set", "METHOD.OPTION=VALUE", NULL, NULL,
		"change a setting of a method; may be given several times"},
	{OPT_DIMS, 'k', "dims", "K", "3 per community", NULL, "dimensions of the embeddings"},
	ROWS_PLANTED("5%; none where outliers are known"),
	ROW_SEED("the first seed; the others follow it"),
	ROW_THREADS,
	ROW_DIRECTED,
	ROW_FORMAT,
	{OPT_OUTPUT, 'o', "export", "DIR", NULL, "DIR",
		"write comparison.tsv and comparison.json, and every finished cell into DIR/cells, "
		"from where a comparison that was interrupted goes on"},
	{OPT_FIGURES, 0, "figures", "DIR", NULL, "DIR",
		"draw recall, F1 and clustering of all methods into a directory"},
	{OPT_TEXT, 0, "text", NULL, NULL, NULL,
		"print these figures in characters instead of the report"},
	ROWS_PICTURES,
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row explain_options[] = {
	{OPT_NODE, 0, "node", "ID", NULL, NULL, "explain this node; may be given several times"},
	{OPT_KNOWN, 0, "known", NULL, NULL, NULL,
		"explain every outlier that is known, planted now or marked in the data"},
	{OPT_TOP, 0, "top", "N", "3 unless others are asked for", NULL,
		"explain the N oddest nodes"},
	{OPT_LIST, 0, "list", "N", "5", NULL,
		"how many links, words and near nodes are listed for each"},
	ROWS_MODEL,
	ROWS_PLANTING("none"),
	ROW_SEED("seed of everything random"),
	ROW_THREADS,
	ROW_DIRECTED,
	ROW_FORMAT,
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row plant_options[] = {
	ROW_OUTPUT("directory for the seeded copy, made when missing"),
	ROWS_PLANTING("5%"),
	ROW_SEED("seed of everything random"),
	ROW_DIRECTED,
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row info_options[] = {
	ROW_DIRECTED,
	ROW_FORMAT,
	ROW_SEED("seed of the search for communities, where there are no labels"),
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row convert_options[] = {
	ROW_OUTPUT("directory for the copy, made when missing"),
	ROW_DIRECTED,
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row generate_options[] = {
	ROW_OUTPUT("directory for the network, made when missing"),
	{OPT_NODES, 0, "nodes", "N", "1000", NULL, "number of nodes"},
	{OPT_EDGES, 0, "edges", "M", "5 per node", NULL, "number of links"},
	{OPT_ATTRIBUTES, 0, "attributes", "D", "suits the nodes", NULL,
		"number of words there are"},
	{OPT_WORDS, 0, "words", "W", "12", NULL, "mean number of words of a node"},
	{OPT_COMMUNITIES, 0, "communities", "C", "suits the nodes", NULL, "number of communities"},
	{OPT_MIXING, 0, "mixing", "X", "0.15", NULL, "share of links that leave the community"},
	{OPT_NOISE, 0, "noise", "X", "0.15", NULL, "share of words taken from other topics"},
	{OPT_WEIGHTED, 0, "weighted", NULL, "off", NULL, "links have weights"},
	ROW_SEED("seed of everything random"),
	ROW_QUIET,
	ROW_HELP,
};

static const struct option_row explore_options[] = {
	{OPT_EXECUTE, 'e', "execute", "COMMAND", NULL, NULL,
		"run a command of the explorer once the network is open, such as 'plant 5%'; may be "
		"given several times"},
	{OPT_LESSON, 0, "lesson", "NAME", NULL, NULL,
		"begin with a guided tour, by its name or file; T lists them inside"},
	ROW_DIRECTED,
	{OPT_GLYPHS, 0, "glyphs", "auto|braille|block|ascii", "auto", "auto braille block ascii",
		"characters that curves and maps are drawn with"},
	{OPT_COLOR, 0, "color", "auto|always|never", "auto", "auto always never",
		"whether to use colours; never leaves bold and reverse"},
	{OPT_THEME, 0, "theme", "light|dark", "dark", "light dark", "the ground the terminal has"},
	{OPT_NO_CONFIG, 0, "no-config", NULL, NULL, NULL,
		"neither read nor write oddone.conf, history and recent networks"},
	{OPT_DEFAULT_CONFIG, 0, "default-config", NULL, NULL, NULL,
		"print what oddone.conf would have to say to change nothing, and end"},
	{OPT_SCRIPT, 0, "script", "FILE", NULL, "DIR",
		"drive the explorer by a file of commands and keys, without a terminal, on a "
		"screen of COLUMNS by LINES characters"},
	ROW_HELP,
};

static const struct option_row play_options[] = {
	{OPT_BATCH, 'b', "batch", NULL, NULL, NULL,
		"play without the explorer, also on a terminal: commands and what they did on "
		"stderr, where it ended on stdout"},
	{OPT_WAIT, 'w', "wait", "S", "0.3", NULL, "seconds between the commands in the explorer"},
	ROW_THREADS,
	{OPT_GLYPHS, 0, "glyphs", "auto|braille|block|ascii", "auto", "auto braille block ascii",
		"characters that curves and maps are drawn with"},
	{OPT_COLOR, 0, "color", "auto|always|never", "auto", "auto always never",
		"whether to use colours; never leaves bold and reverse"},
	{OPT_THEME, 0, "theme", "light|dark", "dark", "light dark", "the ground the terminal has"},
	{OPT_NO_CONFIG, 0, "no-config", NULL, NULL, NULL,
		"neither read nor write oddone.conf, history and recent networks"},
	ROW_QUIET,
	ROW_HELP,
};

const struct command commands[] = {
	{"explore", "[NETWORK] [options]", "the interactive explorer; also oddone [NETWORK]",
		"Open the explorer: step the optimiser while the loss draws itself, plant outliers, "
		"watch ranking, recall and map, and export every picture. Inside, ? helps. "
		"oddone-commands(7) has all keys and commands.",
		{"oddone explore town", "oddone explore cora/ -e 'plant 5%' -e play"},
		{"the bundled sample; the same as: oddone town",
			"plant outliers into your own and begin at once"},
		ROWS(explore_options), NETWORK_MAYBE, false, sub_explore},
	{"run", "NETWORK [options]", "plant, fit, score, evaluate, export",
		"Fit ONE to an attributed network and rank its nodes from the oddest on. With "
		"outliers planted, or known from the data, the report says how many of them "
		"were found.",
		{"oddone run town", "oddone run cora/ --plant 5% --format json -o results/"},
		{"rank the bundled sample, whose outliers are known",
			"plant outliers into your own; JSON to stdout, files to results/"},
		ROWS(run_options), NETWORK_NEEDED, false, sub_run},
	{"explain", "NETWORK [--node ID] [options]", "why is this node odd?",
		"Fit as run does, and tell of single nodes why they rank where they do: how odd "
		"their links, their words and the two together are, where links lead and words "
		"come from, what the model explains worst, and which nodes are near.",
		{"oddone explain town --top 1", "oddone explain cora/ --node 31336 --format json"},
		{"the oddest node of the bundled sample", "one node of your own network, as JSON"},
		ROWS(explain_options), NETWORK_NEEDED, false, sub_explain},
	{"compare", "NETWORK [options]", "ONE beside other methods, several seeds",
		"Plant outliers, run every method on the same network, and measure what each is good "
		"for: finding the outliers, classes of nodes, clusters. Repeated with other seeds; "
		"the table has means and standard deviations, never the best of several.",
		{"oddone compare town --methods one-calibrated,aane,degree --seeds 2",
			"oddone compare cora/ --plant 5% -o results/"},
		{"two methods and a control on the bundled sample",
			"everything; can be interrupted and taken up again"},
		ROWS(compare_options), NETWORK_NEEDED, false, sub_compare},
	{"plant", "NETWORK -o DIR [options]", "write a seeded copy with its truth",
		"Copy a network with outliers planted into it, in oddone text: NAME.nodes, "
		"NAME.edges and NAME.truth, which says which nodes were planted and of what "
		"kind.",
		{"oddone plant cora/ -o seeded/",
			"oddone plant town -o odd/ --plant structural=30 -s 7"},
		{"5 % of the nodes, a third of each kind",
			"thirty structural outliers, another seed"},
		ROWS(plant_options), NETWORK_NEEDED, true, sub_plant},
	{"play", "LOG [NAME=VALUE...] [options]", "run the commands of a log again",
		"Replay what was saved in the explorer with :log save, or written by hand: exactly, on "
		"the network it was made of, or on another one, which data=NETWORK names. Other "
		"{names} in the log take their values in the same way.",
		{"oddone play lesson.oddlog", "oddone play lesson.oddlog data=cora/ --batch"},
		{"watch it in the explorer, command after command",
			"the same commands on another network, without a screen"},
		ROWS(play_options), LOG_NEEDED, false, sub_play},
	{"info", "NETWORK|PICTURE [options]", "what is in a network, or how a picture was made",
		"Describe a network: size, degrees, words, components, classes, known outliers, "
		"what was left out while loading, and the memory a run would take. Of a PNG "
		"drawn by oddone: the command that makes it again, the data and the options.",
		{"oddone info town", "oddone info figures/map.png"},
		{"the bundled sample", "how that picture was made"}, ROWS(info_options),
		NETWORK_NEEDED, false, sub_info},
	{"convert", "NETWORK -o DIR [options]", "to oddone text",
		"Write a network of any format that can be read as oddone text: NAME.nodes, "
		"NAME.edges and, when outliers are known, NAME.truth.",
		{"oddone convert Disney.mat -o disney/",
			"oddone convert web.graphml --directed -o web/"},
		{"from MATLAB", "keep the direction of the links"}, ROWS(convert_options),
		NETWORK_NEEDED, true, sub_convert},
	{"generate", "-o DIR [options]", "a synthetic attributed network of any size",
		"Make a network with communities of uneven size, heavy-tailed degrees and words "
		"that follow the communities, in oddone text. The seed decides everything.",
		{"oddone generate -o small/",
			"oddone generate -o big/ --nodes 1000000 --edges 5000000"},
		{"a thousand nodes", "a million nodes, five million links"}, ROWS(generate_options),
		NETWORK_NONE, true, sub_generate},
};
const size_t command_count = sizeof commands / sizeof *commands;

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}
