/* compare_check.c: could the comparison run? Asked before hours of work. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "baseline/compare_parts.h"

/* The method that "name.option=value" is for, or NULL. */
static const odd_method *owner(const odd_compare_options *options, const char *setting)
{
	size_t length = strcspn(setting, ".=");
	if (setting[length] != '.')
		return NULL;
	for (size_t m = 0; m < options->methods; m++) {
		const char *name = options->method[m]->name;
		if (strlen(name) == length && memcmp(name, setting, length) == 0)
			return options->method[m];
	}
	return NULL;
}

static odd_status check_settings(const odd_compare_options *options, odd_error *err)
{
	for (size_t i = 0; i < options->settings; i++)
		if (owner(options, options->setting[i]) == NULL)
			return odd_error_set(err, ODD_EUSAGE,
				"\"%.80s\" is not METHOD.OPTION=VALUE for a method that is "
				"compared here",
				options->setting[i]);
	return ODD_OK;
}

static odd_status check_method(const odd_compare_options *options, const odd_method *method,
	const odd_network *net, odd_error *err)
{
	const char **override = calloc(options->settings + 1, sizeof *override);
	if (override == NULL)
		return odd_error_nomem(err);
	odd_method_request request = {.k = net != NULL || options->k > 0 ? options->k : 1,
		.overrides = override,
		.override_count = odd__compare_overrides(override, options, method)};
	odd_status status = odd_method_check(method, net, &request, err);
	free(override);
	return status;
}

/* What the tasks need of the network. */
static odd_status check_network(
	const odd_compare_options *options, const odd_network *net, odd_error *err)
{
	const odd_plant_options *plant = &options->plant;
	bool planted = odd_plant_outliers(plant) > 0;
	unsigned classes =
		ODD_TASK_BIT(ODD_TASK_CLASSIFICATION) | ODD_TASK_BIT(ODD_TASK_CLUSTERING);
	if ((options->tasks & ODD_TASK_BIT(ODD_TASK_OUTLIERS)) != 0 && !planted && !net->has_truth)
		return odd_error_set(err, ODD_EUSAGE,
			"no outlier is known in %.60s, and none is to be planted", net->name);
	if ((options->tasks & classes) != 0 && net->classes.count < 2)
		return odd_error_set(err, ODD_EUSAGE,
			"classification and clustering need labels of two classes, which %.60s "
			"has not",
			net->name);
	return ODD_OK;
}

odd_status odd_compare_check(
	const odd_compare_options *options, const odd_network *net, odd_error *err)
{
	/* The battery plants by itself; the rest of the planting is for the other tasks. */
	if (options->methods == 0 || options->seeds == 0 || (options->tasks & ODD_ALL_TASKS) == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "a comparison needs a method, a task and a seeding");
	if (options->repeats == 0)
		return odd_error_set(err, ODD_EUSAGE, "no repeats: at least one is needed");
	odd_status status = check_settings(options, err);
	for (size_t m = 0; m < options->methods && status == ODD_OK; m++)
		status = check_method(options, options->method[m], net, err);
	if (status == ODD_OK && net != NULL)
		status = check_network(options, net, err);
	return status;
}

const char *odd_compare_setting(const odd_compare_options *options, const odd_method *method,
	const odd_method_option *option)
{
	const char *value = option->ours;
	size_t method_length = strlen(method->name), length = strlen(option->name);
	for (size_t i = 0; i < options->settings; i++) {
		const char *text = options->setting[i];
		if (strncmp(text, method->name, method_length) != 0 || text[method_length] != '.')
			continue;
		text += method_length + 1;
		if (strncmp(text, option->name, length) == 0 && text[length] == '=')
			value = text + length + 1;
	}
	return value;
}
