# OMPCC_CACHE: a second compilation of the same device code runs none of the programs that make it. These programs
# note that they run.
# one host
real=$($OMPCC -### -o none saxpy.c 2>&1 | sed -n 's/^ *\([^ ]*\)\/clang .*-x ir.*/\1/p' | head -1)
mkdir -p llvm/bin
for p in "$real"/*; do ln -s "$p" llvm/bin/; done
for p in clang opt llvm-link llvm-as ld.lld; do
  rm llvm/bin/$p
  printf '#!/bin/sh\n[ "$1" = -dumpversion ] || echo %s >>"$RUNS"\nexec "%s/%s" "$@"\n' $p "$real" $p >llvm/bin/$p
  chmod +x llvm/bin/$p
done
export OMPCC_LLVM=$PWD/llvm OMPCC_CC=gcc RUNS=$PWD/runs
cat >part.c <<'END'
#include <math.h>
#pragma omp begin declare target
float part(float x) { return sinf(x) * x; }
#pragma omp end declare target
END
cat >use.c <<'END'
#include <stdio.h>
#pragma omp begin declare target
float part(float x);
#pragma omp end declare target
int main(void) {
  float s = 0;
  #pragma omp target teams distribute parallel for map(tofrom: s) reduction(+: s)
  for (int i = 0; i < 4; i++) s += part(i);
  printf("%.3f\n", s);
}
END
flags="-O2 -fopenmp-targets=cpu,nvptx,amdgcn"
# compile OUTPUT FLAG...: prints how many programs ran.
compile() { : >runs; out=$1; shift; $OMPCC $flags "$@" use.c part.c -o "$out"; wc -l <runs; }
plain=$(compile plain)
[ "$plain" -ge 10 ]
export OMPCC_CACHE=$PWD/cache
expect "$(compile first)" "$plain"
expect "$(compile second)" 0
cmp first second
expect "$(./second)" "$(./plain)"
# Names of files and of folders do not count; options and code do.
mkdir sub; cp use.c part.c sub
: >runs; (cd sub && $OMPCC $flags use.c part.c -o third); expect "$(wc -l <runs)" 0
[ "$(compile other -O1)" -gt 0 ]
sed -i 's/\* x/+ x/' part.c
[ "$(compile changed)" -gt 0 ]
[ "$(./changed)" != "$(./plain)" ]
expect "$(compile changed)" 0
# A damaged entry is as none, and is written again.
n=0
for f in $(find cache -type f); do
  n=$((n+1))
  case $((n%3)) in
  0) : >$f ;;
  1) echo nonsense >$f ;;
  2) printf 'x' | dd of=$f bs=1 seek=$(($(wc -c <$f)/2)) conv=notrunc 2>/dev/null ;;
  esac
done
[ "$(compile again)" -gt 0 ]
expect "$(./again)" "$(./changed)"
expect "$(compile again)" 0
# Compilations side by side; no temporary file is left.
rm -r cache
for i in 1 2 3; do $OMPCC $flags use.c part.c -o side$i & done; wait
for i in 1 2 3; do expect "$(./side$i)" "$(./changed)"; done
expect "$(compile again)" 0
expect "$(find cache -name '.new-*')" ""
