/* export.c: the export command: figures and tables of the present place, each file written whole or
 * not at all, and none over another unless that was asked for. */
#include "config.h"

#include <stdio.h>
#include <sys/stat.h>

#include "draw/figures.h"
#include "draw/palette.h"
#include "draw/raster.h"
#include "report/exports.h"
#include "report/picture.h"
#include "report/tables.h"
#include "session/command.h"
#include "session/log.h"
#include "session/xalloc.h"
#include "session/rank_history.h"
#include "session/view.h"
#include "session/why.h"

#define EXPORT_MARKS "marks" /* the scores of the marked nodes */

enum export_exists { EXPORT_REFUSE, EXPORT_REPLACE, EXPORT_NUMBER };

struct export_request {
	const char *what, *path;
	unsigned size[2]; /* 0: the figure's own */
	double scale;     /* of letters and lines; 1 is usual */
	bool slide;
	enum theme theme;
	enum map_colour colour; /* of the map */
	const char *by;         /* a column or an attribute that it is coloured by; NULL: none */
	enum figure_sizes sized;
	enum figure_links links;
	int ego;
	enum figure_loss_view view;
	bool recall;               /* recall over the iterations is laid over the loss */
	double span[2];            /* iterations of the loss; both the same: all */
	const char *selected;      /* a node that is pointed at; NULL: none */
	const char *only;          /* which nodes it shows, as filter has it; NULL: all */
	bool with_data, with_log;  /* beside it: the .tsv behind a figure, the .oddlog so far */
	enum export_exists exists; /* what becomes of a file that is there already */
	const uint32_t *mark;      /* marked nodes, rising */
	size_t mark_count;
	const char *line; /* the command, for the picture to tell */
};

/* ---- files ---------------------------------------------------------------------------------- */

/* The file asked for and those beside it; NULL: not wanted. */
enum { PATH, DATA, LOG, TARGETS };
struct targets {
	char *of[TARGETS];
};

static void targets_clear(struct targets *t)
{
	for (int i = 0; i < TARGETS; i++)
		free(t->of[i]);
	*t = (struct targets){{NULL}};
}

/* "loss-2.png": the stem, a number behind it unless it is 1, and an ending. */
static char *numbered(const char *path, size_t number, const char *ending)
{
	size_t stem = writing_stem(path);
	char *out = xgrow(NULL, stem + strlen(ending) + 32, 1);
	if (number > 1)
		sprintf(out, "%.*s-%zu%s", (int)stem, path, number, ending);
	else
		sprintf(out, "%.*s%s", (int)stem, path, ending);
	return out;
}

static struct targets targets_of(const struct export_request *r, size_t number, bool data)
{
	return (struct targets){{numbered(r->path, number, r->path + writing_stem(r->path)),
		data ? numbered(r->path, number, ".tsv") : NULL,
		r->with_log ? numbered(r->path, number, ".oddlog") : NULL}};
}

/* Which of them is there already; NULL: none. */
static const char *there(const struct targets *t)
{
	struct stat info;
	for (int i = 0; i < TARGETS; i++)
		if (t->of[i] != NULL && lstat(t->of[i], &info) == 0)
			return t->of[i];
	return NULL;
}

static odd_status choose_targets(
	struct targets *out, const struct export_request *r, bool data, odd_error *err)
{
	*out = targets_of(r, 1, data);
	const char *found = there(out);
	if (found == NULL || r->exists == EXPORT_REPLACE)
		return ODD_OK;
	if (r->exists == EXPORT_REFUSE) {
		odd_error_set(err, ODD_EUSAGE,
			"export: %.200s is there already; --replace replaces it, --number writes "
			"another beside it",
			found);
		targets_clear(out);
		return ODD_EUSAGE;
	}
	for (size_t number = 2; there(out) != NULL; number++) {
		targets_clear(out);
		*out = targets_of(r, number, data);
	}
	return ODD_OK;
}

/* "network ends in .graphml", of what can only be written in formats of others. */
static odd_status tell_endings(const struct export_request *r, odd_error *err)
{
	const struct export_file *file;
	char endings[60] = "";
	for (size_t i = 0; (file = export_file_get(i)) != NULL; i++)
		if (file->ending != NULL && strcmp(file->what, r->what) == 0)
			snprintf(endings + strlen(endings), sizeof endings - strlen(endings),
				"%s%s", endings[0] != '\0' ? " or " : "", file->ending);
	if (endings[0] == '\0')
		return odd_error_set(err, ODD_EUSAGE,
			"export: there is no figure or table \"%.40s\"; help export lists them",
			r->what);
	return odd_error_set(
		err, ODD_EUSAGE, "export: %s goes into a file that ends in %s", r->what, endings);
}

