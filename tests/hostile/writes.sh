#!/bin/sh
# Files played from outside (play, replay, source, tours) write new files of harmless kinds below the
# working directory, or below that of --output, and nothing else unless somebody allows it.
. "${srcdir:-.}/tests/cli/lib.sh"
. "$srcdir/tests/hostile/lib.sh"
limits 60 2000 # each
files=$srcdir/tests/hostile/files
ODDONE_DATA=$srcdir/share/oddone
HOME=$tmp/home
XDG_CONFIG_HOME=$HOME/.config
XDG_STATE_HOME=$HOME/.state
export ODDONE_DATA HOME XDG_CONFIG_HOME XDG_STATE_HOME
mkdir "$HOME" work outside work/inside
echo precious >outside/precious.txt
echo precious >work/precious.txt
ln -s ../outside work/link
ln -s ../outside/new.tsv work/dangling.tsv
ln -s inside work/within
cd work || exit 99

# What is there before must be there after, to the letter, and nothing beside it.
state()
{
	(cd "$tmp" && find home outside work ! -name out ! -name err | sort &&
		find home outside work -type f ! -name out ! -name err -exec cksum {} + | sort)
}
before=$(state)
unharmed()
{
	[ "$(state)" = "$before" ] || fail "something was written: $1"
}

# ---- play, with what it must say
refused()
{
	printf 'open town\nset k=4\niterate 1\n%s\n' "$1" >"$tmp/evil.oddlog"
	code 3 "$ODDONE" play --batch -q "$tmp/evil.oddlog"
	says "evil.oddlog:4: " err
	says "$2" err
	says "allow-writes" err
	unharmed "$1"
	# the same, replayed and sourced in the explorer
	for way in replay source; do
		printf '%s %s\n' $way "$tmp/evil.oddlog" >"$tmp/script"
		"$ODDONE" --script "$tmp/script" >out 2>err && fail "$way: $1 is no error"
		says "allow-writes" err
		unharmed "$way: $1"
	done
}
refused "export scores precious.txt --replace" "is there already"
refused "export scores precious.txt" "is there already"
refused "log save precious.txt" "is there already"
refused "log save precious.txt --replace" "is there already"
refused "export scores ../outside/new.tsv" "is not below the directory"
refused "export scores inside/../../outside/new.tsv" "is not below the directory"
refused "export scores $tmp/outside/new.tsv" "is not below the directory"
refused "export scores $HOME/.bashrc --replace" "has an ending"
refused "export scores .bashrc" "has an ending"
refused "export scores .profile.txt" "hidden"
refused "export scores .hidden/x.tsv" "hidden"
refused "export scores Makefile" "has an ending"
refused "export scores x.desktop" "has an ending"
refused "export scores link/new.tsv" "leads through a link"
refused "export scores dangling.tsv --replace" "is there already"
refused "export scores within/new.tsv" "leads through a link"
refused "export scores inside/.." "has an ending"
refused "export map inside/x.png --size 30000x30000" "--size is more than 40 million pixels"
printf 'save-screen inside/x.png --scale 100\n' >"$tmp/evil.oddlog"
printf 'source %s\n' "$tmp/evil.oddlog" >"$tmp/script"
"$ODDONE" --script "$tmp/script" >out 2>err && fail "a picture of any size is drawn"
says "allow-writes" err
unharmed "a screen of many pixels"
echo precious >inside/x.tsv
echo precious >inside/y.oddlog
before=$(state)
refused "export loss inside/x.png --with-data --replace" "is there already"
refused "export loss inside/y.png --with-log --replace" "is there already"
rm inside/x.tsv inside/y.oddlog
before=$(state)
printf 'open town\ncompare start degree\ncompare seeds 1\ncompare export precious.txt --replace\n' >"$tmp/evil.oddlog"
code 3 "$ODDONE" play --batch -q "$tmp/evil.oddlog"
says "compare: precious.txt is there already" err
unharmed "compare export"

# ---- what reaches beyond the session
for line in "bind explore x quit" "unbind explore q" copy \
	"save-screen precious.txt --replace" "save-screen ../outside/new.txt"; do
	printf '%s\n' "$line" >"$tmp/evil.odd"
	printf 'open town\nsource %s\n' "$tmp/evil.odd" >"$tmp/script"
	"$ODDONE" --script "$tmp/script" >out 2>err && fail "source: $line is no error"
	unharmed "source: $line"
	printf 'title T\nabout a\nnetwork town\npage One\ndo %s\ntext Hello\n' "$line" >"$tmp/evil.tour"
	printf 'tour %s\n' "$tmp/evil.tour" >"$tmp/script"
	"$ODDONE" --script "$tmp/script" >out 2>err && fail "tour: $line is no error"
	unharmed "tour: $line"
	printf 'tour check %s\n' "$tmp/evil.tour" >"$tmp/script"
	code 3 "$ODDONE" --script "$tmp/script"
	says "evil.tour:5:4: " err
	unharmed "tour check: $line"
	# one file inside another
	printf 'source %s\n' "$tmp/evil.odd" >"$tmp/outer.odd"
	printf 'open town\nsource %s\n' "$tmp/outer.odd" >"$tmp/script"
	code 2 "$ODDONE" --script "$tmp/script"
	says "allow-writes" err
	unharmed "source in source: $line"
