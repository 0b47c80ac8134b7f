#include "config.h"

#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 16

odd_status odd__grow_arrays(
	const odd__growing *arrays, size_t n, size_t *capacity, size_t need, odd_error *err)
{
	if (need <= *capacity)
		return ODD_OK;
	size_t wanted = *capacity + *capacity / 2;
	wanted = wanted > need ? wanted : need;
	wanted = wanted > LEAST ? wanted : LEAST;
	for (size_t i = 0; i < n; i++) {
		void *old;
		memcpy(&old, arrays[i].array, sizeof old);
		void *more = wanted <= SIZE_MAX / arrays[i].size
				     ? realloc(old, wanted * arrays[i].size)
				     : NULL;
		if (more == NULL)
			return odd_error_nomem(err);
		memcpy(arrays[i].array, &more, sizeof more);
	}
	*capacity = wanted;
	return ODD_OK;
}
