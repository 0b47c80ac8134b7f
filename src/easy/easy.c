/* easy.c: the handle, its options and its network. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "easy/easy_parts.h"

/* ---- the handle --------------------------------------------------------------------------- */

static void listen_in(void *payload, const char *what, double done, double total)
{
	odd_easy *easy = payload;
	if (easy->news != NULL && easy->news(easy->payload, what, done, total) != 0)
		atomic_store(&easy->stop, true);
}

odd_easy *odd_easy_new(void)
{
	odd_easy *easy = calloc(1, sizeof *easy);
	if (easy == NULL)
		return NULL;
	struct run_options options;
	run_options_init(&options);
	study_init(&easy->study, &options);
	easy->study.explains = true;
	easy->job = (odd_job){0, &easy->stop, listen_in, easy};
	return easy;
}

void odd__easy_drop_run(odd_easy *easy)
{
	odd_sentences_clear(&easy->sentences);
	easy->sentences = (odd_sentences){0};
	odd__easy_drop_undo(easy);
	study_drop_run(&easy->study);
	easy->ranked = true; /* a run that begins is ranked, and one that is absent has no rank */
}

void odd__easy_drop_network(odd_easy *easy)
{
	odd__easy_drop_run(easy);
	study_clear(&easy->study);
	if (easy->building)
		odd__builder_clear(&easy->builder);
	easy->building = false;
}

void odd_easy_free(odd_easy *easy)
{
	if (easy == NULL)
		return;
	odd__easy_drop_network(easy);
	odd__easy_drop_reading(easy);
	free(easy);
}

int odd__easy_done(odd_easy *easy, odd_status status)
{
	easy->message[0] = '\0';
	if (status != ODD_OK)
		odd_error_format(&easy->error, easy->message, sizeof easy->message);
	return status;
}

const char *odd_easy_error(const odd_easy *easy)
{
	return easy->message;
}

/* ---- options ------------------------------------------------------------------------------ */

/* Returns an option by its name in `set` or on the command line, or NULL. */
static const odd_option *find_option(const char *name)
{
	for (size_t i = 0; i < run_option_count; i++)
		if (strcmp(run_option_rows[i].name, name) == 0 ||
			strcmp(odd_option_spelling(&run_option_rows[i]), name) == 0)
			return &run_option_rows[i];
	return NULL;
}

int odd_easy_set(odd_easy *easy, const char *name, const char *value)
{
	odd_error *err = &easy->error;
	if (strcmp(name, "certainty") == 0)
		return odd__easy_done(
			easy, odd_whole_parse(&easy->study.certainty, name, value, 0, 1000, err));
	const char **text = odd__easy_reading(easy, name);
	if (text != NULL) {
		char *copy = strdup(value);
		if (copy == NULL)
			return odd__easy_done(easy, odd_error_nomem(err));
		free((char *)*text);
		*text = copy;
		return odd__easy_done(easy, ODD_OK);
	}
	const odd_option *row = find_option(name);
	if (row == NULL)
		return odd__easy_done(easy,
			odd_error_set(err, ODD_EUSAGE, "there is no option \"%.100s\"", name));
	return odd__easy_done(easy, odd_option_set(&easy->study.options, row, name, value, err));
}

/* ---- a network, read or put together from numbers ------------------------------------------ */

#define NODES_MOST 4294967293u /* nodes and attributes are numbered by 32 bits */

odd_status odd__easy_network(odd_easy *easy)
{
	odd_network *net;
	if (easy->building) {
		easy->building = false;
		odd_status status = odd__builder_finish(
			&net, &easy->builder, "network", "arrays", &easy->error);
		return status == ODD_OK ? study_take(&easy->study, net, &easy->error) : status;
	}
	if (easy->study.network == NULL)
		return odd_error_set(&easy->error, ODD_EUSAGE, "there is no network yet");
	return ODD_OK;
}

/* ---- read --------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	size_t offset;
} reading[] = {
	{"id", offsetof(odd_load_options, id)},
	{"source", offsetof(odd_load_options, source)},
	{"target", offsetof(odd_load_options, target)},
	{"weight", offsetof(odd_load_options, weight)},
	{"separator", offsetof(odd_load_options, separator)},
	{"edges", offsetof(odd_load_options, edges)},
	{"other", offsetof(odd_load_options, other)},
	{"links", offsetof(odd_load_options, links)},
	{"label", offsetof(odd_load_options, label)},
	{"columns", offsetof(odd_load_options, attributes)},
	{"ignore", offsetof(odd_load_options, ignore)},
	{"type", offsetof(odd_load_options, types)},
};

const char **odd__easy_reading(odd_easy *easy, const char *name)
{
	for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
		if (strcmp(reading[i].name, name) == 0)
			return (const char **)((char *)&easy->reading + reading[i].offset);
	return NULL;
}

void odd__easy_drop_reading(odd_easy *easy)
{
	for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
		free((char *)*odd__easy_reading(easy, reading[i].name));
}

int odd_easy_load(odd_easy *easy, const char *path)
{
	odd__easy_drop_network(easy);
	return odd__easy_done(
		easy, study_load(&easy->study, path, &easy->reading, NULL, &easy->error));
}

/* ---- piece by piece ----------------------------------------------------------------------- */

