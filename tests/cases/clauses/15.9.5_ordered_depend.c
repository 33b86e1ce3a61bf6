// The older spelling of doacross (5.2 §15.9.6).
#include <stdio.h>

int main(void)
{
  int a[32] = {1};
#pragma omp target parallel for ordered(1) map(tofrom: a)
  for (int i = 1; i < 32; i++) {
#pragma omp ordered depend(sink: i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  puts(a[31] == 32 ? "ok" : "wrong");
  return 0;
}
