/* completion.c: what shells offer behind `oddone`, from the tables of subcommands and options. */
#include "config.h"

#include "cli/options.h"

#include <string.h>

/* The words an argument may be, with a blank between them. */
static void completion_words(FILE *out, const odd_option *row)
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

/* Directories or files beside the words; "" for neither. */
static const char *completion_paths(const odd_option *row)
{
	char values[80];
	odd_option_values(values, sizeof values, row);
	return strstr(values, "DIR") != NULL ? " -d" : strcmp(values, "FILE") == 0 ? " -f" : "";
}

static bool has_words(const odd_option *row)
{
	return row->word != NULL || row->choices != NULL || row->names != NULL;
}

/* Does a value hold several words, parted by commas? */
static bool is_list(const odd_option *row)
{
	char values[80];
	odd_option_values(values, sizeof values, row);
	return row->type == ODD_OPTION_AMOUNTS ||
	       (row->names != NULL && strchr(values, ',') != NULL);
}

/* ---- bash ----------------------------------------------------------------------------------- */

static void bash_values(FILE *out, const struct command *command)
{
	fprintf(out, "\tcase $prev in\n");
	for (size_t i = 0; i < command->option_count; i++) {
		const odd_option *row = option_row(command->options[i]);
		if (!odd_option_takes(row))
			continue;
		fputs("\t", out);
		if (row->letter != 0)
			fprintf(out, "-%c | ", row->letter);
		fprintf(out, "--%s)\n\t\t", command->options[i]);
		const char *paths = completion_paths(row);
		if (strcmp(command->options[i], "lesson") == 0)
			fputs("_oddone_offer \"$cur\" \"$(oddone --completion lessons "
			      "2>/dev/null)\" -f\n\t\t",
				out);
		else if (has_words(row)) {
			fprintf(out, "_oddone_%s \"$cur\" '", is_list(row) ? "list" : "offer");
			completion_words(out, row);
			fprintf(out, "'%s\n\t\t", paths);
		} else if (paths[0] != '\0') {
			fprintf(out, "_oddone_offer \"$cur\" ''%s\n\t\t", paths);
		}
		fputs("return\n\t\t;;\n", out);
	}
	fputs("\tesac\n", out);
}

static void bash_command(FILE *out, const struct command *command)
{
	fprintf(out, "_oddone_%s()\n{\n\tlocal cur=$1 prev=$2\n", command->name);
	bash_values(out, command);
	fputs("\tif [[ $cur == -* ]]; then\n\t\t_oddone_offer \"$cur\" '", out);
	for (size_t i = 0; i < command->option_count; i++) {
		const odd_option *row = option_row(command->options[i]);
		if (row->letter != 0)
			fprintf(out, "-%c ", row->letter);
		fprintf(out, "--%s%s", command->options[i],
			i + 1 < command->option_count ? " " : "");
	}
	fputs("'\n", out);
	if (command->takes_network == TOUR_NEEDED)
		fputs("\telse\n\t\t_oddone_offer \"$cur\" \"check $(oddone --completion lessons "
		      "2>/dev/null)\" -f\n",
			out);
	else if (command->takes_network >= LOG_NEEDED)
		fputs("\telse\n\t\t_oddone_offer \"$cur\" '' -f\n", out);
	else if (command->takes_network != NETWORK_NONE)
		fputs("\telse\n\t\t_oddone_network \"$cur\"\n", out);
	fputs("\tfi\n}\n\n", out);
}

