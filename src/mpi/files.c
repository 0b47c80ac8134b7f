#include "config.h"

#include "mpi/files.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "linalg/npy.h"
#include "report/tables.h"

/* ---- the oddest nodes at rank 0 -------------------------------------------------------------- */

/* One of them on its way; its id follows, with its final zero. */
struct odd_node {
	uint32_t rank;
	int32_t label;
	uint8_t truth;
	double total, component[ODD_COMPONENTS], part[ODD_COMPONENTS];
};

static odd_status send_oddest(void **in, size_t *total, const struct part *part,
	const odd_scores *s, size_t top, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < s->n && s->rank[s->order[i]] <= top; i++) {
		const size_t node = s->order[i];
		const char *id = odd_names_get(&part->net->ids, node);
		struct odd_node one = {s->rank[node], part->net->label[node],
			part->net->truth[node], s->total[node], {0.0}, {0.0}};
		for (size_t t = 0; t < s->score->count; t++) {
			one.component[t] = s->component[t][node];
			one.part[t] = s->part[t][node];
		}
		fwrite(&one, sizeof one, 1, out);
		fwrite(id, 1, strlen(id) + 1, out);
	}
	odd_status status = fclose(out) == 0 ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = part_send_first(in, total, text, size, part->comm, err);
	free(text);
	return status;
}

static odd_status allocate(struct part_report *r, const struct part *part,
	const struct part_ranking *ranking, size_t count, odd_error *err)
{
	const size_t parts = ranking->scores.score->count;
	bool fine = true;
	for (size_t t = 0; t < parts; t++) {
		r->scores.component[t] = calloc(count, sizeof(double));
		r->scores.part[t] = calloc(count, sizeof(double));
		fine = fine && r->scores.component[t] != NULL && r->scores.part[t] != NULL;
	}
	r->scores.total = calloc(count, sizeof(double));
	r->scores.order = calloc(count, sizeof(uint32_t));
	r->scores.rank = calloc(count, sizeof(uint32_t));
	r->net.label = calloc(count, sizeof *r->net.label);
	r->net.truth = calloc(part->all + 1, 1); /* of all: they are counted */
	fine = fine && r->scores.total != NULL && r->scores.order != NULL &&
	       r->scores.rank != NULL && r->net.label != NULL && r->net.truth != NULL;
	if (fine && ranking->truth != NULL)
		memcpy(r->net.truth, ranking->truth, part->all);
	return fine ? ODD_OK : odd_error_nomem(err);
}

/* Node i of the report is the one of rank i + 1. */
static odd_status take_oddest(
	struct part_report *r, const char *data, size_t total, size_t count, odd_error *err)
{
	odd_scores *s = &r->scores;
	const char **id = calloc(count + 1, sizeof *id);
	odd_status status = id != NULL ? ODD_OK : odd_error_nomem(err);
	for (const char *at = data; at < data + total && status == ODD_OK;) {
		struct odd_node one;
		memcpy(&one, at, sizeof one);
		const size_t i = one.rank - 1;
		s->order[i] = (uint32_t)i;
		s->rank[i] = one.rank;
		s->total[i] = one.total;
		for (size_t t = 0; t < s->score->count; t++) {
			s->component[t][i] = one.component[t];
			s->part[t][i] = one.part[t];
		}
		r->net.label[i] = one.label;
		r->net.truth[i] = one.truth;
		id[i] = at + sizeof one;
		at = id[i] + strlen(id[i]) + 1;
	}
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = odd_names_add(&r->net.ids, id[i], strlen(id[i]), NULL, NULL, err);
	free(id);
	return status;
}

