#!/bin/sh
# The same numbers on every machine: networks with tied singular values, of low rank and ordinary
# ones, under the kernels of OpenBLAS, with the LAPACK of netlib and in the instruction sets that
# this machine can execute. α, β, losses, scores, embedding and map agree to 1e-9, rankings are the
# same, and so are tables of comparisons. MACHINES=all (make check-machines): every pair of them, and
# more ways to run.
. "${srcdir:-.}/tests/cli/lib.sh"
near=$builddir/tests/cli/json_near
OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
export OPENBLAS_NUM_THREADS OMP_NUM_THREADS

# ---- networks ---------------------------------------------------------------------------------

# links NAME PROGRAM [WORDS OF NODES]: an edge list, or X.edges and X.nodes
links()
{
	awk "function link(a, b) { print a, b } BEGIN { $2 }" >"$1.edges" </dev/null
	[ $# -gt 2 ] || return 0
	mkdir "$1"
	mv "$1.edges" "$1/"
	awk "BEGIN { $3 }" >"$1/$1.nodes" </dev/null
}
clique='for (c = 0; c < 6; c++) for (i = 0; i < 10; i++) for (j = 0; j < i; j++)
	link("n" 10 * c + i, "n" 10 * c + j)'
ring='for (i = 0; i < 40; i++) { link("n" i, "n" (i + 1) % 40)
	if (i % 3 == 0) link("n" i, "n" (i * 7 + 3) % 40) }'
words='"\t-\tw" i % 5 " v" i % 7 (i % 2 ? " x" : "")'
links copies "$clique"
links ring 'for (i = 0; i < 80; i++) link("n" i, "n" (i + 1) % 80)'
links bipartite 'for (i = 0; i < 30; i++) for (j = 0; j < 30; j++) link("a" i, "b" j)'
links star 'for (i = 1; i < 50; i++) link("n0", "n" i)'
links path 'for (i = 1; i < 60; i++) link("n" i - 1, "n" i)'
links grid 'for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) {
	if (i < 7) link("g" i "." j, "g" i + 1 "." j); if (j < 7) link("g" i "." j, "g" i "." j + 1) }'
links twice 'for (i = 0; i < 25; i++) for (t = 1; t < 4; t++) for (c = 0; c < 2; c++)
	if (i != (j = (i * i * t + 5 * t) % 25)) link("c" c "." i, "c" c "." j)'
links alike "$clique" 'for (i = 0; i < 60; i++) print "n" i "\t-\tw" int(i / 10) " v" i % 10'
links components 'for (c = 0; c < 2; c++) for (i = 0; i < 20; i++) {
	link("n" c "." i, "n" c "." (i + 1) % 20)
	if (i % 3 == 0) link("n" c "." i, "n" c "." (i * 7 + 3) % 20) }' \
	"for (c = 0; c < 2; c++) for (i = 0; i < 20; i++) print \"n\" c \".\" i $words"
links same "$clique" 'for (i = 0; i < 60; i++) print "n" i "\tc" int(i / 10) "\tw" int(i / 10) " x"'
links tiles 'for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) {
	if (i < 7) link("g" i "." j, "g" i + 1 "." j); if (j < 7) link("g" i "." j, "g" i "." j + 1) }' \
	'for (i = 0; i < 8; i++) for (j = 0; j < 8; j++)
		print "g" i "." j "\tc" int(i / 4) * 2 + int(j / 4) "\tw" i " v" j'
links unlinked 'link("n0", "n1")' "for (i = 0; i < 40; i++) print \"n\" i $words"
links oneword "$ring" 'for (i = 0; i < 40; i++) print "n" i "\t-\tw" (i % 2 ? " x" : "")'
links duplicates 'for (i = 0; i < 40; i += 2) for (t = 1; t < 4; t++)
	if (i != (j = (i * 3 + 10 * t) % 40)) { link("n" i, "n" j); link("n" i + 1, "n" j) }' \
	'for (i = 0; i < 40; i++) { p = int(i / 2); print "n" i "\t-\tw" p % 5 " v" p % 7 }'
links lowrank 'for (i = 0; i < 20; i++) for (j = 20; j < 40; j++) link("n" i, "n" j)' \
	'for (i = 0; i < 40; i++) print "n" i "\t-\tw" i % 3 (i % 2 ? " a b c d e f g h i j"  \
		: " k l m n o p q r s t u v")'
small

# What K has beyond the rank is told.
code 0 "$ODDONE" run copies.edges -n 1
says "only 6 of 18 dimensions carry anything" out
code 0 "$ODDONE" run ring.edges -n 1
says_not "dimensions carry" out

# ---- machines ---------------------------------------------------------------------------------

has()
{
	grep -qw "$1" /proc/cpuinfo 2>/dev/null
}

