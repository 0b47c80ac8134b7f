#include "config.h"

#include "study/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one column as numbers or as codes ---------------------------------------------------- */

#define MISSING UINT32_MAX

/* A column with a number, or the code of a name, for each node. */
struct values {
	const odd_network *net;
	size_t column;
	bool numbers;
	double *number; /* NAN: missing */
	uint32_t *code; /* MISSING: none; of a list its first item */
	size_t codes;
};

static void values_clear(struct values *v)
{
	free(v->number);
	free(v->code);
}

static const char *cell_of(const struct values *v, size_t node)
{
	return odd_columns_cell(&v->net->columns, node, v->column);
}

/* Whether the first cells of a column that was left out are numbers. */
static bool are_numbers(const odd_table_column *c)
{
	enum { LOOKED_AT = 100 };
	char *end;
	for (size_t i = 0; i < c->values.count && i < LOOKED_AT; i++) {
		const char *text = odd_names_get(&c->values, i);
		strtod(text, &end);
		if (end == text || *end != '\0')
			return false;
	}
	return c->values.count > 0;
}

static bool is_of_numbers(const odd_table_column *c)
{
	return c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_DATE ||
	       c->type == ODD_COLUMN_COUNT || (c->type >= ODD_COLUMN_ID && are_numbers(c));
}

/* Code or number of a node from the attributes that came of the column. */
static void read_attributes(struct values *v, const odd_table_column *c)
{
	const odd_network *net = v->net;
	for (size_t i = 0; i < net->nodes; i++) {
		const bool missing = odd_columns_misses(&net->columns, i, v->column);
		size_t e = net->C.ptr[i];
		while (e < net->C.ptr[i + 1] && net->columns.of[net->C.idx[e]] != v->column)
			e++;
		const bool there = e < net->C.ptr[i + 1];
		if (v->numbers)
			v->number[i] = missing              ? (double)NAN
				       : !there             ? 0.0
				       : net->C.val != NULL ? net->C.val[e]
							    : 1.0;
		else if (c->type == ODD_COLUMN_YESNO)
			v->code[i] = missing ? MISSING : there;
		else if (there)
			v->code[i] = net->C.idx[e];
	}
	v->codes = c->type == ODD_COLUMN_YESNO ? 2 : net->attributes;
}

static odd_status values_read(
	struct values *v, const odd_network *net, size_t column, odd_error *err)
{
	const odd_table_column *c = &net->columns.column[column];
	*v = (struct values){.net = net, .column = column, .numbers = is_of_numbers(c)};
	if (v->numbers)
		v->number = malloc((net->nodes + 1) * sizeof *v->number);
	else
		v->code = malloc((net->nodes + 1) * sizeof *v->code);
	if (v->number == NULL && v->code == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		if (v->numbers)
			v->number[i] = (double)NAN;
		else
			v->code[i] = MISSING;
	if (c->type == ODD_COLUMN_CLASS) {
		for (size_t i = 0; i < net->nodes && !v->numbers; i++)
			v->code[i] =
				net->label[i] == ODD_NO_LABEL ? MISSING : (uint32_t)net->label[i];
		v->codes = net->classes.count;
	} else if (c->attributes > 0 && c->type != ODD_COLUMN_TEXT) {
		read_attributes(v, c);
	} else {
		for (size_t i = 0; i < net->nodes && i < c->rows; i++)
			if (v->numbers && cell_of(v, i) != NULL)
				v->number[i] = strtod(cell_of(v, i), NULL);
			else if (!v->numbers)
				v->code[i] = c->value[i];
		v->codes = c->values.count;
	}
	return ODD_OK;
}

/* The name that a code stands for. */
static const char *name_of(const struct values *v, size_t code)
{
	const odd_table_column *c = &v->net->columns.column[v->column];
	if (c->type == ODD_COLUMN_CLASS)
		return odd_names_get(&v->net->classes, code);
	if (c->type == ODD_COLUMN_YESNO)
		return code != 0 ? "yes" : "no";
	if (c->attributes > 0 && c->type != ODD_COLUMN_TEXT)
		return odd_names_get(&v->net->words, code) + strlen(c->name) + 1;
	return odd_names_get(&c->values, code);
}

/* ---- all nodes ------------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

/* Of pairs of numbers. */
struct pairs {
	double n, x, xx, y, yy, xy;
};

static void add_pair(struct pairs *s, double x, double y)
{
	s->n += 1.0;
	s->x += x;
	s->xx += x * x;
	s->y += y;
	s->yy += y * y;
	s->xy += x * y;
}

/* Pearson's correlation; NAN where a side is constant. */
static double correlation(const struct pairs *s)
{
	const double vx = s->xx - s->x * s->x / s->n, vy = s->yy - s->y * s->y / s->n;
	return s->n >= 2.0 && vx > 1e-12 * s->xx && vy > 1e-12 * s->yy
		       ? (s->xy - s->x * s->y / s->n) / sqrt(vx * vy)
		       : (double)NAN;
}

/* Newman's mixing by number: the correlation over both ends of all links. about: near the numbers,
 * so that large ones keep their digits. */
static double alike_numbers(const struct values *v, double about)
{
	const odd_csr *A = &v->net->A;
	struct pairs s = {0};
	for (size_t i = 0; i < v->net->nodes; i++)
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
			const double x = v->number[i] - about, y = v->number[A->idx[e]] - about;
			if (!isnan(x) && !isnan(y))
				add_pair(&s, x, y);
		}
	return correlation(&s);
}

