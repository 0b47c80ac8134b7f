#include "config.h"

#include "mpi/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "mpi/outbox.h"
#include "report/sheet.h"

/* ---- the oddest nodes at rank 0 -------------------------------------------------------------- */

/* One of them on its way; its id follows, with its final zero. */
struct odd_node {
	uint32_t rank;
	int32_t label;
	uint8_t truth;
	double total, component[ODD_COMPONENTS], part[ODD_COMPONENTS];
};

static odd_status send_oddest(struct inbox *in, const struct part *part,
	const struct part_ranking *ranking, size_t top, odd_error *err)
{
	const odd_scores *s = &ranking->scores;
	struct outbox box;
	odd_status status = outbox_init(&box, part->comm, err);
	for (size_t i = 0; i < s->n && status == ODD_OK && s->rank[s->order[i]] <= top; i++)
		outbox_count(&box, 0,
			sizeof(struct odd_node) + strlen(odd_names_get(&part->ids, s->order[i])) +
				1);
	if (status == ODD_OK)
		status = outbox_fill(&box, err);
	for (size_t i = 0; i < s->n && status == ODD_OK && s->rank[s->order[i]] <= top; i++) {
		const size_t node = s->order[i];
		const char *id = odd_names_get(&part->ids, node);
		struct odd_node one = {.rank = s->rank[node],
			.label = part->label[node],
			.truth = part->truth[node],
			.total = s->total[node]};
		for (size_t t = 0; t < s->score->count; t++) {
			one.component[t] = s->component[t][node];
			one.part[t] = s->part[t][node];
		}
		outbox_put(&box, 0, &one, sizeof one);
		outbox_put(&box, 0, id, strlen(id) + 1);
	}
	return status == ODD_OK ? outbox_send(&box, in, err) : status;
}

static odd_status allocate(struct part_report *r, const struct part *part, const odd_score *score,
	size_t count, odd_error *err)
{
	bool fine = true;
	r->scores = (odd_scores){.n = part->all, .score = score};
	for (size_t t = 0; t < score->count; t++) {
		r->scores.component[t] = calloc(count, sizeof(double));
		r->scores.part[t] = calloc(count, sizeof(double));
		fine = fine && r->scores.component[t] != NULL && r->scores.part[t] != NULL;
	}
	r->scores.total = calloc(count, sizeof(double));
	r->scores.order = calloc(count, sizeof(uint32_t));
	r->scores.rank = calloc(count, sizeof(uint32_t));
	r->net.label = calloc(count, sizeof *r->net.label);
	r->net.truth = calloc(part->all + 1, 1); /* whose kinds are counted */
	return fine && r->scores.total != NULL && r->scores.order != NULL &&
			       r->scores.rank != NULL && r->net.label != NULL &&
			       r->net.truth != NULL
		       ? ODD_OK
		       : odd_error_nomem(err);
}

/* Node i of the report is the one of rank i + 1. */
static void take_node(struct part_report *r, const struct odd_node *one)
{
	const size_t at = one->rank - 1;
	r->scores.order[at] = (uint32_t)at;
	r->scores.rank[at] = one->rank;
	r->scores.total[at] = one->total;
	for (size_t t = 0; t < r->scores.score->count; t++) {
		r->scores.component[t][at] = one->component[t];
		r->scores.part[t][at] = one->part[t];
	}
	r->net.label[at] = one->label;
	r->net.truth[at] = one->truth;
}

static odd_status take_names(struct part_report *r, const char **id, size_t count, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = odd_names_add(
			&r->net.ids, id[i], id[i] != NULL ? strlen(id[i]) : 0, NULL, NULL, err);
	return status;
}

/* Kinds of the nodes that are not in the report, anywhere behind those that are. */
static void fill_truth(odd_network *net, const odd_evaluation *e, size_t count)
{
	size_t left[ODD_KINDS], at = count;
	memcpy(left, e->count, sizeof left);
	for (size_t i = 0; i < count; i++)
		left[net->truth[i]]--;
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		for (; left[kind] > 0; left[kind]--)
			net->truth[at++] = (uint8_t)kind;
}

