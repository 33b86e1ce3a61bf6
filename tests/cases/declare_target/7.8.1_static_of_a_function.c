// OpenMP 5.2 §7.8.1: a variable with static storage duration that a function declares
// may be a list item of declare target there; the host's and the device's variable
// correspond, whether the device uses it or not.
#include <stdio.h>

static int counter(void) {
  static int q = 3;
  #pragma omp declare target(q)
  #pragma omp target
  q++;
  #pragma omp target update from(q)
  return q;
}

static int unused(int c) {
  static int q = 5;
  #pragma omp declare target(q)
  return c + q;
}

int main(void) {
  int a = counter(), b = counter(), c = unused(1);
  if (a != 4 || b != 5 || c != 6)
    printf("%d %d %d\n", a, b, c);
  else
    printf("ok\n");
  return 0;
}
