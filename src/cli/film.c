#include "config.h"

#include "cli/film.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/text.h"
#include "base/file.h"

static bool is_gif(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot != NULL && strcasecmp(dot, ".gif") == 0;
}

odd_status film_check(const char *path, odd_error *err)
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
	struct animation *film, const char *path, const char *command, bool once, odd_error *err)
{
	struct bytes file;
	size_t size = strlen(command) + 64;
	char *note = malloc(size);
	if (note == NULL)
		return odd_error_nomem(err);
	snprintf(note, size, "made by oddone " VERSION ": %s", command);
	odd_status status = animation_gif(&file, film, once, note, err);
	if (status == ODD_OK) {
		status = bytes_save(&file, path, err);
		bytes_clear(&file);
	}
	free(note);
	return status;
}

static odd_status save_frames(
	const struct animation *film, const char *dir, char *command, odd_error *err)
{
	struct staging staged;
	char key[][10] = {"Software", "Command"}, software[] = "oddone " VERSION;
	const struct png_text text[] = {{key[0], software}, {key[1], command}};
	odd_status status = staging_begin(&staged, dir, err);
	if (status != ODD_OK)
		return status;
	status = animation_frames(film, staged.dir, text, 2, err);
	if (status == ODD_OK)
		status = staging_commit(&staged, err);
	staging_discard(&staged);
	return status;
}

odd_status film_save(
	struct animation *film, const char *path, const struct settings *s, odd_error *err)
{
	char *command = settings_command(s);
	if (command == NULL)
		return odd_error_nomem(err);
	odd_status status = is_gif(path) ? save_gif(film, path, command, s->figures.once, err)
					 : save_frames(film, path, command, err);
	free(command);
	return status;
}

void film_tell(struct work *w, const struct animation *film, const char *path)
{
	struct stat info;
	char bytes[SHEET_NUMBER];
	size_t count = animation_count(film);
	if (is_gif(path) && stat(path, &info) == 0)
		tell(w, "wrote %s: %zu %s, %.1f s, %s", path, count,
			plural(count, "frame", "frames"), animation_seconds(film),
			text_bytes(bytes, (double)info.st_size));
	else
		tell(w, "wrote %zu %s to %s, %.1f s, and frames.txt for ffmpeg -f concat", count,
			plural(count, "frame", "frames"), path, animation_seconds(film));
}
