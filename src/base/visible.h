/* visible.h: names come from files of unknown origin, and every text may end on a terminal. This is
 * the one place that decides which characters could control a terminal or reverse its text, for
 * errors, reports, tables, JSON and screens.
 */
#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ODD__REPLACEMENT 0xfffdu

/* The next character of a text in UTF-8, and *s moved past it; 0 at the end. Malformed bytes are
 * taken one at a time and give U+FFFD. */
uint32_t odd__utf8_next(const char **s);

/* A character as UTF-8, at most four bytes; what is none becomes U+FFFD. Returns how many. */
size_t odd__utf8_put(char *out, uint32_t c);

/* Must a character not be shown as it is? Controls (C0, DEL, C1), direction marks and overrides,
 * line separators, and invisible tags. Combining and joining characters are text. */
bool odd__steers(uint32_t c);

/* The next character of a text as it may be shown, ended by a zero, and *s moved past it: itself,
 * or \x1b, \u202e, \U000e0041; \xff for a byte that is no UTF-8. Returns its length, 0 at the end.
 */
#define ODD__VISIBLE 12
size_t odd__visible_next(char out[ODD__VISIBLE], const char **s);

/* A text as it may be shown, cut where the room ends, never inside a character. */
char *odd__visible(char *out, size_t size, const char *text);

#endif
