/* figures.h: the figures of a result.
 *
 * A figure is a whole page: heading, one or more panels, small print. It is a function of a result
 * (study/result.h) and of a look at it, drawn on any canvas from 40 × 12 characters up; it reads no
 * files and keeps nothing. Whatever the result lacks (truth, labels, coordinates, published values)
 * may be left out: the figure then shows less, or says in a sentence why there is nothing to show.
 *
 * The panels are the same without heading, for a page or a screen that has its own.
 */
#ifndef DRAW_FIGURES_H
#define DRAW_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "draw/number.h"
#include "baseline/compare.h"
#include "oddone/matrix.h"
#include "oddone/network.h"
#include "one/lesson.h"
#include "oddone/one.h"
#include "oddone/projection.h"
#include "eval/published.h"
#include "oddone/recall.h"
#include "oddone/explain.h"
#include "score/history.h"
#include "oddone/score.h"
#include "study/result.h"

#define FIGURE_NAME 96 /* room for the name of a node */

enum figure_scale {
	FIGURE_SCALE_DEFAULT = 0, /* linear, unless the total falls to less than a thirtieth */
	FIGURE_LINEAR,
	FIGURE_LOG
};

/* What is shown of the loss. */
enum figure_loss_view {
	FIGURE_LOSS_DEFAULT = 0, /* the terms */
	FIGURE_LOSS_TERMS,       /* the total and the terms that add up to it */
	FIGURE_LOSS_EXCESS       /* how far it is above the best, on a log axis */
};

/* What the size of a point on the map stands for. */
enum figure_sizes { FIGURE_SIZE_ALIKE = 0, FIGURE_SIZE_DEGREE, FIGURE_SIZE_SCORE };

/* Which links the map shows. */
enum figure_links {
	FIGURE_LINKS_DEFAULT = 0, /* those of the node that is pointed at */
	FIGURE_LINKS_NONE,
	FIGURE_LINKS_OWN,
	FIGURE_LINKS_ALL /* and faintly all others, when there are few enough */
};

struct figure_projection {
	odd_cmat xy;          /* points × 2; no rows: not given */
	const uint32_t *node; /* the node of each point, when it is a sample; NULL: all nodes */
	const char *of;       /* "links alone (G)": what was projected; NULL: the embedding */
	const char *method;   /* "PCA", "t-SNE, perplexity 30, 1 000 iterations"; NULL: not said */
	double explained[2];  /* PCA: shares of the variance; anything not in (0, 1]: not known */
	const double *bounds; /* left, right, bottom, top of the view; NULL: from the points */
	bool edges;           /* arrows tell of points beyond the bounds */
};

/* Recall at 5 and 10 % after some of the iterations. */
struct figure_recalls {
	const double *at, *recall[2];
	size_t count;
};

struct plot_frame;

/* How a result is shown: what a screen or a command chooses. All zero: as usual. */
struct figure_look {
	struct figure_projection projection; /* the map that is shown */
	enum map_colour colour;
	const char *by; /* the map is coloured by a column, an attribute or "degree" instead; NULL:
			   by `colour` */
	enum figure_sizes sized;
	enum figure_links links;
	size_t label_count; /* oddest nodes named on the map; 0: 8 */
	bool pointing;      /* the map shows where `pointed` is */
	size_t pointed;     /* a node */
	int ego; /* the map shows that node alone with its neighbours, so many steps; 0: all */
	const uint8_t *hidden;    /* the map leaves out nodes that are not 0; NULL: none */
	struct plot_frame *frame; /* set to where the map lies; NULL: nobody asks */

	enum figure_scale loss_scale;
	enum figure_loss_view loss_view;
	double loss_window[2];         /* iterations shown; both the same: all */
	size_t horizon;                /* iterations the loss axis runs to; 0: those made */
	struct figure_recalls recalls; /* laid over the loss; none: not wanted */
	bool reading;                  /* the loss is read off at `read` */
	size_t read;                   /* a trace point */

	const odd_entry *entry; /* a number of a matrix that is held in the hand, … */
	double hand;            /* … and where it is held */

	bool slide; /* fewer rows and panels: letters are large */
	bool brief; /* charts leave out what the screen says elsewhere */
};

