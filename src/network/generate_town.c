/* The bundled sample: a small town, its six clubs, who is friends with whom, and what each person
 * likes to talk about. Each club has three circles of friends with favourite words of their own.
 * Nine people do not fit:
 *
 *   structural  three who talk like their club and have their friends everywhere else
 *   attribute   three who move among their club and talk like all the other clubs at once
 *   combined    three who move among one club and talk like one other: the chess players' friend
 *               with a head full of bees
 *
 * People are sorted by name, so nothing in the order gives them away. The town uses whole numbers
 * and quotients only: a seed gives the same town on every machine.
 */
#include "config.h"

#include "network/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/builder.h"
#include "network/pairs.h"
#include "network/town_lists.h"
#include "linalg/alias.h"

enum {
	ODD_ONES = 9,
	CIRCLES = 3,                            /* in each club */
	GROUPS = ODD__CLUBS * (CIRCLES + 1),    /* the circles, then the clubs as a whole */
	LISTS = ODD__CLUBS * (CIRCLES + 1) + 1, /* words: likewise, then the town's */
	CLUB_COMMON = 8,
	CIRCLE_WORDS = 6,  /* 8 + 3 · 6 = 26 words of a club */
	MOST_PEOPLE = 128, /* in a club */
	NAME_ROOM = 48
};

/* Per cent of friendships and of words. */
enum { FRIENDS_IN_CLUB = 20, FRIENDS_ELSEWHERE = 9 };
enum { WORDS_OF_TOWN = 18, WORDS_ELSEWHERE = 6, WORDS_OF_CIRCLE = 40 };

struct odd_one {
	odd_kind kind;
	unsigned club;  /* where they belong */
	unsigned other; /* combined: whose words they use */
};

/* Club numbers as in odd__club: sailors, gardeners, bakers, stargazers, chess players, beekeepers.
 */
static const struct odd_one odd_one[ODD_ONES] = {
	{ODD_STRUCTURAL, 0, 0},
	{ODD_STRUCTURAL, 1, 0},
	{ODD_STRUCTURAL, 3, 0},
	{ODD_ATTRIBUTE, 2, 0},
	{ODD_ATTRIBUTE, 0, 0},
	{ODD_ATTRIBUTE, 4, 0},
	{ODD_COMBINED, 4, 5},
	{ODD_COMBINED, 1, 0},
	{ODD_COMBINED, 2, 3},
};

struct person {
	char name[NAME_ROOM];
	unsigned club, circle; /* circle: a group, see circle_of */
	int odd;               /* index into odd_one, or −1 */
	unsigned friends;
	double weight; /* how sociable */
};

struct town {
	struct person *person; /* sorted by name */
	size_t people;
	odd_rng rng;
	odd__builder b;
	size_t count[GROUPS];                 /* ordinary members of circles and clubs */
	uint32_t member[GROUPS][MOST_PEOPLE]; /* who they are */
	odd_alias table[GROUPS];              /* draws one of them by sociability */
	odd_alias word[LISTS];                /* draws a word of a list */
	size_t column[LISTS];                 /* number of its first word */
};

static unsigned circle_of(unsigned club, unsigned circle)
{
	return club * CIRCLES + circle;
}

static unsigned whole_club(unsigned club)
{
	return ODD__CLUBS * CIRCLES + club;
}

static bool chance(struct town *t, unsigned percent)
{
	return odd_rng_below(&t->rng, 100) < percent;
}

/* ---- people --------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

/* Different names for everybody: pairs are numbered and the numbers drawn without repeats. */
static odd_status name_people(struct town *t, odd_error *err)
{
	enum { PAIRS = ODD__FIRST_NAMES * ODD__LAST_NAMES };
	uint32_t *order = malloc(PAIRS * sizeof *order);
	if (order == NULL)
		return odd_error_nomem(err);
	for (uint32_t i = 0; i < PAIRS; i++)
		order[i] = i;
	odd_rng_shuffle(&t->rng, order, PAIRS);
	for (size_t i = 0; i < t->people; i++)
		snprintf(t->person[i].name, NAME_ROOM, "%s-%s",
			odd__first_name[order[i] / ODD__LAST_NAMES],
			odd__last_name[order[i] % ODD__LAST_NAMES]);
	free(order);
	return ODD_OK;
}

