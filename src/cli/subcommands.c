/* subcommands.c: every subcommand, and the options that are the command line's own. */
#include "config.h"

#include <string.h>

#include "cli/work.h"
#include "cli/options.h"
#include "baseline/compare.h"
#include "baseline/method.h"
#include "report/exports.h"

#define ROWS(table) table, sizeof table / sizeof *table
#define AT(field) .offset = offsetof(struct settings, field)
#define COUNT_MOST 4294967293.0 /* nodes are numbered by 32 bits */

/* ---- names from other tables -------------------------------------------------------------- */

static const char *figure_name(size_t i)
{
	const struct figure *figure = figure_get(i);
	return figure != NULL ? figure->name : NULL;
}

static const char *method_name(size_t i)
{
	const odd_method *method = odd_method_get(i);
	return method != NULL ? method->name : NULL;
}

static const char *row_name(size_t i)
{
	odd_method row;
	return odd_battery_row(&row, i) ? row.name : NULL;
}

static const char *task_name(size_t i)
{
	return i < ODD_TASKS ? odd_task_name((odd_task)i) : NULL;
}

/* ---- options ------------------------------------------------------------------------------ */

/* clang-format off */
#define FLAG(name_, field, help_) {.name = name_, .type = ODD_OPTION_FLAG, AT(field), .help = help_}
#define DIR(name_, field, help_) \
	{.name = name_, .type = ODD_OPTION_TEXT, AT(field), .argument = "DIR", .help = help_}
#define COLUMN(name_, field, argument_, help_) \
	{.name = name_, .type = ODD_OPTION_TEXT, AT(field), .argument = argument_, .help = help_}
#define COUNT(name_, field, argument_, least_, usual_, standard_, help_) \
	{.name = name_, .type = ODD_OPTION_WHOLE, AT(field), .argument = argument_, \
		.least = least_, .most = COUNT_MOST, .usual = usual_, .standard = standard_, \
		.help = help_}
#define SHARE(name_, field, standard_, help_) \
	{.name = name_, .type = ODD_OPTION_REAL, AT(field), .argument = "X", .most = 1.0, \
		.standard = standard_, .help = help_}

