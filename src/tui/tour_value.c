#include "config.h"

#include "tui/tour_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/command.h"
#include "session/memory.h"
#include "tui/app.h"

#define WORDS 5

/* ---- values --------------------------------------------------------------------------------- */

static size_t node_of(const struct app *app, const char *name)
{
	const odd_network *net = app_network(app);
	uint32_t at = net != NULL ? odd_names_find(&net->ids, name, strlen(name)) : ODD_NO_NAME;
	return at == ODD_NO_NAME ? SESSION_NONE : at;
}

static double recall_of(const odd_evaluation *e, const char *top, const char *kind)
{
	double wanted = atof(top);
	if (e == NULL)
		return (double)NAN;
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++)
		if (fabs(e->row[i].top - wanted) < 1e-9) {
			int k = kind != NULL ? odd_kind_from_name(kind, strlen(kind)) : 0;
			return k > 0 ? e->row[i].kind[k] : e->row[i].recall;
		}
	return (double)NAN;
}

static double evaluation_value(const odd_evaluation *e, double loss, int argc, char *const *argv)
{
	if (argc >= 2 && strcmp(argv[0], "recall") == 0)
		return recall_of(e, argv[1], argc > 2 ? argv[2] : NULL);
	if (strcmp(argv[0], "auc") == 0)
		return e != NULL ? e->auc : (double)NAN;
	return strcmp(argv[0], "loss") == 0 ? loss : (double)NAN;
}

static double kept_value(const struct app *app, int argc, char *const *argv)
{
	const struct session_view *v = app->view;
	for (size_t i = v->ghost_count; i-- > 0;) {
		const struct ghost *g = v->ghost[i];
		if (strcmp(g->name, argv[1]) == 0)
			return evaluation_value(g->evaluated ? &g->evaluation : NULL,
				g->trace.count > 0 ? g->trace.point[g->trace.count - 1].loss
						   : (double)NAN,
				argc - 2, argv + 2);
	}
	return (double)NAN;
}

/* Spearman's correlation of the score with how many links or words a node has. */
static double follows(const struct app *app, const char *what)
{
	const odd_network *net = app_network(app);
	const odd_scores *s = app_scores(app);
	const odd_csr *m = strcmp(what, "degree") == 0 ? &net->A : &net->C;
	double *count = malloc(s->n * sizeof *count), *rank = malloc(2 * s->n * sizeof *rank);
	double sum[5] = {0}, r = (double)NAN, n = (double)s->n;
	for (size_t i = 0; count != NULL && i < s->n; i++)
		count[i] = (double)(m->ptr[i + 1] - m->ptr[i]);
	if (count != NULL && rank != NULL &&
		odd_percentile_ranks(rank, count, s->n, NULL) == ODD_OK &&
		odd_percentile_ranks(rank + s->n, s->total, s->n, NULL) == ODD_OK) {
		for (size_t i = 0; i < s->n; i++) {
			double x = rank[i], y = rank[s->n + i];
			sum[0] += x;
			sum[1] += y;
			sum[2] += x * x;
			sum[3] += y * y;
			sum[4] += x * y;
		}
		double vx = sum[2] - sum[0] * sum[0] / n, vy = sum[3] - sum[1] * sum[1] / n;
		r = vx > 0.0 && vy > 0.0 ? (sum[4] - sum[0] * sum[1] / n) / sqrt(vx * vy) : 0.0;
	}
	free(count);
	free(rank);
	return r;
}

static double scored_value(const struct app *app, int argc, char *const *argv)
{
	const odd_scores *s = app_scores(app);
	if (argc == 2 && strcmp(argv[0], "rank") == 0) {
		size_t node = node_of(app, argv[1]);
		return node != SESSION_NONE ? (double)s->rank[node] : (double)NAN;
	}
	if (argc == 3 && strcmp(argv[0], "part") == 0) {
		size_t node = node_of(app, argv[2]);
		int t = atoi(argv[1]) - 1;
		return node != SESSION_NONE && t >= 0 && t < 3 ? 100.0 * s->part[t][node]
							       : (double)NAN;
	}
	return argc == 2 && strcmp(argv[0], "follows") == 0 ? follows(app, argv[1]) : (double)NAN;
}

