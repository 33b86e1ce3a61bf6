// gcc: no (it refuses other reductions beside those of the scan)
// A scan in a loop that has other reductions too, inclusive and exclusive (5.2 §5.6).
#include <stdio.h>

int main(void)
{
  int a[20], b[20], bad = 0, x = 1, sum = 5;
#pragma omp parallel for reduction(+ : sum) reduction(inscan, + : x)
  for (int i = 0; i < 20; i++) {
    a[i] = x;
    sum += i;
#pragma omp scan exclusive(x)
    x += i;
  }
  bad += x != 191 || sum != 195;
  x = 0;
#pragma omp parallel num_threads(3)
#pragma omp for reduction(inscan, + : x) reduction(max : sum) nowait
  for (int i = 0; i < 20; i++) {
    x += i;
    if (1000 + i > sum) sum = 1000 + i;
#pragma omp scan inclusive(x)
    b[i] = x;
  }
  bad += x != 190 || sum != 1019;
  for (int i = 0; i < 20; i++)
    bad += a[i] != 1 + i * (i - 1) / 2 || b[i] != i * (i + 1) / 2;
  puts(bad ? "bad" : "ok");
  return 0;
}
