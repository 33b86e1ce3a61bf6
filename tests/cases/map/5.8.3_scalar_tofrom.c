#include <stdio.h>

int main(void)
{
  int i = 1;
  double d = 2.5;
  char c = 'a';
  long long l = 1LL << 40;
#pragma omp target map(tofrom: i, d, c, l)
  {
    i += 1;
    d *= 2;
    c++;
    l += 1;
  }
  puts(i == 2 && d == 5 && c == 'b' && l == (1LL << 40) + 1 ? "ok" : "mapped scalars");
  return 0;
}
