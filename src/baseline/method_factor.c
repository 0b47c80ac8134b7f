/* method_factor.c: the rows of TADW and AANE. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/baseline/aane.h"
#include "oddone/baseline/tadw.h"

/* ---- TADW ----------------------------------------------------------------------------------- */

static const odd_method_option tadw_options[] = {
	ODD__WHOLE("features", 1, 100000, "200", "200", "rank of the text features"),
	ODD__ABOVE("lambda", 0, 1e6, "0.2", "0.2", "weight of the ridge"),
	ODD__WHOLE("sweeps", 1, 100000, "10", "10", "rounds of the als solver"),
	ODD__CHOICE("solver", "als|svd", "als", "als",
		"alternating regressions from a random start, or the exact minimum"),
	ODD__CHOICE("idf", "auto|on|off", "auto", "auto",
		"weigh rare attributes more; auto: where all are 0 or 1"),
};

static odd_status run_tadw(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_tadw;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_tadw_options o = {.k = request->k, .seed = request->seed};
	o.features = odd__setting_whole(m, request, "features");
	o.lambda = odd__setting_number(m, request, "lambda");
	o.sweeps = odd__setting_whole(m, request, "sweeps");
	o.solver = (odd_tadw_solver)odd__setting_choice(m, request, "solver");
	o.idf = (odd_tadw_idf)odd__setting_choice(m, request, "idf");
	return odd_tadw(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_tadw = {
	.name = "tadw",
	.title = "TADW",
	.published = "TADW",
	.note = "M = (P + P²)/2 and both halves of the output, 2⌈K/2⌉ columns. Of the authors' "
		"solver only a binary is public: exact ridge regressions stand in for it. Columns "
		"are free up to a rotation, which isolation forests notice: compare several seeds.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 160,
	ODD__OPTIONS(tadw_options),
	.run = run_tadw,
};

/* ---- AANE ----------------------------------------------------------------------------------- */

static const odd_method_option aane_options[] = {
	ODD__NUMBER("lambda", 0, 1e6, "0.05", "0.05", "weight of a link"),
	ODD__ABOVE("rho", 0, 1e6, "5", "5", "how strongly the two copies are held together"),
	ODD__WHOLE("sweeps", 1, 100000, "2", "2", "times the embedding is updated"),
	ODD__CHOICE("start", "links|attributes", "links", "links",
		"singular vectors of the heaviest columns of links, or of random attributes"),
};

static odd_status run_aane(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_aane;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_aane_options o = {.k = request->k, .seed = request->seed};
	o.lambda = odd__setting_number(m, request, "lambda");
	o.rho = odd__setting_number(m, request, "rho");
	o.sweeps = odd__setting_whole(m, request, "sweeps");
	o.start = (odd_aane_start)odd__setting_choice(m, request, "start");
	return odd_aane(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_aane = {
	.name = "aane",
	.title = "AANE",
	.published = "AANE",
	.note = "Norms not squared, ADMM, and all of the cosine similarity. At the public settings "
		"the attributes outweigh the links by far, and two sweeps are far from "
		"convergence.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 100,
	ODD__OPTIONS(aane_options),
	.run = run_aane,
};
