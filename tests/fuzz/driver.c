/* Runs the targets.
 *
 *     fuzz SEEDS TARGET [ROUNDS [NUMBER]]   mutations of the files in SEEDS/TARGET, the same ones
 * for the same number; TARGET "all" is every one in turn fuzz - TARGET FILE… these inputs as they
 * are fuzz                                  names of the targets
 *
 * An input may take TIME seconds and the process MEMORY bytes. One that fails is kept in
 * fuzz-TARGET.input. With -DODD_LIBFUZZER, libFuzzer has main, time and memory, and FUZZ_TARGET in
 * the environment names the target. */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fuzz.h"
#include "base/rng.h"

/* ---- what targets need ------------------------------------------------------------------------
 */

static char root[64];

static void clean_up(void)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf '%s'", root);
	if (root[0] != '\0' && system(command) != 0)
		fprintf(stderr, "%s is left behind\n", root);
}

const char *fuzz_root(void)
{
	if (root[0] == '\0') {
		const char *tmp = getenv("TMPDIR");
		if (tmp == NULL)
			tmp = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
		snprintf(root, sizeof root, "%.40s/oddone-fuzz-XXXXXX", tmp);
		if (mkdtemp(root) == NULL)
			abort();
		atexit(clean_up);
	}
	return root;
}

void fuzz_need(int condition, const char *why)
{
	if (condition)
		return;
	fprintf(stderr, "fuzz: %s\n", why);
	abort();
}

void fuzz_put(const char *path, const void *bytes, size_t size)
{
	FILE *f = fopen(path, "wb");
	fuzz_need(f != NULL && fwrite(bytes, 1, size, f) == size && fclose(f) == 0, "cannot write");
}

void fuzz_check_error(odd_status status, const odd_error *err, const uint8_t *text, size_t size)
{
	long lines = 1;
	for (size_t i = 0; i < size; i++) /* to XML a lone CR ends a line, too */
		lines += text[i] == '\n' || text[i] == '\r';
	fuzz_need(status == ODD_EINPUT && err->code == status, "not an error of the input");
	fuzz_need(err->message[0] != '\0' && strchr(err->message, '\n') == NULL,
		"no message of one line");
	fuzz_need(strncmp(err->file, root, strlen(root)) == 0, "no file is named");
	fuzz_need(err->line >= 0 && err->column >= 0 && (err->line > 0 || err->column == 0) &&
			  (err->line <= lines + 1 || err->line < 16) &&
			  err->column <= (long)size + 200,
		"the place is not in the file");
}

static const struct fuzz_target *const tables[] = {
	fuzz_networks, fuzz_parts, fuzz_settings, fuzz_play};

static const struct fuzz_target *find(const char *name)
{
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (const struct fuzz_target *f = tables[t]; f->name != NULL; f++)
			if (name == NULL)
				puts(f->name);
			else if (strcmp(f->name, name) == 0)
				return f;
	return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef ODD_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fuzz_target *target;
	if (target == NULL) {
		const char *name = getenv("FUZZ_TARGET");
		target = name != NULL ? find(name) : NULL;
		if (target == NULL) {
			fputs("FUZZ_TARGET names no target\n", stderr);
			_exit(2);
		}
	}
	target->run(data, size);
	return 0;
}

#else

/* ---- mutations --------------------------------------------------------------------------------
 */

enum { ROOM = 1 << 14, MOST_SEEDS = 64, TIME = 20 };
#define MEMORY ((rlim_t)1 << 30)

static struct {
	const char *target;
	uint8_t data[ROOM];
	size_t size;
} input; /* the current one, for the handler */

struct seed {
	uint8_t *data;
	size_t size;
};

static const char *const tokens[] = {"\t", "\n", "\r\n", " ", ",", ";", "\"", "\"\"", "=", "%",
	"%00", "%20", "#", "#! ", "#! words", "#! name x", "#! directed", "-", "0", "1", "0\t",
	"0,", "nan", "inf", "-1", "1e999", "1e-999", "0x10", "99999999999999999999", "\xef\xbb\xbf",
	"\xff\xfe", "|", "paper:", "label=", "summary=", "numeric:", "cat=", ":", "Id", "Source",
	"0.30000000000000004", "*Vertices ", "graph [", "]", "<key ", "<node ", "</graph>",
	"\xff\xff\xff\xff", "\x7f\xff\xff\xff", "IEND", "iTXt", "\x1f\x8b\x08", "(3, 0)",
	"'fortran_order': True", "set k=", "bind generic ", "\nopen net\n", "\nplant 9%\n",
	"\niterate 2\n", "\nundo\n", "\nunplant\n", "{data}", "{{", "}", "\npage p\n", "\ndo ",
	"\ntext t\n", "\nexpect ", "explore|", "C-", "'", "\\"};

static size_t replace(
	uint8_t *text, size_t size, size_t at, size_t gone, const void *with, size_t n)
{
	static uint8_t copy[ROOM]; /* the source may lie in the text itself */
	if (size - gone + n > ROOM)
		return size;
	memcpy(copy, with, n);
	memmove(text + at + n, text + at + gone, size - at - gone);
	memcpy(text + at, copy, n);
	return size - gone + n;
}

