#include "config.h"

#include "session/autosave.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "session/xalloc.h"

#define LOCK_TRIES 10
#define ENDING ".oddlog"

/* ---- locks ---------------------------------------------------------------------------------- */

static char *join(const char *a, const char *b)
{
	char *out = xgrow(NULL, strlen(a) + strlen(b) + 1, 1);
	strcpy(out, a);
	strcat(out, b);
	return out;
}

static double age_of(const struct stat *info)
{
	return difftime(time(NULL), info->st_mtime);
}

/* Is the lock, which could be taken here, that of another machine? Some shared file systems lock
 * for each machine alone, so a young one counts as held. */
static bool is_foreign(int fd, const char *host, char owner[80])
{
	char text[80] = "", its[65] = "";
	long process;
	struct stat info;
	ssize_t length = pread(fd, text, sizeof text - 1, 0);
	if (length <= 0 || sscanf(text, "process %ld on %64s", &process, its) != 2)
		return false;
	snprintf(owner, 80, "process %ld on %s", process, its);
	return strcmp(its, host) != 0 && fstat(fd, &info) == 0 && age_of(&info) < AUTOSAVE_YOUNG;
}

/* Was the file replaced or removed between being opened and being locked? */
static bool is_stale(int fd, const char *path)
{
	struct stat opened, there;
	return fstat(fd, &opened) != 0 || stat(path, &there) != 0 ||
	       opened.st_ino != there.st_ino || opened.st_dev != there.st_dev;
}

/* On a full disk the lock holds without its text. */
static void sign_lock(int fd, const char *host)
{
	char text[120];
	const int length = snprintf(text, sizeof text, "process %ld on %s\n", (long)getpid(), host);
	if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)length, 0) != length)
		return;
}

/* Lock a session's file. False: somebody has it, whom `owner` names. *fd is −1 where the file
 * system cannot lock; then nobody is kept out. */
static bool take_lock(int *fd, const char *session, char owner[80])
{
	char *path = join(session, ".lock"), host[65] = "";
	bool taken = false;
	gethostname(host, sizeof host - 1);
	owner[0] = '\0';
	for (int i = 0; i < LOCK_TRIES && !taken; i++) {
		*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (*fd < 0) {
			taken = true;
			break;
		}
		const bool locked = flock(*fd, LOCK_EX | LOCK_NB) == 0;
		const bool held = !locked && errno == EWOULDBLOCK;
		if (is_foreign(*fd, host, owner) || held) {
			close(*fd);
			break;
		}
		if (locked && is_stale(*fd, path)) {
			close(*fd);
			continue;
		}
		owner[0] = '\0';
		taken = true;
		sign_lock(*fd, host);
	}
	if (!taken && owner[0] == '\0')
		snprintf(owner, 80, "another process");
	free(path);
	return taken;
}

static void release_lock(int fd, const char *session)
{
	char *path = join(session, ".lock");
	if (fd >= 0) {
		unlink(path);
		close(fd);
	}
	free(path);
}

/* ---- the directory --------------------------------------------------------------------------- */

struct saved {
	char *path;
	struct timespec when; /* last written */
};

static int by_age(const void *a, const void *b)
{
	const struct saved *x = a, *y = b;
	if (x->when.tv_sec != y->when.tv_sec)
		return x->when.tv_sec < y->when.tv_sec ? -1 : 1;
	if (x->when.tv_nsec != y->when.tv_nsec)
		return x->when.tv_nsec < y->when.tv_nsec ? -1 : 1;
	return strcmp(x->path, y->path);
}

static bool ends_with(const char *name, const char *ending)
{
	const size_t length = strlen(name), end = strlen(ending);
	return length > end && strcmp(name + length - end, ending) == 0;
}

/* Temporary files of programs that were killed while they saved, and locks without a session. */
static void remove_leftover(const char *path, const struct stat *info)
{
	const char *ending = strstr(path, ENDING ".");
	if (ending == NULL || age_of(info) < AUTOSAVE_YOUNG)
		return;
	if (ends_with(path, ENDING ".lock")) {
		char *session = xstrdup(path);
		session[strlen(session) - strlen(".lock")] = '\0';
		const bool kept = access(session, F_OK) == 0;
		free(session);
		if (kept)
			return;
	}
	unlink(path);
}

