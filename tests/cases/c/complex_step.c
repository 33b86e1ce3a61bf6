// ++ and -- of complex numbers (GNU C): values before and after, operands with effects, volatile ones, integers.
#include <complex.h>
#include <stdio.h>

struct pair { double _Complex z; float _Complex list[3]; };

#pragma omp declare target
static float _Complex *next(float _Complex **p, int *calls) { ++*calls; return (*p)++; }

static int steps(double *out)
{
  int n = 0, calls = 0, i = 0;
  double _Complex z = 1 + 2 * I, before = z++;
  struct pair s = { 3 + 4 * I, { 1, 2 * I, 3 } }, *q = &s;
  int _Complex whole = 1;
  volatile double _Complex seen = 2;
  float _Complex *p = s.list;
#define SHOW(x) do { double _Complex shown = (x); out[n++] = creal(shown); out[n++] = cimag(shown); } while (0)
  SHOW(before);
  SHOW(z);
  SHOW(++z);
  SHOW(--s.z);
  SHOW(q->z--);
  SHOW(s.list[i++]--);
  SHOW(s.list[++i]++);
  SHOW((*next(&p, &calls))++);
  SHOW(--*next(&p, &calls));
  SHOW(((z))++ + 1);
  for (z = 0; creal(z) < 3; z++, --s.z)
    SHOW(z);
  SHOW(whole++);
  SHOW(--whole);
  seen++;
  ++seen;
  SHOW(seen--);
  SHOW(seen);
  SHOW(({ z++; }));
  SHOW((z++, z));
  z = -0.0 - 0.0 * I;
  SHOW(1 / cimag(z--));
  SHOW(1 / cimag(++z));
  z = __builtin_inf();
  SHOW(z++);
  out[n++] = sizeof(z++) + sizeof(++whole);
  out[n++] = _Generic(z++, double _Complex: 1, default: 2);
  out[n++] = __real__ z ++;
  out[n++] = --__imag__ z;
  out[n++] = calls * 10 + i;
  return n;
}
#pragma omp end declare target

int main(void)
{
  double host[80], device[80];
  int n = steps(host), m = 0;
#pragma omp target map(from: device, m)
  m = steps(device);
  if (m != n)
    printf("%d values on the device, %d on the host\n", m, n);
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %g on the host, %g on the device\n", i, host[i], device[i]);
  puts("ok");
}
