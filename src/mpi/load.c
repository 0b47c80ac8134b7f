#include "config.h"

#include "mpi/load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "mpi/directory.h"
#include "mpi/outbox.h"
#include "mpi/stretch.h"
#include "network/parallel_lines.h"

struct loading {
	struct part *part;
	const odd__comm *comm;
	struct pieces pieces;
	odd__source source;
	odd__reading r; /* of nodes */
	char *title;
	struct directory directory;
};

/* A place in a stretch is told as one in the file. */
static odd_status in_file(odd_status status, const struct stretch *s, odd_error *err)
{
	if (status == ODD_EINPUT && err != NULL && err->line > 0)
		err->line += s->lines_before;
	return status;
}

/* ---- nodes -------------------------------------------------------------------------------- */

/* Tables have columns of several types, which are weighed by what all nodes have in them. */
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

static odd_status read_node_lines(
	struct loading *l, struct stretch *s, size_t count, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		status = refuse_columns(&s[i].scan, err);
		l->r.scan = s[i].scan;
		l->r.b.path = s[i].path;
		strcpy(l->r.what, "reading nodes");
		l->r.err = err;
		if (status == ODD_OK)
			odd__read_text_nodes(&l->r, &l->title);
		if (status == ODD_OK)
			status = in_file(l->r.status, &s[i], err);
		memset(&l->r.scan, 0, sizeof l->r.scan); /* the stretch keeps its bytes */
	}
	return status;
}

/* Who holds which places. */
static odd_status share_places(struct part *part, odd_error *err)
{
	size_t *counts, *bytes;
	odd_status status = odd__comm_gather(
		part->comm, &part->n, sizeof part->n, (void **)&counts, &bytes, err);
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
	if (part->all > UINT32_MAX - 1)
		return odd_error_set(
			err, ODD_EINPUT, "%zu nodes are more than %u", part->all, UINT32_MAX - 1);
	return ODD_OK;
}

/* Names of this process become those of all, numbered by their arrival in the file: *map on the
 * heap is the numbers of its own ones. */
static odd_status merge_names(
	odd_names *all, uint32_t **map, const odd_names *own, const odd__comm *comm, odd_error *err)
{
	char *text;
	size_t *bytes, size = 0;
	for (size_t i = 0; i < own->count; i++)
		size += strlen(odd_names_get(own, i)) + 1;
	char *mine = malloc(size + 1), *to = mine;
	*map = malloc((own->count + 1) * sizeof **map);
	odd_status status = mine != NULL && *map != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < own->count && status == ODD_OK; i++)
		to = stpcpy(to, odd_names_get(own, i)) + 1;
	if (status == ODD_OK)
		status = odd__comm_gather(comm, mine, size, (void **)&text, &bytes, err);
	free(mine);
	if (status != ODD_OK)
		return status;
	const char *from = text;
	for (int r = 0; r < comm->size; r++) {
		const char *end = from + bytes[r];
		for (size_t i = 0; from < end && status == ODD_OK; i++) {
			uint32_t at;
			const size_t length = strlen(from);
			status = odd_names_add(all, from, length, &at, NULL, err);
			if (status == ODD_OK && r == comm->rank)
				(*map)[i] = at;
			from += length + 1;
		}
	}
	free(text);
	free(bytes);
	return status;
}

/* Words and classes by the numbers that all processes have. */
static odd_status take_builder(struct loading *l, odd_error *err)
{
	struct part *part = l->part;
	odd__builder *b = &l->r.b;
	uint32_t *word = NULL, *class = NULL;
	odd_network *net = NULL;
	odd_status status = merge_names(&part->words, &word, &b->words, l->comm, err);
	if (status == ODD_OK)
		status = merge_names(&part->classes, &class, &b->classes, l->comm, err);
	if (status == ODD_OK)
		status = odd__builder_finish(&net, b, "", "oddone text", err);
	if (status == ODD_OK) {
		for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(net->C)); e++)
			net->C.idx[e] = word[net->C.idx[e]];
		for (size_t i = 0; i < net->nodes; i++)
			if (net->label[i] != ODD_NO_LABEL)
				net->label[i] = (int32_t) class[net->label[i]];
		part->C = net->C;
		part->C.cols = part->words.count;
		part->label = net->label;
		part->truth = net->truth;
		part->ids = net->ids;
		part->skipped = net->skipped;
		memset(&net->C, 0, sizeof net->C);
		memset(&net->ids, 0, sizeof net->ids);
		net->label = NULL;
		net->truth = NULL;
	}
	odd_network_free(net);
	free(word);
	free(class);
	return status;
}

