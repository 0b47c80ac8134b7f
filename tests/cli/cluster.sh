#!/bin/sh
# A comparison in parts by several processes with one directory: the table is that of a single run.
. "${srcdir:-.}/tests/cli/lib.sh"
small
what="small --methods degree,plain,aane --repeats 1 --dims 6"

# Times and memory are not the same twice; all other columns are.
measured()
{
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) drop[i] = $i ~ /seconds|evaluation|memory/ }
		{ line = ""; for (i = 1; i <= NF; i++) if (!drop[i]) line = line "\t" $i; print line }' "$1"
}

code 0 "$ODDONE" compare $what --seeds 1-2 -o whole -q
measured whole/comparison.tsv >wanted
[ "$(wc -l <wanted)" -gt 3 ] || fail "a table of $(wc -l <wanted) lines"
mkdir parts # which no process may take for its own
"$ODDONE" compare $what --seeds 1-1 -o parts -q >/dev/null 2>&1 &
code 0 "$ODDONE" compare $what --seeds 2-2 -o parts -q
wait $! || fail "the part beside it failed"
equal 6 "$(ls parts/cells | wc -l)" "cells of both parts"
code 0 "$ODDONE" compare $what --seeds 1-2 -o parts
says "6 of 6 cells were there already" err
measured parts/comparison.tsv | diff wanted - >difference || fail "another table: $(cat difference)"
# Cells of other machines are files that can be copied together.
mkdir -p copied/cells
cp parts/cells/* copied/cells
code 0 "$ODDONE" compare $what --seeds 1-2 -o copied
says "6 of 6 cells were there already" err
# With other options they are none.
code 0 "$ODDONE" compare small --methods degree,plain,aane --repeats 1 --dims 7 --seeds 1-1 -o copied
says_not "were there already" err

# The script of the manual, in the three ways it is run.
NETWORK=small OPTIONS="--methods degree,plain --repeats 1" SEEDS=2 OUT=job ODDONE=$ODDONE
export NETWORK OPTIONS SEEDS OUT ODDONE
sh "$srcdir/doc/cluster.sh" >out 2>err || fail "doc/cluster.sh: $(cat err)"
[ -s job/comparison.tsv ] || fail "doc/cluster.sh leaves no table"
for task in 1 2; do
	OUT=array SLURM_ARRAY_TASK_ID=$task sh "$srcdir/doc/cluster.sh" >out 2>err || fail "a task: $(cat err)"
done
OUT=array TABLE=1 sh "$srcdir/doc/cluster.sh" >out 2>err || fail "doc/cluster.sh as the last: $(cat err)"
says "4 of 4 cells were there already" err
measured job/comparison.tsv >wanted
measured array/comparison.tsv | diff wanted - >/dev/null || fail "tasks give another table"
finish
