#!/bin/sh
# Command line, explorer and the handle for other languages rank alike, to the bit, on networks of
# all sorts: without links, without attributes, directed, weighted, with isolated nodes, labels or
# none, one component or many, planted or not, with columns of numbers and missing cells.
. "${srcdir:-.}/tests/cli/lib.sh"
RANK=$builddir/tests/cli/handle_rank
networks=0

# rank_alike NETWORK [OPTION=VALUE...]: options as the handle has them. 3 iterations each.
rank_alike()
{
	network=$1
	shift
	networks=$((networks + 1))
	name="$networks: $network $*"
	dir=rank-$networks
	line="open $network" settings='' plant='' flags=''
	for option; do
		key=${option%%=*} value=${option#*=}
		case $key in
		k) flags="$flags --dims=$value" ;;
		o) flags="$flags --o-step=$value" ;;
		*) flags="$flags --$key=$value" ;;
		esac
		case $key in
		plant) plant="plant $(echo "$value" | tr , ' ')" ;;
		directed) line="open --directed $network" ;;
		id | label) line="$line --$key $value" ;;
		*) settings="$settings$key " ;;
		esac
	done
	{
		echo "$line"
		for option; do
			case ${option%%=*} in plant | directed | id | label) ;; *) echo "set $option" ;; esac
		done
		[ -z "$settings" ] || echo reset
		[ -z "$plant" ] || echo "$plant"
		echo "iterate 3"
		echo "export scores $dir/explorer.tsv"
	} >"$dir.oddlog"
	"$ODDONE" run "$network" -q -n 3 $flags -o "$dir" >out 2>err ||
		fail "$name: run: $(cat err)"
	"$ODDONE" play --batch -q "$dir.oddlog" >out 2>err || fail "$name: explorer: $(cat err)"
	# A host whose BLAS has threads of its own gets the same.
	OPENBLAS_NUM_THREADS=2 "$RANK" "$network" "$dir/scores.tsv" "$dir/explorer.tsv" -- iterations=3 "$@" 2>err ||
		fail "$name: $(cat err)"
}

# ---- generated ----------------------------------------------------------------------------------
generate()
{
	"$ODDONE" generate -q -o "$@" >out 2>err || fail "generate $*: $(cat err)"
}
generate usual --nodes 120 --communities 4
generate weighted --nodes 90 --communities 3 --weighted
generate one-group --nodes 80 --communities 1
generate groups --nodes 150 --communities 12 --mixing 0.05
generate sparse --nodes 100 --communities 4 --edges 60 # many isolated nodes and components
generate noisy --nodes 100 --communities 5 --noise 0.9 --mixing 0.6
generate dense --nodes 60 --communities 3 --edges 900
for network in usual weighted one-group groups sparse noisy dense; do
	rank_alike $network
done
rank_alike usual plant=5%
rank_alike usual plant=structural=3,attribute=2,combined=4
rank_alike groups plant=swap=4,rewire=3,clique=1x5
rank_alike usual preset=paper
rank_alike usual preset=paper init=random seed=7
rank_alike weighted score=paper
rank_alike noisy score=one weights=1,2,0
rank_alike usual k=5 update=block
rank_alike usual o=uniform

# ---- links alone --------------------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 60; i++) for (d = 1; d < 9; d *= 2) print i, (i * d + 7 * d) % 60 }' >ring.edges
awk 'BEGIN { for (i = 0; i < 50; i++) { print i, (i + 1) % 50, 1 + i % 4; print i, (i * 3) % 50, .5 } }' >weights.edges
awk 'BEGIN { for (c = 0; c < 4; c++) for (i = 0; i < 12; i++) for (j = i + 1; j < 12; j += 1 + c)
	print c "-" i, c "-" j }' >islands.edges
rank_alike ring.edges
rank_alike ring.edges directed=yes
rank_alike weights.edges
rank_alike islands.edges
rank_alike islands.edges plant=combined=2

# ---- attributes alone, and tables ---------------------------------------------------------------
mkdir table numbers missing labelled directed twins
awk 'BEGIN { print "id,a,b,c,d,e,f"
	for (i = 0; i < 60; i++) print "n" i "," (i * 7 % 5 == 0) "," (i % 3 == 0) "," (i % 4 == 1) \
		"," (i * i % 7 < 3) "," (i % 5 == 2) "," (i * 11 % 13 < 4) }' >table/nodes.csv
echo source,target >table/edges.csv
rank_alike table
rank_alike table preset=paper
rank_alike table plant=contextual=3

# links NODES: some
links()
{
	awk -v n="$1" 'BEGIN { print "source,target"
		for (i = 0; i < n; i++) { print "n" i ",n" (i + 1) % n; if (i % 3 < 2) print "n" i ",n" (i * 5 + 2) % n } }'
}
awk 'BEGIN { print "id,size,age,kind,weight"
	for (i = 0; i < 70; i++) print "n" i "," 10 + i * 37 % 50 "," i % 9 / 7 "," substr("xyzxx", i % 5 + 1, 1) \
		"," 1000 * (i * 13 % 17) }' >numbers/nodes.csv
links 70 >numbers/edges.csv
rank_alike numbers
rank_alike numbers plant=5%
awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $3 = "" } NR > 1 && NR % 7 == 0 { $4 = "" } 1' numbers/nodes.csv \
	>missing/nodes.csv
cp numbers/edges.csv missing/edges.csv
rank_alike missing
awk -F, -v OFS=, 'NR == 1 { print $0, "label" } NR > 1 { print $0, "group" NR % 3 }' numbers/nodes.csv \
	>labelled/nodes.csv
cp numbers/edges.csv labelled/edges.csv
rank_alike labelled
rank_alike labelled label=kind
cp table/nodes.csv directed/nodes.csv
links 60 >directed/edges.csv
rank_alike directed directed=yes
rank_alike directed
awk 'NR == 1 || NR < 32 { print } NR > 1 && NR < 32 { sub(/^n/, "m"); print }' table/nodes.csv >twins/nodes.csv
links 30 >twins/edges.csv # the twins have no link, and scores that tie
rank_alike twins

[ "$networks" -ge 30 ] || fail "only $networks networks"
finish
