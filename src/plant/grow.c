/* grow.c: the kinds of planted node that are new. All have the degree and the word count of their
 * class; a kind says whether the links are those of the class too, and whose words it has.
 */
#include "config.h"

#include "plant/plant_internal.h"

static odd__pool words_of_class(const odd__field *field, size_t c, odd_rng *rng)
{
	(void)rng;
	return odd__pool_class(field, c);
}

static odd__pool words_of_others(const odd__field *field, size_t c, odd_rng *rng)
{
	(void)rng;
	return odd__pool_others(field, c);
}

static odd__pool words_of_one_other(const odd__field *field, size_t c, odd_rng *rng)
{
	/* A class without words has none to lend: it is passed over. */
	size_t place = odd__pool_draw(odd__pool_wordy_others(field, c), rng);
	return odd__pool_class(field, (size_t)field->of[field->node[place]]);
}

static odd__pool classes_all(const odd__field *field)
{
	return (odd__pool){0, field->places, field->places, field->places};
}

static odd__pool classes_with_words(const odd__field *field)
{
	return (odd__pool){0, field->wordy, field->places, field->places};
}

/* Those to which some word is foreign. */
static odd__pool classes_with_foreign_words(const odd__field *field)
{
	/* When one class alone has words, every word is at home in it. */
	size_t own = field->wordy_classes == 1 ? field->wordy : 0;
	return (odd__pool){own, field->places, field->places, field->places};
}

const odd__planting odd__plantings[ODD__PLANTINGS] = {
	{ODD_STRUCTURAL, "plant structural", classes_all, false, words_of_class},
	{ODD_ATTRIBUTE, "plant attribute", classes_with_foreign_words, true, words_of_others},
	{ODD_COMBINED, "plant combined", classes_with_foreign_words, true, words_of_one_other},
	{ODD_PLACEBO, "plant placebo", classes_with_words, true, words_of_class},
};

static void draw_links(odd__field *field, const odd__planting *planting, size_t c, size_t count,
	odd__way way, odd_rng *rng)
{
	if (planting->inside)
		odd__draw_links_inside(field, c, count, way, rng);
	else
		odd__draw_links(field, odd__pool_others(field, c), count, c, way, rng);
}

odd_status odd__plant_grow(odd__field *field, const odd__planting *planting, size_t c,
	odd__extension *out, odd_rng *rng, odd_error *err)
{
	bool directed = field->net->directed;
	size_t arriving = directed ? odd__draw_degree(field, c, ODD__IN, rng) : 0;
	size_t leaving = odd__draw_degree(field, c, ODD__OUT, rng);
	if (arriving + leaving == 0)
		leaving = 1;
	size_t count = odd__draw_word_count(field, c, rng);
	odd__pool words = planting->words(field, c, rng);
	draw_links(field, planting, c, leaving, ODD__OUT, rng);
	odd_status status = odd__rows_add(&out->links, field->entry, field->found, err);
	if (status == ODD_OK && directed) {
		draw_links(field, planting, c, arriving, ODD__IN, rng);
		status = odd__rows_add(&out->incoming, field->entry, field->found, err);
	}
	if (status == ODD_OK)
		status = odd__draw_words(field, words, count, rng, err);
	if (status == ODD_OK)
		status = odd__rows_add(&out->words, field->entry, field->found, err);
	return status;
}
