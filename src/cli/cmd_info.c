/* cmd_info.c: what is in a network (or how a picture was made), for reading, for awk,
 * for a program. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "cli/work.h"
#include "cli/info.h"
#include "cli/run.h"
#include "report/json.h"
#include "cli/text.h"
#include "draw/png.h"

enum { CLASSES_SHOWN = 12 };

/* ---- text --------------------------------------------------------------------------------- */

static void print_spread(const char *what, const struct spread *s)
{
	printf("  %-16s %7zu %8zu %8zu %8zu %8zu %10.2f\n", what, s->least, s->lower, s->median,
		s->upper, s->most, s->mean);
}

static void print_classes(const struct info *info)
{
	const odd_network *net = info->net;
	if (net->classes.count == 0 && net->edges == 0)
		puts("  no labels, and no links to find communities in");
	else if (net->classes.count == 0 && info->groups.found)
		printf("  no labels; %zu %s found in the links (Leiden method)\n",
			info->groups.count,
			plural(info->groups.count, "community was", "communities were"));
	for (size_t i = 0; i < net->classes.count && i < CLASSES_SHOWN; i++) {
		size_t c = info->class_order[i];
		fputs("  ", stdout);
		text_cell(stdout, odd_names_get(&net->classes, c), 40, false);
		printf(" %8zu  %5.1f %%\n", info->class_size[c],
			100.0 * (double)info->class_size[c] / (double)net->nodes);
	}
	if (net->classes.count > CLASSES_SHOWN)
		printf("  and %zu smaller ones\n", net->classes.count - CLASSES_SHOWN);
	if (net->classes.count > 0 && info->unlabelled > 0)
		printf("  %zu %s no label\n", info->unlabelled,
			plural(info->unlabelled, "node has", "nodes have"));
}

static void print_truth(const struct info *info)
{
	const struct glyphs *g = text_glyphs();
	text_heading(stdout, "\nKnown outliers");
	if (!info->net->has_truth)
		puts("  none");
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		if (info->truth[kind] > 0)
			printf("  %s %-40s %6zu\n", g->mark[kind],
				kind == ODD_UNKNOWN_KIND ? "of unknown kind"
							 : odd_kind_name((odd_kind)kind),
				info->truth[kind]);
}

/* A line for each column; those of a bag of words together. */
static void print_columns(const odd_columns *columns, size_t nodes)
{
	enum { NAME = 18, SHOWN = 40 };
	size_t counts = 0, others = 0;
	char done[200];
	if (columns->count == 0)
		return;
	text_heading(stdout, "\nColumns");
	printf("  %-*s %-9s %8s %6s  %s\n", NAME, "name", "type", "missing", "attrs",
		"what was done");
	for (size_t i = 0; i < columns->count; i++) {
		const odd_table_column *c = &columns->column[i];
		counts += c->type == ODD_COLUMN_COUNT;
		if (c->type == ODD_COLUMN_COUNT || others++ >= SHOWN)
			continue;
		fputs("  ", stdout);
		text_cell(stdout, c->name, NAME, false);
		printf(" %-9s %6.1f %% %6zu  %s\n", odd_column_type_name(c->type),
			100.0 * (double)c->missing / (double)nodes, c->attributes,
			odd_column_done(done, sizeof done, c));
	}
	if (counts > 0)
		printf("  %zu columns of counts, mostly 0: weighed as words\n", counts);
	if (others > SHOWN)
		printf("  and %zu more, which --format json lists\n", others - SHOWN);
}

