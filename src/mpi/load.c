/* load.c: a network that several processes read together: each parses its share of the bytes and
 * sends what belongs to other nodes to the processes that hold them. */
#include "config.h"

#include "mpi/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"
#include "network/files.h"
#include "network/parallel_lines.h"

/* ---- the files ------------------------------------------------------------------------------ */

enum { FILE_NODES, FILE_EDGES, FILE_TRUTH, FILES };

static odd_status find_files(
	char *path[FILES], char *name, size_t size, const char *network, odd_error *err)
{
	static const char *const what[FILES] = {"X.nodes", "X.edges", "X.truth"};
	struct stat info;
	odd__files files = {NULL, 0, 0};
	const odd__found *lead = NULL, *file;
	if (stat(network, &info) != 0)
		return odd_error_errno(err, network, "cannot open");
	const bool whole = S_ISDIR(info.st_mode);
	const size_t before = whole ? strlen(network) : (size_t)(odd__base_name(network) - network);
	char *dir = strndup(network, before);
	odd_status status = dir != NULL ? odd__files_list(&files, dir, err) : odd_error_nomem(err);
	if (status == ODD_OK && !whole)
		odd__files_narrow(&files, odd__base_name(network));
	for (size_t i = 0; i < files.count && status == ODD_OK; i++) {
		if (strcmp(files.file[i].what, what[FILE_NODES]) != 0)
			continue;
		if (lead != NULL)
			status = odd_error_at(err, ODD_EINPUT, network, 0, 0,
				"more than one network is here; name one of the .nodes files");
		lead = &files.file[i];
	}
	if (status == ODD_OK && lead == NULL)
		status = odd_error_at(err, ODD_EUSAGE, network, 0, 0,
			"under mpirun a network is read from oddone text (X.nodes and X.edges); "
			"oddone convert writes that");
	for (int i = 0; i < FILES && status == ODD_OK; i++) {
		status = odd__files_find(&file, &files, what[i], lead->stem, err);
		if (status == ODD_OK && file == NULL && i != FILE_TRUTH)
			status = odd__files_missing(lead, what[i], err);
		if (status == ODD_OK && file != NULL && (path[i] = strdup(file->path)) == NULL)
			status = odd_error_nomem(err);
	}
	if (status == ODD_OK)
		snprintf(name, size, "%s", lead->stem);
	odd__files_clear(&files);
	free(dir);
	return status;
}

/* Where the first line begins at `at` or later. */
static size_t line_start(FILE *in, size_t at)
{
	int c = fseek(in, at > 0 ? (long)at - 1 : 0, SEEK_SET) == 0 && at > 0 ? 0 : EOF;
	while (c != EOF && c != '\n')
		c = getc(in);
	return (size_t)ftell(in);
}

/* Lines of a file: this process's share of its bytes. */
struct share {
	odd__scan scan;
	bool is_first;
	long lines_before;
};

/* Counts the lines of the shares before this one. */
static odd_status count_lines(struct share *s, const odd__comm *comm, odd_error *err)
{
	size_t lines = 0, *all, *bytes;
	for (const char *p = s->scan.begin; p < s->scan.end; lines++) {
		p = memchr(p, '\n', (size_t)(s->scan.end - p));
		p = p != NULL ? p + 1 : s->scan.end;
	}
	odd_status status =
		odd__comm_gather(comm, &lines, sizeof lines, (void **)&all, &bytes, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < comm->rank; r++)
		s->lines_before += (long)all[r];
	free(all);
	free(bytes);
	return ODD_OK;
}

static odd_status open_share(
	struct share *s, const char *path, const odd__comm *comm, odd_error *err)
{
	const size_t rank = (size_t)comm->rank, count = (size_t)comm->size;
	*s = (struct share){.scan = {.path = path}};
	FILE *in = fopen(path, "rb");
	if (in == NULL || fseek(in, 0, SEEK_END) != 0) {
		odd_status status = odd_error_errno(err, path, "cannot open");
		if (in != NULL)
			fclose(in);
		return status;
	}
	const size_t size = (size_t)ftell(in), begin = line_start(in, size * rank / count);
	const size_t end = rank + 1 < count ? line_start(in, size * (rank + 1) / count) : size;
	odd__bytes *bytes = &s->scan.bytes;
	*bytes = (odd__bytes){malloc(end - begin + 1), end - begin};
	odd_status status = bytes->data != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK && (fseek(in, (long)begin, SEEK_SET) != 0 ||
					fread(bytes->data, 1, bytes->size, in) != bytes->size))
		status = odd_error_errno(err, path, "cannot read");
	fclose(in);
	if (status == ODD_OK && memchr(bytes->data, '\0', bytes->size) != NULL)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"a byte is zero: shared by processes, a file has to be plain text, neither "
			"compressed nor UTF-16");
	if (status != ODD_OK)
		return status;
	s->is_first = begin == 0 && end > 0;
	s->scan.begin = bytes->data;
	s->scan.end = bytes->data + bytes->size;
	if (s->is_first && bytes->size >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0)
		s->scan.begin += 3;
	odd__scan_rewind(&s->scan);
	return count_lines(s, comm, err);
}

