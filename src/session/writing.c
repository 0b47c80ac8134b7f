#include "config.h"

#include "session/writing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/xalloc.h"

#define PIXELS_MOST 40e6
#define SCALE_MOST 4.0

/* ---- where a path leads --------------------------------------------------------------------- */

enum leads { LEADS_TO_NEW, LEADS_TO_FILE, LEADS_OUT, LEADS_BY_LINK, LEADS_HIDDEN };

/* The next name of a path, its length in *length, and the path behind it; NULL: there is none. */
static const char *next_name(const char **path, size_t *length)
{
	const char *name = *path + strspn(*path, "/");
	*length = strcspn(name, "/");
	*path = name + *length;
	return *length > 0 ? name : NULL;
}

static bool is_name(const char *name, size_t length, const char *other)
{
	return strlen(other) == length && strncmp(name, other, length) == 0;
}

/* An absolute path below the directory: what is left of it behind that. NULL: it is not. */
static const char *behind(const char *path, const char *dir)
{
	char real[PATH_MAX];
	const char *at = real, *name, *wanted;
	size_t length, other;
	if (realpath(dir, real) == NULL)
		return NULL;
	while ((wanted = next_name(&at, &other)) != NULL) {
		do
			name = next_name(&path, &length);
		while (name != NULL && is_name(name, length, "."));
		if (name == NULL || length != other || strncmp(name, wanted, length) != 0)
			return NULL;
	}
	return path;
}

/* From one directory to the next, never through a link. Gives up fd for the one it returns. */
static int go_down(int fd, const char *name)
{
	int next = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int why = errno;
	close(fd);
	errno = why;
	return next;
}

static enum leads walk(int fd, const char *path)
{
	char name[NAME_MAX + 1];
	size_t length, depth = 0;
	struct stat info;
	for (const char *at; (at = next_name(&path, &length)) != NULL;) {
		if (is_name(at, length, "."))
			continue;
		bool up = is_name(at, length, "..");
		bool last = path[strspn(path, "/")] == '\0';
		if (up && depth == 0)
			break; /* out of it */
		if (length > NAME_MAX || (at[0] == '.' && !up)) {
			close(fd);
			return LEADS_HIDDEN;
		}
		memcpy(name, at, length);
		name[length] = '\0';
		if (last && !up) {
			int found = fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW);
			close(fd);
			return found != 0 ? LEADS_TO_NEW : LEADS_TO_FILE;
		}
		depth = up ? depth - 1 : depth + 1;
		fd = go_down(fd, name);
		if (fd < 0) /* a directory that is not there is the writer's fault to tell */
			return errno == ENOENT ? LEADS_TO_NEW : LEADS_BY_LINK;
	}
	close(fd);
	return LEADS_OUT;
}

static enum leads leads(const char *path, const char *dir)
{
	const char *rest = path[0] == '/' ? behind(path, dir) : path;
	int fd = rest != NULL ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	return fd >= 0 ? walk(fd, rest) : LEADS_OUT;
}

/* ---- what a command asks for ---------------------------------------------------------------- */

size_t writing_stem(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	const char *name = slash != NULL ? slash + 1 : path;
	return dot != NULL && dot > name ? (size_t)(dot - path) : strlen(path);
}

/* Other programs act on files by their names: Makefile, x.desktop. */
static bool harmless_ending(const char *path)
{
	return odd_choice_find(".tsv|.csv|.txt|.ansi|.png|.svg|.pdf|.oddlog|.odd|.log",
		       path + writing_stem(path)) >= 0;
}

static odd_status refuse(
	const struct arguments *args, const char *path, const char *why, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"%s: %.150s%s%s; --allow-writes allows it to a played file", args->command->name,
		path, path[0] != '\0' ? " " : "", why);
}

static odd_status check_path(const struct writing *w, const struct arguments *args,
	const char *path, bool numbered, odd_error *err)
{
	if (!harmless_ending(path))
		return refuse(args, path, "has an ending that oddone does not write", err);
	switch (leads(path, w->dir != NULL ? w->dir : ".")) {
	case LEADS_TO_NEW:
		return ODD_OK;
	case LEADS_TO_FILE:
		return numbered ? ODD_OK : refuse(args, path, "is there already", err);
	case LEADS_BY_LINK:
		return refuse(args, path, "leads through a link", err);
	case LEADS_HIDDEN:
		return refuse(args, path, "is a hidden file", err);
	default:
		return refuse(args, path, "is not below the directory", err);
	}
}

/* The files beside the one named have its name and another ending. */
static odd_status check_beside(const struct writing *w, const struct arguments *args,
	const char *path, const char *ending, bool numbered, odd_error *err)
{
	size_t stem = writing_stem(path);
	char *beside = xgrow(NULL, stem + strlen(ending) + 1, 1);
	memcpy(beside, path, stem);
	strcpy(beside + stem, ending);
	odd_status status = check_path(w, args, beside, numbered, err);
	free(beside);
	return status;
}

/* A line of a file may not cost gigabytes. */
static odd_status check_size(const struct arguments *args, odd_error *err)
{
	const struct argument *size = arguments_get(args, "--size");
	const double pixels =
		size != NULL ? (double)size->value.extent[0] * (double)size->value.extent[1] : 0.0;
	if (pixels > PIXELS_MOST)
		return refuse(args, "", "--size is more than 40 million pixels", err);
	if (arguments_number(args, "--scale", 1.0) > SCALE_MOST)
		return refuse(args, "", "--scale is more than 4", err);
	return ODD_OK;
}

odd_status writing_check(const struct writing *w, const struct arguments *args, odd_error *err)
{
	unsigned flags = args->command != NULL ? args->command->flags : 0;
	if (!w->outside || w->allowed || (flags & (COMMAND_WRITES | COMMAND_USERS)) == 0)
		return ODD_OK;
	if ((flags & COMMAND_USERS) != 0)
		return refuse(args, "", "is for users alone", err);
	const char *path = arguments_text(args, "FILE");
	if (path == NULL)
		return ODD_OK;
	bool numbered = arguments_have(args, "--number");
	odd_status status = check_size(args, err);
	if (status == ODD_OK)
		status = check_path(w, args, path, numbered, err);
	if (status == ODD_OK && arguments_have(args, "--with-data"))
		status = check_beside(w, args, path, ".tsv", numbered, err);
	if (status == ODD_OK && arguments_have(args, "--with-log"))
		status = check_beside(w, args, path, ".oddlog", numbered, err);
	return status;
}

/* ---- paths ---------------------------------------------------------------------------------- */

char *writing_path(const struct writing *w, const char *given)
{
	if (!w->outside || w->dir == NULL || given[0] == '/')
		return xstrdup(given);
	char *path = xgrow(NULL, strlen(w->dir) + strlen(given) + 2, 1);
	sprintf(path, "%s/%s", w->dir, given);
	return path;
}

odd_status writing_target(
	char **path, const struct writing *w, const struct arguments *args, odd_error *err)
{
	struct stat info;
	*path = writing_path(w, arguments_text(args, "FILE"));
	if (arguments_have(args, "--replace") || lstat(*path, &info) != 0)
		return ODD_OK;
	odd_error_set(err, ODD_EUSAGE, "%s: %.200s is there already; --replace replaces it",
		args->command->name, *path);
	free(*path);
	*path = NULL;
	return ODD_EUSAGE;
}