static void print_text(const struct info *info, const struct notes *notes)
{
	const odd_network *net = info->net;
	char bytes[SHEET_NUMBER];
	text_heading(stdout, "Network");
	fputs("  ", stdout);
	text_short(stdout, net->name, 60);
	text_print(stdout, "  (%s%s)\n", net->format, net->directed ? ", directed" : "");
	printf("  nodes       %10zu   %zu without links, %zu without attributes\n", net->nodes,
		info->isolated, info->wordless);
	printf("  links       %10zu   %.3g %% of all possible%s\n", net->edges,
		100.0 * info->density, info->weighted ? ", with weights" : "");
	if (net->attributes == 0)
		printf("  attributes  %10zu   there are none\n", net->attributes);
	else if (net->columns.count > 0)
		printf("  attributes  %10zu   %s, from %zu %s\n", net->attributes,
			info->valued ? "with values" : "0 or 1", net->columns.count,
			plural(net->columns.count, "column", "columns"));
	else
		printf("  attributes  %10zu   %s, %s\n", net->attributes,
			info->valued ? "with values" : "0 or 1",
			info->like_words ? "look like words" : "do not look like words");
	printf("  components  %10zu   the largest has %zu nodes\n", info->components,
		info->largest_component);
	printf("  checksum    %016llx\n", (unsigned long long)odd_network_checksum(net));
	printf("\n  %-16s %7s %8s %8s %8s %8s %10s\n", "per node", "least", "quarter", "half",
		"3/4", "most", "mean");
	print_spread(net->directed ? "links out" : "links", &info->degree);
	if (net->directed)
		print_spread("links in", &info->in_degree);
	print_spread("attributes", &info->words);
	print_columns(&net->columns, net->nodes);
	text_heading(stdout, "\nClasses");
	print_classes(info);
	print_truth(info);
	text_notes(stdout, notes->text, notes->count);
	if (net->edges == 0 && net->attributes > 0)
		puts("\nA run ranks nodes by their attributes alone, as there are no links.");
	if (info->k > 0)
		printf("\nA run with K = %zu, the default, takes about %s of memory.\n", info->k,
			text_bytes(bytes, info->memory));
	else if (net->attributes == 0 && net->edges > 0)
		puts("\nA run ranks nodes by their links alone, as there are no attributes.");
	else
		text_print(
			stdout, "\nA run is not possible as it is: %s.\n", info->why_not.message);
}

/* ---- json and tsv ------------------------------------------------------------------------- */

static json_t *spread_object(const struct spread *s)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "least", json_count(s->least), "quarter",
		json_count(s->lower), "half", json_count(s->median), "three_quarters",
		json_count(s->upper), "most", json_count(s->most), "mean", json_number(s->mean));
}

static json_t *classes_array(const struct info *info)
{
	json_t *array = json_array();
	for (size_t i = 0; i < info->net->classes.count; i++) {
		size_t c = info->class_order[i];
		json_array_append_new(
			array, json_pack("{s:o, s:o}", "name",
				       json_text(odd_names_get(&info->net->classes, c)), "nodes",
				       json_count(info->class_size[c])));
	}
	return array;
}

static json_t *info_object(const struct info *info)
{
	const odd_network *net = info->net;
	json_t *o = json_pack(
		"{s:i, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:b}",
		"schema", REPORT_SCHEMA, "name", json_text(net->name), "format",
		json_text(net->format), "directed", net->directed, "nodes", json_count(net->nodes),
		"edges", json_count(net->edges), "attributes", json_count(net->attributes),
		"labels", json_count(net->classes.count), "unlabelled",
		json_count(info->unlabelled), "density", json_number(info->density), "isolated",
		json_count(info->isolated), "without_attributes", json_count(info->wordless),
		"attribute_entries", json_count(odd_csr_nnz(odd_csr_const(net->C))), "weighted",
		info->weighted, "valued", info->valued, "like_words", info->like_words);
	json_t *truth = json_object();
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		json_object_set_new(
			truth, odd_kind_name((odd_kind)kind), json_count(info->truth[kind]));
	json_t *more = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "components",
		json_count(info->components), "largest_component",
		json_count(info->largest_component), "degree", spread_object(&info->degree),
		"in_degree", net->directed ? spread_object(&info->in_degree) : json_null(), "words",
		spread_object(&info->words), "truth", truth, "skipped",
		report_skipped_object(&net->skipped));
	json_t *last = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "columns",
		report_columns_array(&net->columns), "checksum",
		json_checksum(odd_network_checksum(net)), "communities",
		info->groups.found ? json_count(info->groups.count) : json_null(), "default_dims",
		info->k > 0 ? json_count(info->k) : json_null(), "memory_estimate_bytes",
		info->k > 0 ? json_integer((json_int_t)info->memory) : json_null(), "classes",
		classes_array(info));
	return json_join(json_join(o, more), last);
}

