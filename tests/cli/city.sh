#!/bin/sh
# The bundled sample city is what this command makes, to the byte, and as the ladder (tour 7) says it is.
. "${srcdir:-.}/tests/cli/lib.sh"

city=$srcdir/share/oddone/samples/city
code 0 "$ODDONE" generate -o made --nodes 2500 --edges 4900 --attributes 1433 --words 18 \
	--communities 7 --mixing 0.19 --noise 0.45 --seed 1 -q
sed '1s/ synthetic$/ city/' made/synthetic.nodes >made/city.nodes
for part in nodes edges; do
	[ "$part" = edges ] && cp made/synthetic.edges made/city.edges
	gzip -dc "$city/city.$part.gz" >"city.$part" || fail "city.$part.gz cannot be unpacked"
	cmp "city.$part" "made/city.$part" || fail "city.$part is not what generate makes"
done
# ODDONE_UPDATE=1 writes it anew.
if [ -n "$ODDONE_UPDATE" ]; then
	for part in nodes edges; do
		gzip -9n <"made/city.$part" >"$city/city.$part.gz"
	done
fi
bytes=$(cat "$city"/*.gz | wc -c)
[ "$bytes" -lt 250000 ] || fail "the sample takes $bytes bytes"

# "four links and eighteen words each, seven circles", as Cora has 3.9, 18.2 and seven.
code 0 "$ODDONE" info city
says "city  (oddone text)" out
grep -qE '^  nodes +2500 ' out || fail "not 2,500 nodes"
grep -qE '^  links .* 3\.9[0-9]$' out || fail "not about four links each"
grep -qE '^  attributes .* (17\.9|18\.0)[0-9]$' out || fail "not eighteen words each"
classes=$(sed -n '/^Classes/,/^$/p' out | grep -c '%$')
equal 7 "$classes" "circles"
finish
