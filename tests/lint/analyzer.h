/* analyzer.h: read before every source by gcc's -fanalyzer, which looks at one file at a time and
 * so does not know that a function that fills an error never returns ODD_OK: it would follow paths
 * on which memory ran out and nobody noticed. The calls stay; what they return is said here. Never
 * compiled into anything. */
#include "oddone/error.h"

#define odd_error_nomem(err) ((void)odd_error_nomem(err), ODD_ENOMEM)
#define odd_error_errno(err, ...) ((void)odd_error_errno(err, __VA_ARGS__), ODD_EIO)
#define odd_error_set(err, code, ...) ((void)odd_error_set(err, code, __VA_ARGS__), (code))
#define odd_error_at(err, code, ...) ((void)odd_error_at(err, code, __VA_ARGS__), (code))
