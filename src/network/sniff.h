/* sniff.h: the format of a single file by what it begins with, where its name says nothing or
 * something else. */
#ifndef ODD_NETWORK_SNIFF_H
#define ODD_NETWORK_SNIFF_H

#include "network/readers.h"

/* The beginning of a file, unpacked, as text to be shown: of UTF-16 what is ASCII, the rest as
 * question marks. False: it is no text, or cannot be read. */
bool odd__sniff_text(char *out, size_t room, const char *path);

/* Does a file begin as a table of text, with two columns at least? */
bool odd__sniff_table(const char *path);

/* Could two files be of one kind, with the same columns? True unless both are tables with headers
 * that differ. */
bool odd__sniff_alike(const char *one, const char *two);

/* The reader for a text in memory that is called so; NULL: none is told. */
odd__read_file *odd__sniff_bytes(
	const odd__bytes *bytes, const char *path, const odd_load_options *options);

/* Read a file by its content. ODD_EINPUT, for what is not recognised, names the nearest format. */
odd_status odd__sniff_read(
	odd_network **out, const odd__source *source, const char *path, odd_error *err);

/* The same for a file whose name says a format of one file: that is what it is, unless it begins as
 * another does. */
odd_status odd__sniff_named(odd_network **out, const odd__source *source, const odd__format *format,
	const char *path, odd_error *err);

#endif
