#!/bin/sh
# The dialog before a network is opened: columns with the types that are guessed, the first lines, the
# columns of both tables to choose from, and every way to say otherwise, as the command it stands for.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
export LC_ALL=C.UTF-8
mkdir tab
awk 'BEGIN {
	print "name,age,city,salary" > "tab/nodes.csv"; print "a,b,w" > "tab/edges.csv"
	for (i = 1; i <= 60; i++) {
		printf "p%d,%s,%s,%d\n", i, i % 6 ? 20 + i * 7 % 41 : "", i % 2 ? "Ulm" : "Bonn", i * 1000 > "tab/nodes.csv"
		for (j = 2; j < 8; j += 2) printf "p%d,p%d,%d\n", i, (i + j) % 60 + 1, j > "tab/edges.csv"
	}
}'
cat >script.odd <<'S'
size 80x24
open --id name --source a --target b tab
open-dialog preview
save-screen asis.txt
key Tab Tab Tab Tab Tab
type salary=category
key Tab Left Right Tab Tab
type w
key Tab Tab
key Right Right
save-screen small.txt
size 120x40
save-screen large.txt
size 80x24
key Enter
save-screen opened.txt
log save opened.oddlog
S
code 0 "$ODDONE" explore --no-config --script script.odd
# The open network is shown as it was opened.
says "open tab --id name --source a --target b" asis.txt
says "name,age,city,salary" asis.txt
says "edges.csv: a,b,w" asis.txt
for size in small large; do
	says "CSV: 60 nodes, 180 links, 63 attributes" $size.txt
	says "p1,27,Ulm,1000" $size.txt
	says "problem none" $size.txt
done
grep -Eq "age +number +16.7% missing" large.txt || fail "the column of ages is not told"
grep -Eq "salary +category" large.txt || fail "the column of salaries is not told"
# The command that it stands for, and what came of it.
says "open tab --id name --type salary=category --source a --target b --weight w --multi sum" large.txt
says "60 nodes, 180 links, 63 attributes" opened.txt
says "open --id name --type salary=category --source a --target b --weight w --multi sum {data}" opened.oddlog
code 0 "$ODDONE" play --batch opened.oddlog
# What the shell takes, open takes, spelled as there; and the shell takes for the explorer what it takes
# for run.
cat >spelled.odd <<'S'
size 80x24
open --id=name --attributes=age,salary --type=salary=category --source=a --target=b --weight=w --multi=count --separator=, --directed=auto tab
save-screen spelled.txt
open --id name --source a --target b --directed=yes --ignore salary tab
save-screen directed.txt
open --id name --source a --target b --directed=no --columns age --attributes age tab
S
code 2 "$ODDONE" explore --no-config --script spelled.odd
says "n 60  m 180  d 61" spelled.txt
says "n 60  m 180  d 3" directed.txt
says "spelled.odd:6: open: --columns and --attributes are two names of the same" err
printf 'save-screen asked.txt\nlog save asked.oddlog\n' >asked.odd
code 0 "$ODDONE" explore tab --id name --attributes 'age,sal*' --type salary=category --source a --target b --no-config --script asked.odd
says "d 61" asked.txt
says "open --id name --columns age,sal* --type salary=category --source a --target b {data}" asked.oddlog

# First lines of what is packed, in UTF-16, or no text.
printf 'Source,Target\nann,ben\nben,cid\n' >links.foo
gzip -c links.foo >packed.csv.gz
printf '\377\376S\000o\000u\000r\000c\000e\000,\000T\000a\000r\000g\000e\000t\000\n\000x\000,\000y\000\n\000y\000,\000z\000\n\000' >wide.csv
printf 'PK\003\004\001\002' >bytes.npz
printf 'size 80x24\nkey C-o\ntype packed.csv.gz\nkey Tab\nsave-screen packed.txt\nkey Esc\nkey C-o\ntype wide.csv\nkey Tab\nsave-screen wide.txt\nkey Esc\nkey C-o\ntype bytes.npz\nkey Tab\nsave-screen bytes.txt\n' >first.odd
code 0 "$ODDONE" explore --no-config --script first.odd
says "Source,Target" packed.txt
says "ann,ben" packed.txt
says "Source,Target" wide.txt
says "x,y" wide.txt
grep -q "PK" bytes.txt && fail "bytes that are no text are shown"

# From the list of networks: Tab looks before it opens.
printf 'size 80x24\nkey C-o\ntype tab\nsave-screen list.txt\nkey Tab\nsave-screen dialog.txt\n' >browse.odd
code 0 "$ODDONE" explore --no-config --script browse.odd
says "Open: columns and links" dialog.txt
finish