/* KEY<tab>VALUE, with the names of --format json; a class is class<tab>NAME<tab>NODES. */
static void print_tsv(const struct info *info)
{
	json_t *o = info_object(info);
	json_flatten(stdout, "", "", o);
	json_decref(o);
	for (size_t i = 0; i < info->net->classes.count; i++) {
		size_t c = info->class_order[i];
		fputs("class\t", stdout);
		sheet_put_name(stdout, odd_names_get(&info->net->classes, c));
		printf("\t%zu\n", info->class_size[c]);
	}
}

/* ---- what a run takes ---------------------------------------------------------------------- */

static json_t *estimate_object(const struct estimate *e)
{
	return json_pack("{s:o, s:o, s:o, s:b}", "dims", json_count(e->k), "memory_bytes",
		json_integer((json_int_t)e->memory), "available_bytes", json_number(e->available),
		"fits", e->fits);
}

static void print_estimate(const struct estimate *e)
{
	char bytes[SHEET_NUMBER];
	printf("A run with K = %zu takes about %s of memory", e->k, text_bytes(bytes, e->memory));
	if (isfinite(e->available))
		printf("; %s; %s %s%s", e->fits ? "fits" : "does not fit", e->limit,
			text_bytes(bytes, e->available), e->fits ? "" : " more");
	putchar('\n');
}

/* K as it is asked for, or as a run would choose it. */
static odd_status estimate_k(
	size_t *k, const struct settings *s, const odd_network *net, struct work *w, odd_error *err)
{
	odd_communities groups = {0};
	*k = s->run.one.k;
	if (*k > 0)
		return ODD_OK;
	odd_status status = odd_communities_find(&groups, net, s->run.one.seed, &w->job, err);
	if (status == ODD_OK)
		status = odd_one_default_k(k, NULL, net, groups.count, err);
	odd_communities_clear(&groups);
	return status;
}

static odd_status estimate_tell(
	const struct settings *s, const odd_network *net, struct work *w, odd_error *err)
{
	struct estimate e;
	odd_one_options run = run_options_one(&s->run);
	odd_error why;
	const double held = odd__peak_memory();
	odd_status status = estimate_k(&e.k, s, net, w, err);
	if (status != ODD_OK)
		return status;
	run.k = e.k;
	run.stays = true;
	e.memory = fmax(odd_one_memory(net, &run), held); /* reading may take most */
	e.available = odd_memory_left(&w->job, &e.limit);
	e.fits = odd_one_fits(net, &run, &w->job, &why) == ODD_OK;
	work_end(w);
	if (s->format == FORMAT_TEXT) {
		print_estimate(&e);
		return ODD_OK;
	}
	json_t *object = estimate_object(&e);
	if (s->format == FORMAT_JSON)
		return json_write(stdout, object, err);
	json_flatten(stdout, "", "", object);
	json_decref(object);
	return ODD_OK;
}

/* ---- pictures ------------------------------------------------------------------------------ */

/* Is there a PNG file of that name (by its first bytes, or its ending)? */
static bool picture_is(const char *path)
{
	static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	unsigned char start[8] = {0};
	struct stat info;
	if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
		return false;
	size_t length = strlen(path);
	if (length > 4 && strcmp(path + length - 4, ".png") == 0)
		return true;
	FILE *file = odd__open_in(path);
	size_t got = file != NULL ? fread(start, 1, sizeof start, file) : 0;
	if (file != NULL)
		fclose(file);
	return got == sizeof start && memcmp(start, signature, sizeof start) == 0;
}

/* The value of a key; NULL when there is none. */
static const char *value_of(const struct png_info *info, const char *key)
{
	for (size_t i = 0; i < info->count; i++)
		if (strcmp(info->text[i].key, key) == 0)
			return info->text[i].value;
	return NULL;
}

/* Names and command go to a terminal, where control characters could do harm. */
static void print_line(const char *text)
{
	text_line(stdout, text);
	putchar('\n');
}

