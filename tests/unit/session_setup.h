/* session_setup.h: a small network in a directory of its own, for the tests of a whole program. */
#ifndef SESSION_SETUP_H
#define SESSION_SETUP_H

#include "session_helpers.h"

static char dir[256];

static int set_up(void **state)
{
	(void)state;
	make_temporary_dir(dir, sizeof dir);
	write_network(dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(dir);
	return 0;
}

#endif