const odd_option cli_option_rows[] = {
	{.name = "help", .letter = 'h', .type = ODD_OPTION_FLAG, AT(help), .help = "show this help"},
	{.name = "quiet", .letter = 'q', .type = ODD_OPTION_FLAG, AT(quiet),
		.help = "no progress and no remarks on stderr"},
	{.name = "output", .letter = 'o', .type = ODD_OPTION_TEXT, AT(output), .argument = "DIR",
		.help = "directory for the network, made when missing"},
	{.name = "export", .letter = 'o', .type = ODD_OPTION_TEXT, AT(output), .argument = "DIR",
		.help = "write scores.tsv embedding.npy embedding.tsv projection.tsv trace.tsv "
			"recall.tsv run.json"},
	{.name = "export-format", .type = ODD_OPTION_TEXT, AT(export_format),
		.argument = "A,B,C", .names = export_format_name, .standard = "none",
		.help = "write for other programs, too: network.graphml, or nodes.csv and edges.csv, "
			"with score, rank, parts, community and place of each node; vectors.tsv and "
			"metadata.tsv for the Embedding Projector"},
	{.name = "judgments", .type = ODD_OPTION_TEXT, AT(judgments), .argument = "FILE",
		.help = "which nodes you call odd or not: lines of an id, a tab, and \"odd\" or \"not "
			"odd\"; parts of the panel that brought up nodes which are not odd weigh less, "
			"and lists of nodes have them as a column"},
	COLUMN("id", table.id, "COLUMN", "the column of a table by which nodes are called"),
	COLUMN("name", table.title, "COLUMN",
		"the column with names of nodes for people to read, shown beside their ids"),
	COLUMN("label", table.label, "COLUMN", "the column that holds the classes"),
	{.name = "columns", .type = ODD_OPTION_TEXT, AT(table.attributes),
		.argument = "A,B,C*", .help = "only these columns become attributes; --attributes says the same"},
	COLUMN("ignore", table.ignore, "A,B,C*", "these columns do not become attributes"),
	COLUMN("type", table.types, "COLUMN=TYPE",
		"take a column for a number, category, text, list, date, yes/no, count or id; several "
		"are separated by commas"),
	COLUMN("source", table.source, "COLUMN", "the column of a table of links they come from"),
	COLUMN("target", table.target, "COLUMN", "the column of a table of links they go to"),
	COLUMN("weight", table.weight, "COLUMN", "the column or attribute with the weight of links"),
	COLUMN("separator", table.separator, "C",
		"the character between the cells of a table, or tab"),
	COLUMN("time", time, "COLUMN",
		"the column of a table of links that tells when, a number or a date; a node is there at "
		"the times at which it has a link"),
	{.name = "windows", .type = ODD_OPTION_TEXT, AT(windows), .argument = "each|yearly|N",
		.standard = "each", .help = "what of --time makes a time: each value, each year, or N "
			"stretches of equal length"},
	FLAG("cold", cold, "start anew at every time instead of going on from the one before, to compare"),
	{.name = "multi", .type = ODD_OPTION_CHOICE, AT(table.multi), .choices = "max|sum|count",
		.standard = "max", .help = "what weighs a link that is listed again"},
	{.name = "format", .type = ODD_OPTION_CHOICE, AT(format), .choices = "text|tsv|json",
		.standard = "text", .help = "how stdout is written"},
	{.name = "top", .type = ODD_OPTION_WHOLE, AT(top), .argument = "N", .most = COUNT_MOST,
		.given = offsetof(struct settings, top_given), .usual = "15",
		.help = "how many of the oddest nodes text and json list"},
	{.name = "certainty", .type = ODD_OPTION_WHOLE, AT(certainty), .argument = "N",
		.most = 1000, .usual = "0", .standard = "off",
		.help = "fit and rank N times more, with other dimensions and starts, and tell the "
			"least and the largest rank of each node"},
	{.name = "html", .type = ODD_OPTION_TEXT, AT(html), .argument = "FILE",
		.help = "write a page for a browser, one file that needs no other: the ranking to sort "
			"and search, the map, why the first nodes are odd, figures and options"},
	COUNT("parts", parts, "N", 0, "0", "one network",
		"lay the network out in N pieces, a community's nodes together, for mpirun -n N oddone run"),
	DIR("save-state", save_state, "write G.npy H.npy U.npy V.npy W.npy O1.npy O2.npy O3.npy, a "
		"start for --init, and with them network and options, a model for oddone score"),

	/* figures */
	DIR("figures", figures.dir, "draw the figures of the run into a directory"),
	{.name = "figure", .type = ODD_OPTION_LIST, .argument = "NAME", .names = figure_name,
		.standard = "all", .help = "only this figure, may be given several times"},
	FLAG("text", figures.text, "print the figure (the dashboard unless --figure names others) "
		"in characters instead of the report"),
	{.name = "record", .type = ODD_OPTION_TEXT, AT(record), .argument = "FILE",
		.help = "play off-screen and write the screen as an animated GIF"},
	{.name = "figure-format", .type = ODD_OPTION_CHOICE, AT(figures.format),
		.choices = "png|svg|pdf", .standard = "png", .help = "what --figures writes"},
	{.name = "size", .type = ODD_OPTION_EXTENT, AT(figures.size), .argument = "WxH",
		.least = 12, .most = 20000, .standard = "the figure's own",
		.help = "size of the pictures in pixels; with --text alone, in characters"},
	{.name = "scale", .type = ODD_OPTION_REAL, AT(figures.scale), .argument = "X",
		.least = 0.25, .most = 16, .usual = "1",
		.help = "size of letters and lines in the pictures"},
	FLAG("slide", figures.slide, "pictures for a talk: letters half as large again, fewer rows and "
		"panels"),
	{.name = "color", .type = ODD_OPTION_CHOICE, AT(figures.colour),
		.choices = "auto|always|never", .standard = "auto",
		.help = "whether --text is coloured"},
	{.name = "require", .type = ODD_OPTION_LIST, .argument = "EXPR",
		.help = "exit with 5 unless it holds: recall@5>=0.6, auc>=0.9, "
			"recall@10.structural>=0.5, placebo-auc>=0.8; may be given several times"},

	FLAG("force", run.one.anyway, "run also when the memory it takes is more than there is"),
	FLAG("estimate", estimate, "tell only the memory of a run, and whether there is as much"),

	/* a comparison, an explanation */
	{.name = "methods", .type = ODD_OPTION_TEXT, AT(methods), .argument = "A,B,C",
		.names = method_name, .standard = "all", .help = "what to compare"},
	{.name = "tasks", .type = ODD_OPTION_TEXT, AT(tasks), .argument = "A,B,C",
		.names = task_name, .standard = "outliers,classification,clustering",
		.help = "what to measure; battery is what oddone battery does"},
	{.name = "scores", .type = ODD_OPTION_TEXT, AT(scores), .argument = "A,B,C",
		.names = row_name, .standard = "all",
		.help = "the scores and plain read-outs to measure"},
	{.name = "rounds", .type = ODD_OPTION_TEXT, AT(rounds), .argument = "N,N,...",
		.standard = "those of the preset",
		.help = "measure each score after so many iterations of ONE, a row for each number; "
			"--iterations says the same"},
	FLAG("recall", recall, "tables of recall in the first 5 and 10 % of the ranking too"),
	{.name = "seeds", .type = ODD_OPTION_TEXT, AT(seeds), .argument = "N|A-B", .usual = "5",
		.help = "how many times to plant anew and run every method, the seeds following "
			"--seed; or from one seed to another, as in 201-210"},
	COUNT("repeats", repeats, "N", 1, "10", NULL,
		"random splits of the labels for each share learnt from"),
	{.name = "set", .type = ODD_OPTION_LIST, .argument = "METHOD.OPTION=VALUE",
		.help = "change a setting of a method; may be given several times"},
	{.name = "node", .type = ODD_OPTION_LIST, .argument = "ID",
		.help = "explain this node; may be given several times"},
	FLAG("known", known, "explain every outlier or placebo that is known, planted now or marked in the data"),
	COUNT("list", list, "N", 0, "5", NULL,
		"how many links, words and near nodes are listed for each"),

	/* a network made to measure */
	COUNT("nodes", generate.nodes, "N", 1, NULL, "1000", "number of nodes"),
	COUNT("edges", generate.edges, "M", 1, NULL, "5 per node", "number of links"),
	COUNT("attributes", generate.attributes, "D", 1, NULL, "suits the nodes",
		"number of words there are"),
	{.name = "words", .type = ODD_OPTION_REAL, AT(generate.words), .argument = "W",
		.most = 1e9, .standard = "12", .help = "mean number of words of a node"},
	COUNT("communities", generate.communities, "C", 1, NULL, "suits the nodes",
		"number of communities"),
	SHARE("mixing", generate.mixing, "0.15", "share of links that leave the community"),
	SHARE("noise", generate.noise, "0.15", "share of words taken from other topics"),
	{.name = "node-table", .spelling = "nodes", .type = ODD_OPTION_TEXT, AT(nodes_file),
		.argument = "FILE", .help = "the table of nodes, of any name, in place of a network"},
	{.name = "edge-table", .spelling = "edges", .type = ODD_OPTION_TEXT, AT(table.edges),
		.argument = "FILE", .help = "the table of links, of any name"},
	{.name = "links", .type = ODD_OPTION_TEXT, AT(table.links),
		.argument = "nearest=N|column=NAME",
		.help = "make links for a table without any: of each node with the N most like it, "
			"or between nodes with the same value in a column"},
	{.name = "weighted", .type = ODD_OPTION_FLAG, AT(generate.weighted), .standard = "off",
		.help = "links have weights"},
	COUNT("numbers", generate.numbers, "D", 0, NULL, "0",
		"columns of numbers in place of words"),
	{.name = "unrelated", .type = ODD_OPTION_FLAG, AT(generate.unrelated), .standard = "off",
		.help = "attributes have nothing to do with links"},
	{.name = "degrees", .type = ODD_OPTION_CHOICE, AT(generate.degrees),
		.choices = "tailed|even|heavy", .usual = "tailed",
		.help = "how unlike the numbers of links of the nodes are"},

	/* explorer and replay */
	{.name = "execute", .letter = 'e', .type = ODD_OPTION_LIST, .argument = "COMMAND",
		.help = "run a command of the explorer once the network is open, such as "
			"'plant 5%'; may be given several times"},
	{.name = "lesson", .type = ODD_OPTION_TEXT, AT(lesson), .argument = "NAME",
		.help = "begin with a guided tour, by its name or file; T lists them inside"},
	{.name = "answers", .type = ODD_OPTION_TEXT, AT(answers), .argument = "FILE",
		.help = "collect the answers of a class: each is a line of this file and a bar on the "
			"page, and Enter shows the result"},
	FLAG("continue", resume,
		"go on with the last session, as it was when it was left, or when it was ended "
		"by anything else"),
	FLAG("no-config", no_config,
		"neither read nor write oddone.conf, remembered settings, history, recent networks and sessions"),
	FLAG("default-config", default_config,
		"print what oddone.conf would have to say to change nothing, and end"),
	{.name = "script", .type = ODD_OPTION_TEXT, AT(script), .argument = "FILE",
		.help = "drive the explorer by a file of commands and keys, without a terminal, on "
			"a screen of COLUMNS by LINES characters"},
	{.name = "batch", .letter = 'b', .type = ODD_OPTION_FLAG, AT(batch),
		.help = "play without the explorer, also on a terminal: commands and what they did "
			"on stderr, where it ended on stdout"},
	{.name = "pdf", .letter = 'o', .type = ODD_OPTION_TEXT, AT(pdf), .argument = "FILE.pdf",
		.standard = "the tour's name, in the working directory",
		.help = "the file to write"},
	FLAG("notes", notes, "print the notes for the teacher, too"),
	FLAG("allow-writes", allow_writes,
		"let logs, tours and sourced files write, replace and bind whatever they say"),
	{.name = "wait", .letter = 'w', .type = ODD_OPTION_REAL, AT(wait), .argument = "S",
		.most = 3600, .usual = "0.3",
		.help = "seconds between the commands in the explorer"},
};
/* clang-format on */
const size_t cli_option_count = sizeof cli_option_rows / sizeof *cli_option_rows;

