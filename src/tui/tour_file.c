#include "config.h"

#include "tui/tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "draw/utf8.h"
#include "report/claim.h"
#include "session/xalloc.h"
#include "session/paths.h"
#include "tui/ui_commands.h"
#include "tui/text.h"

#define ALONE SIZE_MAX

enum { TOUR_CHOICES = 9 }; /* that have a key each */
/* Limits: both are searched and copied as they grow. */
enum { MOST_PAGES = 1000, LONGEST_TEXT = 20000 };

/* ---- reading -------------------------------------------------------------------------------- */

struct reader {
	struct tour_file *tour;
	const char *path;
	long line, column; /* of the line that is read, and of the text behind its word */
	struct tour_line
		*open; /* what a line that begins with blanks goes on with; NULL: nothing */
};

static struct tour_page *page_of(const struct reader *r)
{
	return r->tour->count > 0 ? &r->tour->page[r->tour->count - 1] : NULL;
}

static odd_status fault(const struct reader *r, long column, odd_error *err, const char *what)
{
	return odd_error_at(err, ODD_EINPUT, r->path, r->line, column, "%s", what);
}

static void add_line(struct reader *r, struct tour_lines *to, const char *text)
{
	to->item = xgrow(to->item, to->count + 1, sizeof *to->item);
	to->item[to->count] =
		(struct tour_line){.text = xstrdup(text), .line = r->line, .column = r->column};
	r->open = &to->item[to->count++];
}

static odd_status go_on(
	struct reader *r, struct tour_line *with, const char *text, long column, odd_error *err)
{
	const size_t length = strlen(with->text);
	if (length > LONGEST_TEXT)
		return fault(r, column, err, "this text is longer than 20000 bytes");
	with->more = xgrow(with->more, with->breaks + 1, sizeof *with->more);
	with->more[with->breaks++] = (struct tour_break){length + 1, r->line, column};
	with->text = xgrow(with->text, length + strlen(text) + 2, 1);
	with->text[length] = ' ';
	strcpy(with->text + length + 1, text);
	return ODD_OK;
}

static odd_status set_once(struct reader *r, char **field, const char *text, odd_error *err)
{
	if (*field != NULL)
		return fault(r, 1, err, "this was said before");
	if (text[0] == '\0')
		return fault(r, 1, err, "nothing behind the word");
	*field = xstrdup(text);
	return ODD_OK;
}

static odd_status begin_page(struct reader *r, const char *heading, odd_error *err)
{
	struct tour_file *t = r->tour;
	if (heading[0] == '\0')
		return fault(r, 1, err, "a page needs a heading");
	if (t->count == MOST_PAGES)
		return fault(r, 1, err, "a tour has at most 1000 pages");
	t->page = xgrow(t->page, t->count + 1, sizeof *t->page);
	t->page[t->count++] = (struct tour_page){.heading = xstrdup(heading), .line = r->line};
	return ODD_OK;
}

static odd_status check_command(struct reader *r, const char *text, long column, odd_error *err)
{
	char name[40], said[120];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " \t"), text);
	if (commands_find(&explorer_commands, name) != NULL) {
		struct arguments args;
		odd_error inner = {0};
		odd_status status = arguments_read(&args, &explorer_commands, text, &inner);
		arguments_clear(&args);
		return status == ODD_OK ? status : fault(r, column, err, inner.message);
	}
	snprintf(said, sizeof said, "there is no command \"%s\"", name);
	return fault(r, column, err, said);
}

static odd_status check_claim(struct reader *r, const char *text, long column, odd_error *err)
{
	struct claim_verdict unused;
	odd_error inner = {0};
	return claim_test(&unused, NULL, text, &inner) == ODD_OK
		       ? ODD_OK
		       : fault(r, column, err, inner.message);
}

static odd_status take_place(struct reader *r, const char *text, long column, odd_error *err)
{
	struct tour_page *page = page_of(r);
	page->top = strcmp(text, "top") == 0;
	return page->top || strcmp(text, "bottom") == 0
		       ? ODD_OK
		       : fault(r, column, err, "place is top or bottom");
}

