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
#include "session/xalloc.h"
#include "session/paths.h"
#include "tui/command_dialog.h"

/* A file beyond this is not read again with every letter that is typed: it is told when it is
 * opened. */
#define READ_MOST ((off_t)4 << 20)

enum { LINES = 3, LINE_BYTES = 200 };
enum { WHERE = 1, FOUND, COLUMNS, FIRST, WAY = FIRST + LINES, MULTI = WAY + 9, DIRECTED };

static const char *const multi_words[] = {"", " --multi sum", " --multi count"};
static const char *const directions[] = {"no", "yes", "as the file says", NULL};
static const char *const direction_words[] = {"", " --directed", " --as-file"};

/* Behind each label its field; the layout places both. */
static const struct dialog_row rows[] = {
	{FIELD_LINE, WHERE, 1, 0, .w = 70},
	{FIELD_LINE, FOUND, 1, 1, .w = 70},
	{FIELD_LIST, COLUMNS, 1, 2, .w = 70},
	{FIELD_LINE, FIRST, 1, 7, .w = 70},
	{FIELD_LINE, FIRST + 1, 1, 8, .w = 70},
	{FIELD_LINE, FIRST + 2, 1, 9, .w = 70},
	{FIELD_LINE, .text = "id"},
	{FIELD_TEXT, WAY, .text = "", .option = "--id"},
	{FIELD_LINE, .text = "label"},
	{FIELD_TEXT, WAY + 1, .text = "", .option = "--label"},
	{FIELD_LINE, .text = "attributes"},
	{FIELD_TEXT, WAY + 2, .text = "", .option = "--columns"},
	{FIELD_LINE, .text = "ignore"},
	{FIELD_TEXT, WAY + 3, .text = "", .option = "--ignore"},
	{FIELD_LINE, .text = "type"},
	{FIELD_TEXT, WAY + 4, .text = "", .option = "--type"},
	{FIELD_LINE, .text = "weight"},
	{FIELD_TEXT, WAY + 5, .text = "", .option = "--weight"},
	{FIELD_LINE, .text = "source"},
	{FIELD_TEXT, WAY + 6, .text = "", .option = "--source"},
	{FIELD_LINE, .text = "target"},
	{FIELD_TEXT, WAY + 7, .text = "", .option = "--target"},
	{FIELD_LINE, .text = "separator"},
	{FIELD_TEXT, WAY + 8, .text = "", .option = "--separator"},
	{FIELD_LINE, .text = "repeated"},
	{FIELD_CYCLE, MULTI, .option = "--multi", .added = multi_words},
	{FIELD_LINE, .text = "directed"},
	{FIELD_CYCLE, DIRECTED, .choices = directions, .added = direction_words},
};

/* Where the texts go, in the order of WAY. */
static const size_t ways[] = {offsetof(odd_load_options, id), offsetof(odd_load_options, label),
	offsetof(odd_load_options, attributes), offsetof(odd_load_options, ignore),
	offsetof(odd_load_options, types), offsetof(odd_load_options, weight),
	offsetof(odd_load_options, source), offsetof(odd_load_options, target),
	offsetof(odd_load_options, separator)};
enum { WAYS = sizeof ways / sizeof *ways };

struct open_dialog {
	struct command_dialog base;
	char *name; /* as the command has it */
	char *path; /* where it is; NULL: nowhere */
	bool large;
	odd_network *net; /* as it was read last; NULL: never */
	char *read;       /* the command when the file was read last; NULL: never */
	char fault[400];  /* of that reading */
	char row[300];    /* of the list, lent to it */
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
		form_set_text(form_get(&d->base.form, FIRST + i), "%s", text);
		at += length;
		at += *at == '\r';
		at += *at == '\n';
	}
}

static void options_of(odd_load_options *out, struct open_dialog *d)
{
	*out = (odd_load_options){.multi = (odd_multi)form_value(&d->base.form, MULTI)};
	int directed = form_value(&d->base.form, DIRECTED);
	out->directed = directed == 1;
	out->directed_as_file = directed == 2;
	for (int i = 0; i < WAYS; i++) {
		const char *typed = form_typed(&d->base.form, WAY + i);
		if (typed[0] != '\0')
			*(const char **)(void *)((char *)out + ways[i]) = typed;
	}
}

