/* battery.h: outliers of every kind, so that no score is judged by one way of planting alone.
 *
 * Nothing here is tuned to a network. Of N nodes:
 *
 *     uniform   the paper's three kinds, 5 % in equal thirds, links inside a class to any of it
 *     local     the same, links inside a class to nodes near each other
 *     swap      min(100, N/8) nodes that are there get the words of a node of another class
 *     rewire    min(100, N/8) nodes that are there: all their links go to other classes
 *     clique    max(2, N/600) cliques of min(15, N/40) nodes, at least 3; as many nodes as are in
 *               them get the words, of 50 random nodes, that are farthest from their own
 *     placebo   uniform, and as many nodes made in the same way with nothing odd about them: the
 *               AUC is of odd against placebo
 *     known     nothing is planted: the outliers the data marks; only where it does
 *
 * Outliers that the data marks are neither outliers nor ordinary in the columns before.
 */
#ifndef ODDONE_BATTERY_H
#define ODDONE_BATTERY_H

#include "baseline/method.h"
#include "oddone/network.h"
#include "oddone/plant.h"

typedef enum odd_column {
	ODD_COLUMN_UNIFORM,
	ODD_COLUMN_LOCAL,
	ODD_COLUMN_SWAP,
	ODD_COLUMN_REWIRE,
	ODD_COLUMN_CLIQUE,
	ODD_COLUMN_PLACEBO,
	ODD_COLUMN_KNOWN
} odd_column;
#define ODD_COLUMNS 7
#define ODD_PANEL_OF_ONE 7u /* links, attributes, disagreement: the parts that read ONE */
#define ODD_COLUMNS_MEANT ODD_COLUMN_PLACEBO /* those before are in the mean */

const char *odd_column_name(odd_column column);

/* What is measured; those of columns that the network does not have are NAN. */
enum odd_battery_measure {
	ODD_B_AUC = 0,                           /* + column */
	ODD_B_RECALL5 = ODD_B_AUC + ODD_COLUMNS, /* + column: in the first 5 % */
	ODD_B_RECALL10 = ODD_B_RECALL5 + ODD_COLUMNS,
	ODD_B_PLACEBO = ODD_B_RECALL10 + ODD_COLUMNS, /* AUC of placebos against ordinary nodes */
	ODD_B_MEAN,                                   /* of the AUC of the first five columns */
	ODD_B_PRECISION,                              /* of outliers that the data marks: average
							 precision … */
	ODD_B_RECALL_K, /* … and the share of them among the first k, k being how many there are */
	ODD_B_MEASURES
};

/* What a column plants into so many nodes; nothing for known. */
odd_plant_options odd_battery_planting(odd_column column, size_t nodes, uint64_t seed);

/* The network of one column. groups are the classes of net. */
odd_status odd_battery_network(odd_network **out, const odd_network *net,
	const odd_communities *groups, odd_column column, uint64_t seed, const odd_job *job,
	odd_error *err);

/* Measure one method on all columns: value has ODD_B_MEASURES places. *seconds rises by the time
 * that the method alone took. */
odd_status odd_battery_measure(double *value, double *seconds, const odd_method *method,
	const odd_method_request *request, const odd_network *net, const odd_communities *groups,
	const odd_job *job, odd_error *err);

/* ---- rows ----------------------------------------------------------------------------------- */

/* The rows of the battery: every score of the table, each read off the calibrated optimiser, and
 * the plain read-outs of the methods' table. Row i into *out; false behind the last. Lent texts are
 * static. */
bool odd_battery_row(odd_method *out, size_t i);

#endif
