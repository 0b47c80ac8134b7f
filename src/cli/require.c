#include "config.h"

#include "cli/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static odd_status not_understood(const char *text, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"--require: cannot read \"%.80s\"; say for example recall@5>=0.6, auc>=0.9 or "
		"recall@10.structural>=0.5", text);
}

/* "recall@10.structural" and the like, up to end. */
static int parse_metric(struct requirement *out, const char *text, const char *end)
{
	static const char recall[] = "recall@";
	size_t length = (size_t)(end - text);
	out->kind = -1;
	if (length == 3 && memcmp(text, "auc", 3) == 0) {
		out->metric = METRIC_AUC;
		return 0;
	}
	if ((length == 2 && memcmp(text, "ap", 2) == 0) ||
		(length == 17 && memcmp(text, "average_precision", 17) == 0)) {
		out->metric = METRIC_PRECISION;
		return 0;
	}
	if (length < sizeof recall || memcmp(text, recall, sizeof recall - 1) != 0)
		return -1;
	out->metric = METRIC_RECALL;
	/* The number may hold a point of its own: the kind starts at the first letter. */
	const char *p = text + sizeof recall - 1;
	size_t digits = strspn(p, "0123456789.");
	if (p + digits > end || digits == 0 || digits > 15)
		return -1;
	char number[16] = "";
	bool with_kind = p + digits < end;
	memcpy(number, p, with_kind ? digits - 1 : digits);
	char *rest;
	out->top = strtod(number, &rest);
	if (rest == number || *rest != '\0' || !(out->top > 0.0 && out->top <= 100.0))
		return -1;
	if (!with_kind)
		return 0;
	const char *kind = p + digits;
	if (kind[-1] != '.')
		return -1;
	out->kind = odd_kind_from_name(kind, (size_t)(end - kind));
	return out->kind > ODD_ORDINARY ? 0 : -1;
}

odd_status requirement_parse(struct requirement *out, const char *text, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->text = text;
	const char *op = text + strcspn(text, "<>");
	if (*op == '\0' || parse_metric(out, text, op) != 0)
		return not_understood(text, err);
	out->op[0] = *op++;
	if (*op == '=')
		out->op[1] = *op++;
	char *end;
	out->value = strtod(op, &end);
	if (end == op || !isfinite(out->value))
		return not_understood(text, err);
	if (*end == '%') {
		out->value /= 100.0;
		end++;
	}
	return *end == '\0' ? ODD_OK : not_understood(text, err);
}

double requirement_measure(const struct requirement *r, const odd_network *net,
	const odd_scores *scores, const odd_evaluation *evaluation)
{
	if (r->metric == METRIC_AUC)
		return evaluation->auc;
	if (r->metric == METRIC_PRECISION)
		return evaluation->average_precision;
	size_t taken = (size_t)floor((double)scores->n * r->top / 100.0 + 0.5);
	size_t found = 0, all = r->kind < 0 ? evaluation->outliers : evaluation->count[r->kind];
	for (size_t i = 0; i < taken && i < scores->n; i++) {
		int kind = net->truth[scores->order[i]];
		found += r->kind < 0 ? kind != ODD_ORDINARY : kind == r->kind;
	}
	return all > 0 ? (double)found / (double)all : (double)NAN;
}

bool requirement_met(const struct requirement *r, double reached)
{
	if (r->op[0] == '>')
		return r->op[1] != '\0' ? reached >= r->value : reached > r->value;
	return r->op[1] != '\0' ? reached <= r->value : reached < r->value;
}
