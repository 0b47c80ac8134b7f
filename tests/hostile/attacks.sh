#!/bin/sh
# Files made to do harm, each with the seconds and megabytes it may cost, the way it must end and
# what must be said. The files are in tests/hostile/files or made here.
. "${srcdir:-.}/tests/cli/lib.sh"
. "$srcdir/tests/hostile/lib.sh"
files=$srcdir/tests/hostile/files
TMPDIR=$tmp/temporary
export TMPDIR
mkdir "$TMPDIR"
unset ODDONE_READ_LIMIT

# ---- MATLAB: dimensions that nothing stands behind
for case in "shortx:X is 4 × 3, but the file holds 1 values of it" \
	"shortraw:A is 4 × 4, but the file holds 4 values of it" \
	"wide:X is 4 × 500000000, but the file holds 1 values of it" \
	"int8:A is 60000 × 60000, but the file holds 2 values of it" \
	"spbad:a value stands in row -2, but there are 4 rows" \
	"spbad2:column 4 starts at value 1000000" \
	"spbad3:the file holds where 2 columns start"; do
	within 20 1000 3 "$ODDONE" info "$files/${case%%:*}.mat"
	says "${case%%:*}.mat: " err
	says "${case#*:}" err
done

# Version 7.3: blocks that are not in the file and that HDF5 is told not to fill are zeros, not what memory
# held before (which MALLOC_PERTURB_ makes something else).
gzip -dc "$files/missing-blocks.mat.gz" >missing-blocks.mat
for perturb in 85 170; do
	MALLOC_PERTURB_=$perturb
	export MALLOC_PERTURB_
	if grep -q '^#define HAVE_HDF5 1' "$builddir/config.h"; then
		within 20 1000 0 "$ODDONE" info missing-blocks.mat
		says "checksum    3a58fb9794ea6e14" out
	else
		within 20 1000 2 "$ODDONE" info missing-blocks.mat
	fi
done
unset MALLOC_PERTURB_

# ---- formats that claim much
awk 'BEGIN { printf "graph { {"; for (i = 0; i < 30000; i++) printf "a%d ", i; printf "} -- {";
	for (i = 0; i < 30000; i++) printf "b%d ", i; print "} }" }' >groups.dot
within 20 1500 3 "$ODDONE" info groups.dot
says "groups.dot: its links need more than 1024 MB" err
awk 'BEGIN { printf "graph { "; for (i = 0; i < 100000; i++) printf "{"; print "" }' >deep.dot
within 20 1000 3 "$ODDONE" info deep.dot
says "braces are nested more than 64 deep" err
awk 'BEGIN { printf "{\"nodes\":"; for (i = 0; i < 100000; i++) printf "["; print "" }' >deep.json
within 20 1000 3 "$ODDONE" info deep.json
says "deep.json:1: no JSON" err
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n1000000000 1000000000 1\n2 1\n' >rows.mtx
within 20 1000 3 "$ODDONE" info rows.mtx
says "rows.mtx: its 1000000000 nodes need more than 1024 MB" err
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n3 3 99999999999999\n2 1\n' >entries.mtx
within 20 1000 3 "$ODDONE" info entries.mtx
says "the heading speaks of 99999999999999 entries, and 1 lines follow" err
awk 'BEGIN { printf "[{\"data\":{\"id\":\"a\""; for (i = 0; i < 2000000; i++) printf ",\"%d\":0", i % 7;
	print "}}]" }' >wide.json
ODDONE_READ_LIMIT=50
export ODDONE_READ_LIMIT
within 20 1000 3 "$ODDONE" info wide.json
says "wide.json: its values need more than 50 MB" err
# Entries of an archive that share their bytes; nine million ones in nine kilobytes; twenty thousand columns.
ODDONE_READ_LIMIT=16
within 20 500 3 "$ODDONE" info "$files/shared-entries.npz"
says "shared-entries.npz: unpacks to more than 16 MB" err
for name in ones.npz ones.mat; do
	within 20 500 3 "$ODDONE" info "$files/$name"
	says "$name: its entries need more than 16 MB" err
