#include <stdio.h>

static int bump(void)
{
  static int a[3] = {1, 2, 3};
#pragma omp target map(tofrom: a)
  for (int i = 0; i < 3; i++)
    a[i] += 1;
  return a[0] + a[1] + a[2];
}

int main(void)
{
  int x = bump(), y = bump();
  puts(x == 9 && y == 12 ? "ok" : "a static local variable");
  return 0;
}
