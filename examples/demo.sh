#!/bin/sh
# What `make demo` shows: an example compiled and run on the CPU device, what it
# mapped, and its OMPT events.
set -eu
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

say '$ ompcc -O2 saxpy.c -o saxpy && ./saxpy'
../bin/ompcc -O2 saxpy/saxpy.c -o "$out/saxpy"
"$out/saxpy" | tee "$out/result"
cmp "$out/result" saxpy/expected.txt && echo '(as expected)'

say '$ OMPCC_INFO=1 ./saxpy            # what was mapped, moved and launched'
OMPCC_INFO=1 "$out/saxpy" 2>&1 >/dev/null

say '$ ompcc library/main.c library/counter.c tools/events.c -o library && ./library    # OMPT events'
../bin/ompcc -O2 library/main.c library/counter.c tools/events.c -o "$out/library"
"$out/library" 2>&1

say 'All ten examples on the CPU device:'
for dir in saxpy reductions jacobi matmul nbody list cg histogram mandelbrot library; do
  ../bin/ompcc -O2 $dir/*.c -o "$out/$dir" -lm
  if (cd "$out" && OMP_TARGET_OFFLOAD=MANDATORY "./$dir" picture.ppm 2>/dev/null) | cmp -s - $dir/expected.txt; then
    echo "  ok    $dir"
  else
    echo "  WRONG $dir"
    exit 1
  fi
done
