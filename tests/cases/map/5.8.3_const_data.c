#include <stdio.h>

static const int weights[4] = {1, 10, 100, 1000};

int main(void)
{
  const double half = 0.5;
  double s = 0;
#pragma omp target map(to: weights) map(tofrom: s)
  for (int i = 0; i < 4; i++)
    s += weights[i] * half;
  puts(s == 555.5 ? "ok" : "const data");
  return 0;
}