/* Newman's assortativity: (share of links within a value − expected) / (1 − expected). */
static double alike_names(const struct values *v, odd_status *status, odd_error *err)
{
	const odd_csr *A = &v->net->A;
	double n = 0.0, same = 0.0, expected = 0.0;
	double *ends = calloc(2 * v->codes + 1, sizeof *ends);
	if (ends == NULL) {
		*status = odd_error_nomem(err);
		return (double)NAN;
	}
	for (size_t i = 0; i < v->net->nodes; i++)
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
			const uint32_t a = v->code[i], b = v->code[A->idx[e]];
			if (a == MISSING || b == MISSING)
				continue;
			n += 1.0;
			same += a == b;
			ends[a] += 1.0;
			ends[v->codes + b] += 1.0;
		}
	for (size_t c = 0; c < v->codes && n > 0.0; c++)
		expected += ends[c] / n * (ends[v->codes + c] / n);
	free(ends);
	return n > 0.0 && expected < 1.0 - 1e-12 ? (same / n - expected) / (1.0 - expected)
						 : (double)NAN;
}

static double share_of_rank(const odd_scores *scores, size_t node)
{
	return scores->n > 1 ? 1.0 - (double)(scores->rank[node] - 1) / (double)(scores->n - 1)
			     : 1.0;
}

static odd_status summarise_numbers(struct column_summary *out, const struct values *v,
	const odd_scores *scores, odd_error *err)
{
	struct pairs s = {0};
	size_t count = 0;
	double *sorted = malloc((v->net->nodes + 1) * sizeof *sorted);
	if (sorted == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < v->net->nodes; i++)
		if (!isnan(v->number[i]))
			sorted[count++] = v->number[i];
	qsort(sorted, count, sizeof *sorted, by_number);
	for (size_t i = 0; i < count; i++)
		out->distinct += i == 0 || sorted[i] != sorted[i - 1];
	out->missing = v->net->nodes - count;
	if (count > 0) {
		out->least = sorted[0];
		out->median = sorted[(count - 1) / 2];
		out->most = sorted[count - 1];
	}
	const double width = out->most - out->least;
	for (size_t i = 0; i < count; i++) {
		const double at = width > 0.0 ? (sorted[i] - out->least) / width : 0.0;
		const size_t bar = (size_t)(at * COLUMN_BARS);
		out->bar[bar < COLUMN_BARS ? bar : COLUMN_BARS - 1]++;
	}
	free(sorted);
	for (size_t i = 0; i < v->net->nodes; i++) {
		const double x = v->number[i] - out->median;
		if (isnan(x))
			continue;
		add_pair(&s, x, scores != NULL ? share_of_rank(scores, i) : 0.0);
	}
	out->spread = s.n > 0.0 ? sqrt(fmax(0.0, s.xx / s.n - s.x / s.n * (s.x / s.n))) : 0.0;
	if (scores != NULL)
		out->with_rank = correlation(&s);
	out->alike = alike_numbers(v, out->median);
	return ODD_OK;
}

