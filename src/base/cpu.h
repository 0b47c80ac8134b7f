/* cpu.h: which instruction set the hot loops run in.
 *
 * They are compiled for several (v4, v3, v2 and c on x86-64: AVX-512, AVX2 with FMA, SSE4.2, what
 * every such processor has; neon on aarch64; c elsewhere), and the best one that the machine has is
 * used. The environment variable ODDONE_CPU names a lower one, so that each can be tested and
 * timed; it never raises the choice. Results agree to rounding. Read once, at the first use.
 */
#ifndef ODD_BASE_CPU_H
#define ODD_BASE_CPU_H

#include <stddef.h>

#include "base/parallel.h"
#include "oddone/error.h"

/* The set in use. */
const char *odd_cpu_set(void);

/* The sets that this build and this machine have, best first; NULL beyond the last. */
const char *odd_cpu_available(size_t i);

/* Whether ODDONE_CPU, if there is one, names a set of this kind of processor; ODD_EUSAGE says what
 * there is. What it names otherwise is passed over. */
odd_status odd_cpu_check(odd_error *err);

/* the kernels in the instruction set that fits the machine.
 *
 * A kernel is a function over a range of rows (or of whatever it runs over), compiled once per
 * instruction set; all have the shape odd__parallel_scratch calls, so that one table of them is all
 * there is. In a file with kernels these stand between #ifdef ODD__SET and #else, #endif: the file
 * is compiled once as part of the library, without them, and once per set, with nothing but them
 * (Makefile.am, kernel_sources). linalg/kernel.h has what they are written with.
 */

typedef odd__scratch_fn odd__kernel_fn;

typedef struct odd__kernel_table {
	const char *set;
#define KERNEL(name) odd__kernel_fn *name;
#include "base/kernels.def"
#undef KERNEL
} odd__kernel_table;

/* The table of the best set this machine has, or of a lower one that ODDONE_CPU names. The same
 * one from the first call to the end of the program. */
const odd__kernel_table *odd__kernels(void);

#define ODD__JOIN3_(a, b, c) a##b##_##c
#define ODD__JOIN3(a, b, c) ODD__JOIN3_(a, b, c)

/* In a pass for a set, the name of a kernel in it: odd__spmm_v3. */
#ifdef ODD__SET
#define ODD__KERNEL(name) ODD__JOIN3(odd__, name, ODD__SET)
#define KERNEL(name) odd__kernel_fn ODD__KERNEL(name);
#include "base/kernels.def"
#undef KERNEL
#endif

#endif
