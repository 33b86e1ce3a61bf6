// OpenMP 5.2 §10.1, §15.8.4, C11 6.7.3: what a volatile lvalue designates is read each time, whatever its type,
// also where the first thread of a team reads and writes before and after a parallel region.
#include <stdio.h>

#pragma omp begin declare target
static volatile double *table;
static volatile struct {
  unsigned low : 4, high : 12;
} field = {1, 2};
static double s;
#pragma omp end declare target

int main(void)
{
  double a[4] = {1, 2}, r = 0;
#pragma omp target map(a, r)
  {
    table = a;
    for (int i = 0; i < 4; i++)
      s += table[i] + field.high;
#pragma omp parallel num_threads(4)
    if (a[3] != 0)
      a[2] = 1;
    for (int i = 0; i < 4; i++) {
      s += table[i];
      field.high = s;
    }
    r = s + field.high + field.low;
  }
  puts(r == 29 && a[2] == 0 ? "ok" : "a volatile object has another value");
  return 0;
}