/* A reading of the share, which keeps its bytes. */
static void begin_reading(
	odd__reading *r, const struct share *s, const odd__source *source, odd_error *err)
{
	odd__reading_begin(r, source, err);
	r->scan = s->scan;
	r->scan.number = s->lines_before;
	r->b.path = s->scan.path;
}

/* Ends it: the line of an error is told in the file. */
static odd_status end_reading(odd__reading *r, odd_status status, struct share *s, odd_error *err)
{
	memset(&r->scan, 0, sizeof r->scan);
	odd__reading_clear(r);
	odd__scan_close(&s->scan);
	if (status == ODD_EINPUT && err->line > 0)
		err->line += s->lines_before;
	return status;
}

/* ---- records on their way between processes ---------------------------------------------------
 */

/* An id as 128 bits of hash: two of 10⁹ ids collide with a probability of 10⁻²¹. */
struct key {
	uint64_t half[2];
};

/* A node (key[0], node[0]), a link of two nodes, or a known outlier (value: its kind). */
struct record {
	struct key key[2];
	uint32_t node[2]; /* once they are known */
	double value;
};

struct records {
	struct record *at;
	size_t count, capacity;
};

static struct key key_of(odd__text id)
{
	struct key key = {{UINT64_C(0xcbf29ce484222325), UINT64_C(0x9e3779b97f4a7c15)}};
	for (size_t i = 0; i < id.length; i++) {
		const uint64_t byte = (unsigned char)id.at[i];
		key.half[0] = (key.half[0] ^ byte) * UINT64_C(0x100000001b3);
		key.half[1] = (key.half[1] + byte + 1) * UINT64_C(0xd1342543de82ef95);
		key.half[1] ^= key.half[1] >> 29;
	}
	key.half[0] ^= key.half[0] >> 32;
	return key;
}

static odd_status add_record(struct records *r, struct record record, odd_error *err)
{
	odd_status status =
		odd__make_room(&r->capacity, r->count + 1, err, {&r->at, sizeof *r->at});
	if (status == ODD_OK)
		r->at[r->count++] = record;
	return status;
}

/* Where a record goes: to the process that knows the id of its key, or that holds its node. */
enum goal { TO_KEY, TO_NODE };

static int goal_of(const struct record *r, enum goal goal, int end, const struct part *part)
{
	return goal == TO_NODE ? part_owner(part, r->node[end])
			       : (int)(r->key[end].half[0] % (uint64_t)part->comm->size);
}

/* Sends every record to its goal; the records that arrive take their place. */
static odd_status send_records(
	struct records *r, enum goal goal, int end, const struct part *part, odd_error *err)
{
	const size_t size = (size_t)part->comm->size;
	size_t *bytes = calloc(2 * size + 1, sizeof *bytes), *at = bytes + size, *from = NULL,
	       sum = 0;
	struct record *out = malloc((r->count + 1) * sizeof *out), *in = NULL;
	odd_status status = bytes != NULL && out != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < r->count && status == ODD_OK; i++)
		bytes[goal_of(&r->at[i], goal, end, part)] += sizeof *out;
	for (size_t p = 1; p < size && status == ODD_OK; p++)
		at[p] = at[p - 1] + bytes[p - 1] / sizeof *out;
	for (size_t i = 0; i < r->count && status == ODD_OK; i++)
		out[at[goal_of(&r->at[i], goal, end, part)]++] = r->at[i];
	free(r->at);
	*r = (struct records){NULL, 0, 0};
	if (status == ODD_OK)
		status = odd__comm_send(part->comm, out, bytes, (void **)&in, &from, err);
	for (size_t p = 0; p < size && status == ODD_OK; p++)
		sum += from[p] / sizeof *in;
	*r = (struct records){in, sum, sum};
	free(out);
	free(bytes);
	free(from);
	return status;
}

