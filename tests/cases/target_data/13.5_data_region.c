// only: device
#include <stdio.h>

int main(void)
{
  int a[8] = {0}, b = 0;
#pragma omp target data map(tofrom: a)
  {
    for (int k = 0; k < 3; k++) {
#pragma omp target
      for (int i = 0; i < 8; i++)
        a[i] += k + 1;
    }
    b = a[0]; /* still the host's */
  }
  puts(a[0] == 6 && a[7] == 6 && b == 0 ? "ok" : "target data");
  return 0;
}
