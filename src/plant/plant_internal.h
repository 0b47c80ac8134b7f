/* plant_internal.h: what the kinds of planting share.
 *
 * The field is the network as it was before planting, its nodes lined up class by class. In that
 * line a class is a range, "the other classes" is the line with a hole, a class drawn in proportion
 * to its size is the class of a random place, and a word drawn in proportion to how many nodes have
 * it is a random one of the stored attributes of a range. So every draw is O(1) or O(log n).
 */
#ifndef ODD_PLANT_INTERNAL_H
#define ODD_PLANT_INTERNAL_H

#include "linalg/memory.h"
#include "network/extend.h"
#include "oddone/plant.h"
#include "base/rng.h"

typedef struct odd__field {
	const odd_network *net;
	const int32_t *of; /* class of each node, or ODD_NO_LABEL: then it takes no part */
	odd_plant_style style;
	size_t classes;
	size_t places; /* nodes in the line */
	size_t wordy;  /* the classes that have words stand first, in places 0 … wordy−1 */
	size_t wordy_classes;
	uint32_t *node;        /* at each place */
	size_t *begin, *end;   /* of each class, in places */
	size_t *links, *words; /* entries of A, of C in the rows before each place; places + 1 */
	size_t *arriving;      /* the same for Aᵀ, whose rows are At; directed only, else NULL */
	odd_csr At;

	/* For the rare exact draw of words, made when first needed: the attributes of the line
	 * numbered 0 … words[places]−1, listed by word, rising within a word. */
	size_t *word_begin, *word_entry;

	/* Scratch. node_mark and word_mark hold the number of the draw that last touched them. */
	uint32_t *node_mark, *word_mark;
	uint32_t mark;
	odd__entry *entry; /* what a draw found; room for max(nodes, attributes) */
	size_t found;
	uint32_t start; /* where the last walk began */
	odd__memory memory;
} odd__field;

/* Links that leave a node, or (directed only) that arrive at it. */
typedef enum odd__way { ODD__OUT, ODD__IN } odd__way;

/* A range of places with a hole in it (empty when hole_begin ≥ end). */
typedef struct odd__pool {
	size_t begin, end, hole_begin, hole_end;
} odd__pool;

odd_status odd__field_init(odd__field *field, const odd_network *net, const odd_communities *groups,
	odd_plant_style style, odd_error *err);
void odd__field_clear(odd__field *field);

odd__pool odd__pool_class(const odd__field *field, size_t c);
odd__pool odd__pool_others(const odd__field *field, size_t c);       /* every class but c */
odd__pool odd__pool_wordy_others(const odd__field *field, size_t c); /* …that has words */
size_t odd__pool_size(odd__pool pool);
/* A place, uniformly; the pool must not be empty. */
size_t odd__pool_draw(odd__pool pool, odd_rng *rng);
/* The same range counted in entries before each place (field->links or field->words). */
odd__pool odd__pool_entries(odd__pool pool, const size_t *before);

/* Mean number of links, of words, of the class ± 10 %, rounded; words at least 1. Links that arrive
 * are few for most and many for some, so their mean is no ordinary number: they are as many as a
 * random node of the class has. */
size_t odd__draw_degree(const odd__field *field, size_t c, odd__way way, odd_rng *rng);
size_t odd__draw_word_count(const odd__field *field, size_t c, odd_rng *rng);

/* Each leaves its result in field->entry, field->found; fewer where the pool has no more. Links
 * get the weight of a random link of class c, of those that go the same way. */
void odd__draw_links(
	odd__field *field, odd__pool pool, size_t count, size_t c, odd__way way, odd_rng *rng);
/* Inside class c, uniformly or by a walk, as the style says. The walk for links that arrive begins
 * where that for the leaving ones began. */
void odd__draw_links_inside(odd__field *field, size_t c, size_t count, odd__way way, odd_rng *rng);
odd_status odd__draw_words(
	odd__field *field, odd__pool pool, size_t count, odd_rng *rng, odd_error *err);

/* The place that thing number e is at, when before[p] things are at the places before p. O(log n).
 * */
size_t odd__place_of(const odd__field *field, const size_t *before, size_t e);

static inline size_t odd__row_length(const odd_csr *m, size_t i)
{
	return m->ptr[i + 1] - m->ptr[i];
}

/* ---- links put together one by one ---------------------------------------------------------- */

typedef struct odd__links_list {
	uint32_t *from, *to;
	double *weight;
	uint8_t *marked; /* per node: its links in A are not kept */
	size_t count;
	odd__memory memory;
} odd__links_list;

/* Room for the links of A and so many more; no node is marked. */
odd_status odd__links_list_init(odd__links_list *out, odd_ccsr A, size_t more, odd_error *err);
void odd__links_list_add(odd__links_list *list, size_t from, size_t to, double weight);
/* Adds the links of A between nodes that are not marked. */
void odd__links_list_keep(odd__links_list *list, odd_ccsr A);
/* As a matrix of the shape of A, with weights where A has them; frees the list. */
odd_status odd__links_list_finish(odd_csr *out, odd__links_list *list, odd_ccsr A, odd_error *err);

/* ---- new nodes ---------------------------------------------------------------------------- */

/* One kind of planted node. */
typedef struct odd__planting {
	odd_kind kind;
	const char *stream; /* purpose of its random numbers: the kinds do not disturb each other */
	/* Where the class of a planted node may be drawn from. */
	odd__pool (*classes)(const odd__field *field);
	bool inside; /* links go to its class; else to the others */
	/* Whose words it has, when its class is c. */
	odd__pool (*words)(const odd__field *field, size_t c, odd_rng *rng);
} odd__planting;

#define ODD__PLANTINGS 4
extern const odd__planting odd__plantings[ODD__PLANTINGS]; /* in the order they are planted in */

/* ---- nodes that were there (change.c, undo.c) ----------------------------------------------- */

/* Do the options change nodes that are there? */
bool odd__plant_changes(const odd_plant_options *options);
/* Draw the nodes and change them: *out is a new network, *before what they were. */
odd_status odd__plant_change(odd_network **out, odd_plant_before **before, odd__field *field,
	const odd_communities *groups, const odd_plant_options *options, odd_error *err);
/* Room for what so many nodes were; to be freed, also on error. */
odd_status odd__plant_before_new(odd_plant_before **out, size_t nodes, odd_error *err);
void odd__plant_before_free(odd_plant_before *before);

#endif
