#include "config.h"

#include "baseline/settings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

static const odd_method_option *find_option(
	const odd_method *method, const char *name, size_t length)
{
	for (size_t o = 0; o < method->option_count; o++) {
		const odd_method_option *option = &method->options[o];
		if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
			return option;
	}
	return NULL;
}

/* The place of a word among "this|that", or −1. */
static int find_choice(const char *choices, const char *word)
{
	size_t length = strlen(word);
	int place = 0;
	for (const char *c = choices;; place++) {
		size_t n = strcspn(c, "|");
		if (n == length && memcmp(c, word, n) == 0)
			return place;
		if (c[n] == '\0')
			return -1;
		c += n + 1;
	}
}

static odd_status unknown_option(
	const odd_method *method, const char *text, size_t length, odd_error *err)
{
	char names[200] = "";
	size_t at = 0;
	if (method->option_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s has no options, so none called \"%.*s\"",
			method->name, (int)(length < 40 ? length : 40), text);
	for (size_t o = 0; o < method->option_count && at < sizeof names; o++) {
		int n = snprintf(names + at, sizeof names - at, "%s%s", o > 0 ? ", " : "",
			method->options[o].name);
		at += n > 0 ? (size_t)n : 0;
	}
	return odd_error_set(err, ODD_EUSAGE, "%s has no option \"%.*s\", only %s", method->name,
		(int)(length < 40 ? length : 40), text, names);
}

static odd_status check_value(const odd_method *method, const odd_method_option *option,
	const char *value, odd_error *err)
{
	double x = 0.0;
	if (option->kind == ODD_VALUE_CHOICE) {
		if (find_choice(option->values, value) >= 0)
			return ODD_OK;
		return odd_error_set(err, ODD_EUSAGE, "%s: %s: \"%.40s\" is none of %s",
			method->name, option->name, value, option->values);
	}
	odd__number problem = odd__number_parse(value, strlen(value), &x);
	if (problem != ODD__NUMBER_OK)
		return odd_error_set(err, ODD_EUSAGE, "%s: %s: \"%.40s\" %s", method->name,
			option->name, value, odd__number_problem(problem));
	if (option->kind == ODD_VALUE_WHOLE && x != floor(x))
		return odd_error_set(err, ODD_EUSAGE, "%s: %s: %.40s is not a whole number",
			method->name, option->name, value);
	if (x < option->least || x > option->most || (option->above && x == option->least))
		return odd_error_set(err, ODD_EUSAGE, "%s: %s: %.40s is not in the range %s",
			method->name, option->name, value, option->values);
	return ODD_OK;
}

odd_status odd__settings_check(
	const odd_method *method, const odd_method_request *request, odd_error *err)
{
	for (size_t i = 0; i < request->override_count; i++) {
		const char *text = request->overrides[i];
		size_t length = strcspn(text, "=");
		const odd_method_option *option = find_option(method, text, length);
		if (option == NULL)
			return unknown_option(method, text, length, err);
		if (text[length] != '=')
			return odd_error_set(err, ODD_EUSAGE, "%s: %s wants a value: %s=%s",
				method->name, option->name, option->name, option->ours);
		odd_status status = check_value(method, option, text + length + 1, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* What the user wrote last, or the default. */
static const char *text_of(
	const odd_method *method, const odd_method_request *request, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = request->override_count; i-- > 0;) {
		const char *text = request->overrides[i];
		if (strncmp(text, name, length) == 0 && text[length] == '=')
			return text + length + 1;
	}
	const odd_method_option *option = find_option(method, name, length);
	assert(option != NULL);
	return option->ours;
}

size_t odd__setting_choice(
	const odd_method *method, const odd_method_request *request, const char *name)
{
	const odd_method_option *option = find_option(method, name, strlen(name));
	assert(option != NULL && option->kind == ODD_VALUE_CHOICE);
	int place = find_choice(option->values, text_of(method, request, name));
	assert(place >= 0);
	return (size_t)place;
}

double odd__setting_number(
	const odd_method *method, const odd_method_request *request, const char *name)
{
	const char *text = text_of(method, request, name);
	double value = 0.0;
	odd__number problem = odd__number_parse(text, strlen(text), &value);
	assert(problem == ODD__NUMBER_OK);
	(void)problem;
	return value;
}

size_t odd__setting_whole(
	const odd_method *method, const odd_method_request *request, const char *name)
{
	return (size_t)odd__setting_number(method, request, name);
}
