#include "config.h"

#include "study/judgments.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

static void judgments_clear(void *self)
{
	struct judgments *j = self;
	free(j->node);
	free(j->odd);
}

odd_status judgments_with(struct judgments **out, const struct judgments *from, size_t node,
	enum judgment judgment, odd_error *err)
{
	const size_t count = from != NULL ? from->count : 0;
	struct judgments *j = shared_new(sizeof *j, judgments_clear);
	*out = NULL;
	if (j == NULL || (j->node = malloc((count + 1) * sizeof *j->node)) == NULL ||
		(j->odd = malloc((count + 1) * sizeof *j->odd)) == NULL) {
		shared_release(j);
		return odd_error_nomem(err);
	}
	bool placed = judgment == JUDGED_NOT;
	for (size_t i = 0; i <= count; i++) {
		if (!placed && (i == count || from->node[i] >= node)) {
			j->node[j->count] = (uint32_t)node;
			j->odd[j->count++] = judgment == JUDGED_ODD;
			placed = true;
		}
		if (i < count && from->node[i] != node) {
			j->node[j->count] = from->node[i];
			j->odd[j->count++] = from->odd[i];
		}
	}
	*out = j;
	return ODD_OK;
}

enum judgment judgment_of(const struct judgments *j, size_t node)
{
	const size_t at = j != NULL ? odd_rising_find(j->node, 0, j->count, node) : 0;
	if (j == NULL || at >= j->count || j->node[at] != node)
		return JUDGED_NOT;
	return j->odd[at] ? JUDGED_ODD : JUDGED_NOT_ODD;
}

const char *judgment_name(enum judgment judgment)
{
	return judgment == JUDGED_ODD ? "odd" : judgment == JUDGED_NOT_ODD ? "not odd" : NULL;
}

/* One line into *j, which it replaces. */
static odd_status read_line(struct judgments **j, const odd_network *net, char *line,
	const char *path, long number, odd_error *err)
{
	struct judgments *more;
	char *tab = strchr(line, '\t');
	if (tab == NULL)
		return odd_error_at(err, ODD_EINPUT, path, number, 0,
			"an id, a tab, and \"odd\" or \"not odd\" were expected");
	*tab = '\0';
	const uint32_t node = odd_names_find(&net->ids, line, strlen(line));
	if (node == ODD_NO_NAME)
		return odd_error_at(
			err, ODD_EINPUT, path, number, 1, "there is no node \"%.60s\"", line);
	const bool odd = strcmp(tab + 1, "odd") == 0;
	if (!odd && strcmp(tab + 1, "not odd") != 0)
		return odd_error_at(err, ODD_EINPUT, path, number, (long)(tab + 2 - line),
			"\"%.40s\" is neither \"odd\" nor \"not odd\"", tab + 1);
	odd_status status = judgments_with(&more, *j, node, odd ? JUDGED_ODD : JUDGED_NOT_ODD, err);
	if (status == ODD_OK) {
		shared_release(*j);
		*j = more;
	}
	return status;
}

odd_status judgments_load(
	struct judgments **out, const odd_network *net, const char *path, odd_error *err)
{
	struct judgments *j = NULL;
	char *line = NULL;
	size_t room = 0;
	long number = 0;
	ssize_t length;
	odd_status status = ODD_OK;
	*out = NULL;
	FILE *in = odd__open_in(path);
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	while (status == ODD_OK && (length = getline(&line, &room, in)) >= 0) {
		number++;
		while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
			line[--length] = '\0';
		if (length > 0 && line[0] != '#')
			status = read_line(&j, net, line, path, number, err);
	}
	if (status == ODD_OK && ferror(in))
		status = odd_error_errno(err, path, "cannot read");
	free(line);
	fclose(in);
	if (status == ODD_OK)
		*out = j;
	else
		shared_release(j);
	return status;
}