/* Which of the three it is: names overlap, and then the ending of the file tells. */
static odd_status find_what(const struct figure **figure, const struct report_table **table,
	const struct export_file **file, const struct export_request *r, odd_error *err)
{
	enum raster_format format;
	bool picture = raster_format_of(&format, r->path);
	*figure = NULL;
	*table = NULL;
	*file = export_file_find(r->what, r->path);
	if (*file != NULL)
		return ODD_OK;
	*figure = figure_every_find(r->what);
	*table = report_table_find(strcmp(r->what, EXPORT_MARKS) == 0 ? "scores" : r->what);
	if (*table != NULL && !table_of_session((*table)->of))
		*table = NULL;
	if (*figure == NULL && *table == NULL)
		return tell_endings(r, err);
	if (picture && *figure == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"export: %s is a table, not a picture; end the name in .tsv or .csv",
			r->what);
	if (*table != NULL && !picture)
		*figure = NULL;
	if (*figure != NULL && !picture)
		return odd_error_set(err, ODD_EUSAGE,
			"export: %.100s ends neither in .png nor .svg nor .pdf", r->path);
	return ODD_OK;
}

/* ---- as a screen has it ---------------------------------------------------------------------- */

/* The nodes that a filter leaves out, on the heap. */
static odd_status hide(
	uint8_t **out, const struct session *s, const struct export_request *r, odd_error *err)
{
	const odd_network *net = session_network(s);
	struct filter wanted = {NULL, 0, NULL};
	struct node_values facts;
	int32_t *kept = NULL;
	uint8_t *hidden = malloc(net->nodes + 1);
	odd_status status = hidden == NULL ? odd_error_nomem(err) : ODD_OK;
	if (status == ODD_OK)
		status = session_node_values(&facts, &kept, s, err);
	facts.mark = r->mark;
	facts.mark_count = r->mark_count;
	if (status == ODD_OK)
		status = filter_parse(&wanted, r->only, &facts, err);
	for (size_t i = 0; status == ODD_OK && i < net->nodes; i++)
		hidden[i] = !filter_passes(&wanted, &facts, i);
	if (status == ODD_OK) {
		*out = hidden;
		hidden = NULL;
	}
	filter_clear(&wanted);
	free(kept);
	free(hidden);
	return status;
}

/* The part that is seen, what is pointed at, and which nodes are left out. */
static odd_status show_as_seen(struct figure_look *look, uint8_t **hidden, const struct session *s,
	const struct export_request *r, odd_error *err)
{
	odd_status status = ODD_OK;
	look->loss_view = r->view;
	look->links = r->links;
	look->by = r->by;
	look->sized = r->sized;
	if (r->by != NULL && !figure_map_by(session_network(s), r->by))
		return odd_error_set(err, ODD_EUSAGE,
			"export: no column or attribute is called \"%.80s\"; "
			"oddone info NETWORK lists them",
			r->by);
	look->ego = r->ego;
	memcpy(look->loss_window, r->span, sizeof r->span);
	if (r->selected != NULL) {
		look->pointing = true;
		status = look_node(
			&look->pointed, session_network(s), session_scores(s), r->selected, err);
	} else if (r->ego > 0) {
		look->pointed = look_selected(s->look);
		look->pointing = look->pointed != SESSION_NONE;
		if (!look->pointing)
			status = odd_error_set(err, ODD_EUSAGE,
				"export: no node is selected; name one with --select");
	}
	if (status == ODD_OK && r->only != NULL)
		status = hide(hidden, s, r, err);
	look->hidden = *hidden;
	return status;
}

static odd_status draw(const struct session *s, struct session_outcome *now,
	const struct figure *figure, const char *path, const struct export_request *r,
	const odd_job *job, odd_error *err)
{
	uint8_t *hidden = NULL;
	struct picture_style style = {.size = {r->size[0], r->size[1]},
		.scale = r->scale,
		.slide = r->slide,
		.theme = r->theme};
	struct drawing d = DRAWING_INIT;
	raster_format_of(&style.format, path);
	now->outcome.options.map_colour = r->colour;
	odd_status status = drawing_fill(&d, &now->outcome, err);
	if (status == ODD_OK)
		status = show_as_seen(&d.run.look, &hidden, s, r, err);
	struct session_recalls *recalls = r->recall ? session_recalls_create(s) : NULL;
	if (recalls != NULL)
		d.run.look.recalls = (struct figure_recalls){
			recalls->at, {recalls->recall[0], recalls->recall[1]}, recalls->count};
	odd_job_report(job, "drawing", 0.0, 1.0);
	if (status == ODD_OK)
		status = picture_save(&d, figure, &now->outcome, &style, path, job, err);
	drawing_clear(&d);
	shared_release(recalls);
	free(hidden);
	return status;
}

