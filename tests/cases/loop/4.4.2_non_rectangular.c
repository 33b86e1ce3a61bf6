#include <stdio.h>

int main(void)
{
  int n = 0, sum = 0;
#pragma omp target parallel for collapse(2) reduction(+: n, sum) map(tofrom: n, sum)
  for (int i = 0; i < 10; i++)
    for (int j = i; j < 10; j++) {
      n += 1;
      sum += i * j;
    }
  int ws = 0;
  for (int i = 0; i < 10; i++)
    for (int j = i; j < 10; j++)
      ws += i * j;
  puts(n == 55 && sum == ws ? "ok" : "a triangular nest");
  return 0;
}
