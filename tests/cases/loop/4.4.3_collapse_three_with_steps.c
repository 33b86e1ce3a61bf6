#include <stdio.h>

int main(void)
{
  int n = 0, sum = 0;
#pragma omp target teams distribute parallel for collapse(3) reduction(+: n, sum) map(tofrom: n, sum)
  for (int i = 0; i < 10; i += 3)
    for (int j = 8; j > 0; j -= 2)
      for (long k = -1; k <= 1; k++) {
        n += 1;
        sum += i * 100 + j * 10 + (int)k;
      }
  int wn = 0, ws = 0;
  for (int i = 0; i < 10; i += 3)
    for (int j = 8; j > 0; j -= 2)
      for (long k = -1; k <= 1; k++)
        wn += 1, ws += i * 100 + j * 10 + (int)k;
  puts(n == wn && sum == ws ? "ok" : "collapse(3)");
  return 0;
}
