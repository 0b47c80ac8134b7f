#include "config.h"

#include "session/projector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "project/tsne.h"
#include "session/runner.h"
#include "session/xalloc.h"

#define NEWS_SECONDS 0.1
#define PROJECTOR_NICENESS 5 /* as the worker's: keys come before points */
#define KNOWN_SHARE 4        /* known outliers may be a quarter of a sample */

/* ---- tasks ---------------------------------------------------------------------------------- */

/* A number that scatters, for nodes to be drawn by (Steele, Lea and Flood's mixer). */
static uint64_t scatter(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* PROJECTOR_POINTS of the nodes: those with the smallest numbers, known outliers having smaller
 * ones than all others. */
static odd_status draw(uint32_t **out, const odd_network *net, uint64_t seed, odd_error *err)
{
	const size_t n = net->nodes;
	size_t known = 0, taken = 0;
	uint64_t *number = malloc(n * sizeof *number), *sorted = malloc(n * sizeof *sorted);
	uint32_t *node = malloc(PROJECTOR_POINTS * sizeof *node);
	*out = NULL;
	if (number == NULL || sorted == NULL || node == NULL) {
		free(number);
		free(sorted);
		free(node);
		return odd_error_nomem(err);
	}
	for (size_t i = n; i-- > 0;) { /* the latest planted first, should they be too many */
		bool first =
			net->truth[i] != ODD_ORDINARY && known < PROJECTOR_POINTS / KNOWN_SHARE;
		known += first;
		number[i] = scatter(scatter(seed) ^ i) / 2 + (first ? 0 : UINT64_MAX / 2);
	}
	memcpy(sorted, number, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_number);
	for (size_t i = 0; i < n && taken < PROJECTOR_POINTS; i++)
		if (number[i] <= sorted[PROJECTOR_POINTS - 1])
			node[taken++] = (uint32_t)i;
	free(number);
	free(sorted);
	*out = node;
	return ODD_OK;
}

odd_status projector_task_init(struct projector_task *out, struct session_net *net,
	const odd_one *run, odd_projection_source source, uint64_t seed,
	const struct shared_map *before, odd_error *err)
{
	odd_mat all = {NULL, 0, 0, 0};
	const size_t n = net->of.net->nodes, k = odd_one_look(run).k;
	const size_t count = n < PROJECTOR_POINTS ? n : PROJECTOR_POINTS;
	*out = (struct projector_task){.net = shared_hold(net),
		.points = odd_one_trace(run)->count,
		.source = source,
		.seed = seed};
	odd_status status = odd_mat_alloc(&all, n, k, err);
	if (status == ODD_OK)
		odd_projection_matrix(all, run, source);
	if (status == ODD_OK && count == n) {
		out->X = all;
		all = (odd_mat){NULL, 0, 0, 0};
	} else if (status == ODD_OK) {
		status = draw(&out->node, net->of.net, seed, err);
		if (status == ODD_OK)
			status = odd_mat_alloc(&out->X, count, k, err);
		for (size_t i = 0; status == ODD_OK && i < count; i++)
			memcpy(odd_mat_row(out->X, i), odd_mat_row(all, out->node[i]),
				k * sizeof(double));
	}
	odd_mat_free(&all);
	if (status == ODD_OK && before != NULL && before->of.method == ODD_PROJECT_TSNE &&
		before->of.source == source)
		status = map_carry(&out->start, &net->of, out->node, count, before, err);
	if (status != ODD_OK)
		projector_task_clear(out);
	return status;
}

void projector_task_clear(struct projector_task *task)
{
	shared_release(task->net);
	odd_mat_free(&task->X);
	free(task->node);
	shared_release(task->start);
	*task = (struct projector_task){.net = NULL};
}

/* ---- one run -------------------------------------------------------------------------------- */

static odd_status begin(odd_tsne **run, size_t *iterations, const struct projector_task *task,
	const odd_job *job, odd_error *err)
{
	odd_tsne_options options = ODD_TSNE_OPTIONS_INIT;
	options.seed = task->seed;
	if (task->start != NULL) {
		options.start = odd_mat_const(task->start->of.xy);
		options.exaggerated = 0;
		options.iterations = PROJECTOR_AGAIN;
	}
	*iterations = options.iterations;
	return odd_tsne_begin(run, odd_mat_const(task->X), &options, job, err);
}

/* The points as they are; NULL without memory. */
static struct shared_map *look(
	const odd_tsne *run, const struct projector_task *task, size_t iterations)
{
	odd_cmat points = odd_tsne_points(run);
	struct shared_map *map =
		map_begin(&task->net->of, ODD_PROJECT_TSNE, task->source, task->points);
	map->of.iterations = odd_tsne_iteration(run);
	map->planned = iterations;
	map->of.perplexity = odd_tsne_perplexity(run);
	map->of.kl = odd_tsne_kl(run, NULL);
	map->moving = !odd_tsne_done(run);
	if (task->node != NULL)
		map->of.node = copy_items(task->node, points.rows, sizeof *map->of.node);
	if ((task->node != NULL && map->of.node == NULL) ||
		odd_mat_alloc(&map->of.xy, points.rows, 2, NULL) != ODD_OK) {
		shared_release(map);
		return NULL;
	}
	odd_mat_copy(map->of.xy, points);
	return map;
}

odd_status projector_run(struct shared_map **out, const struct projector_task *task,
	const odd_job *job, odd_error *err)
{
	odd_tsne *run;
	size_t iterations;
	odd_job step = job != NULL ? *job : (odd_job){0};
	*out = NULL;
	step.report = NULL; /* the news of one step are no news; how many are done is */
	odd_status status = begin(&run, &iterations, task, job, err);
	while (status == ODD_OK && !odd_tsne_done(run)) {
		odd_job_report(job, "t-SNE", (double)odd_tsne_iteration(run), (double)iterations);
		status = odd_tsne_step(run, &step, err);
	}
	double kl = 0.0;
	if (status == ODD_OK)
		status = odd_tsne_measure(run, &kl, &step, err);
	if (status == ODD_OK && (*out = look(run, task, iterations)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		(*out)->of.kl = kl;
	odd_tsne_free(run);
	return status;
}

/* ---- live ----------------------------------------------------------------------------------- */

struct projector {
	void (*news)(void *payload);
	void *payload;
	struct runner runner;       /* its lock guards what follows */
	struct projector_task next; /* to be begun; without a network: none */
	bool running;
	size_t steps;
	struct shared_map *ready;
};

/* Unless it has been stopped meanwhile, which only they know who hold the lock. */
static void offer(struct projector *p, struct shared_map *map)
{
	pthread_mutex_lock(&p->runner.mutex);
	bool wanted = map != NULL && !atomic_load(&p->runner.cancel);
	if (wanted) {
		shared_release(p->ready);
		p->ready = map;
		p->steps = map->of.iterations;
	}
	pthread_mutex_unlock(&p->runner.mutex);
	if (wanted)
		p->news(p->payload);
	else
		shared_release(map);
}

/* A failure leaves the map as it is: the picture of a moment that another one follows. */
static void run_live(struct projector *p, const struct projector_task *task)
{
	odd_tsne *run = NULL;
	size_t iterations;
	odd_job job = runner_job(&p->runner, NULL, NULL);
	double told = odd__clock();
	odd_status status = begin(&run, &iterations, task, &job, NULL);
	while (status == ODD_OK && !odd_tsne_done(run)) {
		job.threads = atomic_load(&p->runner.threads);
		status = odd_tsne_step(run, &job, NULL);
		if (status == ODD_OK && !odd_tsne_done(run) &&
			odd__clock() - told >= NEWS_SECONDS) {
			told = odd__clock();
			offer(p, look(run, task, iterations));
		}
	}
	if (status == ODD_OK)
		offer(p, look(run, task, iterations));
	odd_tsne_free(run);
}

static void turn(void *owner)
{
	struct projector *p = owner;
	if (p->next.net == NULL) {
		runner_wait(&p->runner, HUGE_VAL);
		return;
	}
	struct projector_task task = p->next;
	p->next = (struct projector_task){.net = NULL};
	p->running = true;
	p->steps = 0;
	atomic_store(&p->runner.cancel, false);
	pthread_mutex_unlock(&p->runner.mutex);
	run_live(p, &task);
	projector_task_clear(&task);
	pthread_mutex_lock(&p->runner.mutex);
	p->running = false;
}

odd_status projector_create(
	struct projector **out, void (*news)(void *payload), void *payload, odd_error *err)
{
	struct projector *p = xgrow(NULL, 1, sizeof *p);
	*out = NULL;
	*p = (struct projector){.news = news, .payload = payload};
	runner_init(&p->runner);
	odd_status status = runner_start(&p->runner, PROJECTOR_NICENESS, turn, p, err);
	if (status != ODD_OK) {
		runner_clear(&p->runner);
		free(p);
		return status;
	}
	*out = p;
	return ODD_OK;
}

void projector_free(struct projector *p)
{
	if (p == NULL)
		return;
	projector_stop(p);
	runner_stop(&p->runner);
	runner_clear(&p->runner);
	free(p);
}

/* With the lock held: what runs, what waits and what lies ready is not wanted any more. */
static void forget(struct projector *p)
{
	projector_task_clear(&p->next);
	shared_release(p->ready);
	p->ready = NULL;
	if (p->running)
		atomic_store(&p->runner.cancel, true);
}

void projector_start(struct projector *p, struct projector_task *task)
{
	pthread_mutex_lock(&p->runner.mutex);
	forget(p);
	p->next = *task;
	p->steps = 0;
	pthread_cond_signal(&p->runner.wake);
	pthread_mutex_unlock(&p->runner.mutex);
	*task = (struct projector_task){.net = NULL};
}

void projector_stop(struct projector *p)
{
	pthread_mutex_lock(&p->runner.mutex);
	forget(p);
	pthread_mutex_unlock(&p->runner.mutex);
}

bool projector_moving(struct projector *p, size_t *steps)
{
	pthread_mutex_lock(&p->runner.mutex);
	bool moving = p->next.net != NULL || (p->running && !atomic_load(&p->runner.cancel));
	*steps = p->next.net != NULL ? 0 : p->steps;
	pthread_mutex_unlock(&p->runner.mutex);
	return moving;
}

void projector_threads(struct projector *p, int threads)
{
	atomic_store(&p->runner.threads, threads);
}

struct shared_map *projector_take(struct projector *p)
{
	pthread_mutex_lock(&p->runner.mutex);
	struct shared_map *map = p->ready;
	p->ready = NULL;
	pthread_mutex_unlock(&p->runner.mutex);
	return map;
}