/* ---- what each subcommand takes ----------------------------------------------------------- */

/* clang-format off */
#define MODEL "dims", "iterations", "tolerance", "preset", "init", "update", "u-step", "o-step", "alpha", \
	"beta", "mu", "score", "weights", "evidence", "without"
#define PLANTING "plant", "placebo", "plant-style", "plant-seed"
#define TABLES "node-table", "edge-table", "links", "id", "name", "label", "columns", "ignore", "type", "source", "target", "weight", \
	"separator", "multi"
#define PICTURES "figure-format", "size", "scale", "slide", "theme", "glyphs", "color"
#define SCREEN "glyphs", "color", "theme", "no-config"

static const char *const run_uses[] = {MODEL, PLANTING, "seed", "threads", "directed", TABLES,
	"format", "top", "certainty", "contamination", "judgments", "export", "export-format", "save-state", "html", "figures", "figure", "text",
	"projection",
	"project", "map-colour", PICTURES, "require", "force", "quiet", "help"};
static const char *const compare_uses[] = {"methods", "tasks", "seeds", "repeats", "set", "dims",
	"plant", "placebo", "plant-style", "seed", "threads", "directed", TABLES, "format",
	"export", "figures", "text", PICTURES, "quiet", "help"};
static const char *const battery_uses[] = {"seeds", "scores", "rounds", "without", "recall", "set", "dims",
	"seed", "threads", "directed", "format", "export", "figures", "text",
	PICTURES, "quiet", "help"};
