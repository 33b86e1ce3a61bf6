#include <stdio.h>

int main(void)
{
  float f = -1;
  unsigned u = 0;
  unsigned char c = 255;
  long long l = -9000000000LL;
#pragma omp target teams distribute parallel for reduction(max: f, u, l) reduction(min: c) map(tofrom: f, u, l, c)
  for (int i = 0; i < 300; i++) {
    if (i * 0.5f > f) f = i * 0.5f;
    if (i + 4000000000u > u) u = i + 4000000000u;
    if (i - 8000000000LL > l) l = i - 8000000000LL;
    if ((unsigned char)(i % 200 + 20) < c) c = (unsigned char)(i % 200 + 20);
  }
  puts(f == 149.5f && u == 4000000299u && l == -7999999701LL && c == 20 ? "ok" : "min and max");
  return 0;
}
