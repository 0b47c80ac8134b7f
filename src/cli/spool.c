#include "config.h"

#include "cli/spool.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "oddone/base/file.h"

static const char standard_input[] = "standard input";

/* Copy stdin to out, with an ear for interrupts. */
static odd_status copy(FILE *out, struct work *w, odd_error *err)
{
	char buffer[1 << 16];
	for (;;) {
		struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
		int changed = poll(&ready, 1, 200);
		if (work_cancelled(w))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		if (changed == 0 || (changed < 0 && errno == EINTR))
			continue;
		ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
		if (got == 0)
			return ODD_OK;
		if (got < 0 && errno != EINTR)
			return odd_error_errno(err, standard_input, "cannot read");
		if (got > 0 && fwrite(buffer, 1, (size_t)got, out) != (size_t)got)
			return odd_error_errno(err, standard_input, "cannot keep a copy");
	}
}

/* The ending of a file that starts like this; NULL for no format of a single file. */
static const char *ending_of(const char *start)
{
	if (strncmp(start, "MATLAB ", 7) == 0 || strncmp(start, "\x89HDF", 4) == 0)
		return ".mat";
	const char *first = start + strspn(start, " \t\r\n\xEF\xBB\xBF");
	if (*first == '<')
		return ".graphml";
	if (*first == '*')
		return ".net";
	const char *graph = strstr(start, "graph");
	if (graph != NULL && graph[5 + strspn(graph + 5, " \t\r\n")] == '[')
		return ".gml";
	return NULL;
}

/* Look inside, through gzip if need be, and give the file a name that fits. */
static odd_status give_name(char **path, const char *dir, const char *plain, odd_error *err)
{
	char start[2049] = "", name[32];
	gzFile in = gzopen(plain, "rb");
	if (in == NULL)
		return odd_error_errno(err, standard_input, "cannot read");
	int length = gzread(in, start, sizeof start - 1);
	bool gzipped = !gzdirect(in);
	gzclose(in);
	const char *ending = length > 0 ? ending_of(start) : NULL;
	if (ending == NULL)
		return odd_error_at(err, ODD_EINPUT, standard_input, 0, 0,
			"neither MATLAB, GraphML, GML nor Pajek; other formats are several files: "
			"name "
			"their directory");
	snprintf(name, sizeof name, "stdin%s%s", ending, gzipped ? ".gz" : "");
	*path = odd_path_join(dir, name);
	if (*path == NULL)
		return odd_error_nomem(err);
	return rename(plain, *path) == 0
		       ? ODD_OK
		       : odd_error_errno(err, standard_input, "cannot keep a copy");
}

odd_status spool_stdin(char **path, struct work *w, odd_error *err)
{
	const char *root = getenv("TMPDIR");
	char *dir = odd_path_join(root != NULL && root[0] != '\0' ? root : "/tmp", "oddone-XXXXXX");
	*path = NULL;
	if (isatty(STDIN_FILENO)) {
		free(dir);
		return odd_error_set(err, ODD_EUSAGE,
			"- is standard input, and that is the keyboard; pipe a network into it");
	}
	if (dir == NULL || mkdtemp(dir) == NULL) {
		odd_status failed = dir == NULL
					    ? odd_error_nomem(err)
					    : odd_error_errno(err, dir, "cannot make a directory");
		free(dir);
		return failed;
	}
	char *plain = odd_path_join(dir, "stdin");
	FILE *out = plain != NULL ? fopen(plain, "wb") : NULL;
	odd_status status =
		out != NULL ? copy(out, w, err) : odd_error_errno(err, dir, "cannot write here");
	if (out != NULL && fclose(out) != 0 && status == ODD_OK)
		status = odd_error_errno(err, standard_input, "cannot keep a copy");
	if (status == ODD_OK)
		status = give_name(path, dir, plain, err);
	if (status != ODD_OK) {
		if (plain != NULL)
			unlink(plain);
		spool_remove(*path);
		*path = NULL;
		rmdir(dir);
	}
	free(plain);
	free(dir);
	return status;
}

void spool_remove(char *path)
{
	if (path == NULL)
		return;
	unlink(path);
	char *slash = strrchr(path, '/');
	if (slash != NULL) {
		*slash = '\0';
		rmdir(path);
	}
	free(path);
}
