/* cpu.h: which instruction set the hot loops run in.
 *
 * They are compiled for several (v4, v3, v2 and c on x86-64: AVX-512, AVX2 with FMA, SSE4.2, what
 * every such processor has; neon on aarch64; c elsewhere), and the best one that the machine has is
 * used. The environment variable ODDONE_CPU names a lower one, so that each can be tested and
 * timed; it never raises the choice. Results agree to rounding. Read once, at the first use.
 */
#ifndef ODDONE_CPU_H
#define ODDONE_CPU_H

#include <stddef.h>

#include "oddone/base/error.h"

/* The set in use. */
const char *odd_cpu_set(void);

/* The sets that this build and this machine have, best first; NULL beyond the last. */
const char *odd_cpu_available(size_t i);

/* Whether ODDONE_CPU, if there is one, names a set of this kind of processor; ODD_EUSAGE says what
 * there is. What it names otherwise is passed over. */
odd_status odd_cpu_check(odd_error *err);

#endif
