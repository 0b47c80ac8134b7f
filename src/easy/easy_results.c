/* easy_results.c: numbers and texts of the network and of the run, by name. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"

/* ---- numbers ------------------------------------------------------------------------------ */

enum needs { OF_NETWORK, OF_RUN, OF_RANKING, OF_CERTAINTY, OF_MATRIX, OF_MAP };
enum type { NUMBER, BYTES, INTEGERS, COUNTS, DOUBLES, COLUMNS, MATRIX, TURNED, RECALLS, TABLE };

/* Numbers with a name, rows x columns. */
struct numbers {
	const char *name;
	enum needs needs;
	size_t rows, columns;
	enum type type;
	double number;                /* of NUMBER */
	const void *at;               /* an array, an array of columns, or a matrix */
	size_t stride;                /* bytes between rows of DOUBLES */
	odd_projection_source source; /* OF_MATRIX: which matrix to compute */
};

static double number_at(const struct numbers *x, size_t i, size_t j)
{
	const odd_recall_row *recall = x->at;
	const odd_table_column *column = x->at;
	switch (x->type) {
	case BYTES:
		return (double)((const uint8_t *)x->at)[i];
	case INTEGERS:
		return (double)((const int32_t *)x->at)[i];
	case COUNTS:
		return (double)((const uint32_t *)x->at)[i];
	case DOUBLES:
		return ((const double *)(const void *)((const char *)x->at + i * x->stride))[j];
	case COLUMNS:
		return ((const double *const *)x->at)[j][i];
	case MATRIX:
		return odd_cmat_row(*(const odd_cmat *)x->at, i)[j];
	case TURNED:
		return odd_cmat_row(*(const odd_cmat *)x->at, j)[i];
	case RECALLS:
		return j == 0 ? recall[i].top : recall[i].recall;
	case TABLE:
		return (double)(j == 0 ? column[i].missing : column[i].attributes);
	default:
		return x->number;
	}
}

/* Finds numbers by name, with shape and place as far as network, run and ranking exist; false: the
 * name is unknown. *out refers to *state. */
static bool look_up(
	struct numbers *out, odd_one_state *state, const struct study *study, const char *name)
{
	static const odd_network no_network;
	static const struct ranking no_ranking;
	static const odd_trace no_trace;
	static const odd_one_options no_options;
	const odd_one *run = study->run;
	const odd_network *net = study_network(study) != NULL ? study_network(study) : &no_network;
	const struct ranking *ranking = study->ranking != NULL ? study->ranking : &no_ranking;
	const odd_scores *x = &ranking->scores;
	const odd_evaluation *e = &ranking->evaluation;
	const odd_trace *trace = run != NULL ? odd_one_trace(run) : &no_trace;
	const odd_one_options *used = run != NULL ? odd_one_options_used(run) : &no_options;
	const odd_skipped *left_out = &net->skipped;
	*state = run != NULL ? odd_one_look(run) : (odd_one_state){0};
	const size_t n = net->nodes, k = state->k, parts = x->score != NULL ? x->score->count : 0;
	const double *loss = trace->point != NULL ? &trace->point->loss : NULL;
	const double *terms = trace->point != NULL ? trace->point->term : NULL;
	const double attributes = net->links_are_words ? 0.0 : (double)net->attributes;
	const double skipped =
		(double)(left_out->self_loops + left_out->repeated_edges + left_out->unknown_nodes +
			 left_out->repeated_words + left_out->zero_weights);
	const double iterations = run != NULL ? (double)odd_one_iteration(run) : 0.0;
	const struct numbers table[] = {
		{"nodes", OF_NETWORK, 1, 1, NUMBER, .number = (double)n},
		{"links", OF_NETWORK, 1, 1, NUMBER, .number = (double)net->edges},
		{"attributes", OF_NETWORK, 1, 1, NUMBER, .number = attributes},
		{"skipped", OF_NETWORK, 1, 1, NUMBER, .number = skipped},
		{"columns", OF_NETWORK, net->columns.count, 2, TABLE, .at = net->columns.column},
		{"class", OF_NETWORK, n, 1, INTEGERS, .at = net->label},
		{"truth", OF_NETWORK, n, 1, BYTES, .at = net->truth},
		{"score", OF_RANKING, n, 1, DOUBLES, .at = x->total, .stride = sizeof *x->total},
		{"rank", OF_RANKING, n, 1, COUNTS, .at = x->rank},
		{"order", OF_RANKING, n, 1, COUNTS, .at = x->order},
		{"low", OF_CERTAINTY, n, 1, COUNTS, .at = x->low},
		{"high", OF_CERTAINTY, n, 1, COUNTS, .at = x->high},
		{"components", OF_RANKING, n, parts, COLUMNS, .at = x->component},
		{"embedding", OF_MATRIX, n, k, MATRIX, .source = ODD_PROJECT_EMBEDDING},
		{"structure", OF_MATRIX, n, k, MATRIX, .source = ODD_PROJECT_STRUCTURE},
		{"meaning", OF_MATRIX, n, k, MATRIX, .source = ODD_PROJECT_ATTRIBUTES},
		{"map", OF_MAP, n, 2, MATRIX, .number = 0.0},
		{"loss", OF_RUN, trace->count, 1, DOUBLES, .at = loss,
			.stride = sizeof *trace->point},
		{"terms", OF_RUN, trace->count, 3, DOUBLES, .at = terms,
			.stride = sizeof *trace->point},
		{"G", OF_RUN, n, k, MATRIX, .at = &state->G},
		{"H", OF_RUN, k, n, TURNED, .at = &state->Ht},
		{"U", OF_RUN, n, k, MATRIX, .at = &state->U},
		{"V", OF_RUN, k, state->attributes, TURNED, .at = &state->Vt},
		{"W", OF_RUN, k, k, MATRIX, .at = &state->W},
		{"O", OF_RUN, n, 3, COLUMNS, .at = state->O},
		{"recall", OF_RANKING, ODD_RECALL_ROWS, 2, RECALLS, .at = e->row},
		{"auc", OF_RANKING, 1, 1, NUMBER, .number = e->auc},
		{"average_precision", OF_RANKING, 1, 1, NUMBER, .number = e->average_precision},
		{"iterations", OF_RUN, 1, 1, NUMBER, .number = iterations},
		{"dims", OF_RUN, 1, 1, NUMBER, .number = (double)k},
		{"alpha", OF_RUN, 1, 1, NUMBER, .number = used->alpha},
		{"beta", OF_RUN, 1, 1, NUMBER, .number = used->beta},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0) {
			*out = table[i];
			return true;
		}
	return false;
}

