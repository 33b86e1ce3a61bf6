// A section is a sequence of statements, with braces or without (5.2 §11.3.1).
#include <stdio.h>

int main(void)
{
  int x = 0, y = 0, z = 0, h = 0;
#pragma omp target map(x, y, z)
#pragma omp parallel sections
  {
    x = 1;
    x++;
#pragma omp section
    y = 2;
    y++;
#pragma omp section
    if (z == 0)
      z = 5;
    for (int i = 0; i < 3; i++)
      z++;
    z++;
  }
#pragma omp parallel sections reduction(+ : h)
  {
    h += 1;
    h += 2;
#pragma omp section
    h += 10;
    h += 20;
  }
  puts(x == 2 && y == 3 && z == 9 && h == 33 ? "ok" : "wrong");
  return 0;
}
