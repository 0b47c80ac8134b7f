/* method.h: the table of methods: ONE, the methods it is compared with, and the controls, all run
 * in the same way.
 *
 *     odd_method_find("tadw") → odd_method_run → odd_method_outlier_scores → odd_evaluate
 *
 * A row tells everything a table of results has to say about a method: what it looks at, each
 * setting with our default beside the public one, and where ours departs from what was published.
 * Nothing in the table was tuned on planted outliers, except where a note says so.
 */
#ifndef ODDONE_METHOD_H
#define ODDONE_METHOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"
#include "oddone/score.h"

typedef struct odd_method odd_method;

typedef enum odd_method_kind {
	ODD_METHOD_STRUCTURE,  /* looks at links alone */
	ODD_METHOD_ATTRIBUTED, /* at links and attributes */
	ODD_METHOD_CONTROL     /* no method, but what one must beat */
} odd_method_kind;

/* ---- options ---------------------------------------------------------------------------- */

typedef enum odd_value_kind { ODD_VALUE_CHOICE, ODD_VALUE_WHOLE, ODD_VALUE_NUMBER } odd_value_kind;

typedef struct odd_method_option {
	const char *name;      /* "lambda" */
	const char *values;    /* what may be given: "als|svd", "1 to 100", "above 0" */
	const char *about;     /* half a sentence */
	const char *ours;      /* our default */
	const char *published; /* that of the public program; the same text unless it differs,
				  NULL where it is not known */
	odd_value_kind kind;
	double least, most; /* of numbers */
	bool above;         /* least itself is not allowed */
	size_t offset;      /* of the value in the struct of options that run keeps */
} odd_method_option;

/* ---- running ---------------------------------------------------------------------------- */

typedef struct odd_method_request {
	size_t k; /* dimensions; controls that only count do not look at it */
	uint64_t seed;
	const char *const *overrides; /* "name=value"; of several for one name the last counts */
	size_t override_count;
} odd_method_request;

typedef struct odd_method_result {
	size_t nodes;
	odd_mat embedding; /* nodes × about k; empty where the method has none */
	double *score;     /* larger for odder nodes; NULL: to be scored on the embedding */
} odd_method_result;

void odd_method_result_clear(odd_method_result *result);

/* What a row is asked to do. */
typedef struct odd_method_call {
	const odd_method *method;
	const odd_network *net;
	const odd_method_request *request;
	const odd_job *job;
} odd_method_call;

struct odd_method {
	const char *name;      /* "deepwalk": what the user types */
	const char *title;     /* "DeepWalk": what a table prints */
	const char *published; /* its name in the published results (published.h), or NULL */
	const char *note;      /* what a reader of the results must know */
	odd_method_kind kind;
	bool supervised;    /* sees labels of some nodes, which the others do not */
	bool needs_labels;  /* refused without labels of at least two classes */
	size_t published_k; /* dimensions of the public program, 0: none */
	const odd_method_option *options;
	size_t option_count;
	int variant; /* tells rows apart that share a run function */
	/* Of ONE in the battery: iterations + 1 that are made whatever the settings, 0: as set; and
	 * the parts of the panel that are off, a bit each. */
	size_t rounds;
	unsigned without;
	const odd_score *score; /* NULL: the preset's */

	/* Fill *out, which is empty but for its number of nodes. The call has been checked. What is
	 * in *out on failure is cleared by the caller. */
	odd_status (*run)(odd_method_result *out, const odd_method_call *call, odd_error *err);
};

/* Row i, NULL behind the last: ONE first, then the others by kind, controls last. */
const odd_method *odd_method_get(size_t i);
/* The row of a name, or NULL. */
const odd_method *odd_method_find(const char *name);

/* Could it run? ODD_EUSAGE names the option that does not exist or whose value makes no sense, or
 * what the network lacks. net may be NULL: then only the request is looked at. */
odd_status odd_method_check(const odd_method *method, const odd_network *net,
	const odd_method_request *request, odd_error *err);

/* Check the request as odd_method_check, run, fill *out, to be given back to
 * odd_method_result_clear; *out is empty on failure. */
odd_status odd_method_run(odd_method_result *out, const odd_method *method, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err);

/* Rounds embedding and scores to a grid (linalg/canonical.h): forests and clusters read the same on
 * every machine, and ranks tie where nodes are alike. */
void odd_method_settle(odd_method_result *result);

/* score[i] for every node, larger for odder ones: the method's own, or that of an isolation forest
 * (100 trees of 256 rows) on the embedding. */
odd_status odd_method_outlier_scores(double *score, const odd_method_result *result, uint64_t seed,
	const odd_job *job, odd_error *err);

/* ---- rows: each in the file of its method ---- */

extern const odd_method odd__method_one_calibrated, odd__method_one_paper, odd__method_deepwalk,
	odd__method_node2vec, odd__method_line, odd__method_tadw, odd__method_aane,
	odd__method_graphsage, odd__method_seano;
#define ODD__CONTROLS 8
extern const odd_method odd__methods_controls[ODD__CONTROLS];

/* The calibrated optimiser, read out by a score of the table, as a row of its own. */
void odd__method_of_score(odd_method *out, const odd_score *score);

/* Room for scores in *out. */
odd_status odd__method_score(odd_method_result *out, odd_error *err);

/* ---- the options of a method -------------------------------------------------------------------
 *
 * The text in the table is the default itself, so what is printed is what is run.
 */

#define ODD__OPTIONS(array) .options = array, .option_count = sizeof(array) / sizeof *(array)

/* clang-format off */
#define ODD__CHOICE(name_, offset_, values_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = values_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_CHOICE}
#define ODD__WHOLE(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = #least_ " to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_WHOLE, .least = least_, .most = most_}
#define ODD__NUMBER(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = #least_ " to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_NUMBER, .least = least_, .most = most_}
#define ODD__ABOVE(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = "above " #least_ ", to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_NUMBER, .least = least_, .most = most_, \
		.above = true}
/* clang-format on */

/* What the struct of options of every method begins with. */
struct odd__method_options {
	size_t k;
	uint64_t seed;
};

/* Dimensions, seed and the value of every option into the struct that the rows' offsets are of: a
 * size_t for a whole number, a double, or an enum for a choice, by a call that has been checked. */
void odd__settings_read(void *options, const odd_method_call *call);

#endif
