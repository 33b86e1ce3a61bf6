// Types of enumeration constants that int does not hold, alone and in operations; a variable of the type of a complex and a real number.
#include <stdio.h>

enum big { A = 1, B = 0x80000000u, C = 0x1ffffffffL, D };
enum negative { N = -1, M = 0x80000000u };
enum whole { U = 0xffffffffffffffffULL, V = 3, W = 0x100000000 };
enum wide { P = 0x7fffffff, Q = 0x80000000L };
#define TYPE(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, default: 9)

#pragma omp declare target
static int types(long *o)
{
  int n = 0;
  o[n++] = TYPE(A); o[n++] = TYPE(B); o[n++] = TYPE(C); o[n++] = TYPE(D);
  o[n++] = TYPE(N); o[n++] = TYPE(M); o[n++] = TYPE(U); o[n++] = TYPE(V); o[n++] = TYPE(W);
  o[n++] = TYPE(P); o[n++] = TYPE(Q);
  o[n++] = TYPE(A + A); o[n++] = TYPE(-B); o[n++] = TYPE(U + V); o[n++] = TYPE(W - 1);
  o[n++] = sizeof(enum big); o[n++] = sizeof(enum negative); o[n++] = sizeof(A); o[n++] = sizeof(M); o[n++] = sizeof(Q);
  o[n++] = B; o[n++] = C; o[n++] = D; o[n++] = M; o[n++] = -B;
  o[n++] = N < M; o[n++] = U > 0; o[n++] = V - 4 < 0; o[n++] = W - W - 1 > 0; o[n++] = Q > P;
  o[n++] = TYPE((enum big)1); o[n++] = TYPE((enum negative)1); o[n++] = TYPE((enum wide)1);
  enum big e = D;
  __auto_type t = B;
  __typeof__(C) w = 1;
  __typeof__(W) x = 1;
  o[n++] = e; o[n++] = TYPE(e); o[n++] = TYPE(+e); o[n++] = TYPE(t); o[n++] = TYPE(w); o[n++] = w - 2 < 0; o[n++] = x - 2 > 0;
  o[n++] = A - 2 < 0; o[n++] = (A - 2) / 2; o[n++] = B + B;
  float _Complex z = 1;
  __typeof__(z - 1.0) mixed = z;
  __typeof__(2.0 * mixed) again = mixed;
  o[n++] = _Generic(mixed, float _Complex: 2, double _Complex: 1, double: 3, default: 4);
  o[n++] = _Generic(again, float _Complex: 2, double: 3, double _Complex: 1, default: 4);
  o[n++] = _Generic(z * mixed, float _Complex: 2, double: 3, double _Complex: 1, default: 4);
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
