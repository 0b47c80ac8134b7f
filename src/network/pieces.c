#include "config.h"

#include "network/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"

/* A piece is some milliseconds of work; there are a few for each thread, which keeps them even. */
enum { PIECE = 1 << 18, PER_THREAD = 8, PIECES_MAX = 128 };

struct odd__kept {
	struct odd__kept *next;
	char bytes[];
};

/* ---- lines ---------------------------------------------------------------------------------- */

odd_status odd__piece_keep(odd__piece *piece, odd__text *name, odd_error *err)
{
	struct odd__kept *kept = malloc(sizeof *kept + name->length);
	if (kept == NULL)
		return odd_error_nomem(err);
	memcpy(kept->bytes, name->at, name->length);
	kept->next = piece->kept;
	piece->kept = kept;
	name->at = kept->bytes;
	return ODD_OK;
}

odd_status odd__piece_node(
	odd__piece *piece, odd__text id, const char *where, bool may_be_empty, odd_error *err)
{
	if (id.length == 0 && !may_be_empty)
		return odd__scan_error(&piece->scan, where, err, "the node has no id");
	odd_status status = odd__make_room(
		&piece->node_capacity, piece->nodes + 1, err, {&piece->node, sizeof *piece->node});
	if (status != ODD_OK)
		return status;
	piece->node[piece->nodes++] =
		(struct odd__named){id.at, id.length, where, piece->scan.number, ODD_NO_NAME};
	return ODD_OK;
}

/* The number of a name in a table, or behind it. */
static odd_status number(
	const odd_names *known, odd_names *fresh, odd__text name, uint32_t *index, odd_error *err)
{
	*index = odd_names_find(known, name.at, name.length);
	if (*index != ODD_NO_NAME)
		return ODD_OK;
	odd_status status = odd_names_add(fresh, name.at, name.length, index, NULL, err);
	*index += (uint32_t)known->count;
	return status;
}

odd_status odd__piece_class(odd__piece *piece, odd__text name, uint32_t *index, odd_error *err)
{
	return number(&piece->r->b.classes, &piece->fresh_classes, name, index, err);
}

odd_status odd__piece_word(odd__piece *piece, odd__text name, uint32_t *column, odd_error *err)
{
	return number(&piece->r->b.words, &piece->fresh_words, name, column, err);
}

odd_status odd__piece_words(odd__piece *piece, size_t n, const char *const *text,
	const size_t *length, uint32_t *column, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_names_find_many(&piece->r->b.words, n, text, length, column);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		if (column[i] == ODD_NO_NAME)
			status = odd__piece_word(
				piece, (odd__text){text[i], length[i]}, &column[i], err);
	return status;
}

odd_status odd__piece_label(odd__piece *piece, odd__text label, odd_error *err)
{
	return odd__piece_class(piece, label, &piece->node[piece->nodes - 1].label, err);
}

/* A line may hold millions of words. */
odd_status odd__piece_attribute(odd__piece *piece, uint32_t column, double value, odd_error *err)
{
	const odd__limits *limits = &piece->r->source->limits;
	if (++piece->polls % 4096 == 0 && odd__limits_poll(limits, piece->scan.path, err) != ODD_OK)
		return ODD_ECANCELLED;
	if (value == 0.0)
		return ODD_OK;
	return odd__entries_add(&piece->words, (uint32_t)(piece->nodes - 1), column, value, err);
}

odd_status odd__piece_ones(odd__piece *piece, size_t n, const uint32_t *column, odd_error *err)
{
	const odd__limits *limits = &piece->r->source->limits;
	uint32_t before = piece->polls;
	piece->polls += (uint32_t)n;
	if (piece->polls / 4096 != before / 4096 &&
		odd__limits_poll(limits, piece->scan.path, err) != ODD_OK)
		return ODD_ECANCELLED;
	return odd__entries_add_ones(&piece->words, (uint32_t)(piece->nodes - 1), n, column, err);
}

/* ---- pieces --------------------------------------------------------------------------------- */

static void drop_kept(odd__piece *piece)
{
	while (piece->kept != NULL) {
		struct odd__kept *next = piece->kept->next;
		free(piece->kept);
		piece->kept = next;
	}
}

static void piece_clear(odd__piece *piece)
{
	free(piece->node);
	odd__entries_clear(&piece->words);
	odd__entries_clear(&piece->links);
	odd_names_clear(&piece->fresh_words);
	odd_names_clear(&piece->fresh_classes);
	free(piece->place.column);
	free(piece->decoder[0].buffer);
	free(piece->decoder[1].buffer);
	drop_kept(piece);
}

