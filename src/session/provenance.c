/* provenance.c: the commands that lead to where a session is. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/command.h"
#include "session/log.h"
#include "session/xalloc.h"

void command_list_add(struct command_list *r, const char *line)
{
	r->line = xgrow(r->line, r->count + 1, sizeof *r->line);
	r->opened += r->opened == r->count; /* still none */
	r->line[r->count++] = xstrdup(line);
}

void command_list_clear(struct command_list *r)
{
	strings_free(r->line, r->count);
	*r = (struct command_list){.line = NULL};
}

static bool begins(const char *line, const char *word)
{
	size_t length = strlen(word);
	return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* The log, or all of it but for what writes files. */
static void take_log(struct command_list *out, const struct session *s, bool files)
{
	size_t number = 0;
	*out = (struct command_list){.line = NULL};
	for (size_t i = 0; i < s->log.count; i++) {
		const char *line = s->log.line[i];
		if (!files && begins(line, "export"))
			continue;
		number += begins(line, "open");
		bool ours = s->doc != NULL && begins(line, "open") && number == s->doc->number;
		command_list_add(out, line);
		if (ours)
			out->opened = out->count - 1;
	}
}

void session_log_lines(struct command_list *out, const struct session *s)
{
	take_log(out, s, true);
}

/* The `open` that the log has of the present network; NULL: none. */
static const char *opening_of(const struct session *s)
{
	size_t number = 0;
	for (size_t i = 0; i < s->log.count; i++)
		if (begins(s->log.line[i], "open") && ++number == s->doc->number)
			return s->log.line[i];
	return NULL;
}

/* What was wanted when the network was opened and is not the default. */
static void add_settings(struct command_list *out, const struct run_options *wanted)
{
	struct run_options usual;
	const odd_option *row;
	run_options_init(&usual);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		char value[ODD_OPTION_VALUE], plain[ODD_OPTION_VALUE];
		odd_option_get(value, row, wanted);
		if (strcmp(value, odd_option_get(plain, row, &usual)) == 0)
			continue;
		char *quoted = command_quote(value);
		char *line = xgrow(NULL, strlen(row->name) + strlen(quoted) + 8, 1);
		sprintf(line, "set %s %s", row->name, quoted);
		command_list_add(out, line);
		free(line);
		free(quoted);
	}
}

/* The place that item i of the stack led to. */
static const struct place *led_to(const struct session *s, size_t i)
{
	return i + 1 < s->undo.count ? &s->undo.item[i + 1].place : &s->now;
}

/* The way from item `first` of undo to here. Who comes back to a place has not been away from it:
 * what lies between is left out, and so is `back` or `switch` itself. False: a switch leads to
 * where this way has never been. */
static bool add_way(struct command_list *out, const struct session *s, size_t first)
{
	for (size_t i = first; i < s->undo.count; i++) {
		size_t last = s->undo.count; /* the last item that leads back to this place */
		while (last > i && !place_same(led_to(s, last - 1), &s->undo.item[i].place))
			last--;
		if (last > i) {
			i = last - 1;
			continue;
		}
		if (begins(s->undo.item[i].what, "switch"))
			return false;
		command_list_add(out, s->undo.item[i].what);
	}
	return true;
}

static const struct document *doc_of(const struct place *place)
{
	return place->epoch != NULL ? place->epoch->doc : NULL;
}

/* Where the way in the present network begins: behind the item of undo that opened it. False: undo
 * has forgotten it. */
static bool find_way(size_t *first, const struct session *s)
{
	const struct session_undo *item = s->undo.item;
	size_t i = s->undo.count;
	while (i > 0 && !(begins(item[i - 1].what, "open") && doc_of(led_to(s, i - 1)) == s->doc &&
				doc_of(&item[i - 1].place) != s->doc))
		i--;
	/* The first network of all has no item: there was nothing to come back to. */
	if (i == 0 && (s->undo_forgot || (s->undo.count > 0 && doc_of(&item[0].place) != s->doc)))
		return false;
	*first = i;
	return true;
}

/* Undo remembers what led from each place to the next, so the way here is what it remembers since
 * the network was opened: what was undone has gone from it, and so has a look at another network
 * from which one came back. */
void session_provenance(struct command_list *out, const struct session *s, bool kept)
{
	size_t first;
	*out = (struct command_list){.line = NULL};
	const char *open = s->doc != NULL ? opening_of(s) : NULL;
	if (open == NULL || kept || !find_way(&first, s)) {
		take_log(out, s, false);
		return;
	}
	const struct place *begun = first < s->undo.count ? &s->undo.item[first].place : &s->now;
	add_settings(out, &begun->wanted);
	command_list_add(out, open);
	out->opened = out->count - 1;
	if (add_way(out, s, first))
		return;
	command_list_clear(out);
	take_log(out, s, false);
}

/* ---- to go on with -------------------------------------------------------------------------- */

/* *worth: is there anything that a new session would not have? */
static void take_session(struct command_list *r, const struct session *s, bool *worth)
{
	*worth = false;
	take_log(r, s, false);
	for (size_t i = 0; i < r->count; i++)
		*worth = *worth || !(begins(r->line[i], "open") || begins(r->line[i], "set"));
	/* What is looked at, but for marks, which the log has. */
	char *lines = look_lines(s->look, session_network(s)), *rest = lines, *line;
	while ((line = strsep(&rest, "\n")) != NULL)
		if (line[0] != '\0')
			command_list_add(r, line);
	free(lines);
}

odd_status session_save(const struct session *s, const char *path, odd_error *err)
{
	struct command_list r;
	bool worth;
	take_session(&r, s, &worth);
	odd_status status = session_log_save(s, &r, path, err);
	command_list_clear(&r);
	return status;
}

odd_status session_journal(struct session *s, const char *path, odd_error *err)
{
	struct command_list r;
	bool worth;
	if (s->doc == NULL)
		return ODD_OK;
	pthread_mutex_lock(&s->look->lock);
	const unsigned long version = s->look->version;
	pthread_mutex_unlock(&s->look->lock);
	if (s->log.version == s->journaled && s->look == s->saved_look &&
		version == s->saved_version)
		return ODD_OK;
	take_session(&r, s, &worth);
	odd_status status = worth ? session_log_save(s, &r, path, err) : ODD_OK;
	if (status == ODD_OK) {
		s->journaled = s->log.version;
		s->saved_look = s->look;
		s->saved_version = version;
	}
	command_list_clear(&r);
	return status;
}
