#!/bin/sh
# Every instruction set that this machine has gives the same ranking and the same numbers to 1e-9.
. "${srcdir:-.}/tests/cli/lib.sh"
near=$builddir/tests/cli/json_near

code 0 "$ODDONE" --version
sets=$(sed -n 's/^ *kernels *[a-z0-9]* of \(.*\) that this machine has.*/\1/p' out | tr -d ,)
[ -n "$sets" ] || fail "--version tells no instruction sets"
best=${sets%% *}
used() { sed -n 's/^ *kernels *\([a-z0-9]*\) of .*/\1/p' out; }
for set in $sets; do
	code 0 env ODDONE_CPU="$set" "$ODDONE" --version
	equal "$set" "$(used)" "kernels that ODDONE_CPU names"
	for preset in calibrated paper; do
		code 0 env ODDONE_CPU="$set" "$ODDONE" run town --plant 5% --preset $preset \
			--format json -o "$set-$preset"
		mv out "$set-$preset.json"
		cut -f 1-2 "$best-$preset/scores.tsv" >best
		cut -f 1-2 "$set-$preset/scores.tsv" >other
		same best other
		"$near" "$best-$preset.json" "$set-$preset.json" 1e-9 ||
			fail "$set differs from $best with $preset"
	done
done
# the comparison itself can fail
code 0 "$ODDONE" run town --plant 5% --preset paper --format json --alpha 0.2
"$near" "$best-paper.json" out 1e-9 2>err && fail "another alpha, the same report"

# Each is used when named; what this machine has not got is passed over, what nobody has is said.
for name in $sets; do
	code 0 env ODDONE_CPU="$name" "$ODDONE" --version
	equal "$name" "$(used)" "kernels that ODDONE_CPU names"
done
case " $sets " in
*" v2 "*)
	for name in v4 v3 v2; do
		code 0 env ODDONE_CPU=$name "$ODDONE" --version
		case " $sets " in
		*" $name "*) ;;
		*) equal "$best" "$(used)" "kernels in place of $name" ;;
		esac
	done
	;;
esac
code 2 env ODDONE_CPU=v9 "$ODDONE" run town
says 'there is no "v9" here' err
[ -s out ] && fail "a report in an instruction set that nobody has"
finish
