/* town_lists.h: who lives in the town of the sample, and what they talk about. */
#ifndef ODD_NETWORK_TOWN_LISTS_H
#define ODD_NETWORK_TOWN_LISTS_H

enum { ODD__CLUBS = 6, ODD__CLUB_WORDS = 26, ODD__TOWN_WORDS = 36 };
enum { ODD__FIRST_NAMES = 72, ODD__LAST_NAMES = 72 };

struct odd__club {
	const char *name;
	unsigned members;                  /* the odd ones not counted */
	const char *word[ODD__CLUB_WORDS]; /* the commonest first */
};

extern const struct odd__club odd__club[ODD__CLUBS];
extern const char *const odd__town_word[ODD__TOWN_WORDS]; /* what everybody talks about */
extern const char *const odd__first_name[ODD__FIRST_NAMES];
extern const char *const odd__last_name[ODD__LAST_NAMES];

#endif
