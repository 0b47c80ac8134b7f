#!/bin/sh
# Memory is said before it is spent, a run that does not fit is refused, and one that cannot even
# start ends with a message.
. "${srcdir:-.}/tests/cli/lib.sh"

get()
{
	"$JSON" "$2" "$1"
}

# near A B PERCENT: A is B to so many percent
near()
{
	awk -v a="$1" -v b="$2" -v p="$3" 'BEGIN { exit !(a >= b * (1 - p / 100) && a <= b * (1 + p / 100)) }' ||
		fail "$1 is not $2 to $3 %: $4"
}

# ---- what info says is what a run says of itself
code 0 "$ODDONE" info --estimate --format json --dims 9 town
mv out estimate.json
code 0 "$ODDONE" run -q --format json --dims 9 --seed 1 town
mv out run.json
equal 9 "$(get dims estimate.json)" "dims of the estimate"
equal true "$(get fits estimate.json)" "whether town fits"
code 0 "$ODDONE" info --estimate town
says "A run with K = 18 takes about" out
says "fits; " out
code 0 "$ODDONE" info --estimate --format tsv town
says "memory_bytes	" out

# Sanitizers reserve terabytes of addresses, and hold more than the program does.
if grep -q '^#define ODD_SANITIZED' "$builddir/config.h"; then
	finish
fi

equal "$(get memory_bytes estimate.json)" "$(get estimate.memory_bytes run.json)" \
	"the estimates of info and run"

# ---- what a run took
near "$(get estimate.memory_bytes run.json)" "$(get peak_memory_bytes run.json)" 20 "town"
code 0 "$ODDONE" generate -q -o some --nodes 20000 --edges 100000 --words 15
code 0 "$ODDONE" run -q --format json --dims 30 --iterations 3 some
mv out run.json
near "$(get estimate.memory_bytes run.json)" "$(get peak_memory_bytes run.json)" 20 "20000 nodes"
# few links, so that the words are decomposed, and little beside the look at the machine
code 0 "$ODDONE" generate -q -o few --nodes 1000 --edges 2000 --attributes 2000 --words 40 --communities 10
code 0 "$ODDONE" run -q --format json few
mv out run.json
near "$(get estimate.memory_bytes run.json)" "$(get peak_memory_bytes run.json)" 20 "few links"

# ---- too little: refused with the numbers, and the way on
limited()
{
	kilobytes=$1
	wanted=$2
	shift 2
	(
		ulimit -v "$kilobytes"
		exec timeout -s KILL 120 "$ODDONE" "$@"
	) >out 2>err
	got=$?
	[ "$got" -eq "$wanted" ] || fail "exit $got instead of $wanted within $kilobytes kB: $*"
}

limited 700000 1 run -q --dims 1000 --threads 1 some
says "a run with K = 1000 takes about " err
says "ulimit -v allows " err
says "a smaller K takes less, oddone run --force tries all the same" err
equal 1 "$(wc -l <err)" "lines said"
limited 700000 0 info --estimate --dims 1000 some
says "does not fit; ulimit -v allows " out
limited 700000 1 run -q --dims 1000 --threads 1 --force some # tries, and is told so by malloc
says "memory" err
says_not "takes about" err
limited 700000 0 run -q --dims 5 --threads 1 town

# ---- OpenBLAS without room for its buffers tries for ever
if "$ODDONE" --version | grep -q 'BLAS  *OpenBLAS'; then
	limited 250000 1 run -q --threads 2 town # few nodes get one thread unless they are asked for
	says "OpenBLAS needs " err
	limited 250000 0 --version
	limited 250000 0 info -q town
fi
finish
