/* The step of a pair, compiled in doubles: it moves every row along the slope of the pair's loss.
 */
#include "config.h"

#include "helpers.h"

#include <math.h>

#define ODD__PAIR_DOUBLE
#include "baseline/pair.h"
#include "base/rng.h"

enum { ROWS = 7, MOST = 6 * ODD__PAIR_PAD };

/* A network of rows: the input first (or one of the outputs, when shared), then the outputs. */
typedef struct pair {
	size_t vectors;
	_Alignas(64) double in[MOST], out[ROWS][MOST];
	bool shared; /* the input is out[0] */
	bool tree;
	uint32_t row[ROWS]; /* inner nodes, or targets */
	uint8_t bit[ROWS];
	size_t rows;
} pair;

static void scatter(double *row, size_t n, odd_rng *rng)
{
	for (size_t k = 0; k < n; k++)
		row[k] = 0.4 * odd_rng_normal(rng);
}

/* log(1 + e^t) */
static double softplus(double t)
{
	return fmax(t, 0.0) + log1p(exp(-fabs(t)));
}

static double *input(pair *p)
{
	return p->shared ? p->out[0] : p->in;
}

static double loss(pair *p)
{
	double sum = 0.0;
	for (size_t t = 0; t < p->rows; t++) {
		double f = 0.0;
		for (size_t k = 0; k < p->vectors * ODD__PAIR_PAD; k++)
			f += input(p)[k] * p->out[p->row[t]][k];
		bool one = p->tree ? p->bit[t] == 0 : t == 0;
		sum += softplus(one ? -f : f);
	}
	return sum;
}

/* The rows of a pair packed as pair.h wants them, stepped at a rate, and unpacked again. */
static void step(pair *p, double rate)
{
	_Alignas(64) double in[MOST], rows[ROWS * MOST], scratch[2 * MOST];
	size_t n = p->vectors * ODD__PAIR_PAD;
	memcpy(in, p->in, n * sizeof *in);
	for (size_t r = 0; r < ROWS; r++)
		memcpy(rows + r * n, p->out[r], n * sizeof *rows);
	odd__pair_setting setting = {p->vectors, NULL, scratch};
	odd__pair_vec *x = (odd__pair_vec *)(p->shared ? rows : in), *y = (odd__pair_vec *)rows;
	if (p->tree)
		ODD__PAIR_CALL(odd__pair_path, &setting, x, y, p->row, p->bit, p->rows, rate);
	else
		ODD__PAIR_CALL(odd__pair_noise, &setting, x, y, p->row, p->rows, rate);
	memcpy(p->in, in, n * sizeof *in);
	for (size_t r = 0; r < ROWS; r++)
		memcpy(p->out[r], rows + r * n, n * sizeof *rows);
}

static double slope(pair *p, double *at)
{
	double here = *at, h = 1e-6 * fmax(1.0, fabs(here));
	*at = here + h;
	double above = loss(p);
	*at = here - h;
	double below = loss(p);
	*at = here;
	return (above - below) / (2.0 * h);
}

static void check_row(pair *p, double *row, const double *after, double rate)
{
	for (size_t k = 0; k < p->vectors * ODD__PAIR_PAD; k++) {
		double g = slope(p, &row[k]), moved = -(after[k] - row[k]) / rate;
		assert_true(fabs(g - moved) < 1e-6 * fmax(1e-2, fabs(g) + fabs(moved)));
	}
}

static void check_step(pair *p)
{
	const double rate = 0.25;
	pair after = *p;
	step(&after, rate);
	check_row(p, p->in, after.in, rate);
	for (size_t r = 0; r < ROWS; r++)
		check_row(p, p->out[r], after.out[r], rate);
}

static void start(pair *p, size_t vectors, odd_rng *rng)
{
	memset(p, 0, sizeof *p);
	p->vectors = vectors;
	scatter(p->in, vectors * ODD__PAIR_PAD, rng);
	for (size_t r = 0; r < ROWS; r++)
		scatter(p->out[r], vectors * ODD__PAIR_PAD, rng);
}

static void paths_descend(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (size_t vectors = 1; vectors <= 6; vectors++) {
		pair p;
		start(&p, vectors, &rng);
		p.tree = true;
		p.rows = 5;
		memcpy(p.row, (const uint32_t[]){6, 0, 3, 2, 5}, 5 * sizeof *p.row);
		memcpy(p.bit, (const uint8_t[]){1, 0, 0, 1, 1}, 5);
		check_step(&p);
	}
}

static void noise_steps_descend(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	for (size_t vectors = 1; vectors <= 6; vectors++) {
		pair p;
		start(&p, vectors, &rng);
		p.rows = 6;
		memcpy(p.row, (const uint32_t[]){4, 0, 3, 2, 5, 1}, 6 * sizeof *p.row);
		check_step(&p);
	}
}

/* First order of LINE: input and outputs are of one matrix, and noise may hit the input itself,
 * whose loss −log σ(−u·u) then has the slope 2 σ(u·u) u. */
static void steps_within_one_matrix_descend(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	for (size_t vectors = 1; vectors <= 6; vectors++) {
		pair p;
		start(&p, vectors, &rng);
		p.shared = true;
		p.rows = 3;
		memcpy(p.row, (const uint32_t[]){4, 3, 0}, 3 * sizeof *p.row);
		check_step(&p);
	}
}

/* Beyond the table the tree passes over a row, noise does not. */
static void certain_rows_are_passed_over(void **state)
{
	(void)state;
	for (int sign = -1; sign <= 1; sign += 2) {
		pair p, before;
		memset(&p, 0, sizeof p);
		p.vectors = 1;
		p.in[0] = 2.0;
		p.out[0][0] = sign * 3.5;
		p.rows = 1;
		p.bit[0] = sign > 0; /* as wrong as can be */
		p.tree = true;
		before = p;
		step(&p, 0.5);
		assert_memory_equal(&p, &before, sizeof p);
		p.tree = false;
		step(&p, 0.5);
		assert_true(sign > 0 ? p.out[0][0] > 3.5 : p.out[0][0] > -3.0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_descend),
		cmocka_unit_test(noise_steps_descend),
		cmocka_unit_test(steps_within_one_matrix_descend),
		cmocka_unit_test(certain_rows_are_passed_over),
	};
	return cmocka_run_group_tests_name("pair", tests, NULL, NULL);
}
