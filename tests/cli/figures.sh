#!/bin/sh
# The figures of a run: complete, the same again, and telling how to make them again.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
TERM=xterm
export TERM
small
all='dashboard loss map matrices ranking recall scores weights'

# info FILE KEY: what a picture says
about()
{
	"$ODDONE" info "$1" --format tsv | awk -F'\t' -v key="$2" '$1 == key { print $2 }'
}

# listed DIR: the files of a directory in one line
listed()
{
	LC_ALL=C ls -A "$1" | tr '\n' ' ' | sed 's/ $//'
}

# ---- all of them, whole
code 0 "$ODDONE" run small --plant 6% -n 4 --figures figs
says "wrote 8 figures to figs" err
equal "$(for f in $all; do printf '%s.png ' "$f"; done | sed 's/ $//')" "$(listed figs)" "figures"
for name in $all; do
	code 0 "$ODDONE" info figs/$name.png --format json
	equal "$name" "$(json out figure)" "name of $name.png"
	equal "oddone run small --plant 6% --iterations 4 --figures figs" "$(json out command)" \
		"command of $name.png"
	equal 12 "$(json out options.dims)" "dimensions of $name.png"
	[ "$(json out width)" -ge 800 ] || fail "$name.png is narrow"
done
code 0 "$ODDONE" info figs/map.png
says "Command" out
says "  oddone run small --plant 6% --iterations 4 --figures figs" out
# The checksum is that of the network before planting, which info tells too.
equal "synthetic $(about small checksum)" "$(about figs/map.png dataset)" "dataset of map.png"

# ---- the same command, the same bytes, whatever the threads
# again DIR OPTION…: the same in another directory
again()
{
	mkdir -p "$1"
	ln -s ../small "$1/small"
	(cd "$1" && shift && code 0 "$ODDONE" run small --plant 6% -n 4 "$@") || fail "again"
}
again one -t 1 --figures figures --projection tsne
again two -t 2 --quiet --figures figures --projection tsne
for name in $all; do
	same one/figures/$name.png two/figures/$name.png
done
for format in svg pdf; do
	again one-$format -t 1 --figures figures --figure-format $format
	again two-$format -t 2 --figures figures --figure-format $format
	for name in $all; do
		same one-$format/figures/$name.$format two-$format/figures/$name.$format
	done
done
says "<svg" one-svg/figures/map.svg
says "oddone run small --plant 6%" one-svg/figures/map.svg
equal "%PDF" "$(head -c 4 one-pdf/figures/map.pdf)" "start of a PDF"

# ---- redone by what the picture says, also with names that need quotes
cp -r small "it's \"a\" network"
code 0 "$ODDONE" run "it's \"a\" network" -n 2 --figures 're do' --figure map --projection tsne \
	--project structure --map-color score --theme dark --size 700x500 --scale 1.5 -s 5
mv 're do' first
PATH=$builddir:$PATH
export PATH
"$ODDONE" info first/map.png --format json >about.json
code 0 sh -c "$(json about.json command)"
same first/map.png 're do/map.png'
equal "700 500" "$(about first/map.png width) $(about first/map.png height)" "size as asked"
equal structure "$(about first/map.png options.project)" "what was projected"
equal map.png "$(listed 're do')" "one figure"

# ---- options change what they should
plain()
{
	code 0 "$ODDONE" run small -n 2 --figures plain --figure map --figure map "$@"
	mv plain/map.png "./$1.png"
}
plain --seed 42
for options in '--theme dark' '--map-colour score' '--scale 2' '--project attributes' \
	'--projection tsne'; do
	# shellcheck disable=SC2086
	plain $options
	for other in ./--*.png; do
		[ "$other" = "./${options%% *}.png" ] || ! cmp -s "$other" "./${options%% *}.png" ||
			fail "$options draws what $other shows"
	done
done

# ---- as characters
code 0 env COLUMNS=40 LC_ALL=C "$ODDONE" run small --plant 6% -n 2 --text --figure map \
	--figure loss --figure recall --figure scores --figure ranking --figure dashboard
