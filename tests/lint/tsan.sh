#!/bin/sh
# tsan.sh TEST…: unit tests of threads under ThreadSanitizer, without a report. In a build of its own
# (tsan-build), with clang, libomp and its library archer, which tells ThreadSanitizer of OpenMP's own
# order; where there is no archer, with one thread for OpenMP. `make check-tsan` sets srcdir.
: "${srcdir:?}"
clang=${CLANG:-clang}
compiler=$clang
! command -v ccache >/dev/null || compiler="ccache $clang"
top=$(cd "$srcdir" && pwd)
printf '#include <omp.h>\nint main(void) { return omp_get_num_procs() < 1; }\n' >tsan-probe.c
$clang -fopenmp -fsanitize=thread tsan-probe.c -o tsan-probe >/dev/null 2>&1
found=$?
rm -f tsan-probe tsan-probe.c
[ $found -eq 0 ] || {
	echo "clang with libomp-dev and ThreadSanitizer is not there: passed over"
	exit 0
}
mkdir -p tsan-build && cd tsan-build || exit 1
[ -e config.status ] || "$top/configure" -q CC="$compiler" CFLAGS="-g -O1 -fsanitize=thread" \
	LDFLAGS="-fsanitize=thread" >configure.log || exit 1
programs=
for test in "$@"; do
	programs="$programs tests/unit/$test"
done
# shellcheck disable=SC2086
make -s -j2 $programs >make.log 2>&1 || {
	tail make.log
	exit 1
}
archer=$(find /usr/lib/llvm* -name libarcher.so 2>/dev/null | sort | tail -n 1)
if [ -n "$archer" ]; then
	OMP_TOOL_LIBRARIES=$archer
	export OMP_TOOL_LIBRARIES
	echo "with $(basename "$archer")"
else
	OMP_NUM_THREADS=1
	export OMP_NUM_THREADS
	echo "without archer: one thread for OpenMP"
fi
# BLAS is not built for it, and does not share its threads.
TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 $TSAN_OPTIONS"
OPENBLAS_NUM_THREADS=1
export TSAN_OPTIONS OPENBLAS_NUM_THREADS srcdir="$top"
failed=
for test in "$@"; do
	began=$(date +%s)
	"tests/unit/$test" >"$test.tsan" 2>&1
	code=$?
	reports=$(grep -c 'WARNING: ThreadSanitizer' "$test.tsan")
	echo "$test: exit $code, $reports reports, $(($(date +%s) - began)) s"
	[ $code -eq 0 ] && [ "$reports" -eq 0 ] || {
		failed=1
		grep -A 12 'WARNING: ThreadSanitizer' "$test.tsan" | head -n 40
		tail -n 5 "$test.tsan"
	}
done
[ -z "$failed" ]
