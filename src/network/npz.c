#include "config.h"

#include "network/npz.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

void odd__array_clear(odd__array *array)
{
	odd__bytes_clear(&array->bytes);
	*array = (odd__array){.name = ""};
}

/* The heading, and that as many bytes follow as it says. */
static odd_status parse(odd__array *a, const odd__zip *zip, bool *objects, odd_error *err)
{
	const unsigned char *b = (const unsigned char *)a->bytes.data;
	size_t size = a->bytes.size, start = 10, length;
	*objects = false;
	if (size < 12 || memcmp(b, ODD__NPY_MAGIC, ODD__NPY_MAGIC_SIZE) != 0)
		return odd_error_at(
			err, ODD_EINPUT, zip->path, 0, 0, "%s is no .npy array", a->name);
	length = (size_t)b[8] | (size_t)b[9] << 8;
	if (b[6] >= 2) {
		length |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
		start = 12;
	}
	char *text = length <= size - start ? strndup(a->bytes.data + start, length) : NULL;
	if (text == NULL)
		return length <= size - start ? odd_error_nomem(err)
					      : odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
							"the heading of %s is cut", a->name);
	bool known = odd__npy_header_parse(&a->is, text);
	*objects = strstr(text, "'|O'") != NULL;
	free(text);
	if (*objects)
		return odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
			"%s holds Python objects, which are not read; save plain arrays", a->name);
	if (!known)
		return odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
			"%s is no array of little-endian numbers or texts with at most two "
			"dimensions",
			a->name);
	size_t left = size - start - length, each = a->is.size > 0 ? a->is.size : 1;
	if (a->is.cols > 0 && a->is.rows > SIZE_MAX / a->is.cols)
		a->count = SIZE_MAX;
	else
		a->count = a->is.rows * a->is.cols;
	if (a->count > left / each)
		return odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
			"%s has %zu × %zu entries, more than the file holds", a->name, a->is.rows,
			a->is.cols);
	a->data = b + start + length;
	return ODD_OK;
}

odd_status odd__npz_get(
	odd__array *out, odd__zip *zip, const char *name, bool optional, odd_error *err)
{
	char entry[64];
	bool objects = false;
	*out = (odd__array){.name = ""};
	snprintf(entry, sizeof entry, "%.48s.npy", name);
	odd_status status = odd__zip_get(&out->bytes, zip, entry, err);
	if (status != ODD_OK || out->bytes.data == NULL)
		return status;
	snprintf(out->name, sizeof out->name, "%.47s", name);
	status = parse(out, zip, &objects, err);
	if (status != ODD_OK) {
		odd__array_clear(out);
		status = objects && optional ? ODD_OK : status;
	}
	return status;
}

double odd__array_at(const odd__array *a, size_t i, size_t j)
{
	size_t at = a->is.fortran ? j * a->is.rows + i : i * a->is.cols + j;
	return odd__npy_number(a->data + at * a->is.size, &a->is);
}

bool odd__array_is_text(const odd__array *a)
{
	return a->name[0] != '\0' && (a->is.kind == 'S' || a->is.kind == 'U');
}

char *odd__array_text(const odd__array *a, size_t i)
{
	const unsigned char *at = a->data + i * a->is.size;
	if (a->is.kind == 'S')
		return strndup((const char *)at, a->is.size);
	char *text = malloc(a->is.size + 1);
	size_t used = 0;
	for (size_t k = 0; text != NULL && k + 4 <= a->is.size; k += 4) {
		uint32_t c = at[k] | (uint32_t)at[k + 1] << 8 | (uint32_t)at[k + 2] << 16 |
			     (uint32_t)at[k + 3] << 24;
		if (c == 0)
			break;
		used += odd__utf8_put(text + used, c);
	}
	if (text != NULL)
		text[used] = '\0';
	return text;
}
