#!/bin/sh
# An iteration in every instruction set the machine has: over the machine's own limit in that set
# (bytes over bandwidth plus flops over the rate of dgemm with kernels of that width), against the
# same iterates in NumPy and SciPy (where a python has both; numpy_one.py tells plain from lean), and
# against the best set. NumPy runs as it is installed, and tuned: with the OpenBLAS kernels that fit
# the machine, with all threads and with one, whichever is faster. Everything is measured several
# times in turn, and the best of each counts. A virtual machine may find its cores near each other or
# far apart, which is worth a factor of two, so every measurement notes which it was; one during
# which that changed is left out.
# usage: paths.sh BENCH SCRIPT [NETWORK]      (ROUNDS=4 in the environment)
bench=$1 script=$2 network=$3
near=150 # nanoseconds from core to core and back: less is by way of a cache they share
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
python=
for candidate in python3 /usr/bin/python3; do
	if $candidate -c 'import numpy, scipy' 2>/dev/null; then
		python=$candidate
		break
	fi
done
if [ -n "$python" ]; then
	"$bench" dump "$dir" "$network" || exit 1
else
	echo "  NumPy/SciPy: skipped, no python3 with numpy and scipy here"
fi
core_of() { # OpenBLAS's name for a processor of that width; others pass it over
	case $1 in
	v4) echo SkylakeX ;;
	v3) echo Haswell ;;
	v2) echo Nehalem ;;
	c) echo Prescott ;;
	esac
}
# What it prints, with the distance of the cores before and after in front of every line.
placed() {
	before=$("$bench" distance)
	env "$@" >"$dir/lines" || exit 1
	after=$("$bench" distance)
	sed "s/^/$before $after /" "$dir/lines"
}
sets=$("$bench" sets)
best=$(core_of "${sets%%
*}")
round=0
while [ "$round" -lt "${ROUNDS:-4}" ]; do
	for set in $sets; do
		core=$(core_of "$set")
		placed ODDONE_CPU="$set" ${core:+OPENBLAS_CORETYPE=$core} "$bench" measure "$network"
	done
	if [ -n "$python" ]; then
		placed "$python" "$script" "$dir" installed
		for threads in '' 1; do
			placed ${threads:+OPENBLAS_NUM_THREADS=$threads} \
				${best:+OPENBLAS_CORETYPE=$best} "$python" "$script" "$dir" tuned
		done
	fi
	round=$((round + 1))
done >"$dir/times"
awk -v near="$near" '
	function least(name, value) { if (!((place, name) in low) || value < low[place, name]) low[place, name] = value }
	function over(name, set) {
		return (place, name) in low && (place, set) in low ? sprintf("%.1f", low[place, name] / low[place, set]) : "-"
	}
	$1 < near && $2 < near { place = "near each other" }
	$1 >= near && $2 >= near { place = "far apart" }
	($1 < near) != ($2 < near) { moved++; next }
	{ met[place]++ }
	$3 == "installed" || $3 == "tuned" { least($3 " " $4, $5); next }
	!($3 in seen) { seen[$3] = 1; set[count++] = $3 }
	{ least($3, $4); least($3 " limit", $5); least($3 " once", $6) }
	END {
		print "  NumPy/SciPy, plain: the loss and its three terms computed after every sub-step;"
		print "  lean: only the terms a sub-step moves, from products at hand. As installed, or tuned:"
		print "  OpenBLAS with kernels for this processor and its best number of threads"
		print "  at the limit: what tuned plain over ours would be if nothing but the limit were left"
		for (p = 0; p < 2; p++) {
			place = p == 0 ? "near each other" : "far apart"
			if (!(place in met)) continue
			printf "  cores %s (a line of memory there and back in %s %d ns)\n", place, \
				p == 0 ? "less than" : "at least", near
			printf "  %-4s %15s %16s %11s %13s %10s %9s %13s\n", "set", "over the limit", \
				"NumPy installed", "NumPy tuned", "at the limit", "lean tuned", "over best", \
				"cached limit"
			for (i = 0; i < count; i++) {
				s = set[i]
				target = s == "v4" ? " (20)" : s == "v3" ? " (15)" : s == "v2" ? " (6)" : ""
				printf "  %-4s %15s %16s %11s %13s %10s %9s %13s\n", s, \
					over(s, s " limit") " (2.0)", over("installed plain", s) target, \
					over("tuned plain", s), over("tuned plain", s " limit"), \
					over("tuned lean", s), over(s, set[0]), over(s, s " once")
			}
		}
		if (moved) printf "  %d of the measurements left out, their cores having moved meanwhile\n", moved
	}' "$dir/times"
[ -z "$KEEP_TIMES" ] || cp "$dir/times" "$KEEP_TIMES"
