#include "config.h"

#include "network/foreign.h"

#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_IGRAPH

/* The one place in the library with static state: it belongs to igraph, whose callbacks carry no
 * pointer of ours, and is only touched under the lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	char reason[256]; /* the first thing igraph said; callers higher up add nothing */
	jmp_buf fatal;
} igraph_state;

static void on_error(const char *reason, const char *file, int line, igraph_error_t code)
{
	(void)file;
	(void)line;
	(void)code;
	if (igraph_state.reason[0] == '\0')
		snprintf(igraph_state.reason, sizeof igraph_state.reason, "%s", reason);
	IGRAPH_FINALLY_FREE(); /* igraph's own clean-up: part of its contract for error handlers */
}

static void on_warning(const char *reason, const char *file, int line)
{
	(void)reason;
	(void)file;
	(void)line;
}

static void on_fatal(const char *reason, const char *file, int line)
{
	(void)file;
	(void)line;
	snprintf(igraph_state.reason, sizeof igraph_state.reason, "%s", reason);
	longjmp(igraph_state.fatal, 1);
}

/* "Line 8: Mismatch." and "Parse error in GML file, line 6 (unexpected end)" in our own manner:
 * the line by itself, the rest without frame, capital and full stop. Works inside said. */
static const char *tidy(char *said, long *line)
{
	char *at = strstr(said, "Line ") == said ? said : strstr(said, ", line ");
	size_t length = strlen(said);
	while (length > 0 && (said[length - 1] == '.' || isspace((unsigned char)said[length - 1])))
		said[--length] = '\0';
	if (at != NULL) {
		char *rest;
		*line = strtol(strchr(at + 2, ' ') + 1, &rest, 10);
		if (at == said && rest[0] == ':') {
			said = rest + 1;
		} else if (strncmp(rest, " (", 2) == 0 && said + length > rest + 2 &&
			   said[length - 1] == ')') {
			said[length - 1] = '\0';
			said = rest + 2;
		} else if (at != said) {
			memmove(at, rest, strlen(rest) + 1);
		}
	}
	said += strspn(said, " ");
	if (isupper((unsigned char)said[0]) && islower((unsigned char)said[1]))
		said[0] = (char)tolower((unsigned char)said[0]);
	return said;
}

odd_status odd__igraph_check(igraph_error_t code, const char *file, odd_error *err)
{
	if (code == IGRAPH_SUCCESS)
		return ODD_OK;
	if (code == IGRAPH_ENOMEM)
		return odd_error_nomem(err);
	char *said = igraph_state.reason;
	if (said[0] == '\0')
		snprintf(said, sizeof igraph_state.reason, "%s", igraph_strerror(code));
	long line = 0;
	const char *text = tidy(said, &line);
	return odd_error_at(
		err, file != NULL ? ODD_EINPUT : ODD_ENUMERIC, file, line, 0, "%s", text);
}

odd_status odd__igraph_run(
	odd__igraph_body *body, void *context, uint64_t seed, const char *file, odd_error *err)
{
	pthread_mutex_lock(&lock);
	igraph_state.reason[0] = '\0';
	igraph_error_handler_t *error = igraph_set_error_handler(on_error);
	igraph_warning_handler_t *warning = igraph_set_warning_handler(on_warning);
	igraph_fatal_handler_t *fatal = igraph_set_fatal_handler(on_fatal);
	igraph_attribute_table_t *table = igraph_set_attribute_table(&igraph_cattribute_table);
	igraph_rng_t rng, *before = igraph_rng_default();
	/* volatile: assigned between setjmp and longjmp */
	volatile odd_status status =
		odd__igraph_check(igraph_rng_init(&rng, &igraph_rngtype_mt19937), NULL, err);
	if (status == ODD_OK) {
		igraph_rng_seed(&rng, (igraph_uint_t)seed);
		rng.is_seeded = 1;
		igraph_rng_set_default(&rng);
		if (setjmp(igraph_state.fatal) == 0) {
			status = body(context, err);
		} else {
			IGRAPH_FINALLY_FREE();
			status = odd__igraph_check(IGRAPH_FAILURE, file, err);
		}
		igraph_rng_set_default(before);
		igraph_rng_destroy(&rng);
	}
	igraph_set_attribute_table(table);
	igraph_set_fatal_handler(fatal);
	igraph_set_warning_handler(warning);
	igraph_set_error_handler(error);
	pthread_mutex_unlock(&lock);
	return status;
}

#endif
