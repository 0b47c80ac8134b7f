#include "config.h"

#include "linalg/npy_header.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The value behind 'key': in the dictionary, or NULL. */
static const char *find_key(const char *text, const char *key)
{
	const char *at = strstr(text, key);
	if (at == NULL)
		return NULL;
	at += strlen(key);
	at += strspn(at, " :");
	return at;
}

/* "'<f8'" */
static bool parse_type(odd__npy_header *h, const char *descr)
{
	if (descr[0] != '\'' || strchr("<|", descr[1]) == NULL || descr[1] == '\0' ||
		strchr("biufSU", descr[2]) == NULL || descr[2] == '\0')
		return false;
	h->kind = descr[2];
	h->size = (size_t)strtoul(descr + 3, NULL, 10);
	if (h->kind == 'S' || h->kind == 'U') {
		h->size *= h->kind == 'U' ? 4 : 1;
		return h->size < (size_t)1 << 24;
	}
	bool narrow = h->size == 1 || h->size == 2;
	return h->kind == 'b' ? h->size == 1
			      : h->size == 4 || h->size == 8 || (narrow && h->kind != 'f');
}

bool odd__npy_header_parse(odd__npy_header *h, const char *text)
{
	const char *descr = find_key(text, "'descr'"), *order = find_key(text, "'fortran_order'");
	const char *shape = find_key(text, "'shape'");
	*h = (odd__npy_header){.rows = 1, .cols = 1};
	if (descr == NULL || order == NULL || shape == NULL || *shape != '(' ||
		!parse_type(h, descr))
		return false;
	h->fortran = strncmp(order, "True", 4) == 0;
	const char *p = shape + 1 + strspn(shape + 1, " ");
	for (; *p != ')'; h->dims++) {
		char *end;
		if (h->dims == 2 || *p < '0' || *p > '9')
			return false;
		*(h->dims == 0 ? &h->rows : &h->cols) = (size_t)strtoull(p, &end, 10);
		p = end + strspn(end, ", ");
	}
	return true;
}

double odd__npy_number(const unsigned char *at, const odd__npy_header *h)
{
	uint64_t bits = 0;
	for (size_t b = h->size; b-- > 0;)
		bits = bits << 8 | at[b];
	if (h->kind == 'u' || h->kind == 'b')
		return (double)bits;
	if (h->kind == 'i') {
		unsigned shift = (unsigned)(64 - 8 * h->size);
		return (double)((int64_t)(bits << shift) >> shift);
	}
	if (h->size == 4) {
		uint32_t narrow = (uint32_t)bits;
		float f;
		memcpy(&f, &narrow, sizeof f);
		return (double)f;
	}
	double d;
	memcpy(&d, &bits, sizeof d);
	return d;
}
