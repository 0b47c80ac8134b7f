#include "config.h"

#include "base/file.h"

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

odd_status odd_file_check_target(const char *path, odd_error *err)
{
	struct stat info;
	if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
		return ODD_OK;
	return odd_error_at(err, ODD_EIO, path, 0, 0, "cannot write: %s, not a file",
		S_ISDIR(info.st_mode)    ? "is a directory"
		: S_ISFIFO(info.st_mode) ? "is a pipe"
		: S_ISSOCK(info.st_mode) ? "is a socket"
					 : "is a device");
}

/* A stream remembers that writing failed, not why; errno has been many things since. Trying again
 * tells: the file is thrown away in any case. */
static int why_writing_failed(int fd)
{
	static const char block[4096];
	for (int i = 0; i < 4; i++)
		if (write(fd, block, sizeof block) < 0)
			return errno;
	return EIO;
}

odd_status odd_file_open(odd_file *out, const char *path, odd_error *err)
{
	static const char suffix[] = ".XXXXXX";
	memset(out, 0, sizeof *out);
	odd_status status = odd_file_check_target(path, err);
	if (status != ODD_OK)
		return status;
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

odd_status odd_file_flush(odd_file *file, odd_error *err)
{
	if (ferror(file->stream))
		errno = why_writing_failed(fileno(file->stream));
	else if (fflush(file->stream) == 0 && fsync(fileno(file->stream)) == 0)
		return ODD_OK;
	return odd_error_errno(err, file->path, "cannot write");
}

odd_status odd_file_commit(odd_file *file, odd_error *err)
{
	odd_status status = odd_file_flush(file, err);
	if (fclose(file->stream) != 0 && status == ODD_OK)
		status = odd_error_errno(err, file->path, "cannot write");
	file->stream = NULL;
	if (status == ODD_OK && rename(file->temporary, file->path) != 0)
		status = odd_error_errno(err, file->path, "cannot write");
	if (status != ODD_OK)
		unlink(file->temporary);
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
