/* fail.c: preloaded into the program, lets the n-th call of a kind fail.
 *
 *     LD_PRELOAD=fail.so ODDONE_FAIL=write:12 ODDONE_FAIL_COUNTS=FILE oddone …
 *
 * Kinds: alloc, open, read, write, fsync, close, rename, mmap; "write:12+" lets every one from the
 * twelfth on fail. Only calls that the program itself makes are counted, also through the C library
 * (strdup, getline, streams); libraries that draw or calculate end themselves without memory, which
 * is theirs. Streams of the program become streams over functions of ours, since the C library
 * writes past any preloaded write().
 *
 * FILE, of at least a page, is mapped: it holds what happened however the program ends.
 * ODDONE_FAIL_PLACES=FILE tells of each call from where it was made (struct fail_places), so that
 * calls which come the same way need not all be tried.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

#include "fail.h"

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
	*__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* ---- who calls --------------------------------------------------------------------------------
 */

struct range {
	uintptr_t from, to;
};
static struct range program, shared, library, self; /* shared: liboddone.so */
static bool ready;
static _Thread_local bool inside; /* of ours: what it calls in turn does not count */

static bool in(struct range r, uintptr_t at)
{
	return at >= r.from && at < r.to;
}

/* In the program or its library. */
static bool in_oddone(uintptr_t at)
{
	return in(program, at) || in(shared, at);
}

/* The address as addr2line takes it. */
static uintptr_t offset_in_file(uintptr_t at)
{
	return at - (in(shared, at) ? shared.from : program.from);
}

static int find_range(struct dl_phdr_info *info, size_t size, void *payload)
{
	struct range r = {UINTPTR_MAX, 0};
	bool *first = payload;
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_LOAD)
			continue;
		uintptr_t from = info->dlpi_addr + p->p_vaddr;
		r.from = from < r.from ? from : r.from;
		r.to = from + p->p_memsz > r.to ? from + p->p_memsz : r.to;
	}
	if (*first)
		program = r;
	*first = false;
	if (strstr(info->dlpi_name, "/liboddone.so") != NULL)
		shared = r;
	if (in(r, (uintptr_t)&__libc_malloc))
		library = r;
	if (in(r, (uintptr_t)&find_range))
		self = r;
	return 0;
}

/* The first caller that is neither the C library nor this file. */
static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *payload)
{
	uintptr_t at = _Unwind_GetIP(context);
	if (in(self, at) || in(library, at))
		return _URC_NO_REASON;
	*(uintptr_t *)payload = at;
	return _URC_END_OF_STACK;
}

static bool ours(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;
	if (!ready || inside)
		return false;
	if (in(library, at)) {
		inside = true;
		_Unwind_Backtrace(look, &at);
		inside = false;
	}
	return in_oddone(at);
}

/* ---- which fails ------------------------------------------------------------------------------
 */

static struct fail_counts none, *counts = &none;
static struct fail_places *places;
static int kind = -1;
static long which;
static bool onwards;

/* Adds the functions of the program on the way here to a hash. */
static _Unwind_Reason_Code add_place(struct _Unwind_Context *context, void *payload)
{
	uintptr_t at = _Unwind_GetIP(context);
	uint64_t *hash = payload;
	if (in_oddone(at))
		*hash = (*hash ^ offset_in_file(at)) * UINT64_C(0x100000001b3);
	return _URC_NO_REASON;
}

static void note_place(enum fail_kind k, long n)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	if (places == NULL || n > FAIL_MOST)
		return;
	inside = true;
	_Unwind_Backtrace(add_place, &hash);
	inside = false;
	places->of[k][n - 1] = hash >> 1; /* od prints it as it is */
}

static bool fails(enum fail_kind k, const void *caller, int why)
{
	if (!ours(caller))
		return false;
	long n = atomic_fetch_add(&counts->calls[k], 1) + 1;
	note_place(k, n);
	if ((int)k != kind || (onwards ? n < which : n != which))
		return false;
	atomic_fetch_add(&counts->failed, 1);
	if (atomic_load(&counts->failed) == 1) {
		/* Where: the first callers, to be looked up with addr2line. */
		counts->caller = offset_in_file((uintptr_t)caller);
	}
	errno = why;
	return true;
}

/* ---- memory -----------------------------------------------------------------------------------
 *
 * What the program asks for is noted, whoever frees it: open addressing, never full. */

enum { SLOTS = 1 << 20 };
static _Atomic(uintptr_t) *slot; /* 0: free for good, 1: free again */

