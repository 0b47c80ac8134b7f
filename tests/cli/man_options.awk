# The options of every subcommand into the man page, from `oddone --completion options`: for each an
# entry of its names, its argument and its sentence. What a page says beyond that stays.
#     awk -f man_options.awk TABLE PAGE
function plain(text)
{
	gsub(/\\-/, "-", text)
	return text
}
function dashed(text)
{
	gsub(/-/, "\\-", text)
	return text
}
function entry(key)
{
	print ".TP"
	print head[key]
	print about[key]
	done[key] = 1
}
# Options that the page has not heard of come last.
function rest(  i)
{
	for (i = 1; listed && i <= count[sub_]; i++)
		if (!((sub_, name[sub_, i]) in done))
			entry(sub_ SUBSEP name[sub_, i])
	listed = 0
}
NR == FNR {
	split($0, f, "\t")
	key = f[1] SUBSEP f[3]
	name[f[1], ++count[f[1]]] = f[3]
	head[key] = (f[2] != "-" ? "\\fB\\-" f[2] "\\fR, " : "") "\\fB" dashed("--" f[3]) "\\fR"
	if (f[4] != "-")
		head[key] = head[key] " \\fI" dashed(f[4]) "\\fR"
	about[key] = dashed(toupper(substr(f[5], 1, 1)) substr(f[5], 2)) "."
	next
}
/^\.S[SH]/ || /^\.PP/ {
	rest()
	if (/^\.S/)
		sub_ = /^\.SS oddone / ? $3 : ""
}
/^\.TP/ && sub_ != "" {
	getline line
	if (match(plain(line), /--[a-z][a-z-]*/)) {
		key = sub_ SUBSEP substr(plain(line), RSTART + 2, RLENGTH - 2)
		listed = 1
		if (key in head) {
			entry(key)
			getline # its sentence as it was
			next
		}
	}
	print
	print line
	next
}
{ print }
END { rest() }
