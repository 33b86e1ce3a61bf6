# Precompiled headers, as build systems make and use them: nothing that stands in one is lost.
cat > pre.h <<'END'
#include <omp.h>
#include <stdio.h>
static inline int thrice(int x)
{
  int host = 1;
#pragma omp target map(tofrom: x) map(from: host)
  { x *= 3; host = omp_is_initial_device(); }
  return x + 100 * host;
}
END
cat > uses.c <<'END'
int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  x = 7;
  printf("%d\n", thrice(x));
  return 0;
}
END
cat > plain.c <<'END'
int main(void) { printf("%d\n", thrice(5)); return 0; } /* no pragma */
END
(echo '#include "pre.h"' && sed 's/5/6/' plain.c) > names.c
echo 'int main(void) { return thrice(0) + missing; }' > wrong.c
says() { $OMPCC "$@" -o a; ./a; }
case ${OMPCC_CC:-clang} in
*clang*) # cmake's way: an empty source beside a header that includes those of the project
  printf '#pragma clang system_header\n#include "pre.h"\n' > all.h && : > all.h.c
  for again in 1 2; do # the second time the old one is there
    $OMPCC -fopenmp -Winvalid-pch -Xclang -emit-pch -Xclang -include -Xclang all.h -x c-header -MD -MF all.d -o all.h.pch -c all.h.c
    grep -q pre.h all.d
  done
  use="-fopenmp -Winvalid-pch -Xclang -include-pch -Xclang all.h.pch -Xclang -include -Xclang all.h"
  $OMPCC -x c-header pre.h -o pre.h.pch; $OMPCC -x c-header pre.h -o elsewhere.pch
  expect "$(says -include-pch pre.h.pch uses.c)" 21
  expect "$(says -include-pch elsewhere.pch uses.c)" 21
  expect "$(says -Xclang -include-pch -Xclang pre.h.pch plain.c)" 15;;
*)
  $OMPCC -Winvalid-pch -x c-header pre.h -o pre.h.gch
  use="-fopenmp -Winvalid-pch -include pre.h"
  expect "$(says names.c)" 18;;
esac
expect "$(says $use uses.c)" 21
expect "$(says $use plain.c)" 15
expect "$(says -include pre.h plain.c)" 15
$OMPCC $use -MD -MF uses.d -c uses.c; grep -q pre.h uses.d
! $OMPCC $use -c wrong.c 2> said || exit 1
expect "$(grep -c error: said)" 1; grep -q 'missing' said
