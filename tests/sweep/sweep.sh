#!/bin/sh
# sweep.sh [SCENARIO…]: the n-th allocation, open, read, write, fsync, close, rename or mmap that the
# program makes fails (fail.c), for one n after the other. Whichever it is: a right exit code, one line
# that says why, nothing half-written, nothing lost, nothing leaked.
#
# SWEEP_MOST is how many n of each kind are tried, evenly spread (default 3); 0 is every one (make sweep);
# "places" is the first and the last n of those that come the same way through the program.
# SWEEP_KINDS="write fsync" for some; SWEEP_N="7 8" for these n; SWEEP_TELL=1 tells more; SWEEP_FROM=+ lets all
# calls from the n-th on fail, SWEEP_FROM=- that one alone; unless told, both, but for memory that one alone.
: "${srcdir:=.}"
srcdir=$(cd "$srcdir" && pwd)
build=$(cd "${builddir:-.}" && pwd)
ODDONE=${ODDONE:-$build/oddone}
most=${SWEEP_MOST:-3} kinds=${SWEEP_KINDS:-alloc open read write fsync close rename mmap}
nm "$ODDONE" 2>/dev/null | grep -q __asan_init && {
	echo "a program with sanitizers has an allocator of its own: skipped"
	exit 77
}
ODDONE_DATA=$srcdir/share/oddone
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LC_ALL=C LANGUAGE= # a locale without memory is the C one
export ODDONE_DATA OMP_NUM_THREADS OPENBLAS_NUM_THREADS LC_ALL LANGUAGE
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
trap 'exit 99' INT TERM HUP
cd "$top" || exit 99
HOME=$top/home XDG_CONFIG_HOME=$top/work/config XDG_STATE_HOME=$top/work/state
export HOME XDG_CONFIG_HOME XDG_STATE_HOME
wrong=0 tried=0

# ---- what every scenario starts from: a network, and results of an earlier day that must not be lost
mkdir -p start/net start/old home
printf 'a\tx\tp q\nb\tx\tp q\nc\tx\tp r\nd\tx\tq\ne\ty\ts t\nf\ty\ts\ng\ty\tt u\nh\ty\tp t\n' >start/net/t.nodes
printf 'a\tb\na\tc\nb\tc\nc\td\nd\ta\ne\tf\nf\tg\ng\th\nh\te\nd\te\n' >start/net/t.edges
printf 'h\tstructural\n' >start/net/t.truth
# tables of two times, whose columns are of types that the second alone would not tell, and of new nodes
mkdir -p start/years/1 start/years/2 start/new
printf 'id,age,sex\na,3,m\nb,4,f\nc,5,m\nd,9,f\ne,1,m\n' | tee start/years/1/nodes.csv | sed 's/,[0-9],/,1,/' >start/years/2/nodes.csv
printf 'source,target\na,b\nb,c\nc,d\nd,e\ne,a\na,c\n' | tee start/years/1/edges.csv >start/years/2/edges.csv
printf 'id,age,sex\nz,1,m\n' >start/new/nodes.csv
printf 'source,target\nz,a\nz,b\n' >start/new/edges.csv
for file in scores.tsv run.json trace.tsv G.npy old.nodes kept.txt; do
	echo "of an earlier day" >"start/old/$file"
done
cat >start/log.oddlog <<'END'
open net
set k=2
iterate 2
plant structural=1
substep 3
keep first
undo
export scores old/scores.tsv --replace
export loss loss.svg --size 200x150
compare start degree
compare export compared.tsv
log save again.oddlog
END
cat >start/explorer.odd <<'END'
open net
set k=2
key s S
plant attribute=1
key i
save-screen lesson.txt
leave
explain #1
save-screen node.txt
leave
set theme=dark
bind explore x undo
export scores old/scores.tsv --replace
log save again.oddlog
save-screen end.ansi
END

# ---- one run ------------------------------------------------------------------------------------------

