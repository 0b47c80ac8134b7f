/* Handlers can reach nothing but what is at a fixed place, so this module has static state. */
#include "config.h"

#include "tui/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define RESTORE 256
/* SIGSTKSZ is no constant any more, and too small where vector registers are large. */
#define STACK 65536

static const int gentle[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};
/* … and what ends a program that does not listen. */
static const int crashes[] = {
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct {
	int pipe[2];
	int fd;
	char restore[RESTORE];
	size_t length;
	struct termios before;
	volatile sig_atomic_t ending; /* a signal to end has come */
	struct sigaction old[COUNT(gentle) + COUNT(crashes)];
	stack_t stack_before;
	_Alignas(16) char stack[STACK]; /* for crashes: the usual one may be what is used up */
} state = {.pipe = {-1, -1}};

/* Only calls that a handler may make. */
static void restore_terminal(void)
{
	size_t done = 0;
	while (done < state.length) {
		ssize_t n = write(state.fd, state.restore + done, state.length - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	tcsetattr(state.fd, TCSANOW, &state.before);
}

int signals_restore(void)
{
	if (state.pipe[0] < 0)
		return -1;
	restore_terminal();
	return state.fd;
}

static void on_signal(int number)
{
	int saved = errno;
	bool ends = number == SIGTERM || number == SIGHUP || number == SIGINT;
	if (ends && state.ending) { /* the second request: the main loop does not answer */
		restore_terminal();
		_exit(128 + number);
	}
	state.ending = state.ending || ends;
	unsigned char byte = (unsigned char)number;
	if (write(state.pipe[1], &byte, 1) < 0) {
		/* A full pipe has enough in it. */
	}
	errno = saved;
}

/* The handler is reset by SA_RESETHAND, so that raising the signal again ends the program as if
 * there were no handler. */
static void on_crash(int number)
{
	restore_terminal();
	raise(number);
}

odd_status signals_open(int *read_end, int fd, const struct termios *before, const char *restore,
	size_t length, odd_error *err)
{
	size_t n = 0;
	if (pipe(state.pipe) != 0)
		return odd_error_errno(err, "", "cannot make a pipe");
	for (int i = 0; i < 2; i++) {
		fcntl(state.pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(state.pipe[i], F_SETFL, O_NONBLOCK);
	}
	state.fd = fd;
	state.length = length < RESTORE ? length : RESTORE;
	memcpy(state.restore, restore, state.length);
	state.ending = 0;
	state.before = *before;
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < COUNT(gentle); i++)
		sigaction(gentle[i], &act, &state.old[n++]);
	/* Of this thread alone, which is the one that goes deep: the explorer's own. */
	stack_t stack = {.ss_sp = state.stack, .ss_size = sizeof state.stack};
	sigaltstack(&stack, &state.stack_before);
	act.sa_handler = on_crash;
	act.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
	for (size_t i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &act, &state.old[n++]);
	*read_end = state.pipe[0];
	return ODD_OK;
}

void signals_close(void)
{
	size_t n = 0;
	for (size_t i = 0; i < COUNT(gentle); i++)
		sigaction(gentle[i], &state.old[n++], NULL);
	for (size_t i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &state.old[n++], NULL);
	sigaltstack(&state.stack_before, NULL);
	close(state.pipe[0]);
	close(state.pipe[1]);
	state.pipe[0] = state.pipe[1] = -1;
}

int signals_next(void)
{
	unsigned char byte;
	ssize_t n;
	do
		n = read(state.pipe[0], &byte, 1);
	while (n < 0 && errno == EINTR);
	return n == 1 ? byte : 0;
}

void signals_stop_here(void)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
	sigemptyset(&usual.sa_mask);
	sigaction(SIGTSTP, &usual, &ours);
	kill(getpid(), SIGTSTP); /* the whole process, not this thread alone */
	sigaction(SIGTSTP, &ours, NULL);
}
