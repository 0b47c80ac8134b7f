#include "config.h"

#include "cli/help.h"

#include <string.h>

#include <cblas.h>
#include <jansson.h>
#include <zlib.h>
#ifdef HAVE_MATIO
#include <matio.h>
#endif
#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>
#endif

#include "oddone/base/cpu.h"

enum { WIDTH = 78, HELP_COLUMN = 26 };

/* Words of text from column `at` on, going on in column `indent` after a full line. */
static void wrap(FILE *out, const char *text, int at, int indent)
{
	const char *p = text;
	while (*p != '\0') {
		int length = (int)strcspn(p, " ");
		if (at > indent && at + 1 + length > WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			at = indent;
		} else if (at > indent) {
			putc(' ', out);
			at++;
		}
		fwrite(p, 1, (size_t)length, out);
		at += length;
		p += length;
		while (*p == ' ')
			p++;
	}
	putc('\n', out);
}

static void print_option(FILE *out, const struct option_row *row)
{
	char left[80], right[400];
	char letter[8] = "    ";
	if (row->letter != 0)
		snprintf(letter, sizeof letter, "-%c, ", row->letter);
	int length = snprintf(left, sizeof left, "  %s--%s%s%s", letter, row->name,
		row->argument != NULL ? " " : "", row->argument != NULL ? row->argument : "");
	snprintf(right, sizeof right, "%s%s%s%s", row->help, row->standard != NULL ? " [" : "",
		row->standard != NULL ? row->standard : "", row->standard != NULL ? "]" : "");
	fputs(left, out);
	if (length > HELP_COLUMN - 2)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(out, "%*s", HELP_COLUMN - length, "");
	wrap(out, right, HELP_COLUMN, HELP_COLUMN);
}

void help_command(FILE *out, const struct command *command)
{
	fprintf(out, "usage: oddone %s %s\n\n", command->name, command->usage);
	for (int e = 0; e < 2; e++)
		fprintf(out, "  %s\n      %s\n", command->example[e], command->example_help[e]);
	putc('\n', out);
	wrap(out, command->about, 0, 0);
	fputs("\nOptions [and their defaults]:\n", out);
	for (size_t i = 0; i < command->option_count; i++)
		print_option(out, &command->options[i]);
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
	fputs("  help       the help of a subcommand\n\n"
	      "NETWORK is a directory, a file, or the name of a bundled sample. The format is\n"
	      "recognised by what is there: oddone text, LINQS, CSV, MATLAB, GraphML, GML,\n"
	      "Pajek; any file may be gzipped.\n\n"
	      "  oddone SUBCOMMAND --help   its options\n"
	      "  oddone -V, --version       version and what is built in\n"
	      "  man oddone                 the manual\n",
		out);
}

void help_version(FILE *out)
{
	fprintf(out, "oddone %s\n\n", VERSION);
#ifdef HAVE_OPENBLAS
	const char *blas = openblas_get_config();
	fprintf(out, "  %-12s %.*s\n", "BLAS", (int)strcspn(blas, "\n"), blas);
#else
	fprintf(out, "  %-12s a CBLAS other than OpenBLAS\n", "BLAS");
#endif
	fprintf(out, "  %-12s %s of", "kernels", odd_cpu_set());
	for (size_t i = 0; odd_cpu_available(i) != NULL; i++)
		fprintf(out, "%s %s", i > 0 ? "," : "", odd_cpu_available(i));
	fputs(" that this machine has (ODDONE_CPU)\n", out);
	fprintf(out, "  %-12s jansson %s\n", "JSON", jansson_version_str());
	fprintf(out, "  %-12s zlib %s\n", "gzip", zlibVersion());
#ifdef HAVE_MATIO
	int major, minor, release;
	Mat_GetLibraryVersion(&major, &minor, &release);
	fprintf(out, "  %-12s matio %d.%d.%d\n", "MATLAB", major, minor, release);
#else
	fprintf(out, "  %-12s not built in (needs libmatio-dev)\n", "MATLAB");
#endif
#ifdef HAVE_IGRAPH
	const char *igraph;
	igraph_version(&igraph, NULL, NULL, NULL);
	fprintf(out, "  %-12s igraph %s (also finds communities)\n", "GraphML, GML", igraph);
#else
	fprintf(out, "  %-12s not built in (needs libigraph-dev, which also finds communities)\n",
		"GraphML, GML");
#endif
}

/* ---- for bash and for the tests ----------------------------------------------------------- */

static void completion_values(FILE *out, const struct command *command)
{
	fprintf(out, "\tcase $prev in\n");
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option_row *row = &command->options[i];
		if (row->argument == NULL)
			continue;
		fputs("\t", out);
		if (row->letter != 0)
			fprintf(out, "-%c | ", row->letter);
		fprintf(out, "--%s)\n\t\t", row->name);
		const char *dir = row->words != NULL ? strstr(row->words, "DIR") : NULL;
		int length = row->words == NULL ? 0
			     : dir != NULL      ? (int)(dir - row->words)
						: (int)strlen(row->words);
		while (length > 0 && row->words[length - 1] == ' ')
			length--;
		if (length > 0)
			fprintf(out, "COMPREPLY=($(compgen %s-W '%.*s' -- \"$cur\"))\n\t\t",
				dir != NULL ? "-d " : "", length, row->words);
		else if (dir != NULL)
			fputs("COMPREPLY=($(compgen -d -- \"$cur\"))\n\t\t", out);
		fputs("return\n\t\t;;\n", out);
	}
	fputs("\tesac\n", out);
}

static void completion_command(FILE *out, const struct command *command)
{
	fprintf(out, "_oddone_%s()\n{\n\tlocal cur=$1 prev=$2\n", command->name);
	completion_values(out, command);
	fputs("\tif [[ $cur == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '", out);
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option_row *row = &command->options[i];
		if (row->letter != 0)
			fprintf(out, "-%c ", row->letter);
		fprintf(out, "--%s%s", row->name, i + 1 < command->option_count ? " " : "");
	}
	fputs("' -- \"$cur\"))\n", out);
	if (command->takes_network)
		fputs("\telse\n\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n", out);
	fputs("\tfi\n}\n\n", out);
}

void help_completion(FILE *out)
{
	fputs("# Completion of oddone for bash, made by `oddone --completion bash`.\n\n", out);
	for (size_t i = 0; i < command_count; i++)
		completion_command(out, &commands[i]);
	fputs("_oddone()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	      "\tlocal subcommands='",
		out);
	for (size_t i = 0; i < command_count; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", commands[i].name);
	fputs("'\n\tCOMPREPLY=()\n"
	      "\tif ((COMP_CWORD == 1)); then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$subcommands help --help --version\" -- \"$cur\"))\n"
	      "\telif [[ ${COMP_WORDS[1]} == help ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$subcommands\" -- \"$cur\"))\n"
	      "\telif [[ \" $subcommands \" == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
	      "\t\t\"_oddone_${COMP_WORDS[1]}\" \"$cur\" \"$prev\"\n"
	      "\tfi\n}\n\n"
	      "complete -o filenames -F _oddone oddone\n",
		out);
}

void help_options(FILE *out)
{
	for (size_t i = 0; i < command_count; i++) {
		for (size_t j = 0; j < commands[i].option_count; j++) {
			const struct option_row *row = &commands[i].options[j];
			fprintf(out, "%s\t%c\t%s\t%s\n", commands[i].name,
				row->letter != 0 ? row->letter : '-', row->name,
				row->argument != NULL ? row->argument : "-");
		}
	}
}