static odd_status take_oddest(struct part_report *r, const struct part *part, struct inbox *in,
	const odd_evaluation *e, size_t count, odd_error *err)
{
	const char **id = calloc(count + 1, sizeof *id);
	odd_status status = id != NULL ? ODD_OK : odd_error_nomem(err);
	for (const char *at = in->data; at < in->data + in->total && status == ODD_OK;) {
		struct odd_node one;
		memcpy(&one, at, sizeof one);
		take_node(r, &one);
		id[one.rank - 1] = at + sizeof one;
		at += sizeof one + strlen(at + sizeof one) + 1;
	}
	if (status == ODD_OK)
		status = take_names(r, id, count, err);
	free(id);
	if (status == ODD_OK)
		fill_truth(&r->net, e, count);
	if (status == ODD_OK)
		status = odd_names_copy(&r->net.classes, &part->classes, err);
	return status;
}

odd_status part_report_make(struct part_report *out, const struct part *part,
	const struct part_ranking *ranking, size_t top, odd_error *err)
{
	struct inbox in;
	const size_t count = top < part->all ? top + 1 : part->all;
	memset(out, 0, sizeof *out);
	odd_status status = send_oddest(&in, part, ranking, count, err);
	if (status != ODD_OK || part->comm->rank != 0) {
		if (status == ODD_OK)
			inbox_clear(&in);
		return status;
	}
	out->net = (odd_network){.name = part->name,
		.format = part->format,
		.directed = part->directed,
		.nodes = part->all,
		.attributes = part->words.count,
		.edges = part->edges,
		.has_truth = part->has_truth,
		.skipped = part->skipped};
	status = allocate(out, part, ranking->scores.score, count, err);
	memcpy(out->scores.weight, ranking->scores.weight, sizeof out->scores.weight);
	memcpy(out->scores.idle, ranking->scores.idle, sizeof out->scores.idle);
	if (status == ODD_OK)
		status = take_oddest(out, part, &in, &ranking->evaluation, count, err);
	inbox_clear(&in);
	return status;
}

void part_report_clear(struct part_report *report)
{
	odd_scores_clear(&report->scores);
	odd_names_clear(&report->net.ids);
	odd_names_clear(&report->net.classes);
	free(report->net.label);
	free(report->net.truth);
	memset(report, 0, sizeof *report);
}

/* ---- files that are written together --------------------------------------------------------- */

struct shared_file {
	char *path;
	int fd;
};

static odd_status file_error(const struct shared_file *f, odd_error *err)
{
	return odd_error_errno(err, f->path, "cannot write");
}

/* Made by rank 0, opened by all. */
static odd_status shared_open(struct shared_file *f, const char *dir, const char *name,
	const odd__comm *comm, odd_error *err)
{
	odd_status status = ODD_OK;
	*f = (struct shared_file){odd_path_join(dir, name), -1};
	if (f->path == NULL)
		status = odd_error_nomem(err);
	for (int turn = 0; turn < 2; turn++) {
		if (status == ODD_OK && f->fd < 0 && (turn == 1 || comm->rank == 0)) {
			f->fd = open(f->path,
				O_WRONLY | O_CLOEXEC | (comm->rank == 0 ? O_CREAT | O_TRUNC : 0),
				0666);
			if (f->fd < 0)
				status = file_error(f, err);
		}
		status = odd__comm_agree(comm, status, err);
	}
	return status;
}

