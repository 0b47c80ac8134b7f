#include "config.h"

#include "cli/options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cblas.h>
#include <expat.h>
#include <jansson.h>
#include <png.h>
#include <zlib.h>
#ifdef HAVE_HDF5
#include <hdf5.h>
#endif
#ifdef HAVE_SQLITE
#include <sqlite3.h>
#endif

#include "cli/text.h"
#include "draw/animation.h"
#include "network/readers.h"
#include "base/cpu.h"
#include "oddone/job.h"
#include "tui/terminal.h"

enum { HELP_COLUMN = 26 };

/* "help: this, that [standard]" */
static char *sentence(const struct command *command, const char *option)
{
	char *text = NULL;
	size_t length;
	const odd_option *row = option_row(option);
	const char *name, *standard = option_standard(command, option);
	FILE *out = open_memstream(&text, &length);
	if (out == NULL)
		return NULL;
	fputs(option_help(command, option), out);
	for (size_t i = 0; row->names != NULL && (name = row->names(i)) != NULL; i++)
		fprintf(out, "%s %s", i > 0 ? "," : ":", name);
	if (standard != NULL)
		fprintf(out, " [%s]", standard);
	return fclose(out) == 0 ? text : NULL;
}

/* "  -k, --dims auto|K"; the length. */
static int print_left(FILE *out, const char *option)
{
	const odd_option *row = option_row(option);
	char left[120], values[80] = "", letter[8] = "    ";
	if (row->letter != 0)
		snprintf(letter, sizeof letter, "-%c, ", row->letter);
	if (odd_option_takes(row))
		odd_option_values(values, sizeof values, row);
	int length = snprintf(left, sizeof left, "  %s--%s%s%s", letter, odd_option_spelling(row),
		values[0] != '\0' ? " " : "", values);
	fputs(left, out);
	return length;
}

static void print_option(FILE *out, const struct command *command, const char *option)
{
	int length = print_left(out, option);
	char *right = sentence(command, option);
	if (length > HELP_COLUMN - 2)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(out, "%*s", HELP_COLUMN - length, "");
	text_wrap(out, right != NULL ? right : option_help(command, option), HELP_COLUMN);
	free(right);
}

void help_command(FILE *out, const struct command *command)
{
	fprintf(out, "usage: oddone %s %s\n\n", command->name, command->usage);
	for (int e = 0; e < 2; e++)
		fprintf(out, "  %s\n      %s\n", command->example[e], command->example_help[e]);
	putc('\n', out);
	text_wrap(out, command->about, 0);
	fputs("\nOptions [and their defaults]:\n", out);
	for (size_t i = 0; i < command->option_count; i++)
		print_option(out, command, command->options[i]);
}

/* What NETWORK may be; formats of one name are named once. */
static void print_formats(FILE *out)
{
	char *text = NULL;
	size_t length;
	FILE *all = open_memstream(&text, &length);
	if (all == NULL)
		return;
	fputs("NETWORK is a directory, a file, or the name of a bundled sample. The format is "
	      "recognised by what is there:",
		all);
	for (size_t i = 0; i < odd__format_count; i++)
		if (i == 0 || strcmp(odd__formats[i].name, odd__formats[i - 1].name) != 0)
			fprintf(all, "%s %s", i > 0 ? "," : "", odd__formats[i].name);
	fputs("; any file may be gzipped.", all);
	if (fclose(all) == 0 && text != NULL)
		text_wrap(out, text, 0);
	free(text);
}

