#include <stdio.h>

int main(void)
{
  int add = 1, sub = 100, mul = 1;
#pragma omp target teams distribute parallel for reduction(+: add) reduction(*: mul) map(tofrom: add, mul)
  for (int i = 1; i <= 8; i++) {
    add += i;
    mul *= i;
  }
#pragma omp target parallel for reduction(-: sub) map(tofrom: sub)
  for (int i = 1; i <= 8; i++)
    sub -= i;
  puts(add == 37 && mul == 40320 && sub == 64 ? "ok" : "+ * -");
  return 0;
}
