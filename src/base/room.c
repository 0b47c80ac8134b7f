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

/* What a group and those around it leave: its limit less what it holds. Pages of files that it has
 * in memory count as held, but are given up before anybody is ended. */
static void look_at_groups(odd__room *room, const char *mount, char *group, const char *most,
	const char *held, const char *files)
{
	for (;;) {
		char path[1024];
		snprintf(path, sizeof path, "%s%s/%s", mount, group, most);
		const double limit = number_in(path);
		snprintf(path, sizeof path, "%s%s/%s", mount, group, held);
		const double used = number_in(path);
		snprintf(path, sizeof path, "%s%s/memory.stat", mount, group);
		const double cached = isfinite(limit) ? number_of(path, files) : 0.0;
		if (isfinite(limit) && isfinite(used))
			lower(room, limit - used + (isnan(cached) ? 0.0 : cached),
				"the control group allows");
		char *slash = strrchr(group, '/');
		if (slash == NULL)
			return;
		*slash = '\0';
	}
}

odd__room odd__room_memory(void)
{
	odd__room room = {(double)INFINITY, ""};
	char line[512];
	lower(&room, 1024.0 * number_of("/proc/meminfo", "MemAvailable:"),
		"the machine has free"); /* in kB */
	FILE *f = fopen("/proc/self/cgroup", "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "0::", 3) == 0)
			look_at_groups(&room, "/sys/fs/cgroup", line + 3, "memory.max",
				"memory.current", "inactive_file ");
		char *memory = strstr(line, ":memory:");
		if (memory != NULL)
			look_at_groups(&room, "/sys/fs/cgroup/memory", memory + 8,
				"memory.limit_in_bytes", "memory.usage_in_bytes",
				"total_inactive_file ");
	}
	if (f != NULL)
		fclose(f);
	return room;
}

/* "50000 100000" of version 2: microseconds that all threads may run together in each period. */
static double share_in(const char *group)
{
	char path[1024], text[64];
	double quota, period;
	snprintf(path, sizeof path, "%s/cpu.max", group);
	if (!first_line(text, sizeof text, path) ||
		sscanf(text, "%lf %lf", &quota, &period) !=
			2) { /* version 1 has a file for each, and -1 for no limit */
		snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", group);
		quota = number_in(path);
		snprintf(path, sizeof path, "%s/cpu.cfs_period_us", group);
		period = number_in(path);
	}
	return quota > 0.0 && period > 0.0 ? quota / period : (double)INFINITY;
}

/* Is "cpu" in a list of controllers, separated by commas? */
static bool rules_processors(const char *controllers)
{
	for (const char *at = controllers; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strcspn(at, ",") == 3 && strncmp(at, "cpu", 3) == 0)
			return true;
	}
	return false;
}

/* Groups lie in each other, and the least of all counts. In a container the outermost one that is
 * seen is its own, under whatever name it is known outside. */
double odd__room_processors(const char *own, const char *mount)
{
	double least = (double)INFINITY;
	char line[512], group[900];
	FILE *f = fopen(own != NULL ? own : "/proc/self/cgroup", "r");
	mount = mount != NULL ? mount : "/sys/fs/cgroup";
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		char *controllers = strchr(line, ':');
		char *name = controllers != NULL ? strchr(++controllers, ':') : NULL;
		if (name == NULL)
			continue;
		*name++ = '\0';
		bool second = *controllers == '\0';
		if (!second && !rules_processors(controllers))
			continue;
		for (char *slash = name; slash != NULL;) {
			snprintf(group, sizeof group, "%s%s%s", mount, second ? "" : "/cpu", name);
			least = fmin(least, share_in(group));
			slash = strrchr(name, '/');
			if (slash != NULL)
				*slash = '\0';
		}
	}
	if (f != NULL)
		fclose(f);
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
