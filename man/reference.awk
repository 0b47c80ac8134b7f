# reference.awk: reference pages from the comments of the public headers.
#
#     awk -v form=man -f reference.awk include/oddone/easy.h >oddone-easy.3
#     awk -v form=html -f reference.awk include/oddone/*.h >reference.html
#
# The first comment of a header gives NAME and DESCRIPTION. A comment like "---- title ----" begins a
# section. A comment that stands on declarations belongs to all of them up to an empty line or the
# next comment. Lines of a comment that are indented further are shown as they are. What is for C++
# or the preprocessor alone, and the bodies of inline functions, are left out.

function escape(text)
{
	if (form == "man") {
		gsub(/\\/, "\\e", text)
		gsub(/-/, "\\-", text)
		sub(/^[.']/, "\\\\\\&&", text)
	} else {
		gsub(/&/, "\\&amp;", text)
		gsub(/</, "\\&lt;", text)
		gsub(/>/, "\\&gt;", text)
	}
	return text
}

function heading(text)
{
	print (form == "man" ? ".SS " : "<h3>") escape(toupper(substr(text, 1, 1)) substr(text, 2)) \
		(form == "man" ? "" : "</h3>")
}

function open_lines()
{
	print form == "man" ? ".PP\n.nf\n.ft B" : "<pre>"
}

function close_lines()
{
	print form == "man" ? ".ft R\n.fi" : "</pre>"
}

# Prints a comment: paragraphs, and lines that are indented.
function print_comment(n, line,    i, state, text)
{
	state = ""
	for (i = 1; i <= n; i++) {
		text = line[i]
		if (text == "") {
			if (state == "lines" && line[i + 1] ~ /^    /) {
				print ""
				continue
			}
			leave(state)
			state = ""
			continue
		}
		if (text ~ /^    / && state != "lines") {
			leave(state)
			print form == "man" ? ".PP\n.nf" : "<pre class='lines'>"
			state = "lines"
		} else if (text !~ /^    / && state != "text") {
			leave(state)
			if (form == "man")
				print !declared ? ".PP" : i == 1 ? ".RS 4" : ".RS 4\n.PP"
			else
				print declared ? "<p class='about'>" : "<p>"
			state = "text"
		}
		print escape(text)
	}
	leave(state)
}

function leave(state)
{
	if (state == "lines")
		print form == "man" ? ".fi" : "</pre>"
	else if (state == "text" && form == "html")
		print "</p>"
	else if (state == "text" && declared)
		print ".RE"
}

# Prints declarations with the comment on them.
function flush(    i)
{
	if (codes > 0) {
		open_lines()
		for (i = 1; i <= codes; i++)
			print escape(code[i])
		close_lines()
	}
	if (comments > 0) {
		declared = codes > 0
		print_comment(comments, comment)
		declared = 0
	}
	codes = comments = 0
}

function add_code(text)
{
	sub(/ ODD_PRINTF\([^)]*\)/, "", text)
	gsub(/\t/, "    ", text)
	code[++codes] = text
}

function begin_page(    title, i, all)
{
	title = comment[1]
	sub(/^[a-z]*\.h: */, "", title)
	for (i = 2; i <= comments && comment[i] != ""; i++)
		title = title " " comment[i]
	sub(/\.$/, "", title)
	all = names
	gsub(/ /, ", ", all)
	if (form == "man") {
		printf ".TH ODDONE\\-%s 3 \"\" \"oddone\" \"Library functions\"\n", toupper(header)
		printf ".SH NAME\noddone\\-%s%s \\- %s\n", header, (all == "" ? "" : ", " all), escape(title)
		printf ".SH SYNOPSIS\n.B #include <oddone/%s.h>\n.SH DESCRIPTION\n", header
	} else {
		printf "<h2 id='%s'>&lt;oddone/%s.h&gt;: %s</h2>\n", header, header, escape(title)
	}
	for (; i <= comments; i++)
		rest[i] = comment[i]
	all = comments
	for (i = 1; i <= all; i++)
		comment[i] = (i in rest) ? rest[i] : ""
	delete rest
	print_comment(all, comment)
	comments = 0
	if (form == "man")
		print ".SH DECLARATIONS"
}

function end_page()
{
	flush()
	if (form == "man")
		print ".SH SEE ALSO\n.BR oddone (3)"
}

# The names of the functions of a header, for NAME.
function read_names(file,    line, found, skip)
{
	found = ""
	while ((getline line <file) > 0)
		if (line ~ /^[a-z]/ && line !~ /^(typedef|struct|enum|extern)/ &&
			match(line, /odd_[a-z0-9_]+\(/))
			found = found (found == "" ? "" : " ") substr(line, RSTART, RLENGTH - 1)
	close(file)
	return found
}

BEGIN {
	if (form == "html")
		print "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'/>" \
			"<title>liboddone reference</title><style>\n" \
			"body { font-family: sans-serif; max-width: 56em; margin: 2em auto; padding: 0 1em }\n" \
			"pre { overflow-x: auto; background: #f4f4f4; padding: .5em }\n" \
			"pre.lines { background: none }\n.about { margin-left: 2em }\n" \
			"</style></head><body>\n<h1>liboddone reference</h1>"
}

FNR == 1 {
	if (NR > 1)
		end_page()
	header = FILENAME
	sub(/.*\//, "", header)
	sub(/\.h$/, "", header)
	names = read_names(FILENAME)
	first = 1
	body = depth = hidden = 0
}

# Comments that begin a line.
!body && !depth && /^\/\*/ {
	flush()
	inside = 1
}
inside {
	text = $0
	ends = sub(/ *\*\/$/, "", text)
	sub(/^(\/\*| \*) ?/, "", text)
	if (text !~ /^clang-format/)
		comment[++comments] = text
	if (!ends)
		next
	inside = 0
	if (comments > 0 && comment[comments] == "")
		comments--
	if (first) {
		first = 0
		begin_page()
	} else if (comment[1] ~ /^---- /) {
		text = comment[1]
		gsub(/^-+ | -+$/, "", text)
		heading(text)
		comment[1] = ""
		declared = 0
		print_comment(comments, comment)
		comments = 0
	}
	next
}

# The preprocessor: of conditions only what is for C is shown; macros with values are.
/^#if/ { if (!/_H$/) { hidden++; shown = 0 } next }
/^#else/ { next }
/^#endif/ { if (hidden) hidden--; next }
/^#define ODDONE_[A-Z]*_H$|^#include|^extern "C"/ || hidden { next }
/^#define/ { macro = 1 }
macro {
	add_code($0)
	macro = /\\$/
	next
}

body { # of an inline function
	if (/^}/)
		body = 0
	next
}
/^$/ {
	if (depth == 0)
		flush()
	else
		add_code("")
	next
}
depth == 0 && /^}/ { next } # the end of extern "C"
depth == 0 && /^static inline/ { inline = 1 }
inline {
	if ($0 == "{") {
		code[codes] = code[codes] ";"
		inline = 0
		body = 1
	} else {
		sub(/^static inline /, "")
		add_code($0)
	}
	next
}
{
	add_code($0)
	depth += gsub(/[{]/, "{") - gsub(/[}]/, "}")
}

END {
	end_page()
	if (form == "html")
		print "</body></html>"
}
