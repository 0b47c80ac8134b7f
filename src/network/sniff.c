#include "config.h"

#include "network/sniff.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/number.h"
#include "base/scan.h"
#include "network/read_tables.h"

enum { START = 4096, CELLS = 64 };

/* The first line that is no comment, cut into cells. */
struct line {
	odd__text cell[CELLS];
	size_t count;   /* cells kept */
	bool separated; /* by commas, semicolons or tabs; else by blanks */
	bool konect;    /* comments begin with %: a time may follow the weight */
	bool whole;     /* its end is in what was read */
};

static odd_status read_start(char start[START + 1], size_t *size, const char *path, odd_error *err)
{
	struct stat info;
	if (stat(path, &info) == 0 && S_ISFIFO(info.st_mode)) /* what was looked at would be gone */
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"is a pipe, which cannot be looked into first; - stands for standard input");
	gzFile in = gzopen(path, "rb");
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	int got = gzread(in, start, START), why = Z_OK;
	gzerror(in, &why);
	odd_status status = got >= 0             ? ODD_OK
			    : why == Z_ERRNO     ? odd_error_errno(err, path, "cannot read")
			    : why == Z_MEM_ERROR ? odd_error_nomem(err)
						 : odd_error_at(err, ODD_EINPUT, path, 0, 0,
							   "the compressed file is damaged");
	gzclose(in);
	if (status != ODD_OK)
		return status;
	*size = (size_t)got;
	start[got] = '\0';
	return ODD_OK;
}

/* Of UTF-16 every other byte will do to tell a format. */
static bool fold_utf16(char *start, size_t *size)
{
	int order = odd__utf16_order(start, *size);
	size_t n = 0;
	if (order == 0)
		return false;
	size_t from = start[0] == '\xff' || start[0] == '\xfe' ? 2 : 0;
	for (size_t i = from + (order == 2); i < *size; i += 2)
		start[n++] = start[i];
	start[n] = '\0';
	*size = n;
	return true;
}

bool odd__sniff_text(char *out, size_t room, const char *path)
{
	char start[START + 1];
	size_t size = 0;
	if (read_start(start, &size, path, NULL) != ODD_OK)
		return false;
	if (fold_utf16(start, &size))
		for (size_t i = 0; i < size; i++)
			start[i] = (unsigned char)start[i] < 0x80 ? start[i] : '?';
	size_t from = size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	for (size_t i = from; i < size; i++)
		if ((unsigned char)start[i] < ' ' && !isspace((unsigned char)start[i]))
			return false;
	snprintf(out, room, "%s", start + from);
	return true;
}

static void cut_line(struct line *out, const char *at)
{
	*out = (struct line){.konect = *at == '%'};
	at += strncmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	while (*at == '#' || *at == '%' || isspace((unsigned char)*at))
		at = isspace((unsigned char)*at) ? at + 1 : at + strcspn(at, "\n");
	size_t length = strcspn(at, "\r\n");
	out->whole = at[length] != '\0';
	out->separated = strcspn(at, ",;\t|") < length;
	const char *parts = out->separated ? ",;\t|" : " ";
	for (const char *end = at + length; at < end && out->count < CELLS; at++) {
		size_t n = strcspn(at, parts);
		n = n < (size_t)(end - at) ? n : (size_t)(end - at);
		odd__text cell = odd__text_trim((odd__text){at, n});
		if (cell.length >= 2 && cell.at[0] == '"' && cell.at[cell.length - 1] == '"')
			cell = (odd__text){cell.at + 1, cell.length - 2};
		if (cell.length > 0 || out->separated)
			out->cell[out->count++] = cell;
		at += n;
	}
}

bool odd__sniff_table(const char *path)
{
	char start[START + 1];
	size_t size = 0;
	struct line line;
	if (read_start(start, &size, path, NULL) != ODD_OK || size == 0)
		return false;
	fold_utf16(start, &size);
	cut_line(&line, start);
	return line.separated && line.count >= 2 && memchr(start, '\0', size) == NULL;
}

static bool is_number(odd__text text)
{
	double x;
	return odd__number_parse(text.at, text.length, &x) == ODD__NUMBER_OK;
}

bool odd__sniff_alike(const char *one, const char *two)
{
	const char *const path[2] = {one, two};
	char start[2][START + 1];
	struct line line[2];
	for (int k = 0; k < 2; k++) {
		size_t size = 0;
		if (read_start(start[k], &size, path[k], NULL) != ODD_OK || size == 0)
			return true;
		fold_utf16(start[k], &size);
		cut_line(&line[k], start[k]);
		if (!line[k].separated || strchr("[{", start[k][0]) != NULL)
			return true;
	}
	bool alike = line[0].count == line[1].count;
	for (size_t i = 0; alike && i < line[0].count; i++) {
		odd__text a = line[0].cell[i], b = line[1].cell[i];
		alike = (is_number(a) && is_number(b)) ||
			(a.length == b.length && memcmp(a.at, b.at, a.length) == 0);
	}
	return alike;
}

static bool has_role(const struct line *l, const char *given, const char *const *names)
{
	for (size_t i = 0; i < l->count; i++)
		if (odd__csv_is_column(l->cell[i], given, names))
			return true;
	return false;
}

