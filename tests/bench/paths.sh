#!/bin/sh
# An iteration in every instruction set the machine has: over the machine's own limit in that set
# (bytes over bandwidth plus flops over the rate of dgemm with kernels of that width), against the
# same iterates in NumPy and SciPy (where a python has both; numpy_one.py tells plain from lean), and
# against the best set. NumPy runs with the OpenBLAS kernels that fit the machine, with all threads and
# with one. Everything is measured several times in turn, and the best of each counts.
# usage: paths.sh BENCH SCRIPT [NETWORK]      (ROUNDS=3 in the environment)
bench=$1 script=$2 network=$3
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
round=0
core_of() { # OpenBLAS's name for a processor of that width; others pass it over
	case $1 in
	v4) echo SkylakeX ;;
	v3) echo Haswell ;;
	v2) echo Nehalem ;;
	c) echo Prescott ;;
	esac
}
sets=$("$bench" sets)
best=$(core_of "${sets%%
*}")
while [ "$round" -lt "${ROUNDS:-3}" ]; do
	for set in $sets; do
		core=$(core_of "$set")
		env ODDONE_CPU="$set" ${core:+OPENBLAS_CORETYPE=$core} "$bench" measure "$network" ||
			exit 1
	done
	if [ -n "$python" ]; then
		for threads in '' 1; do
			env ${threads:+OPENBLAS_NUM_THREADS=$threads} ${best:+OPENBLAS_CORETYPE=$best} \
				"$python" "$script" "$dir" || exit 1
		done
	fi
	round=$((round + 1))
done >"$dir/times"
awk '
	function least(name, value) { if (!(name in low) || value < low[name]) low[name] = value }
	$1 == "plain" || $1 == "lean" { least($1, $2); next }
	!($1 in seen) { seen[$1] = 1; set[count++] = $1 }
	{ least($1, $2); least($1 " limit", $3); least($1 " once", $4) }
	END {
		print "  NumPy/SciPy, plain: the loss and its three terms computed after every sub-step;"
		print "  lean: only the terms a sub-step moves, from products at hand"
		print "  plain at the limit: what the ratio would be if nothing but the limit were left"
		printf "  %-4s %20s %20s %19s %19s %18s %13s\n", "set", "over the limit (2.0)", \
			"NumPy plain over it", "plain at the limit", "NumPy lean over it", \
			"over the best set", "cached limit"
		for (i = 0; i < count; i++) {
			s = set[i]
			target = s == "v4" ? " (20)" : s == "v3" ? " (15)" : s == "v2" ? " (6)" : ""
			plain = "plain" in low ? sprintf("%.1f%s", low["plain"] / low[s], target) : "-"
			most = "plain" in low ? sprintf("%.1f", low["plain"] / low[s " limit"]) : "-"
			lean = "lean" in low ? sprintf("%.1f", low["lean"] / low[s]) : "-"
			printf "  %-4s %20.2f %20s %19s %19s %18.2f %13.2f\n", s, \
				low[s] / low[s " limit"], plain, most, lean, low[s] / low[set[0]], \
				low[s] / low[s " once"]
		}
	}' "$dir/times"
[ -z "$KEEP_TIMES" ] || cp "$dir/times" "$KEEP_TIMES"
