/* method_factor.c: the rows of TADW and AANE. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "baseline/aane.h"
#include "baseline/tadw.h"

/* ---- TADW ----------------------------------------------------------------------------------- */

#define AT(field) offsetof(odd_tadw_options, field)
static const odd_method_option tadw_options[] = {
	ODD__WHOLE("features", AT(features), 1, 100000, "200", "200", "rank of the text features"),
	ODD__ABOVE("lambda", AT(lambda), 0, 1e6, "0.2", "0.2", "weight of the ridge"),
	ODD__WHOLE("sweeps", AT(sweeps), 1, 100000, "10", "10", "rounds of the als solver"),
	ODD__CHOICE("solver", AT(solver), "als|svd", "als", "als",
		"alternating regressions from a random start, or the exact minimum"),
	ODD__CHOICE("idf", AT(idf), "auto|on|off", "auto", "auto",
		"weigh rare attributes more; auto: where all are 0 or 1"),
};
#undef AT

static odd_status run_tadw(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_tadw_options o = {.k = call->request->k, .seed = call->request->seed};
	odd__settings_read(&o, call);
	return odd_tadw(&out->embedding, call->net, &o, call->job, err);
}

/* ---- AANE ----------------------------------------------------------------------------------- */

#define AT(field) offsetof(odd_aane_options, field)
static const odd_method_option aane_options[] = {
	ODD__NUMBER("lambda", AT(lambda), 0, 1e6, "0.05", "0.05", "weight of a link"),
	ODD__ABOVE(
		"rho", AT(rho), 0, 1e6, "5", "5", "how strongly the two copies are held together"),
	ODD__WHOLE("sweeps", AT(sweeps), 1, 100000, "2", "2", "times the embedding is updated"),
	ODD__CHOICE("start", AT(start), "links|attributes", "links", "links",
		"singular vectors of the heaviest columns of links, or of random attributes"),
};
#undef AT

static odd_status run_aane(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_aane_options o = {.k = call->request->k, .seed = call->request->seed};
	odd__settings_read(&o, call);
	return odd_aane(&out->embedding, call->net, &o, call->job, err);
}

/* ---- the rows ------------------------------------------------------------------------------- */

const odd_method odd__methods_factor[] = {
	{
		.name = "tadw",
		.title = "TADW",
		.published = "TADW",
		.note = "M = (P + P²)/2 and both halves of the output, 2⌈K/2⌉ columns. Of the "
			"authors' solver only a binary is public: exact ridge regressions stand "
			"in for it. Columns are free up to a rotation, which isolation forests "
			"notice: compare several seeds.",
		.kind = ODD_METHOD_ATTRIBUTED,
		.published_k = 160,
		ODD__OPTIONS(tadw_options),
		.run = run_tadw,
	},
	{
		.name = "aane",
		.title = "AANE",
		.published = "AANE",
		.note = "Norms not squared, ADMM, and all of the cosine similarity. At the public "
			"settings the attributes outweigh the links by far, and two sweeps are "
			"far from convergence.",
		.kind = ODD_METHOD_ATTRIBUTED,
		.published_k = 100,
		ODD__OPTIONS(aane_options),
		.run = run_aane,
	},
};