/* The most frequent values, by insertion. */
static void offer_top(struct column_summary *out, const char *name, size_t count)
{
	size_t at = out->tops;
	while (at > 0 && out->top_count[at - 1] < count)
		at--;
	if (at == COLUMN_TOP)
		return;
	out->tops += out->tops < COLUMN_TOP;
	for (size_t i = out->tops - 1; i > at; i--) {
		out->top[i] = out->top[i - 1];
		out->top_count[i] = out->top_count[i - 1];
	}
	out->top[at] = name;
	out->top_count[at] = count;
}

static odd_status summarise_names(struct column_summary *out, const struct values *v,
	const odd_scores *scores, odd_error *err)
{
	odd_status status = ODD_OK;
	size_t *count = calloc(v->codes + 1, sizeof *count);
	double *sum = calloc(v->codes + 1, sizeof *sum), n = 0.0, t = 0.0, tt = 0.0, between = 0.0;
	if (count == NULL || sum == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < v->net->nodes && status == ODD_OK; i++) {
		if (v->code[i] == MISSING) {
			out->missing++;
			continue;
		}
		const double y = scores != NULL ? share_of_rank(scores, i) : 0.0;
		count[v->code[i]]++;
		sum[v->code[i]] += y;
		n += 1.0;
		t += y;
		tt += y * y;
	}
	for (size_t c = 0; c < v->codes && status == ODD_OK; c++) {
		if (count[c] == 0)
			continue;
		out->distinct++;
		offer_top(out, name_of(v, c), count[c]);
		between += sum[c] * sum[c] / (double)count[c];
	}
	if (status == ODD_OK && scores != NULL && n > 0.0 && tt - t * t / n > 1e-12 * tt)
		out->with_rank = (between - t * t / n) / (tt - t * t / n);
	if (status == ODD_OK)
		out->alike = alike_names(v, &status, err);
	free(count);
	free(sum);
	return status;
}

/* Nearly every node has a name of its own in the column. */
static bool is_own_name(const struct column_summary *c, size_t nodes)
{
	return !c->numbers && c->distinct * 10 > 9 * (nodes - c->missing);
}

odd_status summarise_columns(struct column_summary **out, const odd_network *net,
	const odd_scores *scores, const odd_job *job, odd_error *err)
{
	const size_t columns = net->columns.count;
	odd_status status = ODD_OK;
	*out = calloc(columns + 1, sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < columns && status == ODD_OK; c++) {
		const odd_table_column *told = &net->columns.column[c];
		struct column_summary *x = &(*out)[c];
		struct values v;
		*x = (struct column_summary){.column = c,
			.name = told->name,
			.type = told->type,
			.used = told->attributes > 0,
			.alike = NAN,
			.with_rank = NAN};
		odd_job_report(job, "columns", (double)c, (double)columns);
		status = odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled")
						: values_read(&v, net, c, err);
		if (status != ODD_OK)
			break;
		x->numbers = v.numbers;
		status = v.numbers ? summarise_numbers(x, &v, scores, err)
				   : summarise_names(x, &v, scores, err);
		values_clear(&v);
		if (is_own_name(x, net->nodes))
			x->alike = x->with_rank = (double)NAN;
	}
	if (status != ODD_OK) {
		free(*out);
		*out = NULL;
	}
	return status;
}

/* ---- one node ------------------------------------------------------------------------------- */

/* A name so that it fits a sentence and harms no terminal. */
static const char *short_name(char out[28], const char *name)
{
	size_t at = 0;
	for (; name[at] != '\0' && at < 24; at++)
		out[at] = (unsigned char)name[at] < ' ' || name[at] == 0x7f ? '?' : name[at];
	if (name[at] != '\0') {
		while (at > 0 && ((unsigned char)name[at] & 0xC0) == 0x80)
			at--;
		memcpy(out + at, "...", 3);
		at += 3;
	}
	out[at] = '\0';
	return out;
}

static size_t add_text(
	char out[VALUE_TEXT], size_t used, const char *between, const char *name, size_t count)
{
	char safe[28];
	if (used + 60 >= VALUE_TEXT)
		return used;
	return used + (size_t)snprintf(out + used, VALUE_TEXT - used, "%s%s %zu",
			      used > 0 ? between : "", short_name(safe, name), count);
}