done

# ---- the attack files as they are
code 3 "$ODDONE" play --batch -q "$files/overwrite.oddlog"
unharmed overwrite.oddlog
printf 'tour %s\n' "$files/overwrite.tour" >"$tmp/script"
"$ODDONE" --script "$tmp/script" >out 2>err
unharmed overwrite.tour

# ---- allowed: by the option, and below --output
printf 'open town\nset k=4\niterate 1\nexport scores ../outside/new.tsv\nexport scores precious.txt --replace\n' >"$tmp/evil.oddlog"
code 0 "$ODDONE" play --batch -q --allow-writes "$tmp/evil.oddlog"
[ -s ../outside/new.tsv ] || fail "--allow-writes does not let it write"
rm ../outside/new.tsv
echo precious >precious.txt
unharmed "cleared away"
printf 'open town\nset k=4\niterate 1\nexport scores new.tsv\nexport loss inside/l.svg --with-data --with-log\nlog save it.oddlog\n' >"$tmp/good.oddlog"
code 0 "$ODDONE" play --batch -q "$tmp/good.oddlog"
for file in new.tsv inside/l.svg inside/l.tsv inside/l.oddlog it.oddlog; do
	[ -s $file ] || fail "$file was not written"
	rm -f $file
done
mkdir -p "$tmp/elsewhere/inside"
code 0 "$ODDONE" play --batch -q "$tmp/good.oddlog" -o "$tmp/elsewhere"
unharmed "--output"
for file in new.tsv inside/l.svg inside/l.tsv inside/l.oddlog it.oddlog; do
	[ -s "$tmp/elsewhere/$file" ] || fail "$file was not written below --output"
done
printf 'open town\nset k=4\niterate 1\nexport scores ../new.tsv\n' >"$tmp/evil.oddlog"
code 3 "$ODDONE" play --batch -q "$tmp/evil.oddlog" -o "$tmp/elsewhere"
says "is not below the directory" err
printf 'open town\nset k=4\niterate 1\nexport scores %s/new2.tsv\n' "$tmp/elsewhere" >"$tmp/good.oddlog"
code 0 "$ODDONE" play --batch -q "$tmp/good.oddlog" -o "$tmp/elsewhere/made/.."
unharmed "below --output, said in full"

# ---- by hand nothing is in the way, but nothing is written over unless said
printf 'open town\nlog save ../a.oddlog\nsave-screen ../a.txt\n' >"$tmp/script"
code 0 "$ODDONE" --script "$tmp/script"
printf 'log save ../a.oddlog\nsave-screen ../then.txt --replace\n' >"$tmp/script"
code 2 "$ODDONE" town --script "$tmp/script"
grep -q "a.oddlog is there already" err || fail "a log is written over by hand"
printf 'save-screen ../a.txt\n' >"$tmp/script"
code 2 "$ODDONE" --script "$tmp/script"
says "a.txt is there already; --replace replaces it" err

# ---- files that play themselves
cp "$files/itself.odd" "$files/itself.tour" .
before=$(state)
for line in "replay itself.odd" "source itself.odd"; do
	printf '%s\n' "$line" >"$tmp/script"
	timeout 20 "$ODDONE" --script "$tmp/script" >out 2>err
	[ $? -lt 124 ] || fail "$line does not end"
	cat err | tr -s ' \n' ' ' | grep -q "more than 8 deep" || fail "$line: nothing said about it"
done
printf 'source itself2.odd\n' >itself2.odd
before=$(state)
printf 'source itself2.odd\n' >"$tmp/script"
code 2 timeout 20 "$ODDONE" --script "$tmp/script"
says "more than 8 deep" err
printf 'tour itself.tour\n' >"$tmp/script"
code 3 timeout 20 "$ODDONE" --script "$tmp/script"
says "a tour can neither begin another nor turn its own pages" err
printf 'title T\nabout a\nnetwork town\npage One\ndo tour next\ntext Hello\npage Two\ndo tour previous\ntext Hello\n' >"$tmp/turning.tour"
printf 'tour %s\n' "$tmp/turning.tour" >"$tmp/script"
code 3 timeout 20 "$ODDONE" --script "$tmp/script"
says "turning.tour:5:4: tour: a tour can neither" err
unharmed "files that play themselves"

finish
