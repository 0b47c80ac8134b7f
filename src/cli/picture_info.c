#include "config.h"

#include "cli/picture_info.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/json.h"
#include "cli/text.h"
#include "draw/png.h"

bool picture_is(const char *path)
{
	static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	unsigned char start[8] = {0};
	struct stat info;
	if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
		return false;
	size_t length = strlen(path);
	if (length > 4 && strcmp(path + length - 4, ".png") == 0)
		return true;
	FILE *file = fopen(path, "rb");
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
	text_cell(stdout, text, text_width(text), false);
	putchar('\n');
}

static void print_text(const char *path, const struct png_info *info, json_t *options)
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

odd_status picture_tell(const char *path, enum output_format format, odd_error *err)
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
		print_text(path, &info, options);
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
