/* compare_cell.c: one method on one planted network, run and measured; and its file, so that an
 * interrupted comparison can be taken up.
 *
 * A file says in words what its numbers depend on (data, planting, method, every option, seed,
 * program) and is believed only when all of that is the same and its checksum holds:
 *
 *     oddone-cell 1
 *     program 0.9
 *     …
 *     tasks outliers clustering
 *     recall@5 0.61
 *     …
 *     end 0123456789abcdef
 */
#include "config.h"

#include "baseline/compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "network/kinds.h"

size_t odd__compare_overrides(
	const char **out, const odd_compare_options *options, const odd_method *method)
{
	size_t count = 0, length = strlen(method->name);
	for (size_t i = 0; i < options->settings; i++) {
		const char *text = options->setting[i];
		if (strncmp(text, method->name, length) == 0 && text[length] == '.')
			out[count++] = text + length + 1;
	}
	return count;
}

/* ---- the tasks ---------------------------------------------------------------------------- */

static odd_status rank(odd_cell *cell, double **score, const odd_method_result *result,
	const odd_network *net, const odd_job *job, odd_error *err)
{
	odd_evaluation e;
	*score = malloc((net->nodes + 1) * sizeof **score);
	odd_status status =
		*score != NULL ? odd_method_outlier_scores(*score, result, cell->seed, job, err)
			       : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_evaluate_scores(&e, *score, net->nodes, net->truth, err);
	if (status != ODD_OK)
		return status;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		double *value = &cell->value[ODD_M_RECALL + l];
		value[0] = e.row[l].recall;
		for (size_t kind = ODD_STRUCTURAL; kind < ODD_M_KINDS; kind++)
			value[kind * ODD_RECALL_ROWS] = e.row[l].kind[kind];
	}
	cell->value[ODD_M_AUC] = e.auc;
	cell->value[ODD_M_PRECISION] = e.average_precision;
	cell->value[ODD_M_PLACEBO] = e.against_placebo;
	cell->value[ODD_M_PLACEBO_ABOVE] = e.placebo_auc;
	return ODD_OK;
}

/* One classification after the other, told as one long work. */
struct rows {
	const odd_job *job;
	size_t row;
};

static void tell_rows(void *payload, const char *what, double done, double total)
{
	const struct rows *rows = payload;
	if (total > 0.0)
		odd_job_report(
			rows->job, what, (double)rows->row + done / total, (double)ODD_TRAIN_ROWS);
}

/* Every method gets the same splits, by the seed of the cell. */
static odd_status classify(odd_cell *cell, const odd_method_result *result, const odd_network *net,
	const odd_compare_options *options, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	struct rows rows = {.job = job};
	odd_job inner = {.threads = job->threads,
		.cancel = job->cancel,
		.report = tell_rows,
		.payload = &rows};
	for (size_t row = 0; row < ODD_TRAIN_ROWS && status == ODD_OK; row++) {
		odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
		odd_classify_result r;
		rows.row = row;
		o.share = odd_measure_get(ODD_M_MACRO + row)->x / 100.0;
		o.repeats = options->repeats;
		o.seed = cell->seed;
		status = odd_classify(&r, odd_mat_const(result->embedding), net->label,
			net->classes.count, &o, &inner, err);
		if (status != ODD_OK)
			break;
		cell->value[ODD_M_MACRO + row] = r.macro.mean;
		cell->value[ODD_M_MICRO + row] = r.micro.mean;
		cell->value[ODD_M_WEIGHTED + row] = r.weighted.mean;
	}
	return status;
}

static odd_status cluster(odd_cell *cell, const odd_method_result *result, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
	odd_cluster_result r;
	o.seed = cell->seed;
	odd_status status = odd_cluster(&r, NULL, odd_mat_const(result->embedding), net->label,
		net->classes.count, net->truth, &o, job, err);
	if (status == ODD_OK) {
		cell->value[ODD_M_CLUSTERING] = r.accuracy;
		cell->value[ODD_M_CLUSTERING_KEPT] = r.accuracy_kept;
	}
	return status;
}

/* ---- running ----------------------------------------------------------------------------- */

