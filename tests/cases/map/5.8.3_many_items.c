#include <stdio.h>

int main(void)
{
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10;
  int k[2] = {11, 12}, l[2] = {13, 14}, m[2] = {15, 16};
#pragma omp target map(tofrom: a, b, c, d, e, f, g, h, i, j) map(k, l) map(from: m)
  {
    a += b + c + d + e + f + g + h + i + j;
    k[0] += l[1];
    m[0] = 1, m[1] = k[1];
  }
  puts(a == 55 && k[0] == 25 && m[1] == 12 ? "ok" : "many list items");
  return 0;
}
