#!/bin/sh
# run.sh MINUTES [TARGET…]: each target for so long (all of them unless named), with libFuzzer where
# clang has it, otherwise with the mutations of the driver. `make fuzz` sets the variables.
# What libFuzzer finds is kept in fuzz-corpus; an input that fails, in fuzz-findings.
: "${srcdir:?}"
minutes=$1
shift
clang=${CLANG:-clang}
compiler=$clang
! command -v ccache >/dev/null || compiler="ccache $clang"
top=$(cd "$srcdir" && pwd)
seeds=$top/tests/fuzz/seeds
here=$(pwd)
seconds=$(awk -v m="$minutes" 'BEGIN { printf "%d", 60 * m + 0.5 }')
# shellcheck disable=SC2046 # a name each
[ $# -gt 0 ] || set -- $(tests/fuzz/fuzz)
failed=

# OpenMP's header must be there as well: libomp-dev
can_libfuzzer()
{
	printf '#include <omp.h>\nint LLVMFuzzerTestOneInput(const char *d, long n);\nint LLVMFuzzerTestOneInput(const char *d, long n) { return d == 0 && n > omp_get_num_procs(); }\n' >fuzz-probe.c
	$clang -fopenmp -fsanitize=fuzzer,address,undefined fuzz-probe.c -o fuzz-probe >/dev/null 2>&1
	found=$?
	rm -f fuzz-probe fuzz-probe.c
	return $found
}

# A build of its own, with counters in every function; the makefile is the same.
build_libfuzzer()
{
	echo "building fuzz-build/tests/fuzz/fuzz"
	mkdir -p fuzz-build && cd fuzz-build || exit 1
	[ -e config.status ] || "$top/configure" -q --enable-sanitizers CC="$compiler" \
		CFLAGS="-g -O1 -fsanitize=fuzzer-no-link" >configure.log || exit 1
	make -s -j2 tests/fuzz/fuzz CPPFLAGS=-DODD_LIBFUZZER LDFLAGS=-fsanitize=fuzzer \
		>make.log 2>&1 || {
		tail make.log
		exit 1
	}
	cd ..
}

libfuzzer()
{
	mkdir -p "fuzz-corpus/$1" fuzz-findings
	OMP_NUM_THREADS=1 FUZZ_TARGET=$1 fuzz-build/tests/fuzz/fuzz -max_total_time="$seconds" \
		-timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=512 -max_len=16384 \
		-detect_leaks=1 -dict="$top/tests/fuzz/tokens.dict" -print_final_stats=1 \
		-artifact_prefix="$here/fuzz-findings/$1-" "$here/fuzz-corpus/$1" "$seeds/$1" >"fuzz-$1.log" 2>&1
	result=$?
	awk -v target="$1" '
		/stat::number_of_executed_units/ { runs = $2 }
		/cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
		/stat::peak_rss_mb/ { peak = $2 }
		END { printf "%-10s %9d inputs  %5d edges  %4d MB\n", target, runs, edges, peak }' \
		"fuzz-$1.log"
	[ $result -eq 0 ] || tail -n 40 "fuzz-$1.log"
	return $result
}

# A thousand inputs at a time, under another number each, until the time is over.
standalone()
{
	end=$(($(date +%s) + seconds))
	number=1
	while [ "$(date +%s)" -lt "$end" ]; do
		tests/fuzz/fuzz "$seeds" "$1" 1000 $number >/dev/null || return 1
		number=$((number + 1))
	done
	printf '%-10s %9d inputs\n' "$1" $(((number - 1) * 1000))
}

way=standalone
if [ -e "$srcdir/config.status" ]; then
	echo "configured in the source tree: without libFuzzer, which needs a build beside it"
elif can_libfuzzer; then
	way=libfuzzer
	build_libfuzzer
fi
for target in "$@"; do
	$way "$target" || failed="$failed $target"
done
[ -z "$failed" ] || {
	echo "failed:$failed"
	exit 1
}
