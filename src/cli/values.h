/* values.h: the arguments of options. Each is ODD_EUSAGE with the option's name when it is wrong.
 */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/base/error.h"

odd_status value_whole(uint64_t *out, const char *name, const char *text, uint64_t least,
	uint64_t most, odd_error *err);
odd_status value_size(
	size_t *out, const char *name, const char *text, uint64_t least, odd_error *err);
odd_status value_real(
	double *out, const char *name, const char *text, double least, double most, odd_error *err);

/* Which of the words "a b c" it is, from 0. */
odd_status value_choice(
	int *out, const char *name, const char *text, const char *words, odd_error *err);

/* "1600x900" */
odd_status value_extent(unsigned out[2], const char *name, const char *text, unsigned least,
	unsigned most, odd_error *err);

#endif