static int by_key(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	const uint64_t *p = x->key[0].half, *q = y->key[0].half;
	return p[0] != q[0] ? (p[0] > q[0] ? 1 : -1) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Every process knows the nodes of the ids whose key is its own, sorted by key. */
static odd_status make_directory(struct records *out, const struct part *part, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < part->net->nodes && status == ODD_OK; i++) {
		const char *id = odd_names_get(&part->net->ids, i);
		const struct record node = {.key = {key_of((odd__text){id, strlen(id)})},
			.node = {(uint32_t)(part->first + i)}};
		status = add_record(out, node, err);
	}
	if (status == ODD_OK)
		status = send_records(out, TO_KEY, 0, part, err);
	if (status == ODD_OK)
		qsort(out->at, out->count, sizeof *out->at, by_key);
	for (size_t i = 1; i < out->count && status == ODD_OK; i++)
		if (by_key(&out->at[i - 1], &out->at[i]) == 0)
			status = odd_error_set(err, ODD_EINPUT,
				"two nodes have the same id: entries %u and %u of the node table",
				out->at[i - 1].node[0] + 1, out->at[i].node[0] + 1);
	return status;
}

/* Fills in the node of one end; records of unknown ids are dropped and counted. */
static odd_status find_nodes(struct records *r, int end, size_t *unknown,
	const struct records *directory, const struct part *part, odd_error *err)
{
	odd_status status = send_records(r, TO_KEY, end, part, err);
	const size_t count = r->count;
	r->count = 0;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		const struct record wanted = {.key = {r->at[i].key[end]}};
		const struct record *found =
			bsearch(&wanted, directory->at, directory->count, sizeof wanted, by_key);
		*unknown += found == NULL;
		if (found == NULL)
			continue;
		r->at[i].node[end] = found->node[0];
		r->at[r->count++] = r->at[i];
	}
	return status;
}

/* ---- nodes -------------------------------------------------------------------------------- */

struct loading {
	struct part *part;
	const odd__comm *comm;
	odd__source source;
	char *path[FILES];
	char name[256];
	struct records directory;
};

/* Tables have columns of several types, which are weighed by the values of all nodes. */
static odd_status refuse_columns(const odd__scan *scan, odd_error *err)
{
	odd__scan head = *scan;
	odd__text word;
	while (odd__scan_data_line(&head, '\0') && *head.line == '#') {
		head.at = head.line;
		if (odd__scan_word(&head, &word) && odd__text_is(word, "#!") &&
			odd__scan_word(&head, &word) && odd__text_is(word, "column"))
			return odd_error_at(err, ODD_EUSAGE, scan->path, 0, 0,
				"a table with columns of several types is not read under mpirun; "
				"run it without");
	}
	return ODD_OK;
}

/* Names of one process that are not yet in `all`, one after the other with their zeros. */
static odd_status list_new(
	char **text, size_t *size, const odd_names *own, const odd_names *all, odd_error *err)
{
	FILE *out = open_memstream(text, size);
	if (out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < own->count; i++) {
		const char *name = odd_names_get(own, i);
		if (odd_names_find(all, name, strlen(name)) == ODD_NO_NAME)
			fwrite(name, 1, strlen(name) + 1, out);
	}
	return fclose(out) == 0 ? ODD_OK : odd_error_nomem(err);
}

/* Replaces the names of a process by those of all, numbered by their arrival in the file; *map on
 * the heap holds the numbers of its own. */
static odd_status merge_names(
	odd_names *names, uint32_t **map, const odd__comm *comm, odd_error *err)
{
	odd_names all = ODD_NAMES_INIT;
	odd_status status = ODD_OK;
	for (int r = 0; r < comm->size && status == ODD_OK; r++) {
		char *text = NULL, *came = NULL;
		size_t size = 0, *bytes = NULL;
		if (r == comm->rank)
			status = list_new(&text, &size, names, &all, err);
		if (status == ODD_OK)
			status = odd__comm_gather(comm, text, size, (void **)&came, &bytes, err);
		for (const char *at = came; status == ODD_OK && at < came + bytes[r];) {
			status = odd_names_add(&all, at, strlen(at), NULL, NULL, err);
			at += strlen(at) + 1;
		}
		free(text);
		free(came);
		free(bytes);
	}
	*map = malloc((names->count + 1) * sizeof **map);
	if (status == ODD_OK && *map == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < names->count && status == ODD_OK; i++) {
		const char *name = odd_names_get(names, i);
		(*map)[i] = odd_names_find(&all, name, strlen(name));
	}
	odd_names_clear(names);
	*names = all;
	return status;
}

