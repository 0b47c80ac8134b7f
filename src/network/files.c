#include "config.h"

#include "network/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "network/readers.h"
#include "base/file.h"

const odd__format odd__formats[] = {
#define ODD__FORMAT(kind, function, name, begins, needed, ...) \
	{name, begins, needed, {__VA_ARGS__}, .kind = function},
#include "network/formats.def"
};
const size_t odd__format_count = sizeof odd__formats / sizeof *odd__formats;

const char *odd__base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

size_t odd__files_plain_length(const char *name)
{
	static const char *const packed[] = {".gz", ".xz", ".zst"};
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
		size_t n = strlen(packed[i]);
		if (length > n && strcasecmp(name + length - n, packed[i]) == 0)
			return length - n;
	}
	return length;
}

/* Does a name of so many characters end as one of the spellings of a file, "X.dot|X.gv"? *stem is
 * the length of the name before that. */
static bool fits(const char *name, size_t length, const char *file, size_t *stem)
{
	for (const char *at = file; *at != '\0'; at += *at == '|') {
		at += strspn(at, "X*");
		size_t n = strcspn(at, "|");
		*stem = length - n;
		if (length >= n && (length == n) == (*at != '.') &&
			strncasecmp(name + length - n, at, n) == 0)
			return true;
		at += n;
	}
	return false;
}

/* What a file name says, letters in either case: the file of formats.def, NULL for none. */
static const char *recognise(const char *name, size_t *stem, const odd__format **format)
{
	size_t length = odd__files_plain_length(name);
	for (size_t f = 0; f < odd__format_count; f++) {
		*format = &odd__formats[f];
		for (const char *const *file = (*format)->file; *file != NULL; file++)
			if (fits(name, length, *file, stem))
				return *file;
	}
	return NULL;
}

/* Does a text begin with a pattern, to its end or a |, letters in either case? A blank stands for
 * any blanks, an @ for a name. */
static bool begins_with(const char *text, const char *pattern)
{
	for (; *pattern != '\0' && *pattern != '|'; pattern++)
		if (*pattern == ' ')
			text += strspn(text, " \t\r\n");
		else if (*pattern == '@')
			text += strcspn(text, " \t\r\n[{");
		else if (tolower((unsigned char)*text++) != tolower((unsigned char)*pattern))
			return false;
	return true;
}

static bool begins_so(const char *first, const char *patterns)
{
	for (const char *p = patterns; p != NULL; p = strchr(p, '|')) {
		p += *p == '|';
		for (const char *at = *p == '~' ? first : NULL; at != NULL;) {
			if (begins_with(at + strspn(at, " \t"), p + 1))
				return true;
			const char *end = strpbrk(at, "\n>");
			at = end != NULL ? end + 1 : NULL; /* behind it, or it is found again */
		}
		if (begins_with(first, p))
			return true;
	}
	return false;
}

/* Behind blanks and a mark of UTF-8 and, if asked, lines of comments. */
static const char *first_of(const char *start, bool comments)
{
	for (;;) {
		start += strspn(start, " \t\r\n\xEF\xBB\xBF");
		if (!comments || (*start != '#' && *start != '%'))
			return start;
		start += strcspn(start, "\n");
	}
}

const odd__format *odd__format_of(const char *start)
{
	for (int comments = 0; comments < 2; comments++)
		for (size_t f = 0; f < odd__format_count; f++)
			if (odd__formats[f].begins != NULL &&
				begins_so(first_of(start, comments != 0), odd__formats[f].begins))
				return &odd__formats[f];
	return NULL;
}

size_t odd__files_stem(const char *name)
{
	size_t stem;
	const odd__format *format;
	return recognise(name, &stem, &format) != NULL ? stem : 0;
}

const odd__format *odd__format_named(const char *name)
{
	size_t stem;
	const odd__format *format;
	return recognise(name, &stem, &format) != NULL ? format : NULL;
}

bool odd__files_leads(const char *name)
{
	size_t stem;
	const odd__format *format;
	const char *file = recognise(name, &stem, &format);
	return file != NULL && file == format->file[0] && name[0] != '.';
}

