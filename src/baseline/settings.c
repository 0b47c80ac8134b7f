#include "config.h"

#include "baseline/settings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/option.h"

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

/* The option as a row, by which every text is read. */
static odd_option row_of(const odd_method_option *option)
{
	static const odd_option_type type[] = {[ODD_VALUE_CHOICE] = ODD_OPTION_CHOICE,
		[ODD_VALUE_WHOLE] = ODD_OPTION_WHOLE,
		[ODD_VALUE_NUMBER] = ODD_OPTION_REAL};
	return (odd_option){.name = option->name,
		.type = type[option->kind],
		.choices = option->values,
		.least = option->least,
		.most = option->most,
		.above = option->above,
		.offset = option->offset};
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
		const odd_option row = row_of(option);
		odd_option_value value;
		char as[80];
		snprintf(as, sizeof as, "%s: %s", method->name, option->name);
		odd_status status = odd_option_parse(&value, &row, as, text + length + 1, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* What the user wrote last, or the default. */
static const char *text_of(const odd_method_option *option, const odd_method_request *request)
{
	size_t length = strlen(option->name);
	for (size_t i = request->override_count; i-- > 0;) {
		const char *text = request->overrides[i];
		if (strncmp(text, option->name, length) == 0 && text[length] == '=')
			return text + length + 1;
	}
	return option->ours;
}

void odd__settings_read(void *options, const odd_method_call *call)
{
	for (size_t o = 0; o < call->method->option_count; o++) {
		const odd_method_option *option = &call->method->options[o];
		const odd_option row = row_of(option);
		odd_status status =
			odd_option_set(options, &row, NULL, text_of(option, call->request), NULL);
		assert(status == ODD_OK);
		(void)status;
	}
}
