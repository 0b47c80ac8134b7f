#include "config.h"

#include "study/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void notes_add(struct notes *notes, const char *format, ...)
{
	char line[400];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	char **more = realloc(notes->text, (notes->count + 1) * sizeof *more);
	notes->text = more != NULL ? more : notes->text;
	if (more != NULL && (more[notes->count] = strdup(line)) != NULL)
		notes->count++;
	else
		notes->lost = true;
}

odd_status notes_check(const struct notes *notes, odd_error *err)
{
	return notes->lost ? odd_error_nomem(err) : ODD_OK;
}

void notes_clear(struct notes *notes)
{
	for (size_t i = 0; i < notes->count; i++)
		free(notes->text[i]);
	free(notes->text);
	memset(notes, 0, sizeof *notes);
}

void notes_add_skipped(struct notes *notes, const odd_skipped *skipped)
{
	const struct {
		size_t count;
		const char *one, *many;
	} row[] = {
		{skipped->self_loops, "link from a node to itself was left out",
			"links from a node to itself were left out"},
		{skipped->repeated_edges, "link was listed again (either way round) and merged",
			"links were listed again (either way round) and merged"},
		{skipped->unknown_nodes, "link names a node that is not listed and was left out",
			"links name a node that is not listed and were left out"},
		{skipped->repeated_words, "attribute was listed again for the same node and merged",
			"attributes were listed again for the same node and merged"},
		{skipped->zero_weights, "link of weight 0 was left out",
			"links of weight 0 were left out"},
		{skipped->directions,
			"link has a direction in the file, which was dropped (--directed=auto keeps it)",
			"links have a direction in the file, which was dropped (--directed=auto keeps it)"},
		{skipped->moved_rows, "row of words or labels stood elsewhere and was moved",
			"rows of words or labels stood in another order than the links and were "
			"moved"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (row[i].count > 0)
			notes_add(notes, "%zu %s", row[i].count,
				plural(row[i].count, row[i].one, row[i].many));
}

void notes_add_remarks(struct notes *notes, const odd_network *net)
{
	for (const char *line = net->remarks; line != NULL && *line != '\0';) {
		size_t n = strcspn(line, "\n");
		notes_add(notes, "%.*s", (int)n, line);
		line += n + (line[n] == '\n');
	}
}

void notes_add_columns(struct notes *notes, const odd_columns *columns)
{
	static const struct {
		const char *one, *many;
	} word[] = {{"number", "numbers"}, {"date", "dates"}, {"yes/no", "yes/no"},
		{"count", "counts"}, {"category", "categories"}, {"list", "lists"},
		{"text", "texts"}};
	enum { WORDS = sizeof word / sizeof *word };
	size_t count[ODD_COLUMN_TYPES] = {0}, used = 0, left = 0;
	char text[400] = "";
	for (size_t i = 0; i < columns->count; i++) {
		count[columns->column[i].type]++;
		left += columns->column[i].type >= ODD_COLUMN_ID;
	}
	for (size_t t = 0; t < WORDS; t++)
		if (count[t] > 0)
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu %s",
				used > 0 ? ", " : "", count[t],
				plural(count[t], word[t].one, word[t].many));
	if (used == 0)
		return;
	if (left > 0)
		snprintf(text + used, sizeof text - used, ", %zu left out", left);
	notes_add(notes, "columns: %s; \"oddone info\" lists them", text);
	if (columns->titles > 0)
		notes_add(notes, "nodes are called by the column %.60s; --name chooses another",
			columns->column[columns->titles - 1].name);
}
