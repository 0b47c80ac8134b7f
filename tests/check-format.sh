#!/bin/sh
# Every source is as .clang-format says. Skipped where clang-format is absent; other versions than
# the one the sources were written with may differ in small ways, so that one alone decides.
srcdir=${srcdir:-.}
clang-format --version 2>/dev/null | grep -q 'version 14\.' || exit 77
cd "$srcdir" || exit 1
find src include tests -name '*.[ch]' -exec clang-format --style=file --dry-run --Werror {} +
