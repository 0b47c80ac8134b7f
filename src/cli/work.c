/* work.c: signals, errors told, loading, and directories that are written whole or not at all. */
#include "config.h"

#include "cli/work.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/threads.h"
#include "cli/text.h"
#include "network/readers.h"
#include "oddone/one.h"
#include "session/paths.h"
#include "session/xalloc.h"
#include "report/json.h"

/* ---- signals ------------------------------------------------------------------------------ */

/* State of the process, as tui/signals.c has some: a signal has no other way to reach us. */
static atomic_bool cancelled, holding;
static atomic_int cancelled_by; /* the first signal */

static void on_signal(int number)
{
	int first = 0;
	atomic_compare_exchange_strong(&cancelled_by, &first, number);
	if (atomic_exchange(&cancelled, true) && !atomic_load(&holding))
		_exit(SIGNALLED + number); /* asked twice: at once */
}

int work_ended_by(void)
{
	int number = atomic_load(&cancelled_by);
	return SIGNALLED + (number != 0 ? number : SIGINT);
}

void work_hold(bool hold)
{
	atomic_store(&holding, hold);
}

void work_begin(struct work *w, const struct settings *s)
{
	memset(w, 0, sizeof *w);
	w->quiet = s->quiet;
	meter_init(&w->meter, s->quiet);
	json_watch_memory();
	w->job = (odd_job){.threads = (int)s->run.threads,
		.cancel = &cancelled,
		.report = w->meter.on ? meter_report : NULL,
		.payload = &w->meter};
	omp_set_num_threads(odd_job_threads(&w->job));
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_signal;
	action.sa_flags = SA_RESTART;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* Started by nohup, it is to go on when the terminal is gone. */
	struct sigaction before;
	if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

bool work_cancelled(const struct work *w)
{
	return odd_job_cancelled(&w->job);
}

void work_end(struct work *w)
{
	meter_clear(&w->meter);
}

/* ---- telling ------------------------------------------------------------------------------ */

int error_code(const odd_error *err, bool reading)
{
	switch (err->code) {
	case ODD_ECANCELLED:
		return work_ended_by();
	case ODD_EUSAGE:
		return BAD_USAGE;
	case ODD_EINPUT:
		return BAD_INPUT;
	case ODD_EIO:
		return reading ? BAD_INPUT : FAILED;
	case ODD_ENUMERIC:
		return BAD_NUMBERS;
	default:
		return FAILED;
	}
}

int tell_error(struct work *w, const odd_error *err, bool reading)
{
	char text[512];
	work_end(w);
	if (err->code == ODD_ECANCELLED)
		fputs(w->writes ? "oddone: interrupted; what was written before stays\n"
				: "oddone: interrupted, nothing was written\n",
			stderr);
	else
		text_print(stderr, "oddone: %s\n", odd_error_format(err, text, sizeof text));
	return error_code(err, reading);
}

int tell_usage(const struct command *command, const odd_error *err)
{
	const char *space = command != NULL ? " " : "",
		   *name = command != NULL ? command->name : "";
	text_print(stderr, "oddone%s%s: %s\ntry: oddone%s%s --help\n", space, name, err->message,
		space, name);
	return BAD_USAGE;
}

int tell_wrong(const struct command *command, const char *format, ...)
{
	odd_error err = {.code = ODD_EUSAGE};
	va_list args;
	va_start(args, format);
	vsnprintf(err.message, sizeof err.message, format, args);
	va_end(args);
	return tell_usage(command, &err);
}

void tell(struct work *w, const char *format, ...)
{
	if (w->quiet)
		return;
	meter_clear(&w->meter);
	va_list args;
	va_start(args, format);
	fputs("oddone: ", stderr);
	text_vprint(stderr, format, args);
	putc('\n', stderr);
	va_end(args);
}

/* ---- a network on standard input ----------------------------------------------------------- */

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

/* Remove the file and free the path. NULL is fine. */
static void spool_remove(char *path)
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

/* A network on standard input: readers want a file, so the bytes go to a temporary one. *path is on
 * the heap. Only formats of a single file can come this way, gzipped or not. */
static odd_status spool_stdin(char **path, struct work *w, odd_error *err)
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
	if (status == ODD_OK) {
		*path = plain;
		plain = NULL;
	} else {
		if (plain != NULL)
			unlink(plain);
		rmdir(dir);
	}
	free(plain);
	free(dir);
	return status;
}

/* ---- networks ----------------------------------------------------------------------------- */