static const char *const explain_uses[] = {"node", "known", "top", "list", "certainty", MODEL, PLANTING, "seed",
	"threads", "directed", TABLES, "format", "figures", "text", PICTURES, "force",
	"quiet", "help"};
static const char *const plant_uses[] = {
	"output", PLANTING, "seed", "directed", TABLES, "quiet", "help"};
static const char *const info_uses[] = {"estimate", "dims", "preset",
	"directed", TABLES, "format", "seed", "quiet", "help"};
static const char *const convert_uses[] = {
	"output", "parts", "directed", TABLES, "quiet", "help"};
static const char *const generate_uses[] = {"output", "nodes", "edges", "attributes", "words",
	"communities", "mixing", "noise", "weighted", "numbers", "unrelated", "degrees", PLANTING,
	"seed", "quiet", "help"};
static const char *const explore_uses[] = {
	"execute", "lesson", "answers", "continue", "directed", TABLES, SCREEN, "default-config", "script", "output",
	"allow-writes", "help"};
static const char *const score_uses[] = {"format", "top", "contamination", TABLES, "threads", "quiet",
	"help"};
static const char *const times_uses[] = {"time", "windows", "cold", "dims", "iterations", "tolerance",
	"preset", "update", "alpha", "beta", "mu", "score", "weights", "evidence", "without", "seed", "threads",
	"directed", TABLES, "format", "top", "contamination", "export", "figures", "text",
	PICTURES, "force", "quiet", "help"};
