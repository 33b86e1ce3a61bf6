#include <setjmp.h>
jmp_buf where;
#pragma omp declare simd notinbranch
int f(int x)
{
  if (x < 0)
    longjmp(where, 1);
  return x;
}
