/* dialog_open.c: a network before it is opened: the columns of its table with the types that are
 * guessed, its first lines, and all ways to say otherwise, of which the command is made. */
#include "config.h"

#include "tui/screens.h"

#include <stdio.h>
#include <sys/stat.h>

#include "network/sniff.h"
#include "base/file.h"
#include "oddone/network.h"
#include "network/times.h"
#include "session/command.h"
#include "session/memory.h"
#include "session/paths.h"
#include "tui/form.h"
#include "tui/text.h"

/* A file beyond this is not read again with every letter that is typed: it is told when it is
 * opened. */
#define READ_MOST ((off_t)4 << 20)

enum { LINES = 3, LINE_BYTES = 200 };
enum {
	WHERE = 1,
	FOUND,
	COLUMNS,
	FIRST,
	WAY = FIRST + LINES,
	MULTI = WAY + 9,
	DIRECTED,
	OPEN,
	CANCEL
};

/* The texts, in the order of WAY; each is an option of `open`. */
static const struct {
	const char *name, *about;
	size_t field;
} ways[] = {
	{"id", "id", offsetof(odd_load_options, id)},
	{"label", "label", offsetof(odd_load_options, label)},
	{"columns", "attributes", offsetof(odd_load_options, attributes)},
	{"ignore", "ignore", offsetof(odd_load_options, ignore)},
	{"type", "type", offsetof(odd_load_options, types)},
	{"weight", "weight", offsetof(odd_load_options, weight)},
	{"source", "source", offsetof(odd_load_options, source)},
	{"target", "target", offsetof(odd_load_options, target)},
	{"separator", "separator", offsetof(odd_load_options, separator)},
};
enum { WAYS = sizeof ways / sizeof *ways };
static const char *const multis[] = {"max", "sum", "count", NULL};
static const char *const directions[] = {"no", "yes", "as the file says", NULL};

struct open_dialog {
	struct form form;
	char *name; /* as the command has it */
	char *path; /* where it is; NULL: nowhere */
	bool large;
	odd_network *net; /* as it was read last; NULL: never */
	bool stale;       /* fields have changed since: it is read when it is looked at */
	char row[300];    /* of the list, lent to it */
	char problem[400];
	char *line, *read; /* the command; what it was when the file was read last */
};

/* ---- what there is -------------------------------------------------------------------------- */

/* The files of the network together, where they can be seen by name; of a directory those in it. */
static bool is_large(const char *path)
{
	static const char *const tables[] = {"nodes.csv", "edges.csv"};
	struct stat info;
	off_t size = 0;
	if (stat(path, &info) != 0)
		return false;
	if (!S_ISDIR(info.st_mode))
		return info.st_size > READ_MOST;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		char *file = odd_path_join(path, tables[i]);
		size += file != NULL && stat(file, &info) == 0 ? info.st_size : 0;
		free(file);
	}
	return size == 0 || size > READ_MOST; /* of another format: not known */
}

/* The first lines of a table, as they are. */
static void show_lines(struct open_dialog *d)
{
	static const char *const tables[] = {"", "nodes.csv", "edges.csv"};
	struct stat info;
	char start[LINES * LINE_BYTES * 4] = "";
	bool there = false;
	for (size_t i = 0; i < sizeof tables / sizeof *tables && !there && d->path != NULL; i++) {
		char *file = i == 0 ? strdup(d->path) : odd_path_join(d->path, tables[i]);
		there = file != NULL && stat(file, &info) == 0 && S_ISREG(info.st_mode);
		if (there && !odd__sniff_text(start, sizeof start, file))
			start[0] = '\0';
		free(file);
	}
	const char *at = start;
	for (int i = 0; i < LINES; i++) {
		size_t length = strcspn(at, "\r\n");
		char text[LINE_BYTES];
		snprintf(text, sizeof text, "%.*s", (int)length, at);
		for (char *p = text; *p != '\0'; p++)
			*p = *p == '\t' ? ' ' : *p;
		form_set_text(form_get(&d->form, FIRST + i), "%s", text);
		at += length;
		at += *at == '\r';
		at += *at == '\n';
	}
}