/* NAN: not known now. */
static double value_of(const struct app *app, int argc, char *const *argv)
{
	const struct session_view *v = app->view;
	char *end;
	double number = strtod(argv[0], &end);
	if (argc == 1 && end != argv[0] && *end == '\0')
		return number;
	if (v->data == NULL || v->scored == NULL)
		return (double)NAN;
	if (strcmp(argv[0], "kept") == 0)
		return kept_value(app, argc, argv);
	if (strcmp(argv[0], "iteration") == 0)
		return (double)v->data->iteration;
	if (strcmp(argv[0], "nodes") == 0)
		return (double)app_network(app)->nodes;
	if (strcmp(argv[0], "planted") == 0) {
		size_t sum = 0;
		for (size_t i = 0; i < v->data->record_count; i++)
			sum += v->data->record[i].count;
		return (double)sum;
	}
	if (strcmp(argv[0], "rank") == 0 || strcmp(argv[0], "part") == 0 ||
		strcmp(argv[0], "follows") == 0)
		return scored_value(app, argc, argv);
	const odd_trace *trace = &v->data->trace;
	return evaluation_value(v->scored->evaluated ? &v->scored->evaluation : NULL,
		trace->point[trace->count - 1].loss, argc, argv);
}

/* ---- how they are written ------------------------------------------------------------------- */

static bool is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return end != text && *end == '\0';
}

static bool is_top(const char *text)
{
	double top = is_number(text) ? atof(text) : 0.0;
	return top >= 5.0 && top <= 25.0 && fmod(top, 5.0) == 0.0;
}

static odd_status check_value(int argc, char *const *argv, odd_error *err)
{
	const char *word = argc > 0 ? argv[0] : "";
	bool good = false;
	if (argc == 1)
		good = is_number(word) || strcmp(word, "auc") == 0 || strcmp(word, "loss") == 0 ||
		       strcmp(word, "iteration") == 0 || strcmp(word, "nodes") == 0 ||
		       strcmp(word, "planted") == 0;
	else if (strcmp(word, "rank") == 0)
		good = argc == 2;
	else if (strcmp(word, "recall") == 0)
		good = is_top(argv[1]) &&
		       (argc == 2 ||
			       (argc == 3 && odd_kind_from_name(argv[2], strlen(argv[2])) > 0));
	else if (strcmp(word, "follows") == 0)
		good = argc == 2 &&
		       (strcmp(argv[1], "degree") == 0 || strcmp(argv[1], "words") == 0);
	else if (strcmp(word, "part") == 0)
		good = argc == 3 && argv[1][0] >= '1' && argv[1][0] <= '3' && argv[1][1] == '\0';
	else if (strcmp(word, "kept") == 0 && argc > 2)
		return check_value(argc - 2, argv + 2, err);
	return good ? ODD_OK
		    : odd_error_set(err, ODD_EINPUT, "\"%.40s\" does not begin a value", word);
}

/* VALUE RELATION VALUE [+ NUMBER] */
struct claim {
	char **word;
	int count;
	int relation; /* the index of the word between */
	int right;    /* how many words the second value has */
	double more;
};

static bool is_relation(const char *w)
{
	return strcmp(w, "<") == 0 || strcmp(w, "<=") == 0 || strcmp(w, ">") == 0 ||
	       strcmp(w, ">=") == 0;
}