/* Words and classes get the numbers that they have on all processes. */
static odd_status merge_tables(odd__builder *b, const odd__comm *comm, odd_error *err)
{
	uint32_t *word = NULL, *class = NULL;
	odd_status status = merge_names(&b->words, &word, comm, err);
	if (status == ODD_OK)
		status = merge_names(&b->classes, &class, comm, err);
	for (size_t e = 0; e < b->attributes.count && status == ODD_OK; e++)
		b->attributes.col[e] = word[b->attributes.col[e]];
	for (size_t i = 0; i < b->ids.count && status == ODD_OK; i++)
		if (b->label[i] != ODD_NO_LABEL)
			b->label[i] = (int32_t) class[b->label[i]];
	if (b->attribute_count < b->words.count)
		b->attribute_count = b->words.count;
	free(word);
	free(class);
	return status;
}

/* Which process holds which nodes. */
static odd_status share_nodes(struct part *part, size_t own, odd_error *err)
{
	size_t *counts, *bytes;
	odd_status status =
		odd__comm_gather(part->comm, &own, sizeof own, (void **)&counts, &bytes, err);
	if (status != ODD_OK)
		return status;
	part->starts = calloc((size_t)part->comm->size + 1, sizeof *part->starts);
	for (int r = 0; part->starts != NULL && r < part->comm->size; r++)
		part->starts[r + 1] = part->starts[r] + counts[r];
	free(counts);
	free(bytes);
	if (part->starts == NULL)
		return odd_error_nomem(err);
	part->all = part->starts[part->comm->size];
	part->first = part->starts[part->comm->rank];
	if (part->all >= UINT32_MAX)
		return odd_error_set(err, ODD_EINPUT, "%zu nodes are too many: %u at most",
			part->all, UINT32_MAX - 1);
	return ODD_OK;
}

static odd_status load_nodes(struct loading *l, odd_error *err)
{
	struct share s;
	odd__reading r;
	char *title = NULL;
	odd_status status = open_share(&s, l->path[FILE_NODES], l->comm, err);
	if (status == ODD_OK)
		status = refuse_columns(&s.scan, err);
	begin_reading(&r, &s, &l->source, err);
	strcpy(r.what, "reading nodes");
	if (status == ODD_OK) {
		odd__read_text_nodes(&r, &title);
		status = r.status;
	}
	if (title != NULL && s.is_first)
		snprintf(l->name, sizeof l->name, "%s", title);
	free(title);
	if (status == ODD_OK)
		status = share_nodes(l->part, r.b.ids.count, err);
	if (status == ODD_OK && l->part->all == 0)
		status = odd_error_at(err, ODD_EINPUT, s.scan.path, 0, 0, "there is no node in it");
	if (status == ODD_OK)
		status = merge_tables(&r.b, l->comm, err);
	if (status == ODD_OK && r.b.words.count == 0)
		status = odd_error_set(err, ODD_EUSAGE,
			"the network has no attributes, and under mpirun nothing stands in for them");
	if (status == ODD_OK)
		status = odd__comm_spread(l->comm, 0, l->name, sizeof l->name, err);
	if (status == ODD_OK)
		status = odd__builder_finish(&l->part->net, &r.b, l->name, "oddone text", err);
	status = end_reading(&r, status, &s, err);
	return status == ODD_OK ? make_directory(&l->directory, l->part, err) : status;
}

/* ---- links -------------------------------------------------------------------------------- */

static odd_status read_link_lines(struct records *links, odd__reading *r, odd_error *err)
{
	static const odd__edge_rules rules = {.weights = true, .comments = true, .escapes = true};
	odd__piece piece = {.scan = r->scan, .r = r};
	odd__text end[2];
	double weight;
	odd_status status = ODD_OK;
	while (status == ODD_OK && odd__piece_line(&piece)) {
		if (*piece.scan.line == '#')
			continue;
		odd__edge_line(&piece, &rules, end, &weight);
		if (piece.status == ODD_OK)
			status = add_record(links,
				(struct record){{key_of(end[0]), key_of(end[1])}, {0, 0}, weight},
				err);
	}
	if (piece.status != ODD_OK) {
		status = piece.status;
		*err = piece.err;
	}
	free(piece.decoder[0].buffer);
	free(piece.decoder[1].buffer);
	return status;
}

