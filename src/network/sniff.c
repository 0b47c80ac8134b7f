#include "config.h"

#include "network/sniff.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/bytes.h"
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
	const char *end;
};

/* The beginning of a file, unpacked; of UTF-16 every other byte, which will do to tell a format. */
struct start {
	char text[START + 1];
	size_t size;
	bool binary; /* it holds a NUL byte */
	bool utf16;
	struct line line, second;
};

static void cut_line(struct line *out, const char *at)
{
	*out = (struct line){.konect = *at == '%'};
	at += strncmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	while (*at == '#' || *at == '%' || isspace((unsigned char)*at))
		at = isspace((unsigned char)*at) ? at + 1 : at + strcspn(at, "\n");
	size_t length = strcspn(at, "\r\n");
	out->end = at + length;
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

static void fold_utf16(struct start *s)
{
	int order = odd__utf16_order(s->text, s->size);
	size_t n = 0, from = s->text[0] == '\xff' || s->text[0] == '\xfe' ? 2 : 0;
	if (order == 0)
		return;
	for (size_t i = from + (order == 2); i < s->size; i += 2)
		s->text[n++] = s->text[i];
	s->text[s->size = n] = '\0';
	s->utf16 = true;
}

static void look_at_start(struct start *s)
{
	fold_utf16(s);
	s->binary = memchr(s->text, '\0', s->size) != NULL;
	cut_line(&s->line, s->text);
	cut_line(&s->second, s->line.end);
}

static odd_status read_start(struct start *s, const char *path, odd_error *err)
{
	struct stat info;
	*s = (struct start){.size = 0};
	if (stat(path, &info) == 0 && S_ISFIFO(info.st_mode)) /* what was looked at would be gone */
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"is a pipe, which cannot be looked into first; - stands for standard input");
	odd_status status = odd__bytes_start(s->text, START, &s->size, path, err);
	if (status != ODD_OK)
		return status;
	look_at_start(s);
	return s->size > 0 ? ODD_OK
			   : odd_error_at(err, ODD_EINPUT, path, 0, 0, "the file is empty");
}

