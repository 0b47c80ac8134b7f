# What every test of the command line starts with: . "$srcdir/tests/cli/lib.sh"
# A test goes on after a failure, says each, and ends with `finish`.
srcdir=$(cd "${srcdir:-.}" && pwd)
builddir=$(cd "${builddir:-.}" && pwd)
ODDONE=$builddir/oddone
JSON=$builddir/tests/cli/json_get
tmp=$(mktemp -d "${TMPDIR:-/tmp}/oddone-cli-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 99
# Two threads on one busy core must not spin.
OMP_WAIT_POLICY=passive
export OMP_WAIT_POLICY
unset NO_COLOR ODDONE_DATA
# fontconfig keeps what it has loaded until the end, which is no leak of ours.
echo leak:libfontconfig >.lsan
LSAN_OPTIONS=suppressions=$tmp/.lsan:print_suppressions=0
export LSAN_OPTIONS
failures=0

fail()
{
	echo "FAIL: $*"
	failures=$((failures + 1))
}

finish()
{
	[ "$failures" -eq 0 ] || exit 1
	exit 0
}

# code WANTED COMMAND…: run it into files out and err, and check how it ends.
code()
{
	wanted=$1
	shift
	"$@" >out 2>err
	got=$?
	[ "$got" -eq "$wanted" ] || {
		fail "exit $got instead of $wanted: $*"
		sed 's/^/    stderr: /' err
	}
}

# says TEXT FILE: the file has the text in one of its lines.
says()
{
	grep -qF -e "$1" "$2" || {
		fail "no \"$1\" in $2:"
		sed 's/^/    /' "$2" | head -20
	}
}

says_not()
{
	if grep -qF -e "$1" "$2"; then
		fail "there is \"$1\" in $2"
	fi
}

# equal WANTED GOT WHAT
equal()
{
	[ "$1" = "$2" ] || fail "$3: \"$2\" instead of \"$1\""
}

same()
{
	cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

# json FILE PATH: a value of a JSON file
json()
{
	"$JSON" "$1" "$2"
}

# A small network to work on: small/
small()
{
	"$ODDONE" generate -q -o small --nodes 300 --communities 4 --seed 7 >/dev/null ||
		fail "cannot generate a network"
}
