#!/bin/sh
# Manners where nobody looks on: progress in lines, as many threads as are granted, colours when asked.
. "${srcdir:-.}/tests/cli/lib.sh"
small
escape=$(printf '\033')

# ---- progress: lines now and then, never bars or escapes ---------------------------------------
ODDONE_PROGRESS=0 "$ODDONE" run small >out 2>err || fail "a run with progress"
says "oddone: iteration " err
! grep -q "$escape\|$(printf '\r')" err || fail "a terminal's progress in a file"
ODDONE_PROGRESS=0 "$ODDONE" run small -q >out 2>err || fail "a quiet run"
[ ! -s err ] || fail "--quiet says: $(cat err)"
ODDONE_PROGRESS=-1 "$ODDONE" run small >out 2>err || fail "a run without progress"
! grep -q "iteration" err || fail "progress that was not wanted"

# ---- threads ------------------------------------------------------------------------------------
equal 1 "$(OMP_NUM_THREADS=1 "$ODDONE" run small -q --format json >all.json &&
	json all.json options.threads)" "threads with OMP_NUM_THREADS=1"
equal 3 "$(OMP_NUM_THREADS=1 "$ODDONE" run small -q -t 3 --format json >all.json &&
	json all.json options.threads)" "threads with -t 3"

# A network that is done before a second thread has woken has one, unless more are asked for.
code 0 "$ODDONE" run town -q --format json
equal 1 "$(json out options.threads)" "threads of the town"
code 0 "$ODDONE" run town -q -t 2 --format json
equal 2 "$(json out options.threads)" "threads with -t 2"

# A control group that grants one processor gets one thread, however threads wait; what is asked for is
# obeyed. (The group is pretended, in a name space of our own; not everybody may have one.)
"$ODDONE" generate -q -o large --nodes 40000 --communities 20 --seed 1 >out || fail "a large network"
grouped()
{
	# shellcheck disable=SC2016 # for the shell within
	unshare -rm sh -c 'mount -t tmpfs none /sys/fs/cgroup && echo "$0" >/sys/fs/cgroup/cpu.max && exec "$@"' \
		"$1" env "$2" "$ODDONE" run large -n 1 -k 5 -q --format json >all.json 2>err &&
		json all.json options.threads
}
if [ "$(nproc)" -gt 1 ] && grep -qs '^0::' /proc/self/cgroup && ! "$ODDONE" --version | grep -q 'one thread' &&
	all=$(grouped "max 100000" A=b); then
	equal 1 "$(grouped "100000 100000" A=b)" "threads of a group that grants one processor"
	equal 1 "$(grouped "50000 100000" OPENBLAS_NUM_THREADS=1)" "threads of a group with half a processor"
	equal 2 "$(grouped "100000 100000" OMP_NUM_THREADS=2)" "OMP_NUM_THREADS in a group"
	[ "$all" -gt 1 ] || fail "one thread where nothing is limited"
fi

# ---- colours ------------------------------------------------------------------------------------
coloured()
{
	env "$@" "$ODDONE" run small -q --figure loss --text 2>/dev/null | grep -q "$escape"
}
! coloured TERM=xterm-256color || fail "colours in a pipe"
coloured TERM=xterm-256color CLICOLOR_FORCE=1 || fail "CLICOLOR_FORCE without colours"
! coloured TERM=xterm-256color CLICOLOR_FORCE=0 || fail "CLICOLOR_FORCE=0 forces colours"
! coloured TERM=xterm-256color CLICOLOR_FORCE=1 NO_COLOR=1 || fail "NO_COLOR is the stronger one"

# ---- what this is -------------------------------------------------------------------------------
code 0 "$ODDONE" --version
for line in "MIT licence" "Copyright" "kernels" "BLAS" "cairo" "zlib" "jansson" "expat"; do
	says "$line" out
done
cp out version
code 0 "$ODDONE" -v
same version out

# ---- names where the terminal has no such letters: spelt, never question marks ------------------
mkdir names
printf 'zo\303\253\tA\tcaf\303\251 tea\nbj\303\266rn\tA\ttea\nstra\303\237e\tB\tx y\n\344\270\255\tB\tx tea\ne\tA\ty\n' \
	>names/names.nodes
printf 'zo\303\253\tbj\303\266rn\nstra\303\237e\t\344\270\255\ne\tzo\303\253\n' >names/names.edges
LC_ALL=C "$ODDONE" run names -k 2 -q >out 2>err || fail "a run in the C locale: $(cat err)"
for name in zoe bjorn strasse '\u4e2d'; do
	says "$name" out
done
says_not "?" out

# ---- SIGTERM: 143 from every command that takes its time; a second one ends at once -------------
for command in "run large -n 100000" "explain large -n 100000" "compare large --methods deepwalk" \
	"battery large --seeds 100" "generate --nodes 20000000 -o never"; do
	# shellcheck disable=SC2086 # a command, word by word
	env -u OMP_WAIT_POLICY "$ODDONE" $command >out 2>err &
	pid=$!
	sleep 1
	# Threads that wait sleep soon, in whatever command: it has begun once more with that said.
	tries=0
	until [ ! -r /proc/$pid/environ ] || tr '\0' '\n' </proc/$pid/environ | grep -q '^GOMP_SPINCOUNT=10000$'; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || break
		sleep 0.1
	done
	[ $tries -lt 100 ] || fail "threads of $command wait by spinning"
	kill -TERM $pid
	wait $pid
	equal 143 $? "exit of $command"
done
"$ODDONE" run large -n 100000 >out 2>err &
pid=$!
sleep 1
kill -TERM $pid
kill -TERM $pid 2>/dev/null
wait $pid
equal 143 $? "exit after two signals"
[ ! -e never ] || fail "generate left something behind"
finish
