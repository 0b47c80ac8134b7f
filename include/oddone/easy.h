/* easy.h: the whole pipeline by one opaque handle, plain numbers and texts: for other languages.
 *
 *     new → load, or nodes, links, attributes, … → set … → run, or start and step
 *         → shape, get, text, explain → free
 *
 * No structure of the library shows, so that no caller has to know their layout: a result is asked
 * for by its name and copied into the caller's room. What has been released stays: names may be
 * added, to the functions and to what they know. share/python/oddone is written on this alone.
 *
 * Functions that can fail return 0 or an odd_status (base/error.h), and odd_easy_error says what
 * was wrong. A handle belongs to one thread at a time; handles know nothing of each other.
 */
#ifndef ODDONE_EASY_H
#define ODDONE_EASY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct odd_easy odd_easy;

/* NULL: out of memory. */
odd_easy *odd_easy_new(void);
void odd_easy_free(odd_easy *easy);
/* The last error, "" when there was none; lent until the next call. */
const char *odd_easy_error(const odd_easy *easy);

/* ---- options ------------------------------------------------------------------------------ */

/* An option of `oddone run` that decides what a run comes to, by its name there or in `set`: dims,
 * iterations, preset, seed, score, plant, threads, projection, …; values as they are written there.
 * Beside these certainty, the number of further runs that tell how certain ranks are, and what
 * concerns the reading of tables: id, source, target, weight, separator, label, columns, ignore and
 * type. These and directed have to be set before the network is given. */
int odd_easy_set(odd_easy *easy, const char *name, const char *value);

/* ---- the network -------------------------------------------------------------------------- */

/* Read it from a path, in any format of oddone-formats(5). What was there is dropped. */
int odd_easy_load(odd_easy *easy, const char *path);

/* Or put it together from numbers. First how many nodes and attributes there are, with their names;
 * NULL: 0, 1, … and w0, w1, …. What was there is dropped. */
int odd_easy_nodes(odd_easy *easy, size_t nodes, const char *const *node_name, size_t attributes,
	const char *const *attribute_name);
/* Links, each once or both ways; weight NULL: all 1. May be called again for more. */
int odd_easy_links(
	odd_easy *easy, size_t count, const int64_t *from, const int64_t *to, const double *weight);
/* Attributes that are not 0, each place once; value NULL: all 1. May be called again for more. */
int odd_easy_attributes(odd_easy *easy, size_t count, const int64_t *node, const int64_t *attribute,
	const double *value);
/* The class of each of the nodes; "" or NULL: none. */
int odd_easy_labels(odd_easy *easy, size_t nodes, const char *const *label);
/* Which nodes are known to be odd: 0, or not 0, for each. */
int odd_easy_truth(odd_easy *easy, size_t nodes, const uint8_t *odd);

/* ---- the run ------------------------------------------------------------------------------ */

/* Told how far the work is; anything but 0 stops it. */
typedef int (*odd_easy_news)(void *payload, const char *what, double done, double total);

/* Plant (where that is set), fit, score and evaluate. news may be NULL. May be called again, with
 * other options, unless these plant: what was planted stays. */
int odd_easy_run(odd_easy *easy, odd_easy_news news, void *payload);

/* Or step by step. Plants (where that is set), makes the start and ranks it. */
int odd_easy_start(odd_easy *easy, odd_easy_news news, void *payload);
/* The next sub-step; until names one of W, G, H, U, V, O: sub-steps up to the next one of that
 * name, which is included. NULL: one sub-step. Results are those of the new state. */
int odd_easy_step(odd_easy *easy, const char *until, odd_easy_news news, void *payload);
/* So many iterations, six sub-steps each. */
int odd_easy_iterate(odd_easy *easy, size_t iterations, odd_easy_news news, void *payload);
/* Takes back the last call of step or iterate. The last 256 can be taken back, as far as their
 * states take 256 MB. ODD_EUSAGE when there is none. */
int odd_easy_undo(odd_easy *easy);

/* ---- results ------------------------------------------------------------------------------ */

/* Numbers, by name, rows × columns:
 *     links, attributes, nodes, skipped     1 × 1, once there is a network
 *     class                                 nodes × 1: number among the classes, −1: none
 *     truth                                 nodes × 1: an odd_kind, 0: ordinary
 * and after a run
 *     score, rank, order                    nodes × 1; rank from 1; order: nodes, the oddest first
 *     low, high                             nodes × 1: where it ranked in further runs (certainty)
 *     components                            nodes × parts of the score
 *     embedding, structure, meaning         nodes × K: (G + U Wᵀ)/2, G, U Wᵀ
 *     map                                   nodes × 2, by the options projection and project
 *     loss                                  trace points × 1
 *     terms                                 trace points × 3: of structure, attributes,
 * disagreement G, H, U, V, W, O                      the present state: N × K, K × N, N × K, K × D,
 * K × K, N × 3 recall                                5 × 2: percent taken, share of the outliers
 * found auc, average_precision                1 × 1, NAN without outliers iterations, dims, alpha,
 * beta         1 × 1, as used ODD_EUSAGE for another name, or where it is not there. */
int odd_easy_shape(odd_easy *easy, const char *name, size_t *rows, size_t *columns);
/* Copy them, row by row, into room for so many numbers. */
int odd_easy_get(odd_easy *easy, const char *name, double *out, size_t room);

/* Texts, by name and place: node, attribute, class (their names), component (of the score), kind
 * (of truth), sentence (of the last explanation); and with place 0 network, format, scored_by. Lent
 * until the next call but for names, which last as long as the network; NULL behind the last. */
const char *odd_easy_text(odd_easy *easy, const char *name, size_t place);

/* Why a node of the last run ranks where it does: makes the sentences. */
int odd_easy_explain(odd_easy *easy, size_t node);

#ifdef __cplusplus
}
#endif
#endif