/* The sessions in a directory, the one written longest ago first; freed with free_saved. */
static struct saved *list_saved(size_t *count, const char *dir)
{
	struct saved *list = NULL;
	struct stat info;
	DIR *stream = opendir(dir);
	const struct dirent *entry;
	*count = 0;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		char *path = odd_path_join(dir, entry->d_name);
		if (path == NULL || entry->d_name[0] == '.' || lstat(path, &info) != 0 ||
			!S_ISREG(info.st_mode)) {
			free(path);
			continue;
		}
		if (!ends_with(path, ENDING)) {
			remove_leftover(path, &info);
			free(path);
			continue;
		}
		list = xgrow(list, *count + 1, sizeof *list);
		list[(*count)++] = (struct saved){path, info.st_mtim};
	}
	if (stream != NULL)
		closedir(stream);
	if (*count > 1)
		qsort(list, *count, sizeof *list, by_age);
	return list;
}

static void free_saved(struct saved *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(list[i].path);
	free(list);
}

/* A clock that was once ahead leaves files from the future: they are young until they are not. */
static void remove_oldest(const char *dir)
{
	size_t count, left;
	struct saved *list = list_saved(&count, dir);
	left = count;
	for (size_t i = 0; i < count && left >= AUTOSAVE_KEPT; i++) {
		int fd;
		char owner[80];
		if (difftime(time(NULL), list[i].when.tv_sec) < AUTOSAVE_YOUNG ||
			!take_lock(&fd, list[i].path, owner))
			continue;
		left -= unlink(list[i].path) == 0;
		release_lock(fd, list[i].path);
	}
	free_saved(list, count);
}

/* ---- a session's file ------------------------------------------------------------------------ */

/* A name that no session has, locked. */
static void choose_new(struct autosave *a, const char *dir)
{
	char *path = xgrow(NULL, strlen(dir) + 80, 1);
	for (unsigned number = 0;; number++) {
		char owner[80];
		int length =
			sprintf(path, "%s/%012lld-%ld", dir, (long long)time(NULL), (long)getpid());
		if (number > 0)
			length += sprintf(path + length, "-%u", number);
		strcpy(path + length, ENDING);
		if (access(path, F_OK) == 0 || !take_lock(&a->lock, path, owner))
			continue;
		if (access(path, F_OK) != 0) /* nobody has written it and gone meanwhile */
			break;
		release_lock(a->lock, path);
	}
	a->path = path;
}

struct autosave *autosave_begin(const char *dir)
{
	struct autosave *a = xgrow(NULL, 1, sizeof *a);
	(void)odd_dir_make(dir, NULL);
	remove_oldest(dir);
	*a = (struct autosave){.lock = -1};
	choose_new(a, dir);
	return a;
}

odd_status autosave_continue(struct autosave **out, const char *dir, odd_error *err)
{
	size_t count;
	struct saved *list = list_saved(&count, dir);
	*out = NULL;
	if (count == 0) {
		free_saved(list, count);
		return odd_error_set(err, ODD_EUSAGE, "no session was left to go on with");
	}
	struct autosave *a = xgrow(NULL, 1, sizeof *a);
	*a = (struct autosave){.lock = -1, .last = xstrdup(list[count - 1].path)};
	free_saved(list, count);
	if (take_lock(&a->lock, a->last, a->owner))
		a->path = xstrdup(a->last);
	else
		choose_new(a, dir);
	*out = a;
	return ODD_OK;
}

void autosave_move(struct autosave *a)
{
	char *dir = xstrdup(a->path);
	*strrchr(dir, '/') = '\0';
	release_lock(a->lock, a->path);
	free(a->path);
	choose_new(a, dir);
	free(dir);
}

void autosave_free(struct autosave *a)
{
	if (a == NULL)
		return;
	release_lock(a->lock, a->path);
	free(a->path);
	free(a->last);
	free(a);
}
