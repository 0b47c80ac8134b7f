/* grow.h: arrays that grow as things come, several in step where they are columns of one table.
 */
#ifndef ODD_BASE_GROW_H
#define ODD_BASE_GROW_H

#include <stddef.h>

#include "oddone/error.h"

/* One array: the address of the pointer to its first item, and the size of an item. */
typedef struct odd__growing {
	void *array;
	size_t size;
} odd__growing;

/* Room for `need` items, half as much again as there was, so that adding n items costs O(n). Where
 * memory ends, the arrays are as long as before, and their items are where the pointers say. */
odd_status odd__grow_arrays(
	const odd__growing *arrays, size_t n, size_t *capacity, size_t need, odd_error *err);

/* odd__make_room(&capacity, need, err, {&a, sizeof *a}, {&b, sizeof *b}) */
#define odd__make_room(capacity, need, err, ...) \
	odd__grow_arrays((const odd__growing[]){__VA_ARGS__}, \
		sizeof(const odd__growing[]){__VA_ARGS__} / sizeof(odd__growing), capacity, need, \
		err)

#endif
