/* reader_helpers.h: a directory for each test, and short ways to load it and to expect a complaint.
 */
#ifndef TESTS_READER_HELPERS_H
#define TESTS_READER_HELPERS_H

#include "helpers.h"

#include <zlib.h>

#include "oddone/network.h"

static char dir[256];

static inline int set_up(void **state)
{
	(void)state;
	make_temporary_dir(dir, sizeof dir);
	return 0;
}

static inline int tear_down(void **state)
{
	(void)state;
	remove_tree(dir);
	return 0;
}

static inline void drop(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_int_equal(remove(path), 0);
}

/* The network in the directory, or at a file in it. */
static inline odd_network *load_as(const char *name, bool directed)
{
	char path[512];
	odd_error err;
	odd_network *net = NULL;
	odd_load_options options = {.directed = directed};
	snprintf(path, sizeof path, "%s%s%s", dir, *name ? "/" : "", name);
	assert_ok(odd_network_load(&net, path, &options, NULL, &err), err);
	assert_non_null(net);
	return net;
}

static inline odd_network *load(void)
{
	return load_as("", false);
}

/* Loading must fail and say exactly "<directory>/<expected>". */
static inline void fails_at(const char *name, odd_status code, const char *expected, int line)
{
	char path[512], said[1024], wanted[1024];
	odd_error err = {.code = ODD_OK};
	odd_network *net = (odd_network *)&err; /* anything but NULL */
	snprintf(path, sizeof path, "%s%s%s", dir, *name ? "/" : "", name);
	odd_status status = odd_network_load(&net, path, NULL, NULL, &err);
	snprintf(wanted, sizeof wanted, "%s%s%s", dir, *expected == ':' ? "" : "/", expected);
	odd_error_format(&err, said, sizeof said);
	if (status != code || err.code != code || net != NULL || strcmp(said, wanted) != 0) {
		print_error(
			"status %d, said   %s\n           wanted %s\n", (int)status, said, wanted);
		_fail(__FILE__, line);
	}
}
#define fails(expected) fails_at("", ODD_EINPUT, expected, __LINE__)
#define fails_as(name, expected) fails_at(name, ODD_EINPUT, expected, __LINE__)

static inline void write_gz(const char *name, const char *text)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	gzFile f = gzopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(gzwrite(f, text, (unsigned)strlen(text)), strlen(text));
	assert_int_equal(gzclose(f), Z_OK);
}

/* Value of attribute `word` at node `id`; 0 when it is not stored. */
static inline double attribute(const odd_network *net, const char *id, const char *word)
{
	uint32_t i = odd_names_find(&net->ids, id, strlen(id));
	uint32_t j = odd_names_find(&net->words, word, strlen(word));
	assert_true(i != ODD_NO_NAME && j != ODD_NO_NAME);
	for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
		if (net->C.idx[e] == j)
			return odd_csr_value(odd_csr_const(net->C), e);
	return 0.0;
}

/* Weight of the link between two nodes; 0 when there is none. */
static inline double weight(const odd_network *net, const char *from, const char *to)
{
	uint32_t i = odd_names_find(&net->ids, from, strlen(from));
	uint32_t j = odd_names_find(&net->ids, to, strlen(to));
	assert_true(i != ODD_NO_NAME && j != ODD_NO_NAME);
	for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
		if (net->A.idx[e] == j)
			return odd_csr_value(odd_csr_const(net->A), e);
	return 0.0;
}

static inline const char *label(const odd_network *net, const char *id)
{
	uint32_t i = odd_names_find(&net->ids, id, strlen(id));
	assert_true(i != ODD_NO_NAME);
	return net->label[i] == ODD_NO_LABEL ? NULL
					     : odd_names_get(&net->classes, (size_t)net->label[i]);
}

static inline odd_kind truth(const odd_network *net, const char *id)
{
	uint32_t i = odd_names_find(&net->ids, id, strlen(id));
	assert_true(i != ODD_NO_NAME);
	return (odd_kind)net->truth[i];
}

#endif
