# What every test of attacks starts with, beside tests/cli/lib.sh: what an attack may cost.

# shellcheck disable=SC2154 # of tests/cli/lib.sh
# Sanitizers reserve terabytes of addresses and take their time.
sanitized=false
grep -q '^#define ODD_SANITIZED' "$builddir/config.h" && sanitized=true

# limits SECONDS MEGABYTES: no program that is started from here on, of however many, may take more seconds of
# the processor or more memory. Generous: what these attacks used to cost was minutes and gigabytes.
limits()
{
	$sanitized || ulimit -v $(($2 * 1024))
	ulimit -t "$1"
}

# within SECONDS MEGABYTES CODE COMMAND…: ends by itself within these limits, with that code. By the clock
# it may take ten times as long: a busy machine is no failure.
within()
{
	seconds=$1
	megabytes=$2
	wanted=$3
	shift 3
	(
		limits "$seconds" "$megabytes"
		exec timeout -s KILL $((10 * seconds)) "$@"
	) >out 2>err
	got=$?
	[ "$got" -eq "$wanted" ] || {
		fail "exit $got instead of $wanted: $* ($seconds s, $megabytes MB)"
		sed 's/^/    stderr: /' err | head -5
	}
	[ "$wanted" -eq 0 ] || equal 1 "$(wc -l <err)" "lines said about $*"
}

# listens PID: waits until the program has a handler for SIGINT and SIGTERM
listens()
{
	tries=0
	while [ -r "/proc/$1/status" ] && [ $tries -lt 200 ]; do
		case $(sed -n 's/^SigCgt:[^0-9a-f]*//p' "/proc/$1/status") in
		*[4567cdef]??[2367abef]) return ;;
		esac
		sleep 0.05
		tries=$((tries + 1))
	done
}
