/* plant.c: kinds of planted node, and planting. */
#include "config.h"

#include "oddone/plant.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_read.h"
#include "base/veil.h"
#include "plant/counts.h"
#include "plant/plant_internal.h"

static odd__pool words_of_class(const odd__field *field, size_t c, odd_rng *rng)
{
	(void)rng;
	return odd__pool_class(field, c);
}

static odd__pool words_of_others(const odd__field *field, size_t c, odd_rng *rng)
{
	(void)rng;
	return odd__pool_others(field, c);
}

static odd__pool words_of_one_other(const odd__field *field, size_t c, odd_rng *rng)
{
	/* A class without words has none to lend: it is passed over. */
	size_t place = odd__pool_draw(odd__pool_wordy_others(field, c), rng);
	return odd__pool_class(field, (size_t)field->of[field->node[place]]);
}

static odd__pool classes_all(const odd__field *field)
{
	return (odd__pool){0, field->places, field->places, field->places};
}

static odd__pool classes_with_words(const odd__field *field)
{
	return (odd__pool){0, field->wordy, field->places, field->places};
}

/* Those to which some word is foreign. */
static odd__pool classes_with_foreign_words(const odd__field *field)
{
	/* When one class alone has words, every word is at home in it. */
	size_t own = field->wordy_classes == 1 ? field->wordy : 0;
	return (odd__pool){own, field->places, field->places, field->places};
}

const odd__planting odd__plantings[ODD__PLANTINGS] = {
	{ODD_STRUCTURAL, "plant structural", classes_all, false, words_of_class},
	{ODD_ATTRIBUTE, "plant attribute", classes_with_foreign_words, true, words_of_others},
	{ODD_COMBINED, "plant combined", classes_with_foreign_words, true, words_of_one_other},
	{ODD_PLACEBO, "plant placebo", classes_with_words, true, words_of_class},
};

static void draw_links(odd__field *field, const odd__planting *planting, size_t c, size_t count,
	odd__way way, odd_rng *rng)
{
	if (planting->inside)
		odd__draw_links_inside(field, c, count, way, rng);
	else
		odd__draw_links(field, odd__pool_others(field, c), count, c, way, rng);
}

/* Grow one node of class c: a row of links (directed: and one of incoming), a row of words. */
static odd_status plant_grow(odd__field *field, const odd__planting *planting, size_t c,
	odd__extension *out, odd_rng *rng, odd_error *err)
{
	bool directed = field->net->directed;
	size_t arriving = directed ? odd__draw_degree(field, c, ODD__IN, rng) : 0;
	size_t leaving = odd__draw_degree(field, c, ODD__OUT, rng);
	if (arriving + leaving == 0)
		leaving = 1;
	size_t count = odd__draw_word_count(field, c, rng);
	odd__pool words = planting->words(field, c, rng);
	draw_links(field, planting, c, leaving, ODD__OUT, rng);
	odd_status status = odd__rows_add(&out->links, field->entry, field->found, err);
	if (status == ODD_OK && directed) {
		draw_links(field, planting, c, arriving, ODD__IN, rng);
		status = odd__rows_add(&out->incoming, field->entry, field->found, err);
	}
	if (status == ODD_OK)
		status = odd__draw_words(field, words, count, rng, err);
	if (status == ODD_OK)
		status = odd__rows_add(&out->words, field->entry, field->found, err);
	return status;
}

void odd_plant_share(odd_plant_options *options, size_t nodes, double percent)
{
	/* The small factor makes 0.1 % of 3000 one of each, not ⌊0.999…⌋. */
	double third = floor((double)nodes * percent / 300.0 * (1.0 + 1e-12));
	size_t each = third >= 1.0 && third < 4e9 ? (size_t)third : 0;
	options->structural = options->attribute = options->combined = each;
}

size_t *odd__plant_count_at(odd_plant_options *o, odd_kind kind)
{
	size_t *const at[ODD_KINDS] = {
#define KIND(id, name, count, ...) [ODD_##id] = &o->count,
#include "network/kinds.def"
	};
	return at[kind];
}

