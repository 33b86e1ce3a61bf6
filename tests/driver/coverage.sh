# Coverage of a file with target regions has the lines of the file: in its notes, and as gcov shows them.
cat > covered.c <<'END'
#include <stdio.h>
#pragma omp declare target
int twice(int x)
{
  if (x > 100)
    return 0;
  return 2 * x;
}
#pragma omp end declare target
int main(void)
{
  int s = 0;
#pragma omp target map(tofrom: s)
  s += twice(4);
  if (s > 100)
    s += 1000;
  printf("%d\n", s);
  return 0;
}
END
$OMPCC --coverage -c covered.c 2> said
grep -q -e "'--coverage' has no effect in device code" said
grep -aq 'covered\.c' covered.gcno
! grep -aq 'host\.i' covered.gcno || exit 1
case ${OMPCC_CC:-clang} in
*clang*)
  $OMPCC -fprofile-instr-generate -fcoverage-mapping -c covered.c 2> said
  grep -q 'llvm-cov does not find' said; grep -q 'with --coverage and gcov' said;;
*)
  $OMPCC -w --coverage covered.c -o covered; expect "$(OMP_TARGET_OFFLOAD=disabled ./covered)" 8
  gcov -t covered-covered.gcda > lines || gcov -t covered.gcda > lines
  grep -q '^ *1\*\{0,1\}: *5:  if (x > 100)' lines && grep -q '^ *#####: *6:    return 0;' lines
  grep -q '^ *1\*\{0,1\}: *14:  s += twice(4);' lines; grep -q '^ *#####: *16:    s += 1000;' lines;;
esac
