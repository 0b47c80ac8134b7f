#include "config.h"

#include "network/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The processor time of a child: plenty for what the limit lets through. */
enum { SECONDS = 20, BYTES_PER_SECOND = 10 << 20, POLL_MS = 50 };

/* Handlers of the program belong to the program: in the child a crash is a silent end. What asks
 * the program to end is for the program to decide: it ends the child. */
static void be_a_child(const odd__limits *limits)
{
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGPIPE};
	static const int asking[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
	struct sigaction act = {.sa_handler = SIG_DFL};
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &act, NULL);
	act.sa_handler = SIG_IGN;
	for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
		sigaction(asking[i], &act, NULL);
	rlim_t seconds = SECONDS + (rlim_t)(odd__limits_most(limits) / BYTES_PER_SECOND);
	struct rlimit none = {0, 0}, time = {seconds, seconds};
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_CPU, &time);
	/* What the library or a sanitizer has to say about it is for nobody. */
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
}

odd_status odd__child_begin(odd__child *a, void (*work)(void *context, int line), void *context,
	const char *path, const odd__limits *limits, odd_error *err)
{
	int ends[2];
	*a = (odd__child){.child = -1, .line = -1, .path = path, .limits = limits};
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return odd_error_errno(err, path, "cannot read: no line");
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	a->child = fork();
	if (a->child == 0) {
		close(ends[0]);
		be_a_child(limits);
		work(context, ends[1]);
		_exit(0);
	}
	int why = errno;
	close(ends[1]);
	a->line = ends[0];
	if (a->child > 0)
		return ODD_OK;
	odd__child_end(a);
	errno = why;
	return odd_error_errno(err, path, "cannot read: no process");
}

void odd__child_ask(const odd__child *a, const void *bytes, size_t size)
{
	/* A question is short: it fits, or the child is no more. */
	(void)!send(a->line, bytes, size, MSG_NOSIGNAL);
}

odd_status odd__child_read(odd__child *a, void *bytes, size_t size, odd_error *err)
{
	char *at = bytes;
	while (size > 0) {
		struct pollfd wait = {.fd = a->line, .events = POLLIN};
		odd_status status = odd__limits_poll(a->limits, a->path, err);
		if (status != ODD_OK)
			return status;
		if (poll(&wait, 1, POLL_MS) <= 0)
			continue;
		ssize_t got = read(a->line, at, size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return odd_error_at(
				err, ODD_EINPUT, a->path, 0, 0, "is damaged or cut short");
		at += got;
		size -= (size_t)got;
	}
	return ODD_OK;
}

void odd__child_end(odd__child *a)
{
	if (a->line >= 0)
		close(a->line);
	if (a->child > 0) {
		kill(a->child, SIGKILL);
		while (waitpid(a->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	a->child = a->line = -1;
}

bool odd__child_asked(int line, void *bytes, size_t size)
{
	return recv(line, bytes, size, MSG_WAITALL) == (ssize_t)size;
}

void odd__child_answer(int line, const void *bytes, size_t size)
{
	const char *at = bytes;
	while (size > 0) {
		ssize_t put = write(line, at, size);
		if (put < 0 && errno != EINTR)
			_exit(1);
		if (put > 0) {
			at += put;
			size -= (size_t)put;
		}
	}
}
