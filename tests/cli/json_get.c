/* json_get FILE [a.b.0.c]: is it JSON, and what is the value at that place? For the tests. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *step(const json_t *value, const char *key)
{
	if (json_is_array(value))
		return strcmp(key, "length") == 0 ? value
						  : json_array_get(value, (size_t)atol(key));
	return json_object_get(value, key);
}

int main(int argc, char **argv)
{
	json_error_t error;
	if (argc < 2)
		return 2;
	json_t *root = json_load_file(argv[1], 0, &error);
	if (root == NULL) {
		fprintf(stderr, "%s:%d:%d: %s\n", argv[1], error.line, error.column, error.text);
		return 1;
	}
	const json_t *value = root;
	char *path = strdup(argc > 2 ? argv[2] : "");
	for (char *key = strtok(path, "."); key != NULL && value != NULL; key = strtok(NULL, "."))
		value = step(value, key);
	int code = 0;
	if (value == NULL) {
		fprintf(stderr, "%s: nothing at %s\n", argv[1], argc > 2 ? argv[2] : "");
		code = 1;
	} else if (json_is_array(value) && argc > 2) {
		printf("%zu\n", json_array_size(value)); /* a list is told by its length */
	} else if (json_is_string(value)) {
		puts(json_string_value(value));
	} else if (argc > 2) {
		char *text =
			json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17));
		puts(text);
		free(text);
	}
	free(path);
	json_decref(root);
	return code;
}