static void options_of(odd_load_options *out, struct open_dialog *d)
{
	*out = (odd_load_options){.multi = (odd_multi)form_value(&d->form, MULTI)};
	int directed = form_value(&d->form, DIRECTED);
	out->directed = directed == 1;
	out->directed_as_file = directed == 2;
	for (int i = 0; i < WAYS; i++) {
		const char *typed = form_typed(&d->form, WAY + i);
		if (typed[0] != '\0')
			*(const char **)(void *)((char *)out + ways[i].field) = typed;
	}
}

/* Read it as it is asked for; what was read before stays in sight when that fails. */
static void read_again(struct open_dialog *d)
{
	odd_load_options options;
	odd_network *net;
	odd_error err;
	options_of(&options, d);
	d->problem[0] = '\0';
	if (d->path == NULL || d->large)
		return;
	if (odd_network_load(&net, d->path, &options, NULL, &err) != ODD_OK) {
		snprintf(d->problem, sizeof d->problem, "%.350s", err.message);
		return;
	}
	odd_network_free(d->net);
	d->net = net;
}

static void make_line(struct open_dialog *d)
{
	static const char *const direction[] = {"", " --directed", " --as-file"};
	char *line = text_make("open%s", direction[form_value(&d->form, DIRECTED)]);
	for (int i = 0; i < WAYS; i++) {
		const char *typed = form_typed(&d->form, WAY + i);
		if (typed[0] == '\0')
			continue;
		char *quoted = command_quote(typed);
		char *more = text_make("%s --%s %s", line, ways[i].name, quoted);
		free(quoted);
		free(line);
		line = more;
	}
	if (form_value(&d->form, MULTI) > 0) {
		char *more = text_make("%s --multi %s", line, multis[form_value(&d->form, MULTI)]);
		free(line);
		line = more;
	}
	free(d->line);
	d->line = text_command(line, d->name);
	free(line);
}

/* "CSV: 300 nodes, 812 links, 40 attributes" */
static void tell(struct open_dialog *d)
{
	struct field *found = form_get(&d->form, FOUND);
	const odd_network *net = d->net;
	if (net != NULL)
		form_set_text(found, "%s: %zu nodes, %zu links, %zu attributes%s", net->format,
			net->nodes, net->edges, net->attributes,
			net->columns.count > 0 ? "" : "; no table of columns");
	else
		form_set_text(found, "%s",
			d->path == NULL ? "not found"
			: d->large      ? "large, or of many files: it is read when it is opened"
					: "it cannot be read like this");
	form_tell(&d->form, d->problem, d->line);
}

/* Once for all keys that came before the screen is drawn: of a name that is pasted only the whole
 * is tried. */
static void update(struct open_dialog *d)
{
	if (!d->stale)
		return;
	d->stale = false;
	make_line(d);
	if (d->read != NULL && strcmp(d->read, d->line) == 0)
		return; /* a key that said nothing new */
	free(d->read);
	d->read = memory_string(d->line);
	read_again(d);
	struct field *list = form_get(&d->form, COLUMNS);
	list_fit(&list->list, d->net != NULL ? d->net->columns.count : 0, list->list.area);
	tell(d);
}

/* "age        number     12 missing   standardised; missing as 34" */
static const char *column_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	struct open_dialog *d = (struct open_dialog *)form;
	char name[64], done[160];
	if (d->net == NULL || i >= d->net->columns.count)
		return "";
	const odd_table_column *c = &d->net->columns.column[i];
	*heading = false;
	if (c->type >= ODD_COLUMN_CLASS)
		pen->role = ROLE_DIM;
	fit_text(name, sizeof name, c->name, 18, false);
	snprintf(d->row, sizeof d->row, "%-18s %-9s %5.1f%% missing  %s", name,
		odd_column_type_name(c->type),
		d->net->nodes > 0 ? 100.0 * (double)c->missing / (double)d->net->nodes : 0.0,
		odd_column_done(done, sizeof done, c));
	return d->row;
}

/* ---- the form ------------------------------------------------------------------------------- */

static void open_changed(struct form *form, struct app *app, struct field *field)
{
	(void)app;
	if (field->id != COLUMNS)
		((struct open_dialog *)form)->stale = true;
}

