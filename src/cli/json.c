#include "config.h"

#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text.h"

json_t *json_number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_count(size_t n)
{
	return json_integer((json_int_t)n);
}

json_t *json_text(const char *text)
{
	json_t *value = json_string(text);
	if (value != NULL)
		return value;
	/* Not UTF-8, or no memory: every byte above 127 becomes U+FFFD. */
	static const char replacement[] = "\xEF\xBF\xBD";
	char *safe = malloc(3 * strlen(text) + 1), *p = safe;
	if (safe == NULL)
		return NULL;
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
	char number[TEXT_NUMBER];
	if (json_is_string(value))
		text_field(out, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		fputs(text_number(number, json_real_value(value)), out);
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
		fprintf(out, "%s%s\t", prefix, path);
		if (!json_is_array(value))
			print_scalar(out, value, none);
		for (size_t i = 0; i < json_array_size(value); i++) {
			fputs(i > 0 ? "," : "", out);
			print_scalar(out, json_array_get(value, i), none);
		}
		putc('\n', out);
	}
}

odd_status json_write(FILE *out, json_t *object, odd_error *err)
{
	if (object == NULL)
		return odd_error_nomem(err);
	json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	putc('\n', out); /* a failed write is found when the file or stdout is closed */
	json_decref(object);
	return ODD_OK;
}
