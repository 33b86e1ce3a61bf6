#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, b[4] = {0}, c[4] = {5, 6, 7, 8};
#pragma omp target data map(to: a) map(from: b) map(tofrom: c)
  {
#pragma omp target
    for (int i = 0; i < 4; i++) {
      b[i] = a[i] + c[i];
      c[i] = 0;
    }
  }
  puts(b[0] == 6 && b[3] == 12 && c[0] == 0 ? "ok" : "several map clauses");
  return 0;
}