static odd_status take_ask(struct reader *r, const char *text, long column, odd_error *err)
{
	struct tour_page *page = page_of(r);
	(void)column;
	odd_status status = set_once(r, &page->ask.text, text, err);
	page->ask.line = r->line;
	page->ask.column = r->column;
	r->open = status == ODD_OK ? &page->ask : NULL;
	return status;
}

/* "it falls | change structure < 0" */
static odd_status take_choice(struct reader *r, const char *text, long column, odd_error *err)
{
	struct tour_page *page = page_of(r);
	const char *bar = strstr(text, " | ");
	if (bar == NULL || bar == text)
		return fault(r, column, err, "a choice is TEXT | CLAIM");
	if (page->choices == TOUR_CHOICES)
		return fault(r, 1, err, "there are too many choices: nine have a key");
	const char *claim = bar + 3 + strspn(bar + 3, " \t");
	page->choice = xgrow(page->choice, page->choices + 1, sizeof *page->choice);
	page->choice[page->choices++] = (struct tour_choice){
		text_make("%.*s", (int)(bar - text), text), xstrdup(claim), r->line};
	return check_claim(r, claim, column + (claim - text), err);
}

/* "rank george-pike within 3" */
static odd_status take_answer(struct reader *r, const char *text, long column, odd_error *err)
{
	struct tour_page *page = page_of(r);
	const char *within = strstr(text, " within ");
	odd_error inner = {0};
	char *braced, *end, *none;
	if (page->answer.text != NULL)
		return fault(r, 1, err, "this was said before");
	page->answer = (struct tour_line){
		.text = text_make(
			"%.*s", (int)(within != NULL ? within - text : (long)strlen(text)), text),
		.line = r->line,
		.column = column};
	if (within != NULL) {
		page->within = strtod(within + 8, &end);
		if (end == within + 8 || *end != '\0' || !(page->within >= 0.0))
			return fault(r, column + (within + 8 - text), err,
				"within needs a number that is not negative");
	}
	braced = text_make("{%s}", page->answer.text);
	odd_status status = claim_text(&none, NULL, braced, &inner);
	free(braced);
	return status == ODD_OK ? ODD_OK : fault(r, column, err, inner.message);
}

typedef odd_status check_fn(struct reader *r, const char *text, long column, odd_error *err);

/* The lines of a page: a word that adds to its lines, or is read by a function of its own. */
static const struct {
	const char *word;
	size_t lines;   /* offset in the page; ALONE: none */
	bool asks;      /* only behind `ask` */
	bool goes_on;   /* with lines that begin with blanks */
	check_fn *read; /* checks a line that is added, or takes it; NULL: any text will do */
} words[] = {
#define LINES(field) offsetof(struct tour_page, field)
	{"do", LINES(run), false, false, check_command},
	{"text", LINES(text), false, true, NULL},
	{"keys", LINES(text), false, true, NULL},
	{"expect", LINES(expect), false, false, check_claim},
	{"note", LINES(note), false, true, NULL},
	{"place", ALONE, false, false, take_place},
	{"ask", ALONE, false, true, take_ask},
	{"choice", ALONE, true, false, take_choice},
	{"answer", ALONE, true, false, take_answer},
	{"then", LINES(then), true, false, check_command},
	{"after", LINES(after), true, true, NULL},
#undef LINES
};

static odd_status in_page(
	struct reader *r, const char *word, const char *text, long column, odd_error *err)
{
	if (page_of(r) == NULL)
		return fault(r, 1, err, "this belongs to a page, and none has begun");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(word, words[i].word) != 0)
			continue;
		if (words[i].asks && page_of(r)->ask.text == NULL)
			return fault(r, 1, err, "this belongs to a question: ask comes first");
		struct tour_page *page = page_of(r);
		if (words[i].lines != ALONE) {
			struct tour_lines *to =
				(struct tour_lines *)(void *)((char *)page + words[i].lines);
			/* A claim behind `ask` is about the state after the answer. */
			if (to == &page->expect && page->ask.text != NULL)
				to = &page->expect_after;
			const bool keys = strcmp(word, "keys") == 0;
			if (keys && page->ask.text != NULL)
				to = &page->after;
			add_line(r, to, text);
			to->item[to->count - 1].screen_only = keys;
		}
		if (!words[i].goes_on)
			r->open = NULL;
		return words[i].read != NULL ? words[i].read(r, text, column, err) : ODD_OK;
	}
	return fault(r, 1, err,
		"a line begins with title, about, network, page, do, place, text, keys, expect, note, "
		"ask, choice, answer, then or after");
}

