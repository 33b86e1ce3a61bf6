#include <stdio.h>

int main(void)
{
  int x = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int k = 0; k < 20; k++) {
#pragma omp target nowait depend(inout: x) map(tofrom: x) firstprivate(k)
    x = x * 3 % 1009 + k;
  }
  int w = 0;
  for (int k = 0; k < 20; k++)
    w = w * 3 % 1009 + k;
  puts(x == w ? "ok" : "a chain of target tasks");
  return 0;
}