/* "#! directed" stands before the first link: in the first share. */
static odd_status read_links(struct loading *l, struct records *links, odd_error *err)
{
	struct share s;
	odd__reading r;
	odd_status status = open_share(&s, l->path[FILE_EDGES], l->comm, err);
	begin_reading(&r, &s, &l->source, err);
	if (status == ODD_OK && s.is_first) {
		odd__edge_head(&r);
		status = r.status;
	}
	if (status == ODD_OK)
		status = read_link_lines(links, &r, err);
	double directed = r.b.directed;
	status = end_reading(&r, status, &s, err);
	if (status == ODD_OK)
		status = odd__comm_largest(l->comm, &directed, 1, err);
	l->part->net->directed = directed != 0.0;
	return status;
}

/* Drops links that join nothing, and counts them. */
static odd_status check_links(struct loading *l, struct records *links, odd_error *err)
{
	odd_skipped *skipped = &l->part->net->skipped;
	double sums[2] = {0.0, (double)links->count};
	odd_status status = ODD_OK;
	for (int end = 0; end < 2 && status == ODD_OK; end++)
		status = find_nodes(
			links, end, &skipped->unknown_nodes, &l->directory, l->part, err);
	const size_t count = links->count;
	links->count = 0;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		const struct record *link = &links->at[i];
		if (link->node[0] == link->node[1])
			skipped->self_loops++;
		else if (link->value == 0.0)
			skipped->zero_weights++;
		else
			links->at[links->count++] = *link;
	}
	sums[0] = (double)skipped->unknown_nodes;
	if (status == ODD_OK)
		odd__comm_sum(l->comm, sums, 2);
	if (status == ODD_OK && 2.0 * sums[0] > sums[1])
		status = odd_error_at(err, ODD_EINPUT, l->path[FILE_EDGES], 0, 0,
			"%.0f of %.0f links name a node that is not there", sums[0], sums[1]);
	return status;
}

static void turn(struct record *link)
{
	const uint32_t from = link->node[0];
	link->node[0] = link->node[1];
	link->node[1] = from;
}

/* The links at either end of which this process has a node; directed ones as two lists: of A by
 * their beginnings and of its transpose by their ends. */
static odd_status send_links(struct records list[2], const struct part *part, odd_error *err)
{
	const size_t count = list[0].count;
	struct records *turned = &list[part->net->directed ? 1 : 0];
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		struct record link = list[0].at[i];
		turn(&link);
		status = add_record(turned, link, err);
	}
	for (int side = 0; side <= part->net->directed && status == ODD_OK; side++)
		status = send_records(&list[side], TO_NODE, 0, part, err);
	return status;
}

/* Rows, columns and weights of links: the records as odd_csr_from_triplets wants them. */
struct entries {
	uint32_t *row, *column;
	double *weight; /* NULL: all are 1 */
	size_t count;
};

static odd_status take_entries(
	struct entries *e, struct records *links, const struct part *part, odd_error *err)
{
	bool ones = true;
	e->count = links->count;
	for (size_t i = 0; i < e->count; i++)
		ones = ones && links->at[i].value == 1.0;
	e->row = malloc((e->count + 1) * sizeof *e->row);
	e->column = malloc((e->count + 1) * sizeof *e->column);
	e->weight = ones ? NULL : malloc((e->count + 1) * sizeof *e->weight);
	const bool fine = e->row != NULL && e->column != NULL && (ones || e->weight != NULL);
	for (size_t i = 0; i < e->count && fine; i++) {
		e->row[i] = links->at[i].node[0] - (uint32_t)part->first;
		e->column[i] = links->at[i].node[1];
		if (!ones)
			e->weight[i] = links->at[i].value;
	}
	free(links->at);
	*links = (struct records){NULL, 0, 0};
	return fine ? ODD_OK : odd_error_nomem(err);
}

static odd_status build_rows(odd_csr *out, const struct entries *e, const struct part *part,
	size_t *merged, odd_error *err)
{
	odd_csr_clear(out);
	return odd_csr_from_triplets(out, part->net->nodes, part_columns(part), e->count, e->row,
		e->column, e->weight, ODD_MERGE_MAX, merged, err);
}

