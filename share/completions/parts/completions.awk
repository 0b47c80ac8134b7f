# The completions of oddone for a shell, from the tables of its subcommands and options:
#     oddone --completion subcommands >subcommands; oddone --completion options >options
#     awk -v shell=bash -v dir=. -f completions.awk subcommands options
# tests/cli/check-completion.sh calls it; ODDONE_UPDATE=1 make check TESTS=... writes the files.
BEGIN {
	FS = "\t"
}
NR == FNR {
	sub_[++subs] = $1
	summary[$1] = $2
	takes[$1] = $3
	next
}
{
	count[$1]++
	key = $1 SUBSEP count[$1]
	letter[key] = $2 == "-" ? "" : $2
	name[key] = $3
	values[key] = $4 == "-" ? "" : $4
	about[key] = $6
	words[key] = $7
	list[key] = $8 == "list"
}
function quoted(text, also,  i, c, out)
{
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		out = out (c == "'" ? "'\\''" : index(also, c) ? "\\" c : c)
	}
	return out
}
function paths(key)
{
	return index(values[key], "DIR") ? "-d" : values[key] == "FILE" ? "-f" : ""
}

# ---- bash ----
function bash_option(key)
{
	if (values[key] == "")
		return
	print "\t" (letter[key] != "" ? "-" letter[key] " | " : "") "--" name[key] ")"
	if (name[key] == "lesson")
		print "\t\t_oddone_offer \"$cur\" \"$(oddone --completion lessons 2>/dev/null)\" -f"
	else if (words[key] != "" || paths(key) != "")
		print "\t\t_oddone_" (list[key] ? "list" : "offer") " \"$cur\" '" words[key] "'" \
			(paths(key) != "" ? " " paths(key) : "")
	print "\t\treturn\n\t\t;;"
}
function bash_command(s,  i, key, all)
{
	print "_oddone_" s "()\n{\n\tlocal cur=$1 prev=$2\n\tcase $prev in"
	for (i = 1; i <= count[s]; i++) {
		key = s SUBSEP i
		bash_option(key)
		all = all (i > 1 ? " " : "") (letter[key] != "" ? "-" letter[key] " " : "") "--" name[key]
	}
	print "\tesac\n\tif [[ $cur == -* ]]; then\n\t\t_oddone_offer \"$cur\" '" all "'"
	if (takes[s] == "tour")
		print "\telse\n\t\t_oddone_offer \"$cur\" \"check $(oddone --completion lessons 2>/dev/null)\" -f"
	else if (takes[s] == "file")
		print "\telse\n\t\t_oddone_offer \"$cur\" '' -f"
	else if (takes[s] != "nothing")
		print "\telse\n\t\t_oddone_network \"$cur\""
	print "\tfi\n}\n"
}
function bash(  i, all)
{
	while ((getline line <(dir "/bash.head")) > 0)
		print line
	for (i = 1; i <= subs; i++) {
		bash_command(sub_[i])
		all = all (i > 1 ? " " : "") sub_[i]
	}
	while ((getline line <(dir "/bash.tail")) > 0) {
		sub(/@SUBCOMMANDS@/, all, line)
		print line
	}
}

# ---- zsh ----
function zsh_option(key,  out)
{
	out = letter[key] != "" ? "'(-" letter[key] " --" name[key] ")'{-" letter[key] ",--" name[key] : "--" name[key]
	out = out (values[key] != "" ? "=" : "") (letter[key] != "" ? "}" : "") "'[" quoted(about[key], "[]:\\") "]"
	if (values[key] != "")
		out = out ":" quoted(values[key], ":\\") ":" zsh_action(key)
	print "\t\t" out "' \\"
}
function zsh_action(key,  files)
{
	files = paths(key) == "-d" ? "_files -/" : "_files"
	if (name[key] == "lesson")
		return "_oddone_lesson"
	if (paths(key) != "")
		return words[key] != "" ? "{compadd -- " words[key] "; " files "}" : files
	if (words[key] != "")
		return list[key] ? " _oddone_list " words[key] : "(" words[key] ")"
	return ""
}
function zsh(  i, j, behind)
{
	behind["nothing"] = "nothing:"
	behind["tour"] = "tour:_oddone_lesson"
	behind["file"] = "file:_files"
	behind["network"] = "network:_oddone_network"
	while ((getline line <(dir "/zsh.head")) > 0)
		print line
	for (i = 1; i <= subs; i++)
		print "\t\t'" sub_[i] ":" quoted(summary[sub_[i]], ":\\") "'"
	print "\t\t'help:the help of a subcommand'\n\t)\n\tif ((CURRENT == 2)); then"
	print "\t\t_describe subcommand subcommands\n\t\t_oddone_network\n\t\treturn\n\tfi"
	print "\tlocal subcommand=$words[2]\n\tshift words\n\t((CURRENT--))\n\tcase $subcommand in"
	for (i = 1; i <= subs; i++) {
		print "\t" sub_[i] ")\n\t\t_arguments -s \\"
		for (j = 1; j <= count[sub_[i]]; j++)
			zsh_option(sub_[i] SUBSEP j)
		print "\t\t'*:" behind[takes[sub_[i]]] "'\n\t\t;;"
	}
	print "\thelp)\n\t\t_describe subcommand subcommands\n\t\t;;\n\tesac\n}\n\n_oddone \"$@\""
}

# ---- fish ----
function fish_option(s, key,  out)
{
	out = "complete -c oddone -n '__fish_seen_subcommand_from " s "' -l " name[key]
	out = out (letter[key] != "" ? " -s " letter[key] : "")
	if (values[key] != "")
		out = out (paths(key) != "" ? " -r" : " -x")
	if (name[key] == "lesson")
		out = out " -a '(oddone --completion lessons 2>/dev/null)'"
	else if (words[key] != "" && values[key] != "")
		out = out (list[key] ? " -a '(__oddone_list " words[key] ")'" : " -a '" words[key] "'")
	print out " -d '" quoted(about[key], "") "'"
}
function fish(  i, j, s)
{
	while ((getline line <(dir "/fish.head")) > 0)
		print line
	for (i = 1; i <= subs; i++)
		print "complete -c oddone -n __fish_use_subcommand -a " sub_[i] " -d '" quoted(summary[sub_[i]], "") "'"
	print "complete -c oddone -n __fish_use_subcommand -a '(oddone --completion samples 2>/dev/null)'"
	for (i = 1; i <= subs; i++) {
		s = sub_[i]
		if (takes[s] == "network" || takes[s] == "tour")
			print "complete -c oddone -n '__fish_seen_subcommand_from " s "' -a '" \
				(takes[s] == "tour" ? "check (oddone --completion lessons" : "(oddone --completion samples") \
				" 2>/dev/null)'"
		for (j = 1; j <= count[s]; j++)
			fish_option(s, s SUBSEP j)
	}
}
END {
	if (shell == "bash")
		bash()
	else if (shell == "zsh")
		zsh()
	else
		fish()
}
