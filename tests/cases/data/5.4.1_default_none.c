#include <stdio.h>

int main(void)
{
  int a[16], k = 3;
#pragma omp target map(from: a)
#pragma omp teams default(none) shared(a) firstprivate(k) num_teams(2)
#pragma omp distribute parallel for default(none) shared(a, k)
  for (int i = 0; i < 16; i++)
    a[i] = i * k;
  puts(a[15] == 45 ? "ok" : "default(none)");
  return 0;
}