static odd_status refuse_twice(const struct loading *l, odd_error *err)
{
	const struct part *part = l->part;
	const uint32_t twice = l->directory.twice;
	odd_status status = ODD_OK;
	if (twice != ODD_NO_NAME)
		status = odd_error_at(err, ODD_EINPUT, l->r.b.path, 0, 0,
			"two nodes have the same id; node %u is one of them", twice + 1);
	return odd__comm_agree(part->comm, status, err);
}

static odd_status load_nodes(struct loading *l, odd_error *err)
{
	struct stretch *s = NULL;
	size_t count = 0;
	struct part *part = l->part;
	odd_status status = stretches_of(&s, &count, &l->pieces, FILE_NODES, l->comm, err);
	if ((status = odd__comm_agree(l->comm, status, err)) == ODD_OK)
		status = stretches_read(s, count, l->comm, err);
	if (status == ODD_OK)
		status = odd__comm_agree(l->comm, read_node_lines(l, s, count, err), err);
	if (status == ODD_OK) {
		part->n = l->r.b.ids.count;
		status = share_places(part, err);
	}
	if (status == ODD_OK && part->all == 0)
		status = odd_error_at(
			err, ODD_EINPUT, l->pieces.dir, 0, 0, "there is no node in it");
	if (status == ODD_OK)
		status = odd__comm_agree(l->comm, take_builder(l, err), err);
	if (status == ODD_OK)
		status = directory_make(
			&l->directory, l->comm, &part->ids, part->starts[l->comm->rank], err);
	l->r.b.path = s != NULL && count > 0 ? s[0].path : "";
	if (status == ODD_OK)
		status = refuse_twice(l, err);
	l->r.b.path = NULL;
	stretches_free(s, count);
	return status;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static odd_status read_numbers(struct part *part, struct stretch *s, size_t count, odd_error *err)
{
	size_t at = 0;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		odd__scan *scan = &s[i].scan;
		while (status == ODD_OK && odd__scan_line(scan)) {
			double x;
			const odd__text field = {scan->line, (size_t)(scan->line_end - scan->line)};
			status = odd__scan_number(scan, field, &x, err);
			if (status == ODD_OK &&
				(at == part->n || !(x >= 0.0 && x < (double)part->all) ||
					x != floor(x)))
				status = odd__scan_error(scan, scan->line, err,
					"not the number of a node of this piece");
			if (status == ODD_OK)
				part->number[at++] = (uint32_t)x;
		}
	}
	if (status == ODD_OK && at < part->n)
		status = odd_error_at(err, ODD_EINPUT, s[count - 1].path, 0, 0,
			"it has %zu numbers for %zu nodes", at, part->n);
	return status;
}

/* Every number once: otherwise random numbers and ties would be shared. */
static odd_status check_numbers(const struct part *part, odd_error *err)
{
	double sums[2] = {0.0, 0.0};
	for (size_t i = 0; i < part->n; i++) {
		const double x = (double)part->number[i],
			     y = (double)(part->starts[part->comm->rank] + i);
		sums[0] += x - y;
		sums[1] += x * x - y * y;
	}
	odd__comm_sum(part->comm, sums, 2);
	if (sums[0] == 0.0 && fabs(sums[1]) <= 1e-9 * pow((double)part->all, 3.0))
		return ODD_OK;
	return odd_error_set(err, ODD_EINPUT,
		"the pieces do not belong together: their numbers are "
		"not those of one network");
}

static odd_status load_numbers(struct loading *l, odd_error *err)
{
	struct part *part = l->part;
	struct stretch *s = NULL;
	size_t count = 0;
	odd_status status = ODD_OK;
	part->number = malloc((part->n + 1) * sizeof *part->number);
	if (part->number == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < part->n; i++)
		part->number[i] = (uint32_t)(part->starts[l->comm->rank] + i);
	if (l->pieces.count == 0)
		return ODD_OK;
	status = odd__comm_agree(
		l->comm, stretches_of(&s, &count, &l->pieces, FILE_NUMBERS, l->comm, err), err);
	if (status == ODD_OK)
		status = stretches_read(s, count, l->comm, err);
	if (status == ODD_OK)
		status = odd__comm_agree(l->comm, read_numbers(part, s, count, err), err);
	if (status == ODD_OK)
		status = check_numbers(part, err);
	stretches_free(s, count);
	return status;
}

/* ---- links -------------------------------------------------------------------------------- */

struct link {
	uint32_t from, to; /* names, then places */
	double weight;
};

struct links {
	struct link *link;
	size_t count, capacity;
	odd_names names; /* of their ends */
};

