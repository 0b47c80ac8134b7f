#include "config.h"

#include "tui/pixels.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "draw/draw_list.h"
#include "tui/pixels_parts.h"
#include "tui/terminal.h"

#define LEAST_SECONDS (1.0 / 15) /* between two pictures of a pane */

enum { LEAST_COLUMNS = 12, LEAST_ROWS = 4, USUAL_CELL_W = 8, USUAL_CELL_H = 16 };

/* ---- life cycle ------------------------------------------------------------------------------ */

/* Signals are for the thread of the screen. */
static bool start_thread(struct pixels *p)
{
	sigset_t all, before;
	if (pipe(p->pipe) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		fcntl(p->pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(p->pipe[i], F_SETFL, O_NONBLOCK);
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	p->threaded = pthread_create(&p->thread, NULL, pixels_thread, p) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return p->threaded;
}

struct pixels *pixels_create(bool threaded)
{
	struct pixels *p = calloc(1, sizeof *p);
	if (p == NULL)
		return NULL;
	p->way.protocol = PIXELS_NONE;
	p->pipe[0] = p->pipe[1] = -1;
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->wake, NULL);
	if (threaded && !start_thread(p)) {
		pixels_free(p);
		return NULL;
	}
	return p;
}

void pixels_free(struct pixels *p)
{
	if (p == NULL)
		return;
	if (p->threaded) {
		pthread_mutex_lock(&p->mutex);
		p->stop = true;
		pthread_cond_signal(&p->wake);
		pthread_mutex_unlock(&p->mutex);
		pthread_join(p->thread, NULL);
	}
	for (int i = 0; i < 2; i++)
		if (p->pipe[i] >= 0)
			close(p->pipe[i]);
	for (int i = 0; i < PIXEL_SLOTS; i++) {
		bytes_clear(&p->slot[i].draw_list);
		bytes_clear(&p->slot[i].kept.bytes);
		bytes_clear(&p->job[i].draw_list);
		bytes_clear(&p->result[i].bytes);
	}
	pthread_cond_destroy(&p->wake);
	pthread_mutex_destroy(&p->mutex);
	free(p);
}

static void touch(struct slot *s)
{
	s->version++;
	s->place++;
	s->kept.ready = false;
}

void pixels_use(struct pixels *p, enum pixel_protocol protocol, const struct terminal_pixels *told)
{
	const bool known = told->cell_w > 0 && told->cell_h > 0;
	p->way = (struct pixels_way){protocol, known ? told->cell_w : USUAL_CELL_W,
		known ? told->cell_h : USUAL_CELL_H, protocol == PIXELS_KITTY && told->passed,
		told->grounded, told->ground, p->way.theme};
	for (int i = 0; i < PIXEL_SLOTS; i++)
		touch(&p->slot[i]);
}

int pixels_fd(const struct pixels *p)
{
	return p != NULL ? p->pipe[0] : -1;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static struct pixels *used(const struct app *app)
{
	struct pixels *p = app->pixels;
	/* A recording is of cells: while it lasts charts are drawn in them. */
	bool drawn = p != NULL && p->way.protocol != PIXELS_NONE && app->recording == NULL;
	return drawn ? p : NULL;
}

void pixels_begin(struct app *app)
{
	struct pixels *p = used(app);
	for (int i = 0; p != NULL && i < PIXEL_SLOTS; i++)
		p->slot[i].wanted = false;
	if (p != NULL && p->way.theme != app->set.theme) {
		p->way.theme = app->set.theme;
		for (int i = 0; i < PIXEL_SLOTS; i++)
			touch(&p->slot[i]);
	}
}

static bool same_piece(const struct piece *a, const struct piece *b)
{
	return a->x == b->x && a->y == b->y && a->w == b->w && a->h == b->h;
}

struct canvas *pixels_open(struct app *app, enum pixel_slot slot, struct rect r)
{
	struct pixels *p = used(app);
	struct canvas *draw_list;
	if (p == NULL || app->no_pixels || r.w < LEAST_COLUMNS || r.h < LEAST_ROWS ||
		(p->way.passed && fmax(r.w, r.h) > KITTY_PICTURE_MOST))
		return NULL;
	struct slot *s = &p->slot[slot];
	const struct piece at = {(int)r.x, (int)r.y, (int)r.w, (int)r.h};
	if (draw_list_create(&draw_list, pixels_width(&p->way, at.w), pixels_height(&p->way, at.h),
		    pixels_scale(&p->way), NULL) != ODD_OK)
		return NULL;
	if (!same_piece(&s->at, &at))
		touch(s);
	s->at = at;
	s->wanted = true;
	return draw_list;
}

void pixels_close(struct app *app, enum pixel_slot slot, struct canvas *draw_list)
{
	struct slot *s = &app->pixels->slot[slot];
	struct bytes drawn = draw_list_take(draw_list);
	if (drawn.length != s->draw_list.length || drawn.length == 0 ||
		memcmp(drawn.data, s->draw_list.data, drawn.length) != 0)
		s->version++;
	bytes_clear(&s->draw_list);
	s->draw_list = drawn;
	cells_reserve(
		app->canvas, (struct rect){s->at.x, s->at.y, s->at.w, s->at.h}, (unsigned)slot + 1);
	canvas_free(draw_list);
}

void pixels_panel(struct app *app, enum pixel_slot slot, figure_panel *panel,
	const struct figure_run *run, struct canvas *c, struct rect r)
{
	struct canvas *draw_list = c == app->canvas ? pixels_open(app, slot, r) : NULL;
	panel(run, draw_list != NULL ? draw_list : c,
		draw_list != NULL ? canvas_area(draw_list) : r);
	if (draw_list != NULL)
		pixels_close(app, slot, draw_list);
}

/* The rows of a slot as pieces: runs of cells that are still the picture's, joined with the same
 * run of the row above. More than there is room for are left out. */
static void find_pieces(struct pieces *out, const struct canvas *c, const struct slot *s, int id)
{
	out->count = 0;
	for (int y = s->at.y; y < s->at.y + s->at.h; y++) {
		for (int x = s->at.x, from; x < s->at.x + s->at.w; x++) {
			for (from = x; x < s->at.x + s->at.w &&
				       cells_at(c, (size_t)x, (size_t)y)->reserved == id;)
				x++;
			size_t i = 0;
			while (i < out->count &&
				!(out->of[i].x == from && out->of[i].w == x - from &&
					out->of[i].y + out->of[i].h == y))
				i++;
			if (x > from && i < out->count)
				out->of[i].h++;
			else if (x > from && out->count < PIECES)
				out->of[out->count++] = (struct piece){from, y, x - from, 1};
		}
	}
}

void pixels_end(struct app *app)
{
	struct pixels *p = used(app);
	for (int i = 0; p != NULL && i < PIXEL_SLOTS; i++) {
		struct slot *s = &p->slot[i];
		struct pieces now;
		if (!s->wanted)
			continue;
		find_pieces(&now, app->canvas, s, i + 1);
		bool same = now.count == s->pieces.count;
		for (size_t k = 0; same && k < now.count; k++)
			same = same_piece(&now.of[k], &s->pieces.of[k]);
		s->pieces = now;
		if (!same)
			touch(s);
	}
}

size_t pixels_inserts(const struct app *app, struct cells_insert out[PIXEL_SLOTS])
{
	const struct pixels *p = used(app);
	size_t n = 0;
	for (int i = 0; p != NULL && !app->no_pixels && i < PIXEL_SLOTS; i++) {
		const struct slot *s = &p->slot[i];
		if (s->wanted)
			out[n++] = (struct cells_insert){.at = {s->at.x, s->at.y, s->at.w, s->at.h},
				.draw_list = &s->draw_list,
				.w = pixels_width(&p->way, s->at.w) / pixels_scale(&p->way)};
	}
	return n;
}

/* ---- showing --------------------------------------------------------------------------------- */

/* kitty keeps pictures apart from cells, unless cells show them. */
static bool apart(const struct pixels *p)
{
	return p->way.protocol == PIXELS_KITTY && !p->way.passed;
}

static void delete_shown(struct app *app, struct slot *s)
{
	const struct pieces *shown = &s->kept.pieces;
	char text[60];
	for (size_t i = 0; s->shown && i < shown->count; i++) {
		snprintf(text, sizeof text, "\033_Ga=d,d=P,x=%d,y=%d\033\\", shown->of[i].x + 1,
			shown->of[i].y + 1);
		terminal_send(app->terminal, text, strlen(text));
	}
	s->shown = false;
}

/* Those that cells show, by their numbers: others of the same terminal are not ours. */
static void delete_numbered(struct app *app)
{
	struct bytes out = {0};
	for (int i = 0; i < PIXEL_SLOTS; i++)
		for (size_t k = 0; k < app->pixels->slot[i].kept.pieces.count; k++)
			kitty_picture_delete(&out, pixels_number(i, k), true, NULL);
	terminal_send(app->terminal, (const char *)out.data, out.length);
	bytes_clear(&out);
}

void pixels_forget(struct app *app)
{
	static const char all[] = "\033_Ga=d,d=A\033\\";
	struct pixels *p = app->pixels;
	bool any = false;
	for (int i = 0; p != NULL && i < PIXEL_SLOTS; i++) {
		any = any || p->slot[i].shown;
		p->slot[i].shown = false;
	}
	if (any && app->terminal != NULL && apart(p))
		terminal_send(app->terminal, all, sizeof all - 1);
	else if (any && app->terminal != NULL && p->way.passed)
		delete_numbered(app);
}

/* Pictures of the other protocols are in the cells themselves, and go with what is written there:
 * all of one that is gone; of one that was cut anew the last rows, which it need not reach down to.
 */
static void uncover(struct terminal *t, const struct slot *s, bool gone)
{
	const struct piece *at = &s->shown_at;
	if (gone)
		terminal_forget(t, at->x, at->y, at->w, at->h);
	for (size_t i = 0; !gone && i < s->pieces.count; i++) {
		const struct piece *now = &s->pieces.of[i];
		terminal_forget(t, now->x, now->y + now->h - 1, now->w, 1);
	}
}

void pixels_clear(struct app *app)
{
	struct pixels *p = used(app);
	for (int i = 0; p != NULL && i < PIXEL_SLOTS; i++) {
		struct slot *s = &p->slot[i];
		bool gone = !s->wanted || !same_piece(&s->at, &s->shown_at);
		bool other = gone || s->kept.place != s->place;
		if (s->shown && other && apart(p))
			delete_shown(app, s);
		else if (s->shown && other && app->terminal != NULL)
			uncover(app->terminal, s, gone);
		s->shown = s->shown && !gone;
	}
}

static void send_kept(struct app *app, struct slot *s)
{
	struct pixels_result *r = &s->kept;
	terminal_send(app->terminal, "\0337", 2);
	terminal_send(app->terminal, (const char *)r->bytes.data, r->bytes.length);
	terminal_send(app->terminal, "\0338", 2);
	s->shown = true;
	s->shown_at = s->at;
	s->shown_version = r->version;
}

static bool copy_bytes(struct bytes *to, const struct bytes *from)
{
	bytes_clear(to);
	bytes_append(to, from->data, from->length);
	return !to->failed;
}

static void post(struct pixels *p, int i)
{
	struct slot *s = &p->slot[i];
	struct pixels_job *job = &p->job[i];
	pthread_mutex_lock(&p->mutex);
	job->waiting = copy_bytes(&job->draw_list, &s->draw_list);
	job->version = s->version;
	job->place = s->place;
	job->slot = i;
	job->at = s->at;
	job->pieces = s->pieces;
	job->way = p->way;
	pthread_cond_signal(&p->wake);
	pthread_mutex_unlock(&p->mutex);
	s->posted = s->version;
	s->when = odd__clock();
}

static bool due(const struct slot *s)
{
	return s->wanted && s->posted != s->version && s->pieces.count > 0;
}

void pixels_post(struct app *app)
{
	struct pixels *p = used(app);
	for (int i = 0; p != NULL && p->threaded && i < PIXEL_SLOTS; i++) {
		struct slot *s = &p->slot[i];
		/* The screen was cleared, and nothing else has changed. */
		if (s->wanted && !s->shown && s->kept.ready && s->kept.place == s->place)
			send_kept(app, s);
		if (due(s) && odd__clock() - s->when >= LEAST_SECONDS)
			post(p, i);
	}
}

double pixels_due(const struct pixels *p)
{
	double least = -1.0, now = odd__clock();
	for (int i = 0; p != NULL && p->way.protocol != PIXELS_NONE && i < PIXEL_SLOTS; i++) {
		const struct slot *s = &p->slot[i];
		double left = s->when + LEAST_SECONDS - now;
		left = left > 0.0 ? left : 0.0;
		if (due(s) && (least < 0.0 || left < least))
			least = left;
	}
	return least;
}

void pixels_receive(struct app *app)
{
	struct pixels *p = app->pixels;
	char drain[64];
	while (read(p->pipe[0], drain, sizeof drain) > 0)
		;
	for (int i = 0; i < PIXEL_SLOTS; i++) {
		struct slot *s = &p->slot[i];
		pthread_mutex_lock(&p->mutex);
		struct pixels_result r = p->result[i];
		p->result[i] = (struct pixels_result){0};
		pthread_mutex_unlock(&p->mutex);
		/* A newer one follows where the picture alone is another, not where its place is.
		 */
		if (!r.ready || r.place != s->place || !s->wanted || used(app) == NULL) {
			bytes_clear(&r.bytes);
			continue;
		}
		if (apart(p))
			delete_shown(app, s);
		bytes_clear(&s->kept.bytes);
		s->kept = r;
		send_kept(app, s);
	}
}
