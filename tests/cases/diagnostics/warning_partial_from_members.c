#include <stdio.h>
struct v { int x, y, z; };
int main(void) {
  struct v p = {1, 2, 3};
  #pragma omp target map(from: p)
  { p.x = 3; p.y = 4; }
  printf("%d\n", p.z);
}