size_t odd_plant_count(const odd_plant_options *o, odd_kind kind)
{
	odd_plant_options own = *o;
	const size_t *count = odd__plant_count_at(&own, kind);
	const size_t each = kind == ODD_CLIQUE ? o->clique_size : 1;
	return count != NULL ? *count * each : 0;
}

size_t odd_plant_total(const odd_plant_options *options)
{
	size_t sum = 0;
	for (int kind = 0; kind < ODD_KINDS; kind++)
		sum += odd_plant_count(options, (odd_kind)kind);
	return sum;
}

size_t odd_plant_outliers(const odd_plant_options *options)
{
	return odd_plant_total(options) - options->placebo;
}

/* What is missing for this planting, if anything; nodes to change are counted when drawn. */
static odd_status check(
	const odd__field *field, const odd_plant_options *o, size_t added, odd_error *err)
{
	bool against = o->structural + o->attribute + o->combined + o->swap + o->rewire > 0;
	size_t filled = 0, entries = odd_csr_nnz(odd_csr_const(field->net->C));
	for (size_t c = 0; c < field->classes; c++)
		filled += field->end[c] > field->begin[c];
	if (against && filled < 2)
		return odd_error_set(err, ODD_EUSAGE,
			"planting needs nodes of two classes, and \"%s\" has %s: outliers are odd "
			"against another class",
			field->net->name, filled == 1 ? "only one" : "none");
	if (o->swap + added > 0 && field->wordy_classes == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"planting needs attributes, and no node of \"%s\" that has a class has any",
			field->net->name);
	if (o->contextual > 0 && entries == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"contextual outliers need attributes, and \"%s\" has none",
			field->net->name);
	if (added >= ODD_NO_NAME - 1 - field->net->nodes)
		return odd_error_set(err, ODD_EUSAGE,
			"cannot plant %zu nodes: a network has at most %u", added, ODD_NO_NAME - 2);
	return ODD_OK;
}

/* ---- ids ---------------------------------------------------------------------------------- */

/* One above the highest number in use as "kind-number", so that numbering goes on where an earlier
 * planting left off. O(nodes). */
static uint64_t next_number(const odd_network *net, const char *kind)
{
	size_t length = strlen(kind);
	uint64_t highest = 0;
	for (size_t i = 0; i < net->nodes; i++) {
		const char *id = odd__names_own(&net->ids, i);
		if (strncmp(id, kind, length) != 0 || id[length] != '-')
			continue;
		const char *digits = id + length + 1;
		size_t count = strspn(digits, "0123456789");
		if (count == 0 || count > 15 || digits[count] != '\0')
			continue; /* not of our making; it cannot clash with a number that is */
		uint64_t number = strtoull(digits, NULL, 10);
		if (number > highest)
			highest = number;
	}
	return highest + 1;
}

/* The label a planted node of each class gets: that of the class's nodes. */
static int32_t label_of(const odd__field *field, const odd_communities *groups, size_t c)
{
	if (groups->found)
		return ODD_NO_LABEL;
	return field->net->label[field->node[field->begin[c]]];
}

/* ---- planting ----------------------------------------------------------------------------- */

typedef struct progress {
	const odd_job *job;
	size_t done, total;
} progress;

