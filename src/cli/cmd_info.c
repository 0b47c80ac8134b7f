/* cmd_info.c: what is in a network, or how a picture was made. */
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
#include "cli/view.h"
#include "draw/png.h"

/* ---- a network ---------------------------------------------------------------------------- */

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

/* What is special about a run on this network; null: nothing. */
static json_t *remark_of(const struct info *info)
{
	const odd_network *net = info->net;
	if (net->edges == 0 && net->attributes > 0)
		return json_string(
			"A run ranks nodes by their attributes alone, as there are no links.");
	if (net->edges > 0 && net->attributes == 0)
		return json_string(
			"A run ranks nodes by their links alone, as there are no attributes.");
	return info->k > 0
		       ? json_null()
		       : json_sprintf("A run is not possible as it is: %s.", info->why_not.message);
}

static json_t *info_object(const struct info *info, const struct notes *notes)
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
	json_t *told = json_array();
	for (size_t i = 0; i < notes->count; i++)
		json_array_append_new(told, json_text(notes->text[i]));
	json_t *last = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "columns",
		report_columns_array(&net->columns), "checksum",
		json_checksum(odd_network_checksum(net)), "communities",
		info->groups.found ? json_count(info->groups.count) : json_null(), "default_dims",
		info->k > 0 ? json_count(info->k) : json_null(), "memory_estimate_bytes",
		info->k > 0 ? json_integer((json_int_t)info->memory) : json_null(), "classes",
		classes_array(info), "notes", told, "remark", remark_of(info));
	return json_join(json_join(o, more), last);
}

/* In TSV a class is class<tab>NAME<tab>NODES. */
static void print_classes(const struct info *info)
{
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
	return json_pack("{s:o, s:o, s:o, s:s?, s:b}", "dims", json_count(e->k), "memory_bytes",
		json_integer((json_int_t)e->memory), "available_bytes", json_number(e->available),
		"limit", e->limit, "fits", e->fits);
}

static void view_estimate(FILE *out, const json_t *o)
{
	view_line(out, o,
		"A run with K = {dims} takes about {memory_bytes:bytes} of memory"
		"[; {fits:?}fits; {limit} {available_bytes:bytes}]"
		"[; {fits:!}does not fit; {limit} {available_bytes:bytes} more]");
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
	return report_object(s->format, estimate_object(&e), view_estimate, err);
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

static void view_picture(FILE *out, const json_t *o)
{
	const char *key;
	json_t *value;
	text_heading(out, "Picture");
	view_line(out, o, "  file       {picture}");
	view_line(out, o, "  size       {width} × {height} pixels");
	view_line(out, o, "  title      {title}");
	view_line(out, o, "  figure     {figure}");
	view_line(out, o, "  moment     {iteration}");
	view_line(out, o, "  dataset    {dataset}");
	view_line(out, o, "  made by    {software}");
	text_heading(out, "\nCommand");
	view_line(out, o, "  {command}");
	if (json_object_size(view_at(o, "options")) > 0)
		text_heading(out, "\nOptions, as they were resolved");
	json_object_foreach(view_at(o, "options"), key, value)
	{
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
		text_print(out, "  %-14s %s\n", key,
			json_is_string(value) ? json_string_value(value)
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
	status = report_object(format, picture_object(path, &info, options), view_picture, err);
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
	if (status == ODD_OK) {
		notes_add_remarks(&notes, net);
		notes_add_skipped(&notes, &net->skipped);
		status = report_object(s->format, info_object(&info, &notes), view_network, &err);
	}
	if (status == ODD_OK && s->format == FORMAT_TSV)
		print_classes(&info);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, true);
	notes_clear(&notes);
	info_clear(&info);
	odd_network_free(net);
	return code;
}
