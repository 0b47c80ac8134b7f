/* compare.h: several methods on the same planted networks, measured in the same way.
 *
 * A comparison is a table of cells, methods × seedings. One cell plants outliers (the seeding says
 * how; every method gets the same network), runs one method and measures what came of it:
 *
 *     outliers        recall in the first 5 … 25 % of the ranking, per kind too, AUC
 *     classification  F1 of a random forest on the embedding, 10 … 50 % of the labels learnt from
 *     clustering      accuracy of k-means on the embedding
 *     battery         AUC on outliers of every kind, and against placebos (battery.h)
 *
 * What a method reaches is the mean over its seedings, with the standard deviation; there is no
 * best-of. Cells do not know of each other, so they can be run at the same time, be kept in files
 * and be taken up again later; none of that changes a number, except those of time and memory.
 */
#ifndef ODDONE_COMPARE_H
#define ODDONE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "baseline/battery.h"
#include "oddone/network.h"
#include "eval/embedding_eval.h"
#include "baseline/method.h"
#include "oddone/plant.h"
#include "oddone/recall.h"

/* ---- tasks and measures ------------------------------------------------------------------- */

typedef enum odd_task {
	ODD_TASK_OUTLIERS,
	ODD_TASK_CLASSIFICATION,
	ODD_TASK_CLUSTERING,
	ODD_TASK_BATTERY,
	ODD_TASK_COST /* there whatever was asked for */
} odd_task;
#define ODD_TASKS ODD_TASK_COST
#define ODD_TASK_BIT(task) (1u << (task))
#define ODD_ALL_TASKS (ODD_TASK_BIT(ODD_TASKS) - 1u)
#define ODD_USUAL_TASKS 7u /* unless told otherwise: all but the battery, which takes longest */
#define ODD_BATTERY_TASKS (ODD_ALL_TASKS & ~ODD_USUAL_TASKS)

#define ODD_TRAIN_ROWS 5 /* 10, 20, 30, 40, 50 % */

/* The kinds a comparison tells apart: all outliers, and each kind there is, placebos too. */
#define ODD_M_KINDS ODD_KINDS

/* The numbers of a cell. Those of a task that was not asked for, or that the method has no
 * embedding for, are NAN. */
enum odd_measure_id {
	ODD_M_RECALL = 0, /* + row + ODD_RECALL_ROWS · kind; kind 0: all outliers */
	ODD_M_AUC = ODD_M_KINDS * ODD_RECALL_ROWS,
	ODD_M_PRECISION,     /* average precision */
	ODD_M_PLACEBO,       /* AUC of outliers against placebos */
	ODD_M_PLACEBO_ABOVE, /* AUC of placebos against ordinary nodes; ½ would be right */
	ODD_M_MACRO,         /* + row */
	ODD_M_MICRO = ODD_M_MACRO + ODD_TRAIN_ROWS,
	ODD_M_WEIGHTED = ODD_M_MICRO + ODD_TRAIN_ROWS,
	ODD_M_CLUSTERING = ODD_M_WEIGHTED + ODD_TRAIN_ROWS,
	ODD_M_CLUSTERING_KEPT,                          /* without the outliers that are known */
	ODD_M_BATTERY,                                  /* + one of odd_battery_measure */
	ODD_M_SECONDS = ODD_M_BATTERY + ODD_B_MEASURES, /* of the method alone, all its runs */
	ODD_M_EVALUATION,                               /* seconds of scoring and measuring */
	ODD_M_MEMORY, /* bytes: the most the whole process has had until then */
	ODD_MEASURES
};

typedef struct odd_measure {
	const char *name; /* "recall@5", "recall@5.structural", "macro_f1@10", "auc" */
	odd_task task;
	double x;              /* L or the share learnt from, in percent; NAN: neither */
	odd_kind kind;         /* of outliers; ODD_ORDINARY: all of them */
	const char *published; /* the figure in published.h that has it, or NULL */
} odd_measure;

const odd_measure *odd_measure_get(size_t measure);

/* "outliers", "classification", "clustering", "battery", "battery-dense", … */
const char *odd_task_name(odd_task task);

/* ---- what to compare ---------------------------------------------------------------------- */

typedef struct odd_compare_options {
	const odd_method *const *method;
	size_t methods;
	unsigned tasks;               /* bits */
	size_t seeds;                 /* seedings: seed, seed + 1, … */
	uint64_t seed;                /* each plants, runs the methods and measures with its own */
	size_t repeats;               /* splits and forests for each share of labels */
	size_t k;                     /* dimensions */
	const odd_network *unplanted; /* what the battery plants into; NULL: the network given */
	odd_plant_options plant;      /* its seed does not count; of nothing: the outliers known */
	const char *const *setting;   /* "method.option=value", for methods of the comparison */
	size_t settings;
	const char *cache; /* directory of finished cells, made when missing; NULL: none */
} odd_compare_options;

#define ODD_COMPARE_OPTIONS_INIT \
	{ \
		.tasks = ODD_USUAL_TASKS, .seeds = 5, .seed = 42, .repeats = 10, \
		.plant = ODD_PLANT_OPTIONS_INIT \
	}

