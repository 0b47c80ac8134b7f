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

# The wheel holds the package and finds the library.
if "$python" -c 'import pip, setuptools, wheel' 2>/dev/null; then
	code 0 ${MAKE:-make} -s -C "$builddir" wheel PYTHON="$python"
	"$python" -m zipfile -e "$builddir"/oddone-*.whl unpacked
	PYTHONPATH=unpacked code 0 "$python" -c \
		'import importlib.metadata, oddone; assert importlib.metadata.version("oddone") == oddone.__version__; print(oddone.__file__)'
	says unpacked out
	rm -f "$builddir"/oddone-*.whl
fi
# The hints of types are checked where mypy is.
if "$python" -m mypy --version >/dev/null 2>&1; then
	checked() { code "$1" "$python" -m mypy --check-untyped-defs --cache-dir="$tmp/mypy" \
		--ignore-missing-imports "$2"; }
	checked 0 "$srcdir/share/python/oddone"
	cat >user.py <<-'P'
		import oddone
		result: oddone.Result = oddone.run("town", dims=3)
		share: float = result.auc + float(result.score.max())
		labels = oddone.Detector(contamination=.1).fit("town").label_.sum()
		total: float = oddone.start("town").step("G").iterate(2).loss.total
	P
	MYPYPATH=$srcdir/share/python checked 0 user.py
	echo 'result.socre' >>user.py
	MYPYPATH=$srcdir/share/python checked 1 user.py
	says '"Result" has no attribute "socre"' out
fi
finish
