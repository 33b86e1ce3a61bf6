#include <stdio.h>

int main(void)
{
  long n = 0;
  unsigned char hit[50] = {0};
#pragma omp target teams distribute parallel for collapse(3) reduction(+: n) map(tofrom: n, hit)
  for (long i = 0; i < 50; i++)
    for (int j = 10; j > -10; j--)
      for (unsigned k = 5; k < 205; k += 2) {
        n++;
        if (j == 0 && k == 5)
          hit[i] = 1;
      }
  int all = 1;
  for (int i = 0; i < 50; i++)
    all = all && hit[i];
  puts(n == 50L * 20 * 100 && all ? "ok" : "a collapsed nest of mixed types");
  return 0;
}
