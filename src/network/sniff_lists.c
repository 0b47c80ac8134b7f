#include "config.h"

#include "network/sniff_lists.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/number.h"

/* ---- LGL ------------------------------------------------------------------------------------- */

/* The words of a line, up to its end; the last one in *last and *length. */
static size_t words(const char *at, const char *end, const char **last, size_t *length)
{
	size_t count = 0;
	while (at < end) {
		while (at < end && isspace((unsigned char)*at))
			at++;
		if (at == end)
			break;
		*last = at;
		while (at < end && !isspace((unsigned char)*at))
			at++;
		*length = (size_t)(at - *last);
		count++;
	}
	return count;
}

bool odd__sniff_lgl(const char *start)
{
	size_t heads = 0, links = 0, alone = 0;
	for (const char *at = start; *at != '\0';) {
		const char *end = strchr(at, '\n'), *last = at;
		size_t length = 0;
		double x;
		if (end == NULL && at > start)
			break; /* what was read may end within a line */
		end = end != NULL ? end : at + strlen(at);
		bool head = *at == '#';
		size_t n = words(at + head, end, &last, &length);
		if (head ? n != 1
			 : n > 2 || (n == 2 &&
					    odd__number_parse(last, length, &x) != ODD__NUMBER_OK))
			return false;
		if (!head && n > 0 && heads == 0)
			return false;
		heads += head;
		links += n > 0 && !head;
		alone += n == 1 && !head;
		at = end + (*end == '\n');
	}
	return links > 0 && heads > 0 && (heads > 1 || alone > 0);
}

/* ---- METIS ----------------------------------------------------------------------------------- */

/* A whole number from 0 on; false: something else is there. Weights may have a point. */
static bool whole(char **at, bool weight, unsigned long *value)
{
	*at += strspn(*at, " \t\r\n");
	if (!isdigit((unsigned char)**at))
		return false;
	*value = strtoul(*at, at, 10);
	if (weight && **at == '.')
		*at += 1 + strspn(*at + 1, "0123456789");
	return **at == '\0' || isspace((unsigned char)**at);
}

enum { LONGEST = 1 << 24, MOST = 1 << 28 }; /* bytes that are worth reading for it */

/* Digits of UTF-16 without the bytes that are 0, and the mark at its beginning. */
static bool next_folded(gzFile in, char *line, size_t room)
{
	size_t used = 0;
	for (int c = 0; used + 1 < room && c != '\n' && (c = gzgetc(in)) != -1;)
		if (c != '\0' && c != 0xff && c != 0xfe)
			line[used++] = (char)c;
	line[used] = '\0';
	return used > 0;
}

/* A line into a buffer that grows; false at the end of the file, or when it is absurdly long. */
static bool next_line(gzFile in, bool utf16, char **line, size_t *room)
{
	size_t used = 0;
	while (used < LONGEST) {
		if (used + 2 > *room) {
			char *more = realloc(*line, 2 * *room + 4096);
			if (more == NULL)
				return false;
			*line = more;
			*room = 2 * *room + 4096;
		}
		if (utf16 ? !next_folded(in, *line + used, *room - used)
			  : gzgets(in, *line + used, (int)(*room - used)) == NULL)
			return used > 0;
		used += strlen(*line + used);
		if (used > 0 && (*line)[used - 1] == '\n')
			return true;
	}
	return false;
}

static bool is_metis(gzFile in, bool utf16, char **line, size_t *room)
{
	unsigned long head[4] = {0, 0, 0, 0}, x;
	size_t fields = 0, lines = 0, numbers = 0;
	bool more;
	do
		more = next_line(in, utf16, line, room);
	while (more && (*line)[0] == '%');
	char *at = more ? *line : NULL;
	while (more && fields < 4 && whole(&at, false, &head[fields]))
		fields++;
	if (fields < 2 || *(at + strspn(at, " \t\r\n")) != '\0' || head[0] == 0)
		return false;
	for (size_t blank = 0; next_line(in, utf16, line, room);) {
		at = *line;
		if (*at == '%')
			continue;
		size_t here = 0;
		for (; whole(&at, fields > 2, &x); here++)
			if (fields == 2 && (x == 0 || x > head[0]))
				return false;
		if (*at != '\0')
			return false;
		numbers += here;
		lines += here > 0 ? blank + 1 : 0; /* blank ones at the end are no nodes */
		blank = here > 0 ? 0 : blank + 1;
		if (lines > head[0] || blank > head[0] || (fields == 2 && numbers > 2 * head[1]) ||
			gztell(in) > MOST)
			return false;
	}
	return fields == 2 ? numbers == 2 * head[1] && 2 * lines > head[0]
			   : lines == head[0] && numbers >= 2 * head[1];
}

bool odd__sniff_metis(const char *path, bool utf16)
{
	gzFile in = gzopen(path, "rb");
	char *line = NULL;
	size_t room = 0;
	bool yes = in != NULL && is_metis(in, utf16, &line, &room);
	free(line);
	if (in != NULL)
		gzclose(in);
	return yes;
}

/* ---- links ----------------------------------------------------------------------------------- */

bool odd__sniff_links(const char *start)
{
	size_t lines = 0;
	unsigned long nodes = 0;
	bool certain = false;
	for (const char *at = start; *at != '\0';) {
		const char *end = strchr(at, '\n'), *last = at;
		size_t length = 0;
		double x;
		if (end == NULL && lines > 0)
			break; /* what was read may end within a line */
		end = end != NULL ? end : at + strlen(at);
		certain = certain || *at == '#'; /* METIS has % for comments */
		size_t n = *at == '#' || *at == '%' ? 0 : words(at, end, &last, &length);
		if (n > 3 || n == 1 ||
			(n == 3 && odd__number_parse(last, length, &x) != ODD__NUMBER_OK))
			return false;
		char *from = (char *)at;
		for (size_t i = 0; i < n && i < 2; i++) {
			unsigned long value;
			if (!whole(&from, false, &value) || value == 0) {
				certain = true; /* METIS counts nodes from 1 */
				break;
			}
			nodes = lines == 0 && i == 0 ? value : nodes;
		}
		lines += n > 0;
		at = end + (*end == '\n');
	}
	return lines > 1 && (certain || lines - 1 > nodes);
}
