#include <stddef.h>
#include <stdio.h>

int main(void)
{
  int n[7] = {0};
#pragma omp target parallel for map(tofrom: n)
  for (signed char i = -5; i < 5; i++)
#pragma omp atomic
    n[0]++;
#pragma omp target parallel for map(tofrom: n)
  for (unsigned char i = 250; i > 245; i--)
#pragma omp atomic
    n[1]++;
#pragma omp target parallel for map(tofrom: n)
  for (short i = 30000; i < 32000; i += 100)
#pragma omp atomic
    n[2]++;
#pragma omp target parallel for map(tofrom: n)
  for (size_t i = 0; i < 12; i++)
#pragma omp atomic
    n[3]++;
#pragma omp target parallel for map(tofrom: n)
  for (long i = 10; i >= -10; i -= 5)
#pragma omp atomic
    n[4]++;
#pragma omp target parallel for map(tofrom: n)
  for (unsigned i = 7; i <= 9; i++)
#pragma omp atomic
    n[5]++;
#pragma omp target parallel for map(tofrom: n)
  for (long long i = -3; i != 3; i++)
#pragma omp atomic
    n[6]++;
  puts(n[0] == 10 && n[1] == 5 && n[2] == 20 && n[3] == 12 && n[4] == 5 && n[5] == 3 && n[6] == 6 ? "ok" : "types");
  return 0;
}
