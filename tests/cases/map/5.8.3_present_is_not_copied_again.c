// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, got = 0;
#pragma omp target data map(tofrom: a)
  {
    a = 50; /* the device keeps 1 */
#pragma omp target map(tofrom: a) map(from: got)
    {
      got = a;
      a = 2;
    }
    if (a != 50)
      got = -1; /* and nothing comes back before the outer region ends */
  }
  puts(got == 1 && a == 2 ? "ok" : "present data was copied");
  return 0;
}