done
# Tables inside a file: a query without end, entities, cells that stand there a thousand million times.
if grep -q '^#define HAVE_SQLITE 1' "$builddir/config.h"; then
	within 60 500 3 "$ODDONE" info "$files/endless-view.sqlite"
	says "endless-view.sqlite: SQLite: a query that does not end" err
fi
within 20 500 3 "$ODDONE" info "$files/entities.ods"
says "entities.ods: the file declares an entity, which is not allowed" err
within 20 500 3 "$ODDONE" info "$files/repeats.ods"
says "repeats.ods: its tables need more than 16 MB" err
# A hundred megabytes of zeros, packed.
for program in xz zstd; do
	case $program in
	xz) have=HAVE_LZMA ending=xz ;;
	*) have=HAVE_ZSTD ending=zst ;;
	esac
	command -v $program >/dev/null && grep -q "^#define $have 1" "$builddir/config.h" || continue
	head -c 100000000 /dev/zero | $program -q -c >zeros.gml.$ending
	within 20 500 3 "$ODDONE" info zeros.gml.$ending
	says "zeros.gml.$ending: unpacks to more than 16 MB" err
	head -c 300 zeros.gml.$ending >cut.gml.$ending
	within 20 500 3 "$ODDONE" info cut.gml.$ending
	says "cut.gml.$ending: the compressed file ends too early" err
done
mkdir wide
awk 'BEGIN { printf "id"; for (i = 0; i < 20000; i++) printf ",c%d", i; print "";
	printf "a"; for (i = 0; i < 20000; i++) printf ",5"; print "" }' >wide/nodes.csv
printf 'source,target\na,a\n' >wide/edges.csv
within 20 500 3 "$ODDONE" info wide
says "nodes.csv: its columns need more than 16 MB" err
{
	printf 'nodedef>name VARCHAR'
	awk 'BEGIN { for (i = 0; i < 20000; i++) printf ",c%d DOUBLE", i; print "";
		printf "a"; for (i = 0; i < 20000; i++) printf ",5"; print "" }'
} >wide.gdf
within 20 500 3 "$ODDONE" info wide.gdf
says "wide.gdf: its columns need more than 16 MB" err
unset ODDONE_READ_LIMIT
# An archive whose sizes are a lie: the size of the first entry, in the list at the end.
for cut in 100 400 900; do
	head -c $cut "$srcdir/tests/golden/formats/in/bench.npz" >cut.npz
	within 20 1000 3 "$ODDONE" info cut.npz
	says "cut.npz: " err
done
at=$(LC_ALL=C grep -abo 'PK'"$(printf '\001\002')" "$srcdir/tests/golden/formats/in/bench.npz" |
	head -n 1 | cut -d: -f1)
cp "$srcdir/tests/golden/formats/in/bench.npz" lie.npz
printf '\377\377\377\176' | dd of=lie.npz bs=1 seek=$((at + 24)) conv=notrunc 2>/dev/null
within 20 1000 3 "$ODDONE" info lie.npz
says "lie.npz: the zip archive is damaged: an entry has a wrong size" err
cp "$srcdir/tests/golden/formats/in/bench.npz" lie.npz
printf '\377\377\377\176' | dd of=lie.npz bs=1 seek=$((at + 42)) conv=notrunc 2>/dev/null
within 20 1000 3 "$ODDONE" info lie.npz
says "lie.npz: the zip archive is damaged: an entry is outside the file" err

# ---- saved states without numbers
small
"$ODDONE" run small -q -n 1 --dims 4 --save-state state >/dev/null || fail "no state to start from"
for shape in zero-columns zero-columns-300; do
	cp "$files/$shape-G.npy" state/G.npy
	within 20 1500 3 "$ODDONE" run small -n 1 --init state
	says "G.npy: shape is (" err
	says "the matrix is empty" err
done

