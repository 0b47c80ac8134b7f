/* easy.c: the handle and its options. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"

/* ---- the handle --------------------------------------------------------------------------- */

static void listen_in(void *payload, const char *what, double done, double total)
{
	odd_easy *easy = payload;
	if (easy->news != NULL && easy->news(easy->payload, what, done, total) != 0)
		atomic_store(&easy->stop, true);
}

odd_easy *odd_easy_new(void)
{
	odd_easy *easy = calloc(1, sizeof *easy);
	if (easy == NULL)
		return NULL;
	struct run_options options;
	run_options_init(&options);
	study_init(&easy->study, &options);
	easy->study.explains = true;
	easy->job = (odd_job){0, &easy->stop, listen_in, easy};
	return easy;
}

void odd__easy_drop_run(odd_easy *easy)
{
	odd_sentences_clear(&easy->sentences);
	easy->sentences = (odd_sentences){0};
	odd__easy_drop_undo(easy);
	study_drop_run(&easy->study);
	easy->ranked = true; /* a run that begins is ranked, and one that is absent has no rank */
}

void odd__easy_drop_network(odd_easy *easy)
{
	odd__easy_drop_run(easy);
	study_clear(&easy->study);
	if (easy->building)
		odd__builder_clear(&easy->builder);
	easy->building = false;
}

void odd_easy_free(odd_easy *easy)
{
	if (easy == NULL)
		return;
	odd__easy_drop_network(easy);
	odd__easy_drop_reading(easy);
	free(easy);
}

int odd__easy_done(odd_easy *easy, odd_status status)
{
	easy->message[0] = '\0';
	if (status != ODD_OK)
		odd_error_format(&easy->error, easy->message, sizeof easy->message);
	return status;
}

const char *odd_easy_error(const odd_easy *easy)
{
	return easy->message;
}

/* ---- options ------------------------------------------------------------------------------ */

/* By the name of `set` or of the command line. */
static const odd_option *find_option(const char *name)
{
	for (size_t i = 0; i < run_option_count; i++)
		if (strcmp(run_option_rows[i].name, name) == 0 ||
			strcmp(odd_option_spelling(&run_option_rows[i]), name) == 0)
			return &run_option_rows[i];
	return NULL;
}

int odd_easy_set(odd_easy *easy, const char *name, const char *value)
{
	odd_error *err = &easy->error;
	if (strcmp(name, "certainty") == 0)
		return odd__easy_done(
			easy, odd_whole_parse(&easy->study.certainty, name, value, 0, 1000, err));
	const char **text = odd__easy_reading(easy, name);
	if (text != NULL) {
		char *copy = strdup(value);
		if (copy == NULL)
			return odd__easy_done(easy, odd_error_nomem(err));
		free((char *)*text);
		*text = copy;
		return odd__easy_done(easy, ODD_OK);
	}
	const odd_option *row = find_option(name);
	if (row == NULL)
		return odd__easy_done(easy,
			odd_error_set(err, ODD_EUSAGE, "there is no option \"%.100s\"", name));
	return odd__easy_done(easy, odd_option_set(&easy->study.options, row, name, value, err));
}
