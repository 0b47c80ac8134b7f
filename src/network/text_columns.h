/* text_columns.h: the columns of a table in an oddone text file, which came from elsewhere:
 *
 *   #! column number age missing=3 filled=34     type and name
 *   #! column category trade
 *   #! of age age                                a column and words that came of it
 *   #! of trade trade=baker trade=smith
 */
#ifndef ODD_NETWORK_TEXT_COLUMNS_H
#define ODD_NETWORK_TEXT_COLUMNS_H

#include "network/reading.h"

/* Those lines at the beginning of the open file, which is rewound. */
odd_status odd__text_columns_read(odd__reading *r, odd_error *err);

/* Words that no line names form a column of counts, if there are columns at all. */
odd_status odd__text_columns_finish(odd__reading *r, odd_error *err);

#endif
