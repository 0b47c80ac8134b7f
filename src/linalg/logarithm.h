/* logarithm.h: log(x) for a vector of numbers at once.
 *
 *     x = 2^e m,  √½ ≤ m < √2,   s = (m − 1)/(m + 1):   log x = e log 2 + 2 (s + s³/3 + s⁵/5 + …)
 *
 * |s| < .1716, so eleven terms reach the last bit; within two units of it over the whole range.
 * Only for finite x of normal size, as odd__log_fits tells.
 */
#ifndef ODD_LINALG_LOGARITHM_H
#define ODD_LINALG_LOGARITHM_H

#include <float.h>

#include "linalg/kernel.h"

typedef uint64_t odd__bits __attribute__((vector_size(ODD__WIDTH), may_alias));

ODD__INLINE bool odd__log_fits(odd__vec x)
{
	bool fits = true;
	for (int v = 0; v < ODD__LANES; v++)
		fits &= x[v] >= DBL_MIN && x[v] <= DBL_MAX;
	return fits;
}

ODD__INLINE odd__vec odd__vec_log(odd__vec x)
{
	const odd__vec zero = {0}, one = zero + 1.0;
	const odd__bits none = {0}, bits = (odd__bits)x;
	/* The exponent as a number: its bits as the last ones of 2^52, from which that is taken
	 * off. */
	odd__vec e = (odd__vec)((bits >> 52) | (none + UINT64_C(0x4330000000000000)));
	e -= 0x1p52 + 1023.0;
	odd__vec m = (odd__vec)((bits & (none + UINT64_C(0x000fffffffffffff))) |
				(none + UINT64_C(0x3ff0000000000000)));
	const odd__mask upper = (odd__mask)(m > zero + 0x1.6a09e667f3bcdp0); /* √2 */
	m = odd__choose(upper, 0.5 * m, m);
	e += odd__choose(upper, one, zero);
	const odd__vec s = (m - one) / (m + one), z = s * s;
	odd__vec series = zero + 1.0 / 23.0;
	series = series * z + 1.0 / 21.0;
	series = series * z + 1.0 / 19.0;
	series = series * z + 1.0 / 17.0;
	series = series * z + 1.0 / 15.0;
	series = series * z + 1.0 / 13.0;
	series = series * z + 1.0 / 11.0;
	series = series * z + 1.0 / 9.0;
	series = series * z + 1.0 / 7.0;
	series = series * z + 1.0 / 5.0;
	series = series * z + 1.0 / 3.0;
	/* log 2 in two parts, the first of so few bits that its product with e is exact */
	const double high = 0x1.62e42fefa0000p-1, low = 0x1.cf79abc9e3b3ap-40;
	return e * high + (2.0 * s + (2.0 * s * z * series + e * low));
}

#endif
