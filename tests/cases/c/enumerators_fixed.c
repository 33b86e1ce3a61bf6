// flags: -std=c2x
// gcc: no (gcc-12 has no underlying types)
// C23 6.7.2.2: the constants of an enumeration with an underlying type have that type.
#include <stdio.h>

enum fixed : unsigned char { FA = 1, FB = 200 };
enum wide : unsigned long { WA = 1, WB = ~0UL };
enum : long { LA = -1, LB };
enum later { X1 = 5, X2 = X1 + 0x7fffffff00L, X3 };
#define TYPE(x) _Generic((x), _Bool: 10, char: 11, signed char: 12, unsigned char: 13, short: 14, int: 1, unsigned: 2, long: 3, unsigned long: 4, default: 9)

#pragma omp declare target
static int types(long *o)
{
  int n = 0;
  o[n++] = TYPE(FA); o[n++] = TYPE(FB); o[n++] = TYPE(WA); o[n++] = TYPE(WB); o[n++] = TYPE(LA); o[n++] = TYPE(LB);
  o[n++] = TYPE(X1); o[n++] = TYPE(X2); o[n++] = TYPE(X3);
  o[n++] = FA - 2 < 0; o[n++] = WA - 2 > 0; o[n++] = LA < WA; o[n++] = X3;
  o[n++] = sizeof(FA); o[n++] = sizeof(LA); o[n++] = sizeof(X1); o[n++] = TYPE(FA + FA); o[n++] = TYPE(~FB);
  return n;
}
#pragma omp end declare target

int main(void)
{
  long host[80], device[80];
  int n = types(host), m = 0;
#pragma omp target map(from: device, m)
  m = types(device);
  if (m != n)
    printf("%d values on the device, %d on the host\n", m, n);
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
