#include <stdio.h>

int main(void)
{
  int v[3] = {0};
#pragma omp target map(tofrom: v)
#pragma omp parallel for lastprivate(v) num_threads(4)
  for (int i = 0; i < 50; i++)
    for (int k = 0; k < 3; k++)
      v[k] = i * k;
  puts(v[0] == 0 && v[1] == 49 && v[2] == 98 ? "ok" : "a lastprivate array");
  return 0;
}
