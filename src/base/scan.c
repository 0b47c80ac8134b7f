#include "config.h"

#include "base/scan.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/visible.h"

int odd__utf16_order(const char *text, size_t size)
{
	const unsigned char *p = (const unsigned char *)text;
	if (size < 2)
		return 0;
	if ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff))
		return p[0] == 0xff ? 1 : 2;
	if (size < 8 || size % 2 != 0)
		return 0;
	for (size_t odd = 0; odd < 2; odd++) {
		bool so = true;
		for (size_t i = 0; i < 8; i++)
			so = so && (p[i] == 0) == (i % 2 == odd);
		if (so)
			return odd == 1 ? 1 : 2;
	}
	return 0;
}

/* Two bytes become at most three, four at most four. */
static odd_status from_utf16(odd__bytes *b, bool low_first, odd_error *err)
{
	const unsigned char *p = (const unsigned char *)b->data;
	char *out = malloc(b->size / 2 * 3 + 4);
	size_t used = 0;
	if (out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i + 2 <= b->size; i += 2) {
		uint32_t c =
			low_first ? p[i] | (uint32_t)p[i + 1] << 8 : p[i + 1] | (uint32_t)p[i] << 8;
		if (c >= 0xd800 && c < 0xdc00 && i + 4 <= b->size) {
			uint32_t low = low_first ? p[i + 2] | (uint32_t)p[i + 3] << 8
						 : p[i + 3] | (uint32_t)p[i + 2] << 8;
			if (low >= 0xdc00 && low < 0xe000) {
				c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
				i += 2;
			}
		}
		used += odd__utf8_put(out + used, c);
	}
	odd__bytes_clear(b);
	*b = (odd__bytes){out, used};
	return ODD_OK;
}

/* Where the text holds a NUL byte first, or NULL. */
static const char *find_nul(const odd__scan *scan, const odd_job *job)
{
	const size_t block = (size_t)1 << 20, size = (size_t)(scan->end - scan->begin);
	int threads = size > 8 * block ? odd_job_threads(job) : 1;
	(void)threads; /* without OpenMP there is one */
	size_t first = size;
#pragma omp parallel for schedule(static) num_threads(threads)
	for (size_t at = 0; at < size; at += block) {
		const char *nul =
			memchr(scan->begin + at, '\0', size - at < block ? size - at : block);
		if (nul == NULL)
			continue;
#pragma omp critical
		first = (size_t)(nul - scan->begin) < first ? (size_t)(nul - scan->begin) : first;
	}
	return first < size ? scan->begin + first : NULL;
}

/* Whatever can be said against the text before it is looked at line by line. */
static odd_status check_text(odd__scan *scan, const odd_job *job, odd_error *err)
{
	if (scan->end - scan->begin >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0)
		scan->begin += 3;
	if (scan->begin == scan->end)
		return odd_error_at(err, ODD_EINPUT, scan->path, 0, 0, "the file is empty");
	const char *nul = find_nul(scan, job);
	if (nul != NULL)
		return odd__scan_error(
			scan, nul, err, "a NUL byte: this is not a text file in UTF-8 or ASCII");
	return ODD_OK;
}

odd_status odd__scan_open(
	odd__scan *scan, const char *path, const odd__limits *limits, odd_error *err)
{
	*scan = (odd__scan){.path = path};
	odd_status status = odd__bytes_read(&scan->bytes, path, limits, err);
	int utf16 = status == ODD_OK ? odd__utf16_order(scan->bytes.data, scan->bytes.size) : 0;
	if (utf16 != 0 && (status = from_utf16(&scan->bytes, utf16 == 1, err)) != ODD_OK)
		odd__bytes_clear(&scan->bytes);
	if (status != ODD_OK)
		return status;
	scan->was_utf16 = utf16 != 0;
	scan->begin = scan->bytes.data;
	scan->end = scan->bytes.size > 0 ? scan->begin + scan->bytes.size : scan->begin;
	status = check_text(scan, limits != NULL ? limits->job : NULL, err);
	if (status != ODD_OK)
		odd__scan_close(scan);
	odd__scan_rewind(scan);
	return status;
}

void odd__scan_close(odd__scan *scan)
{
	odd__bytes_clear(&scan->bytes);
	*scan = (odd__scan){.path = scan->path};
}