static void print_picture(const char *path, const struct png_info *info, json_t *options)
{
	static const char *const row[][2] = {{"Title", "title"}, {"Figure", "figure"},
		{"Iteration", "moment"}, {"Dataset", "dataset"}, {"Software", "made by"}};
	text_heading(stdout, "Picture");
	printf("  %-10s ", "file");
	print_line(path);
	printf("  %-10s %lu %s %lu pixels\n", "size", (unsigned long)info->width,
		text_glyphs()->times, (unsigned long)info->height);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const char *value = value_of(info, row[i][0]);
		if (value == NULL)
			continue;
		printf("  %-10s ", row[i][1]);
		print_line(value);
	}
	text_heading(stdout, "\nCommand");
	fputs("  ", stdout);
	print_line(value_of(info, "Command"));
	if (json_object_size(options) == 0)
		return;
	text_heading(stdout, "\nOptions, as they were resolved");
	const char *key;
	json_t *value;
	json_object_foreach(options, key, value)
	{
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
		fputs("  ", stdout);
		text_cell(stdout, key, text_width(key) < 14 ? 14 : text_width(key), false);
		putchar(' ');
		print_line(json_is_string(value) ? json_string_value(value)
			   : json_is_null(value) ? "-"
			   : text != NULL        ? text
						 : "?");
		free(text);
	}
}

/* "software", "command", … under the names of the text chunks in small letters. */
static json_t *picture_object(const char *path, const struct png_info *info, json_t *options)
{
	json_t *o = json_pack("{s:o, s:I, s:I}", "picture", json_text(path), "width",
		(json_int_t)info->width, "height", (json_int_t)info->height);
	for (size_t i = 0; i < info->count; i++) {
		char key[80];
		size_t n = 0;
		for (const char *p = info->text[i].key; *p != '\0' && n + 1 < sizeof key; p++)
			key[n++] = (char)tolower((unsigned char)*p);
		key[n] = '\0';
		if (strcmp(key, "options") == 0)
			json_object_set(o, key, options);
		else
			json_object_set_new(o, key, json_text(info->text[i].value));
	}
	return o;
}

/* How a picture was made, read from the picture. ODD_EINPUT for a PNG that oddone did not make. */
static odd_status picture_tell(const char *path, enum output_format format, odd_error *err)
{
	struct png_info info;
	odd_status status = png_read_text(&info, path, err);
	if (status != ODD_OK)
		return status;
	const char *software = value_of(&info, "Software"), *text = value_of(&info, "Options");
	if (software == NULL || strncmp(software, "oddone", 6) != 0 ||
		value_of(&info, "Command") == NULL) {
		png_info_clear(&info);
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"a PNG picture, but not one of oddone: it does not say how it was made");
	}
	json_t *options = text != NULL ? json_loads(text, 0, NULL) : NULL;
	if (!json_is_object(options)) {
		json_decref(options);
		options = json_object();
	}
	if (format == FORMAT_TEXT) {
		print_picture(path, &info, options);
	} else {
		json_t *object = picture_object(path, &info, options);
		if (format == FORMAT_JSON) {
			status = json_write(stdout, object, err);
		} else {
			json_flatten(stdout, "", "", object);
			json_decref(object);
		}
	}
	json_decref(options);
	png_info_clear(&info);
	return status;
}

/* ---- the command --------------------------------------------------------------------------- */

int sub_info(const struct settings *s)
{
	struct work w;
	struct info info = {0};
	struct notes notes = {0};
	odd_network *net = NULL;
	odd_error err;
	work_begin(&w, s);
	if (picture_is(s->network)) {
		odd_status told = picture_tell(s->network, s->format, &err);
		return told == ODD_OK ? DONE : tell_error(&w, &err, true);
	}
	odd_status status = load_network(&net, s, &w, &err);
	if (status == ODD_OK && s->estimate) {
		status = estimate_tell(s, net, &w, &err);
		work_end(&w);
		odd_network_free(net);
		return status == ODD_OK ? DONE : tell_error(&w, &err, false);
	}
	if (status == ODD_OK)
		status = info_collect(&info, net, s->run.one.seed, &w.job, &err);
	work_end(&w);
	if (status == ODD_OK && s->format == FORMAT_JSON)
		status = json_write(stdout, info_object(&info), &err);
	else if (status == ODD_OK && s->format == FORMAT_TSV)
		print_tsv(&info);
	else if (status == ODD_OK) {
		notes_add_remarks(&notes, net);
		notes_add_skipped(&notes, &net->skipped);
		print_text(&info, &notes);
	}
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, true);
	notes_clear(&notes);
	info_clear(&info);
	odd_network_free(net);
	return code;
}