static odd_status make_people(struct town *t, odd_error *err)
{
	static const unsigned circle[9] = {0, 1, 0, 2, 1, 0, 1, 0, 2}; /* 4 : 3 : 2 */
	size_t at = 0;
	for (unsigned c = 0; c < ODD__CLUBS; c++)
		for (unsigned i = 0; i < odd__club[c].members; i++)
			t->person[at++] = (struct person){
				.club = c, .odd = -1, .circle = circle_of(c, circle[i % 9])};
	for (int o = 0; o < ODD_ONES; o++)
		t->person[at++] = (struct person){.club = odd_one[o].club,
			.odd = o,
			.circle = circle_of(odd_one[o].club, (unsigned)o % 2)};
	odd_status status = name_people(t, err);
	if (status != ODD_OK)
		return status;
	qsort(t->person, t->people, sizeof *t->person, by_name);
	for (size_t i = 0; i < t->people; i++) {
		struct person *p = &t->person[i];
		const char *club = odd__club[p->club].name;
		p->weight =
			1.0 / (0.2 + odd_rng_uniform(&t->rng)); /* 0.8 … 5: some know everybody */
		const unsigned group[2] = {p->circle, whole_club(p->club)};
		for (int g = 0; g < 2 && p->odd < 0; g++)
			t->member[group[g]][t->count[group[g]]++] = (uint32_t)i;
		status = odd__builder_node(&t->b, p->name, strlen(p->name), NULL, NULL, err);
		if (status != ODD_OK || (status = odd__builder_label(&t->b, (uint32_t)i, club,
						 strlen(club), err)) != ODD_OK)
			return status;
		odd__builder_truth(
			&t->b, (uint32_t)i, p->odd < 0 ? ODD_ORDINARY : odd_one[p->odd].kind);
	}
	for (unsigned g = 0; g < GROUPS && status == ODD_OK; g++) {
		double weight[MOST_PEOPLE];
		for (size_t i = 0; i < t->count[g]; i++)
			weight[i] = t->person[t->member[g][i]].weight;
		status = odd_alias_init(&t->table[g], weight, t->count[g], err);
	}
	return status;
}

/* ---- friendships ---------------------------------------------------------------------------- */

static uint32_t draw_member(const struct town *t, unsigned group, odd_rng *rng, bool even)
{
	size_t i = even ? (size_t)odd_rng_below(rng, t->count[group])
			: odd_alias_draw(&t->table[group], rng);
	return t->member[group][i];
}

struct meeting {
	const struct town *town;
	unsigned group;
};

static uint64_t meet_inside(const void *context, odd_rng *rng, bool even)
{
	const struct meeting *m = context;
	uint32_t a, b;
	do {
		a = draw_member(m->town, m->group, rng, even);
		b = draw_member(m->town, m->group, rng, even);
	} while (a == b);
	return ODD__PAIR(a, b);
}

static void list_inside(const void *context, uint64_t *out)
{
	const struct meeting *m = context;
	const uint32_t *member = m->town->member[m->group];
	for (size_t i = 0; i < m->town->count[m->group]; i++)
		for (size_t j = 0; j < i; j++)
			*out++ = ODD__PAIR(member[i], member[j]);
}

static uint64_t meet_across(const void *context, odd_rng *rng, bool even)
{
	const struct meeting *m = context;
	unsigned c = (unsigned)odd_rng_below(rng, ODD__CLUBS);
	unsigned d = (c + 1 + (unsigned)odd_rng_below(rng, ODD__CLUBS - 1)) % ODD__CLUBS;
	uint32_t a = draw_member(m->town, whole_club(c), rng, even);
	uint32_t b = draw_member(m->town, whole_club(d), rng, even);
	return ODD__PAIR(a, b);
}

/* Nothing happens to those who are friends already: a thousand friendships can be looked through.
 */
static odd_status befriend(struct town *t, uint32_t a, uint32_t b, odd_error *err)
{
	const odd__entries *links = &t->b.links;
	for (size_t e = 0; e < links->count; e++)
		if (ODD__PAIR(links->row[e], links->col[e]) == ODD__PAIR(a, b))
			return ODD_OK;
	t->person[a].friends++;
	t->person[b].friends++;
	return odd__builder_link(&t->b, a, b, 1.0, err);
}

