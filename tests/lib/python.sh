#!/bin/sh
# The Python module over the shared library: the same ranking as the program's, whatever the network
# comes as. Skipped without NumPy.
. "${srcdir:-.}/tests/cli/lib.sh"
library=$builddir/.libs/liboddone.so
[ -e "$library" ] || exit 77
# The system's own Python may have what one found earlier has not.
for python in python3 /usr/bin/python3; do
	"$python" -c 'import numpy' 2>/dev/null && break
	python=
done
[ -n "$python" ] || exit 77
# A library with the sanitizers' runtime does not load into a program without it.
nm -D "$library" | grep -q '__asan_init' && exit 77
ODDONE_LIBRARY=$library
ODDONE_DATA=$srcdir/share/oddone
PYTHONPATH=$srcdir/share/python
PYTHONDONTWRITEBYTECODE=1
export ODDONE_LIBRARY ODDONE_DATA PYTHONPATH PYTHONDONTWRITEBYTECODE

code 0 "$ODDONE" run town -q -o export
code 0 "$ODDONE" run town -q --plant 5% -s 7 --format json
cp out planted.json
code 0 "$python" "$srcdir/tests/lib/python.py" export planted.json
cat out err
code 0 "$python" "$srcdir/tests/lib/python_users.py"
cat out err
finish
