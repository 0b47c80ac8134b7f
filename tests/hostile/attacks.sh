#!/bin/sh
# Files made to do harm, each with the seconds and megabytes it may cost, the way it must end and
# what must be said. The files are in tests/hostile/files or made here.
. "${srcdir:-.}/tests/cli/lib.sh"
files=$srcdir/tests/hostile/files
TMPDIR=$tmp/temporary
export TMPDIR
mkdir "$TMPDIR"
unset ODDONE_READ_LIMIT

# Sanitizers reserve terabytes of addresses and take their time.
sanitized=false
grep -q '^#define ODD_SANITIZED' "$builddir/config.h" && sanitized=true

# within SECONDS MEGABYTES CODE COMMAND…: ends by itself within so many seconds of the processor and
# so much memory, with that code. Generous: what these files used to cost was minutes and gigabytes. By
# the clock it may take ten times as long: a busy machine is no failure.
within()
{
	seconds=$1
	megabytes=$2
	wanted=$3
	shift 3
	(
		$sanitized || ulimit -v $((megabytes * 1024))
		ulimit -t "$seconds"
		exec timeout -s KILL $((10 * seconds)) "$@"
	) >out 2>err
	got=$?
	[ "$got" -eq "$wanted" ] || {
		fail "exit $got instead of $wanted: $* ($seconds s, $megabytes MB)"
		sed 's/^/    stderr: /' err | head -5
	}
	[ "$wanted" -eq 0 ] || equal 1 "$(wc -l <err)" "lines said about $*"
}

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
printf '4000000000 1\n2\n1\n' >many.metis
within 20 1500 3 "$ODDONE" info many.metis
says "many.metis: " err
printf '2 1000000000000\n2\n1\n' >links.metis
within 20 1000 3 "$ODDONE" info links.metis
says "the heading speaks of 1000000000000 links" err
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

finish