static size_t place_of(uintptr_t p)
{
	return (size_t)((p >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 44) % SLOTS;
}

static void *note(void *p, bool mine)
{
	if (!mine || p == NULL || slot == NULL)
		return p;
	for (size_t i = place_of((uintptr_t)p);; i = (i + 1) % SLOTS) {
		uintptr_t was = atomic_load(&slot[i]);
		if (was <= 1 && atomic_compare_exchange_strong(&slot[i], &was, (uintptr_t)p)) {
			atomic_fetch_add(&counts->live, 1);
			return p;
		}
	}
}

static void forget(void *p)
{
	if (p == NULL || slot == NULL)
		return;
	for (size_t i = place_of((uintptr_t)p);; i = (i + 1) % SLOTS) {
		uintptr_t was = atomic_load(&slot[i]);
		if (was == 0)
			return;
		if (was == (uintptr_t)p) {
			atomic_store(&slot[i], 1);
			atomic_fetch_sub(&counts->live, 1);
			return;
		}
	}
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size)
{
	bool mine = ours(CALLER);
	return mine && fails(ALLOC, CALLER, ENOMEM) ? NULL : note(__libc_malloc(size), mine);
}

void *calloc(size_t count, size_t size)
{
	bool mine = ours(CALLER);
	return mine && fails(ALLOC, CALLER, ENOMEM) ? NULL : note(__libc_calloc(count, size), mine);
}

void *realloc(void *old, size_t size)
{
	bool mine = ours(CALLER);
	if (mine && fails(ALLOC, CALLER, ENOMEM))
		return NULL;
	forget(old);
	void *p = __libc_realloc(old, size);
	if (p == NULL && size > 0)
		note(old, mine);
	return note(p, mine);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	bool mine = ours(CALLER);
	return mine && fails(ALLOC, CALLER, ENOMEM) ? NULL
						    : note(__libc_memalign(alignment, size), mine);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
	bool mine = ours(CALLER);
	if (mine && fails(ALLOC, CALLER, ENOMEM))
		return ENOMEM;
	void *p = note(__libc_memalign(alignment, size), mine);
	if (p == NULL)
		return ENOMEM;
	*out = p;
	return 0;
}

void free(void *p)
{
	int kept = errno;
	forget(p);
	__libc_free(p);
	errno = kept;
}

/* ---- files ------------------------------------------------------------------------------------
 */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* A stream of the program and the file below it. */
struct channel {
	FILE *stream;
	int fd;
};
enum { CHANNELS = 64 };
static struct channel channel[CHANNELS];

static ssize_t channel_read(void *cookie, char *to, size_t size)
{
	const struct channel *c = cookie;
	return fails(READ, (void *)program.from, EIO) ? -1 : REAL(read)(c->fd, to, size);
}

static ssize_t channel_write(void *cookie, const char *from, size_t size)
{
	const struct channel *c = cookie;
	if (fails(WRITE, (void *)program.from, ENOSPC))
		return 0;
	ssize_t n = REAL(write)(c->fd, from, size);
	return n < 0 ? 0 : n;
}

static int channel_seek(void *cookie, off64_t *to, int from)
{
	const struct channel *c = cookie;
	off64_t at = lseek64(c->fd, *to, from);
	if (at < 0)
		return -1;
	*to = at;
	return 0;
}

static int channel_close(void *cookie)
{
	struct channel *c = cookie;
	int fd = c->fd;
	c->stream = NULL;
	bool bad = fails(CLOSE, (void *)program.from, EIO);
	int result = REAL(close)(fd);
	if (bad)
		errno = EIO;
	return bad ? -1 : result;
}

static FILE *stream_over(int fd, const char *mode)
{
	static const cookie_io_functions_t functions = {
		channel_read, channel_write, channel_seek, channel_close};
	for (size_t i = 0; i < CHANNELS; i++)
		if (channel[i].stream == NULL) {
			channel[i].fd = fd;
			channel[i].stream = fopencookie(&channel[i], mode, functions);
			return channel[i].stream;
		}
	errno = EMFILE;
	return NULL;
}

int fileno(FILE *stream)
{
	for (size_t i = 0; i < CHANNELS; i++)
		if (stream != NULL && channel[i].stream == stream)
			return channel[i].fd;
	return REAL(fileno)(stream);
}

FILE *fdopen(int fd, const char *mode)
{
	return ours(CALLER) ? stream_over(fd, mode) : REAL(fdopen)(fd, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	if (!ours(CALLER))
		return REAL(fopen)(path, mode);
	if (fails(OPEN, CALLER, EMFILE))
		return NULL;
	int fd = REAL(open)(path,
		mode[0] == 'r' ? O_RDONLY
			       : O_WRONLY | O_CREAT | (mode[0] == 'a' ? O_APPEND : O_TRUNC),
		0666);
	FILE *stream = fd >= 0 ? stream_over(fd, mode) : NULL;
	if (fd >= 0 && stream == NULL)
		REAL(close)(fd);
	return stream;
}

int open(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = (flags & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
	va_end(args);
	return fails(OPEN, CALLER, EMFILE) ? -1 : REAL(open)(path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	mode_t mode = (flags & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
	va_end(args);
	return fails(OPEN, CALLER, EMFILE) ? -1 : REAL(openat)(dir, path, flags, mode);
}

DIR *opendir(const char *path)
{
	return fails(OPEN, CALLER, EMFILE) ? NULL : REAL(opendir)(path);
}

int mkstemp(char *template)
{
	return fails(OPEN, CALLER, EMFILE) ? -1 : REAL(mkstemp)(template);
}

char *mkdtemp(char *template)
{
	return fails(OPEN, CALLER, ENOSPC) ? NULL : REAL(mkdtemp)(template);
}

int mkdir(const char *path, mode_t mode)
{
	return fails(OPEN, CALLER, ENOSPC) ? -1 : REAL(mkdir)(path, mode);
}

ssize_t read(int fd, void *to, size_t size)
{
	return fails(READ, CALLER, EIO) ? -1 : REAL(read)(fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
	return fails(READ, CALLER, EIO) ? -1 : REAL(pread)(fd, to, size, at);
}

ssize_t write(int fd, const void *from, size_t size)
{
	return fails(WRITE, CALLER, ENOSPC) ? -1 : REAL(write)(fd, from, size);
}

int fsync(int fd)
{
	return fails(FSYNC, CALLER, EIO) ? -1 : REAL(fsync)(fd);
}

int close(int fd)
{
	bool bad = fails(CLOSE, CALLER, EIO);
	int result = REAL(close)(fd);
	if (bad)
		errno = EIO;
	return bad ? -1 : result;
}

int rename(const char *from, const char *to)
{
	return fails(RENAME, CALLER, EACCES) ? -1 : REAL(rename)(from, to);
}

int renameat(int dir, const char *from, int other, const char *to)
{
	return fails(RENAME, CALLER, EACCES) ? -1 : REAL(renameat)(dir, from, other, to);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	return fails(MMAP, CALLER, ENOMEM) ? MAP_FAILED
					   : REAL(mmap)(at, size, protection, flags, fd, offset);
}

/* ---- start ------------------------------------------------------------------------------------
 */

/* The file that a variable names; NULL when there is none. */
static void *map_file(const char *variable, size_t size)
{
	const char *path = getenv(variable);
	int fd = path != NULL ? REAL(open)(path, O_RDWR) : -1;
	if (fd < 0)
		return NULL;
	void *at = REAL(mmap)(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	REAL(close)(fd);
	if (at == MAP_FAILED)
		_exit(98);
	return at;
}

__attribute__((constructor)) static void start(void)
{
	static const char *const names[] = FAIL_NAMES;
	const char *said = getenv("ODDONE_FAIL");
	bool first = true;
	counts = map_file("ODDONE_FAIL_COUNTS", sizeof *counts);
	if (counts == NULL) {
		counts = &none;
		return;
	}
	places = map_file("ODDONE_FAIL_PLACES", sizeof *places);
	slot = REAL(mmap)(NULL, SLOTS * sizeof *slot, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if ((void *)slot == MAP_FAILED)
		_exit(98);
	for (int i = 0; said != NULL && i < FAIL_KINDS; i++) {
		size_t length = strlen(names[i]);
		if (strncmp(said, names[i], length) == 0 && said[length] == ':') {
			char *end;
			kind = i;
			which = strtol(said + length + 1, &end, 10);
			onwards = *end == '+';
		}
	}
	/* The unwinder asks for its memory now. */
	uintptr_t unused = 0;
	dl_iterate_phdr(find_range, &first);
	_Unwind_Backtrace(look, &unused);
	FILE *out = stream_over(STDOUT_FILENO, "w");
	if (out != NULL)
		stdout = out;
	ready = true;
}
