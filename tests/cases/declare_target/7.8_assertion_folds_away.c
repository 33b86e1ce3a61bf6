// flags: -O2
// only: device
// gcc: no (compiled there without optimisation)
// A call of a function that there is not is no error where optimisation takes it away:
// programs assert at compile time so.
#include <stdio.h>
#pragma omp begin declare target
void there_is_no_such_function(void);
static int half(int n)
{
  if (n % 2 != 0) there_is_no_such_function();
  return n / 2;
}
#pragma omp end declare target
int main(void)
{
  int r = 0;
  #pragma omp target map(from: r)
  r = half(12) + half(30);
  printf("%s\n", r == 21 ? "ok" : "wrong");
  return r != 21;
}
