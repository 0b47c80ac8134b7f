#include "config.h"

#include "cli/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
		const char *name = odd_option_spelling(s->given[i].row);
		if (strcmp(name, "threads") == 0 || strcmp(name, "quiet") == 0)
			continue;
		fprintf(out, " --%s", name);
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