static size_t mutate(uint8_t *text, size_t size, odd_rng *rng)
{
	size_t at = odd_rng_below(rng, size + 1), left = size - at;
	size_t span = left > 0 ? odd_rng_below(rng, left < 24 ? left + 1 : 24) : 0;
	const char *token = tokens[odd_rng_below(rng, sizeof tokens / sizeof *tokens)];
	uint8_t byte = (uint8_t)odd_rng_next(rng);
	switch (odd_rng_below(rng, 10)) {
	case 0:
		return replace(text, size, at, left > 0, &byte, 1);
	case 1:
		return replace(text, size, at, 0, &byte, 1);
	case 2:
		return replace(text, size, at, span, "", 0);
	case 3:
	case 4:
		return replace(text, size, at, 0, token, strlen(token));
	case 5:
		return replace(text, size, at, span, token, strlen(token));
	case 6: /* copy a piece to another place */
		return replace(text, size, odd_rng_below(rng, size + 1), 0, text + at, span);
	case 7: /* a line again */
		return replace(text, size, at, 0, text, size < 200 ? size : 200);
	case 8: /* one bit, as in numbers of binary files */
		if (left > 0)
			text[at] ^= (uint8_t)(1u << (byte & 7));
		return size;
	default: /* cut off, seldom */
		return odd_rng_below(rng, 4) == 0 ? at : size;
	}
}

/* ---- running ----------------------------------------------------------------------------------
 */

static int start; /* the directory, which targets may leave */

static void keep_input(int number)
{
	char path[100] = "fuzz-";
	strncat(path, input.target, 60);
	strcat(path, ".input");
	int fd = openat(start, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || write(fd, input.data, input.size) < 0 || close(fd) != 0)
		_exit(99);
	static const char said[] = "fuzz: failed; the input is kept as fuzz-TARGET.input\n";
	(void)!write(STDERR_FILENO, said, sizeof said - 1);
	raise(number == SIGALRM ? SIGKILL : number);
}

static void guard(void)
{
	static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
	struct sigaction act = {
		.sa_handler = keep_input, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
	static char room[1 << 16]; /* a stack that ran over has none left for the handler */
	stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &act, NULL);
	start = open(".", O_RDONLY | O_DIRECTORY);
#ifndef ODD_SANITIZED /* whose shadow is larger than any limit */
	struct rlimit memory = {MEMORY, MEMORY};
	setrlimit(RLIMIT_AS, &memory);
#endif
}

static void run_input(const struct fuzz_target *target)
{
	input.target = target->name;
	alarm(TIME);
	target->run(input.data, input.size);
	alarm(0);
}

static int read_seed(struct seed *seed, const char *path)
{
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		return 0;
	seed->data = malloc(ROOM);
	fuzz_need(seed->data != NULL, "out of memory");
	seed->size = fread(seed->data, 1, ROOM, f);
	fclose(f);
	return 1;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static size_t read_seeds(struct seed *seeds, const char *dir, const char *target)
{
	char path[1024];
	struct dirent **list = NULL;
	size_t count = 0;
	snprintf(path, sizeof path, "%s/%s", dir, target);
	int found = scandir(path, &list, visible, by_name);
	for (int i = 0; i < found; i++) {
		snprintf(path, sizeof path, "%s/%s/%s", dir, target, list[i]->d_name);
		if (count < MOST_SEEDS)
			count += (size_t)read_seed(&seeds[count], path);
		free(list[i]);
	}
	free(list);
	if (count == 0) {
		fprintf(stderr, "fuzz: no seeds in %s/%s\n", dir, target);
		exit(2);
	}
	return count;
}

/* The seeds as they are, then mutations of them. */
static void run_target(
	const struct fuzz_target *target, const char *dir, long rounds, uint64_t number)
{
	struct seed seeds[MOST_SEEDS];
	size_t count = read_seeds(seeds, dir, target->name);
	odd_rng rng;
	odd_rng_init(&rng, number, target->name);
	for (long round = 0; round < rounds + (long)count; round++) {
		int mutated = round >= (long)count;
		const struct seed *seed =
			&seeds[mutated ? odd_rng_below(&rng, count) : (size_t)round];
		memcpy(input.data, seed->data, seed->size);
		input.size = seed->size;
		for (uint64_t n = mutated ? 1 + odd_rng_below(&rng, 6) : 0; n > 0; n--)
			input.size = mutate(input.data, input.size, &rng);
		run_input(target);
	}
	for (size_t i = 0; i < count; i++)
		free(seeds[i].data);
	printf("%-10s %ld inputs, nothing failed\n", target->name, rounds + (long)count);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		find(NULL);
		return 0;
	}
	int all = strcmp(argv[2], "all") == 0;
	const struct fuzz_target *target = all ? NULL : find(argv[2]);
	if (!all && target == NULL) {
		fprintf(stderr, "fuzz: %s is no target\n", argv[2]);
		return 2;
	}
	guard();
	if (strcmp(argv[1], "-") == 0) {
		for (int i = 3; i < argc && target != NULL; i++) {
			struct seed seed = {NULL, 0};
			fuzz_need(read_seed(&seed, argv[i]), "cannot read the input");
			memcpy(input.data, seed.data, seed.size);
			input.size = seed.size;
			free(seed.data);
			run_input(target);
		}
		return 0;
	}
	char *seeds = realpath(argv[1], NULL);
	fuzz_need(seeds != NULL, "no such directory of seeds");
	long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : 2000;
	uint64_t number = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (const struct fuzz_target *f = tables[t]; f->name != NULL; f++)
			if (all || f == target)
				run_target(f, seeds, rounds, number);
	free(seeds);
	return 0;
}

#endif
