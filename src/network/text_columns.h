/* text_columns.h: the columns of a table in an oddone text file, which came from elsewhere:
 *
 *   #! column number age missing=3 filled=34     type and name
 *   #! column category trade
 *   #! of age age                                a column and words that came of it
 *   #! of trade trade=baker trade=smith
 *   #! missing age n3 n17 n21                    a column and the nodes without a value in it
 *   #! given trade n4                            …and those with one, where they are fewer
 */
#ifndef ODD_NETWORK_TEXT_COLUMNS_H
#define ODD_NETWORK_TEXT_COLUMNS_H

#include "network/reading.h"

/* Read those lines at the beginning of the open file, which is rewound. */
void odd__text_columns_read(odd__reading *r);

/* With all nodes known, read who misses what. Words that no line names form a column of counts, if
 * there are columns at all. */
void odd__text_columns_finish(odd__reading *r);

#endif
