// flags: -O0
// assert and puts in device code, compiled without optimisation: they need the standard output alone.
#include <assert.h>
#include <stdio.h>
int main(void)
{
  int x = 1;
  #pragma omp target map(tofrom: x)
  {
    assert(x == 1);
    x++;
    if (x == 3) puts("never");
  }
  if (x == 2) printf("ok\n");
  return x != 2;
}
