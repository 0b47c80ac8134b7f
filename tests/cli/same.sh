#!/bin/sh
# The same input to oddone run, to a log that is played and to a script of the explorer: all accept
# it or none does, and what comes out is the same.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
small
seed=18446744073709551615 # 2^64 - 1

# by_log WAY DIR NETWORK LINE…: commands after the network is open, one a line; the scores they end
# at are in DIR/scores.tsv. WAY: play, script
by_log()
{
	way=$1 dir=$2 network=$3
	shift 3
	[ "$way" = script ] && : >"$dir.oddlog" || echo "open $network" >"$dir.oddlog"
	printf '%s\n' "$@" >>"$dir.oddlog"
	mkdir "$dir"
	[ "$way" = play ] || echo "save-screen $dir/screen.txt" >>"$dir.oddlog"
	echo "export scores $dir/scores.tsv" >>"$dir.oddlog"
	if [ "$way" = play ]; then
		"$ODDONE" play --batch -q "$dir.oddlog" >"$dir/out" 2>"$dir/err"
	else
		COLUMNS=200 LINES=40 "$ODDONE" --no-config --script "$dir.oddlog" "$network" \
			>"$dir/out" 2>"$dir/err"
	fi
}

# way WHICH WANTED COMMAND…: is it accepted as wanted?
way()
{
	which=$1 wanted=$2
	shift 2
	if "$@"; then got=accepted; else got=refused; fi
	[ "$got" = "$wanted" ] || {
		fail "$row: $got by $which"
		[ "$got" = accepted ] || sed 's/^/    /' err "$number-$which/err" 2>/dev/null
	}
}

# all ROW accepted|refused "OPTIONS OF RUN" LINE…: the same to all three. A log and a script end
# with a mistake, and so the last line is the one refused.
number=0
all()
{
	row=$1 want=$2 options=$3
	number=$((number + 1))
	shift 3
	way run "$want" run_small $options
	way play "$want" by_log play "$number-play" small "$@"
	way script "$want" by_log script "$number-script" small "$@"
	if [ "$want" = accepted ]; then
		for dir in "$number-play" "$number-script"; do
			cmp -s "$number-run/scores.tsv" "$dir/scores.tsv" ||
				fail "$row: $dir ends at other scores than run"
		done
		return
	fi
	[ -e "$number-play/scores.tsv" ] || [ -e "$number-script/scores.tsv" ] && fail "$row: refused, and there are scores"
	why=$(sed -n 's/^oddone: [^ ]*: //p' "$number-play/err" | cut -c1-40)
	[ -n "$why" ] || fail "$row: the log is refused for no reason"
	grep -qF -e "$why" "$number-script/err" || fail "$row: the script does not say: $why"
}

run_small()
{
	"$ODDONE" run small -q -o "$number-run" "$@" >out 2>err
}

# usual yes|no: the last row ends where a run without any option does
usual()
{
	cmp -s "$number-run/scores.tsv" usual/scores.tsv && is=yes || is=no
	equal "$1" "$is" "$row: the usual scores"
}

"$ODDONE" run small -q -n 3 -o usual >out 2>err || fail "a plain run fails"

all "plain" accepted "-n 3" "iterate 3"
usual yes
all "plant structural=1%" accepted "-n 3 --plant structural=1%" "plant structural=1%" "iterate 3"
equal 304 "$(wc -l <"$number-run/scores.tsv" | tr -d ' ')" "$row: lines"
all "plant of several kinds" accepted "-n 3 --plant structural=1%,combined=2" \
	"plant structural=1% combined=2" "iterate 3"
all "plant structural=101%" refused "-n 3 --plant structural=101%" "plant structural=101%"
all "k auto" accepted "-n 3 -k auto" "set k=5" "set k=auto" "reset" "iterate 3"
usual yes
all "init preset" accepted "-n 3 --init preset" "set init=random" "set init=preset" "reset" \
	"iterate 3"
