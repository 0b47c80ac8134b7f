#!/bin/sh
# A log plays again: the same numbers, tables and pictures; on other data; with its mistakes named.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

mkdir first again other
cat >record <<'END'
open town
set k=6
plant structural=1
iterate 3
keep first
plant attribute=1
mark structural-1
substep 9
back 1
set score=one
weights 1,2,0.5
export scores scores.tsv --number
export embedding embedding.tsv --number
export loss loss.png --number
export map map.png --size 600x400 --number
log save run.oddlog
END
(cd first && "$ODDONE" --script ../record) || fail "the script does not run"
says "open {data}" first/run.oddlog

# ---- exactly ----------------------------------------------------------------------------------
cd again || exit 99
code 0 "$ODDONE" play ../first/run.oddlog
says "plant structural=1" err
says "kept as first" err
says "iteration 4" out
says "K = 6" out
says_not "kept as" out
for file in scores.tsv embedding.tsv loss.png map.png; do
	cmp -s "$file" "../first/$file" || fail "$file is another one"
done
cp out ../end
code 0 "$ODDONE" play --batch --quiet ../first/run.oddlog
[ -s err ] && fail "--quiet talks"
cmp -s out ../end || fail "the second replay ends elsewhere"
[ -e scores-2.tsv ] || fail "the second replay wrote over the first"
cd ..

# ---- a network opened with the usual options, whatever was set before: so again by its log
mkdir plain && cd plain || exit 99
cat >script <<'END'
open town
set k=6
open --plain town
iterate 1
export scores scores.tsv
log save run.oddlog
END
code 0 "$ODDONE" --script script
says "open --plain {data}" run.oddlog
mkdir again && cd again || exit 99
code 0 "$ODDONE" play --batch --quiet ../run.oddlog
says "K = 18" out
same scores.tsv ../scores.tsv
cd ../..

# ---- on the screen of a script, the same ------------------------------------------------------
cd other || exit 99
printf 'replay ../first/run.oddlog --wait 9\nsave-screen end.txt\n' >../watch
code 0 "$ODDONE" --script ../watch
says "commands played" end.txt
cmp -s scores.tsv ../first/scores.tsv || fail "the explorer replays another run"
cd ..

# ---- a script ends with the first command that fails, and its exit code tells; keys do not end it
mkdir -p faults && cd faults || exit 99
printf 'iterate 1\nexplain nobody\nsave-screen after.txt\n' >sourced
: >file
for case in "3 no such file:open nowhere" "1 cannot write:export scores file/a.tsv" '2 node "nobody":explain nobody' \
	'2 sourced:2:source sourced' '3 sourced:2:replay sourced' "2 there is no tour:tour nothing" "2 no command:fly"; do
	line=${case##*:} want=${case%:*}
	printf 'open town\n%s\nsave-screen after.txt\n' "$line" >script
	code "${want%% *}" "$ODDONE" --script script
	says "${want#* }" err
	[ ! -e after.txt ] || fail "a script goes on after: $line"
done
echo "save-screen after.txt" >script
echo "no such thing" >wrong.mat
code 3 "$ODDONE" --script script wrong.mat
code 2 "$ODDONE" --script script town -e "explain nobody"
[ ! -e after.txt ] || fail "a script begins without its network"
printf 'open town\ntype ":explain nobody"\nkey Enter\nsave-screen after.txt\n' >script
code 0 "$ODDONE" --script script
says 'nobody' after.txt
cd ..

# ---- with values ------------------------------------------------------------------------------
code 0 "$ODDONE" generate -o small --nodes 60 -s 3
cat >own.oddlog <<'END'
# a log by hand
open {data}

iterate {n}
explain #1
END
code 0 "$ODDONE" play own.oddlog data=small n=2
says "rank 1 of 60" err
says "iteration 2" out
code 0 "$ODDONE" play own.oddlog data=small n=2 m=3
says "m=3" err
code 0 "$ODDONE" play first/run.oddlog data=small --quiet
says "62 nodes" out

# ---- mistakes ---------------------------------------------------------------------------------
code 2 "$ODDONE" play own.oddlog data
says "name=value" err
code 3 "$ODDONE" play own.oddlog data=small
says "own.oddlog:4: {n} has no value" err
[ -s out ] && fail "a failed replay has a summary"
code 3 "$ODDONE" play own.oddlog data=small n=x
says "own.oddlog:4: iterate" err
code 3 "$ODDONE" play own.oddlog data=nowhere n=1
code 3 "$ODDONE" play nothing.oddlog
says "nothing.oddlog" err
printf 'open town\nfly\n' >fly.oddlog
code 3 "$ODDONE" play fly.oddlog
says 'fly.oddlog:2: there is no command "fly"' err
sed 's/^# data ...../# data 00000/' first/run.oddlog >old.oddlog
code 3 "$ODDONE" play old.oddlog
says "is not what it was" err
printf 'open town\nexport loss /nowhere/loss.png\n' >write.oddlog
code 1 "$ODDONE" play --allow-writes write.oddlog
code 2 "$ODDONE" play own.oddlog --wait x
finish
