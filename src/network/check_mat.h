/* check_mat.h: a look over a version 5 MATLAB file before matio reads it. */
#ifndef ODD_NETWORK_CHECK_MAT_H
#define ODD_NETWORK_CHECK_MAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* True when every element of the file is all there and unpacks without a fault. */
bool odd__mat5_is_whole(const char *path);

#endif
