/* The scanner: lines, fields, numbers, places, gzip, and files that are no text. */
#include "config.h"

#include "helpers.h"

#include <locale.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/number.h"
#include "base/scan.h"
#include "base/rng.h"

static char dir[256], path[512];

static int set_up(void **state)
{
	(void)state;
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/t", dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(dir);
	return 0;
}

/* text in gzip form, on the heap */
static unsigned char *compress_text(const char *text, size_t length, size_t *size)
{
	unsigned char *out = malloc(length + 1000);
	z_stream z = {0};
	assert_non_null(out);
	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)text;
	z.avail_in = (uInt)length;
	z.next_out = out;
	z.avail_out = (uInt)length + 1000;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	*size = z.total_out;
	deflateEnd(&z);
	return out;
}

static void assert_text(odd__text text, const char *expected)
{
	assert_int_equal(text.length, strlen(expected));
	assert_memory_equal(text.at, expected, text.length);
}

static void lines_and_fields(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	odd__text f;
	write_text(dir, "t",
		"\xef\xbb\xbf"
		"a\tb\t\r\n\r\n \t\nlast\t\xc3\xa9x\tno end");
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_true(odd__scan_line(&scan));
	assert_int_equal(odd__scan_count(&scan, '\t'), 3);
	assert_true(odd__scan_field(&scan, '\t', &f));
	assert_text(f, "a");
	assert_true(odd__scan_field(&scan, '\t', &f));
	assert_text(f, "b");
	assert_true(odd__scan_field(&scan, '\t', &f));
	assert_text(f, "");
	assert_false(odd__scan_field(&scan, '\t', &f));
	assert_true(odd__scan_data_line(&scan, '#'));
	assert_int_equal(scan.number, 4);
	assert_true(odd__scan_word(&scan, &f));
	assert_true(odd__scan_word(&scan, &f));
	assert_text(f, "\xc3\xa9x");
	assert_true(odd__scan_word(&scan, &f));
	assert_text(f, "no");
	long line, column;
	odd__scan_place(&scan, f.at, &line, &column);
	assert_int_equal(line, 4);
	assert_int_equal(column, 9); /* é is one character */
	assert_int_equal(odd__scan_error(&scan, f.at, &err, "what about \"%s\"", "no"), ODD_EINPUT);
	assert_int_equal(err.line, 4);
	assert_int_equal(err.column, 9);
	assert_string_equal(err.message, "what about \"no\"");
	assert_true(odd__scan_word(&scan, &f));
	assert_false(odd__scan_word(&scan, &f));
	assert_false(odd__scan_line(&scan));
	assert_false(odd__scan_field(&scan, '\t', &f));
	odd__scan_rewind(&scan);
	assert_true(odd__scan_line(&scan));
	assert_int_equal(scan.number, 1);
	odd__scan_close(&scan);
	odd__scan_close(&scan); /* harmless */
}

/* Skipping zeros cell by cell and all at once must agree, whatever stands between them. */
static void zeros_are_counted(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 3, "zeros");
	for (int round = 0; round < 300; round++) {
		char text[200];
		size_t length = 1 + odd_rng_below(&rng, sizeof text - 1);
		for (size_t i = 0; i < length; i++)
			text[i] = i % 2 ? ',' : '0';
		for (uint64_t n = odd_rng_below(&rng, 3); n > 0; n--)
			text[odd_rng_below(&rng, length)] = "0,1 \n"[odd_rng_below(&rng, 5)];
		write_file(dir, "t", text, length);
		size_t most = odd_rng_below(&rng, 120);
		odd__scan scan;
		assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
		while (odd__scan_line(&scan)) {
			size_t expected = 0;
			const char *p = scan.line;
			while (expected < most && scan.line_end - p >= 2 && p[0] == '0' &&
				p[1] == ',') {
				expected++;
				p += 2;
			}
			assert_int_equal(odd__scan_zeros(&scan, ',', most), expected);
			assert_ptr_equal(scan.at, p);
		}
		odd__scan_close(&scan);
	}
}

static odd__number parse(const char *text, double *value)
{
	return odd__number_parse(text, strlen(text), value);
}

