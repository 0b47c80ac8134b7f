/* kernel_table.c: the kernels of one set as a table; compiled once per set. */
#include "config.h"

#include "base/cpu.h"

#ifdef ODD__SET
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

extern const odd__kernel_table ODD__KERNEL(kernels);

const odd__kernel_table ODD__KERNEL(kernels) = {
	.set = TEXT(ODD__SET),
#define KERNEL(name) .name = ODD__KERNEL(name),
#include "base/kernels.def"
};
#endif
