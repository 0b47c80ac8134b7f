#!/bin/sh
# Nothing evil, only bad luck: devices in the place of files, signals in the middle, readers that go
# away, a closed stdout, a full disk, no memory. What happens is said, with the right exit code, and
# nothing is left behind.
. "${srcdir:-.}/tests/cli/lib.sh"
. "$srcdir/tests/hostile/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
small
limits 120 2000 # each: nothing here may go on for ever

# nothing_left DIR…: no temporary file anywhere in them
nothing_left()
{
	left=$(find "$@" -name '.oddone-*' -o -name '*.??????' -name '*.tsv.*' -o -name '*.png.*' -o -name '*.oddlog.*' 2>/dev/null)
	[ -z "$left" ] || fail "left behind: $left"
}

# ---- a directory that becomes a link, or another one, while the program reads: nothing goes there
awk 'BEGIN { for (i = 0; i < 40000; i++) print i % 200, (i * 7 + int(i / 200)) % 200 }' >long.edges
mkfifo slow.edges
for now in link other; do
	mkdir out elsewhere
	"$ODDONE" run - -q -n 1 -o out <slow.edges >said 2>err &
	program=$!
	exec 3>slow.edges
	cat long.edges >&3 # more than a pipe holds: the program is reading, and has looked at the directory
	mv out moved
	if [ $now = link ]; then ln -s elsewhere out; else mkdir out; fi
	exec 3>&-
	wait $program
	equal 1 $? "exit of a run whose directory was replaced ($now)"
	says "out: has become another directory since the command began" err
	equal "" "$(ls -A elsewhere)$(ls -A moved)" "what is in the directories"
	rm -rf out elsewhere moved
done

# ---- devices, pipes and directories are not renamed over, whatever is asked for
mkdir target
mkfifo target/scores.tsv
code 1 "$ODDONE" run small -q -n 1 --dims 3 -o target
says "scores.tsv: cannot write: is a pipe, not a file" err
[ -p target/scores.tsv ] || fail "a pipe was renamed over"
equal scores.tsv "$(ls -A target)" "what is in a directory with a pipe"
rm target/scores.tsv
mkdir target/run.json
code 1 "$ODDONE" run small -q -n 1 --dims 3 -o target
says "run.json: cannot write: is a directory, not a file" err
equal run.json "$(ls -A target)" "what is in a directory with a directory"
ln -s /dev/null device.tsv
mkfifo pipe.tsv
mkdir directory.tsv
for name in device.tsv pipe.tsv directory.tsv; do
	for line in "export scores $name --replace" "log save $name --replace"; do
		printf 'open small\nset k=3\niterate 1\n%s\n' "$line" >it.oddlog
		code 1 "$ODDONE" play --batch -q --allow-writes it.oddlog
		says "$name: cannot write: is a " err
	done
	printf 'save-screen %s --replace\n' $name >script
	"$ODDONE" --script script >out 2>err && fail "a screen is saved over $name"
	says "not a file" err
done
[ -h device.tsv ] && [ -c /dev/null ] && [ -p pipe.tsv ] && [ -d directory.tsv ] || fail "something was renamed over"
mkdir net
mkfifo net/synthetic.nodes
code 1 "$ODDONE" generate -q -o net --nodes 20
[ -p net/synthetic.nodes ] || fail "a pipe was renamed over"
equal synthetic.nodes "$(ls -A net)" "what is in a directory with a pipe"
rm -r net target directory.tsv device.tsv pipe.tsv

# ---- signals: the right code, everywhere, and nothing half-written
printf 'open small\nset k=3\niterate 1000000\nexport scores a.tsv\n' >long.oddlog
signals="INT:130 TERM:143 HUP:129"
# Under nohup nothing that is started here listens to SIGHUP, and should not.
case $(sed -n 's/^SigIgn:[^0-9a-f]*//p' /proc/self/status 2>/dev/null) in
*[13579bdf]) signals="INT:130 TERM:143" ;;
esac
for case in $signals; do
	for command in "run small -n 1000000000 --dims 3 -o export --figures export" \
		"play --batch long.oddlog" "--script long.oddlog"; do
		# shellcheck disable=SC2086
		"$ODDONE" $command >out 2>err &
		pid=$!
		listens $pid
		sleep 0.2
		kill -"${case%%:*}" $pid
		wait $pid
		equal "${case#*:}" $? "exit code of $command after SIG${case%%:*}"
		says "interrupted" err
		[ -e export ] || [ -e a.tsv ] && fail "files of an interrupted $command"
	done
