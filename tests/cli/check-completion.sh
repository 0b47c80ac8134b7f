#!/bin/sh
# The completion for bash is what the program makes of its tables, and it works.
. "${srcdir:-.}/tests/cli/lib.sh"

code 0 "$ODDONE" --completion bash
cmp -s out "$srcdir/share/completions/oddone" ||
	fail "share/completions/oddone is not what oddone --completion bash prints"
if command -v bash >/dev/null 2>&1; then
	cat >ask <<'END'
. ./out
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_oddone
printf '%s\n' "${COMPREPLY[@]}"
END
	equal run "$(bash ask oddone ru)" "completion of ru"
	equal --plant-seed "$(bash ask oddone run --plant-se)" "completion of --plant-se"
	equal "tsv" "$(bash ask oddone run x --format ts)" "completion of a value"
	equal "" "$(bash ask oddone info x --plant-se)" "an option of another subcommand"
fi
finish
