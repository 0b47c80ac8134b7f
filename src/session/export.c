/* export.c: which files an export writes, and which it leaves alone. */
#include "config.h"

#include "session/export.h"

#include <stdio.h>
#include <sys/stat.h>

#include "draw/raster.h"
#include "oddone/base/file.h"
#include "session/command.h"
#include "session/log.h"
#include "session/memory.h"

/* ---- files ---------------------------------------------------------------------------------- */

/* The file asked for and those beside it; NULL: not wanted. */
struct targets {
	char *path, *data, *log;
};

static void targets_clear(struct targets *t)
{
	free(t->path);
	free(t->data);
	free(t->log);
	*t = (struct targets){NULL, NULL, NULL};
}

/* Where the ending begins. */
static size_t stem_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	const char *name = slash != NULL ? slash + 1 : path;
	return dot != NULL && dot > name ? (size_t)(dot - path) : strlen(path);
}

/* "loss-2.png": the stem, a number behind it unless it is 1, and an ending. */
static char *numbered(const char *path, size_t number, const char *ending)
{
	size_t stem = stem_of(path);
	char *out = memory_grow(NULL, stem + strlen(ending) + 32, 1);
	if (number > 1)
		sprintf(out, "%.*s-%zu%s", (int)stem, path, number, ending);
	else
		sprintf(out, "%.*s%s", (int)stem, path, ending);
	return out;
}

static struct targets targets_of(const struct export_request *r, size_t number, bool data)
{
	return (struct targets){.path = numbered(r->path, number, r->path + stem_of(r->path)),
		.data = data ? numbered(r->path, number, ".tsv") : NULL,
		.log = r->with_log ? numbered(r->path, number, ".oddlog") : NULL};
}

/* Which of them is there already; NULL: none. */
static const char *there(const struct targets *t)
{
	const char *const path[] = {t->path, t->data, t->log};
	struct stat info;
	for (size_t i = 0; i < 3; i++)
		if (path[i] != NULL && lstat(path[i], &info) == 0)
			return path[i];
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

static odd_status write_table(struct session *s, export_writer *write, const char *path,
	const odd_job *job, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	status = write(file.stream, s, job, err);
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}

/* Which of the two it is: names overlap, and then the ending of the file tells. */
static odd_status find_what(const struct figure **figure, export_writer **table,
	const struct export_request *r, odd_error *err)
{
	enum raster_format format;
	bool picture = raster_format_of(&format, r->path);
	*figure = figure_find(r->what);
	*table = export_table_find(r->what);
	if (*figure == NULL && *table == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"export: there is no figure or table \"%.40s\"; help export lists them",
			r->what);
	if (picture && *figure == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"export: %s is a table, not a picture; end the name in .tsv", r->what);
	if (*table != NULL && !picture)
		*figure = NULL;
	if (*figure != NULL && !picture)
		return odd_error_set(err, ODD_EUSAGE,
			"export: %.100s ends neither in .png nor .svg nor .pdf", r->path);
	return ODD_OK;
}

odd_status session_export(char **written, struct session *s, const struct export_request *r,
	const odd_job *job, odd_error *err)
{
	const struct figure *figure;
	export_writer *table;
	struct targets to;
	*written = NULL;
	odd_status status = find_what(&figure, &table, r, err);
	bool data = figure != NULL && r->with_data;
	if (status == ODD_OK)
		status = choose_targets(&to, r, data, err);
	if (status != ODD_OK)
		return status;
	status = session_refresh(s, job, err);
	/* Before its first points t-SNE lends the map to PCA; a file waits for them. */
	if (status == ODD_OK && s->map->method != s->method)
		status = session_settle_map(s, job, err);
	const char *slash = to.log != NULL ? strrchr(to.log, '/') : NULL;
	const char *log = slash != NULL ? slash + 1 : to.log;
	if (status == ODD_OK && data)
		status = write_table(s, export_table_behind(figure), to.data, job, err);
	if (status == ODD_OK && to.log != NULL)
		status = session_log_save(s, to.log, err);
	if (status == ODD_OK)
		status = figure != NULL ? export_figure(s, figure, to.path, log, r, job, err)
					: write_table(s, table, to.path, job, err);
	if (status == ODD_OK) {
		*written = to.path;
		to.path = NULL;
	}
	targets_clear(&to);
	return status;
}
