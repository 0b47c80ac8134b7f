/* handle_rank.c: the handle for other languages against scores.tsv of the program, to the bit.
 *
 *     handle_rank NETWORK FILE... -- [NAME=VALUE...]
 *
 * Runs the network by the handle with these options. Each file must have the same nodes in the same
 * order, with the same total scores. Exits with 1 where one has not, and says the first difference.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/easy.h"

static int fail(odd_easy *easy, const char *what)
{
	fprintf(stderr, "%s: %s\n", what, odd_easy_error(easy));
	return 1;
}

static double *get(odd_easy *easy, const char *name, size_t *count)
{
	size_t columns;
	if (odd_easy_shape(easy, name, count, &columns) != 0)
		return NULL;
	double *numbers = malloc((*count + 1) * sizeof *numbers);
	if (numbers != NULL && odd_easy_get(easy, name, numbers, *count) != 0) {
		free(numbers);
		return NULL;
	}
	return numbers;
}

/* The field of a line that ends with a tab or the line, as a text of its own. */
static char *field(char *line, int at)
{
	for (; at > 0 && line != NULL; at--)
		line = strchr(line, '\t') != NULL ? strchr(line, '\t') + 1 : NULL;
	if (line != NULL)
		line[strcspn(line, "\t\n")] = '\0';
	return line;
}

static int compare(
	odd_easy *easy, const char *path, const double *order, const double *score, size_t n)
{
	char line[4000];
	FILE *in = fopen(path, "r");
	if (in == NULL || fgets(line, sizeof line, in) == NULL ||
		strncmp(line, "rank\tid\tlabel\tkind\ttotal\t", 25) != 0) {
		fprintf(stderr, "%s: no table of scores\n", path);
		return 1;
	}
	for (size_t i = 0; i < n; i++) {
		size_t node = (size_t)order[i];
		const char *id = odd_easy_text(easy, "node", node);
		if (fgets(line, sizeof line, in) == NULL) {
			fprintf(stderr, "%s: only %zu of %zu nodes\n", path, i, n);
			return 1;
		}
		char *total = field(line, 4), *name = field(line, 1);
		if (total == NULL || strcmp(name, id) != 0 || strtod(total, NULL) != score[node]) {
			fprintf(stderr, "%s: rank %zu is %s with %s, by the handle %s with %.17g\n",
				path, i + 1, name, total, id, score[node]);
			return 1;
		}
	}
	fclose(in);
	return 0;
}

int main(int argc, char **argv)
{
	odd_easy *easy = odd_easy_new();
	int files = 2, bad = 0;
	size_t n = 0;
	while (files < argc && strcmp(argv[files], "--") != 0)
		files++;
	for (int i = files + 1; i < argc; i++) {
		char *value = strchr(argv[i], '=');
		*value++ = '\0';
		if (odd_easy_set(easy, argv[i], value) != 0)
			return fail(easy, argv[i]);
	}
	if (odd_easy_load(easy, argv[1]) != 0 || odd_easy_run(easy, NULL, NULL) != 0)
		return fail(easy, argv[1]);
	double *order = get(easy, "order", &n), *score = get(easy, "score", &n);
	if (order == NULL || score == NULL)
		return fail(easy, argv[1]);
	for (int i = 2; i < files; i++)
		bad |= compare(easy, argv[i], order, score, n);
	free(order);
	free(score);
	odd_easy_free(easy);
	return bad;
}
