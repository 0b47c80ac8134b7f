/* explain.h: why a node ranks where it does.
 *
 * An explanation gathers what can be said about one node of a run: how odd each component of its
 * score is among all nodes, which of its links and attributes the model explains worst and which
 * it expects and the node does not have, where its links lead and where its attributes come from,
 * and whom it is nearest to in the embedding. The numbers are all there; odd_explanation_sentences
 * puts the telling ones into words.
 */
#ifndef ODDONE_EXPLAIN_H
#define ODDONE_EXPLAIN_H

#include "oddone/network.h"
#include "oddone/plant.h"
#include "oddone/score.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How odd one component of the score is. */
typedef struct odd_explain_component {
	double value;      /* as read off the run */
	size_t rank;       /* how many nodes are at least as odd, itself included: 1 is the oddest,
			      and where all are equal everybody is last */
	size_t ties;       /* other nodes of the same value */
	double percentile; /* (average rank)/n, in (0, 1]; 1 is the oddest */
	bool idle;         /* all nodes are alike in it but for rounding */
	bool used;         /* it takes part in the score … */
	double weight;     /* … with so much */
} odd_explain_component;

/* One entry of the node's row of A or C. */
typedef struct odd_explain_entry {
	uint32_t at;       /* the neighbour, or the attribute */
	const char *name;  /* its name */
	const char *title; /* for people to read: the display name of a neighbour, else the name */
	const char *label; /* of the neighbour; NULL for none, and for attributes */
	double given;      /* in the data; 0 where there is none */
	double observed;   /* in the prepared matrix, which is what the model sees */
	double expected;   /* in G H or U V */
	double error;      /* (observed − expected)² */
	bool filled;       /* it was missing: what is given was put in its place */
} odd_explain_entry;

/* The node's whole row of A or C. */
typedef struct odd_explain_row {
	size_t count; /* links, or attributes that are not 0, in the data */
	double error; /* r1 or r2: Σ of squared errors over the whole row */
	double size;  /* ‖row‖² of the prepared matrix; error/size is unexplained */
	odd_explain_entry *present; /* entries that are there, the worst explained first */
	size_t present_count;
	odd_explain_entry *absent; /* entries that are not, though the model has more than 0 for */
	size_t absent_count;       /* them, the most expected first */
} odd_explain_row;

typedef struct odd_explain_near {
	uint32_t node;
	const char *id, *label; /* label: NULL for none */
	const char *title;      /* for people to read; else the id */
	double similarity;      /* cosine of the embeddings, −1 … 1 */
} odd_explain_near;

/* A community: a label, or one that was found in the links and has a number only. */
typedef struct odd_explain_group {
	int32_t number;   /* ODD_NO_LABEL: none */
	const char *name; /* NULL where it has none */
} odd_explain_group;

/* Where the node's links lead and its attributes come from. Members and shares never count the
 * node itself. All zero, and groups ODD_NO_LABEL, where there is nothing to compare with. */
typedef struct odd_explain_place {
	bool found;            /* communities found in the links; else labels */
	odd_explain_group own; /* of the node */
	size_t links_known;    /* of its links, those to nodes that have a community */
	size_t links_leaving;  /* of those, to another community than its own */
	size_t others_known;   /* the same two for all other members of its community */
	size_t others_leaving;

	odd_explain_group linked; /* the community of the most neighbours; its own before others */
	size_t linked_count;      /* that many */

	/* Where its attributes are most at home. Words: where they are likeliest, its own community
	 * where fit_own is the largest of the three below, else the likeliest of the others. Other
	 * attributes: where the members' mean, as prepared, has the largest cosine with them. Then
	 * that cosine, and the one with its own community's mean. */
	odd_explain_group worded;
	double worded_similarity, own_similarity;

	/* A word is usual in a community when some member has it, and the share of members that
	 * do is at least the share of all nodes. */
	bool words;               /* the attributes are words (odd_prepare_is_words) */
	bool stand_ins;           /* nodes stand in for them: those it is linked with */
	size_t words_usual;       /* of its words, usual in its own community */
	size_t words_usual_there; /* usual in the community `worded` */
	double members_usual;     /* of the words of the members of `worded`, share usual there */
	double outside_usual;     /* the same for all nodes that are not in its own community */

	/* How much likelier its words are when drawn from those of a community than from those of
	 * all nodes, as a power of 2: from its own, from one other (which is not known; each counts
	 * by its members), from all others together. 0 where there is nothing to compare with. */
	double fit_own, fit_one, fit_mixed;
	bool words_suit; /* fit_one > fit_mixed: words of one other community, not of many */
} odd_explain_place;

/* What a node was before a planting made it odd. All zero when none did. */
typedef struct odd_explain_was {
	bool changed;
	size_t links, links_kept; /* it had, and has of these; directed: those that leave it */
	size_t words, words_kept; /* the same of its attributes */
	const char **link;        /* the first of them, by name */
	size_t link_count;
	const char **word;
	size_t word_count;
	const char *words_of; /* the node whose attributes it has now; NULL: it kept its own */
	const char *words_of_label;
} odd_explain_was;

