/* terminal.h: what the place that stdout goes to can show. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/figure_options.h"
#include "draw/cells.h"
#include "draw/palette.h"

/* Columns: COLUMNS, else those of the terminal, else 80; at least 40. */
size_t terminal_columns(void);

/* How stdout may be coloured; *plain: not even bold or reverse. The option comes first, then
 * NO_COLOR, then what COLORTERM and TERM promise. */
enum colour_depth terminal_depth(enum colour_choice choice, bool *plain);

#endif
