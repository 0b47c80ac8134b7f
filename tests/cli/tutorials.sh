#!/bin/sh
# Every command of README.md and of the tutorials works as it stands there: blocks marked sh are run
# line by line, blocks marked python where NumPy is; and what is said of their results is so.
. "${srcdir:-.}/tests/cli/lib.sh"
PATH=$builddir:$PATH
ODDONE_DATA=$srcdir/share/oddone
export PATH ODDONE_DATA

# block LANGUAGE FILE
block()
{
	awk -v open="\`\`\`$1" '$0 == open { on = 1; next } /^```/ { on = 0 } on' "$2"
}

for page in README.md doc/tutorial-teacher.md doc/tutorial-researcher.md; do
	name=$(basename "$page" .md)
	mkdir "$name"
	block sh "$srcdir/$page" >"$name/commands"
	[ -s "$name/commands" ] || fail "$page has no commands"
	(cd "$name" && sh -eu ./commands >../"$name.out" 2>../"$name.err") ||
		fail "a command of $page fails: $(tail -3 "$name.err")"
done
grep -c '^oddone' README/commands >count
[ "$(cat count)" -ge 6 ] || fail "README.md has $(cat count) commands"

# The teacher's: the strangers of the class, and the placebos' two numbers.
code 0 "$ODDONE" run tutorial-teacher/class -q -o ranked
awk -F'\t' '$1 == 1 { print $2, $3 }' ranked/scores.tsv >first
equal "Kim 7b" "$(cat first)" "the first of the class"
says "placebo" tutorial-teacher.out
# Of the three who are read out each is of another kind, and there are as many tours as it says.
equal "a structural,an attribute,a combined" "$(sed -n 's/^  It is known to be \(.*\) outlier\.$/\1/p' \
	tutorial-teacher.out | head -3 | paste -sd, -)" "kinds that are read out"
says "lists nine guided tours" "$srcdir/doc/tutorial-teacher.md"
equal 9 "$(ls "$srcdir"/share/oddone/lessons/*.tour | wc -l | tr -d ' ')" "guided tours"
# What the score weighs, as the researcher's page has it.
code 0 "$ODDONE" run town -q
equal 6 "$(sed -n '/^Evidence/,/^$/p' out | grep -cE '^  [a-z]+ +([0-9]+ %|-)')" "parts of the score"
says "six parts" "$srcdir/doc/tutorial-researcher.md"
# The researcher's: the table of the parts is that of the whole.
code 0 "$ODDONE" battery tutorial-researcher/made --seeds 1-2 --scores paper,plain -q --format tsv
for file in out tutorial-researcher/parts/comparison.tsv; do
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) drop[i] = $i ~ /seconds|evaluation|memory/ }
		{ for (i = 1; i <= NF; i++) if (!drop[i]) printf "\t%s", $i; print "" }' "$file" >"$file.kept"
done
diff out.kept tutorial-researcher/parts/comparison.tsv.kept >/dev/null ||
	fail "the battery in parts is another table"

# Python, where it is.
library=$builddir/.libs/liboddone.so
for python in python3 /usr/bin/python3; do
	"$python" -c 'import numpy, pandas' 2>/dev/null && break
	python=
done
if [ -n "$python" ] && [ -e "$library" ] && ! nm -D "$library" | grep -q '__asan_init'; then
	for page in README.md doc/tutorial-researcher.md; do
		block python "$srcdir/$page" >page.py
		[ -s page.py ] || fail "$page has no Python"
		ODDONE_LIBRARY=$library PYTHONPATH=$srcdir/share/python PYTHONDONTWRITEBYTECODE=1 \
			code 0 "$python" page.py
	done
fi
finish
