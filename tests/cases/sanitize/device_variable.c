// An index leaves a declare target variable.
#include <stdio.h>

#pragma omp begin declare target
int limits[4] = {1, 2, 3, 4};
static int limit(const int *list, int i) { return list[i]; }
#pragma omp end declare target

#ifdef MISTAKE
#define INDEX 4
#else
#define INDEX 3
#endif

int main(void) {
  int got = 0, i = INDEX;
#pragma omp target map(tofrom: got) firstprivate(i)
  got = limits[i];
#pragma omp target map(tofrom: got)
  got += limit(limits, 3);
  puts(got == 8 ? "ok" : "wrong");
  return 0;
}
