/* explore.c: the door to the explorer, which this version does not have yet. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/help.h"
#include "session/paths.h"

/* Letters to change, add or drop, to get from a to b; words longer than 15 are far from all. */
static size_t distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b), row[16];
	if (n > 15 || m > 15)
		return 16;
	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t corner = row[0];
		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t best = corner + (a[i - 1] != b[j - 1]);
			corner = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[m];
}

static int unknown(const char *word)
{
	odd_error err;
	for (size_t i = 0; i < command_count; i++) {
		if (distance(word, commands[i].name) <= 2) {
			odd_error_set(&err, ODD_EUSAGE, "there is no subcommand \"%.60s\"; did you mean %s?",
				word, commands[i].name);
			return tell_usage(NULL, &err);
		}
	}
	odd_error_set(&err, ODD_EUSAGE, "\"%.60s\" is neither a subcommand nor a network", word);
	return tell_usage(NULL, &err);
}

int cmd_explore(const char *network)
{
	char *path = NULL;
	odd_error err;
	if (network == NULL && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))) {
		help_overview(stderr);
		return BAD_USAGE;
	}
	if (network != NULL && session_find_network(&path, network, &err) != ODD_OK)
		return unknown(network);
	free(path);
	fprintf(stderr, "oddone: the explorer is not in this build; use: oddone run %s\n",
		network != NULL ? network : "NETWORK");
	return BAD_USAGE;
}
