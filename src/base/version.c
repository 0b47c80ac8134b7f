/* version.c: the version of the library. */
#include "config.h"

#include "oddone/version.h"

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
