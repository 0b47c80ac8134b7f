/* battery.c: every score and the plain read-outs on outliers of every kind.
 *
 *     battery [seeds=1-10] [threads=1] [dims=K] [scores=name,…] [columns=name,…]
 *             [variants=given,dense,directed,weighted,unlabelled] NETWORK…
 *
 * For each network and seed: plant one column of the battery, fit ONE once, read out every score
 * of the table and the plain controls. Prints the mean and standard deviation over seeds of the
 * AUC, and recall in the first 5, 10, 25 %. A network that comes with known outliers is measured on
 * those, as it is.
 *
 *     uniform, local   5 % in equal thirds, the paper's kinds
 *     swap, rewire     100 nodes that are there
 *     clique           max(2, N/600) cliques of 15, and as many contextual nodes
 *     placebo          beside uniform planting as many placebos: the AUC is of odd against placebo
 *
 * A variant is the network as other data would have it (network/variant.h), made before anything is
 * planted. directed: the network is read as a directed one. unlabelled: planted by the classes that
 * are known, which the run is not told.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/baseline/controls.h"
#include "oddone/eval/recall.h"
#include "oddone/network/variant.h"
#include "oddone/plant/plant.h"
#include "oddone/score/score.h"

enum { MOST_SEEDS = 100, MOST_ROWS = 16, PLAIN_ROWS = 4, COLUMNS = 7 };
enum { UNIFORM, LOCAL, SWAP, REWIRE, CLIQUE, PLACEBO, KNOWN };

static const char *const column_name[COLUMNS] = {
	"uniform", "local", "swap", "rewire", "clique", "placebo", "known"};
static const char *const plain_name[PLAIN_ROWS] = {
	"neighbour-words", "two-hop-words", "neighbour-coherence", "plain"};

struct measured {
	double auc, recall[3], placebo; /* placebo: AUC of placebos against ordinary nodes */
};

struct battery {
	int first, last;
	size_t dims; /* 0: three for each class */
	odd_job job;
	/* Wanted, parted by commas; NULL: all scores, all columns, the network as given. */
	const char *scores, *columns, *variants;
	const char *row[MOST_ROWS];
	size_t rows;
	struct measured value[MOST_ROWS][COLUMNS][MOST_SEEDS];
};

static void stop(const char *what, const odd_error *err)
{
	fprintf(stderr, "battery: %s: %s\n", what, err->message);
	exit(1);
}

static odd_plant_options planting(int column, size_t nodes, uint64_t seed)
{
	odd_plant_options o = ODD_PLANT_OPTIONS_INIT;
	o.seed = seed;
	if (column == UNIFORM || column == LOCAL || column == PLACEBO)
		odd_plant_share(&o, nodes, 5.0);
	o.style = column == LOCAL ? ODD_PLANT_LOCAL : ODD_PLANT_UNIFORM;
	o.placebo = column == PLACEBO ? odd_plant_outliers(&o) : 0;
	o.swap = column == SWAP ? 100 : 0;
	o.rewire = column == REWIRE ? 100 : 0;
	if (column == CLIQUE) {
		o.cliques = nodes / 600 > 2 ? nodes / 600 : 2;
		o.clique_size = 15;
		o.contextual = o.cliques * o.clique_size;
	}
	return o;
}

/* Is a name in a list parted by commas? In no list everything is. */
static bool wanted(const char *list, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = list; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
	}
	return list == NULL;
}

static void measure(struct battery *b, const char *name, int column, int seed, const double *score,
	const odd_network *net)
{
	odd_evaluation e;
	odd_error err;
	size_t row = 0;
	while (row < b->rows && strcmp(b->row[row], name) != 0)
		row++;
	if (row == MOST_ROWS)
		return;
	if (row == b->rows)
		b->row[b->rows++] = name;
	if (odd_evaluate_scores(&e, score, net->nodes, net->truth, &err) != ODD_OK)
		stop(name, &err);
	b->value[row][column][seed] =
		(struct measured){.auc = column == PLACEBO ? e.against_placebo : e.auc,
			.recall = {e.row[0].recall, e.row[1].recall, e.row[4].recall},
			.placebo = e.placebo_auc};
}

/* Fit once, read out everything. */
static void run(struct battery *b, const odd_network *net, size_t k, int column, int seed)
{
	odd_error err;
	odd_one *one;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	double *score = malloc((net->nodes + 1) * sizeof *score);
	options.k = k;
	options.seed = (uint64_t)(b->first + seed);
	if (score == NULL || odd_one_begin(&one, net, &options, &b->job, &err) != ODD_OK ||
		odd_fit(one, NULL, NULL, &b->job, &err) != ODD_OK)
		stop("fit", &err);
	for (size_t s = 0; odd_score_get(s) != NULL; s++) {
		odd_scores scores;
		const odd_score *which = odd_score_get(s);
		if (!wanted(b->scores, which->name))
			continue;
		if (odd_scores_compute(&scores, one, which, NULL, &b->job, &err) != ODD_OK)
			stop(which->name, &err);
		measure(b, which->name, column, seed, scores.total, net);
		odd_scores_clear(&scores);
	}
	for (int p = 0; p < PLAIN_ROWS; p++) {
		if (!wanted(b->scores, plain_name[p]))
			continue;
		if (odd_control_plain(score, net, (odd_plain)p, options.seed, &b->job, &err) !=
			ODD_OK)
			stop(plain_name[p], &err);
		measure(b, plain_name[p], column, seed, score, net);
	}
	odd_one_free(one);
	free(score);
}

