// Members that are not mapped have storage between those that are, but no value.
#include <stdio.h>

struct point {
  int x, y, z;
};

int main(void) {
  struct point p = {1, 2, 3};
  int sum = 0;
#ifdef MISTAKE
#pragma omp target map(to: p.x, p.z) map(tofrom: sum)
#else
#pragma omp target map(to: p.x, p.y, p.z) map(tofrom: sum)
#endif
  sum = p.x + p.y + p.z;
  puts(sum == 6 ? "ok" : "wrong");
  return 0;
}