void odd__scan_rewind(odd__scan *scan)
{
	scan->next = scan->begin;
	scan->line = scan->line_end = scan->begin;
	scan->at = NULL;
	scan->number = 0;
}

bool odd__scan_line(odd__scan *scan)
{
	if (scan->next == scan->end) {
		scan->at = NULL;
		return false;
	}
	const char *line = scan->next;
	const char *stop = memchr(line, '\n', (size_t)(scan->end - line));
	scan->next = stop != NULL ? stop + 1 : scan->end;
	if (stop == NULL)
		stop = scan->end;
	if (stop > line && stop[-1] == '\r')
		stop--;
	scan->line = scan->at = line;
	scan->line_end = stop;
	scan->number++;
	return true;
}

bool odd__scan_data_line(odd__scan *scan, char mark)
{
	while (odd__scan_line(scan)) {
		const char *p = scan->line;
		while (p < scan->line_end && (*p == ' ' || *p == '\t'))
			p++;
		if (p < scan->line_end && (mark == '\0' || *scan->line != mark))
			return true;
	}
	return false;
}

bool odd__scan_field(odd__scan *scan, char separator, odd__text *field)
{
	const char *start = scan->at, *stop = start;
	if (start == NULL)
		return false;
	/* Fields are short: a plain loop beats a call of memchr. */
	while (stop < scan->line_end && *stop != separator)
		stop++;
	*field = (odd__text){start, (size_t)(stop - start)};
	scan->at = stop < scan->line_end ? stop + 1 : NULL;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool odd__scan_word(odd__scan *scan, odd__text *word)
{
	const char *start = scan->at;
	if (start == NULL)
		return false;
	while (start < scan->line_end && is_blank(*start))
		start++;
	const char *stop = start;
	while (stop < scan->line_end && !is_blank(*stop))
		stop++;
	*word = (odd__text){start, (size_t)(stop - start)};
	scan->at = stop < scan->line_end ? stop : NULL;
	return stop > start;
}

/* Which of eight bytes are equal to one that is given eight times: a bit each, the first the
 * lowest.
 */
static uint64_t equal_bytes(uint64_t bytes, uint64_t to)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint64_t x = bytes ^ to, high = ~(((x & low) + low) | x | low);
	return ((high >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

/* Which of the 64 bytes from p on are blanks. */
static uint64_t blanks(const char *p)
{
	const unsigned char *b = (const unsigned char *)p;
	uint64_t all = 0;
	for (size_t i = 0; i < 8; i++, b += 8) {
		uint64_t bytes = b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
				 (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
				 (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
		uint64_t some = equal_bytes(bytes, UINT64_C(0x2020202020202020)) |
				equal_bytes(bytes, UINT64_C(0x0909090909090909));
		all |= some << 8 * i;
	}
	return all;
}

/* The number of the lowest bit of x, which is not 0. */
static unsigned lowest_bit(uint64_t x)
{
#if defined(__GNUC__)
	return (unsigned)__builtin_ctzll(x);
#else
	unsigned n = 0;
	for (; (x & 1) == 0; x >>= 1)
		n++;
	return n;
#endif
}

/* Blanks of 64 bytes are a number, where words begin and end are the bits that differ from the one
 * before: a loop over bytes would guess the end of every word, and mostly wrong. */
size_t odd__scan_words(odd__scan *scan, size_t most, const char **word, size_t *length)
{
	enum { BLOCK = 64, IN_BLOCK = BLOCK / 2 };
	const char *p = scan->at, *end = scan->line_end;
	size_t begun = 0, ended = 0;
	uint64_t before = 1; /* was a blank */
	if (p == NULL)
		return 0;
	for (; p < end && begun + IN_BLOCK <= most; p += BLOCK) {
		char last[BLOCK];
		const char *block = p;
		size_t left = (size_t)(end - p);
		if ((size_t)(scan->end - p) < BLOCK) { /* of the text: nothing may be read behind */
			memset(last, ' ', sizeof last);
			memcpy(last, p, left);
			block = last;
		}
		uint64_t is = blanks(block);
		if (left < BLOCK)
			is |= UINT64_MAX << left;
		uint64_t was = is << 1 | before, begins = was & ~is, ends = is & ~was;
		before = is >> 63;
		for (; begins != 0; begins &= begins - 1)
			word[begun++] = p + lowest_bit(begins);
		for (; ends != 0; ends &= ends - 1, ended++)
			length[ended] = (size_t)(p + lowest_bit(ends) - word[ended]);
	}
	if (p >= end) {
		scan->at = NULL;
		if (ended < begun) /* a block ends where the line does */
			length[ended] = (size_t)(end - word[ended]);
		return begun;
	}
	/* A word that goes on is left for the next time, unless it is all there is. */
	scan->at = ended < begun ? word[ended] : p;
	return ended;
}

size_t odd__scan_zeros(odd__scan *scan, char separator, size_t most)
{
	const char *start = scan->at;
	if (start == NULL)
		return 0;
	size_t room = (size_t)(scan->line_end - start) / 2;
	const char *p = start, *stop = start + 2 * (most < room ? most : room);
	const char cells[8] = {'0', separator, '0', separator, '0', separator, '0', separator};
	uint64_t want, a, b, c, d;
	memcpy(&want, cells, 8);
	for (; stop - p >= 32; p += 32) {
		memcpy(&a, p, 8);
		memcpy(&b, p + 8, 8);
		memcpy(&c, p + 16, 8);
		memcpy(&d, p + 24, 8);
		if (((a ^ want) | (b ^ want) | (c ^ want) | (d ^ want)) != 0)
			break;
	}
	for (; stop - p >= 8; p += 8) {
		memcpy(&a, p, 8);
		if (a != want)
			break;
	}
	while (p < stop && p[0] == '0' && p[1] == separator)
		p += 2;
	scan->at = p; /* behind a separator there is always a field, perhaps an empty one */
	return (size_t)(p - start) / 2;
}

size_t odd__scan_count(const odd__scan *scan, char separator)
{
	size_t count = 1;
	for (const char *p = scan->line; p < scan->line_end; p++)
		count += *p == separator;
	return count;
}

odd_status odd__scan_number(const odd__scan *scan, odd__text field, double *value, odd_error *err)
{
	odd__number problem = odd__number_parse(field.at, field.length, value);
	if (problem == ODD__NUMBER_OK)
		return ODD_OK;
	field = odd__text_trim(field);
	problem = odd__number_parse(field.at, field.length, value);
	if (problem == ODD__NUMBER_OK)
		return ODD_OK;
	char shown[ODD__SHOWN];
	if (field.length == 0)
		return odd__scan_error(scan, field.at, err, "a number is missing");
	return odd__scan_error(scan, field.at, err, "\"%s\" %s", odd__text_show(shown, field),
		odd__number_problem(problem));
}

void odd__scan_place(const odd__scan *scan, const char *where, long *line, long *column)
{
	const char *start = scan->begin;
	*line = *column = 1;
	for (const char *p = start; (p = memchr(p, '\n', (size_t)(where - p))) != NULL;) {
		start = ++p;
		++*line;
	}
	for (; start < where; start++)
		*column += ((unsigned char)*start & 0xc0) != 0x80;
}

odd_status odd__scan_error(
	const odd__scan *scan, const char *where, odd_error *err, const char *format, ...)
{
	if (err == NULL)
		return ODD_EINPUT;
	char message[sizeof err->message];
	long line, column;
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	odd__scan_place(scan, where, &line, &column);
	return odd_error_at(err, ODD_EINPUT, scan->path, line, column, "%s", message);
}

odd__text odd__text_trim(odd__text text)
{
	while (text.length > 0 && is_blank(text.at[0])) {
		text.at++;
		text.length--;
	}
	while (text.length > 0 && is_blank(text.at[text.length - 1]))
		text.length--;
	return text;
}

bool odd__text_is(odd__text text, const char *string)
{
	return strlen(string) == text.length && strncasecmp(text.at, string, text.length) == 0;
}

const char *odd__text_show(char out[ODD__SHOWN], odd__text text)
{
	static const char more[] = "…";
	size_t room = ODD__SHOWN - sizeof more, length = text.length;
	if (length > room) { /* cut before a character, not inside it */
		length = room;
		while (length > 0 && ((unsigned char)text.at[length] & 0xc0) == 0x80)
			length--;
	}
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text.at[i];
		out[i] = c < 0x20 || c == 0x7f ? '?' : (char)c;
	}
	strcpy(out + length, length < text.length ? more : "");
	return out;
}
