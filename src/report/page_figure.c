/* page_figure.c: figures inside a page: SVG whose words are words and whose colours follow the
 * page, light or dark. Words are measured as in all pictures, and each says how long it is drawn,
 * so that a browser without that font keeps the layout.
 */
#include "config.h"

#include "report/page.h"

#include <math.h>
#include <stdlib.h>

#include "draw/palette.h"

struct web {
	struct canvas canvas;
	struct canvas *measure; /* a picture that nothing is drawn on */
	FILE *out;
};

static FILE *stream_of(struct canvas *c)
{
	return ((struct web *)c)->out;
}

/* ---- colours: classes s0 … (lines), f0 … (areas), t0 … (words) ------------------------------- */

static void write_colours(FILE *out, enum theme theme)
{
	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct rgb line = palette_rgb((enum role)role, theme);
		const struct rgb text = palette_text_rgb((enum role)role, theme);
		fprintf(out, "--r%d:#%02x%02x%02x;--w%d:#%02x%02x%02x;", role, line.r, line.g,
			line.b, role, text.r, text.g, text.b);
	}
}

void page_colours(FILE *out)
{
	fputs(":root{", out);
	write_colours(out, THEME_LIGHT);
	fputs("}\n@media (prefers-color-scheme: dark){:root{", out);
	write_colours(out, THEME_DARK);
	fputs("}}\n@media print{:root{", out);
	write_colours(out, THEME_LIGHT);
	fputs("}}\n", out);
	for (int role = 0; role < ROLE_COUNT; role++)
		fprintf(out,
			".s%d{stroke:var(--r%d);fill:none}.f%d{fill:var(--r%d)}.t%d{fill:var(--w%d)}\n",
			role, role, role, role, role, role);
	fputs("svg.figure{background:var(--r4);font:12px 'DejaVu Sans',Verdana,sans-serif;"
	      "stroke-linejoin:round;stroke-linecap:round;max-width:100%;height:auto}\n"
	      ".h{paint-order:stroke;stroke:var(--r4);stroke-width:3px}\n",
		out);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void write_shade(FILE *out, const char *what, double part)
{
	if (part < 1.0)
		fprintf(out, " %s=\"%.2f\"", what, part);
}

static double strength(struct pen pen)
{
	return pen.shade > 0.0 && pen.shade < 1.0 ? pen.shade : 1.0;
}

static void begin_line(FILE *out, const char *element, struct pen pen, double width)
{
	static const char *const dash[] = {
		"", " stroke-dasharray=\"6 4\"", " stroke-dasharray=\".1 3.4\""};
	fprintf(out, "<%s class=\"s%d\" stroke-width=\"%.3g\"%s", element, (int)pen.role,
		width * (pen.width > 0.0 ? pen.width : 1.0), dash[pen.dash]);
	write_shade(out, "stroke-opacity", strength(pen));
}

static void web_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	FILE *out = stream_of(c);
	begin_line(out, "polyline", pen, 1.6);
	if (phase > 0.0 && pen.dash != DASH_SOLID)
		fprintf(out, " stroke-dashoffset=\"%.3g\"", phase);
	fputs(" points=\"", out);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "", p[i].x, p[i].y);
	if (n == 1)
		fprintf(out, " %.1f,%.1f", p[0].x, p[0].y);
	fputs("\"/>\n", out);
}

static void web_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	FILE *out = stream_of(c);
	begin_line(out, "line", pen, 0.8);
	fprintf(out, " x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", a.x, a.y, b.x, b.y);
}

static void web_box(struct canvas *c, struct rect r, struct pen pen)
{
	FILE *out = stream_of(c);
	begin_line(out, "rect", pen, pen.flags & PEN_BOLD ? 1.3 : 0.8);
	fprintf(out, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", r.x, r.y,
		fmax(r.w - 1.0, 0.0), fmax(r.h - 1.0, 0.0));
}

static void web_fill(struct canvas *c, struct rect r, struct pen pen)
{
	static const double texture[] = {1.0, 0.6, 0.32};
	FILE *out = stream_of(c);
	fprintf(out, "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.2f\"",
		(int)pen.role, r.x, r.y, r.w, r.h);
	write_shade(out, "fill-opacity",
		strength(pen) * texture[pen.dash] * (pen.flags & PEN_WASH ? 0.22 : 1.0));
	fputs("/>\n", out);
}

