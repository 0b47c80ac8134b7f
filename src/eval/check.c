#include "config.h"

#include "eval/check.h"

#include <math.h>

#include "oddone/network.h"

#define LARGEST 1e150 /* squares of differences stay finite below */

odd_status odd__check_finite(odd_cmat x, const char *who, odd_error *err)
{
	for (size_t i = 0; i < x.rows; i++)
		for (size_t k = 0; k < x.cols; k++)
			if (!(fabs(odd_cmat_row(x, i)[k]) < LARGEST))
				return odd_error_set(err, ODD_ENUMERIC,
					"%s: row %zu has %g in column %zu", who, i + 1,
					odd_cmat_row(x, i)[k], k + 1);
	return ODD_OK;
}

odd_status odd__check_labels(
	const int32_t *label, size_t n, size_t classes, const char *who, odd_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (label[i] != ODD_NO_LABEL && (label[i] < 0 || (size_t)label[i] >= classes))
			return odd_error_set(err, ODD_EINPUT, "%s: row %zu has label %d of %zu",
				who, i + 1, label[i], classes);
	return ODD_OK;
}
