/* fuzz.h: what is thrown at, and how it fails.
 *
 * A target takes any bytes and returns when whatever holds for them held. The same targets are
 * driven by driver.c (seeded mutations, any compiler) and by libFuzzer (-DODD_LIBFUZZER, clang).
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

struct fuzz_target {
	const char *name;
	void (*run)(const uint8_t *data, size_t size);
};

/* They end with a NULL name. */
extern const struct fuzz_target fuzz_networks[], fuzz_parts[], fuzz_settings[], fuzz_play[];

/* How much a reader may take for any input: far below what the driver allows the process. */
#define FUZZ_LIMIT ((size_t)64 << 20)

/* A directory of its own for each process, made when first asked for. */
const char *fuzz_root(void);

/* Abort with a reason unless it holds; the driver keeps the input. */
void fuzz_need(int condition, const char *why);

void fuzz_put(const char *path, const void *bytes, size_t size);

/* A refusal must say one line about a file below the root, at a place that can be. */
void fuzz_check_error(odd_status status, const odd_error *err, const uint8_t *text, size_t size);

#endif
