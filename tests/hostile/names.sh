#!/bin/sh
# Names that steer a terminal, turn its text around or are formulas, as ids, labels, words, directories
# and options, through every command and screen: nothing of it comes out as it is, and tables and JSON
# read back to what went in.
. "${srcdir:-.}/tests/cli/lib.sh"
. "$srcdir/tests/hostile/lib.sh"
limits 60 2000 # each
ODDONE_DATA=$srcdir/share/oddone
HOME=$tmp
export ODDONE_DATA HOME
echo x | LC_ALL=C grep -qP x 2>/dev/null || {
	echo "grep has no -P"
	exit 77
}

# clean FILE…: no C0 but tab and line end, no DEL, no C1, no direction marks, and UTF-8 all of it
clean()
{
	for checked in "$@"; do
		[ -e "$checked" ] || {
			fail "$label: no $checked"
			continue
		}
		LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xaf]|\xd8\x9c' "$checked" && {
			fail "$label: $checked steers the terminal"
			LC_ALL=C grep -anP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xaf]|\xd8\x9c' "$checked" | cat -v | head -3
		}
		iconv -f UTF-8 -t UTF-8 "$checked" >/dev/null 2>&1 || fail "$label: $checked is no UTF-8"
	done
}

# try CODE COMMAND…: it ends so, and all it says is clean
try()
{
	label="oddone $(shift && echo "$*" | cat -v)"
	wanted=$1
	shift
	"$ODDONE" "$@" >out 2>err </dev/null
	got=$?
	[ "$got" -eq "$wanted" ] || {
		fail "exit $got instead of $wanted: $label"
		head -3 err | cat -v
	}
	clean out err
}

# ---- the network: ids as they are given, labels, words and its own name of the same kind
esc=$(printf '\033]52;c;cHduZWQ=\007')
evil=$(printf 'n\033[2J\302\2331m\342\200\256x\177\377')
mkdir "$evil"
awk -F'\t' -v OFS='\t' -v esc="$esc" '{ $2 = $2 "=" esc; word = esc
	gsub("=", "%3D", word); $3 = $3 " %3Dw" word; print }' \
	"$srcdir/tests/hostile/files/names/names.nodes" >"$evil/$evil.nodes"
cp "$srcdir/tests/hostile/files/names/names.edges" "$evil/$evil.edges"
printf 'n20\tstructural\n' >"$evil/$evil.truth"

# ---- every command, every format
small="--dims 3 -n 3 -q"
for format in text tsv json; do
	try 0 info "$evil" --format $format
	# shellcheck disable=SC2086
	try 0 run "$evil" $small --format $format --top 99
	try 0 run "$evil" --dims 3 -n 3 --format $format
	# shellcheck disable=SC2086
	try 0 explain "$evil" $small --format $format --top 30 --list 9
	try 0 compare "$evil" -q --dims 3 --methods degree,random --tasks outliers --seeds 1 --format $format