static void found_clear(odd__found *file)
{
	free(file->path);
	free(file->stem);
}

void odd__files_clear(odd__files *files)
{
	for (size_t i = 0; i < files->count; i++)
		found_clear(&files->file[i]);
	free(files->file);
	memset(files, 0, sizeof *files);
}

static odd_status add(odd__files *files, const char *dir, const char *name, odd_error *err)
{
	size_t stem;
	const odd__format *format;
	const char *what = recognise(name, &stem, &format);
	if (what == NULL || name[0] == '.')
		return ODD_OK;
	odd_status status = odd__make_room(
		&files->capacity, files->count + 1, err, {&files->file, sizeof *files->file});
	if (status != ODD_OK)
		return status;
	odd__found *file = &files->file[files->count++];
	*file = (odd__found){odd_path_join(dir, name), strndup(name, stem), what, format,
		what == format->file[0]};
	return file->path != NULL && file->stem != NULL ? ODD_OK : odd_error_nomem(err);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const odd__found *)a)->path, ((const odd__found *)b)->path);
}

odd_status odd__files_list(odd__files *files, const char *dir, odd_error *err)
{
	odd_status status = ODD_OK;
	DIR *stream = opendir(*dir != '\0' ? dir : ".");
	if (stream == NULL)
		return odd_error_errno(err, *dir != '\0' ? dir : ".", "cannot open");
	while (status == ODD_OK) {
		errno = 0;
		struct dirent *entry = readdir(stream);
		if (entry == NULL) {
			if (errno != 0)
				status = odd_error_errno(err, dir, "cannot read");
			break;
		}
		status = add(files, dir, entry->d_name, err);
	}
	closedir(stream);
	if (status == ODD_OK && files->count > 0)
		qsort(files->file, files->count, sizeof *files->file, by_path);
	return status;
}

static bool has(const odd__format *format, const char *file)
{
	size_t i = 0;
	while (format->file[i] != NULL && strcmp(format->file[i], file) != 0)
		i++;
	return format->file[i] != NULL;
}

/* Can a file be part of the network that the named one belongs to? */
static bool goes_with(const odd__found *file, const odd__found *named)
{
	bool together = false;
	for (size_t f = 0; f < odd__format_count; f++)
		together |= has(&odd__formats[f], file->what) && has(&odd__formats[f], named->what);
	return together && strcmp(file->stem, named->stem) == 0 &&
	       strcmp(file->what, named->what) != 0;
}

bool odd__files_narrow(odd__files *files, const char *name)
{
	size_t at = 0, kept = 0;
	while (at < files->count && strcmp(odd__base_name(files->file[at].path), name) != 0)
		at++;
	if (at == files->count)
		return false;
	odd__found named = files->file[at];
	for (size_t i = 0; i < files->count; i++) {
		if (i == at || goes_with(&files->file[i], &named))
			files->file[kept++] = files->file[i];
		else
			found_clear(&files->file[i]);
	}
	files->count = kept;
	return true;
}

odd_status odd__files_find(const odd__found **out, const odd__files *files, const char *what,
	const char *stem, odd_error *err)
{
	*out = NULL;
	for (size_t i = 0; i < files->count; i++) {
		const odd__found *file = &files->file[i];
		if (strcmp(file->what, what) != 0 || strcmp(file->stem, stem) != 0)
			continue;
		if (*out != NULL)
			return odd_error_at(err, ODD_EINPUT, file->path, 0, 0,
				"%.100s is there as well; name the one to be read",
				odd__base_name((*out)->path));
		*out = file;
	}
	return ODD_OK;
}

bool odd__files_links_alone(const odd__found *file, bool named)
{
	return file->format->read == odd__read_csv || /* nodes.csv leads, and is none of links */
	       (named && strcmp(file->what, "X.edges") == 0);
}

odd_status odd__files_missing(const odd__found *beside, const char *what, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, beside->path, 0, 0, "there is no %.100s%s beside it",
		beside->stem, what + strspn(what, "X*"));
}