/* The lines from *from up to about a piece, or to the end; *from moves on. */
static void piece_cut(odd__piece *piece, const odd__reading *r, const char **from)
{
	const char *end = r->scan.end, *stop = end;
	if (end - *from > PIECE) {
		const char *near = *from + PIECE;
		stop = memchr(near, '\n', (size_t)(end - near));
		stop = stop != NULL ? stop + 1 : end;
	}
	piece->r = r;
	piece->scan = r->scan;
	piece->scan.next = *from;
	piece->scan.end = *from = stop;
	piece->scan.number = 0;
	piece->status = ODD_OK;
	piece->nodes = 0;
	piece->words.by_rows = true;
	odd__entries_empty(&piece->words);
	odd__entries_empty(&piece->links);
	odd_names_clear(&piece->fresh_words);
	odd_names_clear(&piece->fresh_classes);
	memset(&piece->skipped, 0, sizeof piece->skipped);
	piece->unknown[0] = '\0';
	piece->title_where = NULL;
	drop_kept(piece);
}

struct round {
	odd__piece *piece;
	odd__piece_parse *parse;
	const void *context;
	odd__reading *r;
};

static void parse_piece(void *context, size_t i)
{
	const struct round *round = context;
	odd__piece *piece = &round->piece[i];
	piece->status = round->parse(piece, round->context, &piece->err);
}

/* Where each goes is settled by now. */
static void fill_piece(void *context, size_t i)
{
	const struct round *round = context;
	const odd__piece *piece = &round->piece[i];
	odd__entries_fill(&round->r->b.attributes, piece->place.words, &piece->words,
		piece->place.first, piece->place.known, piece->place.column);
	odd__entries_fill(&round->r->b.links, piece->place.links, &piece->links, 0, 0, NULL);
}

/* ---- putting together ----------------------------------------------------------------------- */

/* Names that were new to a piece become known; *map, on the heap, is their numbers. */
static odd_status add_fresh(
	odd_names *known, const odd_names *fresh, uint32_t **map, odd_error *err)
{
	*map = NULL;
	if (fresh->count == 0)
		return ODD_OK;
	*map = malloc(fresh->count * sizeof **map);
	if (*map == NULL)
		return odd_error_nomem(err);
	odd_status status = ODD_OK;
	for (size_t i = 0; i < fresh->count && status == ODD_OK; i++) {
		const char *name = odd_names_get(fresh, i);
		status = odd_names_add(known, name, strlen(name), &(*map)[i], NULL, err);
	}
	return status;
}

/* What was known when the pieces of a round were parsed. */
struct known {
	size_t words, classes;
};

/* The nodes of a piece, of which the first is *first then; those behind `until` are left out. */
static odd_status add_nodes(odd__reading *r, const odd__piece *piece, const char *until,
	struct known known, size_t *first, odd_error *err)
{
	enum { BLOCK = 256 };
	const char *id[BLOCK];
	size_t length[BLOCK], n = piece->nodes;
	uint32_t *class = NULL;
	odd_status status = add_fresh(&r->b.classes, &piece->fresh_classes, &class, err);
	*first = r->b.ids.count;
	while (until != NULL && n > 0 && piece->node[n - 1].where > until)
		n--;
	for (size_t begin = 0; begin < n && status == ODD_OK; begin += BLOCK) {
		size_t count = n - begin < BLOCK ? n - begin : BLOCK, added;
		const struct odd__named *node = piece->node + begin;
		for (size_t i = 0; i < count; i++) {
			id[i] = node[i].id;
			length[i] = node[i].length;
		}
		status = odd__builder_nodes(&r->b, count, id, length, &added, err);
		for (size_t i = 0; i < added && status == ODD_OK; i++) {
			status = odd__reading_born(r, (uint32_t)(*first + begin + i),
				r->scan.number + node[i].line, err);
			if (node[i].label != ODD_NO_NAME)
				r->b.label[*first + begin + i] =
					(int32_t)(node[i].label < known.classes
							  ? node[i].label
							  : class[node[i].label - known.classes]);
		}
		if (status == ODD_OK && added < count)
			status = odd__reading_taken(
				r, (odd__text){id[added], length[added]}, node[added].where, err);
	}
	free(class);
	return status;
}

