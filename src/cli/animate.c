/* animate.c: a figure after every iteration or sub-step of a run; and animations as files. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"
#include "cli/run.h"
#include "cli/text.h"
#include "project/align.h"

#define ITERATION_SECONDS 0.25 /* as the explorer plays */
#define START_SECONDS 0.8      /* the first frame, and the last */
#define END_SECONDS 2.0
#define USUAL_WIDTH 960u /* pixels, unless asked otherwise */
#define MARGIN 0.04      /* around the points, as a share of their extent */

/* ---- while the run goes on ---------------------------------------------------------------- */

/* Room for one more frame; its map is allocated. */
static odd_status grow(struct frames *f, size_t nodes, odd_error *err)
{
	odd_status status = odd__make_room(&f->capacity, f->count + 1, err,
		{&f->map, sizeof *f->map}, {&f->explained, sizeof *f->explained});
	if (status != ODD_OK)
		return status;
	f->map[f->count] = malloc((2 * nodes + 1) * sizeof **f->map);
	if (f->map[f->count] == NULL)
		return odd_error_nomem(err);
	f->count++;
	return ODD_OK;
}

odd_status frames_watch(void *frames, const odd_one *one, odd_error *err)
{
	struct frames *f = frames;
	odd_projection_options options = run_options_projection(&f->run->settings->run);
	odd_projection p;
	options.method = ODD_PROJECT_PCA; /* t-SNE for every frame would take for ever */
	odd_status status = odd_project(&p, one, &options, &f->job, err);
	if (status != ODD_OK)
		return status;
	status = grow(f, p.xy.rows, err);
	if (status == ODD_OK) {
		for (size_t i = 0; i < p.xy.rows; i++)
			for (size_t d = 0; d < 2; d++)
				f->map[f->count - 1][2 * i + d] = (float)odd_mat_row(p.xy, i)[d];
		memcpy(f->explained[f->count - 1], p.explained, sizeof p.explained);
	}
	odd_projection_clear(&p);
	return status;
}

odd_status frames_begin(struct frames *f, struct run *r, odd_error *err)
{
	memset(f, 0, sizeof *f);
	f->run = r;
	f->job = r->work.job;
	f->job.report = NULL;
	odd_status status = odd_one_snapshot(&f->start, r->study.run, err);
	return status == ODD_OK ? frames_watch(f, r->study.run, err) : status;
}

/* ---- the same bounds for all maps ----------------------------------------------------------- */

static void load(odd_mat to, const float *map)
{
	for (size_t i = 0; i < to.rows; i++)
		for (size_t d = 0; d < 2; d++)
			odd_mat_row(to, i)[d] = (double)map[2 * i + d];
}

static void store(float *map, odd_mat from)
{
	for (size_t i = 0; i < from.rows; i++)
		for (size_t d = 0; d < 2; d++)
			map[2 * i + d] = (float)odd_mat_row(from, i)[d];
}

static void find_bounds(struct frames *f, size_t nodes)
{
	double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
	for (size_t t = 0; t < f->count; t++) {
		for (size_t i = 0; i < 2 * nodes; i++) {
			double v = (double)f->map[t][i];
			lo[i % 2] = fmin(lo[i % 2], v);
			hi[i % 2] = fmax(hi[i % 2], v);
		}
	}
	for (int d = 0; d < 2; d++) {
		double margin = MARGIN * (hi[d] - lo[d]);
		if (!(margin > 0.0))
			margin = 1.0;
		f->bounds[2 * d] = lo[d] - margin;
		f->bounds[2 * d + 1] = hi[d] + margin;
	}
}

/* Takes the maps of all sub-steps, by running them again. */
static odd_status watch_substeps(struct frames *f, odd_error *err)
{
	odd_one *run = f->run->study.run;
	size_t steps = ODD_SUBSTEPS * f->iterations;
	while (f->count > 1)
		free(f->map[--f->count]);
	odd_one_restore(run, f->start);
	odd_status status = ODD_OK;
	for (size_t i = 0; i < steps && status == ODD_OK; i++) {
		status = odd_one_substep(run, &f->job, err);
		if (status == ODD_OK)
			status = frames_watch(f, run, err);
	}
	return status;
}

/* From the last frame back, each is turned onto the one after it: the animation ends in the map
 * that --figures draws, and no map turns more than it must. */
