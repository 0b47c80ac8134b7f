/* pack.h: numbers, texts and arrays one behind the other in a file, and out of it again.
 *
 * Written as the stream goes, with a checksum of all bytes so far; read from memory, never beyond
 * its end. A reader that meets what cannot be stays failed: what follows gives zeros, so that the
 * caller need not ask after every number. Arrays are asked for only when the bytes for all of their
 * items are there, so that what is allocated is bounded by the size of the file. All numbers have
 * their least byte first.
 */
#ifndef ODD_BASE_PACK_H
#define ODD_BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "oddone/error.h"

/* ---- writing; whoever commits the stream learns of errors ---- */

typedef struct odd__packer {
	FILE *stream;
	uint64_t sum; /* ODD__PACK_SUM at first */
} odd__packer;

#define ODD__PACK_SUM UINT64_C(0xcbf29ce484222325)

/* The checksum of some more bytes (FNV-1a). */
uint64_t odd__pack_sum(uint64_t sum, const void *bytes, size_t size);

void odd__pack_bytes(odd__packer *p, const void *bytes, size_t size);
void odd__pack_whole(odd__packer *p, uint64_t value);
void odd__pack_real(odd__packer *p, double value);
/* Its length and its letters. */
void odd__pack_text(odd__packer *p, const char *text);
/* The items alone: their number is the caller's to write. */
void odd__pack_reals(odd__packer *p, const double *value, size_t count);
void odd__pack_sizes(odd__packer *p, const size_t *value, size_t count);
void odd__pack_numbers(odd__packer *p, const uint32_t *value, size_t count);

/* ---- reading ---- */

typedef struct odd__unpacker {
	const char *path; /* to name in errors */
	const unsigned char *at, *end;
	uint64_t version;  /* of the file, once that is read: some parts came later than others */
	odd_status status; /* ODD_OK until something is wrong, then what it was … */
	odd_error *err;    /* … and where that is told; may be NULL */
} odd__unpacker;

/* ODD_EINPUT: "path: why"; the first one counts. */
odd_status odd__unpack_wrong(odd__unpacker *u, const char *why);
/* There is no memory. */
odd_status odd__unpack_nomem(odd__unpacker *u);

uint64_t odd__unpack_whole(odd__unpacker *u);
/* One that is at most so large, else `what` is wrong. */
uint64_t odd__unpack_below(odd__unpacker *u, uint64_t most, const char *what);
bool odd__unpack_flag(odd__unpacker *u);
double odd__unpack_real(odd__unpacker *u); /* may be NAN or infinite */
/* On the heap, of at most so many letters and none of them NUL; NULL when failed. */
char *odd__unpack_text(odd__unpacker *u, size_t most);
/* A number of items of which each has at least so many bytes in the file. */
size_t odd__unpack_count(odd__unpacker *u, size_t bytes);
/* Arrays on the heap, NULL when failed (and never for none). */
double *odd__unpack_reals(odd__unpacker *u, size_t count);
uint32_t *odd__unpack_numbers(odd__unpacker *u, size_t count, uint32_t most, const char *what);
uint8_t *odd__unpack_bytes(odd__unpacker *u, size_t count, uint8_t most, const char *what);
/* Into memory of the caller. */
void odd__unpack_reals_to(odd__unpacker *u, double *out, size_t count);
void odd__unpack_sizes_to(odd__unpacker *u, size_t *out, size_t count);
void odd__unpack_numbers_to(odd__unpacker *u, uint32_t *out, size_t count);

#endif