/* Text must be UTF-8 without NUL. Columns count characters. */
static odd_status check_letters(
	const struct reader *r, const char *line, size_t length, odd_error *err)
{
	const char *at = line, *before = line;
	long column = 1;
	for (uint32_t c; (c = utf8_next(&at)) != 0; before = at, column++)
		if (c == UTF8_REPLACEMENT && at - before == 1)
			return fault(r, column, err, "this byte is not UTF-8");
	return at < line + length ? fault(r, column, err, "a NUL byte: this is not a text in UTF-8")
				  : ODD_OK;
}

static odd_status take(struct reader *r, char *line, odd_error *err)
{
	size_t blanks = strspn(line, " \t"), end = strlen(line);
	while (end > blanks && strchr(" \t\r\n", line[end - 1]) != NULL)
		line[--end] = '\0';
	if (line[blanks] == '\0' || line[blanks] == '#')
		return ODD_OK;
	if (blanks > 0) {
		if (r->open == NULL)
			return fault(r, (long)blanks + 1, err,
				"nothing here that a line with blanks before it could go on with");
		return go_on(r, r->open, line + blanks, (long)blanks + 1, err);
	}
	r->open = NULL;
	char word[20];
	size_t length = strcspn(line, " \t");
	snprintf(word, sizeof word, "%.*s", length < 19 ? (int)length : 19, line);
	const char *text = line + length + strspn(line + length, " \t");
	long column = r->column = (long)(text - line) + 1;
	if (strcmp(word, "title") == 0)
		return set_once(r, &r->tour->title, text, err);
	if (strcmp(word, "about") == 0)
		return set_once(r, &r->tour->about, text, err);
	if (strcmp(word, "network") == 0 && r->tour->network == NULL) {
		r->tour->network_line = r->line;
		r->tour->network_column = column;
	}
	if (strcmp(word, "network") == 0)
		return set_once(r, &r->tour->network, text, err);
	if (strcmp(word, "page") == 0)
		return begin_page(r, text, err);
	return in_page(r, word, text, column, err);
}

odd_status tour_file_fault(const struct tour_file *tour, const struct tour_line *line, long letter,
	const char *what, odd_error *err)
{
	long at = line->line, column = line->column;
	if (letter > 0)
		column += letter - 1;
	for (size_t i = 0; i < line->breaks && letter > (long)line->more[i].from; i++) {
		at = line->more[i].line;
		column = line->more[i].column + letter - 1 - (long)line->more[i].from;
	}
	return odd_error_at(err, ODD_EINPUT, tour->path, at, column, "%s", what);
}

/* Values in braces are known. */
static odd_status check_texts(struct reader *r, const struct tour_lines *text, odd_error *err)
{
	for (size_t i = 0; i < text->count; i++) {
		odd_error inner = {0};
		char *none;
		if (claim_text(&none, NULL, text->item[i].text, &inner) != ODD_OK)
			return tour_file_fault(
				r->tour, &text->item[i], inner.column, inner.message, err);
	}
	return ODD_OK;
}

/* A question can be answered in one way: by one of several choices, or by a number. */
static odd_status check_question(struct reader *r, const struct tour_page *page, odd_error *err)
{
	if (page->ask.text == NULL)
		return ODD_OK;
	r->line = page->ask.line;
	const struct tour_lines ask = {(struct tour_line *)&page->ask, 1};
	odd_status status = check_texts(r, &ask, err);
	if (status == ODD_OK && (page->choices >= 2) == (page->answer.text != NULL))
		return fault(r, 1, err, "a question needs two choices or more, or else an answer");
	return status == ODD_OK ? check_texts(r, &page->after, err) : status;
}

