/* error.h: errors as values: a status, a message and a place in a file.
 *
 * Every function that can fail returns an odd_status and takes an odd_error as its last argument,
 * which may be NULL. The function that finds the fault fills the error; its callers return the
 * error unchanged. The library keeps no error in global or thread-local state.
 */
#ifndef ODDONE_ERROR_H
#define ODDONE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a function that can fail. */
typedef enum odd_status {
	ODD_OK = 0,
	ODD_ENOMEM = -1,     /* memory ran out */
	ODD_EIO = -2,        /* the system could not read or write a file */
	ODD_EINPUT = -3,     /* the user's data is wrong; file, line and column say where */
	ODD_ENUMERIC = -4,   /* a number is not finite, or a matrix is singular */
	ODD_ECANCELLED = -5, /* the cancel flag of the job was set */
	ODD_EUSAGE = -6      /* the request does not fit the network or the options */
} odd_status;

/* An error. */
typedef struct odd_error {
	odd_status code;
	char message[256]; /* one line without a full stop */
	char file[192];    /* the file at fault; empty: no file */
	long line, column; /* from 1; 0: unknown */
} odd_error;

/* clang-format off */
#if defined(__GNUC__)
#define ODD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ODD_PRINTF(fmt, args)
#endif
/* clang-format on */

/* Fills *err and returns code, for `return odd_error_set(...);`. */
odd_status odd_error_set(odd_error *err, odd_status code, const char *format, ...) ODD_PRINTF(3, 4);

/* Does the same with a place in an input file. Line or column 0: unknown. */
odd_status odd_error_at(odd_error *err, odd_status code, const char *file, long line, long column,
	const char *format, ...) ODD_PRINTF(6, 7);

/* Fills *err with "out of memory" and returns ODD_ENOMEM. */
odd_status odd_error_nomem(odd_error *err);

/* Fills *err from errno, as in "cannot open: Permission denied"; doing is "open" here. Returns
 * ODD_EIO. */
odd_status odd_error_errno(odd_error *err, const char *file, const char *doing);

/* Writes "file:line:column: message" without unknown parts into buffer. Returns buffer. */
char *odd_error_format(const odd_error *err, char *buffer, unsigned long size);

#ifdef __cplusplus
}
#endif
#endif
