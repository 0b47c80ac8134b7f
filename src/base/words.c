#include "config.h"

#include "base/words.h"

#include <stdbool.h>
#include <string.h>

size_t odd__word(char *out, const char *text, char *open)
{
	const char *p = text;
	char quote = '\0';
	for (; *p != '\0' && (quote != '\0' || strchr(ODD__BLANKS, *p) == NULL); p++) {
		bool escapes =
			quote == '"' ? p[1] == '"' || p[1] == '\\' : quote == '\0' && p[1] != '\0';
		if (quote == '\0' ? *p == '\'' || *p == '"' : *p == quote) {
			quote = quote == '\0' ? *p : '\0';
			continue;
		}
		p += *p == '\\' && escapes;
		if (out != NULL)
			*out++ = *p;
	}
	if (out != NULL)
		*out = '\0';
	*open = quote;
	return (size_t)(p - text);
}