/* The tasks that look at one run, on the network that was planted for them. */
static odd_status run_usual(odd_cell *cell, odd_method_result *result, double **score,
	const odd_method_request *request, const struct odd__bench *on,
	const odd_compare_options *options, const odd_job *job, odd_error *err)
{
	unsigned tasks = options->tasks;
	const odd_network *net = on->planted;
	double began = odd__clock();
	odd_status status =
		odd_method_run(result, options->method[cell->method], net, request, job, err);
	cell->value[ODD_M_SECONDS] = odd__clock() - began;
	odd_method_settle(result);
	bool embedded = status == ODD_OK && result->embedding.rows > 0;
	if (status == ODD_OK && (tasks & ODD_TASK_BIT(ODD_TASK_OUTLIERS)) != 0)
		status = rank(cell, score, result, net, job, err);
	if (status == ODD_OK && embedded && (tasks & ODD_TASK_BIT(ODD_TASK_CLASSIFICATION)) != 0)
		status = classify(cell, result, net, options, job, err);
	if (status == ODD_OK && embedded && (tasks & ODD_TASK_BIT(ODD_TASK_CLUSTERING)) != 0)
		status = cluster(cell, result, net, job, err);
	return status;
}

odd_status odd__cell_run(odd_cell *cell, odd_method_result *result, double **score,
	const struct odd__bench *on, const odd_compare_options *options, const odd_job *job,
	odd_error *err)
{
	const odd_method *method = options->method[cell->method];
	const char **override = calloc(options->settings + 1, sizeof *override);
	odd_status status = override != NULL ? ODD_OK : odd_error_nomem(err);
	double began = odd__clock();
	*score = NULL;
	*result = (odd_method_result){0};
	odd__cell_reset(cell);
	cell->value[ODD_M_SECONDS] = 0.0;
	odd_method_request request = {.k = options->k, .seed = cell->seed, .overrides = override};
	if (status == ODD_OK)
		request.override_count = odd__compare_overrides(override, options, method);
	if (status == ODD_OK && (options->tasks & ODD_USUAL_TASKS) != 0)
		status = run_usual(cell, result, score, &request, on, options, job, err);
	if (status == ODD_OK && (options->tasks & ODD_TASK_BIT(ODD_TASK_BATTERY)) != 0)
		status = odd_battery_measure(&cell->value[ODD_M_BATTERY],
			&cell->value[ODD_M_SECONDS], method, &request, on->net, on->groups, job,
			err);
	cell->value[ODD_M_EVALUATION] = odd__clock() - began - cell->value[ODD_M_SECONDS];
	cell->value[ODD_M_MEMORY] = odd__peak_memory();
	free(override);
	return status;
}

/* ---- files: keys --------------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t hash(const char *text, size_t length)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return h;
}

char *odd__cell_key(const odd_cell *cell, uint64_t checksum, const odd_compare_options *options)
{
	char *text = NULL;
	size_t size = 0;
	const odd_method *method = options->method[cell->method];
	const odd_plant_options *plant = &options->plant;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	fprintf(out, "oddone-cell 1\nprogram %s\ndata %016" PRIx64 "\n", PACKAGE_VERSION, checksum);
	fprintf(out, "plant %s x%zu", plant->style == ODD_PLANT_LOCAL ? "local" : "uniform",
		plant->cliques > 0 ? plant->clique_size : 0);
	for (size_t k = 0; k < ODD__PLANT_KINDS; k++)
		fprintf(out, " %zu", odd_plant_count(plant, odd__plant_kind[k]));
	putc('\n', out);
	fprintf(out, "seed %" PRIu64 "\nk %zu\nrepeats %zu\nmethod %s\n", cell->seed, options->k,
		options->repeats, method->name);
	for (size_t o = 0; o < method->option_count; o++)
		fprintf(out, "set %s=%s\n", method->options[o].name,
			odd_compare_setting(options, method, &method->options[o]));
	bool whole = ferror(out) == 0;
	if (fclose(out) != 0 || !whole) {
		free(text);
		return NULL;
	}
	return text;
}

char *odd__cell_path(const odd_cell *cell, const char *key, const odd_compare_options *options)
{
	char name[120];
	snprintf(name, sizeof name, "%s-%" PRIu64 "-%016" PRIx64,
		options->method[cell->method]->name, cell->seed, hash(key, strlen(key)));
	return odd_path_join(options->cache, name);
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool belongs(size_t measure, unsigned tasks)
{
	odd_task task = odd_measure_get(measure)->task;
	return task == ODD_TASK_COST || (tasks & ODD_TASK_BIT(task)) != 0;
}

static void write_values(FILE *out, const odd_cell *cell, unsigned tasks)
{
	fputs("tasks", out);
	for (int task = 0; task < ODD_TASKS; task++)
		if ((tasks & ODD_TASK_BIT(task)) != 0)
			fprintf(out, " %s", odd_task_name((odd_task)task));
	putc('\n', out);
	for (size_t m = 0; m < ODD_MEASURES; m++)
		if (belongs(m, tasks))
			fprintf(out, "%s %.17g\n", odd_measure_get(m)->name, cell->value[m]);
}

odd_status odd__cell_save(
	const odd_cell *cell, const char *path, const char *key, unsigned tasks, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *body = open_memstream(&text, &size);
	odd_file file;
	if (body == NULL)
		return odd_error_nomem(err);
	fputs(key, body);
	write_values(body, cell, tasks);
	bool whole = ferror(body) == 0;
	whole = fclose(body) == 0 && whole && text != NULL; /* NULL: no memory to close it */
	odd_status status = whole ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	if (status == ODD_OK) {
		fwrite(text, 1, size, file.stream);
		fprintf(file.stream, "end %016" PRIx64 "\n", hash(text, size));
		status = odd_file_commit(&file, err);
	}
	free(text);
	return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

