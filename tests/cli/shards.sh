#!/bin/sh
# A comparison in parts: the merged table is the one of a single run, and what is missing is named.
. "${srcdir:-.}/tests/cli/lib.sh"
small
what="small --methods degree,plain,aane --seeds 2 --repeats 1 --dims 6"

# Times and memory are not the same twice; all other columns are.
measured()
{
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) drop[i] = $i ~ /seconds|evaluation|memory/ }
		{ line = ""; for (i = 1; i <= NF; i++) if (!drop[i]) line = line "\t" $i; print line }' "$1"
}

code 0 "$ODDONE" compare $what -o whole -q
measured whole/comparison.tsv >wanted
[ "$(wc -l <wanted)" -gt 3 ] || fail "a table of $(wc -l <wanted) lines"
for part in 1 2 3 4; do
	code 0 "$ODDONE" compare $what --shard "$part/4" -o "parts/$part"
	[ ! -s out ] || fail "a shard prints $(cat out)"
	says "shard $part/4" err
	[ ! -e "parts/$part/comparison.tsv" ] || fail "a shard writes a table"
done
equal "2 2 1 1" "$(for part in 1 2 3 4; do ls "parts/$part/cells" | wc -l; done | paste -sd' ' -)" \
	"cells of each shard"
code 0 "$ODDONE" compare $what --merge parts -o merged -q
measured merged/comparison.tsv | diff wanted - >difference || fail "another table: $(cat difference)"
code 0 "$ODDONE" compare $what --merge parts/1 --merge parts/2 --merge parts/3 --merge parts/4 -q \
	--format tsv
measured out | diff - wanted >/dev/null || fail "another table from directories named one by one"

# Shards may share a directory; the whole command then takes up what they left.
code 0 "$ODDONE" compare $what --shard 1/2 -o shared -q
code 3 "$ODDONE" compare $what --merge shared -q
says "3 of 6 cells are not there" err
code 0 "$ODDONE" compare $what --shard 2/2 -o shared -q
code 0 "$ODDONE" compare $what -o shared
says "6 of 6 cells were there already" err
code 0 "$ODDONE" compare $what --shard 2/2 -o shared
says "3 of 3 cells were there already" err

# The battery likewise.
code 0 "$ODDONE" battery small --seeds 2 --scores raw,plain -q --format tsv
measured out >wanted
for part in 1 2 3; do
	code 0 "$ODDONE" battery small --seeds 2 --scores raw,plain --shard "$part/3" -q -o "b/$part"
done
code 0 "$ODDONE" battery small --seeds 2 --scores raw,plain --merge b -q --format tsv
measured out | diff - wanted >/dev/null || fail "another battery"

# What cannot be: other options, and requests that make no sense.
code 3 "$ODDONE" compare small --methods degree,plain,aane --seeds 2 --repeats 1 --dims 7 --merge parts -q
code 3 "$ODDONE" compare $what --merge small -q
says "which --shard leaves" err
code 3 "$ODDONE" compare $what --merge absent -q
for shard in 0/4 5/4 3 /4 3/ x/4 3/0; do
	code 2 "$ODDONE" compare $what --shard $shard -o no -q
done
code 2 "$ODDONE" compare $what --shard 1/2 -q
code 2 "$ODDONE" compare $what --shard 1/2 --merge parts -o no -q

# More shards than cells: the last ones have nothing to do.
code 0 "$ODDONE" compare $what --shard 9/9 -o none
says "shard 9/9: 0 cells" err

# The job script of the documentation is this.
NETWORK=small SHARDS=3 OUT=job OPTIONS="--methods degree,plain --seeds 2 --repeats 1 --dims 6" \
	ODDONE=$ODDONE sh "$srcdir/doc/shards.sh" >out 2>err || fail "doc/shards.sh: $(cat err)"
[ -s job/comparison.tsv ] || fail "doc/shards.sh leaves no table"
SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 NETWORK=small OUT=array \
	OPTIONS="--methods degree,plain --seeds 2 --repeats 1 --dims 6" ODDONE=$ODDONE \
	sh "$srcdir/doc/shards.sh" >out 2>err || fail "doc/shards.sh as a task: $(cat err)"
[ -d array/shards/2/cells ] && [ ! -e array/comparison.tsv ] || fail "a task does not do its part"
finish
