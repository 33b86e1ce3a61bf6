#include <stdio.h>
#define N 8
#define MAP map(tofrom: a)

int main(void)
{
  int a[N] = {0};
#pragma omp target \
    MAP            \
    if(N > 2)
  for (int i = 0; i < N; i++)
    a[i] = N;
#   pragma   omp   target   map ( tofrom : a [ 0 : N ] ) /* a comment */
  a[1] += 1;
  puts(a[0] == 8 && a[1] == 9 && a[7] == 8 ? "ok" : "spelling of pragmas");
  return 0;
}
