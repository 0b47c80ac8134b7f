#include "config.h"

#include "cli/provenance.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report_json.h"

/* ---- the command -------------------------------------------------------------------------- */

/* One word for a shell: as it is where that is safe, else in single quotes. */
static void quote(FILE *out, const char *word)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_@%+=:,./-";
	if (word[0] != '\0' && word[strspn(word, safe)] == '\0') {
		fputs(word, out);
		return;
	}
	putc('\'', out);
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			putc(*word, out);
	}
	putc('\'', out);
}

char *provenance_command(const struct settings *s)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	if (out == NULL)
		return NULL;
	bool late = s->network != NULL && s->network[0] == '-' && s->network[1] != '\0';
	fprintf(out, "oddone %s", s->command->name);
	if (s->network != NULL && !late) {
		putc(' ', out);
		quote(out, s->network);
	}
	for (size_t i = 0; i < s->given_count; i++) {
		const struct option_row *row = s->given[i].row;
		if (row->id == OPT_THREADS || row->id == OPT_QUIET)
			continue;
		fprintf(out, " --%s", row->name);
		if (s->given[i].value != NULL) {
			putc(' ', out);
			quote(out, s->given[i].value);
		}
	}
	if (late) { /* else it would be taken for an option */
		fputs(" -- ", out);
		quote(out, s->network);
	}
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* ---- the texts ---------------------------------------------------------------------------- */

static odd_status ODD_PRINTF(4, 5)
	add(struct provenance *p, odd_error *err, const char *key, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *value = length >= 0 ? malloc((size_t)length + 1) : NULL;
	if (value != NULL)
		vsnprintf(value, (size_t)length + 1, format, again);
	va_end(again);
	struct png_text *text = &p->text[p->count];
	text->key = strdup(key);
	text->value = value;
	p->count++; /* whatever of it there is will be freed */
	return text->key == NULL || value == NULL ? odd_error_nomem(err) : ODD_OK;
}

odd_status provenance_make(struct provenance *out, const struct run *r, const char *command,
	const struct figure *figure, const char *iteration, odd_error *err)
{
	memset(out, 0, sizeof *out);
	char *options = options_text(r);
	odd_status status = options != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = add(out, err, "Title", "%s of %s", figure->title, r->net->name);
	if (status == ODD_OK)
		status = add(out, err, "Software", "oddone %s", VERSION);
	if (status == ODD_OK)
		status = add(out, err, "Figure", "%s", figure->name);
	if (status == ODD_OK && iteration != NULL)
		status = add(out, err, "Iteration", "%s", iteration);
	if (status == ODD_OK)
		status = add(out, err, "Dataset", "%s %016" PRIx64, r->net->name, r->checksum);
	if (status == ODD_OK)
		status = add(out, err, "Command", "%s", command);
	if (status == ODD_OK)
		status = add(out, err, "Options", "%s", options);
	free(options);
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
