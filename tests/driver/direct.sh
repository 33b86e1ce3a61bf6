# A source without OpenMP takes one run of the host compiler; one whose headers or flags
# have something of it takes the whole way, and nothing is lost.
cc=$($OMPCC --version | sed -n 's/^host compiler: //p')
printf '#!/bin/sh\ncase "$*" in *dumpversion*) ;; *) echo run >> runs;; esac\nexec %s "$@"\n' "$cc" > "my-$(basename "$cc")"
chmod +x my-*; export OMPCC_CC="$PWD/$(echo my-*)"
runs() { rm -f runs; "$@" || exit 1; wc -l < runs; }
cat > plain.c <<'END'
#include <math.h>
#include <stdio.h>
int component(int comp);
int main(void) { printf("%g\n", sqrt(16)); return 0; }
END
expect "$(runs $OMPCC -O2 -ffast-math -c plain.c)" 1
expect "$(runs $OMPCC -S plain.c)" 1
expect "$(runs $OMPCC -MD -MF plain.d -c plain.c)" 1; grep -q '^plain.o: plain.c' plain.d
expect "$($OMPCC -MMD -MF - -c plain.c)" "plain.o: plain.c"
# What only the host compiler answers takes one process: it becomes the host compiler.
printf '#!/bin/sh\necho $$ > self\nexec %s "$@"\n' "$cc" > "self-$(basename "$cc")"; chmod +x self-*
echo 'extern int once;' > once.h
for ask in -dumpmachine "-E plain.c" -print-search-dirs "once.h"; do
  OMPCC_CC="$PWD/$(echo self-*)" sh -c 'echo $$ > process; exec "$@"' -- $OMPCC $ask > answer
  expect "$(cat self)" "$(cat process)"
done
# A configured header may name the compiler.
echo '#define BUILT_BY "/opt/bin/ompcc -O2"' > config.h
expect "$(runs $OMPCC -include config.h -c plain.c)" 1
# Regions that come from a header, a system folder's, and a macro of the command line.
mkdir sys; cat > sys/region.h <<'END'
static inline int region(void)
{
  int host = 1;
#pragma omp target map(tofrom: host)
  host = __builtin_constant_p(host) * 0;
  return host;
}
END
echo 'int main(void) { return region(); }' > main.c
for flags in "-include sys/region.h" "-isystem sys -include region.h" "-Isys -include region.h -MMD" "-isystem sys -include region.h -MMD" "-Isys -include region.h -MD -MF x.d"; do
  $OMPCC $flags main.c -o main; OMP_TARGET_OFFLOAD=MANDATORY ./main
  $OMPCC $flags -c main.c; $OMPCC main.o -o main; readelf -SW main.o | grep -q ompcc
done
printf 'int main(void) { int host = 1;\nREGION\nhost = 0;\nreturn host; }\n' > macro.c
$OMPCC '-DREGION=_Pragma("omp target map(tofrom: host)")' -c macro.c; readelf -SW macro.o | grep -q ompcc
# Checks of what is no region, in a header: misspelt pragmas, routines, wrong directives.
printf '#pragma opm target\n' > misspelt.h && echo 'int f(void) { return 0; }' > f.c
$OMPCC -include ./misspelt.h -c f.c 2> log; grep -q "unknown pragma 'opm' ignored" log
printf 'static int g(void) {\n#pragma omp target mapp(f)\n;\nreturn 0; }\n' > wrong.h && rm f.o
! $OMPCC -include ./wrong.h -c f.c 2> log || exit 1; grep -q "wrong.h:2:.*error" log; [ ! -e f.o ]
# The host compiler's words come once, those of a failure too.
printf '#warning once\nint f(void) { return 0; }\n' > warn.c
expect "$($OMPCC -c warn.c 2>&1 | grep -c 'warning: ')" 1
echo 'int f(void) { return undeclared; }' > fail.c
expect "$($OMPCC -c fail.c 2>&1 | grep -c 'error: ')" 1
$OMPCC -include ./sys/region.h -Wunused -c f.c -o /dev/null; [ -c /dev/null ]
# Standard output by its name gets the text once, on either way.
printf 'void g(void);\n#ifdef _OPENMP\n#pragma omp parallel\n#endif\n' > either.c; echo 'void f(void) {' | cat - either.c > body.c; echo 'g(); }' >> body.c
for source in plain.c body.c; do
  expect "$($OMPCC -S "$source" -o /dev/stdout | grep -c '\.file.*"'$source'"')" 1
done
