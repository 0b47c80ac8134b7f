#!/bin/sh
# The street: a house (a folder of src; public headers in include/oddone belong to one, too) may
# include only houses to its left. A header called *_parts.h or *_internal.h is for its own house alone. Curses
# only in tui; printing only in tui and cli; ending the program only there and in session, where
# memory for the interface itself has run out.
srcdir=${srcdir:-.}
street="base linalg network plant one score eval baseline project study easy draw report mpi session tui cli"
bad=0

place() {
	at=0
	for house in $street; do
		at=$((at + 1))
		[ "$house" = "$1" ] && echo $at && return
	done
	echo 0
}

# The house of a header, from its path; none for one of the system or config.h.
house_of() {
	case $1 in
	oddone/error.h | oddone/job.h | oddone/names.h | oddone/version.h) echo base ;;
	oddone/matrix.h | oddone/csr.h) echo linalg ;;
	oddone/prepare.h) echo network ;;
	oddone/explain.h) echo score ;;
	oddone/recall.h) echo eval ;;
	oddone/projection.h) echo project ;;
	oddone/oddone.h) echo easy ;; # the whole library
	oddone/*) house=${1#oddone/} && echo "${house%.h}" ;;
	*/*) echo "${1%%/*}" ;;
	*) echo none ;;
	esac
}

complain() {
	echo "$*"
	bad=1
}

for file in "$srcdir"/src/*/*.[ch] "$srcdir"/src/*/*.def "$srcdir"/include/oddone/*.h; do
	[ -f "$file" ] || continue
	case $file in
	*/include/*) own=$(house_of "oddone/${file##*/}") ;;
	*) own=$(basename "$(dirname "$file")") ;;
	esac
	here=$(place "$own")
	[ "$here" != 0 ] || complain "$file: no house called $own on the street"
	for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
		house=$(house_of "$header")
		[ "$house" = none ] && continue
		there=$(place "$house")
		if [ "$there" = 0 ]; then
			complain "$file: $header belongs to no house"
		elif [ "$there" -gt "$here" ]; then
			complain "$file: $own may not include $header of $house"
		fi
		case $header in
		*_parts.h | *_internal.h)
			[ "$house" = "$own" ] || complain "$file: $header is private to $house" ;;
		esac
	done
	[ "$own" = tui ] && continue
	if grep -nE '#include <(n?curses|ncursesw/.*)' "$file"; then
		complain "$file: curses belongs to tui alone"
	fi
	[ "$own" = cli ] && continue
	if grep -nE '(^|[^a-z_])(v?d?printf|puts|putchar(_unlocked)?|perror) *\(|(^|[^a-z_])(stdout|stderr)|write *\((STD(OUT|ERR)_FILENO|[12]),' \
		"$file" | grep -vE '^[0-9]+:[[:space:]]*(\*|/\*)'; then
		complain "$file: only tui and cli print"
	fi
	[ "$own" = session ] && continue
	if grep -nE '(^|[^a-z_])(exit|abort) *\(' "$file" | grep -vE '^[0-9]+:[[:space:]]*(\*|/\*)'; then
		complain "$file: the library never ends the program"
	fi
done
exit $bad