/* Mean and standard deviation of a field over seeds. */
static void spread(
	double *mean, double *deviation, const struct measured *of, int seeds, size_t offset)
{
	double sum = 0.0, squares = 0.0;
	for (int pass = 0; pass < 2; pass++) {
		for (int s = 0; s < seeds; s++) {
			double x = *(const double *)(const void *)((const char *)&of[s] + offset);
			if (pass == 0)
				sum += x / seeds;
			else
				squares += (x - sum) * (x - sum);
		}
	}
	*mean = sum;
	*deviation = seeds > 1 ? sqrt(squares / (seeds - 1)) : 0.0;
}

static bool column_wanted(const struct battery *b, int column, bool known)
{
	return known ? column == KNOWN : column != KNOWN && wanted(b->columns, column_name[column]);
}

static void print(const struct battery *b, const char *name, bool known, int seeds)
{
	printf("\n%s, seeds %d to %d: AUC", name, b->first, b->first + seeds - 1);
	printf("\n%-20s", "");
	for (int c = 0; c < COLUMNS; c++)
		if (column_wanted(b, c, known))
			printf("  %-11s", column_name[c]);
	printf("%s\n", known ? "" : "  mean  placebo against ordinary");
	for (size_t r = 0; r < b->rows; r++) {
		double mean, deviation, all = 0.0;
		int kinds = 0;
		printf("%-20s", b->row[r]);
		for (int c = 0; c < COLUMNS; c++) {
			if (!column_wanted(b, c, known))
				continue;
			spread(&mean, &deviation, b->value[r][c], seeds,
				offsetof(struct measured, auc));
			printf("  %.3f±%.3f", mean, deviation);
			all += c < PLACEBO ? mean : 0.0;
			kinds += c < PLACEBO;
		}
		if (!known)
			printf("  %.3f", kinds > 0 ? all / kinds : 0.0);
		if (column_wanted(b, PLACEBO, known)) {
			spread(&mean, &deviation, b->value[r][PLACEBO], seeds,
				offsetof(struct measured, placebo));
			printf("  %.3f", mean);
		}
		putchar('\n');
	}
	printf("recall in the first 5/10/25 %%\n");
	for (size_t r = 0; r < b->rows; r++) {
		printf("%-20s", b->row[r]);
		for (int c = 0; c < COLUMNS; c++) {
			for (size_t l = 0; l < 3 && c != PLACEBO && column_wanted(b, c, known);
				l++) {
				double mean, deviation;
				spread(&mean, &deviation, b->value[r][c], seeds,
					offsetof(struct measured, recall) + l * sizeof(double));
				printf("%s%.2f", l == 0 ? "  " : "/", mean);
			}
		}
		putchar('\n');
	}
	fflush(stdout);
}

static void battery(struct battery *b, const char *path, odd_variant variant)
{
	odd_error err;
	odd_network *net, *other, *planted;
	odd_communities classes, groups;
	odd_load_options load = {.directed = variant == ODD_DIRECTED};
	bool reduced;
	size_t k = b->dims;
	b->rows = 0;
	if (odd_network_load(&net, path, &load, &b->job, &err) != ODD_OK ||
		odd_network_variant(&other, net, variant, 42, &b->job, &err) != ODD_OK ||
		odd_communities_find(&classes, net, 42, &b->job, &err) != ODD_OK ||
		odd_communities_find(&groups, other, 42, &b->job, &err) != ODD_OK ||
		(k == 0 && odd_one_default_k(&k, &reduced, other, groups.count, &err) != ODD_OK))
		stop(path, &err);
	bool known = net->has_truth;
	int seeds = b->last - b->first + 1;
	for (int seed = 0; seed < seeds; seed++) {
		for (int c = UNIFORM; c < KNOWN; c++) {
			odd_plant_options o = planting(c, net->nodes, (uint64_t)(b->first + seed));
			if (!column_wanted(b, c, known))
				continue;
			if (odd_plant(&planted, NULL, other, &classes, &o, &b->job, &err) != ODD_OK)
				stop(column_name[c], &err);
			run(b, planted, k, c, seed);
			odd_network_free(planted);
		}
		if (known)
			run(b, other, k, KNOWN, seed);
	}
	printf("\n%s, %s: %zu nodes, %zu links, K = %zu\n", net->name, odd_variant_name(variant),
		net->nodes, net->edges, k);
	print(b, net->name, known, seeds);
	odd_communities_clear(&classes);
	odd_communities_clear(&groups);
	odd_network_free(net);
	odd_network_free(other);
}

int main(int argc, char **argv)
{
	static struct battery b = {
		.first = 1, .last = 10, .job = {.threads = 1}, .variants = "given"};
	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "seeds=", 6) == 0) {
			if (sscanf(argv[i] + 6, "%d-%d", &b.first, &b.last) != 2 ||
				b.last < b.first || b.last - b.first >= MOST_SEEDS) {
				fprintf(stderr, "battery: seeds=1-10, at most %d\n", MOST_SEEDS);
				return 2;
			}
		} else if (strncmp(argv[i], "threads=", 8) == 0) {
			b.job.threads = atoi(argv[i] + 8);
		} else if (strncmp(argv[i], "dims=", 5) == 0) {
			b.dims = (size_t)strtoul(argv[i] + 5, NULL, 10);
		} else if (strncmp(argv[i], "scores=", 7) == 0) {
			b.scores = argv[i] + 7;
		} else if (strncmp(argv[i], "columns=", 8) == 0) {
			b.columns = argv[i] + 8;
		} else if (strncmp(argv[i], "variants=", 9) == 0) {
			b.variants = argv[i] + 9;
		} else {
			for (int v = 0; v < ODD_VARIANTS; v++)
				if (wanted(b.variants, odd_variant_name((odd_variant)v)))
					battery(&b, argv[i], (odd_variant)v);
		}
	}
	return 0;
}
