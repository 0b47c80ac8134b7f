/* sample.h: the sample network "town", read from share/oddone/samples. */
#ifndef ODDONE_TEST_SAMPLE_H
#define ODDONE_TEST_SAMPLE_H

#include "helpers.h"

#include "oddone/network.h"

static inline odd_network *load_town(void)
{
	const char *root = getenv("srcdir");
	char path[512];
	odd_network *net;
	odd_error err;
	snprintf(path, sizeof path, "%s/share/oddone/samples/town", root != NULL ? root : ".");
	assert_ok(odd_network_load(&net, path, NULL, NULL, &err), err);
	return net;
}

#endif