static odd_status read_claim(struct claim *c, const char *text, odd_error *err)
{
	*c = (struct claim){0};
	odd_status status = command_split(&c->word, &c->count, text, err);
	if (status != ODD_OK)
		return status;
	while (c->relation < c->count && !is_relation(c->word[c->relation]))
		c->relation++;
	c->right = c->count - c->relation - 1;
	if (c->relation == 0 || c->right < 1)
		return odd_error_set(err, ODD_EINPUT, "a claim is VALUE < VALUE (or <= > >=)");
	if (c->right > 2 && strcmp(c->word[c->count - 2], "+") == 0 &&
		is_number(c->word[c->count - 1])) {
		c->more = atof(c->word[c->count - 1]);
		c->right -= 2;
	}
	status = check_value(c->relation, c->word, err);
	return status == ODD_OK ? check_value(c->right, c->word + c->relation + 1, err) : status;
}

odd_status tour_claim_check(const char *text, odd_error *err)
{
	struct claim c;
	odd_status status = read_claim(&c, text, err);
	command_free_words(c.word, c.count);
	return status;
}

odd_status tour_claim(const struct app *app, const char *text, odd_error *err)
{
	struct claim c;
	odd_status status = read_claim(&c, text, err);
	if (status == ODD_OK) {
		const char *relation = c.word[c.relation];
		double left = value_of(app, c.relation, c.word);
		double right = value_of(app, c.right, c.word + c.relation + 1) + c.more;
		bool holds = relation[0] == '<' ? left < right : left > right;
		if (relation[1] == '=')
			holds = relation[0] == '<' ? left <= right : left >= right;
		if (!holds)
			status = odd_error_set(err, ODD_EINPUT,
				"\"%.100s\" does not hold: %.4g against %.4g", text, left, right);
	}
	command_free_words(c.word, c.count);
	return status;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* 3, 0.83, 261.7: whole where it is, else two or four digits that matter; shares as 83 %. */
static void put_value(FILE *out, double v, bool share)
{
	if (isnan(v))
		fputs("…", out);
	else if (share)
		fprintf(out, "%.0f %%", 100.0 * v);
	else if (v == floor(v) && fabs(v) < 1e9)
		fprintf(out, "%.0f", v);
	else if (fabs(v) < 2.0)
		fprintf(out, "%.2f", v);
	else
		fprintf(out, "%.4g", v);
}

/* The text with each {value} handed to `app` (NULL: only checked). */
static odd_status fill(FILE *out, const struct app *app, const char *text, odd_error *err)
{
	odd_status status = ODD_OK;
	while (*text != '\0' && status == ODD_OK) {
		if (text[0] != '{' || text[1] == '{') {
			putc(*text, out);
			text += 1 + (text[0] == '{');
			continue;
		}
		size_t length = strcspn(text, "}");
		char inside[120], **word = NULL;
		int count = 0;
		if (text[length] == '\0')
			return odd_error_set(err, ODD_EINPUT, "a { without its }");
		snprintf(inside, sizeof inside, "%.*s", (int)length - 1, text + 1);
		status = command_split(&word, &count, inside, err);
		if (status == ODD_OK)
			status = check_value(count, word, err);
		if (status == ODD_OK && app != NULL)
			put_value(out, value_of(app, count, word),
				strcmp(word[strcmp(word[0], "kept") == 0 ? 2 : 0], "recall") == 0);
		command_free_words(word, count);
		text += length + 1;
	}
	return status;
}

static char *filled(const struct app *app, const char *text, odd_status *status, odd_error *err)
{
	char *done = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&done, &size);
	if (out == NULL) {
		*status = odd_error_nomem(err);
		return NULL;
	}
	*status = fill(out, app, text, err);
	fclose(out);
	return done;
}

odd_status tour_text_check(const char *text, odd_error *err)
{
	odd_status status;
	free(filled(NULL, text, &status, err));
	return status;
}

char *tour_text(const struct app *app, const char *text)
{
	odd_status status;
	char *done = filled(app, text, &status, NULL);
	return done != NULL ? done : memory_string(text);
}
