/* easy.h: the whole pipeline behind one opaque handle, for other languages.
 *
 *     new, set, load (or nodes, links, attributes, ...), run (or start, step, ...),
 *     then shape, get, text and explain, and free at the end
 *
 * The handle hides all structures of the library. A caller asks for a result by its name, and the
 * library copies the numbers into the caller's array. Later versions keep all functions and names
 * and may add some. share/python/oddone and share/R use this header alone.
 *
 * A function that can fail returns 0 or an odd_status (error.h); odd_easy_error then describes the
 * error. One thread at a time may use a handle. Handles share no state.
 */
#ifndef ODDONE_EASY_H
#define ODDONE_EASY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle. */
typedef struct odd_easy odd_easy;

/* Makes a handle. Returns NULL without memory. */
odd_easy *odd_easy_new(void);
/* Frees a handle and its results. NULL is allowed. */
void odd_easy_free(odd_easy *easy);
/* Returns the last error, "" when the last call succeeded. The text is valid until the next call.
 */
const char *odd_easy_error(const odd_easy *easy);

/* ---- options ------------------------------------------------------------------------------ */

/* Sets an option by name. Names and values are those of `oddone run` that change its result: dims,
 * iterations, preset, seed, score, plant, threads, projection, ... Further names:
 *
 *     certainty    number of further runs that tell how certain the ranks are
 *     id, source, target, weight, separator, label, columns, ignore, type
 *                  how tables are read, as in oddone(1)
 *
 * Set these and `directed` before the network is given. */
int odd_easy_set(odd_easy *easy, const char *name, const char *value);

/* ---- the network -------------------------------------------------------------------------- */

/* Reads a network in any format of oddone-formats(5). Replaces the network of the handle. */
int odd_easy_load(odd_easy *easy, const char *path);

/* Begins a network made of numbers: the number of nodes and of attributes, and their names. NULL
 * names are 0, 1, ... for nodes and w0, w1, ... for attributes. Replaces the network of the handle.
 */
int odd_easy_nodes(odd_easy *easy, size_t nodes, const char *const *node_name, size_t attributes,
	const char *const *attribute_name);
/* Adds links. A link may be listed in one or both directions. weight NULL: all weights are 1. */
int odd_easy_links(
	odd_easy *easy, size_t count, const int64_t *from, const int64_t *to, const double *weight);
/* Adds attribute values other than 0, each once. value NULL: all are 1. */
int odd_easy_attributes(odd_easy *easy, size_t count, const int64_t *node, const int64_t *attribute,
	const double *value);
/* Sets the class of every node; "" or NULL: none. */
int odd_easy_labels(odd_easy *easy, size_t nodes, const char *const *label);
/* Sets the known outliers: 0 for an ordinary node, another number for an outlier. */
int odd_easy_truth(odd_easy *easy, size_t nodes, const uint8_t *odd);

/* The network that is given next holds new nodes for the run of another handle. odd_easy_run then
 * places these nodes without a refit, and results are of the fitted nodes followed by the new ones.
 * The network may list fitted nodes, so that links can name them; their data is not used. Options
 * and column types are those of `fitted`, which must stay unchanged for the life of `easy`. */
int odd_easy_beside(odd_easy *easy, const odd_easy *fitted);

/* ---- the run ------------------------------------------------------------------------------ */

/* Receives progress. A result other than 0 cancels the work. */
typedef int (*odd_easy_news)(void *payload, const char *what, double done, double total);

/* Plants outliers (when the option plant is set), fits, scores and evaluates. news may be NULL. Can
 * be called again after a change of options; the planted outliers then stay. */
int odd_easy_run(odd_easy *easy, odd_easy_news news, void *payload);

/* Plants outliers (when the option plant is set), makes the start and scores it. */
int odd_easy_start(odd_easy *easy, odd_easy_news news, void *payload);
/* Runs sub-steps up to and including the next one called `until` (W, G, H, U, V or O); NULL: one
 * sub-step. Results are then those of the new state. */
int odd_easy_step(odd_easy *easy, const char *until, odd_easy_news news, void *payload);
/* Runs whole iterations of six sub-steps. */
int odd_easy_iterate(odd_easy *easy, size_t iterations, odd_easy_news news, void *payload);
/* Plants the outliers that the options plant and placebo ask for into the network of a started run,
 * which continues. Planted nodes follow the others. */
int odd_easy_plant(odd_easy *easy, odd_easy_news news, void *payload);
/* Takes back the last call of step, iterate or plant. The handle keeps up to 256 states that
 * together take at most 256 MB. ODD_EUSAGE when no state is left. */
int odd_easy_undo(odd_easy *easy);

/* ---- results ------------------------------------------------------------------------------ */

/* Returns the shape of a matrix of numbers. After the network is given:
 *
 *     nodes, links, attributes    1 x 1
 *     skipped                     1 x 1: records of the input that were left out or merged
 *     columns                     columns of a table x 2: missing values, attributes made of it
 *     class                       nodes x 1: number of the class, -1: none
 *     truth                       nodes x 1: an odd_kind (network.h), 0: ordinary
 *
 * After a run or a start:
 *
 *     score                       nodes x 1: larger is odder
 *     rank                        nodes x 1: from 1, the oddest
 *     order                       nodes x 1: numbers of nodes, the oddest first
 *     low, high                   nodes x 1: least and largest rank in further runs (certainty)
 *     components                  nodes x parts of the score
 *     embedding                   nodes x K: (G + U Wt) / 2
 *     structure, meaning          nodes x K: G; U Wt
 *     map                         nodes x 2, made as the options projection and project say
 *     loss                        trace points x 1: the start and every sub-step
 *     terms                       trace points x 3: structure, attributes, disagreement
 *     G, H, U, V, W               N x K, K x N, N x K, K x D, K x K
 *     O                           N x 3
 *     recall                      5 x 2: percent taken, share of the outliers among them
 *     auc, average_precision      1 x 1, NAN without outliers
 *     iterations, dims            1 x 1, as used
 *     alpha, beta                 1 x 1, as used
 *
 * ODD_EUSAGE when the name is unknown or the numbers do not exist yet. */
int odd_easy_shape(odd_easy *easy, const char *name, size_t *rows, size_t *columns);
/* Copies the numbers row by row into `out`, which has room for `room` of them. */
int odd_easy_get(odd_easy *easy, const char *name, double *out, size_t room);

/* Returns a text by name and number from 0, NULL after the last:
 *
 *     node, attribute, class      names
 *     kind                        names of the numbers of truth
 *     component                   names of the parts of the score
 *     note                        remarks: data left out, guesses made while reading
 *     column, column_type         name and type of a column of a table
 *     column_done                 how the column became attributes
 *     sentence                    sentences of the last explanation
 *     network, format, scored_by  number 0 only
 *     checksum                    number 0 only: of all data of the network, before planting
 *
 * Names of nodes, attributes and classes are valid as long as the network, other texts until the
 * next call. */
const char *odd_easy_text(odd_easy *easy, const char *name, size_t place);

/* Makes the sentences that explain the rank of a node. */
int odd_easy_explain(odd_easy *easy, size_t node);

#ifdef __cplusplus
}
#endif
#endif
