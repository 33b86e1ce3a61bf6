#include <stdio.h>

int main(void)
{
  int r[2] = {0};
#pragma omp parallel for default(none) shared(r) num_threads(2)
  for (int t = 0; t < 2; t++) {
    int s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
    for (int i = 0; i < 50; i++)
      s += i;
    r[t] = s;
  }
  puts(r[0] == 1225 && r[1] == 1225 ? "ok" : "default(none)");
  return 0;
}
