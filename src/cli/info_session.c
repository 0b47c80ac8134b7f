/* info_session.c: what is in a session that the explorer saved, as the file has it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/work.h"
#include "cli/info.h"
#include "cli/text.h"
#include "report/json.h"
#include "session/store.h"
#include "session/times.h"

/* Where the run is, as the explorer would find it. */
struct told {
	const struct stored *stored;
	const odd_network *net;
	size_t iteration, k;
	odd_substep next;
	double loss;
	size_t planted;
};

static odd_status look_into(
	struct told *out, struct stored *stored, const odd_job *job, odd_error *err)
{
	struct epoch *e = stored->now.epoch;
	odd_status status = epoch_goto(e, stored->now.steps, SESSION_BUDGET, job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(e->run);
	*out = (struct told){.stored = stored,
		.net = e->net->net,
		.iteration = odd_one_iteration(e->run),
		.k = odd_one_look(e->run).k,
		.next = odd_one_next(e->run),
		.loss = trace->point[trace->count - 1].loss,
		.planted = session_plants_outliers(e->plants)};
	return ODD_OK;
}

/* The sub-step that was last, of an iteration that is not whole; NULL: it is. */
static const char *last_step(const struct told *t)
{
	return t->next == ODD_STEP_W ? NULL : odd_substep_get((odd_substep)(t->next - 1))->name;
}

static const odd_time *time_of(const struct told *t)
{
	const struct session_net *net = t->stored->now.epoch->net;
	return net->times != NULL ? &net->times->times->time[net->time] : NULL;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void print_row(const char *what, const char *value)
{
	printf("  %-10s ", what);
	text_line(stdout, value);
	putchar('\n');
}

/* The options that are not the default, as `set` takes them. */
static void print_options(const struct run_options *o)
{
	struct run_options usual;
	const odd_option *row;
	size_t differ = 0;
	run_options_init(&usual);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		char value[ODD_OPTION_VALUE], plain[ODD_OPTION_VALUE];
		odd_option_get(value, row, o);
		if (strcmp(value, odd_option_get(plain, row, &usual)) == 0)
			continue;
		if (differ++ == 0)
			printf("  %-10s", "options");
		text_print(stdout, " %s=%s", row->name, value);
	}
	if (differ > 0)
		putchar('\n');
}

static void print_undo(const char *what, const struct session_stack *stack)
{
	printf("  %-10s ", what);
	if (stack->count == 0) {
		puts("nothing");
		return;
	}
	printf("%zu %s, first: ", stack->count, plural(stack->count, "command", "commands"));
	text_line(stdout, stack->item[stack->count - 1].what);
	putchar('\n');
}

static void print_looked(const struct stored *s)
{
	const struct look *look = &s->doc->look;
	const odd_names *ids = &s->now.epoch->net->net->ids;
	if (look->selected != SESSION_NONE)
		print_row("selected", odd_names_get(ids, look->selected));
	if (s->filter[0] != '\0')
		print_row("filter", s->filter);
	if (look->mark_count > 0)
		printf("  %-10s %zu %s\n", "marked", look->mark_count,
			plural(look->mark_count, "node", "nodes"));
}

static void print_session(const struct told *t, const char *path)
{
	const struct stored *s = t->stored;
	const odd_time *time = time_of(t);
	const char *step = last_step(t);
	text_heading(stdout, "Session");
	print_row("file", path);
	print_row("network", s->doc->name);
	printf("  %-10s %zu nodes, %zu links, %zu attributes", "", t->net->nodes, t->net->edges,
		t->net->attributes);
	if (t->planted > 0)
		printf(", %zu planted", t->planted);
	putchar('\n');
	if (s->times != NULL)
		text_print(stdout, "  %-10s %zu%s%s\n", "times", s->times->times->count,
			time != NULL ? ", now at " : "", time != NULL ? time->name : "");
	printf("  %-10s ", "moment");
	if (step != NULL)
		printf("iteration %zu, after %s", t->iteration + 1, step);
	else
		printf("iteration %zu", t->iteration);
	printf("; K = %zu, loss %.10g\n", t->k, t->loss);
	print_options(&s->now.wanted);
	print_looked(s);
	for (size_t i = 0; i < s->doc->ghost_count; i++)
		print_row(i == 0 ? "kept runs" : "", s->doc->ghost[i]->name);
	print_undo("undo", &s->undo);
	print_undo("redo", &s->redo);
	fputs("\nIt is opened by: oddone ", stdout);
	text_line(stdout, path);
	putchar('\n');
}

/* ---- json and tsv --------------------------------------------------------------------------- */

static json_t *stack_array(const struct session_stack *stack)
{
	json_t *array = json_array();
	for (size_t i = stack->count; i-- > 0;)
		json_array_append_new(array, json_text(stack->item[i].what));
	return array;
}

static json_t *times_array(const struct session_times *times)
{
	json_t *array = json_array();
	for (size_t i = 0; times != NULL && i < times->times->count; i++)
		json_array_append_new(array, json_text(times->times->time[i].name));
	return array;
}

static json_t *session_object(const struct told *t, const char *path)
{
	const struct stored *s = t->stored;
	const odd_time *time = time_of(t);
	const struct look *look = &s->doc->look;
	json_t *kept = json_array();
	for (size_t i = 0; i < s->doc->ghost_count; i++)
		json_array_append_new(kept, json_text(s->doc->ghost[i]->name));
	json_t *o = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "session",
		json_text(path), "name", json_text(s->doc->name), "checksum",
		json_checksum(s->doc->checksum), "nodes", json_count(t->net->nodes), "edges",
		json_count(t->net->edges), "attributes", json_count(t->net->attributes), "planted",
		json_count(t->planted), "times", times_array(s->times), "time",
		time != NULL ? json_text(time->name) : json_null(), "iteration",
		json_count(t->iteration));
	json_t *more = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "next_step",
		json_text(odd_substep_get(t->next)->name), "dims", json_count(t->k), "loss",
		json_number(t->loss), "kept", kept, "selected",
		look->selected != SESSION_NONE
			? json_text(odd_names_get(&t->net->ids, look->selected))
			: json_null(),
		"filter", json_text(s->filter), "marked", json_count(look->mark_count), "undo",
		stack_array(&s->undo), "redo", stack_array(&s->redo));
	return json_join(o, more);
}

