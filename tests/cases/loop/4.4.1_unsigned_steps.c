// OpenMP 5.2 §4.4.1: the increment of an unsigned loop variable is unsigned.
#include <stdio.h>
int main(void) {
  int n = 0, m = 0, d = 0, k = 0;
#pragma omp parallel for reduction(+: n)
  for (unsigned long long j = 20; j <= 0x7fffffffffffff00ULL; j += 0x8000000000000010ULL)
    n++;
#pragma omp target parallel for reduction(+: m)
  for (unsigned long long j = 20; j <= 0x7fffffffffffff00ULL; j += 0x8000000000000010ULL)
    m++;
#pragma omp target teams distribute parallel for reduction(+: d)
  for (unsigned long j = ~0UL; j > 0xc000000000000000UL; j -= 0x8000000000000000UL)
    d++;
#pragma omp target parallel for reduction(+: k)
  for (unsigned j = 1; j < 0x70000000u; j += 0x80000010u)
    k++;
  int bad = n != 1 || m != 1 || d != 1 || k != 1;
  if (bad) printf("%d %d %d %d\n", n, m, d, k);
  puts(bad ? "wrong" : "ok");
  return bad;
}
