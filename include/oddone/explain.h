/* explain.h: explanations of the rank of a node, in numbers and in sentences.
 *
 * An explanation of a node holds the rank of each part of its score, the links and attributes with
 * the largest errors, the links and attributes that the model expects but the node lacks, the
 * communities of its neighbours and of its attributes, and the nearest nodes in the embedding.
 * odd_explanation_sentences puts the important numbers into words.
 */
#ifndef ODDONE_EXPLAIN_H
#define ODDONE_EXPLAIN_H

#include "oddone/network.h"
#include "oddone/plant.h"
#include "oddone/score.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A component of the score of the node. */
typedef struct odd_explain_component {
	double value; /* as measured */
	size_t rank;  /* number of nodes that are at least as odd, with this one; 1: the oddest */
	size_t ties;  /* other nodes with the same value */
	double percentile; /* (average rank) / n, in (0, 1]; 1 is the oddest */
	bool idle;         /* all nodes are equal but for rounding */
	bool used;         /* the score uses the component */
	double weight;     /* its weight in the score */
} odd_explain_component;

/* An entry of the row of the node in A or C. */
typedef struct odd_explain_entry {
	uint32_t at;       /* the neighbour, or the attribute */
	const char *name;  /* its name */
	const char *title; /* display name of a neighbour, or the name */
	const char *label; /* of a neighbour; NULL: none, or an attribute */
	double given;      /* value in the data; 0: none */
	double observed;   /* value in the prepared matrix */
	double expected;   /* value in G H or U V */
	double error;      /* (observed - expected)^2 */
	bool filled;       /* the value was missing, and given replaces it */
} odd_explain_entry;

/* The row of the node in A or C. */
typedef struct odd_explain_row {
	size_t count; /* links, or attributes other than 0, in the data */
	double error; /* sum of squared errors of the whole row */
	double size;  /* sum of squares of the prepared row; error / size is not explained */
	odd_explain_entry *present; /* entries of the node, the largest error first */
	size_t present_count;
	odd_explain_entry *absent; /* entries that the model expects and the node lacks, */
	size_t absent_count;       /* the most expected first */
} odd_explain_row;

/* A node near this one in the embedding. */
typedef struct odd_explain_near {
	uint32_t node;
	const char *id, *label; /* label NULL: none */
	const char *title;      /* display name, or the id */
	double similarity;      /* cosine of the embeddings, -1 to 1 */
} odd_explain_near;

/* A community: a label, or a number when it was found in the links. */
typedef struct odd_explain_group {
	int32_t number;   /* ODD_NO_LABEL: none */
	const char *name; /* NULL: no name */
} odd_explain_group;

/* The communities of the neighbours and of the attributes of the node. Counts and shares of members
 * exclude the node. All 0, with groups ODD_NO_LABEL, when the node has no community. */
typedef struct odd_explain_place {
	bool found;            /* communities were found in the links; false: labels */
	odd_explain_group own; /* of the node */
	size_t links_known;    /* links of the node to nodes with a community */
	size_t links_leaving;  /* of these, links to another community */
	size_t others_known;   /* the same two counts for all other members of the community */
	size_t others_leaving;

	odd_explain_group linked; /* community of most neighbours; with ties its own */
	size_t linked_count;      /* neighbours in that community */

	/* The community that the attributes fit best. Words: the community from which they are most
	 * likely. Other attributes: the community whose mean has the largest cosine with them. The
	 * two cosines are with this mean and with the mean of the node's own community. */
	odd_explain_group worded;
	double worded_similarity, own_similarity;

	/* A word is usual in a community when a member has it and the share of members with the
	 * word is at least the share of all nodes with it. */
	bool words;               /* the attributes are words (odd_prepare_is_words) */
	bool stand_ins;           /* the attributes are links: links_are_words of the network */
	size_t words_usual;       /* words of the node that are usual in its own community */
	size_t words_usual_there; /* ... that are usual in the community `worded` */
	double members_usual;     /* share of the words of members of `worded` usual there */
	double outside_usual;     /* the same share for all nodes outside its own community */

	/* log2 of how much more likely the words are when drawn from the words of a community than
	 * from those of all nodes: of its own, of one other, of all others together. 0: unknown. */
	double fit_own, fit_one, fit_mixed;
	bool words_suit; /* fit_one > fit_mixed: the words fit one other community, not many */
} odd_explain_place;

/* The node before a planting changed it. All 0 when none did. */
typedef struct odd_explain_was {
	bool changed;
	size_t links, links_kept; /* links before, and links kept; directed: links from it */
	size_t words, words_kept; /* attributes before, and attributes kept */
	const char **link;        /* names of the first links before */
	size_t link_count;
	const char **word; /* names of the first attributes before */
	size_t word_count;
	const char *words_of; /* the node whose attributes it has now; NULL: its own */
	const char *words_of_label;
} odd_explain_was;