# ---- pictures
within 20 1000 3 "$ODDONE" info "$files/huge-text-length.png"
says "huge-text-length.png: broken PNG picture: the file ends too early" err
within 20 1000 0 "$ODDONE" info "$files/long-command.png"
equal 1000000 "$(tr -cd a <out | wc -c | awk '{ print ($1 > 1000000 ? 1000000 : $1) }')" \
	"letters of a long command"
gzip -dc "$files/many-texts.png.gz" >many-texts.png
within 20 1000 3 "$ODDONE" info many-texts.png
says "many-texts.png: holds more than 4 MB of text" err
within 20 1000 0 "$ODDONE" info "$files/escape-in-options.png"
[ "$(tr -cd '\033' <out | wc -c)" -eq 0 ] || fail "escapes of a picture reach the terminal"

# ---- little that unpacks to much: 3 GB in 3 MB, in 30 members
mkdir big
head -c 100000000 /dev/zero | tr '\0' '\n' | gzip -1 >member
for _ in 1 2 3 4 5 6 7 8 9 10; do
	cat member member member
done >big/x.nodes.gz
: >big/x.edges
within 60 2500 3 "$ODDONE" info big
says "x.nodes.gz: unpacks to more than 1024 MB, the limit for reading" err
ODDONE_READ_LIMIT=16
export ODDONE_READ_LIMIT
within 20 1000 3 "$ODDONE" info big
says "unpacks to more than 16 MB" err
for ending in graphml gml net mat; do
	rm -rf big
	mkdir big
	cp member big/x.$ending.gz
	within 20 1000 3 "$ODDONE" info big
	says "x.$ending.gz: unpacks to more than 16 MB" err
done
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"
for wrong in 0 -1 many 1x; do
	ODDONE_READ_LIMIT=$wrong
	within 20 1000 2 "$ODDONE" info big
	says "ODDONE_READ_LIMIT" err
done
unset ODDONE_READ_LIMIT

# ---- a file of holes, and devices in the place of files
mkdir holes
dd if=/dev/null of=holes/x.nodes bs=1 seek=1000000000000 2>/dev/null &&
	: >holes/x.edges && {
	within 20 1000 3 "$ODDONE" info holes
	says "x.nodes: has holes that make it more than 1024 MB" err
}
mkdir endless
ln -s /dev/zero endless/x.nodes
: >endless/x.edges
within 60 2500 3 "$ODDONE" info endless
says "x.nodes: the stream holds more than 1024 MB" err

# ---- columns that are only counted: 20,000,000 of them
mkdir columns
{
	printf 'a\t'
	head -c 40000000 /dev/zero | tr '\0' '0' | sed 's/00/0	/g'
	echo x
} | gzip -1 >columns/x.content.gz
echo "a a" >columns/x.cites
within 60 2500 3 "$ODDONE" info columns
says "x.content.gz: its 20000000 columns need more than 1024 MB" err

