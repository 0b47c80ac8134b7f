/* main.c: which subcommand, and the last word on stdout. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/work.h"
#include "cli/options.h"
#include "base/cpu.h"
#include "linalg/blas.h"
#include "mpi/comm_mpi.h"
#include "session/xalloc.h"
#include "session/paths.h"
#include "tui/terminal.h"

/* A reader that went away ends a program by SIGPIPE, in the middle of whatever it writes elsewhere.
 * It is only heeded here, when nothing is half done. */
static bool pipe_heeded;

static bool nobody_reads(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
	return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* Results that did not reach stdout must not pass for results. */
static int close_stdout(int code)
{
	errno = 0;
	if (fflush(stdout) != 0 || ferror(stdout)) {
		if (pipe_heeded && nobody_reads()) {
			signal(SIGPIPE, SIG_DFL);
			raise(SIGPIPE);
		}
		fprintf(stderr, "oddone: cannot write to stdout: %s\n",
			errno != 0 ? strerror(errno) : "an earlier write failed");
		return code == DONE ? FAILED : code;
	}
	return code;
}

static int run_command(const struct command *command, int argc, char **argv)
{
	struct settings settings;
	odd_error err;
	const bool silent = mpi_rank_told() > 0; /* rank 0 tells what is true of all */
	if (options_parse(&settings, command, argc, argv, &err) != ODD_OK)
		return silent ? BAD_USAGE : tell_usage(command, &err);
	if (settings.help) {
		help_command(stdout, command);
		return DONE;
	}
	if (mpi_size_told() > 1 && command != command_find("run")) {
		if (silent)
			return BAD_USAGE;
		return tell_wrong(command,
			"mpirun has started %d processes, and only run shares "
			"its work among them",
			mpi_size_told());
	}
	return command->run(&settings);
}

static int run_help(int argc, char **argv)
{
	if (argc < 2) {
		help_overview(stdout);
		return DONE;
	}
	const struct command *command = command_find(argv[1]);
	if (command == NULL)
		return tell_wrong(NULL, "there is no subcommand \"%.60s\"", argv[1]);
	help_command(stdout, command);
	return DONE;
}

/* Names of what comes with the program, a line each. */
static int list_data(const char *dir, const char *ending)
{
	size_t count;
	char **names = session_data_names(&count, dir, ending);
	for (size_t i = 0; i < count; i++)
		puts(names[i]);
	strings_free(names, count);
	return DONE;
}

/* Not for people: the tables, for shells and for the tests. */
static int run_completion(const char *what)
{
	static const struct {
		const char *name;
		void (*print)(FILE *out);
	} table[] = {{"options", help_options}, {"subcommands", help_subcommands}};
	for (size_t i = 0; what != NULL && i < sizeof table / sizeof *table; i++) {
		if (strcmp(what, table[i].name) == 0) {
			table[i].print(stdout);
			return DONE;
		}
	}
	if (what != NULL && strcmp(what, "samples") == 0)
		return list_data("samples", "");
	if (what != NULL && strcmp(what, "lessons") == 0)
		return list_data("lessons", ".tour");
	return tell_wrong(
		NULL, "--completion: there are options, subcommands, samples and lessons");
}

/* Threads that wait by spinning take the turn of others: of the screen in the explorer, and on a
 * busy machine of the very threads they wait for. So the explorer's sleep at once, and those of the
 * other commands after some microseconds, as the next task is mostly that near. And OpenBLAS need
 * not start threads, which would never be used: each takes a buffer, and where there is no memory
 * for it tries for ever, so that the program could not even end. All that is read before main, so
 * the program begins once more with it said; where that is not possible it goes on as it is. */
static void behave(char **argv, bool explore)
{
	bool waits = getenv("OMP_WAIT_POLICY") != NULL || getenv("GOMP_SPINCOUNT") != NULL;
	bool alone = getenv("OPENBLAS_NUM_THREADS") != NULL;
	if (waits && alone)
		return;
	if (!waits && setenv(explore ? "OMP_WAIT_POLICY" : "GOMP_SPINCOUNT",
			      explore ? "passive" : "10000", 1) != 0)
		return;
	if (pipe_heeded)
		signal(SIGPIPE, SIG_DFL); /* as the program that begins should find it */
	if (alone || setenv("OPENBLAS_NUM_THREADS", "1", 1) == 0) {
		/* by its own path, so that ps and pkill know it by its name, not as "exe" */
		char self[PATH_MAX];
		ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
		self[length > 0 ? length : 0] = '\0';
		execv(self, argv);
		execv("/proc/self/exe", argv); /* the file is gone or another one by now */
	}
	signal(SIGPIPE, SIG_IGN);
}

/* Is it answered by a text, not by a subcommand? */
static bool is_question(const char *word)
{
	static const char *const questions[] = {
		"-h", "--help", "-v", "-V", "--version", "help", "--completion"};
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		if (strcmp(word, questions[i]) == 0)
			return true;
	return false;
}

static int dispatch(int argc, char **argv)
{
	char *alone[] = {argv[0], NULL};
	const char *word = argc < 2 ? "explore" : argv[1];
	const struct command *command = command_find(word);
	behave(argv, command == command_find("explore") || (command == NULL && !is_question(word)));
	if (argc < 2)
		return run_command(command, 1, alone);
	if (command != NULL)
		return run_command(command, argc - 1, argv + 1);
	if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
		help_overview(stdout);
		return DONE;
	}
	if (strcmp(word, "-v") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "--version") == 0) {
		help_version(stdout);
		return DONE;
	}
	if (strcmp(word, "help") == 0)
		return run_help(argc - 1, argv + 1);
	if (strcmp(word, "--completion") == 0)
		return run_completion(argv[2]);
	if (word[0] != '-' && !explore_knows(word))
		return BAD_USAGE;
	/* Whatever else: the explorer, its options before or behind the network. */
	return run_command(command_find("explore"), argc, argv);
}

/* A closed stdin, stdout or stderr would lend its number to the next file that is opened, and what
 * is printed would go there. /dev/null takes the number. As stdout it is opened for reading, so
 * that results written there fail like on any other stdout that cannot be written. */
static void fill_standard(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		const int how = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", how) != fd)
			_exit(FAILED);
	}
}

static void out_of_memory(void)
{
	static const char text[] = "oddone: out of memory\n";
	int fd = signals_restore();
	if (write(fd >= 0 ? fd : STDERR_FILENO, text, sizeof text - 1) < 0) {
		/* nobody is there to be told */
	}
	_exit(FAILED);
}

int main(int argc, char **argv)
{
	fill_standard();
	xalloc_on_fail(out_of_memory);
	pipe_heeded = signal(SIGPIPE, SIG_IGN) == SIG_DFL;
	/* A file beyond ulimit -f is a write that fails, like one on a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	/* A report is written at once, so that the reason is still known when that fails. */
	static char report[1 << 16];
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, report, _IOFBF, sizeof report);
	/* Letters as the terminal has them; numbers stay as in C, whatever the country. */
	setlocale(LC_CTYPE, "");
	/* Our own kernels share the rows among threads; BLAS sees small matrices only. */
	odd__blas_set_threads(1);
	odd_error err;
	if (odd_cpu_check(&err) != ODD_OK)
		return tell_usage(NULL, &err);
	return close_stdout(dispatch(argc, argv));
}
