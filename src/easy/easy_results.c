/* easy_results.c: numbers and texts of the network and of the run, by name. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"

/* ---- numbers ------------------------------------------------------------------------------ */

/* Where a number of the handle comes from: row i, column j. The matrix is filled beforehand. */
struct source {
	const odd_easy *easy;
	odd_mat matrix;
};
typedef double number_at(const struct source *s, size_t i, size_t j);

enum needs { OF_NETWORK, OF_RUN, OF_RANKING, OF_CERTAINTY, OF_MATRIX, OF_MAP };
enum measure { ONE, NODES, PARTS, DIMS, TWO, THREE, TRACE, ROWS, WORDS };

struct numbers {
	const char *name;
	enum needs needs;
	enum measure rows, columns;
	number_at *at;
	odd_projection_source source; /* of a matrix */
};

static double links(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return (double)study_network(&s->easy->study)->edges;
}
static double nodes(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return (double)study_network(&s->easy->study)->nodes;
}
static double attributes(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return study_network(&s->easy->study)->links_are_words
		       ? 0.0
		       : (double)study_network(&s->easy->study)->attributes;
}
static double skipped(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	const odd_skipped *k = &study_network(&s->easy->study)->skipped;
	return (double)(k->self_loops + k->repeated_edges + k->unknown_nodes + k->repeated_words +
			k->zero_weights);
}
static double class_of(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)study_network(&s->easy->study)->label[i];
}
static double truth(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)study_network(&s->easy->study)->truth[i];
}
static double score(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return s->easy->study.ranking->scores.total[i];
}
static double rank(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)s->easy->study.ranking->scores.rank[i];
}
static double order(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)s->easy->study.ranking->scores.order[i];
}
static double low(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)s->easy->study.ranking->scores.low[i];
}
static double high(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return (double)s->easy->study.ranking->scores.high[i];
}
static double component(const struct source *s, size_t i, size_t j)
{
	return s->easy->study.ranking->scores.component[j][i];
}
static double matrix(const struct source *s, size_t i, size_t j)
{
	return odd_mat_row(s->matrix, i)[j];
}
static double loss(const struct source *s, size_t i, size_t j)
{
	(void)j;
	return odd_one_trace(s->easy->study.run)->point[i].loss;
}
static double recall(const struct source *s, size_t i, size_t j)
{
	const odd_recall_row *row = &s->easy->study.ranking->evaluation.row[i];
	return j == 0 ? row->top : row->recall;
}
static double auc(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return s->easy->study.ranking->evaluation.auc;
}
static double average_precision(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return s->easy->study.ranking->evaluation.average_precision;
}
static double iterations(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return (double)odd_one_iteration(s->easy->study.run);
}
static double dims(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return (double)odd_one_look(s->easy->study.run).k;
}
static double alpha(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return odd_one_options_used(s->easy->study.run)->alpha;
}
static double beta(const struct source *s, size_t i, size_t j)
{
	(void)i, (void)j;
	return odd_one_options_used(s->easy->study.run)->beta;
}

static double terms(const struct source *s, size_t i, size_t j)
{
	return odd_one_trace(s->easy->study.run)->point[i].term[j];
}
static double state_G(const struct source *s, size_t i, size_t j)
{
	return odd_cmat_row(odd_one_look(s->easy->study.run).G, i)[j];
}
static double state_H(const struct source *s, size_t i, size_t j)
{
	return odd_cmat_row(odd_one_look(s->easy->study.run).Ht, j)[i];
}
static double state_U(const struct source *s, size_t i, size_t j)
{
	return odd_cmat_row(odd_one_look(s->easy->study.run).U, i)[j];
}
static double state_V(const struct source *s, size_t i, size_t j)
{
	return odd_cmat_row(odd_one_look(s->easy->study.run).Vt, j)[i];
}
static double state_W(const struct source *s, size_t i, size_t j)
{
	return odd_cmat_row(odd_one_look(s->easy->study.run).W, i)[j];
}
static double state_O(const struct source *s, size_t i, size_t j)
{
	return odd_one_look(s->easy->study.run).O[j][i];
}