static odd_status add_link(
	struct links *links, const odd__text end[2], double weight, odd_error *err)
{
	odd_status status = odd__make_room(
		&links->capacity, links->count + 1, err, {&links->link, sizeof *links->link});
	struct link link = {.weight = weight};
	if (status == ODD_OK)
		status = odd_names_add(
			&links->names, end[0].at, end[0].length, &link.from, NULL, err);
	if (status == ODD_OK)
		status =
			odd_names_add(&links->names, end[1].at, end[1].length, &link.to, NULL, err);
	if (status == ODD_OK)
		links->link[links->count++] = link;
	return status;
}

static odd_status read_link_lines(struct links *links, odd__reading *r, odd_error *err)
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
			status = add_link(links, end, weight, err);
	}
	if (piece.status != ODD_OK) {
		status = piece.status;
		*err = piece.err;
	}
	free(piece.decoder[0].buffer);
	free(piece.decoder[1].buffer);
	return status;
}

/* "#! directed" stands before the first link: with the process that has the first bytes. */
static odd_status read_links(
	struct loading *l, struct links *links, struct stretch *s, size_t count, odd_error *err)
{
	odd__reading r;
	odd_status status = ODD_OK;
	odd__reading_begin(&r, &l->source, err);
	strcpy(r.what, "reading links");
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		r.scan = s[i].scan;
		if (s[i].begin == 0)
			odd__edge_head(&r);
		status = r.status;
		if (status == ODD_OK)
			status = read_link_lines(links, &r, err);
		status = in_file(status, &s[i], err);
	}
	l->part->directed = r.b.directed;
	memset(&r.scan, 0, sizeof r.scan);
	odd__reading_clear(&r);
	return status;
}

/* Names of ends become places; what is no link is dropped and counted. */
static odd_status place_links(struct loading *l, struct links *links, odd_error *err)
{
	odd_skipped *skipped = &l->part->skipped;
	uint32_t *place = malloc((links->names.count + 1) * sizeof *place);
	odd_status status =
		odd__comm_agree(l->comm, place != NULL ? ODD_OK : odd_error_nomem(err), err);
	if (status == ODD_OK)
		status = directory_find(place, &l->directory, &links->names, err);
	size_t kept = 0, unknown = 0;
	for (size_t i = 0; i < links->count && status == ODD_OK; i++) {
		struct link link = links->link[i];
		link.from = place[link.from];
		link.to = place[link.to];
		if (link.from == ODD_NO_NAME || link.to == ODD_NO_NAME)
			unknown++;
		else if (link.from == link.to)
			skipped->self_loops++;
		else if (link.weight == 0.0)
			skipped->zero_weights++;
		else
			links->link[kept++] = link;
	}
	free(place);
	odd_names_clear(&links->names);
	double sums[2] = {(double)unknown, (double)links->count};
	links->count = kept;
	skipped->unknown_nodes = unknown;
	odd__comm_sum(l->comm, sums, 2);
	if (status == ODD_OK && 2.0 * sums[0] > sums[1])
		status = odd_error_at(err, ODD_EINPUT, l->pieces.dir, 0, 0,
			"%.0f of %.0f links name a node that is not there", sums[0], sums[1]);
	return status;
}

/* Entries of rows that this process holds: those of its links that begin there and (both) end. */
static odd_status send_links(struct inbox *in, const struct part *part, const struct links *links,
	bool begin, bool end, odd_error *err)
{
	struct outbox box;
	odd_status status = outbox_init(&box, part->comm, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < links->count; i++) {
		if (begin)
			outbox_count(
				&box, part_owner(part, links->link[i].from), sizeof *links->link);
		if (end)
			outbox_count(
				&box, part_owner(part, links->link[i].to), sizeof *links->link);
	}
	if ((status = outbox_fill(&box, err)) != ODD_OK)
		return status;
	for (size_t i = 0; i < links->count; i++) {
		const struct link link = links->link[i];
		const struct link turned = {link.to, link.from, link.weight};
		if (begin)
			outbox_put(&box, part_owner(part, link.from), &link, sizeof link);
		if (end)
			outbox_put(&box, part_owner(part, link.to), &turned, sizeof turned);
	}
	return outbox_send(&box, in, err);
}

/* What came in, by columns of a table. */
struct entries {
	uint32_t *row, *column;
	double *weight;
	size_t count;
};

static void entries_clear(struct entries *e)
{
	free(e->row);
	free(e->column);
	free(e->weight);
}

