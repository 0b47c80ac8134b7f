/* cmd_network.c: the subcommands that write a network: plant, convert and generate. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/work.h"
#include "cli/text.h"
#include "study/study.h"

struct making {
	const struct settings *settings;
	struct work work;
	struct study study; /* the network as given, and what was planted */
};

/* Have the network, write it, and report. */
static int make(const struct settings *s, odd_status (*get)(struct making *m, odd_error *err),
	void (*report)(struct making *m))
{
	struct making m = {.settings = s};
	odd_error err;
	bool reading = false;
	study_init(&m.study, &s->run);
	m.study.as_given = true;
	work_begin(&m.work, s);
	odd_status status = staging_check(s->output, &err);
	if (status == ODD_OK) {
		reading = s->network != NULL;
		status = get(&m, &err);
	}
	if (status == ODD_OK) {
		reading = false;
		status = save_network(study_network(&m.study), s->output, &m.work, &err);
	}
	work_end(&m.work);
	if (status == ODD_OK)
		report(&m);
	int code = status == ODD_OK ? DONE : tell_error(&m.work, &err, reading);
	study_clear(&m.study);
	return code;
}

/* ---- a seeded copy, with its truth --------------------------------------------------------- */

static odd_status load(struct making *m, odd_error *err)
{
	odd_network *net;
	odd_status status = load_network(&net, m->settings, &m->work, err);
	return status == ODD_OK ? study_take(&m->study, net, err) : status;
}

static odd_status seed(struct making *m, odd_error *err)
{
	odd_status status = load(m, err);
	if (status != ODD_OK)
		return status;
	tell_skipped(&m->work, &study_network(&m->study)->skipped);
	return study_plant(&m->study, &m->work.job, err);
}

static void report_seeded(struct making *m)
{
	const odd_network *net = study_network(&m->study);
	const odd_plant_options *p = &m->study.planted;
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
		printf("%s %zu %s, made as outliers are, with nothing odd about them",
			text_glyphs()->mark[ODD_PLACEBO], p->placebo,
			plural(p->placebo, "placebo", "placebos"));
	printf("\n%s style, seed %llu, %zu %s\n", p->style == ODD_PLANT_LOCAL ? "local" : "uniform",
		(unsigned long long)p->seed, m->study.classes.count,
		m->study.classes.found ? "communities found in the links" : "classes");
	text_print(stdout, "%s now has %zu nodes and %zu links, in %s\n", net->name, net->nodes,
		net->edges, m->settings->output);
}

int sub_plant(const struct settings *settings)
{
	struct settings s = *settings;
	if (!s.run.plant.given)
		s.run.plant = (odd_amounts){.given = true, .all = 5.0};
	return make(&s, seed, report_seeded);
}

/* ---- from any format that can be read ------------------------------------------------------ */

static void report_loaded(struct making *m)
{
	const odd_network *net = study_network(&m->study);
	tell_skipped(&m->work, &net->skipped);
	text_print(stdout, "%s (%s): %zu nodes, %zu links, %zu attributes, %zu classes%s, in %s\n",
		net->name, net->format, net->nodes, net->edges, net->attributes, net->classes.count,
		net->has_truth ? ", known outliers" : "", m->settings->output);
}

int sub_convert(const struct settings *s)
{
	return make(s, load, report_loaded);
}

/* ---- a synthetic one ----------------------------------------------------------------------- */

static odd_status generate(struct making *m, odd_error *err)
{
	odd_network *net;
	odd_status status = odd_generate(&net, &m->settings->generate, &m->work.job, err);
	return status == ODD_OK ? study_take(&m->study, net, err) : status;
}

static void report_generated(struct making *m)
{
	const odd_network *net = study_network(&m->study);
	text_print(stdout, "%s: %zu %s, %zu %s, %zu %s, %zu %s, seed %llu, in %s\n", net->name,
		net->nodes, plural(net->nodes, "node", "nodes"), net->edges,
		plural(net->edges, "link", "links"), net->attributes,
		plural(net->attributes, "attribute", "attributes"), net->classes.count,
		plural(net->classes.count, "community", "communities"),
		(unsigned long long)m->settings->run.one.seed, m->settings->output);
}

int sub_generate(const struct settings *s)
{
	return make(s, generate, report_generated);
}
