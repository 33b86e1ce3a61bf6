#include <stdio.h>

int main(void)
{
  int a = 0, b = 1, c = 0, d = -1, e = 0;
  double f = 0, g = 1;
  long h = 0;
#pragma omp target teams distribute parallel for reduction(+: a, f, h) reduction(*: b, g) reduction(|: c) reduction(&: d) reduction(^: e) map(tofrom: a, b, c, d, e, f, g, h)
  for (int i = 0; i < 10; i++) {
    a += i;
    b *= i % 3 + 1;
    c |= 1 << i;
    d &= ~(1 << i);
    e ^= i;
    f += 0.5;
    g *= 2;
    h -= i;
  }
  puts(a == 45 && b == 216 && c == 1023 && d == ~1023 && e == 1 && f == 5 && g == 1024 && h == -45 ? "ok" : "many reductions");
  return 0;
}
