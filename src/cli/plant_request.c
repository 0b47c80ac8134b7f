/* plant_request.c: --plant, read and turned into numbers of nodes. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"

static odd_status not_understood(const char *text, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"--plant: cannot read \"%.60s\"; say for example 5%% or "
		"structural=45,attribute=45,combined=45",
		text);
}

/* "45" or "1%" up to a comma or the end. */
static int parse_amount(double *value, bool *share, const char **text)
{
	char *end;
	*value = strtod(*text, &end);
	if (end == *text || !isfinite(*value) || *value < 0.0)
		return -1;
	*share = *end == '%';
	end += *share;
	*text = end;
	if (*share)
		return *value <= 100.0 ? 0 : -1;
	return *value < 4e9 && *value == floor(*value) ? 0 : -1;
}

odd_status plant_request_parse(struct plant_request *out, const char *text, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->given = true;
	const char *p = text;
	bool share;
	if (parse_amount(&out->percent, &share, &p) == 0) {
		if (!share || *p != '\0' || out->percent <= 0.0)
			return not_understood(text, err);
		return ODD_OK;
	}
	out->percent = 0.0;
	for (p = text;; p++) {
		size_t length = strcspn(p, "=");
		int kind = odd_kind_from_name(p, length);
		if (kind < ODD_STRUCTURAL || kind > ODD_COMBINED || p[length] != '=')
			return not_understood(text, err);
		p += length + 1;
		int t = kind - ODD_STRUCTURAL;
		if (parse_amount(&out->kind[t], &out->share[t], &p) != 0)
			return not_understood(text, err);
		if (*p == '\0')
			return ODD_OK;
		if (*p != ',')
			return not_understood(text, err);
	}
}

odd_status plant_request_resolve(
	odd_plant_options *out, const struct settings *s, size_t nodes, odd_error *err)
{
	const struct plant_request *r = &s->plant;
	*out = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	out->style = s->plant_style;
	out->seed = s->plant_seed_given ? s->plant_seed : s->seed;
	if (!r->given)
		return ODD_OK;
	if (r->percent > 0.0) {
		odd_plant_share(out, nodes, r->percent);
		if (out->structural == 0)
			return odd_error_set(err, ODD_EUSAGE,
				"--plant: %g%% of %zu nodes is less than one node of each kind",
				r->percent, nodes);
		return ODD_OK;
	}
	size_t *const count[3] = {&out->structural, &out->attribute, &out->combined};
	for (int t = 0; t < 3; t++) {
		double value = r->kind[t];
		if (r->share[t])
			value = floor((double)nodes * value / 100.0 * (1.0 + 1e-12));
		if (r->share[t] && r->kind[t] > 0.0 && value < 1.0)
			return odd_error_set(err, ODD_EUSAGE,
				"--plant: %s=%g%% of %zu nodes is less than one node",
				odd_kind_name((odd_kind)(ODD_STRUCTURAL + t)), r->kind[t], nodes);
		*count[t] = (size_t)value;
	}
	return ODD_OK;
}