void completion_bash(FILE *out)
{
	fputs("# Completion of oddone for bash, made by `oddone --completion bash`.\n\n"
	      "# _oddone_offer CUR WORDS [-f|-d]: words, and files or directories, also with blanks\n"
	      "_oddone_offer()\n{\n"
	      "\tmapfile -t COMPREPLY < <(\n"
	      "\t\tcompgen -W \"$2\" -- \"$1\"\n"
	      "\t\t[[ -z $3 ]] || compgen \"$3\" -- \"$1\"\n"
	      "\t)\n}\n\n"
	      "# The same for the last word of a list parted by commas\n"
	      "_oddone_list()\n{\n"
	      "\tlocal before=\n"
	      "\t[[ $1 != *,* ]] || before=${1%,*},\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$2\" -- \"${1##*,}\")\n"
	      "\tcompopt -o nospace +o filenames 2>/dev/null\n}\n\n"
	      "_oddone_network()\n{\n"
	      "\t_oddone_offer \"$1\" \"$(oddone --completion samples 2>/dev/null)\" -f\n}\n\n",
		out);
	for (size_t i = 0; i < command_count; i++)
		bash_command(out, &commands[i]);
	fputs("_oddone()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev\n"
	      "\tlocal subcommands='",
		out);
	for (size_t i = 0; i < command_count; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", commands[i].name);
	fputs("'\n\tCOMPREPLY=()\n"
	      "\t# Words are parted at every =, as in --plant=structural=5,attribute=5: where does this one\n"
	      "\t# begin, and is it the value of an option?\n"
	      "\tlocal at=$COMP_CWORD begins\n"
	      "\t[[ $cur != = ]] || cur=\n"
	      "\twhile ((at > 1)) && [[ ${COMP_WORDS[at]} == = || ${COMP_WORDS[at - 1]} == = ]]; do\n"
	      "\t\t((at--))\n"
	      "\tdone\n"
	      "\tbegins=$at prev=${COMP_WORDS[at - 1]}\n"
	      "\tif ((at < COMP_CWORD)) && [[ ${COMP_WORDS[at]} == -* ]]; then\n"
	      "\t\tprev=${COMP_WORDS[at]} begins=$((at + 2))\n"
	      "\tfi\n"
	      "\t# behind the = of an item of a list stands a number\n"
	      "\tif ((begins < COMP_CWORD)) && [[ $cur != *,* ]]; then\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tif ((COMP_CWORD == 1)); then\n"
	      "\t\t_oddone_offer \"$cur\" \"$subcommands help --help --version "
	      "$(oddone --completion samples 2>/dev/null)\" -f\n"
	      "\telif [[ ${COMP_WORDS[1]} == help ]]; then\n"
	      "\t\t_oddone_offer \"$cur\" \"$subcommands\"\n"
	      "\telif [[ \" $subcommands \" == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
	      "\t\t\"_oddone_${COMP_WORDS[1]}\" \"$cur\" \"$prev\"\n"
	      "\telse\n"
	      "\t\t_oddone_explore \"$cur\" \"$prev\"\n"
	      "\tfi\n}\n\n"
	      "complete -o filenames -F _oddone oddone\n",
		out);
}

/* ---- zsh and fish: the same tables, with the sentences of the options ----------------------- */

/* Text between single quotes of a shell; `also` is written with a backslash before it. */
static void quoted(FILE *out, const char *text, const char *also)
{
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fprintf(out, "%s%c", strchr(also, *text) != NULL ? "\\" : "", *text);
}

static void zsh_option(FILE *out, const char *option, const char *about)
{
	const odd_option *row = option_row(option);
	char values[80];
	if (row->letter != 0)
		fprintf(out, "\t\t'(-%c --%s)'{-%c,--%s", row->letter, option, row->letter, option);
	else
		fprintf(out, "\t\t--%s", option);
	if (odd_option_takes(row))
		putc('=', out);
	fprintf(out, "%s'[", row->letter != 0 ? "}" : "");
	quoted(out, about, "[]:\\");
	putc(']', out);
	if (odd_option_takes(row)) {
		odd_option_values(values, sizeof values, row);
		putc(':', out);
		quoted(out, values, ":\\");
		putc(':', out);
		if (strcmp(option, "lesson") == 0) {
			fputs("_oddone_lesson", out);
		} else if (completion_paths(row)[0] != '\0') {
			const char *files =
				strcmp(completion_paths(row), " -d") == 0 ? "_files -/" : "_files";
			if (has_words(row)) {
				fputs("{compadd -- ", out);
				completion_words(out, row);
				fputs("; ", out);
			}
			fprintf(out, "%s%s", files, has_words(row) ? "}" : "");
		} else if (has_words(row)) {
			fputs(is_list(row) ? " _oddone_list " : "(", out);
			completion_words(out, row);
			fputs(is_list(row) ? "" : ")", out);
		}
	}
	fputs("' \\\n", out);
}

/* What stands behind a subcommand. */
static const char *zsh_words(int takes)
{
	switch (takes) {
	case NETWORK_NONE:
		return "nothing:";
	case TOUR_NEEDED:
		return "tour:_oddone_lesson";
	case LOG_NEEDED:
	case MODEL_NEEDED:
		return "file:_files";
	default:
		return "network:_oddone_network";
	}
}

void completion_zsh(FILE *out)
{
	fputs("#compdef oddone\n"
	      "# Completion of oddone for zsh, made by `oddone --completion zsh`.\n\n"
	      "# Those that come with it, and files\n"
	      "_oddone_network()\n{\n"
	      "\tcompadd -- ${(f)\"$(oddone --completion samples 2>/dev/null)\"}\n\t_files\n}\n\n"
	      "_oddone_lesson()\n{\n"
	      "\tcompadd \"$@\" -- ${(f)\"$(oddone --completion lessons 2>/dev/null)\"}\n"
	      "\t_files\n}\n\n"
	      "# The last word of a list parted by commas\n"
	      "_oddone_list()\n{\n\tcompset -P '*,'\n\tcompadd -S '' -- \"$@\"\n}\n\n"
	      "_oddone()\n{\n\tlocal -a subcommands=(\n",
		out);
	for (size_t i = 0; i < command_count; i++) {
		fprintf(out, "\t\t'%s:", commands[i].name);
		quoted(out, commands[i].summary, ":\\");
		fputs("'\n", out);
	}
	fputs("\t\t'help:the help of a subcommand'\n\t)\n"
	      "\tif ((CURRENT == 2)); then\n"
	      "\t\t_describe subcommand subcommands\n\t\t_oddone_network\n\t\treturn\n\tfi\n"
	      "\tlocal subcommand=$words[2]\n\tshift words\n\t((CURRENT--))\n"
	      "\tcase $subcommand in\n",
		out);
	for (size_t i = 0; i < command_count; i++) {
		fprintf(out, "\t%s)\n\t\t_arguments -s \\\n", commands[i].name);
		for (size_t j = 0; j < commands[i].option_count; j++)
			zsh_option(out, commands[i].options[j],
				option_help(&commands[i], commands[i].options[j]));
		fprintf(out, "\t\t'*:%s'\n\t\t;;\n", zsh_words(commands[i].takes_network));
	}
	fputs("\thelp)\n\t\t_describe subcommand subcommands\n\t\t;;\n\tesac\n}\n\n_oddone \"$@\"\n",
		out);
}

void completion_fish(FILE *out)
{
	fputs("# Completion of oddone for fish, made by `oddone --completion fish`.\n\n"
	      "# The last word of a list parted by commas, behind --option= too\n"
	      "function __oddone_list\n"
	      "    set -l value (commandline -ct | string replace -r -- '^--[a-z-]*=' '')\n"
	      "    set -l before (string replace -rf -- '(.*,)[^,]*$' '$1' \"$value\")\n"
	      "    test -n \"$before\"; or set before ''\n"
	      "    printf '%s\\n' $before$argv\n"
	      "end\n\n",
		out);
	for (size_t i = 0; i < command_count; i++) {
		fprintf(out, "complete -c oddone -n __fish_use_subcommand -a %s -d '",
			commands[i].name);
		quoted(out, commands[i].summary, "");
		fputs("'\n", out);
	}
	fputs("complete -c oddone -n __fish_use_subcommand -a '(oddone --completion samples "
	      "2>/dev/null)'\n",
		out);
	for (size_t i = 0; i < command_count; i++) {
		const int takes = commands[i].takes_network;
		if (takes == NETWORK_NEEDED || takes == NETWORK_MAYBE || takes == TOUR_NEEDED)
			fprintf(out,
				"complete -c oddone -n '__fish_seen_subcommand_from %s' -a "
				"'%s(oddone --completion %s 2>/dev/null)'\n",
				commands[i].name, takes == TOUR_NEEDED ? "check " : "",
				takes == TOUR_NEEDED ? "lessons" : "samples");
		for (size_t j = 0; j < commands[i].option_count; j++) {
			const odd_option *row = option_row(commands[i].options[j]);
			fprintf(out, "complete -c oddone -n '__fish_seen_subcommand_from %s' -l %s",
				commands[i].name, commands[i].options[j]);
			if (row->letter != 0)
				fprintf(out, " -s %c", row->letter);
			if (odd_option_takes(row))
				fputs(completion_paths(row)[0] != '\0' ? " -r" : " -x", out);
			if (strcmp(commands[i].options[j], "lesson") == 0) {
				fputs(" -a '(oddone --completion lessons 2>/dev/null)'", out);
			} else if (odd_option_takes(row) && has_words(row)) {
				fputs(is_list(row) ? " -a '(__oddone_list " : " -a '", out);
				completion_words(out, row);
				fputs(is_list(row) ? ")'" : "'", out);
			}
			fputs(" -d '", out);
			quoted(out, option_help(&commands[i], commands[i].options[j]), "");
			fputs("'\n", out);
		}
	}
}