LC_ALL=C awk 'length($0) > 40 { exit 1 }' out || fail "a line of more than 40 columns"
LC_ALL=C grep -q '[^ -~]' out && fail "not ASCII in LC_ALL=C"
says "synthetic" out
[ "$(wc -l <out)" -gt 100 ] || fail "six figures in few lines"
code 0 env COLUMNS=40 "$ODDONE" run small -n 2 --text
LC_ALL=C grep -q "$(printf '\342[\240-\243]')" out || fail "no braille in a UTF-8 locale"
code 0 "$ODDONE" run small -n 2 --text --figure loss --size 100x30
equal 30 "$(wc -l <out | tr -d ' ')" "lines of --size 100x30"
escape=$(printf '\033')
code 0 "$ODDONE" run small -n 2 --text --figure loss
says_not "$escape" out
cp out plain.txt
code 0 env NO_COLOR=1 "$ODDONE" run small -n 2 --text --figure loss --color always
says "${escape}[" out
code 0 env COLORTERM=truecolor "$ODDONE" run small -n 2 --text --figure loss --colour always
says "38;2;" out
code 0 "$ODDONE" run small -n 2 --text --figure loss --color never
says_not "$escape" out
code 0 "$ODDONE" run small -n 2 --text --figure loss --glyphs block
cmp -s out plain.txt && fail "blocks look like braille"

# ---- the map says of what it is
code 0 "$ODDONE" run small -n 1 --text --figure map
says "map of the embedding, by label" out
code 0 "$ODDONE" run small -n 1 --text --figure map --project structure
says "map of the links alone (G), by label" out
says "PCA: the two directions" out
code 0 "$ODDONE" run small -n 1 --text --figure map --project attributes --projection tsne
says "map of the attributes alone (U Wᵀ), by label" out
# It may stop before 1 000, and where depends on rounding.
grep -qE 't-SNE, perplexity 30, (1 )?[0-9]{3} iterations' out || fail "no iterations of t-SNE"

# ---- projection.tsv follows
code 0 "$ODDONE" run small -n 2 -o tsne -q --projection tsne --project attributes
equal "# tsne of the attributes, perplexity 30, iterations N, seed 42" \
	"$(sed 's/iterations [0-9]*/iterations N/;q' tsne/projection.tsv)" "comment of projection.tsv"
equal 302 "$(wc -l <tsne/projection.tsv | tr -d ' ')" "lines of projection.tsv"

# ---- mistakes
code 2 "$ODDONE" run small --figures x --figure pie
says '"pie" is none of: ' err
# the names in the table of options are those of the table of figures
listed_names=$(sed -n 's/.*none of: //p' err)
equal "$(echo "$listed_names" | tr ' ' '\n' | sort | tr '\n' ' ')" "$(echo "$all " | tr -s ' ')" \
	"names of figures"
grep -qF -- "'$listed_names'" "$srcdir/share/completions/oddone" ||
	fail "the completion knows other figures"
code 2 "$ODDONE" run small --figure map
says "--text" err
code 2 "$ODDONE" run small --figures x --size 12
code 2 "$ODDONE" run small --figures x --size 12x12
code 2 "$ODDONE" run small --figures x --scale 0
code 2 "$ODDONE" run small --figures x --projection umap
code 2 "$ODDONE" run small --figures ''
code 2 "$ODDONE" run small --text --format json
[ -e x ] && fail "a mistake left a directory"
echo mine >occupied
code 1 "$ODDONE" run small -n 1 --figures occupied
equal mine "$(cat occupied)" "a file in the way"
mkdir -p half/scores.png
code 1 "$ODDONE" run small -n 1 --figures half
equal scores.png "$(listed half)" "what a failed run leaves"

# ---- pictures of others
printf '\211PNG\r\n\032\n\000\000\000\015IHDR\000\000\000\001\000\000\000\001\010\002\000\000\000' >p.png
printf '\220wS\336\000\000\000\014IDATx\234c```\000\000\000\004\000\001\366\0278U' >>p.png
printf '\000\000\000\000IEND\256B`\202' >>p.png
code 3 "$ODDONE" info p.png
says "p.png: a PNG picture, but not one of oddone" err
head -c 40 p.png >cut.png
code 3 "$ODDONE" info cut.png
cp first/map.png renamed
code 0 "$ODDONE" info renamed
says "Picture" out
# The three that are doubted most are named in each of the three weights, though their lines are close.
code 0 "$ODDONE" run town --figure weights --text -q
for name in silas-lark lena-vale george-pike conrad-gale rosa-sparrow stella-holly; do
	says "$name" out
done

# A bar whose heading has no room for all of it says in a word what it is of.
code 0 env COLUMNS=80 "$ODDONE" run town -q --text --figure ranking
grep -qE "links +words +both" out || fail "the bars do not say what they are of"
finish
