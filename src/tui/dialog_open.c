/* dialog_open.c: a network before it is opened: the columns of its table with the types that are
 * guessed, its first lines, and all ways to say otherwise, of which the command is made. */
#include "config.h"

#include "tui/screens.h"
#include "tui/text.h"

#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>

#include "network/read_tables.h"
#include "network/sniff.h"
#include "base/file.h"
#include "oddone/network.h"
#include "network/times.h"
#include "session/xalloc.h"
#include "session/paths.h"
#include "tui/command_dialog.h"

/* Files beyond this size are not read again with every typed letter, only when opened. */
#define READ_MOST ((off_t)4 << 20)

enum { LINES = 3, LINE_BYTES = 200, COLUMN_NAMES = 200 };
enum { WHERE = 1, FOUND, COLUMNS, FIRST };

/* The options that name a column, and the tables of which. */
static const struct {
	const char *option;
	bool links;
} of_columns[] = {{"--id", false}, {"--label", false}, {"--source", true}, {"--target", true},
	{"--weight", true}};

struct open_dialog {
	struct command_dialog base;
	char *name; /* as the command has it */
	char *path; /* where the network is; NULL: not found */
	bool large;
	odd_network *net; /* as it was read last; NULL: never */
	char *read;       /* the command when the file was read last; NULL: never */
	char fault[400];  /* of that reading */
	char row[300];    /* of the list, lent to it */
	char **column[2]; /* names of the columns of nodes and links, an empty one first, to choose
			     from; NULL behind the last */
};

/* ---- files and columns --------------------------------------------------------------------------
 */

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

/* The beginning of a table of the network as text, on the heap; NULL: there is none. */
static char *table_start(const struct open_dialog *d, const char *table)
{
	enum { BYTES = LINES * LINE_BYTES * 4 };
	struct stat info;
	if (d->path == NULL)
		return NULL;
	char *file = table == NULL ? xstrdup(d->path) : odd_path_join(d->path, table);
	char *start = xgrow(NULL, BYTES, 1);
	if (file == NULL || stat(file, &info) != 0 || !S_ISREG(info.st_mode) ||
		!odd__sniff_text(start, BYTES, file)) {
		free(start);
		start = NULL;
	}
	free(file);
	return start;
}

/* The names in the head of a table, separated by the first of these characters that occurs. */
static char **head_of(const char *start)
{
	static const char signs[] = "\t;,|";
	char **name = xgrow(NULL, 2, sizeof *name), *head, *at;
	size_t n = 1;
	char by[2] = ",";
	name[0] = xstrdup("");
	name[1] = NULL;
	if (start == NULL)
		return name;
	at = head = text_make("%.*s", (int)strcspn(start, "\r\n"), start);
	for (const char *p = signs; *p != '\0'; p++)
		if (strchr(head, *p) != NULL) {
			by[0] = *p;
			break;
		}
	for (char *word; (word = strsep(&at, by)) != NULL && n < COLUMN_NAMES;) {
		size_t length = strlen(word), quoted = length > 1 && word[0] == '"';
		name = xgrow(name, n + 2, sizeof *name);
		name[n++] = text_make("%.*s", (int)(length - 2 * quoted), word + quoted);
		name[n] = NULL;
	}
	free(head);
	return name;
}

/* The first lines of a table as they are, and the columns of both tables, to choose from. */
static void show_tables(struct open_dialog *d)
{
	char *nodes = table_start(d, "nodes.csv"), *links = table_start(d, "edges.csv");
	if (nodes == NULL)
		nodes = table_start(d, NULL);
	d->column[0] = head_of(nodes);
	d->column[1] = head_of(links != NULL ? links : nodes);
	for (size_t i = 0; i < sizeof of_columns / sizeof *of_columns; i++)
		command_dialog_field(&d->base, of_columns[i].option)->choice =
			(const char *const *)d->column[of_columns[i].links];
	const char *at = nodes != NULL ? nodes : links != NULL ? links : "";
	for (int i = 0; i < LINES; i++) {
		size_t length = strcspn(at, "\r\n");
		char text[LINE_BYTES];
		/* The last line shows the columns of the links, where they have a table of their
		 * own. */
		bool of_links = i + 1 == LINES && nodes != NULL && links != NULL;
		if (of_links)
			snprintf(text, sizeof text, "edges.csv: %.*s",
				(int)(strcspn(links, "\r\n") < 180 ? strcspn(links, "\r\n") : 180),
				links);
		else
			snprintf(text, sizeof text, "%.*s", (int)length, at);
		for (char *p = text; *p != '\0'; p++)
			*p = *p == '\t' ? ' ' : *p;
		form_set_text(form_get(&d->base.form, FIRST + i), "%s", text);
		at += length;
		at += *at == '\r';
		at += *at == '\n';
	}
	free(nodes);
	free(links);
}

/* Reads the network with the options of the dialog; on failure the network read before stays shown.
 */
