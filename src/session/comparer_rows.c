/* comparer_rows.c: the table of a comparison while it fills: who is in it, what is missing, and how
 * it looks from outside. All with the lock held, but for comparer_look. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/comparer_parts.h"
#include "session/xalloc.h"

void comparer_touch(struct comparer *c, bool version)
{
	shared_release(c->latest);
	c->latest = NULL;
	c->version += version;
}

static size_t place_of(const odd_method *method)
{
	size_t i = 0;
	while (odd_method_get(i) != method)
		i++;
	return i;
}

size_t comparer_row(const struct comparer *c, const odd_method *method)
{
	size_t i = 0;
	while (i < c->methods && c->row[i].method != method)
		i++;
	return i;
}

static void clear_row(struct compare_row *row)
{
	free(row->cell);
	shared_release(row->found);
	*row = (struct compare_row){0};
}

void comparer_remove(struct comparer *c, size_t i)
{
	if (c->at == c->row[i].method)
		atomic_store(&c->runner.cancel, true);
	clear_row(&c->row[i]);
	memmove(&c->row[i], &c->row[i + 1], (--c->methods - i) * sizeof *c->row);
}

void comparer_insert(struct comparer *c, const odd_method *method)
{
	size_t at = 0, place = place_of(method);
	if (c->methods == COMPARER_METHODS || comparer_row(c, method) < c->methods)
		return;
	while (at < c->methods && place_of(c->row[at].method) < place)
		at++;
	memmove(&c->row[at + 1], &c->row[at], (c->methods++ - at) * sizeof *c->row);
	c->row[at] = (struct compare_row){.method = method};
}

/* Cells for all seeds. */
static void fit_row(struct compare_row *row, size_t seeds, uint64_t seed)
{
	if (row->cells >= seeds)
		return;
	row->cell = xgrow(row->cell, seeds, sizeof *row->cell);
	for (; row->cells < seeds; row->cells++) {
		odd_cell *cell = &row->cell[row->cells];
		*cell = (odd_cell){.seeding = row->cells, .seed = seed + row->cells};
		for (size_t m = 0; m < ODD_MEASURES; m++)
			cell->value[m] = (double)NAN;
	}
}

bool comparer_next_task(struct comparer *c, struct compare_task *task)
{
	for (size_t s = 0; c->net != NULL && s < c->seeds; s++)
		for (size_t m = 0; m < c->methods; m++) {
			struct compare_row *row = &c->row[m];
			fit_row(row, c->seeds, c->plan.seed);
			if (row->cell[s].state != ODD_CELL_WAITING)
				continue;
			*task = (struct compare_task){
				c->generation, c->plan, shared_hold(c->net), row->method, s};
			c->at = row->method;
			c->seeding = s;
			c->what[0] = '\0';
			c->done = c->total = 0.0;
			atomic_store(&c->runner.cancel, false);
			comparer_touch(c, false);
			return true;
		}
	return false;
}

void comparer_store(
	struct comparer *c, const struct compare_task *task, const struct compare_result *result)
{
	size_t m = comparer_row(c, task->method);
	c->at = NULL;
	comparer_touch(c, true);
	if (task->generation != c->generation)
		return;
	if (c->first == NULL && result->first != NULL)
		c->first = shared_hold(result->first);
	if (m == c->methods || task->seeding >= c->row[m].cells ||
		task->plan.tasks != c->plan.tasks)
		return;
	c->row[m].cell[task->seeding] = result->cell;
	if (result->found != NULL) {
		shared_release(c->row[m].found);
		c->row[m].found = shared_hold(result->found);
	}
}

void comparer_again(struct comparer *c)
{
	for (size_t m = 0; m < c->methods; m++)
		for (size_t s = 0; s < c->row[m].cells; s++)
			c->row[m].cell[s].state = ODD_CELL_WAITING;
	if (c->at != NULL)
		atomic_store(&c->runner.cancel, true);
	comparer_touch(c, true);
}

void comparer_empty(struct comparer *c)
{
	while (c->methods > 0)
		clear_row(&c->row[--c->methods]);
	shared_release(c->net);
	shared_release(c->first);
	c->net = c->first = NULL;
	c->wanted = false;
	c->fault[0] = '\0';
	c->generation++;
	if (c->at != NULL)
		atomic_store(&c->runner.cancel, true);
	comparer_touch(c, true);
	runner_signal(&c->runner);
}

/* ---- looking -------------------------------------------------------------------------------- */

static void comparison_clear(void *self)
{
	struct session_comparison *c = self;
	for (size_t m = 0; m < c->table.methods; m++)
		shared_release(c->found[m]);
	free(c->found);
	odd_comparison_clear(&c->table);
	shared_release(c->net);
	shared_release(c->first);
}

static struct session_comparison *picture(struct comparer *c)
{
	struct session_comparison *p = xgrow(NULL, 1, sizeof *p);
	const size_t methods = c->methods, seeds = c->seeds;
	*p = (struct session_comparison){.shared = {1, comparison_clear},
		.version = c->version,
		.net = shared_hold(c->net),
		.first = shared_hold(c->first),
		.plan = c->plan,
		.running = c->wanted,
		.method = c->at != NULL ? comparer_row(c, c->at) : methods,
		.seeding = c->seeding,
		.done = c->done,
		.total = c->total};
	memcpy(p->what, c->what, sizeof p->what);
	memcpy(p->fault, c->fault, sizeof p->fault);
	p->found = xgrow(NULL, methods, sizeof(struct comparison_found *));
	p->table = (odd_comparison){.methods = methods, .seeds = seeds, .at_once = 1};
	p->table.method = xgrow(NULL, methods, sizeof(const odd_method *));
	p->table.cell = xgrow(NULL, methods * seeds, sizeof *p->table.cell);
	for (size_t m = 0; m < methods; m++) {
		struct compare_row *row = &c->row[m];
		fit_row(row, seeds, c->plan.seed);
		p->table.method[m] = row->method;
		p->found[m] = shared_hold(row->found);
		for (size_t s = 0; s < seeds; s++) {
			odd_cell *cell = &p->table.cell[s * methods + m];
			*cell = row->cell[s];
			cell->method = m;
			p->table.finished +=
				cell->state == ODD_CELL_DONE || cell->state == ODD_CELL_FAILED;
			if (row->method == c->at && s == c->seeding)
				cell->state = ODD_CELL_RUNNING;
		}
	}
	return p;
}

struct session_comparison *comparer_look(struct comparer *c)
{
	runner_lock(&c->runner);
	if (c->latest == NULL && c->net != NULL)
		c->latest = picture(c);
	struct session_comparison *p = shared_hold(c->latest);
	runner_unlock(&c->runner);
	return p;
}
