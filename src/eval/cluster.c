#include "config.h"

#include "eval/embedding_eval.h"

#include <math.h>
#include <stdlib.h>

#include "eval/check.h"
#include "eval/assignment.h"
#include "oddone/network.h"

/* Labelled rows, those kept, and the classes that occur. */
static odd_status count(odd_cluster_result *out, const int32_t *label, size_t n, size_t classes,
	const uint8_t *skip, odd_error *err)
{
	uint8_t *seen = calloc(classes + 1, 1);
	if (seen == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++) {
		if (label[i] == ODD_NO_LABEL)
			continue;
		out->rows++;
		out->rows_kept += skip == NULL || skip[i] == 0;
		out->clusters += !seen[label[i]];
		seen[label[i]] = 1;
	}
	free(seen);
	if (out->rows == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "clustering: no row has a label to compare with");
	return ODD_OK;
}

odd_status odd_cluster(odd_cluster_result *out, uint32_t *cluster, odd_cmat x, const int32_t *label,
	size_t classes, const uint8_t *skip, const odd_kmeans_options *options, const odd_job *job,
	odd_error *err)
{
	static const odd_mat no_centres = {NULL, 0, 0, 0};
	*out = (odd_cluster_result){.accuracy = (double)NAN, .accuracy_kept = (double)NAN};
	odd_status status = odd__check_labels(label, x.rows, classes, "clustering", err);
	if (status == ODD_OK)
		status = count(out, label, x.rows, classes, skip, err);
	if (status != ODD_OK)
		return status;
	uint32_t *own = NULL;
	if (cluster == NULL && (cluster = own = malloc(x.rows * sizeof *own)) == NULL)
		return odd_error_nomem(err);
	status = odd_kmeans(cluster, no_centres, &out->kmeans, x, out->clusters, options, job, err);
	if (status == ODD_OK)
		status = odd_clustering_accuracy(
			&out->accuracy, cluster, out->clusters, label, classes, NULL, x.rows, err);
	if (status == ODD_OK)
		status = odd_clustering_accuracy(&out->accuracy_kept, cluster, out->clusters, label,
			classes, skip, x.rows, err);
	free(own);
	return status;
}
