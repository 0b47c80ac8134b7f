#!/bin/sh
# Every class of error has its exit code, says where it is, and leaves nothing behind.
. "${srcdir:-.}/tests/cli/lib.sh"
small

# 2: usage
code 2 "$ODDONE" run
code 2 "$ODDONE" run small small
code 2 "$ODDONE" run small --nosuch
says "--nosuch" err
code 2 "$ODDONE" run small --dims
code 2 "$ODDONE" run small --dims many
says "--dims" err
code 2 "$ODDONE" run small --dims 0
code 2 "$ODDONE" run small --dims 100000
says "min(nodes, attributes)" err
for wrong in 5 0% 101% -1% x structural structural= structural=x structural=1.5 odd=3 \
	structural=1,,attribute=2 structural=1%% ""; do
	code 2 "$ODDONE" run small --plant "$wrong"
done
for wrong in 1,2 1,2,3,4 0,0,0 a,b,c -1,1,1 nan,1,1; do
	code 2 "$ODDONE" run small --weights "$wrong"
done
for wrong in recall recall@5 recall@5=1 'recall@0>1' 'recall@101>1' 'auc>x' 'auc>=' \
	'recall@5.odd>1' 'recall@5.ordinary>=0' 'recall@.structural>=0' 'AUC>0.5' '>=1' \
	'nodes>=0x10' 'nodes>=inf' 'nodes>=1e999'; do
	code 2 "$ODDONE" run small --require "$wrong"
done
for option in preset update format plant-style projection; do
	code 2 "$ODDONE" run small --$option nosuch
	says "not one of" err
done
for option in tolerance alpha beta mu seed threads iterations top; do
	code 2 "$ODDONE" run small --$option -1
	code 2 "$ODDONE" run small --$option x
done
code 2 "$ODDONE" run small --init nosuch
code 2 "$ODDONE" run small --plant 0.1%
says "less than one node" err
code 2 "$ODDONE" plant small
code 2 "$ODDONE" convert small
code 2 "$ODDONE" generate
code 2 "$ODDONE" generate extra -o x
code 2 "$ODDONE" generate -o -
code 2 "$ODDONE" run small -o ""
code 2 "$ODDONE" generate -o x --mixing 2
[ -e x ] && fail "a directory was made for nothing"

# 3: the data
code 3 "$ODDONE" run nosuch
says "nosuch" err
code 3 "$ODDONE" info ./no/such
code 3 "$ODDONE" convert nosuch -o x
code 3 "$ODDONE" plant nosuch -o x
[ -e x ] && fail "a directory was made for nothing"
mkdir empty
code 3 "$ODDONE" info empty
code 3 "$ODDONE" run small --init ./no/such
mkdir start
code 3 "$ODDONE" run small --init start
says "G.npy" err
echo nonsense >start/G.npy
code 3 "$ODDONE" run small --init start
says "start/G.npy" err

# One broken line in the middle of a large file: named by line and column, nothing written.
mkdir broken
awk 'BEGIN {
	for (i = 1; i <= 2708; i++) {
		printf "p%d", i
		for (j = 1; j <= 20; j++)
			printf "\t%s", i == 1354 && j == 7 ? "x" : (i * j) % 3 == 0
		printf "\tc%d\n", i % 5
	}
}' >broken/b.content
awk 'BEGIN { for (i = 1; i < 2708; i++) printf "p%d\tp%d\n", i, i + 1 }' >broken/b.cites
code 3 "$ODDONE" run broken -o export --save-state state
grep -q '^oddone: .*b\.content:1354:[0-9][0-9]*: .' err || {
	fail "a broken line is not named by line and column:"
	cat err
}
# "p1354" and six fields of two characters come before the seventh.
says "b.content:1354:19:" err
[ -s out ] && fail "there is output for broken data"
[ -e export ] && fail "an export for broken data"
[ -e state ] && fail "a state for broken data"
for sub in plant convert; do
	code 3 "$ODDONE" $sub broken -o x
	[ -e x ] && fail "$sub: a directory for broken data"
done

# 4: numbers that overflow
mkdir huge
awk 'BEGIN {
	for (i = 0; i < 40; i++)
		printf "n%d\tc%d\ta=1e200 b%d=1e-200 c%d=1e160\n", i, i % 2, i % 7, i % 5
}' >huge/h.nodes
awk 'BEGIN { for (i = 0; i < 40; i++) printf "n%d\tn%d\t1e200\n", i, (i + 1 + i % 3) % 40 }' \
	>huge/h.edges
code 4 "$ODDONE" run huge --preset paper --init random -o export
[ -e export ] && fail "an export without finite numbers"

# 1: writing
: >file
code 1 "$ODDONE" run small -q -n 1 -o file/here
code 1 "$ODDONE" run small -q -n 1 --save-state file
code 1 "$ODDONE" plant small -o file/here
code 1 "$ODDONE" generate -o file
if [ -e /dev/full ]; then
	for format in text tsv json; do
		"$ODDONE" run small -n 1 --format $format >/dev/full 2>err
		equal 1 $? "exit code for a full disk ($format)"
		says "stdout" err
	done
	"$ODDONE" --help >/dev/full 2>err
	equal 1 $? "exit code of --help for a full disk"
fi
if [ "$(id -u)" -ne 0 ]; then
	mkdir locked
	cp small/* locked
	chmod 0 locked
	code 3 "$ODDONE" info locked
	code 1 "$ODDONE" generate -o locked
	chmod 700 locked
fi

# Both weights 0: refused before the first sub-step, and a log that asks for it is wrong input.
code 2 "$ODDONE" run small --alpha 0 --beta 0
says "not both 0" err
printf 'set alpha=0\nset beta=0\nopen small\n' >zero.oddlog
code 3 "$ODDONE" play --batch zero.oddlog
says "zero.oddlog:3: alpha and beta must be" err
printf 'Source,Target,t\na,b,1\nb,c,2\nc,a,3\n' >links.csv
code 2 "$ODDONE" times links.csv --time t --windows 999999999999
says "999999999999 stretches are too many" err
finish