# ---- as many attributes as nodes: 25,000 of each are 625 million cells
awk 'BEGIN {
	print "graph ["
	for (i = 0; i < 25000; i++) printf "node [ id %d a%d 1 ]\n", i, i
	print "]"
}' >square.gml
awk 'BEGIN {
	print "<graphml>"
	for (i = 0; i < 25000; i++)
		printf "<key id=\"k%d\" for=\"node\" attr.name=\"a%d\" attr.type=\"double\"/>\n", i, i
	print "<graph>"
	for (i = 0; i < 25000; i++) printf "<node id=\"%d\"/>\n", i
	print "</graph></graphml>"
}' >square.graphml
printf '*Vertices 2000000000\n*Edges\n1 2\n' >square.net
within 30 1500 0 "$ODDONE" info square.gml # 0 or 1, mostly 0: words
sed 's/ 1 ]/ -7 ]/' square.gml >minus.gml
within 30 1500 3 "$ODDONE" info minus.gml
says "minus.gml: its 25000 attributes of 25000 nodes need more than 1024 MB" err
within 30 1500 0 "$ODDONE" info square.graphml # names of columns alone cost nothing
within 20 1000 3 "$ODDONE" info square.net
says "square.net:1:11: 2000000000 vertices are more than" err
{
	echo '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY a "ha">'
	before=a
	for name in b c d e f g h i j k l; do
		e="&$before;"
		echo "<!ENTITY $name \"$e$e$e$e$e$e$e$e$e$e\">"
		before=$name
	done
	echo ']><graphml><graph><node id="&l;"/></graph></graphml>'
} >laughs.graphml
within 30 1500 3 "$ODDONE" info laughs.graphml
says "laughs.graphml:1:" err
says "declares an entity" err
# What is outside the file is neither read nor waited for; what is inside may be deep and long.
echo secret-of-another-file >secret
for declared in '[<!ENTITY x SYSTEM "secret">]' '[<!ENTITY % x SYSTEM "secret"> %x;]'; do
	echo "<?xml version=\"1.0\"?><!DOCTYPE g $declared><graphml><graph><node id=\"&x;\"/></graph></graphml>" >outside.graphml
	within 20 1000 3 "$ODDONE" info outside.graphml
	says "declares an entity" err
done
mkfifo waited.dtd
echo '<!DOCTYPE g SYSTEM "waited.dtd"><graphml><graph><node id="a"/><node id="b"/></graph></graphml>' >outside.graphml
within 20 1000 0 "$ODDONE" info outside.graphml
for name in deep.graphml:graph deep.gexf:node; do
	awk -v element="${name#*:}" 'BEGIN { printf "<%s>", (element == "node" ? "gexf" : "graphml")
		for (i = 0; i < 500000; i++) printf "<%s>", element }' >"${name%:*}"
	within 20 1000 3 "$ODDONE" info "${name%:*}"
	says "${name%:*}:1:" err
done
# A sign at which the search for the first element begins again, at the very beginning.
for ending in gexf graphml txt; do
	printf '>x y\n' >sign.$ending
	within 20 1000 0 "$ODDONE" info sign.$ending
done
# ids, classes and words of a megabyte
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "x"; print "" }' >long
mkdir long-names
for i in 1 2 3 4; do
	printf '%s%d\t%s%d\tp%s q%d\n' "$(cat long)" $i "$(cat long)" $((i % 2)) "$(cat long)" $((i % 3))
done >long-names/x.nodes
for i in 1 2 3; do
	printf '%s%d\t%s%d\n' "$(cat long)" $i "$(cat long)" $((i + 1))
done >long-names/x.edges
for format in text tsv json; do
	within 60 1500 0 "$ODDONE" info long-names --format $format
	within 60 1500 0 "$ODDONE" run long-names -n 1 --dims 2 -q --format $format
done
printf 'open long-names\nset k=2\niterate 1\nexplain #1\nsave-screen long.txt\n' >script
within 60 1500 0 "$ODDONE" --script script

# ---- few numbers in a wide table: a run would need all of it, and says so before
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "n%d\t-\tc%d=%.2f\n", i, i, i % 7 - 3.5 }' >sparse.nodes
printf 'n0\tn1\nn2\tn3\n' >sparse.edges
within 60 4000 1 "$ODDONE" run sparse.nodes -n 1 --dims 2 -q
says "takes about" err
says "GB of memory" err

# ---- more new nodes than anybody can want
small_plant="--plant structural=3999999999"
# shellcheck disable=SC2086
within 20 1000 2 "$ODDONE" run small -n 1 -q $small_plant
says "3999999999 new nodes are too many for a network of 300" err

# ---- a long line costs as much as it is long: in a log, a script, a tour
head -c 2000000 /dev/zero | tr '\0' x >long.oddlog
echo >>long.oddlog
within 20 1000 3 "$ODDONE" play --batch long.oddlog
within 20 1000 2 "$ODDONE" --script long.oddlog
within 20 1000 3 "$ODDONE" tour check long.oddlog

finish
