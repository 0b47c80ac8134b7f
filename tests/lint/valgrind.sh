#!/bin/sh
# valgrind.sh TEST…: unit tests and some commands under valgrind: no invalid access, nothing of unset memory,
# nothing definitely lost. `make check-valgrind` sets srcdir.
: "${srcdir:?}"
command -v valgrind >/dev/null || {
	echo "valgrind is not there: passed over"
	exit 0
}
ODDONE_DATA=$(cd "$srcdir" && pwd)/share/oddone
# The widest instructions that valgrind knows are AVX2; threads that spin take their turns one by one there.
ODDONE_CPU=v2 OPENBLAS_CORETYPE=Nehalem OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
export ODDONE_DATA ODDONE_CPU OPENBLAS_CORETYPE OPENBLAS_NUM_THREADS OMP_NUM_THREADS OMP_WAIT_POLICY
supp=$(cd "$srcdir" && pwd)/tests/lint/valgrind.supp
failed=
check()
{
	began=$(date +%s)
	valgrind -q --suppressions="$supp" --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite --child-silent-after-fork=yes \
		"$@" >valgrind.out 2>valgrind.err </dev/null
	code=$?
	echo "$(basename "$*"): exit $code, $(($(date +%s) - began)) s"
	if [ $code -ne 0 ] || grep -q '^==[0-9]*== [A-Z]' valgrind.err; then
		failed=1
		grep '^==' valgrind.err | head -n 30
		tail -n 3 valgrind.out
	fi
}
for test in "$@"; do
	check "tests/unit/$test"
done
check ./oddone run town -n 3 -q
check ./oddone explain town -n 3 -q --top 2
check ./oddone info town --format json
rm -f valgrind.out valgrind.err
[ -z "$failed" ]