/* What a figure is a function of. Everything is borrowed for the call. */
struct figure_run {
	const struct result *result; /* all of its parts but net may be missing */
	struct figure_look look;
};
/* NULL also where what nodes are known to be is hidden. */
const odd_evaluation *figure_evaluation(const struct figure_run *run);

/* ---- the table --------------------------------------------------------------------------- */

/* A page, and a part of one inside r. */
typedef void figure_page_draw(const struct figure_run *run, struct canvas *c);
typedef void figure_panel(const struct figure_run *run, struct canvas *c, struct rect r);

struct figure {
	const char *name;       /* "loss": of files and of --figure */
	const char *title;      /* "Loss" */
	const char *about;      /* a short sentence for help and manual */
	unsigned width, height; /* of the picture, in pixels, unless asked otherwise */
	double layout_width;    /* logical pixels across: small letters for many panels */
	unsigned columns, rows; /* in characters, unless asked otherwise */
	const char *data;       /* the table of numbers behind it */
	bool maps;              /* shows the nodes on a map */
	figure_page_draw *draw;
};

/* Figure i of those that any run has, in the order of the table; NULL behind the last. */
const struct figure *figure_get(size_t i);
/* By its name; NULL when there is none. */
const struct figure *figure_find(const char *name);
/* The same of all figures, behind them those that show a screen of the explorer and need what it
 * shows: kept runs, an explained node, a lesson, a comparison. */
const struct figure *figure_every_get(size_t i);
/* That of a network at several times. */
extern const struct figure times_figure;
const struct figure *figure_every_find(const char *name);

/* Draw the whole page on a blank canvas, which remembers errors. O(nodes log nodes). */
void figure_draw(const struct figure *figure, const struct figure_run *run, struct canvas *c);

/* struct raster_options.scale for this figure in a picture of so many pixels: letters and lines
 * grow with the picture. */
double figure_raster_scale(const struct figure *figure, unsigned width, unsigned height);

/* ---- the figures of a comparison, as the paper has them, which may not be finished ------------
 */

/* Figure i of those that show one of these tasks, in the order of the table; NULL behind the last.
 * They are drawn from a result with net, table and compared. */
const struct figure *compare_figure_get(size_t i, unsigned tasks);

/* How a method is told from the others, the same in every figure and whatever it is compared with.
 */
struct method_style {
	enum role role;
	enum dash dash; /* of lines, and the texture of bars */
	enum mark mark;
};
struct method_style method_style(const odd_method *method);

/* ---- runs side by side ------------------------------------------------------------------------
 */

enum figure_run_is { FIGURE_RUN_NOW, FIGURE_RUN_KEPT, FIGURE_RUN_PUBLISHED };

/* What is not known is NAN. */
struct figure_run_row {
	enum figure_run_is is;
	const char *name; /* lent */
	size_t k;         /* 0: not known */
	double moment;    /* iterations, counted in sub-steps */
	double loss;
	double recall[2]; /* at 5 and 10 % */
	double auc;
	double odd, made; /* AUC of outliers against placebos, of placebos against ordinary nodes */
};
/* This run, those that were kept, the first first, and what was published, where it is about the
 * same; at most `most`, the latest of those kept. Returns how many. */
size_t figure_run_rows(struct figure_run_row *row, size_t most, const struct figure_run *run);

struct table_column;
struct table_cell;
enum { FIGURE_RUN_COLUMNS = 9 };
struct figure_run_text {
	char k[24], iteration[32], loss[NUMBER_SIZE], recall[2][NUMBER_SIZE], auc[NUMBER_SIZE];
	char odd[NUMBER_SIZE], made[NUMBER_SIZE];
};
/* The same as a table; texts and the row are lent to the cells. What placebos tell has columns
 * where one of the runs has placebos. */
void figure_run_columns(
	struct table_column *column, const struct figure_run_row *row, size_t count);
void figure_run_cells(
	struct table_cell *cell, struct figure_run_text *text, const struct figure_run_row *row);

/* ---- panels ------------------------------------------------------------------------------ */

