#include "config.h"

#include "cli/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

odd_status staging_begin(struct staging *s, const char *target, odd_error *err)
{
	struct stat info;
	memset(s, 0, sizeof *s);
	s->made = stat(target, &info) != 0;
	odd_status status = odd_dir_make(target, err);
	if (status != ODD_OK)
		return status;
	s->target = strdup(target);
	s->dir = odd_path_join(target, ".oddone-XXXXXX");
	if (s->target == NULL || s->dir == NULL) {
		staging_discard(s);
		return odd_error_nomem(err);
	}
	const bool there = mkdtemp(s->dir) != NULL;
	s->listing = there ? opendir(s->dir) : NULL;
	if (s->listing == NULL) {
		status = odd_error_errno(err, target, "cannot write here");
		if (there)
			rmdir(s->dir);
		free(s->dir);
		s->dir = NULL;
		staging_discard(s);
	}
	return status;
}

/* Call visit for the path of every file staged, with the name it will have. */
static int each(const struct staging *s,
	int (*visit)(const char *from, const char *to, odd_error *err), odd_error *err)
{
	int failed = 0;
	const struct dirent *entry;
	rewinddir(s->listing);
	while (!failed && (entry = readdir(s->listing)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char *from = odd_path_join(s->dir, entry->d_name);
		char *to = odd_path_join(s->target, entry->d_name);
		failed = from == NULL || to == NULL || visit(from, to, err) != 0;
		free(from);
		free(to);
	}
	return failed ? -1 : 0;
}

static int move(const char *from, const char *to, odd_error *err)
{
	if (rename(from, to) == 0)
		return 0;
	odd_error_errno(err, to, "cannot write");
	return -1;
}

/* Without a path: there may be no memory for one. */
static void drop_all(const struct staging *s)
{
	const struct dirent *entry;
	rewinddir(s->listing);
	while ((entry = readdir(s->listing)) != NULL)
		unlinkat(dirfd(s->listing), entry->d_name, 0); /* fails for . and .. */
}

static int blocked(const char *from, const char *to, odd_error *err)
{
	(void)from;
	return odd_file_check_target(to, err) == ODD_OK ? 0 : -1;
}

odd_status staging_commit(struct staging *s, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_error fault = {.code = ODD_OK};
	/* The one thing that could stop a move half-way, short of the disk itself. */
	if (each(s, blocked, &fault) == 0 && each(s, move, &fault) == 0)
		s->made = false;
	else if (fault.code == ODD_OK)
		status = odd_error_errno(err, s->target, "cannot write here");
	else
		status = fault.code;
	if (fault.code != ODD_OK && err != NULL)
		*err = fault;
	staging_discard(s);
	return status;
}

void staging_discard(struct staging *s)
{
	if (s->listing != NULL) {
		drop_all(s);
		closedir(s->listing);
		rmdir(s->dir);
	}
	if (s->target != NULL && s->made)
		rmdir(s->target);
	free(s->dir);
	free(s->target);
	memset(s, 0, sizeof *s);
}

odd_status staging_check(const char *target, odd_error *err)
{
	struct staging s;
	odd_status status = staging_begin(&s, target, err);
	staging_discard(&s);
	return status;
}