static const struct numbers table[] = {
	{"nodes", OF_NETWORK, ONE, ONE, nodes, 0},
	{"links", OF_NETWORK, ONE, ONE, links, 0},
	{"attributes", OF_NETWORK, ONE, ONE, attributes, 0},
	{"skipped", OF_NETWORK, ONE, ONE, skipped, 0},
	{"class", OF_NETWORK, NODES, ONE, class_of, 0},
	{"truth", OF_NETWORK, NODES, ONE, truth, 0},
	{"score", OF_RANKING, NODES, ONE, score, 0},
	{"rank", OF_RANKING, NODES, ONE, rank, 0},
	{"order", OF_RANKING, NODES, ONE, order, 0},
	{"low", OF_CERTAINTY, NODES, ONE, low, 0},
	{"high", OF_CERTAINTY, NODES, ONE, high, 0},
	{"components", OF_RANKING, NODES, PARTS, component, 0},
	{"embedding", OF_MATRIX, NODES, DIMS, matrix, ODD_PROJECT_EMBEDDING},
	{"structure", OF_MATRIX, NODES, DIMS, matrix, ODD_PROJECT_STRUCTURE},
	{"meaning", OF_MATRIX, NODES, DIMS, matrix, ODD_PROJECT_ATTRIBUTES},
	{"map", OF_MAP, NODES, TWO, matrix, 0},
	{"loss", OF_RUN, TRACE, ONE, loss, 0},
	{"terms", OF_RUN, TRACE, THREE, terms, 0},
	{"G", OF_RUN, NODES, DIMS, state_G, 0},
	{"H", OF_RUN, DIMS, NODES, state_H, 0},
	{"U", OF_RUN, NODES, DIMS, state_U, 0},
	{"V", OF_RUN, DIMS, WORDS, state_V, 0},
	{"W", OF_RUN, DIMS, DIMS, state_W, 0},
	{"O", OF_RUN, NODES, THREE, state_O, 0},
	{"recall", OF_RANKING, ROWS, TWO, recall, 0},
	{"auc", OF_RANKING, ONE, ONE, auc, 0},
	{"average_precision", OF_RANKING, ONE, ONE, average_precision, 0},
	{"iterations", OF_RUN, ONE, ONE, iterations, 0},
	{"dims", OF_RUN, ONE, ONE, dims, 0},
	{"alpha", OF_RUN, ONE, ONE, alpha, 0},
	{"beta", OF_RUN, ONE, ONE, beta, 0},
};

static odd_status find(odd_easy *easy, const char *name, const struct numbers **out)
{
	odd_error *err = &easy->error;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		*out = &table[i];
		if (table[i].needs == OF_NETWORK)
			return odd__easy_network(easy);
		if (easy->study.run == NULL)
			return odd_error_set(err, ODD_EUSAGE, "no %s yet: nothing has run", name);
		if (table[i].needs == OF_RANKING || table[i].needs == OF_CERTAINTY) {
			odd_status status = odd__easy_rank(easy);
			if (status != ODD_OK)
				return status;
		}
		if (table[i].needs == OF_CERTAINTY && easy->study.ranking->scores.low == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "no %s: the option certainty was not set", name);
		return ODD_OK;
	}
	return odd_error_set(err, ODD_EUSAGE, "there are no numbers called \"%.100s\"", name);
}

static size_t extent(const odd_easy *easy, enum measure e)
{
	switch (e) {
	case NODES:
		return study_network(&easy->study)->nodes;
	case PARTS:
		return easy->study.ranking->scores.score->count;
	case DIMS:
		return odd_one_look(easy->study.run).k;
	case TWO:
		return 2;
	case THREE:
		return 3;
	case WORDS:
		return odd_one_look(easy->study.run).attributes;
	case TRACE:
		return odd_one_trace(easy->study.run)->count;
	case ROWS:
		return ODD_RECALL_ROWS;
	default:
		return 1;
	}
}

int odd_easy_shape(odd_easy *easy, const char *name, size_t *rows, size_t *columns)
{
	const struct numbers *numbers = NULL;
	odd_status status = find(easy, name, &numbers);
	if (status == ODD_OK) {
		*rows = extent(easy, numbers->rows);
		*columns = extent(easy, numbers->columns);
	}
	return odd__easy_done(easy, status);
}

