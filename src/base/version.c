/* version.c: programs that were compiled with the headers of another version. */
#include "config.h"

#include "oddone/version.h"
#include "base/options_read.h"

#include <string.h>

const char *odd_version(void)
{
	return PACKAGE_VERSION;
}

bool odd_version_at_least(int major, int minor, int patch)
{
	if (major != ODDONE_VERSION_MAJOR)
		return false;
	if (minor != ODDONE_VERSION_MINOR)
		return minor < ODDONE_VERSION_MINOR;
	return patch <= ODDONE_VERSION_PATCH;
}

void odd__options_read(void *out, size_t size, const void *given)
{
	if (given == NULL)
		return;
	const size_t theirs = *(const size_t *)given;
	memcpy(out, given, theirs > 0 && theirs < size ? theirs : size);
	*(size_t *)out = size;
}
