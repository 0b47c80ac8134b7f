#!/bin/sh
# Airports and flights in tables of any name: from the first screen to which airports are odd and why, by
# name, in at most six keys, and the log of it plays in another directory.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
export LC_ALL=C.UTF-8
mkdir air elsewhere
# Six states; A67 of New York flies to Alaska more than within its state.
awk 'BEGIN {
	split("CO TX CA NY AK HI", state, " "); split("39 31 36 42 62 20", lat, " "); split("105 98 119 75 150 156", lon, " ")
	print "iata,name,city,state,country,latitude,longitude" > "air/airports.csv"; print "origin,destination,count" > "air/flights-airport.csv"
	for (i = 0; i < 120; i++) {
		s = int(i / 20) + 1
		printf "A%02d,City %d International,City %d,%s,USA,%.2f,%.2f\n", i, i, i, state[s], lat[s] + i * 7 % 20 / 7, -lon[s] + i * 3 % 20 / 7 > "air/airports.csv"
		for (j = 1; j < 6; j++) printf "A%02d,A%02d,%d\n", i, 20 * (s - 1) + (i + j) % 20, 1 + i * j % 300 > "air/flights-airport.csv"
		for (h = 0; h < 6; h++) if (i % 20 == 0 && h + 1 != s) printf "A%02d,A%02d,900\n", i, 20 * h > "air/flights-airport.csv"
	}
	for (j = 0; j < 12; j++) printf "A67,A%02d,40\n", 80 + j > "air/flights-airport.csv"
}'
for size in 80x24 120x40 200x60; do
	cat >walk.odd <<S
save-screen first-$size.txt --replace
key S
key S
key Enter
save-screen why-$size.txt --replace
key q
key J
save-screen communities-$size.txt --replace
log save walk.oddlog --replace
S
	LINES=${size#*x} COLUMNS=${size%x*} code 0 "$ODDONE" air --no-config --script walk.odd
	says "City 67 Int" first-$size.txt
	says "node City 67 International" why-$size.txt
	says "rank 1 of 120" why-$size.txt
	grep -q "state *NY *.*AK 12, NY 10" why-$size.txt || fail "$size: the values do not say why"
	says "state=NY" communities-$size.txt
done
says "leave its community" why-200x60.txt
cd elsewhere || exit 99
code 0 "$ODDONE" play --batch ../walk.oddlog
says "1 City 67 International" out
# A log whose network has gone names the cure.
mv ../air moved
code 3 "$ODDONE" play --batch ../walk.oddlog
says "data=NETWORK" err
code 0 "$ODDONE" play --batch -q ../walk.oddlog data=moved
cd ..
finish
