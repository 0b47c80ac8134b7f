/* words.h: words of a line, separated by blanks, with quotation marks: '…' takes everything as it
 * is, "…" all but \" and \\, and a backslash outside quotes the next character.
 */
#ifndef ODD_BASE_WORDS_H
#define ODD_BASE_WORDS_H

#include <stddef.h>

#define ODD__BLANKS " \t\r\n"

/* The word at the beginning of a text into out, which has room for all of the text and may be the
 * text itself (NULL: the word is passed over). Returns how many bytes it takes there; *open is the
 * quotation mark that does not end, or 0. */
size_t odd__word(char *out, const char *text, char *open);

#endif
