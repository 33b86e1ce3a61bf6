#include <stdio.h>

int main(void)
{
  const int n = 10;
  static const double scale = 2.5;
  double r[10];
#pragma omp target map(from: r)
  for (int i = 0; i < n; i++)
    r[i] = i * scale;
  puts(r[9] == 22.5 ? "ok" : "const scalars");
  return 0;
}
