/* helpers.h: what every unit test starts with. */
#ifndef TESTS_HELPERS_H
#define TESTS_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oddone/error.h"

/* The call succeeds, or the test ends with what the library said. */
#define assert_ok(call, err) \
	do { \
		odd_status status_ = (call); \
		if (status_ != ODD_OK) { \
			char text_[512]; \
			fail_msg("%s: %d %s", #call, (int)status_, \
				odd_error_format(&(err), text_, sizeof text_)); \
		} \
	} while (0)

/* |a − b| ≤ tolerance · max(1, |a|, |b|) */
static inline void assert_close_at(double a, double b, double tolerance, const char *file, int line)
{
	double scale = 1.0, x = a < 0 ? -a : a, y = b < 0 ? -b : b, d = a < b ? b - a : a - b;
	if (x > scale)
		scale = x;
	if (y > scale)
		scale = y;
	if (!(d <= tolerance * scale)) {
		print_error("%.17g is not %.17g to %g\n", a, b, tolerance);
		_fail(file, line);
	}
}
#define assert_close(a, b, tolerance) assert_close_at(a, b, tolerance, __FILE__, __LINE__)

/* A fresh directory for a test's files, removed by the test with remove_tree. */
static inline void make_temporary_dir(char *out, size_t size)
{
	const char *root = getenv("TMPDIR");
	snprintf(out, size, "%s/oddone-test-XXXXXX", root != NULL ? root : "/tmp");
	assert_non_null(mkdtemp(out));
}

static inline void remove_tree(const char *dir)
{
	char command[1024];
	snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", dir, dir);
	assert_int_equal(system(command), 0);
}

/* Write bytes to dir/name. */
static inline void write_file(const char *dir, const char *name, const void *bytes, size_t length)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, length, f), length);
	fclose(f);
}

static inline void write_text(const char *dir, const char *name, const char *text)
{
	write_file(dir, name, text, strlen(text));
}

#endif
