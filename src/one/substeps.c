#include "config.h"

#include "one/state.h"

static const odd_substep_info infos[ODD_SUBSTEPS] = {
#define SUBSTEP(letter, function, title, equation, ascii, reading, structure, attributes, dis) \
	{#letter[0], #letter, title, equation, ascii, reading, {structure, attributes, dis}},
#include "one/substeps.def"
#undef SUBSTEP
};

static const odd_substep_info start = {'-', "init", "the start", "", "",
	"Factors as the start made them, W from its own update, all outlier scores alike.",
	{true, true, true}};

const odd_substep_info *odd_substep_get(odd_substep step)
{
	return step == ODD_STEP_INIT ? &start : &infos[step];
}
