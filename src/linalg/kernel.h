/* kernel.h: what kernels are written with: a vector as wide as the registers of the instruction set
 * they are being compiled for, and how many of them fit (src/base/cpu.h tells how a kernel gets
 * there).
 *
 * Rows are padded to ODD_PAD = 8 doubles in every set, so a row is a whole number of eights, each
 * of ODD__PER_8 vectors. Another width changes the order of additions and so the last digits,
 * nothing else.
 */
#ifndef ODD_LINALG_KERNEL_H
#define ODD_LINALG_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/cpu.h"
#include "oddone/matrix.h"

/* Kernels are written as short loops of constant length over vectors that are meant to stay in
 * registers. At -O2 gcc keeps such loops as loops and the vectors in memory (an iteration takes
 * twice as long then), so it is told to go to the end here; clang does without being told. */
#if defined(ODD__SET) && defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* A file that defines ODD__UNFUSED rounds every product before it is added, in sets that could fuse
 * the two as well: where sums also go eight at a time (odd__sum_of_8), all sets give the same bits.
 * For work that a last digit would lead elsewhere. */
#if defined(ODD__SET) && defined(ODD__UNFUSED)
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#endif

#define ODD__INLINE static inline __attribute__((always_inline))
/* A part that works long enough on its block to be worth a call: inlined into a large kernel its
 * inner loops would have to share the registers with all the others. */
#define ODD__APART static __attribute__((noinline, unused))

/* Bytes of a vector register, given with the set. */
#ifndef ODD__WIDTH
#define ODD__WIDTH 16
#endif
#define ODD__LANES (ODD__WIDTH / 8)    /* doubles in a vector */
#define ODD__PER_8 (8 / ODD__LANES)    /* vectors in eight doubles */
#define ODD__TOGETHER (2 * ODD__LANES) /* rows that a sweep takes at once: two vectors */

/* What the registers hold: 32 of 64 bytes, or 16. */
#if ODD__WIDTH == 64
#define ODD__TILE_MOST 4 /* vectors of a row in a tile four rows high */
#define ODD__SUMS_8 4    /* eights of a row summed at once */
#elif ODD__WIDTH == 32
#define ODD__TILE_MOST 3
#define ODD__SUMS_8 4
#else
#define ODD__TILE_MOST 2
#define ODD__SUMS_8 3
#endif

/* Rows of padded matrices are aligned for odd__vec; odd__vec_any is for places that are not. */
typedef double odd__vec __attribute__((vector_size(ODD__WIDTH), may_alias));
typedef double odd__vec_any __attribute__((vector_size(ODD__WIDTH), aligned(8), may_alias));
typedef int64_t odd__mask __attribute__((vector_size(ODD__WIDTH), may_alias));

/* Lanes of a and b by number, those of b after those of a. */
#if defined(__clang__)
#define ODD__SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define ODD__SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (odd__mask){__VA_ARGS__})
#endif

/* Where mask is all ones take a, elsewhere b. */
ODD__INLINE odd__vec odd__choose(odd__mask mask, odd__vec a, odd__vec b)
{
	return (odd__vec)(((odd__mask)a & mask) | ((odd__mask)b & ~mask));
}

ODD__INLINE double odd__vec_sum(odd__vec a)
{
#if ODD__LANES == 8
	return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
#elif ODD__LANES == 4
	return (a[0] + a[2]) + (a[1] + a[3]);
#else
	return a[0] + a[1];
#endif
}

/* The sum of eight doubles in ODD__PER_8 vectors, in the same order in every set. */
ODD__INLINE double odd__sum_of_8(const odd__vec *part)
{
	odd__vec sum = part[0];
#if ODD__PER_8 == 2
	sum += part[1];
#elif ODD__PER_8 == 4
	sum = (sum + part[2]) + (part[1] + part[3]);
#endif
	return odd__vec_sum(sum);
}

/* How many vectors to take of those left in a row, a constant in each branch, so that sums stay in
 * registers. What is left is a multiple of ODD__PER_8, which never leaves a single vector where
 * that is 2 or more. CALL(V) uses V vectors. */
#define ODD__UP_TO_4(left, CALL) \
	switch (left) { \
	case 1: \
		CALL(1); \
		break; \
	case 2: \
		CALL(2); \
		break; \
	case 3: \
		CALL(3); \
		break; \
	default: \
		CALL(4); \
	}

#if ODD__TILE_MOST == 4
#define ODD__TILES ODD__UP_TO_4
#elif ODD__TILE_MOST == 3
#define ODD__TILES(left, CALL) \
	switch (left) { \
	case 2: \
	case 4: \
		CALL(2); \
		break; \
	default: \
		CALL(3); \
	}
#else
#define ODD__TILES(left, CALL) \
	{ \
		CALL(2); \
	}
#endif

/* The same for sums of one row, in eights. */
#if ODD__SUMS_8 == 4
#define ODD__EIGHTS ODD__UP_TO_4
#else
#define ODD__EIGHTS(left, CALL) \
	switch (left) { \
	case 1: \
		CALL(1); \
		break; \
	case 2: \
	case 4: \
		CALL(2); \
		break; \
	default: \
		CALL(3); \
	}
#endif

/* Copy whole eights, past the caches. odd__stream_end before anybody else reads them. */
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