static void numbers_are_exact(void **state)
{
	(void)state;
	static const char *const good[] = {"0", "1", "7", "-0", "+3", "10", "0.5", ".5", "5.",
		"-1.25", "1e3", "1E-3", "1e+3", "123456789012345678901234567890", "0.1",
		"0.0939349", "1e22", "1e23", "9007199254740993", "9007199254740992",
		"8.98846567431158e307", "1.7976931348623157e308", "4.9406564584124654e-324",
		"2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "1e-99999999999",
		"0e99999999999", "2.2250738585072011e-308",
		"0.000000000000000000000000000000000000000000000000001",
		"100000000000000000000000000000000000000000000", "6929495644600919.5",
		"3.141592653589793238462643383279502884197"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		double value = NAN;
		if (parse(good[i], &value) != ODD__NUMBER_OK)
			fail_msg("%s was refused", good[i]);
		double expected = strtod(good[i], NULL); /* the test runs in C.UTF-8 */
		assert_memory_equal(&value, &expected, sizeof value);
	}
	static const struct {
		const char *text;
		odd__number why;
	} bad[] = {{"", ODD__NUMBER_NOT}, {".", ODD__NUMBER_NOT}, {"-", ODD__NUMBER_NOT},
		{"e5", ODD__NUMBER_NOT}, {"1e", ODD__NUMBER_NOT}, {"1e+", ODD__NUMBER_NOT},
		{"1x", ODD__NUMBER_NOT}, {"1 2", ODD__NUMBER_NOT}, {"1,5", ODD__NUMBER_NOT},
		{"--1", ODD__NUMBER_NOT}, {"1.2.3", ODD__NUMBER_NOT}, {"x", ODD__NUMBER_NOT},
		{"nan", ODD__NUMBER_NAN}, {"-NaN", ODD__NUMBER_NAN}, {"NAN(7)", ODD__NUMBER_NAN},
		{"inf", ODD__NUMBER_INFINITE}, {"-Infinity", ODD__NUMBER_INFINITE},
		{"0x10", ODD__NUMBER_HEX}, {"1e999", ODD__NUMBER_HUGE},
		{"-1e309", ODD__NUMBER_HUGE}, {"1.7976931348623159e308", ODD__NUMBER_HUGE}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		double value = 42.0;
		if (parse(bad[i].text, &value) != bad[i].why || value != 42.0)
			fail_msg("\"%s\": not the expected answer", bad[i].text);
	}
	char digits[2000];
	double value;
	memset(digits, '7', sizeof digits);
	assert_int_equal(odd__number_parse(digits, sizeof digits, &value), ODD__NUMBER_LONG);
}

/* Every double comes back from its text, short ones with few digits. */
static void numbers_round_trip(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 1, "numbers");
	char text[ODD__NUMBER_ROOM];
	for (int i = 0; i < 20000; i++) {
		uint64_t bits = odd_rng_next(&rng);
		double value, back;
		memcpy(&value, &bits, sizeof value);
		if (i % 2)
			value = ((double)odd_rng_below(&rng, 2000000) - 1000000.0) / 1e4;
		if (!isfinite(value))
			continue;
		size_t length = odd__number_format(text, value);
		assert_int_equal(length, strlen(text));
		assert_int_equal(odd__number_parse(text, length, &back), ODD__NUMBER_OK);
		assert_true(back == value);
		assert_true(i % 2 == 0 || length <= 8);
	}
	static const struct {
		double value;
		const char *text;
	} shortest[] = {{0.1, "0.1"}, {1.0, "1"}, {-3.0, "-3"}, {0.37, "0.37"}, {1e22, "1e+22"},
		{1.0 / 3.0, "0.3333333333333333"}, {0.1 + 0.2, "0.30000000000000004"},
		{123456.0, "123456"}, {1e-7, "1e-07"}};
	for (size_t i = 0; i < sizeof shortest / sizeof *shortest; i++) {
		odd__number_format(text, shortest[i].value);
		assert_string_equal(text, shortest[i].text);
	}
}

static void numbers_ignore_the_locale(void **state)
{
	(void)state;
	static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "de_DE"};
	char *old = strdup(setlocale(LC_ALL, NULL));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (setlocale(LC_ALL, names[i]) == NULL)
			continue;
		double value;
		char text[ODD__NUMBER_ROOM];
		assert_int_equal(parse("0.12345678901234567890123", &value), ODD__NUMBER_OK);
		assert_true(value > 0.12 && value < 0.13);
		odd__number_format(text, 0.25);
		assert_string_equal(text, "0.25");
	}
	setlocale(LC_ALL, old);
	free(old);
}