/* An explanation of a node. The network owns the names and must outlive the explanation. */
typedef struct odd_explanation {
	size_t node, nodes;
	const char *id, *label; /* label NULL: none */
	const char *title;      /* display name, or the id */
	bool directed;          /* links are those that start at the node */
	bool unlinked;          /* the network has no links: see odd_explain_has */
	size_t rank;            /* by the total score, from 1, the oddest */
	double total;
	bool known;    /* the network has known outliers */
	odd_kind kind; /* the known kind of the node */

	const odd_score *score; /* the score that ranks the node */
	odd_explain_component component[ODD_COMPONENTS];
	int strongest;      /* the component that raised the score most: the highest percentile, or
			       with `evidence` the largest weight times surprise */
	odd_kind looks;     /* the kind of outlier that the node looks like: see below */
	bool told_by_score; /* the score decided `looks`, not communities alone */

	odd_explain_row links, attributes;
	bool standardised; /* attributes are not words */
	/* Columns of the table in which the node has no value: the first ones, of missing_all.
	 * odd_column_in_place tells the value that replaces it. */
	const odd_table_column **missing;
	size_t missing_count, missing_all;
	odd_explain_place place;
	odd_explain_near *near; /* nearest nodes in the embedding */
	size_t near_count;
	odd_explain_was was; /* filled by odd_explain_former */
} odd_explanation;

/* The share of nodes that count as odd in the rules for `looks`. A node is ODD_ORDINARY when
 * neither its total nor a component is in this share. Otherwise its community tells its kind, by
 * the first rule that holds:
 *
 *     unknown      the attributes fit one other community (worded, words_suit), and most
 *                  neighbours are in it: only the label is odd
 *     structural   at least half of the links leave the community, a larger share than of the
 *                  links of the other members
 *     combined     the attributes fit one other community, and most neighbours are in one
 *     attribute    the attributes fit another community better
 *
 * With the score `evidence` a kind also needs a part in the odder half: structural needs links or
 * density, attribute needs attributes, context or size, combined needs disagreement or context.
 * Otherwise, and for a node without a community, the strongest part tells the kind, when the part
 * is in the odd share. For attributes that are not words, the better ranked component decides
 * between attribute and combined. ODD_UNKNOWN_KIND: no rule holds.
 *
 * With 5 % planted outliers in Cora, Citeseer and WebKB (seeds 401 and 402) the rules name the
 * planted kind of 90, 97 and 98 % of the outliers; they were chosen with seeds 1 to 3. */
#define ODD_EXPLAIN_ODD 0.10

/* How many links, attributes and near nodes to list at most. */
typedef struct odd_explain_counts {
	size_t size;                    /* sizeof(odd_explain_counts); 0: as in version 1.0 */
	size_t links, attributes, near; /* links and attributes: present and absent ones each */
} odd_explain_counts;
#define ODD_EXPLAIN_COUNTS_INIT \
	{ \
		sizeof(odd_explain_counts), 8, 8, 5 \
	}

/* Explains a node. net is the network of the run, scores are of its present state. groups NULL: the
 * labels. counts NULL: ODD_EXPLAIN_COUNTS_INIT. ODD_EUSAGE when the node does not exist or the
 * arguments do not belong together. O((N + D) K + N K^2 + nnz) time, O(N + D) memory. */
odd_status odd_explain(odd_explanation *out, const odd_network *net, const odd_one *run,
	const odd_scores *scores, const odd_communities *groups, size_t node,
	const odd_explain_counts *counts, const odd_job *job, odd_error *err);
/* Frees and empties an explanation. */
void odd_explanation_clear(odd_explanation *e);

/* Fills e->was from the records of the plantings in net, with at most `names` names of each. */
odd_status odd_explain_former(odd_explanation *e, const odd_network *net,
	const odd_plant_record *record, size_t count, size_t names, odd_error *err);

/* ---- in words ----------------------------------------------------------------------------- */

#define ODD_SENTENCE_WIDTH 76 /* columns of a sentence, at most */

/* Sentences. */
typedef struct odd_sentences {
	char **line;
	size_t count;
} odd_sentences;

/* Writes an explanation as sentences, the result first. Long names are cut, and bytes in names that
 * are not printable UTF-8 become question marks; the other text is ASCII. */
odd_status odd_explanation_sentences(odd_sentences *out, const odd_explanation *e, odd_error *err);
/* Frees and empties sentences. */
void odd_sentences_clear(odd_sentences *s);

/* True when the score took part in the choice of e->looks. */
bool odd_explain_by_score(const odd_explanation *e);

/* True when the network has the data of a component (odd_score_has). */
bool odd_explain_has(const odd_explanation *e, int component);
/* Returns the name of a component for people to read: "links", "attributes", "words" or "both". */
const char *odd_explain_component_name(const odd_explanation *e, int component);
/* Returns the word for the attributes of the network: "words", "attributes", or "stand-ins" when
 * links are used; one: the singular. */
const char *odd_explain_attributes_name(const odd_explanation *e, bool one);

#ifdef __cplusplus
}
#endif
#endif
