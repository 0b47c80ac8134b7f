/* Combined outliers: the links of one class, the words of one other. */
#include "config.h"

#include "plant/plant_internal.h"

static odd_status grow(
	odd__field *field, size_t c, odd__extension *out, odd_rng *rng, odd_error *err)
{
	size_t degree = odd__draw_degree(field, c, rng);
	size_t words = odd__draw_word_count(field, c, rng);
	/* A class without words has none to lend: it is passed over. */
	size_t place = odd__pool_draw(odd__pool_wordy_others(field, c), rng);
	size_t other = (size_t)field->of[field->node[place]];
	odd__draw_links_inside(field, c, degree, rng);
	odd_status status = odd__rows_add(&out->links, field->entry, field->found, err);
	if (status == ODD_OK)
		status = odd__draw_words(field, odd__pool_class(field, other), words, rng, err);
	if (status == ODD_OK)
		status = odd__rows_add(&out->words, field->entry, field->found, err);
	return status;
}

const odd__planting odd__plant_combined = {
	ODD_COMBINED, "plant combined", odd__classes_with_foreign_words, grow};