/* Each draws inside r, and nothing outside it. */
figure_panel figure_panel_loss;
figure_panel figure_panel_map;
figure_panel figure_panel_recall;
/* How the totals are spread: where no outlier is known. Something has been scored. */
figure_panel figure_panel_totals;
figure_panel figure_panel_ranking;

/* The loss as a function of the entry that the lesson watches. */
figure_panel figure_panel_parabola;
/* The number that look.entry is, held at look.hand: the loss and its terms there, and its parabola.
 */
figure_panel figure_panel_hand;
/* All eight matrices as signed cells, the watched entry and what it is made of marked; of large
 * ones the part around it. */
figure_panel figure_panel_matrices;

/* Ranks over time, of the nodes that became odd. */
figure_panel figure_panel_times;
/* The equation of the sub-step, how to read it, and the watched entry. */
figure_panel figure_panel_equation;
/* What the sub-step did to every term, as bars about zero, and to which nodes. */
figure_panel figure_panel_effect;

/* Of the node that is explained: how odd its parts are, and how it ranked so far. */
figure_panel figure_panel_why;
figure_panel figure_panel_history;

/* The node that is pointed at and its neighbours, run->ego steps away. */
figure_panel figure_panel_ego;
/* Are there few enough links to draw them all on this canvas? */
bool figure_all_links_fit(const odd_network *net, const struct canvas *c);

/* ---- a sub-step in words -----------------------------------------------------------------------
 */

/* A term of the loss, or their total, before and after a sub-step. */
enum { FIGURE_TERMS = 4 };
struct figure_term {
	const char *name, *brief;
	enum mark mark;
	enum role role;
	double before, after;
	bool moves; /* the sub-step may change it */
	bool still; /* it has not, but for rounding */
};
/* after NULL: the sub-step is still to come. */
void figure_terms(struct figure_term term[FIGURE_TERMS], const odd_one_options *options,
	odd_substep step, const odd_trace_point *before, const odd_trace_point *after);
/* "never rises ✓", or by how much the total has. */
char *figure_rise_text(
	char *out, size_t size, const odd_trace_point *before, const odd_trace_point *after);
/* "Only L_dis moves: no other has W in it.  Next comes G: L_str and L_dis." */
/* What the network has not, where the sub-step is about that; NULL: it has it. */
const char *figure_lacking_text(const odd_network *net, odd_substep step);
char *figure_moves_text(char *out, size_t size, odd_substep step);
/* The points of the trace before and behind the sub-step of the lesson, *after NULL when the
 * sub-step is still to come; false: the trace has none. */
bool figure_lesson_points(
	const struct result *result, const odd_trace_point **before, const odd_trace_point **after);
/* "Watched: G[n1, 3] = 0.0412 / 1.93 = 0.0213 (it was 0.0187)." Of lesson, watched and became. */
char *figure_watched_text(char *out, size_t size, const struct result *result);

/* ---- a node in words and tables ----------------------------------------------------------------
 */

/* "so: …": what it looks like. */
const char *figure_verdict(const odd_explanation *e);
/* "c1 links", "O2 words". Returns out. */
char *figure_component_name(char *out, size_t size, const odd_explanation *e, int component);
/* "now #3, best #1". Returns out. */
char *figure_ranks_text(char *out, size_t size, const struct rank_history *ranks);

/* Its links or attributes, and the nodes near it, as rows of tables; texts are lent to the cells.
 */
enum { FIGURE_ENTRY_COLUMNS = 6, FIGURE_NEAR_COLUMNS = 3, FIGURE_ENTRY_NAME = 24 };
struct figure_entry_text {
	char name[FIGURE_NAME], label[FIGURE_NAME], number[4][NUMBER_SIZE];
};
struct figure_entries {
	const odd_explanation *of;
	const struct canvas *c;
	double width; /* of the table */
	bool links;   /* else attributes */
	bool labels;  /* nodes have some */
};
/* Is there room for all numbers? */
bool figure_entries_wide(const struct figure_entries *f);
/* Entry `i` of all, the worst explained first, is what the caller has sorted. */
void figure_entry_columns(struct table_column *column, const struct figure_entries *f);
void figure_entry_cells(struct table_cell *cell, struct figure_entry_text *text,
	const odd_explain_entry *x, const struct figure_entries *f);
