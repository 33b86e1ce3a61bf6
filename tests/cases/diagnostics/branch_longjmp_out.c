#include <setjmp.h>
jmp_buf again;
void f(int *a, int n)
{
  if (setjmp(again))
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] < 0)
      longjmp(again, 1);
}
int g(int *a)
{
  int r = 0;
#pragma omp parallel reduction(+: r)
  {
    jmp_buf here;
    if (setjmp(here) == 0 && a[0])
      longjmp(here, 1);
    r++;
  }
  return r;
}
