#include <stdio.h>

int main(void)
{
  int sub = 1000, mul = 1, div = 1 << 20, and = 0xff, or = 0, shl = 1, shr = 1 << 10;
#pragma omp target map(tofrom: sub, mul, div, and, or, shl, shr)
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 10; k++) {
#pragma omp atomic
    sub -= k;
#pragma omp atomic
    mul *= 2;
#pragma omp atomic
    div /= 2;
#pragma omp atomic
    and &= ~(1 << (k & 3));
#pragma omp atomic
    or |= 1 << k;
#pragma omp atomic
    shl <<= 1;
#pragma omp atomic
    shr >>= 1;
  }
  puts(sub == 955 && mul == 1024 && div == 1024 && and == 0xf0 && or == 0x3ff && shl == 1024 && shr == 1
           ? "ok" : "atomic operators");
  return 0;
}
