# clang's header modules: ompcc takes the text of the headers. clang is what has them: # one host
printf 'module M { header "m.h" export * }\n' >module.modulemap
printf 'static inline int twice(int x) { return 2 * x; }\n#define LIMIT 21\n' >m.h
cat >modules.c <<'END'
#include <stdio.h>
#include "m.h"
int main(void)
{
  int s = LIMIT;
#pragma omp target map(tofrom: s)
  s = twice(s);
  printf("%d\n", s);
}
END
for flags in -fmodules "-fmodules -fmodules-cache-path=cache -fmodule-map-file=module.modulemap"; do
  $OMPCC $flags modules.c -o modules 2>said; expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./modules; cat said)" 42
done