/* Could it run? ODD_EUSAGE names what is wrong with a setting, or what the network lacks for a
 * method or a task. net may be NULL: then only the options are looked at. */
odd_status odd_compare_check(
	const odd_compare_options *options, const odd_network *net, odd_error *err);

/* The value an option of a method has here: the last setting of it, or our default. */
const char *odd_compare_setting(const odd_compare_options *options, const odd_method *method,
	const odd_method_option *option);

/* What a table of results may call a method with the settings it has here: its title, or another
 * where a setting makes something else of it (an untrained GraphSAGE, SEANO with more labels). */
const char *odd_compare_title(const odd_compare_options *options, const odd_method *method);

/* What must stand wherever the name does, half a sentence; NULL: nothing. */
#define ODD_CAVEAT 120
const char *odd_compare_caveat(
	char buffer[ODD_CAVEAT], const odd_compare_options *options, const odd_method *method);

/* ---- what came of it ---------------------------------------------------------------------- */

typedef enum odd_cell_state {
	ODD_CELL_WAITING,
	ODD_CELL_RUNNING,
	ODD_CELL_DONE,
	ODD_CELL_FAILED /* error says why; the others go on */
} odd_cell_state;

typedef struct odd_cell {
	size_t method;  /* its place among the methods compared */
	size_t seeding; /* 0 … seeds − 1 */
	uint64_t seed;
	odd_cell_state state;
	bool cached; /* taken from a file of an earlier comparison */
	double value[ODD_MEASURES];
	odd_error error;
} odd_cell;

typedef struct odd_comparison {
	const odd_method **method;
	size_t methods, seeds;
	odd_cell *cell;  /* seeds × methods: the first seeding comes first */
	size_t cells;    /* seeds × methods */
	size_t finished; /* cells that are done or failed */
	int at_once;     /* cells that ran at the same time */
} odd_comparison;

void odd_comparison_clear(odd_comparison *comparison);

/* Mean and standard deviation of a measure over the seedings that are done. *count (may be NULL):
 * how many have it; with none the mean is NAN. */
odd_spread odd_comparison_spread(
	const odd_comparison *comparison, size_t method, size_t measure, size_t *count);

/* ---- running ------------------------------------------------------------------------------ */

/* What a finished cell leaves for a moment; NULL and empty for one out of a file. */
typedef struct odd_cell_look {
	const odd_network *net;          /* planted */
	const odd_method_result *result; /* embedding, if any */
	const double *score;             /* per node, larger for odder ones; NULL unless measured */
} odd_cell_look;

/* Told from any thread of the comparison, but never two at a time. Either may be NULL. */
typedef struct odd_compare_watch {
	void (*progress)(void *payload, const odd_comparison *comparison, const odd_cell *cell,
		const char *what, double done, double total);
	void (*finished)(void *payload, const odd_comparison *comparison, const odd_cell *cell,
		const odd_cell_look *look);
	void *payload;
} odd_compare_watch;

/* Fill the table. As many cells run at once as the job has threads; its report is not called, the
 * watch is. groups are the classes to plant into (NULL where nothing is). When cancelled
 * (ODD_ECANCELLED) or failed, *out has the cells that were finished; give it to
 * odd_comparison_clear in any case. A cell file that cannot be read is computed again; one that
 * cannot be written is ODD_EIO. */
odd_status odd_compare_run(odd_comparison *out, const odd_network *net,
	const odd_communities *groups, const odd_compare_options *options,
	const odd_compare_watch *watch, const odd_job *job, odd_error *err);

/* ---- one cell, and its file ---- */

/* All numbers NAN. */
void odd__cell_reset(odd_cell *cell);

/* The settings of one method: those that begin with its name and a point, without that. `out` has
 * room for options->settings of them. Returns how many. */
size_t odd__compare_overrides(
	const char **out, const odd_compare_options *options, const odd_method *method);

/* What a cell is run on. */
struct odd__bench {
	const odd_network *net;        /* as it was given, with its classes: the battery plants */
	const odd_communities *groups; /* into it; NULL where no battery is wanted */
	const odd_network *planted;    /* what all other tasks are about */
};

/* Run the method of a cell and measure. *result and *score (on the heap) are the caller's, also on
 * failure. */
odd_status odd__cell_run(odd_cell *cell, odd_method_result *result, double **score,
	const struct odd__bench *on, const odd_compare_options *options, const odd_job *job,
	odd_error *err);

/* ---- files ---- */

/* Everything that the numbers of a cell depend on, as text; on the heap, NULL without memory. */
char *odd__cell_key(const odd_cell *cell, uint64_t checksum, const odd_compare_options *options);
/* The file of a cell in options->cache; on the heap, NULL without memory. */
char *odd__cell_path(const odd_cell *cell, const char *key, const odd_compare_options *options);

/* Fill the values from a file; *good is false when there is none that is whole, of that key, and
 * has all the tasks. Errors: there is one, but no memory or no way to read it. */
odd_status odd__cell_load(odd_cell *cell, const char *path, const char *key, unsigned tasks,
	bool *good, odd_error *err);
odd_status odd__cell_save(
	const odd_cell *cell, const char *path, const char *key, unsigned tasks, odd_error *err);

#endif
