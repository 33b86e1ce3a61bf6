// only: device
#include <stdio.h>

struct s { int a, b, c; };

int main(void)
{
  struct s v = {1, 2, 3};
#pragma omp target map(tofrom: v.a, v.c)
  {
    v.a = 10;
    v.b = 20; /* between the two, so it has storage, but it is not mapped */
    v.c = 30;
  }
  puts(v.a == 10 && v.b == 2 && v.c == 30 ? "ok" : "an unnamed member was copied");
  return 0;
}
