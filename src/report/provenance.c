#include "config.h"

#include "report/provenance.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_json.h"

/* value: on the heap, and given up; NULL without memory. */
static odd_status add(struct provenance *p, const char *key, char *value, odd_error *err)
{
	assert(p->count < PROVENANCE_TEXTS);
	struct png_text *text = &p->text[p->count++]; /* whatever of it there is will be freed */
	text->key = strdup(key);
	text->value = value;
	return text->key == NULL || value == NULL ? odd_error_nomem(err) : ODD_OK;
}

static char *title_of(const struct figure *figure, const char *dataset)
{
	size_t size = strlen(figure->title) + strlen(dataset) + 8;
	char *text = malloc(size);
	if (text != NULL)
		snprintf(text, size, "%s of %s", figure->title, dataset);
	return text;
}

static char *dataset_text(const struct outcome *o)
{
	size_t size = strlen(o->net->name) + 24;
	char *text = malloc(size);
	if (text != NULL)
		snprintf(text, size, "%s %016" PRIx64, o->net->name, o->checksum);
	return text;
}

odd_status provenance_make(struct provenance *out, const struct figure *figure,
	const struct outcome *o, odd_error *err)
{
	memset(out, 0, sizeof *out);
	odd_status status = add(out, "Title", title_of(figure, o->net->name), err);
	if (status == ODD_OK)
		status = add(out, "Software", strdup("oddone " VERSION), err);
	if (status == ODD_OK)
		status = add(out, "Figure", strdup(figure->name), err);
	if (status == ODD_OK && o->moment != NULL)
		status = add(out, "Iteration", strdup(o->moment), err);
	if (status == ODD_OK)
		status = add(out, "Dataset", dataset_text(o), err);
	if (status == ODD_OK && o->command != NULL)
		status = add(out, "Command", strdup(o->command), err);
	if (status == ODD_OK && o->log != NULL)
		status = add(out, "Log", strdup(o->log), err);
	if (status == ODD_OK && o->used != NULL)
		status = add(out, "Options", report_options_text(o), err);
	if (status != ODD_OK)
		provenance_clear(out);
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