/* ---- what only screens have otherwise ----------------------------------------------------------
 */

/* What somebody looks at, whom the file must not disturb. */
struct screens {
	bool lesson;
	size_t why; /* a node, or SESSION_NONE */
};

/* A lesson or an explanation is made for the file. The node is the one that is named, else the one
 * that is explained or selected, else the oddest. */
static odd_status want_screen(struct session *s, const struct figure *figure,
	const struct export_request *r, const odd_job *job, odd_error *err)
{
	size_t node = s->why_node != SESSION_NONE ? s->why_node : look_selected(s->look);
	const char *name = figure != NULL ? figure->name : "";
	if ((strcmp(name, "parabola") == 0 || strcmp(name, "lesson") == 0) && !s->desk.wanted)
		lesson_want(s, true, false, SESSION_NONE);
	if (strcmp(name, "node") != 0)
		return ODD_OK;
	odd_status status = session_refresh(s, job, err);
	if (status == ODD_OK && (r->selected != NULL || node == SESSION_NONE))
		status = look_node(&node, session_network(s), session_scores(s),
			r->selected != NULL ? r->selected : "#1", err);
	if (status == ODD_OK)
		session_why_want(s, node);
	return status;
}

static void want_as_before(struct session *s, const struct screens *before)
{
	if (!before->lesson && s->desk.wanted)
		lesson_want(s, false, false, SESSION_NONE);
	if (before->why != s->why_node)
		session_why_want(s, before->why);
}

/* Would the file be about how many are found? Others leave that out while the truth is hidden. */
static bool tells_recall(const struct figure *figure, const struct report_table *table,
	const struct export_request *r)
{
	const bool numbers = figure == NULL || r->with_data;
	return r->recall ||
	       (figure == NULL && table != NULL && strcmp(table->name, "recall") == 0) ||
	       (figure != NULL && numbers && strcmp(figure->data, "recall") == 0);
}

/* *written: the path, which --number may have changed; on the heap. */
static odd_status export(char **written, struct session *s, const struct export_request *r,
	const odd_job *job, odd_error *err)
{
	const struct figure *figure;
	const struct report_table *table;
	const struct export_file *file;
	struct session_outcome now;
	struct targets to;
	uint8_t *hidden = NULL;
	*written = NULL;
	odd_status status = find_what(&figure, &table, &file, r, err);
	if (status == ODD_OK && atomic_load(&s->secret->kept) && tells_recall(figure, table, r))
		status = odd_error_set(
			err, ODD_EUSAGE, "export: who is odd is hidden; set truth=shown shows it");
	bool data = figure != NULL && r->with_data;
	if (status == ODD_OK)
		status = choose_targets(&to, r, data, err);
	if (status != ODD_OK)
		return status;
	const struct screens before = {s->desk.wanted, s->why_node};
	status = want_screen(s, figure, r, job, err);
	if (status == ODD_OK)
		status = session_refresh(s, job, err);
	if (status == ODD_OK && r->recall && session_network(s)->has_truth)
		status = session_recalls_fill(s, job, err);
	const bool groups = r->by != NULL && strcmp(r->by, "community") == 0;
	if (status == ODD_OK && groups)
		status = session_find_groups(s, job, err);
	/* Before its first points t-SNE lends the map to PCA; a file waits for them. */
	if (status == ODD_OK && s->map->of.method != s->method)
		status = session_settle_map(s, job, err);
	if (status != ODD_OK) {
		want_as_before(s, &before);
		targets_clear(&to);
		return status;
	}
	const char *slash = to.of[LOG] != NULL ? strrchr(to.of[LOG], '/') : NULL;
	const char *log = slash != NULL ? slash + 1 : to.of[LOG];
	const struct report_table *behind = data ? report_table_find(figure->data) : NULL;
	bool maps = figure != NULL ? figure->maps || (data && behind->maps)
		    : file != NULL ? file->maps
				   : table->maps;
	struct command_list recipe;
	session_log_lines(&recipe, s, false);
	command_list_add(&recipe, r->line);
	status = session_outcome_begin(&now, s, maps, &recipe, log, job, err);
	now.outcome.groups = groups ? &s->groups->of : NULL;
	now.outcome.mark = r->mark;
	now.outcome.mark_count = r->mark_count;
	if (status == ODD_OK && r->only != NULL && figure == NULL)
		status = hide(&hidden, s, r, err);
	now.outcome.hidden = hidden;
	if (status == ODD_OK && data)
		status = report_table_save(behind, to.of[DATA], &now.outcome, job, err);
	if (status == ODD_OK && to.of[LOG] != NULL)
		status = session_log_save(s, &recipe, to.of[LOG], err);
	if (status == ODD_OK && figure != NULL)
		status = draw(s, &now, figure, to.of[PATH], r, job, err);
	else if (status == ODD_OK && file != NULL)
		status = export_file_save(file, to.of[PATH], &now.outcome, job, err);
	else if (status == ODD_OK)
		status = report_table_save(table, to.of[PATH], &now.outcome, job, err);
	if (status == ODD_OK) {
		*written = to.of[PATH];
		to.of[PATH] = NULL;
	}
	session_outcome_end(&now);
	want_as_before(s, &before);
	free(hidden);
	command_list_clear(&recipe);
	targets_clear(&to);
	return status;
}

