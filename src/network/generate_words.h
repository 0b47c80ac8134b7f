/* generate_words.h: readable names for topics and words, as many as asked for. */
#ifndef ODD_NETWORK_GENERATE_WORDS_H
#define ODD_NETWORK_GENERATE_WORDS_H

#include <stddef.h>

enum { ODD__WORD_ROOM = 64 };

/* "harbour", "garden", …, and from the 25th on "harbour-2". Returns the length. */
size_t odd__topic_name(char out[ODD__WORD_ROOM], size_t topic);

/* Word number `rank` of a topic, out of `topics` topics: "sail", "anchor", …, "sail-2". Different
 * for every topic and rank. */
size_t odd__topic_word(char out[ODD__WORD_ROOM], size_t topic, size_t topics, size_t rank);

/* A word that belongs to no topic: "today", "people", …, "today-2". */
size_t odd__shared_word(char out[ODD__WORD_ROOM], size_t rank);

#endif
