/* sessions.c: every session is saved as it goes, so that none is lost. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/text.h"

enum { SESSIONS_KEPT = 10 };

/* Those that are saved, as names that rise with the time they were begun. */
static char **saved_sessions(size_t *count, const char *dir)
{
	char **name = NULL;
	DIR *stream = opendir(dir);
	const struct dirent *entry;
	*count = 0;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		const char *dot = strrchr(entry->d_name, '.');
		if (entry->d_name[0] == '.' || dot == NULL || strcmp(dot, ".oddlog") != 0)
			continue;
		name = memory_grow(name, *count + 1, sizeof *name);
		name[(*count)++] = memory_string(entry->d_name);
	}
	if (stream != NULL)
		closedir(stream);
	if (*count > 1)
		qsort(name, *count, sizeof *name, strings_order);
	return name;
}

/* The one that was saved last, on the heap; NULL: none. */
static char *latest(const char *dir)
{
	size_t count;
	char **name = saved_sessions(&count, dir), *found = NULL;
	struct timespec when = {0, 0};
	for (size_t i = 0; i < count; i++) {
		char *path = odd_path_join(dir, name[i]);
		struct stat info;
		if (path != NULL && stat(path, &info) == 0 &&
			(info.st_mtim.tv_sec > when.tv_sec ||
				(info.st_mtim.tv_sec == when.tv_sec &&
					info.st_mtim.tv_nsec >= when.tv_nsec))) {
			when = info.st_mtim;
			free(found);
			found = path;
			path = NULL;
		}
		free(path);
	}
	strings_free(name, count);
	return found;
}

static void forget_oldest(const char *dir)
{
	size_t count;
	char **name = saved_sessions(&count, dir);
	for (size_t i = 0; i + SESSIONS_KEPT < count + 1; i++) {
		char *path = odd_path_join(dir, name[i]);
		if (path != NULL)
			unlink(path);
		free(path);
	}
	strings_free(name, count);
}

odd_status sessions_begin(struct app *app, bool resume, odd_error *err)
{
	char *dir = app_state_path("sessions"), *last = NULL;
	odd_status status = ODD_OK;
	if (dir != NULL && resume)
		last = latest(dir);
	if (resume && last == NULL) {
		status = odd_error_set(err, ODD_EUSAGE, "no session was left to go on with");
	} else if (resume) {
		app->journal = last;
		app->resuming = true;
		status = replay_begin(app, last, NULL, 0, 0.0, err);
	} else if (dir != NULL && odd_dir_make(dir, NULL) == ODD_OK) {
		forget_oldest(dir);
		app->journal = text_make(
			"%s/%012lld-%ld.oddlog", dir, (long long)time(NULL), (long)getpid());
		worker_journal(app->worker, app->journal);
	}
	free(dir);
	return status;
}

void sessions_resumed(struct app *app)
{
	if (!app->resuming)
		return;
	app->resuming = false;
	worker_journal(app->worker, app->journal);
}