odd_status frames_settle(struct frames *f, odd_error *err)
{
	size_t nodes = odd_one_look(f->run->study.run).nodes;
	odd_mat before = {NULL, 0, 0, 0}, after = before;
	f->iterations = f->count - 1;
	odd_status status = f->run->settings->figures.each == 0 ? ODD_OK : watch_substeps(f, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&before, nodes, 2, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&after, nodes, 2, err);
	for (size_t t = f->count; status == ODD_OK && t-- > 1;) {
		odd_alignment turn;
		load(after, f->map[t]);
		load(before, f->map[t - 1]);
		odd_align_find(&turn, odd_mat_const(before), odd_mat_const(after), false);
		odd_align_apply(&turn, before);
		store(f->map[t - 1], before);
	}
	if (status == ODD_OK)
		find_bounds(f, nodes);
	odd_mat_free(&before);
	odd_mat_free(&after);
	return status;
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* The result at one moment of the run. */
struct moment {
	struct result result;
	struct ranking *ranking;
	odd_projection map;
	char name[2 * NUMBER_SIZE + 32];
	struct drawing drawing;
	struct figure_look whole; /* with the loss axis of all frames */
};

static odd_status make_moment(
	struct moment *m, const struct frames *f, size_t t, const struct run *r, odd_error *err)
{
	struct figure_look *look = &m->drawing.run.look;
	const struct study *s = &r->study;
	shared_release(m->ranking);
	odd_status status =
		ranking_create(&m->ranking, s->network, s->run, &s->options, &f->job, err);
	if (status != ODD_OK)
		return status;
	m->result.scores = &m->ranking->scores;
	m->result.evaluation = &m->ranking->evaluation;
	load(m->map.xy, f->map[t]);
	memcpy(m->map.explained, f->explained[t], sizeof m->map.explained);
	char number[NUMBER_SIZE], all[NUMBER_SIZE];
	const odd_trace *trace = odd_one_trace(r->study.run);
	const odd_trace_point *last = &trace->point[trace->count - 1];
	snprintf(m->name, sizeof m->name, "iteration %s of %s",
		figure_count(number, last->iteration), figure_count(all, f->iterations));
	if (r->settings->figures.each != 0 && t > 0)
		snprintf(m->name + strlen(m->name), sizeof m->name - strlen(m->name), ", after %s",
			odd_substep_get(last->step)->name);
	m->result.trace = trace;
	status = drawing_fill(&m->drawing, &m->result, err);
	look->loss_scale = m->whole.loss_scale;
	memcpy(look->loss_bounds, m->whole.loss_bounds, sizeof look->loss_bounds);
	look->horizon = f->iterations;
	look->projection.bounds = f->bounds;
	return status;
}

static double seconds_of(const struct frames *f, const struct figure_settings *settings, size_t t)
{
	double each = ITERATION_SECONDS / (settings->each == 0 ? 1.0 : ODD_SUBSTEPS);
	double extra = t + 1 == f->count ? END_SECONDS : t == 0 ? START_SECONDS : 0.0;
	return each / settings->speed + extra;
}

static odd_status draw_frame(const struct moment *m, const struct frames *f, size_t t,
	struct animation **out, odd_error *err)
{
	const struct figure_settings *settings = &f->run->settings->figures;
	const struct figure *figure = figure_to_animate(settings);
	struct picture_style style = figures_style(settings);
	struct canvas *canvas = NULL;
	uint8_t *pixels = NULL;
	unsigned width, height;
	style.format = RASTER_PNG;
	if (style.size[0] == 0) {
		style.size[0] = USUAL_WIDTH;
		style.size[1] = USUAL_WIDTH * figure->height / figure->width;
	}
	odd_status status = picture_draw(&canvas, &m->drawing, figure, &style, NULL, 0, err);
	if (status == ODD_OK) {
		raster_size(canvas, &width, &height);
		pixels = malloc((size_t)width * height * 3);
		status = pixels == NULL ? odd_error_nomem(err)
			 : *out == NULL ? animation_create(out, width, height, err)
					: ODD_OK;
	}
	if (status == ODD_OK) {
		raster_pixels(canvas, pixels);
		status = animation_add(*out, pixels, seconds_of(f, settings, t), err);
	}
	free(pixels);
	canvas_free(canvas);
	return status;
}

odd_status frames_draw(struct frames *f, struct animation **out, odd_error *err)
{
	struct run *r = f->run;
	odd_status (*const step)(odd_one *, const odd_job *, odd_error *) =
		r->settings->figures.each == 0 ? odd_one_iterate : odd_one_substep;
	struct moment m = {.result = r->result,
		.map = {.method = ODD_PROJECT_PCA, .source = r->settings->run.project}};
	m.result.map = &m.map;
	m.result.moment = m.name;
	odd_status status = drawing_fill(&m.drawing, &r->result, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&m.map.xy, study_network(&r->study)->nodes, 2, err);
	if (status == ODD_OK) /* while the trace is still the whole one */
		figure_hold_loss(&m.drawing.run);
	m.whole = m.drawing.run.look;
	if (status == ODD_OK)
		odd_one_restore(r->study.run, f->start);
	for (size_t t = 0; t < f->count && status == ODD_OK; t++) {
		odd_job_report(&r->work.job, "frames", (double)t, (double)f->count);
		if (t > 0)
			status = step(r->study.run, &f->job, err);
		if (status == ODD_OK)
			status = make_moment(&m, f, t, r, err);
		if (status == ODD_OK)
			status = draw_frame(&m, f, t, out, err);
		if (status == ODD_OK && odd_job_cancelled(&f->job))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	shared_release(m.ranking);
	odd_projection_clear(&m.map);
	drawing_clear(&m.drawing);
	return status;
}

void frames_clear(struct frames *f)
{
	for (size_t t = 0; t < f->count; t++)
		free(f->map[t]);
	free(f->map);
	free(f->explained);
	odd_snapshot_free(f->start);
	memset(f, 0, sizeof *f);
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool is_gif(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot != NULL && strcasecmp(dot, ".gif") == 0;
}

odd_status animation_check(const char *path, odd_error *err)
{
	odd_file file;
	if (!is_gif(path))
		return staging_check(path, err);
	odd_status status = animation_can_gif(err);
	if (status == ODD_OK)
		status = odd_file_open(&file, path, err);
	if (status == ODD_OK)
		odd_file_discard(&file);
	return status;
}

static odd_status save_gif(
	struct animation *a, const char *path, const char *command, bool once, odd_error *err)
{
	struct bytes file;
	size_t size = strlen(command) + 64;
	char *note = malloc(size);
	if (note == NULL)
		return odd_error_nomem(err);
	snprintf(note, size, "made by oddone " VERSION ": %s", command);
	odd_status status = animation_gif(&file, a, once, note, err);
	if (status == ODD_OK) {
		status = bytes_save(&file, path, err);
		bytes_clear(&file);
	}
	free(note);
	return status;
}

static odd_status save_frames(
	const struct animation *a, const char *dir, char *command, odd_error *err)
{
	struct staging staged;
	char key[][10] = {"Software", "Command"}, software[] = "oddone " VERSION;
	const struct png_text text[] = {{key[0], software}, {key[1], command}};
	odd_status status = staging_begin(&staged, dir, err);
	if (status != ODD_OK)
		return status;
	status = animation_frames(a, staged.dir, text, 2, err);
	if (status == ODD_OK)
		status = staging_commit(&staged, err);
	staging_discard(&staged);
	return status;
}

odd_status animation_save(
	struct animation *a, const char *path, const struct settings *s, odd_error *err)
{
	char *command = settings_command(s);
	if (command == NULL)
		return odd_error_nomem(err);
	odd_status status = is_gif(path) ? save_gif(a, path, command, s->figures.once, err)
					 : save_frames(a, path, command, err);
	free(command);
	return status;
}

void animation_tell(struct work *w, const struct animation *a, const char *path)
{
	struct stat info;
	char bytes[SHEET_NUMBER];
	size_t count = animation_count(a);
	if (is_gif(path) && stat(path, &info) == 0)
		tell(w, "wrote %s: %zu %s, %.1f s, %s", path, count,
			plural(count, "frame", "frames"), animation_seconds(a),
			text_bytes(bytes, (double)info.st_size));
	else
		tell(w, "wrote %zu %s to %s, %.1f s, and frames.txt for ffmpeg -f concat", count,
			plural(count, "frame", "frames"), path, animation_seconds(a));
}
