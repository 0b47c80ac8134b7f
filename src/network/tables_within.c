/* Tables inside one file: the tables and views of a SQLite database, the sheets of a workbook, the
 * files of a zip archive. Each becomes the text of a CSV file that the readers open by its name,
 * "net.sqlite:users". Of several tables those called nodes and edges are read, or the only two
 * there are: their values tell then which one lists the nodes. */
#include "config.h"

#include "network/tables_within.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef HAVE_SQLITE
#include <sqlite3.h>
#endif

#include "base/grow.h"
#include "network/column_types.h"
#include "network/files.h"
#include "network/read_tables.h"
#include "network/sniff.h"

/* ---- tables under construction ------------------------------------------------------------------
 */

/* Read the file. Whether that succeeds or not, within_finish is to be called. */
static void within_begin(
	odd__within *w, const odd__source *source, const char *path, odd_error *err)
{
	*w = (odd__within){.source = *source, .path = path, .err = err};
	w->status = odd__bytes_read(&w->file, path, &source->limits, err);
}

void odd__within_table(odd__within *w, odd__text name)
{
	size_t room = strlen(w->path) + name.length + 2;
	if (w->status == ODD_OK)
		w->status = odd__make_room(
			&w->capacity, w->count + 1, w->err, {&w->table, sizeof *w->table});
	if (w->status != ODD_OK)
		return;
	char *path = malloc(room);
	w->table[w->count] = (odd__held){path, {NULL, 0}};
	w->rows = w->room = 0;
	w->cell = false;
	if (path == NULL) {
		w->status = odd_error_nomem(w->err);
		return;
	}
	snprintf(path, room, "%s:%.*s", w->path, (int)name.length, name.at);
	w->count++;
}

static void put(odd__within *w, const char *text, size_t length)
{
	odd__bytes *b = w->status == ODD_OK ? &w->table[w->count - 1].bytes : NULL;
	w->unpacked += length;
	if (b != NULL && w->unpacked > odd__limits_most(&w->source.limits))
		w->status =
			odd__limits_error(&w->source.limits, w->path, "its tables need", w->err);
	if (w->status == ODD_OK)
		w->status = odd__make_room(&w->room, b->size + length + 1, w->err, {&b->data, 1});
	if (w->status != ODD_OK)
		return;
	memcpy(b->data + b->size, text, length);
	b->size += length;
}

void odd__within_cell(odd__within *w, odd__text text)
{
	put(w, ",\"", 2);
	if (!w->cell && w->status == ODD_OK) { /* the first one of a row has no comma */
		odd__bytes *b = &w->table[w->count - 1].bytes;
		b->data[b->size - 2] = '"';
		b->size--;
	}
	w->cell = true;
	while (text.length > 0) {
		const char *quote = memchr(text.at, '"', text.length);
		size_t n = quote != NULL ? (size_t)(quote - text.at) + 1 : text.length;
		put(w, text.at, n);
		if (quote != NULL)
			put(w, "\"", 1);
		text.at += n;
		text.length -= n;
	}
	put(w, "\"", 1);
}

void odd__within_row(odd__within *w)
{
	put(w, "\n", 1);
	w->rows++;
	w->cell = false;
}

void odd__within_drop(odd__within *w)
{
	if (w->count == 0)
		return;
	w->count--;
	free((char *)(uintptr_t)w->table[w->count].path);
	odd__bytes_clear(&w->table[w->count].bytes);
}

/* Forget everything. */
static void within_end(odd__within *w)
{
	while (w->count > 0)
		odd__within_drop(w);
	free(w->table);
	w->table = NULL;
	odd__bytes_clear(&w->file);
}

/* ---- reading them -------------------------------------------------------------------------------
 */

/* The table of one of some names, with or without an ending; NULL: there is none. */
static const odd__held *called(const odd__within *w, const char *const *names)
{
	for (; *names != NULL; names++)
		for (size_t i = 0; i < w->count; i++) {
			const char *name = w->table[i].path + strlen(w->path) + 1;
			const char *base = odd__base_name(name);
			size_t n = strcspn(base, ".");
			if (n == strlen(*names) && strncasecmp(base, *names, n) == 0)
				return &w->table[i];
		}
	return NULL;
}

static odd_status too_many(const odd__within *w)
{
	char names[160] = "";
	for (size_t i = 0, used = 0; i < w->count && used < sizeof names - 1; i++)
		used += (size_t)snprintf(names + used, sizeof names - used, "%s%.40s",
			i > 0 ? ", " : "", w->table[i].path + strlen(w->path) + 1);
	return odd_error_at(w->err, ODD_EINPUT, w->path, 0, 0,
		"holds %zu tables (%s); the two to be read must be called nodes and edges (in a "
		"database, CREATE VIEW gives a query such a name)",
		w->count, names);
}

