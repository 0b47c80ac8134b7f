/* method_rows.h: the rows of the table of methods, each beside the function that runs it. */
#ifndef ODD_BASELINE_METHOD_ROWS_H
#define ODD_BASELINE_METHOD_ROWS_H

#include "oddone/baseline/method.h"

#define ODD__OPTIONS(array) .options = array, .option_count = sizeof(array) / sizeof *(array)

extern const odd_method odd__method_one_paper;
extern const odd_method odd__method_one_calibrated;
extern const odd_method odd__method_deepwalk;
extern const odd_method odd__method_node2vec;
extern const odd_method odd__method_line;
extern const odd_method odd__method_tadw;
extern const odd_method odd__method_aane;
extern const odd_method odd__method_graphsage;
extern const odd_method odd__method_seano;
extern const odd_method odd__method_random;
extern const odd_method odd__method_degree;
extern const odd_method odd__method_attributes;
extern const odd_method odd__method_pca_forest;
extern const odd_method odd__method_neighbour_words;
extern const odd_method odd__method_two_hop_words;
extern const odd_method odd__method_neighbour_coherence;
extern const odd_method odd__method_plain;

/* How every run starts: *out empty but for its number of nodes, the request checked. */
odd_status odd__method_begin(odd_method_result *out, const odd_method *method,
	const odd_network *net, const odd_method_request *request, odd_error *err);

/* Room for scores in *out. */
odd_status odd__method_score(odd_method_result *out, odd_error *err);

#endif
