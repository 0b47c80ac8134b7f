/* The terminal is restored however the program dies: what is written to it comes through a pipe
 * here. */
#include "config.h"

#include "helpers.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/terminal.h"

static const char restore[] = "terminal restored";

/* Goes on until the stack is used up; the compiler cannot tell. */
static int deeper(volatile int depth)
{
	volatile char room[4096];
	room[0] = (char)depth;
	room[4095] = 1;
	return depth < 0 ? 0 : deeper(depth + 1) + room[0] + room[4095];
}

static void die(int number)
{
	if (number != 0)
		raise(number);
	else
		_exit(deeper(0) != 0);
}

/* How a child ends that has opened the signals; what it wrote stands in out. */
static int ended_by(int number, char out[64])
{
	int ends[2], status;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct rlimit none = {0, 0};
		struct termios before = {0};
		int read_end;
		setrlimit(RLIMIT_CORE, &none);
		if (signals_open(&read_end, ends[1], &before, restore, strlen(restore), NULL) !=
			ODD_OK)
			_exit(99);
		die(number);
		_exit(98);
	}
	close(ends[1]);
	ssize_t got = read(ends[0], out, 63);
	out[got > 0 ? got : 0] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void crashes_restore_the_terminal(void **state)
{
	(void)state;
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGUSR1,
		SIGUSR2, SIGALRM, SIGXCPU};
	char out[64];
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		assert_int_equal(ended_by(numbers[i], out), numbers[i]);
		assert_string_equal(out, restore);
	}
}

static void so_does_a_stack_that_overflows(void **state)
{
	(void)state;
	char out[64];
	assert_int_equal(ended_by(0, out), SIGSEGV);
	assert_string_equal(out, restore);
}

/* In pieces of any length, with keys before, between and behind the answers. */
static void answers_are_told_from_keys(void **state)
{
	static const char light[] = "j\033]11;rgb:ffff/fefe/fdfd\033\\k\033[?63;1;2c\033[A";
	static const char dark[] = "\033]11;rgb:14/17/1c\a\033[?62;c";
	static const char senseless[] = "\033]11;rgb:zz\033\\\033[?6;x";
	char bytes[100];
	(void)state;
	for (size_t step = 1; step < sizeof light; step++) {
		int theme = 0;
		bool ended = false;
		size_t kept = 0;
		for (size_t i = 0; i + 1 < sizeof light; i += step) {
			size_t n = sizeof light - 1 - i < step ? sizeof light - 1 - i : step;
			memcpy(bytes + kept, light + i, n);
			kept = terminal_take_answers(bytes, kept + n, &theme, &ended);
		}
		assert_true(ended);
		assert_int_equal(theme, 1 + THEME_LIGHT);
		assert_int_equal(kept, 5);
		assert_memory_equal(bytes, "jk\033[A", 5);
	}
	int theme = 0;
	bool ended = false;
	memcpy(bytes, dark, sizeof dark);
	assert_int_equal(terminal_take_answers(bytes, sizeof dark - 1, &theme, &ended), 0);
	assert_true(ended && theme == 1 + THEME_DARK);
	theme = 0;
	ended = false;
	memcpy(bytes, senseless, sizeof senseless);
	assert_int_equal(terminal_take_answers(bytes, sizeof senseless - 1, &theme, &ended), 0);
	assert_true(!ended && theme == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_are_told_from_keys),
		cmocka_unit_test(crashes_restore_the_terminal),
		cmocka_unit_test(so_does_a_stack_that_overflows),
	};
	return cmocka_run_group_tests_name("signals", tests, NULL, NULL);
}
