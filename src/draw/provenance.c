#include "config.h"

#include "draw/provenance.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

odd_status provenance_add(struct provenance *p, const char *key, const char *value, odd_error *err)
{
	assert(p->count < PROVENANCE_TEXTS);
	struct png_text *text = &p->text[p->count++]; /* whatever of it there is will be freed */
	text->key = strdup(key);
	text->value = strdup(value);
	return text->key == NULL || text->value == NULL ? odd_error_nomem(err) : ODD_OK;
}

odd_status provenance_begin(struct provenance *out, const struct figure *figure,
	const char *iteration, const char *dataset, uint64_t checksum, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t size = strlen(figure->title) + strlen(dataset) + 40;
	char *text = malloc(size);
	if (text == NULL)
		return odd_error_nomem(err);
	snprintf(text, size, "%s of %s", figure->title, dataset);
	odd_status status = provenance_add(out, "Title", text, err);
	if (status == ODD_OK)
		status = provenance_add(out, "Software", "oddone " VERSION, err);
	if (status == ODD_OK)
		status = provenance_add(out, "Figure", figure->name, err);
	if (status == ODD_OK && iteration != NULL)
		status = provenance_add(out, "Iteration", iteration, err);
	snprintf(text, size, "%s %016" PRIx64, dataset, checksum);
	if (status == ODD_OK)
		status = provenance_add(out, "Dataset", text, err);
	free(text);
	return status;
}

void provenance_clear(struct provenance *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->text[i].key);
		free(p->text[i].value);
	}
	memset(p, 0, sizeof *p);
}
