/* shards.c: a comparison in parts, on as many machines, and the table of all of them.
 *
 * A part is every N-th cell of the table. It leaves the cells it has finished in DIR/cells, as
 * every comparison with --export does; a file says in words what its numbers depend on. So merging
 * is looking for each cell in all the directories, and believing only those that fit.
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/compare.h"
#include "base/file.h"

enum { MOST_SHARDS = 100000 };

/* "3/16" */
static odd_status read_shard(odd_compare_options *o, const char *text, odd_error *err)
{
	const char *slash = strchr(text, '/');
	char first[24];
	if (slash == NULL || slash == text || (size_t)(slash - text) >= sizeof first)
		return odd_error_set(err, ODD_EUSAGE,
			"--shard: \"%.40s\" is not like 3/16, the third of sixteen parts", text);
	snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
	odd_status status = odd_whole_parse(&o->shards, "--shard", slash + 1, 1, MOST_SHARDS, err);
	if (status == ODD_OK)
		status = odd_whole_parse(&o->shard, "--shard", first, 1, o->shards, err);
	if (status == ODD_OK)
		o->shard--;
	return status;
}

/* ---- merging ------------------------------------------------------------------------------ */

/* DIR/cells, when there is one. */
static odd_status add_cells(struct compare *c, const char *dir, odd_error *err)
{
	struct stat info;
	char *cells = odd_path_join(dir, "cells");
	if (cells == NULL)
		return odd_error_nomem(err);
	if (stat(cells, &info) != 0 || !S_ISDIR(info.st_mode)) {
		free(cells);
		return ODD_OK;
	}
	char **more = realloc(c->kept, (c->keeps + 1) * sizeof *more);
	if (more == NULL) {
		free(cells);
		return odd_error_nomem(err);
	}
	c->kept = more;
	c->kept[c->keeps++] = cells;
	return ODD_OK;
}

/* What one --merge names: the directory of a shard, or one that holds those of several. */
static odd_status add_directory(struct compare *c, const char *dir, odd_error *err)
{
	size_t before = c->keeps;
	odd_status status = add_cells(c, dir, err);
	if (status != ODD_OK)
		return status;
	DIR *stream = opendir(dir);
	if (stream == NULL)
		return odd_error_at(err, ODD_EINPUT, dir, 0, 0, "cannot open: %s", strerror(errno));
	const struct dirent *entry;
	while (status == ODD_OK && (entry = readdir(stream)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		char *path = odd_path_join(dir, entry->d_name);
		status = path != NULL ? add_cells(c, path, err) : odd_error_nomem(err);
		free(path);
	}
	closedir(stream);
	if (status == ODD_OK && c->keeps == before)
		return odd_error_at(err, ODD_EINPUT, dir, 0, 0,
			"neither it nor a directory in it has cells, which --shard leaves");
	return status;
}

odd_status shards_read(struct compare *c, odd_error *err)
{
	const struct settings *s = c->run.settings;
	const char *dir;
	odd_status status = ODD_OK;
	if (s->shard != NULL) {
		if (settings_next(s, "merge", &(size_t){0}) != NULL)
			return odd_error_set(err, ODD_EUSAGE,
				"--shard does a part of the work and --merge none: one of them");
		if (s->output == NULL || s->figures.dir != NULL || s->figures.text)
			return odd_error_set(err, ODD_EUSAGE,
				"--shard needs the directory of --export to keep its part in, and "
				"draws nothing");
		status = read_shard(&c->options, s->shard, err);
	}
	for (size_t at = 0; status == ODD_OK && (dir = settings_next(s, "merge", &at)) != NULL;) {
		status = add_directory(c, dir, err);
		c->options.kept_only = true;
	}
	c->options.kept = (const char *const *)c->kept;
	c->options.keeps = c->keeps;
	return status;
}

void shards_clear(struct compare *c)
{
	for (size_t i = 0; i < c->keeps; i++)
		free(c->kept[i]);
	free(c->kept);
}