static odd_status load_links(struct loading *l, odd_error *err)
{
	struct part *part = l->part;
	struct records list[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
	struct entries e[2] = {{NULL, NULL, NULL, 0}, {NULL, NULL, NULL, 0}};
	size_t merged = 0;
	odd_status status = read_links(l, &list[0], err);
	if (status == ODD_OK)
		status = check_links(l, &list[0], err);
	if (status == ODD_OK)
		status = send_links(list, part, err);
	for (int side = 0; side < 2 && status == ODD_OK; side++)
		status = take_entries(&e[side], &list[side], part, err);
	if (status == ODD_OK)
		status = part_localise(part, (uint32_t *const[]){e[0].column, e[1].column},
			(const size_t[]){e[0].count, e[1].count}, err);
	if (status == ODD_OK && part->net->directed)
		status = build_rows(&part->At, &e[1], part, NULL, err);
	if (status == ODD_OK)
		status = build_rows(&part->net->A, &e[0], part, &merged, err);
	part->net->skipped.repeated_edges = merged;
	for (int side = 0; side < 2; side++) {
		free(list[side].at);
		free(e[side].row);
		free(e[side].column);
		free(e[side].weight);
	}
	return status;
}

/* ---- known outliers ----------------------------------------------------------------------------
 */

static odd_status load_truth(struct loading *l, odd_error *err)
{
	struct share s;
	odd__reading r;
	struct odd__decoder decoder = {NULL, 0};
	struct records marks = {NULL, 0, 0};
	size_t unknown = 0;
	odd__text id;
	odd_kind kind;
	if (l->path[FILE_TRUTH] == NULL)
		return ODD_OK;
	odd_status status = open_share(&s, l->path[FILE_TRUTH], l->comm, err);
	begin_reading(&r, &s, &l->source, err);
	while (status == ODD_OK && odd__reading_line(&r, '#')) {
		odd__read_text_mark(&r, &decoder, &id, &kind);
		status = r.status;
		if (status == ODD_OK)
			status = add_record(
				&marks, (struct record){{key_of(id)}, {0, 0}, (double)kind}, err);
	}
	free(decoder.buffer);
	status = end_reading(&r, status, &s, err);
	if (status == ODD_OK)
		status = find_nodes(&marks, 0, &unknown, &l->directory, l->part, err);
	if (status == ODD_OK && unknown > 0)
		status = odd_error_at(err, ODD_EINPUT, l->path[FILE_TRUTH], 0, 0,
			"%zu entries name a node that is not in the node table", unknown);
	if (status == ODD_OK)
		status = send_records(&marks, TO_NODE, 0, l->part, err);
	for (size_t i = 0; i < marks.count && status == ODD_OK; i++)
		l->part->net->truth[marks.at[i].node[0] - l->part->first] =
			(uint8_t)marks.at[i].value;
	double any = (double)marks.count;
	free(marks.at);
	if (status == ODD_OK)
		odd__comm_sum(l->comm, &any, 1);
	l->part->has_truth = any > 0.0;
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Counts of all processes. */
static void sum_counts(odd_network *net, const odd__comm *comm)
{
	odd_skipped *s = &net->skipped;
	double sums[] = {(double)odd_csr_nnz(odd_csr_const(net->A)), (double)s->self_loops,
		(double)s->repeated_edges, (double)s->unknown_nodes, (double)s->repeated_words,
		(double)s->zero_weights};
	odd__comm_sum(comm, sums, sizeof sums / sizeof *sums);
	const double ends = net->directed ? 1.0 : 2.0; /* where a link is counted */
	net->edges = (size_t)(sums[0] / ends);
	*s = (odd_skipped){.self_loops = (size_t)sums[1],
		.repeated_edges = (size_t)(sums[2] / ends),
		.unknown_nodes = (size_t)sums[3],
		.repeated_words = (size_t)sums[4],
		.zero_weights = (size_t)sums[5]};
}

odd_status part_load(struct part *out, const char *path, const odd_load_options *options,
	const odd__comm *comm, const odd_job *job, odd_error *err)
{
	*out = (struct part){.comm = comm};
	struct loading l = {.part = out, .comm = comm, .source = {"", options, job, {.job = job}}};
	odd_status status = find_files(l.path, l.name, sizeof l.name, path, err);
	if (status == ODD_OK)
		status = load_nodes(&l, err);
	if (status == ODD_OK)
		status = load_links(&l, err);
	if (status == ODD_OK)
		status = load_truth(&l, err);
	if (status == ODD_OK)
		sum_counts(out->net, comm);
	if (status == ODD_OK)
		out->net->has_truth = out->has_truth;
	free(l.directory.at);
	for (int i = 0; i < FILES; i++)
		free(l.path[i]);
	if (status != ODD_OK)
		part_clear(out);
	return status;
}