static odd_status take_entries(
	struct entries *e, struct inbox *in, const struct part *part, odd_error *err)
{
	const struct link *link = (const struct link *)in->data;
	const uint32_t first = (uint32_t)part->starts[part->comm->rank];
	e->count = in->total / sizeof *link;
	e->row = malloc((e->count + 1) * sizeof *e->row);
	e->column = malloc((e->count + 1) * sizeof *e->column);
	e->weight = malloc((e->count + 1) * sizeof *e->weight);
	const bool fine = e->row != NULL && e->column != NULL && e->weight != NULL;
	bool ones = true;
	for (size_t i = 0; i < e->count && fine; i++) {
		e->row[i] = link[i].from - first;
		e->column[i] = link[i].to;
		e->weight[i] = link[i].weight;
		ones = ones && link[i].weight == 1.0;
	}
	if (fine && ones) {
		free(e->weight);
		e->weight = NULL;
	}
	inbox_clear(in);
	return fine ? ODD_OK : odd_error_nomem(err);
}

static odd_status build_rows(
	odd_csr *out, struct entries *e, const struct part *part, size_t *merged, odd_error *err)
{
	return odd_csr_from_triplets(out, part->n, part_columns(part), e->count, e->row, e->column,
		e->weight, ODD_MERGE_MAX, merged, err);
}

static odd_status build_links(struct part *part, struct links *links, odd_error *err)
{
	struct entries e[2] = {{NULL, NULL, NULL, 0}, {NULL, NULL, NULL, 0}};
	struct inbox in;
	size_t merged = 0;
	odd_status status = send_links(&in, part, links, true, !part->directed, err);
	if (status == ODD_OK)
		status = take_entries(&e[0], &in, part, err);
	if (status == ODD_OK && part->directed) {
		status = send_links(&in, part, links, false, true, err);
		if (status == ODD_OK)
			status = take_entries(&e[1], &in, part, err);
	}
	free(links->link);
	links->link = NULL;
	if (status == ODD_OK)
		status = part_localise(part, (uint32_t *const[]){e[0].column, e[1].column},
			(const size_t[]){e[0].count, e[1].count}, err);
	if (status == ODD_OK && part->directed)
		status = build_rows(&part->At, &e[1], part, NULL, err);
	if (status == ODD_OK)
		status = build_rows(&part->A, &e[0], part, &merged, err);
	entries_clear(&e[0]);
	entries_clear(&e[1]);
	part->skipped.repeated_edges = merged;
	return odd__comm_agree(part->comm, status, err);
}

static odd_status load_links(struct loading *l, odd_error *err)
{
	struct stretch *s = NULL;
	size_t count = 0;
	struct links links = {.link = NULL};
	odd_status status = odd__comm_agree(
		l->comm, stretches_of(&s, &count, &l->pieces, FILE_EDGES, l->comm, err), err);
	if (status == ODD_OK)
		status = stretches_read(s, count, l->comm, err);
	if (status == ODD_OK)
		status = odd__comm_agree(l->comm, read_links(l, &links, s, count, err), err);
	stretches_free(s, count);
	if (status == ODD_OK) {
		double directed = l->part->directed;
		status = odd__comm_largest(l->comm, &directed, 1, err);
		l->part->directed = directed != 0.0;
	}
	if (status == ODD_OK)
		status = place_links(l, &links, err);
	if (status == ODD_OK)
		status = build_links(l->part, &links, err);
	free(links.link);
	odd_names_clear(&links.names);
	return status;
}

/* ---- what is known of the nodes ----------------------------------------------------------------
 */

/* Known outliers are few: every process reads all of them and keeps its own. */
static odd_status read_truth(struct part *part, odd__scan *scan, double *found, odd_error *err)
{
	struct odd__decoder decoder = {NULL, 0};
	odd_status status = ODD_OK;
	for (size_t line = 0; status == ODD_OK && odd__scan_data_line(scan, '#'); line++) {
		odd__text id, kind;
		const char separator =
			memchr(scan->line, '\t', (size_t)(scan->line_end - scan->line)) != NULL
				? '\t'
				: ' ';
		odd__scan_field(scan, separator, &id);
		if (!odd__scan_word(scan, &kind))
			kind = (odd__text){scan->line_end, 0};
		status = odd__decode(&decoder, scan, odd__text_trim(id), &id, err);
		const int which = odd_kind_from_name(kind.at, kind.length);
		if (status == ODD_OK && which < 0)
			status = odd__scan_error(scan, kind.at, err, "no kind of outlier");
		if (status != ODD_OK)
			break;
		const uint32_t node = odd_names_find(&part->ids, id.at, id.length);
		found[line] = node != ODD_NO_NAME;
		if (node != ODD_NO_NAME)
			part->truth[node] = (uint8_t)which;
	}
	free(decoder.buffer);
	return status;
}

