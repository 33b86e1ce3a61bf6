#include <stdio.h>
static void set(int *p) { *p = 3; }
int main(void) {
  int found = 0;
  #pragma omp target
  set(&found);
  printf("%d\n", found);
}
