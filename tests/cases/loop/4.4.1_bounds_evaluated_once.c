#include <stdio.h>

int main(void)
{
  int n = 5, c = 0;
#pragma omp target map(tofrom: n, c)
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) {
    n = 100;
    c += 1;
  }
  puts(c == 5 ? "ok" : "the bound was evaluated again");
  return 0;
}
