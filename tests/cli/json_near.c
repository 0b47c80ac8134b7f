/* json_near A B TOLERANCE: do two reports say the same, numbers to that share of the larger one (or
 * of 1), but for times and memory? Tells where they part. For the tests.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int differ(const char *where, const json_t *a, const json_t *b)
{
	char *x = json_dumps(a, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
	char *y = json_dumps(b, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
	fprintf(stderr, "%s: %.60s and %.60s\n", where, x != NULL ? x : "nothing",
		y != NULL ? y : "nothing");
	free(x);
	free(y);
	return 1;
}

static int measured(const char *key)
{
	return strstr(key, "seconds") != NULL || strstr(key, "memory") != NULL;
}

static int near(const char *where, const json_t *a, const json_t *b, double tolerance)
{
	char place[256];
	int bad = 0;
	if (json_is_number(a) && json_is_number(b)) {
		double x = json_number_value(a), y = json_number_value(b);
		double scale = fmax(1.0, fmax(fabs(x), fabs(y)));
		return fabs(x - y) <= tolerance * scale ? 0 : differ(where, a, b);
	}
	if (json_is_object(a) && json_is_object(b)) {
		const char *key;
		json_t *value;
		if (json_object_size(a) != json_object_size(b))
			return differ(where, a, b);
		json_object_foreach((json_t *)a, key, value)
		{
			snprintf(place, sizeof place, "%s.%s", where, key);
			if (!measured(key))
				bad |= near(place, value, json_object_get(b, key), tolerance);
		}
		return bad;
	}
	if (json_is_array(a) && json_is_array(b)) {
		if (json_array_size(a) != json_array_size(b))
			return differ(where, a, b);
		for (size_t i = 0; i < json_array_size(a); i++) {
			snprintf(place, sizeof place, "%s.%zu", where, i);
			bad |= near(place, json_array_get(a, i), json_array_get(b, i), tolerance);
		}
		return bad;
	}
	return json_equal(a, b) ? 0 : differ(where, a, b);
}

int main(int argc, char **argv)
{
	json_error_t error;
	if (argc != 4)
		return 2;
	json_t *a = json_load_file(argv[1], 0, &error), *b = json_load_file(argv[2], 0, &error);
	if (a == NULL || b == NULL) {
		fprintf(stderr, "%s: %s\n", error.source, error.text);
		return 1;
	}
	int bad = near("", a, b, atof(argv[3]));
	json_decref(a);
	json_decref(b);
	return bad;
}