static odd_status tick(progress *p, odd_error *err)
{
	if (p->done % 256 == 0) {
		if (odd_job_cancelled(p->job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		odd_job_report(p->job, "planting", (double)p->done, (double)p->total);
	}
	p->done++;
	return ODD_OK;
}

static odd_status plant_kind(odd__extension *out, odd__field *field, const odd_communities *groups,
	const odd__planting *planting, size_t count, uint64_t seed, progress *news, odd_error *err)
{
	if (count == 0)
		return ODD_OK;
	const char *kind = odd_kind_name(planting->kind);
	uint64_t number = next_number(field->net, kind);
	odd_rng rng;
	odd_rng_init(&rng, seed, planting->stream);
	odd__pool classes = planting->classes(field);
	odd_status status = ODD_OK;
	for (size_t i = 0; status == ODD_OK && i < count; i++) {
		status = tick(news, err);
		if (status != ODD_OK)
			break;
		/* The class of a random node: drawn in proportion to its size. */
		size_t c = (size_t)field->of[field->node[odd__pool_draw(classes, &rng)]];
		size_t at = out->ids.count;
		char id[64];
		int length = snprintf(id, sizeof id, "%s-%" PRIu64, kind, number + i);
		out->label[at] = label_of(field, groups, c);
		out->truth[at] = (uint8_t)planting->kind;
		status = odd_names_add(&out->ids, id, (size_t)length, NULL, NULL, err);
		if (status == ODD_OK)
			status = plant_grow(field, planting, c, out, &rng, err);
	}
	return status;
}

static odd_status plant_all(odd__extension *out, odd__field *field, const odd_communities *groups,
	const odd_plant_options *o, size_t total, const odd_job *job, odd_error *err)
{
	progress news = {job, 0, total};
	odd_status status = ODD_OK;
	odd__rows_init(&out->links, field->net->A.val != NULL);
	odd__rows_init(&out->incoming, field->net->A.val != NULL);
	odd__rows_init(&out->words, field->net->C.val != NULL);
	out->label = malloc((total + 1) * sizeof *out->label);
	out->truth = malloc((total + 1) * sizeof *out->truth);
	if (out->label == NULL || out->truth == NULL)
		return odd_error_nomem(err);
	for (size_t k = 0; status == ODD_OK && k < ODD__PLANTINGS; k++)
		status = plant_kind(out, field, groups, &odd__plantings[k],
			odd_plant_count(o, odd__plantings[k].kind), o->seed, &news, err);
	if (status == ODD_OK)
		odd_job_report(job, "planting", (double)total, (double)total);
	return status;
}

odd_status odd_plant(odd_network **out, odd_plant_record *record, const odd_network *net,
	const odd_communities *groups, const odd_plant_options *given, const odd_job *job,
	odd_error *err)
{
	odd_plant_options own = ODD_PLANT_OPTIONS_INIT;
	const odd_plant_options *options = &own;
	size_t added = 0;
	odd__options_read(&own, sizeof own, given);
	for (size_t k = 0; k < ODD__PLANTINGS; k++)
		added += odd_plant_count(options, odd__plantings[k].kind);
	*out = NULL;
	if (record != NULL)
		*record = (odd_plant_record){net->nodes, added, *options, NULL};
	bool changes = odd__plant_changes(options);
	if (added == 0 && !changes)
		return odd_network_copy(out, net, err);

	odd__field field;
	odd__extension more = {.ids = ODD_NAMES_INIT};
	odd_network *changed = NULL;
	odd_plant_before *before = NULL;
	odd_status status = odd__field_init(&field, net, groups, options->style, err);
	if (status != ODD_OK)
		return status;
	status = check(&field, options, added, err);
	if (status == ODD_OK && changes)
		status = odd__plant_change(&changed, &before, &field, groups, options, err);
	/* New nodes are made after the network as it was, changed or not. */
	if (status == ODD_OK)
		status = plant_all(&more, &field, groups, options, added, job, err);
	if (status == ODD_OK)
		status = odd__network_extend(out, changed != NULL ? changed : net, &more, err);
	if (status == ODD_OK && before != NULL && record != NULL) {
		before->checksum = odd_network_checksum(*out);
		record->before = before;
		before = NULL;
	}
	odd__plant_before_free(before);
	odd_network_free(changed);
	odd__field_clear(&field);
	odd_names_clear(&more.ids);
	free(more.label);
	free(more.truth);
	odd__rows_clear(&more.links);
	odd__rows_clear(&more.incoming);
	odd__rows_clear(&more.words);
	return status;
}
