#include "config.h"

#include "oddone/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(odd_file *file)
{
	free(file->path);
	free(file->temporary);
	memset(file, 0, sizeof *file);
}

odd_status odd_file_open(odd_file *out, const char *path, odd_error *err)
{
	static const char suffix[] = ".XXXXXX";
	memset(out, 0, sizeof *out);
	out->path = strdup(path);
	out->temporary = malloc(strlen(path) + sizeof suffix);
	if (out->path == NULL || out->temporary == NULL) {
		release(out);
		return odd_error_nomem(err);
	}
	strcpy(out->temporary, path);
	strcat(out->temporary, suffix);
	int fd = mkstemp(out->temporary);
	if (fd >= 0) {
		/* mkstemp makes a private file; give it what the user's umask would. */
		mode_t mask = umask(0);
		umask(mask);
		fchmod(fd, 0666 & ~mask);
		out->stream = fdopen(fd, "wb");
		if (out->stream == NULL) {
			int kept = errno;
			close(fd);
			unlink(out->temporary);
			errno = kept;
		}
	}
	if (out->stream == NULL) {
		odd_error_errno(err, path, "cannot write");
		release(out);
		return ODD_EIO;
	}
	return ODD_OK;
}

odd_status odd_file_commit(odd_file *file, odd_error *err)
{
	odd_status status = ODD_OK;
	int failed = ferror(file->stream) || fflush(file->stream) != 0 ||
		     fsync(fileno(file->stream)) != 0;
	int kept = errno;
	if (fclose(file->stream) != 0 && !failed) {
		failed = 1;
		kept = errno;
	}
	file->stream = NULL;
	if (!failed && rename(file->temporary, file->path) != 0) {
		failed = 1;
		kept = errno;
	}
	if (failed) {
		errno = kept;
		status = odd_error_errno(err, file->path, "cannot write");
		unlink(file->temporary);
	}
	release(file);
	return status;
}

void odd_file_discard(odd_file *file)
{
	if (file->stream != NULL) {
		fclose(file->stream);
		unlink(file->temporary);
	}
	release(file);
}

odd_status odd_dir_make(const char *path, odd_error *err)
{
	char *partial = strdup(path);
	if (partial == NULL)
		return odd_error_nomem(err);
	odd_status status = ODD_OK;
	for (char *p = partial + 1; status == ODD_OK; p++) {
		if (*p != '/' && *p != '\0')
			continue;
		char kept = *p;
		*p = '\0';
		struct stat info;
		if (mkdir(partial, 0777) != 0) {
			int why = errno;
			if (stat(partial, &info) != 0 || !S_ISDIR(info.st_mode)) {
				errno = why;
				status = odd_error_errno(err, partial, "cannot make directory");
			}
		}
		*p = kept;
		if (kept == '\0')
			break;
	}
	free(partial);
	return status;
}

char *odd_path_join(const char *dir, const char *name)
{
	size_t a = strlen(dir), b = strlen(name);
	char *path = malloc(a + b + 2);
	if (path == NULL)
		return NULL;
	memcpy(path, dir, a);
	if (a > 0 && dir[a - 1] != '/')
		path[a++] = '/';
	memcpy(path + a, name, b + 1);
	return path;
}