static void print_named(const char *key, const char *value)
{
	printf("%s\t", key);
	sheet_put_name(stdout, value);
	putchar('\n');
}

/* What json_flatten has no line for: a line for each. */
static void print_lists(const struct told *t)
{
	const struct stored *s = t->stored;
	const struct session_stack *stack[] = {&s->undo, &s->redo};
	static const char *const name[] = {"undo", "redo"};
	for (size_t i = 0; s->times != NULL && i < s->times->times->count; i++)
		print_named("times", s->times->times->time[i].name);
	for (size_t i = 0; i < s->doc->ghost_count; i++)
		print_named("kept", s->doc->ghost[i]->name);
	for (int k = 0; k < 2; k++)
		for (size_t i = stack[k]->count; i-- > 0;)
			print_named(name[k], stack[k]->item[i].what);
}

odd_status session_tell(
	const char *path, enum output_format format, const odd_job *job, odd_error *err)
{
	struct stored stored;
	struct told told;
	odd_status status = stored_read(&stored, path, job, err);
	if (status == ODD_OK)
		status = look_into(&told, &stored, job, err);
	if (status == ODD_OK && format == FORMAT_TEXT) {
		print_session(&told, path);
	} else if (status == ODD_OK) {
		json_t *object = session_object(&told, path);
		if (format == FORMAT_JSON) {
			status = json_write(stdout, object, err);
		} else {
			json_flatten(stdout, "", "", object);
			json_decref(object);
			print_lists(&told);
		}
	}
	stored_clear(&stored);
	return status;
}
