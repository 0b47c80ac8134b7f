#!/bin/sh
# Every script is as shellcheck wants it (.shellcheckrc). Skipped where shellcheck is absent.
srcdir=${srcdir:-.}
command -v shellcheck >/dev/null || exit 77
cd "$srcdir" || exit 1
find quickstart .ci tests doc packaging debian/tests \( -name '*.sh' -o -name quickstart \
	-o -path .ci/run -o -path packaging/deb -o -path 'debian/tests/[lps]*' \) -type f \
	-exec shellcheck -S warning {} +