static void compare_numbers(struct node_value_row *row, const struct values *v, size_t node)
{
	const odd_csr *A = &v->net->A;
	double least = INFINITY, most = -INFINITY, sum = 0.0;
	for (size_t e = A->ptr[node]; e < A->ptr[node + 1]; e++) {
		const double x = v->number[A->idx[e]];
		if (isnan(x))
			continue;
		least = fmin(least, x);
		most = fmax(most, x);
		sum += x;
		row->known++;
	}
	if (!isnan(v->number[node]))
		snprintf(row->own, sizeof row->own, "%.6g", v->number[node]);
	if (row->known == 0)
		return;
	if (least == most)
		snprintf(row->neighbours, sizeof row->neighbours, "%.6g", least);
	else
		snprintf(row->neighbours, sizeof row->neighbours, "%.6g to %.6g", least, most);
	const double far = fabs(v->number[node] - sum / (double)row->known);
	if (row->own[0] != '\0' && row->column->spread > 0.0)
		row->tells = fmin(3.0, far / row->column->spread) / 3.0;
}

/* The values of neighbours, the most frequent first, then the node's own. */
static odd_status compare_names(
	struct node_value_row *row, const struct values *v, size_t node, odd_error *err)
{
	const odd_csr *A = &v->net->A;
	const size_t room = A->ptr[node + 1] - A->ptr[node];
	uint32_t *code = malloc((room + 1) * sizeof *code);
	size_t *count = malloc((room + 1) * sizeof *count), codes = 0, used = 0, own = 0;
	if (code == NULL || count == NULL) {
		free(code);
		free(count);
		return odd_error_nomem(err);
	}
	for (size_t e = A->ptr[node]; e < A->ptr[node + 1]; e++) {
		const uint32_t of = v->code[A->idx[e]];
		size_t at = 0;
		if (of == MISSING)
			continue;
		row->known++;
		own += of == v->code[node];
		while (at < codes && code[at] != of)
			at++;
		if (at == codes) {
			code[codes] = of;
			count[codes++] = 0;
		}
		count[at]++;
	}
	for (size_t shown = 0; shown < 3 && shown < codes; shown++) {
		size_t best = 0;
		for (size_t at = 1; at < codes; at++)
			if (count[at] > count[best])
				best = at;
		if (count[best] == 0)
			break;
		used = add_text(row->neighbours, used, ", ", name_of(v, code[best]), count[best]);
		if (code[best] == v->code[node])
			own = SIZE_MAX; /* it has been told */
		count[best] = 0;
	}
	if (v->code[node] != MISSING) {
		char safe[28];
		snprintf(row->own, sizeof row->own, "%s",
			short_name(safe, name_of(v, v->code[node])));
		if (own != SIZE_MAX && row->known > 0)
			add_text(row->neighbours, used, ", ", name_of(v, v->code[node]), own);
	}
	free(code);
	free(count);
	return ODD_OK;
}

static double share_with(const struct values *v, size_t node)
{
	const odd_csr *A = &v->net->A;
	double known = 0.0, same = 0.0;
	for (size_t e = A->ptr[node]; e < A->ptr[node + 1]; e++) {
		known += v->code[A->idx[e]] != MISSING;
		same += v->code[A->idx[e]] == v->code[node];
	}
	return known > 0.0 ? same / known : 1.0;
}

static int more_telling(const void *a, const void *b)
{
	const struct node_value_row *x = a, *y = b;
	const bool none_x = x->own[0] == '\0', none_y = y->own[0] == '\0';
	if (none_x != none_y)
		return none_x ? 1 : -1;
	if (x->tells != y->tells)
		return x->tells > y->tells ? -1 : 1;
	return x->column->column < y->column->column ? -1 : 1;
}

