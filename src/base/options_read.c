/* options_read.c: option structures of callers compiled with other headers. */
#include "config.h"

#include "base/options_read.h"

#include <string.h>

void odd__options_read(void *out, size_t size, const void *given)
{
	if (given == NULL)
		return;
	const size_t theirs = *(const size_t *)given;
	memcpy(out, given, theirs > 0 && theirs < size ? theirs : size);
	*(size_t *)out = size;
}
