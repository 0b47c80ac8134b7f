/* kernel.h: what every hot loop shares: vectors of eight doubles and compilation for several
 * instruction sets, chosen when the program starts.
 */
#ifndef ODD_LINALG_KERNEL_H
#define ODD_LINALG_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "oddone/linalg/matrix.h"

/* Put before a function whose inner loops should exist for AVX-512, AVX2 and plain x86-64. The
 * resolvers run before a sanitizer is ready, so sanitized builds have one version only. */
#if defined(HAVE_TARGET_CLONES) && !defined(ODD_SANITIZED)
#define ODD__KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ODD__KERNEL
#endif

/* Inlined into each clone of its caller. */
#define ODD__INLINE static inline __attribute__((always_inline))

/* Eight doubles; the compiler cuts them into what the machine has. Rows of padded matrices are
 * aligned for it; odd__vec_any is for places that are not. */
typedef double odd__vec __attribute__((vector_size(64), may_alias));
typedef double odd__vec_any __attribute__((vector_size(64), aligned(8), may_alias));

/* Copy whole vectors, past the caches. odd__stream_end before anybody else reads them. */
ODD__INLINE void odd__stream(double *to, const double *from, size_t count)
{
#if defined(__SSE2__)
	for (size_t i = 0; i < count; i += 2)
		_mm_stream_pd(to + i, _mm_load_pd(from + i));
#else
	for (size_t i = 0; i < count; i++)
		to[i] = from[i];
#endif
}

ODD__INLINE void odd__stream_end(void)
{
#if defined(__SSE2__)
	_mm_sfence();
#endif
}

#endif
