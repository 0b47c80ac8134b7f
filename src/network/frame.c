/* Cells in. */
#include "config.h"

#include "network/frame.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Bytes for a column with a value or two: the table of its values for the most part. */
enum { COLUMN_COST = 1024 };

void odd__frame_clear(odd__frame *f)
{
	for (size_t j = 0; j < f->names.count && f->column != NULL; j++) {
		odd__frame_column *c = &f->column[j];
		odd_names_clear(&c->values);
		free(c->node);
		free(c->value);
		free(c->blank);
		free(c->number);
		free(c->uses);
	}
	free(f->column);
	f->column = NULL;
	f->capacity = 0;
	odd_names_clear(&f->names);
}

odd_status odd__frame_name(
	odd__frame *f, const char *name, size_t length, uint32_t *column, odd_error *err)
{
	*column = odd_names_find(&f->names, name, length);
	if (*column != ODD_NO_NAME)
		return ODD_OK;
	if (f->names.count >= odd__limits_most(f->limits) / COLUMN_COST)
		return odd__limits_error(f->limits, f->path, "its columns need", err);
	if (f->names.count == f->capacity) {
		size_t capacity = f->capacity ? 2 * f->capacity : 16;
		odd__frame_column *more = realloc(f->column, capacity * sizeof *more);
		if (more == NULL)
			return odd_error_nomem(err);
		memset(more + f->capacity, 0, (capacity - f->capacity) * sizeof *more);
		f->column = more;
		f->capacity = capacity;
	}
	return odd_names_add(&f->names, name, length, column, NULL, err);
}

static bool stands_for_nothing(odd__text text)
{
	static const char *const words[] = {
		"na", "n/a", "nan", "null", "none", "?", "-", "#n/a", "<na>", "nil"};
	if (text.length == 0)
		return true;
	if (text.length > 4)
		return false;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (odd__text_is(text, words[k]))
			return true;
	return false;
}

odd_status odd__frame_cell(
	odd__frame *f, uint32_t node, uint32_t column, odd__text text, odd_error *err)
{
	odd__frame_column *c = &f->column[column];
	if (++f->polls % 4096 == 0 && odd__limits_poll(f->limits, f->path, err) != ODD_OK)
		return ODD_ECANCELLED; /* a line may hold millions of cells */
	text = odd__text_trim(text);
	if (stands_for_nothing(text)) {
		odd_status status = odd__make_room(
			&c->blank_capacity, c->blanks + 1, err, {&c->blank, sizeof *c->blank});
		if (status == ODD_OK)
			c->blank[c->blanks++] = node;
		return status;
	}
	odd_status status = odd__make_room(&c->capacity, c->count + 1, err,
		{&c->node, sizeof *c->node}, {&c->value, sizeof *c->value});
	if (status != ODD_OK)
		return status;
	c->node[c->count] = node;
	status = odd_names_add(&c->values, text.at, text.length, &c->value[c->count], NULL, err);
	c->count += status == ODD_OK;
	return status;
}
