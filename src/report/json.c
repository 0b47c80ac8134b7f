#include "config.h"

#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "base/file.h"
#include "report/sheet.h"

/* jansson leaves out a member that it has no memory for. */
static atomic_bool lacking;

static void *allocate(size_t bytes)
{
	void *memory = malloc(bytes);
	if (memory == NULL)
		atomic_store(&lacking, true);
	return memory;
}

void json_watch_memory(void)
{
	json_set_alloc_funcs(allocate, free);
}

void json_lack_memory(void)
{
	atomic_store(&lacking, true);
}

bool json_lacks_memory(void)
{
	return atomic_load(&lacking);
}

json_t *json_number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_count(size_t n)
{
	return json_integer((json_int_t)n);
}

json_t *json_seed(uint64_t seed)
{
	char text[24];
	if (seed <= INT64_MAX)
		return json_integer((json_int_t)seed);
	snprintf(text, sizeof text, "%" PRIu64, seed);
	return json_string(text);
}

json_t *json_checksum(uint64_t checksum)
{
	char text[20];
	snprintf(text, sizeof text, "%016" PRIx64, checksum);
	return json_string(text);
}

json_t *json_text_or_null(const char *text)
{
	return text != NULL ? json_text(text) : json_null();
}

json_t *json_join(json_t *a, json_t *b)
{
	if (a != NULL && (b == NULL || json_object_update(a, b) != 0)) {
		json_decref(a);
		a = NULL;
	}
	json_decref(b);
	return a;
}

json_t *json_text(const char *text)
{
	json_t *value = text != NULL ? json_string(text) : NULL;
	if (value != NULL)
		return value;
	if (text == NULL)
		json_lack_memory();
	if (json_lacks_memory())
		return NULL;
	/* Not UTF-8: every byte above 127 becomes U+FFFD. */
	static const char replacement[] = "\xEF\xBF\xBD";
	char *safe = malloc(3 * strlen(text) + 1), *p = safe;
	if (safe == NULL) {
		json_lack_memory();
		return NULL;
	}
	for (; *text != '\0'; text++) {
		if ((unsigned char)*text < 0x80) {
			*p++ = *text;
		} else {
			memcpy(p, replacement, 3);
			p += 3;
		}
	}
	*p = '\0';
	value = json_string(safe);
	free(safe);
	return value;
}

/* A number, text or truth value; `none` for null. */
static void print_scalar(FILE *out, const json_t *value, const char *none)
{
	char number[SHEET_NUMBER];
	if (json_is_string(value))
		sheet_put_name(out, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		fputs(sheet_number_text(number, json_real_value(value)), out);
	else if (json_is_boolean(value))
		fputs(json_is_true(value) ? "true" : "false", out);
	else
		fputs(none, out);
}

void json_flatten(FILE *out, const char *prefix, const char *parent, json_t *object)
{
	const char *key, *none = strcmp(parent, "options") == 0 ? "-" : "nan";
	json_t *value;
	json_object_foreach(object, key, value)
	{
		char path[100];
		snprintf(path, sizeof path, "%s%s%s", parent, parent[0] != '\0' ? "." : "", key);
		if (json_is_object(value)) {
			json_flatten(out, prefix, path, value);
			continue;
		}
		if (json_is_array(value) && !json_is_number(json_array_get(value, 0)))
			continue;
		fputs(prefix, out);
		sheet_put_name(out, path); /* of a picture, anybody's */
		putc('\t', out);
		if (!json_is_array(value))
			print_scalar(out, value, none);
		for (size_t i = 0; i < json_array_size(value); i++) {
			fputs(i > 0 ? "," : "", out);
			print_scalar(out, json_array_get(value, i), none);
		}
		putc('\n', out);
	}
}

/* What could steer a terminal is inside strings, and stands there by its number. */
static void put_steerless(FILE *out, const char *text)
{
	for (const char *p = text, *from = p; *p != '\0'; from = p) {
		uint32_t c = odd__utf8_next(&p);
		if (c == '\n' || !odd__steers(c))
			fwrite(from, 1, (size_t)(p - from), out);
		else if (c < 0x10000)
			fprintf(out, "\\u%04x", (unsigned)c);
		else
			fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (c >> 10)),
				(unsigned)(0xdc00 + (c & 0x3ff)));
	}
}

odd_status json_write(FILE *out, json_t *object, odd_error *err)
{
	char *text = object != NULL && !json_lacks_memory()
			     ? json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17))
			     : NULL;
	json_decref(object);
	if (text == NULL)
		return odd_error_nomem(err);
	put_steerless(out, text);
	free(text);
	putc('\n', out); /* a failed write is found when the file is closed */
	return ODD_OK;
}

odd_status json_save_in(const char *dir, const char *name, json_t *object, odd_error *err)
{
	odd_file file;
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK) {
		json_decref(object);
		return status;
	}
	status = json_write(file.stream, object, err);
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}
