#include "config.h"

#include "draw/axis.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AIR 0.05       /* of the range, on each free side */
#define LARGEST 1e307  /* so that differences stay finite */
#define MOST_STEPS 8.2 /* more ticks than this along an axis are noise */

void range_add(struct range *r, double v)
{
	if (!isfinite(v))
		return;
	/* Plain comparisons: this runs over a million points, and fmin is a call. */
	r->lo = v < r->lo ? v : r->lo;
	r->hi = v > r->hi ? v : r->hi;
	if (v > 0.0 && v < r->positive)
		r->positive = v;
}

void range_add_all(struct range *r, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		range_add(r, v[i]);
}

/* ---- the range ----------------------------------------------------------------------------- */

static void fit_log(struct axis *axis, bool free_lo, bool free_hi, bool tight)
{
	if (!(axis->hi > axis->lo * (1.0 + 1e-9))) {
		axis->lo /= free_lo ? 2.0 : 1.0;
		axis->hi = fmax(axis->hi, axis->lo * 2.0) * (free_hi ? 2.0 : 1.0);
	} else if (!tight) {
		double air = pow(axis->hi / axis->lo, AIR);
		if (!isfinite(air))
			air = 10.0;
		axis->lo /= free_lo ? air : 1.0;
		axis->hi *= free_hi ? air : 1.0;
	}
	axis->lo = fmax(axis->lo, DBL_MIN);
	axis->hi = fmin(axis->hi, LARGEST);
}

static void fit_linear(struct axis *axis, bool free_lo, bool free_hi, bool tight)
{
	double size = fmax(fabs(axis->lo), fabs(axis->hi));
	if (!(axis->hi - axis->lo > 1e-12 * size)) {
		/* All values alike: a tenth around them, or one unit around zero. */
		double around = axis->whole || !(0.1 * size > DBL_MIN) ? 1.0 : 0.1 * size;
		around = fmax(around, 1e-11 * size);
		if (free_lo)
			axis->lo -= around;
		if (free_hi || !free_lo)
			axis->hi += around;
	} else if (!tight) {
		double air = (axis->hi - axis->lo) * AIR;
		axis->lo -= free_lo ? air : 0.0;
		axis->hi += free_hi ? air : 0.0;
	}
}

bool axis_fit(struct axis *axis, const struct axis_spec *spec, struct range data)
{
	bool both = spec->lo == spec->hi, free_lo = both || isnan(spec->lo),
	     free_hi = both || isnan(spec->hi);
	*axis = (struct axis){.scale = spec->rank ? AXIS_LOG : spec->scale,
		.whole = spec->whole,
		.rank = spec->rank,
		.unit = spec->unit,
		.name = spec->name,
		.names = spec->names};
	if ((free_lo || free_hi) && !(data.lo <= data.hi))
		return false;
	if (axis->scale == AXIS_LOG && free_lo && !isfinite(data.positive))
		return false;
	axis->lo = free_lo ? (axis->scale == AXIS_LOG ? data.positive : data.lo) : spec->lo;
	axis->hi = free_hi ? data.hi : spec->hi;
	axis->lo = fmin(fmax(axis->lo, -LARGEST), LARGEST);
	axis->hi = fmin(fmax(axis->hi, -LARGEST), LARGEST);
	if (axis->scale == AXIS_LOG) {
		if (!(axis->lo > 0.0) || !(axis->hi > 0.0))
			return false;
		fit_log(axis, free_lo, free_hi, spec->tight);
		return true;
	}
	if (spec->zero && free_lo && axis->lo >= 0.0) {
		axis->lo = 0.0;
		free_lo = false;
	}
	if (spec->zero && free_hi && axis->hi <= 0.0) {
		axis->hi = 0.0;
		free_hi = axis->lo == 0.0;
	}
	fit_linear(axis, free_lo, free_hi, spec->tight);
	return true;
}

void axis_place(struct axis *axis, double from, double to)
{
	axis->from = from;
	axis->to = to;
}