/* Names are lent by the network, which must outlive the explanation. */
typedef struct odd_explanation {
	size_t node, nodes;
	const char *id, *label; /* label: NULL for none */
	const char *title;      /* for people to read; else the id */
	bool directed;          /* then links are those that start at the node */
	bool unlinked;          /* the network has no links: see odd_explain_has */
	size_t rank;            /* by the total score, 1 is the oddest */
	double total;
	bool known;    /* the network has marked outliers */
	odd_kind kind; /* what it is marked as */

	const odd_score *score; /* by which it ranks */
	odd_explain_component component[ODD_COMPONENTS];
	int strongest;  /* the component that lifted it most: the highest percentile; of the panel
			   the largest weight times surprise */
	odd_kind looks; /* see below */
	bool told_by_score; /* so says the score, not the communities alone */

	odd_explain_row links, attributes;
	bool standardised; /* attributes are no words: prepared by standardising columns */
	/* Columns of its table in which it has no value, though others have; lent by the network.
	 * As many as attributes were wanted, of missing_all. odd_column_in_place says what stands
	 * there. */
	const odd_table_column **missing;
	size_t missing_count, missing_all;
	odd_explain_place place;
	odd_explain_near *near; /* nearest in the embedding, without the node itself */
	size_t near_count;
	odd_explain_was was; /* filled by odd_explain_former */
} odd_explanation;

/* `looks`. The strongest component alone tells the kind of a planted outlier badly, since the model
 * ties links and attributes together: words that are out of place spoil the links too. So where the
 * node has a community, communities tell the kind, and the components only whether it is odd at
 * all: none         links and attributes are at home in one and the same other community: only its
 *                  label is odd
 *     structural   half of its links or more leave its community, a larger share than of the
 *                  other members' links
 *     attribute    its attributes are more at home elsewhere (worded)
 *     combined     so they are, in one other community (words_suit), and most neighbours are in one
 * the first that holds. Attributes that are no words may be attribute or combined; of these the
 * component that ranks best decides (odd_explain_by_score). A node without a community is of the
 * kind of its strongest component, if that is in the oddest share below. ODD_UNKNOWN_KIND: odd, but
 * none of the kinds fits. ODD_ORDINARY: neither a component nor the total is in the oddest share.
 * The rule was worked out with seeds 1 to 3 of Cora, Citeseer and WebKB. With 5 % planted and seeds
 * 401 and 402 it names the planted kind of 90, 97 and 98 % of the outliers. */
#define ODD_EXPLAIN_ODD 0.10
/* What communities say must not be denied by the parts of the panel. A kind needs a part in the
 * odder half that speaks for it: structural links or density, attribute attributes, context or
 * size, combined disagreement or context. Where none does, the part that lifted the node most
 * (weight times surprise) tells the kind; it is unknown when that part is not in the oddest share.
 */

/* How many of each are wanted, at most. */
typedef struct odd_explain_counts {
	size_t size; /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	size_t links, attributes, near; /* links and attributes: present and absent, so many each */
} odd_explain_counts;
#define ODD_EXPLAIN_COUNTS_INIT \
	{ \
		sizeof(odd_explain_counts), 8, 8, 5 \
	}

/* Explain a node. net is the network of the run, scores those of its present state. groups (of the
 * same network) NULL: the labels, where there are any. counts NULL: as above. ODD_EUSAGE when the
 * node does not exist or the parts do not belong together.
 * O((N + D) K + N K² + nnz) time, O(N + D) memory beyond the result. */
odd_status odd_explain(odd_explanation *out, const odd_network *net, const odd_one *run,
	const odd_scores *scores, const odd_communities *groups, size_t node,
	const odd_explain_counts *counts, const odd_job *job, odd_error *err);
void odd_explanation_clear(odd_explanation *e);

/* Add what the node was, by the records of the plantings in net, at most so many names of each. */
odd_status odd_explain_former(odd_explanation *e, const odd_network *net,
	const odd_plant_record *record, size_t count, size_t names, odd_error *err);

/* ---- in words ----------------------------------------------------------------------------- */

#define ODD_SENTENCE_WIDTH 76

typedef struct odd_sentences {
	char **line; /* one sentence each, at most ODD_SENTENCE_WIDTH columns */
	size_t count;
} odd_sentences;

/* The explanation as sentences, the verdict first. Plain text: names are cut short, and anything in
 * them that is not printable UTF-8 becomes a question mark; the words around them are ASCII. */
odd_status odd_explanation_sentences(odd_sentences *out, const odd_explanation *e, odd_error *err);
void odd_sentences_clear(odd_sentences *s);

/* Had the score a say in which kind it looks? Else communities alone told, or nothing. */
bool odd_explain_by_score(const odd_explanation *e);

/* Does a component say anything here? See odd_score_has; others are not told of. */
bool odd_explain_has(const odd_explanation *e, int component);
/* The name of a component for people: "links", "attributes" (or "words"), "both". */
const char *odd_explain_component_name(const odd_explanation *e, int component);
/* What the attributes of the network are called: "words", "attributes" or, where links stand in for
 * them, "stand-ins"; one of them without its s. */
const char *odd_explain_attributes_name(const odd_explanation *e, bool one);

#ifdef __cplusplus
}
#endif
#endif