/* Read it as it is asked for; what was read before stays in sight when that fails. */
static void read_again(struct open_dialog *d)
{
	odd_load_options options;
	odd_network *net;
	odd_error err;
	options_of(&options, d);
	d->fault[0] = '\0';
	if (d->path == NULL || d->large)
		return;
	if (odd_network_load(&net, d->path, &options, NULL, &err) != ODD_OK) {
		snprintf(d->fault, sizeof d->fault, "%.350s", err.message);
		return;
	}
	odd_network_free(d->net);
	d->net = net;
}

/* "CSV: 300 nodes, 812 links, 40 attributes" */
static void tell(struct open_dialog *d)
{
	struct field *found = form_get(&d->base.form, FOUND);
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
}

/* Called once for all keys that came before the screen is drawn, so that of a name that is pasted
 * only the whole is tried. */
static void open_update(struct command_dialog *c, struct app *app)
{
	struct open_dialog *d = (struct open_dialog *)c;
	(void)app;
	command_dialog_add(c, DIRECTED, DIRECTED);
	command_dialog_add(c, WAY, MULTI);
	command_dialog_add_word(c, "", d->name);
	if (d->read == NULL || strcmp(d->read, c->line) != 0) {
		free(d->read);
		d->read = xstrdup(c->line);
		read_again(d);
		struct field *list = form_get(&c->form, COLUMNS);
		list_fit(&list->list, d->net != NULL ? d->net->columns.count : 0, list->list.area);
		tell(d);
	}
	command_dialog_problem(c, d->fault);
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

/* ---- the dialog ------------------------------------------------------------------------------ */

/* The columns have the rows that are left; the fields stand in two columns. */
static void open_layout(struct command_dialog *c, struct app *app, int room)
{
	struct form *form = &c->form;
	int columns = (int)app->columns, rows_left = (int)app->rows - 6 - (LINES + 12), y = 2;
	(void)room;
	form->w = columns - 6 < 110 ? columns - 6 : 110;
	struct field *table = form_get(form, COLUMNS);
	table->h = rows_left > 3 ? rows_left < 14 ? rows_left : 14 : 3;
	table->w = form_get(form, WHERE)->w = form_get(form, FOUND)->w = form->w - 3;
	y += table->h;
	for (int i = 0; i < LINES; i++, y++) {
		form_get(form, FIRST + i)->y = y;
		form_get(form, FIRST + i)->w = form->w - 3;
	}
	int half = form->w / 2;
	for (int way = 0; way < WAYS + 2; way++) {
		struct field *f = form_get(form, WAY + way), *label = f - 1;
		f->x = way % 2 == 0 ? 13 : half + 13;
		f->y = y + way / 2;
		if (way < WAYS)
			f->w = half - 15;
		label->x = f->x - 11;
		label->y = f->y;
	}
	y += (WAYS + 3) / 2;
	struct field *problem = form_get(form, DIALOG_PROBLEM), *same = form_get(form, DIALOG_SAME);
	(problem - 1)->y = problem->y = y;
	(same - 1)->y = same->y = y + 1;
}

static void open_clear(struct command_dialog *c)
{
	struct open_dialog *d = (struct open_dialog *)c;
	odd_network_free(d->net);
	free(d->name);
	free(d->path);
	free(d->read);
}

static const struct dialog_kind open_kind = {.command = "open",
	.title = "Open: columns and links",
	.note = "",
	.w = 74,
	.h = 20,
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.end_y = 16,
	.margin = 11,
	.end_rows = 1,
	.press = "Open",
	.fresh = true,
	.update = open_update,
	.layout = open_layout,
	.clear = open_clear};

void preview_open(struct app *app, const char *name)
{
	struct open_dialog *d = command_dialog_create(sizeof *d, &open_kind);
	struct form *f = &d->base.form;
	d->name = xstrdup(name);
	if (session_find_network(&d->path, name, NULL) != ODD_OK)
		d->path = NULL;
	d->large = d->path != NULL && (is_large(d->path) || odd_times_here(d->path));
	command_dialog_fill(&d->base, app);
	form_set_text(form_get(f, WHERE), "%s", name);
	form_get(f, WHERE)->bold = true;
	form_get(f, COLUMNS)->row = column_row;
	for (int i = 0; i < LINES; i++)
		form_get(f, FIRST + i)->role = ROLE_DIM;
	f->layer_ops.footer = "Tab|Next;Enter|Open;Esc|Leave";
	form_focus(f, WAY);
	show_lines(d);
	app_push(app, &f->layer);
}