bool odd__sniff_text(char *out, size_t room, const char *path)
{
	struct start s;
	if (read_start(&s, path, NULL) != ODD_OK)
		return false;
	size_t from = s.size >= 3 && memcmp(s.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	for (size_t i = from; i < s.size; i++) {
		unsigned char c = (unsigned char)s.text[i];
		if (s.utf16 && c >= 0x80)
			s.text[i] = '?';
		else if (c < ' ' && !isspace(c))
			return false;
	}
	snprintf(out, room, "%s", s.text + from);
	return true;
}

bool odd__sniff_table(const char *path)
{
	struct start s;
	return read_start(&s, path, NULL) == ODD_OK && s.line.separated && s.line.count >= 2 &&
	       !s.binary;
}

static bool is_number(odd__text text)
{
	double x;
	return odd__number_parse(text.at, text.length, &x) == ODD__NUMBER_OK;
}

bool odd__sniff_alike(const char *one, const char *two)
{
	struct start s[2];
	const char *const path[2] = {one, two};
	for (int k = 0; k < 2; k++)
		if (read_start(&s[k], path[k], NULL) != ODD_OK || !s[k].line.separated ||
			strchr("[{", s[k].text[0]) != NULL)
			return true;
	bool alike = s[0].line.count == s[1].line.count;
	for (size_t i = 0; alike && i < s[0].line.count; i++) {
		odd__text a = s[0].line.cell[i], b = s[1].line.cell[i];
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

/* Lines of two or three cells. Where the first line has a word over a number it is the heading of a
 * table that need not be one of links. */
static bool is_edge_list(const struct start *s)
{
	const struct line *l = &s->line;
	for (size_t i = 0; i < 2 && l->count <= s->second.count; i++)
		if (l->count >= 2 && !is_number(l->cell[i]) && is_number(s->second.cell[i]))
			return false;
	/* networkx writes what it knows of a link in braces */
	return l->count == 2 || (l->count == 3 && is_number(l->cell[2])) ||
	       (l->count == 4 && l->konect && is_number(l->cell[2]) && is_number(l->cell[3])) ||
	       (l->count > 2 && l->cell[2].length > 0 && l->cell[2].at[0] == '{');
}

/* Files of other programs, and what to do with them. */
static const struct {
	const char *endings, *advice;
} others[] = {
	{".oddlog",
		"a log is played: oddone FILE in the explorer, oddone play FILE --batch without"},
	{".xls .numbers", "save it as .xlsx or .ods, or the table as CSV"},
	{".pkl .pickle .gpickle .pt .pth .joblib .rds .rdata",
		"objects of Python and R are not read; write GraphML, node-link JSON or .npz"},
	{".dl .##h", "write Pajek (.net), as UCINET does: Data, Export, Pajek"},
	{".metis .graph .lgl .tgf",
		"write GraphML, GML or an edge list; a list of links is read when it is "
		"called .edgelist"},
	{".g6 .graph6",
		"convert it: python3 -c \"import networkx as n; n.write_graphml(n.read_graph6('x.g6'), "
		"'x.graphml')\""},
	{".s6 .sparse6",
		"convert it: python3 -c \"import networkx as n; n.write_graphml(n.read_sparse6('x.s6'), "
		"'x.graphml')\""},
	{".parquet .feather .arrow",
		"convert it: python3 -c \"import pandas; "
		"pandas.read_parquet('x.parquet').to_csv('x.csv', index=False)\""},
	{".h5 .hdf5", "write .npz, or CSV, a table of nodes and one of links"},
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

static odd_status not_recognised(const char *path, const struct start *s, odd_error *err)
{
	const char *advice = advice_for(path);
	if (advice == others[TABLES].advice && !s->binary && s->line.separated)
		advice = NULL; /* it is a table in text already, whatever its name */
	if (advice == NULL && s->binary)
		advice =
			"MATLAB .mat, NumPy .npz, SQLite and .xlsx are the formats that are no text";
	if (advice == NULL && s->line.separated)
		advice =
			"nearest is CSV: a table of nodes has a column Id, one of links has Source "
			"and Target (--id, --source and --target name others)";
	if (advice == NULL)
		advice = "nearest is an edge list, a source, a target and perhaps a weight in each "
			 "line";
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"no format is recognised by its name or content; %s", advice);
}

/* The reader for what a file begins with: a format that begins so, a table, a list. NULL: none. */
static odd__read_file *find_reader(
	const struct start *s, const char *path, const odd_load_options *o)
{
	const struct line *line = &s->line;
	const odd__format *format = odd__format_of(s->text);
	bool other = advice_for(path) != NULL; /* then only a heading tells for certain */
	if (format != NULL && format->read_file != NULL)
		return format->read_file;
	if (s->binary)
		return NULL;
	if (has_role(line, o->source, odd__csv_sources) &&
		has_role(line, o->target, odd__csv_targets))
		return odd__read_links_csv;
	/* or a data frame, whose rows have names in a column without one */
	if (line->separated &&
		(has_role(line, o->id, odd__csv_ids) ||
			(o->id == NULL && line->count > 1 && line->cell[0].length == 0)))
		return odd__read_nodes_csv;
	return !other && is_edge_list(s) ? odd__read_edge_list : NULL;
}

odd__read_file *odd__sniff_bytes(
	const odd__bytes *bytes, const char *path, const odd_load_options *options)
{
	struct start s = {.size = bytes->size < START ? bytes->size : START};
	if (s.size > 0)
		memcpy(s.text, bytes->data, s.size);
	look_at_start(&s);
	return find_reader(&s, path, options);
}

odd_status odd__sniff_read(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct start s;
	odd_status status = read_start(&s, path, err);
	if (status != ODD_OK)
		return status;
	odd__read_file *read = find_reader(&s, path, source->options);
	return read != NULL ? read(out, source, path, err) : not_recognised(path, &s, err);
}

odd_status odd__sniff_named(odd_network **out, const odd__source *source, const odd__format *format,
	const char *path, odd_error *err)
{
	struct start s;
	odd__read_file *read = NULL;
	/* What cannot be read is the reader's to tell. */
	if (read_start(&s, path, NULL) == ODD_OK)
		read = find_reader(&s, path, source->options);
	if (read == NULL && s.size > 0 && !s.binary && format->read_file == odd__read_zip)
		return not_recognised(path, &s, err);
	/* A format that has no way to begin of its own is known by its name alone. */
	if (read == NULL || (read == odd__read_edge_list && format->begins == NULL))
		read = format->read_file;
	return read(out, source, path, err);
}
