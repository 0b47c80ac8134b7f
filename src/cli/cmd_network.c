/* cmd_network.c: the subcommands that write a network: plant, convert and generate. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/run.h"
#include "cli/text.h"
#include "mpi/lay_out.h"

static odd_status check(struct run *r, odd_error *err)
{
	r->study.as_given = true; /* nothing stands in for attributes that are not there */
	return run_check_targets(r, err);
}

static odd_status write_network(struct run *r, odd_error *err)
{
	work_hold(true); /* a second interrupt waits until the unfinished files are removed */
	const struct settings *o = r->settings;
	const odd_network *net = study_network(&r->study);
	odd_status status = o->parts > 0
				    ? lay_out_network(net, o->parts, o->output, &r->work.job, err)
				    : odd_network_save(net, o->output, &r->work.job, err);
	work_hold(false);
	return status;
}

/* ---- a seeded copy, with its truth --------------------------------------------------------- */

static odd_status load(struct run *r, odd_error *err)
{
	odd_network *net;
	odd_status status = load_network(&net, r->settings, &r->work, err);
	return status == ODD_OK ? study_take(&r->study, net, err) : status;
}

static odd_status plant(struct run *r, odd_error *err)
{
	tell_skipped(&r->work, study_network(&r->study));
	return study_plant(&r->study, &r->work.job, err);
}

static odd_status report_seeded(struct run *r, odd_error *err)
{
	(void)err;
	const odd_network *net = study_network(&r->study);
	const odd_plant_options *p = &r->study.planted;
	size_t count[ODD_KINDS], outliers = odd_plant_outliers(p);
	for (int kind = 0; kind < ODD_KINDS; kind++)
		count[kind] = odd_plant_count(p, (odd_kind)kind);
	printf("planted ");
	if (outliers > 0) {
		int column = printf("%zu %s:", outliers, plural(outliers, "outlier", "outliers"));
		text_kinds(stdout, count, strlen("planted ") + (size_t)column);
		fputs(p->placebo > 0 ? "\nand " : "", stdout);
	}
	if (p->placebo > 0)
		text_print(stdout, "× %zu %s, made as outliers are, with nothing odd about them",
			p->placebo, plural(p->placebo, "placebo", "placebos"));
	printf("\n%s style, seed %llu, %zu %s\n", p->style == ODD_PLANT_LOCAL ? "local" : "uniform",
		(unsigned long long)p->seed, r->study.classes.count,
		r->study.classes.found ? "communities found in the links" : "classes");
	text_print(stdout, "%s now has %zu nodes and %zu links, in %s\n", net->name, net->nodes,
		net->edges, r->settings->output);
	return ODD_OK;
}

int sub_plant(const struct settings *settings)
{
	struct settings s = *settings;
	if (!s.run.plant.given)
		s.run.plant = (odd_amounts){.given = true, .all = 5.0};
	static const struct steps steps = {.check = check,
		.load = load,
		.work = plant,
		.write = write_network,
		.report = report_seeded};
	struct run r = {0};
	return run_steps(&r, &s, &steps);
}

/* ---- from any format that can be read ------------------------------------------------------ */

static odd_status report_loaded(struct run *r, odd_error *err)
{
	(void)err;
	const odd_network *net = study_network(&r->study);
	tell_skipped(&r->work, net);
	text_print(stdout, "%s (%s): %zu nodes, %zu links, %zu attributes, %zu classes%s, in %s\n",
		net->name, net->format, net->nodes, net->edges, net->attributes, net->classes.count,
		net->has_truth ? ", known outliers" : "", r->settings->output);
	return ODD_OK;
}

int sub_convert(const struct settings *s)
{
	static const struct steps steps = {
		.check = check, .load = load, .write = write_network, .report = report_loaded};
	struct run r = {0};
	return run_steps(&r, s, &steps);
}

/* ---- a synthetic one ----------------------------------------------------------------------- */

static odd_status generate(struct run *r, odd_error *err)
{
	odd_network *net;
	odd_status status = odd_generate(&net, &r->settings->generate, &r->work.job, err);
	return status == ODD_OK ? study_take(&r->study, net, err) : status;
}

/* With truth: what was planted is told like what a seeded copy has. */
static odd_status plant_generated(struct run *r, odd_error *err)
{
	return run_options_plants(&r->settings->run) ? study_plant(&r->study, &r->work.job, err)
						     : ODD_OK;
}

static odd_status report_generated(struct run *r, odd_error *err)
{
	const odd_network *net = study_network(&r->study);
	text_print(stdout, "%s: %zu %s, %zu %s, %zu %s, %zu %s, seed %llu, in %s\n", net->name,
		net->nodes, plural(net->nodes, "node", "nodes"), net->edges,
		plural(net->edges, "link", "links"), net->attributes,
		plural(net->attributes, "attribute", "attributes"), net->classes.count,
		plural(net->classes.count, "community", "communities"),
		(unsigned long long)r->settings->run.one.seed, r->settings->output);
	return run_options_plants(&r->settings->run) ? report_seeded(r, err) : ODD_OK;
}

int sub_generate(const struct settings *s)
{
	static const struct steps steps = {.check = check,
		.load = generate,
		.work = plant_generated,
		.write = write_network,
		.report = report_generated};
	struct run r = {0};
	return run_steps(&r, s, &steps);
}
