/* The five oddest nodes of a network, and why: cc example.c $(pkg-config --cflags --libs oddone) */
#include <stdio.h>

#include <oddone/oddone.h>

int main(int argc, char **argv)
{
	odd_error err = {ODD_OK};
	odd_network *net = NULL;
	odd_communities groups = {0};
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_one *run = NULL;
	odd_scores scores = {0};
	char line[512];
	if (!odd_network_load(&net, argc > 1 ? argv[1] : ".", NULL, NULL, &err) &&
		!odd_communities_find(&groups, net, options.seed, NULL, &err) &&
		!odd_one_default_k(&options.k, NULL, net, groups.count, &err) &&
		!odd_one_begin(&run, net, &options, NULL, &err) &&
		!odd_fit(run, NULL, NULL, NULL, &err))
		odd_scores_compute(&scores, run, NULL, NULL, NULL, &err);
	for (size_t i = 0; i < scores.n && i < 5; i++) {
		size_t node = scores.order[i];
		odd_explanation why = {0};
		odd_sentences text = {0};
		printf("%zu %s %.3f\n", i + 1, odd_names_get(&net->ids, node), scores.total[node]);
		if (!odd_explain(&why, net, run, &scores, &groups, node, NULL, NULL, &err) &&
			!odd_explanation_sentences(&text, &why, &err))
			printf("  %s\n", text.line[0]);
		odd_sentences_clear(&text);
		odd_explanation_clear(&why);
	}
	if (err.code != ODD_OK)
		fprintf(stderr, "%s\n", odd_error_format(&err, line, sizeof line));
	odd_scores_clear(&scores);
	odd_one_free(run);
	odd_communities_clear(&groups);
	odd_network_free(net);
	return err.code == ODD_OK ? 0 : 1;
}
