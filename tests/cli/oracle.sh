#!/bin/sh
# The optimiser, as a user would check it: three iterations from the oracle's own start.
. "${srcdir:-.}/tests/cli/lib.sh"
compare=$builddir/tests/cli/compare_oracle

# check NAME DIMS OPTION…
check()
{
	oracle=$srcdir/tests/golden/oracle/$1
	dims=$2
	shift 2
	code 0 "$ODDONE" run "$oracle" --preset paper --init "$oracle/init" --iterations 3 \
		--dims "$dims" --save-state state --format json "$@"
	mv out run.json
	"$compare" "$oracle" state run.json 3 || fail "$oracle: a run does not equal the oracle"
	# K comes from the start when it is not given; two iterations and one more are three.
	code 0 "$ODDONE" run "$oracle" --preset paper --init "$oracle/iteration-2" -n 1 \
		--alpha "$(json run.json options.alpha)" --beta "$(json run.json options.beta)" \
		--save-state resumed --format json "$@"
	equal "$dims" "$(json out options.dims)" "K from the start"
	cp run.json whole.json
	"$compare" "$oracle" resumed whole.json 3 || fail "$oracle: going on from a state differs"
}

check small 4
check weighted-directed 3 --directed

# The comparison itself can fail.
if "$compare" "$srcdir/tests/golden/oracle/small" state run.json 3 >/dev/null; then
	fail "the comparison passes another network"
fi
finish
