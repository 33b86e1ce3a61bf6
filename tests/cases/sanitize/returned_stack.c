// A device function returns the address of its variable.
#include <stdio.h>

#pragma omp begin declare target
static int keep[4];
static int *squares(int n) {
#ifdef MISTAKE
  int local[4];
  int *a = local;
#else
  int *a = keep;
#endif
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  return a;
}
#pragma omp end declare target

int main(void) {
  int nine = 0;
#pragma omp target map(tofrom: nine)
  {
    int *s = squares(4);
    nine = s[3];
  }
  puts(nine == 9 ? "ok" : "wrong");
  return 0;
}