odd_status list_node_values(struct node_value_row **out, const struct column_summary *summary,
	const odd_network *net, size_t node, odd_error *err)
{
	const size_t columns = net->columns.count;
	odd_status status = ODD_OK;
	*out = calloc(columns + 1, sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < columns && status == ODD_OK; c++) {
		struct node_value_row *row = &(*out)[c];
		struct values v;
		row->column = &summary[c];
		status = values_read(&v, net, c, err);
		if (status != ODD_OK)
			break;
		if (v.numbers)
			compare_numbers(row, &v, node);
		else
			status = compare_names(row, &v, node, err);
		const bool own = is_own_name(&summary[c], net->nodes);
		if (!v.numbers && row->own[0] != '\0' && row->known > 0 && !own)
			row->tells = 1.0 - share_with(&v, node);
		/* Where links say nothing of a column, differing from neighbours says little. */
		row->tells *= isnan(summary[c].alike) ? 0.0 : fmax(0.0, summary[c].alike);
		const char *text = cell_of(&v, node);
		char safe[28];
		if (row->own[0] == '\0' && text != NULL)
			snprintf(row->own, sizeof row->own, "%s", short_name(safe, text));
		if (own)
			row->neighbours[0] = '\0';
		values_clear(&v);
	}
	if (status != ODD_OK) {
		free(*out);
		*out = NULL;
		return status;
	}
	qsort(*out, columns, sizeof **out, more_telling);
	return ODD_OK;
}

odd_status add_value_sentences(
	odd_sentences *sentences, const struct node_value_row *row, size_t count, odd_error *err)
{
	enum { SENTENCES = 3 };
	for (size_t i = 0; i < count && i < SENTENCES && row[i].tells >= 0.1; i++) {
		char text[2 * VALUE_TEXT + 100], name[28];
		snprintf(text, sizeof text, "%s: %s; its %zu neighbours: %s",
			short_name(name, row[i].column->name), row[i].own, row[i].known,
			row[i].neighbours);
		size_t length = strlen(text);
		if (length > ODD_SENTENCE_WIDTH - 1) { /* at a comma */
			length = ODD_SENTENCE_WIDTH - 1;
			while (length > 0 && text[length] != ',')
				length--;
			text[length] = '\0';
		}
		strcat(text, ".");
		char **more = realloc(sentences->line, (sentences->count + 1) * sizeof *more);
		if (more != NULL)
			sentences->line = more;
		char *line = more != NULL && length > 0 ? strdup(text) : NULL;
		if (line == NULL && length > 0)
			return odd_error_nomem(err);
		if (line != NULL)
			sentences->line[sentences->count++] = line;
	}
	return ODD_OK;
}

/* ---- groups --------------------------------------------------------------------------------- */

/* ---- groups of nodes ------------------------------------------------------------------------ */

enum { TYPICAL = 3 };

/* Sums of the attributes over some nodes. */
struct sums {
	double *with; /* nodes that have the attribute, per attribute … */
	double *sum;  /* … and the sum of its values */
};

static double value_at(const odd_network *net, size_t e)
{
	return net->C.val != NULL ? net->C.val[e] : 1.0;
}

static bool is_number(const odd_network *net, size_t attribute)
{
	return net->columns.count > 0 &&
	       is_of_numbers(&net->columns.column[net->columns.of[attribute]]);
}

/* How far an attribute sets a group of n nodes apart: the divergence of its distribution there from
 * that over all nodes, of numbers as if both were normal. */
static double apart(const odd_network *net, const struct sums *all, const double *square,
	const struct sums *group, double n, size_t j)
{
	const double nodes = (double)net->nodes, mean = all->sum[j] / nodes;
	if (is_number(net, j)) {
		const double variance = square[j] / nodes - mean * mean;
		const double by = group->sum[j] / n - mean;
		return variance > 1e-12 * square[j] / nodes ? by * by / variance / 2.0 : 0.0;
	}
	const double here = group->with[j] / n, there = all->with[j] / nodes;
	return here > there ? here * log(here / there) : 0.0;
}

static void tell_typical(char *out, const odd_network *net, const struct sums *group, double n,
	const size_t *best, size_t count)
{
	size_t used = 0;
	for (size_t i = 0; i < count && used + 40 < GROUP_TEXT; i++) {
		char name[28];
		const size_t j = best[i];
		const char *gap = i > 0 ? ", " : "";
		short_name(name, odd_names_get(&net->words, j));
		if (is_number(net, j))
			used += (size_t)snprintf(out + used, GROUP_TEXT - used, "%s%s %.4g", gap,
				name, group->sum[j] / n);
		else
			used += (size_t)snprintf(out + used, GROUP_TEXT - used, "%s%s %.0f %%", gap,
				name, 100.0 * group->with[j] / n);
	}
}

