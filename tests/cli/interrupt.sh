#!/bin/sh
# Interrupted: exit 130, and nothing half-written.
. "${srcdir:-.}/tests/cli/lib.sh"
small

for signal in INT TERM; do
	"$ODDONE" run small -n 1000000000 -o export --save-state state >out 2>err &
	pid=$!
	sleep 1
	kill -$signal $pid
	wait $pid
	equal 130 $? "exit code after SIG$signal"
	says "interrupted" err
	[ -s out ] && fail "output of an interrupted run"
	[ -e export ] && fail "an export of an interrupted run"
	[ -e state ] && fail "a state of an interrupted run"
done
finish