static odd_status put_bytes(
	const struct shared_file *f, const void *bytes, size_t size, size_t at, odd_error *err)
{
	for (size_t done = 0; done < size;) {
		const ssize_t n =
			pwrite(f->fd, (const char *)bytes + done, size - done, (off_t)(at + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return file_error(f, err);
		done += (size_t)n;
	}
	return ODD_OK;
}

/* Closed by all; the file is good when all say so. */
static odd_status shared_close(
	struct shared_file *f, odd_status status, const odd__comm *comm, odd_error *err)
{
	if (f->fd >= 0 && fsync(f->fd) != 0 && errno != EINVAL && status == ODD_OK)
		status = file_error(f, err);
	if (f->fd >= 0 && close(f->fd) != 0 && status == ODD_OK)
		status = file_error(f, err);
	free(f->path);
	return odd__comm_agree(comm, status, err);
}

/* ---- scores.tsv --------------------------------------------------------------------------- */

static void write_line(FILE *out, const struct part *part, const odd_scores *x, size_t node)
{
	struct sheet s = {out, SHEET_TSV, false};
	const int32_t label = part->label[node];
	const uint8_t truth = part->truth[node];
	sheet_count(&s, x->rank[node]);
	sheet_name(&s, odd_names_get(&part->ids, node));
	if (label == ODD_NO_LABEL)
		sheet_word(&s, "-");
	else
		sheet_name(&s, odd_names_get(&part->classes, (size_t)label));
	sheet_word(&s, part->has_truth ? odd_kind_name((odd_kind)truth) : "-");
	sheet_number(&s, x->total[node]);
	for (size_t t = 0; t < x->score->count; t++)
		sheet_number(&s, x->component[t][node]);
	sheet_end(&s);
}

static void write_heading(FILE *out, const odd_score *score)
{
	struct sheet s = {out, SHEET_TSV, false};
	sheet_words(&s, "rank id label kind total");
	for (size_t t = 0; t < score->count; t++)
		sheet_word(&s, score->component[t].name);
	sheet_end(&s);
}

/* The process whose places of the ranking a rank is among. firsts: of each process. */
static int holder_of(size_t rank, const size_t *firsts, int size)
{
	int r = size - 1;
	while (r > 0 && firsts[r] >= rank)
		r--;
	return r;
}

/* Lines of own nodes, each to the process that has its place in the ranking. */
static odd_status send_lines(struct inbox *in, const struct part *part, const odd_scores *x,
	const size_t *firsts, odd_error *err)
{
	char *text = NULL;
	size_t size = 0, *end = malloc((x->n + 1) * sizeof *end);
	FILE *out = open_memstream(&text, &size);
	struct outbox box = {0};
	odd_status status = end != NULL && out != NULL ? outbox_init(&box, part->comm, err)
						       : odd_error_nomem(err);
	for (size_t i = 0; i < x->n && status == ODD_OK; i++) {
		write_line(out, part, x, x->order[i]);
		end[i] = (size_t)ftell(out);
	}
	if (out != NULL && fclose(out) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < x->n && status == ODD_OK; i++)
		outbox_count(&box, holder_of(x->rank[x->order[i]], firsts, part->comm->size),
			end[i] - (i > 0 ? end[i - 1] : 0));
	if (status == ODD_OK)
		status = outbox_fill(&box, err);
	for (size_t i = 0, at = 0; i < x->n && status == ODD_OK; at = end[i++])
		outbox_put(&box, holder_of(x->rank[x->order[i]], firsts, part->comm->size),
			text + at, end[i] - at);
	free(text);
	free(end);
	return status == ODD_OK ? outbox_send(&box, in, err) : status;
}

static int by_rank(const void *a, const void *b)
{
	const unsigned long x = strtoul(*(char *const *)a, NULL, 10);
	const unsigned long y = strtoul(*(char *const *)b, NULL, 10);
	return (x > y) - (x < y);
}

/* The lines in the order of their ranks, as one text. */
static odd_status join_lines(char **out, const struct inbox *in, size_t count, odd_error *err)
{
	char **line = malloc((count + 1) * sizeof *line), *at = in->data;
	*out = malloc(in->total + 1);
	odd_status status = line != NULL && *out != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		line[i] = at;
		at = (char *)memchr(at, '\n', (size_t)(in->data + in->total - at)) + 1;
	}
	if (status == ODD_OK)
		qsort(line, count, sizeof *line, by_rank);
	char *to = *out;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		const size_t length = strcspn(line[i], "\n") + 1;
		memcpy(to, line[i], length);
		to += length;
	}
	free(line);
	return status;
}

odd_status part_write_scores(const char *dir, const struct part *part,
	const struct part_ranking *ranking, odd_error *err)
{
	const odd__comm *comm = part->comm;
	char *heading = NULL, *text = NULL;
	size_t length = 0, *firsts = NULL, *sizes = NULL, *bytes = NULL, *more = NULL, at;
	struct inbox in = {NULL, NULL, 0};
	struct shared_file file;
	FILE *out = open_memstream(&heading, &length);
	odd_status status = shared_open(&file, dir, "scores.tsv", comm, err);
	if (out == NULL)
		return odd_error_nomem(err);
	write_heading(out, ranking->scores.score);
	fclose(out);
	if (status == ODD_OK)
		status = odd__comm_gather(comm, &ranking->sorted.first,
			sizeof ranking->sorted.first, (void **)&firsts, &bytes, err);
	if (status == ODD_OK)
		status = send_lines(&in, part, &ranking->scores, firsts, err);
	if (status == ODD_OK)
		status = join_lines(&text, &in, ranking->sorted.count, err);
	if (status == ODD_OK)
		status = odd__comm_gather(
			comm, &in.total, sizeof in.total, (void **)&sizes, &more, err);
	at = length;
	for (int r = 0; r < comm->rank && status == ODD_OK; r++)
		at += sizes[r];
	if (status == ODD_OK && comm->rank == 0)
		status = put_bytes(&file, heading, length, 0, err);
	if (status == ODD_OK)
		status = put_bytes(&file, text, in.total, at, err);
	inbox_clear(&in);
	free(heading);
	free(text);
	free(firsts);
	free(bytes);
	free(sizes);
	free(more);
	return shared_close(&file, status, comm, err);
}