odd_status cmd_export(struct session *s, struct command_call *call, odd_error *err)
{
	const struct arguments *args = call->args;
	struct export_request r = {.scale = 1.0};
	const struct argument *theme = arguments_get(args, "--theme");
	const struct argument *colour = arguments_get(args, "--colour");
	const struct argument *size = arguments_get(args, "--size");
	char *written, *path = writing_path(&s->writing, arguments_text(args, "FILE"));
	r.what = arguments_text(args, "WHAT");
	r.path = path;
	r.scale = arguments_number(args, "--scale", r.scale);
	r.slide = arguments_have(args, "--slide");
	r.with_data = arguments_have(args, "--with-data");
	r.with_log = arguments_have(args, "--with-log");
	if (arguments_have(args, "--replace"))
		r.exists = EXPORT_REPLACE;
	if (arguments_have(args, "--number"))
		r.exists = EXPORT_NUMBER;
	if (theme != NULL)
		r.theme = theme->at == 0 ? THEME_LIGHT : THEME_DARK;
	if (colour != NULL)
		r.colour = (enum map_colour)(MAP_BY_LABEL + colour->at);
	if (size != NULL)
		memcpy(r.size, size->value.extent, sizeof r.size);
	const struct argument *view = arguments_get(args, "--view");
	const struct argument *span = arguments_get(args, "--iterations");
	if (view != NULL)
		r.view = (enum figure_loss_view)(FIGURE_LOSS_TERMS + view->at);
	r.recall = arguments_have(args, "--recall");
	if (span != NULL)
		command_span(r.span, span->text);
	const struct argument *links = arguments_get(args, "--links");
	const struct argument *ego = arguments_get(args, "--ego");
	const struct argument *sized = arguments_get(args, "--sized");
	r.by = arguments_text(args, "--by");
	if (sized != NULL)
		r.sized = (enum figure_sizes)(FIGURE_SIZE_DEGREE + sized->at);
	if (links != NULL)
		r.links = (enum figure_links)(FIGURE_LINKS_NONE + links->at);
	if (ego != NULL)
		r.ego = 1 + ego->at;
	r.selected = arguments_text(args, "--select");
	r.only = arguments_text(args, "--only");
	char *marked = NULL; /* those of the marks that pass */
	uint32_t *mark = look_copy_marks(s->look, &r.mark_count);
	r.mark = mark;
	if (strcmp(r.what, EXPORT_MARKS) == 0) {
		if (r.mark_count == 0) {
			free(mark);
			free(path);
			return odd_error_set(err, ODD_EUSAGE, "export: no node is marked");
		}
		marked = xgrow(NULL, strlen(r.only != NULL ? r.only : "") + 10, 1);
		sprintf(marked, "marked %s", r.only != NULL ? r.only : "");
		r.only = marked;
	}
	/* Played again, it must neither fail nor write over what it wrote. */
	char *again = xgrow(NULL, strlen(call->args->line) + 10, 1);
	sprintf(again, "%s%s", call->args->line, r.exists == EXPORT_REFUSE ? " --number" : "");
	r.line = again;
	odd_status status = export(&written, s, &r, call->job, err);
	free(path);
	free(mark);
	free(marked);
	if (status != ODD_OK) {
		free(again);
		return status;
	}
	char *full = realpath(written, NULL);
	session_say(s, "wrote %.240s%s%s", full != NULL ? full : written,
		r.with_data ? ", its data" : "", r.with_log ? ", the log" : "");
	free(full);
	free(written);
	call->logged = again;
	return ODD_OK;
}