done
says "what was written before stays" err
nothing_left .
# a second one ends it at once
"$ODDONE" run small -n 1000000000 --dims 3 >out 2>err &
pid=$!
listens $pid
kill -STOP $pid
kill -TERM $pid
kill -INT $pid
kill -CONT $pid
wait $pid
got=$?
[ $got -eq 143 ] || [ $got -eq 130 ] || fail "exit $got after two signals"
# what nohup ignores stays ignored
(
	trap '' HUP
	exec "$ODDONE" run small -q -n 300 --dims 3 -o kept >out 2>err
) &
pid=$!
listens $pid
kill -HUP $pid 2>/dev/null
wait $pid
equal 0 $? "exit code after a SIGHUP that is ignored"
[ -s kept/scores.tsv ] || fail "nohup does not let it write"

# ---- a reader that goes away: 141 as of any program, and the export is there
rm -rf kept
{
	"$ODDONE" run small -q -n 5 --dims 3 --top 300 --format tsv -o kept
	echo $? >code
} 2>err | true
equal 141 "$(cat code)" "exit code when nobody reads"
[ -s kept/run.json ] || fail "an export is lost when nobody reads"
nothing_left kept
[ -s err ] && fail "something is said when nobody reads: $(cat err)"

# ---- closed stdin, stdout and stderr: nothing printed gets into a file, and results that reach
# nobody are an error; exported files are whole all the same
rm -rf kept
"$ODDONE" run small -q -n 5 --dims 3 -o kept >&- 2>err
equal 1 $? "exit code with stdout closed"
says "cannot write to stdout" err
"$ODDONE" run small -q -n 5 --dims 3 -o again >out 2>&1
for file in scores.tsv embedding.tsv trace.tsv; do
	cmp -s kept/$file again/$file || [ $file = trace.tsv ] || fail "$file is another one with stdout closed"
done
rm -rf kept
"$ODDONE" run small -n 5 --dims 3 -o kept <&- >&- 2>&-
equal 1 $? "exit code with all of them closed"
cmp -s kept/scores.tsv again/scores.tsv || fail "scores.tsv is another one with all closed"

# ---- files that may not grow (ulimit -f): said, and nothing half-written
printf 'open small\nset k=3\niterate 1\nexport embedding grown/a.tsv\n' >it.oddlog
# Enough lines for a log that is larger than the limit.
{
	printf 'open small\n'
	for i in 1 2 3 4 5 6 7 8 9; do
		printf 'set seed=%s\niterate 1\nset k=3\niterate 1\nset k=4\niterate 1\nset alpha=%s\n' "$i" "$i"
	done
	printf 'save grown/a.oddlog\nsave-screen grown/then.txt\n'
} >script
mkdir grown
for command in "run small -q -n 2 --dims 20 -o grown" "convert small -q -o grown/net" \
	"run small -q -n 2 --dims 3 --figures grown --figure loss" "play --batch -q --allow-writes it.oddlog" \
	"compare small -q --dims 3 --methods degree --tasks outliers --seeds 1 -o grown/c" \
	"generate -q -o grown/made --nodes 300" "--script script"; do
	# shellcheck disable=SC2086
	(
		ulimit -f 1
		"$ODDONE" $command
	) 2>&1 >/dev/null | cat >err
	grep -v "^oddone: " err | grep -q "imit exceeded" && fail "a limit of files ends $command"
	says "File too large" err
	nothing_left grown
	rm -rf grown/c
	equal "" "$(find grown -type f)" "files of $command that may not grow"
done
rm -r grown

# ---- a full disk is called that, and leaves nothing
code 1 sh -c '"$1" info small >/dev/full' sh "$ODDONE"
says "No space left on device" err
if [ "$(id -u)" -eq 0 ] && mkdir disk && mount -t tmpfs -o size=32k none disk 2>/dev/null; then
	trap 'cd /; umount "$tmp/disk"; rm -rf "$tmp"' EXIT
	code 1 "$ODDONE" run small -q -n 2 --dims 20 -o disk/new
	says "No space left on device" err
	code 1 "$ODDONE" convert small -q -o disk/other
	says "No space left on device" err
	head -c 24000 /dev/zero >disk/filler
	printf 'open small\nset k=3\niterate 1\nexport embedding disk/a.tsv\n' >it.oddlog
	code 1 "$ODDONE" play --batch -q --allow-writes it.oddlog
	says "No space left on device" err
	printf 'open small\nset k=3\niterate 1\nexport loss disk/a.png\n' >it.oddlog
	code 1 "$ODDONE" play --batch -q --allow-writes it.oddlog
	says "No space left on device" err
	code 1 "$ODDONE" compare small -q --dims 3 --methods degree --tasks outliers --seeds 1 -o disk/c --figures disk/f
	says "No space left on device" err
	nothing_left disk
	# cells that are finished are kept, to go on with
	[ ! -d disk/c/cells ] || rm -r disk/c/cells
	[ ! -d disk/c ] || rmdir disk/c
	equal filler "$(ls -A disk)" "what is left on a full disk"
	umount disk
	trap 'rm -rf "$tmp"' EXIT
else
	echo "no small disk here; tests/sweep has failing writes"
fi

finish
