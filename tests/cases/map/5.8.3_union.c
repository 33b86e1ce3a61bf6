#include <stdio.h>

union u { int i; float f; unsigned char b[4]; };

int main(void)
{
  union u v = {.f = 1.0f};
  unsigned char top = 0;
#pragma omp target map(tofrom: v) map(from: top)
  {
    top = v.b[3];
    v.i = 5;
  }
  puts(top == 0x3f && v.i == 5 ? "ok" : "a union");
  return 0;
}
