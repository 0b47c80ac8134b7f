#!/bin/sh
# The default configuration that is installed is what the program prints, and the program takes it.
. "${srcdir:-.}/tests/cli/lib.sh"

code 0 "$ODDONE" --default-config
cmp -s out "$srcdir/share/oddone/keys.conf" ||
	fail "share/oddone/keys.conf is not what oddone --default-config prints"
finish
