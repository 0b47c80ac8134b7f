#!/bin/sh
# conda build runs this in the tree of the sources.
set -eu
[ -x configure ] || autoreconf -i
./configure --prefix="$PREFIX" --with-python-dir="$SP_DIR"
make -j"${CPU_COUNT:-2}"
make install
