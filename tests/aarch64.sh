#!/bin/sh
# The unit tests on another processor: a cross build for aarch64 with its NEON kernels, run by qemu-user.
#     tests/aarch64.sh [DIR] [TEST...]     DIR: where to work (default: ./aarch64-build), kept, so that
#                                          another run is shorter; tests: names as test_one, all else
# Not part of `make check`: it needs gcc-aarch64-linux-gnu, qemu-user, an apt that can fetch packages, and
# some ten minutes. Libraries for arm64 are unpacked below DIR and nowhere else: the packages of this
# system are left alone. Where something is missing it says what, and exits with 77.
src=$(cd "$(dirname "$0")/.." && pwd) || exit 1
dir=${1:-aarch64-build}
[ $# -eq 0 ] || shift
skip() {
	echo "aarch64.sh: skipped, $*"
	exit 77
}
for tool in aarch64-linux-gnu-gcc qemu-aarch64 apt-get dpkg-deb; do
	command -v "$tool" >/dev/null || skip "no $tool here"
done
mkdir -p "$dir" && dir=$(cd "$dir" && pwd) || exit 1
root=$dir/root

# ---- a tree with the libraries
if [ ! -e "$root/done" ]; then
	mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/cache/archives/partial" "$root" || exit 1
	: >"$dir/apt/status"
	fetch() {
		apt-get -q -o Dir::State="$dir/apt/state" -o Dir::State::status="$dir/apt/status" \
			-o Dir::Cache="$dir/apt/cache" -o APT::Architecture=arm64 \
			-o APT::Architectures=arm64 -o Debug::NoLocking=1 -o APT::Sandbox::User=root \
			-o APT::Install-Recommends=false "$@" >"$dir/apt.log" 2>&1
	}
	fetch update || skip "apt cannot fetch the list of arm64 packages (see $dir/apt.log)"
	fetch install -y --download-only libc6-dev libgomp1 libopenblas-dev liblapacke-dev libpng-dev \
		libcairo2-dev zlib1g-dev libhdf5-dev libexpat1-dev libjansson-dev liblzma-dev libzstd-dev libsqlite3-dev libncurses-dev \
		libmatio-dev libcmocka-dev || skip "apt cannot fetch arm64 packages (see $dir/apt.log)"
	for package in "$dir"/apt/cache/archives/*.deb; do
		dpkg-deb -x "$package" "$root" || exit 1
	done
	# What an installation would choose by update-alternatives, and absolute links inside the tree.
	lib=$root/usr/lib/aarch64-linux-gnu
	for name in libopenblas.so.0 libopenblas.so libblas.so.3 liblapack.so.3; do
		for from in openblas-pthread/$name openblas-pthread/${name#lib}; do
			[ ! -e "$lib/$from" ] || ln -sf "$from" "$lib/$name"
		done
	done
	find "$root" -type l | while read -r link; do
		to=$(readlink "$link")
		case $to in
		/*) ln -sf "$root$to" "$link" ;;
		esac
	done
	touch "$root/done"
fi

# ---- build
lib=$root/usr/lib/aarch64-linux-gnu
export PKG_CONFIG_LIBDIR="$lib/pkgconfig:$lib/openblas-pthread/pkgconfig:$root/usr/share/pkgconfig"
export PKG_CONFIG_SYSROOT_DIR="$root"
export QEMU_LD_PREFIX="$root"
export LD_LIBRARY_PATH=
path=$lib:$lib/openblas-pthread:$lib/hdf5/serial:$lib/blas:$lib/lapack
mkdir -p "$dir/build" && cd "$dir/build" || exit 1
if [ ! -e config.status ]; then
	"$src/configure" --quiet --host=aarch64-linux-gnu CC="aarch64-linux-gnu-gcc --sysroot=$root" \
		CFLAGS='-g -O2' CPPFLAGS="-I$root/usr/include/aarch64-linux-gnu -I$root/usr/include" \
		LDFLAGS="-L$lib -L$lib/openblas-pthread -L$lib/hdf5/serial -Wl,-rpath-link,$path" \
		>configure.log 2>&1 ||
		{
			tail -20 configure.log
			echo "aarch64.sh: configure failed (see $dir/build/configure.log)"
			exit 1
		}
fi
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(sed -n 's/^\ttests\/unit\/\(test_[a-z0-9_]*\) \\$/\1/p' "$src/Makefile.am" | sort -u)
programs=
for test in "$@"; do
	programs="$programs tests/unit/$test"
done
# shellcheck disable=SC2086
make -s -j"$(nproc)" $programs >make.log 2>&1 || {
	grep -E 'error|undefined' make.log | head
	echo "aarch64.sh: the build failed (see $dir/build/make.log)"
	exit 1
}

# ---- run
passed=0 failed=0 skipped=0
for test in "$@"; do
	srcdir=$src timeout 1200 qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH="$path" \
		"tests/unit/$test" >"$test.out" 2>&1
	code=$?
	case $code in
	0) passed=$((passed + 1)) ;;
	77)
		echo "SKIP: $test (see $dir/build/$test.out)"
		skipped=$((skipped + 1))
		;;
	*)
		echo "FAIL: $test (exit $code, see $dir/build/$test.out)"
		failed=$((failed + 1))
		;;
	esac
done
echo "aarch64: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