code 0 "$ODDONE" --version
sets=$(sed -n 's/^ *kernels *[a-z0-9]* of \(.*\) that this machine has.*/\1/p' out | tr -d ,)
cores=default
if grep -q 'OpenBLAS.*DYNAMIC_ARCH' out; then
	cores=
	! has avx512vl || cores="$cores SkylakeX"
	! has avx2 || cores="$cores Haswell Zen"
	! has avx || cores="$cores Sandybridge"
	! has sse4_2 || cores="$cores Nehalem"
	cores=${cores:-default}
fi
netlib=
for dir in /usr/lib/*/lapack; do
	! [ -e "$dir/liblapack.so.3" ] || netlib=$dir:${dir%lapack}blas
done
[ -z "$netlib" ] || cores="$cores netlib"

# on CORE SET COMMAND…
on()
{
	core=$1 set=$2
	shift 2
	case $core in
	netlib) LD_LIBRARY_PATH=$netlib ODDONE_CPU=$set "$@" ;;
	default) ODDONE_CPU=$set "$@" ;;
	*) OPENBLAS_CORETYPE=$core ODDONE_CPU=$set "$@" ;;
	esac
}

# Every core with every set; otherwise the cores and sets side by side, best with best.
best=${cores# }
best=${best%% *}/${sets%% *}
pairs=
if [ "${MACHINES:-}" = all ]; then
	for core in $cores; do
		for set in $sets; do
			pairs="$pairs $core/$set"
		done
	done
else
	set -- $sets
	for core in $cores; do
		pairs="$pairs $core/$1"
		[ $# -eq 1 ] || shift
	done
fi

# ---- the comparison ---------------------------------------------------------------------------

# columns A B: words are the same, numbers to 1e-9 of 1 or of the larger
columns()
{
	paste "$1" "$2" | awk -F'\t' '{
		if (NF % 2) exit 1
		for (i = 1; i <= NF / 2; i++) {
			a = $i; b = $(i + NF / 2)
			if (a == b) continue
			if (a !~ /^[-+.0-9e]+$/ || b !~ /^[-+.0-9e]+$/) exit 1
			far = a - b; if (far < 0) far = -far
			size = a < 0 ? -a : a; if (size < 1) size = 1
			if (far > 1e-9 * size) exit 1
		}
	}'
}

# agree WHAT OPTIONS…: oddone run in all pairs
agree()
{
	what=$1
	shift
	rm -rf here there
	code 0 on "${best%/*}" "${best#*/}" "$ODDONE" run "$what" -q --format json -o here "$@"
	mv out here.json
	for pair in $pairs; do
		[ "$pair" != "$best" ] || continue
		code 0 on "${pair%/*}" "${pair#*/}" "$ODDONE" run "$what" -q --format json \
			-o there "$@"
		cut -f 1-2 here/scores.tsv >ranks
		cut -f 1-2 there/scores.tsv | cmp -s ranks - ||
			fail "$what $*: another ranking with $pair than with $best"
		"$near" here.json out 1e-9 || fail "$what $*: another report with $pair than with $best"
		for file in scores embedding projection; do
			columns here/$file.tsv there/$file.tsv ||
				fail "$what $*: another $file with $pair than with $best"
		done
	done
}

tied="copies.edges ring.edges bipartite.edges star.edges path.edges grid.edges twice.edges alike
	components unlinked oneword duplicates lowrank"
for network in $tied; do
	agree $network -n 4
done
agree duplicates -n 4 -k 10
agree lowrank -n 4 -k 24
agree lowrank -n 4 --init nmf
agree copies.edges -n 4 --preset paper
agree alike -n 2 -k 15 --preset paper
agree alike -n 2 --projection tsne
agree town -n 6 --plant 5%
agree small -n 6 --plant 6%

# compare NETWORK METHODS: the table of a comparison in all pairs
compare()
{
	set -- compare "$1" -q --methods "$2" --seeds 1 --repeats 2 --plant structural=2,attribute=2 \
		--format json
	code 0 on "${best%/*}" "${best#*/}" "$ODDONE" "$@"
	mv out here.json
	for pair in $pairs; do
		[ "$pair" != "$best" ] || continue
		code 0 on "${pair%/*}" "${pair#*/}" "$ODDONE" "$@"
		"$near" here.json out 1e-9 || fail "$*: another table with $pair than with $best"
	done
}

controls=degree,attributes,pca-forest,neighbour-words,two-hop-words,neighbour-coherence,plain
compare same one-calibrated,one-paper,tadw,aane,$controls
if [ "${MACHINES:-}" = all ]; then
	for network in $tied town small; do
		# One word makes K = 1, and from the 25th iteration on the run leaves a saddle: a start
		# that is changed by 1e-12 grows to 1e-6 by the 50th, on one machine as well.
		iterations=40
		[ $network != oneword ] || iterations=20
		agree $network -n $iterations
		agree $network -n 8 --preset paper
		agree $network -n 8 --update block
		agree $network -n 8 --init nmf
		agree $network -n 8 --init random
	done
	for network in same tiles town; do
		agree $network -n 10 --projection tsne
		compare $network one-calibrated,one-paper,tadw,aane,$controls
		compare $network deepwalk,node2vec,line
		compare $network graphsage,seano
	done
fi
finish
