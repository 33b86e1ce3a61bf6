#include <omp.h>
#include <stdio.h>

int main(void)
{
  int r[4] = {0};
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < 4; t++) {
    int s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
    for (int i = 0; i < 100; i++)
      s += i + t;
    r[t] = s;
  }
  puts(r[0] == 4950 && r[3] == 5250 ? "ok" : "target in a host's parallel region");
  return 0;
}