void figure_near_columns(struct table_column *column, const struct figure_entries *f);
void figure_near_cells(struct table_cell *cell, struct figure_entry_text *text,
	const odd_explain_near *near, const struct figure_entries *f);
/* Heading and note of the table of its links or attributes. */
void figure_entries_heading(char *title, char *note, size_t size, const struct figure_entries *f);
/* All entries of a row, present and absent, the largest error first, into room for all of them;
 * returns how many. */
size_t figure_entries_sort(const odd_explain_entry **out, const odd_explain_row *row);

/* Iterations, counted in whole sub-steps: the start is 0, the end of the first iteration 1. */
double figure_moment(const odd_trace_point *point);

/* Show this map, which is borrowed. method: room for the words. */
#define FIGURE_METHOD 120
void figure_describe_map(
	struct figure_projection *out, char method[FIGURE_METHOD], const odd_projection *map);

/* 2 843: thousands parted by a space, as the figures write all counts. Returns out. */
char *figure_count(char out[NUMBER_SIZE], size_t n);

/* The caption line: "2 843 nodes, 5 637 links, …; calibrated, K = 21, seed 42". Level 0 says
 * everything, 3 the least. Returns out. */
char *figure_caption(char *out, size_t size, const struct figure_run *run, int level);

/* ---- a heading and panels -------------------------------------------------------------------- */

/* The whole canvas less its margins and a heading; either text may be NULL. Returns what is left.
 */
struct rect figure_begin(struct canvas *c, const char *title, const char *subtitle);

/* Divide r into columns × rows equal panels, row by row into out. */
void layout_grid(
	struct rect *out, const struct canvas *c, struct rect r, size_t columns, size_t rows);

/* The part of r that belongs to panel i of n in one row or column with these weights. */
struct rect layout_share(const struct canvas *c, struct rect r, bool across, const double *weight,
	size_t n, size_t i);

/* A panel with its title left and a note right, framed in cells; returns the room inside. Where
 * there is no room for them, neither frame nor words are drawn. */
struct rect panel_begin(
	struct canvas *c, struct rect r, const char *title, const char *note, bool focused);

/* ---- how figures, lists and pages name a network, its nodes, kinds and scores ---------------- */

/* Kinds of outliers as colours and marks. */
enum role figure_kind_role(odd_kind kind);
enum mark figure_kind_mark(odd_kind kind);
/* How odd a percentile rank among n nodes is on a logarithmic scale: 1 the oddest, 0 the least odd.
 * Ranks at the top are told apart, which percentiles near 1 are not. */
double figure_oddness(double percentile, size_t n);
/* The same of the parts of a score. */
enum role figure_part_role(const odd_score *score, size_t part);
enum mark figure_part_mark(const odd_score *score, size_t part);
bool figure_has_truth(const struct figure_run *run);
odd_kind figure_kind(const struct figure_run *run, size_t node); /* ODD_ORDINARY without truth */

/* What a part of the score is about, in a word: "words" only where the attributes are words,
 * "attrs" where some came of numbers, dates or categories, "nbrs" where the neighbours stand in for
 * them. */
const char *figure_part_word(const odd_component *part, const odd_network *net);

/* The id of a node, long ones without their middle. */
char *figure_node_name(
	char out[FIGURE_NAME], const struct figure_run *run, size_t node, size_t most);

/* A total or component of a score: three decimals, or three digits where it may be of any size. */
char *figure_score_text(char out[NUMBER_SIZE], const odd_score *score, double x);

/* Left, right, bottom, top of a map. A few points far out do not press all others together: then
 * the bounds leave them outside, and it returns true. */
bool figure_map_bounds(double out[4], odd_cmat xy);
/* Has the network such a column or attribute? Also "label" and "degree". */
bool figure_map_by(const odd_network *net, const char *by);
/* What the map is coloured by: as asked, if that is known of the nodes. */
enum map_colour figure_colour_used(const struct figure_run *run);

/* How the map was made, in a line; briefly also of what, for a panel that has no such heading. */
char *figure_map_note(char *out, size_t size, const struct figure_run *run, bool brief);

#endif
