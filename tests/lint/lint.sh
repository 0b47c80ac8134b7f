#!/bin/sh
# lint.sh [cppcheck|tidy|analyzer…]: what static analysis has to say about src, which is to be nothing.
# `make lint` sets srcdir, CC and LINT_FLAGS. Configured in .clang-tidy and in tests/lint (cppcheck.txt
# and .h, analyzer.txt and .h); a tool that is not there is passed over. FILES="src/a.c src/b.c" for some files.
: "${srcdir:?}" "${LINT_FLAGS:?}"
[ $# -gt 0 ] || set -- cppcheck tidy analyzer
failed=
LINT_FLAGS=$(printf '%s' "$LINT_FLAGS" | tr -d '\\') # of make's quotation marks, which it hides from a shell
flags="-DHAVE_CONFIG_H -I. -I$srcdir/include -I$srcdir/src $LINT_FLAGS"
files=${FILES:-$(cd "$srcdir" && find src -name '*.c' | sort)}

cppcheck_all()
{
	command -v cppcheck >/dev/null || return 77
	# shellcheck disable=SC2086
	(cd "$srcdir" && cppcheck -q --enable=warning,portability --inline-suppr --std=c11 -DHAVE_CONFIG_H \
		--include=tests/lint/cppcheck.h \
		-I"$OLDPWD" -Iinclude -Isrc --suppressions-list=tests/lint/cppcheck.txt --error-exitcode=1 $files)
}

tidy_all()
{
	command -v clang-tidy >/dev/null || return 77
	for file in $files; do
		# shellcheck disable=SC2086
		clang-tidy --quiet "$srcdir/$file" -- -std=gnu11 $flags -Wno-unknown-pragmas 2>lint.err || {
			echo "$file"
			cat lint.err
			rm -f lint.err
			touch lint.failed
		}
	done
	rm -f lint.err
	[ ! -e lint.failed ] || {
		rm -f lint.failed
		return 1
	}
}

# Of gcc. analyzer.h tells it what one file does not show; what it is wrong about all the same is in analyzer.txt.
analyzer_all()
{
	command -v gcc >/dev/null || return 77
	for file in $files; do
		wrong=$(awk -v file="$file" '$1 == file { for (i = 2; i <= NF; i++) printf "-Wno-analyzer-%s ", $i }' \
			"$srcdir/tests/lint/analyzer.txt")
		[ "$file" = src/base/error.c ] || wrong="$wrong -include $srcdir/tests/lint/analyzer.h"
		# shellcheck disable=SC2086
		gcc -std=gnu11 -O1 $flags -fanalyzer -Wno-analyzer-too-complex $wrong -Werror -c "$srcdir/$file" \
			-o /dev/null || touch lint.failed
	done
	[ ! -e lint.failed ] || {
		rm -f lint.failed
		return 1
	}
}

for tool in "$@"; do
	began=$(date +%s)
	"${tool}_all"
	case $? in
	0) said=clean ;;
	77) said="not installed: passed over" ;;
	*) said=FAILED failed=1 ;;
	esac
	echo "$tool: $said, $(($(date +%s) - began)) s"
done
[ -z "$failed" ]
