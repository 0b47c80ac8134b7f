#include "config.h"

#include "tui/recording.h"

#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "draw/animation.h"
#include "draw/cells_picture.h"
#include "draw/raster.h"
#include "session/xalloc.h"
#include "tui/pixels.h"
#include "tui/ui_commands.h"

#define SCRIPT_SECONDS 0.5 /* a frame of a script, which has no clock */

enum { WAITING = 8 };

struct frame {
	struct canvas *cells;
	double seconds;
};

struct recording {
	char *path;
	enum theme theme;
	bool mono, threaded;
	struct canvas *last; /* what is seen … */
	double since;        /* … since then */

	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	struct frame waiting[WAITING];
	size_t count;
	bool ended; /* no more frames come */
	int pipe[2];

	struct animation
		*to; /* of the thread alone, as all that follows, until the file is written */
	uint8_t *pixels;
	odd_status status;
	odd_error err;
};

/* ---- the thread ------------------------------------------------------------------------------ */

static odd_status add_picture(struct recording *r, const struct frame *frame, odd_error *err)
{
	struct canvas *picture = NULL;
	unsigned width, height;
	const struct cells_look look = {.mono = r->mono, .caret_x = -1, .caret_y = -1};
	const struct raster_options options = {
		.scale = 1.0, .theme = r->theme, .format = RASTER_PNG};
	odd_status status = cells_picture_create(&picture, frame->cells, &look, &options, err);
	if (status != ODD_OK)
		return status;
	raster_size(picture, &width, &height);
	if (r->to == NULL) {
		status = animation_create(&r->to, width, height, r->theme, err);
		r->pixels = xgrow(NULL, (size_t)width * height, 3);
	}
	if (status == ODD_OK) {
		raster_pixels(picture, r->pixels);
		status = animation_add(r->to, r->pixels, frame->seconds, err);
	}
	canvas_free(picture);
	return status;
}

static void take_frame(struct recording *r, struct frame frame)
{
	if (r->status == ODD_OK)
		r->status = add_picture(r, &frame, &r->err);
	canvas_free(frame.cells);
}

static void write_file(struct recording *r)
{
	struct bytes gif = {0};
	odd_file file;
	if (r->status == ODD_OK && r->to == NULL)
		r->status = odd_error_set(&r->err, ODD_EUSAGE, "nothing was recorded");
	if (r->status == ODD_OK)
		r->status = animation_end(&gif, r->to, "oddone " VERSION, &r->err);
	if (r->status == ODD_OK)
		r->status = odd_file_open(&file, r->path, &r->err);
	if (r->status == ODD_OK) {
		fwrite(gif.data, 1, gif.length, file.stream);
		r->status = odd_file_commit(&file, &r->err);
	}
	bytes_clear(&gif);
}

static void *work(void *payload)
{
	struct recording *r = payload;
	pthread_mutex_lock(&r->mutex);
	while (r->count > 0 || !r->ended) {
		if (r->count == 0) {
			pthread_cond_wait(&r->wake, &r->mutex);
			continue;
		}
		struct frame frame = r->waiting[0];
		memmove(r->waiting, r->waiting + 1, --r->count * sizeof frame);
		pthread_mutex_unlock(&r->mutex);
		take_frame(r, frame);
		pthread_mutex_lock(&r->mutex);
	}
	pthread_mutex_unlock(&r->mutex);
	write_file(r);
	(void)!write(r->pipe[1], "!", 1);
	return NULL;
}

/* ---- the screen's side ----------------------------------------------------------------------- */

/* The screen that was seen up to now is a frame; while too many wait it lasts longer instead. */
static bool pass_on(struct recording *r, double now)
{
	const struct frame frame = {r->last, r->threaded ? now - r->since : SCRIPT_SECONDS};
	bool room = true;
	if (r->threaded) {
		pthread_mutex_lock(&r->mutex);
		room = r->count < WAITING;
		if (room)
			r->waiting[r->count++] = frame;
		pthread_cond_signal(&r->wake);
		pthread_mutex_unlock(&r->mutex);
	} else {
		take_frame(r, frame);
	}
	return room;
}