/* ---- matrices ------------------------------------------------------------------------------- */

enum { NPY_HEADER = 128 };

static void npy_header(char header[NPY_HEADER + 1], size_t rows, size_t cols, bool vector)
{
	char shape[64];
	memset(header, ' ', NPY_HEADER);
	memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
	if (vector)
		snprintf(shape, sizeof shape, "(%zu,)", rows);
	else
		snprintf(shape, sizeof shape, "(%zu, %zu)", rows, cols);
	const int length = snprintf(header + 10, NPY_HEADER - 10,
		"{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape);
	header[10 + length] = ' ';
	header[NPY_HEADER - 1] = '\n';
}

/* Rows of own nodes whose numbers follow each other are written at once. m: rows by nodes, or
 * (turned) the transpose of what is written. */
static odd_status put_rows(const struct shared_file *f, odd_cmat m, const uint32_t *number,
	size_t all, bool turned, odd_error *err)
{
	enum { RUN = 512 };
	double *room = malloc(RUN * m.cols * sizeof *room);
	odd_status status = room != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0, end; i < m.rows && status == ODD_OK; i = end) {
		for (end = i + 1;
			end < m.rows && end - i < RUN && number[end] == number[end - 1] + 1;)
			end++;
		const size_t rows = end - i;
		for (size_t r = 0; r < rows; r++)
			for (size_t k = 0; k < m.cols; k++)
				room[turned ? k * rows + r : r * m.cols + k] =
					odd_cmat_row(m, i + r)[k];
		for (size_t k = 0; k < (turned ? m.cols : 1) && status == ODD_OK; k++)
			status = put_bytes(f, room + k * rows,
				rows * (turned ? 1 : m.cols) * sizeof *room,
				NPY_HEADER +
					8 * (turned ? k * all + number[i] : number[i] * m.cols),
				err);
	}
	free(room);
	return status;
}

/* m: rows of own nodes; number NULL: all processes have all rows, and rank 0 writes them. */
static odd_status write_matrix(const char *dir, const char *name, const struct part *part,
	odd_cmat m, const uint32_t *number, bool turned, bool vector, odd_error *err)
{
	char header[NPY_HEADER + 1];
	struct shared_file f;
	const size_t all = number != NULL ? part->all : m.rows;
	uint32_t *order = NULL;
	odd_status status = shared_open(&f, dir, name, part->comm, err);
	npy_header(header, turned ? m.cols : all, turned ? all : m.cols, vector);
	if (status == ODD_OK && part->comm->rank == 0)
		status = put_bytes(&f, header, NPY_HEADER, 0, err);
	if (status == ODD_OK && number == NULL && part->comm->rank == 0) {
		order = malloc((m.rows + 1) * sizeof *order);
		if (order == NULL)
			status = odd_error_nomem(err);
		for (size_t i = 0; i < m.rows && order != NULL; i++)
			order[i] = (uint32_t)i;
		number = order;
	}
	if (status == ODD_OK && number != NULL)
		status = put_rows(&f, m, number, all, turned, err);
	free(order);
	return shared_close(&f, status, part->comm, err);
}

odd_status part_write_embedding(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err)
{
	odd_mat m;
	odd_status status = odd_mat_alloc(&m, part->n, odd_one_look(run).k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(run, m);
	status = write_matrix(
		dir, "embedding.npy", part, odd_mat_const(m), part->number, false, false, err);
	odd_mat_free(&m);
	return status;
}

odd_status part_write_state(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err)
{
	const odd_one_state s = odd_one_look(run);
	const struct {
		const char *name;
		odd_cmat m;
		bool own, turned;
	} parts[] = {{"G.npy", s.G, true, false}, {"H.npy", s.Ht, true, true},
		{"U.npy", s.U, true, false}, {"V.npy", s.Vt, false, true},
		{"W.npy", s.W, false, false}, {"O1.npy", {s.O[0], part->n, 1, 1}, true, false},
		{"O2.npy", {s.O[1], part->n, 1, 1}, true, false},
		{"O3.npy", {s.O[2], part->n, 1, 1}, true, false}};
	odd_status status = ODD_OK;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && status == ODD_OK; i++)
		status = write_matrix(dir, parts[i].name, part, parts[i].m,
			parts[i].own ? part->number : NULL, parts[i].turned, parts[i].m.cols == 1,
			err);
	return status;
}