double axis_map(const struct axis *axis, double v)
{
	double t;
	if (!isfinite(v))
		return NAN;
	if (axis->scale == AXIS_LOG) {
		if (!(v > 0.0))
			return NAN;
		t = (log10(v) - log10(axis->lo)) / (log10(axis->hi) - log10(axis->lo));
	} else {
		double bounded = v < -LARGEST ? -LARGEST : v > LARGEST ? LARGEST : v;
		t = (bounded - axis->lo) / (axis->hi - axis->lo);
	}
	return axis->from + t * (axis->to - axis->from);
}

/* ---- candidates ---------------------------------------------------------------------------- */

/* The n-th of 1, 2, 5, 10, 20, 50, … counted from 10^least. */
static double round_step(int least, int n)
{
	static const double mantissa[3] = {1.0, 2.0, 5.0};
	return mantissa[n % 3] * pow(10.0, least + n / 3);
}

static bool add_tick(struct axis *axis, double value)
{
	if (axis->count == AXIS_TICKS)
		return false;
	axis->tick[axis->count].value = value;
	axis->tick[axis->count].at = axis_map(axis, value);
	axis->count++;
	return true;
}

/* Multiples of step inside the range; false when they are too many. */
static bool linear_ticks(struct axis *axis, double step)
{
	double slack = 1e-9 * (axis->hi - axis->lo);
	double first = ceil((axis->lo - slack) / step), last = floor((axis->hi + slack) / step);
	axis->count = 0;
	if (!(last - first < AXIS_TICKS))
		return false;
	for (double k = first; k <= last; k++)
		add_tick(axis, k == 0.0 ? 0.0 : k * step);
	return true;
}

/* Powers of ten: 1, 2, 5 times each (stride 0), or each stride-th power alone. */
static bool log_ticks(struct axis *axis, int stride)
{
	int first = (int)floor(log10(axis->lo)), last = (int)ceil(log10(axis->hi));
	axis->count = 0;
	for (int e = first; e <= last; e++) {
		for (int m = 0; m < (stride == 0 ? 3 : 1); m++) {
			if (stride > 0 && ((e % stride) + stride) % stride != 0)
				continue;
			double v = round_step(e, m);
			if (v >= axis->lo * (1 - 1e-9) && v <= axis->hi * (1 + 1e-9) &&
				!add_tick(axis, v))
				return false;
		}
	}
	return true;
}

/* Ticks of one step are written alike; those of a log axis each in its own way. */
static void write_labels(struct axis *axis, double step, enum number_form form)
{
	double largest = fmax(fabs(axis->lo), fabs(axis->hi));
	struct number_style style = number_style(largest, step, form);
	for (size_t i = 0; i < axis->count; i++) {
		struct tick *t = &axis->tick[i];
		if (step <= 0.0) {
			double own = pow(10.0, floor(log10(t->value) + 1e-9));
			style = number_style(t->value, own, form);
		}
		t->label[0] = '#';
		number_write(t->label + axis->rank, t->value, &style);
		if (i + 1 == axis->count && axis->unit != NULL)
			strncat(t->label, axis->unit, NUMBER_SIZE - 1 - strlen(t->label));
	}
}

/* Every stride-th name, the last one in any case. */
static bool named_ticks(struct axis *axis, size_t stride)
{
	axis->count = 0;
	for (size_t i = (axis->names - 1) % stride; i < axis->names; i += stride) {
		if (!add_tick(axis, (double)i))
			return false;
		snprintf(axis->tick[axis->count - 1].label, NUMBER_SIZE, "%.*s", NUMBER_SIZE - 1,
			axis->name[i]);
	}
	return true;
}