static bool is_edge_list(const struct line *l)
{
	/* networkx writes what it knows of a link in braces */
	return l->count == 2 || (l->count == 3 && is_number(l->cell[2])) ||
	       (l->count == 4 && l->konect && is_number(l->cell[2]) && is_number(l->cell[3])) ||
	       (l->count > 2 && l->cell[2].length > 0 && l->cell[2].at[0] == '{');
}

/* Files of other programs, and what to ask them for. */
static const struct {
	const char *endings, *advice;
} others[] = {
	{".oddlog",
		"a log is played: oddone FILE in the explorer, oddone play FILE --batch without"},
	{".xlsx .xls .ods .numbers", "save the table as CSV"},
	{".pkl .pickle .gpickle .pt .pth .joblib .rds .rdata",
		"objects of Python and R are not read; write GraphML, node-link JSON or .npz"},
	{".metis .graph .lgl",
		"write GraphML, GML or an edge list; a list of links is read when it is "
		"called .edgelist"},
	{".parquet .feather .arrow .sqlite .db .h5 .hdf5", "write CSV, a table of nodes and one "
							   "of links"},
};

enum { TABLES = 1 }; /* which of them are tables */

static const char *advice_for(const char *path)
{
	const char *dot = strrchr(path, '.');
	size_t length = dot != NULL ? strlen(dot) : 0;
	for (size_t i = 0; dot != NULL && i < sizeof others / sizeof *others; i++)
		for (const char *p = others[i].endings; *p != '\0';) {
			size_t n = strcspn(p, " ");
			if (n == length && strncasecmp(p, dot, n) == 0)
				return others[i].advice;
			p += n + (p[n] == ' ');
		}
	return NULL;
}

static odd_status not_recognised(
	const char *path, const char *start, size_t size, const struct line *l, odd_error *err)
{
	const char *advice = advice_for(path);
	bool text = memchr(start, '\0', size) == NULL;
	if (advice == others[TABLES].advice && text && l->separated)
		advice = NULL; /* it is a table in text already, whatever its name */
	if (advice == NULL && !text)
		advice = "MATLAB .mat and NumPy .npz are the formats that are no text";
	if (advice == NULL && l->separated)
		advice =
			"nearest is CSV: a table of nodes has a column Id, one of links has Source "
			"and Target (--id, --source and --target name others)";
	if (advice == NULL)
		advice = "nearest is an edge list, a source, a target and perhaps a weight in each "
			 "line";
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"no format is recognised by its name or content; %s", advice);
}

/* A table or list, for which no beginning stands: NULL, if it is none. */
static odd__read_file *find_list(const struct line *line, const char *path, const char *start,
	size_t size, const odd_load_options *o)
{
	bool other = advice_for(path) != NULL; /* then only a heading tells for certain */
	if (memchr(start, '\0', size) != NULL)
		return NULL;
	if (has_role(line, o->source, odd__csv_sources) &&
		has_role(line, o->target, odd__csv_targets))
		return odd__read_links_csv;
	/* or a data frame, whose rows have names in a column without one */
	if (line->separated &&
		(has_role(line, o->id, odd__csv_ids) ||
			(o->id == NULL && line->count > 1 && line->cell[0].length == 0)))
		return odd__read_nodes_csv;
	if (other)
		return NULL;
	return is_edge_list(line) ? odd__read_edge_list : NULL;
}

odd_status odd__sniff_read(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	char start[START + 1];
	size_t size = 0;
	struct line line;
	odd_status status = read_start(start, &size, path, err);
	if (status != ODD_OK)
		return status;
	fold_utf16(start, &size);
	const odd__format *format = size > 0 ? odd__format_of(start) : NULL;
	/* Workbooks are zip archives, too. */
	if (format != NULL && format->read_file == odd__read_npz && advice_for(path) != NULL &&
		memmem(start, size, ".npy", 4) == NULL)
		format = NULL;
	if (format != NULL && format->read_file != NULL)
		return format->read_file(out, source, path, err);
	if (size == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "the file is empty");
	cut_line(&line, start);
	odd__read_file *read = find_list(&line, path, start, size, source->options);
	return read != NULL ? read(out, source, path, err)
			    : not_recognised(path, start, size, &line, err);
}

odd_status odd__sniff_named(odd_network **out, const odd__source *source, const odd__format *format,
	const char *path, odd_error *err)
{
	char start[START + 1];
	size_t size = 0;
	struct line line;
	odd__read_file *read = format->read_file;
	/* What cannot be read is the reader's to tell. */
	if (read_start(start, &size, path, NULL) != ODD_OK || size == 0)
		return read(out, source, path, err);
	fold_utf16(start, &size);
	const odd__format *told = odd__format_of(start);
	if (told != NULL && told->read_file != NULL)
		return told->read_file(out, source, path, err);
	/* A format that has no way to begin of its own is known by its name alone. */
	if (format->begins == NULL && format->read_file != odd__read_edge_list)
		return read(out, source, path, err);
	cut_line(&line, start);
	odd__read_file *list = find_list(&line, path, start, size, source->options);
	return (list != NULL ? list : read)(out, source, path, err);
}
