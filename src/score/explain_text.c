/* explain_text.c: an explanation in sentences. Every sentence is a number of the explanation and no
 * more; what the numbers do not show is not said. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "score/explain_internal.h"

enum { NAME = 16, NAME_BYTES = 4 * NAME + 4 };

/* ---- names -------------------------------------------------------------------------------- */

/* The bytes of the character at s and the columns it may take, 2 for all that could be wide; 0
 * bytes when it is no printable UTF-8. */
static size_t character(const unsigned char *s, size_t *columns)
{
	static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
	size_t bytes = s[0] < 0x80 ? 1 : s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
	uint32_t c = bytes == 1 ? s[0] : s[0] & (0xFFu >> (bytes + 1));
	*columns = 1;
	if (s[0] >= 0xF8 || (s[0] >= 0x80 && s[0] < 0xC0))
		return 0;
	for (size_t b = 1; b < bytes; b++) {
		if ((s[b] & 0xC0) != 0x80)
			return 0;
		c = c << 6 | (s[b] & 0x3F);
	}
	bool control = c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
		       (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
	if (c < least[bytes] || control || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF)
		return 0;
	*columns = c >= 0x1100 ? 2 : 1;
	return bytes;
}

/* A name in at most NAME columns, "..." where it was cut. */
static const char *cut(char out[NAME_BYTES], const char *name)
{
	const unsigned char *s = (const unsigned char *)name;
	size_t used = 0, at = 0, fits = 0;
	while (*s != '\0') {
		size_t columns, bytes = character(s, &columns);
		if (used + columns > NAME) {
			strcpy(out + fits, "...");
			return out;
		}
		if (bytes == 0)
			out[at] = '?';
		else
			memcpy(out + at, s, bytes);
		at += bytes > 0 ? bytes : 1;
		s += bytes > 0 ? bytes : 1;
		used += columns;
		if (used <= NAME - 3)
			fits = at;
	}
	out[at] = '\0';
	return out;
}

/* class "Theory", or community 4. */
static const char *group_name(char out[NAME_BYTES + 16], const odd_explain_group *g)
{
	char name[NAME_BYTES];
	if (g->name == NULL)
		snprintf(out, NAME_BYTES + 16, "community %d", (int)g->number + 1);
	else
		snprintf(out, NAME_BYTES + 16, "class \"%s\"", cut(name, g->name));
	return out;
}

const char *odd_explain_attributes_name(const odd_explanation *e, bool one)
{
	static const char *const name[3][2] = {
		{"words", "word"}, {"attributes", "attribute"}, {"stand-ins", "stand-in"}};
	return name[e->place.stand_ins ? 2 : e->place.words ? 0 : 1][one];
}

static const char *attributes_word(const odd_explanation *e)
{
	return odd_explain_attributes_name(e, false);
}

const char *odd_explain_component_name(const odd_explanation *e, int component)
{
	const odd_component *c = &e->score->component[component];
	bool attributes = component == 1; /* of every score */
	if (attributes && e->place.stand_ins)
		return odd_explain_attributes_name(e, false);
	return attributes && !e->place.words ? c->thing : c->word;
}

/* ---- telling ------------------------------------------------------------------------------ */

struct teller {
	odd_sentences *to;
	odd_status status;
	odd_error *err;
};

static void ODD_PRINTF(2, 3) say(struct teller *t, const char *format, ...)
{
	char text[512];
	va_list args;
	if (t->status != ODD_OK)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	char **more = realloc(t->to->line, (t->to->count + 1) * sizeof *more);
	if (more != NULL)
		t->to->line = more;
	char *line = strdup(text);
	if (more == NULL || line == NULL) {
		free(line);
		t->status = odd_error_nomem(t->err);
		return;
	}
	t->to->line[t->to->count++] = line;
}

/* What the kind was told by. The highest part of the score may be another: the model ties links and
 * attributes together, and what is odd in one shows in the other. */
static void say_grounds(struct teller *t, const odd_explanation *e)
{
	const char *by = e->place.found ? "communities found in the links" : "class labels";
	size_t rank = e->component[e->strongest].rank;
	bool placed = e->place.own.number != ODD_NO_LABEL;
	if (e->unlinked) {
		say(t, "The network has no links: it ranks by its %s, %zu of %zu.",
			attributes_word(e), rank, e->nodes);
		return;
	}
	if (e->looks == ODD_ORDINARY)
		by = NULL;
	else if (placed && odd_explain_by_score(e))
		say(t, "The kind is told by %s first, then by the score.", by);
	else if (placed)
		say(t, "The kind is told by %s, not by the score.", by);
	else
		say(t, "It is in no known group: the kind is told by the score alone.");
	const char *most = e->score->surprise ? "What lifts it most" : "Highest part of its score";
	if (strcmp(e->score->component[e->strongest].word, "both") == 0)
		say(t, "%s: links against %s, rank %zu of %zu.", most, attributes_word(e), rank,
			e->nodes);
	else
		say(t, "%s: %s, rank %zu of %zu.", most,
			odd_explain_component_name(e, e->strongest), rank, e->nodes);
}

static void say_verdict(struct teller *t, const odd_explanation *e)
{
	const char *what = attributes_word(e);
	/* Without communities the model alone has judged, and knows no places. */
	bool placed =
		e->place.own.number != ODD_NO_LABEL && !e->unlinked && !odd_explain_by_score(e);
	const char *how = placed ? "out of place" : "what is odd";
	switch (e->looks) {
	case ODD_STRUCTURAL:
		say(t, "It looks like a structural outlier: its links are %s.", how);
		break;
	case ODD_ATTRIBUTE:
		say(t, "It looks like an attribute outlier: its %s are %s.", what, how);
		break;
	case ODD_COMBINED:
		say(t, "It looks like a combined outlier: its links and %s do not match.", what);
		break;
	case ODD_UNKNOWN_KIND:
		/* One part alone may be in the oddest tenth of a node that ranks far below. */
		if (10 * e->rank > e->nodes)
			say(t, "As a whole it is not particularly odd, and of no clear kind.");
		else
			say(t, "It is odd, but of no clear kind.");
		break;
	default:
		say(t, e->score->surprise
				? "Nothing about it is unusual: what lifts it most is not in the oddest tenth."
				: "Nothing about it is unusual: no part is in the oddest tenth.");
	}
	say_grounds(t, e);
}

static void say_truth(struct teller *t, const odd_explanation *e)
{
	if (e->known && e->kind == ODD_ORDINARY)
		say(t, "It is not among the known outliers.");
	else if (e->known && e->kind == ODD_PLACEBO)
		say(t, "It is a placebo: made as outliers are, with nothing odd about it.");
	else if (e->known && e->kind == ODD_UNKNOWN_KIND)
		say(t, "It is known to be an outlier; of what kind is not told.");
	else if (e->known)
		say(t, "It is known to be %s %s outlier.", e->kind == ODD_ATTRIBUTE ? "an" : "a",
			odd_kind_name(e->kind));
}

/* "Before, it had 7 links (none kept): a, b, c, ...", as many names as fit. */
static void say_list(struct teller *t, const char *what, size_t had, size_t kept,
	const char *const *name, size_t count)
{
	char text[512], some[32] = "none";
	if (kept > 0)
		snprintf(some, sizeof some, "%zu", kept);
	size_t length = (size_t)snprintf(
		text, sizeof text, "Before, it had %zu %s (%s kept)", had, what, some);
	size_t columns = length, i = 0;
	for (; i < count; i++) {
		char shown[NAME_BYTES];
		cut(shown, name[i]);
		size_t width = strlen(shown) < NAME ? strlen(shown) : NAME;
		if (columns + width + (i + 1 == had ? 3 : 7) > ODD_SENTENCE_WIDTH)
			break;
		length += (size_t)snprintf(
			text + length, sizeof text - length, "%s %s", i > 0 ? "," : ":", shown);
		columns += width + 2;
	}
	say(t, "%s%s", text, i == had || i == 0 ? "." : ", ...");
}

/* What a planting changed, and how it was. */
static void say_was(struct teller *t, const odd_explanation *e)
{
	const odd_explain_was *w = &e->was;
	const char *what = attributes_word(e);
	char name[NAME_BYTES], label[NAME_BYTES];
	if (w->changed && w->words_of != NULL) {
		cut(name, w->words_of);
		if (w->words_of_label != NULL)
			say(t, "Its %s are those of %s, of class \"%s\".", what, name,
				cut(label, w->words_of_label));
		else
			say(t, "Its %s are those of %s.", what, name);
		say_list(t, what, w->words, w->words_kept, w->word, w->word_count);
	}
	/* Links of others may have come and gone with nodes that were rewired. */
	if (!w->changed || (e->kind != ODD_REWIRE && e->kind != ODD_CLIQUE))
		return;
	if (e->kind == ODD_REWIRE)
		say(t, "All its links were moved to other %s.",
			e->place.found ? "communities" : "classes");
	else
		say(t, "%zu of its %zu links are new.", e->links.count - w->links_kept,
			e->links.count);
	say_list(t, w->links == 1 ? "link" : "links", w->links, w->links_kept, w->link,
		w->link_count);
}

/* ---- places ------------------------------------------------------------------------------- */

static void say_links(struct teller *t, const odd_explanation *e)
{
	const odd_explain_place *p = &e->place;
	size_t count = e->links.count;
	char own[NAME_BYTES + 16], there[NAME_BYTES + 16];
	if (e->unlinked)
		return;
	if (count == 0) {
		say(t, e->directed ? "No link starts at it." : "It has no links.");
		return;
	}
	if (p->own.number != ODD_NO_LABEL && p->links_known > 0) {
		group_name(own, &p->own);
		if (count == 1)
			say(t, "Its only link %s its %s.",
				p->links_leaving > 0 ? "leaves" : "stays in", own);
		else
			say(t, "%zu of its %zu links %s its %s.", p->links_leaving, count,
				p->links_leaving == 1 ? "leaves" : "leave", own);
		if (p->others_known > 0)
			say(t, "Of the links of the other nodes there %.0f %% leave.",
				100.0 * (double)p->others_leaving / (double)p->others_known);
	}
	if (p->linked.number != ODD_NO_LABEL && count > 1) {
		group_name(there, &p->linked);
		if (2 * p->linked_count > count)
			say(t, "Most of its neighbours, %zu of %zu, are in %s.", p->linked_count,
				count, there);
		else
			say(t, "Its neighbours are spread, %zu of %zu in %s.", p->linked_count,
				count, there);
	}
	bool grouped = p->own.number != ODD_NO_LABEL || p->links_known > 0;
	if (grouped && p->links_known < count)
		say(t, "%zu of its links %s to nodes without a %s.", count - p->links_known,
			count - p->links_known == 1 ? "leads" : "lead",
			p->found ? "community" : "label");
}

/* Are its attributes at home in one community, `worded`, and not in many together? */
static bool is_of_one(const odd_explain_place *p)
{
	return !p->words || p->words_suit || p->worded.number == p->own.number;
}

static void say_attributes(struct teller *t, const odd_explanation *e)
{
	const odd_explain_place *p = &e->place;
	const char *what = attributes_word(e);
	char own[NAME_BYTES + 16], there[NAME_BYTES + 16];
	bool other = p->worded.number != p->own.number;
	if (e->attributes.count == 0) {
		say(t, "It has no %s.", what);
		if (!e->standardised)
			return;
	}
	group_name(own, &p->own);
	group_name(there, &p->worded);
	if (p->words && p->own.number != ODD_NO_LABEL)
		say(t, "%zu of its %zu %s %s usual in %s.", p->words_usual, e->attributes.count,
			what, p->words_usual == 1 ? "is" : "are", own);
	if (p->worded.number == ODD_NO_LABEL)
		return;
	if (!p->words) {
		say(t, "Its %s are nearest to %s (cosine %.2f).", what, there,
			p->worded_similarity);
	} else if (!other) {
		say(t, "Its %s are likeliest in %s, its own.", what, there);
	} else if (!is_of_one(p)) {
		say(t, "Its %s are likelier from all other %s together than from one.", what,
			p->found ? "communities" : "classes");
	} else {
		say(t, "Its %s are likeliest in %s.", what, there);
		say(t, "%zu of its %zu %s %s usual there; of the members' %s %.0f %% are.",
			p->words_usual_there, e->attributes.count, what,
			p->words_usual_there == 1 ? "is" : "are", what, 100.0 * p->members_usual);
	}
}

/* "3 of its values were missing: age as 37, the median; job as none.", in as many sentences as it
 * takes. */
static void say_missing(struct teller *t, const odd_explanation *e)
{
	char text[512];
	size_t i = 0;
	while (i < e->missing_count) {
		size_t length, columns, first = i;
		if (i == 0 && e->missing_all == 1)
			length = (size_t)snprintf(text, sizeof text, "A value was missing");
		else if (i == 0)
			length = (size_t)snprintf(text, sizeof text,
				"%zu of its values were missing", e->missing_all);
		else
			length = (size_t)snprintf(text, sizeof text, "Also missing");
		columns = length;
		for (; i < e->missing_count; i++) {
			char name[NAME_BYTES], place[40];
			cut(name, e->missing[i]->name);
			odd_column_in_place(place, sizeof place, e->missing[i]);
			size_t width =
				(strlen(name) < NAME ? strlen(name) : NAME) + strlen(place) + 6;
			if (i > first && columns + width + 1 > ODD_SENTENCE_WIDTH)
				break;
			length += (size_t)snprintf(text + length, sizeof text - length,
				"%s %s as %s", i > first ? ";" : ":", name, place);
			columns += width;
		}
		say(t, "%s.", text);
	}
	if (e->missing_count > 0 && e->missing_count < e->missing_all)
		say(t, "So were %zu more.", e->missing_all - e->missing_count);
}

/* Said only where one community has most of the neighbours, and one the attributes. */
static void say_agreement(struct teller *t, const odd_explanation *e)
{
	const odd_explain_place *p = &e->place;
	if (p->linked.number == ODD_NO_LABEL || p->worded.number == ODD_NO_LABEL || !is_of_one(p) ||
		2 * p->linked_count <= e->links.count)
		return;
	bool same = p->linked.number == p->worded.number;
	bool away = same && p->own.number != ODD_NO_LABEL && p->worded.number != p->own.number;
	const char *one = p->found ? "community" : "class",
		   *many = p->found ? "communities" : "classes";
	say(t, "Its links and its %s point to %s %s%s.", attributes_word(e),
		same ? "the same" : "different", same ? one : many,
		away ? ", which is not its own" : "");
}

/* ---- the model ---------------------------------------------------------------------------- */

/* In percent; more error than there is to explain is nothing explained. */
static double explained(const odd_explain_row *row)
{
	return row->error < row->size ? 100.0 * (1.0 - row->error / row->size) : 0.0;
}

/* The worst explained entry, and the absent entry that the model expected most. */
static void say_row(struct teller *t, const odd_explain_row *row, const char *what, const char *to)
{
	char name[NAME_BYTES];
	if (row->present_count == 0)
		return;
	const odd_explain_entry *worst = &row->present[0];
	say(t, "Worst explained: %s%s %s (%.2g, model %.2g).", what, to, cut(name, worst->title),
		worst->observed, worst->expected);
	if (row->absent_count > 0 && row->absent[0].expected > worst->expected)
		say(t, "The model expected the %s%s %s (%.2g).", what, to,
			cut(name, row->absent[0].title), row->absent[0].expected);
}

static void say_model(struct teller *t, const odd_explanation *e)
{
	const char *what = attributes_word(e);
	bool links = e->links.count > 0 && e->links.size > 0.0;
	bool attributes = e->attributes.size > 0.0;
	if (links && attributes)
		say(t, "The model explains %.0f %% of its links and %.0f %% of its %s.",
			explained(&e->links), explained(&e->attributes), what);
	else if (links)
		say(t, "The model explains %.0f %% of its links.", explained(&e->links));
	else if (attributes)
		say(t, "The model explains %.0f %% of its %s.", explained(&e->attributes), what);
	say_row(t, &e->links, "link", " to");
	say_row(t, &e->attributes, odd_explain_attributes_name(e, true), "");
}

static void say_idle(struct teller *t, const odd_explanation *e)
{
	for (size_t c = 0; c < e->score->count; c++)
		if (e->component[c].idle && odd_explain_has(e, (int)c) && !e->score->surprise)
			say(t, "All nodes are alike in %s: it was left out.",
				odd_explain_component_name(e, (int)c));
}

/* As many as fit. */
static void say_near(struct teller *t, const odd_explanation *e)
{
	char text[512] = "Nearest in the embedding:";
	size_t columns = strlen(text), length = columns;
	for (size_t i = 0; i < e->near_count; i++) {
		char name[NAME_BYTES];
		cut(name, e->near[i].title);
		/* NAME bounds the columns of a name, its bytes bound them too. */
		size_t width = strlen(name) < NAME ? strlen(name) : NAME;
		if (columns + width + 10 >= ODD_SENTENCE_WIDTH)
			break;
		length += (size_t)snprintf(text + length, sizeof text - length, "%s %s (%.2f)",
			i > 0 ? "," : "", name, e->near[i].similarity);
		columns += width + 10;
	}
	if (e->near_count > 0)
		say(t, "%s.", text);
}

void odd_sentences_clear(odd_sentences *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->line[i]);
	free(s->line);
	memset(s, 0, sizeof *s);
}

odd_status odd_explanation_sentences(odd_sentences *out, const odd_explanation *e, odd_error *err)
{
	memset(out, 0, sizeof *out);
	struct teller t = {out, ODD_OK, err};
	say_verdict(&t, e);
	say_truth(&t, e);
	say_was(&t, e);
	say_links(&t, e);
	say_attributes(&t, e);
	say_missing(&t, e);
	say_agreement(&t, e);
	say_model(&t, e);
	say_idle(&t, e);
	say_near(&t, e);
	if (t.status != ODD_OK)
		odd_sentences_clear(out);
	return t.status;
}