/* The n-th candidate from fine to coarse; false when there are no more. *fits: it may be used. */
static bool candidate(struct axis *axis, int n, enum number_form form, bool *fits)
{
	static const int stride[] = {0, 1, 2, 3, 5, 10, 20, 50, 100, 200};
	if (axis->name != NULL) {
		*fits = named_ticks(axis, (size_t)n + 1);
		return (size_t)n < axis->names;
	}
	if (axis->scale == AXIS_LOG && (axis->rank || axis->hi / axis->lo >= 10.0)) {
		if (n >= (int)(sizeof stride / sizeof *stride))
			return false;
		*fits = log_ticks(axis, stride[n]);
		if (axis->rank && *fits && axis->tick[axis->count - 1].value < axis->hi)
			*fits = add_tick(axis, axis->hi); /* the last rank, too */
		write_labels(axis, 0.0, form);
		return true;
	}
	if (!(axis->hi > axis->lo) || !isfinite(axis->hi - axis->lo))
		return false;
	int least = (int)floor(log10(axis->hi - axis->lo)) - 2;
	double step = round_step(least, n);
	if (n > 15)
		return false;
	*fits = !(axis->whole && step < 1.0) && linear_ticks(axis, step);
	if (*fits)
		write_labels(axis, step, form);
	return true;
}

/* ---- choosing ------------------------------------------------------------------------------ */

double axis_label_left(
	const struct canvas *c, const struct tick *tick, struct pen pen, double left, double right)
{
	double w = canvas_text_width(c, tick->label, pen);
	double x = fmax(left, fmin(tick->at - w / 2.0, right - w));
	return canvas_snap(c, x);
}

static bool fits_x(
	const struct axis *axis, const struct canvas *c, struct pen pen, double left, double right)
{
	double end = -INFINITY, before = NAN;
	double least = fmax(4.5 * c->char_w, fabs(axis->to - axis->from) / MOST_STEPS);
	for (size_t i = 0; i < axis->count; i++) {
		const struct tick *t = &axis->tick[i];
		double x = axis_label_left(c, t, pen, left, right);
		double w = canvas_text_width(c, t->label, pen);
		if (x < left - 1e-6 || x + w > right + 1e-6)
			return false;
		if (x < end + 2.0 * c->char_w || fabs(t->at - before) < least)
			return false;
		end = x + w;
		before = t->at;
	}
	return true;
}

void axis_ticks_x(
	struct axis *axis, const struct canvas *c, struct pen pen, double left, double right)
{
	for (int form = NUMBER_FULL; form <= NUMBER_SHORT; form++) {
		bool fits;
		/* Fewer than three ticks in full: shorter labels may allow more. */
		for (int n = 0; candidate(axis, n, (enum number_form)form, &fits); n++) {
			if (!fits || !fits_x(axis, c, pen, left, right))
				continue;
			if (axis->count >= (form == NUMBER_FULL ? 3u : 1u))
				return;
			break;
		}
	}
	axis->count = 0;
}

static bool fits_y(const struct axis *axis, const struct canvas *c)
{
	double least = fmax(
		(axis->rank ? 1.9 : 2.2) * c->char_h, fabs(axis->to - axis->from) / MOST_STEPS);
	for (size_t i = 1; i < axis->count; i++) {
		if (fabs(axis->tick[i].at - axis->tick[i - 1].at) < least)
			return false;
	}
	return true;
}

static double widest_label(const struct axis *axis, const struct canvas *c, struct pen pen)
{
	double widest = 0.0;
	for (size_t i = 0; i < axis->count; i++)
		widest = fmax(widest, canvas_text_width(c, axis->tick[i].label, pen));
	return widest;
}

double axis_ticks_y(struct axis *axis, const struct canvas *c, struct pen pen, double wide)
{
	for (int form = NUMBER_FULL; form <= NUMBER_SHORT; form++) {
		bool fits;
		for (int n = 0; candidate(axis, n, (enum number_form)form, &fits); n++) {
			if (!fits || !fits_y(axis, c))
				continue;
			double widest = widest_label(axis, c, pen);
			if (form == NUMBER_SHORT || widest <= wide)
				return widest;
			break;
		}
	}
	axis->count = 0;
	return 0.0;
}
