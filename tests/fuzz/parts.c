/* Parsers of single files: matrices, pictures, published values, gzip. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/bytes.h"
#include "draw/png.h"
#include "fuzz.h"
#include "eval/published.h"
#include "linalg/npy.h"

/* The input as a file of that name. */
static const char *as_file(const char *name, const uint8_t *data, size_t size)
{
	static char path[200];
	snprintf(path, sizeof path, "%s/%s", fuzz_root(), name);
	fuzz_put(path, data, size);
	return path;
}

static void run_npy(const uint8_t *data, size_t size)
{
	odd_mat m;
	odd_error err = {.code = ODD_OK};
	const char *path = as_file("m.npy", data, size);
	odd_status status = odd_npy_read(&m, path, &err);
	if (status != ODD_OK) {
		fuzz_check_error(status, &err, data, size);
	} else {
		fuzz_need(m.rows > 0 && m.cols > 0, "an empty matrix");
		fuzz_need(m.rows * m.cols <= size, "more numbers than bytes");
		for (size_t i = 0; i < m.rows; i++)
			for (size_t j = 0; j < m.cols; j++)
				fuzz_need(isfinite(odd_mat_row(m, i)[j]) != 0, "not finite");
	}
	odd_mat_free(&m);
	unlink(path);
}

/* Checksums would stop every mutation: they are put right first where chunks can be found. */
static void mend_checksums(uint8_t *data, size_t size)
{
	for (size_t at = 8; at + 12 <= size;) {
		size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 |
				(size_t)data[at + 2] << 8 | data[at + 3];
		if (length > size - at - 12)
			return;
		uLong sum = crc32(crc32(0, NULL, 0), data + at + 4, (uInt)length + 4);
		for (int i = 0; i < 4; i++)
			data[at + 8 + length + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
		at += length + 12;
	}
}

static void run_png(const uint8_t *data, size_t size)
{
	static uint8_t copy[1 << 16];
	struct png_info info;
	odd_error err = {.code = ODD_OK};
	char name[100];
	size_t text = 0;
	if (size > sizeof copy)
		return;
	memcpy(copy, data, size);
	mend_checksums(copy, size);
	snprintf(name, sizeof name, "%s/a.png", fuzz_root());
	odd_status status = png_parse_text(&info, copy, size, name, &err);
	if (status != ODD_OK)
		fuzz_check_error(status, &err, data, size);
	for (size_t i = 0; i < info.count; i++) {
		size_t key = strlen(info.text[i].key);
		fuzz_need(key >= 1 && key <= 79, "a key of a wrong length");
		text += key + strlen(info.text[i].value);
	}
	fuzz_need(text <= PNG_TEXT_MOST, "more text than there may be");
	png_info_clear(&info);
}

static void run_published(const uint8_t *data, size_t size)
{
	odd_published values;
	odd_error err = {.code = ODD_OK};
	const char *path = as_file("published.tsv", data, size);
	odd_status status = odd_published_load(&values, path, &err);
	if (status != ODD_OK)
		fuzz_check_error(status, &err, data, size);
	for (size_t i = 0; i < values.count; i++)
		fuzz_need(values.row[i].figure[0] != '\0' && values.row[i].algorithm[0] != '\0' &&
				  isfinite(values.row[i].value),
			"a row without a name or value");
	odd_published_clear(&values);
	unlink(path);
}

static void run_gz(const uint8_t *data, size_t size)
{
	odd__bytes bytes;
	odd__limits limits = {.most = FUZZ_LIMIT / 64};
	odd_error err = {.code = ODD_OK};
	const char *path = as_file("t.gz", data, size);
	odd_status status = odd__bytes_read(&bytes, path, &limits, &err);
	if (status != ODD_OK)
		fuzz_check_error(status, &err, data, size);
	fuzz_need(bytes.size <= limits.most || bytes.size == size, "more bytes than the limit");
	odd__bytes_clear(&bytes);
	unlink(path);
}

const struct fuzz_target fuzz_parts[] = {{"npy", run_npy}, {"png", run_png},
	{"published", run_published}, {"gz", run_gz}, {NULL, NULL}};
