#!/bin/sh
# Reading that would take long, or for ever, is stopped by one signal, with its code and nothing left behind;
# a file that is cut while it is read is an error at most.
. "${srcdir:-.}/tests/cli/lib.sh"
. "$srcdir/tests/hostile/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
TMPDIR=$tmp/temporary
export ODDONE_DATA TMPDIR
mkdir "$TMPDIR"
# Left alone, each of these would take more seconds than that, and more memory, or never end.
limits 40 6000

# stopped COMMAND…: SIGTERM ends it with 143 before its time is used up; a second one is not needed
stopped()
{
	timeout -s KILL 400 "$ODDONE" "$@" >out 2>err &
	pid=$!
	child=
	tries=0
	while [ -z "$child" ] && [ $tries -lt 200 ]; do
		child=$(ps -o pid= --ppid $pid | awk 'NR == 1 { print $1 }')
		tries=$((tries + 1))
	done
	listens "$child"
	sleep 0.3
	kill -TERM "$child"
	wait $pid
	equal 143 $? "exit code of $* after SIGTERM"
	says "interrupted" err
	equal "" "$(ls -A "$TMPDIR")" "what $* leaves behind"
}
ps -o pid= --ppid $$ >/dev/null 2>&1 || {
	echo "ps cannot tell children"
	exit 77
}

# ---- pipes that nobody writes into, or whose writer has stopped
mkdir pipe
mkfifo pipe/x.nodes
echo "a b" >pipe/x.edges
stopped info pipe
stopped run pipe -n 1
sleep 1000 >pipe/x.nodes &
writer=$!
stopped info pipe
kill $writer
# … and one that somebody writes into, a part now and a part later
(
	echo "a - p"
	sleep 1
	echo "b - q"
) | tr ' ' '\t' | gzip >pipe/x.nodes &
code 0 "$ODDONE" info pipe
says "nodes                2" out
# What is looked into first, or read line by line, does not wait.
mkfifo some.data some.oddlog
code 3 "$ODDONE" info some.data
says "some.data: is a pipe, which cannot be looked into first" err
code 0 timeout 200 "$ODDONE" play --batch -q some.oddlog
small
"$ODDONE" run small -q -n 1 --dims 4 --save-state state >/dev/null || fail "no state to start from"
rm state/G.npy
mkfifo state/G.npy
code 3 timeout 200 "$ODDONE" run small -n 1 --init state
says "G.npy: not a .npy file" err
mkdir browsed
mkfifo browsed/x.nodes browsed/y.json browsed/z.csv
printf 'source some.oddlog\nreplay some.oddlog\nopen-dialog browser\nsave-screen browsed.txt\nkey Esc\n' >script
code 0 timeout 200 "$ODDONE" --script script

# ---- 40 GB in 40 MB, 20,000,000 columns
ODDONE_READ_LIMIT=100000
export ODDONE_READ_LIMIT
head -c 100000000 /dev/zero | tr '\0' '\n' | gzip -1 >member
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	cat member member member member member member member member member member
	cat member member member member member member member member member member
done >much.gz
for name in x.graphml x.cyjs x.mtx x.mat; do
	mkdir big
	ln much.gz big/$name.gz
	stopped info big
	rm -r big
done
mkdir columns
{
	printf 'a\t'
	head -c 40000000 /dev/zero | tr '\0' '0' | sed 's/00/0	/g'
	echo x
} >columns/x.content
echo "a a" >columns/x.cites
stopped info columns

# ---- cut while it is read: whatever it holds then
mkdir cut
for part in 1 2 3 4 5 6; do
	awk 'BEGIN { for (i = 0; i < 200000; i++) printf "n%d\tx\tword%d other%d\n", i, i % 99, i % 7 }' >cut/x.nodes
	printf 'n0\tn1\nn2\tn3\n' >cut/x.edges
	"$ODDONE" info cut >out 2>err &
	pid=$!
	sleep 0.0$part
	: >cut/x.nodes
	wait $pid
	got=$?
	[ $got -eq 0 ] || [ $got -eq 3 ] || fail "exit $got of a file that is cut while it is read"
done

finish
