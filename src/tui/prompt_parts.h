/* prompt_parts.h: the prompt's own, shared by its two files: keys and life (prompt.c), completion
 * menu and drawing (prompt_menu.c). */
#ifndef TUI_PROMPT_PARTS_H
#define TUI_PROMPT_PARTS_H

#include "session/command.h"
#include "tui/edit.h"
#include "tui/layer.h"
#include "tui/prompt.h"

#define MENU_NONE SIZE_MAX

struct prompt {
	struct layer layer;
	enum prompt_kind kind;
	struct edit edit;

	bool open;              /* the menu is there */
	struct completion menu; /* what fits */
	size_t chosen;          /* MENU_NONE: none yet */
	char *typed;            /* what the menu's word was before */
	size_t from, to;        /* the bytes of the line that the word takes up now */
	struct rect where;      /* it was drawn last */
	size_t first;           /* candidate in its first row */

	char *draft;   /* what was typed before history was looked at */
	size_t place;  /* in the history; 0: the draft */
	size_t origin; /* the node that was selected when it was opened */
};

/* Tab: complete, or choose the next (−1: the previous) of what fits. */
void menu_next(struct prompt *p, struct app *app, int by);
/* A click takes a word, the wheel goes through them; false: another key, or beside the menu. */
bool menu_mouse(struct prompt *p, struct app *app, struct key key);
/* Leave the line as it is. */
void menu_close(struct prompt *p);
/* The word as it was typed. */
void menu_cancel(struct prompt *p);

/* Is it nodes that are sought? Otherwise it is the text of the screen below. */
bool prompt_finds_nodes(const struct prompt *p);

void prompt_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r);

#endif