static void open_pressed(struct form *form, struct app *app, int id)
{
	struct open_dialog *d = (struct open_dialog *)form;
	update(d);
	if (id == CANCEL)
		form_leave(form, app);
	else if (d->problem[0] != '\0')
		app_say(app, "cannot open: %s", d->problem);
	else
		form_run(form, app, d->line);
}

/* The columns have the rows that are left; the fields stand in two columns. */
static void open_layout(struct form *form, struct app *app)
{
	update((struct open_dialog *)form);
	int columns = (int)app->columns, rows = (int)app->rows;
	form->w = columns - 6 < 110 ? columns - 6 : 110;
	int list = rows - 6 - (LINES + 12), y = 2;
	struct field *table = form_get(form, COLUMNS);
	table->h = list > 3 ? list < 14 ? list : 14 : 3;
	table->w = form_get(form, WHERE)->w = form_get(form, FOUND)->w = form->w - 3;
	y += table->h;
	for (int i = 0; i < LINES; i++, y++) {
		form_get(form, FIRST + i)->y = y;
		form_get(form, FIRST + i)->w = form->w - 3;
	}
	int half = form->w / 2;
	for (size_t i = 0; i < form->count; i++) {
		struct field *f = &form->field[i];
		int way = f->id >= WAY && f->id < WAY + WAYS ? f->id - WAY
			  : f->id == MULTI                   ? WAYS
			  : f->id == DIRECTED                ? WAYS + 1
							     : -1;
		if (way < 0)
			continue;
		f->x = way % 2 == 0 ? 13 : half + 13;
		f->y = y + way / 2;
		if (way < WAYS)
			f->w = half - 15;
		struct field *label = f - 1; /* stands before it */
		label->x = f->x - 11;
		label->y = f->y;
	}
	y += (WAYS + 3) / 2;
	struct field *problem = form_get(form, FORM_PROBLEM), *same = form_get(form, FORM_SAME);
	(problem - 1)->y = problem->y = y;
	(same - 1)->y = same->y = y + 1;
	form_fit_end(form, columns, 11, 1);
}

static void open_clear(struct form *form)
{
	struct open_dialog *d = (struct open_dialog *)form;
	odd_network_free(d->net);
	free(d->name);
	free(d->path);
	free(d->line);
	free(d->read);
}

static const struct form_ops open_ops = {.changed = open_changed,
	.pressed = open_pressed,
	.layout = open_layout,
	.clear = open_clear};

void preview_open(struct app *app, const char *name)
{
	static const char *const buttons[] = {"Open", "Cancel", NULL};
	struct open_dialog *d =
		form_create(sizeof *d, "Open: columns and links", "", 74, 20, &open_ops);
	struct form *f = &d->form;
	d->name = memory_string(name);
	if (session_find_network(&d->path, name, NULL) != ODD_OK)
		d->path = NULL;
	d->large = d->path != NULL && (is_large(d->path) || odd_times_here(d->path));
	form_words(f, WHERE, 1, 0, 70, name)->bold = true;
	form_words(f, FOUND, 1, 1, 70, "");
	struct field *list = form_add(f, FIELD_LIST, COLUMNS, 1, 2, 70);
	list->h = 5;
	list->row = column_row;
	for (int i = 0; i < LINES; i++)
		form_words(f, FIRST + i, 1, 7 + i, 70, "")->role = ROLE_DIM;
	for (int i = 0; i < WAYS; i++) {
		form_words(f, 0, 2, 10 + i / 2, 0, ways[i].about);
		form_text(f, WAY + i, 13, 10 + i / 2, 20, "");
	}
	form_words(f, 0, 2, 14, 0, "repeated");
	form_choice(f, FIELD_CYCLE, MULTI, 13, 14, 0, multis, 0);
	form_words(f, 0, 2, 15, 0, "directed");
	form_choice(f, FIELD_CYCLE, DIRECTED, 13, 15, 0, directions, 0);
	form_end(f, 16, 60, 1, OPEN, buttons);
	f->layer_ops.footer = "Tab|Next;Enter|Open;Esc|Leave";
	form_focus(f, WAY);
	show_lines(d);
	d->stale = true;
	app_push(app, &f->layer);
}
