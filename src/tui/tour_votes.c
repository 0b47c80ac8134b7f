/* tour_votes.c: what a class answered to the questions of a tour, before it saw the results: a file
 * with a line for each answer, the heading of the page, a tab and the answer. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "session/xalloc.h"
#include "tui/text.h"
#include "tui/tour.h"

enum { BAR = 30 };

static void count_vote(struct tour_votes *v, const char *heading, const char *answer)
{
	for (size_t i = 0; i < v->count; i++)
		if (strcmp(v->item[i].heading, heading) == 0 &&
			strcmp(v->item[i].answer, answer) == 0) {
			v->item[i].votes++;
			return;
		}
	v->item = xgrow(v->item, v->count + 1, sizeof *v->item);
	v->item[v->count++] = (struct tour_vote){xstrdup(heading), xstrdup(answer), 1};
}

odd_status tour_votes_load(struct tour_votes *out, const char *path, odd_error *err)
{
	char *line = NULL;
	size_t room = 0;
	*out = (struct tour_votes){.path = path};
	FILE *in = path != NULL ? odd__open_in(path) : NULL;
	if (path != NULL && in == NULL && errno != ENOENT)
		return odd_error_errno(err, path, "cannot open");
	while (in != NULL && getline(&line, &room, in) >= 0) {
		char *tab = strchr(line, '\t');
		line[strcspn(line, "\r\n")] = '\0';
		if (tab == NULL)
			continue;
		*tab = '\0';
		count_vote(out, line, tab + 1);
	}
	free(line);
	if (in != NULL)
		fclose(in);
	return ODD_OK;
}

odd_status tour_votes_add(
	struct tour_votes *v, const char *heading, const char *answer, odd_error *err)
{
	FILE *to = fopen(v->path, "a");
	const bool written = to != NULL && fprintf(to, "%s\t%s\n", heading, answer) > 0;
	if ((to != NULL && fclose(to) != 0) || !written)
		return odd_error_errno(err, v->path, "cannot write");
	count_vote(v, heading, answer);
	return ODD_OK;
}

/* "████████ 5": how many gave this answer, beside the most frequent one. On the heap. */
static char *bar_of(size_t votes, size_t most)
{
	char bar[3 * BAR + 1] = "";
	for (size_t i = 0; most > 0 && i < (votes * BAR + most - 1) / most; i++)
		strcat(bar, "█");
	return text_make("     %s %zu", bar, votes);
}

char *tour_votes_bar(const struct tour_votes *v, const char *heading, const char *answer)
{
	size_t most = 0, votes = 0;
	for (size_t i = 0; i < v->count; i++)
		if (strcmp(v->item[i].heading, heading) == 0) {
			most = v->item[i].votes > most ? v->item[i].votes : most;
			votes = strcmp(v->item[i].answer, answer) == 0 ? v->item[i].votes : votes;
		}
	return bar_of(votes, most);
}

const struct tour_vote *tour_votes_next(const struct tour_votes *v, const char *heading, size_t *at)
{
	while (*at < v->count) {
		const struct tour_vote *vote = &v->item[(*at)++];
		if (strcmp(vote->heading, heading) == 0)
			return vote;
	}
	return NULL;
}

void tour_votes_clear(struct tour_votes *v)
{
	for (size_t i = 0; i < v->count; i++) {
		free(v->item[i].heading);
		free(v->item[i].answer);
	}
	free(v->item);
	*v = (struct tour_votes){.path = NULL};
}