/* The only table there is: of nodes, of links, or another file that a reader knows. */
static odd_status read_one(odd_network **out, const odd__within *w)
{
	const odd__held *only = &w->table[0];
	const odd__format *format = odd__format_named(only->path);
	odd__read_file *read =
		format != NULL && format->read_file != NULL
			? format->read_file
			: odd__sniff_bytes(&only->bytes, only->path, w->source.options);
	return (read != NULL ? read : odd__read_nodes_csv)(out, &w->source, only->path, w->err);
}

/* Read the network. format replaces that of the tables, unless NULL. */
static odd_status within_finish(odd_network **out, odd__within *w, const char *format)
{
	static const char *const nodes[] = {"nodes", "vertices", "node", "vertex", NULL};
	static const char *const edges[] = {
		"edges", "links", "relationships", "edge", "link", NULL};
	const odd__held *a = called(w, nodes), *b = called(w, edges);
	w->source.limits.held = w->table;
	w->source.limits.held_count = w->count;
	*out = NULL;
	if (w->status == ODD_OK && w->count == 0) {
		w->status =
			odd_error_at(w->err, ODD_EINPUT, w->path, 0, 0, "there is no table in it");
	} else if (w->status == ODD_OK && a != NULL) {
		const char *const path[] = {a->path, b != NULL ? b->path : NULL, NULL};
		w->status = odd__read_csv(out, &w->source, path, w->err);
	} else if (w->status == ODD_OK && (b != NULL || w->count == 1)) {
		w->status = w->count == 1 ? read_one(out, w)
					  : odd__read_links_csv(out, &w->source, b->path, w->err);
	} else if (w->status == ODD_OK && w->count == 2) {
		const char *const path[] = {w->table[0].path, w->table[1].path};
		w->status = odd__read_pair(out, &w->source, path, false, w->err);
	} else if (w->status == ODD_OK) {
		w->status = too_many(w);
	}
	if (w->status == ODD_OK && format != NULL) {
		char *own = strdup(format);
		if (own == NULL)
			w->status = odd_error_nomem(w->err);
		free(own != NULL ? (*out)->format : NULL);
		(*out)->format = own != NULL ? own : (*out)->format;
	}
	if (w->status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	within_end(w);
	return w->status;
}

/* ---- SQLite ------------------------------------------------------------------------------------
 */

#ifdef HAVE_SQLITE

enum { STEPS = 10000, CALLS_MOST = 50000 }; /* of SQLite's machine: seconds of work */

struct query {
	const odd__limits *limits;
	int calls;
};

/* Nonzero ends a query: the job is cancelled, or a view of the file goes round in circles. */
static int stop(void *context)
{
	struct query *q = context;
	return odd_job_cancelled(q->limits->job) || ++q->calls > CALLS_MOST;
}

static odd__text text_of(sqlite3_stmt *row, int column)
{
	if (sqlite3_column_type(row, column) == SQLITE_BLOB)
		return (odd__text){"", 0};
	const char *text = (const char *)sqlite3_column_text(row, column);
	return (odd__text){text != NULL ? text : "",
		text != NULL ? (size_t)sqlite3_column_bytes(row, column) : 0};
}

static void damaged(odd__within *w, sqlite3 *db)
{
	odd_status status = odd__limits_poll(&w->source.limits, w->path, w->err);
	if (w->status == ODD_OK)
		w->status = status != ODD_OK ? status
					     : odd_error_at(w->err, ODD_EINPUT, w->path, 0, 0,
						       "SQLite: %.100s",
						       sqlite3_errcode(db) == SQLITE_INTERRUPT
							       ? "a query that does not end"
							       : sqlite3_errmsg(db));
}

/* One table or view, read as it is. */
static void read_table(odd__within *w, sqlite3 *db, odd__text name)
{
	sqlite3_stmt *row = NULL;
	char *query = sqlite3_mprintf("SELECT * FROM \"%w\"", name.at);
	int code = query != NULL ? sqlite3_prepare_v2(db, query, -1, &row, NULL) : SQLITE_NOMEM;
	odd__within_table(w, name);
	for (int j = 0; code == SQLITE_OK && j < sqlite3_column_count(row); j++) {
		const char *column = sqlite3_column_name(row, j);
		odd__within_cell(w, (odd__text){column, strlen(column)});
	}
	odd__within_row(w);
	while (code == SQLITE_OK && w->status == ODD_OK &&
		(code = sqlite3_step(row)) == SQLITE_ROW) {
		for (int j = 0; j < sqlite3_column_count(row); j++)
			odd__within_cell(w, text_of(row, j));
		odd__within_row(w);
		code = SQLITE_OK;
	}
	if (code != SQLITE_OK && code != SQLITE_DONE)
		damaged(w, db);
	sqlite3_finalize(row);
	sqlite3_free(query);
	if (w->status == ODD_OK && w->rows < 2) /* the heading alone */
		odd__within_drop(w);
}

static void read_database(odd__within *w)
{
	static const char list[] = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
				   "AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
	struct query q = {&w->source.limits, 0};
	sqlite3 *db = NULL;
	sqlite3_stmt *names = NULL;
	unsigned char *data = (unsigned char *)w->file.data;
	sqlite3_int64 size = (sqlite3_int64)w->file.size;
	/* A database in memory has no write-ahead log beside it. */
	if (w->file.size > 19 && data[18] == 2)
		data[18] = data[19] = 1;
	int code = sqlite3_open(":memory:", &db);
	if (code == SQLITE_OK)
		code = sqlite3_deserialize(
			db, "main", data, size, size, SQLITE_DESERIALIZE_READONLY);
	if (code == SQLITE_OK) {
		sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
		sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
		sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
		sqlite3_progress_handler(db, STEPS, stop, &q);
		code = sqlite3_prepare_v2(db, list, -1, &names, NULL);
	}
	while (code == SQLITE_OK && w->status == ODD_OK &&
		(code = sqlite3_step(names)) == SQLITE_ROW) {
		read_table(w, db, text_of(names, 0));
		code = SQLITE_OK;
	}
	if (code != SQLITE_OK && code != SQLITE_DONE)
		damaged(w, db);
	sqlite3_finalize(names);
	sqlite3_close(db);
}

#else

static void read_database(odd__within *w)
{
	w->status = odd_error_at(w->err, ODD_EUSAGE, w->path, 0, 0,
		"this oddone was built without SQLite; install libsqlite3-dev and build again, or "
		"write the tables with: sqlite3 -csv -header FILE 'SELECT * FROM nodes' >nodes.csv");
}

#endif

odd_status odd__read_sqlite(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__within w;
	within_begin(&w, source, path, err);
	if (w.status == ODD_OK)
		read_database(&w);
	return within_finish(out, &w, "SQLite");
}

/* ---- zip archives -------------------------------------------------------------------------------
 */

/* Does a name end so, letters in either case? */
static bool ends_in(odd__text name, const char *ending)
{
	size_t n = strlen(ending);
	return name.length >= n && strncasecmp(name.at + name.length - n, ending, n) == 0;
}

/* Is there an entry whose name ends so? */
static bool has_entry(const odd__zip *zip, const char *ending)
{
	odd__text name;
	for (size_t at = 0; odd__zip_next(zip, &at, &name);)
		if (ends_in(name, ending))
			return true;
	return false;
}

/* The files of an archive that may be tables or networks; their bytes are taken over. */
static void take_entries(odd__within *w, odd__zip *zip)
{
	static const char *const tables[] = {".csv", ".tsv", ".txt", ".json"};
	odd__text name;
	for (size_t at = 0; w->status == ODD_OK && odd__zip_next(zip, &at, &name);) {
		char *own = strndup(name.at, name.length);
		const odd__format *format = own != NULL ? odd__format_named(own) : NULL;
		bool wanted = format != NULL, hidden = name.at[0] == '.' || own == NULL ||
						       strstr(own, "/.") != NULL ||
						       strncmp(own, "__MACOSX", 8) == 0;
		for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
			wanted |= ends_in(name, tables[i]);
		if (own == NULL)
			w->status = odd_error_nomem(w->err);
		if (wanted && !hidden) {
			odd__within_table(w, name);
			odd__bytes bytes = {NULL, 0};
			if (w->status == ODD_OK)
				w->status = odd__zip_get(&bytes, zip, own, w->err);
			if (w->status == ODD_OK)
				w->table[w->count - 1].bytes = bytes;
		}
		free(own);
	}
}

/* Of entries that are networks by themselves and others (a readme), the one network. */
static void keep_network(odd__within *w)
{
	size_t networks = 0, at = 0;
	for (size_t i = 0; i < w->count; i++) {
		const odd__format *format = odd__format_named(w->table[i].path);
		if (format != NULL && format->read_file != NULL) {
			networks++;
			at = i;
		}
	}
	if (networks != 1 || w->status != ODD_OK)
		return;
	odd__held only = w->table[at];
	w->table[at] = w->table[0];
	w->table[0] = only;
	while (w->count > 1)
		odd__within_drop(w);
}

odd_status odd__read_zip(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__within w;
	odd__zip zip = {.entries = 0};
	const char *format = NULL;
	*out = NULL;
	within_begin(&w, source, path, err);
	if (w.status == ODD_OK)
		w.status = odd__zip_open(&zip, &w.file, path, &source->limits, err);
	if (w.status == ODD_OK && has_entry(&zip, ".npy")) {
		within_end(&w);
		return odd__read_npz(out, source, path, err);
	}
	if (w.status == ODD_OK && has_entry(&zip, "/data.pkl")) {
		w.status = odd_error_at(err, ODD_EUSAGE, path, 0, 0,
			"is a file of PyTorch, whose objects are not read; write its arrays: "
			"numpy.savez('x.npz', edge_index=d.edge_index, x=d.x, y=d.y)");
	} else if (w.status == ODD_OK &&
		   (has_entry(&zip, "xl/workbook.xml") || has_entry(&zip, "content.xml"))) {
		odd__read_sheets(&w, &zip);
		format = "workbook";
	} else if (w.status == ODD_OK) {
		take_entries(&w, &zip);
		keep_network(&w);
	}
	return within_finish(out, &w, format);
}
