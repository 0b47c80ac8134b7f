#include "config.h"

#include "tui/scroll.h"

#include <stdio.h>
#include <string.h>

static size_t last_first(const struct scroll *s)
{
	return s->count > s->seen ? s->count - s->seen : 0;
}

void scroll_fit(struct scroll *s, size_t count, size_t seen)
{
	s->count = count;
	s->seen = seen;
	if (s->first > last_first(s))
		s->first = last_first(s);
}

static void move_by(struct scroll *s, size_t rows, bool down)
{
	if (down)
		s->first = s->first + rows < last_first(s) ? s->first + rows : last_first(s);
	else
		s->first = s->first > rows ? s->first - rows : 0;
}

bool scroll_move(struct scroll *s, const char *way)
{
	/* A page keeps one row, for the eye to go on from. */
	size_t page = s->seen > 2 ? s->seen - 1 : 1, half = s->seen > 2 ? s->seen / 2 : 1;
	const struct {
		const char *way;
		size_t rows;
		bool down;
	} ways[] = {
		{"up", 1, false},
		{"down", 1, true},
		{"page-up", page, false},
		{"page-down", page, true},
		{"half-up", half, false},
		{"half-down", half, true},
		{"first", s->count, false},
		{"last", s->count, true},
		{"left", 0, false},
		{"right", 0, false},
	};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].way, way) == 0) {
			move_by(s, ways[i].rows, ways[i].down);
			return true;
		}
	return false;
}

bool scroll_wheel(struct scroll *s, struct key key)
{
	if (key.code != K_MOUSE || (key.act != MOUSE_WHEEL_UP && key.act != MOUSE_WHEEL_DOWN))
		return false;
	move_by(s, 3, key.act == MOUSE_WHEEL_DOWN);
	return true;
}

char *scroll_place(const struct scroll *s, char *out, size_t size)
{
	size_t end = s->first + s->seen < s->count ? s->first + s->seen : s->count;
	out[0] = '\0';
	if (s->count > s->seen)
		snprintf(out, size, "%zu-%zu of %zu", s->first + 1, end, s->count);
	else if (s->count > 0)
		snprintf(out, size, "all %zu", s->count);
	return out;
}