static void number_errors_say_where(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	odd__text f;
	double value;
	write_text(dir, "t", "1\n2, 3 ,1e999\n");
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_true(odd__scan_line(&scan) && odd__scan_line(&scan));
	assert_true(odd__scan_field(&scan, ',', &f) && odd__scan_field(&scan, ',', &f));
	assert_ok(odd__scan_number(&scan, f, &value, &err), err);
	assert_true(value == 3.0);
	assert_true(odd__scan_field(&scan, ',', &f));
	assert_int_equal(odd__scan_number(&scan, f, &value, &err), ODD_EINPUT);
	char text[600], expected[600];
	snprintf(expected, sizeof expected, "%s:2:7: \"1e999\" is too large for a number", path);
	assert_string_equal(odd_error_format(&err, text, sizeof text), expected);
	odd__scan_close(&scan);
}

static void gzip_is_told_by_its_bytes(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	enum { LINES = 20000 };
	char *text = malloc(LINES * 12 + 1);
	size_t length = 0, size;
	assert_non_null(text);
	for (int i = 0; i < LINES; i++)
		length += (size_t)sprintf(text + length, "line %d\n", i);
	unsigned char *gz = compress_text(text, length, &size);
	write_file(dir, "t", gz, size);
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_int_equal(scan.end - scan.begin, length);
	assert_memory_equal(scan.begin, text, length);
	odd__scan_close(&scan);

	/* two members are one text; zeros may follow, other bytes may not */
	unsigned char *twice = calloc(1, 2 * size + 512);
	assert_non_null(twice);
	memcpy(twice, gz, size);
	memcpy(twice + size, gz, size);
	write_file(dir, "t", twice, 2 * size + 512);
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_int_equal(scan.end - scan.begin, 2 * length);
	odd__scan_close(&scan);
	twice[2 * size] = 'x';
	write_file(dir, "t", twice, 2 * size + 1);
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);

	/* cut anywhere, or damaged, it is an error and never a shorter text */
	for (size_t cut = 2; cut < size; cut += 1 + cut / 20) {
		write_file(dir, "t", gz, cut);
		assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
		assert_string_equal(err.message, "the compressed file ends too early");
		assert_string_equal(err.file, path);
	}
	gz[size / 2] ^= 0x55;
	write_file(dir, "t", gz, size);
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
	free(twice);
	free(gz);
	free(text);
}

static void what_is_no_text(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	size_t size;
	assert_int_equal(odd__scan_open(&scan, dir, NULL, &err), ODD_EIO);
	assert_string_equal(err.message, "is a directory, not a file");
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EIO);
	assert_non_null(strstr(err.message, "cannot open: "));
	write_text(dir, "t", "");
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
	assert_string_equal(err.message, "the file is empty");
	write_text(dir, "t", "\xef\xbb\xbf");
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
	unsigned char *gz = compress_text("", 0, &size);
	write_file(dir, "t", gz, size);
	free(gz);
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
	assert_string_equal(err.message, "the file is empty");
	write_file(dir, "t", "ab\nc\0d", 6);
	assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EINPUT);
	assert_int_equal(err.line, 2);
	assert_int_equal(err.column, 2);
	if (geteuid() != 0) {
		write_text(dir, "t", "a");
		assert_int_equal(chmod(path, 0), 0);
		assert_int_equal(odd__scan_open(&scan, path, NULL, &err), ODD_EIO);
		assert_non_null(strstr(err.message, "cannot open: "));
	}
}

/* Cancels as soon as something has been done. */
static void cancel_now(void *payload, const char *what, double done, double total)
{
	assert_string_equal(what, "reading t");
	assert_true(done <= total);
	if (done > 0.0)
		atomic_store((atomic_bool *)payload, true);
}