odd_status part_report_make(struct part_report *out, const struct part *part,
	const struct part_ranking *ranking, size_t top, odd_error *err)
{
	const odd_scores *scores = &ranking->scores;
	const odd_network *net = part->net;
	void *in;
	size_t total;
	const size_t count = top < part->all ? top + 1 : part->all;
	memset(out, 0, sizeof *out);
	odd_status status = send_oddest(&in, &total, part, scores, count, err);
	if (status != ODD_OK || part->comm->rank != 0) {
		if (status == ODD_OK)
			free(in);
		return status;
	}
	out->net = (odd_network){.name = net->name,
		.format = net->format,
		.directed = net->directed,
		.nodes = part->all,
		.attributes = net->attributes,
		.edges = net->edges,
		.has_truth = net->has_truth,
		.skipped = net->skipped};
	out->scores = (odd_scores){.n = part->all, .score = scores->score};
	memcpy(out->scores.weight, scores->weight, sizeof out->scores.weight);
	memcpy(out->scores.own, scores->own, sizeof out->scores.own);
	memcpy(out->scores.idle, scores->idle, sizeof out->scores.idle);
	status = allocate(out, part, ranking, count, err);
	if (status == ODD_OK)
		status = take_oddest(out, in, total, count, err);
	if (status == ODD_OK)
		status = odd_names_copy(&out->net.classes, &net->classes, err);
	free(in);
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

/* The first error stays in `status`; after it nothing is written. */
struct shared_file {
	char *path;
	int fd;
	odd_status status;
	odd_error *err;
};

/* In a new directory; made by the process that comes first. */
static void open_file(struct shared_file *f, const char *dir, const char *name, odd_error *err)
{
	*f = (struct shared_file){odd_path_join(dir, name), -1, ODD_OK, err};
	if (f->path == NULL)
		f->status = odd_error_nomem(err);
	else if ((f->fd = open(f->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) < 0)
		f->status = odd_error_errno(err, f->path, "cannot write");
}

static void put_bytes(struct shared_file *f, const void *bytes, size_t size, size_t at)
{
	for (size_t done = 0; done < size && f->status == ODD_OK;) {
		const ssize_t n =
			pwrite(f->fd, (const char *)bytes + done, size - done, (off_t)(at + done));
		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			f->status = odd_error_errno(f->err, f->path, "cannot write");
	}
}

static odd_status close_file(struct shared_file *f)
{
	if (f->status == ODD_OK && fsync(f->fd) != 0 && errno != EINVAL)
		f->status = odd_error_errno(f->err, f->path, "cannot write");
	if (f->fd >= 0 && close(f->fd) != 0 && f->status == ODD_OK)
		f->status = odd_error_errno(f->err, f->path, "cannot write");
	free(f->path);
	return f->status;
}

/* The table of own nodes, by rank; *head: where its heading ends, *end: where each line does. */
static odd_status write_own(char **text, size_t *head, size_t *end, const struct part *part,
	const odd_scores *scores, odd_error *err)
{
	const struct result o = {.net = part->net, .scores = scores};
	size_t size = 0, line = 0;
	FILE *out = open_memstream(text, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	odd_status status =
		report_table_write(report_table_find("scores"), out, SHEET_TSV, &o, NULL, err);
	if (fclose(out) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	const char *at = *text;
	if (status == ODD_OK)
		at = strchr(at, '\n') + 1;
	*head = (size_t)(at - *text);
	for (; status == ODD_OK && line < scores->n; line++) {
		at = strchr(at, '\n') + 1;
		end[line] = (size_t)(at - *text);
	}
	return status;
}

/* Every line to the process that has its place in the ranking: *in holds them as they came. */
static odd_status send_lines(char **in, const char *text, size_t head, const size_t *end,
	const struct order *order, const odd__comm *comm, odd_error *err)
{
	const size_t size = (size_t)comm->size;
	size_t *bytes = calloc(size, sizeof *bytes), *from, last = 0, begin = head;
	if (bytes == NULL)
		return odd_error_nomem(err);
	for (size_t r = 0; r < size; r++) {
		last += order->to[r];
		const size_t until = last > 0 ? end[last - 1] : head;
		bytes[r] = until - begin;
		begin = until;
	}
	odd_status status = odd__comm_send(comm, text + head, bytes, (void **)in, &from, err);
	if (status == ODD_OK)
		free(from);
	free(bytes);
	return status;
}

/* The lines that came, in the order of their ranks. */
static odd_status sort_lines(
	char **out, size_t *size, const char *in, const struct order *order, odd_error *err)
{
	const char **line = malloc((order->count + 1) * sizeof *line);
	FILE *stream = open_memstream(out, size);
	odd_status status = line != NULL && stream != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < order->count && status == ODD_OK; i++) {
		line[i] = in;
		in = strchr(in, '\n') + 1;
	}
	for (size_t i = 0; i < order->count && status == ODD_OK; i++) {
		const char *at = line[order->arrived[i]];
		fwrite(at, 1, (size_t)(strchr(at, '\n') - at) + 1, stream);
	}
	if (stream != NULL && fclose(stream) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	free(line);
	return status;
}

odd_status part_write_scores(const char *dir, const struct part *part,
	const struct part_ranking *ranking, odd_error *err)
{
	const odd__comm *comm = part->comm;
	char *text = NULL, *in = NULL, *sorted = NULL;
	size_t head = 0, size = 0, *end = malloc((ranking->scores.n + 1) * sizeof *end);
	size_t *sizes = NULL, *bytes = NULL;
	struct shared_file file;
	odd_status status = end != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = write_own(&text, &head, end, part, &ranking->scores, err);
	if (status == ODD_OK)
		status = send_lines(&in, text, head, end, &ranking->order, comm, err);
	if (status == ODD_OK)
		status = sort_lines(&sorted, &size, in, &ranking->order, err);
	if (status == ODD_OK)
		status = odd__comm_gather(comm, &size, sizeof size, (void **)&sizes, &bytes, err);
	size_t at = head;
	for (int r = 0; r < comm->rank && status == ODD_OK; r++)
		at += sizes[r];
	if (status == ODD_OK) {
		open_file(&file, dir, "scores.tsv", err);
		if (comm->rank == 0)
			put_bytes(&file, text, head, 0);
		put_bytes(&file, sorted, size, at);
		status = close_file(&file);
	}
	free(text);
	free(in);
	free(sorted);
	free(end);
	free(sizes);
	free(bytes);
	return status;
}

/* Rows of own nodes, as rows of a matrix in a file or (turned) as its columns. */
static odd_status write_matrix(const char *dir, const char *name, odd_cmat m, bool turned,
	const struct part *part, odd_error *err)
{
	enum { RUN = 4096 };
	char heading[ODD__NPY_HEADING];
	const size_t all = part->all, k = m.cols;
	double *room = malloc(RUN * k * sizeof *room);
	struct shared_file f;
	open_file(&f, dir, name, err);
	if (room == NULL && f.status == ODD_OK)
		f.status = odd_error_nomem(err);
	odd__npy_heading(heading, turned ? k : all, turned ? all : k, k == 1);
	if (part->comm->rank == 0)
		put_bytes(&f, heading, sizeof heading, 0);
	for (size_t i = 0; i < m.rows && f.status == ODD_OK; i += RUN) {
		const size_t rows = m.rows - i < RUN ? m.rows - i : RUN;
		for (size_t e = 0; e < rows * k; e++) {
			uint64_t bits;
			memcpy(&bits, &odd_cmat_row(m, i + e / k)[e % k], sizeof bits);
			bits = htole64(bits);
			memcpy(&room[turned ? e % k * rows + e / k : e], &bits, sizeof bits);
		}
		const size_t first = part->first + i;
		for (size_t c = 0; c < (turned ? k : 1); c++)
			put_bytes(&f, room + c * rows, rows * (turned ? 1 : k) * sizeof *room,
				sizeof heading +
					sizeof *room * (turned ? c * all + first : first * k));
	}
	free(room);
	return close_file(&f);
}

odd_status part_write_embedding(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err)
{
	odd_mat m;
	odd_status status = odd_mat_alloc(&m, part->net->nodes, odd_one_look(run).k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(run, m);
	status = write_matrix(dir, "embedding.npy", odd_mat_const(m), false, part, err);
	odd_mat_free(&m);
	return status;
}

/* V and W are on all processes: rank 0 writes them. */
static odd_status write_common(const char *dir, const odd_one_state *s, odd_error *err)
{
	char *path = odd_path_join(dir, "V.npy");
	odd_status status =
		path != NULL ? odd_npy_write_transposed(path, s->Vt, err) : odd_error_nomem(err);
	free(path);
	path = odd_path_join(dir, "W.npy");
	if (status == ODD_OK)
		status = path != NULL ? odd_npy_write(path, s->W, err) : odd_error_nomem(err);
	free(path);
	return status;
}

odd_status part_write_state(
	const char *dir, const struct part *part, const odd_one *run, odd_error *err)
{
	const odd_one_state s = odd_one_look(run);
	const size_t n = part->net->nodes;
	const struct {
		const char *name;
		odd_cmat m;
	} parts[] = {{"G.npy", s.G}, {"H.npy", s.Ht}, {"U.npy", s.U}, {"O1.npy", {s.O[0], n, 1, 1}},
		{"O2.npy", {s.O[1], n, 1, 1}}, {"O3.npy", {s.O[2], n, 1, 1}}};
	odd_status status = part->comm->rank == 0 ? write_common(dir, &s, err) : ODD_OK;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && status == ODD_OK; i++)
		status = write_matrix(dir, parts[i].name, parts[i].m, i == 1, part, err);
	return status;
}
