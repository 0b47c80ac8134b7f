/* cppcheck.h: read before every source by cppcheck 2.10, which does not parse the arrays that
 * odd__make_room makes on the spot (base/grow.h): the same without them. Never compiled into
 * anything. */
#define ODD_BASE_GROW_H
#include <stddef.h>

#include "oddone/error.h"

typedef struct odd__growing {
	void *array;
	size_t size;
} odd__growing;
odd_status odd__grow_arrays(
	const odd__growing *arrays, size_t n, size_t *capacity, size_t need, odd_error *err);
#define odd__make_room(capacity, need, err, ...) odd__grow_arrays(NULL, 0, capacity, need, err)
