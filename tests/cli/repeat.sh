#!/bin/sh
# The same command gives the same bytes, whatever the number of threads; another seed does not.
. "${srcdir:-.}/tests/cli/lib.sh"
small

# export NAME OPTION…
export_run()
{
	name=$1
	shift
	code 0 "$ODDONE" run small --plant 6% -o "$name" --save-state "$name-state" --format tsv "$@"
	grep -v -e '^# seconds' -e '^# peak_memory' -e '^# options.threads' out >"$name.tsv"
}

files='scores.tsv embedding.npy embedding.tsv projection.tsv trace.tsv recall.tsv'
for preset in calibrated paper; do
	export_run first --preset $preset -t 1
	export_run again --preset $preset -t 1
	export_run threads --preset $preset -t 2
	for other in again threads; do
		for file in $files; do
			same first/$file $other/$file
		done
		for file in G H U V W O1 O2 O3; do
			same first-state/$file.npy $other-state/$file.npy
		done
		same first.tsv $other.tsv
	done
done
export_run seeded --preset paper --seed 43
cmp -s first/scores.tsv seeded/scores.tsv && fail "another seed, the same scores"
export_run planted --preset paper --plant-seed 43
cmp -s first/scores.tsv planted/scores.tsv && fail "another planting, the same scores"
export_run block --preset paper --update block
cmp -s first/trace.tsv block/trace.tsv && fail "block updates, the same trace"
finish
