/* error.h: one way to say what went wrong and where.
 *
 * Every function that can fail returns an odd_status and takes an odd_error as its last argument.
 * The error is filled once, where the fault is found, and passed up untouched. Nothing is kept in
 * global or thread-local state, so an error can travel from a worker thread to a screen.
 */
#ifndef ODDONE_ERROR_H
#define ODDONE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum odd_status {
	ODD_OK = 0,
	ODD_ENOMEM = -1,     /* out of memory */
	ODD_EIO = -2,        /* the system refused to read or write */
	ODD_EINPUT = -3,     /* the user's data is wrong; file, line and column say where */
	ODD_ENUMERIC = -4,   /* a number stopped being finite, or a system is singular */
	ODD_ECANCELLED = -5, /* the job's cancel flag was raised */
	ODD_EUSAGE = -6      /* the request makes no sense for this network or these options */
} odd_status;

typedef struct odd_error {
	odd_status code;
	char message[256]; /* one line, no final stop, names the thing at fault */
	char file[192];    /* the user's file; empty when the error is not about a file */
	long line, column; /* 1-based; 0 when unknown */
} odd_error;

/* clang-format off */
#if defined(__GNUC__)
#define ODD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ODD_PRINTF(fmt, args)
#endif
/* clang-format on */

/* Fill *err (which may be NULL) and return code, so that `return odd_error_set(…)` reads well. */
odd_status odd_error_set(odd_error *err, odd_status code, const char *format, ...) ODD_PRINTF(3, 4);

/* The same with a place in the user's input. Pass 0 for a line or column that is not known. */
odd_status odd_error_at(odd_error *err, odd_status code, const char *file, long line, long column,
	const char *format, ...) ODD_PRINTF(6, 7);

/* Out of memory, said in one word at every call site. */
odd_status odd_error_nomem(odd_error *err);

/* What errno says about a file: ODD_EIO with "cannot open: Permission denied" and the like. */
odd_status odd_error_errno(odd_error *err, const char *file, const char *doing);

/* Write "file:line:column: message" (parts that are unknown left out) into buffer; returns buffer.
 */
char *odd_error_format(const odd_error *err, char *buffer, unsigned long size);

#ifdef __cplusplus
}
#endif
#endif
