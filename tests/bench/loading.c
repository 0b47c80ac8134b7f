/* loading.c: how fast a network is loaded, against reading its files and doing nothing with them.
 *
 *     loading [NODES]      (10⁶) five links and twenty words per node, oddone text
 *     loading - NETWORK    a network of your own: a directory with plain files
 *
 * Ratios measured in one run, the best of some tries on both sides: files come from the memory of
 * the system then, so that no disk is measured.
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "oddone/oddone.h"

/* What loading should at least reach, as a share of the rate of plain reading. A machine that reads
 * 3.3 GB in a second from its cache loads 150 MB then. */
#define TARGET_TEXT 0.045

enum { TRIES = 5 };

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(odd_status status, const odd_error *err)
{
	if (status == ODD_OK)
		return;
	char text[512];
	fprintf(stderr, "loading: %s\n", odd_error_format(err, text, sizeof text));
	exit(1);
}

/* Read every file of a directory into fresh memory, as loading does before it parses. */
static double read_plainly(const char *dir)
{
	double bytes = 0.0;
	DIR *stream = opendir(dir);
	struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		char path[4096];
		struct stat info;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		int fd = open(path, O_RDONLY);
		if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
			char *memory = malloc((size_t)info.st_size + 1);
			for (ssize_t got; memory != NULL &&
					  (got = read(fd, memory, (size_t)info.st_size)) > 0;)
				bytes += (double)got;
			free(memory);
		}
		if (fd >= 0)
			close(fd);
	}
	if (stream != NULL)
		closedir(stream);
	return bytes;
}

static void load(const char *dir, int threads)
{
	odd_error err;
	odd_network *net;
	odd_job job = {.threads = threads};
	must(odd_network_load(&net, dir, NULL, &job, &err), &err);
	odd_network_free(net);
}

static void measure(const char *dir, bool known)
{
	double plain = INFINITY, all = INFINITY, one = INFINITY, bytes = 0.0;
	for (int i = 0; i < TRIES; i++) {
		double start = now();
		bytes = read_plainly(dir);
		plain = fmin(plain, now() - start);
		start = now();
		load(dir, 0);
		all = fmin(all, now() - start);
		if (i % 2 == 0) {
			start = now();
			load(dir, 1);
			one = fmin(one, now() - start);
		}
	}
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("Loading %.0f MB of text: rate over that of plain reading %.3f", 1e-6 * bytes,
		plain / all);
	if (known)
		printf(" (at least %.3f)", TARGET_TEXT);
	printf(", all threads over one %.2f, memory over the files %.2f\n", one / all,
		1024.0 * (double)usage.ru_maxrss / bytes);
	if (getenv("ABSOLUTE") != NULL)
		printf("  here and now: %.0f MB/s, plain reading %.0f MB/s\n", 1e-6 * bytes / all,
			1e-6 * bytes / plain);
}

int main(int argc, char **argv)
{
	/* Threads wait as in the program. */
	if (getenv("GOMP_SPINCOUNT") == NULL && setenv("GOMP_SPINCOUNT", "10000", 1) == 0)
		execv("/proc/self/exe", argv);
	if (argc > 2) {
		measure(argv[2], false);
		return 0;
	}
	odd_error err;
	odd_network *net;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	char dir[] = "/tmp/oddone-loading-XXXXXX", command[100];
	o.nodes = (size_t)(argc > 1 && *argv[1] != '\0' ? strtod(argv[1], NULL) : 1e6);
	o.words = 20.0;
	if (mkdtemp(dir) == NULL) {
		perror("loading");
		return 1;
	}
	must(odd_generate(&net, &o, NULL, &err), &err);
	must(odd_network_save(net, dir, NULL, &err), &err);
	odd_network_free(net);
	measure(dir, true);
	snprintf(command, sizeof command, "rm -rf '%s'", dir);
	return system(command) != 0;
}
