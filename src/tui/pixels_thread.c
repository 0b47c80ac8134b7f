/* pixels_thread.c: a draw list becomes pixels, and these the bytes that a terminal shows. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/draw_list.h"
#include "tui/pixels_parts.h"

/* The cells that show a part, row by row. */
static odd_status append_cells(
	struct bytes *out, const struct pixel_part *part, const struct piece *p, odd_error *err)
{
	odd_status status = ODD_OK;
	for (int y = 0; y < p->h && status == ODD_OK; y++) {
		bytes_print(out, "\033[%d;%dH", p->y + y + 1, p->x + 1);
		status = kitty_picture_row(out, part, (unsigned)y, err);
	}
	return status;
}

static odd_status append(struct bytes *out, const struct pixels_job *job, const uint8_t *rgb,
	size_t which, odd_error *err)
{
	const struct piece *p = &job->pieces.of[which];
	const struct pixels_way *way = &job->way;
	unsigned whole = pixels_width(way, job->at.w), wide = (unsigned)p->w * way->cell_w;
	unsigned across = (unsigned)(p->x - job->at.x) * way->cell_w;
	size_t stride = 3 * (size_t)whole;
	unsigned top = (unsigned)(p->y - job->at.y) * way->cell_h;
	unsigned left = pixels_height(way, job->at.h) - top, high = (unsigned)p->h * way->cell_h;
	const struct pixel_part part = {.rgb = rgb +
					       stride * (size_t)(p->y - job->at.y) * way->cell_h +
					       3 * (size_t)(p->x - job->at.x) * way->cell_w,
		.stride = stride,
		.width = wide < whole - across ? wide : whole - across,
		.height = high < left ? high : left,
		.columns = (unsigned)p->w,
		.rows = (unsigned)p->h,
		.cell_w = way->cell_w,
		.cell_h = way->cell_h,
		.id = way->passed ? pixels_number(job->slot, which) : 0,
		.passed = way->passed};
	bytes_print(out, "\033[%d;%dH", p->y + 1, p->x + 1);
	odd_status status = terminal_picture_encode(out, way->protocol, &part, err);
	return status == ODD_OK && way->passed ? append_cells(out, &part, p, err) : status;
}

odd_status pixels_encode(struct bytes *out, const struct pixels_job *job, odd_error *err)
{
	const struct pixels_way *way = &job->way;
	const struct raster_options options = {.width = pixels_width(way, job->at.w),
		.height = pixels_height(way, job->at.h),
		.scale = pixels_scale(way),
		.theme = way->theme,
		.grounded = way->grounded,
		.ground = way->ground,
		.format = RASTER_PNG};
	struct canvas *picture = NULL;
	odd_status status = raster_create(&picture, &options, err);
	if (status != ODD_OK)
		return status;
	uint8_t *rgb = malloc(3 * (size_t)options.width * options.height);
	if (rgb == NULL) {
		status = odd_error_nomem(err);
	} else {
		draw_list_play(&job->draw_list, picture);
		raster_pixels(picture, rgb);
	}
	for (size_t i = 0; i < job->pieces.count && status == ODD_OK; i++)
		status = append(out, job, rgb, i, err);
	free(rgb);
	canvas_free(picture);
	return status;
}

/* With the lock held: the oldest that waits; NULL: none does. */
static struct pixels_job *next_job(struct pixels *p)
{
	struct pixels_job *best = NULL;
	for (int i = 0; i < PIXEL_SLOTS; i++)
		if (p->job[i].waiting && (best == NULL || p->job[i].version < best->version))
			best = &p->job[i];
	return best;
}

static void tell(const struct pixels *p)
{
	ssize_t n;
	do
		n = write(p->pipe[1], "!", 1);
	while (n < 0 && errno == EINTR); /* a full pipe has been told */
}

void *pixels_thread(void *pixels)
{
	struct pixels *p = pixels;
	struct pixels_job *waits;
	pthread_mutex_lock(&p->mutex);
	while (!p->stop) {
		if ((waits = next_job(p)) == NULL) {
			pthread_cond_wait(&p->wake, &p->mutex);
			continue;
		}
		struct pixels_job job = *waits;
		struct pixels_result *result = &p->result[waits - p->job];
		waits->draw_list = (struct bytes){0};
		waits->waiting = false;
		pthread_mutex_unlock(&p->mutex);
		struct bytes bytes = {0};
		if (pixels_encode(&bytes, &job, NULL) != ODD_OK)
			bytes_clear(&bytes); /* no picture, then */
		bytes_clear(&job.draw_list);
		pthread_mutex_lock(&p->mutex);
		bytes_clear(&result->bytes);
		*result = (struct pixels_result){
			bytes.length > 0, job.version, job.place, bytes, job.pieces};
		tell(p);
	}
	pthread_mutex_unlock(&p->mutex);
	return NULL;
}
