#include "config.h"

#include "tui/ui_commands.h"

#include <string.h>

#include "session/command.h"
#include "tui/key.h"
#include "tui/keymap.h"
#include "tui/ui_options.h"

static void offer_screens(const struct offer *o)
{
	const char *screen;
	for (size_t i = 0; (screen = keymap_screen(i)) != NULL; i++)
		offer_word(o, screen);
}

/* Those of the explorer beside those of the run. */
static void offer_all_settings(const struct offer *o)
{
	for (size_t i = 0; i < ui_option_count; i++)
		offer_setting(o, &ui_option_rows[i]);
	offer_settings(o);
}

static const struct kind kinds[] = {
	{"SCREEN", "a screen, or generic for all of them", .offer = offer_screens},
	{"KEY", .help = "a key, or two one after the other"},
	{"SPEED", "iterations a second; 0 is as fast as it goes",
		.value = {.type = ODD_OPTION_REAL, .most = 1024}},
	{"SECONDS", "how long to wait", .value = {.type = ODD_OPTION_REAL, .most = 3600}},
	{"OPTION=VALUE", "an option and what it is to be", .check = check_pair,
		.offer = offer_all_settings},
};

static const struct command_row rows[] = {
#define UI_COMMAND(name, usage, function, flags, where, help) {name, usage, flags, where, help},
#include "tui/ui_commands.def"
};

const struct command_table explorer_commands = {
	rows, sizeof rows / sizeof *rows, kinds, sizeof kinds / sizeof *kinds, &session_commands};
