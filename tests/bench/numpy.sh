#!/bin/sh
# The same iterates in NumPy and SciPy, where a python with both is to be had.
# usage: numpy.sh BENCH SCRIPT [NETWORK]
bench=$1 script=$2 network=$3
python=
for candidate in python3 /usr/bin/python3; do
	if $candidate -c 'import numpy, scipy' 2>/dev/null; then
		python=$candidate
		break
	fi
done
if [ -z "$python" ]; then
	echo "  NumPy/SciPy: skipped, no python3 with numpy and scipy here"
	exit 0
fi
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$bench" dump "$dir" "$network" && "$python" "$script" "$dir"
