#!/bin/sh
# A session in a file: its log leads to the same numbers from any directory, and what is wrong with its
# network is told with the cure.
. "${srcdir:-.}/tests/cli/lib.sh"
export ODDONE
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

code 0 "$ODDONE" generate -q -o here/net --nodes 200 --seed 3
cat >save.odd <<'END'
open here/net
iterate 2
plant swap=1 structural=1
substep 3
keep one
mark #1
save a.oddlog
log save b.oddlog
substep 4
export scores straight.tsv
END
code 0 "$ODDONE" play save.odd --batch
for log in a b; do
	mkdir -p elsewhere/$log
	{
		cat $log.oddlog
		printf 'substep 4\nexport scores again.tsv\n'
	} >elsewhere/$log/renamed
	code 0 sh -c "cd elsewhere/$log && \"\$ODDONE\" play renamed --batch"
	same straight.tsv elsewhere/$log/again.tsv
done

# Several networks: the ones before have full paths as well.
printf 'open here/net\niterate 1\nopen town\niterate 1\nopen here/net/\nlog save c.oddlog\n' >several.odd
code 0 "$ODDONE" play several.odd --batch
code 0 sh -c 'cd elsewhere && "$ODDONE" play ../c.oddlog --batch'

# Its network is gone: told with the line of the log and what to do about it.
mv here/net here/moved
code 3 "$ODDONE" play a.oddlog --batch
says 'a.oddlog:4: its network is not there (if it is elsewhere now, say data=NETWORK): ' err
says '/here/net' err
code 0 "$ODDONE" play a.oddlog data=here/moved --batch
# Another network in its place: told by the checksums.
code 0 "$ODDONE" generate -q -o here/net --nodes 200 --seed 4
code 3 "$ODDONE" play a.oddlog --batch
says 'here/net is not what it was when the log was made' err
says 'data=NETWORK plays it on that or another one all the same' err
code 0 "$ODDONE" play a.oddlog data=here/net --batch

# Asked of what does not read it, it says what does.
code 3 "$ODDONE" run a.oddlog
says 'oddone play FILE --batch' err
code 2 "$ODDONE" a.oddlog </dev/null
says 'oddone play --batch a.oddlog' err
finish