static const char *const play_uses[] = {"batch", "wait", "record", "size", "scale",
	"output", "allow-writes", "threads", SCREEN, "quiet", "help"};

static const char *const tour_uses[] = {"answers", "threads", "allow-writes", SCREEN, "quiet", "help"};

static const char *const handout_uses[] = {"pdf", "html", "notes", "theme", "threads", "allow-writes",
	"quiet", "help"};

/* Where an option of a subcommand is more special than its row says. */
const struct option_words option_words[] = {
	{"run compare battery explain", "theme", "the ground the figures are drawn for",
		"light, on a terminal dark"},
	{"run compare battery explain times", "glyphs", "characters --text draws with", NULL},
	{"explore play", "glyphs", "characters that curves and maps are drawn with", NULL},
	{"explore play", "output", "directory below which played files write, instead of the "
		"working directory; made when missing", NULL},
	{"explore play", "color", "whether to use colours; never leaves bold and reverse", NULL},
	{"play", "size", "size of the screen that --record draws, in characters", "110x32"},
	{"handout", "html", "write one page for a browser instead of a PDF: text, equations, figures and "
		"a run to step through", NULL},
	{"handout", "theme", "the ground the sheets are drawn for", "light"},
	{"play", "scale", "size of the letters that --record draws; 1 is cells of 9 by 18 pixels",
		NULL},
	{"compare battery", "dims", "dimensions of the embeddings", NULL},
	{"compare", "plant", NULL, "5%; none where outliers are known"},
	{"compare battery", "seed", "the first seed; the others follow it", NULL},
	{"battery", "seeds", "how many times to plant each kind anew, the seeds following --seed; "
		"or from one seed to another, as in 201-210", "10"},
	{"battery", "set", "change a setting of a row, such as evidence.iterations=80; may be "
		"given several times", NULL},
	{"battery", "without", "measure the panel without these parts too, in a row of its own",
		NULL},
	{"battery", "figures", "draw the table into a directory", NULL},
	{"battery", "text", "print the figure in characters instead of the report", NULL},
	{"compare battery", "export", "write comparison.tsv and comparison.json, and every finished cell "
		"into DIR/cells, from where a comparison that was interrupted goes on", NULL},
	{"compare", "figures", "draw recall, F1 and clustering of all methods into a directory",
		NULL},
	{"explain", "figures", "draw a page of each of the nodes into a directory: 1-ID.png, 2-ID.png "
		"and so on, in the order of the report", NULL},
	{"explain", "text", "print these pages in characters instead of the report", NULL},
	{"compare", "text", "print these figures in characters instead of the report", NULL},
	{"times", "export", "write times.tsv, the rank of every node at every time, became.tsv, the nodes "
		"that became odd, and times.json", NULL},
	{"times", "figures", "draw the ranks over time into a directory", NULL},
	{"times", "text", "print that figure in characters instead of the report", NULL},
	{"times", "top", "how many of the nodes that became odd text and json list", NULL},
	{"times", "contamination", "how much of the ranking is called odd", "5%"},
	{"times", "tolerance", NULL, "0.0001, unless iterations are named"},
	{"times", "iterations", "iterations of each time, at most", "100"},
	{"times", "theme", "the ground the figure is drawn for", "light, on a terminal dark"},
	{"explain", "top", "explain the N oddest nodes", "3 unless others are asked for"},
	{"plant", "output", "directory for the seeded copy, made when missing", NULL},
	{"plant", "plant", NULL, "5%"},
	{"info", "seed", "seed of the search for communities, where there are no labels", NULL},
	{"convert", "output", "directory for the copy, made when missing", NULL},
};
/* clang-format on */
const size_t option_word_count = sizeof option_words / sizeof *option_words;

