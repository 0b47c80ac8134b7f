/* remembered.h: what the dialogs keep between two openings, while the program runs. */
#ifndef TUI_REMEMBERED_H
#define TUI_REMEMBERED_H

#include <stdbool.h>

struct app;

struct remembered {
	struct {
		bool used;
		bool on[3];
		char share[3][24];
		int style;
		bool cold;
	} plant;
	struct {
		bool used;
		int what, theme, colour, exists;
		char figure[24], scale[16], ending[8];
		bool data, log;
	} export;
	struct {
		char *dir; /* NULL: the working directory */
		bool hidden;
	} browser;
};

/* Made when it is first asked for. */
struct remembered *remembered_get(struct app *app);

#endif