static odd_status add_nodes(odd_easy *easy, size_t nodes, const char *const *name, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < nodes && status == ODD_OK; i++) {
		char number[24];
		int was_there = 0;
		uint32_t at;
		snprintf(number, sizeof number, "%zu", i);
		const char *id = name != NULL ? name[i] : number;
		status = odd__builder_node(&easy->builder, id, strlen(id), &at, &was_there, err);
		if (status == ODD_OK && was_there)
			status = odd_error_set(err, ODD_EINPUT,
				"node %zu is called \"%.100s\", as node %" PRIu32 " is", i, id, at);
	}
	return status;
}

static odd_status add_words(odd_easy *easy, size_t count, const char *const *name, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t d = 0; d < count && status == ODD_OK && name != NULL; d++) {
		uint32_t at;
		status = odd__builder_word(&easy->builder, name[d], strlen(name[d]), &at, err);
		if (status == ODD_OK && at != d)
			status = odd_error_set(err, ODD_EINPUT,
				"attribute %zu is called \"%.100s\", as attribute %" PRIu32 " is",
				d, name[d], at);
	}
	if (easy->builder.attribute_count < count)
		easy->builder.attribute_count = count;
	return status;
}

int odd_easy_nodes(odd_easy *easy, size_t nodes, const char *const *node_name, size_t attributes,
	const char *const *attribute_name)
{
	odd_error *err = &easy->error;
	odd__easy_drop_network(easy);
	if (nodes > NODES_MOST || attributes > NODES_MOST)
		return odd__easy_done(
			easy, odd_error_set(err, ODD_EUSAGE, "more than %u nodes or attributes",
				      NODES_MOST));
	odd__builder_init(&easy->builder, easy->study.options.directed == RUN_DIRECTED);
	easy->building = true;
	odd_status status = add_nodes(easy, nodes, node_name, err);
	if (status == ODD_OK)
		status = add_words(easy, attributes, attribute_name, err);
	if (status != ODD_OK)
		odd__easy_drop_network(easy);
	return odd__easy_done(easy, status);
}

static odd_status check_building(odd_easy *easy, const char *what)
{
	if (easy->building)
		return ODD_OK;
	return odd_error_set(&easy->error, ODD_EUSAGE,
		"%s belong between the nodes (odd_easy_nodes) and the first look at the network",
		what);
}

int odd_easy_links(
	odd_easy *easy, size_t count, const int64_t *from, const int64_t *to, const double *weight)
{
	odd_error *err = &easy->error;
	odd_status status = check_building(easy, "links");
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		size_t nodes = easy->builder.ids.count;
		double w = weight != NULL ? weight[e] : 1.0;
		if (from[e] < 0 || (uint64_t)from[e] >= nodes || to[e] < 0 ||
			(uint64_t)to[e] >= nodes)
			status = odd_error_set(err, ODD_EINPUT,
				"link %zu is from %" PRId64 " to %" PRId64
				", and there are nodes 0 to %zu",
				e, from[e], to[e], nodes - 1);
		else if (!isfinite(w) || w < 0.0)
			status = odd_error_set(err, ODD_EINPUT,
				"link %zu has the weight %g; weights are 0 or more", e, w);
		else
			status = odd__builder_link(
				&easy->builder, (uint32_t)from[e], (uint32_t)to[e], w, err);
	}
	return odd__easy_done(easy, status);
}

int odd_easy_attributes(odd_easy *easy, size_t count, const int64_t *node, const int64_t *attribute,
	const double *value)
{
	odd_error *err = &easy->error;
	odd_status status = check_building(easy, "attributes");
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		size_t nodes = easy->builder.ids.count, columns = easy->builder.attribute_count;
		double v = value != NULL ? value[e] : 1.0;
		if (node[e] < 0 || (uint64_t)node[e] >= nodes || attribute[e] < 0 ||
			(uint64_t)attribute[e] >= columns)
			status = odd_error_set(err, ODD_EINPUT,
				"entry %zu of the attributes is for node %" PRId64
				" and column %" PRId64 "; there are %zu and %zu",
				e, node[e], attribute[e], nodes, columns);
		else if (!isfinite(v))
			status = odd_error_set(err, ODD_EINPUT,
				"attribute %" PRId64 " of node %" PRId64 " is not a finite number",
				attribute[e], node[e]);
		else
			status = odd__builder_attribute(
				&easy->builder, (uint32_t)node[e], (uint32_t)attribute[e], v, err);
	}
	return odd__easy_done(easy, status);
}

static odd_status check_length(odd_easy *easy, const char *what, size_t nodes)
{
	odd_status status = check_building(easy, what);
	if (status != ODD_OK || nodes == easy->builder.ids.count)
		return status;
	return odd_error_set(&easy->error, ODD_EINPUT, "%zu %s for %zu nodes", nodes, what,
		easy->builder.ids.count);
}

int odd_easy_labels(odd_easy *easy, size_t nodes, const char *const *label)
{
	odd_status status = check_length(easy, "labels", nodes);
	for (size_t i = 0; i < nodes && status == ODD_OK; i++)
		if (label[i] != NULL)
			status = odd__builder_label(&easy->builder, (uint32_t)i, label[i],
				strlen(label[i]), &easy->error);
	return odd__easy_done(easy, status);
}

int odd_easy_truth(odd_easy *easy, size_t nodes, const uint8_t *odd)
{
	odd_status status = check_length(easy, "truths", nodes);
	for (size_t i = 0; i < nodes && status == ODD_OK; i++)
		if (odd[i] != 0)
			odd__builder_truth(&easy->builder, (uint32_t)i, ODD_UNKNOWN_KIND);
	return odd__easy_done(easy, status);
}