static odd_status load_truth_of(
	struct loading *l, const char *path, const odd__limits *limits, odd_error *err)
{
	odd__scan scan;
	odd_status status = odd__scan_open(&scan, path, limits, err);
	if ((status = odd__comm_agree(l->comm, status, err)) != ODD_OK)
		return status;
	size_t lines = 0;
	while (odd__scan_data_line(&scan, '#'))
		lines++;
	double *found = calloc(lines + 1, sizeof *found);
	odd__scan_rewind(&scan);
	status = found != NULL ? read_truth(l->part, &scan, found, err) : odd_error_nomem(err);
	if ((status = odd__comm_agree(l->comm, status, err)) == ODD_OK)
		odd__comm_sum(l->comm, found, lines);
	for (size_t i = 0; i < lines && status == ODD_OK; i++)
		if (found[i] == 0.0)
			status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"entry %zu names a node that is not in the node table", i + 1);
	l->part->has_truth = l->part->has_truth || lines > 0;
	free(found);
	odd__scan_close(&scan);
	return status;
}

static odd_status load_truth(struct loading *l, odd_error *err)
{
	odd_status status = ODD_OK;
	char *path = pieces_path(&l->pieces, 0, FILE_TRUTH);
	if (path == NULL)
		return odd_error_nomem(err);
	odd_error none;
	odd__scan probe;
	double there =
		odd__scan_open(&probe, path, NULL, &none) == ODD_OK || none.code == ODD_EINPUT;
	odd__scan_close(&probe);
	status = odd__comm_largest(l->comm, &there, 1, err);
	if (status == ODD_OK && there != 0.0)
		status = load_truth_of(l, path, &l->source.limits, err);
	free(path);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Sums over the processes, and the name, which stands with the first. */
static odd_status conclude(struct loading *l, odd_error *err)
{
	struct part *part = l->part;
	const char *title = l->title != NULL         ? l->title
			    : l->pieces.stem != NULL ? l->pieces.stem
						     : "network";
	char name[256] = "";
	odd_skipped *s = &part->skipped;
	double sums[] = {(double)odd_csr_nnz(odd_csr_const(part->A)), (double)s->self_loops,
		(double)s->repeated_edges, (double)s->unknown_nodes, (double)s->repeated_words,
		(double)s->zero_weights};
	odd__comm_sum(part->comm, sums, sizeof sums / sizeof *sums);
	const double times = part->directed ? 1.0 : 2.0; /* each is counted at both its ends */
	part->edges = (size_t)(sums[0] / times);
	*s = (odd_skipped){.self_loops = (size_t)sums[1],
		.repeated_edges = (size_t)(sums[2] / times),
		.unknown_nodes = (size_t)sums[3],
		.repeated_words = (size_t)sums[4],
		.zero_weights = (size_t)sums[5]};
	strncat(name, title, sizeof name - 1);
	odd_status status = odd__comm_spread(part->comm, 0, name, sizeof name, err);
	part->name = strdup(name);
	part->format = strdup("oddone text");
	if (status == ODD_OK && (part->name == NULL || part->format == NULL))
		status = odd_error_nomem(err);
	if (status == ODD_OK && part->words.count == 0)
		status = odd_error_set(err, ODD_EUSAGE,
			"the network has no attributes, and under mpirun nothing stands in for them");
	return status;
}

odd_status part_load(struct part *out, const char *path, const odd_load_options *options,
	const odd__comm *comm, const odd_job *job, odd_error *err)
{
	*out = (struct part){.comm = comm};
	struct loading l = {.part = out, .comm = comm, .source = {"", options, job, {0, job}}};
	if (options->multi != ODD_MULTI_MAX)
		return odd_error_set(err, ODD_EUSAGE,
			"under mpirun a link that is listed again keeps its largest weight");
	odd__reading_begin(&l.r, &l.source, err);
	odd_status status = odd__comm_agree(comm, pieces_find(&l.pieces, path, err), err);
	if (status == ODD_OK)
		status = load_nodes(&l, err);
	if (status == ODD_OK)
		status = load_numbers(&l, err);
	if (status == ODD_OK)
		status = load_links(&l, err);
	if (status == ODD_OK)
		status = load_truth(&l, err);
	if (status == ODD_OK)
		status = conclude(&l, err);
	directory_clear(&l.directory);
	odd__reading_clear(&l.r);
	pieces_clear(&l.pieces);
	free(l.title);
	if (status != ODD_OK)
		part_clear(out);
	return status;
}
