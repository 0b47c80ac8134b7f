/* gradient.c: the gradient of KL(P‖Q) for t-SNE,
 *
 *     4 [ e Σ_j p_ij q_ij (y_i − y_j)  −  Σ_j q_ij² (y_i − y_j) / Z ],   q = 1/(1 + |y_i − y_j|²),
 *
 * attraction over the stored entries of P (times the exaggeration e), repulsion by the quadtree.
 *
 *     KL = Σ p ln p − Σ p ln(q/Z) = Σ p ln p + Σ p ln(1 + d²) + ln Z
 */
#include "config.h"

#define ODD__UNFUSED

#include "project/tsne_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"
#include "linalg/thin.h"

#define WORK 3000.0 /* flops for one point, or so */

struct attraction {
	odd_ccsr P;
	const double *y;
	const double *repulsion;
	double *grad;
	double exaggeration, per_z;
	double *spread; /* Σ p ln(1 + d²) of each chunk */
};

#ifdef ODD__SET
/* Eight neighbours. Lanes beyond `count` pull with weight zero towards the point itself. */
ODD__INLINE void pull(odd__vec *fx, odd__vec *fy, const struct attraction *p, const double *here,
	size_t e, size_t count)
{
	for (int v = 0; v < ODD__PER_8; v++) {
		odd__vec x = {0}, y = {0}, w = {0};
		for (size_t r = 0; r < ODD__LANES; r++) {
			const size_t at = (size_t)v * ODD__LANES + r;
			const double *there =
				at < count ? p->y + 2 * (size_t)p->P.idx[e + at] : here;
			x[r] = there[0];
			y[r] = there[1];
			w[r] = at < count ? p->P.val[e + at] : 0.0;
		}
		odd__vec dx = here[0] - x, dy = here[1] - y;
		w /= 1.0 + dx * dx + dy * dy;
		fx[v] += w * dx;
		fy[v] += w * dy;
	}
}

void ODD__KERNEL(tsne_attract)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct attraction *p = context;
	for (size_t i = begin; i < end; i++) {
		const double *here = p->y + 2 * i, *push = p->repulsion + 2 * i;
		odd__vec fx[ODD__PER_8] = {{0}}, fy[ODD__PER_8] = {{0}};
		size_t e = p->P.ptr[i], last = p->P.ptr[i + 1];
		for (; e + 8 <= last; e += 8)
			pull(fx, fy, p, here, e, 8);
		if (e < last)
			pull(fx, fy, p, here, e, last - e);
		p->grad[2 * i] = 4.0 * (p->exaggeration * odd__sum_of_8(fx) - push[0] * p->per_z);
		p->grad[2 * i + 1] =
			4.0 * (p->exaggeration * odd__sum_of_8(fy) - push[1] * p->per_z);
	}
}
#else
static void spread_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct attraction *p = context;
	double sum = 0.0;
	for (size_t i = begin; i < end; i++)
		for (size_t e = p->P.ptr[i]; e < p->P.ptr[i + 1]; e++) {
			const double *a = p->y + 2 * i, *b = p->y + 2 * (size_t)p->P.idx[e];
			double dx = a[0] - b[0], dy = a[1] - b[1];
			sum += p->P.val[e] * log1p(dx * dx + dy * dy);
		}
	p->spread[chunk] = sum;
}

odd_status odd__tsne_problem_init(odd__tsne_problem *out, odd_ccsr P, double theta, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->P = P;
	out->theta = theta;
	for (size_t e = 0; e < odd_csr_nnz(P); e++)
		out->entropy += P.val[e] * log(P.val[e]);
	out->repulsion = malloc((2 * P.rows + 1) * sizeof *out->repulsion);
	if (out->repulsion == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__quadtree_init(&out->tree, P.rows, err);
	if (status != ODD_OK)
		odd__tsne_problem_clear(out);
	return status;
}

void odd__tsne_problem_clear(odd__tsne_problem *problem)
{
	free(problem->repulsion);
	odd__quadtree_clear(&problem->tree);
	memset(problem, 0, sizeof *problem);
}

odd_status odd__tsne_gradient(double *grad, double *kl, odd__tsne_problem *problem, odd_cmat points,
	double exaggeration, const odd_job *job, odd_error *err)
{
	double Z, spread[ODD__CHUNKS_MAX];
	odd_job own;
	job = odd__job_for(&own, job, WORK * (double)points.rows);
	odd__quadtree_build(&problem->tree, points);
	odd_status status = odd__quadtree_repulsion(
		problem->repulsion, &Z, &problem->tree, problem->theta, job, err);
	if (status != ODD_OK)
		return status;
	struct attraction p = {.P = problem->P,
		.y = points.data,
		.repulsion = problem->repulsion,
		.grad = grad,
		.exaggeration = exaggeration,
		.spread = spread};
	p.per_z = Z > 0.0 ? 1.0 / Z : 0.0; /* a single point repels nothing */
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, points.rows, problem->P.ptr, 8);
	status =
		odd__parallel_scratch(job, &chunks, odd__kernels()->tsne_attract, &p, 0, NULL, err);
	if (status != ODD_OK || kl == NULL)
		return status;
	status = odd__parallel(job, &chunks, spread_chunk, &p, NULL, err);
	if (status != ODD_OK)
		return status;
	*kl = odd_csr_nnz(problem->P) > 0 ? problem->entropy + log(Z) : 0.0;
	for (size_t c = 0; c < chunks.count; c++)
		*kl += spread[c];
	return ODD_OK;
}
#endif