# run KIND:N|none: the command in a fresh copy of the start; leaves code, and out and err beside it
run()
{
	rm -rf work counts
	cp -r start work
	head -c 4096 /dev/zero >counts
	places=
	[ "$1" != none ] || [ "$most" != places ] || {
		head -c $((8 * 8 * 8192)) /dev/zero >places
		places=../places
	}
	(cd work && timeout -k 5 60 env LD_PRELOAD="$build/tests/sweep/fail.so" ODDONE_FAIL="$1" \
		ODDONE_FAIL_PLACES=$places \
		ODDONE_FAIL_COUNTS=../counts "$ODDONE" $command >../out 2>../err </dev/null)
	code=$?
	# shellcheck disable=SC2046 # a word each
	set -- $(od -An -v -td8 -w96 -N88 counts)
	calls="$1 $2 $3 $4 $5 $6 $7 $8" failed=$9
	shift 9
	live=$1 caller=$(printf '%x' "${2:-0}")
}

# Measured times and memory are no results; where they are all over a file, its words have to do.
plain()
{
	case $1 in
	*trace.tsv | *compar*.tsv) awk -F '\t' -v OFS='\t' '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /seconds|memory/) skip[i] = 1 }
		{ for (i in skip) $i = "-"; print }' "$1" ;;
	*comparison.json | *out) tr -d '0-9. e±+-' <"$1" ;;
	*) sed -E '
		s/("?[a-z_]*(seconds|memory)[a-z_]*"?:? *)[0-9.e+-]+/\1-/g
		s/"(load|plant|init|iterations|score|project|total)": [0-9.e+-]+/"\1": -/g
		s/^end [0-9a-f]+$/end/' "$1" ;;
	esac
}

