/* session_helpers.h: a small network on disk, a session on it, and when two sessions are equal. */
#ifndef TESTS_SESSION_HELPERS_H
#define TESTS_SESSION_HELPERS_H

#include "helpers.h"
#include "lsan.h"
#include "networks.h"
#include "session/command.h"
#include "session/log.h"

/* One thread: threads that wait for each other on a busy machine would take all the time. */
static const odd_job alone = {.threads = 1};

/* A labelled network of 120 nodes called blocks, in dir/net. */
static inline void write_network(const char *dir)
{
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 120;
	odd_network *net = make_blocks(&shape);
	char path[512];
	snprintf(path, sizeof path, "%s/net", dir);
	assert_ok(odd_network_save(net, path, NULL, &err), err);
	odd_network_free(net);
}

static inline void run_ok(struct session *s, const char *line)
{
	odd_error err = {0};
	odd_status status = session_run(s, line, &alone, &err);
	if (status != ODD_OK)
		fail_msg("%s: %d %s", line, (int)status, err.message);
}

static inline void run_bad(struct session *s, const char *line, const char *says)
{
	odd_error err = {0};
	odd_status status = session_run(s, line, &alone, &err);
	if (status != ODD_EUSAGE || strstr(err.message, says) == NULL)
		fail_msg("%s: %d \"%s\" does not say \"%s\"", line, (int)status, err.message, says);
}

static inline struct session *open_session(const char *dir)
{
	struct session *s = session_create();
	char line[600];
	snprintf(line, sizeof line, "open '%s/net'", dir);
	run_ok(s, line);
	return s;
}

/* The state of a run as bytes that can be compared. */
struct picture {
	uint64_t hash;
	size_t points;
};

static inline void hash_bytes(uint64_t *h, const void *bytes, size_t n)
{
	for (const unsigned char *p = bytes; n > 0; n--, p++)
		*h = (*h ^ *p) * 1099511628211u;
}

static inline void hash_mat(uint64_t *h, odd_cmat m)
{
	for (size_t i = 0; i < m.rows; i++)
		hash_bytes(h, odd_cmat_row(m, i), m.cols * sizeof(double));
}

/* Factors, O, the losses of the trace, the ranking, the options: every bit. The map is turned to
 * lie on the one before it, and so depends on the way. */
static inline struct picture picture_of(struct session *s)
{
	odd_error err;
	odd_one *run;
	uint64_t h = 1469598103934665603u;
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_ok(session_live(&run, s, &alone, &err), err);
	odd_one_state state = odd_one_look(run);
	const odd_cmat mats[] = {state.G, state.Ht, state.U, state.Vt, state.W};
	for (size_t i = 0; i < 5; i++)
		hash_mat(&h, mats[i]);
	for (int t = 0; t < 3; t++)
		hash_bytes(&h, state.O[t], state.nodes * sizeof(double));
	const odd_trace *trace = odd_one_trace(run);
	for (size_t i = 0; i < trace->count; i++)
		hash_bytes(&h, &trace->point[i].loss, sizeof(double));
	hash_bytes(&h, s->scored->scores.total, s->scored->scores.n * sizeof(double));
	hash_bytes(&h, s->scored->scores.order, s->scored->scores.n * sizeof(uint32_t));
	uint64_t sum = odd_network_checksum(session_network(s));
	hash_bytes(&h, &sum, sizeof sum);
	hash_bytes(&h, &s->now.wanted.one.seed, sizeof s->now.wanted.one.seed);
	hash_bytes(&h, &s->now.wanted.one.k, sizeof s->now.wanted.one.k);
	return (struct picture){h, trace->count};
}

static inline void assert_same(struct picture a, struct picture b)
{
	assert_int_equal(a.points, b.points);
	assert_true(a.hash == b.hash);
}

static inline void assert_other(struct picture a, struct picture b)
{
	assert_true(a.hash != b.hash);
}

/* Run every line of a log in a new session. */
static inline struct session *play_again(const char *path)
{
	struct session *s = session_create();
	struct log_player *p;
	const char *line;
	odd_error err = {0};
	assert_ok(log_player_open(&p, path, NULL, 0, &err), err);
	for (;;) {
		assert_ok(log_player_next(p, &line, &err), err);
		if (line == NULL)
			break;
		assert_ok(session_run(s, line, &alone, &err), err);
		assert_ok(log_player_check(p, session_checksum(s), &err), err);
	}
	log_player_close(p);
	return s;
}

#endif