/* Finds numbers by name; completes the network or makes the ranking when the numbers need it. */
static odd_status find(odd_easy *easy, const char *name, struct numbers *out, odd_one_state *state)
{
	odd_error *err = &easy->error;
	odd_status status = ODD_OK;
	if (!look_up(out, state, &easy->study, name))
		return odd_error_set(
			err, ODD_EUSAGE, "there are no numbers called \"%.100s\"", name);
	if (out->needs == OF_NETWORK)
		status = odd__easy_network(easy);
	else if (easy->study.run == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no %s yet: nothing has run", name);
	else if (out->needs == OF_RANKING || out->needs == OF_CERTAINTY)
		status = odd__easy_rank(easy);
	look_up(out, state, &easy->study, name);
	if (status == ODD_OK && out->needs == OF_CERTAINTY && out->at == NULL)
		status = odd_error_set(
			err, ODD_EUSAGE, "no %s: the option certainty was not set", name);
	return status;
}

int odd_easy_shape(odd_easy *easy, const char *name, size_t *rows, size_t *columns)
{
	struct numbers numbers;
	odd_one_state state;
	odd_status status = find(easy, name, &numbers, &state);
	if (status == ODD_OK) {
		*rows = numbers.rows;
		*columns = numbers.columns;
	}
	return odd__easy_done(easy, status);
}

/* Copies a map. Nodes that are not in the sample of t-SNE get NAN. */
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
	struct numbers numbers;
	odd_one_state state;
	odd_mat filled = {NULL, 0, 0, 0};
	odd_status status = find(easy, name, &numbers, &state);
	if (status != ODD_OK)
		return odd__easy_done(easy, status);
	const size_t rows = numbers.rows, columns = numbers.columns;
	if (room < rows * columns)
		status = odd_error_set(err, ODD_EUSAGE,
			"%s is %zu numbers, and there is room for %zu", name, rows * columns, room);
	if (status == ODD_OK && numbers.needs == OF_MAP) {
		if ((status = study_project(&easy->study, &easy->job, err)) == ODD_OK)
			copy_map(&easy->study.map->of, out, rows);
		return odd__easy_done(easy, status);
	}
	if (status == ODD_OK && numbers.needs == OF_MATRIX)
		status = odd_mat_alloc(&filled, rows, columns, err);
	if (status != ODD_OK)
		return odd__easy_done(easy, status);
	const odd_cmat matrix = odd_mat_const(filled);
	if (numbers.needs == OF_MATRIX) {
		odd_projection_matrix(filled, easy->study.run, numbers.source);
		numbers.at = &matrix;
	}
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			out[i * columns + j] = number_at(&numbers, i, j);
	odd_mat_free(&filled);
	return odd__easy_done(easy, ODD_OK);
}

/* ---- texts -------------------------------------------------------------------------------- */

static const char *name_at(const odd_names *names, size_t place)
{
	return place < names->count ? odd_names_get(names, place) : NULL;
}

/* Returns the score that ranks the nodes, or NULL before a run. */
static const odd_score *find_score(odd_easy *easy)
{
	if (easy->study.run == NULL || odd__easy_rank(easy) != ODD_OK)
		return NULL;
	return easy->study.ranking->scores.score;
}

/* Returns the name or the type of a column, or how it became attributes. */
static const char *column_text(odd_easy *easy, const char *name, size_t place)
{
	const odd_columns *columns = &study_network(&easy->study)->columns;
	if (place >= columns->count)
		return NULL;
	const odd_table_column *column = &columns->column[place];
	if (strcmp(name, "column") == 0)
		return column->name;
	return strcmp(name, "column_type") == 0
		       ? odd_column_type_name(column->type)
		       : odd_column_done(easy->text, sizeof easy->text, column);
}

const char *odd_easy_text(odd_easy *easy, const char *name, size_t place)
{
	if (odd__easy_done(easy, odd__easy_network(easy)) != ODD_OK)
		return NULL;
	const odd_network *net = study_network(&easy->study);
	const struct notes *notes = &easy->study.notes;
	if (strcmp(name, "node") == 0)
		return name_at(&net->ids, place);
	if (strcmp(name, "attribute") == 0)
		return name_at(&net->words, place);
	if (strcmp(name, "class") == 0)
		return name_at(&net->classes, place);
	if (strcmp(name, "kind") == 0)
		return place < ODD_KINDS ? odd_kind_name((odd_kind)place) : NULL;
	if (strcmp(name, "note") == 0)
		return place < notes->count ? notes->text[place] : NULL;
	if (strncmp(name, "column", strlen("column")) == 0)
		return column_text(easy, name, place);
	const odd_score *by = find_score(easy);
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
	if (strcmp(name, "checksum") == 0) {
		snprintf(easy->text, sizeof easy->text, "%016" PRIx64, easy->study.checksum);
		return easy->text;
	}
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
