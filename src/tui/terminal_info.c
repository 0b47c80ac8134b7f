#include "config.h"

#include "tui/terminal_parts.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

bool terminal_has_direct(const char *name)
{
	int status = 0;
	if (setupterm(name, STDOUT_FILENO, &status) != OK)
		return false;
	bool direct = tigetnum("colors") > 256;
	del_curterm(cur_term);
	return direct;
}

size_t terminal_restore_text(char *out, size_t size)
{
	static const char *const capability[] = {"sgr0", "oc", "op", "cnorm", "rmkx", "rmcup"};
	size_t used = (size_t)snprintf(out, size, "%s", TERMINAL_MOUSE_OFF);
	for (size_t i = 0; i < sizeof capability / sizeof *capability; i++) {
		const char *text = tigetstr(capability[i]);
		if (text != NULL && text != (char *)-1 && used + strlen(text) < size)
			used += (size_t)snprintf(out + used, size - used, "%s", text);
	}
	return used;
}