void recording_frame(struct app *app)
{
	struct recording *r = app->recording;
	double now = app->scripted ? 0.0 : odd__clock();
	if (r == NULL || r->ended || (r->last != NULL && cells_same(r->last, app->canvas)))
		return;
	/* A picture has one size: what is seen at another is left out. */
	if (r->last != NULL && (cells_columns(r->last) != cells_columns(app->canvas) ||
				       cells_rows(r->last) != cells_rows(app->canvas)))
		return;
	if (r->last == NULL || pass_on(r, now))
		r->since = now;
	else
		canvas_free(r->last);
	r->last = NULL;
	(void)cells_copy(&r->last, app->canvas, NULL);
}

static odd_status begin(struct app *app, const struct arguments *args, odd_error *err)
{
	odd_status status = animation_can_gif(err);
	char *path = NULL;
	if (status == ODD_OK)
		status = writing_target(&path, &app->playback.writing, args, err);
	if (status != ODD_OK)
		return status;
	struct recording *r = xgrow(NULL, 1, sizeof *r);
	*r = (struct recording){.path = path,
		.theme = app->set.theme,
		.mono = app->depth == COLOUR_MONO,
		.pipe = {-1, -1}};
	pthread_mutex_init(&r->mutex, NULL);
	pthread_cond_init(&r->wake, NULL);
	r->threaded = !app->scripted && pipe(r->pipe) == 0 &&
		      pthread_create(&r->thread, NULL, work, r) == 0;
	pixels_forget(app);
	app->recording = r;
	app_say(app, "recording into %s; record once more ends it", path);
	return ODD_OK;
}

static void stop(struct app *app)
{
	struct recording *r = app->recording;
	double now = app->scripted ? 0.0 : odd__clock();
	if (r->ended)
		return;
	if (r->last != NULL && !pass_on(r, now))
		canvas_free(r->last);
	r->last = NULL;
	pthread_mutex_lock(&r->mutex);
	r->ended = true;
	pthread_cond_signal(&r->wake);
	pthread_mutex_unlock(&r->mutex);
	if (!r->threaded)
		write_file(r);
}

odd_status ui_record(struct app *app, const struct arguments *args, odd_error *err)
{
	if (arguments_text(args, "FILE") != NULL)
		return app->recording == NULL
			       ? begin(app, args, err)
			       : odd_error_set(err, ODD_EUSAGE,
					 "the screen is recorded already; record alone ends it");
	if (app->recording == NULL)
		return odd_error_set(err, ODD_EUSAGE, "nothing is recorded; say: record FILE.gif");
	stop(app);
	app_say(app, "writing %s", app->recording->path);
	if (!app->recording->threaded)
		recording_look(app);
	return ODD_OK;
}

int recording_fd(const struct recording *r)
{
	return r != NULL && r->threaded ? r->pipe[0] : -1;
}

void recording_look(struct app *app)
{
	struct recording *r = app->recording;
	if (r->threaded)
		pthread_join(r->thread, NULL);
	if (r->status == ODD_OK)
		app_say(app, "wrote %zu pictures, %.1f s, to %s", animation_count(r->to),
			animation_seconds(r->to), r->path);
	else
		app_complain(app, &r->err);
	for (int i = 0; i < 2; i++)
		if (r->pipe[i] >= 0)
			close(r->pipe[i]);
	pthread_mutex_destroy(&r->mutex);
	pthread_cond_destroy(&r->wake);
	canvas_free(r->last);
	animation_free(r->to);
	free(r->pixels);
	free(r->path);
	free(r);
	app->recording = NULL;
}

void recording_end(struct app *app)
{
	if (app->recording == NULL)
		return;
	stop(app);
	recording_look(app);
}
