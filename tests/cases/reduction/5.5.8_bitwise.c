#include <stdio.h>

int main(void)
{
  unsigned a = 0xffff, o = 0, x = 0;
#pragma omp target teams distribute parallel for reduction(&: a) reduction(|: o) reduction(^: x) map(tofrom: a, o, x)
  for (int i = 0; i < 16; i++) {
    a &= ~(1u << (i & 3));
    o |= 1u << i;
    x ^= i * 3u;
  }
  unsigned want = 0;
  for (int i = 0; i < 16; i++)
    want ^= i * 3u;
  puts(a == 0xfff0 && o == 0xffff && x == want ? "ok" : "& | ^");
  return 0;
}
