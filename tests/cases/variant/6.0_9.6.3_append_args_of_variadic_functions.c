// gcc: no (gcc-12 does not know append_args)
/* OpenMP 6.0 §9.6.3: interoperability objects are passed before the variadic arguments. */
// flags: -fopenmp-version=60
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>

static double sum_variant(int n, omp_interop_t a, omp_interop_t b, ...)
{
  double s = (a == b && a != omp_interop_none) ? 1000 : 0;
  va_list ap;
  va_start(ap, b);
  for (int i = 0; i < n; i++)
    s += va_arg(ap, double);
  va_end(ap);
  return s;
}
#pragma omp declare variant(sum_variant) match(construct = {dispatch}) append_args(interop(target), interop(targetsync))
static double sum(int n, ...) { return -n; }

struct pair { int x, y; };

static int store_variant(int *r, const char *format, omp_interop_t o, ...)
{
  (void)o;
  va_list ap;
  va_start(ap, o);
  for (; *format; format++)
    switch (*format) {
    case 'i': *r++ = va_arg(ap, int); break;
    case 'd': *r++ = (int)va_arg(ap, double); break;
    case 'p': *r++ = *va_arg(ap, int *); break;
    case 's': { struct pair p = va_arg(ap, struct pair); *r++ = p.x + p.y; break; }
    }
  va_end(ap);
  return 1;
}
#pragma omp declare variant(store_variant) match(construct = {dispatch}) append_args(interop(targetsync))
static int store(int *r, const char *format, ...) { return 0; }

static int once(int *n) { return ++*n; }

int main(void)
{
  int r[5] = {0}, v = 5, n = 2, got = 0;
  char c = 7;
  double s = 0;
#pragma omp dispatch
  s = sum(3, 0.5, 1.5f, 2.0);
  if (s != 4) return printf("sum: %g\n", s), 1;
#pragma omp dispatch
  s = sum(0);
  if (s != 0) return printf("sum of nothing: %g\n", s), 1;
  s = sum(3, 0.5, 1.5, 2.0);
  if (s != -3) return printf("without dispatch: %g\n", s), 1;
#pragma omp dispatch
  got = store(r, "iidps", once(&n), c, 2.5f, &v, (struct pair){3, 4});
  if (got != 1 || n != 3 || r[0] != 3 || r[1] != 7 || r[2] != 2 || r[3] != 5 || r[4] != 7)
    return printf("store: %d %d: %d %d %d %d %d\n", got, n, r[0], r[1], r[2], r[3], r[4]), 1;
  puts("ok");
}