/* Room for the words and links of a piece. */
static odd_status place_entries(
	odd__reading *r, odd__piece *piece, struct known known, size_t first, odd_error *err)
{
	free(piece->place.column);
	piece->place.first = first;
	piece->place.known = (uint32_t)known.words;
	odd_status status = add_fresh(&r->b.words, &piece->fresh_words, &piece->place.column, err);
	if (r->b.words.count > r->b.attribute_count)
		r->b.attribute_count = r->b.words.count;
	if (status == ODD_OK)
		status = odd__entries_reserve(
			&r->b.attributes, &piece->words, first, &piece->place.words, err);
	if (status == ODD_OK)
		status = odd__entries_reserve(
			&r->b.links, &piece->links, 0, &piece->place.links, err);
	return status;
}

static odd_status add_title(const odd__piece *piece, char **title, odd_error *err)
{
	if (piece->title_where == NULL)
		return ODD_OK;
	if (*title != NULL)
		return odd__scan_error(
			&piece->scan, piece->title_where, err, "the network has a name already");
	*title = strndup(piece->title.at, piece->title.length);
	return *title != NULL ? ODD_OK : odd_error_nomem(err);
}

/* All that a piece found, but for the entries themselves; then the fault at which it stopped. What
 * comes earlier in the file is told earlier: a second name hides nodes behind it that are there
 * twice. */
static odd_status add_piece(
	odd__reading *r, odd__piece *piece, struct known known, char **title, odd_error *err)
{
	size_t first;
	bool late = title != NULL && *title != NULL;
	odd_status status =
		add_nodes(r, piece, late ? piece->title_where : NULL, known, &first, err);
	if (status == ODD_OK && title != NULL)
		status = add_title(piece, title, err);
	if (status == ODD_OK)
		status = place_entries(r, piece, known, first, err);
	if (status == ODD_OK && piece->status != ODD_OK) {
		status = piece->status;
		if (err != NULL)
			*err = piece->err;
	}
	r->scan.number += piece->scan.number;
	if (r->unknown[0] == '\0')
		memcpy(r->unknown, piece->unknown, sizeof r->unknown);
	r->b.skipped.unknown_nodes += piece->skipped.unknown_nodes;
	r->b.skipped.self_loops += piece->skipped.self_loops;
	r->b.skipped.zero_weights += piece->skipped.zero_weights;
	return status;
}

/* Some pieces at a time: parse, then put together. */
static odd_status read_round(
	odd__reading *r, struct round *round, size_t most, char **title, odd_error *err)
{
	const char *from = r->scan.next;
	size_t count = 0;
	struct known known = {r->b.words.count, r->b.classes.count};
	while (count < most && from < r->scan.end)
		piece_cut(&round->piece[count++], r, &from);
	odd_status status = odd__parallel_items(r->source->job, count, parse_piece, round, NULL);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		if (round->piece[i].status == ODD_ECANCELLED) /* inside a long line */
			status = ODD_ECANCELLED;
	if (status == ODD_ECANCELLED)
		return odd_error_set(err, ODD_ECANCELLED, "stopped while %s", r->what);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = add_piece(r, &round->piece[i], known, title, err);
	if (status == ODD_OK)
		status = odd__parallel_items(r->source->job, count, fill_piece, round, NULL);
	if (status == ODD_ECANCELLED)
		return odd_error_set(err, ODD_ECANCELLED, "stopped while %s", r->what);
	r->scan.next = from;
	odd_job_report(r->source->job, r->what, (double)(from - r->scan.begin),
		(double)(r->scan.end - r->scan.begin));
	return status;
}

odd_status odd__reading_lines(
	odd__reading *r, odd__piece_parse *parse, const void *context, char **title, odd_error *err)
{
	size_t most = PER_THREAD * (size_t)odd_job_threads(r->source->job);
	if (most > PIECES_MAX)
		most = PIECES_MAX;
	size_t pieces = (size_t)(r->scan.end - r->scan.next) / PIECE + 1;
	struct round round = {NULL, parse, context, r};
	most = pieces < most ? pieces : most;
	round.piece = calloc(most, sizeof *round.piece);
	odd_status status = round.piece != NULL ? ODD_OK : odd_error_nomem(err);
	while (status == ODD_OK && r->scan.next < r->scan.end)
		status = read_round(r, &round, most, title, err);
	for (size_t i = 0; i < most && round.piece != NULL; i++)
		piece_clear(&round.piece[i]);
	free(round.piece);
	return status;
}