/* Shapes about the origin; those that are open are lines. */
static void web_mark(
	struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	static const struct {
		const char *path;
		bool open;
	} of[MARK_COUNT] = {[MARK_POINT] = {"M-1.5,0a1.5,1.5 0 1 0 3,0 1.5,1.5 0 1 0 -3,0", false},
		[MARK_DOT] = {"M-2,0a2,2 0 1 0 4,0 2,2 0 1 0 -4,0", false},
		[MARK_TRIANGLE] = {"M0,-4.2L3.7,2.6H-3.7z", false},
		[MARK_SQUARE] = {"M-3.1,-3.1h6.2v6.2h-6.2z", false},
		[MARK_DIAMOND] = {"M0,-4.4L3.7,0L0,4.4L-3.7,0z", false},
		[MARK_CURSOR] = {"M-4.6,0a4.6,4.6 0 1 0 9.2,0 4.6,4.6 0 1 0 -9.2,0"
				 "M-1,0a1,1 0 1 0 2,0 1,1 0 1 0 -2,0",
			true},
		[MARK_CIRCLE] = {"M-3.4,0a3.4,3.4 0 1 0 6.8,0 3.4,3.4 0 1 0 -6.8,0", false},
		[MARK_RING] = {"M-3.4,0a3.4,3.4 0 1 0 6.8,0 3.4,3.4 0 1 0 -6.8,0", true},
		[MARK_BOX] = {"M-3.1,-3.1h6.2v6.2h-6.2z", true},
		[MARK_LOZENGE] = {"M0,-4.4L3.7,0L0,4.4L-3.7,0z", true},
		[MARK_WEDGE] = {"M0,-4.2L3.7,2.6H-3.7z", true},
		[MARK_FUNNEL] = {"M0,4.2L3.7,-2.6H-3.7z", true},
		[MARK_CROSS] = {"M-2.7,-2.7L2.7,2.7M-2.7,2.7L2.7,-2.7", true},
		[MARK_PLUS] = {"M-3.7,0H3.7M0,-3.7V3.7", true}};
	FILE *out = stream_of(c);
	if (of[shape].path == NULL)
		return;
	fprintf(out, "<path class=\"%c%d\" transform=\"translate(%.1f,%.1f)",
		of[shape].open ? 's' : 'f', (int)pen.role, at.x, at.y);
	if (size != 1.0)
		fprintf(out, "scale(%.3g)", size);
	fprintf(out, "\" d=\"%s\"%s", of[shape].path,
		of[shape].open ? " stroke-width=\"1.3\"" : "");
	write_shade(out, "opacity", strength(pen));
	fputs("/>\n", out);
}

static void web_text(struct canvas *c, struct rect box, const char *utf8, struct pen pen)
{
	FILE *out = stream_of(c);
	const double size = pen.flags & PEN_TITLE ? 15.0 : pen.flags & PEN_SMALL ? 10.5 : 12.0;
	const bool reversed = (pen.flags & PEN_REVERSE) != 0;
	if (utf8[0] == '\0')
		return;
	if (reversed)
		fprintf(out,
			"<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
			(int)pen.role, box.x, box.y, box.w, box.h);
	fprintf(out,
		"<text class=\"t%d%s\" x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" "
		"lengthAdjust=\"spacingAndGlyphs\"",
		reversed ? ROLE_GROUND : (int)pen.role, pen.flags & PEN_HALO ? " h" : "", box.x,
		box.y + box.h / 2.0 + 0.36 * size, box.w);
	if (size != 12.0)
		fprintf(out, " font-size=\"%.3g\"", size);
	if (pen.flags & (PEN_BOLD | PEN_TITLE))
		fputs(" font-weight=\"bold\"", out);
	write_shade(out, "opacity", strength(pen));
	fputs(">", out);
	page_text(out, utf8);
	fputs("</text>\n", out);
}

static struct extent web_extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	return canvas_text_extent(((const struct web *)c)->measure, utf8, pen);
}

static void web_free(struct canvas *c)
{
	struct web *w = (struct web *)c;
	canvas_free(w->measure);
	free(w);
}

static const struct canvas_ops web_ops = {.polyline = web_polyline,
	.rule = web_rule,
	.box = web_box,
	.mark = web_mark,
	.fill = web_fill,
	.text = web_text,
	.text_extent = web_extent,
	.free = web_free};

/* ---- figures ------------------------------------------------------------------------------ */

odd_status page_canvas_begin(struct canvas **out, FILE *stream, double width, double height,
	const char *alt, odd_error *err)
{
	const struct raster_options tiny = {.width = 1, .height = 1, .scale = 1.0};
	struct web *w = calloc(1, sizeof *w);
	*out = NULL;
	if (w == NULL)
		return odd_error_nomem(err);
	odd_status status = raster_create(&w->measure, &tiny, err);
	if (status != ODD_OK) {
		free(w);
		return status;
	}
	w->canvas = *w->measure; /* the same letters */
	w->canvas.memory = NULL;
	w->canvas.ops = &web_ops;
	w->canvas.w = width;
	w->canvas.h = height;
	w->canvas.clip = canvas_area(&w->canvas);
	w->out = stream;
	fprintf(stream,
		"<svg class=\"figure\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		"width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-label=\"",
		width, height, width, height);
	page_text(stream, alt);
	fputs("\">\n", stream);
	*out = &w->canvas;
	return ODD_OK;
}

odd_status page_canvas_end(struct canvas *c, odd_error *err)
{
	const odd_status status = canvas_status(c, err);
	fputs("</svg>\n", stream_of(c));
	canvas_free(c);
	return status;
}

odd_status page_figure(FILE *out, const struct drawing *d, const struct figure *figure,
	const char *alt, odd_error *err)
{
	struct canvas *canvas;
	const double scale = figure_raster_scale(figure, figure->width, figure->height);
	odd_status status = page_canvas_begin(
		&canvas, out, figure->width / scale, figure->height / scale, alt, err);
	if (status != ODD_OK)
		return status;
	status = drawing_draw(d, figure, canvas, err);
	const odd_status ended = page_canvas_end(canvas, status == ODD_OK ? err : NULL);
	return status == ODD_OK ? ended : status;
}