/* A file that unpacks to 32 MB stops at a limit, and when the job is cancelled. */
static void limits_and_cancelling(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	size_t length = (size_t)32 << 20, size;
	char *text = malloc(length);
	assert_non_null(text);
	memset(text, 'a', length);
	unsigned char *gz = compress_text(text, length, &size);
	write_file(dir, "t", gz, size);
	atomic_bool cancel = false;
	odd_job job = {.cancel = &cancel};
	odd__limits limits = {.most = length - 1, .job = &job};
	assert_int_equal(odd__scan_open(&scan, path, &limits, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "unpacks to more than 31 MB, the limit for reading"));
	assert_string_equal(err.file, path);
	limits.most = length + 1;
	assert_ok(odd__scan_open(&scan, path, &limits, &err), err);
	assert_int_equal(scan.end - scan.begin, length);
	odd__scan_close(&scan);
	job.report = cancel_now;
	job.payload = &cancel;
	assert_int_equal(odd__scan_open(&scan, path, &limits, &err), ODD_ECANCELLED);
	assert_string_equal(err.message, "stopped while reading t");
	job.report = NULL;
	/* many members add up */
	FILE *f = fopen(path, "ab");
	assert_non_null(f);
	assert_int_equal(fwrite(gz, 1, size, f), size);
	fclose(f);
	cancel = false;
	limits.most = length + length / 2;
	assert_int_equal(odd__scan_open(&scan, path, &limits, &err), ODD_EINPUT);
	/* a plain file costs what it is; a file of holes or without an end is stopped */
	write_file(dir, "t", text, length);
	limits.most = 1 << 20;
	assert_ok(odd__scan_open(&scan, path, &limits, &err), err);
	odd__scan_close(&scan);
	write_file(dir, "t", "a", 1);
	assert_int_equal(truncate(path, (off_t)1 << 40), 0);
	assert_int_equal(odd__scan_open(&scan, path, &limits, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "holes"));
	assert_int_equal(odd__scan_open(&scan, "/dev/zero", &limits, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "the stream holds more than 1 MB"));
	free(gz);
	free(text);
}

/* Somebody cuts the file while it is worked on: its text is in memory and stays. */
static void a_file_cut_meanwhile(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	size_t length = (size_t)1 << 20, lines = 0;
	char *text = malloc(length);
	assert_non_null(text);
	memset(text, '\n', length);
	write_file(dir, "t", text, length);
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_int_equal(truncate(path, 0), 0);
	while (odd__scan_line(&scan))
		lines++;
	assert_int_equal(lines, length);
	odd__scan_close(&scan);
	free(text);
}

/* Shortens the file once some of it has been read. */
static void cut_file(void *payload, const char *what, double done, double total)
{
	(void)what;
	(void)total;
	if (done > 0.0)
		assert_int_equal(truncate(path, *(const long *)payload), 0);
}

/* Larger files are read by all threads, a part each. */
static void large_files_are_read_in_parts(void **state)
{
	(void)state;
	enum { MB = 1 << 20, LENGTH = 21 * MB + 12345 };
	odd_error err;
	odd__scan scan;
	long left = 9 * MB + 77;
	char *text = malloc(LENGTH);
	odd_rng rng;
	odd_rng_init(&rng, 4, "parts");
	assert_non_null(text);
	for (size_t i = 0; i < LENGTH; i++)
		text[i] = (char)('a' + i / 997 % 26);
	for (int threads = 1; threads <= 3; threads++) {
		odd_job job = {.threads = threads};
		odd__limits limits = {.job = &job};
		write_file(dir, "t", text, LENGTH);
		assert_ok(odd__scan_open(&scan, path, &limits, &err), err);
		assert_int_equal(scan.end - scan.begin, LENGTH);
		assert_memory_equal(scan.begin, text, LENGTH);
		odd__scan_close(&scan);
		/* of two bytes that are none of a text, the first is told */
		size_t last = 20 * MB + odd_rng_below(&rng, MB), first = odd_rng_below(&rng, last);
		char kept[2] = {text[first], text[last]};
		text[first] = text[last] = '\0';
		write_file(dir, "t", text, LENGTH);
		assert_int_equal(odd__scan_open(&scan, path, &limits, &err), ODD_EINPUT);
		assert_int_equal(err.column, first + 1);
		text[first] = kept[0];
		text[last] = kept[1];
		/* what is there when it is read */
		write_file(dir, "t", text, LENGTH);
		job.report = cut_file;
		job.payload = &left;
		assert_ok(odd__scan_open(&scan, path, &limits, &err), err);
		assert_int_equal(scan.end - scan.begin, threads < 3 ? left : 12 * MB);
		assert_memory_equal(scan.begin, text, (size_t)(scan.end - scan.begin));
		odd__scan_close(&scan);
	}
	free(text);
}

