// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// Target tasks have a priority and may be replayed (6.0 §14.9, §14.6).
#include <stdio.h>

int main(void)
{
  int a[8] = {0};
#pragma omp target enter data map(to: a) priority(3) replayable
#pragma omp target map(a) priority(1) replayable default(shared) device_type(any)
  for (int i = 0; i < 8; i++)
    a[i] += i;
#pragma omp target update from(a) priority(2) replayable
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += a[i];
#pragma omp target exit data map(delete: a) priority(0) replayable
  puts(sum == 28 ? "ok" : "wrong");
  return 0;
}