enum { MOST_BYTES = 1 << 16 }; /* a cell takes two or three thousand */

/* The whole file, ended by a zero; *text is NULL when there is none, or it is too long to be a
 * cell. */
static odd_status slurp(char **text, const char *path, size_t *size, odd_error *err)
{
	*text = NULL;
	errno = 0;
	FILE *in = odd__open_in(path);
	if (in == NULL && errno == ENOENT)
		return ODD_OK;
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	odd_status status = ODD_OK;
	char *all = malloc(MOST_BYTES);
	*size = all != NULL ? fread(all, 1, MOST_BYTES - 1, in) : 0;
	if (all == NULL)
		status = odd_error_nomem(err);
	else if (ferror(in) != 0)
		status = odd_error_errno(err, path, "cannot read");
	fclose(in);
	if (status != ODD_OK || *size == MOST_BYTES - 1) {
		free(all);
		return status;
	}
	all[*size] = '\0';
	*text = all;
	return ODD_OK;
}

/* The last line is the checksum of those before. */
static bool sound(const char *text, size_t size)
{
	char expected[32];
	const char *end = size > 1 ? text + size - 1 : text;
	while (end > text && end[-1] != '\n')
		end--;
	snprintf(expected, sizeof expected, "end %016" PRIx64 "\n",
		hash(text, (size_t)(end - text)));
	return strcmp(end, expected) == 0;
}

/* "tasks a b\n": which they are; moves on behind the line. */
static unsigned read_tasks(const char **text)
{
	unsigned tasks = 0;
	char line[160];
	size_t length = strcspn(*text, "\n");
	if (length >= sizeof line - 1 || strncmp(*text, "tasks", 5) != 0)
		return 0;
	snprintf(line, sizeof line, "%.*s ", (int)length, *text);
	for (int task = 0; task < ODD_TASKS; task++) {
		char word[32];
		snprintf(word, sizeof word, " %s ", odd_task_name((odd_task)task));
		if (strstr(line, word) != NULL)
			tasks |= ODD_TASK_BIT(task);
	}
	*text += length + 1;
	return tasks;
}

/* Lines of a name and a number, in the order of the measures. */
static bool read_values(odd_cell *cell, const char *text, unsigned stored, unsigned tasks)
{
	for (size_t m = 0; m < ODD_MEASURES; m++) {
		const char *name = odd_measure_get(m)->name;
		size_t length = strlen(name);
		char *end;
		if (!belongs(m, stored))
			continue;
		if (strncmp(text, name, length) != 0 || text[length] != ' ')
			return false;
		double value = strtod(text + length + 1, &end);
		if (*end != '\n')
			return false;
		if (belongs(m, tasks))
			cell->value[m] = value;
		text = end + 1;
	}
	return strncmp(text, "end ", 4) == 0;
}

odd_status odd__cell_load(odd_cell *cell, const char *path, const char *key, unsigned tasks,
	bool *good, odd_error *err)
{
	size_t size, length = strlen(key);
	char *text;
	odd_status status = slurp(&text, path, &size, err);
	*good = false;
	odd__cell_reset(cell);
	if (text != NULL && sound(text, size) && strncmp(text, key, length) == 0) {
		const char *rest = text + length;
		unsigned stored = read_tasks(&rest);
		*good = (stored & tasks) == tasks && read_values(cell, rest, stored, tasks);
	}
	if (!*good)
		odd__cell_reset(cell);
	free(text);
	return status;
}