done
# shellcheck disable=SC2086
try 0 run "$evil" $small --text --color never
# shellcheck disable=SC2086
try 0 run "$evil" $small -o "out$evil" --figures figures --figure map
clean out*"$evil"/*.tsv out*"$evil"/run.json
for format in text tsv json; do
	try 0 info figures/map.png --format $format
	try 0 info "$srcdir/tests/hostile/files/escape-in-options.png" --format $format
done
try 0 plant "$evil" -o "planted$evil" --plant structural=1 --plant-style uniform
try 0 convert "$evil" -o "converted$evil"
try 0 generate -o "made$evil" --nodes 30
LC_ALL=C try 0 run "$evil" --dims 3 -n 3 -q --top 99
LC_ALL=C grep -qP '[\x80-\xff]' out && fail "letters that the locale does not have"

# ---- every kind of mistake
try 2 "fly$evil"
try 2 run
try 2 run "$evil" --dims "$evil"
try 2 run "$evil" "--$evil"
try 2 run "$evil" --require "$evil>1"
try 3 run "$evil" --init "$evil"
try 5 run "$evil" --dims 3 -n 1 -q --require "rank@$esc>=1"
try 3 run "none$evil"
try 3 info "none$evil"
try 2 explain "$evil" --dims 3 -n 1 -q --node "$esc"
try 2 compare "$evil" --methods "$evil"
try 2 play "log$evil" "$evil"
try 3 play "log$evil"
try 2 help "$evil"
printf 'a\tx\tw\nb\tx\tw\n' >"bad$evil.nodes"
printf 'a\tb\na\tb\tmany\033[2J\n' >"bad$evil.edges"
try 3 info "bad$evil.edges"
printf 'a\tb\na\tb\t\302\233\n' >"bad$evil.edges"
try 3 info "bad$evil.edges"

# ---- logs, echoed and told
cat >"log$evil" <<END
open "$evil"
set k=3
iterate 1
select "$(printf '\033[2J')"
explain "$(printf 'c1\302\23331m')"
mark "$(printf 'bidi\342\200\256evil')"
keep "$esc"
help export
export scores played.tsv
export scores played.csv
export embedding e.tsv
export loss l.svg --with-data
export ranking r.svg --size 900x1200
export map m.svg
END
try 0 play --batch "log$evil" "name=$evil"
clean played.tsv played.csv e.tsv l.svg l.tsv r.svg m.svg
grep -q "<script>" l.svg r.svg m.svg && fail "markup in a figure"
grep -q "script" r.svg m.svg && { grep -q "&lt;script" r.svg m.svg || fail "a name in a figure is cut off"; }
printf 'open "%s"\n%s\n' "$evil" "$esc" >wrong.oddlog
try 3 play --batch wrong.oddlog
printf 'open "%s"\nexport scores "/none%s/a.tsv"\n' "$evil" "$evil" >wrong.oddlog
try 1 play --batch --allow-writes wrong.oddlog

# ---- tables and JSON read back to the names that went in, and no cell is a formula
cut -f 2 played.tsv | LC_ALL=C grep -q '^[=+@-]' && fail "a formula in a .tsv"
LC_ALL=C grep -qP '(^|,)"?[=+@]' played.csv && fail "a formula in a .csv"
unescape='s/%([0-9A-Fa-f]{2})/chr(hex($1))/ge'
if command -v perl >/dev/null; then
	cut -f 1 "$evil/$evil.nodes" | perl -pe "$unescape" | LC_ALL=C sort >wanted
	sed 1d played.tsv | cut -f 2 | perl -pe "$unescape" | LC_ALL=C sort >got
	same wanted got
	sed 1d played.csv | perl -pe 's/^[^,]*,(?:"((?:[^"]|"")*)"|([^,]*)),.*/my $n = $1 \/\/ $2; $n =~ s{""}{"}g; $n/e;'"$unescape" |
		LC_ALL=C sort >got
	same wanted got
fi
# shellcheck disable=SC2086
"$ODDONE" run "$evil" $small --format json --top 99 >all.json
equal 1 "$(grep -ciF '"\u001b[2J"' all.json)" "ESC in JSON"
for name in '\u009b31m' '\u202e' '\u007f'; do
	grep -qF "$name" all.json || fail "no $name in JSON"
done
seen=$(printf 'e\314\201combining')
grep -qF "$seen" all.json || fail "combining marks are lost in JSON"
# shellcheck disable=SC2086
"$ODDONE" run "$evil" $small --top 99 >all.txt
for name in "$seen" "$(printf 'wide\344\270\255\346\226\207')" '\x1b[2J' '\u202e' 'c1\x9b31m' '\x7fdel'; do
	grep -qF -e "$name" all.txt || fail "no $name in the report"
done

# ---- every screen
cat >script <<END
open "$evil"
set k=3
iterate 1
save-screen s1.txt
size 140x50
save-screen s2.txt
select "$(printf '\033[2J')"
screen lesson
save-screen s3.txt
leave
explain "$(printf 'c1\302\23331m')"
save-screen s4.txt
leave
keep "$esc"
iterate 1
sort kept
save-screen s5.txt
mark "$(printf 'bidi\342\200\256evil')"
screen log
save-screen s6.txt
leave
compare start degree
screen compare
save-screen s7.txt
leave
open-dialog export
save-screen s8.txt
leave
open-dialog browser
save-screen s9.txt
leave
key :
type 'select '
key Tab Tab
save-screen s10.txt
key Esc
key Esc
show outliers
maximise
save-screen s11.txt
key F2
save-screen s12.txt
END
LC_ALL=C.UTF-8 try 0 --script script
clean s1.txt s2.txt s3.txt s4.txt s5.txt s6.txt s7.txt s8.txt s9.txt s10.txt s11.txt s12.txt
printf 'bind explore x open "none%s"\nkey x\nsave-screen s13.txt\n' "$evil" >script
try 0 --script script
clean s13.txt
printf 'open "none%s"\n' "$evil" >script
try 3 --script script
printf 'fly%s\n' "$esc" >script
try 2 --script script

finish
