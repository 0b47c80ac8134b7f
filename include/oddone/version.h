/* version.h: the version of the headers and of the library in use.
 *
 * Versions with the same major number are compatible: a program runs with the library it was
 * compiled for and with all later ones of that number. The version is written here alone; configure
 * reads these numbers.
 */
#ifndef ODDONE_VERSION_H
#define ODDONE_VERSION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the headers. */
#define ODDONE_VERSION_MAJOR 1
#define ODDONE_VERSION_MINOR 0
#define ODDONE_VERSION_PATCH 0

/* The version of the headers as one number, for #if: 10203 is 1.2.3. */
#define ODDONE_VERSION_NUMBER \
	(ODDONE_VERSION_MAJOR * 10000 + ODDONE_VERSION_MINOR * 100 + ODDONE_VERSION_PATCH)

/* Returns the version of the library in use: "1.0.0". */
const char *odd_version(void);

/* True when the library in use has this major number and is not older. */
bool odd_version_at_least(int major, int minor, int patch);

/* True when the library in use can serve a program compiled with these headers. */
#define ODDONE_VERSION_CHECK() \
	odd_version_at_least(ODDONE_VERSION_MAJOR, ODDONE_VERSION_MINOR, ODDONE_VERSION_PATCH)

#ifdef __cplusplus
}
#endif
#endif
