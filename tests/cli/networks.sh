#!/bin/sh
# plant, convert, generate and info: what one writes the others read.
. "${srcdir:-.}/tests/cli/lib.sh"
small

# generate: the seed decides everything
code 0 "$ODDONE" generate -o again --nodes 300 --communities 4 --seed 7
says "300 nodes" out
for file in small/*; do
	same "$file" "again/${file#small/}"
done
code 0 "$ODDONE" generate -o other --nodes 300 --communities 4 --seed 8
cmp -s small/synthetic.edges other/synthetic.edges && fail "another seed, the same network"
code 0 "$ODDONE" generate -o made --nodes 200 --edges 700 --attributes 90 --words 5 \
	--communities 3 --mixing 0 --noise 0 --weighted
code 0 "$ODDONE" info made --format json
equal 200 "$(json out nodes)" "nodes"
equal 700 "$(json out edges)" "links"
equal 90 "$(json out attributes)" "attributes"
equal 3 "$(json out labels)" "communities"
equal true "$(json out weighted)" "weights"

# info
code 0 "$ODDONE" info small
says "oddone text" out
says "300" out
LC_ALL=C "$ODDONE" info small | LC_ALL=C grep -q '[^ -~]' && fail "info in ASCII is not"
code 0 "$ODDONE" info small --format json
cp out info.json
"$JSON" info.json || fail "info is not valid JSON"
equal 12 "$(json info.json default_dims)" "default K"
equal true "$(json info.json like_words)" "words"
code 0 "$ODDONE" info small --format tsv
equal 300 "$(awk -F'\t' '$1 == "nodes" { print $2 }' out)" "nodes in tsv"
equal 300 "$(awk -F'\t' '$1 == "class" { n += $3 } END { print n }' out)" "nodes in classes"
equal "$(json info.json degree.most)" "$(awk -F'\t' '$1 == "degree.most" { print $2 }' out)" \
	"largest degree"

# What is passed over while loading is told.
mkdir messy
printf 'a\tx\tw1 w2\nb\tx\tw1\nc\ty\tw3\nd\ty\tw2 w3\ne\t-\tw4\n' >messy/m.nodes
printf 'a\tb\nb\ta\na\ta\na\tzz\nc\td\n' >messy/m.edges
code 0 "$ODDONE" info messy --format json
equal 1 "$(json out skipped.self_loops)" "self loops"
equal 1 "$(json out skipped.repeated_edges)" "repeated"
equal 1 "$(json out skipped.unknown_nodes)" "unknown"
equal 2 "$(json out edges)" "links kept"
equal 1 "$(json out isolated)" "isolated"
equal 3 "$(json out components)" "components"
equal 1 "$(json out unlabelled)" "without a label"
code 0 "$ODDONE" run messy -n 1 --format json
equal 1 "$(json out skipped.unknown_nodes)" "unknown, told by run"
equal 3 "$(json out options.dims)" "K, reduced"
code 0 "$ODDONE" run messy -n 1
says "K = 3, less than by default" out
says "names a node that is not listed" out

# plant
code 0 "$ODDONE" plant small -o seeded --plant structural=7,attribute=2%,combined=0 --seed 5
says "13 outliers" out
equal 7 "$(grep -c 'structural$' seeded/synthetic.truth)" "structural"
equal 6 "$(grep -c 'attribute$' seeded/synthetic.truth)" "attribute"
code 0 "$ODDONE" info seeded --format json
equal 313 "$(json out nodes)" "nodes after planting"
equal 7 "$(json out truth.structural)" "truth that was read again"
# Planting first or while running is the same.
code 0 "$ODDONE" plant small -o five
says "15 outliers" out
code 0 "$ODDONE" run five --format tsv
grep -v '^#' out >a
code 0 "$ODDONE" run small --plant 5% --format tsv
grep -v '^#' out >b
same a b
code 0 "$ODDONE" plant small -o local --plant-style local
cmp -s five/synthetic.edges local/synthetic.edges && fail "local style plants the same links"
cmp -s five/synthetic.edges small/synthetic.edges && fail "nothing was planted"

# convert: writing what was read gives the same files; a truth that is gone goes.
code 0 "$ODDONE" convert seeded -o copy
for file in seeded/*; do
	same "$file" "copy/${file#seeded/}"
done
code 0 "$ODDONE" convert small -o copy
[ -e copy/synthetic.truth ] && fail "an old truth beside a network without one"
mkdir csv
printf 'Id,Label,size,age\nx,one,1,2\ny,one,3,4\nz,two,5,6\nw,two,7,9\n' >csv/nodes.csv
printf 'Source,Target\nx,y\ny,z\nz,w\n' >csv/edges.csv
code 0 "$ODDONE" convert csv -o from-csv --directed
code 0 "$ODDONE" info from-csv --format json
equal true "$(json out directed)" "direction kept"
equal 3 "$(json out edges)" "links from CSV"

# A network of a single file may come from a pipe.
cat >three.gml <<'END'
graph [
  node [ id 1 size 2.5 age 1 ]
  node [ id 2 size 0.5 age 0 ]
  node [ id 3 size 1.5 age 3 ]
  edge [ source 1 target 2 ]
  edge [ source 2 target 3 ]
]
END
mkdir spool
TMPDIR=$tmp/spool
export TMPDIR
for pipe in 'cat three.gml' 'gzip -c three.gml'; do
	$pipe | "$ODDONE" info - --format json >out 2>err || fail "cannot read a pipe: $(cat err)"
	equal 3 "$(json out nodes)" "nodes from a pipe"
	equal stdin "$(json out name)" "name of what comes from a pipe"
done
# Told by how it begins, whatever stands before that: blanks, a comment, a line of its maker.
{ echo 'Creator "somebody"' && cat three.gml; } >maker.gml
printf '\n<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>%s' \
	'<edge source="a" target="b"/></graph></graphml>' >two.graphml
printf '*Vertices 2\n1 "a"\n2 "b"\n*Edges\n1 2\n' >two.net
for pair in three.gml:GML maker.gml:GML two.graphml:GraphML two.net:Pajek; do
	"$ODDONE" info - --format json <"${pair%:*}" >out 2>err ||
		fail "${pair%:*} is not told on standard input: $(cat err)"
	equal "${pair#*:}" "$(json out format)" "format of ${pair%:*}"
done
echo 'graph [ node [' | "$ODDONE" info - >out 2>err
equal 3 $? "exit code for broken data in a pipe"
says "standard input" err
echo "a	b" | "$ODDONE" info - --format json >out 2>err
equal "edge list" "$(json out format)" "a list of links in a pipe"
echo "a	b	c	d" | "$ODDONE" info - >out 2>err
equal 3 $? "exit code for a table without Id or Source and Target"
says "standard input: no format is recognised by its name or content; nearest is CSV" err
"$ODDONE" info - </dev/null >out 2>err
equal 3 $? "exit code for an empty pipe"
[ -z "$(ls -A spool)" ] || fail "temporary files are left"

# Hundreds of classes do not make K hundreds: it says so, and how to have it otherwise.
code 0 "$ODDONE" generate -q -o many --nodes 400 --communities 40 --attributes 300
code 0 "$ODDONE" info many --format json
equal 90 "$(json out default_dims)" "K of 40 classes"
code 0 "$ODDONE" run many --iterations 1
says "K = 90, the most by default, as 3 for each of 40 classes would be 120" out
code 0 "$ODDONE" run many --iterations 1 -k 120 --format json
equal 120 "$(json out options.dims)" "K as it is asked for"
printf 'open many\n' >many.odd
code 0 "$ODDONE" play many.odd --batch
says "K = 90, the most by default (set k=K)" err

# The sample that comes with the program is found beside it.
code 0 "$ODDONE" info town --format json
equal 300 "$(json out nodes)" "nodes of the bundled sample"
# A bundled sample goes by its name, wherever the data directory is said to be.
mkdir -p data/samples
cp -r small data/samples/tiny
ODDONE_DATA=$tmp/data "$ODDONE" info tiny >out 2>err || fail "a sample is not found by its name"
ODDONE_DATA=$tmp/data "$ODDONE" info nosuch >out 2>err
says "tiny" err
ODDONE_DATA=$tmp/data "$ODDONE" info ../samples/tiny >out 2>err && fail "a path passes for a name"
finish
