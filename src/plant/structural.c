/* Structural outliers: the words of their class, links to all the others. */
#include "config.h"

#include "plant/plant_internal.h"

static odd_status grow(
	odd__field *field, size_t c, odd__extension *out, odd_rng *rng, odd_error *err)
{
	size_t degree = odd__draw_degree(field, c, rng);
	size_t words = odd__draw_word_count(field, c, rng);
	odd__draw_links(field, odd__pool_others(field, c), degree, c, rng);
	odd_status status = odd__rows_add(&out->links, field->entry, field->found, err);
	if (status == ODD_OK)
		status = odd__draw_words(field, odd__pool_class(field, c), words, rng, err);
	if (status == ODD_OK)
		status = odd__rows_add(&out->words, field->entry, field->found, err);
	return status;
}

const odd__planting odd__plant_structural = {
	ODD_STRUCTURAL, "plant structural", odd__classes_all, grow};