odd_status load_network(odd_network **out, const struct settings *s, struct work *w, odd_error *err)
{
	char *path = NULL;
	const odd_load_options options = run_options_load(&s->run, &s->table);
	bool piped = strcmp(s->network, "-") == 0;
	*out = NULL;
	odd_status status =
		piped ? spool_stdin(&path, w, err) : session_find_network(&path, s->network, err);
	if (status == ODD_OK) {
		status = odd_network_load(out, path, &options, &w->job, err);
		if (status != ODD_OK && piped) /* the user has never seen the temporary file */
			strcpy(err->file, "standard input");
	}
	if (piped)
		spool_remove(path);
	else
		free(path);
	if (status == ODD_OK && work_cancelled(w))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	return status;
}

void tell_skipped(struct work *w, const odd_network *net)
{
	struct notes notes = {0};
	notes_add_remarks(&notes, net);
	notes_add_skipped(&notes, &net->skipped);
	for (size_t i = 0; i < notes.count; i++)
		tell(w, "%s", notes.text[i]);
	notes_clear(&notes);
}

/* The target's descriptor, and that it is what was seen. */
static odd_status open_target(struct staging *s, const struct staging_seen *seen, odd_error *err)
{
	struct stat info;
	const bool fresh = s->made || (seen != NULL && seen->made); /* a link to follow it is not */
	s->fd = open(s->target, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (fresh ? O_NOFOLLOW : 0));
	if (s->fd < 0 || fstat(s->fd, &info) != 0)
		return odd_error_errno(err, s->target, "cannot write here");
	if (seen != NULL && seen->known && !seen->made &&
		(info.st_dev != seen->device || info.st_ino != seen->number))
		return odd_error_at(err, ODD_EIO, s->target, 0, 0,
			"has become another directory since the command began");
	char below[40];
	snprintf(below, sizeof below, "/proc/self/fd/%d", s->fd);
	struct stat same;
	const bool by_number = seen != NULL && stat(below, &same) == 0 &&
			       same.st_dev == info.st_dev && same.st_ino == info.st_ino;
	s->base = strdup(by_number ? below : s->target);
	s->dir = s->base != NULL ? odd_path_join(s->base, ".oddone-XXXXXX") : NULL;
	return s->dir != NULL ? ODD_OK : odd_error_nomem(err);
}

odd_status staging_begin(
	struct staging *s, const char *target, const struct staging_seen *seen, odd_error *err)
{
	struct stat info;
	*s = (struct staging){.made = stat(target, &info) != 0, .fd = -1};
	odd_status status = odd_dir_make(target, err);
	if (status != ODD_OK)
		return status;
	s->target = strdup(target);
	status = s->target != NULL ? open_target(s, seen, err) : odd_error_nomem(err);
	if (status == ODD_OK) {
		const bool there = mkdtemp(s->dir) != NULL;
		s->listing = there ? opendir(s->dir) : NULL;
		if (s->listing == NULL) {
			status = odd_error_errno(err, target, "cannot write here");
			if (there)
				rmdir(s->dir);
		}
	}
	if (status != ODD_OK)
		staging_discard(s);
	return status;
}

odd_status staging_fault(const struct staging *s, odd_status status, odd_error *err)
{
	const size_t length = s->base != NULL ? strlen(s->base) : 0;
	char file[sizeof err->file];
	if (status == ODD_OK || err == NULL || length == 0 ||
		strncmp(err->file, s->base, length) != 0 || err->file[length] != '/')
		return status;
	const char *name = err->file + length + 1, *hidden = strchr(name, '/');
	snprintf(file, sizeof file, "%.120s/%.60s", s->target,
		name[0] == '.' && hidden != NULL ? hidden + 1 : name);
	memcpy(err->file, file, sizeof file);
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
		char *to = odd_path_join(s->base, entry->d_name);
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
	staging_fault(s, status, err);
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
	if (s->target != NULL && s->fd >= 0)
		close(s->fd);
	if (s->target != NULL && s->made)
		rmdir(s->target);
	free(s->dir);
	free(s->base);
	free(s->target);
	*s = (struct staging){.fd = -1};
}

odd_status staging_check(const char *target, struct staging_seen *seen, odd_error *err)
{
	const struct staging_seen nothing = {.known = false};
	struct staging s;
	struct stat info;
	odd_status status = staging_begin(&s, target, &nothing, err);
	if (status == ODD_OK && seen != NULL && fstat(s.fd, &info) == 0)
		*seen = (struct staging_seen){true, s.made, info.st_dev, info.st_ino};
	staging_discard(&s);
	return status;
}