void help_overview(FILE *out)
{
	fputs("usage: oddone [NETWORK]\n"
	      "       oddone SUBCOMMAND [options]\n\n"
	      "  oddone\n"
	      "      explore the bundled sample in this terminal; ? helps, Q quits\n"
	      "  oddone run cora/ --plant 5%\n"
	      "      plant outliers into a network of your own and see how many are found\n\n"
	      "oddone finds the odd ones out in attributed networks: nodes whose links, whose\n"
	      "words, or whose links and words together do not fit.\n\n"
	      "Subcommands:\n",
		out);
	for (size_t i = 0; i < command_count; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("  help       the help of a subcommand\n\n", out);
	print_formats(out);
	fputs("\n"
	      "  oddone SUBCOMMAND --help   its options\n"
	      "  oddone -v, --version       version and what is built in\n"
	      "  man oddone                 the manual\n",
		out);
}

/* A row of --version: what it is for, and what does it. */
static void ODD_PRINTF(3, 4) built_with(FILE *out, const char *what, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(out, "  %-14s ", what);
	vfprintf(out, format, arguments);
	fputc('\n', out);
	va_end(arguments);
}

void help_version(FILE *out)
{
	odd_error err;
	fprintf(out, "oddone %s\n\n", VERSION);
#ifdef HAVE_OPENBLAS
	const char *blas = openblas_get_config();
	built_with(out, "BLAS", "%.*s", (int)strcspn(blas, "\n"), blas);
#else
	built_with(out, "BLAS", "a CBLAS other than OpenBLAS");
#endif
	built_with(out, "LAPACK", "LAPACKE");
	fprintf(out, "  %-14s %s of", "kernels", odd_cpu_set());
	for (size_t i = 0; odd_cpu_available(i) != NULL; i++)
		fprintf(out, "%s %s", i > 0 ? "," : "", odd_cpu_available(i));
	fputs(" that this machine has (ODDONE_CPU)\n", out);
#ifdef _OPENMP
	built_with(out, "threads", "OpenMP of the compiler (OMP_NUM_THREADS): %d here",
		odd_job_threads(NULL));
#else
	built_with(out, "threads", "one, built without OpenMP");
#endif
	built_with(out, "screen", "%s", terminal_library());
	built_with(out, "figures", "cairo %s, libpng %s", cairo_version_string(),
		png_get_libpng_ver(NULL));
	built_with(out, "recordings", "%s",
		animation_can_gif(&err) == ODD_OK ? "giflib" : "none (needs libgif-dev)");
	built_with(out, "JSON", "jansson %s", jansson_version_str());
	built_with(out, "packed files", "zlib %s%s%s", zlibVersion(),
#ifdef HAVE_LZMA
		", liblzma",
#else
		"",
#endif
#ifdef HAVE_ZSTD
		", zstd"
#else
		""
#endif
	);
#ifdef HAVE_SQLITE
	built_with(out, "databases", "SQLite %s", sqlite3_libversion());
#else
	built_with(out, "databases", "none (needs libsqlite3-dev)");
#endif
#ifdef HAVE_HDF5
	unsigned major, minor, release;
	H5get_libversion(&major, &minor, &release);
	built_with(out, "MATLAB", "5, and 7.3 by HDF5 %u.%u.%u", major, minor, release);
#else
	built_with(out, "MATLAB", "5, without 7.3 (needs libhdf5-dev)");
#endif
	built_with(out, "GraphML, GEXF", "%s", XML_ExpatVersion());
	fputs("\nCopyright 2026 the authors of oddone. MIT licence: free to use, change and pass on, "
	      "without\nwarranty; see COPYING. The libraries have licences of their own: cairo "
	      "the LGPL, the OpenMP\nof gcc the GPL with its exception for compiled programs, the "
	      "others ones of the kind of\nMIT and BSD.\n",
		out);
}

/* ---- the tables for completions, the manual and tests -------------------------------------- */

/* The words an argument may be, with a blank between them. */
static void print_words(FILE *out, const odd_option *row)
{
	const char *at = row->choices, *word, *gap = "";
	bool amounts = row->type == ODD_OPTION_AMOUNTS;
	size_t length;
	if (row->word != NULL || amounts) {
		fputs(amounts ? "5%" : row->word, out);
		gap = " ";
	}
	for (; (word = odd_choice_next(&at, &length)) != NULL; gap = " ")
		if (strncmp(word, "DIR", length) != 0)
			fprintf(out, "%s%.*s%s", gap, (int)length, word, amounts ? "=" : "");
	for (size_t i = 0; row->names != NULL && (word = row->names(i)) != NULL; i++, gap = " ")
		fprintf(out, "%s%s", gap, word);
}

static void print_option_row(FILE *out, const struct command *command, const char *option)
{
	const odd_option *row = option_row(option);
	char values[80] = "-", *about = sentence(command, option);
	if (odd_option_takes(row))
		odd_option_values(values, sizeof values, row);
	bool list = row->type == ODD_OPTION_AMOUNTS ||
		    (row->names != NULL && strchr(values, ',') != NULL);
	fprintf(out, "%s\t%c\t%s\t%s\t%s\t%s\t", command->name,
		row->letter != 0 ? row->letter : '-', odd_option_spelling(row), values,
		about != NULL ? about : "", option_help(command, option));
	print_words(out, row);
	fprintf(out, "\t%s\n", list ? "list" : "word");
	free(about);
}

void help_options(FILE *out)
{
	for (size_t i = 0; i < command_count; i++)
		for (size_t j = 0; j < commands[i].option_count; j++)
			print_option_row(out, &commands[i], commands[i].options[j]);
}

void help_subcommands(FILE *out)
{
	static const char *const takes[] = {[NETWORK_NONE] = "nothing",
		[NETWORK_NEEDED] = "network",
		[NETWORK_MAYBE] = "network",
		[LOG_NEEDED] = "file",
		[TOUR_NEEDED] = "tour",
		[MODEL_NEEDED] = "file"};
	for (size_t i = 0; i < command_count; i++)
		fprintf(out, "%s\t%s\t%s\n", commands[i].name, commands[i].summary,
			takes[commands[i].takes_network]);
}