/* Points of nodes that a sample of t-SNE leaves out are NAN. */
static void copy_map(const odd_projection *map, double *out, size_t n)
{
	for (size_t i = 0; i < 2 * n; i++)
		out[i] = NAN;
	for (size_t p = 0; p < map->xy.rows; p++)
		for (size_t j = 0; j < 2; j++)
			out[2 * (map->node != NULL ? map->node[p] : p) + j] =
				odd_mat_row(map->xy, p)[j];
}

int odd_easy_get(odd_easy *easy, const char *name, double *out, size_t room)
{
	odd_error *err = &easy->error;
	const struct numbers *numbers = NULL;
	odd_status status = find(easy, name, &numbers);
	if (status != ODD_OK)
		return odd__easy_done(easy, status);
	size_t rows = extent(easy, numbers->rows), columns = extent(easy, numbers->columns);
	if (room < rows * columns)
		return odd__easy_done(easy, odd_error_set(err, ODD_EUSAGE,
						    "%s is %zu numbers, and there is room for %zu",
						    name, rows * columns, room));
	if (numbers->needs == OF_MAP) {
		if ((status = study_project(&easy->study, &easy->job, err)) == ODD_OK)
			copy_map(&easy->study.map->of, out, rows);
		return odd__easy_done(easy, status);
	}
	struct source source = {easy, {0}};
	if (numbers->needs == OF_MATRIX) {
		if ((status = odd_mat_alloc(&source.matrix, rows, columns, err)) != ODD_OK)
			return odd__easy_done(easy, status);
		odd_projection_matrix(source.matrix, easy->study.run, numbers->source);
	}
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			out[i * columns + j] = numbers->at(&source, i, j);
	odd_mat_free(&source.matrix);
	return odd__easy_done(easy, ODD_OK);
}

/* ---- texts -------------------------------------------------------------------------------- */

static const char *name_at(const odd_names *names, size_t place)
{
	return place < names->count ? odd_names_get(names, place) : NULL;
}

const char *odd_easy_text(odd_easy *easy, const char *name, size_t place)
{
	if (odd__easy_done(easy, odd__easy_network(easy)) != ODD_OK)
		return NULL;
	const odd_network *net = study_network(&easy->study);
	const odd_score *by = easy->study.run != NULL ? easy->study.ranking->scores.score : NULL;
	if (strcmp(name, "node") == 0)
		return name_at(&net->ids, place);
	if (strcmp(name, "attribute") == 0)
		return name_at(&net->words, place);
	if (strcmp(name, "class") == 0)
		return name_at(&net->classes, place);
	if (strcmp(name, "kind") == 0)
		return place < ODD_KINDS ? odd_kind_name((odd_kind)place) : NULL;
	if (strcmp(name, "component") == 0)
		return by != NULL && place < by->count ? by->component[place].name : NULL;
	if (strcmp(name, "sentence") == 0)
		return place < easy->sentences.count ? easy->sentences.line[place] : NULL;
	if (place > 0)
		return NULL;
	if (strcmp(name, "network") == 0)
		return net->name;
	if (strcmp(name, "format") == 0)
		return net->format;
	return strcmp(name, "scored_by") == 0 && by != NULL ? by->name : NULL;
}

int odd_easy_explain(odd_easy *easy, size_t node)
{
	odd_error *err = &easy->error;
	odd_explanation why;
	odd_sentences_clear(&easy->sentences);
	easy->sentences = (odd_sentences){0};
	if (easy->study.run == NULL)
		return odd__easy_done(easy,
			odd_error_set(err, ODD_EUSAGE, "nothing to explain: nothing has run"));
	odd_status status = odd__easy_rank(easy);
	if (status == ODD_OK)
		status = study_explain(
			&why, &easy->sentences, &easy->study, node, NULL, &easy->job, err);
	if (status == ODD_OK)
		odd_explanation_clear(&why);
	return odd__easy_done(easy, status);
}