static odd_status check_pages(struct reader *r, odd_error *err)
{
	const struct tour_file *t = r->tour;
	if (t->title == NULL || t->network == NULL || t->count == 0)
		return fault(r, r->line > 0, err, "a tour needs a title, a network and pages");
	for (size_t p = 0; p < t->count; p++) {
		const struct tour_page *page = &t->page[p];
		r->line = page->line;
		if (page->text.count == 0)
			return fault(r, 1, err, "a page without text");
		odd_status status = check_texts(r, &page->text, err);
		if (status == ODD_OK)
			status = check_texts(r, &page->note, err);
		if (status == ODD_OK)
			status = check_question(r, page, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

odd_status tour_file_load(struct tour_file *out, const char *path, odd_error *err)
{
	struct reader r = {.tour = out, .path = path};
	char *line = NULL;
	size_t room = 0;
	odd_status status = ODD_OK;
	*out = (struct tour_file){.path = xstrdup(path)};
	FILE *in = odd__open_in(path);
	if (in == NULL) {
		status = odd_error_errno(err, path, "cannot open");
	} else {
		for (ssize_t length;
			status == ODD_OK && (length = getline(&line, &room, in)) >= 0;) {
			r.line++;
			status = check_letters(&r, line, (size_t)length, err);
			if (status == ODD_OK)
				status = take(&r, line, err);
		}
		if (status == ODD_OK && ferror(in))
			status = odd_error_errno(err, path, "cannot read");
		else if (status == ODD_OK && !feof(in))
			status = odd_error_nomem(err); /* getline had none for a line */
		fclose(in);
		free(line);
	}
	if (status == ODD_OK)
		status = check_pages(&r, err);
	if (status != ODD_OK)
		tour_file_clear(out);
	return status;
}

static void clear_lines(struct tour_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		free(lines->item[i].text);
		free(lines->item[i].more);
	}
	free(lines->item);
}

void tour_file_clear(struct tour_file *t)
{
	for (size_t i = 0; i < t->count; i++) {
		struct tour_page *page = &t->page[i];
		struct tour_lines *const lines[] = {&page->run, &page->text, &page->expect,
			&page->note, &page->then, &page->after, &page->expect_after};
		for (size_t l = 0; l < sizeof lines / sizeof *lines; l++)
			clear_lines(lines[l]);
		for (size_t c = 0; c < page->choices; c++) {
			free(page->choice[c].text);
			free(page->choice[c].claim);
		}
		free(page->choice);
		free(page->ask.text);
		free(page->ask.more);
		free(page->answer.text);
		free(page->heading);
	}
	free(t->page);
	free(t->path);
	free(t->title);
	free(t->about);
	free(t->network);
	*t = (struct tour_file){0};
}

/* ---- finding -------------------------------------------------------------------------------- */

char **tour_names(size_t *count)
{
	return session_data_names(count, "lessons", ".tour");
}

static odd_status not_there(const char *name, odd_error *err)
{
	char list[200] = "";
	size_t count;
	char **names = tour_names(&count);
	for (size_t i = 0; i < count; i++)
		if (strlen(list) + strlen(names[i]) + 3 < sizeof list)
			text_add(list, sizeof list, "%s%s", list[0] != '\0' ? ", " : "", names[i]);
	strings_free(names, count);
	return odd_error_set(err, ODD_EUSAGE, "there is no tour \"%.60s\"; there is: %s", name,
		list[0] != '\0' ? list : "none");
}

odd_status tour_find(char **path, const char *name, odd_error *err)
{
	struct stat info;
	*path = NULL;
	if (stat(name, &info) == 0 && S_ISREG(info.st_mode)) {
		*path = xstrdup(name);
		return ODD_OK;
	}
	char file[300];
	snprintf(file, sizeof file, "lessons/%.200s.tour", name);
	char *found = strchr(name, '/') == NULL ? session_data_path(file) : NULL;
	if (found == NULL || stat(found, &info) != 0) {
		free(found);
		return not_there(name, err);
	}
	*path = found;
	return ODD_OK;
}
