#include "config.h"

#include "cli/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/text.h"
#include "draw/cells.h"
#include "draw/figures.h"
#include "draw/terminal_picture.h"
#include "tui/terminal.h"
#include "base/file.h"

/* ---- files -------------------------------------------------------------------------------- */

struct picture_style figures_style(const struct figure_settings *f)
{
	return (struct picture_style){.size = {f->size[0], f->size[1]},
		.scale = f->scale,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = f->format};
}

bool figures_need_map(const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	const struct figure *figure;
	for (size_t i = 0; f->dir != NULL && (figure = figure_to_draw(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	for (size_t i = 0; (f->text || f->show) && (figure = figure_to_print(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	return false;
}

/* What goes into files; NULL behind the last. */
static const struct figure *to_draw(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	if (o->history != NULL)
		return i == 0 ? figure_every_find("times") : NULL;
	return o->table != NULL ? compare_figure_get(i, o->compared->tasks) : figure_to_draw(f, i);
}

/* What goes to the terminal, likewise. */
static const struct figure *to_print(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	bool own = o->table != NULL || o->history != NULL;
	return own ? to_draw(o, f, i) : figure_to_print(f, i);
}

size_t figures_count(const struct result *o, const struct figure_settings *f)
{
	size_t count = 0;
	while (to_draw(o, f, count) != NULL)
		count++;
	return count;
}

odd_status figures_write(const struct result *o, const struct figure_settings *f, const char *dir,
	const odd_job *job, odd_error *err)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	const struct picture_style style = figures_style(f);
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	for (size_t i = 0; status == ODD_OK && (figure = to_draw(o, f, i)) != NULL; i++) {
		char name[80];
		odd_job_report(job, "figures", (double)i, (double)figures_count(o, f));
		snprintf(name, sizeof name, "%s.%s", figure->name, ending[f->format]);
		char *path = odd_path_join(dir, name);
		status = path != NULL ? picture_save(&d, figure, o, &style, path, job, err)
				      : odd_error_nomem(err);
		free(path);
	}
	drawing_clear(&d);
	return status;
}

/* ---- characters --------------------------------------------------------------------------- */

/* As wide as the terminal; as high as the figure likes to be, and more when it is wider. */
static void extent_of(size_t size[2], const struct figure *figure, const struct figure_settings *f)
{
	bool pictures = f->dir != NULL || f->frames != NULL; /* then --size is in pixels */
	size[0] = f->size[0] > 0 && !pictures ? f->size[0] : terminal_columns();
	size[1] = figure->rows;
	if (f->size[1] > 0 && !pictures)
		size[1] = f->size[1];
	else if (size[0] > figure->columns)
		size[1] = size[1] * size[0] / figure->columns;
}

static odd_status print_cells(
	FILE *out, struct canvas *canvas, const struct figure_settings *f, odd_error *err)
{
	bool plain;
	enum colour_depth depth = terminal_depth(f->colour, &plain);
	enum theme ground = figure_ground(f, THEME_DARK);
	char *text = NULL;
	odd_status status = canvas_finish(canvas, err);
	if (status == ODD_OK)
		text = plain ? cells_to_text(canvas) : cells_to_ansi(canvas, depth, ground);
	if (status == ODD_OK && text == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		fputs(text, out);
	free(text);
	return status;
}

static odd_status print_drawing(FILE *out, struct drawing *d, const struct result *o,
	const struct figure_settings *f, odd_error *err)
{
	const struct figure *figure;
	odd_status status = ODD_OK;
	for (size_t i = 0; status == ODD_OK; i++) {
		size_t size[2];
		struct canvas *canvas = NULL;
		figure = to_print(o, f, i);
		if (figure == NULL)
			break;
		if (i > 0)
			putc('\n', out);
		extent_of(size, figure, f);
		status = cells_create(&canvas, size[0], size[1], f->screen.glyphs, err);
		if (status == ODD_OK)
			status = drawing_draw(d, figure, canvas, err);
		if (status == ODD_OK)
			status = print_cells(out, canvas, f, err);
		canvas_free(canvas);
	}
	return status;
}

odd_status figures_print(
	FILE *out, const struct result *o, const struct figure_settings *f, odd_error *err)
{
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	if (status == ODD_OK)
		status = print_drawing(out, &d, o, f, err);
	drawing_clear(&d);
	return status;
}

/* ---- pictures in the terminal ------------------------------------------------------------- */

enum { USUAL_CELL_W = 8, USUAL_CELL_H = 16, WIDEST = 120 };

/* What the terminal can do, and the size of its cells. */
static enum pixel_protocol find_way(struct terminal_pixels *told, const struct figure_settings *f)
{
	bool asked = f->screen.pixels == 0 && terminal_query_stdout(told);
	if (!asked) {
		memset(told, 0, sizeof *told);
		terminal_query_cells(told, STDOUT_FILENO);
		told->passed = terminal_is_within_tmux();
	}
	enum pixel_protocol way = terminal_query_protocol(told, f->screen.pixels);
	told->cell_w = told->cell_w > 0 ? told->cell_w : USUAL_CELL_W;
	told->cell_h = told->cell_h > 0 ? told->cell_h : USUAL_CELL_H;
	return way;
}

static unsigned columns_shown(void)
{
	size_t columns = terminal_columns();
	return columns < WIDEST ? (unsigned)columns : WIDEST;
}

static odd_status send_picture(FILE *out, enum pixel_protocol way,
	const struct terminal_pixels *told, struct pixel_part *part, odd_error *err)
{
	struct bytes bytes = {0};
	part->stride = 3 * (size_t)part->width;
	part->cell_w = told->cell_w;
	part->cell_h = told->cell_h;
	part->passed = way == PIXELS_KITTY && told->passed;
	part->id = part->passed ? 16 + getpid() % 80 : 0; /* those of the explorer are above */
	odd_status status = terminal_picture_encode(&bytes, way, part, err);
	for (unsigned row = 0; part->passed && row < part->rows && status == ODD_OK; row++) {
		status = kitty_picture_row(&bytes, part, row, err);
		if (status == ODD_OK && row + 1 < part->rows &&
			bytes_append(&bytes, "\n", 1) != ODD_OK)
			status = odd_error_nomem(err);
	}
	if (status == ODD_OK) {
		(void)!fwrite(bytes.data, 1, bytes.length, out);
		putc('\n', out);
	}
	bytes_clear(&bytes);
	return status;
}

static odd_status show_figure(FILE *out, const struct drawing *d, const struct figure *figure,
	enum pixel_protocol way, const struct terminal_pixels *told,
	const struct figure_settings *f, odd_error *err)
{
	struct canvas *canvas = NULL;
	struct picture_style style = figures_style(f);
	struct pixel_part part = {.columns = columns_shown()};
	style.scale = style.scale > 0.0 ? style.scale : 1.0;
	style.theme = figure_ground(f, THEME_DARK);
	style.format = RASTER_PNG;
	style.size[0] = part.columns * told->cell_w;
	part.rows = style.size[0] * figure->height / figure->width / told->cell_h;
	part.rows = part.rows > 0 ? part.rows : 1;
	if (f->size[0] > 0 && f->dir == NULL && !frames_wanted(f)) { /* else it is in pixels */
		part.columns = f->size[0];
		part.rows = f->size[1];
		style.size[0] = part.columns * told->cell_w;
	}
	style.size[1] = part.rows * told->cell_h;
	part.width = style.size[0];
	part.height = style.size[1];
	uint8_t *rgb = malloc(3 * (size_t)part.width * part.height);
	odd_status status = rgb != NULL ? picture_draw(&canvas, d, figure, &style, NULL, 0, err)
					: odd_error_nomem(err);
	if (status == ODD_OK) {
		raster_pixels(canvas, rgb);
		part.rgb = rgb;
		status = send_picture(out, way, told, &part, err);
	}
	canvas_free(canvas);
	free(rgb);
	return status;
}

odd_status figures_show(FILE *out, const struct result *o, const struct figure_settings *f,
	size_t node, odd_error *err)
{
	struct drawing d = DRAWING_INIT;
	struct terminal_pixels told;
	const struct figure *figure;
	enum pixel_protocol way = find_way(&told, f);
	odd_status status = drawing_fill(&d, o, err);
	d.run.look.pointing = node != SIZE_MAX;
	d.run.look.pointed = node;
	if (status == ODD_OK && way == PIXELS_NONE)
		status = print_drawing(out, &d, o, f, err);
	for (size_t i = 0; status == ODD_OK && way != PIXELS_NONE; i++) {
		figure = to_print(o, f, i);
		if (figure == NULL)
			break;
		status = show_figure(out, &d, figure, way, &told, f, err);
	}
	drawing_clear(&d);
	return status;
}

odd_status picture_show(FILE *out, bool *shown, const uint8_t *rgb, unsigned width, unsigned height,
	const struct figure_settings *f, odd_error *err)
{
	struct terminal_pixels told;
	enum pixel_protocol way = find_way(&told, f);
	bool plain;
	enum colour_depth depth = terminal_depth(f->colour, &plain);
	*shown = terminal_picture_can(NULL) == ODD_OK && (way != PIXELS_NONE || !plain);
	if (!*shown)
		return ODD_OK;
	unsigned columns = columns_shown(), own = (width + told.cell_w - 1) / told.cell_w;
	struct pixel_part part = {.rgb = rgb,
		.width = width,
		.height = height,
		.columns = own < columns ? own : columns,
		.true_colour = depth == COLOUR_TRUE};
	double high = (double)height * part.columns * told.cell_w / width / told.cell_h;
	part.rows = high < 1.0 ? 1 : high > 1000.0 ? 1000 : (unsigned)high;
	return send_picture(out, way == PIXELS_NONE ? PIXELS_SYMBOLS : way, &told, &part, err);
}
