#!/bin/sh
# Interrupted: exit 130 or 143, and nothing half-written.
. "${srcdir:-.}/tests/cli/lib.sh"
small

# Wait until the program listens: bits 1 and 14 of the signals it catches are SIGINT and SIGTERM,
# which the shell that starts it does not both catch. Where the system does not tell, a second has
# to do.
wait_until_it_listens()
{
	tries=0
	while [ -r "/proc/$1/status" ] && [ $tries -lt 100 ]; do
		case $(sed -n 's/^SigCgt:[^0-9a-f]*//p' "/proc/$1/status") in
		*[4567cdef]??[2367abef]) return ;;
		esac
		sleep 0.1
		tries=$((tries + 1))
	done
	sleep 1
}

for signal in INT TERM; do
	"$ODDONE" run small -n 1000000000 -o export --save-state state --figures figures >out 2>err &
	pid=$!
	wait_until_it_listens $pid
	kill -$signal $pid
	wait $pid
	code=$?
	[ $signal = INT ] && wanted=130 || wanted=143
	equal $wanted $code "exit code after SIG$signal"
	says "interrupted" err
	[ -s out ] && fail "output of an interrupted run"
	[ -e export ] && fail "an export of an interrupted run"
	[ -e state ] && fail "a state of an interrupted run"
	[ -e figures ] && fail "figures of an interrupted run"
done

# Also when asked again and again while files are written: what is staged is cleared away first.
"$ODDONE" run small -n 2 --figures film --size 4000x3000 >out 2>err &
pid=$!
tries=0
until [ -n "$(find film -name '*.png' 2>/dev/null)" ] || [ $tries -gt 300 ]; do
	sleep 0.1
	tries=$((tries + 1))
done
[ $tries -le 300 ] || fail "no figure after half a minute"
for _ in 1 2 3 4 5; do
	kill -INT $pid 2>/dev/null
done
wait $pid
equal 130 $? "exit code after five times SIGINT"
says "interrupted" err
[ -e film ] && fail "left of interrupted figures: $(ls -A film)"
finish