/* The attributes that set one group apart most; its nodes are node[0 … n). `touched` has room for
 * all attributes. */
static void find_typical(char *out, const odd_network *net, const struct sums *all,
	const double *square, struct sums *group, const uint32_t *node, size_t n, uint32_t *touched)
{
	size_t best[TYPICAL], count = 0, touches = 0;
	double score[TYPICAL];
	for (size_t i = 0; i < n; i++)
		for (size_t e = net->C.ptr[node[i]]; e < net->C.ptr[node[i] + 1]; e++) {
			const size_t j = net->C.idx[e];
			if (group->with[j] == 0.0)
				touched[touches++] = (uint32_t)j;
			group->with[j] += 1.0;
			group->sum[j] += value_at(net, e);
		}
	for (size_t t = 0; t < touches; t++) {
		const size_t j = touched[t];
		const double x =
			group->with[j] > 1.0 ? apart(net, all, square, group, (double)n, j) : 0.0;
		size_t at = count;
		while (at > 0 && (x > score[at - 1] || (x == score[at - 1] && j < best[at - 1])))
			at--;
		if (at == TYPICAL || x < 0.05)
			continue;
		count = count < TYPICAL ? count + 1 : TYPICAL;
		for (size_t k = count - 1; k > at; k--) {
			best[k] = best[k - 1];
			score[k] = score[k - 1];
		}
		best[at] = j;
		score[at] = x;
	}
	tell_typical(out, net, group, (double)n, best, count);
	for (size_t t = 0; t < touches; t++)
		group->with[touched[t]] = group->sum[touched[t]] = 0.0;
}

/* Fills `typical` of all rows, whose nodes are counted; false without memory. */
static bool fill_typical(
	struct group_row *row, const odd_communities *groups, const odd_network *net)
{
	const size_t d = net->attributes;
	double *room = calloc(5 * d + 1, sizeof *room);
	uint32_t *node = malloc((net->nodes + 1) * sizeof *node);
	uint32_t *touched = malloc((d + 1) * sizeof *touched);
	size_t *from = calloc(groups->count + 2, sizeof *from);
	const bool fits = room != NULL && node != NULL && touched != NULL && from != NULL;
	if (fits) {
		const struct sums all = {room, room + d};
		struct sums group = {room + 2 * d, room + 3 * d};
		double *square = room + 4 * d;
		for (size_t g = 0; g < groups->count; g++)
			from[g + 1] = from[g] + row[g].nodes;
		for (size_t i = 0; i < net->nodes; i++) {
			if (groups->of[i] != ODD_NO_LABEL)
				node[from[groups->of[i]]++] = (uint32_t)i;
			for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++) {
				const double x = value_at(net, e);
				all.with[net->C.idx[e]] += 1.0;
				all.sum[net->C.idx[e]] += x;
				square[net->C.idx[e]] += x * x;
			}
		}
		for (size_t g = 0; g < groups->count; g++)
			find_typical(row[g].typical, net, &all, square, &group,
				node + from[g] - row[g].nodes, row[g].nodes, touched);
	}
	free(room);
	free(node);
	free(touched);
	free(from);
	return fits;
}

struct group_row *group_rows(
	const odd_communities *groups, const odd_network *net, const uint32_t *order)
{
	struct group_row *row = calloc(groups->count + 1, sizeof *row);
	double *ends = calloc(groups->count + 1, sizeof *ends);
	for (size_t r = 0; row != NULL && ends != NULL && r < net->nodes; r++) {
		const size_t node = order[r];
		const int32_t of = groups->of[node];
		if (of == ODD_NO_LABEL)
			continue;
		if (row[of].nodes++ == 0)
			row[of].oddest = node;
		for (size_t e = net->A.ptr[node]; e < net->A.ptr[node + 1]; e++) {
			ends[of] += 1.0;
			row[of].inside += groups->of[net->A.idx[e]] == of;
		}
	}
	for (size_t g = 0; row != NULL && ends != NULL && g < groups->count; g++)
		row[g].inside /= ends[g] > 0.0 ? ends[g] : (double)NAN;
	if (row != NULL && (ends == NULL || !fill_typical(row, groups, net))) {
		free(row);
		row = NULL;
	}
	free(ends);
	return row;
}