same()
{
	cmp -s "$1" "$2" && return 0
	# A method that had no memory has failed, and the table of the session says so.
	case $scenario.$1 in play.*compared.tsv) cut -f 3 "$1" "$2" | grep -qx failed && return 0 ;; esac
	case $1 in
	*.json | *.tsv | */cells/* | out | good.out) ;;
	*) return 1 ;;
	esac
	plain "$1" >one.plain
	plain "$2" >two.plain
	cmp -s one.plain two.plain
}

complain()
{
	wrong=$((wrong + 1))
	echo "$scenario, $at: $* (code $code, at 0x$caller)"
	[ -z "$SWEEP_TELL" ] || diff one.plain two.plain | head -n 20
	sed 's/^/    /' err | head -n 5
}

# The explorer goes on after a fault, which is on its screen then: what it writes later is of another state,
# and rightly so, but whole: it ends with a line.
follows()
{
	[ "$scenario" = explorer ] && [ -s "work/$1" ] && [ -z "$(tail -c 1 "work/$1")" ]
}

# Every file is as it was or as it should become; nothing else is there.
check_files()
{
	diff -rq start work >/dev/null && return
	(cd work && find . ! -name .) >found
	while read -r path; do
		if [ -d "work/$path" ]; then
			[ -d "start/$path" ] || [ -d "good/$path" ] || complain "$path is left behind"
		elif [ -e "good/$path" ] && { follows "$path" || same "good/$path" "work/$path"; }; then
			:
		elif [ -e "start/$path" ] && cmp -s "start/$path" "work/$path"; then
			:
		else
			complain "$path is half-written or left behind"
		fi
	done <found
	(cd start && find . -type f) >found
	while read -r path; do
		[ -e "work/$path" ] || complain "$path is lost"
	done <found
}

check_done()
{
	same good.out out || complain "said done, and its report is another"
	(cd good && find . -type f) >found
	while read -r path; do
		[ -e "work/$path" ] || complain "said done, and $path is not there"
		[ ! -e "work/$path" ] || same "good/$path" "work/$path" ||
			complain "said done, and $path is another"
	done <found
	check_files
}

check()
{
	tried=$((tried + 1))
	[ "$failed" -gt 0 ] || return # another way was taken, by the clock
	if [ $code -eq 0 ] && [ "$scenario" != explorer ]; then
		check_done
	elif [ "$scenario" = explorer ] && [ $code -le 3 ]; then
		[ $code -eq 0 ] || grep -q '^oddone' err || complain "no message"
		check_files
	elif [ $code -ne 1 ] && [ $code -ne 3 ]; then
		complain "a wrong exit code"
	else
		# A method that fails leaves a gap in the table, and the report says why.
		[ "$scenario" != compare ] || ! grep -q 'failed:' out || {
			cat out >>err
			rm -f work/compared/comparison.*
			echo oddone >>err
		}
		grep -q '^oddone' err || complain "no message"
		case $1 in
		alloc) why="memory" ;;
		open) why="Too many open files|No space left|memory" ;;
		write) why="No space left|Input/output error" ;; # asked again, the disk may have some
		rename) why="Permission denied" ;;
		mmap) why="memory" ;;
		*) why="Input/output error" ;;
		esac
		grep -qE "$why" err || complain "the message does not say why"
		check_files
	fi
	# A session that ends for want of memory ends on the spot.
	case $scenario.$1.$code in play.alloc.1 | explorer.alloc.1) return ;; esac
	[ "$live" -le "$good_live" ] || complain "$((live - good_live)) blocks are leaked"
}

# which NUMBER TOTAL: the n to try of the kind with this number
which()
{
	if [ "$most" = places ]; then
		od -An -v -td8 -w8 -j $(($1 * 8 * 8192)) -N $(($2 * 8)) places |
			awk '!($1 in first) { first[$1] = NR } { last[$1] = NR }
				END { for (i in first) { print first[i]; if (last[i] > first[i]) print last[i] } }' | sort -n
		return
	fi
	step=1
	[ "$most" -eq 0 ] || step=$((($2 + most - 1) / most))
	[ $step -gt 0 ] || step=1
	seq $((1 + (step - 1) / 2)) $step "$2"
}

# ---- all of them --------------------------------------------------------------------------------------

sweep()
{
	scenario=$1 command=$2
	at=none
	run none
	[ $code -eq 0 ] || {
		complain "does not work at all"
		return
	}
	rm -rf good
	mv work good
	cp out good.out
	good_live=$live good_calls=$calls
	set -- $good_calls
	number=0
	for kind in alloc open read write fsync close rename mmap; do
		total=$1
		shift
		numbers=
		case " $kinds " in *" $kind "*) numbers=${SWEEP_N:-$(which $number "$total")} ;; esac
		number=$((number + 1))
		[ -z "$SWEEP_TELL" ] || echo "$scenario: $(echo $numbers | wc -w) of $total $kind"
		for n in $numbers; do
			for from in ${SWEEP_FROM:-- +}; do
				[ $from$kind$SWEEP_FROM != +alloc ] || continue
				from=${from#-}
				at="$kind $n$from of $total"
				run "$kind:$n$from"
				check $kind
			done
		done
	done
}

# Without a C library that lets itself be stood in for there is nothing to try.
command="info net"
run none
[ "${calls%% *}" -gt 0 ] || {
	echo "fail.so does nothing here: skipped"
	exit 77
}
wanted=" $* "
scenario()
{
	case "$wanted" in "  " | *" $1 "*) sweep "$@" ;; esac
}
quick="-n 2 -k 2 -t 1 -q"
compared="-k 2 --methods one-paper,degree --seeds 2 --tasks outliers -t 1 -q"
# shellcheck disable=SC2086 # words
(cd start && "$ODDONE" compare net $compared -o cells >/dev/null)
(cd start && "$ODDONE" run years/1 -n 2 -k 2 -t 1 -q --save-state model >/dev/null 2>&1)
scenario run "run net $quick --format json"
scenario export "run net $quick --format tsv --plant structural=1,attribute=1 --export old --save-state old --projection tsne"
scenario figures "run net $quick --format tsv --figures figures --figure-format svg --size 200x150"
scenario plant "plant net --plant structural=1 -o old -q"
scenario convert "convert net -o copy/of/it -q"
scenario compare "compare net $compared -o compared"
scenario cells "compare net $compared -o cells"
scenario explain "explain net --node h $quick"
scenario info "info net --format json"
scenario generate "generate -o made --nodes 12 --edges 20 --communities 2 -q"
scenario score "score model new --format json -q"
scenario times "times years $quick --format json -o out"
scenario play "play --allow-writes log.oddlog"
scenario explorer "--script explorer.odd"
echo "$tried failures, $wrong wrong"
[ $wrong -eq 0 ]
