// gcc: no (gcc-12 has no metadirective)
// The older spelling of otherwise (5.2 §7.4.2).
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
#pragma omp metadirective when(user = {condition(0)}: single) default(parallel num_threads(3))
#pragma omp atomic
    n++;
  }
  puts(n >= 1 && n <= 3 ? "ok" : "wrong");
  return 0;
}
