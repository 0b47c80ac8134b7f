#include "config.h"

#include "tui/prompt.h"

#include <stdio.h>

#include "session/xalloc.h"
#include "tui/text.h"

static const char mark[PROMPT_KINDS] = {':', '/', '='};

struct entry {
	enum prompt_kind kind;
	bool fresh; /* not yet in the file */
	char *text;
};

struct history {
	struct entry *entry;
	size_t count;
};

struct history *history_create(void)
{
	struct history *h = xgrow(NULL, 1, sizeof *h);
	*h = (struct history){0};
	return h;
}

static void empty(struct history *h)
{
	for (size_t i = 0; i < h->count; i++)
		free(h->entry[i].text);
	free(h->entry);
	*h = (struct history){0};
}

void history_free(struct history *h)
{
	if (h == NULL)
		return;
	empty(h);
	free(h);
}

size_t history_count(const struct history *h)
{
	return h->count;
}

/* The last line of a kind; NULL when there is none. */
static const char *latest(const struct history *h, enum prompt_kind kind)
{
	for (size_t i = h->count; i-- > 0;)
		if (h->entry[i].kind == kind)
			return h->entry[i].text;
	return NULL;
}

static void add(struct history *h, enum prompt_kind kind, const char *line, bool fresh)
{
	const char *last = latest(h, kind);
	/* A blank in front keeps a line to oneself, as in shells. */
	if (line[0] == '\0' || line[0] == ' ' || (last != NULL && strcmp(last, line) == 0))
		return;
	for (const unsigned char *p = (const unsigned char *)line; *p != '\0'; p++)
		if (*p < ' ' || *p == 0x7f)
			return;
	if (h->count == HISTORY_MOST) {
		free(h->entry[0].text);
		h->count--;
		memmove(h->entry, h->entry + 1, h->count * sizeof *h->entry);
	}
	h->entry = xgrow(h->entry, h->count + 1, sizeof *h->entry);
	h->entry[h->count++] = (struct entry){kind, fresh, xstrdup(line)};
}

void history_add(struct history *h, enum prompt_kind kind, const char *line)
{
	add(h, kind, line, true);
}

/* ---- the file -------------------------------------------------------------------------------- */

odd_status history_load(struct history *h, const char *path, odd_error *err)
{
	char **line;
	size_t count;
	odd_status status = lines_read(&line, &count, path, err);
	for (size_t i = 0; status == ODD_OK && i < count; i++) {
		const char *kind =
			line[i][0] != '\0' ? memchr(mark, line[i][0], sizeof mark) : NULL;
		if (kind != NULL)
			add(h, (enum prompt_kind)(kind - mark), line[i] + 1, false);
	}
	strings_free(line, count);
	return status;
}

odd_status history_save(struct history *h, const char *path, odd_error *err)
{
	struct history all = {0};
	odd_file file;
	odd_status status = history_load(&all, path, err);
	for (size_t i = 0; i < h->count; i++)
		if (h->entry[i].fresh)
			add(&all, h->entry[i].kind, h->entry[i].text, false);
	if (status == ODD_OK)
		status = lines_write(&file, path, err);
	if (status == ODD_OK) {
		for (size_t i = 0; i < all.count; i++)
			fprintf(file.stream, "%c%s\n", mark[all.entry[i].kind], all.entry[i].text);
		status = odd_file_commit(&file, err);
	}
	for (size_t i = 0; status == ODD_OK && i < h->count; i++)
		h->entry[i].fresh = false;
	empty(&all);
	return status;
}

/* ---- looking back ---------------------------------------------------------------------------- */

/* The line at a place; NULL when the history is shorter, and before its newest. */
static const char *at_place(const struct history *h, enum prompt_kind kind, size_t place)
{
	for (size_t i = h->count; place > 0 && place <= h->count && i-- > 0;)
		if (h->entry[i].kind == kind && --place == 0)
			return h->entry[i].text;
	return NULL;
}

const char *history_next(const struct history *h, enum prompt_kind kind, bool older,
	const char *prefix, const char *now, size_t *place)
{
	const char *text;
	size_t by = older ? 1 : (size_t)-1;
	for (size_t p = *place + by; (text = at_place(h, kind, p)) != NULL; p += by)
		if (strncmp(text, prefix, strlen(prefix)) == 0 && strcmp(text, now) != 0) {
			*place = p;
			return text;
		}
	return NULL;
}