/* Words one by one and many at a time, of lines of any length and of long and short words. */
static void many_words_are_those_one_by_one(void **state)
{
	(void)state;
	enum { LINES = 3000, MOST = 64 };
	odd_error err;
	odd__scan scan;
	odd_rng rng;
	char *text = malloc((size_t)LINES * 700);
	size_t size = 0, words = 0;
	odd_rng_init(&rng, 3, "words");
	assert_non_null(text);
	for (size_t i = 0; i < LINES; i++) {
		size_t n = i < 260 ? i : odd_rng_below(&rng, 600), longest = 2 + i % 90;
		for (size_t k = 0; k < n; k++)
			text[size++] = odd_rng_below(&rng, longest) > 0 ? (char)(33 + i % 200)
				       : odd_rng_below(&rng, 4) > 0     ? ' '
									: '\t';
		if (i + 1 < LINES)
			text[size++] = '\n';
	}
	write_file(dir, "t", text, size);
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	while (odd__scan_line(&scan)) {
		odd__scan other = scan;
		const char *word[MOST];
		size_t length[MOST], n;
		odd__text one;
		while ((n = odd__scan_words(&other, MOST, word, length)) > 0)
			for (size_t i = 0; i < n; i++) {
				assert_true(odd__scan_word(&scan, &one));
				assert_ptr_equal(word[i], one.at);
				assert_int_equal(length[i], one.length);
				words++;
			}
		assert_false(odd__scan_word(&scan, &one));
	}
	assert_true(words > 10000);
	odd__scan_close(&scan);
	free(text);
}

/* A text whose last byte may be the last of its page: one step too far would fault. */
static void nothing_is_read_behind_the_end(void **state)
{
	(void)state;
	odd_error err;
	odd__scan scan;
	odd__text f;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *text = malloc(page);
	assert_non_null(text);
	for (size_t i = 0; i < page; i++)
		text[i] = i % 2 ? '\t' : '0';
	write_file(dir, "t", text, page);
	assert_ok(odd__scan_open(&scan, path, NULL, &err), err);
	assert_true(odd__scan_line(&scan));
	assert_int_equal(odd__scan_zeros(&scan, '\t', SIZE_MAX), page / 2);
	assert_true(odd__scan_field(&scan, '\t', &f));
	assert_int_equal(f.length, 0);
	assert_false(odd__scan_line(&scan));
	odd__scan_close(&scan);
	free(text);
}

static void shown_text_is_short_and_clean(void **state)
{
	(void)state;
	char out[ODD__SHOWN], longer[300];
	assert_string_equal(odd__text_show(out, (odd__text){"a\x1b[1m\tb", 7}), "a?[1m?b");
	for (size_t i = 0; i < sizeof longer; i++)
		longer[i] = i % 2 ? '\xa9' : '\xc3';
	for (size_t from = 0; from < 2; from++) {
		odd__text_show(out, (odd__text){longer + from, sizeof longer - from});
		assert_true(strlen(out) < sizeof out);
		assert_string_equal(out + strlen(out) - 5, "\xc3\xa9\xe2\x80\xa6"); /* é… */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(lines_and_fields, set_up, tear_down),
		cmocka_unit_test_setup_teardown(zeros_are_counted, set_up, tear_down),
		cmocka_unit_test(numbers_are_exact),
		cmocka_unit_test(numbers_round_trip),
		cmocka_unit_test(numbers_ignore_the_locale),
		cmocka_unit_test_setup_teardown(number_errors_say_where, set_up, tear_down),
		cmocka_unit_test_setup_teardown(gzip_is_told_by_its_bytes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_is_no_text, set_up, tear_down),
		cmocka_unit_test_setup_teardown(limits_and_cancelling, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_file_cut_meanwhile, set_up, tear_down),
		cmocka_unit_test_setup_teardown(large_files_are_read_in_parts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(many_words_are_those_one_by_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(nothing_is_read_behind_the_end, set_up, tear_down),
		cmocka_unit_test(shown_text_is_short_and_clean),
	};
	return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