static void read_again(struct open_dialog *d)
{
	struct session_opening how;
	struct arguments args;
	odd_network *net;
	odd_error err;
	if (d->path == NULL || d->large)
		return;
	d->fault[0] = '\0';
	odd_status status = arguments_read(&args, &session_commands, d->base.line, &err);
	if (status == ODD_OK)
		status = session_opening_read(&how, &args, &err);
	if (status == ODD_OK)
		status = odd_network_load(&net, d->path, &how.table, NULL, &err);
	if (status == ODD_OK) {
		odd_network_free(d->net);
		d->net = net;
	} else {
		snprintf(d->fault, sizeof d->fault, "%.350s", err.message);
	}
	arguments_clear(&args);
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

static void open_update(struct command_dialog *c, struct app *app)
{
	(void)app;
	command_dialog_add_word(c, ((struct open_dialog *)c)->name);
}

/* Called once for all keys that came before the screen is drawn, so that of a name that is pasted
 * only the whole is tried. */
static void open_check(struct command_dialog *c, struct app *app)
{
	struct open_dialog *d = (struct open_dialog *)c;
	(void)app;
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

/* The columns have the rows that are left. */
static int open_layout(struct command_dialog *c, struct app *app, int columns)
{
	struct form *form = &c->form;
	int left = (int)app->rows - 6 - (LINES + 12), y = 2;
	struct field *table = form_get(form, COLUMNS);
	table->h = left > 3 ? left < 14 ? left : 14 : 3;
	table->w = form_get(form, WHERE)->w = form_get(form, FOUND)->w = columns - 3;
	y += table->h;
	for (int i = 0; i < LINES; i++, y++) {
		form_get(form, FIRST + i)->y = y;
		form_get(form, FIRST + i)->w = columns - 3;
	}
	return y;
}

static void open_clear(struct command_dialog *c)
{
	struct open_dialog *d = (struct open_dialog *)c;
	odd_network_free(d->net);
	free(d->name);
	free(d->path);
	free(d->read);
	for (int i = 0; i < 2; i++) {
		size_t n = 0;
		while (d->column[i] != NULL && d->column[i][n] != NULL)
			n++;
		strings_free(d->column[i], n);
	}
}

static const struct dialog_option options[] = {{"--plain", .left_out = true},
	{"--time", .left_out = true}, {"--attributes", .left_out = true},
	{"--columns", .label = "attributes"}, {"--multi", .label = "repeated"}, {.option = NULL}};

static const struct dialog_kind open_kind = {.command = "open",
	.title = "Open: columns and links",
	.note = "",
	.press = "Open",
	.w = 110,
	.shrinks = true,
	.fresh = true,
	.option = options,
	.update = open_update,
	.check = open_check,
	.layout = open_layout,
	.clear = open_clear};

static bool has_column(char *const *column, const char *const *names)
{
	for (size_t i = 1; column[i] != NULL; i++)
		for (size_t k = 0; names[k] != NULL; k++)
			if (strcasecmp(column[i], names[k]) == 0)
				return true;
	return false;
}

/* Tables whose heads have none of the usual names: nodes are called by the first column, links lead
 * from the first to the second. */
static void guess_columns(struct open_dialog *d)
{
	const struct {
		const char *option;
		const char *const *names;
		bool links;
		size_t column;
	} guess[] = {{"--id", odd__csv_ids, false, 1}, {"--source", odd__csv_sources, true, 1},
		{"--target", odd__csv_targets, true, 2}};
	for (size_t i = 0; i < sizeof guess / sizeof *guess; i++) {
		char *const *column = d->column[guess[i].links];
		struct field *f = command_dialog_field(&d->base, guess[i].option);
		size_t n = 0;
		while (n < guess[i].column && column[n] != NULL)
			n++;
		if (f->text[0] == '\0' && column[n] != NULL && !has_column(column, guess[i].names))
			form_set_text(f, "%s", column[n]);
	}
}

void preview_open(struct app *app, const char *line, const odd_error *fault)
{
	struct open_dialog *d = command_dialog_create(sizeof *d, &open_kind);
	struct arguments args;
	struct form *f = &d->base.form;
	(void)arguments_read(&args, &session_commands, line, NULL);
	const char *name = arguments_text(&args, "NETWORK");
	d->name = xstrdup(name != NULL ? name : "");
	arguments_clear(&args);
	if (session_find_network(&d->path, d->name, NULL) != ODD_OK)
		d->path = NULL;
	d->large = d->path != NULL && (is_large(d->path) || odd_times_here(d->path));
	form_words(f, WHERE, 1, 0, 0, d->name)->bold = true;
	form_words(f, FOUND, 1, 1, 0, "");
	form_add(f, FIELD_LIST, COLUMNS, 1, 2, 0)->row = column_row;
	for (int i = 0; i < LINES; i++)
		form_words(f, FIRST + i, 1, 0, 0, "")->role = ROLE_DIM;
	command_dialog_fill(&d->base, app);
	command_dialog_take(&d->base, NULL, line);
	show_tables(d);
	/* Of a file that is not read again here this stays until it is opened. */
	if (fault != NULL) {
		snprintf(d->fault, sizeof d->fault, "%.350s", fault->message);
		guess_columns(d);
	}
	f->layer_ops.footer = "Tab|Next;Left|Column before;Right|Next column;Enter|Open;Esc|Leave";
	form_focus(f, command_dialog_field(&d->base, "--id")->id);
	app_push(app, &f->layer);
}
