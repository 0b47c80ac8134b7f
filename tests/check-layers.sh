#!/bin/sh
# The street: a house may include only houses to its left.
#   base → linalg → network → plant → one → score → eval → baseline → project → draw → session
#        → tui → cli (main opens the explorer)
# Public headers belong to the house that implements them. Also: curses only in tui, and no
# printing or exiting below cli and tui.
srcdir=${srcdir:-.}
street="base linalg network plant one score eval baseline project draw session tui cli"
bad=0

place() {
	at=0
	for house in $street; do
		at=$((at + 1))
		[ "$house" = "$1" ] && echo $at && return
	done
	echo 0
}

# Which house a header belongs to: its folder, or for a public one the first house whose source
# includes it right after config.h.
house_of() {
	case $1 in
	oddone/oddone.h) echo project ;; # the whole library
	oddone/error.h | oddone/job.h | oddone/rng.h | oddone/names.h | oddone/file.h) echo base ;;
	oddone/matrix.h | oddone/csr.h | oddone/npy.h | oddone/svd.h | oddone/nmf.h | oddone/alias.h)
		echo linalg ;;
	oddone/network.h | oddone/generate.h | oddone/communities.h | oddone/prepare.h) echo network ;;
	oddone/plant.h) echo plant ;;
	oddone/one.h | oddone/lesson.h) echo one ;;
	oddone/score.h | oddone/explain.h) echo score ;;
	oddone/recall.h | oddone/published.h | oddone/isoforest.h | oddone/f1.h | \
		oddone/assignment.h | oddone/randforest.h | oddone/split.h | \
		oddone/kmeans.h | oddone/embedding_eval.h) echo eval ;;
	oddone/tadw.h | oddone/aane.h | oddone/controls.h | oddone/method.h | \
		oddone/compare.h) echo baseline ;;
	oddone/walks.h | oddone/deepwalk.h | oddone/node2vec.h | oddone/line.h) echo baseline ;;
	oddone/graphsage.h | oddone/seano.h) echo baseline ;;
	oddone/pca.h | oddone/tsne.h | oddone/align.h | oddone/projection.h) echo project ;;
	oddone/*) echo unknown ;;
	*/*) echo "${1%%/*}" ;;
	*) echo none ;;
	esac
}

for file in "$srcdir"/src/*/*.[ch] "$srcdir"/src/*/*.def; do
	[ -f "$file" ] || continue
	own=$(basename "$(dirname "$file")")
	here=$(place "$own")
	if [ "$here" = 0 ]; then
		echo "$file: no house called $own on the street"
		bad=1
	fi
	for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
		house=$(house_of "$header")
		[ "$house" = none ] && continue
		there=$(place "$house")
		if [ "$house" = unknown ] || [ "$there" = 0 ]; then
			echo "$file: $header belongs to no house (tests/check-layers.sh knows none)"
			bad=1
		elif [ "$there" -gt "$here" ]; then
			echo "$file: $own may not include $header of $house"
			bad=1
		fi
	done
	case $own in
	tui) continue ;;
	esac
	if grep -nE '#include <(n?curses|ncursesw/.*)' "$file"; then
		echo "$file: curses belongs to tui alone"
		bad=1
	fi
	case $own in
	cli | session) continue ;;
	esac
	if grep -nE '(^|[^a-z_])(printf|puts|putchar|perror|exit|abort) *\(' "$file" |
		grep -vE '^[0-9]+:[[:space:]]*(\*|/\*)'; then
		echo "$file: the library never prints or exits"
		bad=1
	fi
done
exit $bad