usual yes
all "init random" accepted "-n 3 --init random" "set init=random" "reset" "iterate 3"
usual no
all "weights 0x1,0,0" refused "-n 3 --score one --weights 0x1,0,0" "weights 0x1,0,0"
all "weights 1,0,0" accepted "-n 3 --score one --weights 1,0,0" "iterate 3" "set score=one" "weights 1,0,0"
usual no
all "weights of two numbers" refused "-n 3 --score one --weights 1,0" "weights 1,0"
all "weights that are all 0" refused "-n 3 --score one --weights 0,0,0" "weights 0,0,0"
all "seed 2^64 - 1" accepted "-n 3 --init random --seed $seed" "set init=random" "set seed=$seed" \
	"reset" "iterate 3"
usual no
all "seed 2^64" refused "-n 3 --seed 18446744073709551616" "set seed=18446744073709551616"
all "seed -1" refused "-n 3 --seed -1" "set seed=-1"
all "alpha 1e13" accepted "-n 3 --alpha 1e13" "set alpha=1e13" "reset" "iterate 3"
usual no
all "alpha 0x1" refused "-n 3 --alpha 0x1" "set alpha=0x1"
all "alpha nan" refused "-n 3 --alpha nan" "set alpha=nan"
all "iterations 0" accepted "-n 0" "set iterations=0"
usual no
all "iterations -1" refused "-n -1" "set iterations=-1"

# ---- names ------------------------------------------------------------------------------------

# Backslashes and a tab in ids: one field each, no two the same, by all ways alike.
mkdir odd
tab=$(printf '\t')
cat >odd/nodes.csv <<END
id,one,two,three,four
a\\b,1,0,1,0
a\\\\b,0,0,1,1
a\\tb,1,0,0,1
"a${tab}b",0,1,1,1
a b,1,1,1,0
q,0,1,0,0
r,1,1,1,1
END
cat >odd/edges.csv <<END
source,target
a\\b,a\\\\b
a\\\\b,a\\tb
a\\tb,"a${tab}b"
"a${tab}b",a b
a b,q
q,r
r,a\\b
a\\b,a b
q,a\\tb
END
code 0 "$ODDONE" run odd -q -k 2 -n 3 -o odd-run
by_log play odd-play odd "set k=2" reset "iterate 3" || fail "names: $(cat odd-play/err)"
by_log script odd-script odd "set k=2" reset "iterate 3" || fail "names: $(cat odd-script/err)"
for dir in odd-run odd-play odd-script; do
	awk -F'\t' 'NF != 11 { exit 1 }' "$dir/scores.tsv" || fail "names: fields of $dir/scores.tsv"
	equal 7 "$(sed 1d "$dir/scores.tsv" | cut -f2 | sort -u | wc -l | tr -d ' ')" \
		"names: ids in $dir/scores.tsv"
	same odd-run/scores.tsv "$dir/scores.tsv"
done

# ---- what a picture knows ---------------------------------------------------------------------

code 0 "$ODDONE" run small -q -n 1 --save-state state
code 0 "$ODDONE" run small -q -n 2 --init state --figures pictures --figure loss
by_log play picture small "set init=state" reset "iterate 2" \
	"export loss pictures/played.png" || fail "init DIR: $(cat picture/err)"
for picture in loss played; do
	code 0 "$ODDONE" info "pictures/$picture.png"
	sed -n 's/^  init  *//p' out >"$picture.init"
	equal state "$(cat "$picture.init")" "init in $picture.png"
done

# ---- without UTF-8 ----------------------------------------------------------------------------

LC_ALL=C
export LC_ALL
printf '%s\n' "open town" "iterate 2" "plant structural=1" "plant attribute=1" "plant combined=1" \
	"explain #1" >c.oddlog
cp c.oddlog c.odd
echo "save-screen screen.txt" >>c.odd
code 0 "$ODDONE" run town -n 2 --plant structural=1
mv out run.out
code 0 "$ODDONE" play --batch c.oddlog
says "structural-1" err
mv out play.out
mv err play.err
code 0 "$ODDONE" --no-config --script c.odd
for file in run.out play.out play.err screen.txt; do
	grep -n '[^ -~]' "$file" >bytes && fail "LC_ALL=C: $file is not ASCII: $(head -n 2 bytes)"
done
finish
