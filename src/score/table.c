/* table.c: the scores there are, and what each preset takes. */
#include "config.h"

#include <string.h>

#include "score/score_internal.h"

#define ODD__SCORE(name) extern const odd_score odd__score_##name;
#include "score/scores.def"

static const odd_score *const table[] = {
#define ODD__SCORE(name) &odd__score_##name,
#include "score/scores.def"
};

static const struct preset {
	const odd_score *score;
	size_t iterations;
} presets[] = {
	[ODD_CALIBRATED] = {&odd__score_evidence, 40},
	[ODD_PAPER] = {&odd__score_paper, 5},
};

const odd_score *odd_score_get(size_t i)
{
	return i < sizeof table / sizeof *table ? table[i] : NULL;
}

const odd_score *odd_score_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

size_t odd_score_part(const odd_score *score, const char *name)
{
	size_t t = 0;
	while (t < score->count && strcmp(score->component[t].name, name) != 0)
		t++;
	return t;
}

bool odd_score_has(const odd_score *score, size_t component, const odd_network *net)
{
	return net->edges > 0 || score->component[component].kind == ODD_ATTRIBUTE;
}

const odd_score *odd_score_of_preset(odd_preset preset)
{
	return presets[preset].score;
}

size_t odd_default_iterations(odd_preset preset)
{
	return presets[preset].iterations;
}
