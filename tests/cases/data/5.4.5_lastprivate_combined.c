#include <stdio.h>

int main(void)
{
  int last = -1;
  double d = 0;
#pragma omp target teams distribute parallel for lastprivate(last, d) map(tofrom: last, d)
  for (int i = 0; i < 1000; i++) {
    last = i;
    d = i / 2.0;
  }
  puts(last == 999 && d == 499.5 ? "ok" : "lastprivate on a combined construct");
  return 0;
}
