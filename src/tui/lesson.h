/* lesson.h: what the Lesson and Matrices screens share. */
#ifndef TUI_LESSON_H
#define TUI_LESSON_H

#include "draw/canvas.h"
#include "session/view.h"

/* Which sub-step the screens are about: that of the lesson, or the next one while none is made. */
struct lesson_moment {
	odd_substep step;
	size_t iteration;
	bool done;                           /* just run; else about to run */
	const struct session_lesson *lesson; /* NULL: not yet made */
};
struct lesson_moment lesson_moment(const struct session_view *view);

/* What the figures of a sub-step are drawn from; lent by the view. */
struct lesson_result {
	struct result of;
	char entry[LESSON_ENTRY];
};
void lesson_result(struct lesson_result *out, const struct session_view *view);

/* Lines of text, each in its pen. */
struct lesson_lines {
	struct lesson_line {
		char *text;
		struct pen pen;
	} * line;
	size_t count;
};
void lesson_lines_clear(struct lesson_lines *lines);
/* The sums behind the watched entry, term by term. */
void lesson_sums(struct lesson_lines *lines, const struct session_view *view, int columns);

#endif
