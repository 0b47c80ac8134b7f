#!/bin/sh
# A short run of every fuzz target: its seeds, and 200 mutations that are always the same.
cd "${builddir:-.}" || exit 99
OMP_NUM_THREADS=1
export OMP_NUM_THREADS
exec tests/fuzz/fuzz "${srcdir:-.}/tests/fuzz/seeds" all "${FUZZ_ROUNDS:-200}" "${FUZZ_SEED:-1}"
