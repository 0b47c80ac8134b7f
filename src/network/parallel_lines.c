#include "config.h"

#include "network/parallel_lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

/* A piece is some milliseconds of work; there are a few for each thread, which keeps them even. */
enum { PIECE = 1 << 18, PER_THREAD = 8, PIECES_MAX = 128 };

struct odd__kept {
	struct odd__kept *next;
	char bytes[];
};

/* ---- lines ---------------------------------------------------------------------------------- */

void odd__piece_fail(odd__piece *piece, const char *where, const char *format, ...)
{
	char message[sizeof piece->err.message];
	va_list args;
	if (piece->status != ODD_OK)
		return;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	piece->status = odd__scan_error(&piece->scan, where, &piece->err, "%s", message);
}

bool odd__piece_line(odd__piece *piece)
{
	return piece->status == ODD_OK && odd__scan_data_line(&piece->scan, '\0');
}

odd__text odd__piece_decode(odd__piece *piece, int decoder, odd__text raw)
{
	odd__text out = raw;
	odd__try(
		piece, odd__decode(&piece->decoder[decoder], &piece->scan, raw, &out, &piece->err));
	return out;
}

void odd__piece_keep(odd__piece *piece, odd__text *name)
{
	struct odd__kept *kept = malloc(sizeof *kept + name->length);
	if (kept == NULL) {
		odd__try(piece, odd_error_nomem(&piece->err));
		return;
	}
	memcpy(kept->bytes, name->at, name->length);
	kept->next = piece->kept;
	piece->kept = kept;
	name->at = kept->bytes;
}

void odd__piece_node(odd__piece *piece, odd__text id, const char *where, bool may_be_empty)
{
	if (id.length == 0 && !may_be_empty)
		odd__piece_fail(piece, where, "the node has no id");
	odd__try(piece, odd__make_room(&piece->node_capacity, piece->nodes + 1, &piece->err,
				{&piece->node, sizeof *piece->node}));
	if (piece->status == ODD_OK)
		piece->node[piece->nodes++] = (struct odd__named){
			id.at, id.length, where, piece->scan.number, ODD_NO_NAME};
}

/* The number of a name in a table, or behind it. */
static uint32_t number(odd__piece *piece, const odd_names *known, odd_names *fresh, odd__text name)
{
	uint32_t index = odd_names_find(known, name.at, name.length);
	if (index != ODD_NO_NAME)
		return index;
	odd__try(piece, odd_names_add(fresh, name.at, name.length, &index, NULL, &piece->err));
	return index + (uint32_t)known->count;
}

uint32_t odd__piece_class(odd__piece *piece, odd__text name)
{
	return number(piece, &piece->r->b.classes, &piece->fresh_classes, name);
}

uint32_t odd__piece_word(odd__piece *piece, odd__text name)
{
	return number(piece, &piece->r->b.words, &piece->fresh_words, name);
}

void odd__piece_words(odd__piece *piece, size_t n, const char *const *text, const size_t *length,
	uint32_t *column)
{
	odd_names_find_many(&piece->r->b.words, n, text, length, column);
	for (size_t i = 0; i < n; i++)
		if (column[i] == ODD_NO_NAME)
			column[i] = odd__piece_word(piece, (odd__text){text[i], length[i]});
}

void odd__piece_label(odd__piece *piece, odd__text label)
{
	if (piece->status == ODD_OK)
		piece->node[piece->nodes - 1].label = odd__piece_class(piece, label);
}

/* A line may hold millions of words. */
static void poll(odd__piece *piece, size_t words)
{
	uint32_t before = piece->polls;
	piece->polls += (uint32_t)words;
	if (piece->polls / 4096 != before / 4096)
		odd__try(piece,
			odd__limits_poll(&piece->r->source->limits, piece->scan.path, &piece->err));
}

void odd__piece_attribute(odd__piece *piece, uint32_t column, double value)
{
	poll(piece, 1);
	if (value != 0.0)
		odd__try(piece, odd__entries_add(&piece->words, (uint32_t)(piece->nodes - 1),
					column, value, &piece->err));
}

