# Another driver links objects with target regions: it does not know of their device code, and
# the first region says so. Linked by ompcc with -r or into a library before, they have it.
lib=$(dirname "$(dirname "$OMPCC")")/lib/ompcc/libompcc.a
cat > k.c <<'END'
#include <omp.h>
#include <stdio.h>
int region(void)
{
  int d = -1;
#pragma omp target map(from: d)
  d = omp_is_initial_device();
#pragma omp target data map(d)
  ;
  return d;
}
END
cat > m.c <<'END'
#include <stdio.h>
int region(void);
int main(void) { printf("%d", region()); printf("%d\n", region()); return 0; }
END
$OMPCC -fPIC -c k.c; gcc -c m.c
expect "$($OMPCC m.o k.o -o linked && ./linked 2>&1)" "00"
link=gcc # the driver whose OpenMP library the objects want
[ -n "${OMPCC_CC:-}" ] || link=$($OMPCC --version | sed -n 's/^host compiler: //p')
$link -fopenmp m.o k.o "$lib" -o elsewhere -lm -lpthread -ldl
expect "$(./elsewhere 2>/dev/null)" "11"
expect "$(./elsewhere 2>&1 >/dev/null)" "ompcc: warning: k.c:6: omp target map(from: d): the program was linked without ompcc and does not have the device code of this file: the host executes its regions; link with ompcc (in CMake: set the target's LINKER_LANGUAGE to C)"
! OMP_TARGET_OFFLOAD=MANDATORY ./elsewhere 2> log || exit 1
grep -q 'was linked without ompcc' log; grep -q 'no device is available' log
expect "$(OMP_TARGET_OFFLOAD=DISABLED ./elsewhere 2>&1)" "11"
$OMPCC -shared k.o -o libk.so; gcc m.o ./libk.so -o with
expect "$(./with 2>&1)" "00"
# One library that ompcc linked beside an object that it did not.
sed 's/region/second/' k.c > k2.c; sed 's/region/second/g' m.c > m2.c
$OMPCC -fPIC -c k2.c; $link -fopenmp m2.c k2.o ./libk.so "$lib" -o both -lm -lpthread -ldl
expect "$(./both 2>/dev/null)" "11"
./both 2>&1 >/dev/null | grep -q 'k2.c:6: .*was linked without ompcc'
