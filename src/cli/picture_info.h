/* picture_info.h: how a picture was made, read from the picture. */
#ifndef CLI_PICTURE_INFO_H
#define CLI_PICTURE_INFO_H

#include <stdbool.h>

#include "cli/common.h"

/* Is there a PNG file of that name (by its first bytes, or its ending)? */
bool picture_is(const char *path);

/* Tell what it says about itself. ODD_EINPUT for a PNG that oddone did not make. */
odd_status picture_tell(const char *path, enum output_format format, odd_error *err);

#endif
