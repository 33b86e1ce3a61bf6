#include <stdio.h>

int main(void)
{
  int a[30];
#pragma omp target map(from: a)
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 0; i < 30; i++) {
#pragma omp ordered depend(sink: i - 1)
    a[i] = i == 0 ? 1 : a[i - 1] + i;
#pragma omp ordered depend(source)
  }
  puts(a[29] == 436 ? "ok" : "doacross");
  return 0;
}