void odd__piece_ones(odd__piece *piece, size_t n, const uint32_t *column)
{
	poll(piece, n);
	odd__try(piece, odd__entries_add_ones(&piece->words, (uint32_t)(piece->nodes - 1), n,
				column, &piece->err));
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
	round->parse(&round->piece[i], round->context);
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

/* Names that were new to a piece become known; their numbers, on the heap. */
static uint32_t *add_fresh(odd__reading *r, odd_names *known, const odd_names *fresh)
{
	uint32_t *map = fresh->count > 0 ? malloc(fresh->count * sizeof *map) : NULL;
	if (map == NULL && fresh->count > 0)
		odd__try(r, odd_error_nomem(r->err));
	for (size_t i = 0; i < fresh->count && r->status == ODD_OK; i++) {
		const char *name = odd_names_get(fresh, i);
		odd__try(r, odd_names_add(known, name, strlen(name), &map[i], NULL, r->err));
	}
	return map;
}

/* What was known when the pieces of a round were parsed. */
struct known {
	size_t words, classes;
};

/* Add the nodes of a piece; those behind `until` are left out. */
static void add_nodes(
	odd__reading *r, const odd__piece *piece, const char *until, struct known known)
{
	enum { BLOCK = 256 };
	const char *id[BLOCK];
	size_t length[BLOCK], n = piece->nodes, first = r->b.ids.count;
	uint32_t *class = add_fresh(r, &r->b.classes, &piece->fresh_classes);
	while (until != NULL && n > 0 && piece->node[n - 1].where > until)
		n--;
	for (size_t begin = 0; begin < n && r->status == ODD_OK; begin += BLOCK) {
		size_t count = n - begin < BLOCK ? n - begin : BLOCK, added = 0;
		const struct odd__named *node = piece->node + begin;
		for (size_t i = 0; i < count; i++) {
			id[i] = node[i].id;
			length[i] = node[i].length;
		}
		odd__try(r, odd__builder_nodes(&r->b, count, id, length, &added, r->err));
		for (size_t i = 0; i < added && r->status == ODD_OK; i++) {
			uint32_t at = (uint32_t)(first + begin + i), label = node[i].label;
			odd__reading_born(r, at, r->scan.number + node[i].line);
			if (label != ODD_NO_NAME)
				r->b.label[at] = (int32_t)(label < known.classes
								   ? label
								   : class[label - known.classes]);
		}
		if (r->status == ODD_OK && added < count)
			odd__reading_taken(
				r, (odd__text){id[added], length[added]}, node[added].where);
	}
	free(class);
}

/* Make room for the words and links of a piece. */
static void place_entries(odd__reading *r, odd__piece *piece, struct known known, size_t first)
{
	free(piece->place.column);
	piece->place.first = first;
	piece->place.known = (uint32_t)known.words;
	piece->place.column = add_fresh(r, &r->b.words, &piece->fresh_words);
	if (r->b.words.count > r->b.attribute_count)
		r->b.attribute_count = r->b.words.count;
	odd__try(r, odd__entries_reserve(
			    &r->b.attributes, &piece->words, first, &piece->place.words, r->err));
	odd__try(r,
		odd__entries_reserve(&r->b.links, &piece->links, 0, &piece->place.links, r->err));
}

static void add_title(odd__reading *r, const odd__piece *piece, char **title)
{
	if (piece->title_where == NULL)
		return;
	if (*title != NULL)
		odd__fail(r, piece->title_where, "the network has a name already");
	else if ((*title = strndup(piece->title.at, piece->title.length)) == NULL)
		odd__try(r, odd_error_nomem(r->err));
}

/* Add all that a piece found, but for the entries themselves; then the fault at which it stopped.
 * What comes earlier in the file is told earlier: a second name hides nodes behind it that are
 * there twice. */
static void add_piece(odd__reading *r, odd__piece *piece, struct known known, char **title)
{
	size_t first = r->b.ids.count;
	bool late = title != NULL && *title != NULL;
	add_nodes(r, piece, late ? piece->title_where : NULL, known);
	if (title != NULL)
		add_title(r, piece, title);
	place_entries(r, piece, known, first);
	if (r->status == ODD_OK && piece->status != ODD_OK) {
		r->status = piece->status;
		if (r->err != NULL)
			*r->err = piece->err;
	}
	r->scan.number += piece->scan.number;
	if (r->unknown[0] == '\0')
		memcpy(r->unknown, piece->unknown, sizeof r->unknown);
	r->b.skipped.unknown_nodes += piece->skipped.unknown_nodes;
	r->b.skipped.self_loops += piece->skipped.self_loops;
	r->b.skipped.zero_weights += piece->skipped.zero_weights;
}

/* Some pieces at a time: parse, then put together. */
static void read_round(odd__reading *r, struct round *round, size_t most, char **title)
{
	const char *from = r->scan.next;
	size_t count = 0;
	const odd_job *job = r->source->job;
	struct known known = {r->b.words.count, r->b.classes.count};
	while (count < most && from < r->scan.end)
		piece_cut(&round->piece[count++], r, &from);
	r->status = odd__parallel_items(job, count, parse_piece, round, NULL);
	for (size_t i = 0; i < count && r->status == ODD_OK; i++)
		if (round->piece[i].status == ODD_ECANCELLED) /* inside a long line */
			r->status = ODD_ECANCELLED;
	for (size_t i = 0; i < count && r->status == ODD_OK; i++)
		add_piece(r, &round->piece[i], known, title);
	odd__try(r, odd__parallel_items(job, count, fill_piece, round, NULL));
	if (r->status == ODD_ECANCELLED)
		odd_error_set(r->err, ODD_ECANCELLED, "stopped while %s", r->what);
	r->scan.next = from;
	odd_job_report(job, r->what, (double)(from - r->scan.begin),
		(double)(r->scan.end - r->scan.begin));
}

void odd__reading_lines(odd__reading *r, odd__piece_parse *parse, const void *context, char **title)
{
	if (r->status != ODD_OK)
		return;
	size_t most = PER_THREAD * (size_t)odd_job_threads(r->source->job);
	if (most > PIECES_MAX)
		most = PIECES_MAX;
	size_t pieces = (size_t)(r->scan.end - r->scan.next) / PIECE + 1;
	struct round round = {NULL, parse, context, r};
	most = pieces < most ? pieces : most;
	round.piece = calloc(most, sizeof *round.piece);
	if (round.piece == NULL)
		r->status = odd_error_nomem(r->err);
	while (r->status == ODD_OK && r->scan.next < r->scan.end)
		read_round(r, &round, most, title);
	for (size_t i = 0; i < most && round.piece != NULL; i++)
		piece_clear(&round.piece[i]);
	free(round.piece);
}