const struct command commands[] = {
	{"explore", "[NETWORK] [options]", "the interactive explorer; also oddone [NETWORK]",
		"Open the explorer: step the optimiser while the loss draws itself, plant outliers, "
		"watch ranking, recall and map, and export every picture. Inside, ? helps. "
		"oddone-commands(7) has all keys and commands.",
		{"oddone explore town", "oddone explore cora/ -e 'plant 5%' -e play"},
		{"the bundled sample; the same as: oddone town",
			"plant outliers into your own and begin at once"},
		ROWS(explore_uses), NETWORK_MAYBE, false, sub_explore},
	{"run", "NETWORK [options]", "plant, fit, score, evaluate, export",
		"Fit ONE to an attributed network and rank its nodes from the oddest on. With "
		"outliers planted, or known from the data, the report says how many of them "
		"were found.",
		{"oddone run town", "oddone run cora/ --plant 5% --format json -o results/"},
		{"rank the bundled sample, whose outliers are known",
			"plant outliers into your own; JSON to stdout, files to results/"},
		ROWS(run_uses), NETWORK_NEEDED, false, sub_run},
	{"explain", "NETWORK [--node ID] [options]", "why is this node odd?",
		"Fit as run does, and tell of single nodes why they rank where they do: how odd "
		"their links, their words and the two together are, where links lead and words "
		"come from, what the model explains worst, and which nodes are near.",
		{"oddone explain town --top 1", "oddone explain cora/ --node 31336 --format json"},
		{"the oddest node of the bundled sample", "one node of your own network, as JSON"},
		ROWS(explain_uses), NETWORK_NEEDED, false, sub_explain},
	{"compare", "NETWORK [options]", "ONE beside other methods, several seeds",
		"Plant outliers, run every method on the same network, and measure what each is good "
		"for: finding the outliers, classes of nodes, clusters. Repeated with other seeds; "
		"the table has means and standard deviations, never the best of several.",
		{"oddone compare town --methods one-calibrated,aane,degree --seeds 2",
			"oddone compare cora/ --plant 5% -o results/"},
		{"two methods and a control on the bundled sample",
			"everything; can be interrupted and taken up again"},
		ROWS(compare_uses), NETWORK_NEEDED, false, sub_compare},
	{"battery", "NETWORK [options]", "every score on outliers of every kind",
		"Plant outliers of one kind after the other, fit ONE, read out every score of the "
		"table, and measure each beside plain read-outs that have no model: the AUC on "
		"outliers planted by the paper's protocol, on nodes with exchanged words, moved "
		"links, cliques and far words, and of odd nodes against placebos, which are made "
		"in the same way with nothing odd about them. What tells oddness from having been "
		"made.",
		{"oddone battery town --seeds 2",
			"oddone battery cora/ --seeds 201-210 -o results/"},
		{"the bundled sample, quickly",
			"ten seeds of your own network; can be interrupted and taken up again"},
		ROWS(battery_uses), NETWORK_NEEDED, false, sub_battery},
	{"plant", "NETWORK -o DIR [options]", "write a seeded copy with its truth",
		"Copy a network with outliers planted into it, in oddone text: NAME.nodes, "
		"NAME.edges and NAME.truth, which says which nodes were planted and of what "
		"kind.",
		{"oddone plant cora/ -o seeded/",
			"oddone plant town -o odd/ --plant structural=30 -s 7"},
		{"5 % of the nodes, a third of each kind",
			"thirty structural outliers, another seed"},
		ROWS(plant_uses), NETWORK_NEEDED, true, sub_plant},
	{"score", "MODEL NEW [options]", "place new nodes with a saved run",
		"Rank nodes that a run has not seen among those it has, without fitting it again. "
		"MODEL is the directory that oddone run --save-state wrote. NEW is a network with "
		"the new nodes and their links, to each other and to the old ones, which are known "
		"by their ids; what it says of old nodes themselves is passed over.",
		{"oddone run cora/ --save-state model/", "oddone score model/ new/ --format tsv"},
		{"fit once, and keep the run", "rank what has come since"}, ROWS(score_uses),
		MODEL_NEEDED, false, sub_score},
	{"times", "NETWORKS [options]", "a network at several times: who became odd, and when",
		"Fit ONE to the networks of several times, each going on from where the one before "
		"came to, and tell which nodes became odd, and when. NETWORKS is a directory with one "
		"network for each time, in the order of their names, each a directory or a file; or, "
		"with --time, a network whose table of links has a column of times. Nodes are the same "
		"where their ids are, attributes where their names are.",
		{"oddone times years/",
			"oddone times mails/ --time sent --windows yearly --figures out/"},
		{"years/2019.graphml, years/2020.graphml and so on",
			"one network cut into years, and the chart of ranks"},
		ROWS(times_uses), NETWORK_NEEDED, false, sub_times},
	{"play", "LOG [NAME=VALUE...] [options]", "run the commands of a log again",
		"Replay what was saved in the explorer with :log save, or written by hand: exactly, on "
		"the network it was made of, or on another one, which data=NETWORK names. Other "
		"{names} in the log take their values in the same way.",
		{"oddone play lesson.oddlog", "oddone play lesson.oddlog data=cora/ --batch"},
		{"watch it in the explorer, command after command",
			"the same commands on another network, without a screen"},
		ROWS(play_uses), LOG_NEEDED, false, sub_play},
	{"tour", "TOUR | check TOUR... [options]", "a guided tour, or a test of what it claims",
		"Begin the explorer with a guided tour, by its name or file. With check, go through "
		"all its pages without a terminal, run their commands and test every claim: the "
		"first that does not hold is told with its line. oddone-tour(5) tells how a tour is "
		"written.",
		{"oddone tour 1-what-one-does", "oddone tour check mine.tour"},
		{"the first of those that come with it", "does it still say what is true?"},
		ROWS(tour_uses), TOUR_NEEDED, false, sub_tour},
	{"handout", "TOUR [-o FILE.pdf] [options]", "a guided tour as worksheets",
		"Go through a tour as check does, and write its pages as worksheets, a PDF of A4: text "
		"with blanks in place of numbers, figures and questions, and all answers on the last "
		"sheets. Where a claim does not hold, its line is told and nothing is written.",
		{"oddone handout 1-what-one-does",
			"oddone handout mine.tour --notes -o speaker.pdf"},
		{"for the class: 1-what-one-does.pdf", "for the one who speaks"},
		ROWS(handout_uses), TOUR_NEEDED, false, sub_handout},
	{"info", "NETWORK|PICTURE [options]", "what is in a network, or how a picture was made",
		"Describe a network: size, degrees, words, components, classes, known outliers, "
		"what was left out while loading, and the memory a run would take. Of a PNG "
		"drawn by oddone: the command that makes it again, the data and the options.",
		{"oddone info town", "oddone info figures/map.png"},
		{"the bundled sample", "how that picture was made"}, ROWS(info_uses),
		NETWORK_NEEDED, false, sub_info},
	{"convert", "NETWORK -o DIR [options]", "to oddone text",
		"Write a network of any format that can be read as oddone text: NAME.nodes, "
		"NAME.edges and, when outliers are known, NAME.truth.",
		{"oddone convert Disney.mat -o disney/",
			"oddone convert web.graphml --directed -o web/"},
		{"from MATLAB", "keep the direction of the links"}, ROWS(convert_uses),
		NETWORK_NEEDED, true, sub_convert},
	{"generate", "-o DIR [options]", "a synthetic attributed network of any size",
		"Make a network with communities of uneven size, heavy-tailed degrees and words "
		"that follow the communities, in oddone text. The seed decides everything.",
		{"oddone generate -o small/",
			"oddone generate -o big/ --nodes 1000000 --edges 5000000"},
		{"a thousand nodes", "a million nodes, five million links"}, ROWS(generate_uses),
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
