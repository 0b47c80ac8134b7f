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

/* The numbers of a node, field by field; 0 behind the last. */
static double *number_of(const odd_scores *s, size_t field, size_t node)
{
	const size_t t = field / 2;
	if (t == s->score->count)
		return field % 2 == 0 ? &s->total[node] : NULL;
	return field % 2 == 0 ? &s->component[t][node] : &s->part[t][node];
}

/* A node on its way; its numbers follow, then its id with the final zero. */
struct odd_node {
	uint32_t rank, truth;
	int32_t label;
};

static odd_status send_oddest(void **in, size_t *total, const struct part *part,
	const odd_scores *s, size_t top, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	const double *x;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < s->n && s->rank[s->order[i]] <= top; i++) {
		const size_t node = s->order[i];
		const char *id = odd_names_get(&part->net->ids, node);
		const struct odd_node one = {
			s->rank[node], part->net->truth[node], part->net->label[node]};
		fwrite(&one, sizeof one, 1, out);
		for (size_t f = 0; (x = number_of(s, f, node)) != NULL; f++)
			fwrite(x, sizeof *x, 1, out);
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
	odd_scores *s = &r->scores;
	bool fine = true;
	for (size_t t = 0; t < s->score->count; t++) {
		s->component[t] = calloc(count, sizeof(double));
		s->part[t] = calloc(count, sizeof(double));
		fine = fine && s->component[t] != NULL && s->part[t] != NULL;
	}
	s->total = calloc(count, sizeof(double));
	s->order = calloc(count, sizeof(uint32_t));
	s->rank = calloc(count, sizeof(uint32_t));
	r->net.label = calloc(count, sizeof *r->net.label);
	r->net.truth = calloc(part->all + 1, 1); /* of all: they are counted */
	fine = fine && s->total != NULL && s->order != NULL && s->rank != NULL &&
	       r->net.label != NULL && r->net.truth != NULL;
	if (fine && part->has_truth)
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
		double *x;
		memcpy(&one, at, sizeof one);
		at += sizeof one;
		const size_t i = one.rank - 1;
		for (size_t f = 0; (x = number_of(s, f, i)) != NULL; f++, at += sizeof *x)
			memcpy(x, at, sizeof *x);
		s->order[i] = (uint32_t)i;
		s->rank[i] = one.rank;
		r->net.label[i] = one.label;
		r->net.truth[i] = (uint8_t)one.truth;
		id[i] = at;
		at += strlen(at) + 1;
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
	memcpy(out->scores.weight, scores->weight, sizeof scores->weight);
	memcpy(out->scores.own, scores->own, sizeof scores->own);
	memcpy(out->scores.idle, scores->idle, sizeof scores->idle);
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

/* ---- scores.tsv ----------------------------------------------------------------------------- */

/* The lines of one process, which are by rank. */
struct piece {
	char *path, *line;
	size_t room;
	FILE *in;
	size_t rank; /* of the line; 0: no more */
};

static void next_line(struct piece *p)
{
	p->rank = getline(&p->line, &p->room, p->in) > 0 ? strtoull(p->line, NULL, 10) : 0;
}

/* Joins the pieces line by line: the next line is in one of them. */
static odd_status join_pieces(
	struct piece *piece, int count, const char *path, size_t all, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < count; r++) /* the heading */
		next_line(&piece[r]);
	fputs(piece[0].line, file.stream);
	for (int r = 0; r < count; r++)
		next_line(&piece[r]);
	for (size_t rank = 1; rank <= all; rank++) {
		int r = 0;
		while (r < count && piece[r].rank != rank)
			r++;
		if (r == count) {
			odd_file_discard(&file);
			return odd_error_at(err, ODD_EIO, path, 0, 0, "a line of it is lost");
		}
		fputs(piece[r].line, file.stream);
		next_line(&piece[r]);
	}
	return odd_file_commit(&file, err);
}

odd_status part_write_piece(const char *dir, const struct part *part,
	const struct part_ranking *ranking, odd_error *err)
{
	const struct result o = {.net = part->net, .scores = &ranking->scores};
	char *path;
	if (asprintf(&path, "%s/scores.%d", dir, part->comm->rank) < 0)
		return odd_error_nomem(err);
	odd_status status = report_table_save(report_table_find("scores"), path, &o, NULL, err);
	free(path);
	return status;
}

odd_status part_join_scores(const char *dir, const struct part *part, odd_error *err)
{
	const int count = part->comm->size;
	struct piece *piece = calloc((size_t)count, sizeof *piece);
	char *path = odd_path_join(dir, "scores.tsv");
	odd_status status = piece != NULL && path != NULL ? ODD_OK : odd_error_nomem(err);
	for (int r = 0; r < count && status == ODD_OK; r++) {
		if (asprintf(&piece[r].path, "%s/scores.%d", dir, r) < 0)
			status = odd_error_nomem(err);
		else if ((piece[r].in = fopen(piece[r].path, "r")) == NULL)
			status = odd_error_errno(err, piece[r].path, "cannot open");
	}
	if (status == ODD_OK)
		status = join_pieces(piece, count, path, part->all, err);
	for (int r = 0; r < count && piece != NULL; r++) {
		if (piece[r].in != NULL && fclose(piece[r].in) == 0 && status == ODD_OK)
			unlink(piece[r].path);
		free(piece[r].path);
		free(piece[r].line);
	}
	free(piece);
	free(path);
	return status;
}

/* ---- matrices ------------------------------------------------------------------------------- */

static void write_number(FILE *f, double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	bits = htole64(bits);
	fwrite(&bits, sizeof bits, 1, f);
}

/* Rows of own nodes, as rows of a matrix in a file or (turned) as its columns. The file is made by
 * the process that comes first. */
static odd_status write_matrix(const char *dir, const char *name, odd_cmat m, bool turned,
	const struct part *part, odd_error *err)
{
	char heading[ODD__NPY_HEADING];
	const size_t all = part->all, k = m.cols;
	char *path = odd_path_join(dir, name);
	const int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
	FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
	bool fine = f != NULL;
	odd__npy_heading(heading, turned ? k : all, turned ? all : k, k == 1);
	if (fine && part->comm->rank == 0)
		fwrite(heading, 1, sizeof heading, f);
	for (size_t c = 0; fine && c < (turned ? k : 1); c++) {
		const size_t at = turned ? c * all + part->first : part->first * k;
		fine = fseek(f, (long)(sizeof heading + 8 * at), SEEK_SET) == 0;
		for (size_t i = 0; i < m.rows && fine; i++)
			for (size_t q = turned ? c : 0; q < (turned ? c + 1 : k); q++)
				write_number(f, odd_cmat_row(m, i)[q]);
		fine = fine && !ferror(f);
	}
	fine = fine && fflush(f) == 0 && (fsync(fd) == 0 || errno == EINVAL);
	odd_status status = ODD_OK;
	if (!fine)
		status = path != NULL ? odd_error_errno(err, path, "cannot write")
				      : odd_error_nomem(err);
	if (f != NULL)
		fclose(f);
	free(path);
	return status;
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
