#!/bin/sh
# An iteration in every instruction set the machine has: over the machine's own limit in that set
# (bytes over bandwidth plus flops over the rate of dgemm with kernels of that width), against the
# same iterates in NumPy and SciPy (where a python has both), and against the best set. Everything is
# measured several times in turn, and the best of each counts.
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
while [ "$round" -lt "${ROUNDS:-3}" ]; do
	for set in $("$bench" sets); do
		case $set in # OpenBLAS's name for a processor of that width; others pass it over
		v4) core=SkylakeX ;;
		v3) core=Haswell ;;
		v2) core=Nehalem ;;
		c) core=Prescott ;;
		*) core= ;;
		esac
		env ODDONE_CPU="$set" ${core:+OPENBLAS_CORETYPE=$core} "$bench" measure "$network" ||
			exit 1
	done
	if [ -n "$python" ]; then
		"$python" "$script" "$dir" || exit 1
	fi
	round=$((round + 1))
done >"$dir/times"
awk '
	function least(name, value) { if (!(name in low) || value < low[name]) low[name] = value }
	$1 == "numpy" { least("numpy", $2); next }
	!($1 in seen) { seen[$1] = 1; set[count++] = $1 }
	{ least($1, $2); least($1 " limit", $3); least($1 " once", $4) }
	END {
		printf "  %-6s %22s %26s %22s %16s\n", "set", "over the limit (2.0)", \
			"NumPy/SciPy over it", "over the best set", "cached limit"
		for (i = 0; i < count; i++) {
			s = set[i]
			target = s == "v4" ? " (20)" : s == "v3" ? " (15)" : s == "v2" ? " (6)" : ""
			times = "numpy" in low ? sprintf("%.1f%s", low["numpy"] / low[s], target) : "-"
			printf "  %-6s %22.2f %26s %22.2f %16.2f\n", s, low[s] / low[s " limit"], \
				times, low[s] / low[set[0]], low[s] / low[s " once"]
		}
	}' "$dir/times"
[ -z "$KEEP_TIMES" ] || cp "$dir/times" "$KEEP_TIMES"
