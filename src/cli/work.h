/* work.h: what every subcommand needs: exit codes, errors told, signals, loading, notes. */
#ifndef CLI_WORK_H
#define CLI_WORK_H

#include <sys/types.h>
#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "base/clock.h"
#include "oddone/job.h"
#include "oddone/network.h"
#include "study/notes.h"

enum exit_code {
	DONE = 0,
	FAILED = 1, /* while running */
	BAD_USAGE = 2,
	BAD_INPUT = 3, /* the data; file:line:column is told */
	BAD_NUMBERS = 4,
	NOT_MET = 5,    /* a --require */
	SIGNALLED = 128 /* and the number of the signal: 130 after SIGINT, 143 after SIGTERM */
};

/* The progress line on stderr: only on a terminal, rewritten at most ten times a second, gone when
 * the work is done. */
struct meter {
	bool on;
	bool lines;                   /* stderr is no terminal: a line now and then, kept */
	bool shown;                   /* there is a line to be wiped */
	double every;                 /* seconds between two */
	char what[64];                /* the work under way */
	double iteration, iterations; /* while fitting: done, and all; 0: not fitting */
	double began, drawn;          /* when it started, when the line was last written; seconds */
};

void meter_init(struct meter *m, bool quiet);

/* An odd_job's report function; payload is the meter. */
void meter_report(void *payload, const char *what, double done, double total);

/* Wipe the line, before anything else is said. */
void meter_clear(struct meter *m);

/* The surroundings of one subcommand. */
struct work {
	odd_job job;
	struct meter meter;
	bool quiet;
	bool writes; /* files on the way, which stay when it is interrupted */
};

/* Take over SIGINT, SIGTERM and SIGHUP, set the threads, start the meter. */
void work_begin(struct work *w, const struct settings *s);
bool work_cancelled(const struct work *w);
/* The exit code after a signal. */
int work_ended_by(void);
void work_end(struct work *w);
/* While holding, a second interrupt does not end the program at once: there is something to be
 * cleared away first. */
void work_hold(bool hold);

/* Tell the error on stderr and return the exit code it stands for. What the system refuses to read
 * is bad input; what it refuses to write is a failure while running. */
int error_code(const odd_error *err, bool reading);
int tell_error(struct work *w, const odd_error *err, bool reading);
/* A usage error, with a pointer to the help of the subcommand (NULL: of the program). */
int tell_usage(const struct command *command, const odd_error *err);
int tell_wrong(const struct command *command, const char *format, ...) ODD_PRINTF(2, 3);
/* A remark on stderr, unless quiet. */
void tell(struct work *w, const char *format, ...) ODD_PRINTF(2, 3);

/* Find and read the network of the settings. */
odd_status load_network(
	odd_network **out, const struct settings *s, struct work *w, odd_error *err);

/* What the reader left out or merged, as remarks on stderr. */
void tell_skipped(struct work *w, const odd_network *net);

/* ---- the subcommands: each returns the exit code of the program --------------------------- */

int sub_run(const struct settings *settings);
/* The same where mpirun has started several processes. */
int sub_run_mpi(const struct settings *settings);
int sub_compare(const struct settings *settings);
int sub_battery(const struct settings *settings);
int sub_explain(const struct settings *settings);
int sub_plant(const struct settings *settings);
int sub_score(const struct settings *settings);
int sub_times(const struct settings *settings);
int sub_play(const struct settings *settings);
int sub_tour(const struct settings *settings);
int sub_handout(const struct settings *settings);
int sub_info(const struct settings *settings);
int sub_convert(const struct settings *settings);
int sub_generate(const struct settings *settings);
int sub_explore(const struct settings *settings);

/* The explorer, playing a log. */
int explore_replay(const struct settings *settings);
/* The explorer with a guided tour. */
int explore_tour(const struct settings *settings, const char *name);
/* What the command line says of the screen. */
struct app_options;
void explore_options(struct app_options *out, const struct settings *settings);

/* The same on a screen that is nowhere, into --record. */
int explore_record(const struct settings *settings);

/* Is a word that is no subcommand a network? If not, the user has been told. */
bool explore_knows(const char *word);

/* ---- several files that take their names together or not at all: they are written into a hidden
 * directory inside the target and moved up when all are complete ---- */

struct staging {
	char *target; /* where the files belong */
	char *base;   /* the same by its descriptor: what it leads to does not change */
	char *dir;    /* where to write them; NULL: nothing staged */
	bool made;    /* the target did not exist before */
	int fd;       /* of the target */
	DIR *listing; /* of dir, open all the time: there may be none left to clear away with */
};

/* A target as it was when the command began. */
struct staging_seen {
	bool known; /* false: nothing is known of it */
	bool made;  /* it was not there */
	dev_t device;
	ino_t number;
};

/* Make the target when missing, and the hidden directory in it. seen: what staging_check found; a
 * target that has become another directory, or a link, is refused, and all that follows goes below
 * its descriptor. NULL: by its path, for the processes of mpirun. */
odd_status staging_begin(
	struct staging *s, const char *target, const struct staging_seen *seen, odd_error *err);
/* Where writing failed (status), the error names the file as it would have been called. */
odd_status staging_fault(const struct staging *s, odd_status status, odd_error *err);
/* Move everything up. Ends the staging, also on failure. */
odd_status staging_commit(struct staging *s, odd_error *err);
/* Leave nothing behind. Harmless when nothing is staged. */
void staging_discard(struct staging *s);

/* Could files be written there? Found out before hours of work, not after. Leaves nothing. seen may
 * be NULL. */
odd_status staging_check(const char *target, struct staging_seen *seen, odd_error *err);

#endif