/* count friendships between ordinary people. */
static odd_status make_friends(
	struct town *t, size_t count, const odd__pair_source *from, odd_error *err)
{
	uint64_t *pair;
	odd_status status = odd__pairs_draw(&pair, count, from, &t->rng, NULL, err);
	for (size_t e = 0; e < count && status == ODD_OK; e++)
		status = befriend(t, (uint32_t)(pair[e] >> 32), (uint32_t)pair[e], err);
	free(pair);
	return status;
}

/* Friends for one of the odd ones: all over the own club, or some in every other one. */
static odd_status befriend_odd(struct town *t, uint32_t who, odd_error *err)
{
	const struct odd_one *o = &odd_one[t->person[who].odd];
	size_t want = 7 + (size_t)odd_rng_below(&t->rng, 4);
	uint32_t known[16];
	for (size_t k = 0; k < want; k++) {
		unsigned group = whole_club(o->club);
		if (o->kind == ODD_STRUCTURAL) /* once around the other clubs, then around again */
			group = whole_club(
				(o->club + 1 + (unsigned)(k % (ODD__CLUBS - 1))) % ODD__CLUBS);
		bool again;
		do {
			again = false;
			known[k] = draw_member(t, group, &t->rng, true);
			for (size_t j = 0; j < k; j++)
				again |= known[j] == known[k];
		} while (again);
		odd_status status = befriend(t, who, known[k], err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* Nobody ordinary has fewer than two friends: the lonely meet their circle's next members. */
static odd_status comfort_the_lonely(struct town *t, odd_error *err)
{
	for (unsigned g = 0; g < ODD__CLUBS * CIRCLES; g++) {
		for (size_t i = 0; i < t->count[g]; i++) {
			uint32_t who = t->member[g][i];
			for (size_t step = 1; t->person[who].friends < 2; step++) {
				odd_status status = befriend(
					t, who, t->member[g][(i + step) % t->count[g]], err);
				if (status != ODD_OK)
					return status;
			}
		}
	}
	return ODD_OK;
}

/* Inside a circle three friendships for every person, but six tenths of all pairs at most; then
 * some across the club and some across the town. */
static odd_status make_friendships(struct town *t, odd_error *err)
{
	odd_status status = ODD_OK;
	size_t all = 0;
	for (unsigned g = 0; g < GROUPS && status == ODD_OK; g++) {
		struct meeting m = {t, g};
		size_t n = t->count[g], possible = n * (n - 1) / 2, count = n * 3;
		if (count > possible * 6 / 10)
			count = possible * 6 / 10;
		if (g >= ODD__CLUBS * CIRCLES)
			count = n * 3 * FRIENDS_IN_CLUB / 100;
		odd__pair_source from = {&m, possible, meet_inside, list_inside};
		status = make_friends(t, count, &from, err);
		all += count;
	}
	if (status == ODD_OK) {
		struct meeting m = {t, 0};
		odd__pair_source from = {&m, t->people * t->people / 3, meet_across, NULL};
		status = make_friends(t, all * FRIENDS_ELSEWHERE / 100, &from, err);
	}
	if (status == ODD_OK)
		status = comfort_the_lonely(t, err);
	for (uint32_t i = 0; i < t->people && status == ODD_OK; i++)
		if (t->person[i].odd >= 0)
			status = befriend_odd(t, i, err);
	return status;
}

/* ---- talk ----------------------------------------------------------------------------------- */

static odd_status set_list(
	struct town *t, unsigned list, size_t column, size_t words, odd_error *err)
{
	double weight[ODD__TOWN_WORDS];
	for (size_t r = 0; r < words; r++)
		weight[r] = 1.0 / (double)(r + 4);
	t->column[list] = column;
	return odd_alias_init(&t->word[list], weight, words, err);
}

/* Columns: club after club, then the town's. The list of a whole club is its common words. */
static odd_status make_vocabulary(struct town *t, odd_error *err)
{
	odd_status status = ODD_OK;
	for (unsigned c = 0; c <= ODD__CLUBS && status == ODD_OK; c++) {
		const char *const *text = c < ODD__CLUBS ? odd__club[c].word : odd__town_word;
		size_t count = c < ODD__CLUBS ? ODD__CLUB_WORDS : ODD__TOWN_WORDS;
		size_t first = t->b.words.count;
		for (size_t r = 0; r < count && status == ODD_OK; r++)
			status = odd__builder_word(&t->b, text[r], strlen(text[r]), NULL, err);
		if (status == ODD_OK && c == ODD__CLUBS)
			status = set_list(t, LISTS - 1, first, count, err);
		if (status != ODD_OK || c == ODD__CLUBS)
			break;
		status = set_list(t, whole_club(c), first, CLUB_COMMON, err);
		for (unsigned k = 0; k < CIRCLES && status == ODD_OK; k++)
			status = set_list(t, circle_of(c, k),
				first + CLUB_COMMON + k * CIRCLE_WORDS, CIRCLE_WORDS, err);
	}
	return status;
}

/* A list of a club: what all of it talks about, or one of its circles. */
static unsigned list_of_club(struct town *t, unsigned club, unsigned circle)
{
	return chance(t, WORDS_OF_CIRCLE) ? circle_of(club, circle) : whole_club(club);
}

/* Which list the next word of a person comes from; k counts their words so far. */
static unsigned choose_list(struct town *t, const struct person *p, size_t k)
{
	const struct odd_one *o = p->odd >= 0 ? &odd_one[p->odd] : NULL;
	unsigned any = (unsigned)odd_rng_below(&t->rng, CIRCLES);
	if (o != NULL && o->kind == ODD_ATTRIBUTE)
		return list_of_club(
			t, (p->club + 1 + (unsigned)(k % (ODD__CLUBS - 1))) % ODD__CLUBS, any);
	if (chance(t, WORDS_OF_TOWN))
		return LISTS - 1;
	if (o != NULL && o->kind == ODD_COMBINED)
		return list_of_club(t, o->other, p->circle % CIRCLES);
	if (o == NULL && chance(t, WORDS_ELSEWHERE))
		return list_of_club(t,
			(p->club + 1 + (unsigned)odd_rng_below(&t->rng, ODD__CLUBS - 1)) %
				ODD__CLUBS,
			any);
	return list_of_club(t, p->club, p->circle % CIRCLES);
}

static odd_status make_talk(struct town *t, odd_error *err)
{
	odd_status status = make_vocabulary(t, err);
	for (uint32_t i = 0; i < t->people && status == ODD_OK; i++) {
		bool said[ODD__CLUBS * ODD__CLUB_WORDS + ODD__TOWN_WORDS] = {false};
		size_t want = 8 + (size_t)odd_rng_below(&t->rng, 5);
		if (t->person[i].odd >= 0)
			want = 10; /* as many as others have */
		for (size_t k = 0; k < want && status == ODD_OK; k++) {
			size_t word;
			do { /* a short list may be used up: choose again */
				unsigned list = choose_list(t, &t->person[i], k);
				word = t->column[list] + odd_alias_draw(&t->word[list], &t->rng);
			} while (said[word]);
			said[word] = true;
			status = odd__builder_attribute(&t->b, i, (uint32_t)word, 1.0, err);
		}
	}
	return status;
}

odd_status odd_generate_sample(odd_network **out, uint64_t seed, odd_error *err)
{
	*out = NULL;
	struct town *t = calloc(1, sizeof *t);
	odd_status status = ODD_OK;
	if (t == NULL)
		return odd_error_nomem(err);
	odd__builder_init(&t->b, false);
	odd_rng_init(&t->rng, seed, "town");
	t->people = ODD_ONES;
	for (unsigned c = 0; c < ODD__CLUBS; c++)
		t->people += odd__club[c].members;
	t->person = calloc(t->people, sizeof *t->person);
	if (t->person == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK && (status = make_people(t, err)) == ODD_OK &&
		(status = make_friendships(t, err)) == ODD_OK &&
		(status = make_talk(t, err)) == ODD_OK)
		status = odd__builder_finish(out, &t->b, "town", "generated", err);
	for (unsigned g = 0; g < GROUPS; g++)
		odd_alias_clear(&t->table[g]);
	for (unsigned l = 0; l < LISTS; l++)
		odd_alias_clear(&t->word[l]);
	odd__builder_clear(&t->b);
	free(t->person);
	free(t);
	return status;
}
