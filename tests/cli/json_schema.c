/* json_schema SCHEMA NAME FILE: is the file what #/$defs/NAME of the schema says? For the tests. It
 * knows the words that our schema uses, and fails on any other, so that none is passed over. */
#include <jansson.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static json_t *schema_root;
static int faults;

static void fault(const char *path, const char *what)
{
	printf("%s: %s\n", path[0] != '\0' ? path : "the whole", what);
	faults++;
}

static bool is_type(const json_t *value, const char *type)
{
	return (strcmp(type, "null") == 0 && json_is_null(value)) ||
	       (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
	       (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
	       (strcmp(type, "number") == 0 && json_is_number(value)) ||
	       (strcmp(type, "string") == 0 && json_is_string(value)) ||
	       (strcmp(type, "array") == 0 && json_is_array(value)) ||
	       (strcmp(type, "object") == 0 && json_is_object(value));
}

static bool has_type(const json_t *value, json_t *type)
{
	size_t i;
	json_t *one;
	if (json_is_string(type))
		return is_type(value, json_string_value(type));
	json_array_foreach(type, i, one) if (is_type(value, json_string_value(one))) return true;
	return false;
}

static bool is_listed(const json_t *value, json_t *list)
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one) if (json_equal(value, one)) return true;
	return false;
}

static bool fits(const json_t *value, const char *pattern)
{
	regex_t regex;
	bool found =
		json_is_string(value) && regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
	if (found) {
		found = regexec(&regex, json_string_value(value), 0, NULL, 0) == 0;
		regfree(&regex);
	}
	return found;
}

static void check(json_t *value, json_t *schema, const char *path);

static void check_members(json_t *value, json_t *schema, const char *path)
{
	json_t *properties = json_object_get(schema, "properties"), *member, *name;
	json_t *others = json_object_get(schema, "additionalProperties");
	const char *key;
	char inner[400];
	size_t i;
	json_array_foreach(json_object_get(schema, "required"), i,
		name) if (json_object_get(value, json_string_value(name)) == NULL)
	{
		snprintf(inner, sizeof inner, "%.300s.%.80s", path, json_string_value(name));
		fault(inner, "is missing");
	}
	json_object_foreach(value, key, member)
	{
		json_t *rule = json_object_get(properties, key);
		snprintf(inner, sizeof inner, "%.300s.%.80s", path, key);
		if (rule != NULL || others != NULL)
			check(member, rule != NULL ? rule : others, inner);
	}
}

static void check(json_t *value, json_t *schema, const char *path)
{
	const char *word;
	json_t *rule, *item;
	char inner[400];
	size_t i;
	json_object_foreach(schema, word, rule)
	{
		if (strcmp(word, "$ref") == 0)
			check(value,
				json_object_get(json_object_get(schema_root, "$defs"),
					json_string_value(rule) + strlen("#/$defs/")),
				path);
		else if (strcmp(word, "type") == 0 && !has_type(value, rule))
			fault(path, "has another type");
		else if (strcmp(word, "enum") == 0 && !is_listed(value, rule))
			fault(path, "is none of those listed");
		else if (strcmp(word, "const") == 0 && !json_equal(value, rule))
			fault(path, "has another value");
		else if (strcmp(word, "pattern") == 0 && !fits(value, json_string_value(rule)))
			fault(path, "does not fit the pattern");
		else if (strcmp(word, "minimum") == 0 && json_is_number(value) &&
			 json_number_value(value) < json_number_value(rule))
			fault(path, "is too small");
		else if (strcmp(word, "items") == 0 && json_is_array(value))
			json_array_foreach(value, i, item)
			{
				snprintf(inner, sizeof inner, "%.300s.%zu", path, i);
				check(item, rule, inner);
			}
		else if (strcmp(word, "required") == 0 && json_is_object(value))
			check_members(value, schema, path);
		else if (strcmp(word, "additionalProperties") == 0 && json_is_object(value) &&
			 json_object_get(schema, "required") == NULL)
			check_members(value, schema, path);
		else if (strstr("$ref type enum const pattern minimum items required "
				"additionalProperties properties description",
				 word) == NULL)
			fault(path, word);
	}
	if (schema == NULL)
		fault(path, "its rule is missing");
}

int main(int argc, char **argv)
{
	json_error_t error;
	if (argc != 4)
		return 2;
	schema_root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
	json_t *value = schema_root != NULL
				? json_load_file(argv[3], JSON_REJECT_DUPLICATES, &error)
				: NULL;
	if (value == NULL) {
		printf("%s:%d: %s\n", error.source, error.line, error.text);
		return 1;
	}
	check(value, json_object_get(json_object_get(schema_root, "$defs"), argv[2]), "");
	json_decref(value);
	json_decref(schema_root);
	return faults > 0;
}
