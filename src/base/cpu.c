#include "config.h"

#include "base/cpu.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern const odd__kernel_table odd__kernels_v4, odd__kernels_v3, odd__kernels_v2, odd__kernels_neon,
	odd__kernels_c;

/* Only what the compiler was told to use is asked for (configure.ac has the same lists). */
#if defined(__x86_64__)
static bool has_v4(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_v3(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_v2(void)
{
	return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
}
#endif

static bool has_always(void)
{
	return true;
}

/* Best first; a set that the compiler could not make has no table. */
static const struct row {
	const char *name;
	bool (*has)(void);
	const odd__kernel_table *table;
} rows[] = {
#if defined(__x86_64__)
#ifdef HAVE_KERNELS_V4
	{"v4", has_v4, &odd__kernels_v4},
#else
	{"v4", has_v4, NULL},
#endif
#ifdef HAVE_KERNELS_V3
	{"v3", has_v3, &odd__kernels_v3},
#else
	{"v3", has_v3, NULL},
#endif
#ifdef HAVE_KERNELS_V2
	{"v2", has_v2, &odd__kernels_v2},
#else
	{"v2", has_v2, NULL},
#endif
#endif
#ifdef HAVE_KERNELS_NEON
	{"neon", has_always, &odd__kernels_neon},
#endif
	{"c", has_always, &odd__kernels_c},
};

#define ROWS (sizeof rows / sizeof *rows)

static bool usable(const struct row *row)
{
	return row->table != NULL && row->has();
}

/* The row that ODDONE_CPU names; 0 without it, ROWS for a name that is not there. */
static size_t wished(const char *name)
{
	size_t i = 0;
	if (name == NULL || name[0] == '\0')
		return 0;
	while (i < ROWS && strcmp(rows[i].name, name) != 0)
		i++;
	return i;
}

static const odd__kernel_table *choose(void)
{
	size_t i = wished(getenv("ODDONE_CPU"));
	if (i == ROWS)
		i = 0;
	while (!usable(&rows[i])) /* the last always is */
		i++;
	return rows[i].table;
}

const odd__kernel_table *odd__kernels(void)
{
	/* Threads that come here together choose the same. */
	static _Atomic(const odd__kernel_table *) chosen;
	const odd__kernel_table *table = atomic_load_explicit(&chosen, memory_order_acquire);
	if (table == NULL) {
		table = choose();
		atomic_store_explicit(&chosen, table, memory_order_release);
	}
	return table;
}

const char *odd_cpu_set(void)
{
	return odd__kernels()->set;
}

const char *odd_cpu_available(size_t i)
{
	for (size_t r = 0; r < ROWS; r++)
		if (usable(&rows[r]) && i-- == 0)
			return rows[r].name;
	return NULL;
}

odd_status odd_cpu_check(odd_error *err)
{
	const char *name = getenv("ODDONE_CPU");
	char all[64] = "";
	if (wished(name) < ROWS)
		return ODD_OK;
	for (size_t r = 0; r < ROWS; r++) {
		strcat(all, r > 0 ? ", " : "");
		strcat(all, rows[r].name);
	}
	return odd_error_set(
		err, ODD_EUSAGE, "ODDONE_CPU: there is no \"%.20s\" here, there is %s", name, all);
}
