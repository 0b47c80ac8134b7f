#include "config.h"

#include "base/room.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The first line of a file; false when there is none. */
static bool first_line(char *out, int size, const char *path)
{
	FILE *f = fopen(path, "r");
	bool got = f != NULL && fgets(out, size, f) != NULL;
	if (f != NULL)
		fclose(f);
	return got;
}

/* The first number of a file; INFINITY for "max", NAN when there is none. */
static double number_in(const char *path)
{
	double value;
	char text[64];
	if (!first_line(text, sizeof text, path))
		return (double)NAN;
	if (strncmp(text, "max", 3) == 0)
		return (double)INFINITY;
	return sscanf(text, "%lf", &value) == 1 ? value : (double)NAN;
}

/* The number behind a name at the beginning of a line; NAN when there is none. */
static double number_of(const char *path, const char *name)
{
	char line[128];
	double value = (double)NAN;
	FILE *f = fopen(path, "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, name, strlen(name)) == 0)
			value = strtod(line + strlen(name), NULL);
	if (f != NULL)
		fclose(f);
	return value;
}

static void lower(odd__room *room, double bytes, const char *limit)
{
	if (bytes < room->bytes)
		*room = (odd__room){bytes > 0.0 ? bytes : 0.0, limit};
}

/* The directories of the control groups of the process (version 2) from its own up to the outermost
 * one that is seen: calls fn for each. `own` says which group it is in. */
static void each_group(const char *own, const char *mount,
	void (*fn)(const char *directory, void *result), void *result)
{
	char line[512], directory[900];
	FILE *f = fopen(own != NULL ? own : "/proc/self/cgroup", "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "0::", 3) != 0)
			continue;
		for (char *slash = line; slash != NULL;) {
			snprintf(directory, sizeof directory, "%s%s",
				mount != NULL ? mount : "/sys/fs/cgroup", line + 3);
			fn(directory, result);
			slash = strrchr(line + 3, '/');
			if (slash != NULL)
				*slash = '\0';
		}
	}
	if (f != NULL)
		fclose(f);
}

/* What a group leaves: its limit less what it holds. Pages of files that it has in memory count as
 * held, but are given up before any process is ended. */
static void lower_to_group(const char *directory, void *result)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/memory.max", directory);
	const double limit = number_in(path);
	snprintf(path, sizeof path, "%s/memory.current", directory);
	const double used = number_in(path);
	snprintf(path, sizeof path, "%s/memory.stat", directory);
	const double cached = isfinite(limit) ? number_of(path, "inactive_file ") : 0.0;
	if (isfinite(limit) && isfinite(used))
		lower(result, limit - used + (isnan(cached) ? 0.0 : cached),
			"the control group allows");
}

odd__room odd__room_memory(void)
{
	odd__room room = {(double)INFINITY, ""};
	lower(&room, 1024.0 * number_of("/proc/meminfo", "MemAvailable:"),
		"the machine has free"); /* in kB */
	each_group(NULL, NULL, lower_to_group, &room);
	return room;
}

/* "50000 100000": microseconds that all threads may run together in each period. */
static void lower_to_quota(const char *directory, void *result)
{
	char path[1024], text[64];
	double quota, period, *least = result;
	snprintf(path, sizeof path, "%s/cpu.max", directory);
	if (first_line(text, sizeof text, path) && sscanf(text, "%lf %lf", &quota, &period) == 2 &&
		quota > 0.0 && period > 0.0)
		*least = fmin(*least, quota / period);
}

double odd__room_processors(const char *own, const char *mount)
{
	double least = (double)INFINITY;
	each_group(own, mount, lower_to_quota, &least);
	return least;
}

/* Sizes of /proc/self/statm: of the addresses, and of what is in memory. */
static bool sizes(double *addresses, double *held)
{
	FILE *f = fopen("/proc/self/statm", "r");
	bool got = f != NULL && fscanf(f, "%lf %lf", addresses, held) == 2;
	if (f != NULL)
		fclose(f);
	double page = (double)sysconf(_SC_PAGESIZE);
	*addresses *= page;
	*held *= page;
	return got;
}

odd__room odd__room_addresses(void)
{
	odd__room room = {(double)INFINITY, ""};
	struct rlimit most;
	double addresses = 0.0, held = 0.0;
	if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY &&
		sizes(&addresses, &held))
		lower(&room, (double)most.rlim_cur - addresses, "ulimit -v allows");
	return room;
}

double odd__room_held(void)
{
	double addresses = 0.0, held = 0.0;
	return sizes(&addresses, &held) ? held : 0.0;
}
